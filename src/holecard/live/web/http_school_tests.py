"""Table tests over HTTP: taken question by question, stored in the house's book, and seen by the floor.

The server sets the questions, reads the clock and stores the record. A test under way stays in the database, so that it
survives a restart; it can be taken on, but not taken back.
"""

from __future__ import annotations

import json
from secrets import token_hex
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path
from pydantic import BaseModel, Field
from sqlalchemy import Connection, delete, insert, select, update

from holecard.law.clauses import house as house_rule
from holecard.law.errors import Refused
from holecard.live.people.certificates import (
    Stored,
    certified,
    dealers_signed_in,
    is_guest,
    records,
    required,
    store_result,
)
from holecard.live.people.people import AccountRole, Person
from holecard.live.store import schema
from holecard.live.store.book import stamp
from holecard.live.store.packs import irregular_rounds
from holecard.live.table.house import House, rules_of
from holecard.live.table.loading import load_round
from holecard.live.web._asking import Acting, LoggedIn, NotThere, Staff, TheHouse, same_origin
from holecard.live.web._schooling import (
    Asked,
    Judged,
    Trained,
    asked,
    check_offered,
    configured,
    judge,
    judged,
    rules_for,
)
from holecard.record.transcript import replay
from holecard.school.drill import Drill, Reply
from holecard.school.exam import Answered, Exam, Result, answered
from holecard.school.levels import TITLES, Level, drills_of_record

router = APIRouter(prefix="/api/school", dependencies=[Depends(same_origin)], tags=["school"])

RECORDED = 60  # rounds with an irregularity that the floor's school looks at, the newest first


class NewTest(Trained):
    level: Level


class Outcome(BaseModel):
    """How a test ended; `n` is its entry in the house's book."""

    n: int
    right: int
    questions: int
    seconds: float
    passed: bool
    hash: str


class TestNow(BaseModel):
    """A test under way: the question that is open; or how it ended."""

    id: str
    number: int
    questions: int
    seconds_left: float
    pass_mark: float
    drill: Asked | None
    outcome: Outcome | None = None


@router.post("/tests")
def begin(house: TheHouse, session: Acting, wanted: NewTest) -> TestNow:
    """Begin a test. A guest can't: the record needs a name that stays theirs."""
    rules, table = rules_for(house, wanted)
    check_offered(rules, wanted.level)
    now = house.store.now()
    row = {
        "id": token_hex(16),
        "account": session.person.id,
        "table_name": table,
        "game": rules.key,
        "options": json.dumps(rules.options.shown()),
        "level": wanted.level,
        "seed": token_hex(16),
        "began": now,
        "asked": now,
        "answers": "[]",
    }
    exam = Exam(rules=rules, level=wanted.level, seed=str(row["seed"]))

    def write(connection: Connection) -> None:
        if is_guest(session.person, connection):
            raise _refused("a table test", "is not for guests: log in with your own account")
        connection.execute(delete(schema.table_tests).where(schema.table_tests.c.account == session.person.id))
        connection.execute(insert(schema.table_tests).values(row))

    first = exam.drill(1)
    house.store.write_now(write)
    return _now(str(row["id"]), exam, [], first, 0.0)


class TestAnswer(BaseModel):
    number: Annotated[int, Field(ge=1, le=1000)]
    key: Annotated[str, Field(max_length=8)]
    money: Annotated[int, Field(ge=0, le=2**40)] = 0


TestId = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]


@router.post("/tests/{test}")
def answer(house: TheHouse, session: Acting, test: TestId, said: TestAnswer) -> TestNow:
    """Answer the open question. After the last one the record is written into the house's book."""
    _prepare(house, session.person, test)

    def write(connection: Connection) -> TestNow:
        return _answered(connection, session.person, test, said, house.store.now())

    return house.store.write_now(write)


