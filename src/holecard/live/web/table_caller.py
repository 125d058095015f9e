"""A visitor's WebSocket to a table: how it enters, what it hears and sends past the app, and what is left of it."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from holecard.live.web.frames import Frames

if TYPE_CHECKING:
    from collections.abc import Callable

    from holecard.live.web.door import DoorConfig

MOST_UNREAD: Final = 2**20  # bytes that a visitor at a table may lag behind
FRAMES: Final = "holecard.frames"  # where the app finds the connection that it sends frames to
RELAY: Final = b"x-holecard-relay"  # what another process of the house shows at the private address
SWITCHED: Final = 101  # to the WebSocket protocol
UNREADABLE: Final = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


def address_of(client: tuple[str, int] | None) -> str:
    return client[0] if client else ""


class TableCaller(WebSocketsSansIOProtocol):
    """A WebSocket. It came in as an HTTP connection and was counted then."""

    config: DoorConfig
    heard: Callable[[str], None] | None = None  # what gets the visitor's messages, once they are at a table
    is_relayed = False  # another process answers it

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._ready: list[bytes] = []  # frames that go out together
        self._ready_bytes = 0
        self._arriving = Frames()
        self._is_served = False  # the app has it
        self._is_held = self._is_to_end = False  # another process may have it; the house stops meanwhile

    def data_received(self, data: bytes) -> None:
        """Hand what a visitor at a table says straight to the table; the library reads everything else."""
        if not self.handshake_initiated:  # this is the request, and nothing more comes until it is answered
            self.transport.pause_reading()
            self.config.door.enter_in_turn(self.loop, partial(self._enter, data))
            return
        for text, frame in self._arriving.read(data):
            if text is None or self.heard is None or self.close_sent:
                super().data_received(frame)
            else:
                self.heard(text)

    def _enter(self, request: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()
            super().data_received(request)
            if not self.handshake_initiated:  # the library refuses to read it, and leaves it open without an answer
                self.transport.write(UNREADABLE)
                self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """Hand a message straight to the table; the app would queue it, and wake a task for each."""
        if self.heard is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode() if self.curr_msg_data_type == "text" else ""
        except UnicodeDecodeError:
            super().send_receive_event_to_app()  # which closes the connection
            return
        self.frames = []
        self.heard(text)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHED:
            cast(dict[str, Any], self.scope)["extensions"][FRAMES] = self  # the app runs after this
            self._is_served = True

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self._is_served = False
        self._let_go()

    def _let_go(self) -> None:
        """When it is over, break the circles in which its objects know each other: all of them are freed then, and not
        at a search for garbage, which seldom comes and would find thousands."""
        if self._is_served or not self.disconnected:
            return
        self.conn.parser.close()
        if self.handshake_initiated and self.response.status_code == SWITCHED:
            cast(dict[str, Any], self.scope)["extensions"].pop(FRAMES, None)

    def request_bytes(self, *added: bytes) -> bytes:
        """The visitor's own request, for another process of the house, with lines added to it."""
        lines = [b"GET " + self.request.path.encode("ascii") + b" HTTP/1.1"]
        lines += [name + b": " + value for name, value in self.scope["headers"] if name.lower() != RELAY]
        return b"\r\n".join([*lines, *added, b"", b""])

    def hold(self) -> None:
        """Another process may have the connection already: read nothing that is for it, and answer nothing.

        While nothing is read, nobody notices that the visitor leaves. So the descriptor stays this connection's.
        """
        self._is_held = True
        self.transport.pause_reading()

    def keep(self) -> None:
        """No other process has the connection."""
        self._is_held = False
        if not self.read_paused:  # which it is if they spoke before they were answered
            self.transport.resume_reading()
        if self._is_to_end:
            self.shutdown()

    def end_silently(self) -> None:
        """Another process has the connection now, and answers it."""
        self.transport.set_protocol(asyncio.Protocol())
        self.connection_lost(None)

    def send_frame(self, frame: bytes) -> bool:
        """Send a frame that is ready, to an accepted visitor; False if they have read too little of what they got.

        It goes past the app's own sending, which would frame the same text again for every listener. What a turn of the
        table tells a visitor (each stroke, their balance, their reply) goes out in one write when the turn is over.
        """
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return True
        if self._ready_bytes + self.transport.get_write_buffer_size() > MOST_UNREAD:
            return False
        self._make_ready(frame)
        return True

    def _make_ready(self, sent: bytes) -> None:
        if not self._ready:
            self.loop.call_soon(self._send_ready)
        self._ready.append(sent)
        self._ready_bytes += len(sent)

    def _send_ready(self) -> None:
        frames, self._ready, self._ready_bytes = self._ready, [], 0
        if frames and not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))

    def shutdown(self) -> None:
        if self._is_held:
            self._is_to_end = True
            return
        if self.is_relayed:
            self.transport.close()
            return
        self._send_ready()  # the last words come before the end of the connection
        super().shutdown()

    async def send(self, message: Any) -> None:
        """What the app itself says, such as that it closes the connection, comes after what is ready."""
        self._send_ready()
        if self.transport.is_closing() and not self.handshake_complete:
            raise ClientDisconnected  # they left before they were let in
        if message["type"] == "websocket.accept" and not self.handshake_complete and self.initial_response is None:
            self._accept(message)
        else:
            await super().send(message)

    def _accept(self, message: Any) -> None:
        """Answer the handshake as Uvicorn does, but in one write with the table that follows."""
        given = [*self.default_headers, *message.get("headers", ())]
        del self.response.headers["Date"]
        self.response.headers.update([(name.decode("latin-1"), value.decode("latin-1")) for name, value in given])
        self.handshake_complete = True
        self.conn.send_response(self.response)
        self._make_ready(b"".join(self.conn.data_to_send()))
        self.start_keepalive()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.config.door.leave(address_of(self.client))
        self._let_go()
