"""A round step by step, for disputes: the table after every event, and checks of its records."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends
from pydantic import BaseModel
from sqlalchemy import Connection, select

from holecard.law.errors import HolecardError
from holecard.live.store import schema
from holecard.live.table.fairness import commitment
from holecard.live.table.house import rules_of
from holecard.live.table.loading import load_round
from holecard.live.table.views import View, question_view, table_view
from holecard.live.web._asking import LoggedIn, TheHouse, same_origin
from holecard.live.web.http_tables import RoundInFull, nets_of, round_in_full
from holecard.record.journal import ANSWER
from holecard.record.journal_check import Entry, digest
from holecard.record.transcript import replay

router = APIRouter(prefix="/api", dependencies=[Depends(same_origin)], tags=["disputes"])


class RoundStep(BaseModel):
    """An event of the round; `asked` is the question it answers, `table` is the table after it."""

    n: int
    time: str
    kind: str
    text: str
    facts: list[dict[str, Any]]
    lines: list[dict[str, Any]]
    notice: dict[str, Any] | None
    asked: dict[str, Any] | None
    table: dict[str, Any] | None


class Check(BaseModel):
    """One check of the records."""

    what: str
    holds: bool | None  # null: not known yet
    why: str


class RoundInSteps(BaseModel):
    table: int
    table_name: str
    number: int
    game: str
    game_name: str
    cloth: str
    boxes: int
    rules_hash: str
    options: dict[str, str]
    began: float
    ended: float | None
    net: dict[str, int]
    shoes: list[int]
    steps: list[RoundStep]
    checks: list[Check]
    newest: int  # the last round of the table


@router.get("/rounds/{table_id}/{number}/steps")
def steps(table_id: int, number: int, house: TheHouse, session: LoggedIn) -> RoundInSteps:
    """A round event by event, with the table after each event and checks of its records."""
    whole = round_in_full(table_id, number, house, session)
    return house.store.read(lambda connection: _in_steps(connection, whole))


def _in_steps(connection: Connection, whole: RoundInFull) -> RoundInSteps:
    row = connection.execute(select(schema.tables).where(schema.tables.c.id == whole.table)).one()
    rules = rules_of(row)
    views, again = _replayed(connection, whole)
    shown: View | None = None
    found = []
    for event in whole.events:
        asked = None
        if event["kind"] == ANSWER and event["n"] in views:
            asked, shown = views[event["n"]]
        found.append(RoundStep(**event, asked=asked, table=shown))
    return RoundInSteps(
        table=whole.table,
        table_name=row.name,
        number=whole.number,
        game=whole.game,
        game_name=rules.name,
        cloth=rules.cloth,
        boxes=row.boxes,
        rules_hash=whole.rules_hash,
        options=rules.options.shown(),
        began=whole.began,
        ended=whole.ended,
        net=nets_of(connection, whole.table, whole.number, None),
        shoes=whole.shoes,
        steps=found,
        checks=[again, _chain(connection, whole), *_commitments(connection, whole)],
        newest=row.round,
    )


def _replayed(connection: Connection, whole: RoundInFull) -> tuple[dict[int, tuple[View, View]], Check]:
    """The question and the table by entry, and whether a replay gives every recorded fact."""
    written = load_round(connection, whole.table, whole.number)
    views: dict[int, tuple[View, View]] = {}
    what = "A replay of the round gives every recorded fact and payment"
    try:
        rules = written.rules()
        for line, step in zip(written.lines, replay(written), strict=True):
            views[line.number] = question_view(rules, step.table, step.question), table_view(rules, step.after)
    except HolecardError as error:
        return views, Check(what=what, holds=False, why=str(error))
    return views, Check(what=what, holds=True, why=f"{len(views)} answers, rules {whole.rules_hash}")


def _chain(connection: Connection, whole: RoundInFull) -> Check:
    """Whether each entry of the round matches its hash and follows the one before."""
    what = "Every journal entry matches its hash and names the hash of the entry before"
    entries = schema.entries
    its = entries.c.table_id == whole.table, entries.c.round == whole.number
    previous = None
    count = 0
    for row in connection.execute(select(entries).where(*its).order_by(entries.c.n)):
        entry = Entry(row.n, row.previous, row.time, row.kind, row.body, row.hash)
        if digest(*entry[:5]) != entry.hash:
            return Check(what=what, holds=False, why=f"entry {entry.n} does not match its hash")
        if previous not in (None, entry.previous):
            return Check(what=what, holds=False, why=f"an entry before entry {entry.n} is missing or changed")
        previous, count = entry.hash, count + 1
    return Check(what=what, holds=True, why=f"{count} entries, last hash {(previous or '')[:16]}…")


def _commitments(connection: Connection, whole: RoundInFull) -> list[Check]:
    shoes = schema.shoes
    wanted = select(shoes).where(shoes.c.table_id == whole.table, shoes.c.number.in_(whole.shoes))
    found = []
    for row in connection.execute(wanted.order_by(shoes.c.number)):
        what = f"Shoe {row.number}: the order matches the commitment made before its first card"
        if not row.revealed:
            found.append(Check(what=what, holds=None, why="The house reveals the order when the shoe ends."))
            continue
        holds = commitment(row.salt, row.cards, row.prizes) == row.commitment
        found.append(Check(what=what, holds=holds, why=f"SHA-256 {row.commitment[:16]}…"))
    return found
