"""`holecard bankroll`: simulates sessions with a bankroll and shows their results and the risk of ruin."""

from __future__ import annotations

import os
from math import isfinite, sqrt
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from holecard.api.about import About, ShoeUsed, counted
from holecard.cli.analyze import solving
from holecard.cli.options import announce, check_file, configured, console, print_json
from holecard.cli.progress import progress, spinner
from holecard.cli.table.stakes import signed
from holecard.engine.rules import Rules
from holecard.lab.simulator.bankroll import (
    FOLLOWED,
    PERCENTILES,
    Outcome,
    Sessions,
    expected,
    percentiles,
    play_sessions,
    round_cost,
    round_plan,
    round_results,
)
from holecard.lab.simulator.simulate import Result, on_this_machine, simulate
from holecard.lab.simulator.strategy_tables import lay
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.shoes import Strategy
from holecard.law.errors import Malformed
from holecard.record.files import check_writable, write_whole
from holecard.values.money import amount, cents

METHOD = "rounds drawn at random from {} million simulated ones (strategy card, fresh shuffle each round)"
BEYOND = (
    "A round that has begun is always finished. If the bankroll is too small for a double, a split or Insurance, the "
    "player finds the money, so a session can lose a little more than the bankroll."
)
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
    rounds = _rounds(hours, rounds_per_hour)
    plan = Sessions(bankroll=cents(bankroll), wager=cents(wager), rounds=rounds, number=sessions, seed=seed)
    plan = plan.checked(rules)
    if plot is not None:
        from holecard.lab.report.simulation_plots import format_of

        format_of(plot)
        check_writable(plot)
    check_file(xlsx, ".xlsx", option="--xlsx")
    with spinner(solving):
        exact = analyse(rules, strategy=Strategy.TOTAL)
        laid = lay(rules, exact.solution)
    asked = round_plan(seed)
    with progress() as bar:
        task = bar.add_task("Rounds", total=asked.rounds)
        player = on_this_machine(os.cpu_count() or 1)
        simulated = simulate(rules, asked, player, lambda so_far: bar.update(task, completed=so_far.tally.rounds), laid)
        if simulated.tally.rounds < asked.rounds:
            raise KeyboardInterrupt
        drawn = round_results(rules, simulated, plan.wager)
        task = bar.add_task("Sessions", total=sessions)
        outcome = play_sessions(
            plan, drawn, round_cost(rules, plan.wager), lambda played: bar.update(task, completed=played)
        )
    mean = expected(rules, plan, laid.stake * laid.quantum, exact.ev)
    if plot is not None:
        from holecard.lab.report.simulation_plots import sessions as draw

        title = f"{rules.name}: {amount(plan.wager)} per round for {hours:g} hours, bankroll {amount(plan.bankroll)}"
        draw(outcome, plot, rounds_per_hour=rounds_per_hour, title=title)
    document = {
        **_described(rules, outcome, simulated, drawn, mean),
        "hours": hours,
        "rounds_per_hour": rounds_per_hour,
        **About(rules=rules, shoe=ShoeUsed(rules.decks), strategy="total").to_dict(),
    }
    if xlsx is not None:
        from holecard.lab.report.sheets import bankroll as sheets
        from holecard.lab.report.workbook import workbook

        write_whole(xlsx, workbook(rules.name, sheets(document)))
    if as_json:
        print_json(document)
    else:
        _tell(console(), rules, outcome, simulated, mean, hours)
    announce([xlsx] if xlsx else [], as_json)


def _rounds(hours: float, rounds_per_hour: int) -> int:
    if not (isfinite(hours) and hours > 0):
        raise Malformed(f"--hours must be greater than 0, not {hours:g}")
    if rounds_per_hour < 1:
        raise Malformed(f"--rounds-per-hour must be 1 or more, not {rounds_per_hour}")
    rounds = round(hours * rounds_per_hour)
    if rounds < 1:
        raise Malformed(f"--hours {hours:g} is too short for one round at {rounds_per_hour} rounds per hour")
    return rounds


