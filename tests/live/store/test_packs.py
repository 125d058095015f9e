"""Finished rounds are packed: everything that is read from them is as it was, on both databases."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, func, select, update

from holecard.live.people.people import AccountRole, Person
from holecard.live.store import schema
from holecard.live.store.packing import NotPacked, make_pack
from holecard.live.store.packs import entries_before, entries_between, entries_of, hash_of, irregular_rounds
from holecard.live.store.store import Store
from holecard.live.table._allowance import lost_since
from holecard.live.table.house import rules_of
from holecard.live.table.loading import last_done, load_round, load_state, numbers_of, table_row
from tests.live.packed import pack_all, play, played_and_packed
from tests.live.tampering import audited, tampering


def everything(connection: Connection, store: Store) -> dict[str, Any]:
    """What the house reads of its rounds."""
    found: dict[str, Any] = {}
    for row in connection.execute(select(schema.tables)).all():
        numbers = range(1, row.round + 1)
        found[row.name] = [
            [entries_of(connection, row.id, number) for number in numbers],
            [load_round(connection, row.id, number) for number in numbers],
            entries_before(connection, row.id, row.entries + 1, 200),
            entries_before(connection, row.id, 30, 25),
            entries_between(connection, row.id, 5, row.entries),
            [hash_of(connection, row.id, n) for n in range(row.entries + 2)],
            [numbers_of(connection, shoe) for shoe in connection.execute(_shoes(row.id))],
            last_done(connection, row.id),
            load_state(connection, row, rules_of(row), store.vault),
            irregular_rounds(connection, row.id, 10),
        ]
    people = connection.execute(select(schema.accounts)).all()
    return found | {one.name: lost_since(connection, Person(one.id, one.name, AccountRole.PLAYER), 0) for one in people}


def _shoes(table_id: int) -> Any:
    return select(schema.shoes).where(schema.shoes.c.table_id == table_id).order_by(schema.shoes.c.number)


def test_what_is_read_is_as_it_was(database_url: str) -> None:
    asyncio.run(play(database_url, 5))
    before = read_all(database_url)
    checked = audited(database_url)
    assert pack_all(database_url) == 2
    with tampering(database_url) as connection:
        for table, left in ((schema.entries, schema.entries.c.n), (schema.postings, schema.postings.c.table_id)):
            rounds = select(func.count(left)).where(table.c.table_id.is_not(None), table.c.round < 5)
            assert connection.execute(rounds).scalar_one() == 0
    assert read_all(database_url) == before
    assert audited(database_url) == checked
    asyncio.run(play(database_url, 2))
    assert audited(database_url).rounds == checked.rounds + 4


def read_all(url: str) -> dict[str, Any]:
    store = Store(url)
    try:
        return store.read(lambda connection: everything(connection, store))
    finally:
        store.close()


def test_pack_after_pack(database_url: str) -> None:
    played_and_packed(database_url)
    with tampering(database_url) as connection:
        packs = connection.execute(select(schema.packs).order_by(schema.packs.c.table_id, schema.packs.c.number)).all()
    assert [(pack.table_id, pack.number) for pack in packs] == [(1, 1), (1, 5), (2, 1), (2, 5)]
    assert packs[0].hash == packs[1].previous
    assert packs[0].last + 1 == packs[1].first
    assert audited(database_url).rounds == 2 * (11 + 1)


def test_rows_that_change_meanwhile_are_not_packed(database_url: str) -> None:
    """Either all of it happens or nothing."""
    asyncio.run(play(database_url, 3))
    before = read_all(database_url)
    store = Store(database_url)
    try:
        pack = store.read(lambda connection: make_pack(connection, 1, least=1))
        assert pack is not None
        with pytest.raises(NotPacked, match="changed meanwhile"):
            store.write_now(pack._replace(entries=pack.entries + 1))
        store.write_now(pack)
        with pytest.raises(NotPacked, match="changed meanwhile"):  # another process has packed them
            store.write_now(pack)
    finally:
        store.close()
    assert read_all(database_url) == before


@pytest.mark.parametrize(
    ("table", "values", "why"),
    [
        (schema.entries, {"body": "no more bets"}, "do not follow from each other"),
        (schema.postings, {"time": 5.0}, "another time"),
        (schema.postings, {"entry": 10**6}, "belongs to none of their entries"),
    ],
)
def test_what_was_changed_is_left_for_the_audit(tmp_path: Any, table: Any, values: dict[str, Any], why: str) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    asyncio.run(play(url, 3))
    key = table.c.n if table is schema.entries else table.c.id
    with tampering(url) as connection:
        wanted = select(func.min(key)).where(table.c.table_id == 1, table.c.round == 2)
        its = key == connection.execute(wanted).scalar_one(), table.c.table_id == 1
        connection.execute(update(table).where(*its).values(values))
    with pytest.raises(Exception, match=why):
        pack_all(url)
    with tampering(url) as connection:
        assert connection.execute(select(schema.packs).where(schema.packs.c.table_id == 1)).first() is None


def test_an_order_in_use_is_not_packed(tmp_path: Any) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    asyncio.run(play(url, 2, ("Down Under",)))
    assert pack_all(url) == 0
    store = Store(url)
    try:
        row = store.read(lambda connection: table_row(connection, 1))
        assert row.round == 3
    finally:
        store.close()


HISTORY = {"packs", "rounds", "round_bettors", "shoes"}  # what grows with every round


def test_a_start_and_packing_read_no_history(tmp_path: Any) -> None:
    """Otherwise a house with a million rounds would take longer to open than one with a thousand."""
    url = f"sqlite:///{tmp_path}/house.db"
    played_and_packed(url)
    said: list[tuple[str, Any]] = []

    def remember(_: Any, __: Any, statement: str, parameters: Any, *rest: Any) -> None:
        said.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", remember)
    try:
        asyncio.run(play(url, 0))
        pack_all(url)
    finally:
        event.remove(Engine, "before_cursor_execute", remember)
    assert not [statement for statement, _ in said if "foreign_key_check" in statement]
    read = [one for one in said if one[0].startswith("SELECT") and "FROM shoes" in one[0]]
    assert read, "a start reads the orders in use"
    with sqlite3.connect(tmp_path / "house.db") as connection:
        for statement, parameters in said:
            if statement.startswith("SELECT"):
                plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)]
                scanned = {step.split()[1] for step in plan if step.startswith("SCAN") and "unrevealed" not in step}
                assert not scanned & HISTORY, statement
                if "revealed IS NULL" in statement:
                    assert "ix_shoes_unrevealed" in plan[0], statement
    connection.close()
