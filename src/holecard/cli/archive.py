"""`holecard house archive` and `holecard audit archive`: moves old rounds into a file, and checks such a file."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime
from pathlib import Path

import typer

from holecard.cli.audit import print_broken
from holecard.cli.options import print_json
from holecard.cli.progress import counted
from holecard.law.errors import Malformed
from holecard.live.audit.archive import Made, check_archive, make_archive
from holecard.live.audit.rows import Broken
from holecard.live.store.store import open_stored, reached


def archive_command(
    file: Path, before: str, keep: int, why: str, is_tried: bool, database: str, key: Path | None, as_json: bool
) -> None:
    """Archive what ended before a day, which must be as long ago as rounds are kept."""
    now = time.time()
    day = _day(before, years_before(datetime.fromtimestamp(now, UTC).date(), keep), keep)
    ended_before = datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()
    engine = open_stored(database)
    try:
        with reached(), counted("entries") as report:
            made = make_archive(engine, file, ended_before, now, key, why, is_tried, report)
    finally:
        engine.dispose()
    if as_json:
        _print_json(made, file, day, is_tried)
    else:
        _print(made, file, day, is_tried)


def years_before(day: date, years: int) -> date:
    """
    >>> years_before(date(2036, 11, 18), 10), years_before(date(2036, 2, 29), 10)
    (datetime.date(2026, 11, 18), datetime.date(2026, 2, 28))
    """
    try:
        return day.replace(year=day.year - years)
    except ValueError:  # a 29th of February
        return day.replace(year=day.year - years, day=28)


def _day(text: str, latest: date, keep: int) -> date:
    if not text:
        return latest
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise Malformed(f"--before {text!r} is not a day: write it as 2016-12-31") from error
    if day > latest:
        years = "1 year" if keep == 1 else f"{keep} years"
        raise Malformed(
            f"--before {text} is too late: rounds are kept {years}, so name {latest} or earlier,"
            " or change HOLECARD_KEEP_YEARS"
        )
    return day


def _print(made: Made, file: Path, day: date, is_tried: bool) -> None:
    if not made.parts:
        typer.echo(f"Nothing to archive: no packed rounds ended before {day}.")
    for part in made.parts:
        first, last = part.until.rounds - part.rounds + 1, part.until.rounds
        typer.echo(f"Table {part.table} ({part.name}): rounds {first:,} to {last:,}, {part.entries:,} entries.")
    for name, reason in made.kept.items():
        typer.echo(f"Old rounds of {name} stay: {reason}.")
    if made.parts and is_tried:
        typer.echo("Nothing was written or deleted.")
    elif made.parts:
        typer.echo(f"Archived in {file}, SHA-256 {made.sha256}. Keep it: the database no longer has these rounds.")


def _print_json(made: Made, file: Path, day: date, is_tried: bool) -> None:
    tables = [
        {
            "table": part.table,
            "name": part.name,
            "first_round": part.until.rounds - part.rounds + 1,
            "last_round": part.until.rounds,
            "entries": part.entries,
        }
        for part in made.parts
    ]
    kept = [{"name": name, "why": reason} for name, reason in made.kept.items()]
    told = {"before": str(day), "dry_run": is_tried, "tables": tables, "kept": kept}
    print_json({**told, "file": str(file) if made.sha256 else None, "sha256": made.sha256 or None})


def check_command(file: Path, database: str, key: Path | None, as_json: bool) -> int:
    """Name the first row that is wrong, with exit code 1."""
    engine = open_stored(database)
    try:
        with reached(), counted("entries") as report:
            found = check_archive(file, engine, key, report)
    except Broken as broken:
        if not as_json:
            raise
        return print_broken(broken)
    finally:
        engine.dispose()
    if as_json:
        print_json({"ok": True, **found._asdict()})
        return 0
    typer.echo(f"The archive is as the house signed it: {found.rounds:,} rounds, {found.entries:,} entries.")
    for name in found.unreplayed:
        typer.echo(f"{name}: this version does not have its rules. Replay it with the version that wrote it.")
    return 0
