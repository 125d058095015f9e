"""Simulations and sweeps on a Dask cluster that is already running.

A worker gets the laid tables once and then pieces of the work: a few blocks, or one item of a list. One that dies costs
the pieces it had not delivered, which others then do. A block depends on its own stream alone, so the result is the
same whoever plays it, and however often.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import holecard
from holecard.lab.simulator._tally import Tally
from holecard.lab.simulator.simulate import NO_TAPE, Job, Plan, Played, Player, play_block
from holecard.lab.simulator.strategy_tables import StrategyTables
from holecard.law.errors import HolecardError, Malformed

CONNECT = 8.0  # seconds to find the scheduler, and again to find a worker
WORKERLESS = 60.0  # seconds that a cluster may be without workers
PAUSE = 0.02  # seconds between two looks at what is finished
MOST_AGAIN = 3  # times that a piece is handed out again, after the scheduler itself gave it up
MOST_BLOCKS = 32  # of a piece: about a second

Item = TypeVar("Item")
Made = TypeVar("Made")
Client = Any  # distributed.Client: its methods are not typed
Sent = tuple[int, Tally]  # a block on its way back


def on_cluster(address: str) -> Player:
    """Play on the cluster whose scheduler has this address or has written this scheduler file."""

    def play(laid: StrategyTables, plan: Plan, decks: int, jobs: Iterable[Job]) -> Played:
        blocks = list(jobs)
        if not blocks:
            return
        with _connected(address) as client:
            pieces = _pieces(blocks, sum(client.nthreads().values()))
            for _, played in _results(client, address, _play, pieces, pickle.dumps((laid, plan, decks))):
                yield from played

    return play


def map_on_cluster(address: str, function: Callable[[Item], Made], items: Sequence[Item]) -> Iterator[tuple[int, Made]]:
    """The place of each item and what the function makes of it, as they are finished.

    The function is one that a worker can import. What it raises is raised here and ends the rest; it should return
    what must not.
    """
    if items:
        with _connected(address) as client:
            yield from _results(client, address, _apply, [(function, item) for item in items])


def _apply(task: tuple[Callable[[Item], Made], Item]) -> Made:
    function, item = task
    return function(item)


def _pieces(jobs: list[Job], threads: int) -> list[list[Job]]:
    """A few blocks each, and enough pieces for every worker to have many."""
    size = max(1, min(MOST_BLOCKS, len(jobs) // (16 * max(1, threads))))
    return [jobs[at : at + size] for at in range(0, len(jobs), size)]


def _play(piece: list[Job], shared: bytes) -> list[Sent]:
    """On a worker: play some blocks. Each generator is copied: a piece that is done again begins where it began."""
    laid, plan, decks = _unpacked(shared)
    return [(job.number, play_block(laid, plan, decks, job.rng.copy(), job.rounds, NO_TAPE)) for job in piece]


@lru_cache(maxsize=1)
def _unpacked(shared: bytes) -> tuple[StrategyTables, Plan, int]:
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


def _compare(client: Client) -> None:
    """Every machine must have the code of this one: other code may give other figures, and without it a worker dies."""

    def installed() -> str:  # travels as it is, so that it can be asked where there is no holecard
        try:
            from holecard.lab.simulator.cluster import _sources
        except ImportError as error:
            return f"that fails to load ({error})"
        return _sources()

    answers = {"the scheduler": client.run_on_scheduler(installed)}
    answers |= {f"the worker {name}": found for name, found in client.run(installed, on_error="return").items()}
    for name, found in answers.items():
        if isinstance(found, str) and found != _sources():  # a worker that has just gone answers with an error
            raise _other(name, found, _sources())


def _same(sources: str, function: Callable[..., Made], item: object, *shared: object) -> Made:
    """On a worker, which may have come later: what is asked for, by the code of the machine that asks or not at all."""
    if sources != _sources():
        raise _other("a worker", _sources(), sources)
    return function(item, *shared)


def _other(name: str, there: str, here: str) -> HolecardError:
    return HolecardError(f"{name} has a holecard {there}, this machine {here}: install the same, and start it again")


def _results(
    client: Client, address: str, function: Callable[..., Made], items: Sequence[object], *shared: object
) -> Iterator[tuple[int, Made]]:
    """Hand everything out, and give what comes back. What waits is cancelled when nobody wants it any more."""
    from distributed import as_completed
    from distributed.comm.core import CommClosedError

    again = dict.fromkeys(range(len(items)), 0)
    waiting: dict[str, tuple[Any, int]] = {}  # by key: a future and the place of its item
    completed: Any = as_completed
    finished = completed(loop=client.loop)

    def hand_out(places: Sequence[int]) -> None:
        handles = watch.give_out(shared) if shared else []
        tasks = [(_sources(), function, items[at], *handles) for at in places]
        futures = client.map(_same, *zip(*tasks, strict=True), pure=False)
        waiting.update((future.key, (future, at)) for future, at in zip(futures, places, strict=True))
        finished.update(futures)

    watch = _Watch(client, address)
    try:
        with _ctrl_c() as heed_ctrl_c:
            hand_out(range(len(items)))
            while waiting:
                heed_ctrl_c()
                batch = finished.next_batch(block=False)
                if not batch:
                    watch.look()
                    time.sleep(PAUSE)
                lost = []
                for future in batch:
                    _, at = waiting.pop(future.key)
                    try:
                        result = _fetched(future)
                    except _Lost:
                        lost.append(at)
                    else:
                        yield at, result
                        heed_ctrl_c()
                if lost:
                    for at in lost:
                        again[at] += 1
                        if again[at] > MOST_AGAIN:
                            raise HolecardError(
                                f"the cluster at {address} lost the same piece of work {MOST_AGAIN + 1} times"
                            )
                    watch.await_worker()
                    hand_out(lost)
    except CommClosedError as error:
        raise watch.gone() from error
    finally:
        if client.status == "running":
            with suppress(OSError):
                client.cancel([future for future, _ in waiting.values()])


@contextmanager
def _ctrl_c() -> Iterator[Callable[[], None]]:
    """Ctrl-C as something to be heeded between two steps: raised while Dask clears an object away it would be lost.
    Pressed again, it is raised at once."""
    pressed = False

    def press(number: int, frame: object) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    def heed() -> None:
        if pressed:
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield heed  # where it never arrives
        return
    before = signal.signal(signal.SIGINT, press)
    try:
        yield heed
    finally:
        signal.signal(signal.SIGINT, before)


class _Lost(Exception):
    """The cluster gave a piece up; it says nothing against the piece."""


def _fetched(future: Any) -> Any:
    """What a finished piece gave, or what it raised."""
    from distributed import KilledWorker

    try:
        return future.result(timeout=WORKERLESS)
    except (KilledWorker, CancelledError) as error:
        raise _Lost from error
    except TimeoutError as error:
        if future.status == "error":
            raise
        raise _Lost from error  # finished on a worker that died with it
    except ImportError as error:
        version = holecard.__version__
        raise HolecardError(f"a machine of the cluster cannot load holecard {version}: {error}") from error


class _Watch:
    """Whether there is still a cluster."""

    def __init__(self, client: Client, address: str) -> None:
        self.client, self.address = client, address
        self.looked = self.seen = time.monotonic()

    def look(self) -> bool:
        """Whether it has workers, asked once a second; an error where it has had none for long."""
        if self.client.status != "running":
            raise self.gone()
        now = time.monotonic()
        if now - self.looked >= 1:
            self.looked = now
            if self.client.nthreads():
                self.seen = now
        if now - self.seen > WORKERLESS:
            raise self.deserted()
        return self.seen == self.looked

    def await_worker(self) -> None:
        self.looked = 0.0
        while not self.look():
            time.sleep(PAUSE)

    def give_out(self, shared: Sequence[object]) -> list[Any]:
        """Have every worker hold these. One that dies meanwhile breaks it off, in whatever way its connection ends."""
        began = time.monotonic()
        while True:
            try:
                return list(self.client.scatter(list(shared), broadcast=True, hash=False))
            except (OSError, ValueError, KeyError) as error:
                if time.monotonic() - began > WORKERLESS:
                    raise self.deserted() from error
                time.sleep(PAUSE)
                self.await_worker()

    def deserted(self) -> HolecardError:
        return HolecardError(f"the cluster at {self.address} has had no worker for {WORKERLESS:.0f} s")

    def gone(self) -> HolecardError:
        return HolecardError(f"the connection to the cluster at {self.address} was lost")


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
    _knock(scheduler)
    connect: Any = distributed.Client
    try:
        client = connect(scheduler, timeout=CONNECT, set_as_default=False)
    except OSError as error:
        raise _no_scheduler(scheduler, error) from error
    try:
        try:
            client.wait_for_workers(1, timeout=CONNECT)
        except TimeoutError as error:
            raise HolecardError(f"the cluster at {scheduler} has no workers. Start one, then try again") from error
        _compare(client)
        yield client
    finally:
        with suppress(TimeoutError, AssertionError):  # of a scheduler that is gone
            client.close(timeout=2)
        client.status = "closed"  # or Dask tries again when the object goes


def _knock(scheduler: str) -> None:
    """Whether a scheduler answers. Dask's client would wait for ever for the first word of somebody else."""
    from distributed import Security
    from distributed.comm import core

    secured: Any = Security
    connect: Any = core.connect

    async def greet() -> None:
        greeted = connect(scheduler, timeout=CONNECT, **secured().get_connection_args("client"))
        comm = await asyncio.wait_for(greeted, CONNECT)
        await comm.close()

    with ThreadPoolExecutor(1) as apart:  # a notebook has a loop of its own in this thread
        try:
            apart.submit(asyncio.run, greet()).result()
        except Exception as error:  # whatever somebody else's first words are taken for
            raise _no_scheduler(scheduler, error) from error


def _no_scheduler(scheduler: str, error: Exception) -> HolecardError:
    why = " ".join(str(error).split()) or type(error).__name__
    return HolecardError(f"no Dask scheduler answers at {scheduler or 'an empty address'}: {why}")


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
