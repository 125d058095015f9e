"""Accounts, passwords, sessions and the cashier. Chips are play money."""

from __future__ import annotations

import hashlib
import re
import secrets
from functools import cache
from typing import Any, Final, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from holecard.law.clauses import house
from holecard.law.errors import Malformed, Refused
from holecard.live.people.people import AccountRole, Person
from holecard.live.store import schema
from holecard.live.store.writing import Balances, move
from holecard.record.ledger import account
from holecard.values.money import Cents, amount, cents

CASHIER: Final = "cashier"
SESSION: Final = 7 * 24 * 3600.0
INVITATION: Final = 24 * 3600.0
GUEST_CHIPS: Final = cents("1000.00")
MOST_CHIPS: Final = cents("1000000.00")
LEAST_PASSWORD: Final = 8
MOST_PASSWORD: Final = 200
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9.\-]{1,23}")
_hasher = PasswordHasher()


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
    return name


class Hashed(str):
    """A password's hash, as it is stored."""


def hashed(password: str) -> Hashed:
    """Hash a password. This takes a tenth of a second on purpose, so do it before a transaction."""
    if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
        raise Malformed(f"a password needs {LEAST_PASSWORD} to {MOST_PASSWORD} characters")
    return Hashed(_hasher.hash(password))


def add_account(connection: Connection, name: str, password: Hashed | None, role: AccountRole, time: float) -> Person:
    """Create an account; the name must be free."""
    row = {
        "name": checked_account_name(name),
        "role": role,
        "password": password,
        "balance": 0,
        "created": time,
    }
    taken = connection.execute(
        select(schema.accounts.c.id).where(func.lower(schema.accounts.c.name) == name.lower())
    ).scalar()
    if taken is not None:
        raise Refused(name, cite=house("accounts"), why="is taken", legal=("another name",))
    try:
        found = connection.execute(insert(schema.accounts).values(row).returning(schema.accounts.c.id)).scalar_one()
    except IntegrityError as error:
        raise Refused(name, cite=house("accounts"), why="is taken", legal=("another name",)) from error
    return Person(int(found), name, role)


@cache
def _no_account() -> str:
    """A hash to verify when the account does not exist, so that both cases take the same time."""
    return _hasher.hash(secrets.token_hex())


def check_password(connection: Connection, name: str, password: str) -> Person:
    row = connection.execute(select(schema.accounts).where(schema.accounts.c.name == name)).one_or_none()
    stored = row.password if row is not None and row.password else _no_account()
    try:
        _hasher.verify(stored, password[:MOST_PASSWORD])
    except (VerificationError, InvalidHashError) as error:
        raise NotKnown("wrong name or password: try again") from error
    if row is None or not row.password:
        raise NotKnown("wrong name or password: try again")
    return Person(row.id, row.name, AccountRole(row.role))


def add_guest(connection: Connection, time: float) -> Person:
    """Create a guest's account, with a made-up name and chips to start with."""
    person = add_account(connection, f"guest-{secrets.token_hex(4)}", None, AccountRole.PLAYER, time)
    buy_in(connection, person, GUEST_CHIPS, time)
    return person


# Sessions


def begin_session(connection: Connection, person: Person, time: float) -> str:
    """A token for the browser; the database stores only its hash."""
    token = secrets.token_urlsafe(32)
    row = {"token": token_hash(token), "account": person.id, "began": time, "ends": time + SESSION}
    connection.execute(insert(schema.sessions).values(row))
    return token


def find_session(connection: Connection, token: str, time: float) -> Session | None:
    joined = schema.sessions.join(schema.accounts)
    wanted = select(schema.sessions, schema.accounts.c.name, schema.accounts.c.role).select_from(joined)
    row = connection.execute(wanted.where(schema.sessions.c.token == token_hash(token))).one_or_none()
    if row is None or row.ends < time:
        return None
    return Session(Person(row.account, row.name, AccountRole(row.role)), row.began, row.ends, row.token)


def end_session(connection: Connection, token: str) -> None:
    connection.execute(delete(schema.sessions).where(schema.sessions.c.token == token_hash(token)))


def invite(connection: Connection, role: AccountRole, time: float) -> str:
    """A token that lets one person create an account with this role, once."""
    token = secrets.token_urlsafe(24)
    row = {"token": token_hash(token), "role": role, "ends": time + INVITATION}
    connection.execute(insert(schema.invitations).values(row))
    return token


def accept(connection: Connection, token: str, name: str, password: Hashed, time: float) -> Person:
    wanted = delete(schema.invitations).where(schema.invitations.c.token == token_hash(token))
    found = connection.execute(wanted.returning(schema.invitations.c.role, schema.invitations.c.ends)).one_or_none()
    if found is None or found.ends < time:
        raise Refused("this invitation", cite=house("accounts"), why="is used or too old", legal=("a new invitation",))
    return add_account(connection, name, password, AccountRole(found.role), time)


# The cashier


def balance(connection: Connection, person: Person) -> Cents:
    wanted = select(schema.accounts.c.balance).where(schema.accounts.c.id == person.id)
    return int(connection.execute(wanted).scalar_one())


def buy_in(connection: Connection, person: Person, sum_: Cents, time: float) -> Balances:
    if not 0 < sum_ <= MOST_CHIPS:
        raise Refused(
            amount(sum_),
            cite=house("the cashier"),
            why=f"you can buy 0.01 to {amount(MOST_CHIPS)}",
            legal=(f"up to {amount(MOST_CHIPS)}",),
        )
    if balance(connection, person) + sum_ > MOST_CHIPS:
        raise Refused(amount(sum_), cite=house("the cashier"), why=f"you can have up to {amount(MOST_CHIPS)} in chips")
    return move(connection, [_at_cashier(CASHIER, account(person.name), sum_, person, time)])


def cash_out(connection: Connection, person: Person, sum_: Cents, time: float) -> Balances:
    if sum_ <= 0:
        raise Refused(amount(sum_), cite=house("the cashier"), why="cash out more than 0.00")
    return move(connection, [_at_cashier(account(person.name), CASHIER, sum_, person, time)])


def _at_cashier(source: str, target: str, sum_: Cents, person: Person, time: float) -> dict[str, Any]:
    return {
        "time": time,
        "table_id": None,
        "entry": None,
        "round": None,
        "source": source,
        "target": target,
        "cents": sum_,
        "clause": str(house("the cashier")),
        "seat": 0,
        "bettor": person.name,
        "wager": "",
    }


# Limits that players set for themselves


class Limits(NamedTuple):
    """`loss` is the most a player may lose in a day; `minutes` is how long they may play after logging in."""

    loss: Cents | None = None
    minutes: int | None = None


def limits_of(connection: Connection, person: Person) -> Limits:
    wanted = select(schema.accounts.c.loss_limit, schema.accounts.c.minutes_limit)
    row = connection.execute(wanted.where(schema.accounts.c.id == person.id)).one()
    return Limits(row.loss_limit, row.minutes_limit)


def set_limits(connection: Connection, person: Person, limits: Limits) -> None:
    values = {"loss_limit": limits.loss, "minutes_limit": limits.minutes}
    connection.execute(update(schema.accounts).where(schema.accounts.c.id == person.id).values(values))
