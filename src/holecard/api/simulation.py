"""Rounds played by the strategy card, by the million."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from holecard.api.about import About, ShoeUsed
from holecard.engine.rules import Rules
from holecard.games import find
from holecard.law.errors import Malformed
from holecard.values.money import cents

if TYPE_CHECKING:
    from holecard.lab.simulator.simulate import Plan, Player, Result, WagerResult
    from holecard.lab.solver.analysis import Analysis as Solved

SHUFFLES = ("shoe", "every-round")
MOST_POINTS = 4096  # of a chart of the run
MOST_WORKERS = 256
TWO = 2  # rounds that an estimate of an error needs
PER = {"box": ("ev", "house_edge", "standard_error", "average_wager")}
PER_ROUND = ("standard_deviation", "won", "pushed", "lost", "histogram")

Point = tuple[int, float, float]  # rounds played, the expectation so far, its standard error
Wagered = Mapping[str, str | int]  # a side wager's key and the amount on every box, in cents or as text


@dataclass(frozen=True, kw_only=True)
class Simulation:
    """What simulated rounds came to; made by `simulate`.

    `ev`, `house_edge`, `standard_error` and `average_wager` are for one unit of the main wager on one box. A round is
    all boxes together: so are `standard_deviation`, `won_pushed_lost` and `histogram`. One round has no standard
    error.

    >>> import holecard as hc
    >>> found = hc.simulate(hc.game("reference", max_hands=1), rounds=1000, seed="a")
    >>> found.rounds, found.rounds_asked, found.interrupted, abs(found.ev) < 5 * found.standard_error + 0.02
    (1000, 1000, False, True)
    """

    about: About
    result: Result = field(compare=False)  # the lab's own, with its plan and its tally
    points: tuple[Point, ...] = field(default=(), compare=False)  # of the run, for a chart

    @property
    def rules(self) -> Rules:
        return self.about.rules

    @property
    def rounds_asked(self) -> int:
        return self.result.plan.rounds

    @property
    def rounds(self) -> int:
        """How many were played."""
        return self.result.tally.rounds

    @property
    def interrupted(self) -> bool:
        return self.rounds < self.rounds_asked

    @property
    def boxes(self) -> int:
        return self.result.plan.boxes

    @property
    def seed(self) -> str:
        return self.result.plan.seed

    @property
    def ev(self) -> float:
        return self.result.ev

    @property
    def house_edge(self) -> float:
        return -self.ev

    @property
    def standard_error(self) -> float | None:
        return _estimated(self.rounds, self.result.standard_error)

    @property
    def standard_deviation(self) -> float | None:
        return _estimated(self.rounds, self.result.standard_deviation)

    @property
    def average_wager(self) -> float:
        return self.result.average_wager

    @property
    def won_pushed_lost(self) -> tuple[float, float, float]:
        """The shares of rounds."""
        return self.result.won_pushed_lost

    @property
    def histogram(self) -> dict[float, int]:
        """How often a round ended with this many units won or lost."""
        return self.result.histogram

    @property
    def wagers(self) -> tuple[WagerResult, ...]:
        """Each side wager, for one unit of it on one box."""
        return tuple(self.result.wagers)

    def __str__(self) -> str:
        error = "" if self.standard_error is None else f" ± {1.96 * self.standard_error:.4%} (95 %)"
        played = f"{self.rounds:,} rounds{f' of {self.rounds_asked:,}, interrupted' if self.interrupted else ''}"
        boxes = "1 box" if self.boxes == 1 else f"{self.boxes} boxes"
        return "\n".join(
            (
                *self.about.heading(boxes),
                f"{played}, seed {self.seed}, strategy {self.about.strategy}",
                f"house edge per box: {self.house_edge:.4%}{error}",
            )
        )

    def to_dict(self) -> dict[str, object]:
        """As `holecard simulate --json` prints it."""
        won, pushed, lost = self.won_pushed_lost
        plan = self.result.plan
        return {
            **self.about.to_dict(),
            "ev": self.ev,
            "house_edge": self.house_edge,
            "standard_error": self.standard_error,
            "rounds": self.rounds,
            "rounds_asked": self.rounds_asked,
            "interrupted": self.interrupted,
            "boxes": self.boxes,
            "per": {**dict.fromkeys(PER["box"], "box"), **dict.fromkeys(PER_ROUND, "round")},
            "standard_deviation": self.standard_deviation,
            "covariance": self.covariance,
            "average_wager": self.average_wager,
            "won": won,
            "pushed": pushed,
            "lost": lost,
            "histogram": _histogram(self.histogram),
            "wagers": [_described(wager, dict(plan.wagers)) for wager in self.wagers],
            "play_for": str(plan.play_for),
            "seed": self.seed,
            "shuffle": SHUFFLES[plan.fresh],
            "cut": plan.cut,
            "rounds_per_cpu_second": self.result.rounds_per_cpu_second,
            "seconds": self.result.seconds,
        }

    def plot(self, path: str | Path) -> tuple[Path, Path]:
        """Draw how the house edge converged, and beside it the distribution of a round's result; return both files."""
        from holecard.lab.report.simulation_plots import convergence, distribution

        first, second = charts(Path(path))
        points = self.points or ((self.rounds, self.ev, self.standard_error or 0.0),)  # all from a checkpoint
        solved = self._solved()
        convergence(points, None if solved is None else solved.ev, first, title=self.rules.name)
        distribution(self.histogram, second, title=self.rules.name)
        return first, second

    @cached_property
    def covariance(self) -> float | None:
        """Of two boxes in a round, from these rounds and the exact variance of one; None where the solver has none, and
        where suits decide what is paid, which is the mean of all suits in a simulated round."""
        solved = self._solved() if self.boxes > 1 else None
        if solved is None or solved.solution.tables.compiled.suits_decide:
            return None
        return self.result.covariance(solved.distribution.variance)

    def _solved(self) -> Solved | None:
        """The exact analysis of what was played, where the solver has it."""
        from holecard.lab.simulator.side_wager_tables import PlayFor
        from holecard.lab.simulator.simulate import TOTAL, main_game
        from holecard.lab.solver.analysis import analyse
        from holecard.lab.solver.shoes import Strategy

        plan = self.result.plan
        by_card = plan.strategy == TOTAL and (not plan.wagers or plan.play_for == PlayFor.MAIN)
        return analyse(main_game(self.rules), strategy=Strategy.TOTAL) if by_card else None


