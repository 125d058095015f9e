"""Connections that one process passes to another: taken by the right one alone, and never served by two."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, cast

import pytest

from holecard.live.store.leases import Process
from holecard.live.web import passing
from holecard.live.web.passing import TAKEN, Taking, pass_on
from holecard.live.web.table_caller import TableCaller

ASKED = b"GET /ws/tables/1 HTTP/1.1\r\n\r\n"
pytestmark = pytest.mark.skipif(not passing.CAN_PASS, reason="only Linux passes connections")


class Answering(asyncio.Protocol):
    """What serves a visitor at the other process: it sends the request back."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._transport.write(b"you said " + data)


class Caller:
    """A visitor's connection, as far as it is passed on."""

    disconnected = False

    def __init__(self, transport: asyncio.Transport) -> None:
        self.transport = transport

    def request_bytes(self) -> bytes:
        return ASKED

    def end_silently(self) -> None:
        self.transport.close()


class Visit(NamedTuple):
    """A visitor, and their connection in the process that they came to."""

    reading: asyncio.StreamReader
    writing: asyncio.StreamWriter
    caller: Any  # a `TableCaller` as far as it matters

    async def hear(self) -> bytes:
        async with asyncio.timeout(10):
            return await self.reading.read(100)


@asynccontextmanager
async def visiting() -> AsyncIterator[Visit]:
    came = asyncio.get_running_loop().create_future()

    class Arriving(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            came.set_result(Caller(cast(asyncio.Transport, transport)))

    server = await asyncio.get_running_loop().create_server(Arriving, "127.0.0.1", 0)
    reading, writing = await asyncio.open_connection(*server.sockets[0].getsockname())
    try:
        yield Visit(reading, writing, await came)
    finally:
        writing.close()
        (await came).transport.abort()
        server.close()


def process(name: str, token: str = "secret") -> Process:
    return Process(f"test-{name}-{id(name)}", "", "", token)


async def passed(visit: Visit, to: Process) -> bool:
    return await pass_on(cast(TableCaller, visit.caller), to)


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


def test_a_process_that_takes_nothing_in_time_does_not_get_the_visitor_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is paused, and holds the connection when it wakes up: then there is nobody at the other end."""
    monkeypatch.setattr(passing, "TO_TAKE", 0.05)

    async def run() -> None:
        other = process("paused")
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
            listening.bind(passing._address(other))
            listening.listen()
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
