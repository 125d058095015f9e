"""A hand as everyone at the table sees it, in plain values that can be sent to another process."""

from __future__ import annotations

from typing import NamedTuple

from holecard.engine.questions import Decide, Offer, Question, Role
from holecard.engine.table import INSURANCE, Hand, Part, Table, place_of
from holecard.values.cards import Card

Money = tuple[str, str, bool]  # of a wager: its kind, its part, whether it is a lammer


class VisibleHand(NamedTuple):
    """What is asked of a hand, and everything that the answer depends on in a fresh shoe. Cards are values."""

    subject: str  # what is offered; "" for the hand's decision
    choices: tuple[str, ...]
    cards: tuple[int, ...]
    up: int
    light: str = ""
    hole: int = 0  # 0: not seen
    money: tuple[Money, ...] = ()  # on the hand
    from_split: bool = False
    hands: int = 1  # in the box
    insured: bool = False
    given_up: str = ""  # the offer by which the hand was given up before it acted


def visible_hand_at(table: Table, question: Question) -> VisibleHand | None:
    """What a player is asked about a hand that lies open; None for anything else."""
    if not isinstance(question, Decide | Offer) or question.who is not Role.BETTOR or not question.bettor:
        return None
    dealer = [card for card in table.dealer.cards[:2] if isinstance(card, Card)]
    at = place_of(table, question.seat)
    box = table.boxes[at]
    number = max(question.hand, 1)
    if not dealer or number > len(box.hands) or not box.hands[number - 1].cards:
        return None
    hand = box.hands[number - 1]
    return VisibleHand(
        question.subject if isinstance(question, Offer) else "",
        tuple(legal.do for legal in question.choices),
        tuple(card.value for card in hand.cards),
        dealer[0].value,
        table.dealer.light,
        dealer[1].value if len(dealer) > 1 else 0,
        _money(hand, box.bettors[0]),
        hand.from_split,
        len(box.hands),
        any(wager.kind == INSURANCE and wager.bettor == question.bettor for wager in box.wagers),
        hand.decision if hand.over else "",
    )


def _money(hand: Hand, bettor: str) -> tuple[Money, ...]:
    """What the deciding bettor has on the hand; money that rides changes no choice that we rank."""
    return tuple(
        (wager.kind, wager.part, wager.free)
        for wager in hand.wagers
        if wager.bettor == bettor and wager.part is not Part.RIDING
    )
