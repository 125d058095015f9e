"""`holecard sweep`: shows the house edge for every permitted combination of some options."""

from __future__ import annotations

from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from holecard.api.sweeping import Over, Sweep, sweep, written
from holecard.cli.interrupted import Interrupted
from holecard.cli.options import DRAWINGS, announce, check_file, console, parse_pairs, print_json
from holecard.cli.progress import progress
from holecard.lab.report.sweep import parse_over
from holecard.record.files import write_whole


def sweep_command(
    game: str,
    pairs: list[str],
    over: list[str],
    *,
    csv_file: Path | None,
    plot: Path | None,
    xlsx: Path | None,
    baseline: str,
    cluster: str,
    as_json: bool,
) -> int:
    """Solve every combination. If Ctrl-C ends it early, the rows that are done are shown and written; exit code 130."""
    given, wanted = parse_pairs(pairs), parse_over(over)
    check_file(plot, *DRAWINGS, option="--plot")
    check_file(csv_file, ".csv", option="--csv")
    check_file(xlsx, ".xlsx", option="--xlsx")
    with progress() as bar:
        task = bar.add_task("Solving", total=None)

        def tell(done: int, whole: int, last: Over) -> None:
            bar.update(task, completed=done, total=whole, description=written(last))

        found = sweep(game, wanted, baseline=baseline, cluster=cluster, tell=tell, **given)
    if csv_file is not None:
        write_whole(csv_file, found.to_csv().encode())
    if plot is not None:
        write_whole(plot, found.chart(plot.suffix[1:].lower()))
    if xlsx is not None:
        from holecard.lab.report.sheets import swept
        from holecard.lab.report.workbook import workbook

        write_whole(xlsx, workbook(found.rows[0].about.rules.name, swept(found.to_dict())))
    if as_json:
        print_json(found.to_dict())
    else:
        _tell(console(), found)
    _tell_rest(Console(stderr=True, highlight=False) if as_json else console(), found)
    announce([file for file in (csv_file, plot, xlsx) if file is not None], as_json)
    if found.interrupted:
        raise Interrupted(f"interrupted after {len(found)} of {found.asked} combinations")
    return 0


def _tell(out: Console, found: Sweep) -> None:
    first = found.rows[0]
    title, options = found.heading()
    name = first.about.rules.name
    out.print(Text.assemble((name, "bold"), title.removeprefix(name)), soft_wrap=True)
    out.print(Text(options, "dim"), soft_wrap=True)
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in first.over:
        grid.add_column(name, no_wrap=True, justify="right")
    against = ["difference"] if found.baseline is not None else []
    figures = ("return\n(RTP)", "average\nwager", "element\nof risk", "standard\ndeviation")
    for column in ("house edge", *against, *figures):
        grid.add_column(column, no_wrap=True, justify="right")
    for row in found:
        edge, back, risk = (f"{100 * value:.4f} %" for value in (row.house_edge, row.rtp, row.element_of_risk))
        difference = [] if row.difference is None else [f"{100 * row.difference:+.4f} %"]
        rest = f"{row.average_wager:.4f}", risk, f"{row.standard_deviation:.4f}"
        grid.add_row(*row.over.values(), Text(edge, "bold"), *difference, back, *rest)
    out.print(grid)
    same = [line for line in first.about.details()[1:] if line]
    for line in same:
        out.print(Text(line, "dim"))
    if found.baseline is not None:
        base = found.baseline
        told = written(base.about.rules.options.not_default()) or "all options at their defaults"
        out.print(Text(f"Difference to the baseline: house edge {base.house_edge:.4%} ({told})", "dim"), soft_wrap=True)
    out.print(Text(f"holecard {first.about.to_dict()['version']}", "dim"))


def _tell_rest(out: Console, found: Sweep) -> None:
    for over, refusal in found.skipped:
        out.print(Text(f"Skipped {written(over)}: {refusal.sentence} ({refusal.cite})", "dim"), soft_wrap=True)
    for over, why in found.unsolved:
        out.print(Text(f"Not solved: {written(over)} ({why})", "dim"), soft_wrap=True)
