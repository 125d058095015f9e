"""Sessions with a bankroll: the same wager every round, played by the strategy card.

The method. Rounds are played by the simulator with a fresh shuffle each, and how often each result came is kept; the
rounds of a session are then drawn from these, one independently of the other. So nothing is assumed of their shape,
and no shoe is followed from one round into the next. A session ends after its rounds, or as soon as the bankroll cannot
pay for the next one. A round that has begun is always completed: whoever lacks the money for a double, a split or
Insurance is assumed to find it, so that a session may lose a little more than the bankroll.

Money is whole cents; a broken cent of a round is rounded down. A result depends on the seed and the number of sessions
alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import Bet, Bets
from holecard.engine.rules import Rules
from holecard.lab.simulator._bankroll_loop import walk_sessions
from holecard.lab.simulator.simulate import Plan, Result, streams
from holecard.law.errors import Malformed
from holecard.values.money import Cents, amount

ROUNDS = 20_000_000  # simulated for the distribution of a round's result
BLOCK = 1024  # sessions with one stream of random numbers
MOST_SESSIONS = 10_000_000
MOST_ROUNDS = 1_000_000  # of a session
MOST_CENTS = 1 << 52  # that a session may come to, so that its square is a good float
PERCENTILES = (1, 5, 25, 50, 75, 95, 99)
MARKS = 40  # times at which the bankroll is looked at on the way
FOLLOWED = 50_000  # sessions, at most, of which that is kept

Sums = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Sessions:
    """What is played: the same wager for a number of rounds, from a bankroll."""

    bankroll: Cents
    wager: Cents
    rounds: int
    number: int = 100_000
    seed: str = "1"

    def checked(self, rules: Rules) -> Sessions:
        """Refused as at the table where the wager is not to be had there."""
        self.seed.encode()  # one that is not text fails here, before anything is compiled
        if self.bankroll <= 0:
            raise Malformed(f"--bankroll must be greater than 0, not {amount(self.bankroll)}")
        if self.wager <= 0:
            raise Malformed(f"--wager must be greater than 0, not {amount(self.wager)}")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise Malformed(f"--hours must give 1 to {MOST_ROUNDS} rounds per session, not {self.rounds}")
        if not 1 <= self.number <= MOST_SESSIONS:
            raise Malformed(f"--sessions must be 1 to {MOST_SESSIONS}, not {self.number}")
        table = open_table(rules)
        answer(rules, table, ask(rules, table), Bets((Bet(1, "You", self.wager),)))
        cost = round_cost(rules, self.wager)
        if cost > self.bankroll:
            ante = " and its Ante" if cost > self.wager else ""
            raise Malformed(f"--bankroll must cover one wager{ante}: {amount(cost)}, not {amount(self.bankroll)}")
        return self


@dataclass(frozen=True)
class Outcome:
    """What the sessions came to, one entry for each."""

    plan: Sessions
    cost: Cents  # of a round
    results: Sums  # in cents
    played: Sums  # rounds
    losing_runs: Sums  # the longest of each: rounds lost one after another; a push ends a run
    marks: Sums  # after so many rounds
    paths: Sums  # by session and mark: the bankroll

    @property
    def mean(self) -> float:
        return float(self.results.mean())

    @property
    def standard_deviation(self) -> float:
        return float(self.results.std())

    @property
    def standard_error(self) -> float:
        """Of the mean, the distribution of a round being given."""
        return self.standard_deviation / sqrt(len(self.results))

    @property
    def percentiles(self) -> dict[int, Cents]:
        return percentiles(self.results)

    @property
    def ahead_even_behind(self) -> tuple[float, float, float]:
        ahead, behind = float((self.results > 0).mean()), float((self.results < 0).mean())
        return ahead, float((self.results == 0).mean()), behind

    @property
    def risk_of_ruin(self) -> float:
        """The share of sessions after which, or before whose end, the bankroll could not pay for another round."""
        return float((self.results + self.plan.bankroll < self.cost).mean())

    @property
    def over_time(self) -> dict[int, dict[int, Cents]]:
        """The percentiles of the bankroll by rounds played; a session that is over counts with what was left."""
        return {int(mark): percentiles(self.paths[:, at]) for at, mark in enumerate(self.marks)}

    def histogram(self, classes: int = 20) -> dict[tuple[Cents, Cents], int]:
        """How many sessions fall into each class of results; this many classes cover nearly all."""
        low, high = (self.percentiles[at] for at in (1, 99))
        width = round_width((high - low) // classes)
        found, times = np.unique(self.results // width, return_counts=True)
        counted = dict(zip(found.tolist(), times.tolist(), strict=True))
        between = range(int(found[0]), int(found[-1]) + 1)
        return {(at * width, (at + 1) * width): counted.get(at, 0) for at in between}


def percentiles(of: Sums) -> dict[int, Cents]:
    """Each the least entry that so many percent do not exceed, so that it is one of them.

    >>> percentiles(np.arange(1, 101))[95]
    95
    """
    found = np.percentile(of, PERCENTILES, method="inverted_cdf")
    return {at: int(value) for at, value in zip(PERCENTILES, found, strict=True)}


def round_width(least: Cents) -> Cents:
    """The next of 1, 2, 5, 10, 20, 50, ...

    >>> [round_width(width) for width in (0, 3, 20, 5001)]
    [1, 5, 20, 10000]
    """
    ten = 1
    while 10 * ten <= least:
        ten *= 10
    return next(many * ten for many in (1, 2, 5, 10) if many * ten >= least)


def round_cost(rules: Rules, wager: Cents) -> Cents:
    """What it takes to begin a round: the wager, and the Ante where there is one."""
    return wager + _fee(rules, wager)


def _fee(rules: Rules, wager: Cents) -> Cents:
    return rules.play.ante.owed(wager) if rules.play.ante is not None else 0


def scaled(rules: Rules, stake: Cents, net: Fraction, wager: Cents) -> Fraction:
    """What came of a stake, for a wager of another size. The Ante does not grow with the wager."""
    return (net + _fee(rules, stake)) * wager / stake - _fee(rules, wager)


def round_plan(seed: str, rounds: int = ROUNDS) -> Plan:
    """The simulation from which rounds are drawn."""
    return Plan(rounds, seed, fresh=True)


def round_results(rules: Rules, simulated: Result, wager: Cents) -> dict[Cents, int]:
    """How often a round had each result, in cents for this wager, the most frequent first."""
    quantum = simulated.laid.quantum
    stake = simulated.laid.stake * quantum
    counted: dict[Cents, int] = {}
    for result, number in simulated.tally.results.items():
        net = scaled(rules, stake, Fraction(result * quantum), wager)
        won = net.numerator // net.denominator
        counted[won] = counted.get(won, 0) + number
    return dict(sorted(counted.items(), key=lambda one: (-one[1], one[0])))


def expected(rules: Rules, plan: Sessions, stake: Cents, ev: float) -> float:
    """The mean of a session in cents from a round's expectation, if no bankroll ended it."""
    return plan.rounds * float(scaled(rules, stake, Fraction(ev) * stake, plan.wager))


