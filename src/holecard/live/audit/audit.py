"""Checks the stored records for consistency and names the first row that is wrong (`Broken`).

It replays each table from its journal, with the committed cards, and then adds up the ledger. It reads each table in
one transaction, and what is beside the tables in another, so you can audit a house while it is served.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Column, Connection, Engine, Table, func, select

from holecard.law.errors import HolecardError
from holecard.live.audit._archived import Archived, archived_tables
from holecard.live.audit._book import BookAudit
from holecard.live.audit._tables import Audited, Report, audit_tables, snapshot, vault_of
from holecard.live.audit._verified import Since
from holecard.live.audit.rows import Broken, streamed
from holecard.live.people.accounts import CASHIER, CASHIERS
from holecard.live.people.adjustments import CITE
from holecard.live.store import schema
from holecard.live.store.anchor import Anchor
from holecard.live.store.migrate import check_schema
from holecard.record.ledger import BETTOR, account


class Unreplayed(NamedTuple):
    """A table whose rules this version does not have: only hashes, cards and money were checked."""

    table: int
    name: str
    rounds: int
    rules_hash: str


class Counts(NamedTuple):
    """What was checked."""

    tables: int
    rounds: int
    entries: int
    shoes: int
    postings: int
    accounts: int
    restores: int  # of a table from a backup
    unreplayed: tuple[Unreplayed, ...] = ()
    archived: int = 0  # rounds that are in archives, and were not checked


def verify(
    engine: Engine,
    report: Report = lambda done, of: None,
    key: Path | None = None,
    anchor: Anchor | None = None,
    since: Path | None = None,
    jobs: int = 1,
) -> Counts:
    """Check the whole database as it is now; `report` is called with the number of entries done, and of all.

    `key` opens the orders that are not revealed yet; by default it is where the house keeps it. `anchor` is a head of
    the book that was kept elsewhere. `since` is a file that says where the last audit ended: the tables are followed
    from there, or from their beginning if there is no such file, and then it is written anew.
    """
    vault = vault_of(engine, key)
    if since is not None and vault.signer is None:
        raise HolecardError("an audit with --since needs the house's key: name the file with --key or HOLECARD_KEY")
    last = Since.read(since, vault) if since is not None and since.exists() else None
    with snapshot(engine) as connection:
        check_schema(connection)
        for kept in (anchor, last and last.anchor):
            if kept is not None and not kept.is_in(connection):
                why = f"the book has another entry than the house signed at {kept.time}: it was written anew"
                raise Broken("book", kept.entries, why)
        tables = connection.execute(select(schema.tables).order_by(schema.tables.c.id)).all()
        archived = archived_tables(connection, vault)
    known = last.tables if last is not None else {}
    if missing := known.keys() - {row.id for row in tables}:
        raise Broken("tables", min(missing), "is missing, but the last audit knew it")
    known = {number: one.verified for number, one in archived.items()} | {
        number: one for number, one in known.items() if number not in archived or one.n > archived[number].verified.n
    }
    audited = audit_tables(engine, tables, key, known, jobs, report)
    with snapshot(engine) as connection:
        archived = archived_tables(connection, vault)
        counts = _verify_beside(connection, audited, archived)
        for row in tables:  # last: if an account or a table is wrong too, that says more
            if (found := audited[row.id].request) is not None:
                raise Broken("requests", *found, row)
        if gone := [row for row in tables if not audited[row.id].is_replayed]:
            told = (Unreplayed(row.id, row.name, audited[row.id].checked.rounds, row.rules_hash) for row in gone)
            counts = counts._replace(unreplayed=tuple(told))
        if since is not None:
            ended = {number: one.verified for number, one in audited.items() if one.verified is not None}
            Since(Anchor.of(connection, vault), ended).write(since, vault)
    return counts


def _verify_beside(connection: Connection, audited: dict[int, Audited], archived: dict[int, Archived]) -> Counts:
    """Check what is beside the tables: the book, the people and all the money."""
    BookAudit(connection, {number: one.verified.n for number, one in archived.items()}).run()
    _check_elsewhere(connection)
    _check_cashier(connection)
    _check_accounts(connection, archived)
    done = [one.checked for one in audited.values()]
    return Counts(
        tables=len(audited),
        rounds=sum(one.rounds for one in done),
        entries=sum(one.entries for one in done),
        shoes=sum(one.shoes for one in done),
        postings=_count(connection, schema.postings) + _packed(connection),
        accounts=_count(connection, schema.accounts),
        restores=sum(one.restores for one in done),
        archived=sum(one.rounds for one in archived.values()),
    )


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _packed(connection: Connection) -> int:
    return int(connection.execute(select(func.coalesce(func.sum(schema.packs.c.postings), 0))).scalar_one())


def _check_elsewhere(connection: Connection) -> None:
    """No row may belong to a table that does not exist."""
    known = select(schema.tables.c.id)
    places: tuple[tuple[Table, Column[Any]], ...] = (
        (schema.entries, schema.entries.c.n),
        (schema.rounds, schema.rounds.c.number),
        (schema.round_bettors, schema.round_bettors.c.number),
        (schema.shoes, schema.shoes.c.number),
        (schema.packs, schema.packs.c.number),
        (schema.postings, schema.postings.c.id),
    )
    for table, key in places:
        lost = select(table.c.table_id, key).where(table.c.table_id.is_not(None), table.c.table_id.not_in(known))
        if (row := connection.execute(lost.order_by(table.c.table_id, key).limit(1)).one_or_none()) is not None:
            raise Broken(table.name, row[1], f"there is no table {row[0]}")


_AT_CASHIER = (str(CASHIERS), str(CITE))  # buying and cashing in, and adjustments


def _check_cashier(connection: Connection) -> None:
    """A posting without a table must be between a player and the cashier."""
    at_cashier = select(schema.postings).where(schema.postings.c.table_id.is_(None)).order_by(schema.postings.c.id)
    with streamed(connection, at_cashier) as rows:
        for row in rows:
            if {row.source, row.target} != {CASHIER, account(row.bettor)}:
                raise Broken("postings", row.id, "belongs to no table, and is not between a player and the cashier")
            written = row.entry, row.round, row.seat, row.wager
            if written != (None, None, 0, "") or row.clause not in _AT_CASHIER:
                raise Broken("postings", row.id, "has other fields than a posting of the cashier")


def _check_accounts(connection: Connection, archived: dict[int, Archived]) -> None:
    """Every balance must equal the sum of its postings, and every posting must have an account."""
    held: Counter[str] = Counter()
    for one in archived.values():
        held.update(one.moved)
    for column, sign in ((schema.postings.c.source, -1), (schema.postings.c.target, 1)):
        for name, sum_ in connection.execute(select(column, func.sum(schema.postings.c.cents)).group_by(column)):
            held[name] += sign * int(sum_)
    with streamed(connection, select(schema.packs.c.number, schema.packs.c.moved)) as packs:
        for row in packs:
            try:
                held.update(json.loads(row.moved))
            except (ValueError, TypeError) as error:
                raise Broken("packs", row.number, f"its moved can't be read: {error}") from error
    with streamed(connection, select(schema.accounts).order_by(schema.accounts.c.id)) as rows:
        for row in rows:
            posted = held.pop(account(row.name), 0)
            if row.balance != posted:
                raise Broken("accounts", row.name, f"has {row.balance} cents, but its postings add up to {posted}")
            if row.balance < 0:
                raise Broken("accounts", row.name, f"has a negative balance: {row.balance} cents")
    for name in sorted(held):
        kind, _, whose = name.partition(":")
        if kind == BETTOR:
            about = (schema.postings.c.source == name) | (schema.postings.c.target == name)
            first = connection.execute(select(func.min(schema.postings.c.id)).where(about)).scalar_one()
            raise Broken("postings", first, f"there is no account {whose}")
