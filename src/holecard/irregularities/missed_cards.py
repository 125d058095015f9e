"""Missed cards: a hand passed over in the deal, or a requested card that was not dealt.

Either may be noticed at once or later (`passed-over`): a hand of the deal at the latest when no other hand is left to
act, a requested card until the cards are collected.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from holecard.engine.destinations import ToHand
from holecard.engine.plan import irregular
from holecard.engine.questions import Act, Done, Draw, Fact, Found, Irregularity, Legal, Offer, Question, What
from holecard.engine.rules import Rules, Step
from holecard.engine.table import Dealer, Hand, Pending, Spot, Table, spot_of
from holecard.engine.words import Asked, Word
from holecard.irregularities.common import (
    CALL_DEAD,
    Irregular,
    can_be_ruled_dead,
    cannot,
    card_named,
    dead_box,
    dead_hand,
    due_to_dealer,
    without_choices_on_dead_hands,
)
from holecard.law.clauses import Cite
from holecard.round.reader import both_large
from holecard.round.steps import DEALER_LAST, PASSED_OVER
from holecard.round.turns import HandRule
from holecard.values.cards import HIDDEN, Card

LATE_CARD: Final = "late-card"
TAKE_LATE: Final = Word(LATE_CARD, "Take the card last", "", "takes the card after everybody else")


def hand_due(table: Table, question: Question, value: Irregularity) -> Spot | None:
    """The hand named, if the next card from the shoe is its own."""
    to = question.dues[0].to if isinstance(question, Draw) else None
    if isinstance(to, ToHand) and (to.seat, to.number + 1) == (value.seat, value.hand or 1):
        return table.spot(to.seat, to.number + 1)
    return None


def short_hand(table: Table, question: Question, value: Irregularity) -> Spot | None:
    """The hand named, if it lacks a card of the deal: the next card is its own, or it was passed over before."""
    box = table.box(value.seat)
    asked = Pending(Irregular.SECOND_CARD_MISSED, value.seat, 1) in table.pending
    if box is None or value.hand > 1 or asked:
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
    """The next card goes to the next place instead; nobody has noticed yet."""

    cite: Cite
    requested: Cite  # of a card that the player asked for
    name: str = "Box passed over, not noticed yet"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        found = hand_due(table, question, value)
        if found is None or (found.hand.late and is_short(found.hand)):
            raise cannot(value, self.cite, f"box {value.seat} is not due a card now", question)
        if is_short(found.hand):
            said = Fact(What.ANNOUNCED, self.cite, seat=value.seat, hand=1, note="passed over in the deal")
            return Done(table.with_box(found.at, found.box.with_election("", PASSED_OVER)), (said,))
        if isinstance(table.loose, Card) or not found.hand.owes:
            raise cannot(value, self.requested, "this hand is not waiting for a requested card", question)
        number = found.number + 1
        said = Fact(What.ANNOUNCED, self.requested, seat=value.seat, hand=number, note="passed over")
        table = table.with_hand(found, found.hand._replace(over=True, late=False))
        return Done(table.with_box(found.at, table.boxes[found.at].with_election("", _missed(number))), (said,))


def _missed(number: int) -> str:
    """What a box remembers of a hand that was passed over in its turn."""
    return f"{PASSED_OVER} {number}"


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

    @irregular
    def rule(rules: Rules, table: Table, spot: Spot) -> Found:
        if spot.hand.points.count >= 2 or spot.hand.from_split:
            return None
        if not spot.hand.cards:
            return no_cards(table, spot, cite)
        return open_choice(table, cite, Irregularity(Irregular.SECOND_CARD_MISSED, spot.box.seat), "one card dealt")

    return rule


@dataclass(frozen=True, kw_only=True)
class CardNotDealt:
    """A hand whose player has asked for a card and not received it: noticed at once, or when others have played on."""

    cite: Cite
    name: str = "Requested card not dealt"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        found = hand_due(table, question, value) or _hand_missed(table, value)
        box = table.box(value.seat)
        if found is None or box is None or not (found.hand.owes or box.has_elected("", _missed(value.hand or 1))):
            raise cannot(value, self.cite, "this hand is not waiting for a requested card", question)
        return open_choice(table, self.cite, value, "a requested card was not dealt")


def _hand_missed(table: Table, value: Irregularity) -> Spot | None:
    """The hand named, if it was passed over in its turn and nobody is asked about it yet."""
    box, number = table.box(value.seat), value.hand or 1
    asked = Pending(Irregular.CARD_NOT_DEALT, value.seat, number) in table.pending
    if box is None or asked or not box.has_elected("", _missed(number)):
        return None
    spot = table.spot(value.seat, number)
    return spot if can_be_ruled_dead(spot.hand) else None


def notice_before_settling(cite: Cite, when: Callable[[Dealer], bool]) -> Step:
    """Comes before a dealer Blackjack is settled, after which no hand acts: a hand that was passed over in the deal is
    noticed now (reading A28)."""
    notice = notice_passed_over(cite)

    @irregular
    def due(rules: Rules, table: Table) -> Found:
        if not when(table.dealer):
            return None
        for at, box in enumerate(table.boxes):
            hand = box.hands[0]
            if is_short(hand) and not hand.over:
                return notice(rules, table, spot_of(at, 0, box, hand))
        return None

    return due


def notice_missed_card(cite: Cite, when: Callable[[Dealer, Hand], bool]) -> Step:
    """Comes after the players' turns: a hand that waits for its card, and that everybody must see now."""

    @irregular
    def due(rules: Rules, table: Table) -> Found:
        for box in table.boxes:
            for number, hand in enumerate(box.hands, start=1):
                if hand.owes and box.has_elected("", _missed(number)) and when(table.dealer, hand):
                    value = Irregularity(Irregular.CARD_NOT_DEALT, box.seat, number)
                    return open_choice(table, cite, value, "a requested card was not dealt")
        return None

    return due


