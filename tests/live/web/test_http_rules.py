"""The rules over HTTP, in our own words and with their clauses; and what the floor may do at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from holecard.engine.questions import Irregularity
from holecard.games import GAMES, find
from holecard.lab.solver.analysis import analyse
from holecard.law.clauses import register
from holecard.live.people.people import AccountRole
from holecard.live.table.draft import Draft
from tests.live.asked import Asked, asked_house
from tests.live.kit import Guest, choose, room_of, table


def _ask(url: str, tables: list[str], evening: Callable[[Asked], Awaitable[None]], stacked: str = "") -> None:
    async def run() -> None:
        async with asked_house(url, tables, stacked=stacked) as asked:
            await evening(asked)

    asyncio.run(run())


def test_every_game_shows_its_options_clauses_and_readings(sqlite_url: str) -> None:
    async def evening(asked: Asked) -> None:
        listed = (await asked.client.get("/api/rules")).json()
        assert [one["game"] for one in listed] == list(GAMES)
        for game in GAMES.values():
            shown = (await asked.client.get(f"/api/rules/{game.key}")).json()
            assert [one["name"] for one in shown["options"]] == [option.name for option in game.options]
            assert all(one["clause"] for one in shown["options"])
            held = game.configure().register
            clauses = [] if held is None else list(held.clauses)
            assert [one["id"] for one in shown["clauses"]] == clauses
            assert bool(shown["readings"]) == (held is not None)
            assert {one["wager"] for one in shown["wagers"]} == {offered.key for offered in game.wagers}
            assert all(one["pays"] for one in shown["wagers"])

    _ask(sqlite_url, [table("reference")], evening)


def test_readings_name_their_clause_their_switch_and_the_other_way(sqlite_url: str) -> None:
    async def evening(asked: Asked) -> None:
        shown = (await asked.client.get("/api/rules/pa-down-under")).json()
        ace = next(one for one in shown["readings"] if one["id"] == "DU-1")
        assert ace["switch"] == "dealer_ace"
        assert "3(d)(3)" in ace["clauses"]
        assert ace["alternative"].startswith("`conventional`")
        assert len(shown["readings"]) == 45
        assert {one["id"] for one in shown["readings"]} >= {"DU-7a", "A30"}

    _ask(sqlite_url, [table("reference")], evening)


def test_two_editions_are_compared(sqlite_url: str) -> None:
    async def evening(asked: Asked) -> None:
        new = (await asked.client.get("/api/rules/pa-down-under")).json()
        old = (await asked.client.get("/api/rules/pa-down-under?edition=2018")).json()
        told = register("pa-685a", "2018").differences
        assert len(new["editions"][0]["differences"]) == len(told)
        first, back = new["editions"][0]["differences"][0], old["editions"][0]["differences"][0]
        assert (first["before"], first["after"]) == (told[0].before, told[0].after)
        assert (back["before"], back["after"]) == (told[0].after, told[0].before)
        assert old["standing"] == "proposed"
        assert (await asked.client.get("/api/rules/pa-down-under?edition=1999")).status_code == 400
        assert (await asked.client.get("/api/rules/chess")).status_code == 404

    _ask(sqlite_url, [table("reference")], evening)


def test_a_reading_is_shown_with_what_it_does_to_the_edge(sqlite_url: str) -> None:
    async def evening(asked: Asked) -> None:
        async with asyncio.timeout(300):
            while (answer := await asked.client.get("/api/rules/pa-down-under/effects")).status_code == 202:
                assert answer.json()["warming"]
                await asyncio.sleep(0.1)
        found = answer.json()
        ace = next(one for one in found["readings"] if one["option"] == "dealer_ace")
        for effect in ace["effects"]:
            rules = find("pa-down-under").configure({"dealer_ace": effect["value"]})
            assert effect["edge"] == analyse(rules).house_edge
        assert found["edge"] == ace["effects"][0]["edge"]

    _ask(sqlite_url, [table("reference")], evening)


async def _play_until(guest: Guest, kind: str) -> None:
    while guest.view["question"]["type"] != kind:
        message = choose(guest.view, guest.person.name, Random(1), {"main": 1000})
        assert message is not None, guest.view["question"]
        await guest.say(**message)


def test_the_floor_is_told_what_may_have_gone_wrong_and_what_follows(sqlite_url: str) -> None:
    async def evening(asked: Asked) -> None:
        room = room_of(asked.house, "pa-down-under")
        assert (await asked.client.get("/api/tables/1/floor")).status_code == 401
        asked.log_in("Ann")
        assert (await asked.client.get("/api/tables/1/floor")).status_code == 403
        ann = await Guest.come(asked.house, room, "Ann", box=1)
        await _play_until(ann, "decide")
        asked.log_in("Flo", AccountRole.FLOOR)
        before = room.state
        found = (await asked.client.get("/api/tables/1/floor")).json()
        assert room.state is before, "trying changes nothing"
        by_name: dict[str, Any] = {one["name"]: one for one in found["irregularities"]}
        assert not by_name["wrong-light"]["possible"], "the reader of a live table is never wrong"
        wrong = by_name["wrong-spot"]
        assert wrong["possible"]
        assert wrong["clause"].startswith("58 Pa. Code")
        assert wrong["summary"]
        (hand,) = [one for one in wrong["places"] if one["then"] and one["then"]["subject"] == "wrong-spot"][:1]
        assert hand["then"]["who"] == "floorperson"
        assert [one["do"] for one in hand["then"]["choices"]] == ["continue", "dead"]
        empty = by_name["shoe-empty"]
        assert not empty["possible"]
        assert empty["why"]
        notices = {one["what"]: one for one in found["notices"]}
        assert notices["reshuffle"]["possible"]
        assert notices["reshuffle"]["clause"].startswith("58 Pa. Code")
        assert "sit" not in notices

    _ask(sqlite_url, [table("pa-down-under")], evening, stacked="Ts 9h 6d 7c")


def test_what_is_said_possible_is_done_when_it_is_said(sqlite_url: str) -> None:
    """Each irregularity that the list gives for a place is accepted there by the table itself."""

    async def evening(asked: Asked) -> None:
        asked.log_in("Flo", AccountRole.FLOOR)
        for room in list(asked.house.rooms.values()):
            ann = await Guest.come(asked.house, room, "Ann", box=1)
            await _play_until(ann, "decide")
            found = (await asked.client.get(f"/api/tables/{room.desk.table_id}/floor")).json()
            possible = [one for one in found["irregularities"] if one["possible"]]
            assert possible
            flo = await Guest.come(asked.house, room, "Flo", AccountRole.FLOOR, purse=0)
            before = room.state
            for one in possible:
                for place in one["places"]:
                    draft = Draft(room.desk, before)
                    draft.go_wrong(Irregularity(one["name"], place["box"], place["hand"]))
            place = possible[0]["places"][0]
            reply = await flo.say(do="report", name=possible[0]["name"], box=place["box"], hand=place["hand"])
            assert reply["ok"]

    tables = [table("pa-down-under"), table("nz-blackjack"), table("pa-double-back-jack")]
    _ask(sqlite_url, tables, evening, stacked="Ts 9h 6d 7c")
