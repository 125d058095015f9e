"""Audits the tables of a house, many at once. Each is checked alone, whatever the others say.

Each process reads its table in one transaction of its own, so a house may be served meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, select

from holecard.live.audit._archived import archived_tables
from holecard.live.audit._hashed import HashedAudit
from holecard.live.audit._table import TableAudit
from holecard.live.audit._verified import Checked, Verified
from holecard.live.audit.rows import Broken, Row
from holecard.live.store import schema
from holecard.live.store.store import open_stored
from holecard.live.store.vault import NO_VAULT, Vault, key_file, open_vault
from holecard.live.table.house import knows_rules

Report = Callable[[int, int], None]
WORTH_A_PROCESS = 20_000  # entries: fewer are checked before the processes have started


class Audited(NamedTuple):
    """What was checked of a table, where the next audit may begin, and what is wrong with its requests."""

    checked: Checked
    verified: Verified | None
    request: tuple[str, str] | None = None  # which, and why
    is_replayed: bool = True  # this version has its rules


class Wrong(NamedTuple):
    """A finding on its way from another process."""

    kind: str
    key: str
    why: str


def vault_of(engine: Engine, key: Path | None) -> Vault:
    file = key_file(engine.url, key)
    return open_vault(file) if file.exists() else NO_VAULT


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """A connection that sees the database as it is now, whatever is written meanwhile."""
    with engine.connect() as connection:
        if connection.dialect.name == "postgresql":  # SQLite always reads a snapshot
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with connection.begin():
            if connection.dialect.name == "postgresql":  # replaying takes a while, and blocks nobody
                connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
            yield connection


def audit_tables(
    engine: Engine, rows: Sequence[Row], key: Path | None, since: Mapping[int, Verified], jobs: int, report: Report
) -> dict[int, Audited]:
    """Audit these tables, by number; `report` is called with the number of entries done, and of all."""
    left = {row.id: row.entries - (since[row.id].n if row.id in since else 0) for row in rows}
    whole, done, audited = sum(left.values()), 0, dict[int, Audited]()
    if jobs == 1 or len(rows) < 2 or whole < WORTH_A_PROCESS:
        vault = vault_of(engine, key)
        for row in rows:
            with snapshot(engine) as connection:
                told = partial(_add, report, done, whole)
                audited[row.id] = _audit(connection, row.id, vault, since.get(row.id), told)
            done += left[row.id]
        return audited
    url = engine.url.render_as_string(hide_password=False)
    with ProcessPoolExecutor(min(jobs, len(rows)), mp_context=get_context("spawn")) as pool:
        longest_first = sorted(rows, key=lambda row: -left[row.id])
        running = {row.id: pool.submit(_audit_apart, url, row.id, key, since.get(row.id)) for row in longest_first}
        try:
            for row in rows:  # in their order, so that the first that is wrong is always the same
                audited[row.id] = _result(running[row.id], row)
                done += left[row.id]
                report(done, whole)
        finally:
            pool.shutdown(cancel_futures=True)
    return audited


def _add(report: Report, before: int, whole: int, n: int) -> None:
    report(before + n, whole)


def _result(running: Future[Audited | Wrong], row: Row) -> Audited:
    found = running.result()
    if isinstance(found, Wrong):
        raise Broken(*found, row)
    return found


def _audit_apart(url: str, table_id: int, key: Path | None, since: Verified | None) -> Audited | Wrong:
    """In a process of its own."""
    engine = open_stored(url)
    try:
        with snapshot(engine) as connection:
            return _audit(connection, table_id, vault_of(engine, key), since, lambda n: None)
    except Broken as broken:
        return Wrong(broken.kind, broken.key, broken.why)
    finally:
        engine.dispose()


def _audit(
    connection: Connection, table_id: int, vault: Vault, since: Verified | None, report: Callable[[int], Any]
) -> Audited:
    row = connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).one()
    is_known, archived = has_rules(row), archived_tables(connection, vault).get(table_id)
    since = since if is_known else None
    began = max(since.n if since is not None else 0, archived.verified.n if archived is not None else 0)
    if archived is not None:
        archived.check_gone(connection, table_id, lambda kind, key, why: Broken(kind, key, why, row))
    with (TableAudit if is_known else HashedAudit)(connection, row, vault, since, archived) as audit:
        for n in audit.run():
            report(n - began)
    return Audited(audit.checked, audit.verified, audit.requests.found, is_known)


def has_rules(row: Row) -> bool:
    try:
        return knows_rules(row)
    except ValueError:  # its options can't be read: the audit names the row
        return True
