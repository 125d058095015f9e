"""Writes a table's stroke: its journal, money and cards, all or nothing."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, select, update

from holecard.law.clauses import house
from holecard.law.errors import HolecardError, Refused
from holecard.live.store import schema
from holecard.live.store.driver import Driver, Found, Row, Sent
from holecard.record.ledger import BETTOR
from holecard.values.money import Cents, amount

Balances = dict[str, Cents]


class Fenced(HolecardError):
    """Another process owns the table now."""


class Repeated(HolecardError):
    """A request with this key was stored before."""

    def __str__(self) -> str:
        return "this key was used for another request: send a new key"


_STORED = ("entries", "head", "round", "shoe", "seats", "attendance", "is_open", "is_stopped")
_IF_GIVEN = ("holding", "dealt")  # null if the cards are as they were
_TABLE = (
    f"UPDATE tables SET {', '.join(f'{name} = {{new_{name}}}' for name in _STORED)}, "
    f"{', '.join(f'{name} = COALESCE({{new_{name}}}, {name})' for name in _IF_GIVEN)}, "
    "remembered = remembered + CAST({asked} AS BIGINT)"  # a text, so that its type is the same in every statement
    " FROM {given} WHERE id = {its_id} AND epoch = {its_epoch}"
)
_BALANCE = "UPDATE accounts SET balance = balance + {delta} FROM {given} WHERE name = {its_name} AND balance >= {need}"
_REVEALED = (
    "UPDATE shoes SET revealed = {at}, salt = {new_salt}, cards = {new_cards}, prizes = {new_prizes}"
    " FROM {given} WHERE table_id = {its_table} AND number = {its_number}"
)
_ENDED = (
    "UPDATE rounds SET last = {at}, ended = {when} FROM {given} WHERE table_id = {its_table} AND number = {its_number}"
)


class LoggedOut(Refused):
    """The session of a message has ended."""

    def __init__(self, why: str = "you have logged out") -> None:
        super().__init__("this action", cite=house("accounts"), why=why, legal=("log in",))


class Watched(NamedTuple):
    """A player who puts money at risk with an entry, and the check of their own limits.

    `check` gets what the player gained after that entry, because no refusal may depend on it.
    """

    account: int
    bettor: str
    entry: int
    check: Callable[[Connection, Cents], None]


@dataclass(kw_only=True)
class Written:
    """The rows of one stroke, as a unit of the store."""

    table_id: int
    epoch: int
    row: Row  # of the table itself
    entries: list[Row] = field(default_factory=list)
    postings: list[Row] = field(default_factory=list)
    shoes: list[Row] = field(default_factory=list)
    revealed: list[Row] = field(default_factory=list)
    rounds: list[Row] = field(default_factory=list)
    ended: list[Row] = field(default_factory=list)
    bettors: list[Row] = field(default_factory=list)
    requests: list[Row] = field(default_factory=list)
    watched: list[Watched] = field(default_factory=list)
    sessions: list[str] = field(default_factory=list)  # of those who spoke, which must hold still

    def __call__(self, connection: Connection) -> Balances:
        """Write it. Returns what the bettors have whose money moved."""
        return write_together(connection, (self,))[0]


def joined(strokes: Sequence[Written]) -> Written:
    """Strokes of one table that follow each other, as one."""
    last = strokes[-1]
    if len(strokes) == 1:
        return last
    cards = {name: stroke.row[name] for stroke in strokes for name in _IF_GIVEN if stroke.row[name] is not None}
    whole = Written(table_id=last.table_id, epoch=last.epoch, row=last.row | cards)
    for stroke in strokes:
        for name in _LISTS:
            getattr(whole, name).extend(getattr(stroke, name))
    return whole


_LISTS = tuple(one.name for one in fields(Written) if one.default_factory is list)


def write_together(connection: Connection, strokes: Sequence[Written]) -> list[Balances]:
    """Write strokes of several tables; if one of them cannot be, it is not known which, and all must be undone."""
    driver = Driver(connection)
    rows = [
        {"its_id": stroke.table_id, "its_epoch": stroke.epoch, "asked": str(sum(map(mark_of_request, stroke.requests)))}
        | {f"new_{name}": value for name, value in stroke.row.items()}
        for stroke in strokes
    ]
    with driver.together():
        tables = driver.update(_TABLE, rows)
        requests = [row for stroke in strokes for row in stroke.requests]
        remembered = driver.insert(schema.requests, requests, "ON CONFLICT DO NOTHING")
        moved = _move(driver, [row for stroke in strokes for row in stroke.postings])
        driver.insert(schema.rounds, [row for stroke in strokes for row in stroke.rounds])
        driver.insert(schema.entries, [row for stroke in strokes for row in stroke.entries])
        driver.insert(schema.shoes, [row for stroke in strokes for row in stroke.shoes])
        driver.update(_REVEALED, [row for stroke in strokes for row in stroke.revealed])
        driver.update(_ENDED, [row for stroke in strokes for row in stroke.ended])
        driver.insert(schema.round_bettors, [row for stroke in strokes for row in stroke.bettors])
        limited = _limited(driver, strokes)
        sessions = {token for stroke in strokes for token in stroke.sessions}
        held = driver.find("COUNT(*)", schema.sessions.c.token, tuple(sessions))
    if not tables.touched_all:
        raise Fenced("the table is served by another process")
    if not remembered.touched_all:
        raise Repeated
    if sum(count for (count,) in held) < len(sessions):
        raise LoggedOut
    balances = moved.balances()
    having = {account for (account,) in limited}
    for stroke in strokes:
        for watched in (one for one in stroke.watched if one.account in having):
            since = deltas_of([row for row in stroke.postings if row["entry"] > watched.entry])
            watched.check(connection, since[watched.bettor])
    return [
        {name: balances[name] for name in balances.keys() & deltas_of(stroke.postings).keys()} for stroke in strokes
    ]


def _limited(driver: Driver, strokes: Sequence[Written]) -> Found:
    """Which of the players involved have limits; most have none."""
    wanted = {watched.account for stroke in strokes for watched in stroke.watched}
    limits = "AND (loss_limit IS NOT NULL OR minutes_limit IS NOT NULL)"
    return driver.find("id", schema.accounts.c.id, tuple(wanted), limits)


def find_request(connection: Connection, account: int, key: str) -> Any:
    """The stored answer to a request, or None if there was none with this key."""
    its = schema.requests.c.account == account, schema.requests.c.key == key
    return connection.execute(select(schema.requests).where(*its)).one_or_none()


def forget_requests(connection: Connection, table_id: int | None, before: float) -> None:
    """Delete requests to a table, or to the cashier, that are too old to be repeated."""
    requests, tables = schema.requests, schema.tables
    old = delete(requests).where(requests.c.table_id == table_id, requests.c.time < before).returning(requests)
    gone = sum(mark_of_request(row._asdict()) for row in connection.execute(old))
    if gone and table_id is not None:
        left = {"remembered": tables.c.remembered - gone}
        connection.execute(update(tables).where(tables.c.id == table_id).values(left))


def mark_of_request(row: Row) -> int:
    """A number of 32 bits. The marks of all requests that a table remembers add up to what its row says, so that one
    that is gone is missed even if no entry of the journal tells of it. The row has 63 bits for them: enough for a day
    of 24,000 requests a second."""
    said = f"{row['account']}\n{row['key']}\n{row['table_id']}\n{row['time']!r}\n{row['answer']}"
    return int.from_bytes(hashlib.sha256(said.encode()).digest()[:4])


def move(connection: Connection, moved: Sequence[Row]) -> Balances:
    """Write postings and change the bettors' balances. No balance may go below zero."""
    driver = Driver(connection)
    with driver.together():
        said = _move(driver, moved)
    return said.balances()


