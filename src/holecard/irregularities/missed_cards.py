"""Missed cards: a hand passed over in the deal, or a requested card that was not dealt.

Each is noticed when the card is the next that is due; who is passed over then is served late or has a dead hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from holecard.engine.destinations import ToHand
from holecard.engine.questions import Done, Draw, Fact, Irregularity, Question, What
from holecard.engine.rules import Rules
from holecard.engine.table import Pending, Spot, Table
from holecard.engine.words import Word
from holecard.irregularities.common import cannot, card_named, dead_box, due_to_dealer
from holecard.law.clauses import Cite

LATE_CARD: Final = "late-card"
TAKE_LATE: Final = Word(LATE_CARD, "Take the card last", "l", "takes the card after everybody else")


def hand_due(table: Table, question: Question, value: Irregularity) -> Spot | None:
    """The hand named, if the next card from the shoe is its own."""
    to = question.dues[0].to if isinstance(question, Draw) else None
    if isinstance(to, ToHand) and (to.seat, to.number + 1) == (value.seat, value.hand or 1):
        return table.spot(to.seat, to.number + 1)
    return None


@dataclass(frozen=True, kw_only=True)
class NoCardsDealt:
    """A hand that was dealt no card is dead; its player is in the next deal."""

    cite: Cite
    name: str = "Hand dealt no cards"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        found = hand_due(table, question, value)
        if found is None or found.hand.cards:
            raise cannot(value, self.cite, f"box {value.seat} is not due its first card now", question)
        note = "no cards dealt: in the next deal"
        said = Fact(What.RULED, self.cite, seat=value.seat, hand=1, bettor=found.bettor, note=note)
        table, facts = dead_box(table, found.at, self.cite)
        return Done(table, (said, *facts))


@dataclass(frozen=True, kw_only=True)
class SecondCardMissed:
    """A hand that was dealt one card: its player says whether it gets the second."""

    cite: Cite
    name: str = "Hand dealt only one card"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        found = hand_due(table, question, value)
        if found is None or len(found.hand.cards) != 1 or found.hand.from_split:
            raise cannot(value, self.cite, f"box {value.seat} is not due its second card now", question)
        return open_choice(table, self.cite, value, "one card dealt")


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
    return Done(table.with_hand(spot, spot.hand._replace(late=True)), ())


def decline_late(table: Table, spot: Spot, cite: Cite) -> Done:
    """A player who does not want a late second card has a dead hand (reading A7)."""
    return dead_box(table, spot.at, cite)
