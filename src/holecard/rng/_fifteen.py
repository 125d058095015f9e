"""The fifteen tests that 58 Pa. Code § 810a.5(c) names, each on a sequence of 32-bit words.

The section names the tests and does not define them. Where there is a usual form it is taken (Knuth, The Art of
Computer Programming, volume 2, section 3.3.2; Good 1953 for overlapping groups); docs/rng.md says what each one is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import comb, factorial
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy import stats

from holecard.rng._frequencies import Found, Integers, chi_square, fit, normal, uniform
from holecard.rng.collecting import WIDTH, Words

Test = Callable[[Words], Found]


def digits(words: Words, base: int) -> Integers:
    """Each word as a digit: its place among `base` equal parts."""
    return ((words.astype(np.uint64) * np.uint64(base)) >> np.uint64(WIDTH)).astype(np.int64)


def fractions(words: Words) -> npt.NDArray[np.float64]:
    return (words.astype(np.float64) + 0.5) / 2.0**WIDTH


def groups(values: Integers, size: int) -> Integers:
    return values[: len(values) // size * size].reshape(-1, size)


def chi_square_test(words: Words) -> Found:
    """All four bytes of every word: 256 values, equally often."""
    return uniform(words.view(np.uint8).astype(np.int64), 256)


def equidistribution(words: Words) -> Found:
    """The words in 1,000 equal intervals, equally often; fewer intervals for a short sequence."""
    base = min(1000, len(words) // 10)
    return uniform(digits(words, base), base)


def gap(words: Words) -> Found:
    """How many words lie between two that are in the lowest quarter: a geometric distribution."""
    longest = 40
    hits = np.flatnonzero(words < 2 ** (WIDTH - 2))
    gaps = np.minimum(np.diff(hits) - 1, longest)
    chances = 0.25 * 0.75 ** np.arange(longest)
    return fit(np.bincount(gaps, minlength=longest + 1), np.append(chances, 1 - chances.sum()))


def overlaps(words: Words) -> Found:
    """Overlapping groups of three digits below 8, less those of two: Good's chi-square with 448 degrees of freedom."""
    base = 8
    values = digits(words, base)
    ring = np.append(values, values[:2])  # the last groups go on at the beginning
    pairs = ring[:-2] * base + ring[1:-1]
    triples = pairs * base + ring[2:]

    def sum_of_squares(found: Integers, classes: int) -> float:
        counts = np.bincount(found, minlength=classes).astype(float)
        return float((counts**2).sum() * classes / len(found) - len(found))

    statistic = sum_of_squares(triples, base**3) - sum_of_squares(pairs, base**2)
    return chi_square(statistic, base**3 - base**2)


def poker(words: Words) -> Found:
    """How many different digits there are among five digits below 10."""
    base, size = 10, 5
    hands = np.sort(groups(digits(words, base), size), axis=1)
    different = 1 + (np.diff(hands, axis=1) != 0).sum(axis=1)
    chances = [_onto(size, many) * comb(base, many) / base**size for many in range(1, size + 1)]
    return fit(np.bincount(different - 1, minlength=size), np.array(chances))


def _onto(size: int, many: int) -> int:
    """In how many ways `size` places take exactly `many` given values.

    >>> _onto(5, 2)
    30
    """
    return sum((-1) ** left * comb(many, left) * (many - left) ** size for left in range(many + 1))


def coupon_collector(words: Words) -> Found:
    """How many digits below 6 it takes until all six have come."""
    base, longest = 6, 40
    lengths, seen, begun = [], 0, 0
    for at, digit in enumerate(digits(words, base).tolist()):
        seen |= 1 << digit
        if seen == 2**base - 1:
            lengths.append(min(at + 1 - begun, longest))
            seen, begun = 0, at + 1
    # complete after exactly t: the last kind comes then, the others fill the t - 1 before it
    chances = [base * _onto(t - 1, base - 1) / base**t for t in range(base, longest)]
    counts = np.bincount(np.array(lengths, np.int64), minlength=longest + 1)[base:]
    return fit(counts, np.append(chances, 1 - sum(chances)))


