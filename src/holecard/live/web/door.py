"""The door: what one connection may cost before anybody knows who it is.

An HTTP connection is closed as soon as its request is too large, too slow or one too many. Uvicorn itself has no such
limits. A header of 100 MB would otherwise stop every table while it is read.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from hmac import compare_digest
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, Final, cast

import httptools
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from holecard.law.errors import Malformed
from holecard.live.people.limits import CONNECTIONS, PER_ADDRESS
from holecard.live.web.frames import Frames

MOST_URL: Final = 4096  # bytes
MOST_HEADERS: Final = 64
MOST_HEAD: Final = 16_384  # bytes of all headers
MOST_BODY: Final = 65_536  # bytes
MOST_PIPELINED: Final = 16  # requests that wait for an answer on one connection
MOST_MESSAGE: Final = 65_536  # bytes of a WebSocket message; the table itself accepts less, with a better answer
MOST_UNREAD: Final = 2**20  # bytes that a visitor at a table may lag behind
FRAMES: Final = "holecard.frames"  # where the app finds the connection that it sends frames to
RELAY: Final = b"x-holecard-relay"  # what another process of the house shows at the private address
SWITCHED: Final = 101  # to the WebSocket protocol

HEAD_SECONDS: Final = 10.0  # from the first byte, or from the connection, to the last header
BODY_SECONDS: Final = 10.0  # between two parts of a body
WHOLE_SECONDS: Final = 30.0  # for the whole request
READING_SECONDS: Final = 20.0  # a client that reads nothing of its answer for so long is dropped


class TooMuch(Exception):
    """A request beyond a limit; ends the connection."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


@dataclass(kw_only=True)
class Door:
    """Who is connected, from where, and how many may be.

    >>> door = Door(per_address=1, proxies=networks(["10.0.0.0/8"]))
    >>> [door.admit(address) for address in ("192.0.2.1", "192.0.2.1", "10.1.1.1", "10.1.1.1")]
    [True, False, True, True]
    """

    connections: int = CONNECTIONS
    per_address: int = PER_ADDRESS
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    inside: int = 0
    _by_address: Counter[str] = field(default_factory=Counter)
    _entering: deque[Callable[[], None]] = field(default_factory=deque)

    def admit(self, address: str, is_private: bool = False) -> bool:
        """Count a connection in. A proxy, and another process of the house, may open as many as the house takes: all
        its visitors come through it."""
        full = self.inside >= self.connections
        is_one = not is_private and not self._is_proxy(address)
        if full or (is_one and self._by_address[address] >= self.per_address):
            return False
        self.inside += 1
        self._by_address[address] += 1
        return True

    def leave(self, address: str) -> None:
        self.inside -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]

    def enter_in_turn(self, loop: asyncio.AbstractEventLoop, enter: Callable[[], None]) -> None:
        """Let one visitor to a table in with each turn of the loop: if hundreds come at once, players are heard between
        them."""
        self._entering.append(enter)
        if len(self._entering) == 1:
            loop.call_soon(self._let_in, loop)

    def _let_in(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            self._entering[0]()
        finally:
            self._entering.popleft()
            if self._entering:
                loop.call_soon(self._let_in, loop)

    def _is_proxy(self, address: str) -> bool:
        try:
            return any(ip_address(address) in network for network in self.proxies)
        except ValueError:
            return False


def networks(addresses: Iterable[str], option: str = "--proxy") -> tuple[IPv4Network | IPv6Network, ...]:
    """Addresses and networks as an option names them."""
    try:
        return tuple(ip_network(one) for one in addresses)
    except ValueError as error:
        raise Malformed(f"{option}: {error}. Name an address or a network, such as 10.0.0.0/8") from error


class DoorConfig(uvicorn.Config):
    """Uvicorn's settings, with the door that both kinds of connection share."""

    def __init__(
        self, app: ASGIApp, door: Door | None = None, private: tuple[int, str] | None = None, **settings: Any
    ) -> None:
        """`private`: the port for other processes of the house, and the token that they must show there."""
        self.door, self.private = door or Door(), private
        super().__init__(
            cast(Any, app),
            http=Caller,
            ws=TableCaller,
            ws_max_size=MOST_MESSAGE,
            ws_per_message_deflate=False,
            log_level="warning",
            server_header=False,
            proxy_headers=bool(self.door.proxies),  # otherwise anybody could invent an address
            forwarded_allow_ips=[str(one) for one in self.door.proxies],
            **settings,
        )


class HouseServer(uvicorn.Server):
    """A server that calls `drain` before it closes its connections."""

    def __init__(self, config: DoorConfig, drain: Callable[[], Awaitable[None]], others_listen: bool = False) -> None:
        """`others_listen`: other workers accept connections at the same port, so this one need not while it stops."""
        super().__init__(config)
        self._drain, self._others_listen = drain, others_listen

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._others_listen:
            for server in self.servers:
                server.close()
        await self._drain()
        await super().shutdown(sockets)


def _address(client: tuple[str, int] | None) -> str:
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

    def send_frame(self, frame: bytes) -> bool:
        """Send a frame that is ready, to an accepted visitor; False if they have read too little of what they got.

        It goes past the app's own sending, which would frame the same text again for every listener. What a turn of the
        table tells a visitor (each stroke, their balance, their reply) goes out in one write when the turn is over.
        """
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return True
        if self._ready_bytes + self.transport.get_write_buffer_size() > MOST_UNREAD:
            return False
        if not self._ready:
            self.loop.call_soon(self._send_ready)
        self._ready.append(frame)
        self._ready_bytes += len(frame)
        return True

    def _send_ready(self) -> None:
        frames, self._ready, self._ready_bytes = self._ready, [], 0
        if frames and not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))

    def shutdown(self) -> None:
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
        await super().send(message)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.config.door.leave(_address(self.client))


