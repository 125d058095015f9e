"""Archives old rounds: writes them to a file of their own, and only then deletes them.

The file is an SQLite database with the rows as they were. Everything in it is replayed before it is written, and
`check_archive` can replay it again. The book records the archive, signed, and the audit goes on behind it.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import Column, Connection, Engine, MetaData, Table, Text, create_engine, delete, insert, select
from sqlalchemy.exc import DBAPIError

from holecard.law.errors import HolecardError, Malformed
from holecard.live.audit._archived import ARCHIVE, Archived, archived_tables, archives, has_signature, signed
from holecard.live.audit._table import TableAudit
from holecard.live.audit._tables import Report, has_rules, snapshot, vault_of
from holecard.live.audit.rows import Broken, Row
from holecard.live.people.accounts import BY
from holecard.live.store import schema
from holecard.live.store.anchor import Anchor
from holecard.live.store.backup import copy_rows, made_whole
from holecard.live.store.book import enter, stamp
from holecard.live.store.migrate import check_schema
from holecard.live.store.packs import last_pack, opening_of
from holecard.live.store.vault import Vault, make_private

ABOUT: Final = Table("archive", MetaData(), Column("body", Text, nullable=False))  # one row: what the file is


class Part(NamedTuple):
    """The rounds of a table that an archive contains."""

    table: int
    name: str
    since: Archived | None  # what earlier archives contain
    until: Archived

    @property
    def rounds(self) -> int:
        return self.until.rounds - (self.since.rounds if self.since is not None else 0)

    @property
    def entries(self) -> int:
        return self.until.verified.n - (self.since.verified.n if self.since is not None else 0)


class Made(NamedTuple):
    """An archive, and the tables whose old rounds are not in it, each with the reason."""

    parts: list[Part]
    kept: dict[str, str]
    sha256: str = ""


class UpTo(TableAudit):
    """Follows a table's journal to the last of some entries with which a round ends."""

    def __init__(
        self, connection: Connection, row: Row, vault: Vault, archived: Archived | None, ends: Collection[int]
    ) -> None:
        self._ends = ends
        super().__init__(connection, row, vault, archived=archived)

    def run(self) -> Iterator[int]:
        for n in range(self._head.count + 1, max(self._ends) + 1):
            self._follow(n)
            yield n

    def _keep(self) -> None:
        if self._head.count in self._ends and not self._beyond:
            self.verified = self._state()


# Making one


def make_archive(
    engine: Engine,
    file: Path,
    before: float,
    time: float,
    key: Path | None = None,
    why: str = "",
    is_tried: bool = False,
    report: Report = lambda done, of: None,
) -> Made:
    """Archive the packed rounds that ended before a time. If it `is_tried`, nothing is written or deleted.

    The last pack of a table stays: the table goes on from its notes.
    """
    if file.exists():
        raise HolecardError(f"{file} exists: choose another name, so that no archive is overwritten")
    vault = vault_of(engine, key)
    if vault.signer is None:
        raise HolecardError("an archive needs the house's key: name the file with --key or HOLECARD_KEY")
    with snapshot(engine) as connection:
        check_schema(connection)
        made = _parts(connection, vault, before, report)
        if is_tried or not made.parts:
            return made
        tables = {str(part.table): part.until.said() for part in made.parts}
        said = {"before": stamp(before), "why": why}
        from_ = {str(part.table): part.since.said() for part in made.parts if part.since is not None}
        about = signed(
            vault.signer,
            {**said, "anchor": Anchor.of(connection, vault)._asdict(), "since": from_, "tables": tables},
        )
        written = _write(connection, file, made.parts, about)
    sha256 = _sha256(file)
    record = signed(vault.signer, {**said, "by": BY, "file": file.name, "sha256": sha256, "tables": tables})
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        _delete(connection, made.parts, written)
        enter(connection, time, ARCHIVE, **record)
    return made._replace(sha256=sha256)


def _parts(connection: Connection, vault: Vault, before: float, report: Report) -> Made:
    """What there is to archive, replayed up to there."""
    made, archived = Made([], {}), archived_tables(connection, vault)
    wanted = []
    for row in connection.execute(select(schema.tables).order_by(schema.tables.c.id)).all():
        if ends := _ends(connection, row.id, before):
            if has_rules(row):
                wanted.append((row, ends))
            else:
                made.kept[row.name] = f"this version does not have its rules {row.rules_hash}"
    done, of = 0, sum(max(ends) for _, ends in wanted)
    for row, ends in wanted:
        since = archived.get(row.id)
        with UpTo(connection, row, vault, since, ends) as audit:
            for n in audit.run():
                report(done + n, of)
        done += max(ends)
        if audit.verified is None or (since is not None and audit.verified.n == since.verified.n):
            made.kept[row.name] = "no pack of it ends where a round was played to its end"
            continue
        end = last_pack(connection, row.id, audit.verified.n)
        assert end is not None, "a pack ends there"
        until = Archived(audit.verified, end.noted, {})
        its = select(schema.packs.c.moved).where(until.its(row.id)[schema.packs])
        moved = Counter(since.moved if since is not None else {})
        for one in connection.execute(its).scalars():
            moved.update(json.loads(one))
        made.parts.append(Part(row.id, row.name, since, until._replace(moved={k: v for k, v in moved.items() if v})))
    return made


