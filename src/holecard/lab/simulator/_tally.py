"""The results of simulated rounds: whole-number counts that can be added, and the figures computed from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt

Results = Counter[int]  # how often a round came to what, in the unit of the tables


@dataclass(frozen=True)
class Tally:
    """Whole-number sums of some rounds; two of them add up."""

    rounds: int
    stakes: int
    results: Results
    wagers: tuple[Results, ...] = ()  # the same of each side wager
    winners: tuple[int, ...] = ()  # how many boxes each side wager won on
    cpu_seconds: float = 0.0
    by_count: Results = field(default_factory=Counter)  # the tallies of a card counter, by their place

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.rounds + other.rounds,
            self.stakes + other.stakes,
            _added(self.results, other.results),
            tuple(_added(*both) for both in zip(self.wagers, other.wagers, strict=True)),
            tuple(one + two for one, two in zip(self.winners, other.winners, strict=True)),
            self.cpu_seconds + other.cpu_seconds,
            _added(self.by_count, other.by_count),
        )

    @classmethod
    def nothing(cls, wagers: int = 0) -> Tally:
        return cls(0, 0, Counter(), (Counter(),) * wagers, (0,) * wagers)

    @property
    def sums(self) -> tuple[int, int, int, int, int]:
        """Results, their squares, stakes, rounds won and rounds lost."""
        each = self.results.items()
        won, lost = (sum(n for result, n in each if result * sign > 0) for sign in (1, -1))
        return sum(result * n for result, n in each), sum(result**2 * n for result, n in each), self.stakes, won, lost

    @property
    def counted(self) -> tuple[int, int, Results, tuple[Results, ...], tuple[int, ...], Results]:
        """All but the time it took."""
        return self.rounds, self.stakes, self.results, self.wagers, self.winners, self.by_count


def _added(one: Results, other: Results) -> Results:
    """Their sum, the results in order; not `+`, which drops what is not positive."""
    found = Counter(one)
    found.update(other)
    return found


@dataclass(frozen=True)
class Figures:
    """What some results are worth for each unit wagered on a box; `stake` is that unit, on each of so many boxes."""

    results: Mapping[int, int]
    stake: int
    boxes: int
    rounds: int = field(init=False)
    won: int = field(init=False)
    squares: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rounds", sum(self.results.values()))
        object.__setattr__(self, "won", sum(result * n for result, n in self.results.items()))
        object.__setattr__(self, "squares", sum(result * result * n for result, n in self.results.items()))

    @property
    def ev(self) -> float:
        return self.won / (self.rounds * self.boxes * self.stake)

    @property
    def standard_deviation(self) -> float:
        """Of a round, all boxes together, in units."""
        mean = self.won / self.rounds
        return sqrt(max(0.0, self.squares / self.rounds - mean * mean)) / self.stake

    @property
    def standard_error(self) -> float:
        """Of `ev`, from whole rounds, because boxes share a dealer."""
        return self.standard_deviation / sqrt(self.rounds) / self.boxes

    @property
    def won_pushed_lost(self) -> tuple[float, float, float]:
        """The shares of rounds."""
        won, lost = (_share(self.results.items(), sign, self.rounds) for sign in (1, -1))
        return won, 1 - won - lost, lost

    @property
    def histogram(self) -> dict[float, int]:
        """How often a round ended with this many units won or lost."""
        return {result / self.stake: self.results[result] for result in sorted(self.results)}


def _share(results: Iterable[tuple[int, int]], sign: int, rounds: int) -> float:
    return sum(n for result, n in results if result * sign > 0) / rounds
