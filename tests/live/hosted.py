"""A house served from a thread of this process, and a browser that visits it: quicker than a process of its own."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from holecard.live.asking import COOKIE
from holecard.live.clocks import Clocks
from holecard.live.house import House
from holecard.live.server import make_app
from holecard.live.store import Store
from tests.live.kit import PATIENCE, PATIENT, checked

_KEYS = count(1)


class Browser(httpx.Client):
    """Somebody's cookies, for HTTP and for the tables alike."""

    @contextmanager
    def at_table(self, table_id: int = 1) -> Iterator[AtTable]:
        cookie = self.cookies.get(COOKIE)
        headers = {"Cookie": f"{COOKIE}={cookie}"} if cookie else {}
        url = f"ws://{self.base_url.host}:{self.base_url.port}/ws/tables/{table_id}"
        with connect(url, additional_headers=headers) as connection:
            yield AtTable(connection)


class AtTable:
    """A connection to a table, one thing after another."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self.view: dict[str, Any] = json.loads(connection.recv(PATIENCE))

    def say(self, key: str = "", **message: Any) -> dict[str, Any]:
        """Say it; the answer."""
        key = key or f"browser-{next(_KEYS)}"
        self._connection.send(json.dumps({"key": key, **message}))
        while True:
            told: dict[str, Any] = json.loads(self._connection.recv(PATIENCE))
            if told["type"] == "table":
                self.view = told
            if told["type"] == "reply":
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
    store: Store, tables: Iterable[str], clocks: Clocks = PATIENT, logins_a_minute: float = 1e9
) -> Iterator[Browser]:
    """A house at this database, until the end of the block."""
    house = House(store, clocks)
    house.prepare(checked(tables))
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    config = uvicorn.Config(
        make_app(house, logins_a_minute),
        log_level="warning",
        ws="websockets-sansio",
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
            yield browser
    finally:
        server.should_exit = True
        thread.join()
