"""A table in use: who may say what, and what the house does when nobody says anything."""

from __future__ import annotations

import asyncio

from tests.live.kit import Guest, open_house, room_of, table

REFERENCE = [table("reference")]
NATURAL = "As 9c Kd 9d"  # box 1 has Blackjack, the dealer 18: the round is over as soon as it is dealt


def test_who_was_ready_is_not_ready_for_the_next_round(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, REFERENCE, stacked=NATURAL) as house:
            room = room_of(house, "reference")
            ann, bob = [await Guest.come(house, room, name, box=at) for at, name in enumerate(("Ann", "Bob"), start=1)]
            await bob.say(do="ready")
            await ann.bet(1000)
            await ann.say(do="ready")
            assert ann.view["round"] == 2, "nobody was asked anything"
            assert ann.view["ready"] == []
            await ann.bet(1000)
            await ann.say(do="ready")
            assert ann.view["round"] == 2
            assert not ann.view["table"]["closed"], "Bob may still bet"

    asyncio.run(evening())
