"""A stored house as somebody changes it who goes around the server, and what the audit makes of it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, delete, insert, select, update

from holecard.live.audit.audit import Counts, verify
from holecard.live.audit.rows import Broken
from holecard.live.store import schema
from holecard.live.store.store import open_engine
from holecard.record.journal_check import GENESIS, Head, make_entry


def audited(url: str) -> Counts:
    engine = open_engine(url)
    try:
        return verify(engine)
    finally:
        engine.dispose()


def copied_house(folder: Path, into: Path) -> str:
    """Another house with the same files, for one test to spoil."""
    for file in folder.iterdir():
        shutil.copy(file, into)
    return f"sqlite:///{into}/house.db"


def found_broken(url: str) -> Broken:
    with pytest.raises(Broken) as caught:
        audited(url)
    return caught.value


@contextmanager
def tampering(url: str) -> Iterator[Connection]:
    """Write as somebody does who goes around the house."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def rewrite(connection: Connection, table_id: int, change: Any) -> None:
    """Write a journal anew, each body as `change` has it, with a chain and a head that fit."""
    entries = schema.entries
    rows = connection.execute(select(entries).where(entries.c.table_id == table_id).order_by(entries.c.n)).all()
    connection.execute(delete(entries).where(entries.c.table_id == table_id))
    head = Head(0, GENESIS)
    for row in rows:
        for kind, body in change(row):
            entry = make_entry(head, row.time, kind, body)
            connection.execute(insert(entries).values({**entry._asdict(), "table_id": table_id, "round": row.round}))
            head = Head(entry.n, entry.hash)
    values = {"entries": head.count, "head": head.hash}
    connection.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(values))


def first_answer(connection: Connection, like: str, table_id: int = 1, unlike: str = "") -> Any:
    """The first answer that is written like this, and not like that."""
    body = schema.entries.c.body
    wanted = select(schema.entries).where(schema.entries.c.table_id == table_id, body.like(like), body.not_like(unlike))
    return connection.execute(wanted.order_by(schema.entries.c.n)).first()


def body_changed(n: int, body: str) -> Any:
    return lambda row: [(row.kind, body if row.n == n else row.body)]
