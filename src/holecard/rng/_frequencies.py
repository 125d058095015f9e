"""Compares observed counts with what chance would give, with SciPy's distributions.

A fit that is too good is as suspicious as one that is too bad, so the p-values are two-sided.

>>> fit(np.array([50, 50]), np.array([0.5, 0.5]))
Found(statistic=0.0, p_value=0.0)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import stats

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
LEAST = 5.0  # expected in a class; classes with less are taken together


class Found(NamedTuple):
    """A test's statistic, and how likely one at least so far out is if the numbers are random."""

    statistic: float
    p_value: float


def two_sided(below: float, above: float) -> float:
    """The p-value of a statistic with this much of the distribution below it and above it."""
    return min(1.0, 2 * min(below, above))


def chi_square(statistic: float, freedom: int) -> Found:
    return Found(
        float(statistic), two_sided(float(stats.chi2.cdf(statistic, freedom)), float(stats.chi2.sf(statistic, freedom)))
    )


def normal(deviation: float) -> Found:
    return Found(float(deviation), two_sided(float(stats.norm.cdf(deviation)), float(stats.norm.sf(deviation))))


def fit(counts: Integers, chances: Floats) -> Found:
    """Chi-square of counts against the chance of each class; classes in which little is expected are taken together."""
    total = int(counts.sum())
    found, expected = merged(counts, chances * total)
    return chi_square(float(((found - expected) ** 2 / expected).sum()), len(found) - 1)


def merged(counts: Integers, expected: Floats) -> tuple[Floats, Floats]:
    """Neighbouring classes together until at least five are expected in each.

    >>> merged(np.array([9, 1, 2, 1]), np.array([8.0, 3.0, 1.5, 1.0]))
    (array([9., 4.]), array([8. , 5.5]))
    """
    joined: list[list[float]] = []
    for count, wanted in zip(counts, expected, strict=True):
        if joined and joined[-1][1] < LEAST:
            joined[-1][0] += count
            joined[-1][1] += wanted
        else:
            joined.append([count, wanted])
    if len(joined) > 1 and joined[-1][1] < LEAST:
        count, wanted = joined.pop()
        joined[-1][0] += count
        joined[-1][1] += wanted
    return np.array([one[0] for one in joined], float), np.array([one[1] for one in joined], float)


def uniform(values: Integers, classes: int) -> Found:
    """Chi-square of whole numbers that should be equally likely."""
    counts = np.bincount(values, minlength=classes)
    return fit(counts, np.full(classes, 1 / classes))
