"""Staff tools over HTTP: accounts and roles, invitations, players' limits, adjustments, and the acts in the book.

Whatever is done here needs a reason, and is an entry of the house's book in the same transaction.
"""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import BaseModel, Field
from sqlalchemy import Connection, func, select

from holecard.law.clauses import house as house_rule
from holecard.law.errors import Refused
from holecard.live.people import accounts, adjustments, invitations
from holecard.live.people.accounts import MOST_CHIPS, Limits
from holecard.live.people.people import AccountRole, Person
from holecard.live.people.security import Noted, note
from holecard.live.store import schema
from holecard.live.web._asking import Administering, Directing, NotThere, Staff, TheHouse, address_of, same_origin
from holecard.live.web.http_accounts import HeldLimits, OwnLimits
from holecard.live.web.http_security import Reason, changed_by, end_all

router = APIRouter(prefix="/api/staff", dependencies=[Depends(same_origin)], tags=["staff"])

SHOWN = 16  # characters of an invitation's hash: enough to name it, too few to be it
ACTS = (
    *("role", "disabled", "enabled", "muted", "unmuted", "dismissed", "limits"),
    *("invitation", "invitation-used", "invitation-withdrawn"),
    *("adjustment", "adjustment-approved", "adjustment-refused"),
    *("house-file", "table-voided"),
)
Named = Annotated[str, Path(max_length=40)]
Role = Annotated[AccountRole, Field(strict=False)]  # JSON has no other way to say it than a text


class ShownAccount(BaseModel):
    name: str
    role: AccountRole
    guest: bool
    balance: int
    created: float
    disabled: bool
    muted: bool
    sessions: int
    loss: int | None
    minutes: int | None


class NewRole(Reason):
    role: Role


class Invites(Reason):
    role: Role
    hours: Annotated[int, Field(ge=1, le=168)] = 24


class ShownInvitation(BaseModel):
    id: str
    role: AccountRole
    ends: float
    by: str
    why: str


class NewInvitation(ShownInvitation):
    """`token` is shown only now: the database has its hash."""

    token: str


class NewLimits(OwnLimits, Reason):
    pass


class Proposes(Reason):
    name: Annotated[str, Field(max_length=40)]
    amount: Annotated[int, Field(ge=-MOST_CHIPS, le=MOST_CHIPS, description="whole cents; below zero to take chips")]


class ShownAdjustment(BaseModel):
    """`decision` is empty while it is open, then approved or refused."""

    id: int
    bettor: str
    cents: int
    why: str
    time: float
    proposed_by: str
    decided: float | None
    decided_by: str
    decision: str
    answer: str


class Act(BaseModel):
    """An act of the staff as the book has it."""

    n: int
    time: str
    kind: str
    said: dict[str, Any]


# Accounts


