"""An error noticed when the round is settled: a staffed house leaves the cards on the table for a moment.

685a.12(d), 12(h); 673a.13(d), 13(h); NZ 16.3, 16.5, 16.13, 18.7: each can be reported until the cards are collected,
also after a restart, and what was paid or collected is put right in the ledger.
"""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import pytest
from sqlalchemy import select

from holecard.law.errors import Refused
from holecard.live.audit.audit import verify
from holecard.live.people.people import AccountRole
from holecard.live.store import schema
from holecard.live.table.floor import irregularities
from holecard.live.table.house import House
from tests.live.kit import PATIENT, PURSE, Guest, assert_balanced, open_house, table

SOON = 0.05
CALM = PATIENT._replace(recut=SOON)
BET = 1000


class Late(NamedTuple):
    """A round that Ann stands in, what is reported when it is settled, and what she has then."""

    game: str
    cards: str
    before: int  # what the round brought her
    report: str
    box: int = 0
    ruling: str = ""
    after: int = 0
    shuffler: str = ""


LATE = {
    "pa-685a 12(h) lost": Late("pa-down-under", "Ts 6c 8d 9d 6h", -BET, "wrong-spot", ruling="dead"),
    "pa-685a 12(h) won": Late("pa-down-under", "Ts 6c Td 9d Kh", BET, "wrong-spot", ruling="dead"),
    "pa-685a 12(h) left": Late("pa-down-under", "Ts 6c Td 9d Kh", BET, "wrong-spot", ruling="continue", after=BET),
    "pa-685a 12(d)": Late("pa-down-under", "Ts Tc 8d 9d", -BET, "dealer-overdraw", after=-BET),
    "pa-673a 13(d)": Late("pa-double-back-jack", "Ts 7c 8d Td", BET, "dealer-overdraw", after=BET),
    "nz 16.3": Late("nz-blackjack", "Ts Tc 8d 9d", -BET, "dealer-overdraw", after=-BET),
    "nz 16.5 won": Late("nz-blackjack", "Ts 7c Td Td", BET, "wrong-card", box=1, ruling="void"),
    "nz 16.5 lost": Late("nz-blackjack", "Ts Tc 8d 9d", -BET, "wrong-card", box=1, ruling="void"),
    "nz 16.13 won": Late("nz-blackjack", "Ts 7c Td Td", BET, "shuffler-failed", shuffler="continuous"),
    "nz 16.13 lost": Late("nz-blackjack", "Ts Tc 8d 9d", -BET, "shuffler-failed", shuffler="continuous"),
    "nz 18.7 won": Late("nz-ante-up", "Ts 7c Td Td", BET - 10, "no-ante", box=1),
}


def house_table(late: Late) -> str:
    return table(late.game, shuffler=late.shuffler) if late.shuffler else table(late.game)


async def dealt(house: House) -> tuple[Guest, Guest]:
    """The pit's steps and one bet; staff find everything in order."""
    (room,) = house.rooms.values()
    floor = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
    ann = await Guest.come(house, room, "Ann", box=1)
    while (asked := floor.view["question"])["type"] == "pit":
        if asked["who"] == "dealer":
            await floor.until(lambda: floor.view["question"]["who"] != "dealer")
        else:
            await (ann if asked["bettor"] else floor).act(asked["choices"][-1 if asked["bettor"] else 0]["do"])
    await ann.bet(BET)
    await ann.say(do="ready")
    return ann, floor


async def play_to_the_end(house: House) -> tuple[Guest, Guest]:
    """A round in which Ann stands."""
    ann, floor = await dealt(house)
    while (asked := ann.view["question"])["type"] != "house":
        choices = [choice["do"] for choice in asked["choices"]]
        await ann.act("stand" if "stand" in choices else choices[-1])
    return ann, floor


def won(house: House) -> int:
    accounts = schema.accounts
    wanted = select(accounts.c.balance).where(accounts.c.name == "Ann")
    balance: int = house.store.read(lambda connection: connection.execute(wanted).scalar_one())
    return balance - PURSE


