"""A strategy card as data: every cell as JSON and CSV, and every hand for the strategy by composition."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from holecard.lab.card.cells import UPS, Card, Cell, Column, Row, column_of, hand_text, rows_of
from holecard.lab.compiler.compile import Kind
from holecard.lab.compiler.stage import Known, values_in
from holecard.lab.solver.analysis import Analysis
from holecard.lab.solver.exact import Solution

HEAD = ("hand", "cards", "up", "light", "hole")


def described(cell: Cell) -> dict[str, object]:
    """A cell as an object of JSON."""
    return {
        **_place(cell.row, cell.column),
        "action": cell.action,
        "ev": cell.ev,
        "margin": cell.margin,
        "actions": dict(cell.actions),
        "otherwise": cell.otherwise,
        "exceptions": [{"cards": cards, "action": action} for cards, action in cell.exceptions],
    }


def _place(row: Row, column: Column) -> dict[str, object]:
    return dict(zip(HEAD, (*row, *column), strict=True))


def card_csv(card: Card) -> str:
    """One line for each cell; of each action what it is worth, nothing where it cannot be chosen."""
    actions = dict.fromkeys(do for cell in card.cells.values() for do, _ in cell.actions)
    head = (*HEAD, "action", "otherwise", "ev", "margin", *(f"ev {do}" for do in actions), "exceptions")
    return _written(head, (_values(cell, actions) for cell in card.cells.values()))


def _values(cell: Cell, actions: Iterable[str]) -> tuple[object, ...]:
    worth = dict(cell.actions)
    exceptions = "; ".join(f"{cards}: {action}" for cards, action in cell.exceptions)
    known = (cell.action, cell.otherwise, cell.ev, cell.margin)
    return (*cell.row, *cell.column, *known, *(worth.get(do, "") for do in actions), exceptions)


def _written(head: tuple[str, ...], lines: Iterable[tuple[object, ...]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(lines)
    return text.getvalue()


# Where every card of a hand counts


class Composition(NamedTuple):
    """One hand by its cards: what it does, what that is worth, and by how much it beats the next."""

    cards: str
    action: str
    ev: float
    margin: float


class CompositionCell(NamedTuple):
    """A cell of the card, hand by hand."""

    row: Row
    column: Column
    hands: tuple[Composition, ...]


def compositions(analysis: Analysis) -> Iterator[CompositionCell]:
    """Every hand that the shoe can deal, under the cell of the card that it belongs to."""
    solution = analysis.solution
    columns = {known: column_of(analysis.rules, known) for known in solution.tables.known}
    reader = analysis.rules.play.reader
    lights = ("", *(reader.shows if reader is not None else ()))
    in_order = sorted(columns, key=lambda known: (bool(columns[known].hole), lights.index(columns[known].light),
                                                  UPS.index(known.up)))  # fmt: skip
    for row, number in rows_of(solution):
        for known in in_order:
            yield CompositionCell(row, columns[known], tuple(_hands(solution, number, known)))


def _hands(solution: Solution, number: int, known: Known) -> Iterator[Composition]:
    tables, at = solution.tables, solution.tables.number_of[known]
    node = tables.compiled.nodes[number]
    splits = [tables.compiled.nodes[after].kind is Kind.SPLIT for after in node.after]
    for state in np.nonzero(tables.alone.node == number)[0]:
        if not _possible(solution, tables.alone.counts[state], known):
            continue
        values = [
            float(solution.splits[tables.compiled.nodes[node.after[place]].pair][0, at])
            if splits[place]
            else float(solution.best[tables.alone.after[state, place], at])
            for place in range(len(node.choices))
        ]
        (ev, do), (second, _) = sorted(zip(values, node.choices, strict=True), key=lambda one: -one[0])[:2]
        yield Composition(hand_text(int(tables.alone.code[state])), do, ev, ev - second)


def _possible(solution: Solution, counts: Iterable[int], known: Known) -> bool:
    """Whether the shoe holds these cards, the up card, and a second card such as is known."""
    if solution.cards.endless:
        return True
    left = [has - int(many) for has, many in zip(solution.cards.counts, counts, strict=True)]
    left[known.up - 1] -= 1
    return min(left) >= 0 and any(left[value - 1] for value in values_in(known.second))


def described_composition(cell: CompositionCell) -> dict[str, object]:
    """A cell as an object of JSON."""
    return {**_place(cell.row, cell.column), "compositions": [hand._asdict() for hand in cell.hands]}


def composition_csv(cells: Iterable[CompositionCell]) -> str:
    """One line for each hand of each cell."""
    head = (*HEAD, "composition", "action", "ev", "margin")
    return _written(head, ((*cell.row, *cell.column, *hand) for cell in cells for hand in cell.hands))
