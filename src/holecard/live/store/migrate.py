"""Brings a database to the schema of this version."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine, func, select

from holecard.law.errors import HolecardError
from holecard.live.store.book import adopt
from holecard.live.store.store import reached

SETTING_UP = 8685  # the number of our lock


def configuration(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def migrate(engine: Engine) -> None:
    """Create what is missing. Fails with one line if the database can't be reached."""
    with reached(), engine.connect().execution_options(writes=True) as connection, _replacing(connection):
        wait_turn(connection)
        try:
            command.upgrade(configuration(connection), "head")
        except CommandError as error:
            raise HolecardError(f"a later version of Holecard made this database: {error}") from error
        adopt(connection, time.time())


@contextmanager
def _replacing(connection: Connection) -> Iterator[None]:
    """A transaction in which SQLite lets a migration replace a table that rows elsewhere refer to."""
    if connection.dialect.name != "sqlite":
        with connection.begin():
            yield
        return
    driver = connection.connection.driver_connection
    assert driver is not None, "a connection in use"
    driver.execute("PRAGMA foreign_keys=OFF")  # nothing happens within a transaction
    try:
        with connection.begin():
            before = _revision(connection)
            yield
            if _revision(connection) == before:  # the check reads every row
                return
            lost = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
            if lost is not None:
                raise HolecardError(f"rows of {lost[0]} refer to rows of {lost[2]} that do not exist")
    finally:
        driver.execute("PRAGMA foreign_keys=ON")


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def wait_turn(connection: Connection) -> None:
    """Wait until no other process sets up the same house; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        for limit in ("lock_timeout", "statement_timeout"):  # another may be changing a large house just now
            connection.exec_driver_sql(f"SET LOCAL {limit} = 0")
        connection.execute(select(func.pg_advisory_xact_lock(SETTING_UP)))


def check_schema(connection: Connection) -> None:
    """Refuse a database without a house, or of another version."""
    found = _revision(connection)
    wanted = ScriptDirectory.from_config(configuration(connection)).get_current_head()
    if found is None:
        raise HolecardError("this database has no house yet: run holecard serve to create one")
    if found != wanted:
        raise HolecardError(f"this database has schema {found}, not {wanted}: run holecard serve to update it")