@router.delete("/tests/{test}")
def give_up(house: TheHouse, session: Acting, test: TestId) -> Outcome:
    """End a test before its last question. What is not answered is not right, and the record is stored all the same."""
    _prepare(house, session.person, test)

    def write(connection: Connection) -> Outcome:
        row, exam, answers = _under_way(connection, session.person, test)
        return _ended(connection, session.person, row, exam, answers, house.store.now())

    return house.store.write_now(write)


def _prepare(house: House, person: Person, test: str) -> None:
    """Set the questions before the database waits for them: after a restart they are set anew."""
    _, exam, _ = house.store.read(lambda connection: _under_way(connection, person, test, to_write=False))
    exam.drills()


def _answered(connection: Connection, person: Person, test: str, said: TestAnswer, now: float) -> TestNow:
    row, exam, answers = _under_way(connection, person, test)
    if said.number != len(answers) + 1:
        raise _refused("this answer", f"the test has moved on to question {len(answers) + 1}")
    open_one = exam.drill(said.number)
    assert open_one is not None, "a test that is over is gone"
    reply = Reply(said.key, said.money)
    judge(open_one, reply)  # refused if it is none of the options
    answers.append(answered(open_one, reply, round(max(now - row.asked, 0.0), 1)))
    following = exam.drill(said.number + 1)
    taken = sum(one.seconds for one in answers)
    if following is None or taken > exam.seconds:
        return _now(test, exam, answers, None, taken, _ended(connection, person, row, exam, answers, now))
    values = {"asked": now, "answers": json.dumps([one._asdict() for one in answers])}
    connection.execute(update(schema.table_tests).where(schema.table_tests.c.id == test).values(values))
    return _now(test, exam, answers, following, taken)


def _under_way(
    connection: Connection, person: Person, test: str, to_write: bool = True
) -> tuple[Any, Exam, list[Answered]]:
    tests = schema.table_tests
    wanted = select(tests).where(tests.c.id == test, tests.c.account == person.id)
    row = connection.execute(wanted.with_for_update() if to_write else wanted).one_or_none()
    if row is None:
        raise NotThere("test not found: it may be over")
    rules = configured(row.game, row.options)
    answers = [Answered(**{**one, "before": tuple(one["before"])}) for one in json.loads(row.answers)]
    return row, Exam(rules=rules, level=Level(row.level), seed=row.seed), answers


def _ended(
    connection: Connection, person: Person, row: Any, exam: Exam, answers: list[Answered], now: float
) -> Outcome:
    result = Result(exam=exam, name=person.name, began=stamp(row.began), answers=tuple(answers), table=row.table_name)
    head = store_result(connection, now, result)
    connection.execute(delete(schema.table_tests).where(schema.table_tests.c.id == row.id))
    return Outcome(
        n=head.count,
        right=result.right,
        questions=exam.count,
        seconds=round(result.seconds, 1),
        passed=result.passed,
        hash=head.hash,
    )


def _now(
    test: str, exam: Exam, answers: list[Answered], open_one: Drill | None, taken: float, outcome: Outcome | None = None
) -> TestNow:
    return TestNow(
        id=test,
        number=len(answers) + 1,
        questions=exam.count,
        seconds_left=round(exam.seconds - taken, 1),
        pass_mark=float(exam.pass_mark),
        drill=asked(open_one) if open_one is not None else None,
        outcome=outcome,
    )


# Records


class Listed(BaseModel):
    """A record in a list."""

    n: int
    time: str
    name: str
    table: str
    game: str
    game_name: str
    rules_hash: str
    level: str
    title: str
    right: int
    questions: int
    seconds: float
    passed: bool


@router.get("/records")
def listed(house: TheHouse, session: LoggedIn) -> list[Listed]:
    """Your own records; the floor and the auditors see everybody's."""
    name = session.person.name if session.person.role is AccountRole.PLAYER else ""
    return house.store.read(lambda connection: [_listed(stored) for stored in records(connection, name)])


