"""Asks drills in the terminal: shows the table and the question, reads the reply, says what the rules say of it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from rich.text import Text

from holecard.cli.options import console
from holecard.cli.table.keys import Answers, Keyboard, Lines, Quit
from holecard.cli.table.render import FELT, View, felt
from holecard.law.errors import Malformed
from holecard.school.drill import Drill, Reply, Verdict, chips_total, parse_reply

WIDTH = 80


class Given(NamedTuple):
    """A reply, what the rules say of it, and how long it took."""

    reply: Reply
    verdict: Verdict
    seconds: float


class Asker:
    """A person at the terminal, asked one drill after another."""

    def __init__(self, answers: Answers) -> None:
        self._out = console()
        self._answers = answers

    def say(self, *lines: Text | str) -> None:
        for line in lines:
            self._out.print(line, soft_wrap=True)

    def ask(self, drill: Drill, number: int, shows_verdict: bool = True) -> Given:
        """Ask until the reply is one of the options; `Quit` leaves."""
        self.say("", *self._table(drill), *(Text(text, "dim") for text in drill.before))
        self.say(Text(f"{number}. {drill.title}", "bold"))
        for option in drill.options:
            more = " and how much" if option.takes_money else ""
            self.say(Text.assemble("  ", (f"[{option.key.upper()}]", "bold"), f" {option.name}{more}"))
        began = time.monotonic()
        while True:
            try:
                reply = self._reply(drill)
                verdict = drill.judge(reply)
            except Malformed as error:
                self.say(f"  {error}")
                continue
            given = Given(reply, verdict, time.monotonic() - began)
            if shows_verdict:
                self.verdict(verdict)
            return given

    def verdict(self, verdict: Verdict) -> None:
        head = ("Right. ", "bold green") if verdict.right else ("Wrong. ", "bold red")
        self.say(Text.assemble(head, verdict.says))
        if verdict.cite is not None:
            law = f": {verdict.law}" if verdict.law and verdict.law.lower() not in verdict.says.lower() else ""
            self.say(Text(f"  {verdict.cite}{law}", "dim"))

    def number(self, prompt: str) -> str:
        """A line that is typed, such as a count."""
        self._out.print(Text(f"{prompt} ▸ ", "bold"), end="")
        return self._answers.entry()

    def _reply(self, drill: Drill) -> Reply:
        self._out.print(Text("Your answer ▸ ", "bold"), end="")
        text = self._answers.choice()
        option = next((option for option in drill.options if option.key == text), None)
        if option is None or not option.takes_money:
            return parse_reply(drill, text)
        return Reply(option.key, chips_total(drill.rules, self.number("How much, or which chips")))

    def _table(self, drill: Drill) -> list[Text]:
        if not drill.table.boxes:
            return []
        acting = (drill.seat, drill.hand) if drill.seat and drill.hand else None
        *lines, foot = felt(View(drill.rules, drill.table, acting=acting), min(self._out.width, WIDTH))
        return [*lines, Text(f"╰{'─' * (foot.cell_len - 2)}╯", FELT)]  # a drill has no bankroll and no round


@contextmanager
def at_the_terminal() -> Iterator[Asker]:
    """The keys of a terminal, or whole lines from anything else."""
    out = console()

    def echo(text: str) -> None:
        out.file.write(text)
        out.file.flush()

    if not sys.stdin.isatty():
        yield Asker(Lines(sys.stdin, echo))
        return
    with Keyboard(echo, _nothing, shows_keys=True) as keyboard:
        yield Asker(keyboard)


def _nothing() -> None:
    return None


def until_quit(ask: Callable[[], None]) -> None:
    """Do this, and stop where the person leaves."""
    try:
        ask()
    except (Quit, KeyboardInterrupt):
        return
