"""Somebody changes packed rounds, and the audit finds and names it."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select, update

from holecard.live.audit.audit import Counts, verify
from holecard.live.audit.rows import Broken
from holecard.live.store import schema
from holecard.live.store.packs import Pack
from holecard.live.store.store import open_engine
from holecard.record.journal_check import digest
from tests.live.packed import pack_all, play, played_and_packed
from tests.live.tampering import audited, copied_house, found_broken, tampering

ITS = schema.packs.c.table_id == 1, schema.packs.c.number == 5  # the second of the first table


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packed")
    played_and_packed(f"sqlite:///{folder}/house.db")
    return folder


@pytest.fixture
def url(house: Path, tmp_path: Path) -> str:
    return copied_house(house, tmp_path)


def the_pack(connection: Connection) -> Any:
    return connection.execute(select(schema.packs).where(*ITS)).one()


def test_nothing_was_changed(url: str) -> None:
    assert audited(url).rounds == 24


CHANGED = {
    "last_round": 7,
    "first": 1,
    "last": 10**6,
    "previous": "f" * 64,
    "hash": "f" * 64,
    "ended": 5.0,
    "postings": 1,
    "moved": '{"bettor:Ann0": 5}',
    "noted": "{}",
    "irregular": "6",
    "body": b"nothing",
}


def test_every_column_is_tried() -> None:
    assert {*CHANGED} == {column.name for column in schema.packs.c} - {"table_id", "number"}


@pytest.mark.parametrize("column", CHANGED)
def test_a_changed_column(url: str, column: str) -> None:
    with tampering(url) as connection:
        connection.execute(update(schema.packs).where(*ITS).values({column: CHANGED[column]}))
    broken = found_broken(url)
    assert broken.table == 1
    assert broken.kind in ("packs", "entries", "rounds", "postings"), broken
    if broken.kind == "packs":
        assert broken.key == "5"


@pytest.mark.parametrize(("column", "value"), [("number", 6), ("table_id", 2), ("table_id", 9)])
def test_a_pack_in_another_place(url: str, column: str, value: int) -> None:
    with tampering(url) as connection:
        if value == 2:
            its = schema.packs.c.table_id == 2, schema.packs.c.number == 5
            connection.execute(delete(schema.packs).where(*its))
        connection.execute(update(schema.packs).where(*ITS).values({column: value}))
    found_broken(url)


def test_a_missing_pack(url: str) -> None:
    with tampering(url) as connection:
        first = the_pack(connection).first
        connection.execute(delete(schema.packs).where(*ITS))
    broken = found_broken(url)
    assert (broken.kind, broken.table) in (("entries", 1), ("rounds", 1))
    assert str(first) in str(broken) or broken.kind == "rounds"


Content = list[list[Any]]  # of each round: its opening, its entries, its postings


def rewritten(row: Any, change: Callable[[Content], None], fits: bool) -> dict[str, Any]:
    """The pack with another content; with `fits`, everything that follows from it is written anew too."""
    content: Content = [json.loads(line) for line in zlib.decompress(row.body).split(b"\n")]
    change(content)
    lines = (json.dumps(one, separators=(",", ":"), ensure_ascii=False).encode() for one in content)
    values: dict[str, Any] = {"body": zlib.compress(b"\n".join(lines))}
    if not fits:
        return values
    n, previous = row.first - 1, row.previous
    for _, entries, _ in content:
        for time, kind, body in entries:
            n += 1
            previous = digest(n, previous, time, kind, body)
    last_round = row.number + len(content) - 1
    pack = Pack(type("Row", (), {**row._asdict(), **values, "last_round": last_round}))
    return {**values, "hash": previous, "last": n, "moved": pack.moved, "postings": len(pack.postings)}


def another_answer(content: Content) -> None:
    answer = next(one for one in content[1][1] if one[2].startswith("cards 1:"))
    answer[2] = answer[2].replace("cards 1:", "cards 2:", 1)


def more_money(content: Content) -> None:
    content[1][2][0][3] += 100


def no_posting(content: Content) -> None:
    del content[1][2][0]


def no_entry(content: Content) -> None:
    del content[1][1][-1]


def another_time(content: Content) -> None:
    content[1][1][0][0] = "2020-01-01T00:00:00.000+00:00"


def another_opening(content: Content) -> None:
    content[1][0] = content[0][0]


def a_round_less(content: Content) -> None:
    del content[-1]


@pytest.mark.parametrize("fits", [False, True])
@pytest.mark.parametrize(
    "change", [another_answer, more_money, no_posting, no_entry, another_time, another_opening, a_round_less]
)
def test_a_changed_content(url: str, change: Callable[[Content], None], fits: bool) -> None:
    with tampering(url) as connection:
        connection.execute(update(schema.packs).where(*ITS).values(rewritten(the_pack(connection), change, fits)))
    assert found_broken(url).table == 1


def test_rows_of_packed_rounds(url: str) -> None:
    """A row beside the pack: nothing explains it."""
    for table in (schema.entries, schema.postings):
        with tampering(url) as connection:
            row = connection.execute(select(table).where(table.c.table_id == 1, table.c.round > 9)).first()
            assert row is not None
            at = {"n": 40} if table is schema.entries else {"id": 10**6, "entry": 40}
            connection.execute(insert(table).values({**row._asdict(), "round": 2, **at}))
        assert found_broken(url).kind in (table.name, "entries")


def test_an_opening_beside_the_pack(url: str) -> None:
    rounds = schema.rounds
    with tampering(url) as connection:
        its = rounds.c.table_id == 1, rounds.c.number == 6
        connection.execute(update(rounds).where(*its).values(opening="game reference"))
    assert (found_broken(url).kind, found_broken(url).key) == ("rounds", "6")


def test_when_a_bettor_s_round_ended(url: str) -> None:
    bettors = schema.round_bettors
    with tampering(url) as connection:
        connection.execute(update(bettors).where(bettors.c.table_id == 1, bettors.c.number == 6).values(ended=5.0))
    assert found_broken(url).kind == "round_bettors"


def test_an_audit_goes_on_within_a_pack(tmp_path: Path) -> None:
    url, since = f"sqlite:///{tmp_path}/house.db", tmp_path / "audit.json"
    asyncio.run(play(url, 3))
    _verified(url, since)
    asyncio.run(play(url, 4))
    assert pack_all(url) == 2
    ended = since.read_text()
    assert _verified(url, since).rounds == 2 * 4
    since.write_text(ended)
    with tampering(url) as connection:
        one = schema.packs.c.table_id == 1
        row = connection.execute(select(schema.packs).where(one)).one()
        connection.execute(update(schema.packs).where(one).values(rewritten(row, another_answer, fits=True)))
    with pytest.raises(Broken, match="is not the entry that the last audit ended with"):
        _verified(url, since)


def _verified(url: str, since: Path) -> Counts:
    engine = open_engine(url)
    try:
        return verify(engine, since=since)
    finally:
        engine.dispose()
