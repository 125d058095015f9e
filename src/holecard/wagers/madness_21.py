"""Madness 21: a Blackjack draws one of 3,750 equally likely prizes (New Zealand section 15A)."""

from __future__ import annotations

from typing import Final

from holecard.engine.side_wager import Prizes, SideWager, first_two
from holecard.law.clauses import Citing
from holecard.values.cards import Card

INSTRUMENTS = ("nz-blackjack",)
KEY = "madness-21"
BLACKJACK = "blackjack"

PRIZES: Final = {  # dollars for each dollar wagered, and how many of the possible prizes they are
    5: 290, 6: 280, 7: 270, 8: 260, 9: 225, 10: 400, 11: 350, 12: 250, 13: 200, 14: 175, 15: 150, 20: 134,
    21: 115, 22: 112, 23: 110, 24: 108, 25: 105, 30: 70, 35: 60, 40: 50, 50: 25, 100: 10, 1000: 1,
}  # fmt: skip
POSSIBLE: Final = 3750  # the second table's column adds up to this: a test says so


@first_two
def has_blackjack(one: Card, other: Card) -> str | None:
    """It wins with the player's Blackjack, whatever the dealer holds (15A.8)."""
    return BLACKJACK if {one.value, other.value} == {1, 10} else None


def madness_21(law: Citing) -> SideWager:
    return SideWager(
        key=KEY,
        name="Madness 21 Wager",
        cite=law("15A.2"),
        judge=has_blackjack,
        pays={},
        win=law("15A.6"),
        lose=law("15A.4(b)"),
        limits=law("15A.3"),
        prizes=Prizes(numbers=PRIZES, won_by="Blackjack"),
    )
