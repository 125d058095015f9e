"""Whatever goes wrong is one line and an exit code: 2 malformed, 3 refused by a clause, 1 anything else."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from pathlib import Path

import pytest

from holecard import cli
from tests.cli.kit import HOLECARD, LIMIT, assert_complains, environment, here, holecard

PLAY = ("play", "pa-down-under")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nonsense",), ("nonsense",)),
        (("games", "--nonsense"), ("--nonsense",)),
        (("play",), ("GAME",)),
        (("law",), ("command",)),
        (("play", "no-such-game"), ("no-such-game", "pa-down-under")),
        ((*PLAY, "--set", "no_such_option=1"), ("no_such_option", "decks")),
        ((*PLAY, "--set", "decks"), ("'decks'", "name=value")),
        ((*PLAY, "--set", "=6"), ("name=value",)),
        ((*PLAY, "--set", "decks="), ("name=value",)),
        ((*PLAY, "--set", "decks=6", "--set", "decks=8"), ("decks", "twice")),
        ((*PLAY, "--set", "minimum=0.005"), ("minimum", "0.005", "10.00")),
        ((*PLAY, "--set", "minimum=٣"), ("minimum",)),
        ((*PLAY, "--set", "decks=²"), ("decks=²", "4, 5, 6, 8")),
        (("play", "pa-double-back-jack", "--set", f"decks={'9' * 5000}"), ("cannot be read",)),
        (("play", "reference", "--set", "blackjack_pays=x:y"), ("blackjack_pays=x:y", "3:2")),
        (("play", "masque-down-under", "--set", "match_suited=much"), ("match_suited", "'much'", "3:2", "standard")),
        ((*PLAY, "--bankroll", "lots"), ("lots",)),
        ((*PLAY, "--bankroll", "0.50"), ("minimum",)),
        ((*PLAY, "--boxes", "none"), ("--boxes",)),
        ((*PLAY, "--boxes", "0"), ("--boxes", "not 0")),
        ((*PLAY, "--pace", "-1"), ("--pace",)),
        ((*PLAY, "--pace", "nan"), ("--pace",)),
        (("law", "show", "no-such-law"), ("no-such-law", "pa-685a")),
        (("law", "show", "pa-685a@1999"), ("1999", "2020")),
        (("law", "show", "pa-685a@"), ("edition",)),
        (("law", "show", "pa-685a", "99(z)"), ("99(z)",)),
        (("law", "diff", "pa-685a@2018", "down-under-rop@2019"), ("different instruments",)),
        (("law", "diff", "pa-685a@2018"), ("A@EDITION",)),
    ],
)
def test_malformed(arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    assert_complains(here(*arguments), 2, *words)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((*PLAY, "--set", "decks=7"), ("§ 685a.3(a)", "4, 5, 6, 8")),
        ((*PLAY, "--set", "decks=5", "--set", "match_the_dealer=yes"), ("§ 685a.6(e)", "decks=6")),
        ((*PLAY, "--boxes", "7"), ("§ 685a.2(a)", "1 to 6")),
        ((*PLAY, "--boxes", "3", "--set", "boxes_per_player=2"), ("§ 685a.6(f)",)),
        (("play", "masque-down-under", "--set", "soft17=hit", "--set", "max_hands=2"), ("ROP06122019 item 7(1)",)),
        ((*PLAY, "--set", "minimum=20000.00"), ("house rule",)),
    ],
)
def test_refused_by_a_clause(arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    assert_complains(here(*arguments), 3, *words)


def test_as_a_process() -> None:
    assert_complains(holecard("law", "show", "no-such-law", "--json"), 2, "no-such-law")
    assert_complains(holecard(*PLAY, "--set", "decks=7"), 3, "§ 685a.3(a)")


@pytest.mark.parametrize("command", ["play", "simulate", "bankroll"])
def test_a_seed_that_is_no_text(command: str) -> None:
    assert_complains(here(command, "reference", "--seed", os.fsdecode(b"\xff")), 2, "not valid UTF-8 text")


def test_a_mistake_of_ours_is_one_line_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fails(key: str | None, as_json: bool) -> None:
        raise ZeroDivisionError("two\nlines")

    monkeypatch.setattr("holecard.cli.listing.games_command", fails)
    assert cli.run(["games"]) == 1
    shown = capsys.readouterr()
    assert shown.err == "holecard: this is a bug in holecard: ZeroDivisionError: two lines\n"


def test_a_reader_that_goes_away() -> None:
    """As in `holecard law matrix | head -1`: no traceback, and nothing from Python's shutdown."""
    gone, to = os.pipe()
    os.close(gone)
    ran = subprocess.run(
        [HOLECARD, "law", "matrix", "--json"], stdout=to, stderr=subprocess.PIPE, env=environment(), timeout=LIMIT
    )
    os.close(to)
    assert (ran.returncode, ran.stderr) == (1, b"")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_were_never_open(closed: str, tmp_path: Path) -> None:
    play = f"{shlex.join([str(HOLECARD), *PLAY])} {closed}"
    ran = subprocess.run(["sh", "-c", play], env=environment(tmp_path), stdin=subprocess.DEVNULL, capture_output=True)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_input_that_is_no_text(tmp_path: Path) -> None:
    play = [str(HOLECARD), *PLAY]
    ran = subprocess.run(play, env=environment(tmp_path), input=b"\xff\xfe\n10\n", capture_output=True)
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_interrupting_a_game(how: signal.Signals, tmp_path: Path) -> None:
    """Ctrl-C while the table waits for a bet: the summary, and no error."""
    process = subprocess.Popen(
        [HOLECARD, "play", "pa-down-under", "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path, PYTHONUNBUFFERED="1"),
    )
    assert process.stdout is not None
    seen = b""
    while "▸".encode() not in seen:
        seen += os.read(process.stdout.fileno(), 4096)
    process.send_signal(how)
    out, err = process.communicate(timeout=LIMIT)
    assert (process.returncode, err) == (0, b"")
    assert "0 rounds played, net 0.00" in out.decode()