def _listed(stored: Stored) -> Listed:
    record = stored.record
    told = {name: record[name] for name in Listed.model_fields if name in record}
    return Listed(n=stored.n, time=stored.time, title=TITLES[Level(record["level"])], **told)


class Filed(BaseModel):
    """A record for the file, with its place in the house's chain of hashes."""

    n: int
    time: str
    hash: str
    previous: str
    title: str
    record: dict[str, Any]


@router.get("/records/{n}")
def filed(house: TheHouse, session: LoggedIn, n: Annotated[int, Path(ge=1, le=2**31 - 1)]) -> Filed:
    """One record, whole."""
    name = session.person.name if session.person.role is AccountRole.PLAYER else ""

    def read(connection: Connection) -> Stored | None:
        return next((stored for stored in records(connection, name) if stored.n == n), None)

    stored = house.store.read(read)
    if stored is None:
        raise NotThere("record not found")
    return Filed(title=TITLES[Level(stored.record["level"])], **stored._asdict())


class Certified(BaseModel):
    """A table and who may deal it: the tests it takes, and by person those that they have passed."""

    table: int
    name: str
    game_name: str
    wants: bool  # whether the house file lets only a certified dealer open it
    required: list[str]
    people: dict[str, list[str]]
    signed_in: list[str]


@router.get("/certificates")
def certificates(house: TheHouse, session: Staff) -> list[Certified]:
    """For every table, who has passed which test for it as it is configured, and who of them is signed in."""

    def read(connection: Connection) -> list[Certified]:
        tables = schema.tables
        rows = connection.execute(select(tables).where(~tables.c.is_retired).order_by(tables.c.id)).all()
        return [_certified(connection, row) for row in rows]

    def _certified(connection: Connection, row: Any) -> Certified:
        rules = rules_of(row)
        passed = certified(connection, rules)
        return Certified(
            table=row.id,
            name=row.name,
            game_name=rules.name,
            wants=row.certified,
            required=[TITLES[level] for level in required(rules)],
            people={
                name: [TITLES[level] for level in Level if level in levels] for name, levels in sorted(passed.items())
            },
            signed_in=dealers_signed_in(connection, rules, house.store.now()),
        )

    return house.store.read(read)


# Rulings that were made


class Recorded(BaseModel):
    """A drill from a round that was played at this house, with the number of such drills."""

    at: int
    of: int
    where: str
    drill: Asked | None


class RecordedAnswer(Trained):
    at: Annotated[int, Field(ge=0, le=10_000)]
    key: Annotated[str, Field(max_length=8)]


At = Annotated[int, Path(ge=0, le=10_000)]


@router.get("/recorded/{table}/{at}")
def recorded(house: TheHouse, session: Staff, table: Annotated[int, Path(ge=1, le=2**31 - 1)], at: At) -> Recorded:
    """An irregularity or a ruling of a recorded round of a table, the newest first."""
    found = house.store.read(lambda connection: _recorded(connection, table))
    where, drill = found[at % len(found)] if found else ("", None)
    return Recorded(at=at, of=len(found), where=where, drill=asked(drill) if drill is not None else None)


@router.post("/recorded")
def answer_recorded(house: TheHouse, session: Staff, said: RecordedAnswer) -> Judged:
    """Your judgement beside what the clause permits and what was ruled."""
    found = house.store.read(lambda connection: _recorded(connection, said.table))
    if not found:
        raise NotThere("no irregularity is recorded at this table")
    _, drill = found[said.at % len(found)]
    return judged(drill, judge(drill, Reply(said.key)))


def _recorded(connection: Connection, table: int) -> list[tuple[str, Drill]]:
    found = []
    for number in irregular_rounds(connection, table, RECORDED):
        written = load_round(connection, table, number)
        drills = drills_of_record(written.rules(), replay(written))
        found += [(f"Round {number}", drill) for drill in drills]
    return found


def _refused(what: str, why: str) -> Refused:
    return Refused(what, cite=house_rule("table tests"), why=why)
