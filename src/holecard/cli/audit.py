"""`holecard audit`: checks that the stored records are complete, consistent and unchanged."""

from __future__ import annotations

from pathlib import Path

import typer

from holecard.cli.options import print_json
from holecard.cli.progress import progress
from holecard.live.audit.audit import Counts, verify
from holecard.live.audit.rows import Broken
from holecard.live.store.store import open_stored, reached

FAILED = 1


def verify_command(database: str, key: Path | None, as_json: bool) -> int:
    """Name the first row that is wrong, with exit code 1."""
    try:
        found = _verify(database, key)
    except Broken as broken:
        if not as_json:
            raise
        row = {"kind": broken.kind, "table": broken.table, "key": broken.key, "why": broken.why}
        print_json({"ok": False, "broken": row})
        return FAILED
    if as_json:
        print_json({"ok": True, "checked": found._asdict()})
    else:
        counted = ", ".join(_counted(number, name) for name, number in found._asdict().items())
        typer.echo(f"All stored records are consistent: {counted}.")
        if found.restores:
            typer.echo("Some rounds are void because a backup was restored.")
    return 0


def _verify(database: str, key: Path | None) -> Counts:
    engine = open_stored(database)
    try:
        with reached(), progress() as bar:
            task = bar.add_task("entries", total=None)
            return verify(engine, lambda done, of: bar.update(task, completed=done, total=of), key)
    finally:
        engine.dispose()


def _counted(number: int, name: str) -> str:
    """
    >>> _counted(1, "entries"), _counted(1200, "shoes")
    ('1 entry', '1,200 shoes')
    """
    one = name[:-3] + "y" if name.endswith("ies") else name[:-1]
    return f"{number:,} {one if number == 1 else name}"
