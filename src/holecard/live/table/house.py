"""The house: the tables of one database, and the process that serves them."""

from __future__ import annotations

import asyncio
import fcntl
import json
import logging
import os
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection

from holecard.engine.rules import Rules
from holecard.games import find
from holecard.house.croupier import LiveCroupier
from holecard.house.generator_health import ailment
from holecard.house.house_file import Checked, Staff
from holecard.law.errors import HolecardError, Malformed, Refused
from holecard.live.people.accounts import forget_sessions
from holecard.live.people.security import forget as forget_security
from holecard.live.store import leases
from holecard.live.store.book import enter, enter_heads
from holecard.live.store.leases import Process
from holecard.live.store.migrate import migrate, wait_turn
from holecard.live.store.packing import ROUNDS, make_pack
from holecard.live.store.store import Store, Unreachable
from holecard.live.store.writing import forget_requests
from holecard.live.table._directory import LOOK_AGAIN, Directory
from holecard.live.table._in_force import VOID, put_in_force, void_round
from holecard.live.table.clocks import Clocks
from holecard.live.table.conduct import Attendance
from holecard.live.table.draft import Desk
from holecard.live.table.loading import last_done, load_state, on_layout, seal_all, table_row
from holecard.live.table.room import Room
from holecard.live.table.state import State
from holecard.live.table.views import AILING
from holecard.values.money import Cents
from holecard.values.shoe import SystemShuffler

log = logging.getLogger("holecard")
SILENT = leases.LEASE  # seconds without the database, after which the house says that it can't serve
OUR_HOUSE = Path(__file__).parent.parent / "house.toml"  # the tables where no file is named
BOOKED = 300.0  # seconds between two notes in the book of how far the tables have come
DRAINED = 3.0  # seconds for storing what was said before the house stops
EXAMINED = 24 * 3600.0  # seconds between two health tests of the generator
TO_BE_SERVED = 3 * leases.LEASE  # seconds that a visitor waits for a table that nobody serves
AT_A_TIME = 5  # tables that move to another process
REPEATS = 24 * 3600.0  # seconds for which a request is answered again


