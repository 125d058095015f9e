"""What the house measures of itself: for `/metrics`, and for the floor's page.

The tables only add to counters. Everything else is looked up when somebody asks, or every few seconds for the charts.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from holecard.live.people.passwords import Hashing
from holecard.live.solving.lab import Lab, State
from holecard.live.store.figures import SECONDS, Distribution, within
from holecard.live.table.house import House

PULSE: Final = 0.25  # seconds between two looks at the event loop
SAMPLED: Final = 5.0  # seconds between two points of a chart
KEPT: Final = 120  # points: ten minutes


class Sample(NamedTuple):
    """The house over a few seconds."""

    time: float
    actions: float  # a second
    refused: float  # a second
    within: float | None  # seconds that 99 % of the answers kept to: one of the bounds, or infinite
    batch: float | None  # units in a commit, on average
    waiting: int  # in all queues
    sockets: int
    lag: float  # of the event loop, the longest, in seconds


class _Counts(NamedTuple):
    """Counters at one moment, from which the next sample is reckoned."""

    at: float
    refused: int
    answers: list[int]
    commits: int
    units: float


class Monitor(Collector):
    """The figures of one house."""

    def __init__(self, house: House, hashing: Hashing, lab: Lab) -> None:
        self._house, self._hashing, self._lab = house, hashing, lab
        self._answers = Distribution(*SECONDS)
        self._refused = 0
        self._lags = Distribution(*SECONDS)
        self._longest = 0.0  # lag since the last sample
        self.samples: deque[Sample] = deque(maxlen=KEPT)
        self._before = self._counts()
        self._registry = CollectorRegistry()
        self._registry.register(self)
        self._watching: asyncio.Task[None] | None = None

    # From the tables

    def answered(self, seconds: float, is_refused: bool) -> None:
        """A message was handled: stored, or refused."""
        self._answers.add(seconds)
        self._refused += is_refused

    # Every few seconds

    def start(self) -> None:
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    def stop(self) -> None:
        if self._watching is not None:
            self._watching.cancel()

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + PULSE
            await asyncio.sleep(PULSE)
            lag = max(0.0, loop.time() - due)
            self._lags.add(lag)
            self._longest = max(self._longest, lag)
            if time.monotonic() - self._before.at >= SAMPLED:
                self.sample()

    def sample(self) -> Sample:
        """Note how it went since the last sample."""
        before, now = self._before, self._counts()
        seconds = max(now.at - before.at, PULSE)
        answers = [one - other for one, other in zip(now.answers, before.answers, strict=True)]
        commits = now.commits - before.commits
        found = Sample(
            time=self._house.store.now(),
            actions=sum(answers) / seconds,
            refused=(now.refused - before.refused) / seconds,
            within=within(self._answers.bounds, answers, 0.99),
            batch=(now.units - before.units) / commits if commits else None,
            waiting=sum(self.queues().values()),
            sockets=self.sockets(),
            lag=self._longest,
        )
        self.samples.append(found)
        self._before, self._longest = now, 0.0
        return found

    def _counts(self) -> _Counts:
        batches = self._house.store.batches
        return _Counts(time.monotonic(), self._refused, list(self._answers.counts), batches.count, batches.total)

    # When somebody asks

    def sockets(self) -> int:
        return sum(room.listeners for room in self._house.rooms.values())

    def queues(self) -> dict[str, int]:
        return {
            "tables": sum(room.waiting for room in self._house.rooms.values()),
            "store": self._house.store.waiting,
            "passwords": self._hashing.waiting,
            "lab": self._lab.count(State.WAITING),
        }

    def tables(self) -> dict[str, int]:
        """How many tables are in each state, every state named."""
        found = Counter(_state(room) for room in self._house.rooms.values())
        return {**{state: found[state] for state in STATES}, "unfit": len(self._house.unfit)}

    def shown(self) -> dict[str, Any]:
        """For the floor's page: the counts now, and the last minutes."""
        return {
            "tables": self.tables(),
            "queues": self.queues(),
            "sockets": self.sockets(),
            "actions": self._answers.count,
            "commits": self._house.store.batches.count,
            "lab_running": self._lab.count(State.RUNNING),
            "book_age": round(self._house.book_age, 1),
            "troubles": self._house.troubles(),
            "every": SAMPLED,
            "samples": [_finite(sample) for sample in self.samples],
        }

    def text(self) -> bytes:
        """For Prometheus."""
        return generate_latest(self._registry)

    def describe(self) -> list[Metric]:
        return []  # nothing is collected before the house is open

    def collect(self) -> Iterator[Metric]:
        store, house = self._house.store, self._house
        yield CounterMetricFamily("holecard_actions", "Messages that tables answered", self._answers.count)
        yield CounterMetricFamily("holecard_refusals", "Messages that tables refused", self._refused)
        yield _histogram("holecard_action_seconds", "From a message to its stored answer", self._answers)
        yield CounterMetricFamily("holecard_commits", "Transactions of the writer", store.batches.count)
        yield _histogram("holecard_commit_units", "Strokes and other writes in one transaction", store.batches)
        yield _histogram("holecard_commit_seconds", "Time of one transaction", store.commits)
        yield _histogram("holecard_loop_lag_seconds", "How late the event loop wakes", self._lags)
        yield _by("holecard_queue_length", "What waits in each queue", "queue", self.queues())
        yield _by("holecard_tables", "Tables in each state", "state", self.tables())
        jobs = {"waiting": self._lab.count(State.WAITING), "running": self._lab.count(State.RUNNING)}
        yield _by("holecard_lab_jobs", "Jobs in the lab", "state", jobs)
        yield GaugeMetricFamily("holecard_sockets", "Visitors connected to tables", self.sockets())
        yield GaugeMetricFamily("holecard_book_age_seconds", "Since the last head in the book", house.book_age)
        yield GaugeMetricFamily("holecard_ready", "1 if the house serves", float(not house.troubles()))


STATES: Final = "open", "stopped", "closed", "lost"


def _state(room: Any) -> str:
    if room.is_lost:
        return "lost"
    if not room.state.is_open:
        return "closed"
    return "stopped" if room.state.is_stopped else "open"


def _finite(sample: Sample) -> dict[str, float | None]:
    """A sample for JSON, which has no infinity: then it is beyond the last bound, and -1."""
    return sample._asdict() | {"within": -1 if sample.within == float("inf") else sample.within}


def _histogram(name: str, help_: str, values: Distribution) -> HistogramMetricFamily:
    buckets = [("+Inf" if bound == float("inf") else str(bound), count) for bound, count in values.at_most()]
    return HistogramMetricFamily(name, help_, buckets=buckets, sum_value=values.total)


def _by(name: str, help_: str, label: str, values: dict[str, int]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, help_, labels=[label])
    for value, count in values.items():
        family.add_metric([value], count)
    return family
