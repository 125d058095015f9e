"""A table that is loaded stands exactly where it stood, at every moment of every game of the house."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from holecard.live.table.conduct import asked_of
from holecard.live.table.house import House
from holecard.live.table.loading import load_state, table_row
from holecard.live.table.room import Room
from holecard.live.table.state import State
from tests.live.kit import Guest, open_house, our_tables, room_of, strokes

TABLES = our_tables()
NAMES = ("Ann", "Bob", "Cem")
ROUNDS = 4


def stored(house: House, room: Room) -> State:
    return house.store.read(
        lambda connection: load_state(
            connection, table_row(connection, room.desk.table_id), room.desk.rules, house.store.vault
        )
    )


def assert_stored(house: House, room: Room) -> None:
    """What a process that takes over would find is what this one has."""
    found, held = stored(house, room), room.state
    assert dict(found.nets) == dict(held.nets)
    assert found._replace(nets=()) == held._replace(nets=())
    assert asked_of(found) == asked_of(held)


@pytest.mark.parametrize("name", TABLES)
def test_every_stroke_is_found_again(sqlite_url: str, name: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, [TABLES[name]]) as house:
            room = room_of(house, name)
            assert_stored(house, room)
            guests = [await Guest.come(house, room, one, box=at) for at, one in enumerate(NAMES, start=1)]
            last = room.state.round + ROUNDS
            async for _ in strokes(room, guests, Random(name)):
                assert_stored(house, room)
                if room.state.round >= last:
                    break

    asyncio.run(evening())
