"""How Super Fun 21 is settled: the cases in the order of its rules."""

from __future__ import annotations

from holecard.engine.settlement import (
    BLACKJACK,
    BUST,
    DEALER_BLACKJACK,
    DEALER_BUSTS,
    HALF,
    HIGHER,
    LOSE,
    LOWER,
    RETURN,
    SAME_TOTAL,
    SURRENDERED,
    WIN,
    Case,
    Cases,
    Named,
    busted,
    dealer_higher,
    dealer_natural,
    dealer_over_21,
    equal,
    natural,
    player_higher,
    predicate,
    surrendered,
    wins_at,
)
from holecard.engine.table import Dealer, Hand, Wager
from holecard.law.clauses import Citing
from holecard.round.actions import is_doubled
from holecard.values.money import Odds

INSTRUMENTS = ("super-fun-21",)
TWO_TO_ONE = Odds(2)
DIAMONDS = Named("diamonds", "Blackjack in diamonds")
LONG_21 = Named("long-21", "21 with five or more cards")
SIX_CARDS = Named("six-cards", "six cards under 21")


def is_diamonds(hand: Hand) -> bool:
    """A Blackjack of two diamonds."""
    return hand.is_blackjack and hand.cards[0].suit == hand.cards[1].suit == "d"


def has_long_21(hand: Hand) -> bool:
    return hand.points.total == 21 and hand.points.count >= 5 and not is_doubled(hand)


def has_six_cards(hand: Hand) -> bool:
    return hand.points.total < 21 and hand.points.count >= 6 and not is_doubled(hand)


@predicate
def in_diamonds(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return is_diamonds(hand)


@predicate
def long_21(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return has_long_21(hand)


@predicate
def six_cards(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return has_six_cards(hand)


def cases(law: Citing) -> Cases:
    always_wins = ("dealer-blackjack", "equal", "lower")
    any_other = ("dealer-blackjack", "dealer-over", "higher", "equal", "lower")
    return (
        Case(BUST, busted, LOSE, law("6"), ("dealer-over", "higher", "equal")),
        Case(DIAMONDS, in_diamonds, wins_at(TWO_TO_ONE), law("3(diamonds)"), ("blackjack", *any_other)),
        Case(BLACKJACK, natural, WIN, law("3"), always_wins),
        Case(SURRENDERED, surrendered, HALF, law("9"), ("six-cards", *any_other), (law("9(rescue)"),)),
        Case(LONG_21, long_21, wins_at(TWO_TO_ONE), law("11"), any_other),
        Case(SIX_CARDS, six_cards, WIN, law("10"), always_wins),
        Case(DEALER_BLACKJACK, dealer_natural, LOSE, law("5"), ("equal",)),
        Case(DEALER_BUSTS, dealer_over_21, WIN, law("13"), ("lower",)),
        Case(HIGHER, player_higher, WIN, law("13")),
        Case(SAME_TOTAL, equal, RETURN, law("13")),
        Case(LOWER, dealer_higher, LOSE, law("13")),
    )
