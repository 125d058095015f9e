"""Whether the house is alive and whether it serves: both are answered at once, whatever the database does."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, event, update

from holecard.live.store import schema
from holecard.live.store.leases import RENEWED
from holecard.live.store.store import Store
from holecard.live.table import house as houses
from holecard.live.table._recent import MOST_MISSED
from tests.kit.patience import PATIENCE
from tests.live.hosted import Browser, hosted
from tests.live.kit import Guest, open_house, play_rounds, table
from tests.live.served import Served

TABLES = [table("reference")]


def until_ready(browser: Browser, status: int) -> dict[str, Any]:
    limit = time.monotonic() + PATIENCE
    while (reply := browser.get("/readyz")).status_code != status:
        assert time.monotonic() < limit, reply.text
        time.sleep(0.02)
    found: dict[str, Any] = reply.json()
    return found


def test_a_frozen_database(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody holds the lock that every write needs."""
    monkeypatch.setattr(houses, "SILENT", 2 * RENEWED)
    store = Store(sqlite_url)
    engine = create_engine(sqlite_url)
    with hosted(store, TABLES) as browser:
        assert until_ready(browser, 200) == {"ok": True, "why": [], "tables": 1, "unfit": []}
        with engine.connect() as connection:
            connection.connection.driver_connection.execute("BEGIN IMMEDIATE")  # type: ignore[union-attr]  # it is open
            assert "the database has not answered for" in until_ready(browser, 503)["why"][0]
            assert browser.get("/healthz").json()["ok"], "the server itself is alive"
        until_ready(browser, 200)
    engine.dispose()
    store.close()


def test_a_table_that_is_lost(sqlite_url: str) -> None:
    """After a failed write the table is loaded again; until then the house does not claim to serve it."""
    store = Store(sqlite_url)
    with hosted(store, TABLES) as browser:
        browser.house.rooms[1].is_lost = True
        assert browser.get("/readyz").json()["why"] == ["table 1 is lost and not loaded again yet"]
        until_ready(browser, 200)
    store.close()


def test_one_unfit_table_does_not_close_the_house(sqlite_url: str) -> None:
    """Its rules are not those of this version while a bet is down: the others are played, and the monitor is told."""
    two = [table("reference", "One"), table("reference", "Two")]

    async def bet() -> None:
        async with open_house(sqlite_url, two) as house:
            ann = await Guest.come(house, house.rooms[1], "Ann", box=1)
            await play_rounds(house.rooms[1], [ann], rounds=1)
            await ann.bet(1000)

    asyncio.run(bet())
    store = Store(sqlite_url)
    unfit = update(schema.tables).where(schema.tables.c.id == 1).values(rules_hash="of another version")
    store.write_now(lambda connection: connection.execute(unfit).rowcount)
    with hosted(store, two) as browser:
        assert [one["name"] for one in browser.get("/api/lobby").json()] == ["Two"]
        assert browser.get("/readyz").json() == {"ok": True, "why": [], "tables": 1, "unfit": [1]}
    store.close()


def test_what_was_missed_is_read_once(sqlite_url: str) -> None:
    """However many come back and ask for everything since the beginning."""

    async def evening() -> None:
        async with open_house(sqlite_url, TABLES) as house:
            ann = await Guest.come(house, house.rooms[1], "Ann", box=1)
            await play_rounds(house.rooms[1], [ann], rounds=40)
        async with open_house(sqlite_url, TABLES) as house:
            room, asked = house.rooms[1], 0

            def count(*_: object) -> None:
                nonlocal asked
                asked += 1

            event.listen(house.store.engine, "before_cursor_execute", count)
            found = await asyncio.gather(*(room.recent.after(house.store, 0) for _ in range(20)))
            once = asked
            assert once > 0
            assert len(found[0]) == MOST_MISSED
            assert all(one == found[0] for one in found)
            newest = found[0][-1][0]
            assert [n for n, _ in found[0]] == list(range(room.state.head.count - MOST_MISSED + 1, newest + 1))
            await room.recent.after(house.store, 0)
            ben = await Guest.come(house, room, "Ben", box=2)
            await play_rounds(room, [ben], rounds=10)
            last = await room.recent.after(house.store, newest)
            assert [n for n, _ in last] == list(range(newest + 1, room.state.head.count + 1))
            assert [json.loads(event)["n"] for _, event in last] == [n for n, _ in last]
            assert all(b'"pictures"' not in event for _, event in last)

    asyncio.run(evening())


def test_a_stopped_house_leaves_its_whole_database(tmp_path: Path) -> None:
    """A copy of the file alone is then a copy of everything."""
    served = Served(f"sqlite:///{tmp_path}/house.db", tmp_path, TABLES)
    with served:
        served.guest()
        served.stop()
    assert not (tmp_path / "house.db-wal").exists()
    assert "Traceback" not in served.log
