"""The journal: whatever is done to it shows, a crash loses nothing that was acknowledged, and its rounds replay."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from holecard.engine.questions import RoundOver
from holecard.games import GAMES
from holecard.law.errors import Malformed
from holecard.record.journal import RECOVERED, Journal, head_file, read_head, rounds, verify
from holecard.record.journal_check import Harm, Head, Tampered, make_entry, parse_entry
from holecard.record.notation import parse_round, print_round
from holecard.record.transcript import Step, replay
from holecard.testing.random_play import random_rules
from holecard.testing.whole_session import Sessions


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal of five entries."""
    path = tmp_path / "session.journal"
    with Journal.create(path) as journal:
        for number in range(1, 6):
            journal.append("remark", f"entry {number}", time="2020-11-21T12:00:00Z")
    return path


def test_a_journal_is_what_was_written(path: Path) -> None:
    report = verify(path)
    assert [entry.body for entry in report.entries] == [f"entry {number}" for number in range(1, 6)]
    assert report.notes == ()
    with Journal.open(path) as journal:
        journal.append("remark", "one\nmore ♠")
    assert verify(path).entries[-1].body == "one\nmore ♠"
    assert read_head(path) == Head(6, verify(path).entries[-1].hash)


# Tampering

Change = Callable[[list[str]], list[str]]


def rehashed(line: str, **changed: object) -> str:
    """An entry with something changed in it and a hash that fits."""
    entry = parse_entry(line)
    assert entry is not None
    entry = entry._replace(**changed)  # type: ignore[arg-type]
    return make_entry(Head(entry.n - 1, entry.previous), entry.time, entry.kind, entry.body).line()


def rechained(lines: list[str]) -> list[str]:
    """All entries made anew, so that the chain holds together again."""
    last, chain = Head(0, "0" * 64), []
    for line in lines:
        entry = parse_entry(line)
        assert entry is not None
        entry = make_entry(last, entry.time, entry.kind, entry.body)
        last = Head(entry.n, entry.hash)
        chain.append(entry.line())
    return chain


@pytest.mark.parametrize(
    ("harm", "entry", "change"),
    [
        (Harm.CHANGED, 3, lambda e: [*e[:2], e[2].replace("entry 3", "entry 9"), *e[3:]]),
        (Harm.CHANGED, 3, lambda e: [*e[:2], rehashed(e[2], body="entry 9"), *e[3:]]),
        (Harm.CHANGED, 3, lambda e: [*e[:2], rehashed(e[2], time="2020-11-21T12:00:01Z"), *e[3:]]),
        (Harm.CHANGED, 3, lambda e: [*e[:2], e[2].replace('": ', '":  ', 1), *e[3:]]),
        (Harm.CHANGED, 3, lambda e: [*e[:2], "not an entry", *e[3:]]),
        (Harm.CHANGED, 1, lambda e: [rehashed(e[0], body="entry 9"), *e[1:]]),
        (Harm.CHANGED, 5, lambda e: [*e[:4], rehashed(e[4], body="entry 9")]),
        (Harm.CHANGED, 5, lambda e: rechained([*e[:2], rehashed(e[2], body="entry 9"), *e[3:]])),
        (Harm.INSERTED, 3, lambda e: [*e[:2], rehashed(e[2], body="entry 9"), *e[2:]]),
        (Harm.INSERTED, 3, lambda e: [*e[:2], "not an entry", *e[2:]]),
        (Harm.INSERTED, 3, lambda e: [*e[:2], "", *e[2:]]),
        (Harm.INSERTED, 3, lambda e: [*e[:2], e[1], *e[2:]]),
        (Harm.INSERTED, 1, lambda e: [e[3], *e]),
        (Harm.INSERTED, 6, lambda e: [*e, "not an entry"]),
        (Harm.INSERTED, 6, lambda e: rechained([*e, e[0], e[1]])),
        (Harm.REMOVED, 3, lambda e: [*e[:2], *e[3:]]),
        (Harm.REMOVED, 1, lambda e: e[1:]),
        (Harm.REMOVED, 2, lambda e: [e[0], *e[3:]]),
        (Harm.REORDERED, 2, lambda e: [e[0], e[2], e[1], *e[3:]]),
        (Harm.REORDERED, 1, lambda e: [e[4], *e[:4]]),
        (Harm.REORDERED, 1, lambda e: e[::-1]),
        (Harm.TRUNCATED, 5, lambda e: e[:4]),
        (Harm.TRUNCATED, 1, lambda e: []),
        (Harm.TRUNCATED, 3, lambda e: e[:2]),
    ],
)
def test_tampering_shows(path: Path, harm: Harm, entry: int, change: Change) -> None:
    lines = path.read_text().splitlines()
    path.write_text("".join(f"{line}\n" for line in change(lines)))
    with pytest.raises(Tampered) as caught:
        verify(path)
    assert (caught.value.harm, caught.value.entry) == (harm, entry)
    assert str(caught.value).startswith(f"entry {entry} of the journal was {harm}: ")
    with pytest.raises(Tampered):
        Journal.open(path)


