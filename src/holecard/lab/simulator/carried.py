"""Counts that a simulation carries through each shoe: what they add for a card, and where their rounds are tallied.

A round is tallied under the count at the moment of betting and the depth at which it begins. A shoe that is cut less
deep has the same rounds as far as it goes, so one run answers for every cut up to its own.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from holecard.lab.simulator._loop_tables import Counts
from holecard.lab.simulator._loops import LABELS, MIDDLE
from holecard.lab.simulator.generator import SPARE
from holecard.values.cards import DECK

CARDS_OF_A_DECK = len(DECK)
_FIRST_OF_VALUE = [next(card.index for card in DECK if card.value == value) for value in range(1, 11)]


@dataclass(frozen=True)
class Carried:
    """One linear count, in whole parts of which `scale` are one. It is a true count, or a running one as it stands."""

    name: str
    tags: tuple[int, ...]  # by `Card.index`
    scale: int = 1
    start: int = 0  # the count of a fresh shoe
    running: bool = False

    @property
    def has_suits(self) -> bool:
        return any(self.tags[card.index] != self.tags[_FIRST_OF_VALUE[card.value - 1]] for card in DECK)


@dataclass(frozen=True)
class Counting:
    """The counts of a simulation, the first of which decides about departures, and the depths that are told apart."""

    counts: tuple[Carried, ...]
    edges: tuple[int, ...]  # cards gone, ascending: a round belongs to the first edge that is beyond its beginning
    departs: bool = False  # whether the play depends on the count

    def tables(self, cards: int, has_faces: bool, wagers: int) -> Counts:
        """What the loop reads and writes, for a shoe of so many cards."""
        tags = np.array([count.tags for count in self.counts], np.int64)
        left = (cards - np.arange(cards + SPARE)) / CARDS_OF_A_DECK
        decks_left = np.where(left > 0, left, 1)
        per_deck = [1 / (count.scale * (1 if count.running else decks_left)) for count in self.counts]
        return Counts(
            tags=np.ascontiguousarray(tags if has_faces else tags[:, _FIRST_OF_VALUE]),
            start=np.array([count.start for count in self.counts], np.int64),
            per_deck=np.array([np.broadcast_to(one, left.shape) for one in per_deck]),
            band=np.searchsorted(self.edges, np.arange(cards + SPARE), side="right").astype(np.uint16),
            tally=np.zeros((len(self.counts), len(self.edges) + 1, LABELS, 3 + 2 * wagers), np.int64),
        )

    def unpacked(self, found: Counter[int], wagers: int) -> NDArray[np.int64]:
        """The tallies by count, band and label: rounds, then sum and sum of squares of the main wager and each other.

        What lies behind the last edge is left out: there is nothing, unless a round began behind the cut.
        """
        shape = (len(self.counts), len(self.edges) + 1, LABELS, 3 + 2 * wagers)
        whole = np.zeros(shape, np.int64)
        whole.ravel()[list(found)] = list(found.values())
        return whole


def packed(counts: Counts) -> Counter[int]:
    """The tallies that are not zero, by their place."""
    flat = counts.tally.ravel()
    return Counter({int(at): int(flat[at]) for at in np.nonzero(flat)[0]})


def labels() -> range:
    """The labels in their order; the first and the last have all beyond them."""
    return range(-MIDDLE, LABELS - MIDDLE)
