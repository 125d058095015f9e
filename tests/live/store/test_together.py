"""What is written in one turn of the event loop is stored in one transaction."""

from __future__ import annotations

import asyncio
from functools import partial

from sqlalchemy import Connection

from holecard.law.errors import HolecardError
from holecard.live.store.store import Store


def unit(number: int, connection: Connection) -> int:
    if number == 3:
        raise HolecardError("three is refused")
    return number


def test_the_units_of_one_turn_share_a_transaction(database_url: str) -> None:
    store = Store(database_url)

    async def write() -> list[int | BaseException]:
        return await asyncio.gather(
            *(store.write(partial(unit, number)) for number in range(5)), return_exceptions=True
        )

    try:
        first, second = asyncio.run(write()), asyncio.run(write())
    finally:
        store.close()
    assert [one for one in first if isinstance(one, int)] == [0, 1, 2, 4], "only the refused one is missing"
    assert isinstance(first[3], HolecardError)
    assert [one for one in second if isinstance(one, int)] == [0, 1, 2, 4], "another loop is served too"
    assert (store.batches.count, store.batches.total) == (2, 10)
