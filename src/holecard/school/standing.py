"""Where you stand: how well you know each skill, and which of them cost you most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from holecard.engine.rules import Rules
from holecard.school.memory import Item, Memory
from holecard.telling.names import light_name, wager_name


class Mark(StrEnum):
    """How well you know a place of the strategy card."""

    NOT_ASKED = "not asked yet"
    KNOWN = "always right"
    SHAKY = "right more often than not"
    WEAK = "wrong at least every second time"


SIGNS = {Mark.NOT_ASKED: "", Mark.KNOWN: "✓", Mark.SHAKY: "~", Mark.WEAK: "✗"}  # no mark by colour alone


class Record(NamedTuple):
    """Your answers at one place of the card."""

    seen: int = 0
    wrong: int = 0
    lost: float = 0.0

    @property
    def mark(self) -> Mark:
        if not self.seen:
            return Mark.NOT_ASKED
        if not self.wrong:
            return Mark.KNOWN
        return Mark.WEAK if 2 * self.wrong >= self.seen else Mark.SHAKY


def record_of(skills: Iterable[str], memory: Memory) -> Record:
    """Your answers at a place that stands for these skills, all together."""
    items = [memory[skill] for skill in skills if skill in memory]
    return Record(sum(one.seen for one in items), sum(one.wrong for one in items), sum(one.lost for one in items))


def worst(memory: Memory, most: int = 10) -> list[Item]:
    """The skills whose mistakes cost you most."""
    return sorted((item for item in memory.values() if item.wrong), key=lambda item: -item.lost)[:most]


def spoken(rules: Rules, skill: str) -> str:
    """A skill in words.

    >>> from holecard.games import find
    >>> spoken(find("pa-down-under").configure(), "insurance|hard 16||A||")
    'Insurance: hard 16 against A'
    """
    return " ".join(_words(rules, *skill.split("|")))


def _words(rules: Rules, subject: str, row: str, cards: str, up: str, light: str, hole: str) -> Iterator[str]:
    if subject:
        yield f"{wager_name(rules, subject)}:"
    yield row
    if cards:
        yield {"more": "of more than two cards", "split": "after a split"}[cards]
    yield f"against {up}" + (f" and {hole}" if hole else "")
    if light:
        yield f"({light_name(rules, light)})"
