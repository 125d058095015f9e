"""How Down Under Blackjack settles: 58 Pa. Code § 685a.7(h)-(q)."""

from __future__ import annotations

from holecard.engine.settlement import (
    LOSE,
    RETURN,
    WIN,
    Case,
    Cases,
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
BLACKJACK_PAYS = Odds(3, 2)

OVER_BUST = ("double-back", "split-back", "22", "dealer-over", "higher", "equal")  # it has lost whatever follows
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
        Case("bust", busted, LOSE, law("7(q)(1)"), OVER_BUST, (law("7(q)"),)),
        Case("both-blackjack", dealer_natural & natural, RETURN, law("7(h)(1)"), ("dealer-blackjack", "blackjack")),
        Case("double-back", dealer_natural & double_money, RETURN, law("9(b)"), ("dealer-blackjack", "lower")),
        Case("split-back", dealer_natural & split_money, RETURN, law("10(d)"), ("dealer-blackjack", "lower")),
        Case("dealer-blackjack", dealer_natural, LOSE, law("7(h)(2)"), ("equal",)),
        Case("blackjack", natural, wins_at(BLACKJACK_PAYS), law("7(i)(1)"), OVER_BLACKJACK, (odds,)),
        Case("22-two-large", dealer_22 & two_original_large, WIN, law("7(n)(1)"), ("22", "lower"), (odds,)),
        Case("22-21", dealer_22 & player_21, WIN, law("7(n)(1)"), ("22", "lower"), (odds,)),
        Case("22", dealer_22, RETURN, law("7(n)(1)"), ("lower",)),
        Case("dealer-over", dealer_over_22, WIN, law("7(o)(1)"), ("lower",), win),
        Case("higher", player_higher, WIN, law("7(o)(2)"), (), win),
        Case("equal", equal, RETURN, law("7(p)"), (), (not_22,)),
        Case("lower", dealer_higher, LOSE, law("7(q)(2)"), (), lose),
    )
