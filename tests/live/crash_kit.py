"""Players who remember everything that they were told, so that a server that was killed can be held to its word.

A player knows the last table that he saw, every event, his chips to the cent, the last thing that he was answered and
the thing that he was not. When the server is back, all of it must be so; what was not answered has happened wholly or
not at all, and saying it again with the same key tells which, and does not do it twice.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import astuple, dataclass, field
from itertools import count
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from holecard.live.web._asking import COOKIE
from tests.kit.patience import PATIENCE
from tests.live.following import whole
from tests.live.kit import PATIENTLY, choose
from tests.live.served import HTTP, Served

Message = dict[str, Any]

TOLD_AGAIN = 30  # events that a player who comes back asks for once more, to compare
REMEMBERED = 200  # events
NOTICED = 2.0  # seconds in which a player notices that the server is gone
BOUGHT = 50_000_000
SUMS = (1_00, 250_00)  # that go over the cashier's desk, least and most
PASSING = ("events", "seconds", "ready")
GONE = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, httpx.TransportError)


@dataclass
class Tally:
    """What was seen over all the kills."""

    kills: int = 0
    in_flight: int = 0  # kills while somebody was not answered yet
    unanswered: int = 0  # things said and not answered, over all of them
    found: int = 0  # of these, that had happened
    done_now: int = 0  # that had not, and were done when they were said again
    refused_now: int = 0  # that had not, and cannot be done any more
    answered: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(mine + its for mine, its in zip(astuple(self), astuple(other), strict=True)))

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.in_flight} with something unanswered in flight; {self.answered} answers; "
            f"{self.unanswered} without: {self.found} had happened, {self.done_now} had not and were done when said "
            f"again, {self.refused_now} could not be done any more"
        )


class Player:
    """Somebody who sits at a table."""

    def __init__(self, name: str, cookie: str, table_id: int, box: int, stakes: dict[str, int]) -> None:
        self.name, self.cookie, self.table_id, self._box, self._stakes = name, cookie, table_id, box, stakes
        self.chance = Random(name)
        self.purse = 0  # as it follows from what he was told
        self.seq = -1
        self.view: Message = {}
        self.left: Message = {}  # the table as he saw it before the kill
        self.events: dict[int, Message] = {}
        self.answered: tuple[str, Message, Message] | None = None  # the last: key, what was said, the answer
        self.unanswered: tuple[str, Message] | None = None
        self.left_at = self.found_at = -1  # where the table stood for him before the kill, and when he came back
        self._keys = count(1)

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": f"{COOKIE}={self.cookie}"}

    def is_unheard(self, do: str) -> bool:
        """Whether this is what he said and was not answered."""
        return self.unanswered is not None and self.unanswered[1]["do"] == do

    def is_answered(self, do: str) -> bool:
        """Whether this is what he said last and was answered."""
        return self.answered is not None and self.answered[1]["do"] == do

    # Coming back

    async def connect(self, server: Served) -> ClientConnection:
        after = max(0, self.seq - TOLD_AGAIN) if self.seq >= 0 else -1
        url = f"ws://127.0.0.1:{server.port}/ws/tables/{self.table_id}?after={after}"
        return await connect(url, additional_headers=self.headers, max_size=None, compression=None, **PATIENTLY)

    async def come(self, socket: ClientConnection) -> None:
        """Hold what is told against what he remembers."""
        self.left, self.left_at = self.view, self.seq
        async with asyncio.timeout(PATIENCE):
            while (message := json.loads(await socket.recv()))["type"] != "table":
                assert message["type"] == "missed", message
                for event in message["events"]:
                    self._notice(event)
        self.found_at = message["seq"]
        assert message["events"] == []
        if self.left_at < 0:
            self.seq = self.found_at
        assert self.seq == self.found_at, f"{self.name} was told {self.left_at} entries, not {self.found_at}"
        if self.left_at == self.found_at:
            differing = comparable(message).items() ^ comparable(self.left).items()
            assert not differing, f"{self.name} finds another table than he left: {differing}"
        self.view = message

    def _notice(self, event: Message) -> None:
        """An event, once more or for the first time; told again, it has no pictures."""
        event, n = {key: part for key, part in event.items() if key != "pictures"}, event["n"]
        if n <= self.seq:
            assert self.events.get(n, event) == event, f"{self.name} was told otherwise of entry {n}"
            return
        assert n == self.seq + 1, f"{self.name} was not told of entry {self.seq + 1}"
        self.seq, self.events[n] = n, event
        self.events.pop(n - REMEMBERED, None)
        self.purse += sum(gained(fact, self.name) for fact in event["facts"])

    # Speaking

    async def repeat(self, socket: ClientConnection, key: str, said: Message) -> Message:
        """Say something again and wait for the answer."""
        await socket.send(json.dumps({"key": key, **said}))
        async with asyncio.timeout(PATIENCE):
            while True:
                message = self._hear(json.loads(await socket.recv()))
                if message["type"] == "reply":
                    assert message["key"] == key
                    return message

    async def play(self, socket: ClientConnection, answered: Callable[[], None]) -> None:
        """Answer whatever is asked, until the connection drops."""
        while True:
            if self.unanswered is None and (said := self._next()) is not None:
                self.unanswered = (f"{self.name}-{next(self._keys)}", said)
                await socket.send(json.dumps({"key": self.unanswered[0], **said}))
            message = self._hear(json.loads(await socket.recv()))
            if message["type"] == "reply":
                self.take(message)
                answered()

    def _next(self) -> Message | None:
        if all(seat["name"] != self.name for seat in self.view["seats"]):
            return {"do": "sit", "box": self._box}
        return choose(self.view, self.name, self.chance, self._stakes)

    def take(self, reply: Message) -> None:
        """The answer to what he said last."""
        assert self.unanswered is not None
        key, said = self.unanswered
        assert reply["key"] == key
        if reply["ok"]:
            assert reply["seq"] <= self.seq, "the table is told before the answer"
            self.answered = (key, said, reply)
        self.unanswered = None

    def _hear(self, message: Message) -> Message:
        match message["type"]:
            case "table":
                for event in message["events"]:
                    self._notice(event)
                assert message["seq"] == self.seq
                self.view = whole(message, self.view)
            case "you":
                assert message["balance"] == self.purse, f"{self.name} has other chips than he was told of"
        return message


def comparable(view: Message) -> dict[str, str]:
    """A table without what passes or makes no entry: what has just happened, the clock, who is connected or ready."""
    seats = [(seat["box"], seat["name"]) for seat in view["seats"]]
    return {key: repr(view[key]) for key in view if key not in PASSING} | {"seats": repr(seats)}


def gained(fact: Message, name: str) -> int:
    """What somebody's purse gains by a fact that he is told of."""
    if fact.get("bettor") != name:
        return 0
    amount, stake = fact.get("amount", 0), fact.get("stake", 0)
    match fact["what"]:
        case "placed":
            return -int(amount)
        case "paid":
            return int(amount + stake)
        case "returned" | "taken back":
            return int(amount)
    return 0


