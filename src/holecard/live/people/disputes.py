"""Disputes: a player questions a round and says why, and a floorperson answers with the clause that decides it.

Question and answer stand in the house's book, so that neither can be changed afterwards without the audit noticing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, func, insert, select, update

from holecard.law.clauses import house
from holecard.law.errors import Refused
from holecard.live.people.people import Person
from holecard.live.store import schema
from holecard.live.store.book import enter, stamp

MOST_OPEN: Final = 10  # of one player
LISTED: Final = 100
Row = Any
_DISPUTES = schema.disputes.c


def open_dispute(connection: Connection, person: Person, table_id: int, number: int, why: str, time: float) -> Row:
    """Question a round. A player has one dispute about a round, and not too many open ones."""
    mine = select(func.count()).where(_DISPUTES.bettor == person.name)
    same = mine.where(_DISPUTES.table_id == table_id, _DISPUTES.round == number)
    if connection.execute(same).scalar_one():
        raise Refused("this dispute", cite=house("disputes"), why="you have questioned this round already")
    if connection.execute(mine.where(_DISPUTES.answered.is_(None))).scalar_one() >= MOST_OPEN:
        raise Refused("this dispute", cite=house("disputes"), why=f"{MOST_OPEN} of yours wait for an answer")
    row = {"table_id": table_id, "round": number, "bettor": person.name, "time": time, "why": why}
    made = connection.execute(insert(schema.disputes).values(row).returning(*schema.disputes.c)).one()
    enter(connection, time, "dispute", id=made.id, table=table_id, round=number, name=person.name, why=why)
    return made


def answer_dispute(connection: Connection, row: Row, by: Person, answer: str, clause: str, time: float) -> Row:
    """Answer an open dispute, once."""
    if row.answered is not None:
        raise Refused("this answer", cite=house("disputes"), why=f"{row.answered_by} has answered already")
    said = {"answered": time, "answered_by": by.name, "answer": answer, "clause": clause}
    its = update(schema.disputes).where(_DISPUTES.id == row.id).values(said)
    enter(connection, time, "dispute-answered", id=row.id, by=by.name, answer=answer, clause=clause)
    return connection.execute(its.returning(*schema.disputes.c)).one()


def disputes(connection: Connection, bettor: str | None = None, only_open: bool = False) -> Sequence[Row]:
    """Those of a player, or everybody's: the open ones first, then the latest."""
    wanted = select(schema.disputes, schema.tables.c.name.label("table_name")).join(
        schema.tables, schema.tables.c.id == _DISPUTES.table_id
    )
    if bettor is not None:
        wanted = wanted.where(_DISPUTES.bettor == bettor)
    if only_open:
        wanted = wanted.where(_DISPUTES.answered.is_(None))
    return connection.execute(wanted.order_by(_DISPUTES.answered.is_not(None), _DISPUTES.id.desc()).limit(LISTED)).all()


UNANSWERED: Final = {"by": "", "answer": "", "clause": "", "answered": None}  # what the book does not say yet


def booked_as(row: Row) -> dict[str, Any]:
    """A dispute as the book has it."""
    asked = {"id": row.id, "table": row.table_id, "round": row.round, "name": row.bettor, "why": row.why}
    answered = {"by": row.answered_by, "answer": row.answer, "clause": row.clause}
    times = {"time": stamp(row.time), "answered": None if row.answered is None else stamp(row.answered)}
    return asked | answered | times
