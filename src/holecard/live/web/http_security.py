"""Passwords, sessions and disabled accounts over HTTP, and the security log for staff."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import BaseModel, Field
from sqlalchemy import Connection

from holecard.law.clauses import house as house_rule
from holecard.law.errors import Refused
from holecard.live.people import accounts
from holecard.live.people.accounts import NotKnown, Session
from holecard.live.people.passwords import checked_password, hashed, matches
from holecard.live.people.people import AccountRole, Person
from holecard.live.people.security import Noted, latest, note
from holecard.live.people.visits import Visits
from holecard.live.table.house import House
from holecard.live.web._asking import (
    Acting,
    Directing,
    LoggedIn,
    NotThere,
    Staff,
    TheHashing,
    TheHouse,
    address_of,
    same_origin,
)
from holecard.live.web.http_accounts import Body, Password

router = APIRouter(prefix="/api", dependencies=[Depends(same_origin)], tags=["security"])

SHOWN = 16  # characters of a session's hash: enough to name it, too few to be it


class NewPassword(Body):
    old: Password
    new: Password


class Reason(Body):
    why: Annotated[str, Field(min_length=3, max_length=200)]


class ShownSession(BaseModel):
    id: str
    began: float
    ends: float
    address: str
    agent: str
    is_this: bool


class NotedEvent(BaseModel):
    id: int
    time: float
    what: str
    name: str
    address: str
    note: str


@router.post("/me/password")
async def change_password(
    body: NewPassword, house: TheHouse, session: Acting, request: Request, hashing: TheHashing
) -> dict[str, int]:
    """Change your password. Your other sessions end."""
    person, now, address = session.person, house.store.now(), address_of(request)
    known = await house.store.read_async(lambda connection: accounts.credentials_of(connection, person.name))
    if known is None or known.password is None:
        raise Refused("a password", cite=house_rule("accounts"), why="a guest has none", legal=("register",))
    if not await hashing.run(partial(matches, known.password, body.old)):
        await house.store.write(lambda connection: note(connection, now, Noted.FAILED, person.name, address))
        raise NotKnown("the old password is wrong: try again")
    password = await hashing.run(partial(hashed, checked_password(body.new, person.name)))

    def write(connection: Connection) -> list[str]:
        note(connection, now, Noted.PASSWORD, person.name, address)
        return accounts.change_password(connection, person, password, session.token, now)

    return end_all(request, await house.store.write(write))


@router.get("/me/sessions")
def sessions(house: TheHouse, session: LoggedIn) -> list[ShownSession]:
    """Where you are logged in."""
    now = house.store.now()
    return [
        ShownSession(
            id=row.token[:SHOWN],
            began=row.began,
            ends=row.ends,
            address=row.address,
            agent=row.agent,
            is_this=row.token == session.token,
        )
        for row in house.store.read(lambda connection: accounts.sessions_of(connection, session.person, now))
    ]


@router.delete("/me/sessions/{shown}")
async def end_one(
    shown: Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")], house: TheHouse, session: Acting, request: Request
) -> dict[str, int]:
    """End one of your sessions."""
    now = house.store.now()

    def write(connection: Connection) -> list[str]:
        found = [row.token for row in accounts.sessions_of(connection, session.person, 0.0)]
        ended = [token for token in found if token.startswith(shown)]
        for token in ended:
            accounts.end_by_hash(connection, token, now)
        return ended

    ended = await house.store.write(write)
    if not ended:
        raise NotThere("session not found")
    return end_all(request, ended)


@router.delete("/me/sessions")
async def end_others(house: TheHouse, session: Acting, request: Request) -> dict[str, int]:
    """End all your sessions but this one."""
    now, address = house.store.now(), address_of(request)

    def write(connection: Connection) -> list[str]:
        note(connection, now, Noted.SESSIONS, session.person.name, address)
        return accounts.end_sessions(connection, session.person, now, session.token)

    return end_all(request, await house.store.write(write))


def end_all(request: Request, tokens: list[str]) -> dict[str, int]:
    visits: Visits = request.app.state.visits
    for token in tokens:
        visits.end(token)
    return {"ended": len(tokens)}


# Staff


@router.post("/accounts/{name}/disable")
async def disable(
    name: Annotated[str, Path(max_length=40)], body: Reason, house: TheHouse, session: Directing, request: Request
) -> dict[str, int]:
    """Shut an account, with a reason. Its chips and its history stay."""
    now, address = house.store.now(), address_of(request)

    def write(connection: Connection) -> list[str]:
        person = changed_by(connection, name, session)
        note(connection, now, Noted.DISABLED, person.name, address, f"by {session.person.name}: {body.why}")
        return accounts.disable(connection, person, session.person.name, body.why, now)

    return end_all(request, await house.store.write(write))


@router.post("/accounts/{name}/enable")
async def enable(
    name: Annotated[str, Path(max_length=40)], body: Reason, house: TheHouse, session: Directing, request: Request
) -> dict[str, bool]:
    now, address = house.store.now(), address_of(request)

    def write(connection: Connection) -> None:
        person = changed_by(connection, name, session)
        note(connection, now, Noted.ENABLED, person.name, address, f"by {session.person.name}: {body.why}")
        accounts.enable(connection, person, session.person.name, body.why, now)

    await house.store.write(write)
    return {"ok": True}


@router.post("/accounts/{name}/mute")
def mute(
    name: Annotated[str, Path(max_length=40)], body: Reason, house: TheHouse, session: Directing
) -> dict[str, bool]:
    """Let a player talk at no table, with a reason."""
    return _muted(name, body, house, session, is_muted=True)


@router.post("/accounts/{name}/unmute")
def unmute(
    name: Annotated[str, Path(max_length=40)], body: Reason, house: TheHouse, session: Directing
) -> dict[str, bool]:
    return _muted(name, body, house, session, is_muted=False)


def _muted(name: str, body: Reason, house: House, session: Session, is_muted: bool) -> dict[str, bool]:
    now = house.store.now()

    def write(connection: Connection) -> None:
        person = changed_by(connection, name, session)
        accounts.mute(connection, person, session.person.name, body.why, now if is_muted else None, now)

    house.store.write_now(write)
    return {"ok": True}


def changed_by(connection: Connection, name: str, session: Session) -> Person:
    """The account that a member of staff changes: a player's, or any but their own for an administrator."""
    found = accounts.credentials_of(connection, name)
    if found is None:
        raise NotThere("account not found")
    if found.person.id == session.person.id:
        raise Refused(name, cite=house_rule("the floorperson"), why="is your own account", legal=("ask a colleague",))
    if found.person.role is not AccountRole.PLAYER and session.person.role is not AccountRole.ADMINISTRATOR:
        why = "only an administrator can change a staff account"
        raise Refused(name, cite=house_rule("the floorperson"), why=why, legal=("a player's account",))
    return found.person


@router.get("/security")
def security_log(
    house: TheHouse,
    session: Staff,
    before: Annotated[int | None, Query(ge=1, le=2**62)] = None,
    most: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[NotedEvent]:
    """Failed logins and changes of accounts, the newest first. It is kept for 90 days."""
    rows = house.store.read(lambda connection: latest(connection, most, before))
    return [NotedEvent(**row._asdict()) for row in rows]
