"""Writes many rows in one statement, straight through the database's driver.

Every stroke is written this way. SQLAlchemy's own inserts would cost several times what the database takes, and with
a statement for each row the server's threads would often wait for each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, NamedTuple

from sqlalchemy import Column, Connection, Table

Row = dict[str, Any]
Found = list[tuple[Any, ...]]


class Driver:
    """The driver's side of a connection, within its transaction. Results are known when `together` ends."""

    def __init__(self, connection: Connection) -> None:
        self._connection: Any = connection.connection.driver_connection
        self._mark = "?" if connection.dialect.positional else "%s"
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
        return self._run(f"INSERT INTO {table} ({', '.join(rows[0])}) {self._values(rows)} {end}", rows)

    def update(self, how: str, rows: Sequence[Row]) -> Sent:
        """Change rows by an UPDATE ... FROM {given}, where {NAME} stands for that field of each row."""
        if not rows:
            return NOTHING
        names = {name: f"given.column{at}" for at, name in enumerate(rows[0], start=1)}  # both databases name them so
        return self._run(how.format(given=f"({self._values(rows)}) AS given", **names), rows)

    def find(self, key: Column[Any], columns: Sequence[Column[Any]], wanted: Sequence[Any]) -> Found:
        """The rows with one of these keys: for each the key, then these columns."""
        found: Found = []
        if not wanted:
            return found
        names = ", ".join(column.name for column in (key, *columns))
        marks = ", ".join([self._mark] * len(wanted))
        cursor = self._connection.cursor()
        cursor.execute(f"SELECT {names} FROM {key.table} WHERE {key.name} IN ({marks})", wanted)
        self._found.append((cursor, found))
        return found

    def _values(self, rows: Sequence[Row]) -> str:
        row = f"({', '.join([self._mark] * len(rows[0]))})"
        return f"VALUES {', '.join([row] * len(rows))}"

    def _run(self, statement: str, rows: Sequence[Row]) -> Sent:
        names, cursor = tuple(rows[0]), self._connection.cursor()
        cursor.execute(statement, [row[name] for row in rows for name in names])
        return Sent(cursor, len(rows))


class Sent(NamedTuple):
    """A statement that was sent, and the number of rows given."""

    cursor: Any = None
    given: int = 0

    @property
    def touched_all(self) -> bool:
        """Whether each given row changed one row of the database."""
        return self.cursor is None or bool(self.cursor.rowcount == self.given)


NOTHING = Sent()
