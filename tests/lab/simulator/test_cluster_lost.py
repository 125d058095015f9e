"""A cluster that is lost in mid-run, and a run that its user ends: one line, the right exit code, nothing lost.

Each waits until the run has kept its first blocks, and then strikes; none depends on how fast anything is.
"""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

import pytest
from distributed.comm.core import CommClosedError

from holecard.games import find
from holecard.lab.compiler.stage import CannotCompile
from holecard.lab.report import sweep
from holecard.lab.simulator import cluster
from holecard.lab.simulator.checkpoint import CheckpointFile
from holecard.lab.simulator.simulate import BLOCK, Plan
from tests.cli.kit import HOLECARD, TRACEBACK, Ran, assert_complains, environment, here
from tests.kit.patience import PATIENCE
from tests.lab.clusters import ROOT, Cluster, wait_until

BLOCKS = 600  # some seconds of two workers, and many pieces
PLAN = Plan(BLOCKS * BLOCK, cut=78)
SIMULATE = ("simulate", "reference", "--rounds", str(PLAN.rounds), "--json")


@pytest.fixture(scope="module")
def clusters(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Cluster]]:
    with ExitStack() as stack:
        yield [Cluster(tmp_path_factory.mktemp("cluster"), stack)]


@pytest.fixture
def two(clusters: list[Cluster], tmp_path_factory: pytest.TempPathFactory) -> Cluster:
    """A cluster with two workers; another, once the scheduler has died."""
    if clusters[-1].scheduler.poll() is not None:
        clusters.append(Cluster(tmp_path_factory.mktemp("cluster"), clusters[0].stack))
    clusters[-1].have_workers(2)
    return clusters[-1]


def kept(checkpoint: Path) -> int:
    """How many blocks a checkpoint holds: a line each, below what is played."""
    return max(0, checkpoint.read_bytes().count(b"\n") - 1) if checkpoint.exists() else 0


def struck(two: Cluster, checkpoint: Path, strike: Callable[[], None]) -> Ran:
    """The command on a cluster, to which something happens as soon as it has kept a block."""

    def watch() -> None:
        wait_until(lambda: kept(checkpoint) > 0)
        strike()

    watching = Thread(target=watch)
    watching.start()
    ran = here(*SIMULATE, "--cluster", two.address, "--checkpoint", str(checkpoint))
    watching.join()
    return ran


def assert_kept(ran: Ran, checkpoint: Path, says: str) -> None:
    assert ran.code == 1, ran
    assert not ran.out
    assert says in ran.err
    assert TRACEBACK not in ran.err
    with CheckpointFile.open(checkpoint, find("reference").configure(), PLAN) as opened:
        assert 0 < len(opened.done()) < BLOCKS


def test_all_workers_die(two: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def strike() -> None:
        monkeypatch.setattr(cluster, "WORKERLESS", 2.0)
        for worker in two.workers:
            worker.kill()

    checkpoint = tmp_path / "run.checkpoint"
    ran = struck(two, checkpoint, strike)
    assert_kept(ran, checkpoint, f"the cluster at {two.address} has had no worker for 2 s")


def test_the_scheduler_dies(two: Cluster, tmp_path: Path) -> None:
    checkpoint = tmp_path / "run.checkpoint"
    ran = struck(two, checkpoint, two.scheduler.kill)
    assert_kept(ran, checkpoint, f"the connection to the cluster at {two.address} was lost")


def test_a_worker_dies_while_it_is_given_the_tables() -> None:
    """Which Dask tells as a broken connection, or as a mistake of its own; the run goes on."""

    class Client:
        status = "running"

        def __init__(self) -> None:
            self.broken = [CommClosedError("in scatter"), ValueError("Can not use replicate to delete data")]

        def nthreads(self) -> dict[str, int]:
            return {"tcp://127.0.0.1:1": 1}

        def scatter(self, data: list[str], broadcast: bool, hash: bool) -> list[str]:
            if self.broken:
                raise self.broken.pop()
            return data

    assert cluster._Watch(Client(), "tcp://127.0.0.1:2").give_out(["tables"]) == ["tables"]


def test_ctrl_c_is_not_lost_in_a_destructor() -> None:
    """Python ignores what is raised there."""

    class Pressing:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    with cluster._ctrl_c() as heed:
        heed()
        del_me = Pressing()
        del del_me
        with pytest.raises(KeyboardInterrupt):
            heed()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_shows_the_result_so_far(two: Cluster, tmp_path: Path) -> None:
    checkpoint = tmp_path / "run.checkpoint"
    arguments = [str(HOLECARD), *SIMULATE, "--cluster", two.address, "--checkpoint", str(checkpoint)]
    with subprocess.Popen(
        arguments, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        try:
            wait_until(lambda: kept(checkpoint) > 0 or running.poll() is not None)
            running.send_signal(signal.SIGINT)
            out, err = running.communicate(timeout=PATIENCE)
        finally:
            running.kill()
    assert running.returncode == 130, err
    assert TRACEBACK.encode() not in err
    rounds = json.loads(out)["rounds"]
    assert 0 < rounds < PLAN.rounds
    assert rounds == kept(checkpoint) * BLOCK


def test_a_sweep_loses_nothing_with_a_worker(two: Cluster) -> None:
    """The same figures as on one machine, also of what is not solved, and in the same order when they are told."""
    planned = sweep.plan(find("reference"), {"max_hands": "1"}, {"decks": ["1", "2"], "soft17": ["stand", "hit"]})
    found: dict[int, sweep.Figures | CannotCompile] = {}
    for at, one in sweep.on_cluster(two.address)(planned.points):
        if not found:
            two.workers[0].kill()
        found[at] = one
    assert found == dict(sweep.on_this_machine(planned.points))
    arguments = ("sweep", "reference", "--over", "decks=2,1", "--set", "max_hands=1", "--json")
    assert here(*arguments, "--cluster", str(two.file)) == here(*arguments)


def test_a_sweep_without_a_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT", 1.0)
    ran = here("sweep", "reference", "--over", "decks=1,2", "--cluster", "tcp://127.0.0.1:9")
    assert_complains(ran, 1, "no Dask scheduler answers at tcp://127.0.0.1:9: ")
