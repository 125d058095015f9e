"""The database: one writer thread that commits what many tables do in one transaction, and readers beside it.

What a table does is a `Unit`: it happens whole or not at all, and only while the table is this process's own (`epoch`).
Whoever hands one in learns that it is safe on the disk, or why it was refused, before anybody else is told.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

from holecard.errors import Malformed

MOST_AT_ONCE = 64  # units in one transaction

Result = TypeVar("Result", covariant=True)
Read = TypeVar("Read")


class Unit(Protocol[Result]):
    """Something to be written, within a transaction of its own or one shared with others."""

    def __call__(self, connection: Connection) -> Result:
        """Write it; whatever is raised undoes it."""


def open_engine(url: str) -> Engine:
    """The database at this address, with its driver set up for durable commits."""
    try:
        address = make_url(url)
    except ArgumentError as error:
        raise Malformed(f"{url!r} is no address of a database: sqlite:///FILE or postgresql://…") from error
    backend = address.get_backend_name()
    if backend == "postgresql":
        return create_engine(address.set(drivername="postgresql+psycopg"), pool_size=6, pool_pre_ping=True)
    if backend != "sqlite" or not address.database:
        raise Malformed(f"{url!r} is no address of a database: sqlite:///FILE or postgresql://…")
    engine = create_engine(address, connect_args={"check_same_thread": False, "timeout": 30})
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions are begun below, or savepoints would not hold
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {setting}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


class Store:
    """A database in use."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self._queue: queue.SimpleQueue[tuple[Unit[Any], Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="writer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let what was handed in be written, and stop."""
        self._queue.put(None)
        self._thread.join()
        self.engine.dispose()

    def submit(self, unit: Unit[Result]) -> Future[Result]:
        future: Future[Result] = Future()
        self._queue.put((unit, future))
        return future

    async def write(self, unit: Unit[Result]) -> Result:
        """Write a unit; it is durable when this returns."""
        return await asyncio.wrap_future(self.submit(unit))

    def write_now(self, unit: Unit[Result]) -> Result:
        """As `write`, for whoever has no event loop."""
        return self.submit(unit).result()

    def read(self, reading: Callable[[Connection], Read]) -> Read:
        with self.engine.connect() as connection:
            return reading(connection)

    async def read_async(self, reading: Callable[[Connection], Read]) -> Read:
        return await asyncio.to_thread(self.read, reading)

    def now(self) -> float:
        """The time by which sessions and leases end."""
        return time.time()

    def _write(self) -> None:
        while True:
            first = self._queue.get()
            if first is None:
                return
            batch, stop = [first], False
            while len(batch) < MOST_AT_ONCE and not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    stop = True
                    break
                batch.append(more)
            # what nobody waits for any more is not begun; what is begun can no longer be called off
            self._commit([(unit, future) for unit, future in batch if future.set_running_or_notify_cancel()])
            if stop:
                return

    def _commit(self, batch: list[tuple[Unit[Any], Future[Any]]]) -> None:
        """One transaction for the batch; one that is refused undoes itself alone."""
        done: list[tuple[Future[Any], Any]] = []
        failed: list[tuple[Future[Any], BaseException]] = []
        try:
            with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
                for unit, future in batch:
                    try:
                        with connection.begin_nested():
                            done.append((future, unit(connection)))
                    except Exception as error:
                        if isinstance(error, OperationalError) or _connection_lost(error):
                            raise
                        failed.append((future, error))
        except Exception as error:  # nothing of it was written, or nobody can know whether it was
            failed = [(future, error) for _, future in batch]
            done = []
        for future, result in done:
            future.set_result(result)
        for future, error_ in failed:
            future.set_exception(error_)


def _connection_lost(error: Exception) -> bool:
    return isinstance(error, DBAPIError) and error.connection_invalidated
