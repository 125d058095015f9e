"""How Down Under Blackjack is settled: 58 Pa. Code § 685a.7(h)-(q)."""

from __future__ import annotations

from holecard.engine.settlement import (
    BLACKJACK,
    BOTH_BLACKJACK,
    BUST,
    DEALER_22_TO_21,
    DEALER_BLACKJACK,
    DEALER_BUSTS,
    DEALER_HAS_22,
    DOUBLE_BACK,
    HIGHER,
    LOSE,
    LOWER,
    RETURN,
    SAME_TOTAL,
    SPLIT_BACK,
    WIN,
    Case,
    Cases,
    Named,
    busted,
    dealer_22,
    dealer_higher,
    dealer_natural,
    dealer_over_22,
    double_money,
    equal,
    natural,
    player_21,
    player_higher,
    split_money,
    two_original_large,
    wins_at,
)
from holecard.law.clauses import Citing
from holecard.values.money import Odds

INSTRUMENTS = ("pa-685a",)

TWO_LARGE = Named("22-two-large", "two Large cards against a dealer 22")
BLACKJACK_PAYS = Odds(3, 2)

OVER_BUST = ("22", "dealer-over", "higher", "equal")  # it has lost whatever follows
NOT_EVEN_A_BUST = (
    "bust",
    "dealer-blackjack",
    "higher",
    "lower",
)  # a Blackjack found late takes the initial wager alone (DU-6)
OVER_BLACKJACK = (
    "22-two-large",
    "22-21",
    "22",
    "dealer-over",
    "higher",
    "equal",
    "lower",
)  # paid whatever follows


def cases(law: Citing) -> Cases:
    """Each sees (wager, hand, dealer); the first match decides. A bust loses also on a dealer 22 (reading DU-2)."""
    odds = law("11(a)")
    not_22 = law("7(n)(2)")
    win, lose = (not_22, law("7(o)"), odds), (not_22, law("7(q)"))
    return (
        Case(DOUBLE_BACK, dealer_natural & double_money, RETURN, law("9(b)"), NOT_EVEN_A_BUST),
        Case(SPLIT_BACK, dealer_natural & split_money, RETURN, law("10(d)"), NOT_EVEN_A_BUST),
        Case(BUST, busted, LOSE, law("7(q)(1)"), OVER_BUST, (law("7(q)"),)),
        Case(BOTH_BLACKJACK, dealer_natural & natural, RETURN, law("7(h)(1)"), ("dealer-blackjack", "blackjack")),
        Case(DEALER_BLACKJACK, dealer_natural, LOSE, law("7(h)(2)"), ("equal",)),
        Case(BLACKJACK, natural, wins_at(BLACKJACK_PAYS), law("7(i)(1)"), OVER_BLACKJACK, (odds,)),
        Case(TWO_LARGE, dealer_22 & two_original_large, WIN, law("7(n)(1)"), ("22", "lower"), (odds,)),
        Case(DEALER_22_TO_21, dealer_22 & player_21, WIN, law("7(n)(1)"), ("22", "lower"), (odds,)),
        Case(DEALER_HAS_22, dealer_22, RETURN, law("7(n)(1)"), ("lower",)),
        Case(DEALER_BUSTS, dealer_over_22, WIN, law("7(o)(1)"), ("lower",), win),
        Case(HIGHER, player_higher, WIN, law("7(o)(2)"), (), win),
        Case(SAME_TOTAL, equal, RETURN, law("7(p)"), (), (not_22,)),
        Case(LOWER, dealer_higher, LOSE, law("7(q)(2)"), (), lose),
    )
