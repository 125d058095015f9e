"""What a visitor is told in one turn goes out in one write, in order, and before the connection ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest
from uvicorn.server import ServerState

from holecard.live.web import table_caller
from holecard.live.web.door import Door, DoorConfig
from holecard.live.web.table_caller import FRAMES, TableCaller


class Written:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []
        self.ended = False

    def write(self, data: bytes) -> None:
        self.writes.append(data)

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return self.ended

    def close(self) -> None:
        self.ended = True

    def get_extra_info(self, name: str) -> Any:
        return None

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading


async def app(scope: Any, receive: Any, send: Any) -> None:
    raise AssertionError("nothing comes to the app")


def told(turn: Callable[[TableCaller], None]) -> list[bytes]:
    """What is written in and after a turn."""

    async def run() -> list[bytes]:
        caller, written = TableCaller(DoorConfig(app, Door()), ServerState(), {}), Written()
        caller.transport = cast(Any, written)
        turn(caller)
        await asyncio.sleep(0)
        return written.writes

    return asyncio.run(run())


def test_the_frames_of_a_turn_are_one_write() -> None:
    def turn(caller: TableCaller) -> None:
        assert all(caller.send_frame(frame) for frame in (b"stroke", b"balance", b"reply"))

    assert told(turn) == [b"strokebalancereply"]


def test_last_words_come_before_the_end() -> None:
    def turn(caller: TableCaller) -> None:
        caller.send_frame(b"restarting")
        caller.shutdown()
        caller.send_frame(b"too late")

    first, *rest = told(turn)
    assert first == b"restarting"
    assert b"too late" not in b"".join(rest)


def test_what_waits_to_be_written_counts_as_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_caller, "MOST_UNREAD", 10)

    def turn(caller: TableCaller) -> None:
        assert caller.send_frame(bytes(11))
        assert not caller.send_frame(b"x")

    assert told(turn) == [bytes(11)]


HANDSHAKE = (
    b"GET /ws/tables/1 HTTP/1.1\r\nHost: house\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def test_who_comes_is_let_in_and_told_the_table_in_one_write() -> None:
    async def table(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][FRAMES].send_frame(b"the table")
        await receive()

    async def run() -> list[bytes]:
        config = DoorConfig(table, Door(), ws_ping_interval=None)
        config.load()
        config.loaded_app = cast(Any, table)
        caller, written = TableCaller(config, ServerState(), {}), Written()
        caller.connection_made(cast(Any, written))
        caller.data_received(HANDSHAKE)
        while not written.writes:
            await asyncio.sleep(0.001)
        return written.writes

    (write,) = asyncio.run(run())
    assert write.startswith(b"HTTP/1.1 101 ")
    assert write.endswith(b"\r\n\r\nthe table")