class House:
    """The tables of one database that this process serves."""

    def __init__(
        self,
        store: Store,
        clocks: Clocks = Clocks(),  # noqa: B008  a value
        url: str = "",
        place: str = "",
        address: str = "",
    ) -> None:
        self.store, self.clocks, self.url = store, clocks, url
        self.file: Path | None = None  # the house file, if it is not the built-in one
        self.me = Process(store.name, place or store.name, address, secrets.token_hex(32))
        self.rooms: dict[int, Room] = {}
        self.directory = Directory(store)
        self._called = asyncio.Event()  # somebody wants a table that nobody serves
        self._is_settled = True  # this process has its share of the tables
        self._alone: IO[str] | None = None
        self._renewing: asyncio.Task[None] | None = None
        self._unfit: set[int] = set()  # tables that cannot be served
        self._listed: tuple[Checked, ...] = ()  # the tables of the house file
        self._changing: set[int] = set()  # tables that change or retire when their round is over
        self._booked = time.monotonic()
        self._answered = 0.0  # when the database last did, on the clock that never jumps
        self._examined = time.monotonic()
        self._is_draining = False
        self._ailment = ""  # what is wrong with the generator behind the shuffle
        self._forgetting: list[int | None] = []  # tables whose old requests are to be forgotten; None: the cashier
        self._packing: dict[int, float] = {}  # by table: the round at which rounds are packed next

    def prepare(self, tables: Iterable[Checked]) -> None:
        """Set up the database and the tables of the house file. An unlawful table is refused with its clauses."""
        checked = check_all(tables)
        if ailing := ailment():
            raise HolecardError(f"{AILING}, so no table opens: {ailing}")
        self._be_alone()
        try:
            migrate(self.store.engine)
            self._listed = checked
            self._changing = self.store.write_now(self._open_tables)
            for table_id in self.changing:
                log.warning("table %s changes when its round is over", table_id, extra={"table": table_id})
        except BaseException:
            self._let_others()
            raise

    def _open_tables(self, connection: Connection) -> set[int]:
        wait_turn(connection)
        waiting = self._put_in_force(connection, self._listed)
        seal_all(connection, self.store.vault)
        enter_heads(connection, self.store.now())
        return waiting

    def _put_in_force(self, connection: Connection, listed: Iterable[Checked]) -> set[int]:
        return put_in_force(connection, listed, self.store.now(), self.store.vault)

    async def change(self, tables: Iterable[Checked], note: Callable[[Connection], object]) -> list[int]:
        """Put another house file in force, each table between its rounds, and note it in the same transaction.

        Returns the tables that still wait for the end of a round.
        """
        checked = check_all(tables)

        def write(connection: Connection) -> set[int]:
            note(connection)
            return self._put_in_force(connection, checked)

        self._changing = await self.store.write(write)
        self._listed = checked
        self._called.set()
        return sorted(self._changing)

    async def void(self, table_id: int, by: str, why: str) -> Cents:
        """Return the wagers of a round whose rules this version does not know. The table then changes or retires."""

        def write(connection: Connection) -> tuple[Cents, set[int]]:
            row = table_row(connection, table_id)
            if knows_rules(row):
                why_not = "this version knows the rules of the round: play it to its end"
                raise Refused("void", cite=VOID, why=why_not)
            returned = void_round(connection, row, by, why, self.store.now())
            enter(connection, self.store.now(), "table-voided", table=row.id, cents=returned, by=by, why=why)
            return returned, self._put_in_force(connection, self._listed)

        returned, self._changing = await self.store.write(write)
        self._called.set()
        return returned

    def _be_alone(self) -> None:
        """Lock the SQLite file: only one process may serve it."""
        url = self.store.engine.url
        if url.get_backend_name() != "sqlite":
            return
        lock = Path(f"{url.database}.lock")
        file = open(os.open(lock, os.O_RDWR | os.O_CREAT, 0o600), "w")  # noqa: SIM115  held until the process ends
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.close()
            why = f"another process already serves {url.database}: stop it or use another database"
            raise HolecardError(why) from error
        self._alone = file

    def _let_others(self) -> None:
        if self._alone is not None:
            self._alone.close()

    async def start(self) -> None:
        """Serve this process's share of the tables, and keep doing so while other processes come and go."""
        await self.store.write_apart(lambda connection: leases.join(connection, self.me, self._alone is not None))
        await self._share()
        self._renewing = asyncio.create_task(self._renew())

    @property
    def unfit(self) -> list[int]:
        """Tables that this version of the rules can't serve."""
        return sorted(self._unfit)

    @property
    def changing(self) -> list[int]:
        """Tables that change or retire when their round is over."""
        return sorted(self._changing)

    def stuck(self) -> list[tuple[int, str, Cents]]:
        """Tables that this version can't serve: number, name and what is on the layout."""

        def read(connection: Connection) -> list[tuple[int, str, Cents]]:
            rows = (table_row(connection, table_id) for table_id in self.unfit)
            return [(int(row.id), str(row.name), on_layout(connection, row)) for row in rows]

        return self.store.read(read)

    @property
    def book_age(self) -> float:
        """Seconds since the book last noted how far the tables have come."""
        return time.monotonic() - self._booked

    def troubles(self) -> list[str]:
        """Why the house can't serve now; empty if it can. Known without asking the database, which may hang."""
        lost = sorted(table_id for table_id, room in self.rooms.items() if room.is_lost)
        silent = time.monotonic() - self._answered
        return [
            *(["the house restarts"] if self._is_draining else []),
            *([f"the database has not answered for {silent:.0f} seconds"] if silent > SILENT else []),
            *([f"{AILING}: {self._ailment}. Tables are closed"] if self._ailment else []),
            *(f"table {table_id} is lost and not loaded again yet" for table_id in lost),
        ]

    def lost(self, table_id: int) -> bool:
        """Whether this process serves the table, but has yet to load it again after a failure."""
        room = self.rooms.get(table_id)
        return room is not None and room.is_lost and not self._is_draining

    async def drain(self) -> None:
        """Prepare to stop. If another process stays, it gets the tables. Otherwise: no new bets, everything said is
        stored, and players know why the connection drops."""
        self._is_draining = True
        with suppress(TimeoutError, HolecardError):  # a database that hangs: whoever was not answered asks again
            async with asyncio.timeout(DRAINED):
                if await self.store.write_apart(lambda connection: leases.begin_leaving(connection, self.me.id)):
                    await self._hand_over(list(self.rooms))
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAINED):
                await asyncio.gather(*(room.drain() for room in self.rooms.values()))

    async def stop(self) -> None:
        if self._renewing is not None:
            self._renewing.cancel()
        for room in self.rooms.values():
            room.close()
        await self.store.write(lambda connection: leases.leave(connection, self.me.id))
        await self.store.write(lambda connection: enter_heads(connection, self.store.now()))
        self._let_others()

    async def room(self, table_id: int) -> Room | Process | None:
        """The table's room, or the process that serves it, or None if there is no such table.

        If nobody serves it just now, wait until somebody does.
        """
        limit = time.monotonic() + TO_BE_SERVED
        while True:
            found = self.rooms.get(table_id)
            if found is not None and not found.is_lost:
                return found
            owners = await self.directory.owners()
            if table_id not in owners:
                return None
            owner = owners[table_id]
            if owner is not None and owner.id != self.me.id:
                return owner
            if self.lost(table_id) or time.monotonic() > limit:
                raise Unreachable("nobody serves this table: try again in a moment")
            self._called.set()
            await asyncio.sleep(LOOK_AGAIN)

    async def _renew(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(leases.RENEWED if self._is_settled else LOOK_AGAIN):
                    await self._called.wait()
            self._called.clear()
            try:
                await self._share()
                await self._examine()
                for room in list(self.rooms.values()):
                    await room.keep_procedures()
                await self._forget_requests()
                await self._keep_book()
                await self._pack()
            except Exception as error:
                log.warning("could not renew the leases, trying again: %s", error)

    async def _share(self) -> None:
        """Renew the lease, drop what is lost, and come nearer to this process's share of the tables."""
        if self._changing and not self._is_draining:
            self._changing = await self.store.write(partial(self._put_in_force, listed=self._listed))
        standing = await self.store.write_apart(lambda connection: leases.renew(connection, self.me))
        self._answered = time.monotonic()
        for table_id, room in list(self.rooms.items()):
            if room.is_lost or standing.epochs.get(table_id) != room.desk.epoch:
                self.rooms.pop(table_id).close()
        if self._is_draining:
            return
        for table_id, room in self.rooms.items():
            room.is_changing = table_id in self._changing
        self._unfit &= {*standing.free, *standing.epochs}
        share = standing.share(self.me.id)
        if (more := len(self.rooms) + len(self._unfit) - share) > 0:
            await self._hand_over(sorted(self.rooms, key=self._disturbs)[: min(more, AT_A_TIME)])
        for table_id in (*standing.free, *standing.epochs):
            if len(self.rooms) + len(self._unfit) >= share:
                break
            if table_id not in self.rooms and table_id not in self._unfit:
                await self._serve(table_id)
        self._is_settled = len(self.rooms) + len(self._unfit) == share

    def _disturbs(self, table_id: int) -> tuple[bool, int]:
        """How much it disturbs players if their table moves to another process."""
        room = self.rooms[table_id]
        return bool(room.state.table.boxes), room.listeners

    async def _hand_over(self, table_ids: list[int]) -> None:
        """Give tables to other processes. What was said is stored before; everyone there reconnects."""
        rooms = [self.rooms.pop(table_id) for table_id in table_ids]
        await asyncio.gather(*(room.hand_over() for room in rooms))
        if table_ids:
            await self.store.write(lambda connection: leases.give_up(connection, table_ids, self.me.id))
        for room in rooms:
            room.close()

    async def _examine(self) -> None:
        """Test the generator once a day. If it fails, stop every round under way, and close tables between rounds."""
        if not self._ailment and time.monotonic() - self._examined > EXAMINED:
            self._examined = time.monotonic()
            self._ailment = await asyncio.to_thread(ailment)
            if self._ailment:
                log.error("%s, closing all tables: %s", AILING, self._ailment)
        if self._ailment:
            for room in list(self.rooms.values()):
                await room.shut()

    async def _keep_book(self) -> None:
        """Write into the book how far the tables have come, every few minutes."""
        if time.monotonic() - self._booked > BOOKED:
            self._booked = time.monotonic()
            await self.store.write(lambda connection: enter_heads(connection, self.store.now()))

    async def _forget_requests(self) -> None:
        """Delete old requests, of one table at a time, so that no player waits long."""
        self._forgetting = self._forgetting or [None, *self.rooms]
        table_id, before = self._forgetting.pop(), self.store.now() - REPEATS
        await self.store.write(lambda connection: forget_requests(connection, table_id, before))
        if not self._forgetting:  # once in a while is enough
            await self.store.write(lambda connection: forget_security(connection, self.store.now()))
            await self.store.write(lambda connection: forget_sessions(connection, self.store.now()))

    async def _pack(self) -> None:
        """Pack finished rounds, of each table that has enough of them."""
        for table_id, room in list(self.rooms.items()):
            if room.state.round <= self._packing.get(table_id, 0):
                continue
            try:
                made = await self.store.read_async(partial(make_pack, table_id=table_id))
                if made is not None:
                    await self.store.write(made)
                self._packing[table_id] = made.row["last_round"] if made is not None else room.state.round + ROUNDS // 2
            except Unreachable:
                raise
            except HolecardError as error:  # somebody changed its rows: the audit must see them as they are
                log.error("%s", error, extra={"table": table_id})
                self._packing[table_id] = float("inf")

    async def _serve(self, table_id: int) -> None:
        epoch = await self.store.write(lambda connection: leases.claim(connection, table_id, self.me.id))
        if epoch is None:
            return
        try:
            room = await self.store.read_async(lambda connection: self._load(connection, table_id, epoch))
        except (Malformed, Refused) as error:
            log.error("cannot serve table %s: %s", table_id, error, extra={"table": table_id})
            self._unfit.add(table_id)
            return
        self.rooms[table_id] = room
        await room.open()

    def _load(self, connection: Connection, table_id: int, epoch: int) -> Room:
        row = table_row(connection, table_id)
        rules = rules_of(row)
        state: State = load_state(connection, row, rules, self.store.vault)
        desk = Desk(
            table_id=table_id,
            epoch=epoch,
            rules=rules,
            boxes=row.boxes,
            croupier=LiveCroupier(rules, SystemShuffler()),
            clock=self.store.now,
            staff=Staff(row.staff or Staff.AUTOMATIC),
            certified=row.certified,
            vault=self.store.vault,
        )
        done, here = last_done(connection, table_id), Attendance.of(row.attendance)
        return Room(desk, state, self.store, self.clocks, row.name, done, here)


def check_all(tables: Iterable[Checked]) -> tuple[Checked, ...]:
    """These tables, of which none may be unlawful."""
    checked = tuple(tables)
    for one in checked:
        if one.findings:
            raise one.findings[0]
    return checked


@lru_cache
def _configured(game: str, options: str) -> Rules:
    return find(game).configure(json.loads(options))


def knows_rules(row: Any) -> bool:
    """Whether this version has the rules that a table was opened with."""
    try:
        rules_of(row)
    except (Malformed, Refused):
        return False
    return True


def rules_of(row: Any) -> Rules:
    """A table's rules, which must be the ones it was opened with."""
    rules = _configured(row.game, row.options)
    if rules.hash != row.rules_hash:
        raise Malformed(f"{row.name!r} was opened under rules {row.rules_hash}, but this version has {rules.hash}")
    return rules
