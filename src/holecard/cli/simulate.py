"""`holecard simulate`: plays millions of rounds by the strategy card and shows the results."""

from __future__ import annotations

import os
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from holecard.api.about import About, ShoeUsed, counted
from holecard.cli.analyze import solving
from holecard.cli.options import console, parse_pairs, print_json
from holecard.cli.progress import spinner
from holecard.engine.game import Game
from holecard.engine.rules import Rules
from holecard.games import find
from holecard.lab.compiler.store import forget
from holecard.lab.simulator.checkpoint import CheckpointFile
from holecard.lab.simulator.side_wager_tables import Placed, PlayFor
from holecard.lab.simulator.simulate import (
    TOTAL,
    Plan,
    Player,
    Result,
    WagerResult,
    laid_for,
    main_game,
    on_this_machine,
    simulate,
)
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.shoes import Strategy
from holecard.law.errors import Malformed
from holecard.record.files import check_writable
from holecard.values.money import cents

SHUFFLES = ("shoe", "every-round")
MOST_POINTS = 4096  # of a chart of the run
MOST_WORKERS = 256


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
    wagers: list[str],
    play_for: str,
    plot: Path | None,
    checkpoint: Path | None,
    cluster: str,
    as_json: bool,
) -> None:
    placed = parse_wagers(find(game), wagers)
    rules = find(game).configure({**{find(game).wager(key).switch: "yes" for key, _ in placed}, **parse_pairs(pairs)})
    if plot is not None:
        from holecard.lab.report.simulation_plots import convergence, distribution, format_of

        format_of(plot)  # before the work
        for chart in (plot, _beside(plot)):
            check_writable(chart)
    plan = replace(_plan(rules, rounds, seed, boxes, shuffle, cut, strategy), wagers=placed, play_for=_aim(play_for))
    workers = workers or os.cpu_count() or 1
    if not 1 <= workers <= MOST_WORKERS:
        raise Malformed(f"--workers must be 1 to {MOST_WORKERS}, or 0 for one per processor, not {workers}")
    with spinner(solving):
        laid = laid_for(rules, strategy, placed, _aim(play_for))
        forget()  # the solver's own tables are not needed for the walk
    keeping = CheckpointFile.open(checkpoint, rules, plan) if checkpoint is not None else nullcontext()
    with keeping as kept, rounds_bar() as bar:
        task = bar.add_task("", total=rounds)

        points: list[tuple[int, float, float]] = []

        def tell(so_far: Result) -> None:
            if plot is not None:
                points.append((so_far.tally.rounds, so_far.ev, so_far.standard_error))
            if len(points) == MOST_POINTS:
                del points[::2]
            text = f"house edge {-so_far.ev:.4%} ± {1.96 * so_far.standard_error:.4%}"
            bar.update(task, completed=so_far.tally.rounds, description=text)

        player = player_for(cluster, workers)
        result = simulate(rules, plan, player, tell, laid, kept)
    by_card = strategy == TOTAL and (not placed or plan.play_for == PlayFor.MAIN)
    covariance = None
    if by_card and boxes > 1:
        covariance = result.covariance(analyse(main_game(rules), strategy=Strategy.TOTAL).distribution.variance)
    if plot is not None:
        points = points or [(result.tally.rounds, result.ev, result.standard_error)]  # all came from the checkpoint
        exact = analyse(main_game(rules), strategy=Strategy.TOTAL).ev if by_card else None
        convergence(points, exact, plot, title=rules.name)
        distribution(result.histogram, _beside(plot), title=rules.name)
    if as_json:
        print_json(_described(rules, result, strategy, covariance))
    else:
        _tell(console(), rules, result, strategy, covariance)


def _beside(plot: Path) -> Path:
    """The file for the second chart."""
    return plot.with_stem(f"{plot.stem}-distribution")


def player_for(cluster: str, workers: int) -> Player:
    if not cluster:
        return on_this_machine(workers)
    from holecard.lab.simulator.cluster import on_cluster

    return on_cluster(cluster)


def _plan(rules: Rules, rounds: int, seed: str, boxes: int, shuffle: str, cut: int | None, strategy: str) -> Plan:
    if shuffle not in SHUFFLES:
        raise Malformed(f"--shuffle must be one of {', '.join(SHUFFLES)}, not {shuffle}")
    fresh = shuffle == "every-round"
    if fresh and cut is not None:
        raise Malformed("--cut cannot be used with --shuffle every-round: there is no cutting card")
    behind = 13 * rules.decks if cut is None else cut  # a quarter
    return Plan(rounds, seed, boxes, fresh, 0 if fresh else behind, strategy).checked(rules)


def rounds_bar() -> Progress:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
    )
    watching = Console(stderr=True)
    return Progress(*columns, console=watching, transient=True, disable=not watching.is_terminal)


