"""Leases: which process serves a table. A process that stops renewing loses the table, and its late writes fail.

Leases run by the database's clock. A new owner raises the table's epoch, and every write names the epoch. So a process
that was only paused writes nothing when it wakes up.
"""

from __future__ import annotations

from sqlalchemy import Connection, Float, cast, func, literal_column, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from holecard.live.store.schema import tables

LEASE = 5.0  # seconds
RENEWED = 1.5  # seconds between renewals


def now(connection: Connection) -> ColumnElement[float]:
    """The database's own time."""
    if connection.dialect.name == "sqlite":
        return literal_column("((julianday('now') - 2440587.5) * 86400.0)", Float)
    return cast(func.extract("epoch", func.clock_timestamp()), Float)


def claim(connection: Connection, table_id: int, owner: str, url: str, whatever: bool = False) -> int | None:
    """Take a free table and return its new epoch, or None. `whatever`: the old owner is known to be gone."""
    free = or_(tables.c.lease < now(connection), tables.c.owner == owner)
    wanted = update(tables).where(tables.c.id == table_id, *(() if whatever else (free,)))
    values = {"owner": owner, "url": url, "epoch": tables.c.epoch + 1, "lease": now(connection) + LEASE}
    return connection.execute(wanted.values(values).returning(tables.c.epoch)).scalar()


def renew(connection: Connection, owner: str) -> dict[int, int]:
    """Renew the owner's leases; returns the tables that are still theirs, with their epochs."""
    mine = update(tables).where(tables.c.owner == owner).values(lease=now(connection) + LEASE)
    return {row.id: row.epoch for row in connection.execute(mine.returning(tables.c.id, tables.c.epoch))}


def release(connection: Connection, owner: str) -> None:
    """Release every lease, at an orderly shutdown."""
    connection.execute(update(tables).where(tables.c.owner == owner).values(owner="", url="", lease=0.0))


def inherit(connection: Connection, url: str) -> None:
    """Free the tables that were served from this address: the process that listens there now is a new one."""
    connection.execute(update(tables).where(tables.c.url == url).values(owner="", url="", lease=0.0))


def unserved(connection: Connection, owner: str) -> list[int]:
    """Tables that nobody else serves."""
    free = or_(tables.c.lease < now(connection), tables.c.owner == owner)
    wanted = select(tables.c.id).where(~tables.c.is_retired, free)
    return [row.id for row in connection.execute(wanted.order_by(tables.c.id))]


def all_tables(connection: Connection) -> list[int]:
    wanted = select(tables.c.id).where(~tables.c.is_retired)
    return [row.id for row in connection.execute(wanted.order_by(tables.c.id))]
