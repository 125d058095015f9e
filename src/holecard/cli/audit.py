"""`holecard audit`: checks that the stored records are complete, consistent and unchanged."""

from __future__ import annotations

import os
import time
from pathlib import Path

import typer

from holecard.cli.options import print_json
from holecard.cli.progress import counted
from holecard.law.errors import HolecardError
from holecard.live.audit.audit import Counts, verify
from holecard.live.audit.rows import Broken
from holecard.live.store.anchor import Anchor
from holecard.live.store.book import enter_heads
from holecard.live.store.migrate import check_schema
from holecard.live.store.store import open_stored, reached
from holecard.live.store.vault import key_file, open_vault

FAILED = 1


def anchor_command(file: Path, database: str, key: Path | None) -> None:
    """Sign the head of the book, with every table's journal in it, and write it to a new file."""
    engine = open_stored(database)
    try:
        vault = open_vault(key_file(engine.url, key))
        with reached(), engine.connect().execution_options(writes=True) as connection, connection.begin():
            check_schema(connection)
            enter_heads(connection, time.time())
            anchor = Anchor.of(connection, vault)
        with open(file, "x", encoding="utf-8") as made:
            made.write(anchor.text())
    except FileExistsError as error:
        raise HolecardError(f"{file} exists: choose another name, so that no anchor is overwritten") from error
    finally:
        engine.dispose()
    typer.echo(f"Signed entry {anchor.entries:,} of the book in {file}. Keep it where the house can't change it.")


def verify_command(
    database: str, key: Path | None, anchor: Path | None, since: Path | None, jobs: int | None, as_json: bool
) -> int:
    """Name the first row that is wrong, with exit code 1."""
    continues = since is not None and since.exists()
    try:
        found = _verify(database, key, anchor, since, jobs or os.cpu_count() or 1)
    except Broken as broken:
        if not as_json:
            raise
        return print_broken(broken)
    if as_json:
        counts = found._asdict()
        unreplayed = [one._asdict() for one in counts.pop("unreplayed")]
        archived = counts.pop("archived")
        print_json({"ok": True, "checked": counts, "unreplayed": unreplayed, "archived": archived})
    else:
        told_apart = ("unreplayed", "archived")
        numbers = {name: number for name, number in found._asdict().items() if name not in told_apart}
        counted = ", ".join(_counted(number, name) for name, number in numbers.items())
        about = "Everything written since the last audit is" if continues else "All stored records are"
        typer.echo(f"{about} consistent: {counted}.")
        if found.archived:
            rounds = _counted(found.archived, "rounds")
            typer.echo(f"{rounds} are archived and were not checked: run holecard audit archive FILE.")
        if found.restores:
            typer.echo("Some rounds are void because a backup was restored.")
        for one in found.unreplayed:
            rounds = _counted(one.rounds, "rounds")
            typer.echo(
                f"Table {one.table} ({one.name}): this version does not have its rules {one.rules_hash}. "
                f"Only hashes, cards and money of {rounds} were checked: replay them with the version that wrote them."
            )
    return 0


def print_broken(broken: Broken) -> int:
    """The first row that is wrong, as JSON; returns the exit code."""
    row = {"kind": broken.kind, "table": broken.table, "key": broken.key, "why": broken.why}
    print_json({"ok": False, "broken": row})
    return FAILED


def _verify(database: str, key: Path | None, anchor: Path | None, since: Path | None, jobs: int) -> Counts:
    kept = Anchor.read(anchor) if anchor is not None else None
    engine = open_stored(database)
    try:
        with reached(), counted("entries") as report:
            return verify(engine, report, key, kept, since, jobs)
    finally:
        engine.dispose()


def _counted(number: int, name: str) -> str:
    """
    >>> _counted(1, "entries"), _counted(1200, "shoes")
    ('1 entry', '1,200 shoes')
    """
    one = name[:-3] + "y" if name.endswith("ies") else name[:-1]
    return f"{number:,} {one if number == 1 else name}"
