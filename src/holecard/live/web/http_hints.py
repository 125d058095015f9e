"""Hints over HTTP: what each answer to the open question is worth, and a table's exact house edge."""

from __future__ import annotations

import time
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel
from sqlalchemy import Connection, select

from holecard.engine.ask_and_answer import ask
from holecard.engine.rules import Rules
from holecard.lab.advice.visible_hand import visible_hand_at
from holecard.law.clauses import house as house_rule
from holecard.law.errors import Refused
from holecard.live.solving.hints import WARMING, Hints
from holecard.live.store import schema
from holecard.live.table.conduct import asked_of
from holecard.live.table.house import House, rules_of
from holecard.live.table.loading import load_state
from holecard.live.table.state import State
from holecard.live.table.views import question_view
from holecard.live.web._asking import LoggedIn, NotThere, TheHouse, TooOften, same_origin

router = APIRouter(prefix="/api", dependencies=[Depends(same_origin)], tags=["hints"])


def hints_of(request: Request) -> Hints:
    found: Hints = request.app.state.hints
    return found


TheHints = Annotated[Hints, Depends(hints_of)]


class Worth(BaseModel):
    """A choice and its value per unit."""

    action: str
    ev: float


class Hint(BaseModel):
    """The value of each answer, best first; null if the solver has none. A unit is one unit of the initial wager, or
    of the money that may ride."""

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
    """The exact figures of a table's game, per unit of the main wager. `house_edge` is null while the game is being
    solved, or if it can't be."""

    rules_hash: str
    house_edge: float | None = None
    element_of_risk: float | None = None
    average_wager: float | None = None
    claim: Claimed | None = None
    cannot: str | None = None
    warming: bool = False


class TableCard(BaseModel):
    """The strategy card of a table, by totals, and the cell `here` of the hand that is asked: panel, row, column."""

    card: dict[str, Any] | None = None
    here: list[int] | None = None
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
    if_ready: bool = False,
) -> Any:
    """The value of each answer to a table's open question. 202: the game is being solved, ask again.

    With `if_ready`, a solver that does not run is not started.
    """
    if not hints.asked.take(session.person.name, time.monotonic()):
        raise TooOften("too many hints: wait a second and ask again")
    rules, state = await table_now(open_house, table_id)
    question = ask(rules, state.table)
    seen = visible_hand_at(state.table, question)
    if seen is None:
        raise _nothing("a hint", "no hand has a decision to make now")
    told = question_view(rules, state.table, question)
    if box not in (None, told["box"]) or hand not in (None, told["hand"]):
        raise _nothing("a hint", f"it is box {told['box']}'s turn")
    found = WARMING if if_ready and hints.pid is None else await hints.hint(rules, seen)
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
async def edge(
    table_id: int, open_house: TheHouse, hints: TheHints, response: Response, if_ready: bool = False
) -> Edge:
    """The exact house edge of the configured table. 202: it is being solved, ask again; `if_ready` as with a hint."""
    rules = await open_house.store.read_async(lambda connection: _rules(connection, table_id))
    found = WARMING if if_ready and hints.pid is None else await hints.edge(rules)
    if found.get("warming"):
        response.status_code = 202
    return Edge(rules_hash=rules.hash, **found)


@router.get("/tables/{table_id}/card", responses={202: {"model": TableCard}}, response_model=TableCard)
async def card(
    table_id: int, open_house: TheHouse, hints: TheHints, session: LoggedIn, response: Response, whole: bool = True
) -> TableCard:
    """The table's strategy card, and which cell the hand that is asked is in. 202: the game is being solved.

    Without `whole`, the cell alone.
    """
    if not hints.asked.take(session.person.name, time.monotonic()):
        raise TooOften("too many hints: wait a second and ask again")
    rules, state = await table_now(open_house, table_id)
    found = await hints.card(rules, visible_hand_at(state.table, ask(rules, state.table)))
    if found.get("warming"):
        response.status_code = 202
    return TableCard(**found if whole else {name: value for name, value in found.items() if name != "card"})


def _rules(connection: Connection, table_id: int) -> Rules:
    return rules_of(_row(connection, table_id))


def _row(connection: Connection, table_id: int) -> Any:
    wanted = select(schema.tables).where(schema.tables.c.id == (table_id if 0 < table_id < 2**31 else 0))
    row = connection.execute(wanted).one_or_none()
    if row is None:
        raise NotThere("table not found")
    return row


async def table_now(open_house: House, table_id: int) -> tuple[Rules, State]:
    """A table's rules and state: from this process, or as another process has stored them."""
    room = open_house.rooms.get(table_id)
    if room is not None and not room.is_lost:
        return room.desk.rules, room.state

    def read(connection: Connection) -> tuple[Rules, State]:
        row = _row(connection, table_id)
        rules = rules_of(row)
        return rules, load_state(connection, row, rules, open_house.store.vault)

    return await open_house.store.read_async(read)


def _nothing(what: str, why: str) -> Refused:
    return Refused(what, cite=house_rule("the order of play"), why=why)
