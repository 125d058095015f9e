"""The simulator: rounds by the million over laid tables, in blocks that depend on the seed alone.

A block has its own stream of random numbers, and every sum is a whole number; so a result depends on the seed and the
number of rounds, and not on how many workers ran it or in which order they finished.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from holecard.errors import Malformed
from holecard.lab import walk
from holecard.lab.analysis import analyse
from holecard.lab.card_file import read_card
from holecard.lab.laid import Laid, lay
from holecard.lab.shoes import Strategy
from holecard.rules import Rules

BLOCK = 1 << 19
MOST_BOXES = 9
Words64 = NDArray[np.uint64]
NO_TAPE = np.zeros(0, np.int64)


@dataclass(frozen=True)
class Plan:
    """What is played: how many rounds and boxes, from which seed, from a shoe with a cut or a fresh one every round."""

    rounds: int
    seed: str = "1"
    boxes: int = 1
    fresh: bool = False
    cut: int = 0  # cards behind the cutting card
    strategy: str = "total"  # as `laid_for` takes it; a checkpoint of another is refused

    def checked(self, rules: Rules) -> Plan:
        cards = 52 * rules.decks
        if self.rounds < 1:
            raise Malformed(f"--rounds {self.rounds}: 1 at least")
        if not 1 <= self.boxes <= min(MOST_BOXES, rules.boxes.most):
            raise Malformed(f"--boxes {self.boxes}: 1 to {min(MOST_BOXES, rules.boxes.most)}")
        least = 6 * (self.boxes + 1)
        if not self.fresh and not least <= self.cut < cards:
            raise Malformed(
                f"--cut {self.cut}: {least} to {cards - 1} of the {cards} cards, so that a round has enough"
            )
        return self


@dataclass(frozen=True)
class Tally:
    """Whole-number sums of some rounds; two of them add up."""

    rounds: int
    sums: tuple[int, ...]  # results, their squares, stakes, rounds won, rounds lost
    bins: NDArray[np.int64]
    cpu_seconds: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        sums = tuple(one + two for one, two in zip(self.sums, other.sums, strict=True))
        cpu = self.cpu_seconds + other.cpu_seconds
        return Tally(self.rounds + other.rounds, sums, self.bins + other.bins, cpu)

    @classmethod
    def nothing(cls) -> Tally:
        return cls(0, (0,) * 5, np.zeros(walk.BINS, np.int64))


@dataclass(frozen=True)
class Result:
    """What the rounds came to, for one unit of the main wager on one box."""

    plan: Plan
    laid: Laid
    tally: Tally
    seconds: float

    @property
    def ev(self) -> float:
        return self.tally.sums[0] / (self.tally.rounds * self.plan.boxes * self.laid.stake)

    @property
    def standard_deviation(self) -> float:
        """Of a round, all boxes together, in units of a main wager."""
        mean = self.tally.sums[0] / self.tally.rounds
        return sqrt(max(0.0, self.tally.sums[1] / self.tally.rounds - mean * mean)) / self.laid.stake

    @property
    def standard_error(self) -> float:
        """Of `ev`, from whole rounds, because boxes share a dealer."""
        return self.standard_deviation / sqrt(self.tally.rounds) / self.plan.boxes

    @property
    def average_wager(self) -> float:
        return self.tally.sums[2] / (self.tally.rounds * self.plan.boxes * self.laid.stake)

    @property
    def won_pushed_lost(self) -> tuple[float, float, float]:
        won, lost = self.tally.sums[3] / self.tally.rounds, self.tally.sums[4] / self.tally.rounds
        return won, 1 - won - lost, lost

    @property
    def histogram(self) -> dict[float, int]:
        """How often a round ended with this many units won or lost."""
        found = np.nonzero(self.tally.bins)[0]
        return {float(at - walk.BINS // 2) / self.laid.stake: int(self.tally.bins[at]) for at in found}

    @property
    def rounds_per_cpu_second(self) -> float:
        return self.tally.rounds / self.tally.cpu_seconds


TOTAL, TWO_CARD = "total", "two-card"


def laid_for(rules: Rules, strategy: str = TOTAL) -> Laid:
    """A strategy of a configured game, laid: the exact solver's card, the same with the best choice for the very first
    two cards, or a card in a CSV file such as `holecard strategy --csv` writes."""
    solution = analyse(rules, strategy=Strategy.TOTAL).solution
    if strategy in (TOTAL, TWO_CARD):
        return lay(rules, solution, two_card=strategy == TWO_CARD)
    return lay(rules, solution, sayings=read_card(Path(strategy), rules, solution))


def streams(seed: str, number: int) -> Iterator[Words64]:
    """The generators of so many blocks, each 2^128 numbers after the one before."""
    state = np.frombuffer(hashlib.sha256(seed.encode()).digest(), np.uint64).copy()
    for _ in range(number):
        yield state.copy()
        walk.jump(state)


def play_block(laid: Laid, plan: Plan, decks: int, rng: Words64, rounds: int, tape: NDArray[np.int64]) -> Tally:
    """One block, from cards in their first order."""
    shoe = np.repeat(np.arange(10, dtype=np.uint8), [4 * decks] * 9 + [16 * decks + walk.SPARE])
    sums, bins = np.zeros(5, np.int64), np.zeros(walk.BINS, np.int64)
    began = time.process_time()
    kernel: Any = walk.walk
    kernel(*laid.tables(), shoe, plan.cut, plan.fresh, rng, rounds, plan.boxes, sums, bins, tape)
    return Tally(rounds, tuple(int(one) for one in sums), bins, time.process_time() - began)


class Job(NamedTuple):
    """A block to be played: its number, its generator and its rounds."""

    number: int
    rng: Words64
    rounds: int


Played = Iterator[tuple[int, Tally]]
Player = Callable[[Laid, Plan, int, list[Job]], Played]  # plays jobs for so many decks, in any order


class Checkpoint(Protocol):
    """What is kept of a run, so that it can be taken up again."""

    def done(self) -> Mapping[int, Tally]:
        """The blocks that have been played."""

    def add(self, number: int, tally: Tally) -> None:
        """Keep one more."""


_shared: tuple[Laid, Plan, int] | None = None


def _share(laid: Laid, plan: Plan, decks: int) -> None:
    global _shared
    _shared = laid, plan, decks


def _worker(job: Job) -> tuple[int, Tally]:
    assert _shared is not None, "set when the worker began"
    laid, plan, decks = _shared
    return job.number, play_block(laid, plan, decks, job.rng, job.rounds, NO_TAPE)


def on_this_machine(workers: int) -> Player:
    """Play with so many processes of this machine; with one, in this process."""

    def play(laid: Laid, plan: Plan, decks: int, jobs: list[Job]) -> Played:
        if min(workers, len(jobs)) <= 1:
            for job in jobs:
                yield job.number, play_block(laid, plan, decks, job.rng, job.rounds, NO_TAPE)
            return
        context = get_context("spawn")
        with ProcessPoolExecutor(min(workers, len(jobs)), context, _share, (laid, plan, decks)) as pool:
            waiting = [pool.submit(_worker, job) for job in jobs]
            try:
                for done in as_completed(waiting):
                    yield done.result()
            except (KeyboardInterrupt, GeneratorExit):
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    return play


def jobs_of(plan: Plan) -> list[Job]:
    number = -(-plan.rounds // BLOCK)
    return [Job(at, rng, min(BLOCK, plan.rounds - at * BLOCK)) for at, rng in enumerate(streams(plan.seed, number))]


def simulate(
    rules: Rules,
    plan: Plan,
    player: Player | None = None,
    tell: Callable[[Result], None] | None = None,
    laid: Laid | None = None,
    checkpoint: Checkpoint | None = None,
) -> Result:
    """Play a plan. `tell` hears the result so far; Ctrl-C ends the run with it."""
    plan = plan.checked(rules)
    laid = laid or laid_for(rules)
    done = checkpoint.done() if checkpoint is not None else {}
    tally = sum(done.values(), Tally.nothing())
    jobs = [job for job in jobs_of(plan) if job.number not in done]
    began = time.perf_counter()
    try:
        for number, block in (player or on_this_machine(1))(laid, plan, rules.decks, jobs):
            if checkpoint is not None:
                checkpoint.add(number, block)
            tally += block
            if tell is not None:
                tell(Result(plan, laid, tally, time.perf_counter() - began))
    except KeyboardInterrupt:
        if not tally.rounds:
            raise
    return Result(plan, laid, tally, time.perf_counter() - began)
