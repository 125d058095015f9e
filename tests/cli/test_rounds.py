"""`holecard replay` and `holecard script`: a round told from a file, and what is wrong with a file in one line."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from holecard.games import GAMES
from holecard.record.journal import Journal
from holecard.testing.whole_session import Sessions
from tests.cli.kit import assert_complains, here, holecard

ROUND = """game pa-down-under
set dealer_ace=conventional

bet 1 Ann main 10.00
no more bets
cards 1:9s dealer:6h 1:9d dealer:--
light large
1 Ann stand
turn Ts
cards dealer:6c
  > returned 10.00 box 1 hand 1 bettor Ann wager main [pa-685a@2020 7(n)(1)] 22
collect
"""

SCRIPT: dict[str, Any] = {
    "game": "pa-down-under",
    "options": {"dealer_ace": "conventional"},
    "boxes": [{"box": 1, "bettors": [{"name": "Ann", "wagers": {"main": "10.00"}}]}],
    "cards": ["9s", "6h", "9d", "Ts", "6c"],
    "answers": [{"box": 1, "bettor": "Ann", "do": "stand"}],
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "disputed.round"
    path.write_text(ROUND)
    return path


def test_a_round_is_told_step_by_step_with_its_clauses(file: Path) -> None:
    ran = holecard("replay", file)
    assert ran.code == 0
    assert not ran.err
    told = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert "8 Box 1: Ann stands 7(i)(2)" in told
    assert "Box 1: push, 10.00 returned to Ann (the dealer has 22) 7(n)(1)" in told
    assert told[-2:] == ["Dealer: 6h Ts 6c, 22", "Box 1, Ann, main: 0.00"]
    assert max(map(len, ran.out.splitlines())) <= 80


def test_a_round_as_json(file: Path) -> None:
    told = holecard("replay", file, "--json").document
    assert told["game"] == "pa-down-under"
    assert told["options"]["dealer_ace"] == "conventional"
    assert told["net"] == {"1": {"Ann": {"main": "0.00"}}}
    assert [step["line"] for step in told["steps"]] == [4, 5, 6, 7, 8, 9, 10, 12]
    assert told["steps"][4]["answer"] == "1 Ann stand"


@pytest.mark.parametrize(
    ("line", "instead", "code", "words"),
    [
        ("game pa-down-under", "game bingo", 2, ("line 1", "bingo")),
        ("main 10.00", "main 10", 2, ("line 4", "10.00")),
        ("1 Ann stand", "2 Ann stand", 2, ("line 8", "box 1 Ann")),
        ("1 Ann stand", "1 Ann surrender", 3, ("line 8", "§ 685a.7(i)(2)")),
        ("turn Ts", "turn 2s", 3, ("line 9", "large")),
        ("returned 10.00 box", "returned 20.00 box", 2, ("line 10", "returned 20.00")),
    ],
)
def test_what_is_wrong_in_a_round(file: Path, line: str, instead: str, code: int, words: tuple[str, ...]) -> None:
    file.write_text(ROUND.replace(line, instead, 1))
    assert_complains(here("replay", str(file)), code, *words)
    assert_complains(here("replay", str(file), "--json"), code, *words)


def test_a_file_that_is_not_there_or_is_no_text(tmp_path: Path) -> None:
    assert_complains(here("replay", str(tmp_path / "nothing.round")), 2, "nothing.round")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe")
    assert_complains(here("script", str(tmp_path / "bytes.json")), 2, "UTF-8")


def test_a_journal_is_told_round_by_round_and_tampering_named(tmp_path: Path) -> None:
    path = tmp_path / "session.journal"
    rules = GAMES["pa-down-under"].configure()
    sessions = Sessions(rules, Random(5), pit=True)
    with Journal.create(path) as journal:
        journal.record_table(rules, sessions.table)
        for steps in sessions.rounds(2):
            for step in steps:
                journal.record_answer(*step[:4])
    ran = here("replay", str(path))
    assert ran.code == 0
    assert "complete and unchanged" in ran.out
    assert "Round 2" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    assert len(here("replay", str(path), "--json").document["rounds"]) == 2
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:3], *lines[4:]]))
    assert_complains(here("replay", str(path)), 2, "entry 4 of the journal was removed")


def test_a_script_is_told_or_given_as_json(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(SCRIPT))
    ran = here("script", str(path))
    assert ran.code == 0
    assert ran.out.splitlines()[-1] == "Box 1, Ann, main: 0.00"
    told = here("script", str(path), "--json").document
    assert told["dealer"]["total"] == 22
    assert told["refused"] is None


def test_a_refused_script_is_exit_3_and_still_one_document(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps({**SCRIPT, "answers": [{"box": 1, "bettor": "Ann", "do": "surrender"}]}))
    ran = here("script", str(path), "--json")
    assert ran.code == 3
    assert ran.document["refused"]["clause"] == "7(i)(2)"
    assert ran.err.count("\n") == 1
    assert "§ 685a.7(i)(2)" in ran.err


def test_a_malformed_script_is_exit_2(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps({**SCRIPT, "cards": SCRIPT["cards"][:-1]}))
    assert_complains(here("script", str(path), "--json"), 2, "too short")
    path.write_text('{"game": "reference", "game": "reference"}')
    assert_complains(here("script", str(path)), 2, "'game' twice")
