"""A table in use: seats, who may bet where, who is asked, and what is the floorperson's alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest

from holecard.law.errors import Malformed, Refused
from holecard.live.people.people import AccountRole
from holecard.live.table.house import House
from holecard.live.table.room import Room
from holecard.live.table.wire import Wire
from tests.live.kit import Guest, assert_balanced, books, open_house, play_rounds, room_of, table

REFERENCE = [table("reference")]
NZ = [table("nz-blackjack")]
NATURAL = "As 9c Kd 9d"  # box 1 has Blackjack, the dealer 18: the round is over as soon as it is dealt


def at_a_table(
    url: str, tables: list[str], scene: Callable[[House, Room], Awaitable[None]], stacked: str = "", seed: int = 1
) -> None:
    """Play a scene at the only table of a house."""

    async def evening() -> None:
        async with open_house(url, tables, seed=seed, stacked=stacked) as house:
            (room,) = house.rooms.values()
            await scene(house, room)
            assert_balanced(house)

    asyncio.run(evening())


async def through_the_pit(*guests: Guest) -> None:
    """Leave the pit to the house until wagers may be placed."""
    while (question := guests[0].view["question"])["type"] == "pit":
        asked = next(guest for guest in guests if guest.person.name == question["bettor"])
        await asked.act(question["choices"][-1]["do"])


def test_who_was_ready_is_not_ready_for_the_next_round(sqlite_url: str) -> None:
    async def scene(house: House, room: Room) -> None:
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

    at_a_table(sqlite_url, REFERENCE, scene, NATURAL)


# Seats


def test_a_seat_is_one_persons(database_url: str) -> None:
    async def scene(house: House, room: Room) -> None:
        ann, bob = [await Guest.come(house, room, name) for name in ("Ann", "Bob")]
        with pytest.raises(Refused, match="sit down before you bet"):
            await ann.bet(1000, box=1)
        with pytest.raises(Refused, match="you have no seat here"):
            await ann.say(do="leave")
        await ann.say(do="sit", box=1)
        for box, why in ((1, "Ann sits there"), (6, "is not at this table"), (0, "is not at this table")):
            with pytest.raises(Refused, match=why):
                await bob.say(do="sit", box=box)
        with pytest.raises(Refused, match="you already have a seat here"):
            await ann.say(do="sit", box=2)
        await ann.say(do="leave")
        await bob.say(do="sit", box=1)
        assert [(seat["box"], seat["name"]) for seat in ann.view["seats"]] == [(1, "Bob")]

    at_a_table(database_url, REFERENCE, scene)


def test_who_leaves_with_a_wager_leaves_after_the_round(sqlite_url: str) -> None:
    async def scene(house: House, room: Room) -> None:
        ann, bob = [await Guest.come(house, room, name, box=at) for at, name in enumerate(("Ann", "Bob"), start=1)]
        await through_the_pit(ann, bob)
        for guest in (ann, bob):
            await guest.bet(1000)
        await ann.say(do="ready")
        await ann.say(do="leave")
        assert room.state.seat_of("Ann") == 1
        await ann.say(do="ready")
        await bob.say(do="ready")
        while room.state.round == 1:
            question = room.view()["question"]
            asked = ann if question["bettor"] == "Ann" else bob
            await asked.act("stand" if question["type"] == "decide" else "decline")
        assert room.state.seats == ((2, "Bob"),)
        assert dict(room.state.table.pit.seated) == {2: "Bob"}

    at_a_table(sqlite_url, NZ, scene, "Ts 8c 7d 9d 6h Td")


@pytest.mark.parametrize("role", [AccountRole.FLOOR, AccountRole.AUDITOR])
def test_staff_cannot_bet(sqlite_url: str, role: AccountRole) -> None:
    async def scene(house: House, room: Room) -> None:
        guest = await Guest.come(house, room, "Wil", role)
        ann = await Guest.come(house, room, "Ann", box=1)
        await ann.bet(1000)
        with pytest.raises(Refused, match="staff can't bet"):
            await guest.say(do="sit", box=2)
        with pytest.raises(Refused, match="staff can't bet"):
            await guest.bet(1000, box=1)

    at_a_table(sqlite_url, REFERENCE, scene)


# Boxes


def test_three_bettors_share_a_box(database_url: str) -> None:
    """New Zealand: the one who sits there decides, the others bet behind him and are paid alike."""

    async def scene(house: House, room: Room) -> None:
        ann = await Guest.come(house, room, "Ann", box=1)
        bob, cem, dan = [await Guest.come(house, room, name, box=0) for name in ("Bob", "Cem", "Dan")]
        await through_the_pit(ann)
        with pytest.raises(Refused, match="Ann sits there and must bet first"):
            await bob.bet(1000, box=1)
        for guest, sum_ in ((ann, 1000), (bob, 2000), (cem, 3000)):
            await guest.bet(sum_, box=1)
        with pytest.raises(Refused):
            await dan.bet(1000, box=1)
        (box,) = ann.view["table"]["boxes"]
        assert box["bettors"] == ["Ann", "Bob", "Cem"]
        for guest in (ann, bob, cem):
            await guest.say(do="ready")
        with pytest.raises(Refused, match="the table waits for Ann"):
            await bob.act("stand")
        await ann.act("stand")
        assert room.state.round == 2
        held = house.store.read(books)
        assert [held[f"bettor:{name}"] - held["bettor:Dan"] for name in ("Ann", "Bob", "Cem")] == [1000, 2000, 3000]

    at_a_table(database_url, NZ, scene, "Ts 8c Td 9d")  # 20 against 17


def test_another_bets_elsewhere_too_but_not_before_the_one_who_sits_there(sqlite_url: str) -> None:
    async def scene(house: House, room: Room) -> None:
        ann, bob = [await Guest.come(house, room, name, box=at) for at, name in enumerate(("Ann", "Bob"), start=1)]
        await through_the_pit(ann, bob)
        await ann.bet(1000, box=3)
        with pytest.raises(Refused, match="Bob sits there and must bet first"):
            await ann.bet(1000, box=2)
        bets = [{"box": 1, "amount": 1000, "wager": "main"}, {"box": 2, "amount": 1000, "wager": "main"}]
        with pytest.raises(Refused, match="Bob sits there"):
            await ann.say(do="bet", bets=bets)
        assert [box["box"] for box in ann.view["table"]["boxes"]] == [3], "all of them or none"
        with pytest.raises(Refused):
            await bob.say(do="take-back", box=3, wager="main")

    at_a_table(sqlite_url, NZ, scene)


# Turns


def test_only_who_is_asked_answers_and_only_what_is_asked(sqlite_url: str) -> None:
    async def scene(house: House, room: Room) -> None:
        ann, bob = [await Guest.come(house, room, name, box=at) for at, name in enumerate(("Ann", "Bob"), start=1)]
        floor = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
        with pytest.raises(Refused, match="the table waits for the bettor"):
            await ann.act("hit")
        for guest in (ann, bob):
            await guest.bet(1000)
            await guest.say(do="ready")
        first = ann.view["asked"]
        for other in (bob, floor):
            with pytest.raises(Refused, match="the table waits for Ann"):
                await other.act("hit")
        with pytest.raises(Refused, match="before the first card"):
            await ann.bet(1000)
        with pytest.raises(Refused, match="betting is over"):
            await bob.say(do="ready")
        await ann.act("hit")
        with pytest.raises(Refused, match="moved on to another question"):
            await ann.say(do="act", asked=first, action="hit")
        assert len(room.state.table.boxes[0].hands[0].cards) == 3

    at_a_table(sqlite_url, REFERENCE, scene, "2s 3c 6c 2d 3d 9d 2h")


# The floor

FLOORS = [
    {"do": "direct", "what": "close", "why": "as planned"},
    {"do": "direct", "what": "stop"},
    {"do": "notify", "what": "reshuffle"},
    {"do": "report", "name": "drawn-unexposed"},
]


@pytest.mark.parametrize("message", FLOORS, ids=lambda message: message["do"])
@pytest.mark.parametrize("role", [AccountRole.PLAYER, AccountRole.AUDITOR])
def test_only_the_floorperson_may_direct(sqlite_url: str, role: AccountRole, message: dict[str, str]) -> None:
    async def scene(house: House, room: Room) -> None:
        guest = await Guest.come(house, room, "Ann", role)
        before = room.state
        with pytest.raises(Refused, match="only a floorperson can"):
            await guest.say(**message)
        assert room.state is before

    at_a_table(sqlite_url, NZ, scene)


def test_the_floorperson_opens_and_closes_a_table(database_url: str) -> None:
    async def scene(house: House, room: Room) -> None:
        floor = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
        ann = await Guest.come(house, room, "Ann", box=1)
        with pytest.raises(Refused, match="nothing to change"):
            await floor.say(do="direct", what="open", why="as planned")
        await ann.bet(1000)
        with pytest.raises(Refused, match="wait until the round is over"):
            await floor.say(do="direct", what="close", why="as planned")
        await ann.say(do="take-back", box=1, wager="main")
        await floor.say(do="direct", what="close", why="as planned")
        assert ann.view["open"] is False
        for message in ({"do": "bet", "bets": [{"box": 1, "amount": 1000}]}, {"do": "ready"}):
            with pytest.raises(Refused, match="the table is closed"):
                await ann.say(**message)
        await floor.say(do="direct", what="open", why="as planned")
        await play_rounds(room, [ann], 1)

    at_a_table(database_url, REFERENCE, scene)


def test_a_closed_or_stopped_table_stays_so_after_a_restart(database_url: str) -> None:
    async def evening() -> None:
        tables = [table("reference", "one"), table("reference", "two")]
        async with open_house(database_url, tables) as house:
            one, two = (room_of(house, name) for name in ("one", "two"))
            await (await Guest.come(house, one, "Flo", AccountRole.FLOOR, purse=0)).say(
                do="direct", what="close", why="as planned"
            )
            await (await Guest.come(house, two, "Flo", AccountRole.FLOOR, purse=0)).say(do="direct", what="stop")
        async with open_house(database_url, tables) as house:
            one, two = (room_of(house, name) for name in ("one", "two"))
            assert (one.state.is_open, one.state.is_stopped) == (False, False)
            assert (two.state.is_open, two.state.is_stopped) == (True, True)

    asyncio.run(evening())


def test_a_reshuffle_commits_a_new_order_and_offers_the_cut(sqlite_url: str) -> None:
    async def scene(house: House, room: Room) -> None:
        floor = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
        ann = await Guest.come(house, room, "Ann", box=1)
        await through_the_pit(ann)
        shoe = ann.view["shoe"]
        await floor.say(do="notify", what="reshuffle")
        assert (ann.view["question"]["subject"], ann.view["question"]["bettor"]) == ("cut", "Ann")
        assert ann.view["shoe"]["number"] == shoe["number"] + 1
        assert ann.view["shoe"]["commitment"] != shoe["commitment"]
        cut = ann.view["question"]["choices"][0]
        await ann.act("cut", cut["least"])
        assert any(event["text"] == f"pit cut Ann cut {cut['least']}" for event in ann.events)
        await play_rounds(room, [ann], 1)

    at_a_table(sqlite_url, NZ, scene)


def test_a_new_dealer_comes(sqlite_url: str) -> None:
    async def scene(house: House, room: Room) -> None:
        floor = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
        ann = await Guest.come(house, room, "Ann", box=1)
        await through_the_pit(ann)
        await floor.say(do="notify", what="new-dealer")
        assert ann.events[-1]["text"] != "", "told to everybody"
        assert any(event["text"] == "notice new-dealer" for event in ann.events)
        await through_the_pit(ann)
        await play_rounds(room, [ann], 1)

    at_a_table(sqlite_url, [table("pa-down-under")], scene)


def test_the_floorperson_rules_on_an_irregularity(sqlite_url: str) -> None:
    """The dealer's hand lay in the wrong area: the hand is called dead, and its wager goes back."""

    async def scene(house: House, room: Room) -> None:
        floor = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
        ann = await Guest.come(house, room, "Ann", box=1)
        await through_the_pit(ann)
        await ann.bet(1000)
        await ann.say(do="ready")
        await floor.say(do="report", name="wrong-spot")
        assert ann.view["question"]["who"] == "floorperson"
        with pytest.raises(Refused, match="the table waits for the floorperson"):
            await ann.act("dead")
        await floor.act("dead")
        assert room.state.round == 2
        returned = [fact for event in ann.events for fact in event["facts"] if fact["what"] == "returned"]
        assert [(fact["amount"], fact["clause"]) for fact in returned] == [(1000, "58 Pa. Code § 685a.12(h)")]

    at_a_table(sqlite_url, [table("pa-down-under")], scene, "Ts 6c 2d 9d")


