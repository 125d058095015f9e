"""The database: one writer thread that commits the strokes of many tables in one transaction, and many readers.

A `Unit` is written completely or not at all, and only while this process owns the table (`epoch`). The caller learns
that it is safe on the disk, or why it was refused, before anything is sent.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError

from holecard.law.errors import HolecardError, Malformed
from holecard.live.store.figures import SECONDS, Distribution
from holecard.live.store.leases import LEASE, SESSION
from holecard.live.store.vault import Vault, key_file, make_private, open_or_make_vault
from holecard.live.store.writing import Written, write_together

log = logging.getLogger("holecard")
MOST_AT_ONCE = 64  # units in a transaction to which others are added
STATEMENTS: Final = 512  # that a connection keeps prepared: every text that `driver` makes
WRITERS_CACHE: Final = 65_536  # kB of an SQLite database: the pages that strokes change stay in memory
READERS_MAY_TAKE = 10.0  # seconds, once the store closes

Result = TypeVar("Result", covariant=True)
Read = TypeVar("Read")


class Unit(Protocol[Result]):
    """Something to write, in a transaction of its own or shared with others."""

    def __call__(self, connection: Connection) -> Result:
        """Write it; an exception undoes it. It may be called again if another unit made the transaction fail."""


class Unreachable(HolecardError):
    """The database failed, through no fault of the request."""


class Undone(HolecardError):
    """A transaction that stored nothing; its cause says why."""


# A database whose machine is gone is noticed within seconds, not hours
_KEPT_ALIVE: Final = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "connect_timeout": 10,
}
_SQLITE: Final = {"check_same_thread": False, "timeout": 30, "cached_statements": STATEMENTS}
_SETTINGS: Final = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=30000",
    "temp_store=MEMORY",  # otherwise a statement of many rows makes a file, to undo itself
    "wal_autocheckpoint=8000",  # pages, 32 MB: most of them change again before they are copied
)
Waiting = tuple[Unit[Any], asyncio.Future[Any] | Future[Any]]
Work = Callable[[Connection, list[Unit[Any]]], list[Any]]


def open_engine(url: str) -> Engine:
    """The database at this address, with its driver set up for durable commits."""
    try:
        address = make_url(url)
    except ArgumentError as error:
        raise Malformed(f"{url!r} is not a database address: use sqlite:///FILE or postgresql://…") from error
    backend = address.get_backend_name()
    if backend == "postgresql":
        engine = create_engine(
            address.set(drivername="postgresql+psycopg"),
            pool_size=6,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args=_KEPT_ALIVE,
        )
        event.listen(engine, "connect", _set_up_postgresql)
        return engine
    if backend != "sqlite" or not address.database or address.database == ":memory:":  # one for each connection
        raise Malformed(f"{url!r} is not a database address: use sqlite:///FILE or postgresql://…")
    make_private(Path(address.database))
    engine = create_engine(address, connect_args=_SQLITE, hide_parameters=True)
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def open_stored(url: str) -> Engine:
    """Like `open_engine`, but the database must exist: reading does not create one."""
    prefix = "sqlite:///"
    if url.startswith(prefix) and not Path(url.removeprefix(prefix)).is_file():
        raise HolecardError(f"database not found: {url.removeprefix(prefix)}. Run holecard serve to create one")
    return open_engine(url)


@contextmanager
def reached() -> Iterator[None]:
    """Turn a database error into one line."""
    try:
        yield
    except DBAPIError as error:
        raise HolecardError(f"can't use the database: {str(error.orig).splitlines()[0]}") from error


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # we begin transactions ourselves, so that savepoints work
    for setting in _SETTINGS:
        connection.execute(f"PRAGMA {setting}")


def _set_up_postgresql(connection: Any, _: Any) -> None:
    """A process that is paused within a transaction must not block the one that takes over its tables."""
    connection.autocommit = True
    connection.execute(f"SET idle_in_transaction_session_timeout = {round(1000 * LEASE / 2)}")
    connection.autocommit = False
    connection.prepared_max = STATEMENTS


def _limit_postgresql(name: str, connection: Any) -> None:
    """Name the sessions of this process, so that another can end them. No statement waits for ever."""
    connection.autocommit = True
    connection.execute(f"SET application_name = '{SESSION.format(name)}'")
    connection.execute(f"SET lock_timeout = {round(1000 * 3 * LEASE)}")
    connection.execute(f"SET statement_timeout = {round(1000 * 6 * LEASE)}")
    for setting in ("idle = 5", "interval = 2", "count = 3"):  # a process whose machine is gone holds no lock
        connection.execute(f"SET tcp_keepalives_{setting}")
    connection.autocommit = False


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


class Store:
    """A database in use."""

    def __init__(self, url: str, key: Path | None = None) -> None:
        self.name = secrets.token_hex(16)  # of this process in the house
        self.engine = self._open(url)
        self.has_one_process = self.engine.dialect.name == "sqlite"
        self._leases = self.engine if self.has_one_process else self._open(url)  # never waits for other connections
        self._renewing = ThreadPoolExecutor(1, "leases")
        self._key = key_file(self.engine.url, key)
        self._failures = SQLAlchemyError, self.engine.dialect.loaded_dbapi.Error  # `driver` may raise these
        self._writing: Connection | None = None  # the writer's own, reused while it works
        self.batches = Distribution(1, 2, 4, 8, 16, 32, MOST_AT_ONCE)  # units in a commit
        self.commits = Distribution(*SECONDS)  # how long each took
        self._queue: queue.SimpleQueue[list[Waiting] | None] = queue.SimpleQueue()
        self._gathered: dict[asyncio.AbstractEventLoop, list[Waiting]] = {}  # what a loop has not handed over yet
        self._reading = 0
        self._readers = threading.Condition()
        self._thread = threading.Thread(target=self._write, name="writer", daemon=True)
        self._thread.start()

    def _open(self, url: str) -> Engine:
        engine = open_engine(url)
        if engine.dialect.name == "postgresql":
            event.listen(engine, "connect", lambda connection, _: _limit_postgresql(self.name, connection))
        return engine

    @cached_property
    def vault(self) -> Vault:
        """Seals the undealt cards; its key is made when it is first needed."""
        return open_or_make_vault(self._key)

    def close(self) -> None:
        """Write what is queued, let the readers end, then stop.

        A reader whose task was cancelled goes on in its thread. If the engine went first, nobody would close its
        connection.
        """
        self._queue.put(None)
        self._thread.join()
        if self._writing is not None:
            self._leave(self._writing)
        with self._readers:
            self._readers.wait_for(lambda: self._reading == 0, READERS_MAY_TAKE)
        self._renewing.shutdown()
        self._leases.dispose()
        self.engine.dispose()

    async def write(self, unit: Unit[Result]) -> Result:
        """Write a unit; it is durable when this returns.

        What the loop's ready tasks write goes to the writer together, once they have all had their turn.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        gathered = self._gathered.setdefault(loop, [])
        gathered.append((unit, future))
        if len(gathered) == 1:
            loop.call_soon(self._hand_over, loop)
        return await future

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        self._queue.put(self._gathered.pop(loop))

    async def write_apart(self, unit: Unit[Result]) -> Result:
        """Like `write`, but at once and on a connection of its own: a lease must not wait for strokes. SQLite has one
        writer anyway."""
        if self.has_one_process:
            return await self.write(unit)
        return await asyncio.get_running_loop().run_in_executor(self._renewing, self._write_alone, unit)

    def _write_alone(self, unit: Unit[Result]) -> Result:
        try:
            with self._leases.begin() as connection:
                return unit(connection)
        except self._failures as error:
            raise _unreachable(error) from error

    def write_now(self, unit: Unit[Result]) -> Result:
        """Like `write`, for callers without an event loop."""
        future: Future[Result] = Future()
        self._queue.put([(unit, future)])
        return future.result()

    def read(self, reading: Callable[[Connection], Read]) -> Read:
        try:
            with self._reader(), self.engine.connect() as connection:
                return reading(connection)
        except self._failures as error:
            raise _unreachable(error) from error

    @contextmanager
    def _reader(self) -> Iterator[None]:
        with self._readers:
            self._reading += 1
        try:
            yield
        finally:
            with self._readers:
                self._reading -= 1
                self._readers.notify_all()

    async def read_async(self, reading: Callable[[Connection], Read]) -> Read:
        return await asyncio.to_thread(self.read, reading)

    @property
    def waiting(self) -> int:
        """Batches of units that wait for the writer."""
        return self._queue.qsize()

    def now(self) -> float:
        """The time, for sessions and leases."""
        return time.time()

    # The writer's thread

    def _write(self) -> None:
        while True:
            first = self._queue.get()
            if first is None:
                return
            batch, stop = first, False
            while len(batch) < MOST_AT_ONCE and not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    stop = True
                    break
                batch += more
            began = time.perf_counter()
            self._commit(batch)
            self.commits.add(time.perf_counter() - began)
            self.batches.add(len(batch))
            if stop:
                return

    def _commit(self, batch: list[Waiting]) -> None:
        """Write the batch in one transaction. If one is refused, write them singly, so that only it is undone."""
        units = [unit for unit, _ in batch]
        try:
            try:
                outcomes = self._transact(units, _together)
            except Undone:
                outcomes = self._transact(units, _one_by_one)
        except Undone as undone:
            outcomes = [undone.__cause__] * len(batch)
        except Exception as error:  # it may have been written or not
            outcomes = [error] * len(batch)
        loops: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
        for (_, future), result in zip(batch, outcomes, strict=True):
            outcome = _unreachable(result) if isinstance(result, self._failures) else result
            if isinstance(future, Future):
                _resolve(future, outcome)
            else:
                loops.setdefault(future.get_loop(), []).append((future, outcome))
        for loop, results in loops.items():
            with suppress(RuntimeError):  # the loop is closed, so nobody waits
                loop.call_soon_threadsafe(_resolve_all, results)  # one wake-up for all of them

    def _transact(self, units: list[Unit[Any]], work: Work) -> list[Any]:
        """The outcome of each unit, once it is durable."""
        connection = self._writing
        if connection is None or connection.closed or connection.invalidated:
            connection = self._writing = self.engine.connect().execution_options(writes=True)
            if connection.dialect.name == "sqlite":
                connection.connection.cursor().execute(f"PRAGMA cache_size=-{WRITERS_CACHE}")
        try:
            transaction = connection.begin()
            outcomes = work(connection, units)
        except Exception as error:
            self._leave(connection)
            raise Undone("nothing was stored") from error
        try:
            transaction.commit()
        except Exception:
            self._leave(connection)
            raise
        return outcomes

    def _leave(self, connection: Connection) -> None:
        """Close a connection whose state is unknown."""
        self._writing = None
        with suppress(SQLAlchemyError):
            connection.rollback()
        with suppress(SQLAlchemyError):
            connection.close()


