"""Counting systems: what each adds to the running count for every card seen, and how well it follows a wager.

The betting correlation is that of the tags with the effects of removal, each of the fifty-two cards alike. The
best tags of a level are found exactly: for every scale and shift the best whole tags are the rounded effects, and only
finitely many roundings differ.

>>> from holecard.games import find
>>> from holecard.lab.counting.removals import removals
>>> effects = removals(find("reference").configure())
>>> round(correlation(KNOWN["hi-lo"], effects), 2)
0.96
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from holecard.lab.counting._wager_values import VALUE_OF
from holecard.lab.counting.removals import VALUES, Removals
from holecard.law.errors import HolecardError, Malformed
from holecard.values.cards import DECK

Floats = NDArray[np.float64]
MOST_TAG = 20
FLAT = 1e-12  # effects below this are rounding: the wager follows no linear count
LEVELS = (1, 2, 3)
BEST = {f"best-{level}": level for level in LEVELS}


@dataclass(frozen=True)
class System:
    """A counting system. Where the tags of a deck do not sum to zero, `pivot` is the running count it is judged by."""

    name: str
    tags: tuple[Fraction, ...]  # by `Card.index`
    pivot: Fraction | None = None

    def __post_init__(self) -> None:
        if not any(self.tags):
            raise Malformed(f"{self.name} counts nothing: every tag is 0")
        if not self.balanced and self.pivot is None:
            raise Malformed(
                f"{self.name} is unbalanced: its tags sum to {float(self.per_deck):g} for each deck. Add its pivot"
            )

    @property
    def per_deck(self) -> Fraction:
        """What a whole deck adds to the count."""
        return sum(self.tags, Fraction(0))

    @property
    def balanced(self) -> bool:
        return self.per_deck == 0

    @property
    def has_suits(self) -> bool:
        """Whether cards of one value count differently."""
        return any(len({self.tags[card.index] for card in DECK if card.value == value}) > 1 for value in range(1, 11))

    @cached_property
    def scale(self) -> int:
        """The least number that makes every tag whole."""
        return lcm(*(tag.denominator for tag in self.tags))

    def start(self, decks: int) -> Fraction:
        """The running count of a fresh shoe: so that a balanced count ends at 0, another is at its pivot when the
        cards that are left are as in a full shoe and all have gone."""
        return Fraction(0) if self.balanced or self.pivot is None else self.pivot - self.per_deck * decks

    def centred(self) -> System:
        """The same with the mean of a deck taken off each tag, so that it is balanced and can be a true count."""
        mean = self.per_deck / len(DECK)
        return System(self.name, tuple(tag - mean for tag in self.tags))

    def shown_tags(self) -> dict[str, int | float]:
        """By value; where suits count, each card of such a value."""
        found: dict[str, int | float] = {}
        for at, name in enumerate(VALUES):
            cards = [card for card in DECK if card.value == at + 1]
            if len({self.tags[card.index] for card in cards}) == 1:
                found[name] = _number(self.tags[cards[0].index])
            else:
                found |= {str(card): _number(self.tags[card.index]) for card in cards}
        return found


def _number(tag: Fraction) -> int | float:
    return tag.numerator if tag.denominator == 1 else float(tag)


def _by_value(name: str, tags: str, pivot: int | None = None) -> System:
    """Tags of A, 2 to 9 and T."""
    by_value = [Fraction(tag) for tag in tags.split()]
    return System(name, tuple(by_value[at] for at in VALUE_OF), None if pivot is None else Fraction(pivot))


def _red_seven() -> System:
    hi_lo = _by_value("", "-1 1 1 1 1 1 0 0 0 -1").tags
    tags = tuple(Fraction(1) if card.rank == "7" and card.is_red else hi_lo[card.index] for card in DECK)
    return System("red-7", tags, Fraction(0))


KNOWN = {
    system.name: system
    for system in (
        _by_value("hi-lo", "-1 1 1 1 1 1 0 0 0 -1"),
        _by_value("hi-opt-1", "0 0 1 1 1 1 0 0 0 -1"),
        _by_value("hi-opt-2", "0 1 1 2 2 1 1 0 0 -2"),
        _by_value("omega-2", "0 1 1 2 2 2 1 0 -1 -2"),
        _by_value("zen", "-1 1 1 2 2 2 1 0 0 -2"),
        _by_value("halves", "-1 1/2 1 1 3/2 1 1/2 0 -1/2 -1"),
        _by_value("ko", "-1 1 1 1 1 1 1 0 0 -1", pivot=4),
        _by_value("ace-five", "-1 0 0 0 1 0 0 0 0 0"),
        _red_seven(),
    )
}


def find_system(text: str, effects: Removals | None = None) -> System:
    """A known system, one in a file, or the best of a level for these effects, as a true count."""
    if text in KNOWN:
        return KNOWN[text]
    if text in BEST and effects is not None:
        found = best_system(effects, BEST[text])
        if found is None:
            raise Malformed(f"no count follows {effects.wager}: no card that leaves the shoe changes what it is worth")
        return found.centred()
    if text in BEST or not Path(text).suffix:
        names = ", ".join([*KNOWN, *(BEST if effects is not None else ())])
        raise Malformed(f"--system {text} is unknown. Choose one of {names}, or name a TOML file")
    return read_system(Path(text))


def read_system(path: Path) -> System:
    """A system in a TOML file: its `tags`, by value or by card, its `name`, and its `pivot` if it is unbalanced."""
    try:
        written = tomllib.loads(path.read_text())
    except OSError as error:
        raise HolecardError(f"{path} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Malformed(f"{path} is not a TOML file: {error}") from error
    tags = written.get("tags")
    if not isinstance(tags, dict) or not tags:
        raise Malformed(f"{path} needs a table [tags], for example A = -1")
    unknown = sorted(set(written) - {"name", "tags", "pivot"})
    if unknown:
        raise Malformed(f"{path}: {unknown[0]} is unknown. A system has a name, tags and a pivot")
    pivot = _tag(path, "pivot", written["pivot"]) if "pivot" in written else None
    return System(str(written.get("name", path.stem)), _read_tags(path, tags), pivot)


def _read_tags(path: Path, tags: Mapping[str, Any]) -> tuple[Fraction, ...]:
    """A card of its own goes before its value; what is left out counts 0."""
    cards = {str(card): card.index for card in DECK}
    for name in tags:
        if name not in VALUES and name not in cards:
            raise Malformed(f"{path}: {name} is not a card. Write A, 2 to 9, T, or one card such as {DECK[6]}")
    given = {name: _tag(path, name, tag) for name, tag in tags.items()}
    return tuple(given.get(str(card), given.get(VALUES[card.value - 1], Fraction(0))) for card in DECK)


def _tag(path: Path, name: str, tag: object) -> Fraction:
    if isinstance(tag, bool) or not isinstance(tag, int | float) or not abs(tag) <= MOST_TAG or 8 * tag % 1:
        raise Malformed(
            f"{path}: {name} = {tag!r} is not a number from -{MOST_TAG} to {MOST_TAG} in eighths or coarser"
        )
    return Fraction(tag)


@dataclass(frozen=True)
class Systems:
    """The systems beside each other, each with its correlation."""

    effects: Removals
    systems: tuple[System, ...]

    @property
    def is_flat(self) -> bool:
        """Whether no card has an effect of its own."""
        return float(np.abs(self.effects.effects).max()) < FLAT

    def to_dict(self) -> dict[str, Any]:
        return {
            "wager": self.effects.wager,
            "pay_scale": self.effects.pay_scale,
            "rows": [
                {
                    "system": system.name,
                    "tags": system.shown_tags(),
                    "balanced": system.balanced,
                    "correlation": correlation(system, self.effects),
                }
                for system in self.systems
            ],
        }


def systems_for(effects: Removals, files: Sequence[str] = ()) -> Systems:
    """The known systems, those in files, and the best of each level."""
    own = [find_system(file) for file in files]
    best = [system for level in LEVELS if (system := best_system(effects, level)) is not None]
    return Systems(effects, (*KNOWN.values(), *own, *best))


def correlation(system: System, effects: Removals) -> float | None:
    """How closely the tags follow the effects: 1 is perfect. None where no card has an effect."""
    return _correlation(np.array(system.tags, np.float64), effects.by_card())


def _correlation(tags: Floats, effects: Floats) -> float | None:
    one, other = tags - tags.mean(), effects - effects.mean()
    spread = np.sqrt((one @ one) * (other @ other))
    if np.abs(effects).max() < FLAT or not spread:
        return None
    return float(one @ other / spread)


def best_system(effects: Removals, level: int) -> System | None:
    """The whole tags from -level to level that follow the effects best, balanced or not."""
    by_card = effects.by_card()
    if np.abs(by_card).max() < FLAT:
        return None
    tags = tuple(Fraction(int(tag)) for tag in best_tags(by_card, level))
    return System(f"best-{level}", tags, None if sum(tags) == 0 else Fraction(0))


def best_tags(effects: Floats, level: int) -> Floats:
    """The tags of the fifty-two cards, whose effects these are."""
    kinds, place = np.unique(np.round(effects / FLAT) * FLAT, return_inverse=True)
    best, found = -1.0, np.zeros(len(kinds))
    seen: set[bytes] = set()
    for tags in _roundings(kinds, level):
        if tags.tobytes() in seen or not tags.any():
            continue
        seen.add(tags.tobytes())
        follows = _correlation(tags[place], effects)
        if follows is not None and follows > best + 1e-12:
            best, found = follows, tags
    return found[place] / gcd(*(int(tag) for tag in found))


def _roundings(effects: Floats, level: int) -> Iterator[Floats]:
    """Every way in which the effects can be scaled, shifted and rounded to tags.

    A tag changes on a line in the plane of scale and shift. Between the lines nothing changes, so it is enough to look
    around the points where two of them cross.
    """
    halves = np.arange(-level + 0.5, level)
    lines = [(effect, half) for effect in effects for half in halves]
    span = effects.max() - effects.min()
    around = (
        span * 1e-7 * np.array([(1, 0.3), (1, -0.3), (-1, 0.3), (-1, -0.3), (0.3, 1), (0.3, -1), (-0.3, 1), (-0.3, -1)])
    )
    for at, (one, half) in enumerate(lines):
        for other, another in lines[at + 1 :]:
            if half == another:
                continue
            scale = (one - other) / (half - another)
            for more, shifted in around:
                if scale + more > 0:
                    rounded = np.rint((effects - (one - half * scale) - shifted) / (scale + more))
                    yield np.clip(rounded, -level, level)
