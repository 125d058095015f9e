"""`holecard law`: shows clauses, differences between editions, and the code and tests for each clause."""

from __future__ import annotations

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from holecard.api.law import clauses, differences, edition_of, instruments, matrix
from holecard.cli.options import console, print_json
from holecard.law.clauses import Register
from holecard.law.matrix import Row


def show_command(instrument: str | None, clause: str | None, as_json: bool) -> None:
    if instrument is None:
        _list_instruments(as_json)
        return
    found = clauses(instrument, clause)
    if as_json:
        print_json([one.to_dict() for one in found])
        return
    grid = _grid(_heading(edition_of(instrument)), "clause", "status", "summary")
    for one in found:
        inscription = f'\nLayout reads: "{one.inscription}"' if one.inscription else ""
        grid.add_row(Text(one.cite.clause), one.status, Text(one.summary + inscription))
    console().print(grid)


def _list_instruments(as_json: bool) -> None:
    found = instruments()
    if as_json:
        print_json([one.to_dict() for one in found])
        return
    grid = _grid(Text("Instruments: show one with `holecard law show INSTRUMENT[@EDITION]`"), "instrument", "edition")
    grid.add_column("standing", no_wrap=True)
    grid.add_column("title", overflow="fold")
    grid.add_column("clauses", justify="right")
    for one in found:
        grid.add_row(Text(one.key), one.edition, one.standing, Text(one.title), str(len(one.clauses)))
    console().print(grid)


def diff_command(before: str, after: str, normative: bool, as_json: bool) -> None:
    found = differences(before, after, normative=normative)
    if as_json:
        print_json([one.to_dict() for one in found])
        return
    old, new = edition_of(before), edition_of(after)
    only = ", normative changes" if normative else ""
    grid = _grid(Text(f"{old.key}: {_edition(old)} to {_edition(new)}{only}"), "clause", "kind", "from", "to")
    for one in found:
        grid.add_row(Text(one.clause), one.kind, Text(one.before), Text(one.after))
    console().print(grid)


def matrix_command(instrument: str | None, clause: str | None, as_json: bool) -> None:
    found = matrix(instrument, clause)
    if as_json:
        print_json([row._asdict() for row in found])
        return
    out = console()
    for held in instruments():
        rows = [row for row in found if (row.instrument, row.edition) == (held.key, held.edition)]
        if not rows:
            continue
        grid = _grid(_heading(held), "clause", "status", "code", "tests")
        for row in rows:
            missing = Text("missing", "bold red") if row.is_open else Text("-")
            code = Text(_places(row.code)) if row.code else missing
            grid.add_row(Text(row.clause), row.status, code, _tested(row) or missing)
        out.print(grid)
    said = sum(row.announced_only for row in found)
    out.print(f"{said} clauses with force at the table are announced only: their tests saw a sentence and no effect.")
    if said:
        out.print("conduct: no table sees it. absence: nothing moves. elsewhere: done under other clauses.")


def _tested(row: Row) -> Text | None:
    """How many tests saw the clause at work, or what stands for equipment."""
    if row.stands is not None:
        return Text(row.stands)
    if not row.tests:
        return None
    if row.announced_only:
        return Text(f"announced only: {row.said or 'no reason given'}")
    return Text(str(len(row.tests)))


def _places(code: list[str]) -> str:
    """Lines by file: `games/pa_down_under.py:98 104`."""
    lines: dict[str, list[str]] = {}
    for place in code:
        file, _, line = place.removeprefix("src/holecard/").rpartition(":")
        lines.setdefault(file, []).append(line)
    return ", ".join(f"{file}:{' '.join(found)}" for file, found in lines.items())


def _edition(held: Register) -> str:
    return f"{held.edition} (proposed)" if held.is_proposed else held.edition


def _heading(held: Register) -> Text:
    return Text(f"{held.title}, edition {_edition(held)}")


def _grid(title: Text, *columns: str) -> Grid:
    grid = Grid(title=title, title_justify="left", box=box.SIMPLE_HEAD, expand=True)
    for name in columns:
        grid.add_column(name, no_wrap=name in ("status", "kind"), overflow="fold")
    return grid
