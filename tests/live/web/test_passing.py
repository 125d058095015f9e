"""Connections that one process passes to another: taken by the right one alone, and never served by two."""

from __future__ import annotations

import asyncio
import os
import resource
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, NamedTuple, cast

import pytest
from uvicorn.server import ServerState

from holecard.live.store.leases import Process
from holecard.live.web import passing
from holecard.live.web.door import Caller, Door, DoorConfig
from holecard.live.web.passing import TAKEN, Taking, pass_on
from holecard.live.web.table_caller import FRAMES, TableCaller

ASKED = (
    b"GET /ws/tables/1 HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: Upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
HELLO = bytes.fromhex("8185 37fa213d 7f9f4d5158")  # a message, from RFC 6455, section 5.7
pytestmark = pytest.mark.skipif(not passing.CAN_PASS, reason="only Linux passes connections")


class Answering(asyncio.Protocol):
    """What serves a visitor at the other process: it sends the request back."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._transport.write(b"you said " + data)


class Visit(NamedTuple):
    """A visitor, and their connection in the process that they came to, whose app has not answered them."""

    reading: asyncio.StreamReader
    writing: asyncio.StreamWriter
    caller: TableCaller
    door: Door

    async def hear(self) -> bytes:
        async with asyncio.timeout(10):
            return await self.reading.read(1000)

    def speak(self) -> None:
        self.writing.write(HELLO)


@asynccontextmanager
async def visiting() -> AsyncIterator[Visit]:
    came = asyncio.get_running_loop().create_future()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        came.set_result(scope["extensions"][FRAMES])
        while (await receive())["type"] != "websocket.disconnect":
            pass

    config, state = DoorConfig(app, lifespan="off"), ServerState()
    config.load()
    server = await asyncio.get_running_loop().create_server(lambda: Caller(config, state, {}), "127.0.0.1", 0)
    reading, writing = await asyncio.open_connection(*server.sockets[0].getsockname())
    writing.write(ASKED)
    try:
        yield Visit(reading, writing, await came, config.door)
    finally:
        writing.close()
        (await came).transport.abort()
        server.close()


def process(name: str, token: str = "secret") -> Process:
    return Process(f"test-{name}-{id(name)}", "", "", token)


async def passed(visit: Visit, to: Process) -> bool:
    return await pass_on(visit.caller, to)


def test_a_connection_is_served_by_the_process_that_takes_it() -> None:
    async def run() -> None:
        other = process("taking")
        taking = Taking(other, Answering)
        async with visiting() as visit:
            assert await passed(visit, other)
            assert await visit.hear() == b"you said " + ASKED
            visit.writing.write(b"and more")
            assert await visit.hear() == b"you said and more"
            assert visit.caller.transport.is_closing(), "the first process has let go of it"
            assert visit.door.inside == 0
        taking.close()

    asyncio.run(run())


def test_who_shows_another_token_passes_nothing() -> None:
    async def run() -> None:
        other = process("strict")
        taking = Taking(other, Answering)
        async with visiting() as visit:
            assert not await passed(visit, other._replace(token="guessed"))
            assert not visit.caller.transport.is_closing()
            visit.caller.transport.write(b"still here")
            assert await visit.hear() == b"still here"
        taking.close()

    asyncio.run(run())


def test_nobody_takes_connections_there() -> None:
    async def run() -> None:
        async with visiting() as visit:
            assert not await passed(visit, process("gone"))
            assert not visit.caller.transport.is_closing()

    asyncio.run(run())


@contextmanager
def silent(name: str) -> Iterator[tuple[Process, socket.socket]]:
    """A process that is paused: it listens, and takes nobody."""
    other = process(name)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
        listening.bind(passing._address(other))
        listening.listen()
        yield other, listening


def test_a_process_that_takes_nothing_in_time_does_not_get_the_visitor_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is paused, and holds the connection when it wakes up: then there is nobody at the other end."""
    monkeypatch.setattr(passing, "TO_TAKE", 0.05)

    async def run() -> None:
        with silent("paused") as (other, listening):
            async with visiting() as visit:
                assert await passed(visit, other)
                assert await visit.hear() == b"", "the visitor is disconnected, and comes again"
                late, _ = listening.accept()
                with late:
                    _, numbers, _, _ = socket.recv_fds(late, 1000, 1)
                    os.close(numbers[0])
                    with pytest.raises(BrokenPipeError):
                        late.send(TAKEN)

    asyncio.run(run())


def test_whoever_comes_meanwhile_is_not_taken_for_a_visitor_who_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of a closed connection is soon another's."""
    monkeypatch.setattr(passing, "TO_TAKE", 0.2)

    async def run() -> None:
        with silent("asleep") as (other, _):
            async with visiting() as visit:
                passing_on = asyncio.create_task(passed(visit, other))
                await asyncio.sleep(0.05)
                visit.writing.close()
                await asyncio.sleep(0.05)
                async with visiting() as next_one:
                    assert await passing_on
                    assert visit.door.inside == 0
                    next_one.caller.transport.write(b"welcome")
                    assert await next_one.hear() == b"welcome"

    asyncio.run(run())


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_what_a_visitor_says_meanwhile_is_for_whoever_takes_them(loop: str) -> None:
    """They hear it after the request."""

    async def run() -> None:
        other = process("slow")
        taking = Taking(other, Answering)
        async with visiting() as visit:
            passing_on = asyncio.create_task(passed(visit, other))
            await asyncio.sleep(0)  # it is sent, and both processes have it
            visit.speak()
            assert await passing_on
            heard = await visit.hear()
            assert heard.startswith(b"you said " + visit.caller.request_bytes())
            while not heard.endswith(HELLO):
                heard += (said := await visit.hear())
                assert said
        taking.close()

    pytest.importorskip(loop).run(run())


def test_a_house_that_stops_meanwhile_says_nothing_to_them() -> None:
    """Its answer would come among those of the process that has taken them."""

    async def run() -> None:
        with silent("undecided") as (other, listening):
            async with visiting() as visit:
                passing_on = asyncio.create_task(passed(visit, other))
                await asyncio.sleep(0.05)
                visit.caller.shutdown()
                await asyncio.sleep(0.05)
                assert not visit.caller.transport.is_closing()
                there, _ = listening.accept()
                with there:
                    _, numbers, _, _ = socket.recv_fds(there, 1000, 1)
                    there.send(TAKEN)
                    assert await passing_on
                with socket.socket(fileno=numbers[0]) as visitor:
                    visitor.send(b"welcome")
                    assert await visit.hear() == b"welcome"
            async with visiting() as visit:
                passing_on = asyncio.create_task(passed(visit, other))
                await asyncio.sleep(0.05)
                visit.caller.shutdown()
                listening.accept()[0].close()
                assert not await passing_on
                assert (await visit.hear()).startswith(b"HTTP/1.1 500 "), "nobody took them"
                assert visit.caller.transport.is_closing()

    asyncio.run(run())


def test_another_user_at_the_address_of_a_process_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody on the machine can see the address of a process that has gone, and take it."""

    async def run() -> None:
        with silent("taken-over") as (other, listening):
            async with visiting() as visit:
                monkeypatch.setattr(passing, "_user_of", lambda there: os.getuid() + 1)
                assert not await passed(visit, other)
                there, _ = listening.accept()
                with there:
                    assert there.recv(1000) == b""
                visit.caller.transport.write(b"still here")
                assert await visit.hear() == b"still here"

    asyncio.run(run())


def test_what_is_no_visitor_is_let_go() -> None:
    async def run() -> None:
        other = process("confused")
        taking = Taking(other, Answering)
        for said in (b"", b"secret", b"secret\n" + ASKED):  # nobody comes with it
            with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as there:
                there.setblocking(False)
                there.connect(passing._address(other))
                there.send(said)
                async with asyncio.timeout(10):
                    assert await asyncio.get_running_loop().sock_recv(there, 1) == b""
        async with visiting() as visit:
            assert await passed(visit, other), "it goes on taking others"
        taking.close()

    asyncio.run(run())


def test_a_process_without_a_free_descriptor_takes_them_later(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Taking] = []
    accept = Taking._accept

    def count(taking: Taking) -> None:
        tried.append(taking)
        accept(taking)

    monkeypatch.setattr(Taking, "_accept", count)

    async def run() -> None:
        other = process("full")
        taking = Taking(other, Answering)
        async with visiting() as visit:
            with one_descriptor():  # which is for the one who passes
                passing_on = asyncio.create_task(passed(visit, other))
                await asyncio.sleep(0.25)
                assert 1 <= len(tried) <= 4, "not in every turn of the loop"
            assert await passing_on
            assert (await visit.hear()).startswith(b"you said ")
        taking.close()

    asyncio.run(run())


@contextmanager
def one_descriptor() -> Iterator[None]:
    """Only one more file or connection can be opened."""
    usual, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with socket.socket() as lowest:
        resource.setrlimit(resource.RLIMIT_NOFILE, (lowest.fileno() + 1, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (usual, most))
