"""When nobody answers: betting ends, a hand is played by the rulebook's own default, a seat is kept for a while."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from holecard.engine.ask_and_answer import answer, ask
from holecard.engine.questions import Draw, Irregularity, PlaceWagers, Read, RoundOver, Turn
from holecard.games import GAMES
from holecard.law.errors import Refused
from holecard.live.audit.audit import verify
from holecard.live.people.people import AccountRole
from holecard.live.table.clocks import Clocks, default_answer
from holecard.live.table.conduct import Attendance, Late
from holecard.testing.random_play import random_rules
from holecard.testing.whole_session import Sessions
from tests.live.kit import (
    PATIENT,
    Guest,
    assert_balanced,
    open_house,
    our_tables,
    room_of,
    table,
)

SOON = 0.05
TABLES = our_tables()
REFERENCE = [table("reference")]
NZ = [table("nz-blackjack")]


def texts(guest: Guest) -> list[str]:
    return [event["text"] for event in guest.events]


def presses(guest: Guest) -> bool:
    """Whether a deadline is told."""
    return guest.view["seconds"] is not None


def test_betting_ends_with_the_clock(sqlite_url: str) -> None:
    async def evening() -> None:
        clocks = PATIENT._replace(betting=SOON)
        async with open_house(sqlite_url, REFERENCE, clocks, stacked="Ts 6c 8d 9d") as house:
            room = room_of(house, "reference")
            ann = await Guest.come(house, room, "Ann", box=1)
            assert not presses(ann), "before the first wager"
            await ann.bet(1000)
            assert presses(ann)
            await ann.until(lambda: ann.view["question"]["type"] == "decide")
            assert "no more bets" in texts(ann)

    asyncio.run(evening())


def test_more_wagers_do_not_wind_the_clock_up(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, REFERENCE) as house:
            room = room_of(house, "reference")
            ann = await Guest.come(house, room, "Ann", box=1)
            await ann.bet(1000)
            running = room._timer
            await ann.bet(500)
            assert room._timer is running
            await ann.say(do="take-back", box=1, wager="main")
            assert not presses(ann)

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        (REFERENCE, "1 @house:Ann stand"),
        (NZ, "irregularity absent-player box 1"),
        ([table("pa-down-under")], "1 @house:Ann stand"),
    ],
)
def test_a_hand_is_played_for_who_does_not_answer(sqlite_url: str, tables: list[str], said: str) -> None:
    """NZ 16.6 has its own rule; elsewhere the hand stands."""

    async def evening() -> None:
        clocks = PATIENT._replace(deciding=SOON)
        async with open_house(sqlite_url, tables, clocks, stacked="Ts 6c 2d 9d") as house:
            (room,) = house.rooms.values()
            ann = await Guest.come(house, room, "Ann", box=1)
            await ann.until(lambda: ann.view["question"]["type"] == "bets")  # the pit waits for nobody either
            await ann.bet(1000)
            await ann.say(do="ready")
            await ann.until(lambda: ann.view["round"] == 2)
            assert said in texts(ann)
            assert_balanced(house)

    asyncio.run(evening())


def test_an_offer_is_declined_for_who_does_not_answer(sqlite_url: str) -> None:
    async def evening() -> None:
        clocks = PATIENT._replace(deciding=SOON)
        async with open_house(sqlite_url, REFERENCE, clocks, stacked="Ts Ac 9d 9h") as house:
            (room,) = house.rooms.values()
            ann = await Guest.come(house, room, "Ann", box=1)
            await ann.bet(1000)
            await ann.say(do="ready")
            assert ann.view["question"]["subject"] == "insurance"
            assert ann.view["seconds"] is not None
            await ann.until(lambda: ann.view["round"] == 2)
            assert "1 @house:Ann decline" in texts(ann)

    asyncio.run(evening())


def test_the_pit_does_not_wait_for_a_player(sqlite_url: str) -> None:
    async def evening() -> None:
        clocks = PATIENT._replace(deciding=SOON)
        async with open_house(sqlite_url, [table("pa-down-under")], clocks) as house:
            (room,) = house.rooms.values()
            before = room.view()["question"]
            assert (before["type"], before["choices"]) == ("pit", []), "it waits for somebody to sit down"
            assert room.view()["seconds"] is None
            ann = await Guest.come(house, room, "Ann", box=1)
            await ann.until(lambda: ann.view["question"]["type"] == "bets")
            assert any(text.startswith("pit cut @house:Ann decline") for text in texts(ann))

    asyncio.run(evening())


@pytest.mark.parametrize("name", TABLES)
def test_every_game_goes_on_by_the_clock_alone(database_url: str, name: str) -> None:
    """People bet and then say nothing."""

    async def evening() -> None:
        async with open_house(database_url, [TABLES[name]], Clocks(0.01, 0.01, 3600.0)) as house:
            (room,) = house.rooms.values()
            guests = [await Guest.come(house, room, who, box=box) for box, who in enumerate(("Ann", "Bob"), start=1)]
            for number in range(1, 4):
                for guest in guests:
                    await guest.until(lambda guest=guest: guest.view["question"]["type"] == "bets")  # type: ignore[misc]
                for guest in guests:
                    bets = [{"box": room.state.seat_of(guest.person.name), "amount": 500, "wager": "main"}]
                    try:
                        await guest.say(do="bet", bets=bets)
                    except Refused:
                        assert room.state.table.closed or room.state.round > number, "the clock was faster"
                await guests[0].until(lambda number=number: guests[0].view["round"] > number)  # type: ignore[misc]
            assert_balanced(house)
            verify(house.store.engine)

    asyncio.run(evening())


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_default_is_always_accepted(key: str) -> None:
    """Whatever a player or the floorperson can be asked, silence is an answer."""
    asked = 0
    for seed in range(3):
        chance = Random(f"{key} {seed}")
        rules = random_rules(GAMES[key], chance)
        for step in Sessions(rules, chance, pit=bool(seed % 2)).steps(600):
            question = ask(rules, step.after)
            if isinstance(question, Draw | Read | Turn | RoundOver) or not getattr(question, "choices", True):
                continue
            if isinstance(question, PlaceWagers) and not step.after.boxes:
                continue
            value = default_answer(question, rules.play.around.irregularities)
            answer(rules, step.after, question, value)
            asked += isinstance(value, Irregularity) or not isinstance(question, PlaceWagers)
    assert asked > 100


# Seats


def test_a_seat_is_kept_and_then_given_up(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, REFERENCE, PATIENT._replace(away=SOON)) as house:
            (room,) = house.rooms.values()
            ann, bob = [await Guest.come(house, room, name, box=at) for at, name in enumerate(("Ann", "Bob"), start=1)]
            ann.drop()
            assert room.state.seat_of("Ann") == 1
            await bob.until(lambda: [seat["name"] for seat in bob.view["seats"]] == ["Bob"])

    asyncio.run(evening())


def test_who_comes_back_in_time_keeps_his_seat(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, REFERENCE, PATIENT._replace(away=SOON)) as house:
            (room,) = house.rooms.values()
            ann, bob = [await Guest.come(house, room, name, box=at) for at, name in enumerate(("Ann", "Bob"), start=1)]
            ann.drop()
            bob.drop()
            ann = await Guest.come(house, room, "Ann")  # before any clock can be looked at
            assert [seat["here"] for seat in ann.view["seats"]] == [True, False]
            await ann.until(lambda: [seat["name"] for seat in ann.view["seats"]] == ["Ann"])  # Bob's time ran as long
            assert room.state.seat_of("Ann") == 1

    asyncio.run(evening())


def test_everybody_is_told_who_is_away_and_back(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, REFERENCE) as house:
            (room,) = house.rooms.values()
            ann, bob = [await Guest.come(house, room, name, box=at) for at, name in enumerate(("Ann", "Bob"), start=1)]
            looking_on = await Guest.come(house, room, "Cem")

            def seen(by: Guest) -> tuple[int, dict[str, bool]]:
                return len(by.told), {seat["name"]: seat["here"] for seat in by.view["seats"]}

            told, before = len(bob.told), room.state
            ann.drop()
            assert seen(bob) == (told + 1, {"Ann": False, "Bob": True})
            again = await Guest.come(house, room, "Ann")
            assert seen(bob) == (told + 2, {"Ann": True, "Bob": True})
            assert len(again.told) == 1, "who comes is told once"
            await Guest.come(house, room, "Ann")
            looking_on.drop()
            again.drop()
            assert len(bob.told) == told + 2, "she is still here, and who looks on has no seat"
            assert room.state is before, "it is no entry of the journal"

    asyncio.run(evening())


def test_two_connections_are_one_person(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, REFERENCE, PATIENT._replace(away=SOON)) as house:
            (room,) = house.rooms.values()
            ann = await Guest.come(house, room, "Ann", box=1)
            bob = await Guest.come(house, room, "Bob", box=2)
            again = await Guest.come(house, room, "Ann")
            ann.drop()
            bob.drop()
            await again.until(lambda: len(again.view["seats"]) == 1)
            assert again.view["seats"] == [{"box": 1, "name": "Ann", "here": True}]

    asyncio.run(evening())


def test_a_stake_is_not_lost_with_the_connection(sqlite_url: str) -> None:
    """The hand is completed by the same rule, what it wins is paid, and then the seat is given up."""

    async def evening() -> None:
        clocks = Clocks(betting=SOON, deciding=SOON, away=SOON)
        async with open_house(sqlite_url, REFERENCE, clocks, stacked="Ts 6c Td 9d Kh") as house:
            (room,) = house.rooms.values()
            bob = await Guest.come(house, room, "Bob")
            ann = await Guest.come(house, room, "Ann", box=1, purse=1000)
            await ann.bet(1000)
            ann.drop()
            await bob.until(lambda: bob.view["round"] == 2 and not bob.view["seats"])
            ann = await Guest.come(house, room, "Ann")
            await ann.say(do="sit", box=1)
            await ann.bet(2000)  # her stake came back with as much again
            assert_balanced(house)

    asyncio.run(evening())


def test_seats_are_given_up_after_a_restart_too(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, REFERENCE) as house:
            (room,) = house.rooms.values()
            await Guest.come(house, room, "Ann", box=1)
        async with open_house(sqlite_url, REFERENCE, PATIENT._replace(away=1.0)) as house:
            (room,) = house.rooms.values()
            bob = await Guest.come(house, room, "Bob")
            await bob.until(lambda: not bob.view["seats"])

    asyncio.run(evening())


# The floor


def test_no_clock_runs_while_play_is_stopped(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, REFERENCE, stacked="Ts 6c 8d 9d") as house:
            (room,) = house.rooms.values()
            floor = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
            await floor.say(do="direct", what="stop")
            ann = await Guest.come(house, room, "Ann")
            with pytest.raises(Refused, match="stopped"):
                await ann.say(do="sit", box=1)
            await floor.say(do="direct", what="resume")
            await ann.say(do="sit", box=1)
            await ann.bet(1000)
            await floor.say(do="direct", what="stop")
            assert not presses(ann)
            assert room._timer is None
            room._clocks = PATIENT._replace(betting=SOON)
            await floor.say(do="direct", what="resume")
            await ann.until(lambda: ann.view["question"]["type"] == "decide")

    asyncio.run(evening())


def test_a_ruling_waits_for_a_floorperson_who_is_there(sqlite_url: str) -> None:
    """And without one the house goes on."""

    async def evening() -> None:
        async with open_house(sqlite_url, [table("pa-down-under")], stacked="Ts 6c 2d 9d") as house:
            (room,) = house.rooms.values()
            floor = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
            ann = await Guest.come(house, room, "Ann", box=1)
            while ann.view["question"]["type"] == "pit":
                await ann.act(ann.view["question"]["choices"][-1]["do"])
            await ann.bet(1000)
            await ann.say(do="ready")
            room._clocks = PATIENT._replace(deciding=SOON)
            await floor.say(do="report", name="wrong-spot")
            assert not presses(floor)
            floor.drop()
            await ann.until(lambda: ann.view["question"]["who"] != "floorperson")

    asyncio.run(evening())


# Players who let the clock run out


def test_a_seat_is_given_up_after_three_times_with_its_money_safe(sqlite_url: str) -> None:
    async def evening() -> None:
        clocks = PATIENT._replace(deciding=SOON)
        async with open_house(sqlite_url, REFERENCE, clocks, stacked="Ts 6c 8d 9d " * 3) as house:
            room = room_of(house, "reference")
            ann = await Guest.come(house, room, "Ann", box=1)
            for times in (1, 2, 3):
                assert room.state.seat_of("Ann") == 1
                await ann.bet(1000)
                await ann.say(do="ready")
                await ann.until(lambda times=times: room.state.round > times)  # type: ignore[misc]
            assert room.state.seats == ()
            await ann.until(lambda: ann.told[-1]["type"] == "talk")
            assert ann.told[-1]["text"].endswith("Ann's chips are safe.")
            assert room.here.late == frozenset()
            assert_balanced(house)

    asyncio.run(evening())


def test_an_answer_in_time_starts_the_count_again(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, REFERENCE, stacked="Ts 6c 8d 9d") as house:
            room = room_of(house, "reference")
            ann = await Guest.come(house, room, "Ann", box=1)
            room.here.late = frozenset({Late("Ann", 2)})
            await ann.bet(1000)
            await ann.say(do="ready")
            assert 0 < ann.view["seconds"] <= PATIENT.late, "the last time the clock ran out, so it is short"
            await ann.act("hit")
            assert room.here.late == frozenset()
            assert ann.view["seconds"] is None or ann.view["seconds"] > PATIENT.late

    asyncio.run(evening())


def test_nobody_waits_twice_for_a_neighbour_who_does_not_bet(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, REFERENCE, stacked="Ts 6c 8d 9d " * 3) as house:
            room = room_of(house, "reference")
            ann = await Guest.come(house, room, "Ann", box=1)
            await Guest.come(house, room, "Ben", box=2)
            await ann.bet(1000)
            await ann.say(do="ready")
            assert ann.view["question"]["type"] == "bets", "Ben may still bet"
            await room._time_out(room._asked)
            assert room.here.late == {Late("Ben", 1, 1)}
            for missed in (2, 3):
                await ann.act("stand")
                assert room.state.seat_of("Ben") == 2
                await ann.bet(1000)
                await ann.say(do="ready")
                assert ann.view["question"]["type"] == "decide", f"at once, though Ben has missed {missed} rounds"
            assert not room.state.seat_of("Ben")

    asyncio.run(evening())


def test_who_was_late_is_stored() -> None:
    here = Attendance(ready=frozenset({"Ann"}), late=frozenset({Late("Ben", 2, 7)}))
    assert Attendance.of(here.stored()) == here
    assert Attendance.of('{"ready": [], "leaving": []}') == Attendance(), "as an earlier version stored it"
