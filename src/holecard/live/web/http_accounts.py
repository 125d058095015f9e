"""Accounts over HTTP: guests, registration, logging in, the cashier, limits."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, NamedTuple, Protocol

from fastapi import APIRouter, Depends, Header, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection, insert

from holecard.live.people import accounts
from holecard.live.people.accounts import Limits, NotKnown
from holecard.live.people.invitations import accept
from holecard.live.people.passwords import LEAST_PASSWORD, MOST_PASSWORD, Hashing, checked_password, hashed, matches
from holecard.live.people.people import AccountRole, Person
from holecard.live.people.security import Noted, note
from holecard.live.people.visits import Visits
from holecard.live.store import schema
from holecard.live.store.writing import Balances, Repeated, find_request
from holecard.live.table.house import House
from holecard.live.web._asking import (
    COOKIE,
    Acting,
    MaybeSession,
    TheHashing,
    TheHouse,
    address_of,
    same_origin,
    watch_login,
)
from holecard.values.money import Cents

router = APIRouter(prefix="/api", dependencies=[Depends(same_origin)], tags=["accounts"])

Name = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9.\-]{1,23}$")]
Password = Annotated[str, Field(min_length=LEAST_PASSWORD, max_length=MOST_PASSWORD)]
Sum = Annotated[int, Field(ge=1, le=accounts.MOST_CHIPS, description="whole cents")]
Key = Annotated[str, Header(alias="Idempotency-Key", pattern=r"^[!-~]{1,64}$")]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Credentials(Body):
    name: Name
    password: Password


class NewPassword(Body):
    password: Password


class Invited(Credentials):
    token: Annotated[str, Field(pattern=r"^[A-Za-z0-9_\-]{1,80}$")]


class Chips(Body):
    amount: Sum


class OwnLimits(Body):
    loss: Annotated[int | None, Field(ge=0, le=accounts.MOST_CHIPS, description="cents per day")] = None
    minutes: Annotated[int | None, Field(ge=1, le=1440, description="after logging in")] = None


class LaterLimit(BaseModel):
    """A looser limit that begins later; `limit` is null if there will be none."""

    limit: int | None
    due: float


class HeldLimits(BaseModel):
    """Limits that hold now, and looser ones that begin the next day."""

    loss: int | None
    minutes: int | None
    later: dict[str, LaterLimit]

    @classmethod
    def of(cls, own: accounts.OwnLimits) -> HeldLimits:
        waiting = (("loss", own.loss), ("minutes", own.minutes))
        later = {name: LaterLimit(limit=one.limit, due=one.due) for name, one in waiting if one is not None}
        return cls(loss=own.now.loss, minutes=own.now.minutes, later=later)


class Me(BaseModel):
    name: str
    role: AccountRole
    guest: bool
    balance: int
    session_began: float
    limits: HeldLimits


class Balance(BaseModel):
    balance: int


class Came(NamedTuple):
    """Somebody who logs in, and how that is noted."""

    person: Person
    noted: Noted
    guest: bool = False


async def _enter(request: Request, house: House, response: Response, find: Callable[[Connection], Came]) -> str:
    """Log a person in, whom `find` finds or creates; this browser's previous session ends. Returns their name."""
    now, address, previous = house.store.now(), address_of(request), request.cookies.get(COOKIE)

    def write(connection: Connection) -> tuple[str, str]:
        came = find(connection)
        if previous:
            accounts.end_session(connection, previous, now)
        agent = request.headers.get("user-agent", "")
        token = accounts.begin_session(connection, came.person, now, address, agent)
        if not came.guest:
            note(connection, now, came.noted, came.person.name, address)
        return came.person.name, token

    name, token = await house.store.write(write)
    if previous:
        _close_tables(request, previous)
    secure = request.url.scheme == "https"
    response.set_cookie(
        COOKIE, token, max_age=int(accounts.SESSION), httponly=True, samesite="strict", secure=secure, path="/"
    )
    return name


def _close_tables(request: Request, token: str) -> None:
    """Close the tables that are open with a session."""
    visits: Visits = request.app.state.visits
    visits.end(accounts.token_hash(token))


@router.post("/guest", status_code=201, dependencies=[Depends(watch_login)])
async def be_guest(house: TheHouse, response: Response, request: Request) -> dict[str, str]:
    """Create a guest's account with chips, and log in."""
    now = house.store.now()

    def find(connection: Connection) -> Came:
        return Came(accounts.add_guest(connection, now), Noted.REGISTERED, guest=True)

    return {"name": await _enter(request, house, response, find)}


@router.post("/register", status_code=201, dependencies=[Depends(watch_login)])
async def register(
    body: Credentials, house: TheHouse, response: Response, request: Request, hashing: TheHashing
) -> dict[str, str]:
    """Create a player's account with practice chips, and log in."""
    accounts.checked_account_name(body.name)
    password = await hashing.run(partial(hashed, checked_password(body.password, body.name)))
    now = house.store.now()

    def find(connection: Connection) -> Came:
        person = accounts.add_player(connection, body.name, password, now)
        return Came(person, Noted.REGISTERED)

    return {"name": await _enter(request, house, response, find)}


