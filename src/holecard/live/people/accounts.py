"""Accounts, sessions, the cashier and players' own limits. Chips are play money.

Whatever changes here is an entry of the house's book too (`live/store/book.py`), in the same transaction.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from holecard.law.clauses import Cite, house
from holecard.law.errors import Malformed, Refused
from holecard.live.people.passwords import Hashed
from holecard.live.people.people import AccountRole, Person
from holecard.live.store import schema
from holecard.live.store.book import enter, head_of, password_digest
from holecard.live.store.writing import Balances, move
from holecard.record.ledger import account
from holecard.values.money import Cents, amount, cents

BY: Final = "the command line"  # who changes an account on the house's own machine, as the book says
CASHIER: Final = "cashier"
CASHIERS: Final = house("the cashier")
SESSION: Final = 7 * 24 * 3600.0
PRACTICE_CHIPS: Final = cents("1000.00")
BIRDS: Final = (
    *("Avocet", "Bittern", "Crane", "Dipper", "Dunlin", "Egret", "Finch", "Gannet", "Godwit", "Grebe", "Heron", "Ibis"),
    *("Kea", "Kestrel", "Kiwi", "Lark", "Linnet", "Martin", "Merlin", "Osprey", "Ouzel", "Petrel", "Pipit", "Plover"),
    *("Puffin", "Robin", "Siskin", "Snipe", "Starling", "Stilt", "Swallow", "Swift", "Teal", "Tern", "Thrush", "Tui"),
    *("Wagtail", "Warbler", "Waxwing", "Wren"),
)  # of which guests are named
MOST_CHIPS: Final = cents("1000000.00")
LOOSENED: Final = 24 * 3600.0  # seconds until a looser limit holds
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9.\-]{1,23}")
_RESERVED: Final = frozenset(  # nobody may seem to be the house
    {"house", "cashier", "floor", "floorperson", "pitboss", "pit", "croupier", "dealer", "auditor", "admin"}
    | {"administrator", "root", "system", "holecard", "operator", "staff", "support", "security", "casino"}
    | {"layout", "bettor", "nobody", "everybody", "you", "me", "null", "none"}
)


class NotKnown(Malformed):
    """Wrong name or password."""


class Session(NamedTuple):
    """A login: the person, when it began, when it ends."""

    person: Person
    began: float
    ends: float
    token: str  # its hash


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def checked_account_name(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise Malformed("a name needs 2 to 24 letters, digits, dots or hyphens, and starts with a letter")
    if re.sub(r"[.\-0-9]", "", name).lower() in _RESERVED:
        raise Refused(name, cite=house("accounts"), why="is a name of the house", legal=("another name",))
    return name


def add_account(connection: Connection, name: str, password: Hashed | None, role: AccountRole, time: float) -> Person:
    """Create an account; the name must be free, in whatever letters."""
    row = {
        "name": checked_account_name(name),
        "name_key": name.lower(),
        "role": role,
        "password": password,
        "balance": 0,
        "created": time,
    }
    head_of(connection, for_update=True)  # so that nobody takes the name between the look and the entry
    key = schema.accounts.c.name_key
    if connection.execute(select(key).where(key == name.lower())).scalar() is not None:
        raise Refused(name, cite=house("accounts"), why="is taken", legal=("another name",))
    try:
        found = connection.execute(insert(schema.accounts).values(row).returning(schema.accounts.c.id)).scalar_one()
    except IntegrityError as error:
        raise Refused(name, cite=house("accounts"), why="is taken", legal=("another name",)) from error
    enter(connection, time, "account", name=name, role=role, password=password_digest(password))
    return Person(int(found), name, role)


class Credentials(NamedTuple):
    """An account and its stored password, to be checked without a connection."""

    person: Person
    password: str | None
    is_disabled: bool


def credentials_of(connection: Connection, name: str) -> Credentials | None:
    row = connection.execute(select(schema.accounts).where(schema.accounts.c.name == name)).one_or_none()
    if row is None:
        return None
    return Credentials(Person(row.id, row.name, AccountRole(row.role)), row.password, row.disabled is not None)


def change_password(connection: Connection, person: Person, password: Hashed, keep: str, time: float) -> list[str]:
    """Store a new password, and end every session but one; returns the ended ones."""
    connection.execute(update(schema.accounts).where(schema.accounts.c.id == person.id).values(password=password))
    enter(connection, time, "password", name=person.name, password=password_digest(password))
    return end_sessions(connection, person, time, keep)


def find_person(connection: Connection, name: str) -> Person:
    found = credentials_of(connection, name)
    if found is None:
        raise Malformed(f"there is no account {name!r}")
    return found.person


def disable(connection: Connection, person: Person, by: str, why: str, time: float) -> list[str]:
    """Shut an account: nobody can log in, and its sessions end. Its chips and its history stay."""
    connection.execute(update(schema.accounts).where(schema.accounts.c.id == person.id).values(disabled=time))
    enter(connection, time, "disabled", name=person.name, by=by, why=why)
    return end_sessions(connection, person, time)


def enable(connection: Connection, person: Person, by: str, why: str, time: float) -> None:
    connection.execute(update(schema.accounts).where(schema.accounts.c.id == person.id).values(disabled=None))
    enter(connection, time, "enabled", name=person.name, by=by, why=why)


def mute(connection: Connection, person: Person, by: str, why: str, time: float | None, now: float) -> None:
    """Let a player talk at no table, from `time` on; None lets them talk again."""
    connection.execute(update(schema.accounts).where(schema.accounts.c.id == person.id).values(muted=time))
    enter(connection, now, "muted" if time is not None else "unmuted", name=person.name, by=by, why=why)


def change_role(connection: Connection, person: Person, role: AccountRole, by: str, why: str, time: float) -> list[str]:
    """Give an account another role. Its sessions end, so that no page goes on with the old one."""
    connection.execute(update(schema.accounts).where(schema.accounts.c.id == person.id).values(role=role))
    enter(connection, time, "role", name=person.name, role=role, by=by, why=why)
    return end_sessions(connection, person, time)


def add_player(connection: Connection, name: str, password: Hashed | None, time: float) -> Person:
    """Create a player's account, with practice chips to start with."""
    person = add_account(connection, name, password, AccountRole.PLAYER, time)
    buy_in(connection, person, PRACTICE_CHIPS, time)
    return person