class Caller(HttpToolsProtocol):
    """An HTTP connection within limits."""

    config: DoorConfig

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in Uvicorn
        super().connection_made(transport)
        self._deadline: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._began = self.loop.time()
        self._unread = self._head = self._body = 0
        self._in_head, self._is_upgraded = True, False
        private, port = self.config.private, (transport.get_extra_info("sockname") or ("", 0))[1]
        self._token = private[1].encode() if private is not None and port == private[0] else None
        self._is_admitted = self.config.door.admit(_address(self.client), self._token is not None)
        if self._is_admitted:
            self._expect_more(HEAD_SECONDS)
        else:
            self._turn_away(TooMuch(503, "too many connections: try again later"))

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._resume()
        super().connection_lost(exc)
        if self._is_admitted:
            self.config.door.leave(_address(self.client))

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        if self.transport.is_closing():
            return
        self._unread += len(data)
        try:
            self.parser.feed_data(data)
            if self._in_head and self._unread > MOST_URL + MOST_HEAD:  # the parser keeps what it can't hand over yet
                raise TooMuch(431, f"the headers are too long: send at most {MOST_HEAD} bytes")
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self._stop_waiting()
                self._is_admitted = False  # from now on the WebSocket is counted
                self.handle_websocket_upgrade()
            else:
                self._turn_away(TooMuch(400, "can't switch to this protocol"))
        except TooMuch as refusal:
            self._turn_away(refusal)
        except httptools.HttpParserError as error:
            cause = error.__context__
            self._turn_away(cause if isinstance(cause, TooMuch) else TooMuch(400, "this is not an HTTP request"))

    # What the parser reports

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if len(self.pipeline) >= MOST_PIPELINED:
            raise TooMuch(429, "too many requests at once: wait for the answers")
        self._began, self._in_head = self.loop.time(), True
        self._head = self._body = 0
        self._expect_more(HEAD_SECONDS)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > MOST_URL:
            raise TooMuch(414, f"the address is too long: send at most {MOST_URL} bytes")

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._head += len(name) + len(value)
        if self._head > MOST_HEAD or len(self.headers) > MOST_HEADERS:
            raise TooMuch(431, f"too many headers: send at most {MOST_HEADERS}, and {MOST_HEAD} bytes")
        if name.lower() == b"content-length" and (not value.isdigit() or int(value[:12]) > MOST_BODY):
            raise TooMuch(413, f"the request is too long: send at most {MOST_BODY} bytes")

    def on_headers_complete(self) -> None:
        if self._token is not None and not any(
            name == RELAY and compare_digest(value, self._token) for name, value in self.headers
        ):
            raise TooMuch(403, "this address is for other processes of the house")
        self._in_head, self._unread = False, 0
        self._expect_more(BODY_SECONDS)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._body += len(body)
        if self._body > MOST_BODY:
            raise TooMuch(413, f"the request is too long: send at most {MOST_BODY} bytes")
        self._expect_more(BODY_SECONDS)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._stop_waiting()
        self._in_head, self._unread = True, 0
        super().on_message_complete()

    # Time

    def _expect_more(self, seconds: float) -> None:
        self._stop_waiting()
        until = min(self.loop.time() + seconds, self._began + WHOLE_SECONDS)
        self._deadline = self.loop.call_at(until, self._time_out)

    def _time_out(self) -> None:
        self._turn_away(TooMuch(408, "the request took too long: send it again"))

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._resume()
        self._stalled = self.loop.call_later(READING_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        self._resume()
        super().resume_writing()

    def _resume(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    # Refusing

    def shutdown(self) -> None:
        """The house stops: a request that has not arrived in full is not waited for."""
        is_answered = not self._in_head and (self.cycle is None or self.cycle.response_complete)
        if self._deadline is not None and not is_answered and (self._unread or not self._in_head):
            self._turn_away(TooMuch(503, "the house restarts: send the request again"))
        else:
            super().shutdown()

    def _turn_away(self, refusal: TooMuch) -> None:
        """Answer in one line and close. If an answer is under way, just close."""
        self._stop_waiting()
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            body = json.dumps({"error": refusal.why}).encode()
            head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(body)
            self.transport.write(STATUS_LINE[refusal.status] + head + body)
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()
