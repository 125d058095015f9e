"""`holecard wagers`: shows the exact house edge of each side wager of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from holecard.api.side_wagers import SideWagers, wagers
from holecard.cli.options import announce, check_file, configured, console, print_json, tell_heading
from holecard.cli.progress import spinner
from holecard.record.files import write_whole

if TYPE_CHECKING:
    from holecard.lab.wagers.side_wagers import Amount


def wagers_command(game: str, pairs: list[str], as_json: bool, classes: bool, xlsx: Path | None = None) -> None:
    rules = configured(game, pairs)
    check_file(xlsx, ".xlsx", option="--xlsx")
    with spinner("Side wagers"):
        found = wagers(rules)
    if xlsx is not None and found.rows:
        from holecard.lab.report.sheets import wagers as sheets
        from holecard.lab.report.workbook import workbook

        write_whole(xlsx, workbook(rules.name, sheets(found.to_dict())))
    if as_json:
        print_json(found.to_dict())
    elif found.rows:
        _tell(console(), found, classes)
    else:
        console().print(f"{rules.name} offers no side wagers with these options.")
    announce([xlsx] if xlsx is not None and found.rows else [], as_json)


def _tell(out: Console, found: SideWagers, classes: bool) -> None:
    tell_heading(out, found.about, "each side wager on its own")
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    grid.add_column("wager", no_wrap=True)
    grid.add_column("pays" if classes else "scale", no_wrap=True, justify="right" if classes else "left")
    for column in ("house edge", "wins", "standard\ndeviation"):
        grid.add_column(column, no_wrap=True, justify="right")
    notes = list(dict.fromkeys(row.quoted for row in found if row.quoted))
    for row in found:
        mark = "*" * (notes.index(row.quoted) + 1) if row.quoted else ""
        figures = _percent(row.house_edge), _percent(row.hit_frequency), f"{row.standard_deviation:.3f}"
        grid.add_row(Text(found.titles[row.wager] + mark, "bold"), row.pay_scale or "", *figures)
        for paid in row.classes if classes else ():
            grid.add_row(f"  {paid.name}", f"{float(paid.pays):g}", "", _percent(paid.probability))
    out.print(grid)
    for number, note in enumerate(notes, start=1):
        out.print(Text(f"{'*' * number} {note}", "dim"))
    out.print(Text(found.about.footer, "dim"))


def _percent(value: Amount) -> str:
    return f"{100 * float(value):.4f} %"
