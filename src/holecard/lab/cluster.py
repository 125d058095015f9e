"""Simulations and sweeps on a Dask cluster that is already running.

A worker gets the laid tables once and then pieces of the work: a few blocks, or one item of a list. One that dies costs
the pieces it had not delivered, which others then do. A block depends on its own stream alone, so the result is the
same whoever plays it, and however often.
"""

from __future__ import annotations

import hashlib
import json
import logging
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import holecard
from holecard.errors import HolecardError, Malformed
from holecard.lab.checkpoint import Pairs, dense, sparse
from holecard.lab.laid import Laid
from holecard.lab.simulate import NO_TAPE, Job, Plan, Played, Player, Tally, play_block

CONNECT = 8.0  # seconds to find the scheduler, and again to find a worker
WORKERLESS = 60.0  # seconds that a cluster may be without workers
PAUSE = 0.02  # seconds between two looks at what is finished
MOST_AGAIN = 3  # times that a piece is handed out again, after the scheduler itself gave it up
MOST_BLOCKS = 32  # of a piece: about a second

Item = TypeVar("Item")
Found = TypeVar("Found")
Client = Any  # distributed.Client: its methods are not typed
Sent = tuple[int, int, tuple[int, ...], Pairs, float]  # a block on its way back, its bins without the empty ones


def on_cluster(address: str) -> Player:
    """Play on the cluster whose scheduler has this address or has written this scheduler file."""

    def play(laid: Laid, plan: Plan, decks: int, jobs: list[Job]) -> Played:
        if not jobs:
            return
        with _connected(address) as client:
            pieces = _pieces(jobs, sum(client.nthreads().values()))
            for _, blocks in _results(client, address, _play, pieces, pickle.dumps((laid, plan, decks))):
                for number, rounds, sums, bins, cpu_seconds in blocks:
                    yield number, Tally(rounds, sums, dense(bins), cpu_seconds)

    return play


def map_on_cluster(
    address: str, function: Callable[[Item], Found], items: Sequence[Item]
) -> Iterator[tuple[int, Found]]:
    """The place of each item and what the function makes of it, as they are finished.

    The function is one that a worker can import. What it raises is raised here and ends the rest; it should return
    what must not.
    """
    if items:
        with _connected(address) as client:
            yield from _results(client, address, _apply, [(function, item) for item in items])


def _apply(task: tuple[Callable[[Item], Found], Item]) -> Found:
    function, item = task
    return function(item)