class Patron:
    """Somebody who carries chips to the cashier and back."""

    def __init__(self, name: str, cookie: str) -> None:
        self.name, self.cookie, self.purse = name, cookie, 0
        self.chance = Random(name)
        self.unanswered: tuple[str, str, int] | None = None
        self._keys = count(1)

    def client(self, server: Served) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=server.address, cookies={COOKIE: self.cookie}, **HTTP)

    async def come(self, client: httpx.AsyncClient) -> bool | None:
        """Look what the purse holds, and say again what was not answered; whether it had happened."""
        held = (await client.get("/api/me")).raise_for_status().json()["balance"]
        if self.unanswered is None:
            assert held == self.purse
            return None
        assert held in (self.purse, self._after())
        had_happened = held != self.purse
        await self._carry(client)
        assert (await client.get("/api/me")).raise_for_status().json()["balance"] == self.purse
        return bool(had_happened)

    async def carry_on(self, client: httpx.AsyncClient, answered: Callable[[], None]) -> None:
        while True:
            where = self.chance.choice(("buy-in", "cash-out"))
            self.unanswered = (f"{self.name}-{next(self._keys)}", where, self.chance.randint(*SUMS))
            await self._carry(client)
            answered()

    async def _carry(self, client: httpx.AsyncClient) -> None:
        assert self.unanswered is not None
        key, where, sum_ = self.unanswered
        headers = {"Idempotency-Key": key}
        reply = await client.post(f"/api/cashier/{where}", json={"amount": sum_}, headers=headers)
        self.purse = self._after()
        assert reply.raise_for_status().json()["balance"] == self.purse
        self.unanswered = None

    def _after(self) -> int:
        assert self.unanswered is not None
        _, where, sum_ = self.unanswered
        return self.purse + (sum_ if where == "buy-in" else -sum_)


