"""`holecard house backup` and `holecard house restore`: copies a house into a file and back."""

from __future__ import annotations

from pathlib import Path

import typer

from holecard.cli.progress import counted
from holecard.live.store.backup import back_up, copy_house
from holecard.live.store.store import Store, open_stored
from holecard.live.table.restoring import make_safe


def backup_command(file: Path, database: str) -> None:
    """Copy a house, which may be open, into a new file."""
    engine = open_stored(database)
    try:
        with counted("rows") as report:
            rows = back_up(engine, file, report)
    finally:
        engine.dispose()
    typer.echo(f"Backed up {rows:,} rows to {file}. Keep the house's key file too, but in another place.")


def restore_command(file: Path, database: str, key: Path | None) -> None:
    """Copy a backup into an empty database, then void what was open and bring fresh cards."""
    source = open_stored(f"sqlite:///{file}")
    try:
        store = Store(database, key)
        try:
            with counted("rows") as report:
                rows = copy_house(source, store.engine, report)
            tables = make_safe(store)
        finally:
            store.close()
    finally:
        source.dispose()
    typer.echo(f"Restored {rows:,} rows. Open rounds are void, and fresh cards came to {tables} tables.")
