"""Adjustments of a player's chips, which need two people: one member of staff proposes, another approves or refuses.

The money moves between the player and the cashier when it is approved, so that no chip is made or lost. The book has
both steps with who and why.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, func, insert, select, update

from holecard.law.clauses import house
from holecard.law.errors import Refused
from holecard.live.people.accounts import MOST_CHIPS, at_cashier, balance
from holecard.live.people.people import AccountRole, Person
from holecard.live.store import schema
from holecard.live.store.book import enter, head_of, stamp
from holecard.live.store.writing import move
from holecard.values.money import Cents, amount

CITE: Final = house("an adjustment")
MOST_OPEN: Final = 50
LISTED: Final = 50
Row = Any
_ADJUSTMENTS = schema.adjustments.c


def propose(connection: Connection, player: Person, cents: Cents, by: Person, why: str, time: float) -> Row:
    """Propose to give a player chips, or, below zero, to take some."""
    if player.role is not AccountRole.PLAYER:
        raise Refused(player.name, cite=CITE, why="is staff and holds no chips", legal=("a player's account",))
    if not 0 < abs(cents) <= MOST_CHIPS:
        raise Refused(amount(cents), cite=CITE, why=f"adjust by 0.01 to {amount(MOST_CHIPS)}")
    head_of(connection, for_update=True)  # so that the open ones are counted one at a time
    waiting = select(func.count()).where(_ADJUSTMENTS.decided.is_(None))
    if connection.execute(waiting).scalar_one() >= MOST_OPEN:
        raise Refused("this adjustment", cite=CITE, why=f"{MOST_OPEN} wait for a decision", legal=("decide some",))
    row = {"bettor": player.name, "cents": cents, "why": why, "time": time, "proposed_by": by.name}
    made = connection.execute(insert(schema.adjustments).values(row).returning(*schema.adjustments.c)).one()
    enter(connection, time, "adjustment", id=made.id, name=player.name, cents=cents, by=by.name, why=why)
    return made


def decide(
    connection: Connection, row: Row, player: Person, by: Person, is_approved: bool, answer: str, time: float
) -> Row:
    """Approve or refuse an open adjustment, once. Nobody approves their own; whoever proposed it can refuse it."""
    if is_approved and row.proposed_by == by.name:
        why = "you proposed it, and it needs two people"
        raise Refused("this approval", cite=CITE, why=why, legal=("ask a colleague", "withdraw it"))
    decision = "approved" if is_approved else "refused"
    enter(connection, time, f"adjustment-{decision}", id=row.id, by=by.name, answer=answer)  # first: others wait for it
    said = {"decided": time, "decided_by": by.name, "decision": decision, "answer": answer}
    its = update(schema.adjustments).where(_ADJUSTMENTS.id == row.id, _ADJUSTMENTS.decided.is_(None)).values(said)
    found = connection.execute(its.returning(*schema.adjustments.c)).one_or_none()
    if found is None:
        raise Refused("this decision", cite=CITE, why="somebody has decided already")
    if is_approved:
        _pay(connection, row, player, time)
    return found


def _pay(connection: Connection, row: Row, player: Person, time: float) -> None:
    has = balance(connection, player)
    if has + row.cents > MOST_CHIPS:
        raise Refused(amount(row.cents), cite=CITE, why=f"a player can have up to {amount(MOST_CHIPS)} in chips")
    if has + row.cents < 0:
        legal = (f"take up to {amount(has)}",) if has else ()
        raise Refused(amount(-row.cents), cite=CITE, why=f"{player.name} has {amount(has)}", legal=legal)
    move(connection, [at_cashier(row.cents, player, time, CITE)])


def adjustments(connection: Connection) -> Sequence[Row]:
    """The open ones first, then the latest."""
    wanted = select(schema.adjustments).order_by(_ADJUSTMENTS.decided.is_not(None), _ADJUSTMENTS.id.desc())
    return connection.execute(wanted.limit(LISTED)).all()


def find(connection: Connection, number: int) -> Row | None:
    return connection.execute(select(schema.adjustments).where(_ADJUSTMENTS.id == number)).one_or_none()


UNDECIDED: Final = {"decided_by": "", "decision": "", "answer": "", "decided": None}  # what the book does not say yet


def booked_as(row: Row) -> dict[str, Any]:
    """An adjustment as the book has it."""
    proposed = {"id": row.id, "name": row.bettor, "cents": row.cents, "by": row.proposed_by, "why": row.why}
    decided = {"decided_by": row.decided_by, "decision": row.decision, "answer": row.answer}
    times = {"time": stamp(row.time), "decided": None if row.decided is None else stamp(row.decided)}
    return proposed | decided | times
