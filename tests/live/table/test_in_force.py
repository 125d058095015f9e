"""Upgrades and other house files: tables change between rounds or retire, the floor voids a round, chips stay put."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select, update

from holecard.law.errors import Malformed, Refused
from holecard.live.audit.audit import verify
from holecard.live.audit.rows import Broken
from holecard.live.people.people import AccountRole
from holecard.live.store import schema
from holecard.live.table import house as house_module
from holecard.live.table.house import House
from tests.kit.patience import PATIENCE
from tests.live.kit import Guest, add_person, books, checked, open_house, play_rounds, room_of, table
from tests.live.tampering import audited, found_broken, tampering

ONE, TWO = table("reference", "one"), table("reference", "two")
ONE_CHANGED = table("reference", "one", decks="2")


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.02)


def names(house: House, retired: bool = False) -> list[str]:
    wanted = select(schema.tables.c.name).where(schema.tables.c.is_retired == retired).order_by(schema.tables.c.id)
    return list(house.store.read(lambda connection: connection.execute(wanted).scalars().all()))


def test_a_table_that_the_file_no_longer_has_retires(database_url: str) -> None:
    async def evening() -> None:
        async with open_house(database_url, [ONE, TWO]) as house:
            ann = await Guest.come(house, room_of(house, "two"), "Ann", box=1)
            await play_rounds(room_of(house, "two"), [ann], 2)
            held = house.store.read(books)
        async with open_house(database_url, [ONE]) as house:
            assert [room.name for room in house.rooms.values()] == names(house) == ["one"]
            (gone,) = names(house, retired=True)
            assert gone.startswith("two (until ")
            assert house.store.read(books) == held, "everybody keeps their chips"
            counts = verify(house.store.engine)
            assert (counts.tables, counts.unreplayed) == (2, ())
        async with open_house(database_url, [ONE, TWO]) as house:  # back again, as a new table
            assert names(house) == ["one", "two"]
            assert sorted(house.rooms) == [1, 3]

    asyncio.run(evening())


def test_a_table_with_wagers_retires_after_its_round(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, [ONE, TWO]) as house:
            ann = await Guest.come(house, room_of(house, "two"), "Ann", box=1)
            await ann.bet(1000)
        async with open_house(sqlite_url, [ONE]) as house:
            room = room_of(house, "two")
            assert house.changing == [2], "its round is played first"
            await until(lambda: room.is_changing)
            ann = await Guest.come(house, room, "Ann")
            await play_rounds(room, [ann], 1)
            await until(lambda: names(house) == ["one"])
            await until(lambda: room.is_lost)
            assert verify(house.store.engine).tables == 2

    asyncio.run(evening())


def test_rules_change_between_rounds_while_the_house_is_open(database_url: str) -> None:
    async def evening() -> None:
        async with open_house(database_url, [ONE, TWO]) as house:
            room = room_of(house, "one")
            ann = await Guest.come(house, room, "Ann", box=1)
            await ann.bet(1000)
            assert await house.change(checked([ONE_CHANGED, TWO]), lambda connection: None) == [1]
            await until(lambda: room.is_changing)
            await ann.bet(500)  # more on the layout of a round that has begun
            await play_rounds(room, [ann], 1)
            with pytest.raises(Refused, match="the rules of this table change now") as refused:
                await ann.bet(1000)
            assert "\n" not in str(refused.value)
            await until(lambda: 3 in house.rooms)
            assert (house.rooms[3].name, house.rooms[3].desk.rules.decks, house.changing) == ("one", 2, [])
            assert room.is_lost
            verify(house.store.engine)

    asyncio.run(evening())


def forget_rules(monkeypatch: pytest.MonkeyPatch, *table_ids: int) -> None:
    """As a version does that no longer has the rules of these tables."""
    known = house_module.rules_of

    def rules_of(row: Any) -> Any:
        if row.id in table_ids:
            raise Malformed(f"{row.name!r} was opened under rules {row.rules_hash}, but this version has others")
        return known(row)

    monkeypatch.setattr(house_module, "rules_of", rules_of)


def test_the_floor_voids_a_round_whose_rules_are_gone(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        async with open_house(database_url, [ONE, TWO]) as house:
            ann = await Guest.come(house, room_of(house, "one"), "Ann", box=1)
            bob = await Guest.come(house, room_of(house, "one"), "Bob", box=2)
            await play_rounds(room_of(house, "one"), [ann, bob], 1)
            add_person(house.store, "Flo", AccountRole.FLOOR, purse=0)
            before = house.store.read(books)
            await ann.bet(1000)
            await bob.bet(700)
        forget_rules(monkeypatch, 1)
        async with open_house(database_url, [ONE_CHANGED, TWO]) as house:
            assert ([room.name for room in house.rooms.values()], house.unfit) == (["two"], [1])
            assert house.stuck() == [(1, "one", 1700)]
            unreplayed = verify(house.store.engine).unreplayed
            assert [(one.table, one.name, one.rounds) for one in unreplayed] == [(1, "one", 2)]
            with pytest.raises(Refused, match="this version knows the rules"):
                await house.void(2, "Flo", "by mistake")
            assert await house.void(1, "Flo", "its rules are gone") == 1700
            after = house.store.read(books)
            assert after == before | {"layout:1": 0}, "every cent is back"
            await until(lambda: 3 in house.rooms)
            assert (house.rooms[3].name, house.rooms[3].desk.rules.decks, house.unfit) == ("one", 2, [])
            postings = select(schema.postings.c.clause).order_by(schema.postings.c.id.desc()).limit(2)
            clauses = house.store.read(lambda connection: connection.execute(postings).scalars().all())
            assert clauses == ["house rule: a void round"] * 2
            (gone,) = verify(house.store.engine).unreplayed
            assert gone.name.startswith("one (until ")

    asyncio.run(evening())


CHANGES = {
    "an entry": (update(schema.entries).where(schema.entries.c.n == 5).values(body="x"), "entries"),
    "money": (update(schema.postings).where(schema.postings.c.entry > 0).values(cents=1), "round_bettors"),
    "a result": (update(schema.round_bettors).values(net=5), "round_bettors"),
    "a commitment": (update(schema.shoes).where(schema.shoes.c.number == 1).values(commitment="0" * 64), "shoes"),
    "a round": (update(schema.rounds).where(schema.rounds.c.number == 1).values(last=4), "rounds"),
    "the rules": (update(schema.tables).values(rules_hash="of nobody"), "tables"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_history_without_rules_is_still_checked(sqlite_url: str, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, [ONE]) as house:
            ann = await Guest.come(house, room_of(house, "one"), "Ann", box=1)
            await play_rounds(room_of(house, "one"), [ann], 2)

    asyncio.run(evening())
    forget_rules(monkeypatch, 1)
    statement, kind = CHANGES[change]
    with tampering(sqlite_url) as connection:
        connection.execute(statement)
    broken: Broken = found_broken(sqlite_url)
    assert broken.kind == kind, broken


def test_options_may_be_written_in_another_way(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the house file has them, and not as the journal writes them."""
    freely = table("masque-down-under", minimum="2", match_the_dealer="yes", match_suited="011:1", match_unsuited="4:1")

    async def evening() -> None:
        async with open_house(sqlite_url, [freely]) as house:
            (room,) = house.rooms.values()
            ann = await Guest.come(house, room, "Ann", box=1)
            await play_rounds(room, [ann], 1)

    asyncio.run(evening())
    forget_rules(monkeypatch, 1)
    assert [one.table for one in audited(sqlite_url).unreplayed] == [1]
    with tampering(sqlite_url) as connection:
        options = json.loads(connection.execute(select(schema.tables.c.options)).scalar_one())
        connection.execute(update(schema.tables).values(options=json.dumps(options | {"minimum": "2.01"})))
    assert "its options should be those of entry 1: " in found_broken(sqlite_url).why
