"""The Second Chance of Double Back Jack: after a bust, one more card, whose value is subtracted (673a.7(l)).

The chance card is the last of the hand's cards; the hand's decision says that it was bought.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from holecard.engine.destinations import ToHand
from holecard.engine.questions import Act, Done, Draw, Due, Fact, Found, Legal, Offer, What, announced, moved
from holecard.engine.rules import Rules
from holecard.engine.settlement import predicate
from holecard.engine.table import Dealer, Hand, Part, Spot, Table, Wager, place_of
from holecard.engine.words import Asked, Chips, Key, Word, declined
from holecard.law.clauses import Cite
from holecard.round.paying import remove_cards, settle_at_once
from holecard.values.cards import Face, Hidden
from holecard.values.shoe import Stock

SECOND_CHANCE: Final = "second-chance"
WORDS: Final = (
    Word(
        SECOND_CHANCE,
        "Second Chance",
        Key.SECOND_CHANCE + Key.YES,
        "buys a Second Chance for {amount}",
        "second chance",
        card="C",
        draws=True,
        about="After a bust you can buy one more card, and its value is taken off your total.",
        chips=Chips.BESIDE_THE_BET,
    ),
    declined("No Second Chance", "takes no Second Chance"),
)


class ToChance(ToHand):
    """Sideways beside a busted hand: its value, an ace as 1, is taken off the total."""

    def put(self, table: Table, card: Face, cite: Cite, stock: Stock) -> Done:
        assert not isinstance(card, Hidden), "the second chance card lies face up"
        spot = table.spot(self.seat, self.number + 1)
        hand = spot.hand
        points = hand.points.minus(card.value)
        chance = hand._replace(cards=(*hand.cards, card), points=points, owes=0, late=False)
        table = table.drawn(stock).with_hand(spot, chance)
        note = f"sideways: {hand.points} less {card.value} is {points}"
        return Done(table, (Fact(What.ANNOUNCED, cite, seat=self.seat, hand=self.number + 1, note=note),))

    def __repr__(self) -> str:
        return f"{super().__repr__()}, second chance"


def owed_to(spot: Spot) -> ToHand:
    """Where a card goes that this hand is owed."""
    return ToChance.on(spot) if took_chance(spot.hand) else ToHand.on(spot)


def took_chance(hand: Hand) -> bool:
    return hand.decision == SECOND_CHANCE


@predicate
def on_second_chance(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    """The Second Chance Wager itself."""
    return wager.kind == SECOND_CHANCE


@predicate
def beside_second_chance(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    """The wager of a hand that has taken a Second Chance: it only comes back, the chance is what is paid."""
    return took_chance(hand) and wager.kind != SECOND_CHANCE


@dataclass(frozen=True, kw_only=True)
class SecondChance:
    """Offered at once after any bust, for the amount on the hand (readings DB-3, B4, B5).

    A chance that leaves 21 or more is settled at once. `takes_declined`: so is a bust that declines it (DB-3a).
    """

    cite: Cite
    waits: Cite  # below 21 the hand stands there (B6)
    takes_declined: bool
    name: str = "Second Chance"
    words: tuple[Word, ...] = WORDS

    def asked(self, rules: Rules, table: Table, question: Offer) -> Asked:
        hand = table.boxes[place_of(table, question.seat)].hands[question.hand - 1]
        return Asked(
            f"Bust with {hand.points.total}. Second Chance?",
            self.words,
            "{who} decides about a Second Chance",
            "You get one more card, and its value comes off your total. It costs as much as the bets on the hand.",
        )

    def rule(self, rules: Rules, table: Table, spot: Spot) -> Found:
        """Offer it, deal the card, and judge it, in that order."""
        _, number, box, hand = spot
        if took_chance(hand):
            if hand.owes:
                return Draw((Due(ToChance.on(spot), self.cite),))
            if hand.points.total >= 21:
                return self._settled(rules, table, spot)
            note = f"stands on {hand.points}"
            return Done(table.with_hand(spot, hand.ended()), (announced(self.waits, spot, note),))
        if hand.points.total <= 21:
            return None
        stake = sum(wager.amount for wager in hand.wagers)
        choices = (Legal(SECOND_CHANCE, self.cite, stake, stake), Legal("decline", self.cite))
        return Offer(SECOND_CHANCE, box.seat, box.bettors[0], choices, self.cite, number + 1)

    def take(self, rules: Rules, table: Table, question: Offer, act: Act) -> Done:
        spot = table.spot(question.seat, question.hand)
        hand = spot.hand
        if act.do == SECOND_CHANCE:
            wager = Wager(question.bettor, SECOND_CHANCE, Part.SIDE, act.amount)
            bought = hand.with_wager(wager).with_decision(SECOND_CHANCE, owes=1)
            placed = moved(What.PLACED, self.cite, act.amount, wager, question.seat, question.hand)
            return Done(table.with_hand(spot, bought), (placed,))
        said = announced(self.cite, spot, f"{hand.points}, bust, no second chance")
        if not self.takes_declined:
            return Done(table.with_hand(spot, hand.ended()), (said,))
        table, facts = self._settled(rules, table, spot)
        return Done(table, (said, *facts))

    def _settled(self, rules: Rules, table: Table, spot: Spot) -> Done:
        """Settle the hand and clear its cards away."""
        table, facts = settle_at_once(rules, table, spot)
        return remove_cards(table, spot, facts[0].cite, facts)