def charts(path: Path) -> tuple[Path, Path]:
    """The files that `plot` writes."""
    return path, path.with_stem(f"{path.stem}-distribution")


def simulate(
    rules: Rules,
    *,
    rounds: int = 10_000_000,
    seed: str | int = "1",
    boxes: int = 1,
    shuffle: str = "shoe",
    cut: int | None = None,
    strategy: str = "total",
    wagers: Wagered | None = None,
    play_for: str = "wagers",
    workers: int = 0,
    checkpoint: str | Path | None = None,
    cluster: str = "",
    tell: Callable[[Simulation], None] | None = None,
) -> Simulation:
    """Play many rounds by the strategy card. The same seed plays the same rounds.

    `shuffle` is `shoe` (deal to the cut card, with `cut` cards behind it, by default a quarter) or `every-round`.
    `strategy` is `total`, `two-card` or a CSV strategy card. `wagers` are amounts of side wagers on every box, which
    the table must offer; `play_for` says what to play for where they are affected. `checkpoint` is a file from which
    a run resumes, and `cluster` a Dask scheduler. `tell` gets the result so far. Ctrl-C ends the run with what was
    played.

    >>> import holecard as hc
    >>> rules = hc.game("nz-blackjack", perfect_pair=True)
    >>> found = hc.simulate(rules, rounds=1000, wagers={"perfect-pair": "1.00"}, shuffle="every-round")
    >>> [wager.key for wager in found.wagers], found.to_dict()["shuffle"]
    (['perfect-pair'], 'every-round')
    """
    plan = _plan(rules, rounds, str(seed), boxes, shuffle, cut, strategy, wagers or {}, play_for)
    if not 0 <= workers <= MOST_WORKERS:
        raise Malformed(f"--workers must be 1 to {MOST_WORKERS}, or 0 for one per processor, not {workers}")
    from holecard.lab.compiler.store import forget
    from holecard.lab.simulator import simulate as lab
    from holecard.lab.simulator.checkpoint import CheckpointFile
    from holecard.lab.simulator.side_wager_tables import PlayFor

    about = About(rules=rules, shoe=ShoeUsed(rules.decks), strategy=strategy)
    laid = lab.laid_for(rules, strategy, plan.wagers, PlayFor(plan.play_for))
    forget()  # the solver's own tables are not needed for the walk
    points: list[Point] = []

    def told(so_far: Result) -> None:
        points.append((so_far.tally.rounds, so_far.ev, so_far.standard_error))
        if len(points) == MOST_POINTS:
            del points[::2]
        if tell is not None:
            tell(Simulation(about=about, result=so_far))

    file = None if checkpoint is None else Path(checkpoint)
    with CheckpointFile.open(file, rules, plan) if file is not None else nullcontext() as kept:
        result = lab.simulate(rules, plan, player_for(cluster, workers), told, laid, kept)
    return Simulation(about=about, result=result, points=tuple(points))


