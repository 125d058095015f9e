"""The input of the solver: the cards in the shoe, how often a deal comes from them, and what a strategy may look at."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from holecard.lab.compiler.stage import ANY, Known, Pair, values_in
from holecard.law.errors import Malformed


class Strategy(StrEnum):
    COMPOSITION = "composition"
    TOTAL = "total"


@dataclass(frozen=True)
class Cards:
    """What the shoe holds when the round begins, by value, the ace first; `endless` if a card drawn is not missed.

    >>> Cards.of_decks(1).counts
    (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
    """

    counts: tuple[int, ...]
    endless: bool = False

    @classmethod
    def of_decks(cls, decks: int) -> Cards:
        return cls((4 * decks,) * 9 + (16 * decks,))

    @classmethod
    def infinite(cls) -> Cards:
        return cls((1,) * 9 + (4,), endless=True)

    def without(self, *values: int) -> Cards:
        """The shoe after these have gone.

        >>> Cards.of_decks(1).without(1, 10).counts
        (3, 4, 4, 4, 4, 4, 4, 4, 4, 15)
        """
        counts = list(self.counts)
        for value in values:
            counts[value - 1] -= 1
            if counts[value - 1] < 0:
                cards = "aces" if value == 1 else f"cards worth {value}"
                raise Malformed(f"the shoe has only {self.counts[value - 1]} {cards}")
        return Cards(tuple(counts), self.endless)

    @property
    def taken(self) -> float:
        return 0.0 if self.endless else 1.0

    def pair_probability(self, pair: Pair, up: int) -> float:
        """How often these are the first two cards and this the up card."""
        left = list(self.counts)
        result, total = 1.0, sum(left)
        for value in (*pair, up):
            result *= max(0, left[value - 1]) / total
            if not self.endless:
                left[value - 1] -= 1
                total -= 1
        return result * (1 if pair[0] == pair[1] else 2)

    def second_probability(self, pair: Pair, known: Known, among: int = ANY) -> float:
        """How often the dealer's second card is among those known to be possible, out of a set."""
        left = list(self.counts)
        if not self.endless:
            for value in (*pair, known.up):
                left[value - 1] -= 1
        whole = sum(left[value - 1] for value in values_in(among))
        return sum(left[value - 1] for value in values_in(known.second)) / whole if whole > 0 else 0.0
