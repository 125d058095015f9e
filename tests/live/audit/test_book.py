"""What somebody does to people and money who goes around the server: each kind is found, and named."""

from __future__ import annotations

import asyncio
import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, text, update

from holecard.live.audit.audit import verify
from holecard.live.people import accounts
from holecard.live.store import schema
from holecard.live.store.migrate import migrate
from holecard.live.store.store import Store, open_engine
from holecard.live.store.writing import forget_requests, mark_of_request
from holecard.live.table.house import REPEATS
from holecard.live.table.messages import IsReady, mark_of
from holecard.live.web.http_accounts import _once
from holecard.record.journal_check import GENESIS, Head, make_entry
from tests.cli.kit import assert_complains, here
from tests.live.hosted import hosted
from tests.live.kit import Guest, add_person, open_house, play_rounds, table
from tests.live.tampering import audited, found_broken, tampering

TABLES = [table("reference")]
NOW = 2_000_000_000.0


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with two players, a floorperson, a limit, and some rounds; and as it was after the first of them."""
    folder = tmp_path_factory.mktemp("book")
    url = f"sqlite:///{folder}/house.db"

    async def evening(rounds: int) -> None:
        async with open_house(url, TABLES) as house:
            ann = await Guest.come(house, house.rooms[1], "Ann", box=1)
            ann.log_in(house, loss=500_000)
            await play_rounds(house.rooms[1], [ann], rounds)
            add_person(house.store, "Ben")
            if rounds == 1:
                _once(house, ann.person, "chips", accounts.cash_out, 100)

    asyncio.run(evening(1))
    shutil.copy(folder / "house.db", folder / "earlier.db")
    asyncio.run(evening(3))
    audited(url)
    return folder


@pytest.fixture
def url(played: Path, tmp_path: Path) -> str:
    shutil.copy(played / "house.db", tmp_path / "house.db")
    return f"sqlite:///{tmp_path}/house.db"


ANN = schema.accounts.c.name == "Ann"
AT_CASHIER = schema.postings.c.table_id.is_(None)


def forge_buy_in(c: Connection) -> None:
    row = c.execute(select(schema.postings).where(AT_CASHIER)).first()
    assert row is not None
    c.execute(insert(schema.postings).values({**row._asdict(), "id": 10**6}))
    c.execute(update(schema.accounts).where(ANN).values(balance=schema.accounts.c.balance + row.cents))


def delete_buy_in(c: Connection) -> None:
    row = c.execute(select(schema.postings).where(AT_CASHIER).order_by(schema.postings.c.id.desc())).first()
    assert row is not None
    c.execute(delete(schema.postings).where(schema.postings.c.id == row.id))
    less = schema.accounts.c.balance - row.cents
    c.execute(update(schema.accounts).where(schema.accounts.c.name == row.bettor).values(balance=less))


def rename(c: Connection) -> None:
    c.execute(update(schema.accounts).where(schema.accounts.c.name == "Ben").values(name="Bob"))
    c.execute(update(schema.postings).where(schema.postings.c.bettor == "Ben").values(bettor="Bob"))
    for column in ("source", "target"):
        c.execute(text(f"UPDATE postings SET {column} = 'bettor:Bob' WHERE {column} = 'bettor:Ben'"))


def forge_session(c: Connection) -> None:
    accounts_row = c.execute(select(schema.accounts).where(ANN)).one()
    row = {"token": accounts.token_hash("stolen"), "account": accounts_row.id, "began": NOW, "ends": NOW + 1}
    c.execute(insert(schema.sessions).values(row))


def roll_back(c: Connection) -> None:
    """The tables and the money as they were earlier; people and book stay."""
    folder = Path(str(c.engine.url.database)).parent
    c.execute(text(f"ATTACH '{folder}/earlier.db' AS earlier"))
    for name in ("entries", "rounds", "round_bettors", "shoes", "postings", "requests", "tables", "accounts"):
        c.execute(text(f"DELETE FROM main.{name}"))
        c.execute(text(f"INSERT INTO main.{name} SELECT * FROM earlier.{name}"))


def erase_table(c: Connection) -> None:
    for name in ("entries", "rounds", "round_bettors", "shoes", "requests"):
        c.execute(text(f"DELETE FROM {name}"))
    c.execute(delete(schema.postings).where(~AT_CASHIER))
    c.execute(delete(schema.tables))
    held = "(SELECT coalesce(sum(cents), 0) FROM postings WHERE target = 'bettor:' || name)"
    c.execute(text(f"UPDATE accounts SET balance = {held}"))


def truncate_book(c: Connection) -> None:
    last = c.execute(select(schema.book_head.c.entries)).scalar_one()
    c.execute(delete(schema.book).where(schema.book.c.n == last))


def delete_request(where: ColumnElement[bool]) -> Callable[[Connection], object]:
    """The newest request that is so; whoever sends it again would have it done a second time."""

    def tamper(c: Connection) -> None:
        requests = schema.requests
        newest = c.execute(select(requests).where(where).order_by(requests.c.time.desc())).first()
        assert newest is not None
        c.execute(delete(requests).where(requests.c.account == newest.account, requests.c.key == newest.key))

    return tamper


def forge_request(c: Connection) -> None:
    """What somebody sends with this key is never done, and answered as if it had been."""
    row = c.execute(select(schema.requests).where(schema.requests.c.table_id == 1)).first()
    assert row is not None
    forged = {**row._asdict(), "key": "forged", "answer": json.dumps({"ok": True, "seq": 10**6})}
    c.execute(insert(schema.requests).values(forged))


def forge_quiet_request(c: Connection) -> None:
    row = c.execute(select(schema.requests).where(schema.requests.c.table_id == 1)).first()
    assert row is not None
    c.execute(insert(schema.requests).values({**row._asdict(), "key": "forged"}))


def shift_times(c: Connection) -> None:
    """Everything happened an hour earlier, except that the chained entries still say when."""
    c.execute(update(schema.postings).where(~AT_CASHIER).values(time=schema.postings.c.time - 3600))
    shifted = {"began": schema.rounds.c.began - 3600, "ended": schema.rounds.c.ended - 3600}
    c.execute(update(schema.rounds).values(shifted))


AT_TABLE = schema.requests.c.table_id == 1
TO_CASHIER = schema.requests.c.table_id.is_(None)
KINDS: dict[str, tuple[Callable[[Connection], object], str, str]] = {
    "a forged buy-in": (forge_buy_in, "postings", "knows nothing of this money"),
    "a deleted buy-in": (delete_buy_in, "postings", "is missing"),
    "a back-dated buy-in": (
        lambda c: c.execute(update(schema.postings).where(AT_CASHIER).values(time=1.0)),
        "postings",
        "should be the buy-in of entry",
    ),
    "a player made floor": (
        lambda c: c.execute(update(schema.accounts).where(ANN).values(role="floor")),
        "accounts",
        "its role is not as the book says",
    ),
    "a changed password": (
        lambda c: c.execute(update(schema.accounts).where(ANN).values(password="$argon2id$forged")),
        "accounts",
        "its password is not as the book says",
    ),
    "a forged session": (forge_session, "sessions", "no such session of Ann"),
    "a longer session": (
        lambda c: c.execute(update(schema.sessions).values(ends=schema.sessions.c.ends + 1)),
        "sessions",
        "no such session of Ann",
    ),
    "a loosened limit": (
        lambda c: c.execute(update(schema.accounts).where(ANN).values(loss_limit=None)),
        "accounts",
        "its loss_limit is not as the book says",
    ),
    "a disabled account": (
        lambda c: c.execute(update(schema.accounts).where(ANN).values(disabled=1.0)),
        "accounts",
        "its disabled is not as the book says",
    ),
    "an older account": (
        lambda c: c.execute(update(schema.accounts).where(ANN).values(created=1.0)),
        "accounts",
        "its created is not as the book says",
    ),
    "an account from nowhere": (
        lambda c: c.execute(insert(schema.accounts).values(name="Eve", role="floor", balance=0, created=1.0)),
        "accounts",
        "knows no account",
    ),
    "a changed name": (rename, "accounts", "knows no account"),
    "a deleted request to a table": (delete_request(AT_TABLE), "requests", "is missing"),
    "a deleted request to the cashier": (delete_request(TO_CASHIER), "requests", "is missing"),
    "a deleted request that wrote no entry": (
        delete_request(AT_TABLE & schema.requests.c.answer.like(f"%{mark_of(IsReady())}%")),
        "requests",
        "are not those that the table remembers",
    ),
    "a changed time of a request": (
        lambda c: c.execute(update(schema.requests).where(AT_TABLE).values(time=schema.requests.c.time - 1)),
        "requests",
        "are not those that the table remembers",
    ),
    "another sum of requests": (
        lambda c: c.execute(update(schema.tables).values(remembered=schema.tables.c.remembered + 1)),
        "requests",
        "are not those that the table remembers",
    ),
    "all requests deleted": (lambda c: c.execute(delete(schema.requests)), "requests", "is missing"),
    "a forged request": (forge_request, "requests", "names an entry that is not there"),
    "a forged request that wrote no entry": (
        forge_quiet_request,
        "requests",
        "are not those that the table remembers",
    ),
    "a forged request to the cashier": (
        lambda c: c.execute(insert(schema.requests).values(account=1, key="forged", time=1.0, answer="{}")),
        "requests",
        "knows no such request",
    ),
    "shifted times": (shift_times, "rounds", "its row differs"),
    "the last rounds rolled back": (roll_back, "tables", "is missing or changed"),
    "a whole table erased": (erase_table, "tables", "is missing"),
    "a changed entry of the book": (
        lambda c: c.execute(update(schema.book).where(schema.book.c.n == 2).values(body="{}")),
        "book",
        "does not match its hash",
    ),
    "a dropped entry of the book": (truncate_book, "book", "should have"),
}


A_BUSY_SECOND = 10_000  # requests to one table: far more than a whole house handles


def test_one_of_two_requests_of_one_moment_is_missed(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal can't tell them apart: both are of one person, and their entries have the same time."""
    now = time.time()
    monkeypatch.setattr(Store, "now", lambda store: now)

    async def evening() -> None:
        async with open_house(sqlite_url, TABLES) as house:
            ann = await Guest.come(house, house.rooms[1], "Ann", box=1)
            await ann.bet(1000)
            await ann.bet(1500)

    asyncio.run(evening())
    audited(sqlite_url)
    with tampering(sqlite_url) as connection:
        requests = schema.requests.c
        first = connection.execute(select(requests.key).where(AT_TABLE).order_by(requests.key)).scalars().first()
        connection.execute(delete(schema.requests).where(requests.key == first))
    broken = found_broken(sqlite_url)
    assert (broken.kind, broken.table) == ("requests", 1), broken


