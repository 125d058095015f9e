"""Durable actions per second of `holecard serve`: 200 players on 40 tables over WebSockets, beside a bare echo.

The house is a process of its own with a database of its own; the players are another process. Each player sits at a
table of five and says what they are asked for (their wager, that they are ready, their decisions), after thinking for
up to `THINKING` seconds; they say nothing more until they are answered, and they are answered when it is on the disk.
Latency is from sending to the answer. The echo is the same web server with the same number of clients, who send a
message as long as an action as soon as the last came back. Prints a table, asserts nothing. PostgreSQL is left out
where there is none.

The rate depends on what else the machine does; the CPU per action much less. `server` is all its threads, of them
`loop` the one that plays and sends; `players` is what the benchmark itself takes.

    python bench/live.py workers

serves the same crowd with one process and then with two (`serve --workers 2`), on PostgreSQL. On two cores the players
and the database would leave the second process no core of its own. So each process of the house gets the same part of
a core and no more (`PART`, by Linux's control groups, which need root), and everybody else has the rest: what two
processes then do, against one, is what a second machine would add. Without control groups it compares CPU: with a core
for each, N processes do N actions in the time of the thread of one that plays, waiting for the database not counted.
"""

from __future__ import annotations

import math
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import uvicorn
import uvloop

sys.path.insert(0, str(Path(__file__).parent.parent))  # what starts servers is the tests' own

from bench.crowd import Client, Echoed, Followed, Player, Seen, drive
from holecard.house.house_file import read_house
from holecard.live.web._asking import COOKIE
from tests.kit.patience import PATIENCE
from tests.live.kit import house_file, table
from tests.live.postgres import Postgres, programs
from tests.live.served import Served, free_port

TABLES, SEATS = 40, 5
SECONDS = 30.0
WARM = 5.0  # seconds that are not counted
THINKING = 0.02  # seconds; players of this house must do ten things a second each
PURSE = 90_000_000
ECHOED = b"x" * 90  # as long as an action
LEAST_RATE, MOST_LATENCY = 2000.0, 0.100
PART = 0.35  # of a core for each process, when processes are compared
GROUPS = Path("/sys/fs/cgroup/cpu")  # control groups that can limit the processor
PERIOD = 20_000  # microseconds in which a process gets its part
TURNS = 3  # in which one process and two are measured


class Measured(NamedTuple):
    """What a crowd of clients saw."""

    rate: float
    latencies: list[float]  # sorted
    refused: int
    cpu: float  # seconds of the server for each
    loop: float  # of which in the thread that plays and sends
    players: float  # seconds of the clients for each

    def percentile(self, of: float) -> float:
        if not self.latencies:
            return math.nan
        return self.latencies[min(len(self.latencies) - 1, int(of / 100 * len(self.latencies)))]


class Driven(NamedTuple):
    """What the clients' process reports."""

    latencies: list[float]
    refused: int
    cpu: float


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


# Measuring


def crowd(what: str, port: int, guests: list[tuple[str, str]], begin: float, end: float) -> Driven:
    """What the clients' process does. The clock is the machine's, so that both processes know the same seconds."""
    offset = time.perf_counter() - time.monotonic()
    seen = Seen(begin + offset, end + offset)
    used = uvloop.run(drive(port, seen, lambda: players(guests, seen) if what == "house" else echoes(seen)))
    return Driven(seen.latencies, seen.refused, used)


