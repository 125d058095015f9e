"""Several processes of one house: tables are spread, players reach theirs anywhere, and upgrades lose nothing."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random

import httpx
import psycopg
import pytest

from holecard.cli import run
from tests.kit.patience import PATIENCE
from tests.kit.soak import usual_or_soak
from tests.live.crash_kit import Crowd
from tests.live.crashes import TABLES, assert_nothing_lost, stakes_at
from tests.live.forked import Apart, Forked
from tests.live.kit import our_tables, table
from tests.live.served import HTTP, Served

UPGRADES = usual_or_soak(2, 50)
TAKEOVERS = usual_or_soak(1, 100)
FOUR = [table("reference", f"Table {number}") for number in range(1, 5)]
STUCK = b"BEGIN; UPDATE tables SET round = round; UPDATE accounts SET balance = balance; SELECT pg_sleep(3600)"
SESSIONS = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s"
ASLEEP = f"{SESSIONS} AND wait_event = 'PgSleep'"


def _wait_until(holds: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < limit
        time.sleep(0.02)


def _is_asleep(watching: psycopg.Connection[tuple[int]], name: str) -> bool:
    return watching.execute(ASLEEP, (name,)).fetchone() == (1,)


def wait_for(served: Served, least: int, most: int) -> None:
    """Until it serves so many tables."""
    _wait_until(lambda: served.serves(least) and not served.serves(most + 1))


@contextmanager
def two_of(kind: type[Forked], url: str, folder: Path) -> Iterator[tuple[Forked, Forked, str]]:
    """Two processes that share the tables, and the cookie of a guest."""
    first, second = kind(url, folder, FOUR), kind(url, folder, FOUR)
    try:
        first.start()
        _, cookie = first.guest()
        second.start(tables=2)
        wait_for(first, 2, 2)
        yield first, second, cookie
    finally:
        first.stop()
        second.stop()


async def sit_everywhere(served: Served, cookie: str) -> None:
    for table_id in range(1, len(FOUR) + 1):
        async with served.visit(table_id, cookie) as ann:
            assert (await ann.say(do="sit", box=1))["ok"]
            assert (await ann.say(do="leave"))["ok"]


@pytest.mark.parametrize("kind", [Forked, Apart])
def test_two_share_the_tables_and_players_reach_all_of_them_at_either(
    kind: type[Forked], postgres_url: str, tmp_path: Path
) -> None:
    with two_of(kind, postgres_url, tmp_path) as (first, second, cookie):
        for served in (first, second):
            asyncio.run(sit_everywhere(served, cookie))
        second.stop()
        wait_for(first, 4, 4)
        asyncio.run(sit_everywhere(first, cookie))
    assert_nothing_lost(postgres_url)
    assert "Traceback" not in first.log + second.log


@pytest.mark.parametrize(("kind", "playing_on"), [(Forked, 2), (Apart, 0)])
def test_whoever_was_passed_on_does_not_notice_the_end_of_the_process_they_came_to(
    kind: type[Forked], playing_on: int, postgres_url: str, tmp_path: Path
) -> None:
    with two_of(kind, postgres_url, tmp_path) as (first, _, cookie):
        assert asyncio.run(_play_on(first, cookie, len(FOUR) - playing_on)) == playing_on
    assert_nothing_lost(postgres_url)


async def _play_on(served: Served, cookie: str, gone: int) -> int:
    """Come to every table at this process, kill it, and wait until so many visitors have noticed it; at how many tables
    somebody can still play."""
    async with AsyncExitStack() as opened:
        visitors = [await opened.enter_async_context(served.visit(1 + at, cookie)) for at in range(len(FOUR))]
        served.kill()
        async with asyncio.timeout(PATIENCE):
            while sum(one.is_closed for one in visitors) < gone:
                await asyncio.sleep(0.02)
        playing = [one for one in visitors if not one.is_closed]
        for one in playing:
            assert (await one.say(do="sit", box=1))["ok"]
        return len(playing)


class InTurns(Forked):
    """A server that is stopped in good order while another goes on: players then come to that one."""

    other: InTurns

    def kill(self) -> None:
        self.stop()


def test_a_rolling_upgrade_loses_nothing(postgres_url: str, tmp_path: Path) -> None:
    """Each of two processes is stopped and started in turn while people play at both."""
    chance = Random(UPGRADES)
    tables = [our_tables()[name] for name in TABLES[:4]]
    one, two = InTurns(postgres_url, tmp_path, tables), InTurns(postgres_url, tmp_path, tables)
    try:
        one.start()
        two.start(tables=2)
        crowd = Crowd.gather(one, stakes_at(tables), seats=2)
        crowd.patrons = []  # a request may be cut off before its body has arrived
        for _ in range(UPGRADES):
            asyncio.run(crowd.live_through(one, chance.randint(20, 40), chance.uniform(0, 0.02)))
            asyncio.run(crowd.look_back(two))  # after this nothing is under way at its tables
            assert_nothing_lost(postgres_url)
            one.start(tables=2)
            one, two = two, one
    finally:
        one.stop()
        two.stop()
    assert crowd.tally.answered >= 20 * UPGRADES
    assert_nothing_lost(postgres_url)
    assert "Traceback" not in one.log + two.log


def test_a_process_paused_in_mid_statement_blocks_nobody(postgres_url: str, tmp_path: Path) -> None:
    """It holds locks in an open transaction, which no timeout of an idle session ends: its sessions are ended."""
    first, second = Forked(postgres_url, tmp_path, FOUR), Forked(postgres_url, tmp_path, FOUR)
    try:
        first.start()
        for _ in range(TAKEOVERS):
            second.start(tables=2)
            wait_for(first, 2, 2)
            with psycopg.connect(postgres_url, autocommit=True) as watching:
                name = watching.execute("SELECT id FROM processes ORDER BY joined LIMIT 1").fetchone()
                assert name is not None
                paused = f"holecard {name[0]}"
                stuck = psycopg.connect(postgres_url, application_name=paused)  # as its writer may be
                stuck.pgconn.send_query(STUCK)
                _wait_until(partial(_is_asleep, watching, paused))
                first.send(signal.SIGSTOP)
                wait_for(second, 4, 4)
                assert watching.execute(SESSIONS, (paused,)).fetchone() == (0,)
                stuck.close()
                first.send(signal.SIGCONT)
                wait_for(first, 2, 2)
            first.stop()
            first, second = second, first
    finally:
        first.send(signal.SIGCONT)
        first.stop()
        second.kill()
    assert_nothing_lost(postgres_url)


def test_workers_of_one_command(postgres_url: str, tmp_path: Path) -> None:
    """They share a port, and all end with the command. What has not arrived by then is answered 503."""
    served = Served(postgres_url, tmp_path, FOUR, workers="2")
    try:
        served.start(tables=2)
        _, cookie = served.guest()
        asyncio.run(sit_everywhere(served, cookie))
        with psycopg.connect(postgres_url, autocommit=True) as watching:
            _wait_until(lambda: watching.execute("SELECT count(*) FROM processes").fetchone() == (2,))
            with socket.create_connection(("127.0.0.1", served.port)) as late:
                late.sendall(b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{")
                served.serves(0)  # by now a worker has the first part
                served.stop()
                assert late.recv(4096).startswith(b"HTTP/1.1 503 "), "the rest of the request never came"
            assert watching.execute("SELECT count(*) FROM processes").fetchone() == (0,)
    finally:
        served.kill()
    with pytest.raises(httpx.TransportError):
        httpx.get(f"{served.address}/healthz", **HTTP)
    assert "Traceback" not in served.log


def test_a_worker_that_dies_is_started_again_and_sighup_starts_all_of_them_anew(
    postgres_url: str, tmp_path: Path
) -> None:
    served = Served(postgres_url, tmp_path, FOUR, workers="2")
    try:
        served.start(tables=2)
        _, cookie = served.guest()
        with psycopg.connect(postgres_url, autocommit=True) as watching:
            both = partial(_wait_until, lambda: watching.execute("SELECT count(*) FROM processes").fetchone() == (2,))
            both()
            first = _workers(served)
            os.kill(first[0], signal.SIGKILL)
            _wait_until(lambda: len(set(_workers(served)) - set(first)) == 1)
            both()
            asyncio.run(sit_everywhere(served, cookie))
            second = _workers(served)
            served.send(signal.SIGHUP)
            _wait_until(lambda: len(set(_workers(served)) - set(second)) == 2)
            both()
            asyncio.run(sit_everywhere(served, cookie))
    finally:
        served.stop()
    assert_nothing_lost(postgres_url)
    assert "worker 1 ended with -9" in served.log
    assert "Traceback" not in served.log


def _workers(served: Served) -> list[int]:
    """Those that run now, by number."""
    return [int(pid) for pid in Path(f"/proc/{served.pid}/task/{served.pid}/children").read_text().split()]


def test_sqlite_has_one_process(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["serve", "--workers", "2", "--database", f"sqlite:///{tmp_path}/house.db"]) != 0
    assert capsys.readouterr().err.strip().splitlines() == [
        "holecard: --workers 2 needs PostgreSQL, because one process serves an SQLite file"
    ]
