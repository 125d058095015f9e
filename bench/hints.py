"""How long a hint takes at a served table once its game is solved, and while the lab is busy beside it.

A real server process on SQLite, its hint process niced as always; every table of the house. Prints, asserts nothing.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median

import httpx

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.live.kit import choose
from tests.live.served import Served

GUESTS, EACH = 6, 15  # hints are few for each person


async def _to_a_decision(server: Served, table_id: int) -> None:
    name, cookie = server.guest()
    async with server.visit(table_id, cookie) as visitor:
        await visitor.say(do="sit", box=1)
        while visitor.view["question"]["type"] not in ("decide", "offer"):
            message = choose(visitor.view, name, Random(table_id), {"main": 1000})
            assert message is not None
            reply = await visitor.say(**message)
            await visitor.until(lambda seq=reply["seq"]: visitor.view["seq"] >= seq)


def _hints(server: Served, table_id: int) -> Iterator[float]:
    for _ in range(GUESTS):
        with server.client(server.guest()[1]) as client:
            for _ in range(EACH):
                began = time.perf_counter()
                answer = client.get(f"/api/tables/{table_id}/hint")
                yield time.perf_counter() - began
                assert answer.status_code == 200, answer.text


def _warm(server: Served, tables: list[dict[str, object]]) -> float:
    began = time.perf_counter()
    with server.client() as client:
        for one in tables:
            while client.get(f"/api/tables/{one['id']}/edge").status_code == 202:
                time.sleep(0.2)
    return time.perf_counter() - began


def _told(what: str, found: list[float]) -> None:
    ordered = sorted(found)
    at = ordered[int(len(ordered) * 0.99)]
    print(f"{what:<40} {len(found):5} hints  median {1000 * median(ordered):6.1f} ms  p99 {1000 * at:6.1f} ms")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Served(f"sqlite:///{folder}/house.db", Path(folder)) as server:
        tables = httpx.get(f"{server.address}/api/lobby").json()
        print(f"{len(tables)} tables solved {_warm(server, tables):.1f} s after the server answered")
        for one in tables:
            asyncio.run(_to_a_decision(server, one["id"]))
        _told("all tables, nothing else going on", [taken for one in tables for taken in _hints(server, one["id"])])
        with server.client(server.guest()[1]) as client:
            client.post("/api/lab/simulations", json={"game": "pa-down-under", "rounds": 100_000_000})
            _told("while the lab simulates", [taken for one in tables for taken in _hints(server, one["id"])])


if __name__ == "__main__":
    main()
