"""The workers of `holecard serve --workers N`: processes that share the port and the tables.

The first process takes the port and watches the workers. A worker that dies is started again. SIGHUP starts them anew,
one after another, so that an upgraded version comes in while the house stays open.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType
from typing import Final, NamedTuple

from holecard.law.errors import HolecardError

WORKER: Final = "HOLECARD_WORKER"  # NUMBER:DESCRIPTOR, in the environment of a worker
LOOKED: Final = 0.1  # seconds between two looks at the workers
AGAIN: Final = 1.0  # seconds before a worker that died is started again
SETTLED: Final = 5.0  # seconds that a new worker has to take its tables, before the next one is stopped


class Worker(NamedTuple):
    """Which worker this process is."""

    number: int
    descriptor: int

    def listening(self) -> socket.socket:
        return socket.socket(fileno=self.descriptor)


def this_worker() -> Worker | None:
    """The worker that this process is, or None for the first process."""
    said = os.environ.get(WORKER)
    if not said:
        return None
    number, _, descriptor = said.partition(":")
    return Worker(int(number), int(descriptor))


def place_of(port: int, worker: int) -> str:
    """The place of a process that listens on this port: nobody else can be there while it does.

    The machine since its start, and the network of the container, if it is in one.
    """
    booted = Path("/proc/sys/kernel/random/boot_id")
    machine = booted.read_text().strip() if booted.exists() else socket.gethostname()
    network = Path("/proc/self/ns/net")
    inode = network.stat().st_ino if network.exists() else 0
    return f"{machine}:{inode}:{port}:{worker}"


class _Crew:
    """The workers, and what the operator asked for."""

    def __init__(self, size: int, listening: socket.socket) -> None:
        self._listening, self._processes = listening, dict.fromkeys(range(1, size + 1))
        self._running: dict[int, subprocess.Popen[bytes]] = {}
        self._started: dict[int, float] = {}
        self._stops = self._renews = False
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._asked)

    def _asked(self, number: int, frame: FrameType | None) -> None:
        if number == signal.SIGHUP:
            self._renews = True
        else:
            self._stops = True

    def run(self) -> None:
        while not self._stops:
            for number in self._processes:
                self._keep(number)
            if self._renews:
                self._renews = False
                self._renew()
            time.sleep(LOOKED)
        for process in self._running.values():
            process.send_signal(signal.SIGTERM)
        for process in self._running.values():
            process.wait()

    def _keep(self, number: int) -> None:
        running = self._running.get(number)
        if running is not None and running.poll() is None:
            return
        if running is not None:
            early = time.monotonic() - self._started[number] < AGAIN
            print(f"holecard: worker {number} ended with {running.returncode}, starting it again", file=sys.stderr)
            if early and running.returncode > 0:
                self._stops = True
                raise HolecardError(f"worker {number} can't start: see above")
        self._start(number)

    def _start(self, number: int) -> None:
        descriptor = self._listening.fileno()
        self._started[number] = time.monotonic()
        self._running[number] = subprocess.Popen(
            [sys.executable, "-c", "from holecard.cli import main; main()", *sys.argv[1:]],
            env={**os.environ, WORKER: f"{number}:{descriptor}"},
            pass_fds=[descriptor],
            start_new_session=True,  # Ctrl+C goes to the first process alone, which then stops the others
        )

    def _renew(self) -> None:
        for number in self._processes:
            old = self._running[number]
            old.send_signal(signal.SIGTERM)
            old.wait()
            self._start(number)
            settled = time.monotonic() + SETTLED
            while time.monotonic() < settled and not self._stops:
                time.sleep(LOOKED)
            if self._stops:
                return


def run_workers(size: int, listening: socket.socket) -> None:
    """Run so many workers until this process is told to stop."""
    _Crew(size, listening).run()
