"""Connections that ask for too much: each ends soon, in one line, and nobody at a table notices."""

from __future__ import annotations

import asyncio
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest
from uvicorn.server import ServerState

from holecard.live.store.store import Store
from holecard.live.table.wire import wire_of
from holecard.live.web import door, sockets, table_caller
from holecard.live.web.door import Caller, Door, DoorConfig, networks
from tests.kit.patience import PATIENCE
from tests.live.exposed import Log
from tests.live.hosted import Browser, hosted
from tests.live.kit import table

TABLES = [table("reference")]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('door')}/house.db")
    with hosted(store, TABLES) as opened:
        yield opened
    store.close()


def call(browser: Browser) -> socket.socket:
    return socket.create_connection((browser.base_url.host, browser.base_url.port or 80), PATIENCE)


def answered(calling: socket.socket, *parts: bytes) -> str:
    """Everything that is answered to these bytes, until the server closes; it may close before all are sent."""
    try:
        for part in parts:
            calling.sendall(part)
    except (BrokenPipeError, ConnectionResetError):
        pass
    told = b""
    try:
        while got := calling.recv(65_536):
            told += got
    except ConnectionResetError:
        pass
    return told.decode()


HELLO = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
TO_TABLE = (
    b"GET /ws/tables/1 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


@pytest.mark.parametrize(
    ("parts", "status"),
    [
        pytest.param([HELLO + b"X-Long: ", *[b"x" * 65_536] * 1600], 431, id="a header of 100 MB"),
        pytest.param([HELLO, *[b"X-More: x\r\n"] * 200, b"\r\n"], 431, id="200 headers"),
        pytest.param([b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"], 414, id="a long address"),
        pytest.param([b"GET /", *[b"x" * 65_536] * 160], 414, id="an address without an end"),
        pytest.param(
            [b"POST /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999999\r\n\r\n"], 413, id="a long body"
        ),
        pytest.param(
            [
                b"POST /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n",
                *[b"1000\r\n" + b"x" * 4096 + b"\r\n"] * 100,
            ],
            413,
            id="a body in parts",
        ),
        pytest.param([b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"], 400, id="not HTTP"),
        pytest.param([(HELLO + b"\r\n") * 500], 429, id="500 requests at once"),
        pytest.param([TO_TABLE + b"Content-Length: 2\r\n\r\nab"], 400, id="a body on the way to a table"),
        pytest.param([TO_TABLE + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"], 400, id="one in parts"),
        pytest.param([TO_TABLE + b"Cookie: " + b"x" * 9000 + b"\r\n\r\n"], 400, id="a long line on the way there"),
    ],
)
def test_a_request_is_bounded(browser: Browser, parts: list[bytes], status: int) -> None:
    with closing(call(browser)) as calling:
        told = answered(calling, *parts)
    statuses = [line.split()[1] for line in told.split("\r\n") if line.startswith("HTTP/1.1 ")]
    assert statuses[-1:] in ([str(status)], []), "it may be reset before its answer is read"
    assert browser.get("/healthz").status_code == 200


@pytest.mark.parametrize("begun", [b"", b"GET / HT", HELLO, HELLO + b"Content-Length: 5\r\n\r\nab"])
def test_half_a_request_is_not_waited_for(browser: Browser, monkeypatch: pytest.MonkeyPatch, begun: bytes) -> None:
    for limit in ("HEAD_SECONDS", "BODY_SECONDS"):
        monkeypatch.setattr(door, limit, 0.05)
    with closing(call(browser)) as calling:
        assert answered(calling, begun).startswith(("HTTP/1.1 408", "HTTP/1.1 200"))


def test_a_request_that_trickles_in_ends(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte comes in time, but the whole does not."""
    monkeypatch.setattr(door, "WHOLE_SECONDS", 0.2)
    with closing(call(browser)) as calling:
        calling.sendall(b"POST /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\n")
        assert trickle(calling) < PATIENCE, "it was not ended"


def trickle(calling: socket.socket) -> float:
    """Send a byte now and then, until the server has enough of it; the seconds that it took."""
    began = time.monotonic()
    try:
        while time.monotonic() < began + PATIENCE:
            calling.sendall(b" ")
            time.sleep(0.01)
    except (BrokenPipeError, ConnectionResetError):
        pass
    return time.monotonic() - began


def test_connections_are_counted(tmp_path_factory: pytest.TempPathFactory) -> None:
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('counted')}/house.db")
    few = Door(per_address=4)
    with hosted(store, TABLES, door=few) as browser:
        assert browser.get("/healthz").status_code == 200  # one is kept open
        with browser.at_table(), ExitStack() as stack:
            waiting = [stack.enter_context(closing(call(browser))) for _ in range(2)]
            with closing(call(browser)) as refused:
                assert answered(refused).startswith("HTTP/1.1 503")
            assert few.inside == 4
            waiting[0].close()
            limit = time.monotonic() + PATIENCE
            while few.inside > 3:
                assert time.monotonic() < limit, "one who left is counted"
                time.sleep(0.01)
    assert few.inside == 0
    store.close()


def test_who_resets_a_connection_leaves_from_where_they_came() -> None:
    """A connection that was reset has no address any more; the request that was sent before is still read."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive())["type"] != "websocket.disconnect":
            pass

    async def run() -> None:
        config, state = DoorConfig(app, lifespan="off"), ServerState()
        config.load()
        server = await asyncio.get_running_loop().create_server(lambda: Caller(config, state, {}), "127.0.0.1", 0)
        with closing(socket.create_connection(server.sockets[0].getsockname())) as calling:
            async with asyncio.timeout(PATIENCE):
                while not config.door.inside:
                    await asyncio.sleep(0.01)
                calling.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # reset when closed
                calling.sendall(TO_TABLE + b"\r\n")
                calling.close()
                while config.door.inside:
                    await asyncio.sleep(0.01)
        assert not config.door._by_address
        server.close()

    asyncio.run(run())


def test_memory_is_given_back_when_nearly_all_of_many_have_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "MANY", 20)
    given: list[int] = []
    one = Door(give_back=lambda: given.append(one.inside))
    for _ in range(2):
        for _ in range(30):
            assert one.admit("192.0.2.1")
        for _ in range(30):
            one.leave("192.0.2.1")
    for _ in range(19):
        assert one.admit("192.0.2.1")
    for _ in range(19):
        one.leave("192.0.2.1")
    assert given == [3, 3]
    door.give_memory_back()  # does no harm


def test_only_a_named_proxy_says_who_calls(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Otherwise an invented address would pass every limit."""
    body = {"name": "Ann", "password": "wrong horse"}
    for proxies, wanted in (([], [401, 401, 429, 429]), (["127.0.0.1"], [401, 401, 401, 401])):
        store = Store(f"sqlite:///{tmp_path_factory.mktemp('proxied')}/house.db")
        with hosted(store, TABLES, logins_a_minute=2, door=Door(proxies=networks(proxies))) as browser:
            invented = [{"X-Forwarded-For": f"192.0.2.{at}"} for at in range(4)]
            codes = [browser.post("/api/login", json=body, headers=headers).status_code for headers in invented]
        assert codes == wanted
        store.close()


def test_an_abrupt_end_is_no_traceback(browser: Browser) -> None:
    """Whoever is gone without a word is no error of ours."""
    log = Log()
    request = TO_TABLE.replace(b"1 ", b"1?after=0 ", 1) + b"\r\n"
    begun = b"POST /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{"
    with log.kept():
        for sent in (request, begun, HELLO) * 10:
            with closing(call(browser)) as calling:
                calling.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # reset when closed
                calling.sendall(sent)
        assert browser.get("/healthz").status_code == 200
        with browser.at_table():
            pass
    assert [said for said in log.said if "\n" in said] == []


# What a browser is told to keep, and under which name the house answers


def test_private_data_is_not_kept_by_a_browser(browser: Browser) -> None:
    assert browser.get("/api/me").headers["cache-control"] == "no-store"
    assert browser.get("/api/lobby").headers["cache-control"] == "no-store"
    assert "cache-control" not in browser.get("/style.css").headers


def test_the_house_answers_only_under_its_own_names(tmp_path_factory: pytest.TempPathFactory) -> None:
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('named')}/house.db")
    with hosted(store, TABLES, hosts=("127.0.0.1", "casino.example")) as browser:
        assert browser.get("/api/lobby", headers={"Host": "casino.example:443"}).status_code == 200
        refused = browser.get("/api/lobby", headers={"Host": "elsewhere.example"})
        assert (refused.status_code, refused.json()) == (421, {"error": "this house has another address"})
        assert browser.get("/healthz", headers={"Host": "elsewhere.example"}).status_code == 200, "for the watchman"
        assert browser.get("/api/lobby", headers={"Host": ""}).status_code == 421
        with browser.at_table():
            pass
    store.close()


def test_a_browser_that_came_by_tls_comes_by_tls_again(tmp_path_factory: pytest.TempPathFactory) -> None:
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('tls')}/house.db")
    with hosted(store, TABLES, door=Door(proxies=networks(["127.0.0.1"]))) as browser:
        secure = browser.post("/api/guest", headers={"X-Forwarded-Proto": "https"})
        assert secure.headers["strict-transport-security"].startswith("max-age=")
        assert "Secure" in secure.headers["set-cookie"]
        assert "strict-transport-security" not in browser.get("/").headers
    store.close()


def test_who_reads_nothing_at_a_table_is_dropped(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the house keeps for a visitor is bounded in bytes, and everybody else is served."""
    monkeypatch.setattr(table_caller, "MOST_UNREAD", 20_000)
    monkeypatch.setattr(sockets, "TO_CLOSE", 0.1)
    room, renewing = browser.house.rooms[1], browser.house._renewing
    assert renewing is not None
    with closing(socket.socket()) as calling:
        calling.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        calling.connect((browser.base_url.host, browser.base_url.port))
        calling.sendall(TO_TABLE + b"\r\n")
        limit = time.monotonic() + PATIENCE
        while not room._listeners:
            assert time.monotonic() < limit, "the visitor has not come in"
            time.sleep(0.01)
        while room._listeners:
            assert time.monotonic() < limit, "the visitor who reads nothing is still there"
            renewing.get_loop().call_soon_threadsafe(room._send_all, wire_of("x" * 100_000))
            time.sleep(0.001)
