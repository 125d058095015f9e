"""Durable actions per second of `holecard serve`: 200 players on 40 tables over WebSockets, beside a bare echo.

The house is a process of its own with a database of its own; the players are another process. Each player sits at a
table of five and says what he is asked for (his wager, that he is ready, his decisions), after thinking for up to
`THINKING` seconds; he says nothing more until he is answered, and he is answered when it is on the disk. Latency is
from sending to the answer. The echo is the same web server with the same number of clients, who send a message as
long as an action as soon as the last came back. Prints a table, asserts nothing. PostgreSQL is left out where there
is none.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parent.parent))  # what starts servers is the tests' own

from holecard.house.house_file import read_house
from holecard.live.web._asking import COOKIE
from tests.live.following import whole
from tests.live.kit import choose, house_file, table
from tests.live.postgres import Postgres, programs
from tests.live.served import PATIENCE, Served, free_port

TABLES, SEATS = 40, 5
SECONDS = 30.0
WARM = 5.0  # seconds that are not counted
THINKING = 0.1
PURSE = 90_000_000
ECHOED = "x" * 90  # as long as an action
LEAST_RATE, MOST_LATENCY, LEAST_SHARE = 400.0, 0.150, 0.7


class Measured(NamedTuple):
    """What a crowd of clients saw."""

    rate: float
    latencies: list[float]  # sorted
    refused: int
    cpu: float  # seconds of the server for each

    def percentile(self, of: float) -> float:
        if not self.latencies:
            return math.nan
        return self.latencies[min(len(self.latencies) - 1, int(of / 100 * len(self.latencies)))]


class VisibleHand:
    """What a crowd has seen so far; what was answered before `begin` is not counted."""

    def __init__(self) -> None:
        self.begin, self.end = 0.0, 0.0
        self.latencies: list[float] = []
        self.refused = 0

    def answered(self, sent: float, ok: bool) -> None:
        now = time.perf_counter()
        if self.begin <= now < self.end:
            self.latencies.append(now - sent)
            self.refused += not ok


# The players


class TableTold:
    """The last message of a table, read once for all who sit there."""

    def __init__(self) -> None:
        self._text = ""
        self._message: dict[str, Any] = {}

    def read(self, text: str, last: dict[str, Any]) -> dict[str, Any]:
        """The message with the whole table in it; `last` is what this player knew before."""
        if text != self._text:
            self._text, self._message = text, json.loads(text)
        return whole(self._message, last)


async def play(url: str, name: str, cookie: str, box: int, told: TableTold, seen: VisibleHand) -> None:
    chance, stakes = random.Random(name), {"main": 500}
    view: dict[str, Any] = {}
    waiting = False  # for an answer
    thinking: asyncio.TimerHandle | None = None
    sent, number = 0.0, 0

    def say(socket: ClientConnection, message: dict[str, Any]) -> None:
        nonlocal waiting, sent, number
        waiting, sent, number = True, time.perf_counter(), number + 1
        tasks.add(task := asyncio.ensure_future(socket.send(json.dumps({"key": f"{name}-{number}", **message}))))
        task.add_done_callback(sent_or_gone)

    def sent_or_gone(task: asyncio.Future[None]) -> None:
        tasks.discard(task)
        if not task.cancelled():
            task.exception()  # looked at, and left: what is received next tells of it

    def speak(socket: ClientConnection) -> None:
        nonlocal thinking
        thinking = None
        if not waiting and (message := choose(view, name, chance, stakes)) is not None:
            say(socket, message)

    tasks: set[asyncio.Future[None]] = set()
    async with connect(url, additional_headers={"Cookie": f"{COOKIE}={cookie}"}, compression=None) as socket:
        say(socket, {"do": "sit", "box": box})
        with suppress(TimeoutError):
            async with asyncio.timeout(seen.end - time.perf_counter()):
                while True:
                    text = str(await socket.recv())
                    if text.startswith('{"type":"table"'):
                        view = told.read(text, view)
                    elif text.startswith(('{"type":"reply"', '{"type": "reply"')):
                        reply = json.loads(text)
                        seen.answered(sent, reply["ok"])
                        waiting = False
                    if not waiting and thinking is None and choose(view, name, random.Random(0), stakes) is not None:
                        thinking = asyncio.get_running_loop().call_later(chance.uniform(0, THINKING), speak, socket)
        if thinking is not None:
            thinking.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _players(port: int, guests: list[tuple[str, str]], begin: float, end: float) -> VisibleHand:
    seen = VisibleHand()
    seen.begin, seen.end = begin, end
    tables = {number: TableTold() for number in range(1, TABLES + 1)}
    async with asyncio.TaskGroup() as group:
        for at, (name, cookie) in enumerate(guests):
            number, box = at % TABLES + 1, at // TABLES + 1
            url = f"ws://127.0.0.1:{port}/ws/tables/{number}"
            group.create_task(play(url, name, cookie, box, tables[number], seen))
    return seen


# The echo


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """The least that a server can do; over HTTP it says that it is there."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 204})
        await send({"type": "http.response.body"})
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (got := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": got["text"]})


def serve_echo(port: int) -> None:
    config = uvicorn.Config(
        echo, port=port, log_level="error", ws="websockets-sansio", ws_per_message_deflate=False, lifespan="off"
    )
    uvicorn.Server(config).run()


async def _echoed(port: int, begin: float, end: float) -> VisibleHand:
    seen = VisibleHand()
    seen.begin, seen.end = begin, end

    async def client() -> None:
        async with connect(f"ws://127.0.0.1:{port}/", compression=None) as socket:
            while time.perf_counter() < end:
                sent = time.perf_counter()
                await socket.send(ECHOED)
                await socket.recv()
                seen.answered(sent, True)

    async with asyncio.TaskGroup() as group:
        for _ in range(TABLES * SEATS):
            group.create_task(client())
    return seen


# Measuring


def crowd(what: str, port: int, guests: list[tuple[str, str]], begin: float, end: float) -> tuple[list[float], int]:
    """What the clients' process does. The clock is the machine's, so that both processes know the same seconds."""
    offset = time.perf_counter() - time.monotonic()
    times = begin + offset, end + offset
    seen = asyncio.run(_players(port, guests, *times) if what == "house" else _echoed(port, *times))
    return seen.latencies, seen.refused


def cpu_of(pid: int) -> float:
    """Seconds of the processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(what: str, port: int, pid: int, guests: list[tuple[str, str]], seconds: float) -> Measured:
    begin = time.monotonic() + WARM
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        running = pool.submit(crowd, what, port, guests, begin, begin + seconds)
        time.sleep(max(0.0, begin - time.monotonic()))
        before = cpu_of(pid)
        time.sleep(max(0.0, begin + seconds - time.monotonic()))
        used = cpu_of(pid) - before
        latencies, refused = running.result()
    return Measured(len(latencies) / seconds, sorted(latencies), refused, used / max(1, len(latencies)))


def tables() -> list[str]:
    """Every game of our own house, every other table Down Under."""
    ours = read_house(house_file()).tables
    down_under, others = ours[0], ours[1:]
    mixed = [down_under if at % 2 == 0 else others[at // 2 % len(others)] for at in range(TABLES)]
    return [
        table(one.game.key, f"{one.name} {at}", SEATS, **{name: str(value) for name, value in one.options.items()})
        for at, one in enumerate(mixed, start=1)
    ]


def measure_house(url: str, folder: Path, seconds: float) -> Measured:
    with Served(url, folder, tables()) as served:
        guests = [served.guest() for _ in range(TABLES * SEATS)]
        for at, (_, cookie) in enumerate(guests):
            with served.client(cookie) as client:
                bought = client.post(
                    "/api/cashier/buy-in", json={"amount": PURSE}, headers={"Idempotency-Key": f"purse-{at}"}
                )
                bought.raise_for_status()
        return measure("house", served.port, served.pid, guests, seconds)


@contextmanager
def echoing() -> Iterator[tuple[int, int]]:
    """A server that echoes; its port and its process."""
    port = free_port()
    process = get_context("spawn").Process(target=serve_echo, args=(port,), daemon=True)
    process.start()
    try:
        _wait(lambda: httpx.get(f"http://127.0.0.1:{port}/"))
        assert process.pid is not None
        yield port, process.pid
    finally:
        process.kill()
        process.join()


def _wait(asking: Callable[[], object]) -> None:
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        try:
            asking()
            return
        except httpx.TransportError:
            time.sleep(0.05)
    raise RuntimeError("the echo does not answer")


def show(name: str, measured: Measured, echoed: Measured) -> None:
    times = "".join(f"{1000 * measured.percentile(of):8.1f}" for of in (50, 95, 99))
    share, cpu = measured.rate / echoed.rate, measured.cpu / echoed.cpu
    print(f"{name:12}{measured.rate:10.0f}{times}{1000 * measured.cpu:12.2f}{share:9.3f}{cpu:9.1f}", flush=True)
    if measured.refused:
        print(f"{measured.refused} actions were refused")


def main(wanted: list[str], seconds: float = SECONDS) -> None:
    print(f"{TABLES * SEATS} clients on {TABLES} tables, {seconds:.0f} seconds each")
    print(f"{'':12}{'a second':>10}{'p50, ms':>8}{'p95':>8}{'p99':>8}{'CPU ms each':>12}{'x echo':>9}{'x its CPU':>9}")
    with echoing() as (port, pid):
        echoed = measure("echo", port, pid, [], min(seconds, 10.0))
    show("echo", echoed, echoed)
    found: dict[str, Measured] = {}
    with tempfile.TemporaryDirectory() as folder:
        if "sqlite" in wanted:
            found["sqlite"] = measure_house(f"sqlite:///{folder}/house.db", Path(folder), seconds)
            show("SQLite", found["sqlite"], echoed)
        if "postgresql" in wanted and programs() is not None:
            with Postgres(durable=True) as postgres:
                found["postgresql"] = measure_house(postgres.create(), Path(folder), seconds)
            show("PostgreSQL", found["postgresql"], echoed)
    if "sqlite" in found:
        one = found["sqlite"]
        print(f"SQLite: {one.rate:.0f} actions a second, at least {LEAST_RATE:.0f}; ", end="")
        print(f"p99 {1000 * one.percentile(99):.0f} ms, at most {1000 * MOST_LATENCY:.0f}")
    if len(found) == 2:
        share = found["postgresql"].rate / found["sqlite"].rate
        print(f"PostgreSQL: {share:.2f} of that rate, at least {LEAST_SHARE}")


if __name__ == "__main__":
    main(sys.argv[1:] or ["sqlite", "postgresql"])
