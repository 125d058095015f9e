"""Runs computations in separate processes, so that no table waits for mathematics.

Requests and answers are lines of JSON on the process's input and output. The process gets only what the request says:
no database and no server environment. It ends when its input ends.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

from holecard.law.clauses import house
from holecard.law.errors import HolecardError, Refused

Json = dict[str, Any]
Tell = Callable[[Any], None]

MOST_BYTES: Final = 64 * 1024 * 1024  # of an answer
PASSED_ON: Final = ("HOME", "LANG", "PATH", "TMPDIR", "XDG_CACHE_HOME")  # of the server's environment
GROUP_TRIES: Final = 20
GROUP_AGAIN: Final = 0.1  # seconds
THREADS: Final = {"NUMBA_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


class Interrupted(HolecardError):
    """The process ended before it answered."""


class _Asked(NamedTuple):
    answer: asyncio.Future[Any]
    tell: Tell | None


class Helper:
    """A process that is started when first needed, and again if it has died. Use it from one event loop."""

    def __init__(self, module: str, started: Callable[[], None] = lambda: None) -> None:
        self._module, self._started = module, started
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._asked: dict[int, _Asked] = {}
        self._numbers = count(1)
        self._starting = asyncio.Lock()
        self._is_closed = False

    async def ask(self, request: Mapping[str, Any], tell: Tell | None = None) -> Any:
        """Send a request and return its answer; `tell` gets progress messages. A refusal is raised here."""
        process = await self._running()
        number = next(self._numbers)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._asked[number] = _Asked(answer, tell)
        try:
            await self._send(process, {"id": number, **request})
            return await answer
        except asyncio.CancelledError:
            await self._send(process, {"id": number, "do": "cancel"})
            raise
        finally:
            self._asked.pop(number, None)

    async def close(self) -> None:
        """End the process and everything it works on."""
        self._is_closed = True
        if self._process is not None:
            if self._process.returncode is None:
                self._process.kill()
            await self._process.wait()
        if self._reading is not None:
            await self._reading

    @property
    def pid(self) -> int | None:
        """The running process's id, if it runs."""
        return self._process.pid if self._process is not None and self._process.returncode is None else None

    async def _send(self, process: asyncio.subprocess.Process, request: Json) -> None:
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            await process.stdin.drain()
        except (ConnectionError, RuntimeError):
            pass  # it has died; its reader will notice

    async def _running(self) -> asyncio.subprocess.Process:
        async with self._starting:
            if self._is_closed:
                raise Interrupted("the server is shutting down: try again later")
            if self._process is None or self._process.returncode is not None or self._is_read():
                passed_on = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", self._module,
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=MOST_BYTES,
                    env={**passed_on, **THREADS}, start_new_session=True,
                )  # fmt: skip
                self._reading = asyncio.create_task(self._read(self._process))
                self._started()
            return self._process

    def _is_read(self) -> bool:
        return self._reading is not None and self._reading.done()

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            said = json.loads(line)
            asked = self._asked.get(said["id"])
            if asked is None or asked.answer.done():
                continue
            match said["what"]:
                case "told" if asked.tell is not None:
                    asked.tell(said["value"])
                case "done":
                    asked.answer.set_result(said["value"])
                case "refused":
                    why = Refused("the lab", cite=house("the lab"), why=said["value"])
                    asked.answer.set_exception(why)
                case "failed":
                    asked.answer.set_exception(HolecardError(said["value"]))
        await process.wait()
        for asked in list(self._asked.values()):
            if not asked.answer.done():
                asked.answer.set_exception(Interrupted("the calculation was interrupted: start it again"))


# In the process


def give_way(nice: int) -> None:
    """Let every other process go first.

    This process leads a session. On Linux each session may be a group that gets as much of the processor as any other,
    whatever the priority of its processes: so the group is made to give way too. Only one group of the machine may be
    changed in a tenth of a second, so those who start together take turns.
    """
    os.nice(nice)
    for _ in range(GROUP_TRIES):
        try:
            Path("/proc/self/autogroup").write_text(str(nice), encoding="ascii")
        except BlockingIOError:
            time.sleep(GROUP_AGAIN)
        except OSError:  # there are no such groups here
            return
        else:
            return


class Lines:
    """The process's input and output. Anything printed goes to the error stream instead."""

    def __init__(self, nice: int) -> None:
        give_way(nice)
        self._out = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)
        self._lock = threading.Lock()

    def requests(self) -> Iterator[Json]:
        for line in sys.stdin.buffer:
            yield json.loads(line)

    def say(self, number: int, what: str, value: Any) -> None:
        text = json.dumps({"id": number, "what": what, "value": value}).encode() + b"\n"
        with self._lock:
            self._out.write(text)
            self._out.flush()

    def end(self) -> None:
        """Exit at once: nothing here needs to be saved."""
        os._exit(0)
