"""A database that fails: whoever asked is told so in one line, nothing is half done, and the house goes on after it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection, create_engine, select, text
from websockets.exceptions import ConnectionClosed

from holecard.live.audit.audit import verify
from holecard.live.store import store as store_module
from holecard.live.store.store import Store, Unreachable
from holecard.live.table.room import PAUSED_TEXT
from holecard.live.web.sockets import UNREACHABLE
from tests.kit.patience import PATIENCE
from tests.live.hosted import Browser, hosted
from tests.live.kit import assert_balanced, table
from tests.live.postgres import Postgres

UNANSWERED = {"error": "the database does not answer: try again in a moment"}
PURSE = 100_000  # a guest's


@contextmanager
def without_postings(url: str) -> Iterator[None]:
    """SQLite cannot be cut off, but it fails where a table is missing."""
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE postings RENAME TO gone"))
    try:
        yield
    finally:
        with engine.begin() as connection:
            connection.execute(text("ALTER TABLE gone RENAME TO postings"))
        engine.dispose()


def buy_in(browser: Browser, key: str) -> tuple[int, object]:
    reply = browser.post("/api/cashier/buy-in", json={"amount": 500}, headers={"Idempotency-Key": key})
    return reply.status_code, reply.json()


def assert_goes_on(browser: Browser, seated: str) -> None:
    """The cashier is there again, and the table as soon as it is loaded anew."""
    assert buy_in(browser, "after") == (200, {"balance": PURSE + 500})
    limit = time.monotonic() + PATIENCE
    while True:
        assert time.monotonic() < limit, "the table was not served again"
        try:
            with browser.at_table() as visitor:
                if visitor.view["type"] == "table":
                    break
        except ConnectionClosed:
            pass
        time.sleep(0.05)
    with browser.at_table() as visitor:
        assert [seat["name"] for seat in visitor.view["seats"]] == [seated]
        assert visitor.bet(1000, "bet")["ok"]  # what was not answered is said again
    assert_balanced(browser.house)
    verify(browser.house.store.engine)


def test_sqlite_that_fails(sqlite_url: str) -> None:
    store = Store(sqlite_url)
    with hosted(store, [table("reference")]) as browser:
        name = browser.post("/api/guest").json()["name"]
        with browser.at_table() as visitor:
            visitor.say(do="sit", box=1)
            with without_postings(sqlite_url):
                assert buy_in(browser, "during") == (503, UNANSWERED)
                assert browser.get("/api/me").json()["balance"] == PURSE
                assert browser.post("/api/guest").status_code == 503
                with pytest.raises(ConnectionClosed):
                    visitor.bet(1000, "bet")
        assert_goes_on(browser, name)
    store.close()


def test_postgresql_that_is_gone(postgres: Postgres, postgres_url: str) -> None:
    store = Store(postgres_url)
    with hosted(store, [table("reference")]) as browser:
        name = browser.post("/api/guest").json()["name"]
        with browser.at_table() as visitor:
            visitor.say(do="sit", box=1)
            with postgres.cut_off(postgres_url):
                assert buy_in(browser, "during") == (503, UNANSWERED)
                for path in ("/api/me", "/api/lobby", "/api/tables/1"):
                    reply = browser.get(path)
                    assert (reply.status_code, reply.json()) == (503, UNANSWERED)
                with browser.at_table() as early:
                    assert early.view == {"type": "restarting", "text": PAUSED_TEXT}
                    assert early.closed() == UNREACHABLE
        assert_goes_on(browser, name)
    store.close()


def test_a_pause_within_a_transaction_is_no_defect(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL ends a transaction of a process that was paused. Whoever asked hears that the house can't answer."""
    monkeypatch.setattr(store_module, "LEASE", 0.2)
    store = Store(postgres_url)
    try:

        def paused(connection: Connection) -> object:
            connection.execute(select(1))
            time.sleep(0.5)
            return connection.execute(select(1)).scalar()

        for _ in range(2):
            with pytest.raises(Unreachable):
                store.write_now(paused)
        assert store.write_now(lambda connection: connection.execute(select(1)).scalar()) == 1
    finally:
        store.close()