def player_for(cluster: str, workers: int) -> Player:
    """Who plays the rounds: this machine's processors, or a Dask cluster."""
    if not cluster:
        from holecard.lab.simulator.simulate import on_this_machine

        return on_this_machine(workers or os.cpu_count() or 1)
    from holecard.lab.simulator.cluster import on_cluster

    return on_cluster(cluster)


def _plan(
    rules: Rules,
    rounds: int,
    seed: str,
    boxes: int,
    shuffle: str,
    cut: int | None,
    strategy: str,
    wagers: Wagered,
    play_for: str,
) -> Plan:
    from holecard.lab.simulator.side_wager_tables import PlayFor
    from holecard.lab.simulator.simulate import Plan

    if shuffle not in SHUFFLES:
        raise Malformed(f"--shuffle must be one of {', '.join(SHUFFLES)}, not {shuffle}")
    fresh = shuffle == "every-round"
    if fresh and cut is not None:
        raise Malformed("--cut cannot be used with --shuffle every-round: there is no cutting card")
    if play_for not in list(PlayFor):
        raise Malformed(f"--play-for must be one of {', '.join(PlayFor)}, not {play_for}")
    behind = 13 * rules.decks if cut is None else cut  # a quarter
    placed = tuple((key, staked(rules.key, key, stake)) for key, stake in wagers.items())
    plan = Plan(rounds, seed, boxes, fresh, 0 if fresh else behind, strategy, placed, PlayFor(play_for))
    return plan.checked(rules)


def staked(game: str, key: str, stake: str | int) -> int:
    """What is wagered on a side wager that the game has, in cents."""
    known = sorted(offered.key for offered in find(game).wagers)
    if key not in known:
        raise Malformed(f"--wager {key} is unknown. {game} offers {', '.join(known) or 'no side wagers'}")
    amount = cents(stake) if isinstance(stake, str) else stake
    if amount <= 0:
        raise Malformed(f"--wager {key}={stake}: the amount must be greater than 0")
    return amount


def _estimated(rounds: int, value: float) -> float | None:
    """An estimate of how results vary, which one round does not give."""
    return value if rounds >= TWO else None


def _described(wager: WagerResult, placed: dict[str, int]) -> dict[str, object]:
    figures = wager.figures
    won, pushed, lost = figures.won_pushed_lost
    return {
        "wager": wager.key,
        "amount": placed[wager.key] / 100,
        "ev": figures.ev,
        "house_edge": -figures.ev,
        "standard_error": _estimated(figures.rounds, figures.standard_error),
        "standard_deviation": _estimated(figures.rounds, figures.standard_deviation),
        "hit_frequency": wager.hit_frequency,
        "won": won,
        "pushed": pushed,
        "lost": lost,
        "histogram": _histogram(figures.histogram),
    }


def _histogram(found: dict[float, int]) -> list[dict[str, float]]:
    return [{"result": units, "rounds": number} for units, number in found.items()]