@pytest.mark.parametrize("name", ["", "no such thing", "sing"])
def test_what_cannot_have_happened_is_refused(sqlite_url: str, name: str) -> None:
    async def scene(house: House, room: Room) -> None:
        floor = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
        before = room.state
        for message in ({"do": "report", "name": name}, {"do": "notify", "what": name}):
            with pytest.raises((Refused, Malformed)):
                await floor.say(**message)
        assert room.state is before

    at_a_table(sqlite_url, NZ, scene)


# What is said in one turn


def test_what_several_say_in_one_turn_is_one_message(sqlite_url: str) -> None:
    """Each has their own reply, and the message tells all of it, in order."""

    async def scene(house: House, room: Room) -> None:
        ann, bob, cem = [
            await Guest.come(house, room, name, box=at) for at, name in enumerate(("Ann", "Bob", "Cem"), 1)
        ]
        await through_the_pit(ann, bob, cem)
        heard, before = len(ann.told), room.state.head.count
        refused = bob.say(do="bet", bets=[{"box": 1, "amount": 1000}])
        told = await asyncio.gather(ann.bet(1000), refused, cem.bet(500), bob.bet(700), return_exceptions=True)
        replies = [one for one in told if not isinstance(one, BaseException)]
        assert [reply["seq"] for reply in replies] == [before + 1, before + 2, before + 3]
        (message,) = [one for one in ann.told[heard:] if one["type"] == "table"]
        assert [event["n"] for event in message["events"]] == [before + 1, before + 2, before + 3]
        assert [box["bettors"] for box in message["table"]["boxes"]] == [["Ann"], ["Bob"], ["Cem"]]
        assert message["table"] == room.view()["table"]
        balances = [one["balance"] for guest in (ann, bob, cem) for one in guest.told if one["type"] == "you"]
        assert len(balances) == 3, "one for each who bet"

    at_a_table(sqlite_url, REFERENCE, scene)


def test_those_who_come_together_are_told_the_same_bytes(sqlite_url: str) -> None:
    """Whoever comes later is told the table as it is then."""

    async def scene(house: House, room: Room) -> None:
        first, second, third = list[Wire](), list[Wire](), list[Wire]()
        ann = await Guest.come(house, room, "Ann", box=1)
        room.enter(first.append, None)
        room.enter(second.append, None)
        assert first[0] is second[0]
        await ann.bet(1000)
        room.enter(third.append, None)
        told = json.loads(third[0])
        assert told["seq"] == room.state.head.count > json.loads(first[0])["seq"]
        assert told == json.loads(room.whole())

    at_a_table(sqlite_url, REFERENCE, scene)
