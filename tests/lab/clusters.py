"""A Dask cluster on this machine, started as an operator starts one; what a test waits for it waits for by looking."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import distributed

from tests.kit.patience import PATIENCE

ROOT = Path(__file__).parents[2]
Process = subprocess.Popen[bytes]


def wait_until(happened: Callable[[], bool]) -> None:
    """Look until something has happened, for as long as a busy machine may need."""
    ends = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < ends, "nothing happened"
        time.sleep(0.01)


class Cluster:
    """A scheduler and workers as an operator starts them. A piece is given up with the first worker that it had."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self.stack = folder, stack
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address, self.file = f"tcp://127.0.0.1:{port}", folder / "scheduler.json"
        place = ("--host", "127.0.0.1", "--port", str(port), "--scheduler-file", str(self.file))
        self.scheduler = self.start("scheduler", *place)
        self.workers: list[Process] = []

    def add_worker(self) -> None:
        options = ("--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder))
        self.workers.append(self.start("worker", self.address, *options))

    def have_workers(self, number: int) -> None:
        """So many that live, and are known to the scheduler."""
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        while len(self.workers) < number:
            self.add_worker()
        with self.client() as client:
            wait_until(lambda: len(client.scheduler_info()["workers"]) == number)

    def start(self, *arguments: str) -> Process:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
            cwd=ROOT,
            env={**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        return process

    def client(self) -> Any:
        connect: Any = distributed.Client
        return connect(self.address, set_as_default=False, timeout=PATIENCE)
