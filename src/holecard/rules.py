"""Rules: a game as configured for one table, ready for `ask` and `answer`.

`Option`s are what the operator may choose and the readings that are switches; `Options` is what was chosen.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Protocol

from holecard.cards import Card
from holecard.errors import Malformed, Refused
from holecard.law import Cite, Register, house
from holecard.money import Cents, Odds, amount, cents
from holecard.questions import (
    Act,
    Done,
    Draw,
    Facts,
    Irregularity,
    Legal,
    Notice,
    Offer,
    PitStep,
    Question,
    RoundOver,
)
from holecard.settlement import Cases, Grounds, no_grounds
from holecard.table import NO_TASKS, Box, Hand, Pending, Pit, Table, Task
from holecard.wagers.side_wager import SideWager

Value = str | int | bool
Reason = tuple[Cite, str]
Step = Callable[["Rules", Table], Question | Done | None]


def text_of(value: Value) -> str:
    """How an option's value is written: `yes`, `6`, `3:2`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


@dataclass(frozen=True)
class Choice:
    """Something the operator chooses among permitted values; `reading` marks a switch between readings."""

    name: str
    values: tuple[Value, ...]
    default: Value
    cite: Cite
    reading: bool = False

    def parse(self, text: str) -> Value:
        for value in self.values:
            if text_of(value) == text:
                return value
        if not self._readable(text):
            raise Malformed(f"{self.name}={text} cannot be read: one of {', '.join(self.shown_values)}")
        raise Refused(
            f"{self.name}={text}",
            cite=self.cite,
            why="is not a permitted value",
            legal=tuple(text_of(value) for value in self.values),
        )

    def _readable(self, text: str) -> bool:
        """Whether it is at least a number where numbers are chosen among, and odds where odds are."""
        if type(self.values[0]) is int:
            return text.lstrip("-").isdigit()
        return ":" in text or ":" not in str(self.values[0])

    def show(self, value: Value) -> str:
        return text_of(value)

    @property
    def shown_values(self) -> tuple[str, ...]:
        return tuple(text_of(value) for value in self.values)


@dataclass(frozen=True)
class AtLeast(Choice):
    """A number that the clause bounds from below alone: where our values end is no law."""

    def parse(self, text: str) -> Value:
        if text.isdecimal() and int(text) > max(int(value) for value in self.values):
            why = "is more than this software deals"
            raise Refused(f"{self.name}={text}", cite=house(f"most {self.name}"), why=why, legal=self.shown_values)
        return super().parse(text)


NONE = "none"


@dataclass(frozen=True)
class Sum:
    """An amount of money that the house sets, such as the table minimum; one that is 0 by default may be `none`."""

    name: str
    default: Cents
    cite: Cite
    reading: bool = False

    def parse(self, text: str) -> Value:
        if text == NONE and not self.default:
            return 0
        value = cents(text)
        if value <= 0:
            raise Refused(f"{self.name}={text}", cite=self.cite, why="must be more than nothing")
        return value

    def show(self, value: Value) -> str:
        return amount(int(value)) if value else NONE

    @property
    def shown_values(self) -> tuple[str, ...]:
        return ("an amount such as " + amount(self.default),) if self.default else (NONE, "an amount such as 100.00")


@dataclass(frozen=True)
class OddsChoice:
    """Odds that the operator supplies, or `standard` for those of the text."""

    name: str
    cite: Cite
    default: str = "standard"
    reading: bool = False

    def parse(self, text: str) -> Value:
        return text if text == self.default else str(Odds.parse(text))

    def show(self, value: Value) -> str:
        return str(value)

    @property
    def shown_values(self) -> tuple[str, ...]:
        return (self.default, "odds such as 11:1")


Option = Choice | Sum | OddsChoice

TABLE_LIMITS_CITE = house("table limits")
YES_NO = (True, False)
TABLE_LIMITS: tuple[Option, ...] = (
    Sum("minimum", 100, house("table minimum")),
    Sum("maximum", 1_000_000, house("table maximum")),
    Sum("chip", 50, house("smallest playable chip")),
    Sum("increment", 50, house("least double")),
)


