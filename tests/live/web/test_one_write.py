"""What a visitor is told in one turn goes out in one write, in order, and before the connection ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest
from uvicorn.server import ServerState

from holecard.live.web import door
from holecard.live.web.door import Door, DoorConfig, TableCaller


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
    monkeypatch.setattr(door, "MOST_UNREAD", 10)

    def turn(caller: TableCaller) -> None:
        assert caller.send_frame(bytes(11))
        assert not caller.send_frame(b"x")

    assert told(turn) == [bytes(11)]
