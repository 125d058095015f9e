"""`holecard serve` in a process that is forked from one with its imports done, in a fraction of the time."""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
import signal
import subprocess
import sys
from multiprocessing.process import BaseProcess
from pathlib import Path

from holecard.cli import run
from holecard.live.web import passing
from tests.live.served import Process, Served

PRELOADED = (
    "tests.live.forked",
    "holecard.cli.serve",
    "psycopg",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite.pysqlite",
    "uvicorn.lifespan.on",
    "uvicorn.loops.uvloop",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
)
PR_SET_PDEATHSIG = 1

_forking = multiprocessing.get_context("forkserver")
_forking.set_forkserver_preload(list(PRELOADED))


def _serve(arguments: list[str], log: Path, folder: Path, passes: bool) -> None:
    passing.CAN_PASS = passing.CAN_PASS and passes
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    gc.freeze()  # what was imported before the fork is not looked through again in every server
    os.chdir(folder)
    with open(log, "ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    sys.exit(run(arguments))


class _Child:
    """A forked process, handled like any other."""

    def __init__(self, process: BaseProcess) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        code = self._process.exitcode
        if code is None:
            raise subprocess.TimeoutExpired("holecard serve", timeout or 0.0)
        return code

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, sig)


class Forked(Served):
    """A server that is killed and started again many times."""

    passes = True  # connections to other processes of its house

    def _spawn(self, arguments: list[str]) -> Process:
        process = _forking.Process(target=_serve, args=(arguments, self._log, self._folder, self.passes))
        process.start()
        return _Child(process)


class Apart(Forked):
    """A server that relays connections, as if the other processes of its house ran on another machine."""

    passes = False