def _described(
    rules: Rules, outcome: Outcome, simulated: Result, drawn: dict[int, int], mean: float
) -> dict[str, object]:
    plan = outcome.plan
    ahead, even, behind = outcome.ahead_even_behind
    runs = outcome.losing_runs
    return {
        "bankroll": amount(plan.bankroll),
        "wager": amount(plan.wager),
        "cost_of_a_round": amount(outcome.cost),
        "rounds": plan.rounds,
        "sessions": plan.number,
        "seed": plan.seed,
        "mean": outcome.mean / 100,
        "standard_error": _standard_error(outcome, simulated) / 100,
        "expected_without_ruin": mean / 100,
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
            "percentile_95": _run_95(outcome),
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
            "simulated": simulated.tally.rounds,
            "shuffle": "every-round",
            "strategy": "total",
            "results": [{"result": amount(won), "rounds": number} for won, number in sorted(drawn.items())],
        },
        "method": _method(simulated),
        "beyond_the_bankroll": BEYOND,
    }


def _method(simulated: Result) -> str:
    return METHOD.format(f"{simulated.tally.rounds / 1e6:g}")


def _standard_error(outcome: Outcome, simulated: Result) -> float:
    """Of the mean in cents: from the number of sessions, and from the number of rounds simulated."""
    plan = outcome.plan
    return sqrt(outcome.standard_error**2 + (plan.rounds * plan.wager * simulated.standard_error) ** 2)


def _run_95(outcome: Outcome) -> int:
    return percentiles(outcome.losing_runs)[95]


def _tell(out: Console, rules: Rules, outcome: Outcome, simulated: Result, mean: float, hours: float) -> None:
    plan, runs = outcome.plan, outcome.losing_runs
    money = f"{amount(plan.wager)} per round, bankroll {amount(plan.bankroll)}"
    out.print(Text.assemble((rules.name, "bold"), f"  {rules.key}  {counted(rules.decks, 'deck')}, {money}"))
    ahead, even, behind = outcome.ahead_even_behind
    ruin = outcome.risk_of_ruin
    within = 1.96 * sqrt(ruin * (1 - ruin) / plan.number)
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_header=False)
    grid.add_column()
    grid.add_column(justify="right")
    grid.add_row("sessions", f"{plan.number:,} of {hours:g} hours, {plan.rounds:,} rounds")
    grid.add_row(Text("risk of ruin", "bold"), Text(f"{ruin:.3%} ± {within:.3%}", "bold"))
    grid.add_row("ahead, even, behind", f"{ahead:.2%}  {even:.2%}  {behind:.2%}")
    error = 1.96 * _standard_error(outcome, simulated) / 100
    grid.add_row("mean result of a session", f"{outcome.mean / 100:+.2f} ± {error:.2f}")
    grid.add_row("exact mean with an unlimited bankroll", f"{mean / 100:+.2f}")
    grid.add_row("standard deviation", f"{outcome.standard_deviation / 100:.2f}")
    worst, best = (signed(int(one)) for one in (outcome.results.min(), outcome.results.max()))
    grid.add_row("worst and best session", f"{worst}  {best}")
    grid.add_row("average rounds per session", f"{outcome.played.mean():.1f}")
    longest = f"mean {runs.mean():.2f}  95 % within {_run_95(outcome)}  longest {runs.max()}"
    grid.add_row("longest losing streak", longest)
    out.print(grid)
    parts = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for at in PERCENTILES:
        parts.add_column(f"{at} %", justify="right", no_wrap=True)
    parts.add_row(*(signed(value).removesuffix(".00") for value in outcome.percentiles.values()))
    out.print(Text("Percentiles of a session's result"))
    out.print(parts)
    _tell_histogram(out, outcome)
    out.print(Text(f"Method: {_method(simulated)}. 95 % intervals.", "dim"))
    out.print(Text(f"Ruin: the bankroll is too small for another round ({amount(outcome.cost)}). {BEYOND}", "dim"))


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
