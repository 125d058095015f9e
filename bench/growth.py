"""What a long history costs: bytes of a stored round, and how long pages take with more and more rounds.

Real rounds of five bettors are played and packed, then copied as older ones (with numbers below zero, so that the real
ones stay as they are) until there are as many as wanted. Prints the bytes of a round by table and index, and for each
size the time of a start, and of the lobby, the house's and a player's history and a disputed round over HTTP, in ms of
CPU of this process and its database threads (SQLite) or by the clock (PostgreSQL, which is a process of its own).
Asserts nothing. `bench/growth.py 1000000 sqlite` goes up to a million rounds (10,000 is the default) on that database.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Engine, func, insert, select, text

sys.path.insert(0, str(Path(__file__).parent.parent))  # the house and its guests are the tests' own

from holecard.live.people.accounts import begin_session
from holecard.live.people.people import AccountRole
from holecard.live.store import schema
from holecard.live.store.store import Store, open_engine
from holecard.live.web._asking import COOKIE
from tests.live.hosted import Browser, hosted
from tests.live.kit import Guest, add_person, open_house, play_rounds, table
from tests.live.packed import pack_all
from tests.live.postgres import Postgres, programs

TABLES: Final = [table("reference", "Blackjack"), table("pa-down-under", "Down Under")]
BETTORS, ROUNDS = 5, 160  # rounds at each table
MAIN: Final = {"main": 1000}
AGAIN = 15  # times that each page is asked for
AT_ONCE = 2000  # rows
DAY: Final = 24 * 3600.0


class Pages(NamedTuple):
    """Milliseconds, the middle of several."""

    start: float
    lobby: float
    house_history: float
    own_history: float
    dispute: float


# Real rounds


async def play(url: str) -> None:
    async with open_house(url, TABLES) as house:
        for room in house.rooms.values():
            guests = [await Guest.come(house, room, f"Player{box}", box=box) for box in range(1, BETTORS + 1)]
            await play_rounds(room, guests, ROUNDS, Random(7), MAIN)


def pack(url: str) -> None:
    """Pack what the house would pack in time, and forget the requests, as it does after a day."""
    pack_all(url)
    store = Store(url)
    try:
        store.write_now(lambda connection: connection.execute(schema.requests.delete()))
    finally:
        store.close()


# Bytes


def sizes(engine: Engine) -> dict[str, int]:
    """Bytes in use by table and index; those of PostgreSQL by table, indexes included."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if connection.dialect.name == "sqlite":
            found = connection.execute(text("SELECT name, sum(pgsize) FROM dbstat GROUP BY name")).all()
        else:
            connection.execute(text("VACUUM"))
            tables = "SELECT relname, pg_total_relation_size(relid) FROM pg_stat_user_tables"
            found = connection.execute(text(tables)).all()
    return {str(name): int(size) for name, size in found}


def report_sizes(title: str, engine: Engine, rounds: int, empty: dict[str, int]) -> None:
    found = sizes(engine)
    grown = {name: (size - empty.get(name, 0)) / rounds for name, size in found.items()}
    print(f"\n{title}: {sum(grown.values()):,.0f} bytes a round of {BETTORS} bettors")
    for name, size in sorted(grown.items(), key=lambda item: -item[1]):
        if size >= 5:
            print(f"    {name:34} {size:8,.0f}")


# Copies


def copy(connection: Connection, k: int) -> None:
    """Copy all packed rounds, with their bettors and shoes, as older ones: the k-th copy."""
    packs, rounds, bettors, shoes = schema.packs, schema.rounds, schema.round_bettors, schema.shoes
    for table_id in (1, 2):
        last = connection.execute(select(func.max(packs.c.last_round)).where(_real(packs, table_id))).scalar_one()
        packed = _rows(connection, packs, table_id)
        entries = max(row["last"] for row in packed)
        played = [row for row in _rows(connection, rounds, table_id) if row["number"] <= last]
        won = [row for row in _rows(connection, bettors, table_id) if row["number"] <= last]
        used = [row for row in _rows(connection, shoes, table_id) if row["entry"] <= entries and row["revealed"]]
        back, n, s, age = k * last, k * entries, k * len(used), k * DAY
        _insert(connection, packs, packed, age, number=back, last_round=back, first=n, last=n)
        _insert(connection, rounds, played, age, number=back, first=n, last=n)
        _insert(connection, bettors, won, age, number=back)
        _insert(connection, shoes, used, 0.0, number=s, entry=n, revealed=n)


def _real(table: Any, table_id: int) -> Any:
    return (table.c.table_id == table_id) & (table.c.number > 0)


