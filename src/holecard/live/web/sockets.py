"""A table over a WebSocket: sends the table and every event, and receives the visitor's messages."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from contextlib import suppress
from functools import partial
from typing import Any, Final

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from holecard.law.clauses import house as house_rule
from holecard.law.errors import HolecardError, Malformed, Refused
from holecard.live.people import accounts
from holecard.live.people.accounts import Session
from holecard.live.people.people import Person
from holecard.live.people.visits import Visits
from holecard.live.store.store import Unreachable
from holecard.live.store.writing import LoggedOut
from holecard.live.table.house import Elsewhere, House
from holecard.live.table.messages import Talks, parse_message, parse_talk
from holecard.live.table.room import MOVED, Room
from holecard.live.table.talk import spoken
from holecard.live.table.wire import Wire, encode
from holecard.live.web._asking import COOKIE, TooOften, Watch, check_origin, error_body
from holecard.live.web.door import FRAMES, TableCaller

router = APIRouter()
log = logging.getLogger("holecard")

MOST_TOO_OFTEN: Final = 100  # messages over the rate limit before the connection is closed
MOST_BYTES: Final = 16_384  # of one message
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


@router.websocket("/ws/tables/{table_id}")
async def table(websocket: WebSocket, table_id: int, after: int = -1) -> None:
    if not check_origin(websocket.headers.get("origin"), websocket.headers.get("host")):
        await websocket.close(CROSS_ORIGIN)  # before it is accepted: the browser gets 403
        return
    try:
        await websocket.accept()
        await _receive(websocket, table_id, after)
    except Unreachable:
        with suppress(WebSocketDisconnect, RuntimeError):
            await websocket.close(UNREACHABLE)
    except WebSocketDisconnect:
        log.info("table %s: a visitor left before the table was sent", table_id)


async def _receive(websocket: WebSocket, table_id: int, after: int) -> None:
    """Connect a visitor to the table and serve them until they leave."""
    house: House = websocket.app.state.house
    room = await house.room(table_id) if 0 < table_id < 2**31 else None
    if not isinstance(room, Room):
        if isinstance(room, Elsewhere):
            await websocket.send_text(json.dumps({"type": "elsewhere", "url": room.url}))
        await websocket.close(ELSEWHERE if isinstance(room, Elsewhere) else NO_TABLE)
        return
    session = await _session(websocket, house)
    while 0 <= after < room.state.head.count:  # more may happen while these are sent
        missed = await room.recent.after(house.store, after)
        await websocket.send_text(encode({"type": "missed", "events": missed}))
        after = missed[-1]["n"]
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
        self._too_often = 0
        self._is_over = False  # the session

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
        try:
            await self._listen()
        finally:
            self._room.depart(self.send)
            if self._closing is not None:
                await self._closing

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

    async def _listen(self) -> None:
        while True:
            try:
                got = await self._websocket.receive()
            except (WebSocketDisconnect, RuntimeError):
                return
            if got["type"] == "websocket.disconnect":
                return
            text = got.get("text")
            told = {"type": "reply", **await self._answer(text if text is not None else "")}
            self.send(encode(told) if told["ok"] else Wire(json.dumps(told)))  # an error may quote what is no Unicode
            if self._is_over:
                self._close(LOGGED_OUT)
            if self._too_often > MOST_TOO_OFTEN:
                self._close(TOO_OFTEN)
                return

    async def _answer(self, text: str) -> dict[str, Any]:
        key: str | None = None
        try:
            is_in_time = self._bucket.take(time.monotonic())
            self._too_often += not is_in_time
            message = _read(text)  # read the key first, so that a refusal can name it
            key = message["key"]
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
                return {"key": key, **await self._talk(self._session.person, talks)}
            said = parse_message(message)
            return {"key": key, **await self._room.say(self._session.person, key, said, self._session)}
        except HolecardError as error:
            self._is_over = isinstance(error, LoggedOut)
            return {"key": key, "ok": False, **error_body(error, self._session.person.name if self._session else "")}

    async def _talk(self, person: Person, said: Talks) -> dict[str, Any]:
        room, speaking = self._room, self._websocket.app.state.speaking
        at = person, room.desk.table_id, room.state.seat_of(person.name) > 0
        mode = await self._house.store.read_async(lambda connection: speaking.check(connection, *at))
        return room.tell(person, spoken(said, mode))


def _read(text: str) -> dict[str, Any]:
    if not text or len(text.encode()) > MOST_BYTES:
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