def _pieces(jobs: list[Job], threads: int) -> list[list[Job]]:
    """A few blocks each, and enough pieces for every worker to have many."""
    size = max(1, min(MOST_BLOCKS, len(jobs) // (16 * max(1, threads))))
    return [jobs[at : at + size] for at in range(0, len(jobs), size)]


def _play(piece: list[Job], shared: bytes) -> list[Sent]:
    """On a worker: play some blocks. Each generator is copied: a piece that is done again begins where it began."""
    laid, plan, decks = _unpacked(shared)
    sent = []
    for job in piece:
        tally = play_block(laid, plan, decks, job.rng.copy(), job.rounds, NO_TAPE)
        sent.append((job.number, tally.rounds, tally.sums, sparse(tally.bins), tally.cpu_seconds))
    return sent


@lru_cache(maxsize=1)
def _unpacked(shared: bytes) -> tuple[Laid, Plan, int]:
    """Packed by us and not by Dask, whose arrays may be read-only: the kernel would be compiled anew for those."""
    laid, plan, decks = pickle.loads(shared)
    return laid, plan, decks


@cache
def _sources() -> str:
    """The version and a fingerprint of the code that runs here."""
    found = hashlib.sha256()
    for file in sorted(Path(holecard.__file__).parent.rglob("*.py")):
        found.update(file.read_bytes())
    return f"{holecard.__version__} ({found.hexdigest()[:8]})"


def _same(sources: str, function: Callable[..., Found], item: object, *shared: object) -> Found:
    """On a worker: what is asked for, by the code of the machine that asks or not at all."""
    if sources != _sources():
        raise HolecardError(f"a worker has holecard {_sources()}, and this machine {sources}: install the same on both")
    return function(item, *shared)


def _results(
    client: Client, address: str, function: Callable[..., Found], items: Sequence[object], *shared: object
) -> Iterator[tuple[int, Found]]:
    """Hand everything out, and give what comes back. What waits is cancelled when nobody wants it any more."""
    from distributed import KilledWorker, as_completed

    again = dict.fromkeys(range(len(items)), 0)
    waiting: dict[str, tuple[Any, int]] = {}  # by key: a future and the place of its item
    completed: Any = as_completed
    finished = completed(loop=client.loop, with_results=True, raise_errors=False)

    def hand_out(places: Sequence[int]) -> None:
        handles = client.scatter(list(shared), broadcast=True, hash=False) if shared else []
        tasks = [(_sources(), function, items[at], *handles) for at in places]
        futures = client.map(_same, *zip(*tasks, strict=True), pure=False)
        waiting.update((future.key, (future, at)) for future, at in zip(futures, places, strict=True))
        finished.update(futures)

    watch = _Watch(client, address)
    try:
        hand_out(range(len(items)))
        while waiting:
            batch = finished.next_batch(block=False)
            if not batch:
                watch.look()
                time.sleep(PAUSE)
            lost = []
            for future, result in batch:
                _, at = waiting.pop(future.key)
                if future.status == "finished":
                    yield at, result
                    continue
                error = result[1] if isinstance(result, tuple) else result
                if not isinstance(error, KilledWorker | CancelledError):
                    raise _told(error)
                again[at] += 1
                lost.append(at)
            if lost:
                watch.look_for_scheduler()
                if max(again[at] for at in lost) > MOST_AGAIN:
                    raise HolecardError(f"the cluster at {address} lost a piece of work {MOST_AGAIN + 1} times")
                hand_out(lost)
    finally:
        watch.let_go([future for future, _ in waiting.values()])


class _Watch:
    """Whether there is still a cluster."""

    def __init__(self, client: Client, address: str) -> None:
        self.client, self.address = client, address
        self.looked = self.seen = time.monotonic()

    def look(self) -> None:
        """Now and then, whether it has workers."""
        self.look_for_scheduler()
        now = time.monotonic()
        if now - self.looked < 1:
            return
        self.looked = now
        if self.client.nthreads():
            self.seen = now
        elif now - self.seen > WORKERLESS:
            raise HolecardError(f"the cluster at {self.address} has had no worker for {WORKERLESS:.0f} s")

    def look_for_scheduler(self) -> None:
        if self.client.status != "running":
            raise HolecardError(f"the connection to the cluster at {self.address} was lost")

    def let_go(self, futures: list[Any]) -> None:
        if futures and self.client.status == "running":
            self.client.cancel(futures)


def _told(error: BaseException) -> BaseException:
    """An error that a function raised, or why it could not even be loaded there."""
    if isinstance(error, ImportError):
        return HolecardError(f"a machine of the cluster cannot load holecard {holecard.__version__}: {error}")
    return error


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    try:
        import distributed
    except ImportError as error:
        raise HolecardError(f'a cluster needs Dask: pip install "dask[distributed]" ({error})') from error

    for name in logging.root.manager.loggerDict:
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is told once, and by us
    scheduler = _scheduler(address)
    connect: Any = distributed.Client
    try:
        client = connect(scheduler, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise HolecardError(f"no Dask scheduler answers at {scheduler}: {error}") from error
    try:
        try:
            client.wait_for_workers(1, timeout=CONNECT)
        except TimeoutError as error:
            raise HolecardError(f"the cluster at {scheduler} has no worker") from error
        yield client
    finally:
        with suppress(TimeoutError, AssertionError):  # of a scheduler that is gone
            client.close(timeout=2)
        client.status = "closed"  # or Dask tries again when the object goes


def _scheduler(address: str) -> str:
    """The address itself, or the one in a scheduler file."""
    file = Path(address)
    if file.suffix != ".json" and not file.is_file():
        return address
    try:
        return str(json.loads(file.read_text())["address"])
    except OSError as error:
        raise HolecardError(f"{file} cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise Malformed(f"{file} is not the scheduler file of a Dask cluster") from error
