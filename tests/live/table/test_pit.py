"""The pit of a served table: idle cards, the change of the decks, the first cut, a recut, the burned card.

Each with a restart in between, after which the table goes on where it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy import select

from holecard.law.errors import Refused
from holecard.live.audit.audit import verify
from holecard.live.people.people import AccountRole
from holecard.live.store import schema
from holecard.live.store.store import Store
from holecard.live.table import _calendar as calendar
from holecard.live.table.house import House
from holecard.live.table.room import Room
from tests.live.kit import PATIENT, Guest, open_house, table

SOON = 0.05
QUICK_TO_LOAD = PATIENT._replace(recut=SOON)
HOUR = 3600.0
PENNSYLVANIA = {"pa-down-under": "685a", "pa-double-back-jack": "673a"}


class Time:
    """The house's clock, moved by hand."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr(Store, "now", lambda store: time.now)
    return time


def the_room(house: House) -> Room:
    (room,) = house.rooms.values()
    return room


def said(house: House) -> list[str]:
    """The answers in the journal, first lines only."""
    entries = schema.entries
    bodies = house.store.read(
        lambda connection: list(connection.execute(select(entries.c.body).order_by(entries.c.n)).scalars())
    )
    return [body.partition("\n")[0] for body in bodies]


async def through_the_pit(guest: Guest, choose: Callable[[list[str]], str] = lambda choices: choices[-1]) -> None:
    """The guest does what the pit asks, until bets can be placed."""
    while guest.view["question"]["type"] == "pit":
        await guest.act(choose([choice["do"] for choice in guest.view["question"]["choices"]]))


# A standing wish not to be asked


def test_a_standing_wish_is_recorded_and_the_house_answers_in_the_players_name(sqlite_url: str) -> None:
    tables = [table("pa-down-under")]

    async def evening() -> None:
        async with open_house(sqlite_url, tables) as house:
            room = the_room(house)
            ann = await Guest.come(house, room, "Ann")
            await ann.say(do="sit", box=1, unasked=True)
            assert ann.view["question"]["type"] == "bets", "nobody asks her to inspect or cut"
            assert "pit first-player-looks @house:Ann decline" in said(house)
            assert "pit cut @house:Ann decline" in said(house)
        async with open_house(sqlite_url, tables) as house:
            room = the_room(house)
            assert room.state.unasked == {"Ann"}, "after a restart too"
            ann = await Guest.come(house, room, "Ann")
            await ann.say(do="prefer", unasked=False)
            assert room.state.unasked == frozenset()
            verify(house.store.engine)

    asyncio.run(evening())


# 5(g): no gaming activity


@pytest.mark.parametrize("game", sorted(PENNSYLVANIA))
def test_pa_5_g_a_table_without_a_round_since_the_shuffle_is_idle_too(sqlite_url: str, game: str, time: Time) -> None:
    """Ann has the cards shuffled and leaves. The next to come finds them spread, and they are mixed again."""
    tables = [table(game)]

    async def evening() -> None:
        async with open_house(sqlite_url, tables) as house:
            room = the_room(house)
            ann = await Guest.come(house, room, "Ann", box=1)
            await through_the_pit(ann)
            await ann.say(do="leave")
            shoe = room.state.shoe
            time.now += calendar.IDLE - 60.0
            await room.keep_procedures()
            assert room.state.shoe == shoe
            assert not room.state.table.pit.todo
        time.now += 60.0
        async with open_house(sqlite_url, tables) as house:  # ten minutes since she left, though not since the restart
            room = the_room(house)
            asked = room.view()["question"]
            assert (asked["subject"], asked["clause"].endswith("5(g)")) == ("next-player-looks", True)
            time.now += 10 * calendar.IDLE
            await room.keep_procedures()
            assert said(house).count("notice idle") == 1, "the cards are out already"
            bob = await Guest.come(house, room, "Bob", box=2)
            assert [choice["do"] for choice in bob.view["question"]["choices"]] == ["face-up", "done", "decline"]
            await through_the_pit(bob)
            assert room.state.shoe > shoe, "the cards have a new order"
            verify(house.store.engine)

    asyncio.run(evening())


# 3(c): decks are changed within 24 hours


@pytest.mark.parametrize("game", sorted(PENNSYLVANIA))
def test_pa_3_c_decks_are_changed_before_their_day_is_over(sqlite_url: str, game: str, time: Time) -> None:
    tables = [table(game)]

    async def evening() -> None:
        async with open_house(sqlite_url, tables, seed=1) as house:
            room = the_room(house)
            ann = await Guest.come(house, room, "Ann", box=1)
            await through_the_pit(ann)
            time.now += 22 * HOUR
            await room.keep_procedures()  # a gaming day has begun
            await room.keep_procedures()
            assert "notice cards-24-hours" not in said(house)
            await ann.bet(1000)
            await ann.say(do="ready")
            assert room.state.table.closed
        time.now += 1.5 * HOUR
        async with open_house(sqlite_url, tables, seed=2) as house:
            room = the_room(house)
            assert said(house)[-1] == "notice cards-24-hours", "said at once, half an hour before"
            assert room.state.table.closed, "but the round is played to its end with its own cards"
            shoe, number = room.state.shoe, room.state.round
            ann = await Guest.come(house, room, "Ann")
            while room.state.round == number:
                choices = [choice["do"] for choice in ann.view["question"]["choices"]]
                await ann.act("stand" if "stand" in choices else choices[-1])
            assert room.state.shoe > shoe
            assert "pit change-decks @dealer done" in said(house)
            assert ann.view["question"]["subject"] == "first-player-looks"
            with pytest.raises(Refused):
                await ann.bet(1000)

    asyncio.run(evening())