def test_every_changed_byte_shows(path: Path) -> None:
    whole = path.read_bytes()
    chance = Random(1)
    for at in chance.sample(range(len(whole)), 200):
        other = bytes([chance.choice([byte for byte in range(256) if byte != whole[at]])])
        path.write_bytes(whole[:at] + other + whole[at + 1 :])
        with pytest.raises(Tampered):
            verify(path)


def test_a_line_cut_short_is_truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 10)
    with pytest.raises(Tampered, match="entry 5 of the journal was truncated"):
        verify(path)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"count": "5", "hash": "x"}', '{"count": 0, "hash": "x"}', "\0"])
def test_a_broken_head_is_malformed(path: Path, text: str) -> None:
    head_file(path).write_text(text)
    with pytest.raises(Malformed, match="cannot be read"):
        verify(path)


def test_a_missing_head_or_journal_is_malformed(path: Path) -> None:
    with pytest.raises(Malformed, match="already exists"):
        Journal.create(path)
    path.rename(path.with_suffix(".away"))
    with pytest.raises(Malformed, match="is missing, but its head file"):
        Journal.create(path)
    path.with_suffix(".away").rename(path)
    head_file(path).unlink()
    with pytest.raises(Malformed, match="missing"):
        verify(path)


# Crashes


def test_an_entry_beyond_the_head_is_accepted_and_said(path: Path) -> None:
    before = read_head(path)
    with Journal.open(path) as journal:
        journal.append("remark", "entry 6")
    head_file(path).write_text(json.dumps({"count": before.count, "hash": before.hash}))
    report = verify(path)
    assert report.entries[-1].body == "entry 6"
    assert report.notes == ("Entry 6 is complete but not yet counted in the head file. It was accepted.",)
    with Journal.open(path) as journal:
        assert journal.notes == report.notes
    assert [entry.kind for entry in verify(path).entries[-2:]] == ["remark", RECOVERED]
    assert verify(path).notes == ()


def test_a_torn_line_is_cut_off_and_said(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:57])
    assert verify(path).notes == ("The last line is incomplete (57 bytes) and was ignored: it was never a full entry.",)
    with Journal.open(path, time="later") as journal:
        journal.append("remark", "entry 7")
    kinds = [(entry.kind, entry.time) for entry in verify(path).entries[5:]]
    assert kinds == [(RECOVERED, "later"), ("remark", None)]
    assert path.read_bytes().startswith(whole)


def test_a_second_writer_is_noticed(path: Path) -> None:
    with Journal.open(path) as one, Journal.open(path) as other:
        one.append("remark", "mine")
        with pytest.raises(Malformed, match="another process"):
            other.append("remark", "and mine")
    assert verify(path).entries[-1].body == "mine"


WRITER = """
import sys
from pathlib import Path
from holecard.record.journal import Journal
with Journal.open(Path(sys.argv[1])) as journal:
    while True:
        print(journal.append("remark", "x" * 5000).n, flush=True)
"""


def test_a_killed_writer_loses_nothing_it_acknowledged(path: Path) -> None:
    """Killed at any moment: every entry that was acknowledged is there, and the journal goes on."""
    for attempt in range(5):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        heard = "".join(writer.stdout.readline() for _ in range(1 + 7 * attempt))
        writer.send_signal(signal.SIGKILL)
        acknowledged = [int(line) for line in (heard + writer.stdout.read()).split("\n")[:-1]]
        writer.wait()
        writer.stdout.close()
        report = verify(path)
        assert len(report.entries) in (acknowledged[-1], acknowledged[-1] + 1)
        with Journal.open(path) as journal:
            journal.append("remark", f"after crash {attempt}")


# Rounds


@pytest.mark.parametrize("game", sorted(GAMES))
def test_rounds_of_a_journal_replay_to_the_identical_tables(game: str, tmp_path: Path) -> None:
    chance = Random(game)
    path = tmp_path / "session.journal"
    played: list[list[Step]] = []
    with Journal.create(path) as journal:
        for _ in range(2):
            rules = random_rules(GAMES[game], chance)
            sessions = Sessions(rules, chance, pit=True)
            journal.record_table(rules, sessions.table)
            journal.append("remark", "whatever else happens")
            played.append([])
            for step in sessions.steps(120):
                journal.record_answer(*step[:4])
                played[-1].append(step)
                if isinstance(step.question, RoundOver) and not step.after.boxes:
                    played.append([])
    found = list(rounds(path))
    assert [list(replay(one)) for one in found] == [steps for steps in played if steps]
    assert [parse_round(print_round(one)) for one in found] == found
    assert len(found) > 2


def test_an_answer_without_a_table_is_malformed(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append("answer", "collect")
    with pytest.raises(Malformed, match="entry 6 of the journal: there is an answer before any table"):
        list(rounds(path))
    with Journal.open(path) as journal:
        journal.append("table", "game bingo")
    with pytest.raises(Malformed):
        list(rounds(path))
