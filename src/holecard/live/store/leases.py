"""Which process serves a table. A table is leased: whoever stops renewing loses it, and his late writes are refused.

The lease is renewed by the database's clock. A new owner raises the table's epoch, which every write names, so that a
process that was only paused writes nothing when it wakes.
"""

from __future__ import annotations

from sqlalchemy import Connection, Float, cast, func, literal_column, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from holecard.live.store.schema import tables

LEASE = 5.0  # seconds
RENEWED = 1.5  # every so many seconds


def now(connection: Connection) -> ColumnElement[float]:
    """The database's own time."""
    if connection.dialect.name == "sqlite":
        return literal_column("((julianday('now') - 2440587.5) * 86400.0)", Float)
    return cast(func.extract("epoch", func.clock_timestamp()), Float)


def claim(connection: Connection, table_id: int, owner: str, url: str, whatever: bool = False) -> int | None:
    """Take a table that nobody serves; its new epoch, or None. `whatever`: the owner is known to be no more."""
    free = or_(tables.c.lease < now(connection), tables.c.owner == owner)
    wanted = update(tables).where(tables.c.id == table_id, *(() if whatever else (free,)))
    values = {"owner": owner, "url": url, "epoch": tables.c.epoch + 1, "lease": now(connection) + LEASE}
    return connection.execute(wanted.values(values).returning(tables.c.epoch)).scalar()


def renew(connection: Connection, owner: str) -> dict[int, int]:
    """Go on serving; the tables that are still the owner's, with their epochs."""
    mine = update(tables).where(tables.c.owner == owner).values(lease=now(connection) + LEASE)
    return {row.id: row.epoch for row in connection.execute(mine.returning(tables.c.id, tables.c.epoch))}


def release(connection: Connection, owner: str) -> None:
    """Let everything go, at an orderly end."""
    connection.execute(update(tables).where(tables.c.owner == owner).values(owner="", url="", lease=0.0))


def inherit(connection: Connection, url: str) -> None:
    """What was served from this address before is free: whoever listens there now is the only one who does."""
    connection.execute(update(tables).where(tables.c.url == url).values(owner="", url="", lease=0.0))


def unserved(connection: Connection, owner: str) -> list[int]:
    """Tables that nobody else serves."""
    free = or_(tables.c.lease < now(connection), tables.c.owner == owner)
    wanted = select(tables.c.id).where(~tables.c.is_retired, free)
    return [row.id for row in connection.execute(wanted.order_by(tables.c.id))]


def all_tables(connection: Connection) -> list[int]:
    wanted = select(tables.c.id).where(~tables.c.is_retired)
    return [row.id for row in connection.execute(wanted.order_by(tables.c.id))]
