"""`holecard train`: what is printed, what is stored, and one line for everything that is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from holecard.record.journal import verify
from holecard.record.journal_check import Tampered
from holecard.school.exam import KIND, read_record
from tests.cli.kit import Ran, here


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def train(*arguments: str, typed: str = "q\n") -> Ran:
    return here("train", *arguments, typed=typed)


def test_a_player_is_told_what_each_mistake_costs_and_it_is_stored(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    ran = train("pa-down-under", "--seed", "3", "--file", str(file), typed="h\nh\nx\nq\n")
    assert ran.code == 0, ran.err
    assert "costs" in ran.out
    assert "of your bet" in ran.out
    assert "'x' is not an answer here" in ran.out
    stored = json.loads(file.read_text())["items"]
    assert sum(item["seen"] for item in stored) == 2
    again = train("pa-down-under", "--seed", "3", "--file", str(file), "--weak-spots", str(tmp_path / "card.svg"))
    assert "2 answers" in again.out
    assert (tmp_path / "card.svg").read_text().startswith("<svg")


def test_a_timed_test_says_nothing_before_its_end() -> None:
    ran = train("pa-down-under", "--seed", "3", "--test", "--questions", "1", typed="s\n")
    assert "Right." not in ran.out
    assert "Wrong." not in ran.out
    assert "1 right." in ran.out
    assert "seconds" in ran.out


def test_a_dealer_pays_in_chips_and_hears_the_clause() -> None:
    ran = train("pa-down-under", "--school", "dealer", "--seed", "4", "--questions", "3", typed="1 25+5\n" * 9)
    assert "58 Pa. Code § 685a." in ran.out
    assert " of 3 right." in ran.out


@pytest.mark.parametrize("level", ["procedure", "irregularities", "shoe"])
def test_every_level_of_the_dealer(level: str) -> None:
    ran = train("nz-blackjack", "--school", "dealer", "--level", level, "--questions", "2", typed="1\n1\n1\n1\n")
    assert ran.code == 0, ran.err
    assert " of 2 right." in ran.out


def test_a_test_is_stored_with_every_question_and_chained(tmp_path: Path) -> None:
    file = tmp_path / "tests.journal"
    taken = ("--school", "dealer", "--level", "procedure", "--test", "--questions", "3", "--record", str(file))
    page = tmp_path / "ann.html"
    first = train("pa-down-under", "--seed", "1", "--name", "Ann", *taken, "--page", str(page), typed="1\n1\n1\n")
    train("pa-down-under", "--seed", "2", "--name", "Bob", *taken, typed="1\n")
    assert "Stored in" in first.out
    entries = verify(file).entries
    assert [entry.kind for entry in entries] == [KIND, KIND]
    ann, bob = map(read_record, entries)
    assert page.read_text().count("<li>") == 3
    assert entries[0].hash in page.read_text()
    assert (ann["name"], ann["game"], ann["level"], ann["questions"]) == ("Ann", "pa-down-under", "procedure", 3)
    assert len(ann["answers"]) == 3
    assert all(one["asked"] and one["given"] and one["expected"] and one["clause"] for one in ann["answers"])
    assert ann["passed"] == (ann["right"] == 3)
    assert (len(bob["answers"]), bob["passed"]) == (1, False)  # they left: what is not answered is not right
    file.write_text(file.read_text().replace('\\"name\\": \\"Ann\\"', '\\"name\\": \\"Eve\\"', 1))
    with pytest.raises(Tampered):
        verify(file)


def test_the_floor_rules_on_what_a_journal_recorded(tmp_path: Path) -> None:
    file = tmp_path / "played.journal"
    played = here("play", "pa-down-under", "--seed", "3", "--journal", str(file), typed="10\nq\n")
    assert played.code == 0, played.err
    ran = train("pa-down-under", "--school", "floor", "--recorded", str(file))
    assert ran.code == 2
    assert "has no irregularity and no ruling" in ran.err
    other = train("nz-blackjack", "--school", "floor", "--recorded", str(file))
    assert "was played by other rules" in other.err


def test_a_counter_is_asked_for_the_running_count() -> None:
    ran = train("reference", "--school", "counting", "--system", "ko", "--seed", "1", typed="0\nmany\nq\n")
    assert "counting with ko" in ran.out
    assert "'many' is not a count" in ran.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("reference", "--school", "dealer", "--level", "irregularities"), "is not a level here"),
        (("reference", "--school", "floor"), "no clause about irregularities"),
        (("pa-down-under", "--school", "pilot"), "Choose one of player, dealer, floor, counting"),
        (("pa-down-under", "--school", "dealer", "--test"), "--test needs --name"),
        (("pa-down-under", "--school", "counting", "--system", "none"), "--system none is unknown"),
        (("pa-down-under", "--weak-spots", "card.png"), "must end in .svg"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arguments: tuple[str, ...], says: str) -> None:
    ran = train(*arguments)
    assert ran.code == 2
    assert says in ran.err
    assert ran.err.count("\n") == 1


def test_a_spoilt_training_file_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text("{")
    ran = train("pa-down-under", "--file", str(file))
    assert (ran.code, file.read_text()) == (2, "{")
    assert "Move it away to begin anew" in ran.err
