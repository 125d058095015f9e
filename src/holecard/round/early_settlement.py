"""Early settlement: a Blackjack against an ace is paid 1 to 1 at once, bettor by bettor (New Zealand rule 10.3)."""

from __future__ import annotations

from dataclasses import dataclass

from holecard.engine.questions import Act, Done, Fact, Facts, Legal, Offer, What
from holecard.engine.rules import Rules
from holecard.engine.settlement import RETURN, wins_at
from holecard.engine.table import INSURANCE, Box, Table, place_of
from holecard.engine.words import Asked, Key, Word, declined
from holecard.law.clauses import Cite
from holecard.round.paying import apply, remove_cards
from holecard.values.money import EVEN

EARLY_SETTLEMENT = "early-settlement"
SETTLED_EARLY = "settled-early"  # who took it
WORDS = (
    Word(
        EARLY_SETTLEMENT,
        "Take 1 to 1",
        Key.EVEN_MONEY,
        "takes 1 to 1 now",
        "paid 1 to 1",
        about="With a Blackjack against an ace you can take 1 to 1 at once.",
    ),
    declined("Wait for the dealer", "waits for the dealer"),
)


@dataclass(frozen=True, kw_only=True)
class EarlySettlement:
    """Each bettor decides alone. Taking it voids and returns Insurance. The cards go once no bettor is left."""

    cite: Cite
    pays: Cite
    clears: Cite
    each: Cite
    name: str = "Early settlement"
    words: tuple[Word, ...] = WORDS

    def asked(self, rules: Rules, table: Table, question: Offer) -> Asked:
        return Asked(
            "Blackjack against an ace: take 1 to 1?",
            self.words,
            "{who} decides about early settlement",
            "Get paid 1 to 1 now, or wait for the dealer's hand.",
        )

    def make(self, rules: Rules, table: Table, box: Box, bettor: str) -> Offer | None:
        hand = box.hands[0]
        if not hand.is_blackjack or not any(w.bettor == bettor and w.net is None for w in hand.wagers):
            return None
        choices = (Legal(EARLY_SETTLEMENT, self.pays), Legal("decline", self.each))
        return Offer(EARLY_SETTLEMENT, box.seat, bettor, choices, self.cite)

    def take(self, rules: Rules, table: Table, question: Offer, act: Act) -> Done:
        at = place_of(table, question.seat)
        box = table.boxes[at]
        table = table.with_box(at, box.with_election(question.bettor, EARLY_SETTLEMENT))
        if act.do != EARLY_SETTLEMENT:
            return Done(table, ())
        table = table.with_box(at, table.boxes[at].with_election(question.bettor, SETTLED_EARLY))
        facts: Facts = ()
        each = (self.each,) if len(box.bettors) > 1 else ()
        wagers = []
        for wager in box.hands[0].wagers:
            if wager.bettor == question.bettor and wager.net is None:
                also = (*each, *rules.play.grounds(wager, box.hands[0], table.dealer))
                wager, more = apply(wins_at(EVEN), self.pays, also, EARLY_SETTLEMENT, box.seat, 1, wager)
                facts += more
            wagers.append(wager)
        beside = []
        for wager in box.wagers:
            if wager.bettor == question.bettor and wager.kind == INSURANCE and wager.net is None:
                wager, more = apply(RETURN, self.cite, (), "void", box.seat, 0, wager)
                facts += more
            beside.append(wager)
        box = table.boxes[at].with_wagers(tuple(beside))
        everybody = all(wager.net is not None for wager in wagers)
        hand = box.hands[0]._replace(wagers=tuple(wagers), over=everybody)
        table = table.with_box(at, box).with_hand(table.spot(box.seat), hand)
        if everybody:
            return remove_cards(table, table.spot(box.seat), self.clears, facts)
        note = "the cards stay for the others"
        stay = Fact(What.ANNOUNCED, self.clears, seat=box.seat, hand=1, bettor=question.bettor, note=note)
        return Done(table, (*facts, stay))


def has_settled_early(box: Box, bettor: str) -> bool:
    """Whether this bettor was paid 1 to 1 before the dealer's hand was complete."""
    return box.has_elected(bettor, SETTLED_EARLY)
