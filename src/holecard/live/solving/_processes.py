"""Processes beside the server that compute, so that no table ever waits for mathematics.

A request and its answers are lines of JSON on the process's input and output. Such a process is given nothing but what
the request says: not the database, not the server's environment. It ends when its input does.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any, Final, NamedTuple

from holecard.law.clauses import house
from holecard.law.errors import HolecardError, Refused

Json = dict[str, Any]
Tell = Callable[[Any], None]

MOST_BYTES: Final = 64 * 1024 * 1024  # of an answer
KEPT: Final = ("HOME", "LANG", "PATH", "TMPDIR", "XDG_CACHE_HOME")  # of the server's environment
THREADS: Final = {"NUMBA_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


class Interrupted(HolecardError):
    """The process ended before it answered."""


class _Asked(NamedTuple):
    answer: asyncio.Future[Any]
    tell: Tell | None


class Helper:
    """A process that is started when it is first needed, and again if it has died. Used from one event loop."""

    def __init__(self, module: str, started: Callable[[], None] = lambda: None) -> None:
        self._module, self._started = module, started
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._asked: dict[int, _Asked] = {}
        self._numbers = count(1)
        self._starting = asyncio.Lock()
        self._is_closed = False

    async def ask(self, request: Mapping[str, Any], tell: Tell | None = None) -> Any:
        """The answer to a request; `tell` hears what is said before. What the process refuses is refused here."""
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
        """End the process, and whatever it was asked."""
        self._is_closed = True
        if self._process is not None:
            if self._process.returncode is None:
                self._process.kill()
            await self._process.wait()
        if self._reading is not None:
            await self._reading

    @property
    def pid(self) -> int | None:
        """Of the process as it runs now."""
        return self._process.pid if self._process is not None and self._process.returncode is None else None

    async def _send(self, process: asyncio.subprocess.Process, request: Json) -> None:
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            await process.stdin.drain()
        except (ConnectionError, RuntimeError):
            pass  # it has died, which its reader finds out

    async def _running(self) -> asyncio.subprocess.Process:
        async with self._starting:
            if self._is_closed:
                raise Interrupted("the house is closing")
            if self._process is None or self._process.returncode is not None or self._is_read():
                kept = {name: os.environ[name] for name in KEPT if name in os.environ}
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", self._module,
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=MOST_BYTES,
                    env={**kept, **THREADS}, start_new_session=True,
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
                    why = Refused("this", cite=house("the lab"), why=said["value"])
                    asked.answer.set_exception(why)
                case "failed":
                    asked.answer.set_exception(HolecardError(said["value"]))
        await process.wait()
        for asked in list(self._asked.values()):
            if not asked.answer.done():
                asked.answer.set_exception(Interrupted("the computation was interrupted: ask again"))


# In the process


class Lines:
    """What such a process reads and says. Its own output carries nothing else: what is printed goes to the errors."""

    def __init__(self, nice: int) -> None:
        os.nice(nice)
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
        """At once, whatever else is under way: nothing here is worth keeping."""
        os._exit(0)
