"""A full disk, a read-only database and a clock that jumps: play pauses with a word to the players and goes on by
itself, with nothing lost and nothing invented."""

from __future__ import annotations

import asyncio
import json
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from sqlalchemy import Connection, event
from websockets.exceptions import ConnectionClosed

from holecard.live.audit.audit import verify
from holecard.live.store.store import Store
from holecard.live.table.room import PAUSED_TEXT
from holecard.live.web.sockets import ELSEWHERE, UNREACHABLE
from tests.kit.patience import PATIENCE
from tests.live.hosted import AtTable, Browser, hosted
from tests.live.kit import PATIENT, Guest, assert_balanced, books, open_house, play_rounds, room_of, table

PAGE = 4096
YEAR = 365 * 24 * 3600.0


@contextmanager
def full_disk(_: Store) -> Iterator[None]:
    """The system lets no file of this process grow: not even one page of the database fits."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (PAGE, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def read_only(store: Store) -> Iterator[None]:
    """SQLite fails as it does when the file system is read-only. Root could write to a file whatever its mode."""

    def forbid(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA query_only = ON")

    def allow(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA query_only = OFF")

    event.listen(store.engine, "begin", forbid)
    try:
        yield
    finally:
        event.remove(store.engine, "begin", forbid)
        event.listen(store.engine, "begin", allow)


def told_until_closed(visitor: AtTable) -> tuple[list[str], int]:
    """What else the house says, and the code with which it closes."""
    said: list[str] = []
    try:
        while True:
            said.append(json.loads(visitor._connection.recv(PATIENCE)).get("text", ""))
    except ConnectionClosed as error:
        return said, error.rcvd.code if error.rcvd is not None else 0


def come_back(browser: Browser) -> list[int]:
    """Try again until the table is there; the codes that those got who came too early."""
    limit, early = time.monotonic() + PATIENCE, list[int]()
    while True:
        assert time.monotonic() < limit, "the table was not served again"
        with browser.at_table() as visitor:
            if visitor.view["type"] == "table":
                return early
            early.append(visitor.closed())
        time.sleep(0.05)


@pytest.mark.parametrize("failing", [full_disk, read_only])
def test_play_pauses_and_goes_on(sqlite_url: str, failing: Callable[[Store], AbstractContextManager[None]]) -> None:
    store = Store(sqlite_url)
    with hosted(store, [table("reference")]) as browser:
        name = browser.post("/api/guest").json()["name"]
        with browser.at_table() as visitor:
            assert visitor.say(do="sit", box=1)["ok"]
            assert visitor.bet(1000, "first")["ok"]
            before = store.read(books), browser.get("/api/me").json()["balance"]
            with failing(store):
                visitor._connection.send(json.dumps({"key": "second", "do": "ready"}))
                said, _ = told_until_closed(visitor)
                assert PAUSED_TEXT in said
                with browser.at_table() as early:
                    assert early.view.get("text") == PAUSED_TEXT
                    assert told_until_closed(early) == ([], UNREACHABLE)
                assert "table 1 is lost and not loaded again yet" in browser.get("/readyz").json()["why"]
                assert browser.get("/healthz").json()["ok"]
                assert (store.read(books), browser.get("/api/me").json()["balance"]) == before
        assert set(come_back(browser)) <= {UNREACHABLE, ELSEWHERE}, "the second while the table is loaded"
        with browser.at_table() as visitor:
            assert [seat["name"] for seat in visitor.view["seats"]] == [name]
            assert (store.read(books), browser.get("/api/me").json()["balance"]) == before
            assert visitor.bet(1000, "first")["ok"], "was stored before, so it is not done again"
            assert (store.read(books), browser.get("/api/me").json()["balance"]) == before
            assert visitor.say("second", do="ready")["ok"], "was not stored, so it is done now"
        assert_balanced(browser.house)
        verify(store.engine)
        assert browser.get("/readyz").status_code == 200
    store.close()


@pytest.mark.parametrize("jump", [YEAR, -YEAR])
def test_a_clock_that_jumps(sqlite_url: str, monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    """Clocks of a table run on one that never jumps: nobody is timed out, and the records stay whole."""
    ahead = [0.0]
    monkeypatch.setattr(Store, "now", lambda _: time.time() + ahead[0])

    async def evening() -> None:
        async with open_house(sqlite_url, [table("reference")], PATIENT, seed="jump") as house:
            room = room_of(house, "reference")
            ann = await Guest.come(house, room, "Ann", box=1)
            await play_rounds(room, [ann], 1)
            await ann.bet(1000)
            asked, left, held = room.view()["asked"], room.view()["seconds"], house.store.read(books)
            ahead[0] = jump
            await room.keep_procedures()
            assert (room.view()["asked"], house.store.read(books)) == (asked, held), "nobody is timed out"
            assert left - PATIENCE < room.view()["seconds"] <= left, "the clock on the page does not jump either"
            await play_rounds(room, [ann], 2)
            ahead[0] = 0.0
            await play_rounds(room, [ann], 1)
            assert_balanced(house)
            verify(house.store.engine)

    asyncio.run(evening())
