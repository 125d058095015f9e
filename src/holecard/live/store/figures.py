"""Counts for those who watch the house: cheap to add to, read once in a while."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Distribution:
    """How many values were at most so large. One thread adds; any may read.

    >>> waits = Distribution(0.01, 0.1)
    >>> for seconds in (0.004, 0.01, 0.05, 3.0):
    ...     waits.add(seconds)
    >>> waits.count, list(waits.at_most())
    (4, [(0.01, 2), (0.1, 3), (inf, 4)])
    >>> within(waits.bounds, waits.counts, 0.5), within(waits.bounds, waits.counts, 0.99)
    (0.01, inf)
    """

    __slots__ = "bounds", "counts", "total"

    def __init__(self, *bounds: float) -> None:
        self.bounds = (*bounds, float("inf"))
        self.counts = [0] * len(self.bounds)
        self.total = 0.0

    def add(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    @property
    def count(self) -> int:
        return sum(self.counts)

    def at_most(self) -> Iterator[tuple[float, int]]:
        return zip(self.bounds, accumulate(self.counts), strict=True)


def within(bounds: Sequence[float], counts: Sequence[int], share: float) -> float | None:
    """The least bound that so large a share of the values keeps to; None if there are none."""
    all_ = sum(counts)
    if not all_:
        return None
    return next(bound for bound, so_far in zip(bounds, accumulate(counts), strict=True) if so_far >= share * all_)
