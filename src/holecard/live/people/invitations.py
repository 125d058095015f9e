"""Invitations: a link that lets one person create an account with a role, once, until it is too old.

The book says who invited whom and why, and what became of each invitation.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select

from holecard.law.clauses import house
from holecard.law.errors import Refused
from holecard.live.people.accounts import add_account, token_hash
from holecard.live.people.passwords import Hashed
from holecard.live.people.people import AccountRole, Person
from holecard.live.store import schema
from holecard.live.store.book import enter

LASTS: Final = 24 * 3600.0  # seconds, unless the administrator says otherwise
THE_HOUSE: Final = "the house"  # invites the first floorperson
_ITS = schema.invitations.c


def invite(
    connection: Connection,
    role: AccountRole,
    time: float,
    by: str = THE_HOUSE,
    why: str = "the first floorperson",
    lasts: float = LASTS,
) -> str:
    """The token of a new invitation. The database stores only its hash."""
    token = secrets.token_urlsafe(24)
    hashed, ends = token_hash(token), time + lasts
    row = {"token": hashed, "role": role, "ends": ends, "invited_by": by, "why": why}
    connection.execute(insert(schema.invitations).values(row))
    enter(connection, time, "invitation", token=hashed, role=role, ends=ends, by=by, why=why)
    return token


def accept(connection: Connection, token: str, name: str, password: Hashed, time: float) -> Person:
    wanted = delete(schema.invitations).where(_ITS.token == token_hash(token))
    found = connection.execute(wanted.returning(_ITS.role, _ITS.ends)).one_or_none()
    if found is None or found.ends < time:
        raise Refused("this invitation", cite=house("accounts"), why="is used or too old", legal=("a new invitation",))
    enter(connection, time, "invitation-used", token=token_hash(token), name=name)
    return add_account(connection, name, password, AccountRole(found.role), time)


def withdraw(connection: Connection, hashed: str, by: str, why: str, time: float) -> None:
    """Make an invitation worthless."""
    connection.execute(delete(schema.invitations).where(_ITS.token == hashed))
    enter(connection, time, "invitation-withdrawn", token=hashed, by=by, why=why)


def withdraw_first(connection: Connection, time: float) -> None:
    """Withdraw what an earlier start of the house invited with, so that one link works and no other."""
    for hashed in connection.execute(select(_ITS.token).where(_ITS.invited_by == THE_HOUSE)).scalars().all():
        withdraw(connection, hashed, THE_HOUSE, "the house starts again", time)


def invitations(connection: Connection, time: float) -> Sequence[Any]:
    """Those that can still be used, the last to end first."""
    wanted = select(schema.invitations).where(_ITS.ends >= time)
    return connection.execute(wanted.order_by(_ITS.ends.desc())).all()
