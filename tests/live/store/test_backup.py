"""A backup is a whole house, and a restored one never deals a card that somebody may have seen."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

import pytest
from sqlalchemy import select

from holecard.law.errors import HolecardError
from holecard.live.audit.audit import verify
from holecard.live.people import accounts
from holecard.live.store import schema
from holecard.live.store.backup import back_up, copy_house
from holecard.live.store.migrate import migrate
from holecard.live.store.store import Store, open_engine
from holecard.live.table.restoring import make_safe
from tests.cli.kit import assert_complains, here
from tests.live.kit import Guest, add_person, assert_balanced, open_house, play_rounds, table
from tests.live.tampering import audited

TABLES = [table("pa-down-under", "Down Under"), table("reference", "Plain")]


def evening(url: str, backup: Path) -> tuple[str, int]:
    """Play, and copy the house in the middle of a round while it is open; the order in use, and Ann's purse before."""
    found = "", 0

    async def play() -> None:
        nonlocal found
        async with open_house(url, TABLES) as house:
            room = house.rooms[1]
            ann = await Guest.come(house, room, "Ann", box=1)
            await play_rounds(room, [ann], rounds=2)
            held = 0
            while not room.state.table.cards_on_layout():  # a Blackjack may end a round at once
                held = house.store.read(lambda c: c.execute(select(schema.accounts.c.balance)).scalar_one())
                await ann.bet(1000)
                await ann.say(do="ready")
            ((_, order),) = room.state.orders
            found = order.cards, held
            back_up(house.store.engine, backup)
            await play_rounds(room, [ann], rounds=1)

    asyncio.run(play())
    return found


def test_a_restored_house_voids_the_open_round_and_brings_fresh_cards(
    database_url: str, tmp_path: Path, postgres_url: str
) -> None:
    """From either database into the other."""
    backup = tmp_path / "backup.db"
    order, held = evening(database_url, backup)
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert not backup.with_name("backup.db-wal").exists()
    assert audited(f"sqlite:///{backup}").restores == 0, "the copy itself is a house like any other"
    restored = f"sqlite:///{tmp_path}/restored.db" if database_url.startswith("postgresql") else postgres_url
    store, source = Store(restored), open_engine(f"sqlite:///{backup}")
    copy_house(source, store.engine)
    assert make_safe(store) == 2
    with pytest.raises(HolecardError, match="has a house already"):
        copy_house(source, store.engine)
    source.dispose()
    assert verify(store.engine).restores == 2
    shoes = store.read(lambda c: c.execute(select(schema.shoes).where(schema.shoes.c.table_id == 1)).all())
    assert [row.cards == order and row.revealed is not None for row in shoes][-2] is True, "the old order is told"
    assert order not in shoes[-1].cards
    balance = store.read(lambda c: c.execute(select(schema.accounts.c.balance)).scalar_one())
    assert balance == held, "the wager was returned"
    store.close()

    async def go_on() -> None:
        async with open_house(restored, TABLES) as house:
            room = house.rooms[1]
            assert not room.state.table.boxes
            guests = [await Guest.come(house, room, name, box=box) for box, name in ((1, "Ann"), (2, "Ben"))]
            await play_rounds(room, guests, rounds=1)
            assert_balanced(house)
            assert verify(house.store.engine).restores == 2

    asyncio.run(go_on())


def test_nobody_stays_logged_in(sqlite_url: str, tmp_path: Path) -> None:
    store = Store(sqlite_url)
    migrate(store.engine)
    ann = add_person(store, "Ann")
    store.write_now(lambda c: accounts.begin_session(c, ann, 0.0))
    back_up(store.engine, tmp_path / "backup.db")
    copy = open_engine(f"sqlite:///{tmp_path}/backup.db")
    with copy.connect() as connection:
        assert connection.execute(select(schema.sessions)).all() == []
        assert connection.execute(select(schema.accounts.c.name)).scalars().all() == ["Ann"]
    copy.dispose()
    store.close()


def test_the_commands(sqlite_url: str, tmp_path: Path) -> None:
    backup, restored = tmp_path / "backup.db", f"sqlite:///{tmp_path}/restored.db"
    evening(sqlite_url, tmp_path / "another.db")
    assert "Backed up" in here("house", "backup", str(backup), "--database", sqlite_url).out
    assert_complains(here("house", "backup", str(backup), "--database", sqlite_url), 1, "exists")
    done = here("house", "restore", str(backup), "--database", restored)
    assert (done.code, "fresh cards came to 2 tables" in done.out) == (0, True)
    assert_complains(here("house", "restore", str(backup), "--database", restored), 1, "has a house already")
    assert_complains(here("house", "restore", str(tmp_path / "none.db"), "--database", restored), 1, "not found")
    told = here("audit", "verify", "--database", restored).out
    assert "2 restores" in told
    assert "because a backup was restored" in told
