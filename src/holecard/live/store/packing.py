"""Packs finished rounds: many rounds of a table become one compressed row, which takes a tenth of the room.

A round is packed some time after it is over, apart from the strokes of the table. The pack takes the place of its rows
in one transaction, so a kill leaves either the rows or the pack. What could not be read from the pack again exactly as
it is stored is not packed: the audit must see it as it is.
"""

from __future__ import annotations

import json
import zlib
from itertools import groupby
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, insert, select

from holecard.law.errors import HolecardError
from holecard.live.store import schema
from holecard.live.store.book import stamp
from holecard.live.store.driver import Row
from holecard.live.store.packs import MOVED, Kept, Pack, irregular, last_pack, moved_by, noted
from holecard.record.journal_check import GENESIS

ROUNDS: Final = 32  # in a pack: more would save little and take longer to read
LEVEL: Final = 6


class NotPacked(HolecardError):
    """Rounds whose rows contradict each other, or changed meanwhile; nothing was done."""


class Packed(NamedTuple):
    """A pack, made and checked; it is still to take the place of the rows."""

    row: Row
    rounds: list[Row]  # without their openings
    entries: int

    def __call__(self, connection: Connection) -> None:
        """A unit of the store."""
        row, rounds, entries, postings = self.row, schema.rounds, schema.entries, schema.postings
        numbers = row["number"], row["last_round"]
        done = {  # rounds are written anew, because SQLite keeps the room of a row that becomes shorter
            "rounds": _delete(connection, rounds, rounds.c.number.between(*numbers) & (rounds.c.opening != ""), row),
            "entries": _delete(connection, entries, entries.c.n.between(row["first"], row["last"]), row),
            "postings": _delete(connection, postings, postings.c.round.between(*numbers), row),
        }
        wanted = {"rounds": len(self.rounds), "entries": self.entries, "postings": row["postings"]}
        if done != wanted:
            raise NotPacked(f"rounds {numbers[0]} to {numbers[1]} of table {row['table_id']} changed meanwhile")
        connection.execute(insert(rounds), self.rounds)
        connection.execute(insert(schema.packs).values(row))


def _delete(connection: Connection, table: Any, which: Any, row: Row) -> int:
    return connection.execute(delete(table).where(table.c.table_id == row["table_id"], which)).rowcount


def make_pack(connection: Connection, table_id: int, least: int = ROUNDS) -> Packed | None:
    """Pack the next rounds of a table, at least so many; None if there are too few.

    Only rounds before the oldest order that is not revealed are packed, so what a table goes on with is never packed.
    """
    last, rounds, shoes = last_pack(connection, table_id), schema.rounds.c, schema.shoes.c
    # Without min(), for which SQLite would read all orders instead of the few in ix_shoes_unrevealed
    open_orders = select(shoes.entry).where(shoes.table_id == table_id, shoes.revealed.is_(None))
    its = [rounds.table_id == table_id, rounds.last.is_not(None), rounds.opening != ""]
    if last is not None:
        its.append(rounds.number > last.last_round)
    if unrevealed := connection.execute(open_orders).scalars().all():
        its.append(rounds.last < min(unrevealed))
    wanted = select(schema.rounds).where(*its).order_by(rounds.number).limit(ROUNDS)
    found = connection.execute(wanted).all()
    if len(found) < max(least, 1):
        return None
    return _pack(connection, table_id, found, last)


def _pack(connection: Connection, table_id: int, rounds: Any, last: Any) -> Packed:
    first, end = rounds[0], rounds[-1]
    entries, postings = schema.entries, schema.postings
    its = entries.c.table_id == table_id, entries.c.n.between(first.first, end.last)
    columns = [entries.c[name] for name in Kept._fields]
    kept = [Kept._make(row) for row in connection.execute(select(*columns).where(*its).order_by(entries.c.n))]
    its = postings.c.table_id == table_id, postings.c.round.between(first.number, end.number)
    columns = [postings.c[name] for name in ("entry", *MOVED, "round", "id", "time")]
    moved = connection.execute(select(*columns).where(*its).order_by(postings.c.entry, postings.c.id)).all()
    said = {number: list(those) for number, those in groupby(kept, key=lambda entry: entry.round)}
    paid = {number: list(those) for number, those in groupby(moved, key=lambda row: row[-3])}
    lines = [_line(one, said.get(one.number, []), paid.get(one.number, [])) for one in rounds]
    row = {
        "table_id": table_id,
        "number": first.number,
        "last_round": end.number,
        "first": first.first,
        "last": end.last,
        "previous": kept[0].previous if kept else GENESIS,
        "hash": kept[-1].hash if kept else GENESIS,
        "ended": end.ended,
        "postings": len(moved),
        "moved": moved_by(row[1:4] for row in moved),
        "noted": json.dumps(noted(json.loads(last.noted) if last is not None else {}, kept)),
        "irregular": irregular(kept),
        "body": zlib.compress(b"\n".join(lines), LEVEL),
    }
    _check(Pack(_Row(row)), kept, moved)
    return Packed(row, [{**one._asdict(), "opening": ""} for one in rounds], len(kept))


class _Row:
    """A row that is not stored yet, with its columns as attributes."""

    def __init__(self, row: Row) -> None:
        self.__dict__.update(row)


def _line(one: Any, entries: list[Kept], postings: list[Any]) -> bytes:
    said = [entry[2:5] for entry in entries]
    paid = [(row[0] - one.first, *row[1:8]) for row in postings]
    return msgspec.json.encode((one.opening, said, paid))


def _check(pack: Pack, kept: list[Kept], moved: Any) -> None:
    """What is read from the pack must be what was stored."""
    why = f"rounds {pack.row.number} to {pack.row.last_round} of table {pack.row.table_id} are not packed"
    if pack.entries != kept:
        raise NotPacked(f"{why}: their entries do not follow from each other. Run holecard audit verify")
    times = {entry.n: entry.time for entry in kept}
    stamps = {time: stamp(time) for time in {row.time for row in moved}}
    for row in moved:
        if row.entry not in times:
            raise NotPacked(f"{why}: posting {row.id} belongs to none of their entries. Run holecard audit verify")
        if stamps[row.time] != times[row.entry]:
            raise NotPacked(f"{why}: posting {row.id} has another time than its entry. Run holecard audit verify")
