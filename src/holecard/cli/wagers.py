"""`holecard wagers`: shows the exact house edge of each side wager of a game."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from holecard.api.about import About, ShoeUsed, counted
from holecard.cli.options import announce, check_file, configured, console, parse_pairs, print_json
from holecard.cli.progress import spinner
from holecard.engine.rules import Rules
from holecard.games import find
from holecard.lab.wagers.riding import value_of_riding
from holecard.lab.wagers.side_wagers import Amount, WagerAnalysis, analyse_wagers, offered_alone
from holecard.record.files import write_whole


def wagers_command(game: str, pairs: list[str], as_json: bool, classes: bool, xlsx: Path | None = None) -> None:
    rules = configured(game, pairs)
    check_file(xlsx, ".xlsx", option="--xlsx")
    with spinner("Side wagers"):
        rows = analyse_wagers(find(game), parse_pairs(pairs), value_of_riding=value_of_riding)
    if xlsx is not None and rows:
        from holecard.lab.report.sheets import wagers
        from holecard.lab.report.workbook import workbook

        write_whole(xlsx, workbook(rules.name, wagers([_described(rules, row) for row in rows])))
    if as_json:
        print_json([_described(rules, row) for row in rows])
    elif rows:
        names = {
            key: alone.play.side_wagers[key].title for key, _, alone in offered_alone(find(game), parse_pairs(pairs))
        }
        _tell(console(), rules, rows, names, classes)
    else:
        console().print(f"{rules.name} offers no side wagers with these options.")
    announce([xlsx] if xlsx and rows else [], as_json)


def _described(rules: Rules, row: WagerAnalysis) -> dict[str, object]:
    return {
        **About(rules=rules, shoe=ShoeUsed(rules.decks), strategy=row.quoted or None).to_dict(),
        "wager": row.wager,
        "pay_scale": row.pay_scale,
        "ev": float(row.ev),
        "house_edge": float(row.house_edge),
        "rtp": float(row.rtp),
        "hit_frequency": float(row.hit_frequency),
        "standard_deviation": row.standard_deviation,
        "variance": float(row.variance),
        "distribution": [{"net": float(net), "probability": float(chance)} for net, chance in row.distribution.items()],
        "classes": [
            {"class": paid.name, "probability": float(paid.probability), "pays": _number(paid.pays)}
            for paid in row.classes
        ],
        "ev_kept": None if row.ev_kept is None else float(row.ev_kept),
        "riding_analysed": row.riding_analysed,
        "quoted": row.quoted or None,
    }


def _number(pays: Fraction) -> int | float:
    return pays.numerator if pays.denominator == 1 else float(pays)


def _tell(out: Console, rules: Rules, rows: list[WagerAnalysis], names: dict[str, str], classes: bool) -> None:
    title = Text.assemble(
        (rules.key, "bold"), f"  {rules.name}, {counted(rules.decks, 'deck')}, each side wager on its own"
    )
    grid = Grid(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    grid.add_column("wager", no_wrap=True)
    grid.add_column("pays" if classes else "scale", no_wrap=True, justify="right" if classes else "left")
    for column in ("house edge", "wins", "standard\ndeviation"):
        grid.add_column(column, no_wrap=True, justify="right")
    notes = list(dict.fromkeys(row.quoted for row in rows if row.quoted))
    for row in rows:
        mark = "*" * (notes.index(row.quoted) + 1) if row.quoted else ""
        figures = _percent(row.house_edge), _percent(row.hit_frequency), f"{row.standard_deviation:.3f}"
        grid.add_row(Text(names[row.wager] + mark, "bold"), row.pay_scale or "", *figures)
        for paid in row.classes if classes else ():
            grid.add_row(f"  {paid.name}", f"{float(paid.pays):g}", "", _percent(paid.probability))
    out.print(grid)
    for number, note in enumerate(notes, start=1):
        out.print(Text(f"{'*' * number} {note}", "dim"))


def _percent(value: Amount) -> str:
    return f"{100 * float(value):.4f} %"
