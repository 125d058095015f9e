"""What a table does in one stroke, as it is written: its journal, its money, its cards, all or nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, bindparam, insert, update
from sqlalchemy.exc import IntegrityError

from holecard.errors import HolecardError, Malformed, Refused
from holecard.law import house
from holecard.ledger import BETTOR
from holecard.live import schema
from holecard.money import Cents, amount

Row = dict[str, Any]
Balances = dict[str, Cents]


class Fenced(HolecardError):
    """The table belongs to another process by now."""


_TABLE = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("its_id"), schema.tables.c.epoch == bindparam("its_epoch"))
    .values(
        {
            name: bindparam(f"new_{name}")
            for name in ("entries", "head", "round", "shoe", "holding", "seats", "is_open", "is_stopped")
        }
    )
)
_BALANCE = (
    update(schema.accounts)
    .where(
        schema.accounts.c.name == bindparam("its_name"),
        schema.accounts.c.balance + bindparam("delta", type_=schema.accounts.c.balance.type) >= 0,
    )
    .values(balance=schema.accounts.c.balance + bindparam("delta", type_=schema.accounts.c.balance.type))
    .returning(schema.accounts.c.balance)
)
_REVEALED = (
    update(schema.shoes)
    .where(schema.shoes.c.table_id == bindparam("its_table"), schema.shoes.c.number == bindparam("its_number"))
    .values(revealed=bindparam("at"))
)
_ENDED = (
    update(schema.rounds)
    .where(schema.rounds.c.table_id == bindparam("its_table"), schema.rounds.c.number == bindparam("its_number"))
    .values(last=bindparam("at"), ended=bindparam("when"))
)
_ENTRY, _POSTING, _SHOE, _ROUND, _BETTOR, _REQUEST = (
    insert(table)
    for table in (
        schema.entries,
        schema.postings,
        schema.shoes,
        schema.rounds,
        schema.round_bettors,
        schema.requests,
    )
)


@dataclass(kw_only=True)
class Written:
    """A unit of the store: the rows of one stroke."""

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
    request: Row | None = None

    def __call__(self, connection: Connection) -> Balances:
        """Write it. Returns what the bettors have whose money moved."""
        values = {f"new_{name}": value for name, value in self.row.items()}
        if connection.execute(_TABLE, {"its_id": self.table_id, "its_epoch": self.epoch, **values}).rowcount != 1:
            raise Fenced("the table is served by another process")
        balances = move(connection, self.postings)
        lists = (
            (_ROUND, self.rounds),
            (_ENTRY, self.entries),
            (_SHOE, self.shoes),
            (_REVEALED, self.revealed),
            (_ENDED, self.ended),
            (_BETTOR, self.bettors),
        )
        for statement, rows in lists:
            if rows:
                connection.execute(statement, rows)
        if self.request is not None:
            remember(connection, self.request)
        return balances


class KeyUsed(Malformed):
    """A request has the key of another."""

    def __init__(self) -> None:
        super().__init__("key: this one was used for another request: each has its own")


def remember(connection: Connection, request: Row) -> None:
    """A request that is carried out, once; its key is new to whoever asks, wherever he used one."""
    try:
        connection.execute(_REQUEST, request)
    except IntegrityError as error:
        raise KeyUsed from error


def move(connection: Connection, moved: list[Row]) -> Balances:
    """Write postings and change the balances of the bettors by them, of whom none may go below nothing."""
    deltas: Counter[str] = Counter()
    for posting in moved:
        deltas[posting["source"]] -= posting["cents"]
        deltas[posting["target"]] += posting["cents"]
    balances: Balances = {}
    for account, delta in sorted(deltas.items()):  # in one order everywhere, so that no two wait for each other
        kind, _, name = account.partition(":")
        if kind == BETTOR and delta:
            found = connection.execute(_BALANCE, {"its_name": name, "delta": delta}).scalar()
            if found is None:
                raise Refused(amount(-delta), cite=house("the purse"), why="is more than you have", legal=("buy in",))
            balances[name] = found
    if moved:
        connection.execute(_POSTING, moved)
    return balances