class Options(Mapping[str, Value]):
    """The value of every option, by name."""

    def __init__(self, declared: tuple[Option, ...], chosen: Mapping[str, Value]) -> None:
        self._declared = declared
        self._chosen = dict(chosen)

    def __getitem__(self, name: str) -> Value:
        return self._chosen[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._chosen)

    def __len__(self) -> int:
        return len(self._chosen)

    def number(self, name: str) -> int:
        return int(self._chosen[name])

    def flag(self, name: str) -> bool:
        return bool(self._chosen[name])

    def text(self, name: str) -> str:
        return str(self._chosen[name])

    def odds(self, name: str) -> Odds:
        return Odds.parse(self.text(name))

    def shown(self) -> dict[str, str]:
        """Every option as it is written on a command line."""
        return {option.name: option.show(self._chosen[option.name]) for option in self._declared}


def parse_options(declared: tuple[Option, ...], given: Mapping[str, object]) -> Options:
    """What was chosen, the rest by default. Values may be written or be Python values."""
    by_name = {option.name: option for option in declared}
    for name in given:
        if name not in by_name:
            raise Malformed(f"no option {name!r}: one of {', '.join(by_name)}")
    chosen: dict[str, Value] = {option.name: option.default for option in declared}
    for name, value in given.items():
        option = by_name[name]
        if isinstance(option, Sum) and isinstance(value, int) and not isinstance(value, bool):
            value = amount(value)
        elif isinstance(value, (bool, int)):
            value = text_of(value)
        if not isinstance(value, str):
            raise Malformed(f"option {name} cannot be {value!r}")
        chosen[name] = option.parse(value.strip())
    return Options(declared, chosen)


class Action(Protocol):
    """Something a hand may do in its turn."""

    @property
    def key(self) -> str: ...

    def offered(self, rules: Rules, box: Box, hand: Hand) -> Legal | None:
        """What may be done now, or None."""

    def why_not(self, rules: Rules, box: Box, hand: Hand) -> tuple[Cite, str]:
        """The clause and the reason, where it is not offered."""

    def take(self, rules: Rules, table: Table, at: int, number: int, stake: Cents) -> Done:
        """Do it."""


class OfferRule(Protocol):
    """An offer that is made once: what may be chosen and what follows."""

    def take(self, rules: Rules, table: Table, question: Offer, act: Act) -> Done: ...


class Ruling(Protocol):
    """A choice that an irregularity opens."""

    def question(self, rules: Rules, table: Table, pending: Pending) -> Offer: ...

    def take(self, rules: Rules, table: Table, question: Offer, act: Act) -> Done: ...


class IrregularityRule(Protocol):
    """An irregularity: whether it can happen now, and what it does."""

    @property
    def cite(self) -> Cite: ...

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done: ...


class PitRule(Protocol):
    """A step of the pit: who must answer it, and what follows."""

    def question(self, rules: Rules, table: Table, task: Task) -> PitStep: ...

    def take(self, rules: Rules, table: Table, question: PitStep, act: Act) -> Done: ...


class NoticeRule(Protocol):
    """Something that happens around the game and is told to the table."""

    def take(self, rules: Rules, table: Table, question: Question, notice: Notice) -> Done: ...


class Opening(Protocol):
    """The pit of a table that has just received its cards."""

    def __call__(self, rules: Rules, preinspected: bool = False) -> Pit: ...


def nothing_to_open(rules: Rules, preinspected: bool = False) -> Pit:
    """A game without a pit."""
    return NO_TASKS


class Fee(Protocol):
    """A fee that is laid down with a main wager."""

    @property
    def place(self) -> Cite: ...

    @property
    def waived(self) -> Cite: ...

    @property
    def waived_at(self) -> Cents:
        """From which wager on it is; 0: never."""

    def owed(self, stake: Cents) -> Cents:
        """What is due with a wager of this size."""


class Reader(Protocol):
    """The device that looks at the hole card."""

    @property
    def shows(self) -> tuple[str, ...]: ...

    @property
    def device(self) -> str: ...

    def light(self, up: Card, hole: Card) -> str:
        """What it shows for this hole card under this up card."""

    def facts(self, light: str) -> Facts:
        """What is made known when it shows this."""


