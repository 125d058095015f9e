"""The checkpoint of a simulation: a run that is killed takes up where it was, and no other run can."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from holecard import __version__
from holecard.engine.rules import Rules
from holecard.games import find
from holecard.lab.simulator import checkpoint as module
from holecard.lab.simulator._tally import Tally
from holecard.lab.simulator.checkpoint import CheckpointFile
from holecard.lab.simulator.simulate import BLOCK, Plan, Result, simulate
from holecard.lab.simulator.strategy_tables import StrategyTables
from holecard.law.errors import HolecardError, Malformed
from tests.kit.patience import PATIENCE
from tests.lab.clusters import wait_until

BLOCKS = 60
LONG = Plan((BLOCKS - 1) * BLOCK + 17, seed="checkpoint", cut=78)
PLAN = replace(LONG, rounds=2 * BLOCK + 17)

RUN = """
import json, sys, time
from itertools import count
from pathlib import Path
from holecard.games import find
from holecard.lab.simulator.checkpoint import CheckpointFile
from holecard.lab.simulator.simulate import Plan, simulate

path, rounds, seed, cut, stop = sys.argv[1:]
rules, plan = find("reference").configure(), Plan(int(rounds), seed, cut=int(cut))
told = count(1)

def tell(so_far):
    if next(told) == int(stop):
        time.sleep(3600)  # it is killed meanwhile

with CheckpointFile.open(Path(path), rules, plan) as checkpoint:
    before = len(checkpoint.done())
    found = simulate(rules, plan, tell=tell, checkpoint=checkpoint)
