"""The last events of a table, kept in memory for those who come back and ask what they missed.

Reading them from the database means replaying their rounds, so it is done once for each table and not for each visitor.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final

import msgspec
from sqlalchemy import Connection

from holecard.live.store.packs import entries_before
from holecard.live.store.store import Store
from holecard.live.table.retelling import entry_of, retold
from holecard.live.table.views import Event, event
from holecard.record.journal import ANSWER

MOST_MISSED: Final = 200  # events
Told = tuple[int, bytes]  # an event's number, and the event in JSON
_encode = msgspec.json.Encoder().encode


class Recent:
    """The last events, without their pictures.

    They are kept as text. As objects they would be most of what the search for garbage has to look at.
    """

    def __init__(self, table_id: int, head: int) -> None:
        self._table_id, self._before = table_id, head + 1  # nothing before this number is in memory
        self._events: list[Told] = []
        self._loading = asyncio.Lock()

    def add(self, events: Sequence[Event]) -> None:
        """Keep events that were sent. Whoever missed them gets the table as it is now, so their pictures may go."""
        for one in events:
            one.pop("pictures", None)
            self._events.append((one["n"], _encode(one)))
        if len(self._events) > 2 * MOST_MISSED:  # now and then, so that nothing is moved with every stroke
            del self._events[:-MOST_MISSED]
            self._before = self._events[0][0]

    async def after(self, store: Store, n: int) -> list[Told]:
        """The last events after this number."""
        async with self._loading:
            if n + 1 < self._before and len(self._events) < MOST_MISSED:
                older = await store.read_async(partial(events_before, table_id=self._table_id, n=self._before))
                self._events[:0] = [(one["n"], _encode(one)) for one in older]
                self._before = 0  # there are no more that anybody could be sent
        return [told for told in self._events[-MOST_MISSED:] if told[0] > n]


def events_before(connection: Connection, table_id: int, n: int) -> list[Event]:
    """The last stored events of a table before this number, as they were sent."""
    found = entries_before(connection, table_id, n, MOST_MISSED)
    told = retold(connection, table_id, sorted({entry.round for entry in found if entry.kind == ANSWER}))
    return [event(entry_of(entry), told.get(entry.n)) for entry in found]
