"""How Down Under Blackjack settles by the manufacturer's rules of play: items 4 and 12."""

from __future__ import annotations

from holecard.engine.options import Options
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
    equal,
    natural,
    player_20,
    player_21,
    player_higher,
    two_original_large,
    wins_at,
)
from holecard.law.clauses import Cite, Citing

INSTRUMENTS = ("down-under-rop",)

OVER_BLACKJACK = ("22-two-gold", "22-21", "22", "dealer-over", "higher", "equal", "lower")  # it wins whatever follows


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
        "a": (Case("22-two-gold", dealer_22 & two_original_large, WIN, law("12(a)"), ("22", "lower"), odds),),
        "b": (),
        "c": (Case("22-20", dealer_22 & player_20, WIN, law("12(c)"), ("22", "lower"), odds),),
    }
    return (
        Case("bust", busted, LOSE, as_blackjack, ("22", "dealer-over", "higher", "equal")),
        Case("both-blackjack", dealer_natural & natural, RETURN, as_blackjack, ("dealer-blackjack", "blackjack")),
        Case("dealer-blackjack", dealer_natural, LOSE, as_blackjack, ("equal",)),
        Case("blackjack", natural, wins_at(chosen.odds("blackjack_pays")), law("4(1)"), OVER_BLACKJACK),
        *exceptions[push22],
        Case("22-21", dealer_22 & player_21, WIN, rule22, ("22", "lower"), odds),
        Case("22", dealer_22, RETURN, rule22, ("lower",)),
        Case("dealer-over", dealer_over_22, WIN, as_blackjack, ("lower",), odds),
        Case("higher", player_higher, WIN, as_blackjack, (), odds),
        Case("equal", equal, RETURN, as_blackjack),
        Case("lower", dealer_higher, LOSE, as_blackjack),
    )
