"""What every request needs: the session, permissions, rate limits, and how errors are sent."""

from __future__ import annotations

import json
import time
from typing import Annotated, Any

from fastapi import Depends, Request, Response, Security
from fastapi.exceptions import RequestValidationError
from fastapi.security import APIKeyCookie
from starlette.exceptions import HTTPException

from holecard.law.clauses import house
from holecard.law.errors import HolecardError, Malformed, Refused, joined
from holecard.live.people import accounts
from holecard.live.people.accounts import NotKnown, Session
from holecard.live.people.limits import Bucket, Buckets
from holecard.live.people.passwords import Hashing
from holecard.live.people.people import AccountRole, Person
from holecard.live.store.writing import Repeated
from holecard.live.table.house import House
from holecard.telling.person import addressed

COOKIE = "holecard"
A_SECOND = 20.0  # requests per person, at all tables and the cashier together
AT_ONCE = 60.0


class TooOften(HolecardError):
    """Too many requests."""


class LogIn(HolecardError):
    """The request needs a session."""


class NotThere(HolecardError):
    """Not found."""


def error_body(error: HolecardError, name: str = "") -> dict[str, Any]:
    """An error as it is sent to the person of this name."""
    if isinstance(error, Refused):
        why = addressed(error.why, name)
        text = joined(error.what, why)
        refused = {
            "what": error.what,
            "why": why,
            "text": f"{text[0].upper()}{text[1:]}.",
            "clause": str(error.cite),
            "legal": list(error.legal),
        }
        return {"error": str(error), "refused": refused}
    return {"error": str(error)}


def status_of(error: HolecardError) -> int:
    match error:
        case TooOften():
            return 429
        case LogIn() | NotKnown():
            return 401
        case NotThere():
            return 404
        case Repeated():
            return 409
        case Refused():
            return 403 if error.cite == house("the floorperson") else 409
        case Malformed():
            return 400
    return 503


_TEXT = {"type": "string"}
_ERROR = {  # an error as it is sent
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": _TEXT,
        "refused": {
            "type": "object",
            "required": ["what", "why", "text", "clause", "legal"],
            "properties": {
                **dict.fromkeys(("what", "why", "text", "clause"), _TEXT),
                "legal": {"type": "array", "items": _TEXT},
            },
        },
    },
}
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"description": why, "content": {"application/json": {"schema": _ERROR}}}
    for status, why in {
        400: "cannot be read",
        401: "log in first",
        403: "not allowed",
        404: "not found",
        409: "refused",
        413: "too long",
        422: "cannot be read",
        429: "too many requests",
        503: "the database does not answer",
    }.items()
}


def error_response(request: Request, error: Exception) -> Response:
    """Any error as one line of JSON, in ASCII: the request may contain text that cannot be encoded."""
    headers = None
    match error:
        case HolecardError():
            body, status = error_body(error), status_of(error)
        case RequestValidationError():
            body, status = {"error": _first_of(error)}, 422
        case HTTPException(status_code=status, detail=detail):
            body, headers = {"error": detail}, error.headers
        case _:
            raise error
    return Response(json.dumps(body), status, headers, media_type="application/json")


ANSWERED = (HolecardError, RequestValidationError, HTTPException)


def _first_of(error: RequestValidationError) -> str:
    first = error.errors()[0]
    return f"{'.'.join(str(part) for part in first['loc'])[:80]}: {first['msg']}"


def house_of(request: Request) -> House:
    found: House = request.app.state.house
    return found


TheHouse = Annotated[House, Depends(house_of)]


def hashing_of(request: Request) -> Hashing:
    found: Hashing = request.app.state.hashing
    return found


TheHashing = Annotated[Hashing, Depends(hashing_of)]


def address_of(request: Request) -> str:
    """Where the request comes from; behind a named proxy, as the proxy says."""
    return request.client.host if request.client else ""


def session_of(request: Request, open_house: TheHouse) -> Session | None:
    token = request.cookies.get(COOKIE)
    if not token:
        return None
    return open_house.store.read(lambda connection: accounts.find_session(connection, token, open_house.store.now()))


MaybeSession = Annotated[Session | None, Depends(session_of)]


_cookie = Security(APIKeyCookie(name=COOKIE, auto_error=False, description="set when you log in"))


def logged_in(session: MaybeSession, _: Annotated[str | None, _cookie]) -> Session:
    if session is None:
        raise LogIn("log in first or play as a guest")
    return session


LoggedIn = Annotated[Session, Depends(logged_in)]


def staff(session: LoggedIn) -> Session:
    """The floor, the auditors and the administrators."""
    if session.person.role is AccountRole.PLAYER:
        raise Refused("this request", cite=house("the floorperson"), why="only staff can see it")
    return session


Staff = Annotated[Session, Depends(staff)]


def check_origin(origin: str | None, host: str | None) -> bool:
    """Whether the request comes from our own pages; programs other than browsers send no origin."""
    return origin is None or (bool(host) and origin in (f"http://{host}", f"https://{host}"))


def same_origin(request: Request) -> None:
    if not check_origin(request.headers.get("origin"), request.headers.get("host")):
        raise Refused("this request", cite=house("the floorperson"), why="is from another site")


class Watch:
    """Rate limits: logins per address, requests per person."""

    def __init__(self, logins_a_minute: float) -> None:
        self._logins = Buckets(logins_a_minute / 60, logins_a_minute)
        self._actions = Buckets(A_SECOND, AT_ONCE)

    def actions_of(self, person: Person | None) -> Bucket:
        """One bucket for everything a person does; a spectator has one per connection."""
        return self._actions.of(person.name) if person is not None else Bucket(A_SECOND, AT_ONCE)

    def login(self, request: Request) -> None:
        if not self._logins.take(address_of(request), time.monotonic()):
            raise TooOften("too many logins: wait a minute and try again")


def watch_login(request: Request) -> None:
    watch: Watch = request.app.state.watch
    watch.login(request)


def acting(request: Request, session: LoggedIn) -> Session:
    """A session that changes something, so its rate is limited."""
    watch: Watch = request.app.state.watch
    if not watch.actions_of(session.person).take(time.monotonic()):
        raise TooOften("too many requests: slow down")
    return session


Acting = Annotated[Session, Depends(acting)]


def directing(session: Acting) -> Session:
    """The floor and the administrators: staff who act. Auditors only look."""
    if session.person.role not in (AccountRole.FLOOR, AccountRole.ADMINISTRATOR):
        why = "only floorpersons and administrators can do it"
        raise Refused("this request", cite=house("the floorperson"), why=why)
    return session


Directing = Annotated[Session, Depends(directing)]


def administering(session: Acting) -> Session:
    if session.person.role is not AccountRole.ADMINISTRATOR:
        raise Refused("this request", cite=house("the floorperson"), why="only an administrator can do it")
    return session


Administering = Annotated[Session, Depends(administering)]
