"""Which process serves which table, for visitors who come to the wrong one."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from holecard.live.store.leases import Process, owners
from holecard.live.store.store import Store

LOOK_AGAIN: Final = 0.1  # seconds


class Directory:
    """The owners of the tables, read at most ten times a second, however many visitors ask."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._owners: dict[int, Process | None] = {}
        self._read = -LOOK_AGAIN
        self._reading = asyncio.Lock()

    async def owners(self) -> dict[int, Process | None]:
        async with self._reading:
            if time.monotonic() - self._read >= LOOK_AGAIN:
                self._owners = await self._store.read_async(owners)
                self._read = time.monotonic()
            return self._owners
