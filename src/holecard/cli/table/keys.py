"""Reads the player's answers: single keys on a terminal, whole lines from anything else."""

from __future__ import annotations

import os
import select
import sys
import termios
import tty
from collections.abc import Callable
from types import TracebackType
from typing import Protocol, TextIO

ENTER = ""
ESCAPE = "\x1b"
NO_KEY = "\0"  # a key that means nothing here
UP, DOWN = "↑", "↓"
_ARROWS = {b"[A": UP, b"OA": UP, b"[5~": UP, b"[B": DOWN, b"OB": DOWN, b"[6~": DOWN}  # and the page keys
_END_OF_TRANSMISSION = "\x04"  # Ctrl-D
_ERASE = ("\x7f", "\b")
_QUIT = ("q", "quit")
WHY = "?"
_AMOUNTS = "0123456789.+/, "
_LOOK_AROUND = 0.25  # seconds between two looks at the size of the window


class Quit(Exception):
    """The player leaves: `q`, Ctrl-C or the end of the input."""


class Answers(Protocol):
    """A source of answers. `by_key`: one keystroke is a whole answer, so an amount is asked for by itself."""

    by_key: bool

    def choice(self) -> str:
        """A key, lower case; from a file a whole line, such as `d 5`. Enter alone is empty."""

    def entry(self) -> str:
        """Amounts, on one line; `ESCAPE` where the player thought better of it."""


class Lines:
    """Answers from a file or a pipe, a line each; the end of the input is a clean quit."""

    by_key = False

    def __init__(self, stream: TextIO, echo: Callable[[str], None]) -> None:
        self._stream = stream
        self._echo = echo

    def choice(self) -> str:
        line = self._stream.readline()
        if not line:
            self._echo("\n")
            raise Quit
        text = line.strip().lower()
        self._echo(f"{text}\n")
        if text in _QUIT:
            raise Quit
        return text

    def entry(self) -> str:
        return self.choice()


class Keyboard:
    """Answers from a terminal, which gives each key at once while this is open and is as before afterwards."""

    by_key = True

    def __init__(self, echo: Callable[[str], None], idle: Callable[[], None], shows_keys: bool) -> None:
        self._fd = sys.stdin.fileno()
        self._echo = echo
        self._shows_keys = shows_keys  # where what was said stays on the screen, so do the answers
        self._idle = idle  # called while nothing is typed, so that the table can follow the window's size
        self._before = termios.tcgetattr(self._fd)

    def __enter__(self) -> Keyboard:
        tty.setcbreak(self._fd)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        termios.tcsetattr(self._fd, termios.TCSADRAIN, self._before)

    def choice(self) -> str:
        key = self._key().lower()
        if self._shows_keys:
            self._echo(f"{key.strip()}\n" if key.isprintable() else "\n")
        if key in _QUIT:
            raise Quit
        return ENTER if key in "\r\n" else key

    def entry(self) -> str:
        text = ""
        while True:
            key = self._key()
            if key.lower() in ("\r", "\n", ESCAPE, *_QUIT, WHY) and self._shows_keys:
                self._echo("\n")
            if key in "\r\n":
                return text
            if key.lower() in _QUIT:
                raise Quit
            if key in (ESCAPE, WHY) or (key in (UP, DOWN) and not text):
                return key
            if key in _ERASE:
                if text:
                    text = text[:-1]
                    self._echo("\b \b")
            elif key in _AMOUNTS:
                text += key
                self._echo(key)
            elif key.isprintable() and key not in (UP, DOWN):  # no amount has a letter: refuse the whole entry at once
                self._echo("\n" if self._shows_keys else "")
                return text + key

    def _key(self) -> str:
        while not select.select([self._fd], [], [], _LOOK_AROUND)[0]:
            self._idle()
        first = os.read(self._fd, 1)
        if not first or first.decode("latin-1") == _END_OF_TRANSMISSION:
            raise Quit
        if first == b"\x1b" and select.select([self._fd], [], [], 0.01)[0]:
            return _ARROWS.get(os.read(self._fd, 16), NO_KEY)
        return first.decode("ascii", errors="replace")
