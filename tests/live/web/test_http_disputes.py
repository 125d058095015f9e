"""A disputed round is looked into: every step with its table, and the checks that fail when a record was changed."""

from __future__ import annotations

import asyncio

from sqlalchemy import Connection, update

from holecard.live.people.people import AccountRole
from holecard.live.store import schema
from tests.live.asked import asked_house
from tests.live.kit import Guest, play_rounds, room_of, table


def test_a_round_is_stepped_through_and_its_records_hold(database_url: str) -> None:
    async def evening() -> None:
        async with asked_house(database_url, [table("pa-down-under")], seed=3) as asked:
            room = room_of(asked.house, "pa-down-under")
            await play_rounds(room, [await Guest.come(asked.house, room, "Ann", box=1)], rounds=2)
            path = "/api/rounds/1/1/steps"
            assert (await asked.client.get(path)).status_code == 401
            asked.log_in("Bob")
            assert (await asked.client.get(path)).status_code == 403
            asked.log_in("Ann")
            found = (await asked.client.get(path)).json()
            whole = (await asked.client.get("/api/rounds/1/1")).json()
            assert [step["n"] for step in found["steps"]] == [event["n"] for event in whole["events"]]
            # the cards came in an order that the first shuffle ended, and the next is not told yet
            assert [check["holds"] for check in found["checks"]] == [True, True, True, None], found["checks"]
            dealt = [step for step in found["steps"] if step["text"].startswith("cards ")]
            assert dealt[-1]["table"]["dealer"]["cards"]
            assert all(step["asked"]["clause"] for step in dealt)
            placed = next(step for step in found["steps"] if any(fact["what"] == "placed" for fact in step["facts"]))
            assert placed["table"]["boxes"][0]["bettors"] == ["Ann"]
            assert list(found["net"]) == ["Ann"]
            assert (await asked.client.get("/api/rounds/1/99/steps")).status_code == 404

    asyncio.run(evening())


def test_a_changed_record_is_found(sqlite_url: str) -> None:
    async def evening() -> None:
        async with asked_house(sqlite_url, [table("reference")], seed=3) as asked:
            room = room_of(asked.house, "reference")
            await play_rounds(room, [await Guest.come(asked.house, room, "Ann", box=1)], rounds=1)
            asked.log_in("Aud", AccountRole.AUDITOR)
            path = "/api/rounds/1/1/steps"
            before = (await asked.client.get(path)).json()
            paid = next(step for step in before["steps"] if step["text"].startswith("cards "))
            entries = schema.entries

            def change(connection: Connection) -> None:
                its = entries.c.table_id == 1, entries.c.n == paid["n"]
                body = paid["text"].replace(paid["text"].split(":")[1][:2], "2s", 1)
                connection.execute(update(entries).where(*its).values(body=body))

            asked.house.store.write_now(change)
            after = (await asked.client.get(path)).json()
            assert [check["holds"] for check in after["checks"]][:2] == [False, False]
            assert f"entry {paid['n']}" in after["checks"][1]["why"]

    asyncio.run(evening())
