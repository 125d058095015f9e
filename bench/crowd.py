"""The players of `bench/live.py`: a WebSocket client that costs little, so that one core can drive a whole house.

Those who sit at one table are sent the same bytes. A message is decoded once for all of them, and the table is
followed once. Frames are masked with zeros, which a server must accept and which costs nothing.
"""

from __future__ import annotations

import asyncio
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import msgspec

from tests.live.following import whole
from tests.live.kit import choose

STAKES = {"main": 500}
_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode
_REPLY, _TABLE = b'{"type":"reply"', b'{"type":"table"'
_TEXT, _PING, _PONG = 1, 9, 0x8A  # kinds of frames; the last as it is sent
_LONG, _LONGER = 126, 127  # lengths of a frame that say that the length follows


class Seen:
    """What a crowd has seen; what was answered before `begin` or after `end` is not counted."""

    def __init__(self, begin: float, end: float) -> None:
        self.begin, self.end = begin, end
        self.latencies: list[float] = []
        self.refused = 0

    def answered(self, sent: float, ok: bool = True) -> None:
        now = time.perf_counter()
        if self.begin <= now < self.end:
            self.latencies.append(now - sent)
            self.refused += not ok


class Client(asyncio.Protocol, ABC):
    """A WebSocket. `heard` gets every text that arrives."""

    def __init__(self, path: str, cookie: str = "") -> None:
        self._path, self._cookie = path, cookie
        self._rest = b""
        self._is_open = False

    @abstractmethod
    def heard(self, text: bytes) -> None: ...

    @abstractmethod
    def opened(self) -> None: ...

    def say(self, text: bytes) -> None:
        size = len(text)
        long = bytes((0x81, 0x80 | _LONG)) + size.to_bytes(2) if size >= _LONG else bytes((0x81, 0x80 | size))
        if not self._transport.is_closing():  # a thought may come after the end
            self._transport.write(long + bytes(4) + text)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        host, port = transport.get_extra_info("peername")[:2]
        lines = [f"GET {self._path} HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += ["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13"]
        lines += [f"Cookie: {self._cookie}"] if self._cookie else []
        self._transport.write("\r\n".join([*lines, "", ""]).encode())

    def leave(self) -> None:
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        if not self._is_open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            assert head.startswith(b"HTTP/1.1 101"), head.partition(b"\r\n")[0]
            self._is_open = True
            self.opened()
        at, there = 0, len(data)
        while there - at >= 2:
            size, begin = data[at + 1], at + 2
            if size == _LONG:
                size, begin = int.from_bytes(data[at + 2 : at + 4]), at + 4
            elif size == _LONGER:
                size, begin = int.from_bytes(data[at + 2 : at + 10]), at + 10
            if begin > there or begin + size > there:
                break
            if data[at] & 0x0F == _TEXT:
                self.heard(data[begin : begin + size])
            elif data[at] & 0x0F == _PING:  # whoever does not answer is dropped after a while
                self._transport.write(bytes((_PONG, 0x80 | size)) + bytes(4) + data[begin : begin + size])
            at = begin + size
        self._rest = data[at:]


class Followed:
    """A table as those who sit there are told of it."""

    def __init__(self) -> None:
        self._text = b""
        self.view: dict[str, Any] = {}

    def read(self, text: bytes) -> None:
        """The first of them to hear it reads it for all."""
        if text == self._text:
            return
        message = _decode(text)
        if self.view and message["seq"] < self.view["seq"]:
            return  # another has heard more already
        self._text, self.view = text, whole(message, self.view)


class Player(Client):
    """Somebody who answers whatever they are asked, after thinking for up to so many seconds."""

    def __init__(
        self, name: str, cookie: str, place: tuple[int, int], at: Followed, seen: Seen, thinking: float
    ) -> None:
        table, self._box = place
        super().__init__(f"/ws/tables/{table}", cookie)
        self._name, self._at, self._seen, self._thinking = name, at, seen, thinking
        self._chance = random.Random(name)
        self._waits = self._thinks = False  # for an answer; about one
        self._sent, self._number = 0.0, 0

    def opened(self) -> None:
        self._ask({"do": "sit", "box": self._box})

    def heard(self, text: bytes) -> None:
        if text.startswith(_TABLE):
            self._at.read(text)
        elif text.startswith(_REPLY):
            self._seen.answered(self._sent, ok=b'"ok":true' in text)
            self._waits = False
        if not self._waits and not self._thinks and self._choice() is not None:
            self._thinks = True
            asyncio.get_running_loop().call_later(self._chance.uniform(0, self._thinking), self._speak)

    def _choice(self) -> dict[str, Any] | None:
        return choose(self._at.view, self._name, self._chance, STAKES) if self._at.view else None

    def _speak(self) -> None:
        self._thinks = False
        if not self._waits and (message := self._choice()) is not None:
            self._ask(message)

    def _ask(self, message: dict[str, Any]) -> None:
        self._waits, self._sent, self._number = True, time.perf_counter(), self._number + 1
        self.say(_encode({"key": f"{self._name}-{self._number}", **message}))


class Echoed(Client):
    """Somebody who sends the same text as soon as it came back."""

    def __init__(self, text: bytes, seen: Seen) -> None:
        super().__init__("/")
        self._text, self._seen, self._sent = text, seen, 0.0

    def opened(self) -> None:
        self._sent = time.perf_counter()
        self.say(self._text)

    def heard(self, text: bytes) -> None:
        self._seen.answered(self._sent)
        self.opened()


async def drive(port: int, seen: Seen, clients: Callable[[], list[Client]]) -> float:
    """Let these clients do what they do until the end; returns the seconds of CPU in the counted time."""
    loop = asyncio.get_running_loop()
    made = clients()
    for one in made:
        await loop.create_connection(partial(_given, one), "127.0.0.1", port)
    await asyncio.sleep(max(0.0, seen.begin - time.perf_counter()))
    before = time.process_time()
    await asyncio.sleep(max(0.0, seen.end - time.perf_counter()))
    used = time.process_time() - before
    for one in made:
        one.leave()
    return used


def _given(client: Client) -> Client:
    return client
