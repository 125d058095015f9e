"""The door: what one connection may cost before anybody knows who it is.

An HTTP connection is closed as soon as its request is too large, too slow or one too many. Uvicorn itself has no such
limits. A header of 100 MB would otherwise stop every table while it is read.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from hmac import compare_digest
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, Final, cast

import httptools
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from holecard.law.errors import Malformed
from holecard.live.people.limits import CONNECTIONS, PER_ADDRESS
from holecard.live.web.table_caller import RELAY, TableCaller, address_of

MANY: Final = 1000  # connections: when they have gone, it is worth while to give their memory back
GIVEN_BACK: Final = 1.0  # seconds later
MOST_URL: Final = 4096  # bytes
MOST_HEADERS: Final = 64
MOST_HEAD: Final = 16_384  # bytes of all headers
MOST_BODY: Final = 65_536  # bytes
MOST_PIPELINED: Final = 16  # requests that wait for an answer on one connection
MOST_MESSAGE: Final = 65_536  # bytes of a WebSocket message; the table itself accepts less, with a better answer

HEAD_SECONDS: Final = 10.0  # from the first byte, or from the connection, to the last header
BODY_SECONDS: Final = 10.0  # between two parts of a body
WHOLE_SECONDS: Final = 30.0  # for the whole request
APART: Final = 0.005  # seconds between two visitors who enter
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
    give_back: Callable[[], None] = lambda: None  # called when nearly all of many have left
    _most: int = 0  # inside at once, since then
    _by_address: Counter[str] = field(default_factory=Counter)
    _entering: deque[Callable[[], None]] = field(default_factory=deque)
    _next: float = 0.0  # when the next visitor may enter, on the loop's clock

    def admit(self, address: str, is_private: bool = False) -> bool:
        """Count a connection in. A proxy, and another process of the house, may open as many as the house takes: all
        its visitors come through it."""
        full = self.inside >= self.connections
        is_one = not is_private and not self._is_proxy(address)
        if full or (is_one and self._by_address[address] >= self.per_address):
            return False
        self.inside += 1
        self._most = max(self._most, self.inside)
        self._by_address[address] += 1
        return True

    def leave(self, address: str) -> None:
        self.inside -= 1
        if self._most >= MANY and self.inside <= self._most // 10:
            self._most = 0
            self.give_back()
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]

    def enter_in_turn(self, loop: asyncio.AbstractEventLoop, enter: Callable[[], None]) -> None:
        """Let one visitor to a table in with each turn of the loop, and none within `APART` of another.

        If hundreds come at once, players are heard between them, and the writer's thread gets its turns.
        """
        self._entering.append(enter)
        if len(self._entering) == 1:
            loop.call_at(max(self._next, loop.time()), self._let_in, loop)

    def _let_in(self, loop: asyncio.AbstractEventLoop) -> None:
        self._next = loop.time() + APART
        try:
            self._entering[0]()
        finally:
            self._entering.popleft()
            if self._entering:
                loop.call_at(self._next, self._let_in, loop)

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


def give_memory_back() -> None:
    """Give free memory back to the system, which the C library would keep for later; only glibc's can."""
    with suppress(AttributeError):
        trim = ctypes.CDLL(None).malloc_trim
        later = threading.Timer(GIVEN_BACK, trim, (0,))  # when their tasks have ended; nobody waits for it
        later.daemon = True
        later.start()


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
        self._is_admitted = self.config.door.admit(address_of(self.client), self._token is not None)
        if self._is_admitted:
            self._expect_more(HEAD_SECONDS)
        else:
            self._turn_away(TooMuch(503, "too many connections: try again later"))

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._resume()
        super().connection_lost(exc)
        if self._is_admitted:
            self.config.door.leave(address_of(self.client))

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
                websocket = cast(TableCaller, self.transport.get_protocol())
                websocket.client = self.client  # it finds none itself if the connection was reset meanwhile
                self.parser = None  # type: ignore[assignment]  # it knows us too: neither would be freed
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
