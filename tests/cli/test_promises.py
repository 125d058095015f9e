"""Small things that people who try the commands rely on: files told apart, help, filters, steps before an error."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.kit import assert_complains, here, holecard

ROOT = Path(__file__).parents[2]
RECORDED = ROOT / "docs" / "examples" / "dealer-22.round"
SCRIPT: dict[str, Any] = {
    "game": "reference",
    "boxes": [{"box": 1, "bettors": [{"name": "A", "wagers": {"main": "10.00"}}]}],
    "cards": ["Ts", "6h", "9d", "Tc", "5s"],
    "answers": [{"box": 1, "bettor": "A", "do": "stand"}],
}


@pytest.fixture
def script(tmp_path: Path) -> Path:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(SCRIPT))
    return file


def test_replay_and_script_recognise_each_others_files(script: Path) -> None:
    """The recorded round begins with a comment."""
    assert_complains(here("replay", str(script)), 2, "is a script", f"holecard script {script}")
    assert_complains(here("script", str(RECORDED)), 2, "is a recorded round", f"holecard replay {RECORDED}")
    assert here("script", str(script)).code == here("replay", str(RECORDED)).code == 0


def test_a_round_says_which_game_shoe_and_options_it_was_played_with(script: Path) -> None:
    said = here("script", str(script)).out.splitlines()
    assert said[:2] == ["Blackjack  reference  6 decks", "Options: all at their defaults"]
    assert here("script", str(script), "--json").document["shoe"] == {"decks": 6, "without": []}
    assert here("replay", str(RECORDED)).out.splitlines()[0] == "Down Under Blackjack  pa-down-under  6 decks"


@pytest.mark.parametrize(
    ("answers", "code", "words"),
    [([], 2, "stand"), ([{"box": 1, "bettor": "A", "do": "split"}], 3, "do not have the same value")],
)
def test_a_script_that_fails_shows_the_steps_before(
    script: Path, answers: list[dict[str, Any]], code: int, words: str
) -> None:
    script.write_text(json.dumps({**SCRIPT, "answers": answers}))
    told = here("script", str(script))
    assert told.code == code
    assert words in told.err
    assert "A bets 10.00" in told.out
    assert "6♥ to the dealer" in told.out


def test_only_normative_differences() -> None:
    every = here("law", "diff", "pa-685a@2018", "pa-685a@2020", "--json").document
    normative = here("law", "diff", "pa-685a@2018", "pa-685a@2020", "--normative", "--json").document
    assert normative == [one for one in every if one["kind"] == "normative"]
    assert 0 < len(normative) < len(every)


@pytest.mark.parametrize("command", [(), ("analyze",), ("law", "diff"), ("count", "ramp")])
def test_short_help(command: tuple[str, ...]) -> None:
    short, long = here(*command, "-h"), here(*command, "--help")
    assert short.code == long.code == 0
    assert short.out == long.out
    assert "Usage: " in short.out


def test_one_game_and_one_clause() -> None:
    (game,) = here("games", "pa-down-under", "--json").document
    assert game["game"] == "pa-down-under"
    found = here("law", "matrix", "pa-685a", "7(n)", "--json").document
    assert {one["clause"] for one in found} == {"7(n)", "7(n)(1)", "7(n)(2)"}
    assert "pa-685a" in here("law", "show").out


def test_a_hand_needs_no_space() -> None:
    together = here("hand", "reference", "--hand", "T6", "--up", "9", "--json").document
    assert together == here("hand", "reference", "--hand", "T 6", "--up", "9", "--json").document
    assert (together[0]["hand"], together[0]["up"]) == ("T 6", "9")


def test_letters_are_refused_as_a_bet(tmp_path: Path) -> None:
    told = holecard("play", "reference", typed="abc\nq\n", home=tmp_path)
    assert "'a' is not part of a bet. Type amounts such as 10" in told.out
    assert "0 rounds played" in told.out


def test_ctrl_c_before_there_is_anything_to_show_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("holecard.cli.analyze.analyze", stopped)
    told = here("analyze", "reference")
    assert (told.code, told.out, told.err) == (130, "", "holecard: interrupted\n")


CTRL_C = """
import os, signal, sys

class Typing:
    def find_spec(self, name, path, target=None):
        if name == "typer":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Typing())
from holecard.cli import main
main()
"""


def test_ctrl_c_during_the_first_imports_says_so() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a test process in the background may ignore it
    ran = subprocess.run([sys.executable, "-c", CTRL_C], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "holecard: interrupted\n")
