"""Copies a house from one database to another: a backup is an SQLite file, whatever the house is stored in.

Sessions and invitations are not copied: who had one when the copy was made need not have it any more.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import ColumnElement, Connection, Engine, Table, func, insert, select, text, true

from holecard.law.errors import HolecardError
from holecard.live.store import schema
from holecard.live.store.migrate import check_schema, migrate
from holecard.live.store.store import open_engine, reached

AT_ONCE: Final = 500  # rows
LEFT_OUT: Final = (schema.sessions, schema.invitations, schema.processes)
Report = Callable[[int, int], None]


def back_up(source: Engine, file: Path, report: Report = lambda done, of: None) -> int:
    """Copy a house, which may be open, into a new file; returns the number of rows. Nothing half done is left."""
    if file.exists():
        raise HolecardError(f"{file} exists: choose another name, so that no backup is overwritten")
    with made_whole(file) as making:
        target = open_engine(f"sqlite:///{making}")
        try:
            rows = copy_house(source, target, report)
            with target.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            target.dispose()
    return rows


@contextmanager
def made_whole(file: Path) -> Iterator[Path]:
    """A place beside the file, which becomes the file once it is all on the disk. Nothing half done is left."""
    making = file.with_name(f"{file.name}.part")
    making.unlink(missing_ok=True)
    try:
        yield making
        _sync(making)
        making.rename(file)
        _sync(file.parent)  # a new name is on the disk when its folder is
    finally:
        making.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def copy_house(source: Engine, target: Engine, report: Report = lambda done, of: None) -> int:
    """Copy every row as it is at one moment. The target gets the current schema and must be empty."""
    migrate(target)
    done = 0
    with (
        reached(),
        source.connect() as reading,
        target.connect().execution_options(writes=True) as writing,
        writing.begin(),
    ):
        if reading.dialect.name == "postgresql":  # SQLite always reads a snapshot
            reading.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        check_schema(reading)
        _check_empty(writing)
        writing.execute(schema.book_head.delete())
        copied = [table for table in schema.metadata.sorted_tables if table not in LEFT_OUT]
        of = sum(int(reading.execute(select(func.count()).select_from(table)).scalar_one()) for table in copied)
        for table in copied:
            for rows in copy_rows(reading, writing, table):
                done += rows
                report(done, of)
        _continue_numbers(writing)
    return done


def copy_rows(
    reading: Connection, writing: Connection, table: Table, which: ColumnElement[bool] | None = None
) -> Iterator[int]:
    """Copy the rows of a table, or some of them, as they are; yields how many, again and again."""
    wanted = select(table).where(true() if which is None else which)
    for part in reading.execute(wanted, execution_options={"yield_per": AT_ONCE}).partitions(AT_ONCE):
        writing.execute(insert(table), [row._asdict() for row in part])
        yield len(part)


def _check_empty(connection: Connection) -> None:
    for table in (schema.accounts, schema.tables):
        if connection.execute(select(table.c.id).limit(1)).first() is not None:
            raise HolecardError("this database has a house already: restore into an empty one")


def _continue_numbers(connection: Connection) -> None:
    """PostgreSQL numbers new rows from a counter that the copied rows did not move."""
    if connection.dialect.name != "postgresql":
        return
    for table in (schema.accounts, schema.tables, schema.postings, schema.security, schema.disputes):
        counter = f"pg_get_serial_sequence('{table.name}', 'id')"
        connection.execute(text(f"SELECT setval({counter}, (SELECT coalesce(max(id), 1) FROM {table.name}))"))
