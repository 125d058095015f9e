"""A misdeal that goes on: where the dealer still deals, and what is noted so that the round can be rebuilt."""

from __future__ import annotations

from typing import Final

from holecard.engine.destinations import ToDealer, ToHand
from holecard.engine.pit import Misdeal, Slot, Told
from holecard.engine.questions import Act, Answer, Decide, Draw, Drawn, Due, Irregularity, Offer, Question
from holecard.engine.table import Table, place_of
from holecard.values.cards import Card

DECISION: Final = "decision"
IRREGULARITY: Final = "irregularity"


def slots_of(question: Draw) -> tuple[Slot, ...]:
    """The places to which these cards go, as they can be kept."""
    return tuple(Slot(due.to.seat if isinstance(due.to, ToHand) else 0, due.cite) for due in question.dues)


def slots_left(table: Table, misdeal: Misdeal) -> tuple[Slot, ...]:
    """Where the dealer still goes in a deal that went wrong; a hand that is void gets no card."""
    slots = misdeal.deal or ()
    return tuple(slot for slot in slots if not slot.seat or not table.spot(slot.seat).hand.over)


def rest_of_deal(table: Table, misdeal: Misdeal) -> Draw | None:
    """The cards of a deal that went wrong and goes on."""
    dues = [
        Due(ToHand(place_of(table, seat), 0, seat) if seat else ToDealer(), cite)
        for seat, cite in slots_left(table, misdeal)
    ]
    return Draw(tuple(dues)) if dues else None


def noted(table: Table, misdeal: Misdeal, question: Question, value: Answer) -> Table:
    """The table on which this answer is noted, so that the round can be played again with the cards in their places."""
    told: Told | None = None
    match value, question:
        case Drawn(cards), _:
            seen = tuple(card for card in cards if isinstance(card, Card))
            left = slots_left(table, misdeal)[len(cards) :] if misdeal.deal is not None else None
            misdeal = misdeal._replace(cards=misdeal.cards + seen, deal=left)
        case Act(do, amount, names), Offer(subject, seat, bettor, hand=hand):
            told = Told(subject, seat, hand, bettor, do, amount, names)
        case Act(do, amount, names), Decide(seat, bettor, hand):
            told = Told(DECISION, seat, hand, bettor, do, amount, names)
        case Irregularity(name, seat, hand, card, detail), _:
            told = Told(IRREGULARITY, seat, hand, detail, name, card=card)
        case _:
            return table
    if told is not None:
        misdeal = misdeal._replace(told=(*misdeal.told, told._replace(after=len(misdeal.cards))))
    return table.with_pit(table.pit._replace(misdeal=misdeal))
