"""The schema of a new house laid as the migrations laid the first one of this process, which takes a sixth as long."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from sqlalchemy import Engine, event, inspect

from holecard.live.store.migrate import migrate, wait_turn
from holecard.live.store.store import reached
from holecard.live.table import house

LEFT_OUT = ("SELECT", "PRAGMA", "SET ", "SHOW", "BEGIN")  # what changes nothing of the database
Told = tuple[str, Any]  # a statement and its parameters
_LAID: dict[str, tuple[Told, ...]] = {}  # what the migrations told an empty database, by its kind


@contextmanager
def houses_are_laid() -> Iterator[None]:
    """Every house that this process prepares."""
    with mock.patch.object(house, "migrate", lay):
        yield


def lay(engine: Engine) -> None:
    """In the place of `migrate`: the same statements for an empty database, without asking what each has to be."""
    told = _LAID.get(engine.dialect.name)
    if told is None:
        with _heard(engine) as heard:
            migrate(engine)
        if heard:
            _LAID[engine.dialect.name] = tuple(heard)
    elif not _laid_like_the_first(engine, told):
        migrate(engine)


def _laid_like_the_first(engine: Engine, told: tuple[Told, ...]) -> bool:
    with reached(), engine.connect().execution_options(writes=True) as connection, connection.begin():
        wait_turn(connection)
        if inspect(connection).get_table_names():
            return False
        for statement, parameters in told:
            connection.exec_driver_sql(statement, parameters or None)
    return True


@contextmanager
def _heard(engine: Engine) -> Iterator[list[Told]]:
    """What is told to a database that is empty at first; nothing of one that is not."""
    with reached(), engine.connect() as connection:
        is_empty = not inspect(connection).get_table_names()
    heard: list[Told] = []

    def hear(connection: Any, cursor: Any, statement: str, parameters: Any, context: Any, many: bool) -> None:
        if is_empty and not statement.lstrip().upper().startswith(LEFT_OUT):
            heard.append((statement, parameters))

    event.listen(engine, "before_cursor_execute", hear)
    try:
        yield heard
    finally:
        event.remove(engine, "before_cursor_execute", hear)
