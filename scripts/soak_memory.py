"""Whether a house keeps its memory: a hundred thousand rounds, and what the server holds after every two thousand.

`holecard serve` runs on SQLite as a process of its own. At each table sits one player who answers at once, mostly;
now and then the clock answers for him. After some rounds he goes, half of them without a word, and another comes in his
place; others look on, ask for the lobby and for their rounds. Prints a table. It fails if the server holds more in the
last third of the samples than in the middle one, by more than `MARGIN`: the first third is its growing up, when caches
fill and every kind of thing is done for the first time. SQLite may keep as much of the database in memory as the store
allows its writer (64 MB), and that takes some 45,000 rounds to fill. So the script compares what the server holds
beside it; the table has both.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(Path(__file__).parent.parent))  # what starts servers is the tests' own

from holecard.live.store.store import WRITERS_CACHE
from holecard.live.web._asking import COOKIE
from tests.live.following import whole
from tests.live.kit import checked, choose, our_tables, usual_stakes
from tests.live.served import HTTP, Served

ROUNDS, EVERY = 100_000, 2_000
MARGIN = 0.02  # of what it held in the middle third
TABLES = 44
VISIT = (20, 120)  # rounds that somebody stays
CLOCKS = {"betting": 0.05, "deciding": 0.5, "away": 1.0}
READY = 0.25  # of the players say that they are; the others wait for the clock
PURSE = 10_000_000
GREETING = 2  # lines that a server prints when all is well
STALLED = 5.0  # seconds without a word, after which somebody comes anew


class Sample(NamedTuple):
    """What the server held after so many rounds."""

    rounds: int
    resident: int  # bytes
    database: int

    @property
    def beside(self) -> int:
        """What it held beside the part of the database that SQLite keeps in memory."""
        return self.resident - min(self.database, 1024 * WRITERS_CACHE)


class Tables:
    """How far each table is."""

    def __init__(self) -> None:
        self._first: dict[int, int] = {}
        self._last: dict[int, int] = {}
        self.refused = 0

    def told(self, table_id: int, number: int) -> None:
        self._first.setdefault(table_id, number)
        self._last[table_id] = number

    @property
    def rounds(self) -> int:
        return sum(self._last.values()) - sum(self._first.values())


async def keep_seat(server: Served, table_id: int, stakes: dict[str, int], tables: Tables) -> None:
    """One player after another at a table, for ever."""
    chance = Random(table_id)
    async with httpx.AsyncClient(base_url=server.address, **HTTP) as client:
        while True:
            client.cookies.clear()
            name = (await client.post("/api/guest")).raise_for_status().json()["name"]
            bought = await client.post(
                "/api/cashier/buy-in", json={"amount": PURSE}, headers={"Idempotency-Key": "purse"}
            )
            bought.raise_for_status()
            async with at_table(server, table_id, client.cookies[COOKIE]) as socket:
                with suppress(TimeoutError, ConnectionClosed):
                    await play(socket, name, table_id, stakes, tables, chance)
            await client.get("/api/rounds")


@asynccontextmanager
async def at_table(server: Served, table_id: int, cookie: str = "") -> AsyncIterator[ClientConnection]:
    headers = {"Cookie": f"{COOKIE}={cookie}"} if cookie else {}
    url = f"ws://127.0.0.1:{server.port}/ws/tables/{table_id}"
    async with connect(url, additional_headers=headers, max_size=None, compression=None) as socket:
        yield socket


async def play(
    socket: ClientConnection, name: str, table_id: int, stakes: dict[str, int], tables: Tables, chance: Random
) -> None:
    """Sit down, answer what is asked, and go after some rounds."""
    view: dict[str, Any] = {}
    number, until, waiting = 0, 0, False

    async def say(message: dict[str, Any]) -> None:
        nonlocal number, waiting
        number, waiting = number + 1, True
        await socket.send(json.dumps({"key": f"{name}-{number}", **message}))

    while True:
        async with asyncio.timeout(STALLED):
            told = json.loads(await socket.recv())
        if told["type"] == "table":
            view = whole(told, view)
            tables.told(table_id, view["round"])
            until = until or view["round"] + chance.randint(*VISIT)
        elif told["type"] == "reply":
            waiting = False
            if not told["ok"]:
                tables.refused += 1
                await asyncio.sleep(0.05)
        if waiting or not view:
            continue
        seat = next((seat["box"] for seat in view["seats"] if seat["name"] == name), 0)
        if view["round"] >= until:
            if seat and chance.random() < 0.5:
                await say({"do": "leave"})
            return
        if not seat:
            await say({"do": "sit", "box": min({1, 2, 3, 4, 5} - {seat["box"] for seat in view["seats"]})})
        elif (message := choose(view, name, chance, stakes)) is not None and (
            message["do"] != "ready" or chance.random() < READY
        ):
            await say(message)


async def look_on(server: Served) -> None:
    """Somebody without an account who goes from table to table."""
    async with httpx.AsyncClient(base_url=server.address, **HTTP) as client:
        for table_id in cycle(range(1, TABLES + 1)):
            (await client.get("/api/lobby")).raise_for_status()
            with suppress(TimeoutError, ConnectionClosed):
                async with at_table(server, table_id) as socket, asyncio.timeout(STALLED):
                    for _ in range(20):
                        await socket.recv()


def resident(pid: int) -> int:
    """Bytes of a process that are in memory."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


