"""Where a clause asks for a floorperson: a staffed house waits for one, an automatic one answers as the house.

685a.12(i), 673a.13(j): after its reader has failed, a table deals again when a floorperson says that it works.
"""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select

from holecard.engine.questions import DONE
from holecard.law.errors import Malformed, Refused
from holecard.live.audit.audit import verify
from holecard.live.audit.rows import Broken
from holecard.live.people.people import AccountRole
from holecard.live.store import schema
from holecard.live.table.draft import Draft
from holecard.live.table.house import House
from holecard.live.web.http_tables import lobby
from tests.live.kit import PATIENT, Guest, assert_balanced, checked, open_house, table

SOON = 0.05
CALM = PATIENT._replace(recut=SOON)
HASTY = CALM._replace(deciding=SOON)
READERS = {"pa-down-under": "12(i)", "pa-double-back-jack": "13(j)"}
EVERY_RULEBOOK = ["pa-down-under", "pa-double-back-jack", "masque-down-under", "nz-blackjack"]


def journal(house: House) -> list[str]:
    entries = schema.entries
    return list(
        house.store.read(lambda connection: connection.execute(select(entries.c.body).order_by(entries.c.n)).scalars())
    )


def acts_of(house: House, who: str) -> list[str]:
    return [body.partition("\n")[0] for body in journal(house) if f" {who}" in body.partition("\n")[0]]


async def come_as_floor(house: House) -> Guest:
    (room,) = house.rooms.values()
    return await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)


async def ready_for_bets(floor: Guest, *players: Guest) -> None:
    """Everybody does what the pit asks of them."""
    while floor.view["question"]["type"] == "pit":
        asked = floor.view["question"]
        if asked["who"] == "dealer":  # a moment for a recut
            await floor.until(lambda: floor.view["question"]["who"] != "dealer")
            continue
        who = next((one for one in players if one.person.name == asked["bettor"]), floor)
        await who.act(asked["choices"][0 if who is floor else -1]["do"])  # staff find everything in order


@pytest.mark.parametrize("game", sorted(READERS))
def test_pa_12_i_13_j_a_failed_reader_stops_a_staffed_table_until_a_floorperson_says_so(
    sqlite_url: str, game: str
) -> None:
    """Also after a restart, and however long it takes."""
    tables = [table(game)]

    async def evening() -> None:
        async with open_house(sqlite_url, tables, CALM, staff="staffed") as house:
            (room,) = house.rooms.values()
            floor = await come_as_floor(house)
            ann = await Guest.come(house, room, "Ann", box=1)
            await ready_for_bets(floor, ann)
            await floor.say(do="report", name="reader-malfunction")
        async with open_house(sqlite_url, tables, HASTY, staff="staffed") as house:
            (room,) = house.rooms.values()
            ann = await Guest.come(house, room, "Ann")
            asked = ann.view["question"]
            assert asked["clause"].endswith(READERS[game])
            assert asked["waiting"].startswith("Waiting for the floorperson to repair or replace the ")
            assert ann.view["seconds"] is None
            await asyncio.sleep(4 * SOON)
            with pytest.raises(Refused):
                await ann.bet(1000)
            with pytest.raises(Refused, match="waits for the floorperson"):
                await ann.act("repaired")
            floor = await come_as_floor(house)
            await floor.act("repaired")
            await ann.bet(1000)
            assert acts_of(house, "@floorperson")[-1] == "pit repair-reader @floorperson repaired"
            assert not acts_of(house, "@house")
            assert_balanced(house)
            verify(house.store.engine)

    asyncio.run(evening())


@pytest.mark.parametrize("game", sorted(READERS))
def test_pa_12_i_13_j_an_automatic_house_answers_as_the_house(sqlite_url: str, game: str) -> None:
    """It leaves a failed reader to a floorperson at the table. Without one it goes on, in its own name."""
    tables = [table(game)]

    async def evening() -> None:
        async with open_house(sqlite_url, tables) as house:
            (room,) = house.rooms.values()
            floor = await come_as_floor(house)
            ann = await Guest.come(house, room, "Ann", box=1)
            await ready_for_bets(floor, ann)
            await floor.say(do="report", name="reader-malfunction")
            assert ann.view["question"]["subject"] == "repair-reader"
            assert ann.view["seconds"] is None
            with pytest.raises(Refused):
                await ann.bet(1000)
        async with open_house(sqlite_url, tables, HASTY) as house:
            (room,) = house.rooms.values()
            ann = await Guest.come(house, room, "Ann")
            await ann.until(lambda: ann.view["question"]["type"] == "bets")
            assert acts_of(house, "@house")[-1] == "pit repair-reader @house repaired"
            assert not acts_of(house, "@floorperson")
            verify(house.store.engine)

    asyncio.run(evening())