def _rows(connection: Connection, table: Any, table_id: int) -> list[dict[str, Any]]:
    return [row._asdict() for row in connection.execute(select(table).where(_real(table, table_id)))]


def _insert(connection: Connection, table: Any, rows: list[dict[str, Any]], age: float, **less: int) -> None:
    times = [name for name in ("began", "ended") if name in table.c]
    made = [
        {**row, **{name: row[name] - by for name, by in less.items()}, **{name: row[name] - age for name in times}}
        for row in rows
    ]
    for at in range(0, len(made), AT_ONCE):
        connection.execute(insert(table), made[at : at + AT_ONCE])


def grow(url: str, rounds: int, copies: int) -> int:
    """Copy until there are so many rounds; returns how many copies there are."""
    store = Store(url)
    try:
        having = store.read(lambda c: c.execute(select(func.count()).select_from(schema.rounds)).scalar_one())
        of_one = store.read(lambda c: c.execute(select(func.sum(_packed_rounds()))).scalar_one()) / (copies + 1)
        wanted = copies + max(0, round((rounds - having) / of_one))
        for k in range(copies + 1, wanted + 1):
            store.write_now(partial(copy, k=k))
        analyze = "PRAGMA optimize" if store.has_one_process else "ANALYZE"
        with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text(analyze))
        return wanted
    finally:
        store.close()


def _packed_rounds() -> Any:
    return schema.packs.c.last_round - schema.packs.c.number + 1


# Pages


def pages(url: str) -> Pages:
    """Open the house and ask for each page."""
    clock = time.process_time if url.startswith("sqlite") else time.perf_counter
    started = []
    for _ in range(3):
        before = clock()
        asyncio.run(_open_and_close(url))
        started.append(clock() - before)
    store = Store(url)
    try:
        with hosted(store, TABLES) as browser:
            floor, player = _cookie(store, "Fay", AccountRole.FLOOR), _cookie(store, "Player1", AccountRole.PLAYER)
            asked = [
                _asked(browser, clock, path, cookie)
                for path, cookie in (
                    ("/api/lobby", player),
                    ("/api/rounds", floor),
                    ("/api/rounds", player),
                    ("/api/rounds/2/20/steps", floor),
                )
            ]
        return Pages(1000 * statistics.median(started), *asked)
    finally:
        store.close()


async def _open_and_close(url: str) -> None:
    async with open_house(url, TABLES):
        pass


def _cookie(store: Store, name: str, role: AccountRole) -> str:
    person = add_person(store, name, role, purse=0)
    return store.write_now(lambda connection: begin_session(connection, person, store.now()))


def _asked(browser: Browser, clock: Callable[[], float], path: str, cookie: str) -> float:
    taken = []
    for _ in range(AGAIN):
        before = clock()
        answer = browser.get(path, headers={"Cookie": f"{COOKIE}={cookie}"})
        taken.append(1000 * (clock() - before))
        assert answer.status_code == 200, (path, answer.status_code, answer.text[:200])
        time.sleep(0.02)  # there is a limit to how often one may ask
    return statistics.median(taken)


# All of it


@contextmanager
def databases() -> Iterator[list[tuple[str, str]]]:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        sqlite = ("SQLite", f"sqlite:///{folder}/house.db")
        if programs() is None:
            yield [sqlite]
            return
        with Postgres() as postgres:
            yield [sqlite, ("PostgreSQL", postgres.create())]


def main(most: int, names: list[str]) -> None:
    with databases() as found:
        for name, url in found:
            if names and name.lower() not in names:
                continue
            asyncio.run(_open_and_close(url))
            engine = open_engine(url)
            empty = sizes(engine)
            asyncio.run(play(url))
            rounds = len(TABLES) * ROUNDS
            report_sizes(f"{name}, as played, with a day's requests and what is not packed yet", engine, rounds, empty)
            pack(url)
            report_sizes(f"{name}, packed, the last shoe's rounds not yet", engine, rounds, empty)
            copies, size = 0, 1000
            print(f"\n{name:>11} {'start':>8} {'lobby':>8} {'house':>8} {'own':>8} {'dispute':>8}   ms")
            while size <= most:
                copies = grow(url, size, copies)
                print(f"{size:>11,} {' '.join(f'{ms:8.1f}' for ms in pages(url))}", flush=True)
                size *= 10
            report_sizes(f"{name}, with {size // 10:,} rounds", engine, size // 10, empty)
            engine.dispose()


if __name__ == "__main__":
    given = sys.argv[1:]
    sized = [int(one) for one in given if one.isdigit()]
    main(sized[0] if sized else 10_000, [one for one in given if not one.isdigit()])