def _ends(connection: Connection, table_id: int, before: float) -> list[int]:
    """The last entries of the packs of a table that ended before a time."""
    packs = schema.packs.c
    last, found = last_pack(connection, table_id), []
    its = select(packs.number, packs.last, packs.ended).where(packs.table_id == table_id).order_by(packs.number)
    for row in connection.execute(its):
        if last is None or row.number == last.number or row.ended >= before:
            break
        found.append(int(row.last))
    return found


def _write(connection: Connection, file: Path, parts: list[Part], about: dict[str, Any]) -> dict[tuple[int, str], int]:
    """Write the rows to the file, at once or not at all; returns how many of each table will be deleted."""
    try:
        with made_whole(file) as making:
            make_private(making)
            target = create_engine(f"sqlite:///{making}")
            try:
                with target.begin() as writing:
                    schema.metadata.create_all(writing)
                    ABOUT.create(writing)
                    writing.execute(insert(ABOUT).values(body=json.dumps(about, sort_keys=True)))
                    return {key: n for part in parts for key, n in _copy(connection, writing, part).items()}
            finally:
                target.dispose()
    except OSError as error:
        raise HolecardError(f"can't write {file}: {error.strerror}") from error


def _copy(connection: Connection, writing: Connection, part: Part) -> dict[tuple[int, str], int]:
    tables, rounds, shoes, now = schema.tables, schema.rounds, schema.shoes, part.until.verified
    row = connection.execute(select(tables).where(tables.c.id == part.table)).one()._asdict()
    hidden = {"holding": "", "dealt": "", "owner": "", "seats": "[]", "attendance": "{}"}  # it is played on with these
    writing.execute(insert(tables).values({**row, **hidden}))
    copied = {
        (part.table, table.name): sum(copy_rows(connection, writing, table, which))
        for table, which in part.until.its(part.table).items()
    }
    next_ = select(rounds).where(rounds.c.table_id == part.table, rounds.c.number == now.rounds)
    opened = {"opening": opening_of(connection, part.table, now.rounds), "last": None, "ended": None}
    writing.execute(insert(rounds).values({**connection.execute(next_).one()._asdict(), **opened}))
    staying = shoes.c.number.in_({*now.unrevealed, now.shoes})
    for one in connection.execute(select(shoes).where(shoes.c.table_id == part.table, staying)).all():
        writing.execute(insert(shoes).values(one._asdict()))
    return copied


def _delete(connection: Connection, parts: list[Part], written: dict[tuple[int, str], int]) -> None:
    for part in parts:
        for table, which in part.until.its(part.table).items():
            done = connection.execute(delete(table).where(which)).rowcount
            if done != written[part.table, table.name]:
                raise HolecardError(f"rounds of table {part.table} changed meanwhile: nothing was deleted, try again")


# Checking one


class Checked(NamedTuple):
    """What was found right in a file, and the tables whose rules this version does not have."""

    rounds: int
    entries: int
    sha256: str
    unreplayed: list[str]


def check_archive(
    file: Path, engine: Engine, key: Path | None = None, report: Report = lambda done, of: None
) -> Checked:
    """Replay an archive from beginning to end. It must be the file that the book of this house names."""
    vault = vault_of(engine, key)
    with snapshot(engine) as connection:
        check_schema(connection)
        booked = archives(connection, vault)
    with _opened(file) as connection:
        about = _about(connection, file, vault)
        parts, unreplayed = _told(connection, about), []
        done, of = 0, sum(part.entries for part in parts)
        for part in parts:
            row = connection.execute(select(schema.tables).where(schema.tables.c.id == part.table)).one()
            if not has_rules(row):
                unreplayed.append(part.name)
                continue
            with UpTo(connection, row, vault, part.since, [part.until.verified.n]) as audit:
                for n in audit.run():
                    report(done + n - part.until.verified.n + part.entries, of)
                audit.end()
            if audit.verified != part.until.verified:
                raise Broken("archive", file, "its last round ends in another way than the house signed", row)
            done += part.entries
    sha256 = _sha256(file)
    if sha256 not in booked:
        raise Broken("archive", file, "was changed or is not of this house: the book has no archive with its SHA-256")
    return Checked(sum(part.rounds for part in parts), of, sha256, unreplayed)


@contextmanager
def _opened(file: Path) -> Iterator[Connection]:
    """The file, which stays as it is."""
    if not file.is_file():
        raise HolecardError(f"archive not found: {file}")
    engine = create_engine(f"sqlite:///file:{file.resolve()}?mode=ro&immutable=1&uri=true")
    try:
        with engine.connect() as connection:
            yield connection
    except DBAPIError as error:
        raise Malformed(f"can't read the archive {file}: {error.orig}") from error
    finally:
        engine.dispose()


def _about(connection: Connection, file: Path, vault: Vault) -> dict[str, Any]:
    try:
        said: dict[str, Any] = json.loads(connection.execute(select(ABOUT.c.body)).scalar_one())
    except ValueError as error:
        raise Malformed(f"can't read the archive {file}: {error}") from error
    if not has_signature(said, vault):
        raise Broken("archive", file, "what it says of itself was changed: the house's signature does not fit")
    return said


def _told(connection: Connection, about: dict[str, Any]) -> list[Part]:
    tables = schema.tables.c
    names = {row.id: row.name for row in connection.execute(select(tables.id, tables.name))}
    since = {number: Archived.read(said) for number, said in about["since"].items()}
    told = about["tables"].items()
    if missing := {int(number) for number, _ in told} - names.keys():
        raise Broken("tables", min(missing), "is missing from the archive")
    return [Part(int(k), names[int(k)], since.get(k), Archived.read(said)) for k, said in told]


def _sha256(file: Path) -> str:
    with open(file, "rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
