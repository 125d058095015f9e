"""`holecard serve` as a process of its own, to be killed, paused and started again; and its visitors over the wire."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from holecard.live.web._asking import COOKIE
from tests.kit.patience import PATIENCE
from tests.live.following import whole
from tests.live.kit import PATIENTLY, house_file

HOLECARD = Path(sys.executable).with_name("holecard")
HTTP: Final[dict[str, Any]] = {"timeout": PATIENCE, "verify": False}  # no certificates have to be loaded
CLOCKS = {"betting": 3600.0, "deciding": 3600.0, "away": 3600.0, "logins": 100_000.0}
_KEYS = count(1)


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


class Process(Protocol):
    """As much of a process as is needed here."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def send_signal(self, sig: int) -> None: ...


class Served:
    """One server. It ends when this process does, whatever ends it."""

    program: tuple[str, ...] = (str(HOLECARD),)

    def __init__(self, url: str, folder: Path, tables: Iterable[str] = (), **options: float | str) -> None:
        self.database, self.port, self._folder = url, free_port(), folder
        self._options: dict[str, float | str] = {**CLOCKS, **options}
        self._process: Process | None = None
        self._house, self._log = folder / f"house-{self.port}.toml", folder / f"server-{self.port}.log"
        text = house_file(tables)
        self._tables = text.count("[[table]]")
        self._house.write_text(text, encoding="utf-8")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""

    @property
    def invitation(self) -> str:
        """The token in the link for the first floorperson, as it was last printed."""
        return self.log.rpartition("/#/invited/")[2].split()[0]

    def start(self, tables: int | None = None) -> Self:
        """Start it, and wait until it serves so many tables: all, unless another process has some or all of them.

        Those of a process that was killed come only when its lease is over, on PostgreSQL.
        """
        wanted = self._tables if tables is None else tables
        arguments = ["serve", "--database", self.database, "--port", str(self.port), "--house", str(self._house)]
        arguments += [f"--{name}={value}" for name, value in self._options.items()]
        arguments += ["--no-hints"]  # which nobody here asks for, and which would take the processor for a minute
        self._process = self._spawn(arguments)
        limit = time.monotonic() + PATIENCE
        while not self.serves(wanted):
            if self._process.poll() is not None or time.monotonic() > limit:
                self.kill()
                raise AssertionError(f"the server does not answer: {self.log}")
            time.sleep(0.02)
        return self

    def _spawn(self, arguments: list[str]) -> Process:
        with open(self._log, "ab") as log:
            command = ["setpriv", "--pdeathsig", "KILL", *self.program, *arguments]
            return subprocess.Popen(command, stdout=log, stderr=log, cwd=self._folder)

    def serves(self, tables: int) -> bool:
        """Whether it answers, and has so many tables at least."""
        try:
            reply = httpx.get(f"{self.address}/healthz", **HTTP)
        except httpx.TransportError:
            return False
        return reply.status_code == 200 and bool(reply.json()["tables"] >= tables)

    def send(self, number: signal.Signals) -> None:
        """A signal: SIGSTOP, SIGCONT."""
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As an operator would."""
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(number)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
        self._process = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def client(self, cookie: str = "") -> httpx.Client:
        """For HTTP, perhaps as somebody who is logged in."""
        return httpx.Client(base_url=self.address, cookies={COOKIE: cookie} if cookie else None, **HTTP)

    def guest(self) -> tuple[str, str]:
        """Somebody new with chips: his name and his cookie."""
        with self.client() as client:
            name: str = client.post("/api/guest").raise_for_status().json()["name"]
            return name, client.cookies[COOKIE]

    def visit(self, table_id: int, cookie: str = "", after: int = -1) -> Visitor:
        return Visitor(f"ws://127.0.0.1:{self.port}/ws/tables/{table_id}?after={after}", cookie)


class Visitor:
    """A connection to a table, as an asynchronous context: what it was told, and what it says."""

    def __init__(self, url: str, cookie: str) -> None:
        self._url, self._headers = url, {"Cookie": f"{COOKIE}={cookie}"} if cookie else {}
        self.told: list[dict[str, Any]] = []
        self._view: dict[str, Any] | None = None
        self.replies: dict[str, dict[str, Any]] = {}
        self.is_closed = False
        self._news = asyncio.Condition()

    async def __aenter__(self) -> Self:
        self._socket: ClientConnection = await connect(
            self._url, additional_headers=self._headers, max_size=None, **PATIENTLY
        )
        self._listening = asyncio.create_task(self._listen())
        await self.until(lambda: self.is_closed or any(one["type"] == "table" for one in self.told))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._socket.close()
        await self._listening

    async def _listen(self) -> None:
        try:
            async for text in self._socket:
                message = json.loads(text)
                async with self._news:
                    if message["type"] == "table":
                        message = self._view = whole(message, self._view)
                    self.told.append(message)
                    if message["type"] == "reply" and message["key"] is not None:
                        self.replies[message["key"]] = message
                    self._news.notify_all()
        except (ConnectionClosed, OSError):
            pass
        async with self._news:
            self.is_closed = True
            self._news.notify_all()

    @property
    def view(self) -> dict[str, Any]:
        assert self._view is not None, "whoever connects is told"
        return self._view

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something that was told makes it so."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(holds)

    async def send(self, text: str) -> None:
        await self._socket.send(text)

    async def say(self, key: str = "", **message: Any) -> dict[str, Any]:
        """Say it and wait for the answer; a connection that drops before is a `ConnectionError`."""
        key = key or f"wire-{next(_KEYS)}"
        try:
            await self.send(json.dumps({"key": key, **message}))
        except ConnectionClosed as error:
            raise ConnectionError("the connection dropped") from error
        await self.until(lambda: key in self.replies or self.is_closed)
        if key not in self.replies:
            raise ConnectionError("the connection dropped")
        return self.replies[key]