@pytest.mark.parametrize("key", sorted(LATE))
def test_an_error_can_be_reported_until_the_cards_are_collected(sqlite_url: str, key: str) -> None:
    late = LATE[key]
    tables = [house_table(late)]

    async def evening() -> None:
        async with open_house(sqlite_url, tables, CALM, stacked=late.cards, staff="staffed") as house:
            ann, _ = await play_to_the_end(house)
            assert ann.view["question"]["waiting"] == "Round settled: the dealer collects the cards"
            assert won(house) == late.before
        async with open_house(sqlite_url, tables, CALM, staff="staffed") as house:
            (room,) = house.rooms.values()
            number = room.state.round
            ann = await Guest.come(house, room, "Ann")
            floor = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
            assert ann.view["table"]["boxes"], "the cards are still there"
            listed = {one["name"]: one["possible"] for one in irregularities(room.desk.rules, room.state.table)}
            assert listed[late.report]
            with pytest.raises(Refused, match="only a floorperson"):
                await ann.say(do="report", name=late.report, box=late.box)
            await floor.say(do="report", name=late.report, box=late.box)
            if late.ruling:
                assert floor.view["question"]["who"] == "floorperson"
                await floor.act(late.ruling)
            assert won(house) == late.after
            assert_balanced(house)
            assert room.state.round == number, "the cards wait once more"
            await ann.bet(BET)
            assert room.state.round == number + 1
            net = select(schema.round_bettors.c.net).where(schema.round_bettors.c.number == number)
            assert house.store.read(lambda connection: connection.execute(net).scalar_one()) == late.after
            with pytest.raises(Refused):
                await floor.say(do="report", name=late.report, box=late.box)

    asyncio.run(evening())


@pytest.mark.parametrize("game", ["pa-down-under", "pa-double-back-jack"])
def test_12_g_13_h_a_card_missed_is_noticed_when_the_round_is_settled(sqlite_url: str, game: str) -> None:
    """The hole card has been seen, so the player can only have the hand called dead; the lost wager comes back."""
    tables = [table(game)]

    async def evening() -> None:
        async with open_house(sqlite_url, tables, CALM, stacked="Ts 7c 4d Td", staff="staffed") as house:
            ann, floor = await dealt(house)
            await floor.say(do="direct", what="stop")
            await ann.act("hit")
            await floor.say(do="report", name="passed-over", box=1, hand=1)
            await floor.say(do="direct", what="resume")
            assert won(house) == -BET
        async with open_house(sqlite_url, tables, CALM, staff="staffed") as house:
            (room,) = house.rooms.values()
            ann = await Guest.come(house, room, "Ann")
            floor = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
            await floor.say(do="report", name="card-not-dealt", box=1, hand=1)
            asked = ann.view["question"]
            assert (asked["bettor"], [choice["do"] for choice in asked["choices"]]) == ("Ann", ["dead"])
            await ann.act("dead")
            assert won(house) == 0
            assert_balanced(house)

    asyncio.run(evening())


def test_the_dealer_collects_when_the_moment_is_over(sqlite_url: str) -> None:
    """Also after a restart; play that is stopped leaves the cards as long as the floorperson wants."""
    late = LATE["nz 16.5 won"]
    tables = [table(late.game)]

    async def evening() -> None:
        async with open_house(sqlite_url, tables, CALM, staff="staffed") as house:
            ann, floor = await play_to_the_end(house)
            assert ann.view["seconds"] is not None
            await floor.say(do="direct", what="stop")
            assert ann.view["seconds"] is None
        async with open_house(sqlite_url, tables, CALM._replace(collecting=SOON), staff="staffed") as house:
            (room,) = house.rooms.values()
            number = room.state.round
            ann = await Guest.come(house, room, "Ann")
            floor = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
            await floor.say(do="report", name="wrong-card", box=1)
            await floor.act("void")
            assert won(house) == 0, "paid and lost hands alike"
            assert room.state.round == number
            await ann.say(do="leave")
            await floor.say(do="direct", what="resume")
            await ann.until(lambda: ann.view["question"]["type"] == "bets")
            assert room.state.round == number + 1
            assert not room.state.seats, "who waited for the end of the round has left"
            verify(house.store.engine)

    asyncio.run(evening())


def test_an_automatic_house_collects_at_once(sqlite_url: str) -> None:
    """Nobody is there to report; a floorperson who wants to look stops play."""
    late = LATE["pa-685a 12(h) lost"]

    async def evening() -> None:
        async with open_house(sqlite_url, [table(late.game)], stacked=late.cards) as house:
            (room,) = house.rooms.values()
            floor = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
            ann = await Guest.come(house, room, "Ann", box=1)
            while ann.view["question"]["type"] == "pit":
                await ann.act(ann.view["question"]["choices"][-1]["do"])
            await ann.bet(BET)
            await ann.say(do="ready")
            await floor.say(do="direct", what="stop")
            await ann.act("stand")
            while room.view()["question"]["waiting"] != "Round settled: the dealer collects the cards":
                await floor.say(do="direct", what="step")
            assert won(house) == -BET
            await floor.say(do="report", name="wrong-spot")
            await floor.act("dead")
            assert won(house) == 0
            await floor.say(do="direct", what="resume")
            assert ann.view["question"]["type"] == "bets"
            assert_balanced(house)

    asyncio.run(evening())
