"""The house's own journal: accounts, roles, sessions, limits and the cashier, as one chain of hashed entries.

A table's journal covers what happens at that table. This one covers what happens beside the tables, so that nothing
about people or their money can be changed afterwards without the audit noticing.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from holecard.live.store import schema
from holecard.record.journal_check import Head, make_entry
from holecard.record.ledger import account


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


def password_digest(password: str | None) -> str:
    """What the book says of a stored password: enough to notice a change, and nothing to guess from."""
    return hashlib.sha256((password or "").encode()).hexdigest()


def enter_heads(connection: Connection, time: float) -> None:
    """Write how far every table's journal has come, if it has moved since the book last said so.

    From then on, no entry up to there can be taken back, and no table erased, without changing the book too.
    """
    tables = schema.tables
    rows = connection.execute(select(tables.c.id, tables.c.entries, tables.c.head).order_by(tables.c.id)).all()
    last = select(schema.book.c.body).where(schema.book.c.kind == "heads").order_by(schema.book.c.n.desc()).limit(1)
    body = {str(row.id): [row.entries, row.head] for row in rows}
    if connection.execute(last).scalar() != json.dumps({"tables": body}, sort_keys=True):
        enter(connection, time, "heads", tables=body)


def adopt(connection: Connection, time: float) -> None:
    """Begin the book of a house that an earlier version opened: with everything that it would say by now."""
    accounts, postings = schema.accounts, schema.postings
    people = connection.execute(select(accounts).order_by(accounts.c.id)).all()
    if head_of(connection).count or not people:
        return
    for row in people:
        held = {name: getattr(row, name) for name in LIMITS}
        said = {"role": row.role, "password": password_digest(row.password), "created": stamp(row.created)}
        enter(connection, time, "adopted", name=row.name, **said, **held)
    cashier = select(postings).where(postings.c.table_id.is_(None)).order_by(postings.c.id)
    for row in connection.execute(cashier).all():
        kind = "buy-in" if row.target == account(row.bettor) else "cash-out"
        enter(connection, time, kind, name=row.bettor, cents=row.cents, at=stamp(row.time))
    connection.execute(delete(schema.sessions))  # whoever was logged in logs in again
    enter_heads(connection, time)


LIMITS: Final = ("loss_limit", "loss_next", "loss_due", "minutes_limit", "minutes_next", "minutes_due")
