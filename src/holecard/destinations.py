"""Where a card goes: to a hand, or to the dealer, who announces his total."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from holecard.cards import Face, Hidden
from holecard.hand import Points
from holecard.law import Cite
from holecard.questions import Done, Fact, What
from holecard.table import Dealer, Table, with_card, with_dealer

_new = tuple.__new__  # as in `table`: these run for every card


class ToHand(NamedTuple):
    """To a hand of a box, by their places in the table's tuples; `seat` is for the eye."""

    at: int
    number: int
    seat: int

    def put(self, table: Table, card: Face, cite: Cite) -> Done:
        assert not isinstance(card, Hidden), "players' cards lie face up"
        return _new(Done, (with_card(table, self.at, self.number, card), ()))

    def __repr__(self) -> str:
        return f"box {self.seat}" if self.number == 0 else f"box {self.seat} hand {self.number + 1}"


@dataclass(frozen=True)
class Announcing:
    """How the dealer's total is announced: the clause, and those on which an ace or a 22 in it rests."""

    cite: Cite
    ace: Cite | None = None
    on_22: Cite | None = None
    _said: dict[Points, Fact] = field(default_factory=dict, compare=False, repr=False)

    def fact(self, points: Points) -> Fact:
        if points not in self._said:
            aces = (self.ace,) if self.ace is not None and points.aces else ()
            pushes = (self.on_22,) if self.on_22 is not None and points.total == 22 else ()
            note = f"dealer has {points}"
            self._said[points] = Fact(What.ANNOUNCED, self.cite, note=note, also=(*aces, *pushes))
        return self._said[points]


class ToDealer(NamedTuple):
    """To the dealer, who announces the total where a clause says so."""

    announcing: Announcing | None = None

    def put(self, table: Table, card: Face, cite: Cite) -> Done:
        cards, points, light = table.dealer
        if not isinstance(card, Hidden):
            points = points.plus(card.value)
        table = with_dealer(table, _new(Dealer, ((*cards, card), points, light)))
        return _new(Done, (table, () if self.announcing is None else (self.announcing.fact(points),)))

    def __repr__(self) -> str:
        return "dealer"
