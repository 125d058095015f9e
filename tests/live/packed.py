"""A stored house whose finished rounds are packed, all that can be."""

from __future__ import annotations

import asyncio
from functools import partial
from random import Random

from sqlalchemy import select

from holecard.live.store import schema
from holecard.live.store.packing import make_pack
from holecard.live.store.store import Store
from tests.live.kit import Guest, open_house, our_tables, play_rounds

CONTINUOUS = "Down Under, shuffled continuously"  # its orders are revealed after each round


async def play(url: str, rounds: int, tables: tuple[str, ...] = ()) -> None:
    """Rounds of two players at each table."""
    ours = our_tables()
    texts = [ours[name] for name in tables] or [ours[CONTINUOUS], ours[CONTINUOUS].replace(CONTINUOUS, "Another")]
    async with open_house(url, texts, seed=2) as house:
        for at, room in enumerate(house.rooms.values()):
            guests = [await Guest.come(house, room, f"{name}{at}", box=box) for box, name in ((1, "Ann"), (2, "Bob"))]
            await play_rounds(room, guests, rounds, Random(at))


def pack_all(url: str, most: float = float("inf")) -> int:
    """Pack what can be packed; returns the number of packs."""
    store = Store(url)
    try:
        made = 0
        for table_id in store.read(lambda c: list(c.execute(select(schema.tables.c.id)).scalars())):
            while made < most:
                pack = store.read(partial(make_pack, table_id=table_id, least=1))
                if pack is None:
                    break
                store.write_now(pack)
                made += 1
        return made
    finally:
        store.close()


def played_and_packed(url: str) -> None:
    """Two packs at each table, of rounds 1 to 4 and 5 to 8, and rounds that are not packed."""
    asyncio.run(play(url, 5))
    pack_all(url)
    asyncio.run(play(url, 4))
    pack_all(url)
    asyncio.run(play(url, 2))
