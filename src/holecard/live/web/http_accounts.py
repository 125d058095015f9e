"""Accounts over HTTP: guests, registration, logging in, the cashier, limits."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection, insert

from holecard.live.people import accounts
from holecard.live.people.accounts import Limits
from holecard.live.people.people import AccountRole, Person
from holecard.live.people.visits import Visits
from holecard.live.store import schema
from holecard.live.store.writing import Balances, Repeated, find_request
from holecard.live.table.house import House
from holecard.live.web._asking import COOKIE, Acting, MaybeSession, TheHouse, same_origin, watch_login
from holecard.values.money import Cents

router = APIRouter(prefix="/api", dependencies=[Depends(same_origin)], tags=["accounts"])

Name = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9.\-]{1,23}$")]
Password = Annotated[str, Field(min_length=accounts.LEAST_PASSWORD, max_length=accounts.MOST_PASSWORD)]
Sum = Annotated[int, Field(ge=1, le=accounts.MOST_CHIPS, description="whole cents")]
Key = Annotated[str, Header(alias="Idempotency-Key", pattern=r"^[!-~]{1,64}$")]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Credentials(Body):
    name: Name
    password: Password


class Invited(Credentials):
    token: Annotated[str, Field(pattern=r"^[A-Za-z0-9_\-]{1,80}$")]


class Chips(Body):
    amount: Sum


class OwnLimits(Body):
    loss: Annotated[int | None, Field(ge=0, le=accounts.MOST_CHIPS, description="cents per day")] = None
    minutes: Annotated[int | None, Field(ge=1, le=1440, description="after logging in")] = None


class Me(BaseModel):
    name: str
    role: AccountRole
    balance: int
    session_began: float
    limits: OwnLimits


class Balance(BaseModel):
    balance: int


def _enter(house: House, person: Person, response: Response, request: Request) -> None:
    """Log a person in; this browser's previous session ends."""
    _end_session(house, request)
    token = house.store.write_now(lambda connection: accounts.begin_session(connection, person, house.store.now()))
    secure = request.url.scheme == "https"
    response.set_cookie(
        COOKIE, token, max_age=int(accounts.SESSION), httponly=True, samesite="strict", secure=secure, path="/"
    )


def _end_session(house: House, request: Request) -> None:
    """End the request's session and close the tables that are open with it."""
    if token := request.cookies.get(COOKIE):
        house.store.write_now(lambda connection: accounts.end_session(connection, token))
        visits: Visits = request.app.state.visits
        visits.end(accounts.token_hash(token))


@router.post("/guest", status_code=201, dependencies=[Depends(watch_login)])
def be_guest(house: TheHouse, response: Response, request: Request) -> dict[str, str]:
    """Create a guest's account with chips, and log in."""
    person = house.store.write_now(lambda connection: accounts.add_guest(connection, house.store.now()))
    _enter(house, person, response, request)
    return {"name": person.name}


@router.post("/register", status_code=201, dependencies=[Depends(watch_login)])
def register(body: Credentials, house: TheHouse, response: Response, request: Request) -> dict[str, str]:
    """Create a player's account and log in."""
    password = accounts.hashed(body.password)
    person = house.store.write_now(
        lambda connection: accounts.add_account(connection, body.name, password, AccountRole.PLAYER, house.store.now())
    )
    _enter(house, person, response, request)
    return {"name": person.name}


@router.post("/invited", status_code=201, dependencies=[Depends(watch_login)])
def accept_invitation(body: Invited, house: TheHouse, response: Response, request: Request) -> dict[str, str]:
    """Create an account with the role that the invitation gives, and log in."""
    password = accounts.hashed(body.password)
    person = house.store.write_now(
        lambda connection: accounts.accept(connection, body.token, body.name, password, house.store.now())
    )
    _enter(house, person, response, request)
    return {"name": person.name}


@router.post("/login", dependencies=[Depends(watch_login)])
def log_in(body: Credentials, house: TheHouse, response: Response, request: Request) -> dict[str, str]:
    person = house.store.read(lambda connection: accounts.check_password(connection, body.name, body.password))
    _enter(house, person, response, request)
    return {"name": person.name}


@router.post("/logout")
def log_out(house: TheHouse, response: Response, request: Request) -> dict[str, bool]:
    _end_session(house, request)
    response.delete_cookie(COOKIE, path="/")
    return {"ok": True}


@router.get("/me")
def me(house: TheHouse, session: MaybeSession) -> Me | None:
    """The logged-in person; null for visitors."""
    if session is None:
        return None

    def read(connection: Connection) -> Me:
        limits = accounts.limits_of(connection, session.person)
        return Me(
            name=session.person.name,
            role=session.person.role,
            balance=accounts.balance(connection, session.person),
            session_began=session.began,
            limits=OwnLimits(loss=limits.loss, minutes=limits.minutes),
        )

    return house.store.read(read)


@router.put("/me/limits")
def set_limits(body: OwnLimits, house: TheHouse, session: Acting) -> OwnLimits:
    limits = Limits(body.loss, body.minutes)
    house.store.write_now(lambda connection: accounts.set_limits(connection, session.person, limits))
    return body


@router.post("/cashier/buy-in")
def buy_in(body: Chips, key: Key, house: TheHouse, session: Acting) -> Balance:
    """Buy play chips from the cashier."""
    return _once(house, session.person, key, accounts.buy_in, body.amount)


@router.post("/cashier/cash-out")
def cash_out(body: Chips, key: Key, house: TheHouse, session: Acting) -> Balance:
    return _once(house, session.person, key, accounts.cash_out, body.amount)


Move = Callable[[Connection, Person, Cents, float], Balances]


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
        answer = {"balance": move(connection, person, sum_, now)[person.name], "mark": mark}
        row = {"account": person.id, "key": key, "time": now, "answer": json.dumps(answer)}
        connection.execute(insert(schema.requests).values(row))
        return answer

    return Balance(balance=house.store.write_now(write)["balance"])