@pytest.mark.parametrize("game", EVERY_RULEBOOK)
def test_a_staffed_house_waits_for_every_step_of_a_floorperson(sqlite_url: str, game: str) -> None:
    tables = [table(game)]

    async def evening() -> None:
        async with open_house(sqlite_url, tables, HASTY, staff="staffed") as house:
            (room,) = house.rooms.values()
            ann = await Guest.come(house, room, "Ann", box=1)
            asked = ann.view["question"]
            assert (asked["subject"], asked["who"]) == ("equipment", "floorperson")
            assert asked["waiting"] == "Waiting for the floorperson to check the table and its layout"
        async with open_house(sqlite_url, tables, CALM, staff="staffed") as house:
            (room,) = house.rooms.values()
            ann = await Guest.come(house, room, "Ann")
            assert ann.view["question"]["subject"] == "equipment"
            floor = await come_as_floor(house)
            await ready_for_bets(floor, ann)
            assert len(acts_of(house, "@floorperson")) >= 3
            assert not acts_of(house, "@house")
            verify(house.store.engine)

    asyncio.run(evening())


@pytest.mark.parametrize("game", EVERY_RULEBOOK)
def test_an_automatic_house_never_answers_in_a_floorpersons_name(sqlite_url: str, game: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, [table(game)], HASTY) as house:
            (room,) = house.rooms.values()
            ann = await Guest.come(house, room, "Ann", box=1)
            await ann.until(lambda: ann.view["question"]["type"] == "bets")
            assert "pit equipment @house done" in acts_of(house, "@house")
            assert not acts_of(house, "@floorperson")
            told = [line["text"] for event in ann.events for line in event["lines"]]
            assert not [text for text in told if "floorperson" in text or "supervisor" in text]
            verify(house.store.engine)

    asyncio.run(evening())


def test_a_ruling_of_an_automatic_house_is_told_as_the_houses(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, [table("pa-down-under")], stacked="Ts 6c 2d 9d") as house:
            (room,) = house.rooms.values()
            floor = await come_as_floor(house)
            ann = await Guest.come(house, room, "Ann", box=1)
            await ready_for_bets(floor, ann)
            await ann.bet(1000)
            await ann.say(do="ready")
            room._clocks = HASTY
            await floor.say(do="report", name="wrong-spot")
            floor.drop()
            await ann.until(lambda: ann.view["question"]["who"] != "floorperson")
            ruled = next(event for event in ann.events if event["text"].startswith("1 @house:Ann "))
            assert ruled["notice"]["title"] == "The house decides"
            assert not [line for line in ruled["lines"] if "floorperson" in line["text"]]

    asyncio.run(evening())


RULINGS = {"pa-down-under": ("wrong-spot", 0), "nz-blackjack": ("wrong-card", 1)}  # with the box concerned


@pytest.mark.parametrize("game", sorted(RULINGS))
def test_a_ruling_in_a_staffed_house_waits_however_long(sqlite_url: str, game: str) -> None:
    """No clock answers it, nobody has to be there, and a restart changes nothing."""
    tables = [table(game)]

    async def evening() -> None:
        async with open_house(sqlite_url, tables, CALM, staff="staffed", stacked="Ts 6c 2d 9d") as house:
            (room,) = house.rooms.values()
            floor = await come_as_floor(house)
            ann = await Guest.come(house, room, "Ann", box=1)
            await ready_for_bets(floor, ann)
            await ann.bet(1000)
            await ann.say(do="ready")
            name, box = RULINGS[game]
            await floor.say(do="report", name=name, box=box, hand=box)
            assert ann.view["question"]["who"] == "floorperson"
        async with open_house(sqlite_url, tables, HASTY, staff="staffed") as house:
            (room,) = house.rooms.values()
            ann = await Guest.come(house, room, "Ann")
            asked = ann.view["asked"]
            await asyncio.sleep(4 * SOON)
            assert (ann.view["asked"], ann.view["seconds"]) == (asked, None)
            floor = await come_as_floor(house)
            await floor.act(floor.view["question"]["choices"][0]["do"])
            assert ann.view["asked"] != asked
            assert not [text for text in acts_of(house, "@house") if "Ann" not in text]

    asyncio.run(evening())


def test_the_journal_and_every_view_say_who_answers_for_the_floor(sqlite_url: str) -> None:
    tables = [table("pa-down-under")]

    async def evening() -> None:
        async with open_house(sqlite_url, tables) as house:
            (room,) = house.rooms.values()
            assert room.view()["staff"] == lobby(house)[0].staff == "automatic"
            assert "automatic house" in journal(house)
        async with open_house(sqlite_url, tables, staff="staffed") as house:
            (room,) = house.rooms.values()
            assert room.view()["staff"] == lobby(house)[0].staff == "staffed"
            assert journal(house)[-1] == "staffed house"
            verify(house.store.engine)
        async with open_house(sqlite_url, tables, staff="staffed") as house:
            assert journal(house).count("staffed house") == 1, "nothing has changed"

    asyncio.run(evening())


def test_an_audit_finds_a_house_that_answers_for_its_own_floorperson(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, [table("pa-down-under")], staff="staffed") as house:
            (room,) = house.rooms.values()
            draft = Draft(room.desk, room.state)
            draft.take(DONE, by_house=True)
            await room._adopt_one(draft)
            with pytest.raises(Broken, match="answers for a floorperson"):
                verify(house.store.engine)

    asyncio.run(evening())


def test_a_house_file_says_who_answers_for_the_floor() -> None:
    (plain,), (staffed,) = checked([table("reference")]), checked([table("reference")], "staffed")
    assert (plain.table.staff, staffed.table.staff) == ("automatic", "staffed")
    with pytest.raises(Malformed, match="staff must be one of automatic, staffed"):
        checked([table("reference")], "sometimes")
