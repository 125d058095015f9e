"""Hints come from the exact solver in a process of its own, which knows what lies open and nothing else."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from holecard.games import find
from holecard.lab.advice.hand import hand_values
from holecard.lab.advice.visible_hand import VisibleHand, visible_hand_at
from holecard.lab.solver.analysis import analyse
from holecard.live.solving import _processes
from holecard.live.solving._processes import Helper, Interrupted
from holecard.live.table.room import Room
from tests.live.asked import Asked, asked_house
from tests.live.kit import Guest, choose, open_house, our_tables, room_of, table


async def _warm(client: httpx.AsyncClient, path: str) -> dict[str, Any]:
    """The answer once the game is solved."""
    async with asyncio.timeout(300):
        while True:
            answer = await client.get(path)
            assert answer.status_code in (200, 202), answer.text
            if answer.status_code == 200:
                found: dict[str, Any] = answer.json()
                return found
            assert answer.json()["warming"] is True
            await asyncio.sleep(0.5)  # more often is too often


async def _dealt(asked: Asked, game: str, name: str = "Ann") -> Room:
    room = room_of(asked.house, game)
    ann = await Guest.come(asked.house, room, name, box=1)
    await _play_until(ann, "decide", "offer")
    return room


async def _play_until(ann: Guest, *kinds: str) -> None:
    while ann.view["question"]["type"] not in kinds:
        message = choose(ann.view, ann.person.name, Random(1), {"main": 1000})
        assert message is not None
        await ann.say(**message)


def test_a_hint_ranks_the_choices_of_the_hand_that_is_asked(sqlite_url: str) -> None:
    async def evening() -> None:
        async with asked_house(sqlite_url, [table("reference", decks="6")], stacked="Ts 9h 6d 7c") as asked:
            await _dealt(asked, "reference")
            asked.log_in("Ann")
            hint = await _warm(asked.client, "/api/tables/1/hint?box=1&hand=1")
            rules = asked.house.rooms[1].desk.rules
            expected = hand_values(rules, "T 6", "9")
            assert [(one["action"], one["ev"]) for one in hint["actions"]] == [tuple(one) for one in expected]
            assert hint["asked"] == asked.house.rooms[1].view()["asked"]
            assert (hint["box"], hint["hand"], hint["subject"], hint["unit"]) == (1, 1, "", "wager")
            found = await _warm(asked.client, "/api/tables/1/card")
            panel, row, column = found["here"]
            shown = found["card"]["panels"][panel]
            line = [line for group in shown["groups"] for line in group["rows"]][row]
            assert (line["label"], shown["columns"][column]) == ("16", "9")
            assert line["cells"][column]["worth"][0][0] == hint["actions"][0]["action"].capitalize()
            assert await _warm(asked.client, "/api/tables/1/card?whole=false") == {**found, "card": None}

    asyncio.run(evening())


def test_a_solver_that_does_not_run_is_not_started_for_what_nobody_asked(sqlite_url: str) -> None:
    async def evening() -> None:
        async with asked_house(sqlite_url, [table("reference")], stacked="Ts 9h 6d 7c") as asked:
            await _dealt(asked, "reference")
            asked.log_in("Ann")
            for path in ("hint", "edge"):
                answer = await asked.client.get(f"/api/tables/1/{path}?if_ready=true")
                assert (answer.status_code, answer.json()["warming"]) == (202, True)
            assert asked.app.state.hints.pid is None

    asyncio.run(evening())


def test_a_table_that_another_process_serves_has_hints_too(sqlite_url: str) -> None:
    """As it was stored: the room is taken away, and the answer stays the same."""

    async def evening() -> None:
        async with asked_house(sqlite_url, [table("reference")], stacked="Ts 9h 6d 7c") as asked:
            await _dealt(asked, "reference")
            asked.log_in("Ann")
            here = await _warm(asked.client, "/api/tables/1/hint")
            room = asked.house.rooms.pop(1)
            assert await _warm(asked.client, "/api/tables/1/hint") == here
            asked.house.rooms[1] = room

    asyncio.run(evening())


def test_an_offer_is_ranked_too(sqlite_url: str) -> None:
    async def evening() -> None:
        async with asked_house(sqlite_url, [table("reference")], stacked="Ts As 6d 7c") as asked:
            await _dealt(asked, "reference")
            asked.log_in("Ann")
            hint = await _warm(asked.client, "/api/tables/1/hint")
            assert hint["subject"] == "insurance"
            worth = {one["action"]: one["ev"] for one in hint["actions"]}
            assert worth["decline"] > worth["insurance"], "nobody who counts no cards should insure"

    asyncio.run(evening())


def test_surrender_and_second_chance_are_ranked_in_one_round(sqlite_url: str) -> None:
    """16 against a 9, and the same hand when a king has busted it."""

    async def evening() -> None:
        async with asked_house(sqlite_url, [table("pa-double-back-jack")], stacked="Ts 9h 6d 7c Kd") as asked:
            room = room_of(asked.house, "pa-double-back-jack")
            ann = await Guest.come(asked.house, room, "Ann", box=1)
            await _play_until(ann, "decide")
            asked.log_in("Ann")
            first = await _warm(asked.client, "/api/tables/1/hint")
            assert {"hit", "stand", "surrender"} <= {one["action"] for one in first["actions"]}
            await ann.say(do="act", asked=ann.view["asked"], action="hit")
            second = await _warm(asked.client, "/api/tables/1/hint")
            assert {one["action"] for one in second["actions"]} == {"second-chance", "decline"}
            assert second["subject"] == "second-chance"

    asyncio.run(evening())


def test_money_that_may_ride_is_ranked(sqlite_url: str) -> None:
    """Suited and in sequence: 17 against a 6."""

    async def evening() -> None:
        name = "Blackjack with House Money"
        async with asked_house(sqlite_url, [our_tables()[name]], stacked="9s 6d 8s") as asked:
            ann = await Guest.come(asked.house, room_of(asked.house, name), "Ann", box=1)
            while ann.view["question"]["type"] != "offer":
                message = choose(ann.view, "Ann", Random(1), {"main": 1000, "house-money": 1000})
                assert message is not None
                await ann.say(**message)
            asked.log_in("Ann")
            hint = await _warm(asked.client, "/api/tables/1/hint")
            assert {one["action"] for one in hint["actions"]} == {"ride", "decline"}

    asyncio.run(evening())


def test_the_light_of_the_reader_changes_the_hint(sqlite_url: str) -> None:
    async def best(url: str, hole: str) -> dict[str, Any]:
        async with asked_house(url, [table("pa-down-under")], stacked=f"Ts 9h 6d {hole}") as asked:
            await _dealt(asked, "pa-down-under")
            asked.log_in("Ann")
            return await _warm(asked.client, "/api/tables/1/hint")

    small = asyncio.run(best(sqlite_url, "2c"))
    large = asyncio.run(best(sqlite_url.replace("house", "other"), "Tc"))
    assert small["actions"] != large["actions"]
    assert small["actions"][0]["ev"] > large["actions"][0]["ev"] + 0.2


def test_nobody_is_told_of_a_hand_that_is_not_asked(sqlite_url: str) -> None:
    async def evening() -> None:
        async with asked_house(sqlite_url, [table("reference")], stacked="Ts 9h 6d 7c") as asked:
            assert (await asked.client.get("/api/tables/1/hint")).status_code == 401
            asked.log_in("Bob")
            assert (await asked.client.get("/api/tables/9/hint")).status_code == 404
            assert (await asked.client.get("/api/tables/99999999999/hint")).status_code == 404
            before = await asked.client.get("/api/tables/1/hint")
            assert before.status_code == 409
            assert "no hand has a decision" in before.json()["error"]
            await _dealt(asked, "reference")
            other = await asked.client.get("/api/tables/1/hint?box=2")
            assert other.status_code == 409
            assert "it is box 1's turn" in other.json()["error"]

    asyncio.run(evening())


def test_the_edge_of_a_table_with_its_claim(sqlite_url: str) -> None:
    async def evening() -> None:
        async with asked_house(sqlite_url, [table("pa-down-under", dealer_ace="conventional")]) as asked:
            found = await _warm(asked.client, "/api/tables/1/edge")
            rules = find("pa-down-under").configure({"dealer_ace": "conventional"})
            assert found["house_edge"] == analyse(rules).house_edge
            assert found["claim"]["within"] is False
            assert (found["claim"]["low"], found["claim"]["high"]) == (0.0043, 0.0049)
            assert (await asked.client.get("/api/tables/2/edge")).status_code == 404

    asyncio.run(evening())


def test_a_process_that_is_killed_is_started_again(sqlite_url: str) -> None:
    async def evening() -> None:
        async with asked_house(sqlite_url, [table("reference")]) as asked:
            first = await _warm(asked.client, "/api/tables/1/edge")
            pid = asked.app.state.hints.pid
            assert_gives_way(pid)
            os.kill(pid, signal.SIGKILL)
            asked.app.state.hints._edges.clear()
            assert await _warm(asked.client, "/api/tables/1/edge") == first
            second = asked.app.state.hints.pid
            assert second not in (None, pid)
        with pytest.raises(ProcessLookupError):
            os.kill(second, 0)

    asyncio.run(evening())


def assert_gives_way(pid: int) -> None:
    """The process goes after all others; so does its session, where the system shares the processor by session."""
    priority, session = os.getpriority(os.PRIO_PROCESS, pid), Path(f"/proc/{pid}/autogroup")
    assert priority > 0
    if session.exists():
        assert session.read_text().split()[-1] == str(priority)


def test_processes_that_start_together_give_way_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Linux changes one group in a tenth of a second, whoever asks, and refuses the others."""
    refused, written = [BlockingIOError(), BlockingIOError()], []

    def write_text(file: Path, text: str, **options: str) -> None:
        if refused:
            raise refused.pop()
        written.append((str(file), text))

    monkeypatch.setattr(Path, "write_text", write_text)
    monkeypatch.setattr(os, "nice", lambda more: more)  # of this process
    monkeypatch.setattr(_processes, "GROUP_AGAIN", 0.0)
    _processes.give_way(7)
    assert written == [("/proc/self/autogroup", "7")]


