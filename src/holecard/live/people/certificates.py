"""Who has passed which test: the records in the house's book, and whether a dealer who has is signed in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from holecard.engine.rules import Rules
from holecard.law.clauses import house
from holecard.law.errors import Refused
from holecard.live.people.people import Person
from holecard.live.store import schema
from holecard.live.store.book import enter
from holecard.record.journal_check import Head
from holecard.school.exam import KIND, Result
from holecard.school.levels import TITLES, Level, offered

REQUIRED = (Level.PAYOUTS, Level.PROCEDURE, Level.IRREGULARITIES)  # of a dealer, as far as the game has them


class Stored(NamedTuple):
    """A record as the book has it."""

    n: int
    time: str
    hash: str
    previous: str
    record: dict[str, Any]


def required(rules: Rules) -> tuple[Level, ...]:
    """The tests that a dealer must have passed to deal a table that wants it."""
    return tuple(level for level in REQUIRED if offered(rules, level))


def store_result(connection: Connection, time: float, result: Result) -> Head:
    """Write the record of a test into the book, where its hash is part of the chain."""
    return enter(connection, time, KIND, **result.to_dict())


def records(connection: Connection, name: str = "") -> Iterator[Stored]:
    """The records of all tests, or of one person's, the newest first."""
    book = schema.book
    for row in connection.execute(select(book).where(book.c.kind == KIND).order_by(book.c.n.desc())):
        record = json.loads(row.body)
        if not name or record["name"] == name:
            yield Stored(row.n, row.time, row.hash, row.previous, record)


def certified(connection: Connection, rules: Rules) -> dict[str, set[str]]:
    """By person, the levels that they have passed for these rules."""
    found: dict[str, set[str]] = {}
    for stored in records(connection):
        if stored.record["passed"] and stored.record["rules_hash"] == rules.hash:
            found.setdefault(stored.record["name"], set()).add(stored.record["level"])
    return found


def dealers_signed_in(connection: Connection, rules: Rules, now: float) -> list[str]:
    """Who has passed every test for these rules and is logged in."""
    wanted = set(required(rules))
    passed = [name for name, levels in certified(connection, rules).items() if wanted <= levels]
    accounts, sessions = schema.accounts, schema.sessions
    here = (
        select(accounts.c.name)
        .join(sessions, sessions.c.account == accounts.c.id)
        .where(sessions.c.ends > now, accounts.c.disabled.is_(None), accounts.c.name.in_(passed))
        .distinct()
        .order_by(accounts.c.name)
    )
    return [str(name) for name in connection.execute(here).scalars()] if passed else []


def check_dealer(connection: Connection, rules: Rules, now: float) -> None:
    """Refuse to open a table that wants a certified dealer while none is signed in."""
    if not dealers_signed_in(connection, rules, now):
        tests = ", ".join(TITLES[level].lower() for level in required(rules))
        raise Refused(
            "open",
            cite=house("certified dealers"),
            why="no dealer who has passed this table's tests is signed in",
            legal=(f"a signed-in dealer with the tests {tests}",),
        )


def is_guest(person: Person, connection: Connection) -> bool:
    """Whether somebody has no password: a record needs a name that stays theirs."""
    accounts = schema.accounts
    return connection.execute(select(accounts.c.password).where(accounts.c.id == person.id)).scalar() is None
