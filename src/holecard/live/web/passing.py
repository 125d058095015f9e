"""Passes a visitor's connection to the process of this machine that serves the table.

The kernel gives that process the open connection (SCM_RIGHTS), and with it goes the visitor's request. From then on the
two talk to each other alone: nothing is copied on the way, as it is where a connection is relayed. Each process takes
connections at an abstract address of Linux, which needs no file and is gone with the process. Elsewhere, and between
machines, connections are relayed.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
import sys
from collections.abc import Callable
from hmac import compare_digest
from typing import Final, cast

from holecard.live.store.leases import Process
from holecard.live.web.door import MOST_HEAD, MOST_URL
from holecard.live.web.table_caller import TableCaller

TO_TAKE: Final = 2.0  # seconds in which the other process must take a connection
TAKE_LATER: Final = 0.1  # seconds, if there is no descriptor for another connection
MOST_WAITING: Final = 1024  # connections that a process has not taken yet
TAKEN: Final = b"\x01"
_MOST_SENT: Final = 2 * (MOST_URL + MOST_HEAD)  # the token and the request, with room to spare
_CREDENTIALS: Final = struct.Struct("3i")  # process, user, group
CAN_PASS = sys.platform == "linux"


def _address(process: Process) -> bytes:
    return b"\0holecard-" + process.id.encode()


def _new_socket() -> socket.socket:
    return socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_NONBLOCK)


async def pass_on(caller: TableCaller, to: Process) -> bool:
    """Pass on a visitor who was not answered yet. False: that process takes none, so they are still here."""
    if not CAN_PASS or caller.disconnected or caller.transport.is_closing():
        return False
    caller.hold()
    if await _is_passed(caller, to):
        caller.end_silently()
        return True
    caller.keep()
    return False


async def _is_passed(caller: TableCaller, to: Process) -> bool:
    number = caller.transport.get_extra_info("socket").fileno()
    with _new_socket() as there:
        try:
            there.connect(_address(to))
            if _user_of(there) != os.getuid():  # it took the address of a process that is gone
                return False
            socket.send_fds(there, [f"{to.token}\n".encode() + caller.request_bytes()], [number])
        except OSError:  # it is gone, on another machine, or too many wait
            return False
        try:
            async with asyncio.timeout(TO_TAKE):
                return await asyncio.get_running_loop().sock_recv(there, 1) == TAKEN
        except TimeoutError:  # it may take them later, when nobody would know that they are there
            with socket.socket(fileno=os.dup(number)) as visitor:
                visitor.shutdown(socket.SHUT_RDWR)
            return True
        except OSError:  # it ended before it took the visitor
            return False


class Taking:
    """Where a process takes the connections that others of this machine pass to it."""

    def __init__(self, me: Process, new_protocol: Callable[[], asyncio.Protocol]) -> None:
        self._token, self._new_protocol = me.token.encode(), new_protocol
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._coming: set[socket.socket] = set()
        self._listening = _new_socket()
        self._listening.bind(_address(me))
        self._listening.listen(MOST_WAITING)
        self._later: asyncio.TimerHandle | None = None
        self._listen()

    def close(self) -> None:
        if self._later is not None:
            self._later.cancel()
        self._loop.remove_reader(self._listening)
        self._listening.close()
        for one in tuple(self._coming):
            self._leave(one)

    def _listen(self) -> None:
        self._loop.add_reader(self._listening, self._accept)

    def _accept(self) -> None:
        try:
            other, _ = self._listening.accept()
        except OSError:  # it would fail in every turn of the loop
            self._loop.remove_reader(self._listening)
            self._later = self._loop.call_later(TAKE_LATER, self._listen)
            return
        other.setblocking(False)
        self._coming.add(other)
        if _user_of(other) == os.getuid():
            self._loop.add_reader(other, self._take, other)
        else:
            self._leave(other)

    def _leave(self, other: socket.socket) -> None:
        self._coming.discard(other)
        self._loop.remove_reader(other)
        other.close()

    def _take(self, other: socket.socket) -> None:
        visitors: list[socket.socket] = []
        try:
            said, numbers, _, _ = socket.recv_fds(other, _MOST_SENT, 1, socket.MSG_CMSG_CLOEXEC)
            visitors += [socket.socket(fileno=number) for number in numbers]
            token, _, request = said.partition(b"\n")
            if visitors and compare_digest(token, self._token):
                other.send(TAKEN)  # fails if the other process has given up; then the visitor is gone too
                task = self._loop.create_task(self._serve(visitors.pop(), request))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        except OSError:
            pass
        finally:
            self._leave(other)
            for visitor in visitors:
                visitor.close()

    async def _serve(self, visitor: socket.socket, request: bytes) -> None:
        visitor.setblocking(False)
        await self._loop.connect_accepted_socket(lambda: _Begun(self._new_protocol(), request), visitor)


class _Begun(asyncio.Protocol):
    """A connection whose first bytes were read already: those are heard before anything that has come since."""

    def __init__(self, protocol: asyncio.Protocol, heard: bytes) -> None:
        self._protocol, self._heard = protocol, heard

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast(asyncio.Transport, transport).set_protocol(self._protocol)
        self._protocol.connection_made(transport)
        self._protocol.data_received(self._heard)


def _user_of(other: socket.socket) -> int:
    """The user whose process is at the other end."""
    _, user, _ = _CREDENTIALS.unpack(other.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size))
    return int(user)