def test_whoever_waits_for_a_process_that_dies_is_told() -> None:
    async def ask() -> None:
        helper = Helper("tests.live.silent_process")
        asked = asyncio.create_task(helper.ask({"do": "anything"}))
        while helper.pid is None:
            await asyncio.sleep(0.01)
        os.kill(helper.pid, signal.SIGKILL)
        with pytest.raises(Interrupted):
            await asked
        await helper.close()
        with pytest.raises(Interrupted):
            await helper.ask({"do": "anything"})

    asyncio.run(ask())


def test_what_is_sent_holds_only_what_lies_open(sqlite_url: str) -> None:
    """The same cards with another hole card are the same request."""

    async def seen(url: str, hole: str) -> VisibleHand | None:
        async with open_house(url, [table("pa-double-back-jack")], stacked=f"9s 6h 5d {hole}") as house:
            room = room_of(house, "pa-double-back-jack")
            ann = await Guest.come(house, room, "Ann", box=1)
            await _play_until(ann, "decide", "offer")
            question = room.state.table.memory
            assert question is not None
            return visible_hand_at(room.state.table, question[0])

    one = asyncio.run(seen(sqlite_url, "2c"))
    other = asyncio.run(seen(sqlite_url.replace("house", "other"), "Tc"))
    assert one is not None
    assert one == other
