"""What a counter wins with a bet ramp, from the tallies by true count: nothing is simulated again.

Figures are in units of the smallest bet, for a hundred rounds dealt, whether or not the counter bets on them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, inf, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from holecard.lab.counting.tallies import CountRow
from holecard.law.errors import Malformed

Floats = NDArray[np.float64]
ROUNDS = 100
BANKROLL = 10_000  # of SCORE
UNITS = 1000  # a counter's bankroll, unless another is named


class Step(NamedTuple):
    """The bet at a true count."""

    true_count: int
    bet: float


@dataclass(frozen=True)
class Spread:
    """The smallest and the largest bet, in units; below the true count `enter` the counter does not bet."""

    low: float
    high: float
    enter: int | None = None


@dataclass(frozen=True)
class Earnings:
    """What a ramp wins. `win_rate` and the figures around it are for 100 rounds dealt, in units."""

    win_rate: float
    win_rate_error: float
    standard_deviation: float
    average_bet: float
    n0: float  # rounds after which the expected win is one standard deviation
    score: float  # for 100 rounds with a bankroll of 10,000 and the bets that risk 13.53 % of losing it
    certainty_equivalent: float
    risk_of_ruin: float
    bankroll: float
    ramp: tuple[Step, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "win_rate": self.win_rate,
            "win_rate_error": self.win_rate_error,
            "standard_deviation": self.standard_deviation,
            "average_bet": self.average_bet,
            "n0": _finite(self.n0),
            "score": self.score,
            "certainty_equivalent": self.certainty_equivalent,
            "risk_of_ruin": self.risk_of_ruin,
            "bankroll": self.bankroll,
            "ramp": [step._asdict() for step in self.ramp],
        }


def _finite(number: float) -> float | None:
    return None if number == inf else number


class _Moments(NamedTuple):
    """By true count: how often, and mean and mean square of a round with one unit on each box."""

    counts: tuple[int, ...]
    share: Floats
    mean: Floats
    square: Floats
    rounds: int

    @classmethod
    def of(cls, rows: Sequence[CountRow], boxes: int) -> _Moments:
        rounds = np.array([row.rounds for row in rows], np.float64)
        mean = np.array([row.ev * boxes for row in rows])
        square = np.array([row.variance for row in rows]) + mean**2
        return cls(
            tuple(row.true_count for row in rows), rounds / rounds.sum(), mean, square, int(rounds.sum())
        )  # fmt: skip


def earnings(rows: Sequence[CountRow], bets: Mapping[int, float], bankroll: float = UNITS, boxes: int = 1) -> Earnings:
    """What these bets win; a true count without a bet has that of the next one below it, or none."""
    moments = _Moments.of(rows, boxes)
    return _earned(moments, np.array([_bet_at(bets, count) for count in moments.counts]), bankroll)


def _bet_at(bets: Mapping[int, float], count: int) -> float:
    below = [one for one in bets if one <= count]
    return bets[max(below)] if below else 0.0


def _earned(moments: _Moments, bets: Floats, bankroll: float) -> Earnings:
    win = float(moments.share @ (bets * moments.mean))
    variance = float(moments.share @ (bets**2 * moments.square)) - win**2
    error = sqrt(variance / moments.rounds) if moments.rounds else inf
    return Earnings(
        win_rate=ROUNDS * win,
        win_rate_error=ROUNDS * error,
        standard_deviation=sqrt(ROUNDS * variance),
        average_bet=float(moments.share @ bets),
        n0=variance / win**2 if win > 0 else inf,
        score=ROUNDS * BANKROLL * win**2 / variance if win > 0 and variance > 0 else 0.0,
        certainty_equivalent=ROUNDS * (win - variance / (2 * bankroll)),
        risk_of_ruin=min(1.0, exp(-2 * bankroll * win / variance)) if win > 0 and variance > 0 else 1.0,
        bankroll=bankroll,
        ramp=tuple(Step(count, float(bet)) for count, bet in zip(moments.counts, bets, strict=True)),
    )


def best_earnings(rows: Sequence[CountRow], spread: Spread, bankroll: float = UNITS, boxes: int = 1) -> Earnings:
    """The ramp within a spread that has the highest SCORE.

    Without limits the best bet is in proportion to mean over mean square. So the ramp is a multiple of that, cut at the
    ends of the spread; which multiple is searched. Where chance made the proportion fall as the count rises, neighbours
    are pooled.
    """
    moments = _Moments.of(rows, boxes)
    worth = _rising(moments.mean / np.where(moments.square > 0, moments.square, 1), moments.share * moments.square)
    sits = np.array([spread.enter is not None and count < spread.enter for count in moments.counts])
    top = max(float(worth.max()), 1e-9)
    best: Earnings | None = None
    for multiple in np.geomspace(spread.low / top / 2, 200 * spread.high / top, 400):
        bets = np.where(sits, 0.0, np.clip(multiple * worth, spread.low, spread.high))
        found = _earned(moments, bets, bankroll)
        if best is None or (found.score, found.win_rate) > (best.score, best.win_rate):
            best = found
    assert best is not None, "some multiple is tried"
    return best


def _rising(values: Floats, weights: Floats) -> Floats:
    """The closest values that never fall."""
    pools: list[tuple[float, float, int]] = []
    for value, weight in zip(values, np.maximum(weights, 1e-300), strict=True):
        pools.append((float(value), float(weight), 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (one, its, many), (other, theirs, more) = pools[-2], pools[-1]
            pools[-2:] = [((one * its + other * theirs) / (its + theirs), its + theirs, many + more)]
    return np.array([value for value, _, many in pools for _ in range(many)])


def parse_spread(text: str, enter: int | None = None) -> Spread:
    """Read a spread such as 1-12.

    >>> parse_spread("1-12")
    Spread(low=1.0, high=12.0, enter=None)
    """
    low, dash, high = text.partition("-")
    try:
        found = Spread(float(low), float(high), enter) if dash else Spread(1.0, float(low), enter)
    except ValueError:
        raise Malformed(
            f"--spread {text!r} is not a spread. Write the smallest and largest bet, such as 1-12"
        ) from None
    if not 0 < found.low <= found.high < inf:
        raise Malformed(f"--spread {text}: the largest bet must not be below the smallest, and both above 0")
    return found


def parse_ramp(text: str) -> dict[int, float]:
    """Read the bets of a ramp, such as "0:1 1:2 2:4 3:8".

    >>> parse_ramp("0:1 2:4")
    {0: 1.0, 2: 4.0}
    """
    bets: dict[int, float] = {}
    for part in text.replace(",", " ").split():
        count, colon, bet = part.partition(":")
        try:
            found, amount = int(count), float(bet)
        except ValueError:
            raise Malformed(f"--ramp {part!r} is not a step. Write true count and bet, such as 2:4") from None
        if not colon or not 0 <= amount < inf:
            raise Malformed(f"--ramp {part!r}: the bet must be 0 or more")
        if found in bets:
            raise Malformed(f"--ramp has the true count {found} twice")
        bets[found] = amount
    steps = sorted(bets.items())
    for (one, less), (other, more) in pairwise(steps):
        if more < less:
            raise Malformed(f"--ramp falls from {less:g} at {one:+d} to {more:g} at {other:+d}. A ramp never falls")
    if not any(bets.values()):
        raise Malformed("--ramp bets nothing. Write true counts and bets, such as '0:1 1:2 2:4'")
    return dict(steps)