@dataclass
class Crowd:
    """Everybody who plays while the server is killed."""

    players: Sequence[Player]
    patrons: Sequence[Patron]
    tally: Tally = field(default_factory=Tally)

    @property
    def everybody(self) -> tuple[Player | Patron, ...]:
        return (*self.players, *self.patrons)

    @classmethod
    def gather(cls, server: Served, stakes: Iterable[dict[str, int]], seats: int, kind: type[Player] = Player) -> Crowd:
        """Guests for so many seats of each table, whose wagers are given, and one for the cashier's desk."""
        players = []
        for table_id, laid in enumerate(stakes, start=1):
            for box in range(1, seats + 1):
                players.append(kind(*server.guest(), table_id, box, laid))
        crowd = cls(players, [Patron(*server.guest())])
        for at, one in enumerate(crowd.everybody):
            one.purse = _bought(server, one, f"purse-{at}")
        return crowd

    async def look_back(self, server: Served) -> None:
        """Come back, compare, say again what was not answered."""
        async with self._back(server):
            pass

    async def live_through(self, server: Served, answers: int, pause: float) -> None:
        """Come back, then play until the server is killed: so long after so many answers."""
        async with self._back(server) as (sockets, clients):
            await self._play(server, sockets, clients, answers, pause)

    @asynccontextmanager
    async def _back(self, server: Served) -> AsyncIterator[tuple[list[ClientConnection], list[httpx.AsyncClient]]]:
        async with AsyncExitStack() as opened:
            sockets = []
            for player in self.players:
                sockets.append(await opened.enter_async_context(await player.connect(server)))
                await player.come(sockets[-1])
            clients = [await opened.enter_async_context(patron.client(server)) for patron in self.patrons]
            await self._compare(server)
            for patron, client in zip(self.patrons, clients, strict=True):
                self._count(await patron.come(client))
            await self._say_again(sockets)
            yield sockets, clients

    async def _compare(self, server: Served) -> None:
        """Everybody is told the same, and has the chips that he was told of."""
        for table_id in {player.table_id for player in self.players}:
            players = [player for player in self.players if player.table_id == table_id]
            assert all(comparable(player.view) == comparable(players[0].view) for player in players)
            said = {player.name for player in players if player.is_unheard("ready") or player.is_answered("ready")}
            for player in players:  # that somebody is ready is no entry: one may have heard of it, another not yet
                if player.left_at == player.found_at:
                    assert set(player.left["ready"]) <= set(player.view["ready"]) <= set(player.left["ready"]) | said
        async with httpx.AsyncClient(base_url=server.address, **HTTP) as client:
            for player in self.players:
                me = (await client.get("/api/me", headers=player.headers)).raise_for_status().json()
                assert me["balance"] == player.purse, f"{player.name} has other chips than he was told of"

    async def _say_again(self, sockets: Sequence[ClientConnection]) -> None:
        """What was answered is answered the same; what was not accounts for everything that is new."""
        for player, socket in zip(self.players, sockets, strict=True):
            if player.answered is not None:
                key, said, reply = player.answered
                assert await player.repeat(socket, key, said) == reply, f"{player.name} is answered otherwise"
                assert player.seq == player.found_at, "nothing is done twice"
        explained: dict[int, int] = {}
        for player, socket in zip(self.players, sockets, strict=True):
            known = player.left_at if player.left_at >= 0 else player.found_at
            if player.unanswered is not None:
                reply = await player.repeat(socket, *player.unanswered)
                had_happened = reply["seq"] <= player.found_at if reply["ok"] else None
                self._count(had_happened, said=True)
                player.take(reply)
                known = max(known, reply["seq"]) if had_happened else known
            explained[player.table_id] = max(known, explained.get(player.table_id, 0))
        for player in self.players:
            assert explained[player.table_id] == player.found_at, "something happened that nobody said"

    def _count(self, had_happened: bool | None, said: bool = False) -> None:
        self.tally.found += had_happened is True
        self.tally.done_now += had_happened is False
        self.tally.refused_now += said and had_happened is None

    async def _play(
        self,
        server: Served,
        sockets: Sequence[ClientConnection],
        clients: Sequence[httpx.AsyncClient],
        answers: int,
        pause: float,
    ) -> None:
        enough, left = asyncio.Event(), answers

        def answered() -> None:
            nonlocal left
            left -= 1
            self.tally.answered += 1
            if left <= 0:
                enough.set()

        playing = [
            asyncio.create_task(_until_gone(one.play(socket, answered)))
            for one, socket in zip(self.players, sockets, strict=True)
        ]
        playing += [
            asyncio.create_task(_until_gone(one.carry_on(client, answered)))
            for one, client in zip(self.patrons, clients, strict=True)
        ]
        waiting = asyncio.create_task(enough.wait())
        await asyncio.wait([waiting, *playing], timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(pause)
        server.kill()
        waiting.cancel()
        _, unmoved = await asyncio.wait(playing, timeout=NOTICED)
        if unmoved:  # those whose connection was passed to another process notice nothing, and leave by themselves
            for socket in sockets:
                await socket.close()
        await asyncio.gather(*playing)
        assert enough.is_set(), "nobody plays any more"
        unanswered = sum(one.unanswered is not None for one in self.everybody)
        self.tally.kills += 1
        self.tally.unanswered += unanswered
        self.tally.in_flight += unanswered > 0


async def _until_gone(work: Awaitable[None]) -> None:
    with suppress(*GONE):
        await work


def _bought(server: Served, one: Player | Patron, key: str) -> int:
    with server.client(one.cookie) as client:
        reply = client.post("/api/cashier/buy-in", json={"amount": BOUGHT}, headers={"Idempotency-Key": key})
        return int(reply.raise_for_status().json()["balance"])
