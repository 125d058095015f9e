"""The server is stopped in good order and started again while people play: nothing is lost, and everyone knows why."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from holecard.law.errors import Refused
from tests.kit.soak import usual_or_soak
from tests.live.crash_kit import Crowd, Message, Player
from tests.live.crashes import TABLES, assert_nothing_lost, stakes_at
from tests.live.forked import Forked
from tests.live.kit import PATIENT, Guest, open_house, our_tables, table

RESTARTS = usual_or_soak(2, 100)


class Restarted(Forked):
    """A server that is always stopped in good order."""

    def kill(self) -> None:
        self.stop()


class Informed(Player):
    """A player who notes how often the house said that it restarts."""

    informed = 0

    async def play(self, socket: ClientConnection, answered: Callable[[], None]) -> None:
        with suppress(ConnectionClosed):
            await super().play(socket, answered)
        while True:  # what came before the end may be unread, if they were about to speak
            self._hear(json.loads(await socket.recv()))

    def _hear(self, message: Message) -> Message:
        self.informed += message["type"] == "restarting"
        return super()._hear(message)


def test_nothing_is_lost_when_the_house_restarts(sqlite_url: str, tmp_path: Path) -> None:
    chance = Random(RESTARTS)
    tables = [our_tables()[name] for name in TABLES[:3]]
    server = Restarted(sqlite_url, tmp_path, tables)
    with server:
        crowd = Crowd.gather(server, stakes_at(tables), seats=2, kind=Informed)
        crowd.patrons = []  # a request whose body is still on its way is cut off, at the cashier's desk too
        for number in range(1, RESTARTS + 1):
            asyncio.run(crowd.live_through(server, chance.randint(20, 60), chance.uniform(0, 0.02)))
            assert [player.informed for player in crowd.players if isinstance(player, Informed)] == [number] * 6
            assert_nothing_lost(sqlite_url)
            server.start()
        asyncio.run(crowd.look_back(server))
    assert crowd.tally.answered >= 40
    assert "Traceback" not in server.log


def test_the_open_round_goes_on(sqlite_url: str, tmp_path: Path) -> None:
    """With the same question, cards and wagers, and the answer that was on its way."""

    async def before() -> tuple[Message, Message]:
        async with served.visit(1, cookie) as ann:
            await ann.say(do="sit", box=1)
            await ann.say(do="bet", bets=[{"box": 1, "amount": 1000, "wager": "main"}])
            await ann.say(do="ready")
            served.stop()
            await ann.until(lambda: ann.is_closed)
            return ann.view, ann.told[-1]

    async def after() -> Message:
        async with served.visit(1, cookie) as ann:
            return ann.view

    served = Forked(sqlite_url, tmp_path, [table("reference")])
    with served:
        _, cookie = served.guest()
        left, last = asyncio.run(before())
        served.start()
        found = asyncio.run(after())
    assert last == {"type": "restarting", "text": "The house restarts. Your bets are safe."}
    for key in ("seq", "round", "table", "question", "asked", "shoe"):
        assert found[key] == left[key], key
    assert [(seat["box"], seat["name"]) for seat in found["seats"]] == [(1, left["seats"][0]["name"])]


def test_a_draining_table_takes_decisions_but_no_bets(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, [table("reference")], PATIENT, stacked="Ts 6c 2d 9d 5h") as house:
            (room,) = house.rooms.values()
            ann = await Guest.come(house, room, "Ann", box=1)
            await ann.bet(1000)
            await ann.say(do="ready")
            bob = await Guest.come(house, room, "Bob")
            assert house.troubles() == []
            await house.drain()
            assert house.troubles() == ["the house restarts"]
            assert ann.told[-1]["type"] == bob.told[-1]["type"] == "restarting"
            with pytest.raises(Refused, match="the house restarts") as refused:
                await bob.say(do="sit", box=2)
            assert str(refused.value.cite) == "house rule: a restart"
            await ann.act("hit")
            assert json.loads(room.whole())["seconds"] is None, "no clock runs"
            late = await Guest.come(house, room, "Cem")
            assert "restarting" in [one["type"] for one in late.told]

    asyncio.run(evening())
