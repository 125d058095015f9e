"""What money is worth that rides with the main wager (New Zealand 15D, 15E), card by card.

It is what a little more of it adds to the best play of the hand, so it does not depend on how much rides.
"""

from __future__ import annotations

from functools import cache

from holecard.lab.exact import Cards, Solution
from holecard.lab.side_wagers import ValueOfRiding
from holecard.lab.stage import UNIT, Riding
from holecard.lab.store import tables_for
from holecard.rules import Rules

LITTLE = UNIT // 1000  # so little that it does not change how the hand is best played


def value_of_riding(rules: Rules, wager: str) -> ValueOfRiding:
    """For a table with this side wager: the expectation of each unit that rides, by first two cards and up card."""
    cards = Cards.of_decks(rules.decks)
    some, more = (Solution(tables_for(rules, Riding(wager, amount)), cards) for amount in (LITTLE, 2 * LITTLE))

    @cache
    def value(pair: tuple[int, int], up: int) -> float:
        less, full = (one.opening_worth(one.tables.compiled.openings[pair, up], pair, up) for one in (some, more))
        return (full.value - less.value) * UNIT / LITTLE

    return value
