"""The order of the cards is fixed by a hash before the first of them, and told after the last. This file checks it as
a player would: from the journal and the told order alone, without any of our code but the table's texts."""

from __future__ import annotations

import asyncio
import re
from random import Random
from typing import Any

import pytest

from holecard.house.croupier import LiveCroupier
from holecard.law.errors import Refused
from holecard.live.audit.audit import verify
from holecard.live.people.people import AccountRole
from holecard.live.table.house import House
from holecard.live.table.room import Room
from holecard.live.web.http_tables import shoe as shoe_told
from holecard.values.cards import parse_cards
from holecard.values.shoe import PracticeShuffler, SystemShuffler
from tests.live.kit import Guest, open_house, our_tables, play_rounds, room_of, strokes
from tests.live.orders import dealt, follow, journal, shoes

TABLES = our_tables()
NAMES = ("Ann", "Bob")


def lie_on_the_table(entries: list[Any]) -> bool:
    """Whether cards do so after these entries."""
    lie = False
    for entry in entries:
        lie = lie or any(place != "rack" for place, _ in dealt(entry))
        if entry.kind == "table" or entry.body.startswith("collect"):
            lie = False
    return lie


async def an_evening(house: House, name: str, rounds: int) -> None:
    room = room_of(house, name)
    guests = [await Guest.come(house, room, who, box=box) for box, who in enumerate(NAMES, start=1)]
    await play_rounds(room, guests, rounds, Random(name))


@pytest.mark.parametrize("name", TABLES)
def test_what_is_dealt_is_what_was_committed(sqlite_url: str, name: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, [TABLES[name]]) as house:
            await an_evening(house, name, 6)
            entries, told = house.store.read(journal), shoes(house.store)
            seen = list(follow(entries, told))
            assert seen.count("seen") > 30

    asyncio.run(evening())


@pytest.mark.parametrize("name", ["Down Under", "Down Under, shuffled continuously", "Blackjack", "Practice"])
def test_an_order_is_told_when_it_is_out_of_use_and_no_sooner(database_url: str, name: str) -> None:
    async def evening() -> None:
        async with open_house(database_url, [TABLES[name]]) as house:
            room = room_of(house, name)
            guests = [await Guest.come(house, room, who, box=box) for box, who in enumerate(NAMES, start=1)]
            floor = await Guest.come(house, room, "Flo", purse=0)
            async for _ in strokes(room, guests, Random(name)):
                assert floor.view["shoe"]["commitment"], "it is told before the first card"
                known = shoe_told(1, room.state.shoe, house)
                assert known.commitment == floor.view["shoe"]["commitment"]
                assert (known.salt, known.cards, known.prizes) == (None, None, None)
                for number in room.state.ended:
                    assert shoe_told(1, number, house).cards is None, "cards of it lie on the table"
                for number in range(1, room.state.shoe):
                    if number not in room.state.ended:
                        assert shoe_told(1, number, house).cards
                if room.state.round > 4:
                    break
            entries, told = house.store.read(journal), shoes(house.store)
            first_deal = next(entry.n for entry in entries if dealt(entry))
            assert any(entry.kind == "shoe" and entry.n < first_deal for entry in entries)
            for row in told.values():
                if row.revealed is not None:
                    (entry,) = [entry for entry in entries if entry.n == row.revealed]
                    assert (entry.kind, entry.body) == ("revealed", str(row.number))
                    assert not lie_on_the_table([one for one in entries if one.n < entry.n])

    asyncio.run(evening())


async def an_evening_under_the_floor(house: House, name: str) -> tuple[Room, Guest]:
    """Two rounds of a table, and a floorperson who has come to it."""
    await an_evening(house, name, 2)
    room = room_of(house, name)
    return room, await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)


@pytest.mark.parametrize("name", ["Down Under", "Blackjack"])
def test_an_order_is_told_with_the_shuffle_that_ends_it(database_url: str, name: str) -> None:
    """Between two rounds nothing lies on the table: nobody has to wait for the end of the next."""

    async def evening() -> None:
        async with open_house(database_url, [TABLES[name]]) as house:
            room, floor = await an_evening_under_the_floor(house, name)
            old = room.state.shoe
            await floor.say(do="notify", what="reshuffle")
            assert room.state.shoe == old + 1
            assert shoe_told(1, old, house).cards
            assert shoe_told(1, old + 1, house).cards is None
            assert [event["text"] for event in floor.events if event["kind"] == "revealed"] == [str(old)]
            verify(house.store.engine)

    asyncio.run(evening())


