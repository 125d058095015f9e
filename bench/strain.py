"""What others notice: 40 players at eight tables, while 5,000 idle sockets, 20 slow readers or 200 reconnects come.

The players think for up to `THINKING` seconds, so the server is not at its limit. For each kind of strain it prints the
p99 of the players' actions before and during it, and the server's memory before, during and after. The idle sockets are
spectators at 32 tables where nobody plays; they get the table once, and nothing more is said there. The slow readers
are at the players' tables and never read; the house drops each when it has not read a megabyte. The reconnects are
spectators of the players' tables who all drop their connections and come again at once, every two seconds.

Prints a table, asserts nothing.
"""

from __future__ import annotations

import asyncio
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
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
EVERY = 2.0  # seconds between two times that everybody comes again
FILES = 2 * IDLE + 1000


class Watcher(Client):
    """Somebody who only watches. `reads`: whether they read what they are sent."""

    def __init__(self, table: int, reads: bool = True) -> None:
        super().__init__(f"/ws/tables/{table}")
        self._reads, self.is_lost = reads, False

    def opened(self) -> None:
        if not self._reads:
            self._transport.pause_reading()

    def heard(self, text: bytes) -> None:
        pass

    def connection_lost(self, error: Exception | None) -> None:
        self.is_lost = True


Strain = Callable[["Stage"], Coroutine[Any, Any, list[Watcher]]]


class Stage:
    """A house with its players."""

    def __init__(self, served: Served, guests: list[tuple[str, str]]) -> None:
        self._served, self.port = served, served.port
        self._seen = Seen(0.0, float("inf"))
        at = {number: Followed() for number in range(1, PLAYED + 1)}
        places = [(number % PLAYED + 1, number // PLAYED + 1) for number in range(len(guests))]
        self.players = [
            Player(name, f"{COOKIE}={cookie}", place, at[place[0]], self._seen, THINKING)
            for (name, cookie), place in zip(guests, places, strict=True)
        ]

    async def measure(self) -> str:
        """The p99 of the players' actions from now on, and how many there are."""
        self._seen.latencies.clear()
        await asyncio.sleep(SECONDS)
        found = sorted(self._seen.latencies)
        late = 1000 * found[int(0.99 * len(found))] if found else float("inf")
        return f"{late:7.0f}{len(found) / SECONDS:8.0f}"

    def memory(self) -> float:
        """The server's, in MB."""
        status = Path(f"/proc/{self._served.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    async def come(self, watchers: list[Watcher]) -> list[Watcher]:
        loop = asyncio.get_running_loop()
        for one in watchers:
            await loop.create_connection(partial(_given, one), "127.0.0.1", self.port)
        return watchers


def _given(client: Client) -> Client:
    return client


async def idle(stage: Stage) -> list[Watcher]:
    return await stage.come([Watcher(PLAYED + 1 + number % (TABLES - PLAYED)) for number in range(IDLE)])


async def slow(stage: Stage) -> list[Watcher]:
    return await stage.come([Watcher(1 + number % PLAYED, reads=False) for number in range(SLOW)])


async def again(stage: Stage) -> list[Watcher]:
    """They come again for as long as it is measured."""
    loop = asyncio.get_running_loop()
    here: list[Watcher] = []
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        for one in here:
            one.leave()
        here = [Watcher(1 + number % PLAYED) for number in range(AGAIN)]
        coming = [loop.create_connection(partial(_given, one), "127.0.0.1", stage.port) for one in here]
        await asyncio.gather(*coming)
        await asyncio.sleep(EVERY)
    return here


async def strain(name: str, stage: Stage, coming: Strain) -> None:
    before, calm = stage.memory(), await stage.measure()
    if coming is again:  # the strain is that they come, not that they are there
        watchers, strained = await asyncio.gather(coming(stage), stage.measure())
    else:
        watchers = await coming(stage)
        strained = await stage.measure()
    during, lost = stage.memory(), sum(one.is_lost for one in watchers)
    for one in watchers:
        with suppress(RuntimeError):
            one.leave()
    await asyncio.sleep(5)
    print(f"{name:22}{calm}{strained}{before:9.0f}{during:9.0f}{stage.memory():9.0f}{lost:9}", flush=True)


async def run(served: Served, guests: list[tuple[str, str]], wanted: list[str]) -> None:
    stage, loop = Stage(served, guests), asyncio.get_running_loop()
    for player in stage.players:
        await loop.create_connection(partial(_given, player), "127.0.0.1", stage.port)
    await asyncio.sleep(5)
    kinds: dict[str, Strain] = {"idle": idle, "slow": slow, "again": again}
    names = {"idle": f"{IDLE} idle sockets", "slow": f"{SLOW} slow readers", "again": f"{AGAIN} reconnects"}
    for kind in wanted:
        await strain(names[kind], stage, kinds[kind])
    for player in stage.players:
        player.leave()


def main(wanted: list[str]) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    print(f"{PLAYED * SEATS} players at {PLAYED} tables; p99 in ms with actions a second; the server's memory in MB")
    print(f"{'':22}{'before':>15}{'during':>15}{'before':>9}{'during':>9}{'after':>9}{'dropped':>9}")
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/house.db"
        with Served(url, Path(folder), tables(), **{"per-address": "9000"}) as served:
            guests = [served.guest() for _ in range(PLAYED * SEATS)]
            for at, (_, cookie) in enumerate(guests):
                with served.client(cookie) as client:
                    headers = {"Idempotency-Key": f"purse-{at}"}
                    client.post("/api/cashier/buy-in", json={"amount": PURSE}, headers=headers).raise_for_status()
            uvloop.run(run(served, guests, wanted))


if __name__ == "__main__":
    main(sys.argv[1:] or ["idle", "slow", "again"])
