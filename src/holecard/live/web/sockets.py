"""A table over a WebSocket: sends the table and every event, and receives the visitor's messages."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections import deque
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

from fastapi import WebSocket, WebSocketDisconnect
from msgspec import Raw
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketState

from holecard.law.clauses import house as house_rule
from holecard.law.errors import HolecardError, Malformed, Refused
from holecard.live.people import accounts
from holecard.live.people.accounts import Session
from holecard.live.people.people import Person
from holecard.live.people.visits import Visits
from holecard.live.store.leases import Process
from holecard.live.store.store import Unreachable
from holecard.live.store.writing import LoggedOut
from holecard.live.table.house import House
from holecard.live.table.messages import Talks, parse_message, parse_talk
from holecard.live.table.room import MOVED, PAUSED, Room
from holecard.live.table.said import HandedOver, Reply, Said
from holecard.live.table.talk import spoken
from holecard.live.table.wire import Wire, encode, wire_of
from holecard.live.web._asking import COOKIE, TooOften, Watch, check_origin, error_body
from holecard.live.web.monitor import Monitor
from holecard.live.web.passing import pass_on
from holecard.live.web.relay import relay
from holecard.live.web.table_caller import FRAMES, TableCaller

log = logging.getLogger("holecard")

MOST_TOO_OFTEN: Final = 100  # messages over the rate limit before the connection is closed
MOST_BYTES: Final = 16_384  # of one message
MOST_SAID: Final = 16  # messages of one visitor that wait for an answer; then nothing more is read from them
RELAYED_AGAIN: Final = 40  # attempts to reach the process that serves a table, each after
RELAY_LATER: Final = 0.25  # seconds
NO_NUMBER: Final = 1008  # before it is accepted: the browser gets 403
TO_CLOSE: Final = 5.0  # seconds in which a visitor must make room for the closing code

LOGGED_OUT, CROSS_ORIGIN, NO_TABLE, TOO_SLOW, ELSEWHERE, TOO_OFTEN, UNREACHABLE = (
    4401,
    4403,
    4404,
    4408,
    4409,
    4429,
    4503,
)


class _Route(NamedTuple):
    """What the log calls it."""

    path: str = "/ws/tables/{table_id}"


_ROUTE: Final = _Route()
_PATH: Final = re.compile("/ws/tables/(-?[0-9]+)")


class Tables:
    """Takes visitors to their table before any other address is looked at: to try ninety of them takes longer than the
    rest of the way in."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _PATH.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if found is None:
            await self._app(scope, receive, send)
            return
        table_id = int(found[1])
        scope["route"], scope["path_params"] = _ROUTE, {"table_id": table_id}
        websocket = WebSocket(scope, receive, send)
        try:
            after = int(websocket.query_params.get("after", "-1"))
        except ValueError:
            await websocket.close(NO_NUMBER)
        else:
            await visit(websocket, table_id, after)


async def visit(websocket: WebSocket, table_id: int, after: int) -> None:
    if not check_origin(websocket.headers.get("origin"), websocket.headers.get("host")):
        await websocket.close(CROSS_ORIGIN)  # before it is accepted: the browser gets 403
        return
    try:
        room = await _find(websocket, table_id)
        if isinstance(room, Process):  # its table is there, so its connection went there
            return
        await websocket.accept()
        await _receive(websocket, room, after)
    except Unreachable:
        with suppress(WebSocketDisconnect, RuntimeError):
            if websocket.application_state is WebSocketState.CONNECTING:
                await websocket.accept()  # only then does a browser learn the code
            await websocket.send_text(PAUSED)
            await websocket.close(UNREACHABLE)
    except WebSocketDisconnect:
        log.info("table %s: a visitor left before the table was sent", table_id)


async def _find(websocket: WebSocket, table_id: int) -> Room | Process | None:
    """The table, or the process that got the connection, or to which it was relayed until it ended."""
    house: House = websocket.app.state.house
    wire: TableCaller = websocket.scope["extensions"][FRAMES]
    for _ in range(RELAYED_AGAIN):
        room = await house.room(table_id) if 0 < table_id < 2**31 else None
        if not isinstance(room, Process) or await pass_on(wire, room) or await relay(wire, room, table_id, house):
            return room
        await asyncio.sleep(RELAY_LATER)  # that process does not answer: another will serve the table soon
    raise Unreachable("nobody serves this table: try again in a moment")


async def _receive(websocket: WebSocket, room: Room | None, after: int) -> None:
    """Connect a visitor to the table and serve them until they leave."""
    house: House = websocket.app.state.house
    if room is None:
        await websocket.close(NO_TABLE)
        return
    session = await _session(websocket, house)
    while 0 <= after < room.state.head.count:  # more may happen while these are sent
        missed = await room.recent.after(house.store, after)
        await websocket.send_text(encode({"type": "missed", "events": [Raw(event) for _, event in missed]}))
        after = missed[-1][0]
    await _Visit(websocket, house, room, session).run()


async def _session(websocket: WebSocket, house: House) -> Session | None:
    token = websocket.cookies.get(COOKIE)
    if not token:
        return None
    return await house.store.read_async(lambda connection: accounts.find_session(connection, token, house.store.now()))


