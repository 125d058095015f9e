"""Packs: finished rounds of a table, compressed into one row. Whoever reads entries finds them here or as rows.

A pack has no hashes but the one before its first entry and that of its last. Every hash between follows from these
and from what the entries say, so the chain is as it was.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import cached_property
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, select

from holecard.law.errors import Malformed
from holecard.live.store import schema
from holecard.record.journal import ANSWER, TABLE
from holecard.record.journal_check import digest

Row = Any
STANDING: Final = "standing"  # an entry: a player's standing wish begins or ends
UNASKED: Final = "unasked"
NOTICE: Final = "notice"
MOVED: Final = ("source", "target", "cents", "clause", "seat", "bettor", "wager")  # what a pack has of a posting


class Kept(NamedTuple):
    """An entry of a journal, from a row or a pack, with its round."""

    n: int
    previous: str
    time: str
    kind: str
    body: str
    hash: str
    round: int


class KeptPosting(NamedTuple):
    """A posting from a pack. Its time is its entry's."""

    id: str
    time: float
    table_id: int
    entry: int
    round: int
    source: str
    target: str
    cents: int
    clause: str
    seat: int
    bettor: str
    wager: str


class PackedRound(NamedTuple):
    """What a pack has of a round."""

    opening: str
    entries: list[list[str]]  # time, kind, body
    postings: list[list[Any]]  # which of the entries, then MOVED


class Pack:
    """A pack as it is stored."""

    def __init__(self, row: Row) -> None:
        self.row = row

    @cached_property
    def _lines(self) -> list[bytes]:
        try:
            return zlib.decompress(self.row.body).split(b"\n")
        except zlib.error as error:
            raise Malformed(f"its body can't be read: {error}") from error

    @property
    def numbers(self) -> range:
        return range(self.row.number, self.row.last_round + 1)

    def round(self, number: int) -> PackedRound:
        """One round; the others are not decoded."""
        try:
            return msgspec.json.decode(self._lines[number - self.row.number], type=PackedRound)
        except (IndexError, msgspec.DecodeError) as error:
            raise Malformed(f"round {number} can't be read: {error}") from error

    @cached_property
    def rounds(self) -> list[PackedRound]:
        if len(self._lines) != len(self.numbers):
            raise Malformed(f"has {len(self._lines)} rounds, and should have {len(self.numbers)}")
        return [self.round(number) for number in self.numbers]

    @cached_property
    def entries(self) -> list[Kept]:
        """All entries, chained as they are now; `is_chained` says whether that is as they were."""
        found, previous, n = list[Kept](), self.row.previous, self.row.first - 1
        for number, one in zip(self.numbers, self.rounds, strict=True):
            for time, kind, body in one.entries:
                n += 1
                hash_ = digest(n, previous, time, kind, body)
                found.append(Kept(n, previous, time, kind, body, hash_, number))
                previous = hash_
        return found

    @property
    def is_chained(self) -> bool:
        """Whether the entries lead to the hash of the last."""
        last = self.entries[-1] if self.entries else None
        return last is not None and (last.n, last.hash) == (self.row.last, self.row.hash)

    @property
    def moved(self) -> str:
        return moved_by((one.source, one.target, one.cents) for one in self.postings)

    @cached_property
    def postings(self) -> list[KeptPosting]:
        found, before = list[KeptPosting](), self.row.first
        for number, one in zip(self.numbers, self.rounds, strict=True):
            times = [datetime.fromisoformat(time).timestamp() for time, _, _ in one.entries]
            for at, (of, *moved) in enumerate(one.postings, start=1):
                if not 0 <= of < len(times):
                    raise Malformed(f"round {number} has a posting without an entry")
                place = times[of], self.row.table_id, before + of, number
                found.append(KeptPosting(f"{at} of round {number}", *place, *moved))
            before += len(one.entries)
        return found


# What a row says of its rounds, so that nobody needs to open it


def moved_by(postings: Iterable[tuple[str, str, int]]) -> str:
    """What each account gained by postings (source, target, cents), as JSON."""
    gained: Counter[str] = Counter()
    for source, target, cents in postings:
        gained[source] -= cents
        gained[target] += cents
    return json.dumps({name: cents for name, cents in sorted(gained.items()) if cents})


def noted(before: Mapping[str, str], entries: Iterable[Kept]) -> dict[str, str]:
    """What a table must know of its entries so far: its last time, when it last got fresh cards, when each notice
    last came, and who wished not to be asked."""
    notes = dict(before)
    for entry in entries:
        first, _, rest = entry.body.partition("\n")[0].partition(" ")
        notes["time"] = entry.time
        if entry.kind == TABLE:
            notes[TABLE] = entry.time
        elif entry.kind == ANSWER and first == NOTICE:
            notes[f"{NOTICE} {rest.partition(' ')[0]}"] = entry.time
        elif entry.kind == STANDING and rest == UNASKED:
            notes[f"{STANDING} {first}"] = rest
        elif entry.kind == STANDING:
            notes.pop(f"{STANDING} {first}", None)
    return notes


def irregular(entries: Iterable[Kept]) -> str:
    """The rounds with an irregularity, in order."""
    rounds = {entry.round for entry in entries if entry.kind == ANSWER and entry.body.startswith("irregularity ")}
    return " ".join(map(str, sorted(rounds)))


# Finding them