def add_guest(connection: Connection, time: float) -> Person:
    """Create a guest's account under a friendly name that is free."""
    for digits in range(2, 9):
        name = f"{secrets.choice(BIRDS)}-{secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)}"
        with suppress(Refused):
            return add_player(connection, name, None, time)
    raise Refused("a guest", cite=house("accounts"), why="no name is free", legal=("an account",))


def keep_guest(connection: Connection, guest: Person, password: Hashed, time: float) -> None:
    """Make a guest's account a lasting one: name, chips, seat and history stay as they are."""
    its = schema.accounts.c.id == guest.id, schema.accounts.c.password.is_(None)
    if not connection.execute(update(schema.accounts).where(*its).values(password=password)).rowcount:
        raise Refused(guest.name, cite=house("accounts"), why="has a password already", legal=("log in",))
    enter(connection, time, "password", name=guest.name, password=password_digest(password))


def is_guest(connection: Connection, person: Person) -> bool:
    wanted = select(schema.accounts.c.password).where(schema.accounts.c.id == person.id)
    return connection.execute(wanted).scalar_one() is None


# Sessions


def begin_session(connection: Connection, person: Person, time: float, address: str = "", agent: str = "") -> str:
    """A token for the browser; the database stores only its hash."""
    token = secrets.token_urlsafe(32)
    ends = time + SESSION
    row = {"token": token_hash(token), "account": person.id, "began": time, "ends": ends}
    connection.execute(insert(schema.sessions).values({**row, "address": address[:64], "agent": agent[:120]}))
    enter(connection, time, "session", name=person.name, token=token_hash(token), ends=ends)
    return token


def find_session(connection: Connection, token: str, time: float) -> Session | None:
    joined = schema.sessions.join(schema.accounts)
    wanted = select(schema.sessions, schema.accounts.c.name, schema.accounts.c.role).select_from(joined)
    its = schema.sessions.c.token == token_hash(token), schema.accounts.c.disabled.is_(None)
    row = connection.execute(wanted.where(*its)).one_or_none()
    if row is None or row.ends < time:
        return None
    return Session(Person(row.account, row.name, AccountRole(row.role)), row.began, row.ends, row.token)


def sessions_of(connection: Connection, person: Person, time: float) -> Sequence[Any]:
    """The person's logins that still hold, the newest first."""
    sessions = schema.sessions.c
    its = select(schema.sessions).where(sessions.account == person.id, sessions.ends >= time)
    return connection.execute(its.order_by(sessions.began.desc())).all()


def end_session(connection: Connection, token: str, time: float) -> None:
    """End the session of this token."""
    end_by_hash(connection, token_hash(token), time)


def end_by_hash(connection: Connection, token: str, time: float) -> None:
    if connection.execute(delete(schema.sessions).where(schema.sessions.c.token == token)).rowcount:
        enter(connection, time, "session-ended", token=token)


def forget_sessions(connection: Connection, time: float) -> None:
    """Delete sessions that are over. The book has when each began and until when it could last."""
    connection.execute(delete(schema.sessions).where(schema.sessions.c.ends < time))


def end_sessions(connection: Connection, person: Person, time: float, keep: str = "") -> list[str]:
    """End every session of a person but the one with the hash `keep`; returns their hashes."""
    found = [row.token for row in sessions_of(connection, person, 0.0) if row.token != keep]
    for token in found:
        end_by_hash(connection, token, time)
    return found