def test_the_requests_of_a_busy_day_add_up() -> None:
    """The sum must not outgrow its column: PostgreSQL would store nothing more of the table, and SQLite a fraction."""
    row = {"account": 1, "table_id": 1, "time": 1.0, "answer": ""}
    largest = max(mark_of_request({**row, "key": str(at)}) for at in range(1000))
    assert largest * A_BUSY_SECOND * REPEATS < 2**63


def test_forgotten_requests_are_not_missed(url: str) -> None:
    engine = open_engine(url)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        for table_id in (None, 1):
            middle = select(func.avg(schema.requests.c.time)).where(
                schema.requests.c.table_id.is_not_distinct_from(table_id)
            )
            forget_requests(connection, table_id, connection.execute(middle).scalar_one())
        left = connection.execute(select(func.count()).where(AT_TABLE)).scalar_one()
        marks = [mark_of_request(row._asdict()) for row in connection.execute(select(schema.requests).where(AT_TABLE))]
        assert 0 < left == len(marks)
        assert sum(marks) == connection.execute(select(schema.tables.c.remembered)).scalar_one()
    engine.dispose()


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_found_and_named(url: str, played: Path, kind: str) -> None:
    tamper, where, why = KINDS[kind]
    shutil.copy(played / "earlier.db", Path(url.removeprefix("sqlite:///")).parent / "earlier.db")
    with tampering(url) as connection:
        tamper(connection)
    broken = found_broken(url)
    assert (broken.kind, why in broken.why) == (where, True), broken