def last_pack(connection: Connection, table_id: int, until: int | None = None) -> Row | None:
    """The last pack of a table, or the last with entries up to a number, without its body."""
    packs = schema.packs
    columns = [column for column in packs.c if column is not packs.c.body]
    wanted = select(*columns).where(packs.c.table_id == table_id)
    if until is not None:
        wanted = wanted.where(packs.c.first <= until)
    found = connection.execute(wanted.order_by(packs.c.first.desc()).limit(2)).all()
    return next((row for row in found if until is None or row.last <= until), None)


def notes_of(connection: Connection, table_id: int, until: int | None = None) -> dict[str, str]:
    """What is noted of a table's packed entries, or of those up to a number."""
    last = last_pack(connection, table_id, until)
    return dict(json.loads(last.noted)) if last is not None else {}


def pack_of_round(connection: Connection, table_id: int, number: int) -> Pack | None:
    packs = schema.packs
    its = packs.c.table_id == table_id, packs.c.number <= number
    row = connection.execute(select(packs).where(*its).order_by(packs.c.number.desc()).limit(1)).one_or_none()
    return Pack(row) if row is not None and row.last_round >= number else None


def pack_of_entry(connection: Connection, table_id: int, n: int) -> Pack | None:
    packs = schema.packs
    its = packs.c.table_id == table_id, packs.c.first <= n
    row = connection.execute(select(packs).where(*its).order_by(packs.c.first.desc()).limit(1)).one_or_none()
    return Pack(row) if row is not None and row.last >= n else None


def opening_of(connection: Connection, table_id: int, number: int) -> str:
    """The head of a round's transcript."""
    its = schema.rounds.c.table_id == table_id, schema.rounds.c.number == number
    opening = str(connection.execute(select(schema.rounds.c.opening).where(*its)).scalar_one())
    if not opening and (pack := pack_of_round(connection, table_id, number)) is not None:
        return pack.round(number).opening
    return opening


def entries_of(connection: Connection, table_id: int, number: int) -> list[Kept]:
    """The entries of a round. Rows are looked for first: packing puts a pack in their place in one transaction."""
    entries = schema.entries.c
    if found := _rows(connection, entries.table_id == table_id, entries.round == number):
        return found
    pack = pack_of_round(connection, table_id, number)
    return [entry for entry in pack.entries if entry.round == number] if pack is not None else []


def entries_between(connection: Connection, table_id: int, after: int, before: int) -> list[Kept]:
    """The entries after one number and before another."""
    entries, packs = schema.entries.c, schema.packs.c
    rows = _rows(connection, entries.table_id == table_id, entries.n > after, entries.n < before)
    first = pack_of_entry(connection, table_id, after + 1)
    since = first.row.first if first is not None else after + 1
    its = packs.table_id == table_id, packs.first >= since, packs.first < before
    packed = connection.execute(select(schema.packs).where(*its).order_by(packs.number)).all()
    older = [entry for row in packed for entry in Pack(row).entries if after < entry.n < before]
    return [*(entry for entry in older if not rows or entry.n < rows[0].n), *rows]


def entries_before(connection: Connection, table_id: int, n: int, most: int) -> list[Kept]:
    """The last entries before a number."""
    entries = schema.entries
    its = entries.c.table_id == table_id, entries.c.n < n
    rows = connection.execute(select(entries).where(*its).order_by(entries.c.n.desc()).limit(most)).all()
    found = [_kept(row) for row in reversed(rows)]
    while len(found) < most:
        pack = pack_of_entry(connection, table_id, (found[0].n if found else n) - 1)
        if pack is None:
            break
        found = [*(entry for entry in pack.entries if entry.n < (found[0].n if found else n)), *found]
    return found[-most:]


def hash_of(connection: Connection, table_id: int, n: int) -> str | None:
    """The hash of an entry, or None if there is no such entry."""
    entries = schema.entries.c
    if found := _rows(connection, entries.table_id == table_id, entries.n == n):
        return found[0].hash
    pack = pack_of_entry(connection, table_id, n)
    return next((entry.hash for entry in pack.entries if entry.n == n), None) if pack is not None else None


def _rows(connection: Connection, *its: Any) -> list[Kept]:
    wanted = select(schema.entries).where(*its).order_by(schema.entries.c.n)
    return [_kept(row) for row in connection.execute(wanted)]


def _kept(row: Row) -> Kept:
    return Kept(row.n, row.previous, row.time, row.kind, row.body, row.hash, row.round)


def all_packs(connection: Connection, table_id: int, after: int) -> Iterator[Pack]:
    """The packs with entries after a number, one after another."""
    packs = schema.packs
    wanted = select(packs.c.number).where(packs.c.table_id == table_id, packs.c.last > after).order_by(packs.c.number)
    for number in connection.execute(wanted).scalars().all():
        its = packs.c.table_id == table_id, packs.c.number == number
        yield Pack(connection.execute(select(packs).where(*its)).one())


def irregular_rounds(connection: Connection, table_id: int, most: int) -> list[int]:
    """The last rounds with an irregularity, the newest first."""
    entries, packs = schema.entries.c, schema.packs.c
    its = entries.table_id == table_id, entries.body.like("irregularity %"), entries.kind == ANSWER
    rows = select(entries.round).where(*its).distinct().order_by(entries.round.desc()).limit(most)
    packed = select(packs.irregular).where(packs.table_id == table_id, packs.irregular != "")
    older = connection.execute(packed.order_by(packs.number.desc()).limit(most)).scalars()
    found = [*connection.execute(rows).scalars(), *(int(number) for text in older for number in text.split())]
    return sorted(set(found), reverse=True)[:most]
