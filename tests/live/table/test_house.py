"""The house: every game is played, nothing is lost when it is opened again, and nothing is done twice."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from random import Random
from typing import Any

import pytest
from sqlalchemy import update

from holecard.law.errors import HolecardError, Refused
from holecard.live.audit.audit import verify
from holecard.live.store import schema
from holecard.live.store.store import Store
from holecard.live.store.writing import Repeated
from holecard.live.table.conduct import asked_of
from holecard.live.table.house import House
from holecard.live.table.loading import load_state, table_row
from holecard.live.table.room import Room
from tests.kit.patience import PATIENCE
from tests.kit.soak import usual_or_soak
from tests.live.kit import (
    PATIENT,
    Guest,
    assert_balanced,
    books,
    checked,
    house_file,
    open_house,
    our_tables,
    play_rounds,
    room_of,
    strokes,
    table,
)

TABLES = our_tables()
NAMES = ("Ann", "Bob", "Cem")


def assert_stored(house: House, room: Room) -> None:
    """A process that takes over finds what this one has."""
    found = house.store.read(
        lambda connection: load_state(
            connection, table_row(connection, room.desk.table_id), room.desk.rules, house.store.vault
        )
    )
    held = room.state
    assert dict(found.nets) == dict(held.nets)
    assert found._replace(nets=()) == held._replace(nets=())
    assert asked_of(found) == asked_of(held)


async def seated(house: House, room: Room) -> list[Guest]:
    return [await Guest.come(house, room, name, box=at) for at, name in enumerate(NAMES, start=1)]


STORED_MOST = ("Double Back Jack", "Blackjack, Style A, with Let it Ride", "Free Bet")  # second chance, ride, lammers
PLAYED = [
    *(("sqlite_url", name) for name in TABLES),
    *(("postgres_url", name) for name in usual_or_soak(STORED_MOST, tuple(TABLES))),
]


@pytest.mark.parametrize(("database", "name"), PLAYED)
def test_every_game_is_played(request: pytest.FixtureRequest, database: str, name: str) -> None:
    """After every stroke the ledger balances and the table is found again as it stands. On PostgreSQL that is as true
    of every game, with `make soak`."""
    database_url: str = request.getfixturevalue(database)

    async def evening() -> None:
        async with open_house(database_url, [TABLES[name]]) as house:
            room = room_of(house, name)
            assert_stored(house, room)
            guests = await seated(house, room)
            async for _ in strokes(room, guests, Random(name)):
                assert_stored(house, room)
                assert_balanced(house)
                if room.state.round > 3:
                    break
            assert verify(house.store.engine).rounds == 4

    asyncio.run(evening())


def steady(room: Room) -> dict[str, Any]:
    """What is told of a table, without the clock and who is connected."""
    seats = [(seat["box"], seat["name"]) for seat in room.view()["seats"]]
    return {**room.view(), "seconds": None, "seats": seats, "ready": None}


@pytest.mark.parametrize("name", ["Down Under", "Blackjack +"])
def test_a_round_goes_on_where_it_was(database_url: str, name: str) -> None:
    """Opened again after each of the first strokes; the answer to a question may come after the restart."""

    async def evening() -> None:
        before: tuple[Any, ...] | None = None
        for stroke in range(14):
            async with open_house(database_url, [TABLES[name]]) as house:
                room = room_of(house, name)
                if before is not None:
                    assert (steady(room), room.state.holding, asked_of(room.state)) == before
                guests = await seated(house, room)
                async for _ in strokes(room, guests, Random(stroke)):
                    break
                before = (steady(room), room.state.holding, asked_of(room.state))
                assert_balanced(house)

    asyncio.run(evening())


# The same thing said twice


def test_what_is_said_twice_is_done_once(database_url: str) -> None:
    async def evening() -> None:
        async with open_house(database_url, [table("reference")]) as house:
            room = room_of(house, "reference")
            ann = await Guest.come(house, room, "Ann", box=1)
            bet = {"do": "bet", "bets": [{"box": 1, "amount": 1000, "wager": "main"}]}
            first = await ann.say(key="the-bet", **bet)
            assert await ann.say(key="the-bet", **bet) == first
            assert room.state.head.count == first["seq"]
            await ann.bet(500)
            assert await ann.say(key="the-bet", **bet) == first, "also after something else was done"
            held = house.store.read(books)
            assert held["layout:1"] == 1500
        async with open_house(database_url, [table("reference")]) as house:
            room = room_of(house, "reference")
            ann = await Guest.come(house, room, "Ann")
            assert await ann.say(key="the-bet", **bet) == first, "and after a restart"
            assert house.store.read(books) == held

    asyncio.run(evening())


def test_what_was_refused_may_be_said_again(database_url: str) -> None:
    async def evening() -> None:
        async with open_house(database_url, [table("reference")]) as house:
            room = room_of(house, "reference")
            ann = await Guest.come(house, room, "Ann")
            bet = {"do": "bet", "bets": [{"box": 1, "amount": 1000, "wager": "main"}]}
            with pytest.raises(Refused, match="sit down"):
                await ann.say(key="the-bet", **bet)
            await ann.say(do="sit", box=1)
            assert (await ann.say(key="the-bet", **bet))["ok"]

    asyncio.run(evening())


def test_a_key_belongs_to_one_table(database_url: str) -> None:
    async def evening() -> None:
        tables = [table("reference", "one"), table("reference", "two")]
        async with open_house(database_url, tables) as house:
            here, there = [await Guest.come(house, room_of(house, name), "Ann") for name in ("one", "two")]
            await here.say(key="sitting", do="sit", box=1)
            with pytest.raises(Repeated, match="another request"):
                await there.say(key="sitting", do="sit", box=1)
            assert there.room.state.seats == ()
            assert not there.room.is_lost
            bob = await Guest.come(house, there.room, "Bob")
            assert (await bob.say(key="sitting", do="sit", box=1))["ok"], "keys are each person's own"

    asyncio.run(evening())


def test_a_key_belongs_to_one_request(database_url: str) -> None:
    """Also to a house that was opened anew, and remembers nothing but what is stored."""

    async def evening(is_first: bool) -> object:
        async with open_house(database_url, [table("reference")]) as house:
            ann = await Guest.come(house, room_of(house, "reference"), "Ann")
            reply = await ann.say(key="sitting", do="sit", box=1) if is_first else None
            with pytest.raises(Repeated):
                await ann.say(key="sitting", do="sit", box=2)
            with pytest.raises(Repeated):
                await ann.say(key="sitting", do="leave")
            assert ann.room.state.seat_of("Ann") == 1
            again = await ann.say(key="sitting", do="sit", box=1)
            assert reply in (None, again)
            return again

    assert asyncio.run(evening(is_first=True)) == asyncio.run(evening(is_first=False))


# Purses


def test_nobody_stakes_more_than_he_has(database_url: str) -> None:
    async def evening() -> None:
        async with open_house(database_url, [table("reference")], stacked="8s 6c 8d 9d") as house:
            room = room_of(house, "reference")
            ann = await Guest.come(house, room, "Ann", box=1, purse=2500)
            with pytest.raises(Refused, match="more than you have"):
                await ann.bet(3000)
            assert room.state.table.boxes == ()
            await ann.bet(2000)
            await ann.say(do="ready")
            asked = ann.view["asked"]
            for action in ("double", "split"):
                with pytest.raises(Refused, match="more than you have"):
                    await ann.act(action)
                assert room.view()["asked"] == asked
                assert_stored(house, room)
            await ann.act("stand")
            assert_balanced(house)

    asyncio.run(evening())


# What a house is opened with


@pytest.mark.parametrize(
    ("tables", "clause"),
    [
        ([table("reference"), table("pa-down-under", decks="5", match_the_dealer="yes")], "58 Pa. Code § 685a.6(e)"),
        ([table("pa-down-under", edition="2025-proposed")], "685a"),
    ],
)
def test_an_unlawful_table_is_refused_with_its_clause(sqlite_url: str, tables: list[str], clause: str) -> None:
    store = Store(sqlite_url)
    try:
        with pytest.raises(Refused, match=clause.replace("(", r"\(").replace(")", r"\)")):
            House(store).prepare(checked(tables))
    finally:
        store.close()


def test_sqlite_has_one_server(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, [table("reference")]):
            second = Store(sqlite_url)
            try:
                with pytest.raises(HolecardError, match="another process already serves"):
                    House(second).prepare(checked([table("reference")]))
            finally:
                second.close()
        async with open_house(sqlite_url, [table("reference")]):
            pass  # the lock went with the first

    asyncio.run(evening())


def test_two_processes_share_one_postgresql(postgres_url: str) -> None:
    """What one serves the other knows of; what it leaves the other takes over, wagers and all."""

    async def evening() -> None:
        async with open_house(postgres_url, [table("reference")]) as second:
            store = Store(postgres_url)
            first = House(store, PATIENT, "http://first")
            try:
                first.prepare(checked([table("reference"), table("nz-free-bet")]))
                await first.start()
                assert sorted(first.rooms) == [2], "the other table is served already"
                assert await first.room(1) == second.me
                room = first.rooms[2]
                ann = await Guest.come(first, room, "Ann", box=1)
                await play_until_wagers_lie(room, ann)
                standing = steady(room)
            finally:
                await first.stop()
                store.close()
            async with asyncio.timeout(PATIENCE):
                while 2 not in second.rooms:
                    await asyncio.sleep(0.05)
            assert steady(second.rooms[2]) == standing
            ann = await Guest.come(second, second.rooms[2], "Ann")
            await play_rounds(second.rooms[2], [ann], 1)
            verify(second.store.engine)

    asyncio.run(evening())


async def play_until_wagers_lie(room: Room, guest: Guest) -> None:
    async for _ in strokes(room, [guest], Random(1)):
        if room.state.table.closed:
            return


PREPARE = """
import sys
from holecard.house.house_file import check_house, read_house
from holecard.live.table.house import House
from holecard.live.store.store import Store