@pytest.mark.parametrize("name", ["Down Under", "Down Under, shuffled continuously", "Blackjack", "Practice"])
def test_the_last_order_of_a_closed_table_is_told_and_fresh_cards_come(database_url: str, name: str) -> None:
    async def evening() -> None:
        async with open_house(database_url, [TABLES[name]]) as house:
            room, floor = await an_evening_under_the_floor(house, name)
            last = room.state.shoe
            await floor.say(do="direct", what="close", why="as planned")
            assert shoe_told(1, last, house).cards
            verify(house.store.engine)
            for message in ({"do": "report", "name": "shoe-empty"}, {"do": "act", "asked": "", "action": "cut"}):
                with pytest.raises(Refused, match="the table is closed"):
                    await floor.say(**message)
        async with open_house(database_url, [TABLES[name]]) as house:
            room = room_of(house, name)
            floor = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
            await floor.say(do="direct", what="open", why="as planned")
            assert room.state.shoe > last
            assert shoe_told(1, room.state.shoe, house).cards is None
            await play_rounds(room, [await Guest.come(house, room, who) for who in NAMES], 2)
            told = shoes(house.store)
            assert all(row.revealed for row in told.values() if row.number < room.state.shoe)
            verify(house.store.engine)

    asyncio.run(evening())


def test_the_last_order_of_a_retired_table_is_told(database_url: str) -> None:
    async def evening() -> None:
        async with open_house(database_url, [TABLES["Down Under"]]) as house:
            await an_evening(house, "Down Under", 2)
            last = room_of(house, "Down Under").state.shoe
            assert shoe_told(1, last, house).cards is None
        other = TABLES["Down Under"].replace('maximum = "500.00"', 'maximum = "600.00"')
        async with open_house(database_url, [other]) as house:
            assert list(house.rooms) == [2]
            assert shoe_told(1, last, house).cards
            entries = [entry for entry in house.store.read(journal) if entry.table_id == 1]
            assert [(entry.kind, entry.body) for entry in entries[-2:]] == [
                ("floor", "retire house"),
                ("revealed", str(last)),
            ]
            verify(house.store.engine)

    asyncio.run(evening())


def test_a_continuous_shuffler_commits_every_round(sqlite_url: str) -> None:
    async def evening() -> None:
        name = "Down Under, shuffled continuously"
        async with open_house(sqlite_url, [TABLES[name]]) as house:
            await an_evening(house, name, 5)
            entries = house.store.read(journal)
            for number in range(2, 6):
                kinds = [entry.kind for entry in entries if entry.round == number]
                assert "shoe" in kinds, number
                assert "revealed" in kinds, number

    asyncio.run(evening())


def test_prizes_are_committed_with_the_cards(sqlite_url: str) -> None:
    """Madness 21 pays what was drawn with the shuffle, the next prize for each Blackjack."""

    async def evening() -> None:
        name = "Blackjack +"
        async with open_house(sqlite_url, [TABLES[name]]) as house:
            room = room_of(house, name)
            ann = await Guest.come(house, room, "Ann", box=1)
            while room.view()["question"]["type"] == "pit":
                await ann.act(ann.view["question"]["choices"][-1]["do"])
            committed = shoes(house.store)[room.state.shoe].prizes.split()
            assert len(committed) > 100
            for _ in range(2):
                room.desk.croupier._stacked = list(reversed(parse_cards("As 9c Kd")))  # a Blackjack of Ann's
                number = room.state.round
                bets = [{"box": 1, "amount": 500, "wager": wager} for wager in ("main", "madness-21")]
                await ann.say(do="bet", bets=bets)
                await ann.say(do="ready")
                while room.state.round == number:
                    await ann.act(ann.view["question"]["choices"][-1]["do"])
            pressed = (re.search(r"@shoe:?\S* \D*([0-9]+)$", event["text"]) for event in ann.events)
            drawn = [found[1] for found in pressed if found]
            assert drawn == committed[:2]

    asyncio.run(evening())


def test_a_live_table_takes_no_other_shuffler(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, [TABLES["Practice"]]) as house:
            (room,) = house.rooms.values()
            assert type(room.desk.croupier) is LiveCroupier
            LiveCroupier(room.desk.rules, SystemShuffler())
            with pytest.raises(TypeError, match="is predictable"):
                LiveCroupier(room.desk.rules, PracticeShuffler(1))  # type: ignore[arg-type]

    asyncio.run(evening())
