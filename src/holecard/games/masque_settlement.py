"""How Down Under Blackjack is settled under the manufacturer's rules of play: items 4 and 12."""

from __future__ import annotations

from holecard.engine.options import Options
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
    player_20,
    player_21,
    player_higher,
    split_money,
    two_original_large,
    wins_at,
)
from holecard.law.clauses import Cite, Citing, house

INSTRUMENTS = ("down-under-rop",)

TWO_GOLD = Named("22-two-gold", "two gold cards against a dealer 22")
DEALER_22_TO_20 = Named("22-20", "20 against a dealer 22")

NOT_EVEN_A_BUST = (
    "bust",
    "dealer-blackjack",
    "higher",
    "lower",
)  # a Blackjack found late takes the initial wager alone (R8)
OVER_BLACKJACK = ("22-two-gold", "22-21", "22", "dealer-over", "higher", "equal", "lower")  # it wins whatever follows


def as_in_685a(clause: str) -> Cite:
    """The sheet is silent on the pit and on irregularities: the house follows the Pennsylvania chapter of itself."""
    return house(f"as in 58 Pa. Code § 685a.{clause}")


def push_22_rule(law: Citing, chosen: str) -> Cite:
    """Which of the three ways of settling a dealer 22 the house has chosen."""
    return {"a": law("12(a)"), "b": law("12(b)"), "c": law("12(c)")}[chosen]


def cases(law: Citing, chosen: Options) -> Cases:
    """Each sees (wager, hand, dealer); the first match decides. A bust loses also on a dealer 22 (reading RP-6)."""
    odds = (law("4(1)"),)
    as_blackjack = law("4")
    push22 = chosen.text("push22")
    rule22 = push_22_rule(law, push22)
    exceptions = {
        "a": (Case(TWO_GOLD, dealer_22 & two_original_large, WIN, law("12(a)"), ("22", "lower"), odds),),
        "b": (),
        "c": (Case(DEALER_22_TO_20, dealer_22 & player_20, WIN, law("12(c)"), ("22", "lower"), odds),),
    }
    return (
        Case(DOUBLE_BACK, dealer_natural & double_money, RETURN, as_in_685a("9(b)"), NOT_EVEN_A_BUST),
        Case(SPLIT_BACK, dealer_natural & split_money, RETURN, as_in_685a("10(d)"), NOT_EVEN_A_BUST),
        Case(BUST, busted, LOSE, as_blackjack, ("22", "dealer-over", "higher", "equal")),
        Case(BOTH_BLACKJACK, dealer_natural & natural, RETURN, as_blackjack, ("dealer-blackjack", "blackjack")),
        Case(DEALER_BLACKJACK, dealer_natural, LOSE, as_blackjack, ("equal",)),
        Case(BLACKJACK, natural, wins_at(chosen.odds("blackjack_pays")), law("4(1)"), OVER_BLACKJACK),
        *exceptions[push22],
        Case(DEALER_22_TO_21, dealer_22 & player_21, WIN, rule22, ("22", "lower"), odds),
        Case(DEALER_HAS_22, dealer_22, RETURN, rule22, ("lower",)),
        Case(DEALER_BUSTS, dealer_over_22, WIN, as_blackjack, ("lower",), odds),
        Case(HIGHER, player_higher, WIN, as_blackjack, (), odds),
        Case(SAME_TOTAL, equal, RETURN, as_blackjack),
        Case(LOWER, dealer_higher, LOSE, as_blackjack),
    )
