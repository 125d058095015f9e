"""Who leaves a table leaves nothing behind: what they took is free at once, without a search for garbage.

That search seldom comes in a house that is busy, so thousands of visitors would have stayed in memory.
"""

from __future__ import annotations

import gc
import socket
import struct
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from holecard.live.store.store import Store
from holecard.live.web.door import Door
from tests.kit.patience import PATIENCE
from tests.live.hosted import Browser, hosted
from tests.live.kit import table

KINDS = (
    "TableCaller",
    "Caller",
    "HttpRequestParser",
    "ServerProtocol",
    "Request",
    "WebSocket",
    "_Visit",
    "Said",
    "Draft",
    "Refused",
    "Task",
    "TCPTransport",
)
HANDSHAKE = (
    b"GET /ws/tables/%d HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@contextmanager
def without_searches() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def held() -> Counter[str]:
    """How many objects of a connection, and of what was said, there are."""
    names = Counter(type(one).__name__ for one in gc.get_objects())
    return Counter({name: names[name] for name in KINDS})


def wait_until_left(door: Door, inside: int) -> None:
    limit = time.monotonic() + PATIENCE
    while door.inside > inside:
        assert time.monotonic() < limit, "somebody who left is counted"
        time.sleep(0.01)


def visit(browser: Browser, table_id: int, is_abrupt: bool) -> None:
    """Come to a table, and go: without a word, or before the table was sent."""
    with closing(socket.create_connection((browser.base_url.host, browser.base_url.port or 80), PATIENCE)) as calling:
        calling.sendall(HANDSHAKE % table_id)
        if is_abrupt:
            calling.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # reset when closed
        else:
            assert calling.recv(12) == b"HTTP/1.1 101"


def test_who_leaves_leaves_nothing_behind(tmp_path: Path) -> None:
    store, door = Store(f"sqlite:///{tmp_path}/house.db"), Door()
    with hosted(store, [table("reference")], door=door) as browser:
        browser.post("/api/guest").raise_for_status()
        with browser.at_table():
            pass
        visit(browser, 1, is_abrupt=False)
        wait_until_left(door, 1)
        time.sleep(0.5)  # their tasks end
        with without_searches():
            before = held()
            for at in range(10):
                visit(browser, 1, is_abrupt=at % 2 == 0)
                visit(browser, 99, is_abrupt=False)
                with browser.at_table() as seat:
                    assert seat.say(do="sit", box=1)["ok"]
                    assert not seat.say(do="sit", box=1)["ok"]
                    assert not seat.bet(10**9)["ok"]
                    assert seat.say(do="leave")["ok"]
            wait_until_left(door, 1)
            limit = time.monotonic() + PATIENCE
            while left := held() - before:
                assert time.monotonic() < limit, left
                time.sleep(0.05)  # their tasks end
    store.close()
