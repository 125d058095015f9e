"""`holecard audit verify` passes what happened, and names the first row that was changed since."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, Table, delete, func, insert, select, update

from holecard.live.audit._tables import snapshot
from holecard.live.people.people import AccountRole
from holecard.live.store import schema, store
from holecard.live.store.store import open_engine
from holecard.live.table.fairness import commitment
from tests.cli.kit import assert_complains, here, holecard
from tests.live.kit import Guest, choose, open_house, our_tables, play_rounds, strokes
from tests.live.postgres import Postgres
from tests.live.served import Served
from tests.live.tampering import audited, body_changed, copied_house, first_answer, found_broken, rewrite, tampering

TABLES = ("Blackjack +", "Down Under", "Practice")  # prizes, a reader, no pit
ROUNDS = 3
SEED = 1  # of an evening in which everything happens that is tampered with below


async def an_evening(url: str, tables: tuple[str, ...], seed: int | None = None) -> None:
    """Rounds at each table, fresh cards, directions of the floor, and at last a round that is not finished."""
    ours = our_tables()
    async with open_house(url, [ours[name] for name in tables], seed=seed) as house:
        for at, room in enumerate(house.rooms.values()):
            names = (f"Ann{at}", f"Bob{at}")
            guests = [await Guest.come(house, room, name, box=box) for box, name in enumerate(names, start=1)]
            floor = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
            await play_rounds(room, guests, ROUNDS, Random(at))
            if room.desk.rules.play.around.pit:
                await floor.say(do="notify", what="reshuffle")
            await play_rounds(room, guests, ROUNDS, Random(at))
            async for _ in strokes(room, guests, Random(at)):
                if room.state.table.boxes:
                    break
            await floor.say(do="direct", what="stop")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("evening") / "house.db"
    asyncio.run(an_evening(f"sqlite:///{file}", TABLES, seed=SEED))
    return file


@pytest.fixture
def copied(evening: Path, tmp_path: Path) -> str:
    return copied_house(evening.parent, tmp_path)


def test_an_evening_passes_on_both_databases(database_url: str) -> None:
    asyncio.run(an_evening(database_url, TABLES))
    counts = audited(database_url)
    assert counts.tables == len(TABLES)
    assert counts.rounds == len(TABLES) * (2 * ROUNDS + 1)
    assert counts.shoes >= len(TABLES) + 2
    assert counts.accounts == 2 * len(TABLES) + 1
    assert (counts.restores, counts.unreplayed, counts.archived) == (0, (), 0)
    assert min(counts[:-3]) > 0


# One column of one row after another

ONE = schema.tables.c.id == 1


def key_of(table: Table, row: Any) -> str:
    """How the audit names a row."""
    names = {
        "entries": "n",
        "rounds": "number",
        "shoes": "number",
        "postings": "id",
        "accounts": "name",
        "tables": "id",
    }
    return f"{row.number} {row.bettor}" if table is schema.round_bettors else str(getattr(row, names[table.name]))


def a_row(connection: Connection, table: Table) -> Any:
    """One in the middle, of the first table."""
    wanted = select(table).order_by(*table.primary_key)
    if "table_id" in table.c:
        wanted = wanted.where(table.c.table_id == 1)
    if table is schema.rounds:
        wanted = wanted.where(table.c.ended.is_not(None))
    if table is schema.shoes:
        wanted = wanted.where(table.c.revealed.is_not(None))
    rows = connection.execute(wanted).all()
    return rows[len(rows) // 2] if len(rows) > 1 else rows[0]


def whose(table: Table, row: Any) -> Any:
    return [column == getattr(row, column.name) for column in table.primary_key]


def changed(value: Any) -> Any:
    match value:
        case None:
            return 1
        case bool():
            return not value
        case int() | float():
            return value + 1
        case _:
            return f"{value[:-1]}{'x' if value[-1:] != 'x' else 'y'}"


CHANGES = [
    (schema.entries, ("round", "time", "kind", "body", "previous", "hash")),
    (schema.rounds, ("opening", "first", "last", "began", "ended")),
    (schema.shoes, ("commitment", "salt", "cards", "prizes", "entry", "revealed")),
    (
        schema.postings,
        ("time", "entry", "round", "source", "target", "cents", "clause", "seat", "bettor", "wager", "table_id"),
    ),
    (schema.round_bettors, ("bettor", "net")),
    (schema.accounts, ("balance", "name")),
    (
        schema.tables,
        (
            "game",
            "options",
            "rules_hash",
            "is_open",
            "is_stopped",
            "head",
            "round",
            "shoe",
            "holding",
            "dealt",
            "seats",
        ),
    ),
]


@pytest.mark.parametrize(
    ("table", "column"), [(table, column) for table, columns in CHANGES for column in columns], ids=str
)
def test_a_changed_row_is_named(copied: str, table: Table, column: str) -> None:
    with tampering(copied) as connection:
        row = a_row(connection, table)
        value = {table.c[column]: changed(getattr(row, column))}
        connection.execute(update(table).where(*whose(table, row)).values(value))
    broken = found_broken(copied)
    if (table.name, column) == ("accounts", "name"):  # nobody has what was posted to the old name
        assert broken.kind in ("accounts", "postings")
        return
    assert broken.kind == table.name, broken
    if (table.name, column) == ("round_bettors", "bettor"):
        assert broken.key.startswith(f"{row.number} "), broken
    elif (table.name, column) not in (("postings", "entry"), ("postings", "table_id")):  # missed where they were
        assert broken.key == key_of(table, row), broken
    assert broken.table == {"accounts": None, "tables": row[0]}.get(table.name, 1)


@pytest.mark.parametrize(
    "change",
    [{"minimum": "10.00"}, {"minimum": None}, {"lucky_match": "yes"}, {"nothing_like_it": "yes"}],
    ids=str,
)
def test_changed_options_are_not_taken_for_rules_of_another_version(copied: str, change: dict[str, Any]) -> None:
    with tampering(copied) as connection:
        options = json.loads(connection.execute(select(schema.tables.c.options).where(ONE)).scalar_one()) | change
        given = json.dumps({name: value for name, value in options.items() if value is not None})
        connection.execute(update(schema.tables).where(ONE).values(options=given))
    broken = found_broken(copied)
    assert (broken.kind, broken.key) == ("tables", "1"), broken
    assert "its options should be those of entry 1: " in broken.why


@pytest.mark.parametrize("table", [schema.entries, schema.rounds, schema.shoes, schema.postings, schema.round_bettors])
def test_a_row_that_is_gone_is_missed(copied: str, table: Table) -> None:
    with tampering(copied) as connection:
        row = a_row(connection, table)
        connection.execute(delete(table).where(*whose(table, row)))
    broken = found_broken(copied)
    assert broken.kind == table.name, broken
    if table is not schema.postings:  # the one after it stands in its place
        assert broken.key == key_of(table, row)


@pytest.mark.parametrize(
    ("table", "key"),
    [
        (schema.entries, "n"),
        (schema.rounds, "number"),
        (schema.shoes, "number"),
        (schema.postings, "id"),
        (schema.round_bettors, "bettor"),
    ],
    ids=str,
)
def test_a_row_that_was_put_in_is_found(copied: str, table: Table, key: str) -> None:
    with tampering(copied) as connection:
        row = a_row(connection, table)
        fresh = "Zed" if key == "bettor" else connection.execute(select(func.max(table.c[key]))).scalar_one() + 1
        connection.execute(insert(table).values({**row._asdict(), key: fresh}))
        row = connection.execute(select(table).where(table.c[key] == fresh)).one()
    broken = found_broken(copied)
    assert (broken.kind, broken.key) == (table.name, key_of(table, row)), broken


@pytest.mark.parametrize("table", [schema.entries, schema.rounds, schema.shoes, schema.postings, schema.round_bettors])
def test_a_row_of_no_table_is_found(copied: str, table: Table) -> None:
    with tampering(copied) as connection:
        row = a_row(connection, table)
        unique = {"id": 10**6} if table is schema.postings else {}
        connection.execute(insert(table).values({**row._asdict(), "table_id": 99, **unique}))
    broken = found_broken(copied)
    assert broken.kind == table.name
    assert "there is no table 99" in broken.why


# Somebody who knows how a journal is chained


def test_another_card_is_not_what_was_committed(copied: str) -> None:
    with tampering(copied) as connection:
        row = first_answer(connection, "cards 1:%", 3, unlike="%>%")  # from which nothing follows but a decision
        rank, suit = row.body[len("cards 1:") :][:2]
        other = row.body.replace(f"1:{rank}{suit}", f"1:{rank}{'s' if suit != 's' else 'c'}", 1)
        rewrite(connection, 3, body_changed(row.n, other))
    broken = found_broken(copied)
    assert (broken.kind, broken.key) == ("entries", str(row.n)), broken
    assert "committed order" in broken.why


def test_another_payment_does_not_follow_from_the_cards(copied: str) -> None:
    with tampering(copied) as connection:
        row = first_answer(connection, "%> paid 5.00%")
        rewrite(connection, 1, body_changed(row.n, row.body.replace("> paid 5.00", "> paid 500.00")))
    broken = found_broken(copied)
    assert (broken.kind, broken.key) == ("entries", str(row.n)), broken


def test_an_order_is_not_told_before_the_round_is_over(copied: str) -> None:
    with tampering(copied) as connection:
        row = first_answer(connection, "cards 1:%")

        def told_early(entry: Any) -> list[tuple[str, str]]:
            return [(entry.kind, entry.body), *([("revealed", "1")] if entry.n == row.n else [])]

        rewrite(connection, 1, told_early)
    broken = found_broken(copied)
    assert (broken.kind, broken.key) == ("entries", str(row.n + 1)), broken


def test_an_order_must_be_told_when_the_table_is_closed(sqlite_url: str) -> None:
    async def evening() -> None:
        async with open_house(sqlite_url, [our_tables()["Practice"]], seed=SEED) as house:
            (room,) = house.rooms.values()
            floor = await Guest.come(house, room, "Flo", AccountRole.FLOOR, purse=0)
            await play_rounds(room, [await Guest.come(house, room, "Ann", box=1)], 1)
            await floor.say(do="direct", what="close", why="as planned")

    asyncio.run(evening())
    audited(sqlite_url)
    with tampering(sqlite_url) as connection:
        rewrite(connection, 1, lambda row: [(row.kind, row.body)] if row.kind != "revealed" else [])
        connection.execute(update(schema.shoes).values(revealed=None))
    broken = found_broken(sqlite_url)
    assert broken.why == "is the last entry, but the stroke is not complete"


def test_an_order_committed_anew_is_not_the_one_dealt(copied: str) -> None:
    with tampering(copied) as connection:
        dealt, shoes = first_answer(connection, "cards 1:%"), schema.shoes
        wanted = select(shoes).where(shoes.c.table_id == 1, shoes.c.entry < dealt.n).order_by(shoes.c.number.desc())
        shoe = connection.execute(wanted).first()
        assert shoe is not None
        cards = " ".join(reversed(shoe.cards.split()))
        values = {"cards": cards, "commitment": commitment(shoe.salt, cards, shoe.prizes)}
        connection.execute(update(schema.shoes).where(*whose(schema.shoes, shoe)).values(values))
        rewrite(connection, 1, body_changed(shoe.entry, f"{shoe.number} {values['commitment']}"))
    broken = found_broken(copied)
    assert broken.kind == "entries"
    assert int(broken.key) > shoe.entry


def test_cards_that_were_not_there_cannot_be_committed(copied: str) -> None:
    with tampering(copied) as connection:
        shoe = a_row(connection, schema.shoes)
        first, *rest = shoe.cards.split()
        cards = " ".join(["As" if first != "As" else "Kd", *rest])
        values = {"cards": cards, "commitment": commitment(shoe.salt, cards, shoe.prizes)}
        connection.execute(update(schema.shoes).where(*whose(schema.shoes, shoe)).values(values))
        rewrite(connection, 1, body_changed(shoe.entry, f"{shoe.number} {values['commitment']}"))
    broken = found_broken(copied)
    assert (broken.kind, broken.key) == ("shoes", str(shoe.number))


def test_the_last_entry_cannot_be_dropped(copied: str) -> None:
    with tampering(copied) as connection:
        entries = schema.entries
        last = connection.execute(select(func.max(entries.c.n)).where(entries.c.table_id == 1)).scalar_one()
        connection.execute(delete(entries).where(entries.c.table_id == 1, entries.c.n == last))
    broken = found_broken(copied)
    assert (broken.kind, broken.key) == ("entries", str(last))


def test_chips_from_nowhere_are_found(copied: str) -> None:
    with tampering(copied) as connection:
        cashier = select(schema.postings).where(schema.postings.c.table_id.is_(None))
        row = connection.execute(cashier).first()
        assert row is not None
        values = {**row._asdict(), "id": 10**6, "source": "house"}
        connection.execute(insert(schema.postings).values(values))
        more = schema.accounts.c.balance + row.cents
        connection.execute(update(schema.accounts).where(schema.accounts.c.name == row.bettor).values(balance=more))
    broken = found_broken(copied)
    assert (broken.kind, broken.key) == ("postings", "1000000")


# The command


def test_the_command_says_it_in_one_line(copied: str) -> None:
    ran = here("audit", "verify", "--database", copied)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("\n") == 1
    assert "3 tables" in ran.out
    told = here("audit", "verify", "--database", copied, "--json").document
    assert told["ok"] is True
    assert told["checked"]["rounds"] == len(TABLES) * (2 * ROUNDS + 1)


def test_the_command_names_the_row(copied: str) -> None:
    with tampering(copied) as connection:
        connection.execute(update(schema.accounts).where(schema.accounts.c.name == "Bob0").values(balance=7))
    ran = holecard("audit", "verify", "--database", copied)
    assert_complains(ran, 1, "accounts Bob0", "has 7 cents")
    ran = here("audit", "verify", "--database", copied, "--json")
    assert ran.code == 1
    assert ran.document["broken"]["kind"] == "accounts"
    assert ran.document["broken"]["key"] == "Bob0"


def test_a_database_that_is_none_is_said_so(tmp_path: Path) -> None:
    missing = tmp_path / "none.db"
    assert_complains(here("audit", "verify", "--database", f"sqlite:///{missing}"), 1, "database not found")
    assert not missing.exists(), "none is made by looking"
    (tmp_path / "text.db").write_text("this is no database, however long it may be")
    (tmp_path / "text.db").chmod(0o600)
    assert_complains(
        here("audit", "verify", "--database", f"sqlite:///{tmp_path}/text.db"), 1, "can't use the database"
    )
    open_engine(f"sqlite:///{tmp_path}/empty.db").connect().close()
    assert_complains(here("audit", "verify", "--database", f"sqlite:///{tmp_path}/empty.db"), 1, "has no house yet")
    assert_complains(here("audit", "verify", "--database", "sqlite://"), 2, "not a database address")


def test_postgresql_is_tampered_with(postgres: Postgres, postgres_url: str) -> None:
    asyncio.run(an_evening(postgres_url, ("Practice",)))
    with tampering(postgres_url) as connection:
        row = a_row(connection, schema.postings)
        connection.execute(update(schema.postings).where(*whose(schema.postings, row)).values(cents=row.cents + 1))
    broken = found_broken(postgres_url)
    assert (broken.kind, broken.key, broken.table) == ("postings", str(row.id), 1)


def test_a_house_is_audited_while_it_is_served(database_url: str, tmp_path: Path) -> None:
    """What is read is one moment, however much is written meanwhile."""

    async def play_and_audit(server: Served) -> None:
        name, cookie = server.guest()
        async with server.visit(1, cookie) as visitor:
            await visitor.say(do="sit", box=1)
            seen: list[int] = []
            for _ in range(3):
                audit = asyncio.create_task(asyncio.to_thread(holecard, *verifying))
                said = 0
                while not audit.done() or not said:
                    message = choose(visitor.view, name, Random(1), {"main": 1000})
                    assert message is not None
                    reply = await visitor.say(**message)
                    assert reply["ok"], reply
                    said += 1
                    await asyncio.sleep(0.06)  # no faster than one visitor may speak
                    await visitor.until(lambda: visitor.view["seq"] >= reply["seq"])  # noqa: B023  awaited at once
                seen.append((await audit).document["checked"]["entries"])
            assert seen == sorted(seen)
            assert seen[0] < seen[-1] <= visitor.view["seq"], "something happened between the audits"

    verifying = ("audit", "verify", "--json", "--database", database_url)

    with Served(database_url, tmp_path, [our_tables()["Practice"]]) as server:
        asyncio.run(play_and_audit(server))


def test_an_audit_may_take_its_time_on_postgresql(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house ends a transaction that does nothing for a while. An audit thinks between two rows, and holds no lock."""
    monkeypatch.setattr(store, "LEASE", 0.2)
    engine = open_engine(postgres_url)
    try:
        with snapshot(engine) as connection:
            connection.execute(select(1))
            time.sleep(0.5)
            assert connection.execute(select(1)).scalar() == 1
    finally:
        engine.dispose()
