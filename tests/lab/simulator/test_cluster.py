"""A real cluster on this machine: its result is the one of one machine, whatever happens to its workers."""

from __future__ import annotations

import json
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from distributed.comm import core

from holecard.engine.rules import Rules
from holecard.lab.simulator import cluster
from holecard.lab.simulator.cluster import map_on_cluster, on_cluster
from holecard.lab.simulator.simulate import BLOCK, Plan, Result, on_this_machine, simulate
from holecard.lab.simulator.strategy_tables import StrategyTables
from holecard.law.errors import HolecardError, Malformed
from tests.cli.kit import here
from tests.lab.clusters import Cluster

PLAN = Plan(80 * BLOCK + 17, seed="cluster", cut=78)


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(tmp_path_factory.mktemp("cluster"), stack)


@pytest.fixture
def two(started: Cluster) -> Cluster:
    """A cluster with two workers."""
    started.have_workers(2)
    return started


@pytest.fixture(scope="module")
def alone(rules: Rules, laid: StrategyTables) -> Result:
    return simulate(rules, PLAN, on_this_machine(1), laid=laid)


def same(one: Result, other: Result) -> bool:
    return one.tally.counted == other.tally.counted


def test_a_worker_that_is_killed_changes_nothing(
    two: Cluster, rules: Rules, laid: StrategyTables, alone: Result
) -> None:
    victim, other = two.workers
    left: list[int] = []

    def kill_one(so_far: Result) -> None:
        if not left:
            victim.kill()
            left.append(PLAN.rounds - so_far.tally.rounds)

    found = simulate(rules, PLAN, on_cluster(two.address), kill_one, laid)
    assert left[0] > 50 * BLOCK, "in mid-run"
    assert victim.wait() == -signal.SIGKILL
    assert other.poll() is None
    assert same(found, alone)


def test_a_counted_run_gives_the_same_tallies(two: Cluster) -> None:
    asked = ("count", "simulate", "reference", "--system", "ko", "--rounds", str(3 * BLOCK + 17), "--json")
    there, alone = here(*asked, "--cluster", two.address), here(*asked, "--workers", "1")
    assert there.code == alone.code == 0, there.err + alone.err
    taken = ("rows", "penetrations")
    assert [there.document[name] for name in taken] == [alone.document[name] for name in taken]
    assert sum(row["rounds"] for row in there.document["rows"]) == 3 * BLOCK + 17


def test_other_code_is_refused(two: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that is there at the beginning, on one that comes later, and where there is none that is ours."""
    with monkeypatch.context() as other:
        other.setattr(cluster, "_sources", lambda: "0.0.9 (abcd)")
        with pytest.raises(
            HolecardError, match=r"the scheduler has a holecard \S+ \(\w+\), this machine 0\.0\.9 \(abcd\)"
        ):
            list(map_on_cluster(two.address, len, ["one"]))
        other.setattr(cluster, "_compare", lambda client: None)
        with pytest.raises(HolecardError, match=r"a worker has a holecard \S+ \(\w+\), this machine 0\.0\.9 \(abcd\)"):
            list(map_on_cluster(two.address, len, ["one"]))
    (tmp_path / "holecard.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    two.have_workers(3)
    with pytest.raises(HolecardError, match=r"the worker tcp://\S+ has a holecard that fails to load"):
        list(map_on_cluster(two.address, len, ["one"]))
    two.workers.pop().kill()


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("tcp://127.0.0.1:9", "no Dask scheduler answers at tcp://127.0.0.1:9: "),
        ("somewhere", "missing port number"),
        ("xyz://a:1", "unknown address scheme"),
        ("gone.json", r"gone\.json cannot be read"),
    ],
)
def test_no_scheduler_there(address: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cluster.CONNECT < 10
    monkeypatch.setattr(cluster, "CONNECT", 1.0)
    connect: Any = core.connect
    waited: list[float] = []

    def noted(address: str, timeout: float, **more: Any) -> Any:
        waited.append(timeout)
        return connect(address, timeout=timeout, **more)

    monkeypatch.setattr(core, "connect", noted)
    with pytest.raises(HolecardError, match=says) as complaint:
        list(map_on_cluster(address, len, ["one"]))
    assert waited in ([], [1.0]), "no longer than that, and not again"
    assert "\n" not in str(complaint.value)


def test_somebody_else_listens_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that says nothing, and one that speaks HTTP."""
    monkeypatch.setattr(cluster, "CONNECT", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(HolecardError, match="no Dask scheduler"):
        list(map_on_cluster(f"127.0.0.1:{silent.getsockname()[1]}", len, ["one"]))
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as web:
        Thread(target=web.serve_forever, daemon=True).start()
        with pytest.raises(HolecardError, match="no Dask scheduler"):
            list(map_on_cluster(f"127.0.0.1:{web.server_port}", len, ["one"]))
        web.shutdown()


@pytest.mark.parametrize("text", ["no JSON", "[]", json.dumps({"id": "Scheduler"})])
def test_a_file_that_is_no_scheduler_file(text: str, tmp_path: Path) -> None:
    file = tmp_path / "scheduler.json"
    file.write_text(text)
    with pytest.raises(Malformed, match="is not the scheduler file"):
        list(map_on_cluster(str(file), len, ["one"]))
