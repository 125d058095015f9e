"""Takeovers on PostgreSQL: one of two processes of a house is paused or killed, and the other serves its tables.

    python scripts/soak_takeovers.py 30

does 30 takeovers; without a number a hundred. In turn the process is paused in mid-statement, with locks that it will
not let go of; paused; killed. Each takeover must end within ten seconds: from the signal until the survivor serves
every table, and somebody has sat down at each of them and left again. A paused process then wakes up and takes its
share again. Prints the seconds; if one takes longer, or the audit at the end fails, it ends with an AssertionError.
"""

from __future__ import annotations

import asyncio
import os
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psycopg

sys.path.insert(0, str(Path(__file__).parent.parent))  # the servers are the tests' own

from holecard.dossier.signing import KEY_FILE
from tests.live.crashes import assert_nothing_lost
from tests.live.forked import Forked
from tests.live.kit import table
from tests.live.postgres import Postgres
from tests.live.served import Served

TAKEOVERS = 100
MOST_SECONDS = 10.0
PATIENCE = 120.0  # for anything that is not measured
TABLES = [table("reference", f"Table {number}") for number in range(1, 5)]
STUCK = b"BEGIN; UPDATE tables SET round = round; UPDATE accounts SET balance = balance; SELECT pg_sleep(3600)"
ASLEEP = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s AND wait_event = 'PgSleep'"
IN_STATEMENT, PAUSED, KILLED = "paused in mid-statement", "paused", "killed"


def wait_until(holds: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < limit, "it does not come"
        time.sleep(0.02)


def stand_still(url: str, name: str) -> psycopg.Connection[tuple[int]]:
    """A session of the process that holds locks in a statement that does not end, as its writer's may."""
    stuck = psycopg.connect(url, application_name=name)
    stuck.pgconn.send_query(STUCK)
    with psycopg.connect(url, autocommit=True) as watching:
        wait_until(lambda: watching.execute(ASLEEP, (name,)).fetchone() == (1,))
    return stuck


def take_over(url: str, lost: Served, left: Served, how: str, cookie: str) -> float:
    """Pause or kill one; the seconds until the other serves all tables, and plays."""
    stuck = stand_still(url, process_of(url, lost)) if how == IN_STATEMENT else None
    began = time.monotonic()
    lost.send(signal.SIGKILL if how == KILLED else signal.SIGSTOP)
    wait_until(lambda: left.serves(len(TABLES)))
    asyncio.run(play(left, cookie))
    seconds = time.monotonic() - began
    if stuck is not None:
        stuck.close()
    if how == KILLED:
        lost.kill()
        lost.start(tables=2)
    else:
        lost.send(signal.SIGCONT)
    wait_until(lambda: lost.serves(2) and not left.serves(3))
    return seconds


def process_of(url: str, served: Served) -> str:
    """The name of its sessions in the database."""
    with psycopg.connect(url, autocommit=True) as watching:
        rows = watching.execute("SELECT id, place FROM processes").fetchall()
    return next(f"holecard {name}" for name, place in rows if f":{served.port}:" in place)


async def play(served: Served, cookie: str) -> None:
    """Somebody sits down at every table and leaves again: four strokes that are stored."""
    for table_id in range(1, len(TABLES) + 1):
        async with served.visit(table_id, cookie) as ann:
            assert (await ann.say(do="sit", box=1))["ok"]
            assert (await ann.say(do="leave"))["ok"]


def main(takeovers: int) -> None:
    spent: dict[str, list[float]] = {IN_STATEMENT: [], PAUSED: [], KILLED: []}
    with tempfile.TemporaryDirectory() as folder, Postgres() as postgres:
        os.environ[KEY_FILE] = f"{folder}/house.key"
        url = postgres.create()
        one, two = Forked(url, Path(folder), TABLES), Forked(url, Path(folder), TABLES)
        try:
            one.start()
            two.start(tables=2)
            wait_until(lambda: one.serves(2) and not one.serves(3))
            _, cookie = one.guest()
            for number in range(takeovers):
                how = list(spent)[number % len(spent)]
                spent[how].append(take_over(url, one, two, how, cookie))
                print(f"{number + 1:4} {how:24}{spent[how][-1]:6.2f} s", flush=True)
                one, two = two, one
        finally:
            for served in (one, two):
                served.kill()
        assert_nothing_lost(url)
    every = [seconds for found in spent.values() for seconds in found]
    for how, found in spent.items():
        if found:
            print(f"{how:24}{len(found):4}: {statistics.median(found):.2f} s in the middle, {max(found):.2f} s at most")
    in_time = sum(seconds <= MOST_SECONDS for seconds in every)
    print(f"{in_time} of {len(every)} takeovers within {MOST_SECONDS:.0f} s; the audit is clean")
    assert in_time == len(every)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TAKEOVERS)
