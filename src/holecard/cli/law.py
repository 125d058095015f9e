"""`holecard law`: shows clauses, differences between editions, and the code and tests for each clause."""

from __future__ import annotations

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from holecard.cli.options import console, print_json
from holecard.law.clauses import Clause, Difference, Register, UnknownClause, in_force, register, registers
from holecard.law.errors import Malformed
from holecard.law.matrix import Row, rows


def show_command(instrument: str, clause: str | None, as_json: bool) -> None:
    held = edition_of(instrument)
    found = _at_and_below(held, clause) if clause is not None else tuple(held.clauses.values())
    if as_json:
        print_json([_described(held, one) for one in found])
        return
    grid = _grid(_heading(held), "clause", "status", "summary")
    for one in found:
        inscription = f'\nLayout reads: "{one.inscription}"' if one.inscription else ""
        grid.add_row(Text(one.id), one.status, Text(one.summary + inscription))
    console().print(grid)


def diff_command(before: str, after: str, as_json: bool) -> None:
    old, new = edition_of(before), edition_of(after)
    found = differences(old, new)
    if as_json:
        rows = [{"clause": one.clause, "kind": one.kind, "from": one.before, "to": one.after} for one in found]
        print_json(rows)
        return
    grid = _grid(Text(f"{old.key}: {_edition(old)} to {_edition(new)}"), "clause", "kind", "from", "to")
    for one in found:
        grid.add_row(Text(one.clause), one.kind, Text(one.before), Text(one.after))
    console().print(grid)


def matrix_command(as_json: bool) -> None:
    found = rows()
    if as_json:
        print_json([row._asdict() for row in found])
        return
    out = console()
    for held in registers():
        grid = _grid(_heading(held), "clause", "status", "code", "tests")
        for row in found:
            if (row.instrument, row.edition) == (held.key, held.edition):
                missing = Text("missing", "bold red") if row.is_open else Text("-")
                code = Text(_places(row.code)) if row.code else missing
                grid.add_row(Text(row.clause), row.status, code, _tested(row) or missing)
        out.print(grid)
    said = sum(row.announced_only for row in found)
    out.print(f"{said} clauses with force at the table are announced only: their tests saw a sentence and no effect.")


def _tested(row: Row) -> Text | None:
    """How many tests saw the clause at work, or what stands for equipment."""
    if row.stands is not None:
        return Text(row.stands)
    if not row.tests:
        return None
    return Text("announced only") if row.announced_only else Text(str(len(row.tests)))


def _places(code: list[str]) -> str:
    """Lines by file: `games/pa_down_under.py:98 104`."""
    lines: dict[str, list[str]] = {}
    for place in code:
        file, _, line = place.removeprefix("src/holecard/").rpartition(":")
        lines.setdefault(file, []).append(line)
    return ", ".join(f"{file}:{' '.join(found)}" for file, found in lines.items())


def edition_of(named: str) -> Register:
    """The register that `pa-685a@2018` names; without an edition, the newest one in force."""
    key, at, edition = named.partition("@")
    if at and not edition:
        raise Malformed(f"{named!r} has no edition after the @. Write it like pa-685a@2020")
    return register(key, edition or in_force(key))


def differences(old: Register, new: Register) -> tuple[Difference, ...]:
    """The differences that a register lists, in the direction asked for."""
    if old.key != new.key:
        raise Malformed(f"{old.key} and {new.key} are different instruments. Name two editions of the same one")
    if old.edition == new.edition:
        return ()
    if old.like == new.edition:
        return old.differences
    if new.like == old.edition:
        return tuple(
            Difference(clause=one.clause, kind=one.kind, before=one.after, after=one.before) for one in new.differences
        )
    raise Malformed(f"there is no comparison of {old.key} {old.edition} with {new.edition}")


def _at_and_below(held: Register, named: str) -> tuple[Clause, ...]:
    try:
        wanted = held.cite(named).clause
    except UnknownClause as unknown:
        raise Malformed(f"{unknown}. List the clauses with `holecard law show {held.key}@{held.edition}`") from unknown
    return tuple(
        one for key, one in held.clauses.items() if key == wanted or key.startswith((f"{wanted}(", f"{wanted} "))
    )


def _described(held: Register, one: Clause) -> dict[str, object]:
    return {
        "instrument": held.key,
        "edition": held.edition,
        "standing": held.standing,
        "clause": one.id,
        "cite": str(held.cite(one.id)),
        "status": one.status,
        "summary": one.summary,
        "inscription": one.inscription,
    }


def _edition(held: Register) -> str:
    return f"{held.edition} (proposed)" if held.is_proposed else held.edition


def _heading(held: Register) -> Text:
    return Text(f"{held.title}, edition {_edition(held)}")


def _grid(title: Text, *columns: str) -> Grid:
    grid = Grid(title=title, title_justify="left", box=box.SIMPLE_HEAD, expand=True)
    for name in columns:
        grid.add_column(name, no_wrap=name in ("status", "kind"), overflow="fold")
    return grid
