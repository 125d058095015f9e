"""What others notice: 40 players at eight tables, while 5,000 idle sockets, 20 slow readers or 200 reconnects come.

The players think for up to `THINKING` seconds, so the server is not at its limit. For each kind of strain it prints the
p99 of the players' actions before it, while the others come and while they are there, and the server's memory before,
during and after. The idle sockets are spectators at 32 tables where nobody plays; they get the table once, and nothing
more is said there. The slow readers are at the players' tables and never read; the house drops each when it has not
read a megabyte. The reconnects are spectators of the players' tables who all drop their connections and come again at
once, every two seconds.

Whoever comes is in a process of its own with a low priority, so that neither the players nor the house wait for it:
elsewhere it would be on other machines. `own` is the p99 of how late the players' own process wakes, which no house
can mend: what they notice includes it.

Prints a table, asserts nothing.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterable
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import uvloop

sys.path.insert(0, str(Path(__file__).parent.parent))  # what starts servers is the tests' own

from bench.crowd import Client, Followed, Player, Seen
from bench.live import PURSE, SEATS, TABLES, tables
from holecard.live.web._asking import COOKIE
from tests.live.served import Served

PLAYED = 8  # tables; nobody plays at the others
THINKING = 0.4  # seconds
SECONDS = 12.0  # of each time that is measured
IDLE, SLOW, AGAIN = 5000, 20, 200
AT_ONCE = 500  # that knock and are not in yet
EVERY = 2.0  # seconds between two times that everybody comes again
FILES = 2 * IDLE + 1000
LOW = 15  # the priority of those who come
PULSE = 0.005  # seconds between two looks at how late the players' process wakes


class Watcher(Client):
    """Somebody who only watches. `reads`: whether they read what they are sent."""

    def __init__(self, table: int, reads: bool = True) -> None:
        super().__init__(f"/ws/tables/{table}")
        self._reads, self.is_lost = reads, False
        self.is_in = asyncio.get_running_loop().create_future()

    def opened(self) -> None:
        if not self._reads:
            self._transport.pause_reading()
            self._come_in()

    def heard(self, text: bytes) -> None:
        self._come_in()

    def connection_lost(self, error: Exception | None) -> None:
        self.is_lost = True
        self._come_in()

    def _come_in(self) -> None:
        if not self.is_in.done():
            self.is_in.set_result(None)


# Those who come, in their own process


def come_and_go(pipe: Connection, port: int) -> None:
    """Do what the pipe says: a kind of strain, or to leave. Each is answered when it is done."""
    os.nice(LOW)
    _allow_files()
    uvloop.run(_obey(pipe, port))


async def _obey(pipe: Connection, port: int) -> None:
    here: list[Watcher] = []
    while (wanted := await asyncio.to_thread(pipe.recv)) != "end":
        if wanted == "leave":
            for one in here:
                one.leave()
            pipe.send(sum(one.is_lost for one in here))
        elif wanted == "again":  # for as long as it is measured
            here, until = [], time.monotonic() + SECONDS
            while time.monotonic() < until:
                for one in here:
                    one.leave()
                here = await come(port, (Watcher(1 + number % PLAYED) for number in range(AGAIN)))
                await asyncio.sleep(EVERY)
            pipe.send(len(here))
        else:
            idle = (Watcher(PLAYED + 1 + number % (TABLES - PLAYED)) for number in range(IDLE))
            slow = (Watcher(1 + number % PLAYED, reads=False) for number in range(SLOW))
            here = await come(port, idle if wanted == "idle" else slow)
            pipe.send(len(here))


async def come(port: int, watchers: Iterable[Watcher]) -> list[Watcher]:
    """Let them all in, as fast as the house does it."""
    loop, knocking = asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE)

    async def enter(one: Watcher) -> Watcher:
        async with knocking:
            await loop.create_connection(partial(_given, one), "127.0.0.1", port)
            await one.is_in
        return one

    return list(await asyncio.gather(*(enter(one) for one in watchers)))


def _given(client: Client) -> Client:
    return client


def _allow_files() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))


# The players


class Stage:
    """A house with its players, and a pipe to those who come."""

    def __init__(self, served: Served, guests: list[tuple[str, str]], pipe: Connection) -> None:
        self._served, self.port, self._pipe = served, served.port, pipe
        self._seen = Seen(0.0, float("inf"))
        self._late: list[float] = []
        at = {number: Followed() for number in range(1, PLAYED + 1)}
        places = [(number % PLAYED + 1, number // PLAYED + 1) for number in range(len(guests))]
        self.players = [
            Player(name, f"{COOKIE}={cookie}", place, at[place[0]], self._seen, THINKING)
            for (name, cookie), place in zip(guests, places, strict=True)
        ]

    async def watch_ourselves(self) -> None:
        """Note how late this process wakes."""
        while True:
            due = time.perf_counter() + PULSE
            await asyncio.sleep(PULSE)
            self._late.append(time.perf_counter() - due)

    async def measure(self, until: asyncio.Future[Any]) -> str:
        """The p99 of the players' actions from now on, how late their own process is, and actions a second."""
        self._seen.latencies.clear()
        self._late.clear()
        began = time.perf_counter()
        await until
        found, seconds = self._seen.latencies, time.perf_counter() - began
        return f"{_p99(found):6.1f}{_p99(self._late):5.1f}{len(found) / seconds:6.0f}"

    async def rest(self) -> str:
        return await self.measure(asyncio.ensure_future(asyncio.sleep(SECONDS)))

    def tell(self, what: str) -> asyncio.Future[int]:
        """Have those who come do something; done when they have."""
        self._pipe.send(what)
        return asyncio.ensure_future(asyncio.to_thread(self._pipe.recv))

    def memory(self) -> float:
        """The server's, in MB."""
        status = Path(f"/proc/{self._served.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def _p99(times: list[float]) -> float:
    return 1000 * sorted(times)[int(0.99 * len(times))] if times else float("inf")


async def strain(name: str, stage: Stage, kind: str) -> None:
    before, calm = stage.memory(), await stage.rest()
    began = time.perf_counter()
    coming = await stage.measure(stage.tell(kind))
    took = time.perf_counter() - began
    there = f"{'':17}" if kind == "again" else await stage.rest()  # the strain is that they come
    during, lost = stage.memory(), await stage.tell("leave")
    await asyncio.sleep(5)
    memory = f"{before:8.0f}{during:8.0f}{stage.memory():8.0f}"
    print(f"{name:18}{calm}{coming}{there}{took:8.1f}{memory}{lost:9}", flush=True)


async def run(served: Served, guests: list[tuple[str, str]], wanted: list[str], pipe: Connection) -> None:
    stage, loop = Stage(served, guests, pipe), asyncio.get_running_loop()
    for player in stage.players:
        await loop.create_connection(partial(_given, player), "127.0.0.1", stage.port)
    watching = loop.create_task(stage.watch_ourselves())
    await asyncio.sleep(5)
    names = {"idle": f"{IDLE} idle sockets", "slow": f"{SLOW} slow readers", "again": f"{AGAIN} reconnects"}
    for kind in wanted:
        await strain(names[kind], stage, kind)
    watching.cancel()
    for player in stage.players:
        player.leave()


def main(wanted: list[str]) -> None:
    _allow_files()
    print(f"{PLAYED * SEATS} players at {PLAYED} tables; p99 and own in ms, with actions a second; memory in MB")
    print(f"{'':18}{'before':>17}{'they come':>17}{'they are there':>17}{'seconds':>8}", end="")
    print(f"{'before':>8}{'during':>8}{'after':>8}{'dropped':>9}")
    print(f"{'':18}" + 3 * f"{'p99':>6}{'own':>5}{'/ s':>6}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/house.db"
        with Served(url, Path(folder), tables(), **{"per-address": "9000"}) as served:
            guests = [served.guest() for _ in range(PLAYED * SEATS)]
            for at, (_, cookie) in enumerate(guests):
                with served.client(cookie) as client:
                    headers = {"Idempotency-Key": f"purse-{at}"}
                    client.post("/api/cashier/buy-in", json={"amount": PURSE}, headers=headers).raise_for_status()
            spawned = get_context("spawn")
            pipe, theirs = spawned.Pipe()
            others = spawned.Process(target=come_and_go, args=(theirs, served.port), daemon=True)
            others.start()
            try:
                uvloop.run(run(served, guests, wanted, pipe))
            finally:
                others.kill()


if __name__ == "__main__":
    main(sys.argv[1:] or ["idle", "slow", "again"])