def play_sessions(
    plan: Sessions, rounds: Mapping[Cents, int], cost: Cents, tell: Callable[[int], None] | None = None
) -> Outcome:
    """Play sessions with this distribution of results per round, in cents. `tell` gets the number played so far."""
    won = np.array(list(rounds), np.int64)
    if plan.bankroll + plan.rounds * int(abs(won).max()) > MOST_CENTS:
        raise Malformed(f"a session could reach more than {amount(MOST_CENTS)}: choose smaller sums")
    sums = np.cumsum(list(rounds.values()), dtype=np.int64).tolist()
    below = np.array([(one << 64) // sums[-1] for one in sums[:-1]], np.uint64)
    marks = np.unique(np.linspace(0, plan.rounds, min(MARKS, plan.rounds) + 1).round().astype(np.int64)[1:])
    results, played, longest = (np.zeros(plan.number, np.int64) for _ in range(3))
    paths = np.zeros((min(plan.number, FOLLOWED), len(marks)), np.int64)
    kernel: Any = walk_sessions
    for block, rng in enumerate(streams(f"{plan.seed} sessions", -(-plan.number // BLOCK))):
        part = slice(block * BLOCK, (block + 1) * BLOCK)
        kernel(
            below, won, cost, plan.bankroll, plan.rounds, marks, rng,
            results[part], played[part], longest[part], paths[part],
        )  # fmt: skip
        if tell is not None:
            tell(min((block + 1) * BLOCK, plan.number))
    return Outcome(plan, cost, results, played, longest, marks, paths)
