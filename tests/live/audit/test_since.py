"""An audit goes on where the last one ended, and audits tables in processes of their own; both find what is wrong."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import delete, select, update

from holecard.law.errors import HolecardError, Malformed
from holecard.live.audit import _tables
from holecard.live.audit.audit import Counts, verify
from holecard.live.audit.rows import Broken
from holecard.live.store import schema
from holecard.live.store.store import open_engine
from tests.live.kit import Guest, open_house, our_tables, play_rounds, strokes
from tests.live.tampering import audited, copied_house, tampering

TABLES = ("Blackjack +", "Down Under")  # a continuous shuffler with prizes, and a shoe with a reader
BEFORE, SINCE = 3, 2  # rounds


async def play(url: str, rounds: int) -> None:
    """Rounds at each table, and one that is not finished."""
    ours = our_tables()
    async with open_house(url, [ours[name] for name in TABLES], seed=2) as house:
        for at, room in enumerate(house.rooms.values()):
            guests = [await Guest.come(house, room, f"{name}{at}", box=box) for box, name in ((1, "Ann"), (2, "Bob"))]
            await play_rounds(room, guests, rounds, Random(at))
            async for _ in strokes(room, guests, Random(at)):
                if room.state.table.boxes:
                    break


def verified(url: str, since: Path | None = None, jobs: int = 1) -> Counts:
    engine = open_engine(url)
    try:
        return verify(engine, since=since, jobs=jobs)
    finally:
        engine.dispose()


@pytest.fixture(scope="module")
def two_days(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house that was audited after the first day, and played on."""
    folder = tmp_path_factory.mktemp("days")
    url = f"sqlite:///{folder}/house.db"
    asyncio.run(play(url, BEFORE))
    verified(url, folder / "audit.json")
    asyncio.run(play(url, SINCE))
    return folder


@pytest.fixture
def copied(two_days: Path, tmp_path: Path) -> str:
    return copied_house(two_days, tmp_path)


def kept(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///")).with_name("audit.json")


def test_only_what_is_new_is_followed(copied: str) -> None:
    whole = audited(copied)
    new = verified(copied, kept(copied))
    assert new.rounds == len(TABLES) * SINCE
    assert 0 < new.entries < whole.entries
    assert (new.tables, new.postings, new.accounts) == (whole.tables, whole.postings, whole.accounts)
    again = verified(copied, kept(copied))
    assert (again.rounds, again.shoes) == (0, 0)
    assert again.entries <= new.entries  # only the open round


def test_no_card_can_be_read_in_the_file(copied: str) -> None:
    said = json.loads(kept(copied).read_text())
    assert said["verified"].startswith("sealed:")
    changed = said["verified"][:-8] + "AAAAAAA="
    kept(copied).write_text(json.dumps({**said, "verified": changed}))
    with pytest.raises(Malformed, match="changed"):
        verified(copied, kept(copied))


def test_the_key_is_needed(copied: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLECARD_KEY", str(kept(copied).with_name("no.key")))
    with pytest.raises(HolecardError, match="needs the house's key"):
        verified(copied, kept(copied))


def last_of_first_day(url: str) -> int:
    with tampering(url) as connection:
        wanted = select(schema.rounds.c.first).where(
            schema.rounds.c.table_id == 1, schema.rounds.c.number == BEFORE + 1
        )
        return int(connection.execute(wanted).scalar_one()) - 1


@pytest.mark.parametrize(("after", "is_found"), [(-2, False), (0, True), (3, True)])
def test_a_changed_entry(copied: str, after: int, is_found: bool) -> None:
    """One before the last audit's head is found by an audit of everything alone."""
    entries, n = schema.entries, last_of_first_day(copied) + after
    with tampering(copied) as connection:
        its = entries.c.table_id == 1, entries.c.n == n
        connection.execute(update(entries).where(*its).values(body="no more bets", hash="0" * 64))
    if is_found:
        with pytest.raises(Broken) as caught:
            verified(copied, kept(copied))
        assert (caught.value.kind, caught.value.table, caught.value.key) == ("entries", 1, str(n))
    else:
        verified(copied, kept(copied))
    with pytest.raises(Broken):
        audited(copied)


def test_money_of_any_day_is_added_up(copied: str) -> None:
    with tampering(copied) as connection:
        connection.execute(delete(schema.postings).where(schema.postings.c.table_id == 1, schema.postings.c.round == 1))
    with pytest.raises(Broken, match="postings add up"):
        verified(copied, kept(copied))


def test_processes_find_the_same(copied: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_tables, "WORTH_A_PROCESS", 0)
    assert verified(copied, jobs=2) == audited(copied)
    with tampering(copied) as connection:
        connection.execute(update(schema.rounds).where(schema.rounds.c.number == 2).values(opening="game reference"))
    with pytest.raises(Broken) as apart:
        verified(copied, jobs=2)
    with pytest.raises(Broken) as here:
        verified(copied)
    assert str(apart.value) == str(here.value)
    assert apart.value.table == 1
