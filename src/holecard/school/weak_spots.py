"""Weak spots: the strategy card with your own record on it, as a picture and as a list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from holecard.engine.rules import Rules
from holecard.lab.card.cells import Cell
from holecard.lab.card.codes import Code
from holecard.lab.card.text import Line, Sheet, Shown
from holecard.school.memory import Item, Memory
from holecard.telling.names import light_name, wager_name


class Mark(StrEnum):
    """How well you know a place of the card."""

    NOT_ASKED = "not asked yet"
    KNOWN = "always right"
    SHAKY = "right more often than not"
    WEAK = "wrong at least every second time"


TINTS = {Mark.NOT_ASKED: "#ffffff", Mark.KNOWN: "#cfe8c6", Mark.SHAKY: "#f3dc8c", Mark.WEAK: "#e8a08c"}
SIGNS = {Mark.NOT_ASKED: "", Mark.KNOWN: "✓", Mark.SHAKY: "~", Mark.WEAK: "✗"}  # no mark by colour alone


class _Marked(Code):
    """A code of the card, tinted by your record instead of by what it says."""

    @property
    def tint(self) -> str:
        return TINTS[Mark(self.kind)]


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


def skill_of(cell: Cell) -> str:
    """The skill that a place of the card is, as `hands.Position.skill` names it."""
    column, row = cell.column, cell.row
    return "|".join(("", row.hand, "more" if row.cards else "", column.up, column.light, column.hole))


def record_of(shown: Shown, memory: Memory) -> Record:
    """What you did at a place, all hands that it stands for together."""
    items = [memory[skill] for skill in map(skill_of, shown.cells) if skill in memory]
    return Record(sum(item.seen for item in items), sum(item.wrong for item in items), sum(item.lost for item in items))


def marked(sheet: Sheet, memory: Memory) -> Sheet:
    """The card with your record in its tints and a sign after each letter."""
    lines = tuple(_marked_line(line, memory) for line in sheet.lines)
    legend = tuple(_Marked(SIGNS[mark], mark.value, mark.value) for mark in Mark)
    title = f"{sheet.title}, your weak spots"
    return replace(sheet, title=title, lines=lines, legend=(*legend,), notes=(_sum(memory), *sheet.notes))


def _marked_line(line: Line, memory: Memory) -> Line:
    shown = []
    for one in line.shown:
        mark = record_of(one, memory).mark
        shown.append(one._replace(code=_Marked(one.code.text + SIGNS[mark], one.code.meaning, mark.value)))
    return line._replace(shown=tuple(shown))


def _sum(memory: Memory) -> str:
    seen, wrong = sum(item.seen for item in memory.values()), sum(item.wrong for item in memory.values())
    lost = sum(item.lost for item in memory.values())
    return f"{seen} answers, {wrong} wrong; the mistakes would have cost {lost:.2f} bets"


def worst(memory: Memory, most: int = 10) -> list[Item]:
    """The skills whose mistakes cost you most."""
    return sorted((item for item in memory.values() if item.wrong), key=lambda item: -item.lost)[:most]


def spoken(rules: Rules, item: Item) -> Iterator[str]:
    """A skill in words: the hand, where it comes from, the dealer's card, the light, what is offered."""
    subject, row, cards, up, light, hole = item.skill.split("|")
    yield row
    if cards:
        yield {"more": "of more than two cards", "split": "after a split"}[cards]
    yield f"against {up}" + (f" and {hole}" if hole else "")
    if light:
        yield f"({light_name(rules, light)})"
    if subject:
        yield f"– {wager_name(rules, subject)}"
