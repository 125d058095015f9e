"""A house served from a thread of this process, and a browser that visits it: quicker than a process of its own."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from holecard.live.store.store import Store
from holecard.live.table.clocks import Clocks
from holecard.live.table.house import House
from holecard.live.web._asking import COOKIE
from holecard.live.web.door import Door, DoorConfig
from holecard.live.web.server import THIS_MACHINE, make_app
from tests.kit.patience import PATIENCE
from tests.live.following import whole
from tests.live.kit import PATIENT, PATIENTLY, PracticeHouse, checked

_KEYS = count(1)


class Browser(httpx.Client):
    """Somebody's cookies, for HTTP and for the tables alike, at a house of this process."""

    house: House

    def another(self, token: str = "") -> Browser:
        """Somebody else's browser, to be closed by whoever asks."""
        cookies = {COOKIE: token} if token else None
        found = Browser(base_url=self.base_url, timeout=PATIENCE, cookies=cookies)
        found.house = self.house
        return found

    @contextmanager
    def at_table(self, table_id: int | str = 1, origin: str | None = None) -> Iterator[AtTable]:
        cookie = self.cookies.get(COOKIE)
        headers = {"Cookie": f"{COOKIE}={cookie}"} if cookie else {}
        headers |= {"Origin": origin} if origin is not None else {}
        url = f"ws://{self.base_url.host}:{self.base_url.port}/ws/tables/{table_id}"
        with connect(url, additional_headers=headers, max_queue=None, **PATIENTLY) as connection:
            yield AtTable(connection)


class AtTable:
    """A connection to a table, one thing after another."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self.view: dict[str, Any] = json.loads(connection.recv(PATIENCE))

    def say(self, key: str = "", **message: Any) -> dict[str, Any]:
        """Say it; the answer."""
        return self.send(json.dumps({"key": key or f"browser-{next(_KEYS)}", **message}))

    def send(self, frame: str | bytes, is_text: bool | None = None) -> dict[str, Any]:
        """Send it as it is, bytes perhaps as if they were text; the answer."""
        self._connection.send(frame, text=is_text)
        return self.reply()

    def send_all(self, frames: Sequence[str]) -> list[dict[str, Any]]:
        """Send them without waiting; the answers."""
        for frame in frames:
            self._connection.send(frame)
        return [self.reply() for _ in frames]

    def reply(self) -> dict[str, Any]:
        """The next answer to something that was sent."""
        return self._hear_until(lambda told: bool(told["type"] == "reply"))

    def until_seq(self, seq: int) -> None:
        """Wait until the table was told with so many entries."""
        if self.view["seq"] < seq:
            self._hear_until(lambda _: bool(self.view["seq"] >= seq))

    def _hear_until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            told: dict[str, Any] = json.loads(self._connection.recv(PATIENCE))
            if told["type"] == "table":
                self.view = whole(told, self.view)
            if holds(told):
                return told

    def closed(self) -> int:
        """Wait until the server closes the connection; the code that it gives."""
        try:
            while True:
                self._connection.recv(PATIENCE)
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd is not None else 0

    def bet(self, sum_: int, key: str = "") -> dict[str, Any]:
        return self.say(key, do="bet", bets=[{"box": 1, "amount": sum_, "wager": "main"}])


@contextmanager
def hosted(
    store: Store,
    tables: Iterable[str],
    clocks: Clocks = PATIENT,
    logins_a_minute: float = 1e9,
    seed: int | str | None = None,
    door: Door | None = None,
    hosts: Sequence[str] = (),
    metrics_from: Sequence[str] = THIS_MACHINE,
) -> Iterator[Browser]:
    """A house at this database, until the end of the block; with a seed, its cards are foretold."""
    house = House(store, clocks) if seed is None else PracticeHouse(store, clocks, seed, "")
    house.prepare(checked(tables))
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    config = DoorConfig(
        make_app(house, logins_a_minute, hosts=hosts, metrics_from=metrics_from),
        door,
        ws_ping_interval=None,  # which would draw random numbers among those of Hypothesis
        timeout_keep_alive=int(PATIENCE),  # or a slow machine closes a connection just as it is used again
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, name="hosted")
    thread.start()
    try:
        limit = time.monotonic() + PATIENCE
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            assert time.monotonic() < limit, "the server did not start in time"
            time.sleep(0.01)
        with Browser(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as browser:
            browser.house = house
            yield browser
    finally:
        server.should_exit = True
        thread.join()
