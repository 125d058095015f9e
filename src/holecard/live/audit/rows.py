"""The rows that an audit reads, streamed in the order of their key, and the error that names a wrong one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Select

from holecard.law.errors import HolecardError

Row = Any
AT_ONCE = 1000  # rows that are fetched together


class Broken(HolecardError):
    """A wrong row: its database table, its key, its table in the house, and why."""

    def __init__(self, kind: str, key: object, why: str, table: Row = None) -> None:
        place = f" of table {table.id} ({table.name})" if table is not None else ""
        super().__init__(f"{kind} {key}{place}: {why}")
        self.kind, self.key, self.why = kind, str(key), why
        self.table = None if table is None else int(table.id)


class Feed:
    """Rows in the order of a number, read one number after another. A row that is skipped is wrong."""

    def __init__(self, rows: Iterator[Row], key: Callable[[Row], int], broken: Callable[[Row, str], Broken]) -> None:
        self._rows, self._key, self._broken = rows, key, broken
        self._next = next(self._rows, None)

    def of(self, key: int) -> list[Row]:
        """The rows with this number."""
        found = []
        while self._next is not None and self._key(self._next) <= key:
            if self._key(self._next) < key:
                raise self._stray()
            found.append(self._next)
            self._next = next(self._rows, None)
        return found

    def end(self) -> None:
        """Check that no row is left."""
        if self._next is not None:
            raise self._stray()

    def _stray(self) -> Broken:
        return self._broken(self._next, "the journal does not explain it")


@contextmanager
def streamed(connection: Connection, wanted: Select[Any]) -> Iterator[Iterator[Row]]:
    """Rows read as needed: a house may have more than fit in memory."""
    with connection.execute(wanted, execution_options={"yield_per": AT_ONCE}) as rows:
        yield iter(rows)