def permutation(words: Words) -> Found:
    """The order of five words: 120 orders, equally often."""
    size = 5
    ranks = groups(words.astype(np.int64), size).argsort(axis=1, kind="stable")
    code = np.zeros(len(ranks), np.int64)
    for at in range(size):
        code = code * (size - at) + (ranks[:, at + 1 :] < ranks[:, at : at + 1]).sum(axis=1)
    return uniform(code, factorial(size))


def kolmogorov_smirnov(words: Words) -> Found:
    """The largest distance between the words' distribution and a uniform one."""
    return _distance(fractions(words))


def _distance(values: npt.NDArray[np.float64]) -> Found:
    found = stats.kstest(values, "uniform", method="asymp" if len(values) > 10_000 else "auto")
    return Found(float(found.statistic), float(found.pvalue))


def adjacency(words: Words) -> Found:
    """The difference of neighbouring words, around the circle: 256 equal parts, equally often."""
    return uniform(digits(np.diff(words), 256), 256)  # unsigned: it wraps


def order_statistic(words: Words) -> Found:
    """The largest of eight words: its eighth power is uniform."""
    size = 8
    return _distance(groups(fractions(words), size).max(axis=1) ** size)  # type: ignore[arg-type]  # any numbers


def runs(words: Words) -> Found:
    """How often the sequence turns from rising to falling or back: normal around two thirds of its length."""
    rising = np.diff(words.astype(np.int64)) > 0
    turns = 1 + int((rising[1:] != rising[:-1]).sum())
    many = len(words)
    return normal((turns - (2 * many - 1) / 3) / ((16 * many - 29) / 90) ** 0.5)


def interplay_correlation(words: Words) -> Found:
    """The first half beside the second, as two tables would draw: 16 by 16 pairs, independent of each other."""
    base, half = 16, len(words) // 2
    one, other = digits(words[:half], base), digits(words[half : 2 * half], base)
    table = np.bincount(one * base + other, minlength=base**2).reshape(base, base)
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / half
    expected = np.maximum(expected, 1e-9)
    return chi_square(float(((table - expected) ** 2 / expected).sum()), (base - 1) ** 2)


def serial_correlation(words: Words) -> Found:
    """The correlation of each word with the ten before it, together (Ljung and Box)."""
    values = fractions(words) - 0.5
    many, lags = len(values), 10
    whole = float((values**2).sum()) or 1.0
    squares = (float((values[lag:] * values[:-lag]).sum() / whole) ** 2 / (many - lag) for lag in range(1, lags + 1))
    return chi_square(many * (many + 2) * sum(squares), lags)


def subsequences(words: Words) -> Found:
    """Every eighth word, from each of eight beginnings: 16 equal parts, equally often in each."""
    step, base = 8, 16
    values = groups(digits(words, base), step)
    found = (uniform(values[:, start], base).statistic for start in range(step))
    return chi_square(sum(found), step * (base - 1))


def poisson(words: Words) -> Found:
    """How many of 256 words are in the lowest 64th: nearly Poisson with mean 4, exactly binomial."""
    size, chance, most = 256, 1 / 64, 16
    counts = np.minimum((groups(words.astype(np.int64), size) < 2**WIDTH * chance).sum(axis=1), most)
    chances = stats.binom.pmf(np.arange(most), size, chance)
    return fit(np.bincount(counts, minlength=most + 1), np.append(chances, 1 - chances.sum()))


FIFTEEN: Final[Mapping[str, Test]] = {
    "chi-square": chi_square_test,
    "equidistribution": equidistribution,
    "gap": gap,
    "overlaps": overlaps,
    "poker": poker,
    "coupon collector": coupon_collector,
    "permutation": permutation,
    "Kolmogorov-Smirnov": kolmogorov_smirnov,
    "adjacency": adjacency,
    "order statistic": order_statistic,
    "runs": runs,
    "interplay correlation": interplay_correlation,
    "serial correlation": serial_correlation,
    "subsequences": subsequences,
    "Poisson": poisson,
}
