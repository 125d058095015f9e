"""The house's lab: runs analyses and simulations, one after another, in a separate process.

Everyone shares it fairly: whoever has used it least in the last hour is next, and a person has one job at a time.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from holecard.engine.rules import Rules
from holecard.law.clauses import house
from holecard.law.errors import HolecardError, Refused
from holecard.live.people.people import Person
from holecard.live.solving._processes import Helper
from holecard.live.solving.hints import is_installed

MODULE: Final = "holecard.live.solving.lab_process"
MOST_WAITING: Final = 40
FORGOTTEN: Final = 0.1  # seconds of use that no longer count
FADES: Final = 3600.0  # seconds after which use of the lab counts half
MOST_FINISHED: Final = 40  # jobs that are kept
MOST_ROUNDS: Final = 100_000_000


class State(StrEnum):
    """The state of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


IS_OVER: Final = frozenset({State.DONE, State.FAILED, State.CANCELLED})


@dataclass
class Job:
    """An analysis or a simulation, and the person who started it."""

    id: str
    kind: str  # analyse or simulate
    person: Person
    rules: Rules
    request: dict[str, Any]
    state: State = State.WAITING
    done: int = 0
    steps: int = 0
    step: str = ""
    quick: dict[str, Any] | None = None
    points: list[dict[str, Any]] = field(default_factory=list)
    result: dict[str, Any] | None = None
    error: str = ""
    task: asyncio.Task[None] | None = None

    def hear(self, progress: dict[str, Any]) -> None:
        self.done, self.steps, self.step = progress["done"], progress["steps"], progress["step"]
        self.quick = progress.get("quick") or self.quick
        if "point" in progress:
            self.points.append(progress["point"])


class Turns:
    """Lets one job run at a time: the next is that of the person who has used the lab least, then the oldest."""

    def __init__(self) -> None:
        self._is_taken = False
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []
        self._used: dict[int, tuple[float, float]] = {}  # by account: seconds, and when they were counted

    async def take(self, account: int) -> None:
        if not self._is_taken:
            self._is_taken = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((account, turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._pass_on()
            raise
        finally:
            self._waiting = [one for one in self._waiting if one[1] is not turn]

    def give_back(self, account: int, seconds: float) -> None:
        """The job of this person is over and has run for so long."""
        self._used[account] = self.used(account) + seconds, time.monotonic()
        self._used = {whose: held for whose, held in self._used.items() if self.used(whose) > FORGOTTEN}
        self._pass_on()

    def used(self, account: int) -> float:
        """Seconds of the lab that a person has used, of which older ones count less."""
        seconds, then = self._used.get(account, (0.0, 0.0))
        return seconds * 0.5 ** ((time.monotonic() - then) / FADES) if seconds else 0.0

    def ahead(self, account: int) -> int:
        """How many jobs run before this person's, if nobody else comes."""
        order = sorted(self._waiting, key=lambda one: self.used(one[0]))
        return next((at for at, (whose, _) in enumerate(order, start=1) if whose == account), 0)

    def _pass_on(self) -> None:
        self._is_taken = bool(self._waiting)
        if self._waiting:
            chosen = min(self._waiting, key=lambda one: self.used(one[0]))
            self._waiting.remove(chosen)
            if chosen[1].done():  # cancelled just now
                self._pass_on()
            else:
                chosen[1].set_result(None)


class Lab:
    """The running, waiting and finished jobs. Use it from one event loop."""

    def __init__(self) -> None:
        self._helper = Helper(MODULE)
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._turns = Turns()
        self._edges: dict[str, dict[str, Any]] = {}
        self._solving: dict[str, asyncio.Task[None]] = {}

    async def close(self) -> None:
        running = [job.task for job in self._jobs.values() if job.task is not None]
        for task in [*running, *self._solving.values()]:
            task.cancel()
        await self._helper.close()

    def begin(self, kind: str, person: Person, rules: Rules, request: dict[str, Any]) -> Job:
        """Start a job. A person may have one at a time."""
        check_installed()
        mine = next(
            (job for job in self._jobs.values() if job.person.id == person.id and job.state not in IS_OVER), None
        )
        if mine is not None:
            why = "you already have a job in the lab"
            raise Refused(f"another {_NAMES[kind]}", cite=house("the lab"), why=why, legal=("wait for it", "cancel it"))
        if sum(job.state not in IS_OVER for job in self._jobs.values()) >= MOST_WAITING:
            raise Refused(
                f"another {_NAMES[kind]}", cite=house("the lab"), why="too many jobs are waiting", legal=("try later",)
            )
        job = Job(secrets.token_urlsafe(12), kind, person, rules, {"do": kind, **_named(rules), **request})
        self._jobs[job.id] = job
        self._forget_old()
        job.task = asyncio.get_running_loop().create_task(self._run(job))
        return job

    def count(self, state: State) -> int:
        return sum(job.state is state for job in self._jobs.values())

    def ahead(self, job: Job) -> int:
        """How many jobs run before this one; 0 once it runs."""
        return self._turns.ahead(job.person.id) if job.state is State.WAITING else 0

    def find(self, job_id: str) -> Job | None:
        return self._jobs.get(job_id)

    def cancel(self, job: Job) -> None:
        if job.state not in IS_OVER and job.task is not None:
            job.state = State.CANCELLED
            job.task.cancel()

    async def file(self, job: Job, form: str) -> bytes:
        """The result of an analysis as a file."""
        return base64.b64decode(await self._helper.ask({"do": "file", "form": form, **_named(job.rules)}))

    def edge(self, rules: Rules) -> dict[str, Any] | None:
        """The house edge of a configured table. None while it is being solved; the first call starts that."""
        if rules.hash not in self._edges and rules.hash not in self._solving:
            check_installed()
            self._solving[rules.hash] = asyncio.get_running_loop().create_task(self._solve(rules))
        return self._edges.get(rules.hash)

    async def _solve(self, rules: Rules) -> None:
        try:
            self._edges[rules.hash] = await self._helper.ask({"do": "edge", **_named(rules)})
        except HolecardError:
            pass  # the next request starts it again
        finally:
            del self._solving[rules.hash]

    async def _run(self, job: Job) -> None:
        try:
            await self._turns.take(job.person.id)
            began = time.monotonic()
            try:
                job.state = State.RUNNING
                job.result = await self._helper.ask(job.request, job.hear)
                job.state = State.DONE
            finally:
                self._turns.give_back(job.person.id, time.monotonic() - began)
        except HolecardError as error:
            job.state, job.error = State.FAILED, str(error)
        except asyncio.CancelledError:
            job.state = State.CANCELLED

    def _forget_old(self) -> None:
        over = [job.id for job in self._jobs.values() if job.state in IS_OVER]
        for job_id in over[: max(0, len(over) - MOST_FINISHED)]:
            del self._jobs[job_id]


_NAMES: Final = {"analyse": "analysis", "simulate": "simulation"}


def check_installed() -> None:
    if not is_installed():
        raise HolecardError("the lab is not installed: run pip install holecard[lab] on the server")


def _named(rules: Rules) -> dict[str, Any]:
    return {"game": rules.key, "options": rules.options.shown()}
