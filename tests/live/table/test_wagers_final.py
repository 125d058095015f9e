"""Taking wagers back at a served Pennsylvania table, with restarts of the house: 685a.6(c), 6(f), 673a.6(c), 6(e)."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager

import pytest

from holecard.law.errors import Refused
from holecard.live.audit.audit import verify
from holecard.live.table.house import House
from tests.live.kit import Guest, assert_balanced, open_house, table
from tests.live.table.test_rooms import through_the_pit

GAMES = pytest.mark.parametrize(("game", "adjacent"), [("pa-down-under", "6(f)"), ("pa-double-back-jack", "6(e)")])


@GAMES
def test_6f_6e_a_gap_is_closed_before_the_cards_are_dealt(sqlite_url: str, game: str, adjacent: str) -> None:
    """Boxes 1, 2 and 3 without 2: Ann cannot be ready; time gives back what stands apart."""

    def house_opened() -> AbstractAsyncContextManager[House]:
        return open_house(sqlite_url, [table(game)], seed=2)

    async def evening() -> None:
        async with house_opened() as house:
            (room,) = house.rooms.values()
            ann = await Guest.come(house, room, "Ann", box=1)
            await through_the_pit(ann)
            for box in (1, 2, 3):
                await ann.bet(1000, box=box)
            await ann.say(do="take-back", box=2)
        async with house_opened() as house:
            (room,) = house.rooms.values()
            ann = await Guest.come(house, room, "Ann")
            assert [box["box"] for box in ann.view["table"]["boxes"]] == [1, 3]
            with pytest.raises(Refused) as refused:
                await ann.say(do="ready")
            assert refused.value.cite.clause == adjacent
            await room._time_out(room._timed)
            assert [event["text"] for event in ann.events][:2] == ["take back 3 Ann main", "no more bets"]
            assert [box.seat for box in room.state.table.boxes] == [1]
            assert_balanced(house)
            verify(house.store.engine)

    asyncio.run(evening())


@GAMES
def test_6c_as_placed_nothing_is_taken_back(sqlite_url: str, game: str, adjacent: str) -> None:
    def house_opened() -> AbstractAsyncContextManager[House]:
        return open_house(sqlite_url, [table(game, wagers_final="as-placed")], seed=2)

    async def evening() -> None:
        async with house_opened() as house:
            (room,) = house.rooms.values()
            ann = await Guest.come(house, room, "Ann", box=1)
            await through_the_pit(ann)
            await ann.bet(1000)
        async with house_opened() as house:
            (room,) = house.rooms.values()
            ann = await Guest.come(house, room, "Ann")
            for message in ({"do": "take-back", "box": 1}, {"do": "bet", "bets": [{"box": 1, "amount": 500}]}):
                with pytest.raises(Refused) as refused:
                    await ann.say(**message)
                assert refused.value.cite.clause == "6(c)"
            assert room.state.table.boxes[0].stake("Ann") == 1000
            assert_balanced(house)

    asyncio.run(evening())