def players(guests: list[tuple[str, str]], seen: Seen) -> list[Client]:
    at = {number: Followed() for number in range(1, TABLES + 1)}
    places = [(number % TABLES + 1, number // TABLES + 1) for number in range(len(guests))]
    return [
        Player(name, f"{COOKIE}={cookie}", place, at[place[0]], seen, THINKING)
        for (name, cookie), place in zip(guests, places, strict=True)
    ]


def echoes(seen: Seen) -> list[Client]:
    return [Echoed(ECHOED, seen) for _ in range(TABLES * SEATS)]


def cpu_of(pid: int) -> dict[str, float]:
    """Seconds of the processor that each thread of a process, and of its workers, has used, by the kind of thread."""
    used = {"loop": 0.0, "others": 0.0}
    for one in (pid, *workers_of(pid)):
        for task in Path(f"/proc/{one}/task").iterdir():
            fields = task.joinpath("stat").read_text().rpartition(")")[2].split()
            kind = "loop" if int(task.name) == one else "others"
            used[kind] += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return used


def workers_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def measure(what: str, port: int, pid: int, guests: list[tuple[str, str]], seconds: float) -> Measured:
    begin = time.monotonic() + WARM
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        running = pool.submit(crowd, what, port, guests, begin, begin + seconds)
        time.sleep(max(0.0, begin - time.monotonic()))
        before = cpu_of(pid)
        time.sleep(max(0.0, begin + seconds - time.monotonic()))
        used = {kind: spent - before[kind] for kind, spent in cpu_of(pid).items()}
        driven = running.result()
    done = max(1, len(driven.latencies))
    return Measured(
        len(driven.latencies) / seconds,
        sorted(driven.latencies),
        driven.refused,
        sum(used.values()) / done,
        used["loop"] / done,
        driven.cpu / done,
    )


def tables() -> list[str]:
    """Every game of our own house, every other table Down Under."""
    ours = read_house(house_file()).tables
    down_under, others = ours[0], ours[1:]
    mixed = [down_under if at % 2 == 0 else others[at // 2 % len(others)] for at in range(TABLES)]
    return [
        table(one.game.key, f"{one.name} {at}", SEATS, **{name: str(value) for name, value in one.options.items()})
        for at, one in enumerate(mixed, start=1)
    ]


@contextmanager
def limited(pids: list[int], part: float) -> Iterator[None]:
    """Let each of these processes have so much of a core."""
    groups = [GROUPS / f"holecard-{pid}" for pid in pids]
    try:
        for pid, group in zip(pids, groups, strict=True):
            group.mkdir()
            (group / "cpu.cfs_period_us").write_text(str(PERIOD))
            (group / "cpu.cfs_quota_us").write_text(str(round(part * PERIOD)))
            (group / "cgroup.procs").write_text(str(pid))
        yield
    finally:
        for pid, group in zip(pids, groups, strict=True):
            (GROUPS / "cgroup.procs").write_text(str(pid))
            group.rmdir()


def can_limit() -> bool:
    return os.access(GROUPS / "cpu.cfs_quota_us", os.W_OK)


def measure_house(url: str, folder: Path, seconds: float, workers: int = 1, part: float | None = None) -> Measured:
    served = Served(url, folder, tables(), workers=str(workers))
    try:
        served.start(TABLES // workers)
        guests = [served.guest() for _ in range(TABLES * SEATS)]
        for at, (_, cookie) in enumerate(guests):
            with served.client(cookie) as client:
                bought = client.post(
                    "/api/cashier/buy-in", json={"amount": PURSE}, headers={"Idempotency-Key": f"purse-{at}"}
                )
                bought.raise_for_status()
        serving = workers_of(served.pid) if workers > 1 else [served.pid]
        assert len(serving) == workers
        with limited(serving, part) if part is not None else nullcontext():
            return measure("house", served.port, served.pid, guests, seconds)
    finally:
        served.stop()


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
    spent = "".join(f"{1000 * cpu:9.3f}" for cpu in (measured.cpu, measured.loop, measured.players))
    share, cpu = measured.rate / echoed.rate, measured.cpu / echoed.cpu
    print(f"{name:12}{measured.rate:10.0f}{times}{spent}{share:9.3f}{cpu:11.1f}", flush=True)
    if measured.refused:
        print(f"{measured.refused} actions were refused")


def compare_workers(folder: Path, seconds: float, echoed: Measured) -> None:
    part = PART if can_limit() else None
    rates, loops = defaultdict[int, float](float), defaultdict[int, float](float)
    for _ in range(TURNS):  # because a machine that is shared changes its speed meanwhile
        for workers in (1, 2):
            with Postgres(durable=True) as postgres:
                found = measure_house(postgres.create(), folder, seconds, workers, part)
            show(f"{workers} worker" + "s" * (workers > 1), found, echoed)
            rates[workers] += found.rate
            loops[workers] += found.loop
    if part is not None:
        print(f"2 workers with {part} of a core each: {rates[2] / rates[1]:.2f} times the rate of 1 worker")
    else:
        print(f"no control groups here; by CPU, 2 workers do {2 * loops[1] / loops[2]:.2f} times what 1 worker does")


def main(wanted: list[str], seconds: float = SECONDS) -> None:
    print(f"{TABLES * SEATS} clients on {TABLES} tables, {seconds:.0f} seconds each; CPU in ms per action")
    heads = ("a second", 10), ("p50, ms", 8), ("p95", 8), ("p99", 8), ("server", 9), ("loop", 9), ("players", 9)
    print(f"{'':12}" + "".join(f"{head:>{wide}}" for head, wide in (*heads, ("x echo", 9), ("x its CPU", 11))))
    with echoing() as (port, pid):
        echoed = measure("echo", port, pid, [], min(seconds, 10.0))
    show("echo", echoed, echoed)
    found: dict[str, Measured] = {}
    with tempfile.TemporaryDirectory() as folder:
        if "workers" in wanted:
            compare_workers(Path(folder), seconds, echoed)
        if "sqlite" in wanted:
            found["SQLite"] = measure_house(f"sqlite:///{folder}/house.db", Path(folder), seconds)
            show("SQLite", found["SQLite"], echoed)
        if "postgresql" in wanted and programs() is not None:
            with Postgres(durable=True) as postgres:
                found["PostgreSQL"] = measure_house(postgres.create(), Path(folder), seconds)
            show("PostgreSQL", found["PostgreSQL"], echoed)
    for name, one in found.items():
        print(f"{name}: {one.rate:.0f} actions a second, at least {LEAST_RATE:.0f}; ", end="")
        print(f"p99 {1000 * one.percentile(99):.0f} ms, at most {1000 * MOST_LATENCY:.0f}")


if __name__ == "__main__":
    main(sys.argv[1:] or ["sqlite", "postgresql"])
