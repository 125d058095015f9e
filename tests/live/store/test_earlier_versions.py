"""Houses that earlier versions stored are opened, migrated, played on and audited by this one.

`samples/REVISION.sql.gz` is the dump of an SQLite house that the last version with that schema played: three rounds at
each of two tables, and one that is not over. `REVISION.key` is its key, since houses have one. Add a sample with each
new revision, before it is changed again.
"""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
from itertools import count
from pathlib import Path
from random import Random

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import select

from holecard.live.store import schema
from holecard.live.store.migrate import configuration
from holecard.live.store.store import open_engine
from tests.live import kit
from tests.live.kit import Guest, assert_balanced, open_house, play_rounds, table
from tests.live.packed import pack_all
from tests.live.tampering import audited, tampering

SAMPLES = Path(__file__).parent / "samples"
REVISIONS = sorted(file.name.partition(".")[0] for file in SAMPLES.glob("*.sql.gz"))
NEVER_ALONE = {"0003"}  # came together with the next
TABLES = [table("reference", boxes=2), table("pa-down-under", boxes=2)]


def test_every_earlier_revision_has_a_sample(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/none.db")
    with engine.connect() as connection:
        scripts = ScriptDirectory.from_config(configuration(connection))
        known = {script.revision for script in scripts.walk_revisions()}
        newest = scripts.get_current_head()
    engine.dispose()
    assert {*REVISIONS} == known - NEVER_ALONE - {newest}


@pytest.fixture(params=REVISIONS)
def url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    file, key = tmp_path / "house.db", SAMPLES / f"{request.param}.key"
    database = sqlite3.connect(file)
    database.executescript(gzip.decompress((SAMPLES / f"{request.param}.sql.gz").read_bytes()).decode())
    assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [(request.param,)]
    database.close()
    file.chmod(0o600)
    monkeypatch.setattr(kit, "KEYS", count(10**6))  # those below were used when the sample was played
    monkeypatch.setenv("HOLECARD_KEY", str(tmp_path / "house.key"))
    if key.exists():
        (tmp_path / "house.key").write_bytes(key.read_bytes())
        (tmp_path / "house.key").chmod(0o600)
    return f"sqlite:///{file}"


async def go_on(url: str) -> None:
    async with open_house(url, TABLES) as house:
        assert [room.state.round for room in house.rooms.values()] == [4, 4]
        assert [bool(room.state.table.boxes) for room in house.rooms.values()] == [False, True]
        for at, room in enumerate(house.rooms.values()):
            guests = [await Guest.come(house, room, f"{name}{at}", box=box) for box, name in ((1, "Ann"), (2, "Bob"))]
            await play_rounds(room, guests, 2, Random(at))
        assert_balanced(house)


def test_it_goes_on(url: str) -> None:
    with tampering(url) as connection:
        wagered = connection.execute(select(schema.postings.c.cents)).scalars().all()
    asyncio.run(go_on(url))
    checked = audited(url)
    assert (checked.tables, checked.rounds, checked.accounts) == (2, 12, 4)
    assert checked.postings > len(wagered)
    pack_all(url)  # rounds before the last shuffle, if there was one
    assert audited(url) == checked
