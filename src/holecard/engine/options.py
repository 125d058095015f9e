"""What an operator may choose, including readings that can be switched. `Options` is what was chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from holecard.law.clauses import Cite, house
from holecard.law.errors import Malformed, Refused
from holecard.values.money import ODDS, Cents, Odds, amount, cents

Value = str | int | bool
WHOLE = re.compile(r"-?[0-9]{1,12}")


def text_of(value: Value) -> str:
    """How an option's value is written: `yes`, `6`, `3:2`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


class Titled:
    """A script types an option's name and value; people read its `title`, and the `names` of values that are keys."""

    names: Mapping[str, str]

    def named(self, shown: str) -> str:
        """What people read for a value as written."""
        return self.names.get(shown, shown)


@dataclass(frozen=True)
class Choice(Titled):
    """Something the operator chooses among permitted values; `reading` marks a switch between readings.

    >>> soft = Choice("soft17", "Dealer's soft 17", ("hit", "stand"), "hit", house("soft 17"), names={"hit": "hits"})
    >>> soft.named("hit"), soft.named("stand")
    ('hits', 'stand')
    """

    name: str
    title: str
    values: tuple[Value, ...]
    default: Value
    cite: Cite
    reading: bool = False
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    newer: bool = False  # whether rounds were recorded before it existed

    def parse(self, text: str) -> Value:
        for value in self.values:
            if text_of(value) == text:
                return value
        if not self._readable(text):
            raise Malformed(f"{self.name}={text} cannot be read. Accepted: {', '.join(self.shown_values)}")
        raise Refused(
            f"{self.name}={text}",
            cite=self.cite,
            why="is not a permitted value",
            legal=tuple(text_of(value) for value in self.values),
        )

    def _readable(self, text: str) -> bool:
        """Whether it is at least a number where numbers are chosen among, and odds where odds are."""
        first = self.values[0]
        if type(first) is int:
            return WHOLE.fullmatch(text) is not None
        return ":" not in str(first) or ODDS.fullmatch(text) is not None

    def show(self, value: Value) -> str:
        return text_of(value)

    @property
    def shown_values(self) -> tuple[str, ...]:
        return tuple(text_of(value) for value in self.values)


@dataclass(frozen=True)
class AtLeast(Choice):
    """A number that the clause bounds from below alone: where our values end is no law."""

    def parse(self, text: str) -> Value:
        if WHOLE.fullmatch(text) and int(text) > max(int(value) for value in self.values):
            why = "is more than this program supports"
            raise Refused(f"{self.name}={text}", cite=house(f"most {self.name}"), why=why, legal=self.shown_values)
        return super().parse(text)


NONE = "none"


@dataclass(frozen=True)
class Sum(Titled):
    """An amount of money that the house sets, such as the table minimum; one that is 0 by default may be `none`."""

    name: str
    title: str
    default: Cents
    cite: Cite
    reading: bool = False
    names: Mapping[str, str] = field(default_factory=dict, hash=False)

    def parse(self, text: str) -> Value:
        if text == NONE and not self.default:
            return 0
        try:
            value = cents(text)
        except Malformed as error:
            raise Malformed(f"{self.name}: {error}") from None
        if value <= 0:
            raise Refused(f"{self.name}={text}", cite=self.cite, why="the amount must be greater than 0")
        return value

    def show(self, value: Value) -> str:
        return amount(int(value)) if value else NONE

    @property
    def shown_values(self) -> tuple[str, ...]:
        return ("an amount such as " + amount(self.default),) if self.default else (NONE, "an amount such as 100.00")


@dataclass(frozen=True)
class OddsChoice(Titled):
    """Odds that the operator supplies, or `standard` for those of the text."""

    name: str
    title: str
    cite: Cite
    default: str = "standard"
    reading: bool = False
    names: Mapping[str, str] = field(default_factory=dict, hash=False)

    def parse(self, text: str) -> Value:
        if text == self.default:
            return text
        try:
            return str(Odds.parse(text))
        except Malformed as error:
            raise Malformed(f"{self.name}: {error}, or {self.default}") from None

    def show(self, value: Value) -> str:
        return str(value)

    @property
    def shown_values(self) -> tuple[str, ...]:
        return (self.default, "odds such as 11:1")


Option = Choice | Sum | OddsChoice

TABLE_LIMITS_CITE = house("table limits")
YES_NO = (True, False)
TABLE_LIMITS: tuple[Option, ...] = (
    Sum("minimum", "Table minimum", 100, house("table minimum")),
    Sum("maximum", "Table maximum", 1_000_000, house("table maximum")),
    Sum("chip", "Smallest chip", 50, house("smallest playable chip")),
    Sum("increment", "Smallest double", 50, house("least double")),
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

    def told_apart(self) -> dict[str, str]:
        """As `shown`, without newer options that are at their default."""
        newer = (one for one in self._declared if isinstance(one, Choice) and one.newer)
        at_default = {one.name for one in newer if self[one.name] == one.default}
        return {name: text for name, text in self.shown().items() if name not in at_default}

    def shown(self) -> dict[str, str]:
        """Every option as it is written on a command line."""
        return {option.name: option.show(self._chosen[option.name]) for option in self._declared}

    def not_default(self) -> dict[str, str]:
        """As `shown`, without what is at its default."""
        usual = {option.name for option in self._declared if self[option.name] == option.default}
        return {name: text for name, text in self.shown().items() if name not in usual}


def parse_options(declared: tuple[Option, ...], given: Mapping[str, object]) -> Options:
    """What was chosen, the rest by default. Values may be written or be Python values."""
    by_name = {option.name: option for option in declared}
    for name in given:
        if name not in by_name:
            raise Malformed(f"unknown option {name!r}. Choose one of {', '.join(by_name)}")
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
