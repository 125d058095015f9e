"""A solution that can also say what a split hand is worth, state by state, when further cards of its pair are gone.

Somebody who plays the hands of a split their own way needs the values of finished hands, and the odds of the next card,
for each number of cards that are gone.
"""

from __future__ import annotations

from functools import cache, cached_property

import numpy as np

from holecard.lab.compiler.dealing import UNITS
from holecard.lab.compiler.hands_by_cards import counts_of_codes, distinct
from holecard.lab.compiler.tables import Floats, PairTables, places
from holecard.lab.solver import kernels
from holecard.lab.solver.exact import NOTHING, Solution

MOST_GONE = 8  # more than a split to four hands ever asks for


class SolutionWithGone(Solution):
    """The exact solution of a fresh shoe, open to questions about split hands."""

    @cached_property
    def _by_state(self) -> dict[tuple[int, int, int], Floats]:
        return {}

    @cached_property
    def _chances(self) -> dict[tuple[int, int, int], list[list[float]]]:
        return {}

    def chances(self, code: int, pair: int, gone: int) -> list[list[float]]:
        """How probable each value is as the next card, by what is known of the dealer, to a hand of these cards."""
        key = code, pair, gone
        if key not in self._chances:
            cards = _gone(pair, gone)
            found: Floats = kernels.next_card(counts_of_codes(np.array([code]))[0], cards, self._drawn)
            self._chances[key] = found.tolist()
        return self._chances[key]

    def values_with_gone(self, pair: PairTables, start: int, gone: int) -> Floats:
        """What each finished hand of a class is worth, by state and what is known of the dealer."""
        key = pair.pair, start, gone
        if key not in self._by_state:
            one = pair.classes[start]
            product = one.product
            moved = np.where(one.codes >= 0, one.codes + gone * UNITS[pair.pair], -1)
            codes = distinct(moved[moved >= 0])
            chosen = np.zeros((len(product), len(self.tables.known)), np.int8)
            everywhere = np.ones(len(product), np.bool_)
            found = self._fixed(
                product, places(codes, moved), everywhere, chosen, self.distributions(codes), _gone(pair.pair, gone)
            )
            self._by_state[key] = found[0]
        return self._by_state[key]

    def all_pair(self, pair: int, further: int) -> Floats:
        """How probable it is that so many given cards are all of the pair's value, two having gone."""
        return self._all_pair(pair, further)


@cache
def _gone(pair: int, gone: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    cards = NOTHING.copy()
    if gone:
        cards[pair - 1] = gone
    return cards
