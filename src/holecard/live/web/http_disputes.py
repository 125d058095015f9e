"""Disputes: a round step by step, with the table after every event and checks of its records; questions about a round,
and the floor's answers."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field
from sqlalchemy import Connection, func, select

from holecard.law.clauses import house as house_rule
from holecard.law.errors import HolecardError, Refused
from holecard.live.people.disputes import answer_dispute, disputes, open_dispute
from holecard.live.people.people import AccountRole
from holecard.live.store import schema
from holecard.live.store.packs import entries_of, pack_of_round
from holecard.live.table.fairness import commitment
from holecard.live.table.house import rules_of
from holecard.live.table.loading import load_round
from holecard.live.table.views import View, question_view, table_view
from holecard.live.web._asking import Acting, LoggedIn, NotThere, TheHouse, same_origin
from holecard.live.web.http_accounts import Body
from holecard.live.web.http_tables import RoundInFull, nets_of, round_in_full
from holecard.record.journal import ANSWER
from holecard.record.journal_check import digest
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
    earlier: int | None  # the nearest rounds of the table that the reader may open too
    later: int | None


Said = Annotated[str, Field(min_length=3, max_length=500, pattern=r"^[^\x00-\x1f\x7f]*\S[^\x00-\x1f\x7f]*$")]


class Question(Body):
    why: Said


class Answer(Body):
    answer: Said
    clause: Annotated[str, Field(max_length=120)]


class Dispute(BaseModel):
    """A player's question about a round, and the floor's answer; `answered` is null while it is open."""

    id: int
    table: int
    table_name: str
    round: int
    bettor: str
    time: float
    why: str
    answered: float | None
    answered_by: str
    answer: str
    clause: str

    @classmethod
    def of(cls, row: Any, table_name: str) -> Dispute:
        told = {name: getattr(row, name) for name in cls.model_fields if name not in ("table", "table_name")}
        return cls(table=row.table_id, table_name=table_name, **told)


@router.post("/rounds/{table_id}/{number}/disputes", status_code=201)
def dispute(table_id: int, number: int, body: Question, house: TheHouse, session: Acting) -> Dispute:
    """Question a round that you bet in, and say why. The floor and the auditors see it."""
    whole = round_in_full(table_id, number, house, session)
    now = house.store.now()
    if session.person.role is not AccountRole.PLAYER:
        raise Refused("this dispute", cite=house_rule("disputes"), why="only a player of the round can question it")

    def write(connection: Connection) -> Dispute:
        row = open_dispute(connection, session.person, whole.table, whole.number, body.why.strip(), now)
        return Dispute.of(row, _name_of(connection, table_id))

    return house.store.write_now(write)


@router.get("/disputes")
def list_disputes(house: TheHouse, session: LoggedIn, is_open: bool = False) -> list[Dispute]:
    """Your own disputes, or everybody's for the floor and auditors: the open ones first."""
    who = session.person.name if session.person.role is AccountRole.PLAYER else None
    rows = house.store.read(lambda connection: disputes(connection, who, is_open))
    return [Dispute.of(row, row.table_name) for row in rows]


@router.get("/disputes/{dispute_id}/clauses")
def clauses(dispute_id: int, house: TheHouse, session: LoggedIn) -> list[str]:
    """The clauses that may decide a dispute: first those that the round cites, then the rest of the game's."""
    row = house.store.read(lambda connection: _dispute(connection, dispute_id))
    return _clauses(house, session, row)


@router.post("/disputes/{dispute_id}/answer")
def answer(dispute_id: int, body: Answer, house: TheHouse, session: Acting) -> Dispute:
    """Answer a dispute with the clause that decides it. The player sees both."""
    if session.person.role is not AccountRole.FLOOR:
        raise Refused("this answer", cite=house_rule("the floorperson"), why="only a floorperson can give it")
    now, row = house.store.now(), house.store.read(lambda connection: _dispute(connection, dispute_id))
    known = _clauses(house, session, row)
    if body.clause not in known:
        why = "is no clause of this game, and the round does not cite it"
        raise Refused(f"{body.clause!r:.60}", cite=house_rule("disputes"), why=why, legal=tuple(known[:5]))

    def write(connection: Connection) -> Dispute:
        row = _dispute(connection, dispute_id)
        told = answer_dispute(connection, row, session.person, body.answer.strip(), body.clause, now)
        return Dispute.of(told, _name_of(connection, row.table_id))

    return house.store.write_now(write)


def _dispute(connection: Connection, dispute_id: int) -> Any:
    its = schema.disputes.c.id == (dispute_id if 0 <= dispute_id < 2**31 else -1)
    row = connection.execute(select(schema.disputes).where(its)).one_or_none()
    if row is None:
        raise NotThere("dispute not found")
    return row


def _name_of(connection: Connection, table_id: int) -> str:
    return str(connection.execute(select(schema.tables.c.name).where(schema.tables.c.id == table_id)).scalar_one())


def _clauses(house: TheHouse, session: LoggedIn, row: Any) -> list[str]:
    whole = round_in_full(row.table_id, row.round, house, session)
    cited = [line["clause"] for event in whole.events for line in event["lines"]]
    found = house.store.read(lambda connection: connection.execute(_table(whole.table)).one())
    register = rules_of(found).register
    rest = [str(register.cite(clause)) for clause in register.clauses] if register is not None else []
    return [clause for clause in dict.fromkeys((*cited, *rest)) if clause]


def _table(table_id: int) -> Any:
    return select(schema.tables).where(schema.tables.c.id == table_id)


@router.get("/rounds/{table_id}/{number}/steps")
def steps(table_id: int, number: int, house: TheHouse, session: LoggedIn) -> RoundInSteps:
    """A round event by event, with the table after each event and checks of its records."""
    whole = round_in_full(table_id, number, house, session)
    bettor = session.person.name if session.person.role is AccountRole.PLAYER else None
    return house.store.read(lambda connection: _in_steps(connection, whole, bettor))


def _in_steps(connection: Connection, whole: RoundInFull, bettor: str | None) -> RoundInSteps:
    row = connection.execute(_table(whole.table)).one()
    rules = rules_of(row)
    views, again = _replayed(connection, whole)
    shown: View | None = None
    found = []
    for event in whole.events:
        asked = None
        if event["kind"] == ANSWER and event["n"] in views:
            asked, shown = views[event["n"]]
        found.append(RoundStep(**event, asked=asked, table=shown))
    earlier, later = _beside(connection, whole, bettor)
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
        earlier=earlier,
        later=later,
    )


def _beside(connection: Connection, whole: RoundInFull, bettor: str | None) -> tuple[int | None, int | None]:
    """The rounds before and after, of those that this bettor was in, or of all."""
    its = schema.rounds.c if bettor is None else schema.round_bettors.c
    here = [its.table_id == whole.table]
    if bettor is not None:
        here.append(schema.round_bettors.c.bettor == bettor)
    earlier = connection.scalar(select(func.max(its.number)).where(*here, its.number < whole.number))
    later = connection.scalar(select(func.min(its.number)).where(*here, its.number > whole.number))
    return earlier, later


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
    previous = None
    count = 0
    pack = pack_of_round(connection, whole.table, whole.number)
    if pack is not None and not pack.is_chained:
        why = f"an entry from {pack.row.first} to {pack.row.last} is missing or changed"
        return Check(what=what, holds=False, why=why)
    for entry in entries_of(connection, whole.table, whole.number):
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