def dismiss(connection: Connection, person: Person, by: str, why: str, time: float) -> list[str]:
    """Log a person out everywhere, with a reason; returns the hashes of their sessions."""
    enter(connection, time, "dismissed", name=person.name, by=by, why=why)
    return end_sessions(connection, person, time)


# The cashier


def balance(connection: Connection, person: Person) -> Cents:
    wanted = select(schema.accounts.c.balance).where(schema.accounts.c.id == person.id)
    return int(connection.execute(wanted).scalar_one())


def buy_in(connection: Connection, person: Person, sum_: Cents, time: float, **request: str) -> Balances:
    """Sell chips. The book names the key of the request, if it was one: `key`."""
    if not 0 < sum_ <= MOST_CHIPS:
        raise Refused(
            amount(sum_),
            cite=house("the cashier"),
            why=f"you can buy 0.01 to {amount(MOST_CHIPS)}",
            legal=(f"up to {amount(MOST_CHIPS)}",),
        )
    enter(connection, time, "buy-in", name=person.name, cents=sum_, **request)  # first: other processes wait for it
    if balance(connection, person) + sum_ > MOST_CHIPS:
        raise Refused(amount(sum_), cite=house("the cashier"), why=f"you can have up to {amount(MOST_CHIPS)} in chips")
    return move(connection, [at_cashier(sum_, person, time)])


def cash_out(connection: Connection, person: Person, sum_: Cents, time: float, **request: str) -> Balances:
    if sum_ <= 0:
        raise Refused(amount(sum_), cite=house("the cashier"), why="cash out more than 0.00")
    enter(connection, time, "cash-out", name=person.name, cents=sum_, **request)
    return move(connection, [at_cashier(-sum_, person, time)])


def at_cashier(sum_: Cents, person: Person, time: float, cite: Cite = CASHIERS) -> dict[str, Any]:
    """A posting of chips that the cashier gives, or, below zero, takes."""
    ends = (CASHIER, account(person.name)) if sum_ > 0 else (account(person.name), CASHIER)
    return {
        "time": time,
        "table_id": None,
        "entry": None,
        "round": None,
        "source": ends[0],
        "target": ends[1],
        "cents": abs(sum_),
        "clause": str(cite),
        "seat": 0,
        "bettor": person.name,
        "wager": "",
    }


# Limits that players set for themselves


class Limits(NamedTuple):
    """`loss` is the most a player may lose in a day; `minutes` is how long they may play after logging in."""

    loss: Cents | None = None
    minutes: int | None = None


class Loosened(NamedTuple):
    """A looser limit that the player asked for, and when it begins."""

    limit: int | None
    due: float


class OwnLimits(NamedTuple):
    """What holds now, and what will."""

    now: Limits
    loss: Loosened | None = None
    minutes: Loosened | None = None


def limits_of(connection: Connection, person: Person, time: float) -> Limits:
    return own_limits(connection, person, time).now


def own_limits(connection: Connection, person: Person, time: float) -> OwnLimits:
    row = connection.execute(select(schema.accounts).where(schema.accounts.c.id == person.id)).one()
    loss, later_loss = _at(time, row.loss_limit, row.loss_next, row.loss_due)
    minutes, later_minutes = _at(time, row.minutes_limit, row.minutes_next, row.minutes_due)
    return OwnLimits(Limits(loss, minutes), later_loss, later_minutes)


def _at(time: float, now: int | None, later: int | None, due: float | None) -> tuple[int | None, Loosened | None]:
    if due is None:
        return now, None
    return (later, None) if due <= time else (now, Loosened(later, due))


def tighten(connection: Connection, person: Person, limits: Limits, by: str, why: str, time: float) -> OwnLimits:
    """The floor tightens a player's limits, at once. Only the player can loosen one."""
    held = limits_of(connection, person, time)
    for old, new in zip(held, limits, strict=True):
        if old is not None and (new is None or new > old):
            raise Refused("a looser limit", cite=house("your limits"), why="only the player can loosen a limit")
    return set_limits(connection, person, limits, time, by=by, why=why)


def set_limits(connection: Connection, person: Person, limits: Limits, time: float, **who: str) -> OwnLimits:
    """A tighter limit holds at once, a looser one from the next day: nobody loosens it in the heat of the game."""
    held = limits_of(connection, person, time)
    values: dict[str, float | None] = {}
    for name, old, new in (("loss", held.loss, limits.loss), ("minutes", held.minutes, limits.minutes)):
        is_looser = old is not None and (new is None or new > old)
        values[f"{name}_limit"] = old if is_looser else new
        values[f"{name}_next"] = new if is_looser else None
        values[f"{name}_due"] = time + LOOSENED if is_looser else None
    connection.execute(update(schema.accounts).where(schema.accounts.c.id == person.id).values(values))
    enter(connection, time, "limits", name=person.name, **values, **who)
    return own_limits(connection, person, time)
