"""Writes many rows in one statement, straight through the database's driver.

Every stroke is written this way. SQLAlchemy's own inserts would cost several times what the database takes. SQLite's
driver lets go of Python's lock at every step: for each statement, and for each row that it returns. To get it back it
waits for the thread that plays, so there are few statements, and what they find comes in one row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import Column, Connection, Table

Row = dict[str, Any]
Found = list[tuple[Any, ...]]
Item = TypeVar("Item")
AT_ONCE: Final = (64, 16)  # rows of a long statement; what is left is written with as many as there are


class Driver:
    """The driver's side of a connection, within its transaction. Results are known when `together` ends."""

    def __init__(self, connection: Connection) -> None:
        self._connection: Any = connection.connection.driver_connection
        is_sqlite = connection.dialect.name == "sqlite"
        self._mark, self._object = ("?", "json_group_object") if is_sqlite else ("%s", "json_object_agg")
        self._found: list[tuple[Any, Found]] = []

    @contextmanager
    def together(self) -> Iterator[None]:
        """Run several independent statements; PostgreSQL gets all of them at once."""
        with getattr(self._connection, "pipeline", nullcontext)():
            yield
        for cursor, found in self._found:
            found += cursor.fetchall()  # fetch now: SQLite keeps its read lock while rows are left
        self._found = []

    def insert(self, table: Table, rows: Sequence[Row], end: str = "") -> Sent:
        """Add rows, all with the same columns."""
        if not rows:
            return NOTHING
        return self._run(f"INSERT INTO {table} ({', '.join(rows[0])}) {{given}} {end}", rows)

    def update(self, how: str, rows: Sequence[Row]) -> Sent:
        """Change rows by an UPDATE ... FROM {given}, where {NAME} stands for that field of each row."""
        if not rows:
            return NOTHING
        return self._run(_update(how, tuple(rows[0])), rows)

    def find(self, what: str, key: Column[Any], wanted: Sequence[Any], also: str = "") -> Found:
        """SELECT this of the rows with one of these keys, a part of the keys at a time."""
        found: Found = []
        for some in _in_parts(wanted):
            marks = ", ".join([self._mark] * len(some))
            cursor = self._connection.cursor()
            cursor.execute(f"SELECT {what} FROM {key.table} WHERE {key.name} IN ({marks}) {also}", some)
            self._found.append((cursor, found))
        return found

    def pairs(self, key: Column[Any], value: Column[Any], wanted: Sequence[Any]) -> Found:
        """Each of these keys with a value of its row, as JSON objects in text."""
        return self.find(f"CAST({self._object}({key.name}, {value.name}) AS TEXT)", key, wanted)

    def _run(self, statement: str, rows: Sequence[Row]) -> Sent:
        """Run a statement with these rows in the place of {given}, in parts of a few fixed sizes.

        The database then has seen the same text before, and need not read and plan it again.
        """
        names, cursors = tuple(rows[0]), []
        for some in _in_parts(rows):
            cursor = self._connection.cursor()
            given = _values(self._mark, len(names), len(some))
            cursor.execute(statement.replace("{given}", given), [row[name] for row in some for name in names])
            cursors.append(cursor)
        return Sent(tuple(cursors), len(rows))


def _in_parts(rows: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """
    >>> [len(part) for part in _in_parts(range(100))]
    [64, 16, 16, 4]
    """
    at = 0
    for size in AT_ONCE:
        while len(rows) - at >= size:
            yield rows[at : at + size]
            at += size
    if at < len(rows):
        yield rows[at:]


@lru_cache(maxsize=1024)
def _values(mark: str, columns: int, rows: int) -> str:
    row = f"({', '.join([mark] * columns)})"
    return f"VALUES {', '.join([row] * rows)}"


@lru_cache
def _update(how: str, fields: tuple[str, ...]) -> str:
    names = {name: f"given.column{at}" for at, name in enumerate(fields, start=1)}  # both databases name them so
    return how.format(given="({given}) AS given", **names)


class Sent(NamedTuple):
    """Statements that were sent, and the number of rows given."""

    cursors: tuple[Any, ...] = ()
    given: int = 0

    @property
    def touched_all(self) -> bool:
        """Whether each given row changed one row of the database."""
        return bool(sum(cursor.rowcount for cursor in self.cursors) == self.given)


NOTHING = Sent()
