"""`holecard sweep`: shows the house edge for every permitted combination of some options."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from holecard import __version__
from holecard.api.about import About, ShoeUsed
from holecard.cli.options import announce, check_file, console, parse_pairs, print_json
from holecard.cli.progress import progress
from holecard.games import find
from holecard.lab.compiler.stage import CannotCompile
from holecard.lab.report.sweep import Figures, Over, Plan, Point, on_cluster, on_this_machine, parse_over, plan
from holecard.lab.solver.shoes import Strategy
from holecard.law.errors import Malformed
from holecard.record.files import check_writable, write_whole

Result = tuple[Point, Figures]
COLUMNS = ("house_edge", "ev", "rtp", "average_wager", "element_of_risk", "standard_deviation", "variance")


def sweep_command(
    game: str,
    pairs: list[str],
    over: list[str],
    *,
    csv_file: Path | None,
    xlsx: Path | None,
    plot: Path | None,
    cluster: str,
    as_json: bool,
) -> None:
    planned = plan(find(game), parse_pairs(pairs), parse_over(over))
    _check_plot(plot)
    check_file(xlsx, ".xlsx", option="--xlsx")
    for file in (csv_file, plot):
        check_writable(file)
    if not planned.points:
        raise planned.skipped[0].refusal
    solver = on_cluster(cluster) if cluster else on_this_machine
    by_place: dict[int, Figures | CannotCompile] = {}
    with progress() as bar:
        task = bar.add_task("Solving", total=len(planned.points))
        for at, one in solver(planned.points):
            by_place[at] = one
            bar.update(task, advance=1, description=_named(planned.points[at].over))
    answers = [(point, by_place[at]) for at, point in enumerate(planned.points)]
    found = [(point, one) for point, one in answers if isinstance(one, Figures)]
    unsolved = [(point, one) for point, one in answers if isinstance(one, CannotCompile)]
    if not found:
        raise unsolved[0][1]
    if csv_file is not None:
        write_whole(csv_file, _csv(found).encode())
    if xlsx is not None:
        from holecard.lab.report.sheets import swept
        from holecard.lab.report.workbook import workbook

        write_whole(xlsx, workbook(found[0][0].rules.name, swept([_described(*one) for one in found])))
    if plot is not None:
        write_whole(plot, _chart(found, plot.suffix[1:].lower()))
    if as_json:
        print_json([_described(*one) for one in found])
    else:
        _tell(console(), found)
    announce([xlsx] if xlsx else [], as_json)
    rest = Console(stderr=True, highlight=False) if as_json else console()
    _tell_skipped(rest, planned)
    for point, why in unsolved:
        rest.print(Text(f"Not solved: {_named(point.over)} ({why})", "dim"), soft_wrap=True)


def _check_plot(plot: Path | None) -> None:
    if plot is not None and plot.suffix.lower() not in (".svg", ".png", ".pdf"):
        raise Malformed(f"--plot {plot}: the file name must end in .svg, .png or .pdf")


def _described(point: Point, found: Figures) -> dict[str, object]:
    return {
        **About(rules=point.rules, shoe=ShoeUsed(point.rules.decks), strategy=Strategy.COMPOSITION).to_dict(),
        "over": point.over,
        **{column: getattr(found, column) for column in COLUMNS},
        "strategy": Strategy.COMPOSITION,
    }


def _csv(found: list[Result]) -> str:
    text = io.StringIO()
    names = list(found[0][0].over)
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow([*names, *COLUMNS, "strategy", "game", "rules_hash", "version"])
    for point, one in found:
        numbers = [repr(getattr(one, column)) for column in COLUMNS]
        rows.writerow(
            [*point.over.values(), *numbers, Strategy.COMPOSITION, point.rules.key, point.rules.hash, __version__]
        )
    return text.getvalue()


def _chart(found: list[Result], format: str) -> bytes:
    from holecard.lab.report.plots import Line, edge_chart

    axis = next(iter(found[0][0].over))
    lines: dict[str, list[tuple[str, float]]] = {}
    for point, one in found:
        others = {name: value for name, value in point.over.items() if name != axis}
        lines.setdefault(_named(others), []).append((point.over[axis], one.house_edge))
    values = list(dict.fromkeys(point.over[axis] for point, _ in found))
    drawn = [Line(label, tuple(points)) for label, points in lines.items()]
    return edge_chart(drawn, values=values, axis=axis, title=found[0][0].rules.name, format=format)


def _named(over: Over) -> str:
    return " ".join(f"{name}={value}" for name, value in over.items())


def _tell(out: Console, found: list[Result]) -> None:
    rules = found[0][0].rules
    title = Text.assemble((rules.key, "bold"), f"  {rules.name}, composition-dependent strategy")
    grid = Grid(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for name in found[0][0].over:
        grid.add_column(name, no_wrap=True, justify="right")
    for column in ("house edge", "return (RTP)", "average wager", "element of risk", "standard deviation"):
        grid.add_column(column, no_wrap=True, justify="right")
    for point, one in found:
        edge, back, risk = (f"{100 * value:.4f} %" for value in (one.house_edge, one.rtp, one.element_of_risk))
        deviation = f"{one.standard_deviation:.4f}"
        grid.add_row(*point.over.values(), Text(edge, "bold"), back, f"{one.average_wager:.4f}", risk, deviation)
    out.print(grid)


def _tell_skipped(out: Console, planned: Plan) -> None:
    for skipped in planned.skipped:
        refusal = skipped.refusal
        text = f"Skipped {_named(skipped.over)}: {refusal.sentence} ({refusal.cite})"
        out.print(Text(text, "dim"), soft_wrap=True)
