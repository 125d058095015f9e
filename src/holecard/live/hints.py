"""Hints: what each answer to the question that stands is worth, and the exact edge of each table's game.

Both come from a process of their own (`hint_process`), which is told what lies open on the table and nothing else.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel
from sqlalchemy import Connection, select

from holecard.engine import ask
from holecard.errors import HolecardError, Refused
from holecard.lab.seen import Seen, seen_at
from holecard.law import house as house_rule
from holecard.live import schema
from holecard.live.asking import LoggedIn, NotThere, TheHouse, TooOften, same_origin
from holecard.live.conduct import asked_of
from holecard.live.house import House, rules_of
from holecard.live.limits import Buckets
from holecard.live.loading import load_state
from holecard.live.processes import Helper, Interrupted
from holecard.live.state import State
from holecard.live.views import question_view
from holecard.rules import Rules

router = APIRouter(prefix="/api", dependencies=[Depends(same_origin)], tags=["hints"])

MODULE: Final = "holecard.live.hint_process"
PATIENCE: Final = 2.0  # seconds, after which it is as good as one that is warming up; a server that stops waits longer
HINTS_A_SECOND: Final = 5.0
WARMING: Final[dict[str, Any]] = {"warming": True}


class Hints:
    """The process, and the games that it keeps solved."""

    def __init__(self) -> None:
        self._helper = Helper(MODULE, self._begin_warming)
        self._games: dict[str, Rules] = {}
        self._edges: dict[str, dict[str, Any]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.asked = Buckets(HINTS_A_SECOND, 4 * HINTS_A_SECOND)

    def warm(self, games: Iterable[Rules]) -> None:
        """Solve these in the background, from now on whenever the process begins."""
        self._games |= {rules.hash: rules for rules in games}
        if self._games and is_installed():
            self._start(self._send_games())

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await self._helper.close()

    async def hint(self, rules: Rules, seen: Seen) -> dict[str, Any]:
        return await self._ask({"do": "hint", **_named(rules), "seen": seen._asdict()})

    async def edge(self, rules: Rules) -> dict[str, Any]:
        if rules.hash not in self._edges:
            found = await self._ask({"do": "edge", **_named(rules)})
            if found == WARMING:
                return WARMING
            self._edges[rules.hash] = found
        return self._edges[rules.hash]

    @property
    def pid(self) -> int | None:
        """Of the process, where it runs."""
        return self._helper.pid

    async def _ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        if not is_installed():
            raise HolecardError("hints need the lab: install holecard[lab]")
        try:
            found: dict[str, Any] = await asyncio.wait_for(self._helper.ask(request), PATIENCE)
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
        return  # whoever asks next starts the process again


def is_installed() -> bool:
    """Whether there is a solver on this machine."""
    return find_spec("numba") is not None


def _named(rules: Rules) -> dict[str, Any]:
    return {"game": rules.key, "options": rules.options.shown()}


def games_of(house: House) -> list[Rules]:
    """The games of all tables that there are."""

    def read(connection: Connection) -> list[Rules]:
        wanted = select(schema.tables).where(~schema.tables.c.is_retired).order_by(schema.tables.c.id)
        return [rules_of(row) for row in connection.execute(wanted)]

    return house.store.read(read)


def hints_of(request: Request) -> Hints:
    found: Hints = request.app.state.hints
    return found


TheHints = Annotated[Hints, Depends(hints_of)]


class Worth(BaseModel):
    """A choice, and what it is worth for each unit."""

    action: str
    ev: float


class Hint(BaseModel):
    """What each answer is worth, the best first; null where the solver has nothing to say. A unit is one of the
    initial wager, or of what may ride."""

    asked: str
    box: int
    hand: int
    subject: str
    unit: str
    actions: list[Worth] | None
    warming: bool = False


class Claimed(BaseModel):
    """What a filing claims."""

    low: float
    high: float
    what: str
    where: str
    within: bool


class Edge(BaseModel):
    """The exact figures of a table's game, for one unit of the main wager. `house_edge` is null where it cannot be
    solved, and while that is under way."""

    rules_hash: str
    house_edge: float | None = None
    element_of_risk: float | None = None
    average_wager: float | None = None
    claim: Claimed | None = None
    cannot: str | None = None
    warming: bool = False


Box = Annotated[int | None, Query(ge=1, le=20)]
Number = Annotated[int | None, Query(ge=0, le=20)]


@router.get("/tables/{table_id}/hint", responses={202: {"model": Hint}}, response_model=Hint)
async def hint(
    table_id: int,
    open_house: TheHouse,
    hints: TheHints,
    session: LoggedIn,
    response: Response,
    box: Box = None,
    hand: Number = None,
) -> Any:
    """What each answer to the question that stands at a table is worth. 202: the game is being solved, ask again."""
    if not hints.asked.take(session.person.name, time.monotonic()):
        raise TooOften("too many hints: wait a second")
    rules, state = await table_now(open_house, table_id)
    question = ask(rules, state.table)
    seen = seen_at(state.table, question)
    if seen is None:
        raise _nothing("a hint", "no hand is asked anything now")
    told = question_view(question)
    if box not in (None, told["box"]) or hand not in (None, told["hand"]):
        raise _nothing("a hint", f"box {told['box']} is asked")
    found = await hints.hint(rules, seen)
    if found.get("warming"):
        response.status_code = 202
    return Hint(
        asked=asked_of(state),
        box=told["box"],
        hand=told["hand"],
        subject=seen.subject,
        unit="riding" if seen.subject in rules.play.side_wagers else "wager",
        actions=found.get("actions"),
        warming=bool(found.get("warming")),
    )


@router.get("/tables/{table_id}/edge", responses={202: {"model": Edge}}, response_model=Edge)
async def edge(table_id: int, open_house: TheHouse, hints: TheHints, response: Response) -> Edge:
    """The exact house edge of a table's game as configured. 202: it is being solved, ask again."""
    rules = await open_house.store.read_async(lambda connection: _rules(connection, table_id))
    found = await hints.edge(rules)
    if found.get("warming"):
        response.status_code = 202
    return Edge(rules_hash=rules.hash, **found)


def _rules(connection: Connection, table_id: int) -> Rules:
    return rules_of(_row(connection, table_id))


def _row(connection: Connection, table_id: int) -> Any:
    wanted = select(schema.tables).where(schema.tables.c.id == (table_id if 0 < table_id < 2**31 else 0))
    row = connection.execute(wanted).one_or_none()
    if row is None:
        raise NotThere("there is no such table")
    return row


async def table_now(open_house: House, table_id: int) -> tuple[Rules, State]:
    """How a table stands: in this process, or as another that serves it has stored it."""
    room = open_house.rooms.get(table_id)
    if room is not None and not room.is_lost:
        return room.desk.rules, room.state

    def read(connection: Connection) -> tuple[Rules, State]:
        row = _row(connection, table_id)
        rules = rules_of(row)
        return rules, load_state(connection, row, rules)

    return await open_house.store.read_async(read)


def _nothing(what: str, why: str) -> Refused:
    return Refused(what, cite=house_rule("the order of play"), why=why)
