"""Which cell of a strategy card a hand at a table is in.

>>> from holecard.games import find
>>> from holecard.lab.card.cells import strategy_card
>>> from holecard.lab.solver.analysis import analyse
>>> from holecard.lab.solver.shoes import Strategy
>>> card = strategy_card(analyse(find("reference").configure({"max_hands": "2"}), strategy=Strategy.TOTAL))
>>> place_of(card, VisibleHand("", ("hit", "stand"), (10, 4, 2), up=10))
Place(row=Row(hand='hard 16', cards='more'), column=Column(up='10', light='', hole=''))
>>> place_of(card, VisibleHand("", ("hit", "stand", "split"), (8, 8), up=1)).row.hand
'8,8'
"""

from __future__ import annotations

from typing import NamedTuple

from holecard.lab.advice.visible_hand import VisibleHand
from holecard.lab.card.cells import NAMES, Card, Column, Row
from holecard.values.hand import no_points


class Place(NamedTuple):
    """A row and a column of a card."""

    row: Row
    column: Column


def place_of(card: Card, seen: VisibleHand) -> Place | None:
    """The cell of what is asked; None where the card has none, as for Insurance."""
    column = _column(card, seen)
    rows = [row for row in _rows(card, seen) if column is not None and (row, column) in card.cells]
    for row in rows:
        if column is not None and {do for do, _ in card.cells[row, column].actions} & set(seen.choices):
            return Place(row, column)
    return None


def _column(card: Card, seen: VisibleHand) -> Column | None:
    hole = NAMES[seen.hole] if seen.hole else ""
    lights = ("",) if hole else (seen.light, "")
    wanted = (Column(NAMES[seen.up], light, hole) for light in lights)
    return next((column for column in wanted if column in card.columns), None)


def _rows(card: Card, seen: VisibleHand) -> list[Row]:
    """The rows of this hand, the best first: the pair, the same number of cards, then fewer."""
    points = no_points()
    for value in seen.cards:
        points = points.plus(value)
    one, *others = seen.cards
    pair = [Row(f"{NAMES[one]},{NAMES[one]}")] if others == [one] else []
    hand, many = f"{'soft' if points.soft else 'hard'} {points.total}", len(seen.cards)
    counted = [Row(hand, str(fewer)) for fewer in range(many, 2, -1)]
    more = [*counted, Row(hand, "more")] if many > 2 else []
    known = set(card.rows)
    return [row for row in (*pair, *more, Row(hand)) if row in known]
