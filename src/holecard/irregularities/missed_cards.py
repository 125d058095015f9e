"""Missed cards: a hand passed over in the deal, or a requested card that was not dealt.

A requested card is noticed when it is the next that is due. A hand of the deal may be noticed then or at any later
time, at the latest when no other hand is left to act.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from holecard.engine.destinations import ToHand
from holecard.engine.questions import Done, Draw, Fact, Found, Irregularity, Question, What
from holecard.engine.rules import Rules
from holecard.engine.table import Hand, Pending, Spot, Table
from holecard.engine.words import Word
from holecard.irregularities.common import Irregular, cannot, card_named, dead_box, due_to_dealer
from holecard.law.clauses import Cite
from holecard.round.steps import PASSED_OVER
from holecard.round.turns import HandRule

LATE_CARD: Final = "late-card"
TAKE_LATE: Final = Word(LATE_CARD, "Take the card last", "l", "takes the card after everybody else")


def hand_due(table: Table, question: Question, value: Irregularity) -> Spot | None:
    """The hand named, if the next card from the shoe is its own."""
    to = question.dues[0].to if isinstance(question, Draw) else None
    if isinstance(to, ToHand) and (to.seat, to.number + 1) == (value.seat, value.hand or 1):
        return table.spot(to.seat, to.number + 1)
    return None


def short_hand(table: Table, question: Question, value: Irregularity) -> Spot | None:
    """The hand named, if it lacks a card of the deal: the next card is its own, or it was passed over before."""
    box = table.box(value.seat)
    if box is None or value.hand > 1 or table.pending:
        return None
    found = hand_due(table, question, value)
    if found is None and (box.has_elected("", PASSED_OVER) and not box.hands[0].over):
        found = table.spot(value.seat)
    return found if found is not None and is_short(found.hand) else None


def is_short(hand: Hand) -> bool:
    """Whether a hand has not had its two cards of the deal."""
    return hand.points.count < 2 and not hand.from_split


@dataclass(frozen=True, kw_only=True)
class PassedOver:
    """The next card of the deal goes to the next place instead; nobody has noticed yet."""

    cite: Cite
    name: str = "Box passed over, not noticed yet"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        found = hand_due(table, question, value)
        if found is None or not is_short(found.hand) or found.hand.late:
            raise cannot(value, self.cite, f"box {value.seat} is not due a card of the deal now", question)
        said = Fact(What.ANNOUNCED, self.cite, seat=value.seat, hand=1, note="passed over in the deal")
        return Done(table.with_box(found.at, found.box.with_election("", PASSED_OVER)), (said,))


@dataclass(frozen=True, kw_only=True)
class NoCardsDealt:
    """A hand that was dealt no card is dead; its player is in the next deal."""

    cite: Cite
    name: str = "Hand dealt no cards"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        found = short_hand(table, question, value)
        if found is None or found.hand.cards:
            raise cannot(value, self.cite, f"box {value.seat} is not due its first card now", question)
        return no_cards(table, found, self.cite)


def no_cards(table: Table, spot: Spot, cite: Cite) -> Done:
    note = "no cards dealt: in the next deal"
    said = Fact(What.RULED, cite, seat=spot.box.seat, hand=1, bettor=spot.bettor, note=note)
    table, facts = dead_box(table, spot.at, cite)
    return Done(table, (said, *facts))


@dataclass(frozen=True, kw_only=True)
class SecondCardMissed:
    """A hand that was dealt one card: its player says whether it gets the second."""

    cite: Cite
    name: str = "Hand dealt only one card"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        found = short_hand(table, question, value)
        if found is None or not found.hand.cards:
            raise cannot(value, self.cite, f"box {value.seat} is not due its second card now", question)
        return open_choice(table, self.cite, value, "one card dealt")


def notice_passed_over(cite: Cite) -> HandRule:
    """Comes first in the players' turns: a hand that was passed over in the deal is noticed when no other is left to
    act, if nobody has noticed before."""

    def rule(rules: Rules, table: Table, spot: Spot) -> Found:
        if spot.hand.points.count >= 2 or spot.hand.from_split:
            return None
        if not spot.hand.cards:
            return no_cards(table, spot, cite)
        return open_choice(table, cite, Irregularity(Irregular.SECOND_CARD_MISSED, spot.box.seat), "one card dealt")

    return rule


@dataclass(frozen=True, kw_only=True)
class CardNotDealt:
    """A hand whose player has asked for a card and not received it."""

    cite: Cite
    name: str = "Requested card not dealt"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        found = hand_due(table, question, value)
        if found is None or not found.hand.owes:
            raise cannot(value, self.cite, "this hand is not waiting for a requested card", question)
        return open_choice(table, self.cite, value, "a requested card was not dealt")


@dataclass(frozen=True, kw_only=True)
class DealerMissedOwnCard:
    """The dealer missed their own card: the players get their first two cards, and then the dealer gets one.

    Where a player still waits for one, the card named is the one dealt to that player in the dealer's place.
    """

    cite: Cite
    name: str = "Dealer missed their own card"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        if not isinstance(question, Draw) or not due_to_dealer(table, question):
            raise cannot(value, self.cite, "the dealer is not due a card of the deal now", question)
        said = Fact(What.RULED, self.cite, note="the dealer's own card comes after the players' two")
        waiting = next((due for due in question.dues if isinstance(due.to, ToHand)), None)
        if waiting is None:
            return Done(table, (said,))
        card = card_named(value)
        table = table.drawn(table.stock.take(card))
        table, facts = waiting.to.put(table, card, waiting.cite)
        return Done(table, (said, *facts))


def open_choice(table: Table, cite: Cite, value: Irregularity, note: str) -> Done:
    hand = value.hand or 1
    said = Fact(What.RULED, cite, seat=value.seat, hand=hand, note=note)
    return Done(table.with_pending((*table.pending, Pending(value.name, value.seat, hand))), (said,))


def serve_late(table: Table, spot: Spot, cite: Cite) -> Done:
    """The card comes after everybody else has theirs."""
    elections = tuple(one for one in spot.box.elections if one != ("", PASSED_OVER))
    table = table.with_box(spot.at, spot.box._replace(elections=elections))
    return Done(table.with_hand(spot, spot.hand._replace(late=True)), ())


def decline_late(table: Table, spot: Spot, cite: Cite) -> Done:
    """A player who does not want a late second card has a dead hand (reading A7)."""
    return dead_box(table, spot.at, cite)