def named_anew() -> Iterator[str]:
    """The tables of our house, again and again."""
    for turn, (name, text) in enumerate(cycle(our_tables().items())):
        yield text.replace(f'name = "{name}"', f'name = "{name} {turn}"')


async def soak(server: Served, folder: Path, stakes: list[dict[str, int]], rounds: int) -> list[Sample]:
    tables, samples, began = Tables(), list[Sample](), time.monotonic()
    print(
        f"{'rounds':>8}{'seconds':>9}{'server, MB':>12}{'database, MB':>14}{'beside, MB':>12}{'refused':>9}", flush=True
    )
    async with asyncio.TaskGroup() as group:
        everybody = [keep_seat(server, table_id, laid, tables) for table_id, laid in enumerate(stakes, start=1)]
        playing = [group.create_task(one) for one in (*everybody, look_on(server))]
        for mark in range(EVERY, rounds + 1, EVERY):
            while tables.rounds < mark:
                await asyncio.sleep(0.1)
            sample = Sample(tables.rounds, resident(server.pid), (folder / "house.db").stat().st_size)
            samples.append(sample)
            print(
                f"{sample.rounds:8}{time.monotonic() - began:9.0f}{sample.resident / 1e6:12.1f}"
                f"{sample.database / 1e6:14.0f}{sample.beside / 1e6:12.1f}{tables.refused:9}",
                flush=True,
            )
        for task in playing:
            task.cancel()
    return samples


def main(rounds: int) -> int:
    listed = list(islice(named_anew(), TABLES))
    stakes = [usual_stakes(one.rules) for one in checked(listed) if one.rules is not None]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Served(f"sqlite:///{folder}/house.db", folder, listed, **CLOCKS) as server:
            samples = asyncio.run(soak(server, folder, stakes, rounds))
            complaints = server.log.splitlines()[GREETING:]
    print(*complaints, sep="\n", end="")
    middle, last = (mean(one.beside for one in part) for part in thirds(samples)[1:])
    grown = last / middle - 1
    print(f"beside the database: middle third {middle / 1e6:.1f} MB, last third {last / 1e6:.1f} MB: ", end="")
    print(f"{grown:+.2%}, at most {MARGIN:+.0%}")
    return int(grown > MARGIN or bool(complaints))


def thirds(samples: list[Sample]) -> tuple[list[Sample], list[Sample], list[Sample]]:
    size = max(1, len(samples) // 3)
    return samples[:size], samples[size:-size] or samples[:size], samples[-size:]


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS))