def _described(rules: Rules, result: Result, strategy: str, covariance: float | None) -> dict[str, object]:
    won, pushed, lost = result.won_pushed_lost
    return {
        **About(rules=rules, shoe=ShoeUsed(rules.decks), strategy=strategy).to_dict(),
        "ev": result.ev,
        "house_edge": -result.ev,
        "standard_error": result.standard_error,
        "rounds": result.tally.rounds,
        "boxes": result.plan.boxes,
        "standard_deviation": result.standard_deviation,
        "covariance": covariance,
        "average_wager": result.average_wager,
        "won": won,
        "pushed": pushed,
        "lost": lost,
        "histogram": _histogram(result.histogram),
        "wagers": [_described_wager(wager, dict(result.plan.wagers)) for wager in result.wagers],
        "play_for": str(result.plan.play_for),
        "strategy": strategy,
        "seed": result.plan.seed,
        "shuffle": SHUFFLES[result.plan.fresh],
        "cut": result.plan.cut,
        "rounds_per_cpu_second": result.rounds_per_cpu_second,
        "seconds": result.seconds,
    }


def _described_wager(wager: WagerResult, placed: dict[str, int]) -> dict[str, object]:
    won, pushed, lost = wager.figures.won_pushed_lost
    return {
        "wager": wager.key,
        "amount": placed[wager.key] / 100,
        "ev": wager.figures.ev,
        "house_edge": -wager.figures.ev,
        "standard_error": wager.figures.standard_error,
        "standard_deviation": wager.figures.standard_deviation,
        "hit_frequency": wager.hit_frequency,
        "won": won,
        "pushed": pushed,
        "lost": lost,
        "histogram": _histogram(wager.figures.histogram),
    }


def _histogram(found: dict[float, int]) -> list[dict[str, float]]:
    return [{"result": units, "rounds": number} for units, number in found.items()]


def _tell(out: Console, rules: Rules, result: Result, strategy: str, covariance: float | None) -> None:
    played = f"  {rules.key}  {counted(rules.decks, 'deck')}, {counted(result.plan.boxes, 'box', 'boxes')}"
    out.print(Text.assemble((rules.name, "bold"), played))
    won, pushed, lost = result.won_pushed_lost
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_header=False)
    grid.add_column()
    grid.add_column(justify="right")
    grid.add_row("rounds", f"{result.tally.rounds:,}")
    grid.add_row(Text("house edge", "bold"), Text(f"{-result.ev:.4%} ± {1.96 * result.standard_error:.4%}", "bold"))
    grid.add_row("rounds won, pushed, lost", f"{won:.3%}  {pushed:.3%}  {lost:.3%}")
    grid.add_row("average wager", f"{result.average_wager:.4f}")
    grid.add_row("standard deviation per round", f"{result.standard_deviation:.4f}")
    if covariance is not None:
        grid.add_row("covariance of two boxes, from these rounds", f"{covariance:.4f}")
    out.print(grid)
    if result.wagers:
        _tell_wagers(out, result)
    speed = f"{result.rounds_per_cpu_second / 1e6:.1f} million rounds per CPU second"
    out.print(Text(f"95 % interval. Strategy: {strategy}. {result.seconds:.1f} s, {speed}", "dim"))


def _tell_wagers(out: Console, result: Result) -> None:
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    grid.add_column("side wager", no_wrap=True)
    for column in ("house edge", "won", "pushed", "lost", "std dev"):
        grid.add_column(column, no_wrap=True, justify="right")
    for wager in result.wagers:
        figures = wager.figures
        edge = Text(f"{-figures.ev:.3%} ± {1.96 * figures.standard_error:.3%}", "bold")
        shares = (f"{share:.2%}" for share in figures.won_pushed_lost)
        grid.add_row(Text(wager.key, "bold"), edge, *shares, f"{figures.standard_deviation:.3f}")
    out.print(grid)
    tables = result.laid.beside
    if tables.wants.any() or tables.rides.any():
        out.print(Text("Wins ride and third cards are drawn wherever that is best for the side wager.", "dim"))


def parse_wagers(game: Game, texts: list[str]) -> Placed:
    """Read side wagers and the stake on each."""
    known = {offered.key for offered in game.wagers}
    placed: dict[str, int] = {}
    for text in texts:
        key, equals, stake = (part.strip() for part in text.partition("="))
        if not (key and equals and stake):
            raise Malformed(f"--wager {text!r} is not a pair. Write wager=amount, for example perfect-pair=1.00")
        if key not in known:
            raise Malformed(
                f"--wager {key} is unknown. {game.key} offers {', '.join(sorted(known)) or 'no side wagers'}"
            )
        if key in placed:
            raise Malformed(f"--wager {key} appears twice. Name it once")
        placed[key] = cents(stake)
        if placed[key] <= 0:
            raise Malformed(f"--wager {text}: the amount must be greater than 0")
    return tuple(placed.items())


def _aim(text: str) -> PlayFor:
    if text not in list(PlayFor):
        raise Malformed(f"--play-for must be one of {', '.join(PlayFor)}, not {text}")
    return PlayFor(text)
