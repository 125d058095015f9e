"""Nobody stakes what he does not have, nor more than he allows himself; what costs nothing is never refused.

Whether a stake is refused must not depend on the cards that come after it: otherwise only what loses would be.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from holecard.law.errors import Refused
from holecard.live.table._allowance import lost_since
from holecard.live.table.house import House
from tests.live.kit import PATIENT, Guest, assert_balanced, choose, open_house, our_tables, room_of, table, usual_stakes

TABLES = our_tables()
REFERENCE = [table("reference")]
ELEVEN = "5s 6c 6d 9d"  # Ann has 11 against a 6 with a 9 under it
SEVENTEEN = "Ts Ac 7d 9h"  # Ann has 17 against an Ace
PAIR = "8s 6c 8d 9d"
WINS, LOSES = " Th Kd", " 2h 6d"  # the card that doubles, and the dealer's


async def dealt(house: House, bet: int, purse: int = 100_000, **limits: int) -> Guest:
    """Ann has bet, and her cards lie there."""
    (room,) = house.rooms.values()
    ann = await Guest.come(house, room, "Ann", box=1, purse=purse)
    ann.log_in(house, **limits)
    await ann.bet(bet)
    await ann.say(do="ready")
    return ann


@pytest.mark.parametrize("then", [WINS, LOSES])
def test_nobody_doubles_with_money_that_the_double_may_win(database_url: str, then: str) -> None:
    async def evening() -> None:
        async with open_house(database_url, REFERENCE, stacked=ELEVEN + then) as house:
            ann = await dealt(house, 2000, purse=2500)
            with pytest.raises(Refused) as refused:
                await ann.act("double")
            assert str(refused.value.what) == "20.00"
            assert refused.value.why == "is more than you have"
            assert (await ann.act("double", 500))["ok"], "for less"
            assert_balanced(house)

    asyncio.run(evening())


@pytest.mark.parametrize("then", [WINS, LOSES])
def test_a_double_beyond_the_limit_is_refused_whatever_comes(database_url: str, then: str) -> None:
    async def evening() -> None:
        async with open_house(database_url, REFERENCE, stacked=ELEVEN + then) as house:
            ann = await dealt(house, 2000, loss=2500)
            with pytest.raises(Refused) as refused:
                await ann.act("double")
            assert refused.value.what == "double"
            assert refused.value.why == "it risks 20.00, and your daily loss limit is 25.00"
            assert refused.value.legal == ("hit", "stand", "double 0.50 to 5.00")
            assert ann.room.view()["table"]["boxes"][0]["hands"][0]["cards"] == ["5s", "6d"]
            assert (await ann.act("double", 500))["ok"]
            assert ann.room.state.round == 2
            assert_balanced(house)

    asyncio.run(evening())


@pytest.mark.parametrize(("action", "amount"), [("hit", 0), ("stand", 0), ("double", 2000)])
def test_what_is_within_the_limit_is_accepted(sqlite_url: str, action: str, amount: int) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, REFERENCE, stacked=ELEVEN + LOSES) as house:
            ann = await dealt(house, 2000, loss=2000 + amount)
            assert (await ann.act(action, amount))["ok"]

    asyncio.run(evening())


def test_a_split_beyond_the_limit_is_refused(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, REFERENCE, stacked=PAIR) as house:
            ann = await dealt(house, 2000, loss=2000)
            with pytest.raises(Refused) as refused:
                await ann.act("split")
            assert refused.value.legal == ("hit", "stand")
            assert (await ann.act("stand"))["ok"]

    asyncio.run(evening())


def test_insurance_beyond_the_limit_is_refused_and_declined(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, REFERENCE, stacked=SEVENTEEN) as house:
            ann = await dealt(house, 2000, loss=2500)
            assert ann.view["question"]["subject"] == "insurance"
            with pytest.raises(Refused) as refused:
                await ann.act("insurance")
            assert refused.value.cite.clause == "your limits"
            assert "decline" in refused.value.legal
            assert (await ann.act("decline"))["ok"]
            assert ann.view["question"]["type"] == "decide"

    asyncio.run(evening())


def test_the_clock_answers_for_who_has_reached_his_limit(sqlite_url: str) -> None:
    async def evening() -> None:
        clocks = PATIENT._replace(deciding=0.2)
        async with open_house(sqlite_url, REFERENCE, clocks, stacked=SEVENTEEN) as house:
            ann = await dealt(house, 2000, loss=2000)
            await ann.until(lambda: ann.view["round"] == 2)

    asyncio.run(evening())


def test_a_wager_beyond_the_limit_is_refused_though_its_round_is_over_in_the_same_stroke(sqlite_url: str) -> None:
    """Said together with that she is ready, it would have won by the time that it is stored."""

    async def evening() -> None:
        async with open_house(sqlite_url, REFERENCE, stacked="As 6c Kd 9d") as house:
            (room,) = house.rooms.values()
            ann = await Guest.come(house, room, "Ann", box=1)
            ann.log_in(house, loss=2500)
            async with room._turn:  # what is said meanwhile is done in one go
                bet, ready = asyncio.create_task(ann.bet(3000)), asyncio.create_task(ann.say(do="ready"))
                await asyncio.sleep(0)
            with pytest.raises(Refused, match="your daily loss limit"):
                await bet
            await ready
            assert (room.state.round, room.state.table.boxes) == (1, ())

    asyncio.run(evening())


def test_a_round_that_was_begun_in_time_is_played_to_its_end(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, REFERENCE, stacked=ELEVEN + WINS) as house:
            ann = await dealt(house, 2000, minutes=30)
            assert ann.session is not None
            ann.session = ann.session._replace(began=ann.session.began - 31 * 60)
            assert (await ann.act("double"))["ok"]
            with pytest.raises(Refused, match="30 minutes"):
                await ann.bet(2000)

    asyncio.run(evening())


async def refusal(guest: Guest, message: dict[str, Any]) -> Refused | None:
    try:
        await guest.say(**message)
    except Refused as refused:
        return refused
    return None


@pytest.mark.parametrize("name", TABLES)
def test_every_game_is_played_within_a_limit(sqlite_url: str, name: str) -> None:
    """Never more than that is lost, and something is always accepted."""

    async def evening() -> None:
        async with open_house(sqlite_url, [TABLES[name]]) as house:
            room, chance, refusals = room_of(house, name), Random(name), 0
            stakes = usual_stakes(room.desk.rules)
            ann = await Guest.come(house, room, "Ann", box=1)
            ann.log_in(house, loss=(limit := 3 * sum(stakes.values())))
            while room.state.round < 40:
                message = choose(ann.view, "Ann", chance, stakes)
                assert message is not None
                refused = await refusal(ann, message)
                if refused is not None:
                    refusals += 1
                    assert refused.cite.clause == "your limits"
                    if message["do"] == "bet":
                        break
                    free = next(choice for choice in refused.legal if " " not in choice)
                    assert (await ann.act(free))["ok"]
                lost = house.store.read(lambda connection: lost_since(connection, ann.person, 0.0))
                assert lost <= limit
            assert_balanced(house)
            assert refusals or room.state.round >= 40

    asyncio.run(evening())
