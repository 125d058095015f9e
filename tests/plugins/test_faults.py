"""A package that cannot be used is left out with one line that names it; everything else goes on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from holecard.cli import run
from holecard.games import GAMES
from holecard.law.clauses import editions
from tests.plugins.packages import on_path, pretend

OURS = ("reference", "pa-down-under", "nz-free-bet")
COPY = (
    "from dataclasses import replace\nfrom holecard.games.reference import REFERENCE\nGAME = replace(REFERENCE, {})\n"
)


def found(folder: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> list[str]:
    """What is said about the packages in a folder, while all of our games are there."""
    with on_path(folder):
        keys = list(GAMES)
        GAMES.look_again()
        assert run(["games", "--json"]) == 0
    capsys.readouterr()
    assert set(OURS) < set(keys)
    return list(dict.fromkeys(record.getMessage() for record in caplog.records))


@pytest.mark.parametrize(
    ("code", "entry", "said"),
    [
        ("1 / 0", "g = broken:GAME", "its game 'g' fails: ZeroDivisionError: division by zero"),
        ("", "g = broken:GAME", "its game 'g' fails: AttributeError: module 'broken' has no attribute 'GAME'"),
        ("GAME = 3", "g = broken:GAME", "its game 'g' fails: TypeError: broken:GAME is no Game"),
        ("", "g = brokn:GAME", "its game 'g' fails: ModuleNotFoundError: No module named 'brokn'"),
        (COPY.format("name='Mine'"), "g = broken:GAME", "there is already a game 'reference'"),
        (
            COPY.format("key='mine', instrument='my-rules'"),
            "g = broken:GAME",
            "its game 'g' fails: Malformed: unknown instrument 'my-rules'",
        ),
    ],
)
def test_a_game_that_cannot_be_used(
    code: str,
    entry: str,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    pretend(tmp_path, "broken", code, games=entry)
    (line,) = found(tmp_path, capsys, caplog)
    assert line.startswith(f"holecard: broken 1.0 is left out: {said}")
    assert "\n" not in line


def test_a_game_is_there_while_its_package_is(tmp_path: Path) -> None:
    pretend(tmp_path, "good", COPY.format("key='mine', name='Mine'"), games="mine = good:GAME")
    assert "mine" not in GAMES
    with on_path(tmp_path):
        assert GAMES["mine"].name == "Mine"
        assert GAMES.brought == ("mine",)
    assert "mine" not in GAMES


def test_two_packages_with_one_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    for package in ("first", "second"):
        pretend(tmp_path, package, COPY.format("key='mine', name='Mine'"), games=f"mine = {package}:GAME")
    assert found(tmp_path, capsys, caplog) == [
        "holecard: second 1.0 is left out: there is already a game 'mine'",
    ]


def test_a_register_that_we_have_or_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    pretend(tmp_path, "taken", "", registers="pa-685a = taken")
    (tmp_path / "taken" / "pa-685a@2030.toml").write_text("")
    pretend(tmp_path, "gone", "", registers="mine = gone.registers")
    with on_path(tmp_path):
        assert run(["law", "matrix", "--json"]) == 0
        assert "2030" not in editions("pa-685a")
    capsys.readouterr()
    assert {record.getMessage() for record in caplog.records} == {
        "holecard: taken 1.0 is left out: there is already a register pa-685a",
        "holecard: gone 1.0 is left out: its registers gone.registers cannot be read: ModuleNotFoundError: "
        "No module named 'gone.registers'",
    }


def test_without_packages_none_is_looked_for_the_slow_way() -> None:
    """`importlib.metadata` takes a fifth of a short command's time."""
    code = "import sys, holecard.games as games; list(games.GAMES); print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
