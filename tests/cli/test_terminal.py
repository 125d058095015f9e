"""On a real terminal, which tmux is: single keys, a table redrawn in place, and a shell that is as it was before."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.kit import HOLECARD, environment
from tests.kit.patience import PATIENCE

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Terminal:
    """A window of its own, with a private tmux server."""

    def __init__(self, socket: Path, home: Path) -> None:
        self._socket = socket
        self._home = home

    def tmux(self, *arguments: str) -> str:
        command = ["tmux", "-S", str(self._socket), "-f", "/dev/null", *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, env=environment(self._home)).stdout

    def open(self, *arguments: str, width: int = 80, height: int = 24, setting: str = "") -> None:
        command = (
            f"env -u COLUMNS {setting} {shlex.join([str(HOLECARD), *arguments])}; echo ended $?; stty -a; sleep 600"
        )
        self.tmux("-u", "new-session", "-d", "-x", str(width), "-y", str(height), command)

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def text(self, *flags: str) -> str:
        return self.tmux("capture-pane", "-p", *flags)

    def wait_for(self, pattern: str) -> str:
        """The screen, once it shows this."""
        until = time.monotonic() + PATIENCE
        while not re.search(pattern, seen := self.text()):
            assert time.monotonic() < until, f"no {pattern!r} in\n{seen}"
            time.sleep(0.05)
        return seen

    def wait_for_another(self, seen: str, pattern: str) -> str:
        """The screen, once it shows this and is not what it was."""
        until = time.monotonic() + PATIENCE
        while (now := self.text()) == seen or not re.search(pattern, now):
            assert time.monotonic() < until, f"no other {pattern!r} in\n{now}"
            time.sleep(0.05)
        return now


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(tmp_path / "tmux", tmp_path)
    yield opened
    subprocess.run(["tmux", "-S", str(tmp_path / "tmux"), "kill-server"], capture_output=True)


def play_a_round(terminal: Terminal) -> str:
    """Decline the cut, bet by Enter, decline whatever is offered, stand."""
    terminal.wait_for("Cut the cards.* ▸")
    terminal.press("n")
    terminal.wait_for("Bet ▸")
    terminal.press("Enter")
    asked = terminal.wait_for(r"Box \d+.* ▸")
    while "Round 1:" not in asked:
        terminal.press("n" if "insurance?" in asked else "s")
        asked = terminal.wait_for_another(asked, r"(Box \d+.*|Bet) ▸")
    return asked


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
def test_a_round_by_keys(terminal: Terminal, width: int, height: int) -> None:
    terminal.open("play", "pa-down-under", "--seed", "1", "--boxes", "6", "--pace", "0", width=width, height=height)
    lines = play_a_round(terminal).splitlines()
    assert lines[0].startswith("╭─ Down Under Blackjack ─")
    framed = [line for line in lines if line.startswith(("╭", "│", "├", "╰"))]
    assert len({len(line) for line in framed}) == 1
    assert sum("Box" in line for line in framed) >= 6
    terminal.press("q")
    seen = terminal.wait_for("ended 0")
    assert "1 round played" in seen
    assert "╭" not in seen
    assert re.search(r"[^-]icanon.* echo ", terminal.wait_for(r" echo "), re.DOTALL)


def test_why_and_back(terminal: Terminal) -> None:
    terminal.open("play", "pa-down-under", "--seed", "1")
    terminal.wait_for("Cut the cards.* ▸")
    terminal.press("?")
    assert "58 Pa. Code § 685a.5(c)(1)" in terminal.wait_for("The last step")
    terminal.press("?")
    terminal.wait_for("Down Under Blackjack")


def test_a_cut_and_a_bet_are_typed_and_corrected(terminal: Terminal) -> None:
    terminal.open("play", "pa-down-under", "--seed", "1")
    terminal.wait_for("Cut the cards.* ▸")
    terminal.press("y")
    terminal.wait_for("Where ▸")
    terminal.press("Escape")
    terminal.wait_for("Cut the cards.* ▸")
    terminal.press("y")
    terminal.wait_for("Where ▸")
    terminal.press("1", "0", "0", "Enter")
    terminal.wait_for("Bet ▸")
    terminal.press("2", "h")
    terminal.wait_for("'h' is not part of a bet")
    terminal.press("2", "7", "BSpace", "5", "Enter")
    terminal.wait_for("on the table 25.00")


@pytest.mark.parametrize("key", ["q", "C-c", "C-d"])
def test_leaving_at_any_time(terminal: Terminal, key: str) -> None:
    terminal.open("play", "pa-down-under", "--seed", "1")
    terminal.wait_for("Cut the cards.* ▸")
    terminal.press("n")
    terminal.wait_for("Bet ▸")
    terminal.press(key)
    assert "0 rounds played" in terminal.wait_for("ended 0")


def test_the_table_follows_the_window(terminal: Terminal) -> None:
    terminal.open("play", "pa-down-under", "--seed", "1", width=80)
    terminal.wait_for("─╮")
    terminal.tmux("resize-window", "-x", "100", "-y", "30")
    terminal.wait_for("─{60,}.*─╮")
    assert len(terminal.text().splitlines()[0]) == 100


def test_no_color_means_no_style_at_all(terminal: Terminal) -> None:
    terminal.open("play", "pa-down-under", "--seed", "1", setting="NO_COLOR=1")
    play_a_round(terminal)
    assert "\x1b" not in terminal.text("-e")


def test_colours_are_used_where_they_may_be(terminal: Terminal) -> None:
    terminal.open("play", "pa-down-under", "--seed", "1")
    play_a_round(terminal)
    assert "\x1b[" in terminal.text("-e")


def test_nine_boxes_of_three_bettors_in_a_small_window(terminal: Terminal) -> None:
    table = ("--boxes", "9", "--bettors", "3", "--set", "perfect_pair=yes", "--bankroll", "90000", "--pace", "0")
    terminal.open("play", "nz-blackjack", "--seed", "4", *table)
    terminal.wait_for("Cut the cards ▸")  # for you alone: the others stand behind
    terminal.press("n")
    terminal.wait_for("Bet ▸")
    terminal.press(*"10+2/5+1/2", "Enter")
    seen = terminal.wait_for(r"Box \d .* ▸")
    assert sum(line.startswith("│") and " Box " in line for line in seen.splitlines()) == 9
    while "Bet ▸" not in seen:
        terminal.press("n" if "?" in seen.splitlines()[-1] or "[S]" not in seen else "s")
        if "[S]" not in seen and "[H]" in seen:
            terminal.press("h")
        seen = terminal.wait_for_another(seen, r"(Box \d.*|Bet) ▸")
    assert "together" in seen
    assert seen.splitlines()[0].startswith("╭─ Blackjack")


def test_arrows_show_what_is_beyond_the_window(terminal: Terminal) -> None:
    terminal.open("play", "nz-blackjack", "--seed", "4", "--boxes", "9", "--pace", "0", height=14)
    terminal.wait_for("Cut the cards.* ▸")
    terminal.press("n")
    assert "Box 9" not in terminal.wait_for(r"(?s)^╭─.*↓.*Bet ▸")
    terminal.press("Down")
    terminal.wait_for(r"(?s)↑.*Bet ▸")
    terminal.press("Down")
    terminal.wait_for(r"(?s)↑.*Box 9.*Bet ▸")
