"""The cards that are left, as far as a count tells: the mean of all shoes with that true count.

For tags t with variance v over a deck, the share of a card among those left is p(1 - T t / 52 v) at true count T.
"""

from __future__ import annotations

from math import erf, sqrt
from typing import cast

import numpy as np
from numpy.typing import NDArray

from holecard.lab.counting._wager_values import VALUE_OF
from holecard.lab.counting.systems import System
from holecard.lab.solver.shoes import Cards
from holecard.law.errors import Malformed

Floats = NDArray[np.float64]
DECK_SIZE = 52
COUNTS = range(-10, 11)  # the true counts that are solved


def tags_by_value(system: System) -> Floats:
    """The tag of each value, for a true count."""
    if not system.balanced or system.has_suits:
        raise Malformed(f"departures need a true count: {system.name} must be balanced and the same for all suits")
    tags = np.array([float(tag) for tag in system.tags])
    return np.array([tags[value == VALUE_OF][0] for value in range(10)])


def variance(system: System) -> float:
    """Of the tags of a deck."""
    tags = np.array([float(tag) for tag in system.tags])
    return float(tags.var())


def cards_at(system: System, true_count: float, size: float) -> Cards:
    """So many cards as they are on average at this true count."""
    fresh = np.array(Cards.of_decks(1).counts) / DECK_SIZE
    share = fresh * (1 - true_count * tags_by_value(system) / (DECK_SIZE * variance(system)))
    counts = tuple(float(one) for one in size * np.maximum(share, 0))
    return Cards(cast("tuple[int, ...]", counts))  # the solver divides them: parts of a card are as good


def frequencies(system: System, decks: int, penetration: float) -> dict[int, float]:
    """How often a round begins at each true count, rounded down, if shoes are dealt to this depth.

    The running count after n of N cards has the variance v n (N - n) / (N - 1); it is close to normal.
    """
    whole = DECK_SIZE * decks
    found = dict.fromkeys(COUNTS, 0.0)
    depths = np.linspace(0, penetration * whole, 41)[1:]
    for gone in depths:
        left = whole - gone
        deviation = sqrt(variance(system) * gone * left / (whole - 1)) * DECK_SIZE / left
        for count in COUNTS:
            low = 0.0 if count == COUNTS[0] else _below(count / deviation)
            high = 1.0 if count == COUNTS[-1] else _below((count + 1) / deviation)
            found[count] += (high - low) / len(depths)
    return found


def _below(deviations: float) -> float:
    return (1 + erf(deviations / sqrt(2))) / 2