store, tables = Store(sys.argv[1]), check_house(read_house(sys.argv[2]))
print("ready", flush=True)
sys.stdin.readline()
House(store).prepare(tables)
store.close()
"""


def test_processes_that_start_at_once_make_one_house(postgres_url: str) -> None:
    tables = [table("reference"), table("nz-free-bet")]
    command, pipe = [sys.executable, "-c", PREPARE, postgres_url, house_file(tables)], subprocess.PIPE
    started = [subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) for _ in range(3)]
    for process in started:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    ended = [(process.communicate(timeout=PATIENCE)[1], process.returncode) for process in started]
    assert ended == [("", 0)] * 3

    async def evening() -> None:
        async with open_house(postgres_url, tables) as house:
            assert [room.name for room in house.rooms.values()] == ["reference", "nz-free-bet"]

    asyncio.run(evening())


# A table whose rules are changed


def test_changed_rules_retire_a_table(database_url: str) -> None:
    async def evening() -> None:
        async with open_house(database_url, [table("reference")]) as house:
            room = room_of(house, "reference")
            ann = await Guest.come(house, room, "Ann", box=1)
            await play_rounds(room, [ann], 2)
            await ann.bet(1000)
        other = [table("reference", decks="2")]
        async with open_house(database_url, other) as house:
            room = room_of(house, "reference")
            assert (list(house.rooms), room.desk.rules.decks == 2) == ([1], False), "it goes on under the old rules"
            ann = await Guest.come(house, room, "Ann")
            await play_rounds(room, [ann], 1)
            assert verify(house.store.engine).tables == 1
        async with open_house(database_url, other) as house:
            assert list(house.rooms) == [2]
            assert room_of(house, "reference").desk.rules.decks == 2
            assert verify(house.store.engine).tables == 2

    asyncio.run(evening())


def test_wagers_under_rules_that_nobody_knows_any_more(database_url: str) -> None:
    """The house opens its other tables. The wagers stay on the layout, for a version that knows the rules."""

    async def evening() -> None:
        async with open_house(database_url, [table("reference")]) as house:
            ann = await Guest.come(house, room_of(house, "reference"), "Ann", box=1)
            await ann.bet(1000)
            held = house.store.read(books)
            forget = update(schema.tables).values(rules_hash="of an earlier version")
            house.store.write_now(lambda connection: connection.execute(forget).rowcount)
        async with open_house(database_url, [table("reference"), table("reference", "another")]) as house:
            assert ([room.name for room in house.rooms.values()], house.unfit) == (["another"], [1])
            assert house.troubles() == []
            assert house.store.read(books) == held

    asyncio.run(evening())


def test_a_retired_table_is_not_written_to(postgres_url: str) -> None:
    """Another process that serves it still finds out, and stores nothing more there."""

    async def evening() -> None:
        async with open_house(postgres_url, [table("reference")]) as old:
            room = room_of(old, "reference")
            ann = await Guest.come(old, room, "Ann")
            async with open_house(postgres_url, [table("reference", decks="2")]) as new:
                with pytest.raises(HolecardError, match="another process serves"):
                    await ann.say(do="sit", box=1)
                assert verify(new.store.engine).tables == 2

    asyncio.run(evening())


# Names


@pytest.mark.parametrize("name", ["no", "bet", "hand", "box", "card", "name", "main", "nothing", "shoe", "on-"])
def test_a_name_may_be_a_word_of_the_notation(sqlite_url: str, name: str) -> None:
    """Whatever somebody calls himself, his table can be loaded again."""

    async def evening() -> None:
        async with open_house(sqlite_url, [TABLES["Blackjack with House Money"]], seed=7) as house:
            (room,) = house.rooms.values()
            guest = await Guest.come(house, room, name, box=1)
            async for _ in strokes(room, [guest], Random(3)):
                assert_stored(house, room)
                if room.state.round > 3:
                    break

    asyncio.run(evening())
