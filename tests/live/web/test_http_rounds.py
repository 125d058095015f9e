"""The list of rounds: who may see which results, and how often the database is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from sqlalchemy import Engine, event, select

from holecard.live.people.people import AccountRole
from holecard.live.store import schema
from tests.live.asked import asked_house
from tests.live.kit import Guest, play_rounds, room_of, table

TABLES = [table("reference"), table("pa-down-under")]


@contextmanager
def statements(engine: Engine) -> Iterator[list[str]]:
    """What the database is asked meanwhile."""
    asked: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        asked.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(engine, "before_cursor_execute", note)


def test_a_page_of_rounds_asks_for_all_results_at_once(database_url: str) -> None:
    async def evening() -> None:
        async with asked_house(database_url, TABLES, seed=3) as asked:
            for at, key in enumerate(("reference", "pa-down-under")):
                room = room_of(asked.house, key)
                guests = [await Guest.come(asked.house, room, f"{name}{at}", box=box) for box, name in PLAYERS]
                await play_rounds(room, guests, 3, Random(at))
            asked.log_in("Flo", AccountRole.FLOOR)
            with statements(asked.house.store.engine) as said:
                listed = (await asked.client.get("/api/rounds")).json()
            assert len([one for one in said if "round_bettors" in one]) == 1
            rows = asked.house.store.read(lambda connection: connection.execute(select(schema.round_bettors)).all())
            results = [(row.table_id, row.number, row.bettor, row.net) for row in rows if row.ended]
            assert {table_id for table_id, *_ in results} == {1, 2}
            shown = [(one["table"], one["number"], *net) for one in listed for net in one["net"].items()]
            assert sorted(shown) == sorted(results)
            asked.log_in("Ann0")
            mine = (await asked.client.get("/api/rounds")).json()
            assert [(one["table"], *one["net"]) for one in mine] == [(1, "Ann0")] * 3

    asyncio.run(evening())


PLAYERS = (1, "Ann"), (2, "Bob")
