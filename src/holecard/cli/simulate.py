"""`holecard simulate`: millions of rounds by the strategy card, with what they came to."""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path

from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from holecard import __version__
from holecard.cli.analyze import solving
from holecard.cli.options import configured, console, print_json
from holecard.cli.wagers import spinner
from holecard.errors import Malformed
from holecard.lab.analysis import analyse
from holecard.lab.checkpoint import CheckpointFile
from holecard.lab.shoes import Strategy
from holecard.lab.simulate import TOTAL, Plan, Player, Result, laid_for, on_this_machine, simulate
from holecard.lab.store import forget
from holecard.rules import Rules

SHUFFLES = ("shoe", "every-round")


def simulate_command(
    game: str,
    pairs: list[str],
    *,
    rounds: int,
    seed: str,
    boxes: int,
    workers: int,
    shuffle: str,
    cut: int | None,
    strategy: str,
    plot: Path | None,
    checkpoint: Path | None,
    cluster: str,
    as_json: bool,
) -> None:
    rules = configured(game, pairs)
    if plot is not None:
        from holecard.lab.simulation_plots import convergence, distribution, format_of

        format_of(plot)  # before the work
    plan = _plan(rules, rounds, seed, boxes, shuffle, cut, strategy)
    workers = workers or os.cpu_count() or 1
    if workers < 0:
        raise Malformed(f"--workers {workers}: 1 at least, or none for as many as there are processors")
    with spinner(solving()):
        laid = laid_for(rules, strategy)
        forget()  # the solver's own tables are not needed for the walk
    keeping = CheckpointFile.open(checkpoint, rules, plan) if checkpoint is not None else nullcontext()
    with keeping as kept, _bar() as bar:
        task = bar.add_task("", total=rounds)

        points: list[tuple[int, float, float]] = []

        def tell(so_far: Result) -> None:
            points.append((so_far.tally.rounds, so_far.ev, so_far.standard_error))
            text = f"edge {-so_far.ev:.4%} ± {1.96 * so_far.standard_error:.4%}"
            bar.update(task, completed=so_far.tally.rounds, description=text)

        player = _player(cluster, workers)
        result = simulate(rules, plan, player, tell, laid, kept)
    if plot is not None:
        exact = analyse(rules, strategy=Strategy.TOTAL).ev if strategy == TOTAL else None
        convergence(points, exact, plot, title=rules.name)
        distribution(result.histogram, plot.with_stem(f"{plot.stem}-distribution"), title=rules.name)
    if as_json:
        print_json(_described(rules, result, strategy))
    else:
        _tell(console(), rules, result, strategy)


def _player(cluster: str, workers: int) -> Player:
    if not cluster:
        return on_this_machine(workers)
    from holecard.lab.cluster import on_cluster

    return on_cluster(cluster)


def _plan(rules: Rules, rounds: int, seed: str, boxes: int, shuffle: str, cut: int | None, strategy: str) -> Plan:
    if shuffle not in SHUFFLES:
        raise Malformed(f"--shuffle {shuffle}: one of {', '.join(SHUFFLES)}")
    fresh = shuffle == "every-round"
    if fresh and cut is not None:
        raise Malformed("--cut: a shoe that is shuffled every round has no cutting card")
    behind = 13 * rules.decks if cut is None else cut  # a quarter
    return Plan(rounds, seed, boxes, fresh, 0 if fresh else behind, strategy).checked(rules)


def _bar() -> Progress:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=Console(stderr=True), transient=True)


def _described(rules: Rules, result: Result, strategy: str) -> dict[str, object]:
    won, pushed, lost = result.won_pushed_lost
    return {
        "game": rules.key,
        "ev": result.ev,
        "house_edge": -result.ev,
        "standard_error": result.standard_error,
        "rounds": result.tally.rounds,
        "boxes": result.plan.boxes,
        "standard_deviation": result.standard_deviation,
        "average_wager": result.average_wager,
        "won": won,
        "pushed": pushed,
        "lost": lost,
        "histogram": [{"result": units, "rounds": number} for units, number in result.histogram.items()],
        "wagers": [],
        "strategy": strategy,
        "seed": result.plan.seed,
        "shuffle": SHUFFLES[result.plan.fresh],
        "cut": result.plan.cut,
        "rounds_per_cpu_second": result.rounds_per_cpu_second,
        "seconds": result.seconds,
        "options": rules.options.shown(),
        "rules_hash": rules.hash,
        "version": __version__,
    }


def _tell(out: Console, rules: Rules, result: Result, strategy: str) -> None:
    out.print(Text.assemble((rules.name, "bold"), f"  {rules.key}  {rules.decks} decks, {result.plan.boxes} boxes"))
    won, pushed, lost = result.won_pushed_lost
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_header=False)
    grid.add_column()
    grid.add_column(justify="right")
    grid.add_row("rounds", f"{result.tally.rounds:,}")
    grid.add_row(Text("house edge", "bold"), Text(f"{-result.ev:.4%} ± {1.96 * result.standard_error:.4%}", "bold"))
    grid.add_row("rounds won, pushed, lost", f"{won:.3%}  {pushed:.3%}  {lost:.3%}")
    grid.add_row("average wager", f"{result.average_wager:.4f}")
    grid.add_row("standard deviation of a round", f"{result.standard_deviation:.4f}")
    out.print(grid)
    speed = f"{result.rounds_per_cpu_second / 1e6:.1f} million rounds for each second of a processor"
    out.print(Text(f"95 % interval; strategy {strategy}; {result.seconds:.1f} s, {speed}", "dim"))
