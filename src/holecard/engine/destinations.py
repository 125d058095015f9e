"""Where a card goes: to a hand, or to the dealer, whose total is announced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from holecard.engine.questions import Fact, Followed, What, announced_to_all
from holecard.engine.table import Spot, Table
from holecard.law.clauses import Cite
from holecard.values.cards import HIDDEN, Face
from holecard.values.hand import Points
from holecard.values.shoe import Stock


class ToHand(NamedTuple):
    """To a hand of a box, by their places in the table's tuples; `seat` is for the eye."""

    at: int
    number: int
    seat: int
    announce: Cite | None = None  # the clause that has the player's total called, where there is one

    @classmethod
    def on(cls, spot: Spot, announce: Cite | None = None) -> Self:
        return cls(spot.at, spot.number, spot.box.seat, announce)

    def put(self, table: Table, card: Face, cite: Cite, stock: Stock) -> Followed:
        assert card is not HIDDEN, "players' cards lie face up"
        at, number, seat, announce = self
        table = table.with_card(at, number, card, stock)
        if announce is None:
            return table, ()
        note = f"player has {table.boxes[at].hands[number].points.text}"
        return table, (announced_to_all(announce, note, seat, number + 1),)

    def __repr__(self) -> str:
        return f"box {self.seat}" if self.number == 0 else f"box {self.seat} hand {self.number + 1}"


@dataclass(frozen=True)
class Announcing:
    """How the dealer's total is announced: the clause, the clauses for an ace or a 22, and why the dealer stops there,
    as a clause or as a fact."""

    cite: Cite
    ace: Cite | None = None
    on_22: Cite | None = None
    no_more: Callable[[Table], Cite | Fact | None] | None = field(default=None, compare=False)
    _said: dict[tuple[Points, Cite | None], Fact] = field(default_factory=dict, compare=False, repr=False)

    def fact(self, points: Points, further: Cite | None = None) -> Fact:
        """The total as it is called; `further` is why the dealer stops there."""
        said = self._said.get((points, further))
        if said is None:
            aces = (self.ace,) if self.ace is not None and points.aces else ()
            pushes = (self.on_22,) if self.on_22 is not None and points.total == 22 else ()
            blackjack = points.total == 21 and points.count == 2
            note = "dealer has Blackjack" if blackjack else f"dealer has {points}"
            stops = (further,) if further is not None else ()
            said = Fact(What.ANNOUNCED, self.cite, note=note, also=(*aces, *pushes, *stops))
            self._said[points, further] = said
        return said


class ToDealer(NamedTuple):
    """To the dealer, who announces the total where a clause says so."""

    announcing: Announcing | None = None

    def put(self, table: Table, card: Face, cite: Cite, stock: Stock) -> Followed:
        table = table.with_dealer_card(card, stock)
        announcing = self.announcing
        if announcing is None:
            return table, ()
        points, why = table.dealer.points, announcing.no_more
        further = why(table) if why is not None else None
        if isinstance(further, Fact):
            return table, (announcing.fact(points), further)
        return table, (announcing.fact(points, further),)

    def __repr__(self) -> str:
        return "dealer"
