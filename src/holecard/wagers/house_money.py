"""House Money: a suited or sequential start, or a pair; what it wins may ride with the main wager (New Zealand 15D)."""

from __future__ import annotations

from holecard.engine.side_wager import Riding, SideWager, first_two, in_sequence, is_pair, same_suit
from holecard.law.clauses import Citing
from holecard.values.cards import Card
from holecard.values.money import Odds

INSTRUMENTS = ("nz-blackjack",)
KEY = "house-money"
ACE_KING, SUITED_SEQUENCE, PAIR, SEQUENCE = "ace-king suited", "suited in sequence", "pair", "in sequence"

PAYS = {ACE_KING: Odds(9), SUITED_SEQUENCE: Odds(4), PAIR: Odds(3), SEQUENCE: Odds(1)}


@first_two
def best_class(one: Card, other: Card) -> str | None:
    """The best class alone is paid; a suited pair is a pair (reading NZ-9)."""
    if {one.rank, other.rank} == {"A", "K"} and same_suit(one, other):
        return ACE_KING
    if in_sequence(one, other):
        return SUITED_SEQUENCE if same_suit(one, other) else SEQUENCE
    return PAIR if is_pair(one, other) else None


def house_money(law: Citing) -> SideWager:
    return SideWager(
        key=KEY,
        name="House Money Wager",
        cite=law("15D.2"),
        judge=best_class,
        pays=PAYS,
        win=law("15D.6"),
        by_class={
            ACE_KING: law("15D.5(a)"),
            SUITED_SEQUENCE: law("15D.5(b)"),
            PAIR: law("15D.5(c)"),
            SEQUENCE: law("15D.5(d)"),
        },
        lose=law("15D.5(e)"),
        limits=law("15D.4"),
        riding=Riding(
            offer=law("15D.6"),
            keep=law("15D.6(a)"),
            ride=law("15D.6(b)"),
            double=law("15D.7"),
            split=law("15D.8"),
            insurance=law("15D.9"),
            settled=law("15D.10"),
            played_first=law("16.14"),
        ),
    )