@router.get("/accounts")
def people(
    house: TheHouse,
    session: Staff,
    find: Annotated[str, Query(max_length=40, pattern=r"^[A-Za-z0-9.\-]*$")] = "",
    most: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[ShownAccount]:
    """Accounts whose name begins so: staff first, then by name."""
    now = house.store.now()

    def read(connection: Connection) -> list[ShownAccount]:
        its, sessions = schema.accounts.c, schema.sessions.c
        held = select(func.count()).where(sessions.account == its.id, sessions.ends >= now).scalar_subquery()
        wanted = select(schema.accounts, held.label("held")).where(its.name_key.startswith(find.lower()))
        rows = connection.execute(wanted.order_by(its.role == AccountRole.PLAYER, its.name_key).limit(most))
        return [
            ShownAccount(
                name=row.name,
                role=AccountRole(row.role),
                guest=row.password is None,
                balance=row.balance,
                created=row.created,
                disabled=row.disabled is not None,
                muted=row.muted is not None,
                sessions=row.held,
                loss=row.loss_limit,
                minutes=row.minutes_limit,
            )
            for row in rows
        ]

    return house.store.read(read)


@router.post("/accounts/{name}/role")
async def change_role(
    name: Named, body: NewRole, house: TheHouse, session: Administering, request: Request
) -> dict[str, int]:
    """Give an account another role. Its sessions end."""
    now, address, by = house.store.now(), address_of(request), session.person.name

    def write(connection: Connection) -> list[str]:
        person = changed_by(connection, name, session)
        if accounts.is_guest(connection, person):
            raise Refused(name, cite=house_rule("accounts"), why="is a guest without a password")
        if person.role is body.role:
            raise Refused(name, cite=house_rule("accounts"), why=f"is {body.role} already")
        more = f"from {person.role} to {body.role} by {by}: {body.why}"
        note(connection, now, Noted.ROLE, name, address, more)
        return accounts.change_role(connection, person, body.role, by, body.why, now)

    return end_all(request, await house.store.write(write))


@router.post("/accounts/{name}/dismiss")
async def dismiss(name: Named, body: Reason, house: TheHouse, session: Directing, request: Request) -> dict[str, int]:
    """Log a person out everywhere."""
    now, address, by = house.store.now(), address_of(request), session.person.name

    def write(connection: Connection) -> list[str]:
        person = changed_by(connection, name, session)
        note(connection, now, Noted.SESSIONS, name, address, f"by {by}: {body.why}")
        return accounts.dismiss(connection, person, by, body.why, now)

    return end_all(request, await house.store.write(write))


@router.put("/accounts/{name}/limits")
def tighten(name: Named, body: NewLimits, house: TheHouse, session: Directing) -> HeldLimits:
    """Tighten a player's limits, at once. Only the player can loosen one."""
    limits, now = Limits(body.loss, body.minutes), house.store.now()

    def write(connection: Connection) -> accounts.OwnLimits:
        person = changed_by(connection, name, session)
        return accounts.tighten(connection, person, limits, session.person.name, body.why, now)

    return HeldLimits.of(house.store.write_now(write))


# Invitations


@router.get("/invitations")
def invited(house: TheHouse, session: Administering) -> list[ShownInvitation]:
    """Invitations that can still be used."""
    now = house.store.now()
    return [_invitation(row) for row in house.store.read(lambda c: invitations.invitations(c, now))]


@router.post("/invitations", status_code=201)
def invite(body: Invites, house: TheHouse, session: Administering, request: Request) -> NewInvitation:
    """Let one person create an account with this role, once."""
    now, by = house.store.now(), session.person.name

    def write(connection: Connection) -> str:
        note(connection, now, Noted.INVITATION, by, address_of(request), f"{body.role}: {body.why}")
        return invitations.invite(connection, body.role, now, by, body.why, body.hours * 3600.0)

    token = house.store.write_now(write)
    ends = now + body.hours * 3600.0
    shown = accounts.token_hash(token)[:SHOWN]
    return NewInvitation(id=shown, role=body.role, ends=ends, by=by, why=body.why, token=token)


@router.post("/invitations/{shown}/withdraw")
def withdraw(
    shown: Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")],
    body: Reason,
    house: TheHouse,
    session: Administering,
    request: Request,
) -> dict[str, bool]:
    now, by = house.store.now(), session.person.name

    def write(connection: Connection) -> None:
        found = [row.token for row in invitations.invitations(connection, now) if row.token.startswith(shown)]
        if not found:
            raise NotThere("invitation not found")
        note(connection, now, Noted.WITHDRAWN, by, address_of(request), body.why)
        invitations.withdraw(connection, found[0], by, body.why, now)

    house.store.write_now(write)
    return {"ok": True}


def _invitation(row: Any) -> ShownInvitation:
    return ShownInvitation(id=row.token[:SHOWN], role=row.role, ends=row.ends, by=row.invited_by, why=row.why)


# Adjustments


@router.get("/adjustments")
def adjusted(house: TheHouse, session: Staff) -> list[ShownAdjustment]:
    """Adjustments of players' chips: the open ones first, then the latest."""
    return [ShownAdjustment(**row._asdict()) for row in house.store.read(adjustments.adjustments)]


@router.post("/adjustments", status_code=201)
def propose(body: Proposes, house: TheHouse, session: Directing) -> ShownAdjustment:
    """Propose to give a player chips or to take some. Somebody else must approve it."""
    now = house.store.now()

    def write(connection: Connection) -> Any:
        player = _known(connection, body.name)
        return adjustments.propose(connection, player, body.amount, session.person, body.why, now)

    return ShownAdjustment(**house.store.write_now(write)._asdict())


@router.post("/adjustments/{number}/approve")
def approve(number: int, body: Reason, house: TheHouse, session: Directing) -> ShownAdjustment:
    """Approve a colleague's adjustment: the money moves between the player and the cashier."""
    return _decided(number, body, house, session, is_approved=True)


@router.post("/adjustments/{number}/refuse")
def refuse(number: int, body: Reason, house: TheHouse, session: Directing) -> ShownAdjustment:
    """Refuse an adjustment, or withdraw your own."""
    return _decided(number, body, house, session, is_approved=False)


def _decided(number: int, body: Reason, house: TheHouse, session: Directing, is_approved: bool) -> ShownAdjustment:
    now = house.store.now()

    def write(connection: Connection) -> Any:
        row = adjustments.find(connection, number) if 0 < number < 2**31 else None
        if row is None:
            raise NotThere("adjustment not found")
        player = _known(connection, row.bettor)
        return adjustments.decide(connection, row, player, session.person, is_approved, body.why, now)

    return ShownAdjustment(**house.store.write_now(write)._asdict())


def _known(connection: Connection, name: str) -> Person:
    found = accounts.credentials_of(connection, name)
    if found is None:
        raise NotThere("account not found")
    return found.person


# The book


@router.get("/acts")
def acts(
    house: TheHouse,
    session: Staff,
    before: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
    most: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[Act]:
    """What staff did, with who and why, as the house's book has it, the newest first."""
    book = schema.book.c
    wanted = select(schema.book).where(book.kind.in_(ACTS), book.body.contains('"by": '))
    if before is not None:
        wanted = wanted.where(book.n < before)
    rows = house.store.read(lambda c: c.execute(wanted.order_by(book.n.desc()).limit(most)).all())
    return [_act(row) for row in rows]


def _act(row: Any) -> Act:
    said = json.loads(row.body)
    for name in ("token", "text", "sha256"):  # a hash says nothing to people, and a whole file too much
        said.pop(name, None)
    return Act(n=row.n, time=row.time, kind=row.kind, said=said)
