"""The rows of a table that an audit follows: first those from its packs, then those that are not packed yet."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection

from holecard.law.errors import Malformed
from holecard.live.audit.rows import Broken, Row
from holecard.live.store.packs import Pack, all_packs, irregular, noted, notes_of

Read = TypeVar("Read")


class Packs:
    """The packs of a table with entries after a number. What a pack says is checked when its rows are read."""

    def __init__(
        self,
        connection: Connection,
        table_id: int,
        after: int,
        archived: str,  # what is noted of archived entries, as JSON
        broken: Callable[[str, object, str], Broken],
    ) -> None:
        self._connection, self._table_id, self._after, self._broken = connection, table_id, after, broken
        self._archived = archived

    def entries(self, rows: Iterator[Row]) -> Iterator[Row]:
        notes = notes_of(self._connection, self._table_id, self._after) or json.loads(self._archived)
        last = self._after
        for pack in self._all():
            if pack.row.first > last + 1:
                raise self._broken("entries", last + 1, "is missing: no pack has it")
            last = pack.row.last
            found = self._read(pack, lambda pack: pack.entries)
            if not pack.is_chained:
                why = f"an entry from {pack.row.first} to {pack.row.last} was changed: the last has another hash"
                raise self._broken("packs", pack.row.number, why)
            notes = noted(notes, found)
            self._check(pack, noted=json.dumps(notes), irregular=irregular(found))
            yield from (entry for entry in found if entry.n > self._after)
        yield from rows

    def postings(self, rows: Iterator[Row]) -> Iterator[Row]:
        for pack in self._all():
            found = self._read(pack, lambda pack: pack.postings)
            self._check(pack, postings=len(found), moved=pack.moved)
            yield from (posting for posting in found if posting.entry > self._after)
        yield from rows

    def rounds(self, rows: Iterator[Row]) -> Iterator[Row]:
        """Rows of rounds, each with its opening; that of a packed one comes from its pack."""
        packs = self._all()
        pack = next(packs, None)
        for row in rows:
            while pack is not None and pack.row.last_round < row.number:
                pack = next(packs, None)
            if pack is None or row.number < pack.row.number:
                yield row
                continue
            if row.opening:
                raise self._broken("rounds", row.number, "has an opening of its own, but is packed")
            if row.number == pack.row.last_round:
                self._check(pack, ended=row.ended)
            yield Opened(row, self._read(pack, partial(_opening, number=row.number)))

    def _all(self) -> Iterator[Pack]:
        return all_packs(self._connection, self._table_id, self._after)

    def _read(self, pack: Pack, reading: Callable[[Pack], Read]) -> Read:
        try:
            return reading(pack)
        except (Malformed, ValueError, TypeError) as error:
            raise self._broken("packs", pack.row.number, str(error)) from error

    def _check(self, pack: Pack, **right: object) -> None:
        for name, value in right.items():
            if getattr(pack.row, name) != value:
                raise self._broken("packs", pack.row.number, f"its {name} should be {value}")


def _opening(pack: Pack, number: int) -> str:
    return pack.round(number).opening


class Opened:
    """The row of a packed round, with its opening."""

    def __init__(self, row: Row, opening: str) -> None:
        self.number, self.first, self.last = row.number, row.first, row.last
        self.began, self.ended, self.opening = row.began, row.ended, opening
