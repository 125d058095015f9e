"""`holecard house`: checks whether each table in a house file is lawful, and shows the remedy."""

from __future__ import annotations

import sys
from pathlib import Path

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from holecard import __version__
from holecard.api.records import read_text
from holecard.cli.options import console, print_json
from holecard.house.house_diff import diff_houses
from holecard.house.house_file import Checked, House, check_house, read_house

REFUSED = 3


def check_command(file: Path, as_json: bool) -> int:
    """Check every table. The exit code is 3 if one of them is not lawful."""
    house = read_house(read_text(file))
    tables = check_house(house)
    if as_json:
        print_json([_described(one) for one in tables])
    else:
        _tell(console(), house, tables)
    for one in tables:
        for refusal in one.findings:
            print(f"holecard: table {one.table.name!r}: {' '.join(str(refusal).split())}", file=sys.stderr)
            return REFUSED
    return 0


def diff_command(before: Path, after: Path, as_json: bool) -> None:
    """Compare two house files. Options that a file leaves out count at their defaults."""
    old, new = (read_house(read_text(file)) for file in (before, after))
    found = diff_houses(old, new)
    if as_json:
        print_json([change.to_dict() for change in found])
        return
    out = console()
    if not found:
        out.print("The two houses are the same.")
    for change in found:
        out.print(Text(str(change)), soft_wrap=True)


def _described(one: Checked) -> dict[str, object]:
    return {
        "table": one.table.name,
        "game": one.table.game.key,
        "edition": one.edition,
        "boxes": one.table.boxes,
        "lawful": one.is_lawful,
        "findings": [
            {
                "what": refusal.what,
                "clause": refusal.cite.clause,
                "instrument": refusal.cite.instrument,
                "why": refusal.why,
                "remedy": list(refusal.legal),
            }
            for refusal in one.findings
        ],
        "options": one.options,
        "rules_hash": one.rules.hash if one.rules is not None else None,
        "version": __version__,
    }


def _tell(out: Console, house: House, tables: tuple[Checked, ...]) -> None:
    grid = Grid(title=Text(house.name, "bold"), title_justify="left", box=box.SIMPLE_HEAD, expand=True)
    grid.add_column("table", ratio=1, overflow="fold")
    for column in ("game", "edition", "boxes", "verdict"):
        grid.add_column(column, no_wrap=True, justify="right" if column == "boxes" else "left")
    for one in tables:
        verdict = Text("lawful", "green") if one.is_lawful else Text("not lawful", "bold red")
        grid.add_row(Text(one.table.name), one.table.game.key, one.edition or "-", str(one.table.boxes), verdict)
    out.print(grid)
    for one in tables:
        if one.findings:
            out.print(Text(one.table.name, "bold"))
            for refusal in one.findings:
                remedy = f"\nRemedy: {', '.join(refusal.legal)}" if refusal.legal else ""
                told = Text.assemble((refusal.sentence, "red"), f"\n{refusal.cite}{remedy}")
                out.print(Padding(told, (0, 0, 1, 2)))