def write_anew(c: Connection) -> None:
    """A player becomes a floorperson, and the whole book is written as if they had always been one."""
    c.execute(update(schema.accounts).where(ANN).values(role="floor"))
    rows = c.execute(select(schema.book).order_by(schema.book.c.n)).all()
    c.execute(delete(schema.book))
    head = Head(0, GENESIS)
    for row in rows:
        said = json.loads(row.body)
        if row.kind == "account" and said["name"] == "Ann":
            said["role"] = "floor"
        entry = make_entry(head, row.time, row.kind, json.dumps(said, sort_keys=True))
        c.execute(insert(schema.book).values(entry._asdict()))
        head = Head(entry.n, entry.hash)
    c.execute(update(schema.book_head).values(entries=head.count, hash=head.hash))


def test_a_book_written_anew_is_found_by_an_anchor(url: str, tmp_path: Path) -> None:
    anchor, database = tmp_path / "anchor.json", ("--database", url)
    assert here("audit", "anchor", str(anchor), *database).code == 0
    assert_complains(here("audit", "anchor", str(anchor), *database), 1, "exists")
    assert here("audit", "verify", "--anchor", str(anchor), *database).code == 0
    with tampering(url) as connection:
        write_anew(connection)
    assert here("audit", "verify", *database).code == 0, "everything fits, but it is another book"
    assert_complains(here("audit", "verify", "--anchor", str(anchor), *database), 1, "it was written anew")
    anchor.write_text(anchor.read_text().replace('"entries": ', '"entries": 1'))
    assert_complains(here("audit", "verify", "--anchor", str(anchor), *database), 2, "its signature does not fit")
    assert_complains(here("audit", "verify", "--anchor", str(tmp_path / "none"), *database), 2, "can't read")