class _Visit:
    """One visitor's connection. What the table sends goes out at once, as the bytes that all listeners share."""

    def __init__(self, websocket: WebSocket, house: House, room: Room, session: Session | None) -> None:
        self._websocket, self._house, self._room, self._session = websocket, house, room, session
        self._wire: TableCaller = websocket.scope["extensions"][FRAMES]
        self._closing: asyncio.Task[None] | None = None
        watch: Watch = websocket.app.state.watch
        self._bucket = watch.actions_of(session.person if session else None)
        self._monitor: Monitor = websocket.app.state.monitor
        self._began = 0.0  # when the table got the first of what was said
        self._said: deque[str] = deque()  # the first of them is being answered
        self._key: str | None = None  # of the first, if it can be read
        self._talking: asyncio.Task[None] | None = None  # kept, so that it is not collected before it ends
        self._too_often = 0

    async def run(self) -> None:
        if self._session is None:
            await self._attend(None)
            return
        visits: Visits = self._websocket.app.state.visits
        left = self._session.ends - self._house.store.now()
        with visits.under(self._session.token, left, partial(self._close, LOGGED_OUT)):
            await self._attend(self._session.person)

    async def _attend(self, person: Person | None) -> None:
        self._room.enter(self.send, person)
        self._wire.heard = self._heard
        try:
            await self._listen()
        finally:
            self._wire.heard = None
            self._room.depart(self.send)
            if self._closing is not None:
                await self._closing

    async def _listen(self) -> None:
        """Wait until the visitor leaves. What they say meanwhile does not come this way, but straight to `_heard`."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while (got := await self._websocket.receive())["type"] != "websocket.disconnect":
                self._heard(got.get("text") or "")  # they said it before the table was sent

    def send(self, message: Wire) -> None:
        """Send a message. A visitor who falls too far behind is disconnected."""
        if self._closing is not None:
            return
        if not self._wire.send_frame(message.frame):
            self._close(TOO_SLOW)
        elif message == MOVED:
            self._close(ELSEWHERE)

    def _close(self, code: int) -> None:
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._close_with(code))

    async def _close_with(self, code: int) -> None:
        with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):  # the visitor has gone meanwhile
            async with asyncio.timeout(TO_CLOSE):
                await self._websocket.close(code)
            return
        self._wire.transport.abort()

    # What the visitor says: one message after another, each answered before the next is looked at

    def _heard(self, text: str) -> None:
        if self._too_often > MOST_TOO_OFTEN:
            return
        self._said.append(text)
        if len(self._said) == MOST_SAID:
            self._wire.transport.pause_reading()
        if len(self._said) == 1:
            self._take_up()

    def _take_up(self) -> None:
        """Bring what was said to the table. What the table need not see is answered here."""
        while self._said:
            self._key = None
            try:
                said = self._understood(self._said[0])
            except HolecardError as error:
                self._reply(error)
            else:
                if isinstance(said, Said):
                    self._room.put(said)
                else:
                    self._talking = asyncio.get_running_loop().create_task(self._talk(*said))
                return

    def _understood(self, text: str) -> Said | tuple[Person, Talks]:
        self._began = time.monotonic()
        is_in_time = self._bucket.take(self._began)
        self._too_often += not is_in_time
        message = _read(text)  # read the key first, so that a refusal can name it
        key = self._key = message["key"]
        if not is_in_time:
            raise TooOften("too many messages: slow down")
        if self._session is None:
            raise Refused(
                "this action",
                cite=house_rule("accounts"),
                why="spectators can only watch",
                legal=("log in", "play as a guest"),
            )
        if (talks := parse_talk(message)) is not None:
            return self._session.person, talks
        return Said(self._session.person, key, parse_message(message), self._session, self._answered)

    def _answered(self, said: Said) -> None:
        """The table has handled the first of what was said."""
        self._monitor.answered(time.monotonic() - self._began, said.error is not None)
        if isinstance(said.error, HandedOver):
            self._close(ELSEWHERE)  # unanswered, so that the page repeats it where the table is now
            return
        self._reply(said.error or said.outcome())
        self._take_up()

    def _reply(self, outcome: Reply | HolecardError) -> None:
        told: Reply = {"type": "reply", "key": self._key}
        if isinstance(outcome, HolecardError):
            name = self._session.person.name if self._session else ""
            refused = told | {"ok": False, **error_body(outcome, name)}
            self.send(wire_of(json.dumps(refused)))  # it may quote what is no Unicode
        else:
            self.send(encode(told | outcome))
        if isinstance(outcome, LoggedOut):
            self._close(LOGGED_OUT)
        self._said.popleft()
        if self._too_often > MOST_TOO_OFTEN:
            self._said.clear()
            self._close(TOO_OFTEN)
        if len(self._said) == MOST_SAID - 1 and not self._wire.transport.is_closing():
            self._wire.transport.resume_reading()

    async def _talk(self, person: Person, said: Talks) -> None:
        room, speaking = self._room, self._websocket.app.state.speaking
        at = person, room.desk.table_id, room.state.seat_of(person.name) > 0
        try:
            mode = await self._house.store.read_async(lambda connection: speaking.check(connection, *at))
            self._reply(room.tell(person, spoken(said, mode)))
        except HolecardError as error:
            self._reply(error)
        self._take_up()


def _read(text: str) -> dict[str, Any]:
    if not text or len(text) > MOST_BYTES or (not text.isascii() and len(text.encode()) > MOST_BYTES):
        raise Malformed(f"a message must be text of 1 to {MOST_BYTES} bytes")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Malformed("a message must be a JSON object") from error
    if not isinstance(message, dict):
        raise Malformed("a message must be a JSON object")
    key = message.get("key")
    if not isinstance(key, str) or not 0 < len(key) <= 64 or not key.isascii() or not key.isprintable():
        raise Malformed("key must have 1 to 64 printable characters: use a new one for every request")
    return message