OtherBettors = Callable[[Table, str, str], Reason | None]


def one_bettor(table: Table, bettor: str, do: str) -> Reason | None:
    """Why another bettor of a box may not do this, where only its seated player may: here there is no other."""
    return None


@dataclass(frozen=True, kw_only=True)
class Bound:
    """A number that a clause fixes."""

    most: int
    cite: Cite


@dataclass(frozen=True, kw_only=True)
class Play:
    """What a game's file says of a round under the options chosen."""

    steps: tuple[Step, ...]
    actions: tuple[Action, ...]
    cases: Cases
    place: Cite  # who may take part
    chips: Cite  # what wagers are made of
    spoken: bool  # whether a wager may be called out, with cash
    closing: Cite  # the deal begins once the wagers are down
    in_time: Cite  # and none is placed or taken back later
    adjacent: Cite  # on how many boxes
    no_other_bettor: Cite
    barred: Cite  # entry in mid-shoe
    behind: tuple[Cite, ...] = ()  # where the wagers of a box's other bettors lie
    every_box: Cite | None = None  # that the minimum holds on each box a player bets on
    held_down: Cite | None = None  # that players are held to one box and the minimum
    orally: Cite | None = None  # why a spoken wager is not taken
    hands_off: Mapping[str, Cite] = field(
        default_factory=dict
    )  # that a wager of a kind is not taken back, if `in_time`
    settled: Cite | None = None  # does not say it; and that nobody touches one that is settled
    box_limits: Cite = TABLE_LIMITS_CITE
    ace: Cite | None = None  # how an ace counts, where a clause says so
    collect: Callable[[Rules, Table, RoundOver], Done]
    cover: Callable[[Rules, Table, Draw], Done]
    boxes_adjoin: bool = True
    dealer_limit: int = 21
    withheld: Mapping[str, Reason | Callable[[Table], Reason | None]] = field(default_factory=dict)
    others: OtherBettors = one_bettor
    grounds: Grounds = no_grounds
    ante: Fee | None = None
    offers: Mapping[str, OfferRule] = field(default_factory=dict)
    side_wagers: Mapping[str, SideWager] = field(default_factory=dict)
    reader: Reader | None = None
    bettors_per_box: int = 1
    rulings: Mapping[str, Ruling] = field(default_factory=dict)
    irregularities: Mapping[str, IrregularityRule] = field(default_factory=dict)
    pit: Mapping[str, PitRule] = field(default_factory=dict)
    notices: Mapping[str, NoticeRule] = field(default_factory=dict)
    opening: Opening = nothing_to_open

    def why_withheld(self, do: str, table: Table) -> Reason | None:
        """Why something that the game knows of is not to be had, ever or at this table now."""
        reason = self.withheld.get(do)
        return reason(table) if callable(reason) else reason


@dataclass(frozen=True, kw_only=True, eq=False)
class Rules:
    """A configured game. Two with the same `hash` play alike."""

    key: str
    name: str
    register: Register | None
    options: Options
    boxes: Bound
    play: Play
    decks: int
    minimum: Cents
    maximum: Cents
    chip: Cents
    increment: Cents
    boxes_per_player: int
    box_maximum: Cents  # for all bettors of a box together; 0: none
    player_maximum: Cents  # for one bettor on a box; 0: none
    steps: tuple[Step, ...]
    cases: Cases
    actions: Mapping[str, Action]

    @cached_property
    def steps_from(self) -> tuple[tuple[tuple[int, Step], ...], ...]:
        """For each place in the list, the steps from there on with their places."""
        placed = tuple(enumerate(self.steps))
        return tuple(placed[at:] for at in range(len(placed)))

    @property
    def hash(self) -> str:
        """A fingerprint of the game and every option chosen."""
        text = json.dumps([self.key, self.options.shown()], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def is_proposed(self) -> bool:
        """Whether the edition in use is only a proposal, which no live house may play."""
        return self.register is not None and self.register.is_proposed


def by_key(actions: tuple[Action, ...]) -> Mapping[str, Action]:
    return MappingProxyType({action.key: action for action in actions})
