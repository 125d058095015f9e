"""What others on the machine, or with a copy of the database, can learn: no card, no salt, no password."""

from __future__ import annotations

import asyncio
import re
import stat
from pathlib import Path

import pytest
from sqlalchemy import Connection, select, update

from holecard.dossier.signing import KEY_FILE
from holecard.law.errors import HolecardError, Malformed
from holecard.live.store import schema
from holecard.live.store.store import Store
from holecard.live.store.vault import Vault, open_or_make_vault, shoe_place
from holecard.live.table.fairness import Committed
from holecard.live.table.state import holding_text, stored_cards
from tests.cli.kit import assert_complains, here
from tests.live.kit import Guest, open_house, play_rounds, table
from tests.live.tampering import audited, found_broken

TABLES = [table("pa-down-under")]
A_CARD = re.compile(r"\b[2-9TJQKA][shdc]\b")


def evening(url: str) -> None:
    async def play() -> None:
        async with open_house(url, TABLES, seed=1) as house:  # in which nobody has Blackjack
            ann = await Guest.come(house, house.rooms[1], "Ann", box=1)
            await play_rounds(house.rooms[1], [ann], rounds=1)
            await ann.bet(1000)
            await ann.say(do="ready")

    asyncio.run(play())


def secrets_of(connection: Connection) -> list[str]:
    shoes = schema.shoes
    tables = connection.execute(select(schema.tables)).all()
    held = [text for row in tables for text in (row.holding, row.dealt) if text]
    rows = connection.execute(select(shoes).where(shoes.c.revealed.is_(None))).all()
    return [*held, *(text for row in rows for text in (row.salt, row.cards, row.prizes))]


def test_no_undealt_card_is_readable_in_the_database(database_url: str) -> None:
    evening(database_url)
    store = Store(database_url)
    texts = store.read(secrets_of)
    assert len(texts) >= 4
    for one in texts:
        assert one.startswith("sealed:")
        assert not A_CARD.search(one)
    audited(database_url)
    store.close()


def test_what_an_earlier_version_stored_openly_is_sealed_at_the_start(sqlite_url: str) -> None:
    evening(sqlite_url)
    store = Store(sqlite_url)

    def lay_open(connection: Connection) -> None:
        table_row = connection.execute(select(schema.tables)).one()
        held = stored_cards(table_row, store.vault).held
        assert held.hole is not None
        connection.execute(update(schema.tables).values(holding=holding_text(held), dealt=""))
        for row in connection.execute(select(schema.shoes).where(schema.shoes.c.revealed.is_(None))).all():
            plain = Committed.stored(row, store.vault)._asdict()
            connection.execute(update(schema.shoes).where(schema.shoes.c.number == row.number).values(plain))

    store.write_now(lay_open)
    store.close()
    audited(sqlite_url)

    async def open_again() -> None:
        async with open_house(sqlite_url, TABLES) as house:
            assert all(one.startswith("sealed:") for one in house.store.read(secrets_of))

    asyncio.run(open_again())
    audited(sqlite_url)


def test_a_house_needs_its_own_key(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening(sqlite_url)
    monkeypatch.setenv(KEY_FILE, str(tmp_path / "other.key"))
    with pytest.raises(HolecardError, match="name the key file"):
        audited(sqlite_url)
    open_or_make_vault(tmp_path / "other.key")
    with pytest.raises(HolecardError, match="use the right file"):
        audited(sqlite_url)


def test_what_is_sealed_cannot_be_changed_or_moved(sqlite_url: str) -> None:
    vault = Vault(bytes(32))
    sealed = vault.seal("As", shoe_place(1, 1, "cards"))
    for text, about in ((sealed[:-8] + "AAAAAAA=", shoe_place(1, 1, "cards")), (sealed, shoe_place(1, 2, "cards"))):
        with pytest.raises(Malformed, match="was changed"):
            vault.open(text, about)
    evening(sqlite_url)
    store = Store(sqlite_url)

    def swap(connection: Connection) -> None:
        row = connection.execute(select(schema.shoes).where(schema.shoes.c.revealed.is_(None))).one()
        connection.execute(update(schema.shoes).where(schema.shoes.c.number == row.number).values(cards=row.salt))

    store.write_now(swap)
    store.close()
    assert found_broken(sqlite_url).kind == "shoes"


# Files


def test_the_database_is_for_its_owner_alone(sqlite_url: str, tmp_path: Path) -> None:
    Store(sqlite_url).close()
    file = tmp_path / "house.db"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    assert_complains(here("account", "list", "--database", sqlite_url), 1, "chmod 600")
    with pytest.raises(HolecardError, match=r"others can read or write .* \(mode 0644\)"):
        Store(sqlite_url)


def test_the_key_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "house.key"
    made = open_or_make_vault(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert open_or_make_vault(file).name == made.name
    file.chmod(0o640)
    with pytest.raises(HolecardError, match="chmod 600"):
        open_or_make_vault(file)
    file.chmod(0o600)
    file.write_text("not a key")
    with pytest.raises(HolecardError, match="can't read the key file"):
        open_or_make_vault(file)


def test_a_password_on_the_command_line_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "postgresql://holecard:hunter2@127.0.0.1:1/house"
    assert_complains(here("account", "list", "--database", url), 2, "PGPASSFILE")
    monkeypatch.setenv("HOLECARD_DATABASE", url)
    assert_complains(here("account", "list"), 1, "can't use the database")
