"""Sessions with a bankroll: their results and the risk of ruin."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from math import isfinite, sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from holecard.api.about import About, ShoeUsed
from holecard.api.analysis import TOTAL
from holecard.engine.rules import Rules
from holecard.law.errors import Malformed
from holecard.values.money import amount, cents

if TYPE_CHECKING:
    from holecard.lab.simulator.bankroll import Outcome
    from holecard.lab.simulator.simulate import Result

METHOD = "rounds drawn at random from {} million simulated ones (strategy card, fresh shuffle each round)"
BEYOND = (
    "A round that has begun is always finished. If the bankroll is too small for a double, a split or Insurance, the "
    "player finds the money, so a session can lose a little more than the bankroll."
)
Tell = Callable[[str, int, int], None]  # what is played, how many so far, of how many


@dataclass(frozen=True, kw_only=True)
class BankrollResult:
    """What sessions with a bankroll came to; made by `bankroll`. Money in properties is cents.

    >>> import holecard as hc
    >>> found = hc.bankroll(hc.game("reference", max_hands=1), hours=1, sessions=1000, from_rounds=100_000)
    >>> print(found)  # doctest: +ELLIPSIS
    Blackjack  reference  house rules  6 decks, 10.00 per round, bankroll 500.00
    Options: max_hands=1
    1,000 sessions of 80 rounds, seed 1
    risk of ruin: ...
    mean result of a session: ...
    """

    about: About
    hours: float
    rounds_per_hour: int
    outcome: Outcome = field(compare=False)  # the lab's own, with its plan
    simulated: Result = field(compare=False)  # the rounds that were drawn from
    drawn: dict[int, int] = field(compare=False)  # a round's results in cents, with how often each came
    expected: float  # the mean of a session if no bankroll ended it

    @property
    def rules(self) -> Rules:
        return self.about.rules

    @property
    def risk_of_ruin(self) -> float:
        return self.outcome.risk_of_ruin

    @property
    def mean(self) -> float:
        return self.outcome.mean

    @property
    def standard_error(self) -> float:
        """Of the mean: from the number of sessions, and from the number of rounds simulated."""
        plan = self.outcome.plan
        by_rounds = plan.rounds * plan.wager * self.simulated.standard_error
        return sqrt(self.outcome.standard_error**2 + by_rounds**2)

    @property
    def losing_run_95(self) -> int:
        """The longest losing run that 95 % of sessions do not exceed."""
        from holecard.lab.simulator.bankroll import percentiles

        return percentiles(self.outcome.losing_runs)[95]

    @property
    def method(self) -> str:
        return METHOD.format(f"{self.simulated.tally.rounds / 1e6:g}")

    def __str__(self) -> str:
        plan = self.outcome.plan
        money = f"{amount(plan.wager)} per round, bankroll {amount(plan.bankroll)}"
        return "\n".join(
            (
                *self.about.heading(money),
                f"{plan.number:,} sessions of {plan.rounds:,} rounds, seed {plan.seed}",
                f"risk of ruin: {self.risk_of_ruin:.3%}",
                f"mean result of a session: {self.mean / 100:+.2f}",
            )
        )

    def to_dict(self) -> dict[str, object]:
        """As `holecard bankroll --json` prints it."""
        from holecard.lab.simulator.bankroll import FOLLOWED

        outcome, plan, runs = self.outcome, self.outcome.plan, self.outcome.losing_runs
        ahead, even, behind = outcome.ahead_even_behind
        return {
            **self.about.to_dict(),
            "bankroll": amount(plan.bankroll),
            "wager": amount(plan.wager),
            "cost_of_a_round": amount(outcome.cost),
            "hours": self.hours,
            "rounds_per_hour": self.rounds_per_hour,
            "rounds": plan.rounds,
            "sessions": plan.number,
            "seed": plan.seed,
            "mean": outcome.mean / 100,
            "standard_error": self.standard_error / 100,
            "expected_without_ruin": self.expected / 100,
            "standard_deviation": outcome.standard_deviation / 100,
            "risk_of_ruin": outcome.risk_of_ruin,
            "ahead": ahead,
            "even": even,
            "behind": behind,
            "worst": amount(int(outcome.results.min())),
            "best": amount(int(outcome.results.max())),
            "percentiles": {str(at): amount(value) for at, value in outcome.percentiles.items()},
            "rounds_played": float(outcome.played.mean()),
            "longest_losing_run": {
                "mean": float(runs.mean()),
                "percentile_95": self.losing_run_95,
                "maximum": int(runs.max()),
            },
            "histogram": [
                {"from": amount(low), "below": amount(high), "sessions": number}
                for (low, high), number in outcome.histogram().items()
            ],
            "bankroll_over_time": [
                {"rounds": mark, "percentiles": {str(at): amount(value) for at, value in found.items()}}
                for mark, found in outcome.over_time.items()
            ],
            "bankroll_over_time_sessions": min(plan.number, FOLLOWED),
            "round": {
                "simulated": self.simulated.tally.rounds,
                "shuffle": "every-round",
                "strategy": TOTAL,
                "results": [{"result": amount(won), "rounds": number} for won, number in sorted(self.drawn.items())],
            },
            "method": self.method,
            "beyond_the_bankroll": BEYOND,
        }

    def plot(self, path: str | Path) -> Path:
        """Draw the bankroll over time and the results of the sessions; return the file."""
        from holecard.lab.report.simulation_plots import sessions

        plan, file = self.outcome.plan, Path(path)
        money = f"{amount(plan.wager)} per round for {self.hours:g} hours, bankroll {amount(plan.bankroll)}"
        sessions(self.outcome, file, rounds_per_hour=self.rounds_per_hour, title=f"{self.rules.name}: {money}")
        return file


def bankroll(
    rules: Rules,
    *,
    bankroll: str | int = "500",
    wager: str | int = "10",
    hours: float = 4,
    rounds_per_hour: int = 80,
    sessions: int = 100_000,
    seed: str | int = "1",
    from_rounds: int = 20_000_000,
    tell: Tell | None = None,
) -> BankrollResult:
    """Simulate sessions with a bankroll and the same wager every round. Amounts are text, or cents.

    The rounds of a session are drawn from the results of `from_rounds` simulated ones.

    >>> import holecard as hc
    >>> rules = hc.game("reference", max_hands=1)
    >>> found = hc.bankroll(rules, bankroll="100", wager="10", hours=1, sessions=1000, from_rounds=100_000)
    >>> 0 < found.risk_of_ruin < 1, found.to_dict()["rounds"]
    (True, 80)
    """
    rounds = _rounds(hours, rounds_per_hour)
    from holecard.lab.simulator import bankroll as lab
    from holecard.lab.simulator.simulate import on_this_machine, simulate
    from holecard.lab.simulator.strategy_tables import lay
    from holecard.lab.solver.analysis import analyse
    from holecard.lab.solver.shoes import Strategy

    plan = lab.Sessions(
        bankroll=_cents(bankroll), wager=_cents(wager), rounds=rounds, number=sessions, seed=str(seed)
    ).checked(rules)
    exact = analyse(rules, strategy=Strategy.TOTAL)
    laid = lay(rules, exact.solution)
    asked = lab.round_plan(plan.seed, from_rounds)

    def told(what: str, done: int, whole: int) -> None:
        if tell is not None:
            tell(what, done, whole)

    player = on_this_machine(os.cpu_count() or 1)
    simulated = simulate(rules, asked, player, lambda so_far: told("Rounds", so_far.tally.rounds, asked.rounds), laid)
    if simulated.tally.rounds < asked.rounds:
        raise KeyboardInterrupt
    drawn = lab.round_results(rules, simulated, plan.wager)
    cost = lab.round_cost(rules, plan.wager)
    outcome = lab.play_sessions(plan, drawn, cost, lambda played: told("Sessions", played, sessions))
    return BankrollResult(
        about=About(rules=rules, shoe=ShoeUsed(rules.decks), strategy=TOTAL, wager=plan.wager),
        hours=hours,
        rounds_per_hour=rounds_per_hour,
        outcome=outcome,
        simulated=simulated,
        drawn=drawn,
        expected=lab.expected(rules, plan, laid.stake * laid.quantum, exact.ev),
    )


def _cents(money: str | int) -> int:
    return cents(money) if isinstance(money, str) else money


def _rounds(hours: float, rounds_per_hour: int) -> int:
    if not (isfinite(hours) and hours > 0):
        raise Malformed(f"--hours must be greater than 0, not {hours:g}")
    if rounds_per_hour < 1:
        raise Malformed(f"--rounds-per-hour must be 1 or more, not {rounds_per_hour}")
    rounds = round(hours * rounds_per_hour)
    if rounds < 1:
        raise Malformed(f"--hours {hours:g} is too short for one round at {rounds_per_hour} rounds per hour")
    return rounds
