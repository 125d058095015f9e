"""`holecard strategy`: what scripts rely on, what a terminal shows, and where files go."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from holecard import __version__
from tests.cli.kit import assert_complains, here, holecard

CELL = {"hand", "cards", "up", "light", "hole", "action", "ev", "margin", "actions", "otherwise", "exceptions"}


def test_as_json() -> None:
    found = here("strategy", "reference", "--set", "max_hands=2", "--json").document
    assert {"game", "options", "rules_hash", "version", "strategy", "ev", "cells"} <= set(found)
    assert (found["game"], found["strategy"], found["version"]) == ("reference", "total", __version__)
    assert found["options"]["max_hands"] == "2"
    assert all(set(cell) == CELL for cell in found["cells"])
    cells = {(cell["hand"], cell["cards"], cell["up"]): cell for cell in found["cells"]}
    sixteen = cells["hard 16", "", "10"]
    assert (sixteen["action"], sixteen["otherwise"]) == ("hit", "stand")
    assert sixteen["ev"] == pytest.approx(
        (4 * -0.534676 + -0.535392) / 5, abs=1e-4
    )  # 10 6 is dealt more often than 9 7
    assert sixteen["margin"] == pytest.approx(sixteen["actions"]["hit"] - sixteen["actions"]["stand"])
    assert cells["hard 12", "", "4"]["exceptions"] == [{"cards": "10 2", "action": "hit"}]


def test_composition_as_json_names_every_hand() -> None:
    found = here("strategy", "reference", "--strategy", "composition", "--json").document
    assert found["strategy"] == "composition"
    (twelve,) = (cell for cell in found["cells"] if (cell["hand"], cell["cards"], cell["up"]) == ("hard 12", "", "4"))
    acts = {hand["cards"]: hand["action"] for hand in twelve["compositions"]}
    assert acts == {"10 2": "hit", "9 3": "stand", "8 4": "stand", "7 5": "stand"}


@pytest.mark.parametrize("game", ["reference", "pa-down-under", "pa-double-back-jack", "nz-blackjack-plus"])
def test_the_terminal_card_fits_80_columns_without_colour(game: str) -> None:
    ran = holecard("strategy", game, "--exceptions", NO_COLOR="1")
    assert ran.code == 0, ran.err
    assert "\x1b" not in ran.out
    assert max(len(line) for line in ran.out.splitlines()) <= 80
    assert ran.out.isascii()


def test_the_terminal_card_says_what_it_is_of() -> None:
    out = here("strategy", "reference", "--set", "soft17=hit").out
    assert "Blackjack" in out
    assert "soft17=hit" in out
    assert "House edge 0." in out
    assert "--exceptions" in out
    assert "Better otherwise" not in out
    assert "hard 12 v 4: hit 10 2" in here("strategy", "reference", "--exceptions").out


def test_down_under_prints_a_card_for_each_light() -> None:
    out = here("strategy", "pa-down-under").out
    for heading in ("Blue light: small", "Red light: medium", "Yellow light: large", "Hole card exposed"):
        assert heading in out


def test_files_are_written_and_written_again(tmp_path: Path) -> None:
    names = {kind: tmp_path / f"card.{kind}" for kind in ("csv", "svg", "pdf")}
    names["svg"].write_text("something older")
    ran = here("strategy", "reference", *(str(part) for kind, path in names.items() for part in (f"--{kind}", path)))
    assert ran.code == 0, ran.err
    assert ran.out.count("Wrote") == 3
    assert names["svg"].read_text("utf-8").startswith("<svg")
    assert names["pdf"].read_bytes().startswith(b"%PDF")
    with names["csv"].open(newline="") as file:
        assert {"hand", "up", "action", "ev", "margin", "ev hit"} <= set(next(csv.DictReader(file)))


def test_composition_as_csv(tmp_path: Path) -> None:
    path = tmp_path / "hands.csv"
    assert here("strategy", "reference", "--strategy", "composition", "--csv", str(path)).code == 0
    with path.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if (row["composition"], row["up"]) == ("10 6", "10")]
    assert [row["action"] for row in rows] == ["hit"]


def test_what_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    assert_complains(here("strategy", "reference", "--svg", str(tmp_path)), 1, "not a regular file")
    missing = str(tmp_path / "nowhere" / "card.pdf")
    assert_complains(here("strategy", "reference", "--pdf", missing), 1, "cannot be written")
    assert_complains(here("strategy", "reference", "--csv", "/dev/null"), 1, "not a regular file")


def test_what_cannot_be_read() -> None:
    assert_complains(here("strategy", "reference", "--strategy", "best"), 2, "composition, total")
    assert_complains(here("strategy", "reference", "--strategy", "composition"), 2, "--json", "--csv")
    assert_complains(here("strategy", "poker"), 2, "poker")
