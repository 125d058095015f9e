"""The state of a served table between two answers, and how it is stored."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import msgspec

from holecard.engine.questions import PlaceWagers, Question
from holecard.engine.table import Table
from holecard.house.croupier import Holding
from holecard.live.store.vault import Vault, dealt_place, holding_place
from holecard.live.table.fairness import Committed
from holecard.live.table.mixing import Numbers
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
    whole: Holding | None = None  # the holding that is stored whole, if `holding` is what is left of it
    numbers: Numbers = ()  # that players gave to mix the current order
    is_fixed: bool = False  # the current order: a card of it has a face, so no number may come any more

    def seat_of(self, name: str) -> int:
        """A player's box, 0 if they have no seat."""
        return next((seat for seat, who in self.seats if who == name), 0)

    def takes_numbers(self, question: Question) -> bool:
        """Whether players' numbers may come at this question: the cards are cut, and none of them has a face."""
        return not self.is_fixed and not self.is_revealed and isinstance(question, PlaceWagers)

    def sitter(self, seat: int) -> str:
        return dict(self.seats).get(seat, "")


# What the croupier holds is stored whole when the cards come into a new order; then only how far they were dealt


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
    return " ".join([card.code for card in cards])


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


_encode = msgspec.json.Encoder().encode  # a tenth of what `json` takes


def dealt_text(whole: Holding, held: Holding) -> str | None:
    """What was dealt of a stored holding; None if the cards came into another order, which must be stored whole.

    >>> from holecard.values.cards import parse_cards
    >>> whole = Holding(tuple(parse_cards("As Kd 9c")), 1)
    >>> held = Holding(whole.shoe[2:], 1, hole=whole.shoe[1])
    >>> dealt_text(whole, held), dealt_of(whole, dealt_text(whole, held)) == held
    ('[2,1,0,"Kd",null]', True)
    """
    cards, prizes = len(whole.shoe) - len(held.shoe), len(whole.prizes) - len(held.prizes)
    same = cards >= 0 and prizes >= 0 and held.shuffles == whole.shuffles and held.stack == whole.stack
    if not same or whole.shoe[cards:] != held.shoe or whole.prizes[prizes:] != held.prizes:
        return None
    hole, burned = held.hole, held.burned
    return _encode((cards, held.cover, prizes, hole and hole.code, burned and burned.code)).decode()


def dealt_of(whole: Holding, text: str) -> Holding:
    """A stored holding, after so much of it was dealt."""
    if not text:
        return whole
    cards, cover, prizes, hole, burned = json.loads(text)
    left = whole._replace(shoe=whole.shoe[cards:], cover=cover, prizes=whole.prizes[prizes:])
    return left._replace(hole=_card(hole), burned=_card(burned))


class Stored(NamedTuple):
    """What the database has of a table's cards."""

    whole: Holding
    held: Holding  # after what was dealt


def stored_cards(row: Any, vault: Vault) -> Stored:
    whole = holding_of(vault.open(row.holding, holding_place(row.id)))
    return Stored(whole, dealt_of(whole, vault.open(row.dealt, dealt_place(row.id))))
