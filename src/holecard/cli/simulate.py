"""`holecard simulate`: plays millions of rounds by the strategy card and shows the results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from holecard.api.about import counted
from holecard.api.simulation import TWO, Simulation, charts, simulate, staked
from holecard.cli.analyze import solving
from holecard.cli.interrupted import Interrupted
from holecard.cli.kernels_ready import load_numba
from holecard.cli.options import DRAWINGS, announce, check_file, console, parse_pairs, print_json, tell_heading
from holecard.cli.progress import spinner
from holecard.engine.game import Game
from holecard.games import find
from holecard.law.errors import Malformed
from holecard.values.money import Cents

SURE = 1.96  # standard errors to either side: 95 %


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
) -> int:
    """Play the rounds. If Ctrl-C ends them early, what was played is shown, and the exit code is 130."""
    placed = parse_wagers(find(game), wagers)
    rules = find(game).configure({**{find(game).wager(key).switch: "yes" for key, _ in placed}, **parse_pairs(pairs)})
    for chart in charts(plot) if plot is not None else ():
        check_file(chart, *DRAWINGS, option="--plot")
    with _watching(rounds) as tell:
        found = simulate(
            rules,
            rounds=rounds,
            seed=seed,
            boxes=boxes,
            shuffle=shuffle,
            cut=cut,
            strategy=strategy,
            wagers=dict(placed),
            play_for=play_for,
            workers=workers,
            checkpoint=checkpoint,
            cluster=cluster,
            tell=tell,
        )
    drawn = found.plot(plot) if plot is not None else ()
    if as_json:
        print_json(found.to_dict())
    else:
        _tell(console(), found)
    announce(drawn, as_json)
    announce([checkpoint] if checkpoint is not None else [], as_json)
    if found.interrupted:
        raise Interrupted(f"interrupted after {found.rounds:,} of {found.rounds_asked:,} rounds")
    return 0


@contextmanager
def _watching(rounds: int) -> Iterator[Callable[[Simulation], None]]:
    """A spinner while the strategy is solved, then a bar with the house edge so far."""
    with ExitStack() as shown, ExitStack() as waiting:
        waiting.enter_context(spinner(solving))
        load_numba()
        bar = rounds_bar()
        task = bar.add_task("", total=rounds)

        def tell(so_far: Simulation) -> None:
            if not bar.live.is_started:
                waiting.close()
                shown.enter_context(bar)
            text = f"house edge {_within(so_far.ev, so_far.standard_error)}"
            bar.update(task, completed=so_far.rounds, description=text)

        yield tell


def rounds_bar() -> Progress:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
    )
    watching = Console(stderr=True)
    return Progress(*columns, console=watching, transient=True, disable=not watching.is_terminal)


def _within(ev: float, error: float | None, places: int = 4) -> str:
    """A house edge with its 95 % interval, if there is an estimate."""
    edge = f"{-ev:.{places}%}"
    return edge if error is None else f"{edge} ± {SURE * error:.{places}%}"


def _tell(out: Console, found: Simulation) -> None:
    many = found.boxes > 1
    tell_heading(out, found.about, counted(found.boxes, "box", "boxes"))
    box_, round_ = (" per box", f" per round, all {found.boxes} boxes") if many else ("", " per round")
    won, pushed, lost = found.won_pushed_lost
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_header=False)
    grid.add_column()
    grid.add_column(justify="right")
    asked = f" of {found.rounds_asked:,}, interrupted" if found.interrupted else ""
    grid.add_row("rounds", f"{found.rounds:,}{asked}")
    grid.add_row(Text(f"house edge{box_}", "bold"), Text(_within(found.ev, found.standard_error), "bold"))
    grid.add_row("rounds won, pushed, lost", f"{won:.3%}  {pushed:.3%}  {lost:.3%}")
    grid.add_row(f"average wager{box_}", f"{found.average_wager:.4f}")
    if found.standard_deviation is not None:
        grid.add_row(f"standard deviation{round_}", f"{found.standard_deviation:.4f}")
    if found.covariance is not None:
        grid.add_row("covariance of two boxes, from these rounds", f"{found.covariance:.4f}")
    out.print(grid)
    if found.wagers:
        _tell_wagers(out, found)
    plan, result = found.result.plan, found.result
    shuffle = "a fresh shuffle every round" if plan.fresh else f"a shoe with {counted(plan.cut, 'card')} behind the cut"
    estimate = "95 % interval" if found.rounds >= TWO else "One round gives no estimate of the error"
    speed = f"{result.rounds_per_cpu_second / 1e6:.1f} million rounds per CPU second"
    out.print(Text(f"{estimate}. Strategy: {found.about.strategy}, seed {found.seed}, {shuffle}.", "dim"))
    out.print(Text(f"{result.seconds:.1f} s, {speed}. {found.about.footer}", "dim"))


def _tell_wagers(out: Console, found: Simulation) -> None:
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    grid.add_column("side wager", no_wrap=True)
    many = found.boxes > 1
    columns = ("house edge per box", "rounds won", "pushed", "lost", "std dev per round") if many else (
        "house edge", "won", "pushed", "lost", "std dev")  # fmt: skip
    for column in columns:
        grid.add_column(column, no_wrap=not many, justify="right")
    for wager in found.wagers:
        figures = wager.figures
        one = found.rounds < TWO
        edge = Text(_within(figures.ev, None if one else figures.standard_error, 3), "bold")
        shares = (f"{share:.2%}" for share in figures.won_pushed_lost)
        grid.add_row(Text(wager.key, "bold"), edge, *shares, "-" if one else f"{figures.standard_deviation:.3f}")
    out.print(grid)
    tables = found.result.laid.beside
    if tables.wants.any() or tables.rides.any():
        out.print(Text("Wins ride and third cards are drawn wherever that is best for the side wager.", "dim"))


def parse_wagers(game: Game, texts: list[str]) -> tuple[tuple[str, Cents], ...]:
    """Read side wagers and the stake on each.

    >>> parse_wagers(find("nz-blackjack"), ["perfect-pair=1.00"])
    (('perfect-pair', 100),)
    """
    placed: dict[str, Cents] = {}
    for text in texts:
        key, equals, stake = (part.strip() for part in text.partition("="))
        if not (key and equals and stake):
            raise Malformed(f"--wager {text!r} is not a pair. Write wager=amount, for example perfect-pair=1.00")
        if key in placed:
            raise Malformed(f"--wager {key} appears twice. Name it once")
        placed[key] = staked(game.key, key, stake)
    return tuple(placed.items())