def test_a_visitor_gets_a_receipt_and_can_check_it(sqlite_url: str) -> None:
    store = Store(sqlite_url)
    with hosted(store, TABLES) as browser:
        browser.post("/api/guest")
        receipt = browser.get("/api/book").json()
        signed = f"holecard book {receipt['entries']} {receipt['hash']} {receipt['time']}\n".encode()
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(receipt["house"]))
        public.verify(bytes.fromhex(receipt["signature"]), signed)
        browser.post("/api/guest")
        assert browser.get("/api/book").json()["entries"] > receipt["entries"]
        kept = browser.get(f"/api/book/{receipt['entries']}").json()
        assert kept["hash"] == receipt["hash"]
        assert browser.get("/api/book/99999").status_code == 404
    store.close()


def test_the_book_of_an_earlier_house_begins_with_what_is_there(url: str) -> None:
    """A house of a version without a book: people and cashier are taken over, and everybody logs in again."""
    with tampering(url) as connection:
        connection.execute(delete(schema.book))
        connection.execute(update(schema.book_head).values(entries=0, hash=GENESIS))
    engine = open_engine(url)
    migrate(engine)
    verify(engine)
    with engine.connect() as connection:
        assert connection.execute(select(schema.sessions)).all() == []
        kinds = connection.execute(select(schema.book.c.kind).order_by(schema.book.c.n)).scalars().all()
        assert kinds == ["adopted", "adopted", "buy-in", "buy-in", "cash-out", "heads"]
    engine.dispose()