@pytest.mark.parametrize("game", sorted(PENNSYLVANIA))
def test_pa_3_c_decks_that_grew_old_while_the_house_was_shut(sqlite_url: str, game: str, time: Time) -> None:
    tables = [table(game)]

    async def evening() -> None:
        async with open_house(sqlite_url, tables) as house:
            ann = await Guest.come(house, the_room(house), "Ann", box=1)
            await through_the_pit(ann)
        time.now += 30 * HOUR
        async with open_house(sqlite_url, tables) as house:
            assert "notice cards-24-hours" in said(house), "before anybody can bet"
            assert the_room(house).view()["question"]["type"] == "pit"
            verify(house.store.engine)

    asyncio.run(evening())


# 5(e): a recut


@pytest.mark.parametrize("game", sorted(PENNSYLVANIA))
def test_pa_5_e_a_floorperson_of_a_staffed_house_can_order_another_cut(sqlite_url: str, game: str) -> None:
    """There is a moment for it between the cut and the shoe, and then the dealer goes on."""
    tables = [table(game)]

    async def evening() -> None:
        async with open_house(sqlite_url, tables, staff="staffed") as house:
            room = the_room(house)
            floor = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
            ann = await Guest.come(house, room, "Ann", box=1)
            while ann.view["question"]["subject"] != "load-shoe":
                asked = ann.view["question"]
                await (ann if asked["bettor"] else floor).act(asked["choices"][0]["do"])
            assert ann.view["seconds"] is not None
            (first,) = room.state.table.pit.cuts
            await floor.say(do="notify", what="recut")
            asked = ann.view["question"]
            assert (asked["subject"], asked["bettor"]) == ("cut", "Ann")
            assert asked["clause"].endswith("5(e)")
        async with open_house(sqlite_url, tables, QUICK_TO_LOAD, staff="staffed") as house:
            room = the_room(house)
            ann = await Guest.come(house, room, "Ann")
            await ann.act("cut", 30)
            assert room.state.table.pit.cuts == (first, 30)
            await ann.until(lambda: ann.view["question"]["type"] == "bets")
            assert "pit load-shoe @dealer done" in said(house)
            verify(house.store.engine)

    asyncio.run(evening())


def test_pa_5_e_in_an_automatic_house_a_floorperson_stops_play_for_it(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, [table("pa-down-under")]) as house:
            room = the_room(house)
            floor = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
            ann = await Guest.come(house, room, "Ann", box=1)
            await ann.act("done")
            await floor.say(do="direct", what="stop")
            await ann.act("cut", 30)
            await floor.say(do="notify", what="recut-by-next")
            await floor.say(do="direct", what="resume")
            assert len(room.state.table.pit.cuts) == 2
            verify(house.store.engine)

    asyncio.run(evening())


# New Zealand


@pytest.mark.parametrize("shuffler", ["automatic", "continuous"])
def test_nz_7_3_a_a_shuffled_stack_waits_for_the_first_player(sqlite_url: str, shuffler: str) -> None:
    tables = [table("nz-blackjack", shuffler=shuffler)]

    async def evening() -> None:
        async with open_house(sqlite_url, tables) as house:
            asked = the_room(house).view()["question"]
            assert asked["waiting"] == "Waiting for the first player, who may cut the cards"
        async with open_house(sqlite_url, tables) as house:
            room = the_room(house)
            assert room.view()["question"]["subject"] == "offer-cut"
            assert room.view()["seconds"] is None
            ann = await Guest.come(house, room, "Ann", box=3)
            asked = ann.view["question"]
            assert (asked["subject"], asked["bettor"]) == ("cut", "Ann")
            assert asked["clause"].endswith("7.3(a)")
            await ann.act("cut", 100)
            assert ann.view["question"]["type"] == "bets"
            assert room.state.table.pit.cuts == (100,)
            verify(house.store.engine)

    asyncio.run(evening())


def test_nz_8_1_a_player_asks_to_see_the_burned_card_and_sees_it(sqlite_url: str) -> None:
    tables = [table("nz-blackjack", burn="yes")]

    async def evening() -> None:
        async with open_house(sqlite_url, tables) as house:
            ann = await Guest.come(house, the_room(house), "Ann", box=1)
            assert ann.view["requests"] == []
            await through_the_pit(ann)
            assert ann.view["requests"] == [{"what": "view-burn", "name": "See the burned card"}]
        async with open_house(sqlite_url, tables) as house:
            room = the_room(house)
            burned = room.state.holding.burned
            ann = await Guest.come(house, room, "Ann")
            cem = await Guest.come(house, room, "Cem")
            with pytest.raises(Refused, match="not seated"):
                await cem.say(do="notify", what="view-burn")
            with pytest.raises(Refused, match="only a floorperson"):
                await ann.say(do="notify", what="reshuffle")
            await ann.say(do="notify", what="view-burn")
            (shown,) = ann.events[-1]["facts"]
            assert (shown["what"], shown["cards"]) == ("exposed", [repr(burned)])
            assert shown["clause"].endswith("8.1")
            assert burned is not None
            assert burned.text in ann.events[-1]["lines"][0]["text"]
            assert ann.events[-1]["notice"]["card"] == repr(burned)
            assert said(house)[-1] == f"notice view-burn name Ann card {burned!r}"
            assert ann.view["requests"] == []
            verify(house.store.engine)

    asyncio.run(evening())
