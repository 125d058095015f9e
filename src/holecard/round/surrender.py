"""Surrender at two moments: before the reader is used, and as the first decision in turn.

What is lost is for the game's cases to say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from holecard.engine.dealer import could_be_blackjack
from holecard.engine.questions import Act, Done, Facts, Found, Legal, Offer, announced
from holecard.engine.rules import Rules, Step
from holecard.engine.settlement import predicate
from holecard.engine.table import INSURANCE, Box, Dealer, Hand, Spot, Table, Wager, place_of
from holecard.engine.words import Asked, Word, declined
from holecard.law.clauses import Cite
from holecard.round import actions
from holecard.round.paying import settle_at_once
from holecard.values.money import Cents

SURRENDER: Final = actions.SURRENDER.do
WORD: Final = actions.SURRENDER
WORDS: Final = (WORD, declined("Play the hand", "plays the hand"))


def before_the_reader_with_ace_or_ten(rules: Rules, table: Table) -> bool:
    """The up card may make a Blackjack, and the hole card has neither been read nor seen."""
    dealer = table.dealer
    return dealer.points.count == 1 and not dealer.light and could_be_blackjack(dealer)


@predicate
def under_ace_or_ten(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    """The up card is one that the reader is used for."""
    return could_be_blackjack(dealer)


def given_up(table: Table, spot: Spot, cite: Cite, apart: Cite) -> Done:
    """The first two cards are given up; `apart`: Insurance on the same box is settled for itself."""
    box = spot.box
    insured = any(wager.kind == INSURANCE for wager in box.wagers)
    also = (apart,) if insured else ()
    said = announced(cite, spot, "surrenders", also)
    return Done(table.with_hand(spot, spot.hand.with_decision(SURRENDER, over=True)), (said,))


def can_be_given_up(hand: Hand) -> bool:
    """Only the first two cards can, so not a hand that was dealt only one."""
    return not hand.over and hand.points.count == 2


@dataclass(frozen=True, kw_only=True)
class SurrenderOffer:
    """A declaration before the reader: the wager is laid on the cards. Who declines may still do it in turn (DB-5)."""

    cite: Cite
    laid: Cite
    apart: Cite
    name: str = "Surrender"
    words: tuple[Word, ...] = WORDS

    def asked(self, rules: Rules, table: Table, question: Offer) -> Asked:
        return Asked(
            "Surrender?",
            self.words,
            "{who} decides whether to surrender",
            "If you surrender now, you lose your whole bet to a dealer Blackjack and half of it otherwise. If you play "
            "on, you can still surrender in your turn when the dealer has no Blackjack.",
        )

    def make(self, rules: Rules, table: Table, box: Box, bettor: str) -> Offer | None:
        if not can_be_given_up(box.hands[0]):
            return None
        choices = (Legal(SURRENDER, self.laid), Legal("decline", self.cite))
        return Offer(SURRENDER, box.seat, bettor, choices, self.cite)

    def take(self, rules: Rules, table: Table, question: Offer, act: Act) -> Done:
        at = place_of(table, question.seat)
        box = table.boxes[at]
        table = table.with_box(at, box.with_election(question.bettor, SURRENDER))
        return (
            given_up(table, table.spot(question.seat), self.laid, self.apart)
            if act.do == SURRENDER
            else Done(table, ())
        )


@dataclass(frozen=True, kw_only=True)
class SurrenderInTurn:
    """The first decision of a hand's turn, settled at once; never of a hand formed by a split."""

    cite: Cite
    apart: Cite
    key: str = SURRENDER
    word: Word = WORD

    def offered(self, rules: Rules, box: Box, hand: Hand) -> Legal | None:
        return Legal(self.key, self.cite) if hand.points.count == 2 and not hand.from_split else None

    def why_not(self, rules: Rules, box: Box, hand: Hand) -> tuple[Cite, str]:
        return self.cite, "surrender is allowed only on the first two cards"

    def take(self, rules: Rules, table: Table, spot: Spot, stake: Cents) -> Done:
        table, said = given_up(table, spot, self.cite, self.apart)
        table, facts = settle_at_once(rules, table, spot)
        return Done(table, (*said, *facts))


def settle_surrenders(when: Callable[[Dealer], bool]) -> Step:
    """What was declared before the reader is settled once nothing can take the whole, counterclockwise."""

    def due(rules: Rules, table: Table) -> Found:
        if not when(table.dealer):
            return None
        facts: Facts = ()
        for box in table.boxes[::-1]:
            hand = box.hands[0]
            if hand.decision == SURRENDER and hand.wagers[0].net is None:
                table, more = settle_at_once(rules, table, table.spot(box.seat))
                facts += more
        return Done(table, facts) if facts else None

    return due
