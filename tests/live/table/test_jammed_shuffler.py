"""A continuous shuffler that jams at a served table: its cards come into another order, committed anew."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager

import pytest

from holecard.live.audit.audit import verify
from holecard.live.people.people import AccountRole
from holecard.live.table.house import House
from tests.live.kit import Guest, assert_balanced, open_house, table
from tests.live.orders import shoes
from tests.live.table.test_rooms import through_the_pit

SEED = 2  # of which Ann's first two cards may draw a third without going past 21


@pytest.mark.parametrize("game", ["pa-down-under", "pa-double-back-jack"])
def test_12j_13k_the_cards_in_a_jammed_shuffler_are_in_another_order(sqlite_url: str, game: str) -> None:
    """In the middle of a round, with a restart after it: the cards that were dealt stay, the others are shuffled."""

    def house_opened() -> AbstractAsyncContextManager[House]:
        return open_house(sqlite_url, [table(game, shuffler="continuous")], seed=SEED)

    async def evening() -> None:
        async with house_opened() as house:
            (room,) = house.rooms.values()
            ann = await Guest.come(house, room, "Ann", box=1)
            flo = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
            await through_the_pit(ann)
            await ann.bet(1000)
            await ann.say(do="ready")
            before, number = room.state.holding, room.state.shoe
            await flo.say(do="report", name="shuffler-jam")
            after = room.state.holding
            mixed = after.stack or after.shoe
            assert room.state.shoe == number + 1
            assert sorted(map(repr, mixed)) == sorted(map(repr, before.shoe))
            assert mixed != before.shoe
            committed = shoes(house.store)[number + 1]
        async with house_opened() as house:
            (room,) = house.rooms.values()
            ann = await Guest.come(house, room, "Ann")
            assert ann.view["question"]["type"] == "decide"
            await ann.act("hit")
            drawn = room.state.table.boxes[0].hands[0].cards[2]
            assert repr(drawn) == committed.cards.split()[0]
            number = room.state.round
            while room.state.round == number and ann.view["question"]["type"] in ("decide", "offer"):
                await ann.act(ann.view["question"]["choices"][-1]["do"])
            assert_balanced(house)
            verify(house.store.engine)

    asyncio.run(evening())
