"""Accounts, passwords, sessions and the cashier. Chips are play money and say so."""

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
from holecard.live.people.people import Person, Post
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
    """The name and the password do not belong together."""


class Session(NamedTuple):
    """Somebody who has logged in."""

    person: Person
    began: float
    ends: float
    token: str  # its hash


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def checked_account_name(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise Malformed("a name has 2 to 24 letters, digits, dots and hyphens, and begins with a letter")
    return name


class Hashed(str):
    """A password as it is kept."""


def hashed(password: str) -> Hashed:
    """It takes a tenth of a second on purpose, so it is done before anything is written."""
    if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
        raise Malformed(f"a password has {LEAST_PASSWORD} to {MOST_PASSWORD} characters")
    return Hashed(_hasher.hash(password))


def add_account(connection: Connection, name: str, password: Hashed | None, post: Post, time: float) -> Person:
    """A new account; the name must be free."""
    row = {
        "name": checked_account_name(name),
        "role": post,
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
    return Person(int(found), name, post)


@cache
def _no_account() -> str:
    """Verified in place of one that does not exist, so that both take as long."""
    return _hasher.hash(secrets.token_hex())


def check_password(connection: Connection, name: str, password: str) -> Person:
    row = connection.execute(select(schema.accounts).where(schema.accounts.c.name == name)).one_or_none()
    kept = row.password if row is not None and row.password else _no_account()
    try:
        _hasher.verify(kept, password[:MOST_PASSWORD])
    except (VerificationError, InvalidHashError) as error:
        raise NotKnown("the name and the password do not belong together") from error
    if row is None or not row.password:
        raise NotKnown("the name and the password do not belong together")
    return Person(row.id, row.name, Post(row.role))


def add_guest(connection: Connection, time: float) -> Person:
    """Somebody who just plays: a name of the house's making, and chips to begin with."""
    person = add_account(connection, f"guest-{secrets.token_hex(4)}", None, Post.PLAYER, time)
    buy_in(connection, person, GUEST_CHIPS, time)
    return person


# Sessions


def begin_session(connection: Connection, person: Person, time: float) -> str:
    """A token for the browser, of which the house keeps the hash alone."""
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
    return Session(Person(row.account, row.name, Post(row.role)), row.began, row.ends, row.token)


def end_session(connection: Connection, token: str) -> None:
    connection.execute(delete(schema.sessions).where(schema.sessions.c.token == token_hash(token)))


def invite(connection: Connection, post: Post, time: float) -> str:
    """A token with which one person may make an account of this post, once."""
    token = secrets.token_urlsafe(24)
    row = {"token": token_hash(token), "role": post, "ends": time + INVITATION}
    connection.execute(insert(schema.invitations).values(row))
    return token


def accept(connection: Connection, token: str, name: str, password: Hashed, time: float) -> Person:
    wanted = delete(schema.invitations).where(schema.invitations.c.token == token_hash(token))
    found = connection.execute(wanted.returning(schema.invitations.c.role, schema.invitations.c.ends)).one_or_none()
    if found is None or found.ends < time:
        raise Refused("this invitation", cite=house("accounts"), why="was used, or is too old")
    return add_account(connection, name, password, Post(found.role), time)


# The cashier


def balance(connection: Connection, person: Person) -> Cents:
    wanted = select(schema.accounts.c.balance).where(schema.accounts.c.id == person.id)
    return int(connection.execute(wanted).scalar_one())


def buy_in(connection: Connection, person: Person, sum_: Cents, time: float) -> Balances:
    if not 0 < sum_ <= MOST_CHIPS:
        raise Refused(
            amount(sum_), cite=house("the cashier"), why="cannot be bought", legal=(f"to {amount(MOST_CHIPS)}",)
        )
    if balance(connection, person) + sum_ > MOST_CHIPS:
        raise Refused(amount(sum_), cite=house("the cashier"), why=f"would be more than {amount(MOST_CHIPS)} in all")
    return move(connection, [_at_cashier(CASHIER, account(person.name), sum_, person, time)])


def cash_out(connection: Connection, person: Person, sum_: Cents, time: float) -> Balances:
    if sum_ <= 0:
        raise Refused(amount(sum_), cite=house("the cashier"), why="is nothing to cash")
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


# Limits that a player sets himself


class Limits(NamedTuple):
    """`loss` is the most he loses in a day; `minutes` the longest that he plays after logging in."""

    loss: Cents | None = None
    minutes: int | None = None


def limits_of(connection: Connection, person: Person) -> Limits:
    wanted = select(schema.accounts.c.loss_limit, schema.accounts.c.minutes_limit)
    row = connection.execute(wanted.where(schema.accounts.c.id == person.id)).one()
    return Limits(row.loss_limit, row.minutes_limit)


def set_limits(connection: Connection, person: Person, limits: Limits) -> None:
    values = {"loss_limit": limits.loss, "minutes_limit": limits.minutes}
    connection.execute(update(schema.accounts).where(schema.accounts.c.id == person.id).values(values))
