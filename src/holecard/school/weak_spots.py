"""Weak spots: the strategy card with your own record on it, as a picture."""

from __future__ import annotations

from dataclasses import replace

from holecard.lab.card.cells import Cell
from holecard.lab.card.codes import Code
from holecard.lab.card.text import Line, Sheet
from holecard.school.memory import Memory
from holecard.school.standing import SIGNS, Mark, record_of

TINTS = {Mark.NOT_ASKED: "#ffffff", Mark.KNOWN: "#cfe8c6", Mark.SHAKY: "#f3dc8c", Mark.WEAK: "#e8a08c"}


class _Marked(Code):
    """A code of the card, tinted by your record instead of by what it says."""

    @property
    def tint(self) -> str:
        return TINTS[Mark(self.kind)]


def skill_of(cell: Cell) -> str:
    """The skill that a place of the card is, as `hands.Position.skill` names it."""
    column, row = cell.column, cell.row
    return "|".join(("", row.hand, "more" if row.cards else "", column.up, column.light, column.hole))


def marked(sheet: Sheet, memory: Memory) -> Sheet:
    """The card with your record in its tints and a sign after each letter."""
    lines = tuple(_marked_line(line, memory) for line in sheet.lines)
    legend = tuple(_Marked(SIGNS[mark], mark.value, mark.value) for mark in Mark)
    title = f"{sheet.title}, your weak spots"
    return replace(sheet, title=title, lines=lines, legend=legend, notes=(_sum(memory), *sheet.notes))


def _marked_line(line: Line, memory: Memory) -> Line:
    shown = []
    for one in line.shown:
        mark = record_of(map(skill_of, one.cells), memory).mark
        shown.append(one._replace(code=_Marked(one.code.text + SIGNS[mark], one.code.meaning, mark.value)))
    return line._replace(shown=tuple(shown))


def _sum(memory: Memory) -> str:
    seen, wrong = sum(item.seen for item in memory.values()), sum(item.wrong for item in memory.values())
    lost = sum(item.lost for item in memory.values())
    return f"{seen} answers, {wrong} wrong; the mistakes would have cost {lost:.2f} bets"