@dataclass(frozen=True, kw_only=True)
class LateOrDead:
    """The player has the card dealt last, or the hand called dead. Once the dealer's hole card was revealed after the
    last player only the dead hand is left (readings A21, A28)."""

    key: str
    title: str
    cite: Cite
    in_time: Callable[[Dealer], bool]  # for the card

    def asked(self, rules: Rules, table: Table, question: Offer) -> Asked:
        return Asked(self.title, (TAKE_LATE, CALL_DEAD), "{who} decides about the hand", "Cards and bets stay put.")

    def question(self, rules: Rules, table: Table, pending: Pending) -> Offer:
        spot = table.spot(pending.seat, pending.hand)
        is_open = any(wager.net is None for wager in spot.hand.wagers)
        words = (TAKE_LATE, CALL_DEAD) if is_open and self.in_time(table.dealer) else (CALL_DEAD,)
        choices = tuple(Legal(word.do, self.cite) for word in words)
        return Offer(self.key, pending.seat, spot.bettor, choices, self.cite, pending.hand)

    def take(self, rules: Rules, table: Table, question: Offer, act: Act) -> Done:
        table = table.with_pending(table.pending[1:])
        spot = table.spot(question.seat, question.hand)
        seat, hand, note = question.seat, question.hand, f"{self.key}: {act.do}"
        said = Fact(What.RULED, self.cite, seat=seat, hand=hand, bettor=question.bettor, note=note)
        table, facts = (serve_late if act.do == LATE_CARD else dead_hand)(table, spot, self.cite)
        return Done(without_choices_on_dead_hands(table), (said, *facts))


@dataclass(frozen=True, kw_only=True)
class DealerMissedOwnCard:
    """The dealer missed their own card: the players get their first two cards, and then the dealer gets one.

    Where a player still waits for one, the card named is the one dealt to that player in the dealer's place; without
    one the player's card is still to come.
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
        if value.card is None:
            return Done(table.with_box(0, table.boxes[0].with_election("", DEALER_LAST)), (said,))
        card = card_named(value)
        table, facts = waiting.to.put(table, card, waiting.cite, table.stock.take(card))
        return Done(table, (said, *facts))


def hole_card_is_down(dealer: Dealer) -> bool:
    return HIDDEN in dealer.cards


def not_revealed_at_the_end(dealer: Dealer) -> bool:
    """The hole card is down, or 685a.7(h) had it exposed before anybody acted, which is no bar (reading A21)."""
    return hole_card_is_down(dealer) or (both_large(dealer) and len(dealer.cards) == 2)


def settled_at_once(dealer: Dealer, hand: Hand) -> bool:
    """The hole card lies open since before anybody acted: settlement would follow now."""
    return not hole_card_is_down(dealer) and not_revealed_at_the_end(dealer)


def open_choice(table: Table, cite: Cite, value: Irregularity, note: str) -> Done:
    hand = value.hand or 1
    said = Fact(What.RULED, cite, seat=value.seat, hand=hand, note=note)
    return Done(table.with_pending((*table.pending, Pending(value.name, value.seat, hand))), (said,))


def serve_late(table: Table, spot: Spot, cite: Cite) -> Done:
    """The card comes after everybody else has theirs."""
    missed = {("", PASSED_OVER), ("", _missed(spot.number + 1))}
    elections = tuple(one for one in spot.box.elections if one not in missed)
    table = table.with_box(spot.at, spot.box._replace(elections=elections))
    return Done(table.with_hand(spot, spot.hand._replace(late=True, over=False)), ())


def decline_late(table: Table, spot: Spot, cite: Cite) -> Done:
    """A player who does not want a late second card has a dead hand (reading A7)."""
    return dead_box(table, spot.at, cite)
