"""The state of a served table between two answers, and how it is stored."""

from __future__ import annotations

import json
from typing import NamedTuple

from holecard.engine.table import Table
from holecard.house.croupier import Holding
from holecard.live.table.fairness import Committed
from holecard.live.table.wire import encode
from holecard.record.journal_check import Head
from holecard.values.cards import Card, parse_card, parse_cards
from holecard.values.money import Cents


class State(NamedTuple):
    """A table with its cards and its journal. A state never changes; every stroke makes a new one."""

    table: Table
    holding: Holding
    head: Head  # of the journal
    round: int
    shoe: int  # the number of the current order of the cards
    commitment: str  # to that order
    ended: tuple[int, ...] = ()  # old orders not revealed yet, because their cards are on the table
    seats: tuple[tuple[int, str], ...] = ()
    nets: tuple[tuple[str, Cents], ...] = ()  # what each bettor has won or lost so far in this round
    is_open: bool = True
    is_stopped: bool = False
    is_revealed: bool = False  # the current order: no more of its cards are dealt
    orders: tuple[tuple[int, Committed], ...] = ()  # those not revealed yet, by number; secret
    unasked: frozenset[str] = frozenset()  # players who need not be asked to inspect or cut the cards

    def seat_of(self, name: str) -> int:
        """A player's box, 0 if they have no seat."""
        return next((seat for seat, who in self.seats if who == name), 0)

    def sitter(self, seat: int) -> str:
        return dict(self.seats).get(seat, "")


def holding_text(held: Holding) -> str:
    """
    >>> from holecard.values.cards import parse_cards
    >>> holding_of(holding_text(Holding(tuple(parse_cards("As Kd")), 1))).shoe
    (As, Kd)
    """
    return encode(
        {
            **held._asdict(),
            "shoe": _codes(held.shoe),
            "stack": _codes(held.stack),
            "hole": None if held.hole is None else repr(held.hole),
            "burned": None if held.burned is None else repr(held.burned),
        }
    )


def _codes(cards: tuple[Card, ...]) -> str:
    return " ".join([card.code for card in cards])  # a list is faster, and every stroke stores hundreds of cards


def _card(code: str | None) -> Card | None:
    return None if code is None else parse_card(code)


def holding_of(text: str) -> Holding:
    kept = json.loads(text)
    return Holding(
        tuple(parse_cards(kept["shoe"])),
        kept["cover"],
        tuple(parse_cards(kept["stack"])),
        tuple(kept["prizes"]),
        kept["shuffles"],
        _card(kept["hole"]),
        _card(kept.get("burned")),  # houses of an earlier version did not keep it
    )