@router.post("/me/keep", dependencies=[Depends(watch_login)])
async def keep(
    body: NewPassword, house: TheHouse, session: Acting, request: Request, hashing: TheHashing
) -> dict[str, str]:
    """Give a guest's account a password: it stays as it is, with its name, chips and seat."""
    guest = session.person
    password = await hashing.run(partial(hashed, checked_password(body.password, guest.name)))
    now, address = house.store.now(), address_of(request)

    def write(connection: Connection) -> None:
        accounts.keep_guest(connection, guest, password, now)
        note(connection, now, Noted.REGISTERED, guest.name, address)

    await house.store.write(write)
    return {"name": guest.name}


@router.post("/invited", status_code=201, dependencies=[Depends(watch_login)])
async def accept_invitation(
    body: Invited, house: TheHouse, response: Response, request: Request, hashing: TheHashing
) -> dict[str, str]:
    """Create an account with the role that the invitation gives, and log in."""
    accounts.checked_account_name(body.name)
    password = await hashing.run(partial(hashed, checked_password(body.password, body.name)))
    now = house.store.now()

    def find(connection: Connection) -> Came:
        return Came(accept(connection, body.token, body.name, password, now), Noted.INVITED)

    return {"name": await _enter(request, house, response, find)}


@router.post("/login", dependencies=[Depends(watch_login)])
async def log_in(
    body: Credentials, house: TheHouse, response: Response, request: Request, hashing: TheHashing
) -> dict[str, str]:
    person = await _known(body, house, hashing, address_of(request))
    return {"name": await _enter(request, house, response, lambda connection: Came(person, Noted.LOGIN))}


async def _known(body: Credentials, house: House, hashing: Hashing, address: str) -> Person:
    """Whose name and password these are. The check needs no connection, and takes as long for a name that is free."""
    found = await house.store.read_async(lambda connection: accounts.credentials_of(connection, body.name))
    is_right = await hashing.run(partial(matches, found.password if found else None, body.password))
    if found is not None and is_right and not found.is_disabled:
        return found.person
    why = "the account is disabled" if found is not None and is_right else ""
    now = house.store.now()
    await house.store.write(lambda connection: note(connection, now, Noted.FAILED, body.name, address, why))
    raise NotKnown(why or "wrong name or password: try again")


@router.post("/logout")
async def log_out(house: TheHouse, response: Response, request: Request) -> dict[str, bool]:
    if token := request.cookies.get(COOKIE):
        now = house.store.now()
        await house.store.write(lambda connection: accounts.end_session(connection, token, now))
        _close_tables(request, token)
    response.delete_cookie(COOKIE, path="/")
    return {"ok": True}


@router.get("/me")
def me(house: TheHouse, session: MaybeSession) -> Me | None:
    """The logged-in person; null for visitors."""
    if session is None:
        return None

    now = house.store.now()

    def read(connection: Connection) -> Me:
        return Me(
            name=session.person.name,
            role=session.person.role,
            guest=accounts.is_guest(connection, session.person),
            balance=accounts.balance(connection, session.person),
            session_began=session.began,
            limits=HeldLimits.of(accounts.own_limits(connection, session.person, now)),
        )

    return house.store.read(read)


@router.put("/me/limits")
def set_limits(body: OwnLimits, house: TheHouse, session: Acting) -> HeldLimits:
    """Set your own limits. A tighter one holds at once, a looser one from the next day."""
    limits, now = Limits(body.loss, body.minutes), house.store.now()
    own = house.store.write_now(lambda connection: accounts.set_limits(connection, session.person, limits, now))
    return HeldLimits.of(own)


@router.post("/cashier/buy-in")
def buy_in(body: Chips, key: Key, house: TheHouse, session: Acting) -> Balance:
    """Buy play chips from the cashier."""
    return _once(house, session.person, key, accounts.buy_in, body.amount)


@router.post("/cashier/cash-out")
def cash_out(body: Chips, key: Key, house: TheHouse, session: Acting) -> Balance:
    return _once(house, session.person, key, accounts.cash_out, body.amount)


class Move(Protocol):
    """The cashier gives or takes chips."""

    __name__: str

    def __call__(
        self, connection: Connection, person: Person, sum_: Cents, time: float, **request: str
    ) -> Balances: ...


def _once(house: House, person: Person, key: str, move: Move, sum_: Cents) -> Balance:
    """Do it once, even if the same key is sent again."""
    mark, now = f"{move.__name__} {sum_}", house.store.now()

    def write(connection: Connection) -> dict[str, Any]:
        known = find_request(connection, person.id, key)
        if known is not None:
            answer: dict[str, Any] = json.loads(known.answer)
            if known.table_id is not None or answer.get("mark", mark) != mark:
                raise Repeated
            return answer
        answer = {"balance": move(connection, person, sum_, now, key=key)[person.name], "mark": mark}
        row = {"account": person.id, "key": key, "time": now, "answer": json.dumps(answer)}
        connection.execute(insert(schema.requests).values(row))
        return answer

    return Balance(balance=house.store.write_now(write)["balance"])