print(json.dumps([before, found.tally.rounds, found.tally.sums, sorted(found.tally.results.items())]))
"""


@pytest.fixture(scope="module")
def whole(rules: Rules, laid: StrategyTables) -> Result:
    """PLAN, uninterrupted."""
    return simulate(rules, PLAN, laid=laid)


@pytest.fixture
def path(tmp_path: Path, rules: Rules, laid: StrategyTables) -> Path:
    """The checkpoint of PLAN, finished: a header and three blocks."""
    path = tmp_path / "run.checkpoint"
    with CheckpointFile.open(path, rules, PLAN) as checkpoint:
        simulate(rules, PLAN, laid=laid, checkpoint=checkpoint)
    return path


def figures(result: Result) -> list[Any]:
    results = sorted([won, number] for won, number in result.tally.results.items())
    return [result.tally.rounds, list(result.tally.sums), results]


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def start(path: Path, stop: int = 0) -> subprocess.Popen[str]:
    """The run, which stops to be killed when it has told of so many blocks."""
    arguments = (str(path), str(LONG.rounds), LONG.seed, str(LONG.cut), str(stop))
    return subprocess.Popen([sys.executable, "-c", RUN, *arguments], stdout=subprocess.PIPE, text=True)


def test_a_run_that_is_killed_is_taken_up_in_another_process(
    tmp_path: Path, rules: Rules, laid: StrategyTables
) -> None:
    path = tmp_path / "run.checkpoint"
    with start(path, stop=7) as run:
        wait_until(lambda: lines_of(path) >= 6)
        run.kill()
        assert run.wait() == -signal.SIGKILL
    kept = lines_of(path) - 1
    assert 5 <= kept < BLOCKS, "in mid-run"
    with start(path) as run:
        out, _ = run.communicate(timeout=PATIENCE)
    assert run.returncode == 0
    assert json.loads(out) == [kept, *figures(simulate(rules, LONG, laid=laid))]
    assert lines_of(path) == 1 + BLOCKS


def test_a_finished_run_is_not_played_again(path: Path, rules: Rules, laid: StrategyTables, whole: Result) -> None:
    before = path.read_bytes()
    with CheckpointFile.open(path, rules, PLAN) as checkpoint:
        done = checkpoint.done()
        assert sorted(done) == [0, 1, 2]
        found = simulate(rules, PLAN, laid=laid, checkpoint=checkpoint)
    assert figures(found) == figures(whole)
    assert found.tally.cpu_seconds == pytest.approx(sum(tally.cpu_seconds for tally in done.values()))
    assert path.read_bytes() == before


def test_every_line_is_json_and_the_first_says_what_is_played(path: Path, rules: Rules) -> None:
    header, *blocks = (json.loads(line) for line in path.read_text().splitlines())
    assert (header["game"], header["rules_hash"], header["version"]) == ("reference", rules.hash, __version__)
    played = {"rounds": PLAN.rounds, "seed": "checkpoint", "boxes": 1, "fresh": False, "cut": 78, "strategy": "total"}
    assert header["plan"] == {**played, "wagers": [], "play_for": "wagers"}
    assert [(block["block"], block["rounds"]) for block in blocks] == [(0, BLOCK), (1, BLOCK), (2, 17)]
    assert all(sum(number for _, number in block["results"]) == block["rounds"] for block in blocks)


def test_wherever_the_last_line_is_torn_it_never_was(
    path: Path, rules: Rules, laid: StrategyTables, whole: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = path.read_bytes()
    lines = content.splitlines(keepends=True)
    last = len(content) - len(lines[-1])
    for size in (*range(last, len(content), 40), len(content) - 1):
        path.write_bytes(content[:size])
        with CheckpointFile.open(path, rules, PLAN) as checkpoint:
            assert sorted(checkpoint.done()) == [0, 1]
            assert figures(simulate(rules, PLAN, laid=laid, checkpoint=checkpoint)) == figures(whole)
        with CheckpointFile.open(path, rules, PLAN) as checkpoint:
            assert sorted(checkpoint.done()) == [0, 1, 2]
    for size in (0, 1, len(lines[0]) - 1):  # a crash while the first line was written
        path.write_bytes(content[:size])
        with CheckpointFile.open(path, rules, PLAN) as checkpoint:
            assert not checkpoint.done()
        assert path.read_bytes() == lines[0]


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: [lines[0], lines[1].replace(b'"rounds":5', b'"rounds":6'), *lines[2:]],
        lambda lines: [lines[0], lines[1][:-10] + b"\n", *lines[2:]],
        lambda lines: [lines[0], b"{}\n", *lines[1:]],
        lambda lines: [lines[0], lines[1][:50] + lines[2], lines[3]],
    ],
)
def test_a_damaged_line_is_told(change: Callable[[list[bytes]], list[bytes]], path: Path, rules: Rules) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(change(lines)))
    before = path.read_bytes()
    with pytest.raises(Malformed, match="line 2 is damaged"):
        CheckpointFile.open(path, rules, PLAN)
    assert path.read_bytes() == before


def test_a_block_is_there_once(path: Path, rules: Rules) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, lines[1]]))
    with pytest.raises(Malformed, match="line 5 is damaged"):
        CheckpointFile.open(path, rules, PLAN)


@pytest.mark.parametrize(
    ("game", "options", "plan", "says"),
    [
        ("pa-down-under", {}, PLAN, "the game is reference in the file and pa-down-under now"),
        ("reference", {"decks": "8", "soft17": "hit"}, PLAN, "decks is 6 in the file and 8 now; soft17 is stand in"),
        ("reference", {}, replace(PLAN, seed="2"), "--seed is checkpoint in the file and 2 now"),
        ("reference", {}, replace(PLAN, rounds=BLOCK), f"--rounds is {PLAN.rounds} in the file and {BLOCK} now"),
        ("reference", {}, replace(PLAN, boxes=2), "--boxes is 1 in the file and 2 now"),
        ("reference", {}, replace(PLAN, cut=100), "--cut is 78 in the file and 100 now"),
        ("reference", {}, replace(PLAN, fresh=True), "--shuffle is shoe in the file and every-round now"),
    ],
)  # fmt: skip
def test_the_checkpoint_of_another_run_is_refused(
    game: str, options: dict[str, str], plan: Plan, says: str, path: Path
) -> None:
    before = path.read_bytes()
    with pytest.raises(Malformed) as complaint:
        CheckpointFile.open(path, find(game).configure(options), plan)
    assert str(complaint.value).startswith(f"{path} belongs to another run: {says}")
    assert path.read_bytes() == before


def test_a_card_that_was_changed_meanwhile_is_another_run(tmp_path: Path, rules: Rules) -> None:
    card, path = tmp_path / "card.csv", tmp_path / "run.checkpoint"
    card.write_text("stand on everything")
    plan = replace(PLAN, strategy=str(card))
    CheckpointFile.open(path, rules, plan).close()
    CheckpointFile.open(path, rules, plan).close()
    card.write_text("hit everything")
    with pytest.raises(Malformed, match=r"another run: the strategy card has changed$"):
        CheckpointFile.open(path, rules, plan)


def test_the_checkpoint_of_another_version_is_refused(
    path: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "__version__", "9.9")
    with pytest.raises(Malformed, match=r"another run: holecard is \S+ in the file and 9\.9 now"):
        CheckpointFile.open(path, rules, PLAN)


@pytest.mark.parametrize(
    "content", [b"\n", b"Dear diary\n", b"no end of line", b"{}\n", b"\x00\xff" * 99_999, b'{"kind":"x","check":"0"}\n']
)
def test_what_is_no_checkpoint_is_left_as_it_is(content: bytes, tmp_path: Path, rules: Rules) -> None:
    path = tmp_path / "diary"
    path.write_bytes(content)
    with pytest.raises(Malformed, match="diary is not a checkpoint of holecard simulate and was not changed"):
        CheckpointFile.open(path, rules, PLAN)
    assert path.read_bytes() == content


def test_two_runs_do_not_share_a_file(path: Path, rules: Rules) -> None:
    with CheckpointFile.open(path, rules, PLAN), pytest.raises(HolecardError, match="is in use by another run"):
        CheckpointFile.open(path, rules, PLAN)
    CheckpointFile.open(path, rules, PLAN).close()


def test_where_nothing_can_be_written(tmp_path: Path, rules: Rules) -> None:
    with pytest.raises(HolecardError, match="cannot be written: Is a directory"):
        CheckpointFile.open(tmp_path, rules, PLAN)
    with pytest.raises(HolecardError, match="cannot be written: No such file or directory"):
        CheckpointFile.open(tmp_path / "nowhere" / "run", rules, PLAN)


def test_a_full_disk_leaves_whole_lines(path: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]))
    write = os.write

    def full(file: int, content: bytes) -> int:
        if len(content) < 50:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(file, content[: len(content) - 40])

    with CheckpointFile.open(path, rules, PLAN) as checkpoint:
        monkeypatch.setattr(os, "write", full)
        with pytest.raises(HolecardError, match=r"run\.checkpoint cannot be written: No space left on device"):
            checkpoint.add(1, Tally.nothing())
        assert sorted(checkpoint.done()) == [0]
        monkeypatch.undo()
    assert path.read_bytes() == b"".join(lines[:2])


def test_the_disk_is_told_once_a_second_and_at_the_end(
    tmp_path: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    with CheckpointFile.open(tmp_path / "run", rules, PLAN) as checkpoint:
        begun = len(synced)
        checkpoint.add(0, Tally.nothing())
        assert len(synced) == begun
        monkeypatch.setattr(module, "SECONDS", 0.0)
        checkpoint.add(1, Tally.nothing())
        assert len(synced) == begun + 1
        monkeypatch.undo()
        monkeypatch.setattr(os, "fsync", synced.append)
        checkpoint.add(2, Tally.nothing())
        assert len(synced) == begun + 2
