"""A drill: something that a real table asks, with everything that may be answered, and what the rules say of each.

>>> from holecard.games import find
>>> from holecard.school.levels import Level, drill_for
>>> drill = drill_for(find("pa-down-under").configure(), Level.PAYOUTS, "doc")
>>> drill.judge(drill.right_reply).right
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import NamedTuple

from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.law.clauses import Cite
from holecard.law.errors import Malformed
from holecard.record.transcript import Step
from holecard.telling.names import summary
from holecard.values.money import Cents, amount, cents

KEYS = "123456789"


class Topic(StrEnum):
    """What a drill is about."""

    SETTLE = "settle"  # what becomes of a wager, and how much is paid
    TAKE = "take"  # how much of a wager is collected, where some is returned
    FIRST = "first"  # who is settled first
    DRAW = "draw"  # whether the dealer draws
    LIGHT = "light"  # what the reader's answer means
    NEXT = "next"  # what the dealer does now
    PIT = "pit"  # whose step of the pit this is
    SAID = "said"  # what the dealer says
    CLAUSE = "clause"  # which clause an irregularity falls under
    FOLLOWS = "follows"  # what follows from it
    DECIDES = "decides"  # who decides then
    RULING = "ruling"  # the floorperson's choice
    PLAY = "play"  # a player's decision


class Option(NamedTuple):
    """Something that may be answered. `why` is said of it if it is wrong; `takes_money`: an amount goes with it.

    `do` is the engine's name of it, where it answers the table's own question.
    """

    key: str
    name: str
    right: bool = False
    takes_money: bool = False
    why: str = ""
    do: str = ""


class Reply(NamedTuple):
    """An answer: the key of an option, and the money where it takes some."""

    key: str
    money: Cents = 0


class Verdict(NamedTuple):
    """What the rules say of a reply: in a sentence, with the clause."""

    right: bool
    says: str
    cite: Cite | None
    also: tuple[Cite, ...] = ()

    @property
    def law(self) -> str:
        """The clause in our own words; "" for a house rule."""
        return summary(self.cite) if self.cite is not None else ""


@dataclass(frozen=True, kw_only=True)
class Drill:
    """A question about a table. `step` is what really happened there, by `answer`; `table` is what is seen."""

    topic: Topic
    skill: str  # what you know when you know the answer; the same for all drills that ask for it
    rules: Rules
    table: Table
    step: Step
    title: str
    options: tuple[Option, ...]
    money: Cents = 0  # what goes with the right option
    says: str  # why the right answer is right
    cite: Cite | None
    also: tuple[Cite, ...] = ()
    before: tuple[str, ...] = ()  # what has just happened
    seat: int = 0  # the box that it is about
    hand: int = 0

    @property
    def right(self) -> tuple[Option, ...]:
        return tuple(option for option in self.options if option.right)

    @property
    def right_reply(self) -> Reply:
        option = self.right[0]
        return Reply(option.key, self.money if option.takes_money else 0)

    @property
    def solution(self) -> str:
        """The right answer in words."""
        names = " or ".join(option.name for option in self.right)
        return f"{names} {amount(self.money)}" if self.right[0].takes_money else names

    def judge(self, reply: Reply) -> Verdict:
        """Whether the reply is what the rules say; a reply that is none of the options is refused."""
        option = next((option for option in self.options if option.key == reply.key), None)
        if option is None:
            keys = ", ".join(f"{option.key} ({option.name})" for option in self.options)
            raise Malformed(f"{reply.key!r} is not an answer here. Choose one of {keys}")
        right = option.right and (not option.takes_money or reply.money == self.money)
        if right:
            return Verdict(True, self.says, self.cite, self.also)
        wrong = f"{option.why} " if option.why else ""
        return Verdict(False, f"{wrong}The answer is: {self.solution}. {self.says}", self.cite, self.also)


def parse_reply(drill: Drill, text: str) -> Reply:
    """A reply as it is typed: a key, with the chips paid where money goes with it, for example `1 25+5+1`."""
    key, _, money = text.strip().partition(" ")
    option = next((option for option in drill.options if option.key == key), None)
    if option is None or not option.takes_money:
        return Reply(key)
    return Reply(key, chips_total(drill.rules, money))


def chips_total(rules: Rules, text: str) -> Cents:
    """What chips come to, written with plus signs, or one amount.

    >>> from holecard.games import find
    >>> chips_total(find("reference").configure(), "25+5+5")
    3500
    """
    if not text.strip():
        raise Malformed("say how much, as one amount or as chips: for example 31.50 or 25+5+1+0.50")
    chips = [cents(part.strip()) for part in text.split("+")]
    unknown = [chip for chip in chips if chip not in denominations(rules)] if len(chips) > 1 else []
    if unknown:
        known = ", ".join(amount(chip) for chip in denominations(rules))
        raise Malformed(f"the table has no chip of {amount(unknown[0])}. Its chips: {known}")
    return sum(chips)


def chips_of(rules: Rules, money: Cents) -> tuple[Cents, ...]:
    """The fewest chips that make an amount, the largest first.

    >>> from holecard.games import find
    >>> chips_of(find("reference").configure(), 3150)
    (2500, 500, 100, 50)
    """
    found: list[Cents] = []
    for chip in denominations(rules):
        found += [chip] * (money // chip)
        money %= chip
    return (*found, money) if money else tuple(found)


def denominations(rules: Rules) -> tuple[Cents, ...]:
    """The chips of a table, the largest first: those of a usual rack, down to the smallest that it plays with."""
    return tuple(chip for chip in RACK if chip >= rules.chip) or (rules.chip,)


RACK: tuple[Cents, ...] = (100000, 50000, 10000, 2500, 500, 100, 50, 10, 5, 1)  # as the pages draw them


def options(right: str, wrong: Iterable[str], chance: Random, most: int = 4) -> tuple[Option, ...]:
    """One right option among wrong ones, in any order, each with a digit as its key."""
    others = [name for name in dict.fromkeys(wrong) if name != right]
    names = [right, *chance.sample(others, min(most - 1, len(others)))]
    chance.shuffle(names)
    return tuple(Option(key, name, name == right) for key, name in zip(KEYS, names, strict=False))
