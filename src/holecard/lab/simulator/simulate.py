"""The simulator: plays millions of rounds from compiled tables, in blocks that depend only on the seed.

A block has its own stream of random numbers, and every sum is a whole number; so a result depends on the seed and the
number of rounds, and not on how many workers ran it or in which order they finished.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from holecard.engine.rules import Rules
from holecard.games import find
from holecard.lab.compiler.store import kept, named
from holecard.lab.simulator import _loops as loops
from holecard.lab.simulator import generator
from holecard.lab.simulator._card_file import read_card
from holecard.lab.simulator._loop_tables import Counted, Dealing
from holecard.lab.simulator._tally import Figures, Results, Tally
from holecard.lab.simulator.carried import Counting, packed
from holecard.lab.simulator.side_wager_tables import Placed, PlayFor, lay_beside, place
from holecard.lab.simulator.strategy_tables import StrategyTables, lay
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.shoes import Strategy
from holecard.law.errors import HolecardError, Malformed, Refused
from holecard.values.cards import DECK

BLOCK = 1 << 19
MOST_BOXES = 9
MOST_RESULTS = 1 << 22  # of a round, counted one by one
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
    wagers: Placed = ()  # beside every main wager, which is the table minimum
    play_for: str = PlayFor.WAGERS
    counting: Counting | None = None  # the counts that are carried

    def checked(self, rules: Rules) -> Plan:
        self.seed.encode()  # one that is not text fails here, before anything is compiled
        cards = 52 * rules.decks
        if self.rounds < 1:
            raise Malformed(f"--rounds must be 1 or more, not {self.rounds}")
        if self.boxes > rules.boxes.most:
            legal = (f"1 to {rules.boxes.most}",)
            why = f"the table has {rules.boxes.most} at most"
            raise Refused(f"{self.boxes} boxes", cite=rules.boxes.cite, why=why, legal=legal)
        if not 1 <= self.boxes <= MOST_BOXES:
            raise Malformed(f"--boxes must be 1 to {min(MOST_BOXES, rules.boxes.most)}, not {self.boxes}")
        least = 6 * (self.boxes + 1)
        if not self.fresh and not least <= self.cut < cards:
            raise Malformed(
                f"--cut must be {least} to {cards - 1} of the {cards} cards, so that a round has enough, not {self.cut}"
            )
        return self


class WagerResult(NamedTuple):
    """The result of a side wager, and on how many boxes it won."""

    key: str
    figures: Figures
    hit_frequency: float


@dataclass(frozen=True)
class Result:
    """What the rounds came to, for one unit of the main wager on one box."""

    plan: Plan
    laid: StrategyTables
    tally: Tally
    seconds: float

    @cached_property
    def main(self) -> Figures:
        return Figures(self.tally.results, self.laid.stake, self.plan.boxes)

    @property
    def ev(self) -> float:
        return self.main.ev

    @property
    def standard_deviation(self) -> float:
        return self.main.standard_deviation

    @property
    def standard_error(self) -> float:
        return self.main.standard_error

    def covariance(self, of_a_box: float) -> float:
        """Of the results of two boxes: what the variance of a round is more than that of its boxes, which the solver
        finds for a fresh shoe, shared among the pairs of boxes."""
        boxes = self.plan.boxes
        return (self.standard_deviation**2 - boxes * of_a_box) / (boxes * (boxes - 1))

    @property
    def average_wager(self) -> float:
        return self.tally.stakes / (self.tally.rounds * self.plan.boxes * self.laid.stake)

    @property
    def won_pushed_lost(self) -> tuple[float, float, float]:
        return self.main.won_pushed_lost

    @property
    def histogram(self) -> dict[float, int]:
        return self.main.histogram

    @property
    def wagers(self) -> list[WagerResult]:
        """Each side wager, for one unit of it on one box."""
        boxes, tally = self.plan.boxes, self.tally
        return [
            WagerResult(wager.key, Figures(results, wager.stake, boxes), winners / (tally.rounds * boxes))
            for wager, results, winners in zip(self.laid.wagers, tally.wagers, tally.winners, strict=True)
        ]

    @property
    def rounds_per_cpu_second(self) -> float:
        return self.tally.rounds / self.tally.cpu_seconds


TOTAL, TWO_CARD = "total", "two-card"


def laid_for(
    rules: Rules, strategy: str = TOTAL, wagers: Placed = (), play_for: PlayFor = PlayFor.WAGERS
) -> StrategyTables:
    """A strategy of a configured game, laid: the exact solver's card, the same with the best choice for the very first
    two cards, or a card in a CSV file such as `holecard strategy --csv` writes. With side wagers, if there are any."""
    if wagers:
        place(rules, wagers)  # what is refused is refused before the work
    if strategy in (TOTAL, TWO_CARD):
        name = named(rules, strategy, wagers, str(play_for))
        return kept(name, StrategyTables, lambda: _laid(rules, strategy, wagers, play_for))
    return _laid(rules, strategy, wagers, play_for)


def _laid(rules: Rules, strategy: str, wagers: Placed, play_for: PlayFor) -> StrategyTables:
    main = main_game(rules)
    solution = analyse(main, strategy=Strategy.TOTAL).solution
    sayings = read_card(Path(strategy), main, solution) if strategy not in (TOTAL, TWO_CARD) else None
    if wagers:
        return lay_beside(rules, solution, wagers, play_for, strategy == TWO_CARD, sayings)
    return lay(main, solution, strategy == TWO_CARD, sayings)


def main_game(rules: Rules) -> Rules:
    """The same table without its side wagers, which change nothing in the main game: its tables may lie ready."""
    if not rules.play.side_wagers:
        return rules
    game = find(rules.key)
    off = {game.wager(key).switch: "no" for key in rules.play.side_wagers}
    return game.configure({**rules.options.shown(), **off})


def streams(seed: str, number: int) -> Iterator[Words64]:
    """The generators of this many blocks, each 2^128 numbers after the one before."""
    state = np.frombuffer(hashlib.sha256(seed.encode()).digest(), np.uint64).copy()
    for _ in range(number):
        yield state.copy()
        generator.jump(state)


def play_block(
    laid: StrategyTables, plan: Plan, decks: int, rng: Words64, rounds: int, tape: NDArray[np.int64]
) -> Tally:
    """One block, from cards in their first order. Its time is that of the rounds: machine code is made ready before."""
    if laid.beside is None:
        shoe = np.repeat(np.arange(10, dtype=np.uint8), [4 * decks] * 9 + [16 * decks + generator.SPARE])
    else:
        shoe = np.append(np.repeat(np.arange(len(DECK), dtype=np.uint8), decks), np.zeros(generator.SPARE, np.uint8))
    wagers = len(laid.wagers)
    places = 1 << (2 * plan.boxes * laid.largest).bit_length()
    if places > MOST_RESULTS:
        raise HolecardError("a round can have too many different results. Play fewer boxes")
    counted = Counted(np.zeros(1 + wagers, np.int64), np.zeros((1 + wagers, places), np.int64), tape)
    counts = None
    if plan.counting is not None:
        counts = plan.counting.tables(52 * decks, laid.beside is not None, wagers)
    departs = laid.departs if plan.counting is not None and plan.counting.departs else None
    kernel: Any = loops.walk
    dealing = Dealing(shoe, plan.cut, plan.fresh, plan.boxes, rng)
    given = (laid.main, laid.solo, laid.beside, laid.meets, counts, departs, dealing)
    kernel(*given, 0, counted)
    began = time.thread_time()
    kernel(*given, rounds, counted)
    taken = time.thread_time() - began
    results = tuple(_results(line) for line in counted.results)
    winners = tuple(int(one) for one in counted.sums[1:])
    by_count: Results = Counter() if counts is None else packed(counts)
    return Tally(rounds, int(counted.sums[0]), results[0], results[1:], winners, taken, by_count)


def _results(counts: NDArray[np.int64]) -> Results:
    """By result; what was lost is counted from the end backwards."""
    return Counter(
        {int(at) if 2 * at < len(counts) else int(at) - len(counts): int(counts[at]) for at in np.nonzero(counts)[0]}
    )


class Job(NamedTuple):
    """A block to be played: its number, its generator and its rounds."""

    number: int
    rng: Words64
    rounds: int


Played = Iterator[tuple[int, Tally]]
Player = Callable[[StrategyTables, Plan, int, Iterable[Job]], Played]  # plays jobs for so many decks, in any order


class Checkpoint(Protocol):
    """What is kept of a run, so that it can be taken up again."""

    def done(self) -> Mapping[int, Tally]:
        """The blocks that have been played."""

    def add(self, number: int, tally: Tally) -> None:
        """Keep one more."""


def on_this_machine(workers: int) -> Player:
    """Play with this many threads, because the kernel needs nothing of Python; one means the current thread."""

    def play(laid: StrategyTables, plan: Plan, decks: int, jobs: Iterable[Job]) -> Played:
        def one(job: Job) -> tuple[int, Tally]:
            return job.number, play_block(laid, plan, decks, job.rng, job.rounds, NO_TAPE)

        if workers <= 1:
            yield from map(one, jobs)
            return
        left = iter(jobs)
        pool = ThreadPoolExecutor(workers)
        try:
            playing = {pool.submit(one, job) for job in islice(left, 2 * workers)}
            while playing:
                done, playing = wait(playing, return_when=FIRST_COMPLETED)
                playing |= {pool.submit(one, job) for job in islice(left, len(done))}
                for block in done:
                    yield block.result()
        finally:
            pool.shutdown(cancel_futures=True)

    return play


def jobs_of(plan: Plan) -> Iterator[Job]:
    number = -(-plan.rounds // BLOCK)
    return (Job(at, rng, min(BLOCK, plan.rounds - at * BLOCK)) for at, rng in enumerate(streams(plan.seed, number)))


def simulate(
    rules: Rules,
    plan: Plan,
    player: Player | None = None,
    tell: Callable[[Result], None] | None = None,
    laid: StrategyTables | None = None,
    checkpoint: Checkpoint | None = None,
) -> Result:
    """Play a plan. `tell` hears the result so far; Ctrl-C ends the run with it."""
    plan = plan.checked(rules)
    laid = laid or laid_for(rules, plan.strategy, plan.wagers, PlayFor(plan.play_for))
    done = checkpoint.done() if checkpoint is not None else {}
    tally = sum(done.values(), Tally.nothing(len(laid.wagers)))
    jobs = (job for job in jobs_of(plan) if job.number not in done)
    began = time.perf_counter()
    try:
        for number, block in (player or on_this_machine(1))(laid, plan, rules.decks, jobs):
            tally += block  # first, so that what is kept is told of whenever Ctrl-C comes
            if checkpoint is not None:
                checkpoint.add(number, block)
            if tell is not None:
                tell(Result(plan, laid, tally, time.perf_counter() - began))
    except KeyboardInterrupt:
        if not tally.rounds:
            raise
    return Result(plan, laid, tally, time.perf_counter() - began)
