"""Leases: which processes serve the house, and which of them serves a table.

A process renews its lease by the database's clock. When the lease is over, another process buries it: it ends the
sessions that the old one still has in the database, because a paused process can hold locks that block everyone, and
its tables are free. Who claims a table raises its epoch, and every write names the epoch. So a process that was only
paused writes nothing when it wakes up.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, Float, cast, delete, func, insert, literal_column, or_, select, text, update
from sqlalchemy.sql.elements import ColumnElement

from holecard.live.store.schema import processes, tables

LEASE = 5.0  # seconds
RENEWED = 1.5  # seconds between renewals
ENDED = 2000  # milliseconds to wait for the end of a session
SESSION = "holecard {}"  # what the database calls the sessions of a process

_END_SESSIONS = text(
    "SELECT pg_terminate_backend(pid, :milliseconds) FROM pg_stat_activity"
    " WHERE application_name = ANY(:names) AND usename = current_user"
)


class Process(NamedTuple):
    """A process that serves the house."""

    id: str
    place: str  # the machine and port that it listens on; a second process there means that the first is gone
    address: str  # HOST:PORT where other processes reach it
    token: str  # what they show there
    is_leaving: bool = False  # it takes no more tables


class Standing(NamedTuple):
    """What a process learns when it renews its lease."""

    epochs: dict[int, int]  # of its own tables
    living: list[Process]  # in the order in which they joined
    free: list[int]  # tables that nobody serves
    tables: int  # all that can be served

    def share(self, mine: str) -> int:
        """How many tables a process should serve.

        >>> some = [Process(name, "", "", "") for name in "abc"]
        >>> [Standing({}, some, [], 7).share(name) for name in "abc"]
        [3, 2, 2]
        """
        staying = [one.id for one in self.living if not one.is_leaving]
        if mine not in staying:
            return 0
        each, more = divmod(self.tables, len(staying))
        return each + (staying.index(mine) < more)


def now(connection: Connection) -> ColumnElement[float]:
    """The database's own time."""
    if connection.dialect.name == "sqlite":
        return literal_column("((julianday('now') - 2440587.5) * 86400.0)", Float)
    return cast(func.extract("epoch", func.clock_timestamp()), Float)


def join(connection: Connection, me: Process, alone: bool = False) -> None:
    """Register a process. It replaces one that was at the same place; `alone`: every other, which must be gone."""
    gone = processes.c.id != me.id if alone else processes.c.place == me.place
    connection.execute(delete(processes).where(or_(gone, processes.c.id == me.id)))
    times = {"joined": now(connection), "lease": now(connection) + LEASE}
    connection.execute(insert(processes).values({**me._asdict(), **times}))


def renew(connection: Connection, me: Process) -> Standing:
    """Renew the lease, or join again if it was over and another process noticed it. Buries those who are gone."""
    mine = update(processes).where(processes.c.id == me.id).values(lease=now(connection) + LEASE)
    if not connection.execute(mine).rowcount:
        join(connection, me)
    _bury(connection)
    return look(connection, me.id)


def _bury(connection: Connection) -> None:
    over = select(processes.c.id).where(processes.c.lease < now(connection))
    gone = list(connection.execute(over.with_for_update(skip_locked=True)).scalars())
    if gone and connection.dialect.name == "postgresql":
        names = [SESSION.format(one) for one in gone]
        connection.execute(_END_SESSIONS, {"names": names, "milliseconds": ENDED}).all()
    connection.execute(delete(processes).where(processes.c.id.in_(gone)))


def look(connection: Connection, mine: str) -> Standing:
    """Who serves what, without renewing anything."""
    wanted = select(tables.c.id, tables.c.owner, tables.c.epoch).where(~tables.c.is_retired).order_by(tables.c.id)
    found = connection.execute(wanted).all()
    living = living_processes(connection)
    ids = {one.id for one in living}
    return Standing(
        {row.id: row.epoch for row in found if row.owner == mine},
        living,
        [row.id for row in found if row.owner not in ids],
        len(found),
    )


def living_processes(connection: Connection) -> list[Process]:
    wanted = select(*(processes.c[name] for name in Process._fields)).order_by(processes.c.joined, processes.c.id)
    return [Process(*row) for row in connection.execute(wanted)]


def owners(connection: Connection) -> dict[int, Process | None]:
    """Who serves each table; None if nobody does."""
    living = {one.id: one for one in living_processes(connection)}
    wanted = select(tables.c.id, tables.c.owner).where(~tables.c.is_retired)
    return {row.id: living.get(row.owner) for row in connection.execute(wanted)}


def claim(connection: Connection, table_id: int, owner: str) -> int | None:
    """Take a free table and return its new epoch, or None."""
    free = or_(tables.c.owner == owner, tables.c.owner.not_in(select(processes.c.id)))
    wanted = update(tables).where(tables.c.id == table_id, free)
    values = {"owner": owner, "epoch": tables.c.epoch + 1}
    return connection.execute(wanted.values(values).returning(tables.c.epoch)).scalar()


def give_up(connection: Connection, table_ids: list[int], owner: str) -> None:
    """Free some of a process's tables for others."""
    its = tables.c.id.in_(table_ids), tables.c.owner == owner
    connection.execute(update(tables).where(*its).values(owner="", epoch=tables.c.epoch + 1))


def begin_leaving(connection: Connection, owner: str) -> list[Process]:
    """Take no more tables; returns the others who do."""
    connection.execute(update(processes).where(processes.c.id == owner).values(is_leaving=True))
    return [one for one in living_processes(connection) if one.id != owner and not one.is_leaving]


def leave(connection: Connection, owner: str) -> None:
    """Free everything, at an orderly shutdown."""
    connection.execute(update(tables).where(tables.c.owner == owner).values(owner=""))
    connection.execute(delete(processes).where(processes.c.id == owner))
