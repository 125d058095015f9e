"""The lab over HTTP: asked for, watched, cancelled, taken home; and the tables go on meanwhile."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from holecard.games import find
from holecard.lab.simulator.simulate import Plan, simulate
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.shoes import Strategy
from tests.live.asked import Asked, asked_house
from tests.live.kit import Guest, play_rounds, room_of, table

SMALL = {"decks": "1", "max_hands": "2"}


async def _over(asked: Asked, kind: str, job_id: str) -> dict[str, Any]:
    async with asyncio.timeout(600):
        while True:
            job: dict[str, Any] = (await asked.client.get(f"/api/lab/{kind}/{job_id}")).json()
            if job["state"] not in ("waiting", "running"):
                return job
            await asyncio.sleep(0.05)


def test_an_analysis_gives_the_labs_figures_and_files(sqlite_url: str) -> None:
    async def evening() -> None:
        async with asked_house(sqlite_url, [table("reference")]) as asked:
            asked.log_in("Ann")
            wanted = {"game": "reference", "options": SMALL}
            begun = await asked.client.post("/api/lab/analyses", json=wanted)
            assert begun.status_code == 202
            job_id = begun.json()["id"]
            early = await asked.client.get(f"/api/lab/analyses/{job_id}/card.csv")
            assert early.status_code == 409
            job = await _over(asked, "analyses", job_id)
            assert job["state"] == "done", job["error"]
            rules = find("reference").configure(SMALL)
            found = job["result"]
            assert found["edge"] == job["quick"]["edge"] == analyse(rules).house_edge
            assert found["total_edge"] == analyse(rules, strategy=Strategy.TOTAL).house_edge
            assert [decks for decks, _ in found["by_decks"]] == [1, 2, 3, 4, 5, 6, 7, 8]
            assert found["card"]["panels"][0]["columns"][0] == "2"
            cell = found["card"]["panels"][0]["groups"][0]["rows"][0]["cells"][0]
            assert cell["text"]
            assert cell["worth"][0][1] >= cell["worth"][1][1]
            begins = {"card.svg": b"<svg", "card.pdf": b"%PDF", "card.csv": b"hand,", "report.pdf": b"%PDF"}
            begins |= {"exposure.csv": b"wager,", "exposure.xlsx": b"PK", "exposure.json": b"{"}
            for file, first in begins.items():
                answer = await asked.client.get(f"/api/lab/analyses/{job_id}/{file}")
                assert answer.status_code == 200, answer.text
                assert answer.content.startswith(first)
                assert f'-{file}"' in answer.headers["content-disposition"]
            assert (await asked.client.get(f"/api/lab/analyses/{job_id}/card.exe")).status_code == 404
            assert (await asked.client.get("/api/lab/analyses/nothing")).status_code == 404

    asyncio.run(evening())


def test_what_the_instrument_forbids_is_refused_with_its_clause(sqlite_url: str) -> None:
    async def evening() -> None:
        async with asked_house(sqlite_url, [table("reference")]) as asked:
            asked.log_in("Ann")
            five = {"game": "pa-down-under", "options": {"decks": "5", "match_the_dealer": "yes"}}
            refused = await asked.client.post("/api/lab/analyses", json=five)
            assert refused.status_code == 409
            assert "58 Pa. Code § 685a" in refused.json()["refused"]["clause"]
            bad = {"game": "pa-down-under", "options": {"decks": "many"}}
            assert (await asked.client.post("/api/lab/analyses", json=bad)).status_code == 400
            assert (await asked.client.post("/api/lab/analyses", json={"game": "chess"})).status_code == 404
            boxes = {"game": "pa-down-under", "boxes": 9}
            assert (await asked.client.post("/api/lab/simulations", json=boxes)).status_code == 409
            cut = {"game": "pa-down-under", "fresh": False, "cut": 3}
            assert (await asked.client.post("/api/lab/simulations", json=cut)).status_code == 400
            many = {"game": "pa-down-under", "rounds": 10**12}
            assert (await asked.client.post("/api/lab/simulations", json=many)).status_code == 422

    asyncio.run(evening())


def test_a_simulation_is_the_simulators_own(sqlite_url: str) -> None:
    async def evening() -> None:
        async with asked_house(sqlite_url, [table("reference")]) as asked:
            asked.log_in("Ann")
            wanted = {"game": "reference", "options": SMALL, "rounds": 1_200_000, "seed": "live"}
            begun = await asked.client.post("/api/lab/simulations", json=wanted)
            job = await _over(asked, "simulations", begun.json()["id"])
            assert job["state"] == "done", job["error"]
            rules = find("reference").configure(SMALL)
            expected = simulate(rules, Plan(1_200_000, seed="live", fresh=True))
            assert job["result"]["edge"] == -expected.ev
            assert [point["rounds"] for point in job["points"]] == [1 << 19, 2 << 19, 1_200_000]
            assert job["result"]["exact"] == analyse(rules, strategy=Strategy.TOTAL).house_edge

    asyncio.run(evening())


def test_one_at_a_time_and_cancelled(sqlite_url: str) -> None:
    async def evening() -> None:
        async with asked_house(sqlite_url, [table("reference")]) as asked:
            wanted = {"game": "reference", "options": SMALL, "rounds": 100_000_000}
            assert (await asked.client.post("/api/lab/simulations", json=wanted)).status_code == 401
            asked.log_in("Ann")
            first = (await asked.client.post("/api/lab/simulations", json=wanted)).json()
            second = await asked.client.post("/api/lab/analyses", json={"game": "reference"})
            assert second.status_code == 409
            assert "already have a job" in second.json()["error"]
            asked.log_in("Bob")
            path = f"/api/lab/simulations/{first['id']}"
            assert (await asked.client.delete(path)).status_code == 403
            asked.log_in("Ann")
            assert (await asked.client.delete(path)).json()["state"] == "cancelled"
            small = {**wanted, "rounds": 1000}
            again = await asked.client.post("/api/lab/simulations", json=small)
            job = await _over(asked, "simulations", again.json()["id"])
            assert job["state"] == "done", "the one that was cancelled no longer holds the lab up"
            assert (await _over(asked, "simulations", first["id"]))["state"] == "cancelled"

    asyncio.run(evening())


def test_no_more_wait_than_there_is_room_for(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        async with asked_house(sqlite_url, [table("reference")]) as asked:
            wanted = {"game": "reference", "options": SMALL, "rounds": 100_000_000}
            for name in ("Ann", "Bob"):
                asked.log_in(name)
                assert (await asked.client.post("/api/lab/simulations", json=wanted)).status_code == 202
            asked.log_in("Cid")
            full = await asked.client.post("/api/lab/simulations", json=wanted)
            assert full.status_code == 409
            assert "too many jobs are waiting" in full.json()["error"]

    monkeypatch.setattr("holecard.live.solving.lab.MOST_WAITING", 2)
    asyncio.run(evening())


def test_tables_are_played_while_the_lab_works(sqlite_url: str) -> None:
    async def evening() -> None:
        async with asked_house(sqlite_url, [table("reference")], seed=1) as asked:
            asked.log_in("Ann")
            wanted = {"game": "reference", "options": SMALL, "rounds": 100_000_000}
            begun = (await asked.client.post("/api/lab/simulations", json=wanted)).json()
            room = room_of(asked.house, "reference")
            await play_rounds(room, [await Guest.come(asked.house, room, "Bob", box=1)], rounds=5)
            path = f"/api/lab/simulations/{begun['id']}"
            assert (await asked.client.get(path)).json()["state"] in ("waiting", "running")

    asyncio.run(evening())
