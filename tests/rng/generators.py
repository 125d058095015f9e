"""Good and bad sources of 32-bit words: each bad one is made to fail one of the fifteen tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt

from holecard.rng.collecting import Words

Source = Callable[[int], Words]
MANY = 20_000


def good(seed: int, many: int = MANY) -> Words:
    return np.random.Generator(np.random.PCG64(seed)).integers(0, 2**32, many, dtype=np.uint32)


def _fractions(seed: int) -> npt.NDArray[np.float64]:
    return good(seed).astype(np.float64) / 2.0**32


def _words(fractions: npt.NDArray[np.float64]) -> Words:
    return (fractions * 2.0**32).astype(np.uint32)


def lowest_bit_is_zero(seed: int) -> Words:
    return good(seed) & np.uint32(2**32 - 2)


def uneven_intervals(seed: int) -> Words:
    """A quarter of the words of every other interval of a thousand lie in the next one."""
    words, width = good(seed), np.uint32(2**32 // 1000)
    moved = (words // width % 2 == 0) & (words % 4 == 0) & (words < np.uint32(2**32 - 2 * int(width)))
    words[moved] += width
    return words


def clustered(seed: int) -> Words:
    """One in ten words repeats whether the word before it is in the lowest quarter."""
    words, copied = good(seed), good(seed + 1) < 2**32 // 10
    quarter = np.uint32(2**30 - 1)
    for at in np.flatnonzero(copied[1:]) + 1:
        low = words[at] & quarter
        words[at] = low if words[at - 1] <= quarter else low + np.uint32(2**30) * np.uint32(1 + words[at] % 3)
    return words


def third_follows_from_two(seed: int) -> Words:
    """Often the high bits of a word are those of the two before it, added."""
    words, copied = good(seed), good(seed + 1) < 2**32 // 5
    for at in np.flatnonzero(copied[2:]) + 2:
        high = ((int(words[at - 1]) >> 29) + (int(words[at - 2]) >> 29)) % 8
        words[at] = np.uint32((int(words[at]) & (2**29 - 1)) | high << 29)
    return words


def few_pairs(seed: int) -> Words:
    """Each group of five digits has five different digits more often than it should."""
    words = good(seed)
    for start in range(0, MANY - 5, 25):
        words[start : start + 5] = _words((np.arange(5) * 2 + 0.5 + _fractions(start)[:5] / 2) / 10)
    return words


def cycles_of_six(seed: int) -> Words:
    """Every thirty words, six come in the order of their sixths."""
    words = good(seed)
    for start in range(0, MANY - 6, 30):
        words[start : start + 6] = _words((np.arange(6) + 0.5) / 6)
    return words


def rising_fives(seed: int) -> Words:
    """One group of five in twenty is sorted."""
    fives = good(seed).reshape(-1, 5)
    fives[::20] = np.sort(fives[::20], axis=1)
    return fives.reshape(-1)


def squeezed(seed: int) -> Words:
    """A little too much in the middle."""
    found = _fractions(seed)
    return _words(found + 0.03 * np.sin(2 * np.pi * found))


def neighbours_attract(seed: int) -> Words:
    """One word in ten is near the one before it."""
    words, near = good(seed), good(seed + 1) < 2**32 // 10
    for at in np.flatnonzero(near[1:]) + 1:
        words[at] = (int(words[at - 1]) + int(words[at]) % 2**24) % 2**32
    return words


def maxima_too_high(seed: int) -> Words:
    """The largest word of every eighth group of eight is nearly the largest there is."""
    eights = good(seed).reshape(-1, 8)
    rows = np.arange(0, len(eights), 8)
    eights[rows, eights[rows].argmax(axis=1)] = np.uint32(2**32 - 2**20)
    return eights.reshape(-1)


def zigzag(seed: int) -> Words:
    """Every tenth pair of neighbours is exchanged so that the sequence turns there."""
    words = good(seed)
    for at in range(1, MANY - 1, 10):
        if (words[at] > words[at - 1]) == (words[at + 1] > words[at]):
            words[at], words[at + 1] = words[at + 1], words[at]
    return words


def two_halves_alike(seed: int) -> Words:
    """A tenth of the second half repeats the first."""
    words, half = good(seed), MANY // 2
    same = np.flatnonzero(good(seed + 1)[:half] < 2**32 // 10)
    words[half + same] = words[same]
    return words


def repeats_the_seventh_before(seed: int) -> Words:
    """One word in ten is the one seven before it."""
    words = good(seed)
    again = 7 + np.flatnonzero(good(seed + 1)[7:] < 2**32 // 10)
    words[again] = words[again - 7]
    return words


def every_eighth_low(seed: int) -> Words:
    """Every eighth word is low too often, and the fourth one after it high too often: together they are even."""
    words = good(seed).reshape(-1, 8)
    words[:, 0] = np.where(words[:, 1] % 2 == 0, words[:, 0] // 2, words[:, 0])
    words[:, 4] = np.where(words[:, 5] % 2 == 0, 2**31 + words[:, 4] // 2, words[:, 4])
    return words.reshape(-1)


def rare_in_bursts(seed: int) -> Words:
    """The lowest 64th comes in every other block of 256 words only, and there twice as often."""
    blocks = _fractions(seed)[: MANY // 512 * 512].reshape(-1, 512)
    quiet, loud = blocks[:, :256], blocks[:, 256:]
    quiet[quiet < 1 / 64] += 0.5
    loud[(loud >= 0.5) & (loud < 0.5 + 1 / 64)] -= 0.5
    return _words(blocks.reshape(-1))


BUILT_TO_FAIL: Mapping[str, Source] = {
    "chi-square": lowest_bit_is_zero,
    "equidistribution": uneven_intervals,
    "gap": clustered,
    "overlaps": third_follows_from_two,
    "poker": few_pairs,
    "coupon collector": cycles_of_six,
    "permutation": rising_fives,
    "Kolmogorov-Smirnov": squeezed,
    "adjacency": neighbours_attract,
    "order statistic": maxima_too_high,
    "runs": zigzag,
    "interplay correlation": two_halves_alike,
    "serial correlation": repeats_the_seventh_before,
    "subsequences": every_eighth_low,
    "Poisson": rare_in_bursts,
}
