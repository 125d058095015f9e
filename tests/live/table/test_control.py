"""Who decides on a shared box of a served table: the one who sits there, through restarts of the house."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager

import pytest

from holecard.law.errors import Refused
from holecard.live.table.house import House
from tests.live.kit import Guest, assert_balanced, open_house, table
from tests.live.table.test_rooms import through_the_pit


def test_14_3_a_the_seated_player_decides_whatever_the_order_of_wagers(sqlite_url: str) -> None:
    """Bob backs Ann's box, Ann takes her wager back and places it again: she decides, also after two restarts."""

    def house_opened() -> AbstractAsyncContextManager[House]:
        return open_house(sqlite_url, [table("nz-blackjack")], seed=1, stacked="Ts 8c 5d 9d")

    async def evening() -> None:
        async with house_opened() as house:
            (room,) = house.rooms.values()
            ann, bob = [await Guest.come(house, room, name, box=at) for at, name in enumerate(("Ann", "Bob"), start=1)]
            await through_the_pit(ann, bob)
            await ann.bet(1000, box=1)
            await bob.bet(2000, box=1)
            await ann.say(do="take-back", box=1, wager="main")
        async with house_opened() as house:
            (room,) = house.rooms.values()
            ann, bob = [await Guest.come(house, room, name) for name in ("Ann", "Bob")]
            await ann.bet(1000, box=1)
            (box,) = ann.view["table"]["boxes"]
            assert box["bettors"] == ["Ann", "Bob"]
            for guest in (ann, bob):
                await guest.say(do="ready")
        async with house_opened() as house:
            (room,) = house.rooms.values()
            ann, bob = [await Guest.come(house, room, name) for name in ("Ann", "Bob")]
            assert (ann.view["question"]["type"], ann.view["question"]["bettor"]) == ("decide", "Ann")
            with pytest.raises(Refused, match="the table waits for Ann"):
                await bob.act("stand")
            await ann.act("stand")
            assert room.state.round == 2
            assert_balanced(house)

    asyncio.run(evening())
