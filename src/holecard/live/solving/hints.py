"""Hints: what each answer to the open question is worth, and the exact house edge of each table's game.

Both come from a separate process (`hint_process`), which gets only the face-up cards of the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from typing import Any, Final

from sqlalchemy import Connection, select

from holecard.engine.rules import Rules
from holecard.lab.advice.visible_hand import VisibleHand
from holecard.law.errors import HolecardError
from holecard.live.people.limits import Buckets
from holecard.live.solving._processes import Helper, Interrupted
from holecard.live.store import schema
from holecard.live.table.house import House, rules_of

MODULE: Final = "holecard.live.solving.hint_process"
PATIENCE: Final = 2.0  # seconds to wait for an answer before we report that the game is being solved
IMPATIENCE: Final = 0.3  # the same, where there is something to do without the answer
HINTS_A_SECOND: Final = 5.0
WARMING: Final[dict[str, Any]] = {"warming": True}


class Hints:
    """The hint process and its games."""

    def __init__(self) -> None:
        self._helper = Helper(MODULE, self._begin_warming)
        self._games: dict[str, Rules] = {}
        self._edges: dict[str, dict[str, Any]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.asked = Buckets(HINTS_A_SECOND, 4 * HINTS_A_SECOND)

    def warm(self, games: Iterable[Rules]) -> None:
        """Solve these games in the background, now and whenever the process starts again."""
        self._games |= {rules.hash: rules for rules in games}
        if self._games and is_installed():
            self._start(self._send_games())

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await self._helper.close()

    async def hint(self, rules: Rules, seen: VisibleHand) -> dict[str, Any]:
        return await self._ask({"do": "hint", **_named(rules), "seen": seen._asdict()})

    async def card(self, rules: Rules, seen: VisibleHand | None) -> dict[str, Any]:
        return await self._ask({"do": "card", **_named(rules), "seen": None if seen is None else seen._asdict()})

    async def values(self, rules: Rules, seen: Iterable[VisibleHand]) -> dict[str, Any]:
        """What each choice of several hands is worth, for the player's school, which asks something else meanwhile."""
        sent = [one._asdict() for one in seen]
        return await self._ask({"do": "values", **_named(rules), "seen": sent}, IMPATIENCE)

    async def skills(self, rules: Rules) -> dict[str, Any]:
        """The strategy card with the skills that its places are."""
        return await self._ask({"do": "skills", **_named(rules)})

    async def count(self, rules: Rules, system: str, seed: str, number: int) -> dict[str, Any]:
        """A round to count."""
        return await self._ask({"do": "count", **_named(rules), "system": system, "seed": seed, "round": number})

    async def edge(self, rules: Rules) -> dict[str, Any]:
        if rules.hash not in self._edges:
            found = await self._ask({"do": "edge", **_named(rules)})
            if found == WARMING:
                return WARMING
            self._edges[rules.hash] = found
        return self._edges[rules.hash]

    @property
    def pid(self) -> int | None:
        """The running process's id, if it runs."""
        return self._helper.pid

    async def _ask(self, request: Mapping[str, Any], patience: float = PATIENCE) -> dict[str, Any]:
        if not is_installed():
            raise HolecardError("hints are not installed: run pip install holecard[lab] on the server")
        try:
            found: dict[str, Any] = await asyncio.wait_for(self._helper.ask(request), patience)
        except (TimeoutError, Interrupted):
            return WARMING
        return found

    def _begin_warming(self) -> None:
        self._start(self._send_games())

    async def _send_games(self) -> None:
        for rules in list(self._games.values()):
            await self._helper.ask({"do": "warm", **_named(rules)})

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _quietly(work: Any) -> None:
    try:
        await work
    except HolecardError:
        return  # the next request starts the process again


def is_installed() -> bool:
    """Whether this machine has the solver."""
    return find_spec("numba") is not None


def _named(rules: Rules) -> dict[str, Any]:
    return {"game": rules.key, "options": rules.options.shown()}


def games_of(house: House) -> list[Rules]:
    """The games of all tables."""

    def read(connection: Connection) -> list[Rules]:
        wanted = select(schema.tables).where(~schema.tables.c.is_retired).order_by(schema.tables.c.id)
        return [rules_of(row) for row in connection.execute(wanted)]

    return house.store.read(read)
