"""Many rows in one statement, said to the database's driver itself.

What is written at every stroke goes this way: SQLAlchemy's own would cost several times what the database takes, and a
statement for each row would let the threads of the server wait for each other as often.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, NamedTuple

from sqlalchemy import Column, Connection, Table

Row = dict[str, Any]
Found = list[tuple[Any, ...]]


class Driver:
    """The driver's side of a connection, within its transaction. What is said here is known when `together` ends."""

    def __init__(self, connection: Connection) -> None:
        self._connection: Any = connection.connection.driver_connection
        self._mark = "?" if connection.dialect.positional else "%s"
        self._found: list[tuple[Any, Found]] = []

    @contextmanager
    def together(self) -> Iterator[None]:
        """Several statements of which none waits for another: PostgreSQL is sent all of them at once."""
        with getattr(self._connection, "pipeline", nullcontext)():
            yield
        for cursor, found in self._found:
            found += cursor.fetchall()  # at once: while rows are left to fetch, SQLite goes on reading
        self._found = []

    def insert(self, table: Table, rows: Sequence[Row], end: str = "") -> Said:
        """Add rows, all with the same columns."""
        if not rows:
            return NOTHING
        return self._run(f"INSERT INTO {table} ({', '.join(rows[0])}) {self._values(rows)} {end}", rows)

    def update(self, how: str, rows: Sequence[Row]) -> Said:
        """Change rows by an UPDATE ... FROM {given}, where {NAME} is what each row gives."""
        if not rows:
            return NOTHING
        names = {name: f"given.column{at}" for at, name in enumerate(rows[0], start=1)}  # as both databases have it
        return self._run(how.format(given=f"({self._values(rows)}) AS given", **names), rows)

    def find(self, key: Column[Any], columns: Sequence[Column[Any]], wanted: Sequence[Any]) -> Found:
        """The rows that have one of these keys: each its key, then these columns."""
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

    def _run(self, statement: str, rows: Sequence[Row]) -> Said:
        names, cursor = tuple(rows[0]), self._connection.cursor()
        cursor.execute(statement, [row[name] for row in rows for name in names])
        return Said(cursor, len(rows))


class Said(NamedTuple):
    """A statement that was said, and with how many rows."""

    cursor: Any = None
    given: int = 0

    @property
    def touched_all(self) -> bool:
        """Whether each row that was given touched one of the database."""
        return self.cursor is None or bool(self.cursor.rowcount == self.given)


NOTHING = Said()
