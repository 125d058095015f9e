"""Relays a visitor's connection to the process that serves the table, byte by byte, if it can't be passed there.

The other process answers the handshake. Nothing is read on the way, so a relayed message costs a small part of an
action. A visitor who does not read slows down only this connection, and is dropped after a while.
"""

from __future__ import annotations

import asyncio
from typing import Final, cast

from holecard.live.store.leases import Process
from holecard.live.table.house import House
from holecard.live.web.door import READING_SECONDS
from holecard.live.web.table_caller import RELAY, TableCaller

TO_CONNECT: Final = 2.0  # seconds
CHECKED: Final = 1.0  # seconds between two looks at whether the table is still served there


class _End(asyncio.Protocol):
    """One end of a relayed connection. What arrives here leaves at the other."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.other: _End | None = None
        self.ended = asyncio.get_running_loop().create_future()
        self._stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        if self.other is not None and self.other.transport is not None and not self.other.transport.is_closing():
            self.other.transport.write(data)

    def pause_writing(self) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.pause_reading()
        if self.transport is not None:
            self._stalled = asyncio.get_running_loop().call_later(READING_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        self._stop_waiting()
        if self.other is not None and self.other.transport is not None and not self.other.transport.is_closing():
            self.other.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        if self.other is not None and self.other.transport is not None:
            self.other.transport.close()  # after what is still to be written
        if not self.ended.done():
            self.ended.set_result(None)

    def _stop_waiting(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


async def relay(caller: TableCaller, to: Process, table_id: int, house: House) -> bool:
    """Connect a visitor, who was not answered yet, to another process until either ends. False: it can't be reached."""
    host, _, port = to.address.rpartition(":")
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(TO_CONNECT):
            _, there = await loop.create_connection(_End, host.strip("[]"), int(port))
    except (OSError, TimeoutError, ValueError):
        return False
    assert there.transport is not None
    if caller.disconnected or caller.transport.is_closing():
        there.transport.close()
        return True
    here = _End()
    here.transport, here.other, there.other = caller.transport, there, here
    there.transport.write(caller.request_bytes(RELAY + b": " + to.token.encode()))
    caller.is_relayed = True
    caller.transport.set_protocol(here)
    try:
        while not here.ended.done():
            await asyncio.wait((here.ended,), timeout=CHECKED)
            if (await house.directory.owners()).get(table_id) != to:  # also if it was only paused
                break
    finally:
        for end in (here, there):
            if end.transport is not None:
                end.transport.close()
        await asyncio.wait((here.ended,), timeout=READING_SECONDS)
        caller.connection_lost(None)
    return True
