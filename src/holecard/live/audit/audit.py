"""Whether what a house has stored is what happened: the first row that does not hold is named (`Broken`).

Each table is played once more from its journal, with the cards that were committed (`audit_table`); then the ledger is
added up. Everything is read in one transaction, so that a house may be audited while it is served.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Column, Connection, Engine, Table, func, select

from holecard.law.clauses import house
from holecard.live.audit._table import TableAudit
from holecard.live.audit.rows import Broken, streamed
from holecard.live.people.accounts import CASHIER
from holecard.live.store import schema
from holecard.live.store.migrate import check_schema
from holecard.record.ledger import BETTOR, account

Told = Callable[[int, int], None]


class Counts(NamedTuple):
    """What was checked."""

    tables: int
    rounds: int
    entries: int
    shoes: int
    postings: int
    accounts: int


def verify(engine: Engine, told: Told = lambda done, of: None) -> Counts:
    """Check the whole database as it is at this moment; `told` hears how many entries of all are done."""
    with engine.connect() as connection:
        if connection.dialect.name == "postgresql":  # SQLite reads one moment as it is
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with connection.begin():
            check_schema(connection)
            return _verify(connection, told)


def _verify(connection: Connection, told: Told) -> Counts:
    entries = _count(connection, schema.entries)
    tables = connection.execute(select(schema.tables).order_by(schema.tables.c.id)).all()
    done = rounds = shoes = 0
    for row in tables:
        with TableAudit(connection, row) as audit:
            for n in audit.run():
                told(done + n, entries)
        done, rounds, shoes = done + audit.entries, rounds + audit.rounds, shoes + audit.shoes
    _check_elsewhere(connection)
    _check_cashier(connection)
    _check_accounts(connection)
    ledger = _count(connection, schema.postings), _count(connection, schema.accounts)
    return Counts(len(tables), rounds, done, shoes, *ledger)


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _check_elsewhere(connection: Connection) -> None:
    """Nothing belongs to a table that is not there."""
    known = select(schema.tables.c.id)
    places: tuple[tuple[Table, Column[Any]], ...] = (
        (schema.entries, schema.entries.c.n),
        (schema.rounds, schema.rounds.c.number),
        (schema.round_bettors, schema.round_bettors.c.number),
        (schema.shoes, schema.shoes.c.number),
        (schema.postings, schema.postings.c.id),
    )
    for table, key in places:
        lost = select(table.c.table_id, key).where(table.c.table_id.not_in(known))
        if (row := connection.execute(lost.order_by(table.c.table_id, key).limit(1)).one_or_none()) is not None:
            raise Broken(table.name, row[1], f"there is no table {row[0]}")


def _check_cashier(connection: Connection) -> None:
    """Chips are bought and cashed between a player and the cashier, and nobody else."""
    at_cashier = select(schema.postings).where(schema.postings.c.table_id.is_(None)).order_by(schema.postings.c.id)
    with streamed(connection, at_cashier) as rows:
        for row in rows:
            if {row.source, row.target} != {CASHIER, account(row.bettor)}:
                raise Broken("postings", row.id, "is no buying or cashing of chips, and belongs to no table")
            written = row.entry, row.round, row.seat, row.wager, row.clause
            if written != (None, None, 0, "", str(house("the cashier"))):
                raise Broken("postings", row.id, "is not written as the cashier writes")


def _check_accounts(connection: Connection) -> None:
    """Every purse holds what was posted to it, and nothing is posted to a purse that nobody has."""
    held: Counter[str] = Counter()
    for column, sign in ((schema.postings.c.source, -1), (schema.postings.c.target, 1)):
        for name, sum_ in connection.execute(select(column, func.sum(schema.postings.c.cents)).group_by(column)):
            held[name] += sign * int(sum_)
    with streamed(connection, select(schema.accounts).order_by(schema.accounts.c.id)) as rows:
        for row in rows:
            posted = held.pop(account(row.name), 0)
            if row.balance != posted:
                raise Broken("accounts", row.name, f"has {row.balance} cents, and {posted} were posted to it")
            if row.balance < 0:
                raise Broken("accounts", row.name, f"has {row.balance} cents, which is less than nothing")
    for name in sorted(held):
        kind, _, whose = name.partition(":")
        if kind == BETTOR:
            about = (schema.postings.c.source == name) | (schema.postings.c.target == name)
            first = connection.execute(select(func.min(schema.postings.c.id)).where(about)).scalar_one()
            raise Broken("postings", first, f"there is no account {whose}")