class Moved(NamedTuple):
    """Money that was moved, unless a balance was too small."""

    needs: dict[str, Cents]
    changed: Sent
    found: Found

    def balances(self) -> Balances:
        if not self.changed.touched_all:
            wanted = max(self.needs.values())
            raise Refused(amount(wanted), cite=house("the purse"), why="is more than you have", legal=("buy chips",))
        return {name: cents for (text,) in self.found for name, cents in json.loads(text).items()}


def _move(driver: Driver, moved: Sequence[Row]) -> Moved:
    deltas, needs = deltas_of(moved), needs_of(moved)
    names = sorted(name for name in deltas if deltas[name] or needs[name])
    rows = [{"its_name": name, "delta": deltas[name], "need": needs[name]} for name in names]
    changed = driver.update(_BALANCE, rows)
    driver.insert(schema.postings, moved)
    accounts = schema.accounts.c
    return Moved(needs, changed, driver.pairs(accounts.name, accounts.balance, tuple(names)))


def needs_of(moved: Sequence[Row]) -> dict[str, Cents]:
    """What each bettor must have before, so that nobody stakes money that is paid only afterwards."""
    held: dict[str, Cents] = {}
    needs: dict[str, Cents] = {}
    for posting in moved:
        for name, delta in _moves(posting):
            held[name] = held.get(name, 0) + delta
            needs[name] = max(needs.get(name, 0), -held[name])
    return needs


def deltas_of(moved: Sequence[Row]) -> Counter[str]:
    """How much each bettor's balance changes."""
    deltas: Counter[str] = Counter()
    for posting in moved:
        for name, delta in _moves(posting):
            deltas[name] += delta
    return deltas


def _moves(posting: Row) -> Iterator[tuple[str, Cents]]:
    """What a posting takes from a bettor, and what it gives to one."""
    source, target, cents = posting["source"], posting["target"], posting["cents"]
    if source.startswith(_BETTORS):
        yield source[len(_BETTORS) :], -cents
    if target.startswith(_BETTORS):
        yield target[len(_BETTORS) :], cents


_BETTORS = f"{BETTOR}:"
