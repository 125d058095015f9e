"""Insurance and even money: offered once to each bettor when the dealer shows an ace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from holecard.engine.questions import Act, Done, Legal, Offer, What, moved
from holecard.engine.rules import Reason, Rules
from holecard.engine.table import INSURANCE, Box, Dealer, Part, Table, Wager, place_of
from holecard.engine.words import Asked, Chips, Key, Word, declined
from holecard.law.clauses import Cite
from holecard.law.errors import Refused
from holecard.round.paying import pay_hand
from holecard.round.side_wagers import riding_rule
from holecard.round.surrender import SURRENDER, SurrenderOffer, can_be_given_up
from holecard.values.money import EVEN, Cents

EVEN_MONEY = "even-money"
WORDS = (
    Word(INSURANCE, "Insurance", Key.INSURE, "takes Insurance for {amount}", chips=Chips.ON_A_LINE),
    Word(EVEN_MONEY, "Even money", Key.EVEN_MONEY, "takes even money", "even money"),
    declined("No Insurance", "takes no Insurance"),
)


@dataclass(frozen=True, kw_only=True)
class InsuranceOffer:
    """Up to half the first wager; rounded up to a playable chip only where the text allows it and half is unplayable.

    With `even_money`, a player's Blackjack may instead be paid 1 to 1 at once. With `surrender`, a hand may be given up
    before its bettor says whether to insure it (reading DB-5).
    """

    cite: Cite
    amount_cite: Cite
    offer_cite: Cite
    odds_cite: Cite
    rounds_up: bool
    even_money: Cite | None
    called: tuple[Cite, ...] = ()  # how the dealer makes the offer known
    payable: Cite | None = None  # the clause that wants winnings which can be paid in chips
    each: Cite | None = None  # the clause that lets each bettor of a shared box insure for himself
    surrender: SurrenderOffer | None = None
    name: str = "Insurance"

    @property
    def words(self) -> tuple[Word, ...]:
        return WORDS if self.surrender is None else (*WORDS, *self.surrender.words[:1])

    def asked(self, rules: Rules, table: Table, question: Offer) -> Asked:
        evens = any(legal.do == EVEN_MONEY for legal in question.choices)
        return Asked(
            "Blackjack against an ace: even money?" if evens else "Insurance?",
            self.words,
            "{who} decides about Insurance",
            "The dealer shows an ace. Insurance pays 2 to 1 if the dealer has Blackjack.",
        )

    def most(self, stake: Cents, chip: Cents) -> Cents:
        """The largest Insurance on a wager.

        >>> from holecard.law.clauses import house
        >>> x = house("x")
        >>> up = InsuranceOffer(cite=x, amount_cite=x, offer_cite=x, odds_cite=x, rounds_up=True, even_money=None)
        >>> up.most(500, 100), up.most(1000, 100)
        (300, 500)
        """
        short = stake % (2 * chip)  # what half the stake cannot be made of
        half = (stake - short) // 2
        if short and self.rounds_up:
            return half + chip
        return half

    def make(self, rules: Rules, table: Table, box: Box, bettor: str) -> Offer | None:
        """The offer to one bettor, who must have a wager still open there."""
        if not any(w.bettor == bettor and w.net is None for hand in box.hands for w in hand.wagers):
            return None
        choices = []
        most = self.most(box.stake(bettor), rules.chip)
        if most:
            choices.append(Legal(INSURANCE, self.amount_cite, min(rules.chip, most), most))
        if self.even_money is not None and box.hands[0].is_blackjack:
            choices.append(Legal(EVEN_MONEY, self.even_money))
        if choices and self.surrender is not None and can_be_given_up(box.hands[0]):
            choices.append(Legal(SURRENDER, self.surrender.laid))
        if not choices:
            return None
        return Offer(INSURANCE, box.seat, bettor, (*choices, Legal("decline", self.offer_cite)), self.offer_cite)

    def take(self, rules: Rules, table: Table, question: Offer, act: Act) -> Done:
        if act.do == SURRENDER and self.surrender is not None:
            return self.surrender.take(rules, table, question, act)  # and then Insurance is offered again
        at = place_of(table, question.seat)
        box = table.boxes[at]
        box = box.with_election(question.bettor, INSURANCE)
        if act.do == INSURANCE:
            wager = Wager(question.bettor, INSURANCE, Part.SIDE, act.amount)
            also = (*self.called, *self._also(rules, box, question.bettor))
            placed = moved(What.PLACED, self.cite, act.amount, wager, box.seat, 0, also=also)
            return Done(table.with_box(at, box.with_wagers((*box.wagers, wager))), (placed,))
        table = table.with_box(at, box)
        if act.do == EVEN_MONEY:
            if self.even_money is None:
                raise Refused(EVEN_MONEY, cite=self.offer_cite, why="is not offered in this game")
            return pay_hand(table, table.spot(box.seat), EVEN, self.even_money, EVEN_MONEY)
        return Done(table, ())

    def _also(self, rules: Rules, box: Box, bettor: str) -> tuple[Cite, ...]:
        """The amount rests also on these; riding money does not raise it."""
        riding = riding_rule(rules, box, bettor)
        shared = self.each if len(box.bettors) > 1 else None
        found = (self.payable, shared, riding.insurance if riding is not None else None)
        return tuple(cite for cite in found if cite is not None)


def shows_ace(dealer: Dealer) -> bool:
    card = dealer.cards[0]
    return getattr(card, "value", 0) == 1


def not_now(ace: Cite, in_time: Cite, before: str = "the reader is used") -> Callable[[Table, int], Reason | None]:
    """Why no Insurance is to be had: another card is up, or it comes too late."""

    def why(table: Table, seat: int) -> Reason | None:
        dealer = table.dealer
        if not dealer.cards or not shows_ace(dealer):
            return ace, "is offered only when the dealer shows an ace"
        return (in_time, f"is offered only before {before}") if dealer.light else None

    return why


def not_called_now(ace: Cite, call: Cite, line: Cite, in_time: Cite) -> Callable[[Table, int], Reason | None]:
    """The same where the dealer calls Insurance after the deal and passes along the insurance line, box by box."""

    def why(table: Table, seat: int) -> Reason | None:
        dealer = table.dealer
        if not dealer.cards or not shows_ace(dealer):
            return ace, "is offered only when the dealer shows an ace"
        hands = [hand for box in table.boxes for hand in box.hands]
        if any(hand.points.count < 2 and not hand.from_split and not hand.over for hand in hands):
            return call, "is offered only after the deal, when the dealer calls it"
        if dealer.points.count == 1 and all(hand.points.count == 2 and not hand.from_split for hand in hands):
            return line, "was declined when the dealer passed this place on the insurance line"
        return in_time, "is offered only before any further card is dealt"

    return why


def before_the_reader_with_an_ace(rules: Rules, table: Table) -> bool:
    """The up card is an ace and the hole card has neither been read nor seen."""
    dealer = table.dealer
    return dealer.points.count == 1 and not dealer.light and shows_ace(dealer)