def _unreachable(error: Exception) -> Unreachable:
    log.warning("the database failed: %s", str(error).partition("\n")[0])
    unreachable = Unreachable("the database does not answer: try again in a moment")
    unreachable.__cause__ = error
    return unreachable


def _resolve_all(results: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, outcome in results:
        if not future.done():  # the waiting task may have been cancelled; the unit is written all the same
            _resolve(future, outcome)


def _resolve(future: asyncio.Future[Any] | Future[Any], outcome: Any) -> None:
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


def _together(connection: Connection, units: list[Unit[Any]]) -> list[Any]:
    """Write all strokes in one go; this works if none is refused."""
    strokes = [unit for unit in units if isinstance(unit, Written)]
    written = iter(write_together(connection, strokes))
    return [next(written) if isinstance(unit, Written) else _alone(connection, unit) for unit in units]


def _one_by_one(connection: Connection, units: list[Unit[Any]]) -> list[Any]:
    return [_alone(connection, unit) for unit in units]


def _alone(connection: Connection, unit: Unit[Any]) -> Any:
    """The result of a unit, or the exception that refused it."""
    try:
        with connection.begin_nested():
            return unit(connection)
    except (OperationalError, connection.dialect.loaded_dbapi.OperationalError):
        raise
    except Exception as error:
        return error
