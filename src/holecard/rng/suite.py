"""Runs the fifteen tests and gives a verdict, with Holm's correction: fifteen tests have fifteen chances to fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from holecard import __version__
from holecard.law.errors import Malformed
from holecard.rng._fifteen import FIFTEEN
from holecard.rng._frequencies import Found, chi_square
from holecard.rng.collecting import Collected, What

LEVELS = (0.95, 0.99)
LEAST = 10_000  # words: fewer leave a test without enough in its classes


@dataclass(frozen=True, kw_only=True)
class Row:
    """One test: what it found, its p-value, and that p-value with Holm's correction for all fifteen."""

    test: str
    statistic: float
    p_value: float
    corrected: float

    def passed(self, level: float) -> bool:
        return self.corrected > 1 - level


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The result of all tests on one collection."""

    what: What
    count: int
    words: int
    level: float
    rows: tuple[Row, ...]

    def passed(self, level: float | None = None) -> bool:
        return all(row.passed(self.level if level is None else level) for row in self.rows)

    def to_dict(self) -> dict[str, object]:
        return {
            "what": self.what,
            "count": self.count,
            "words": self.words,
            "level": self.level,
            "version": __version__,
            "rows": [
                {
                    "test": row.test,
                    "statistic": row.statistic,
                    "p_value": row.p_value,
                    "corrected": row.corrected,
                    "passed": row.passed(self.level),
                }
                for row in self.rows
            ],
            "passed": self.passed(),
            "passed_95": self.passed(LEVELS[0]),
            "passed_99": self.passed(LEVELS[1]),
        }


def run(collected: Collected, level: float = 0.99) -> Verdict:
    """All fifteen tests. For shoes, the chi-square test looks at the cards' positions themselves."""
    if not 0.5 <= level < 1:
        raise Malformed(f"--level must be at least 0.5 and below 1, for example 0.99, not {level:g}")
    words = collected.words()
    if len(words) < LEAST:
        each = len(words) / collected.count
        wanted = -(-LEAST // each) if each else LEAST
        raise Malformed(
            f"{collected.count:,} numbers ({collected.what}) are too few: they make {len(words):,} words, and the tests"
            f" need {LEAST:,}. Collect at least {wanted:,.0f}"
        )
    found = [(name, test(words)) for name, test in FIFTEEN.items()]
    if collected.what is What.SHOES:
        found[0] = (found[0][0], positions(collected))
    corrected = holm([one.p_value for _, one in found])
    rows = tuple(
        Row(test=name, statistic=one.statistic, p_value=one.p_value, corrected=value)
        for (name, one), value in zip(found, corrected, strict=True)
    )
    return Verdict(what=collected.what, count=collected.count, words=len(words), level=level, rows=rows)


def positions(shoes: Collected) -> Found:
    """How often each card is at each position of the shoe. A card has one position and a position one card, so the
    degrees of freedom are (n - 1)² and the variance of a cell is that of a random order."""
    cards, many = shoes.below, shoes.count
    where = shoes.numbers.astype(np.int64) * cards + np.arange(cards)
    counts = np.bincount(where.reshape(-1), minlength=cards**2)
    statistic = float(((counts - many / cards) ** 2).sum()) * (cards - 1) / many
    return chi_square(statistic, (cards - 1) ** 2)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's correction: the smallest of n counts n times, the next n - 1 times, and none less than one before it.

    >>> holm([0.01, 0.5, 0.04])
    [0.03, 0.5, 0.08]
    """
    order = sorted(range(len(p_values)), key=lambda at: p_values[at])
    corrected, highest = [0.0] * len(p_values), 0.0
    for rank, at in enumerate(order):
        highest = max(highest, min(1.0, p_values[at] * (len(p_values) - rank)))
        corrected[at] = highest
    return corrected
