"""CPU time of a player's action inside the house, without database and network: five players at each of 40 tables.

The rate that `bench/live.py` prints depends on what else the machine does; this much less. Every listener is sent what
they would be sent. Prints the least and the middle of chunks of 500 actions, in ms. To see where the time goes:
`py-spy record --gil -f raw -o strokes.txt -- python bench/strokes.py`.
"""

from __future__ import annotations

import asyncio
import gc
import json
import statistics
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))  # the house and its guests are the tests' own

from bench.live import SEATS, tables
from holecard.cli.serve import GARBAGE
from holecard.live.store.store import Store
from holecard.live.store.writing import Written, deltas_of
from holecard.live.table.messages import parse_message
from holecard.live.table.room import Room
from holecard.live.table.wire import Wire
from tests.live.following import whole
from tests.live.kit import add_person, choose, open_house

CHUNK, WARM, ACTIONS = 500, 3000, 12_000
STAKES = {"main": 500}


class Played:
    """A table with its players, of whom one follows what is told and the others only get it."""

    def __init__(self, room: Room, store: Store) -> None:
        self.room, self._told, self.sent = room, list[Wire](), 0
        self.people = [add_person(store, f"P{room.desk.table_id}-{box}") for box in range(1, SEATS + 1)]
        self._view: dict[str, Any] | None = None
        room.enter(self._told.append, None)
        for person in self.people:
            room.enter(partial(self._count), person)  # listeners are told apart by what they hear with

    def _count(self, message: Wire) -> None:
        self.sent += len(message.frame)

    def next_message(self, chance: Random) -> tuple[int, dict[str, Any]]:
        for message in map(json.loads, self._told):
            self._view = whole(message, self._view)
        self._told.clear()
        assert self._view is not None, "whoever enters is told"
        said = ((at, choose(self._view, one.name, chance, STAKES)) for at, one in enumerate(self.people))
        return next((at, message) for at, message in said if message is not None)


class Nowhere:
    """In the place of a store's `write`: strokes are not stored, and everybody has enough chips."""

    def __init__(self, store: Store) -> None:
        self._write = store.write

    async def __call__(self, unit: Any) -> Any:
        return dict.fromkeys(deltas_of(unit.postings), 1000) if isinstance(unit, Written) else await self._write(unit)


async def measure() -> None:
    chance, chunks, spent, sent = Random(7), list[float](), 0.0, 0
    with tempfile.TemporaryDirectory() as folder:
        async with open_house(f"sqlite:///{folder}/house.db", tables(), seed=1) as house:
            played = [Played(room, house.store) for room in house.rooms.values()]
            setattr(house.store, "write", Nowhere(house.store))  # noqa: B010  no method of a store takes its place
            for one in played:
                for box, person in enumerate(one.people, start=1):
                    await one.room.say(person, f"sit {box}", parse_message({"do": "sit", "box": box}))
            gc.collect()
            gc.freeze()
            gc.set_threshold(*GARBAGE)
            for number in range(WARM + ACTIONS):
                one = played[number % len(played)]
                at, message = one.next_message(chance)
                said = parse_message(message)
                before = time.process_time()
                await one.room.say(one.people[at], f"{number}", said)
                spent += time.process_time() - before
                if number % CHUNK == CHUNK - 1:
                    chunks, spent = [*chunks, 1000 * spent / CHUNK] if number >= WARM else [], 0.0
                if number == WARM:
                    sent = sum(one.sent for one in played)
            sent = sum(one.sent for one in played) - sent
    least, middle = min(chunks), statistics.median(chunks)
    print(f"CPU of an action: {least:.3f} ms at least, {middle:.3f} ms in the middle", end="; ")
    print(f"{sent / ACTIONS / SEATS:.0f} bytes to each listener")


if __name__ == "__main__":
    asyncio.run(measure())
