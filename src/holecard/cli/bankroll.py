"""`holecard bankroll`: simulates sessions with a bankroll and shows their results and the risk of ruin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from math import sqrt
from pathlib import Path

from rich import box
from rich.console import Console
from rich.progress import TaskID
from rich.table import Table as Grid
from rich.text import Text

from holecard.api.sessions import BEYOND, BankrollResult
from holecard.api.sessions import bankroll as play_bankroll
from holecard.cli.analyze import solving
from holecard.cli.kernels_ready import load_numba
from holecard.cli.options import DRAWINGS, announce, check_file, configured, console, print_json, tell_heading
from holecard.cli.progress import progress, spinner
from holecard.cli.table.stakes import signed
from holecard.lab.simulator.bankroll import PERCENTILES, Outcome
from holecard.record.files import write_whole
from holecard.values.money import amount

BAR = 40  # columns of the longest bar
TAIL = 0.002  # share of sessions, at either end, that are shown as one class


def bankroll_command(
    game: str,
    pairs: list[str],
    *,
    bankroll: str,
    wager: str,
    hours: float,
    rounds_per_hour: int,
    sessions: int,
    seed: str,
    plot: Path | None,
    xlsx: Path | None,
    as_json: bool,
) -> None:
    rules = configured(game, pairs)
    check_file(plot, *DRAWINGS, option="--plot")
    check_file(xlsx, ".xlsx", option="--xlsx")
    with _watching() as tell:
        found = play_bankroll(
            rules,
            bankroll=bankroll,
            wager=wager,
            hours=hours,
            rounds_per_hour=rounds_per_hour,
            sessions=sessions,
            seed=seed,
            tell=tell,
        )
    written = [found.plot(plot)] if plot is not None else []
    if xlsx is not None:
        from holecard.lab.report.sheets import bankroll as sheets
        from holecard.lab.report.workbook import workbook

        write_whole(xlsx, workbook(rules.name, sheets(found.to_dict())))
        written.append(xlsx)
    if as_json:
        print_json(found.to_dict())
    else:
        _tell(console(), found)
    announce(written, as_json)


@contextmanager
def _watching() -> Iterator[Callable[[str, int, int], None]]:
    """A spinner while the strategy is solved, then a bar for the rounds and one for the sessions."""
    with ExitStack() as shown, ExitStack() as waiting:
        waiting.enter_context(spinner(solving))
        load_numba()
        bar = progress()
        tasks: dict[str, TaskID] = {}

        def tell(what: str, done: int, whole: int) -> None:
            if not tasks:
                waiting.close()
                shown.enter_context(bar)
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=whole)
            bar.update(tasks[what], completed=done)

        yield tell


def _tell(out: Console, found: BankrollResult) -> None:
    outcome, plan, runs = found.outcome, found.outcome.plan, found.outcome.losing_runs
    tell_heading(out, found.about, f"{amount(plan.wager)} per round, bankroll {amount(plan.bankroll)}")
    ahead, even, behind = outcome.ahead_even_behind
    ruin = outcome.risk_of_ruin
    within = 1.96 * sqrt(ruin * (1 - ruin) / plan.number)
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_header=False)
    grid.add_column()
    grid.add_column(justify="right")
    hours = f"{found.hours:g} hour{'' if found.hours == 1 else 's'}"
    grid.add_row("sessions", f"{plan.number:,} of {hours}, {plan.rounds:,} rounds")
    grid.add_row(Text("risk of ruin", "bold"), Text(f"{ruin:.3%} ± {within:.3%}", "bold"))
    grid.add_row("ahead, even, behind", f"{ahead:.2%}  {even:.2%}  {behind:.2%}")
    error = 1.96 * found.standard_error / 100
    grid.add_row("mean result of a session", f"{outcome.mean / 100:+.2f} ± {error:.2f}")
    grid.add_row("exact mean with an unlimited bankroll", f"{found.expected / 100:+.2f}")
    grid.add_row("standard deviation", f"{outcome.standard_deviation / 100:.2f}")
    worst, best = (signed(int(one)) for one in (outcome.results.min(), outcome.results.max()))
    grid.add_row("worst and best session", f"{worst}  {best}")
    grid.add_row("average rounds per session", f"{outcome.played.mean():.1f}")
    longest = f"mean {runs.mean():.2f}  95 % within {found.losing_run_95}  longest {runs.max()}"
    grid.add_row("longest losing streak", longest)
    out.print(grid)
    parts = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for at in PERCENTILES:
        parts.add_column(f"{at} %", justify="right", no_wrap=True)
    parts.add_row(*(signed(value).removesuffix(".00") for value in outcome.percentiles.values()))
    out.print(Text("Percentiles of a session's result"))
    out.print(parts)
    _tell_histogram(out, outcome)
    out.print(Text(f"Method: {found.method}. 95 % intervals.", "dim"))
    out.print(Text(f"Ruin: the bankroll is too small for another round ({amount(outcome.cost)}). {BEYOND}", "dim"))
    out.print(Text(f"Seed {plan.seed}, strategy {found.about.strategy}, {found.about.footer}", "dim"))


def _tell_histogram(out: Console, outcome: Outcome) -> None:
    grid = Grid(box=None, pad_edge=False, show_header=False)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(no_wrap=True)
    mark = "#" if out.options.ascii_only else "█"
    rows = _rows(outcome)
    most = max(number for _, number in rows)
    for label, number in rows:
        bar = mark * round(BAR * number / most) or "·" * (not out.options.ascii_only)
        grid.add_row(label, f"{number / outcome.plan.number:.1%}", bar)
    out.print(grid)
    out.print()


def _rows(outcome: Outcome) -> list[tuple[str, int]]:
    """The classes of the histogram with their labels; a thin tail is one class."""
    classes = list(outcome.histogram().items())
    few = TAIL * outcome.plan.number
    first, last = 0, len(classes)
    while sum(number for _, number in classes[: first + 1]) < few:
        first += 1
    while sum(number for _, number in classes[last - 1 :]) < few:
        last -= 1
    rows = [(f"{_short(low)} to {_short(high)}", number) for (low, high), number in classes[first:last]]
    if first:
        rows = [(f"below {_short(classes[first][0][0])}", sum(number for _, number in classes[:first])), *rows]
    if last < len(classes):
        rows = [*rows, (f"from {_short(classes[last][0][0])}", sum(number for _, number in classes[last:]))]
    return rows


def _short(money: int) -> str:
    return signed(money).removesuffix(".00")
