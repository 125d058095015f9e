"""The house's own journal: accounts, roles, sessions, limits and the cashier, as one chain of hashed entries.

A table's journal covers what happens at that table. This one covers what happens beside the tables, so that nothing
about people or their money can be changed afterwards without the audit noticing.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime

from sqlalchemy import Connection, insert, select, update

from holecard.live.store import schema
from holecard.record.journal_check import Head, make_entry


def stamp(time: float) -> str:
    """A time as the journals write it.

    >>> stamp(0.5)
    '1970-01-01T00:00:00.500+00:00'
    """
    return datetime.fromtimestamp(time, UTC).isoformat(timespec="milliseconds")


def enter(connection: Connection, time: float, kind: str, **said: object) -> Head:
    """Write an entry in the running transaction. Other processes wait until it is over."""
    head = head_of(connection, for_update=True)
    entry = make_entry(head, stamp(time), kind, json.dumps(said, sort_keys=True))
    connection.execute(insert(schema.book).values(entry._asdict()))
    values = {"entries": entry.n, "hash": entry.hash}
    connection.execute(update(schema.book_head).values(values))
    return Head(entry.n, entry.hash)


def head_of(connection: Connection, for_update: bool = False) -> Head:
    """How many entries there are, and the hash of the last."""
    wanted = select(schema.book_head)
    row = connection.execute(wanted.with_for_update() if for_update else wanted).one()
    return Head(row.entries, row.hash)
