"""`holecard new game` and `holecard test-game`, and what they refuse."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from holecard.cli import properties, run
from holecard.engine.game import Game
from holecard.engine.options import Options
from holecard.engine.rules import Play
from holecard.games import GAMES, find
from holecard.law.clauses import Citing
from holecard.testing import PROPERTIES


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_package_is_written_once(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """That it passes its own tests is in test_example.py, where it is installed."""
    assert run(["new", "game", "lucky-nine"]) == 0
    assert "holecard test-game lucky-nine" in capsys.readouterr().out
    assert (here / "holecard-lucky-nine" / "src" / "holecard_lucky_nine" / "game.py").is_file()
    assert not [file for file in here.rglob("*") if "@PACKAGE@" in file.name]
    assert run(["new", "game", "lucky-nine"]) == 1
    assert capsys.readouterr().err == "holecard: holecard-lucky-nine is already there and was not changed\n"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Lucky Nine", "'Lucky Nine' cannot be a game's key. Write lower-case words joined by hyphens"),
        ("../x", "'../x' cannot be a game's key"),
        ("reference", "there is already a game 'reference'. Choose another name"),
    ],
)
def test_names_that_are_refused(here: Path, name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "game", name]) == 2
    assert said in capsys.readouterr().err
    assert not list(here.iterdir())


def without_its_last_case(game: Game) -> Game:
    def play(law: Citing, chosen: Options) -> Play:
        whole = game.play(law, chosen)
        return replace(whole, cases=whole.cases[:-1])

    return replace(game, play=play)


def test_a_game_with_a_fault_is_found_out(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    few = tuple(one for one in PROPERTIES if not one.needs_lab)
    monkeypatch.setattr(properties, "PROPERTIES", few)
    monkeypatch.setitem(GAMES, "reference", without_its_last_case(find("reference")))
    assert run(["test-game", "reference", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert not told["passed"]
    (first, *_) = [row for row in told["rows"] if row["passed"] is False]
    assert "no case decides" in first["saw"]
