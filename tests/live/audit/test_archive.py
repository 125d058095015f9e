"""Old rounds are archived: the house plays on, the audit goes on behind them, and the file can be verified."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete, func, insert, select

from holecard.law.errors import HolecardError, Malformed
from holecard.live.audit.archive import Checked, Made, check_archive, make_archive
from holecard.live.audit.audit import verify
from holecard.live.audit.rows import Broken
from holecard.live.store import schema
from holecard.live.store.book import enter
from holecard.live.store.store import open_engine
from tests.api.test_schemas import check
from tests.cli.kit import assert_complains, here
from tests.live.kit import Guest, open_house, our_tables, play_rounds
from tests.live.packed import CONTINUOUS, pack_all, play, played_and_packed
from tests.live.tampering import audited, copied_house, found_broken, tampering

LATER = 4e9  # all rounds of the tests ended before
ARCHIVED = 4  # rounds of each table: its first pack, because the last one stays


def archived(url: str, file: Path, before: float = LATER, **more: Any) -> Made:
    engine = open_engine(url)
    try:
        return make_archive(engine, file, before, LATER, **more)
    finally:
        engine.dispose()


def checked(url: str, file: Path) -> Checked:
    engine = open_engine(url)
    try:
        return check_archive(file, engine)
    finally:
        engine.dispose()


def counted(url: str) -> dict[str, int]:
    tables = schema.packs, schema.rounds, schema.round_bettors, schema.shoes, schema.book
    with tampering(url) as connection:
        return {t.name: connection.execute(select(func.count()).select_from(t)).scalar_one() for t in tables}


def test_the_house_plays_on_and_archives_again(database_url: str, tmp_path: Path) -> None:
    played_and_packed(database_url)
    before, rows = audited(database_url), counted(database_url)
    first = tmp_path / "first.archive"
    made = archived(database_url, first)
    assert [part.rounds for part in made.parts] == [ARCHIVED, ARCHIVED]
    assert first.stat().st_mode & 0o077 == 0
    left = counted(database_url)
    assert left["packs"] == rows["packs"] - 2
    assert left["rounds"] == rows["rounds"] - 2 * ARCHIVED
    assert left["book"] == rows["book"] + 1
    after = audited(database_url)
    assert (after.rounds, after.archived) == (before.rounds - 2 * ARCHIVED, 2 * ARCHIVED)
    assert checked(database_url, first).rounds == 2 * ARCHIVED

    asyncio.run(play(database_url, 4))
    pack_all(database_url)
    assert audited(database_url).rounds == after.rounds + 8
    second = tmp_path / "second.archive"
    assert [part.rounds for part in archived(database_url, second).parts] == [ARCHIVED, ARCHIVED]
    assert (audited(database_url).rounds, audited(database_url).archived) == (after.rounds, 4 * ARCHIVED)
    assert checked(database_url, second).rounds == 2 * ARCHIVED
    assert checked(database_url, first).sha256 == made.sha256


def test_the_house_may_be_open(database_url: str, tmp_path: Path) -> None:
    played_and_packed(database_url)
    texts = [our_tables()[CONTINUOUS], our_tables()[CONTINUOUS].replace(CONTINUOUS, "Another")]

    async def archive_while_playing() -> None:
        async with open_house(database_url, texts, seed=2) as house:
            room = next(iter(house.rooms.values()))
            guests = [await Guest.come(house, room, "Ann0", box=1)]
            archiving = asyncio.create_task(asyncio.to_thread(archived, database_url, tmp_path / "file"))
            while not archiving.done():
                await play_rounds(room, guests, 1, Random(1))
            assert len((await archiving).parts) == 2
            await play_rounds(room, guests, 2, Random(2))

    asyncio.run(archive_while_playing())
    assert audited(database_url).archived == 2 * ARCHIVED
    assert checked(database_url, tmp_path / "file").rounds == 2 * ARCHIVED


# Nothing too young, nothing twice, nothing half


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packed")
    played_and_packed(f"sqlite:///{folder}/house.db")
    return folder


@pytest.fixture
def url(packed: Path, tmp_path: Path) -> str:
    return copied_house(packed, tmp_path)


def test_younger_rounds_stay(url: str, tmp_path: Path) -> None:
    rows = counted(url)
    assert archived(url, tmp_path / "none", before=1e9).parts == []
    assert counted(url) == rows
    assert not (tmp_path / "none").exists()


def test_a_trial_writes_nothing(url: str, tmp_path: Path) -> None:
    rows = counted(url)
    assert [part.rounds for part in archived(url, tmp_path / "none", is_tried=True).parts] == [ARCHIVED, ARCHIVED]
    assert counted(url) == rows
    assert not (tmp_path / "none").exists()


def test_no_file_is_overwritten(url: str, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("an older archive")
    with pytest.raises(HolecardError, match="choose another name"):
        archived(url, tmp_path / "kept")
    assert (tmp_path / "kept").read_text() == "an older archive"


def test_without_the_key_nothing_is_archived(url: str, tmp_path: Path) -> None:
    with pytest.raises(HolecardError, match="needs the house's key"):
        archived(url, tmp_path / "none", key=tmp_path / "no.key")


def test_rounds_that_contradict_their_journal_are_not_archived(url: str, tmp_path: Path) -> None:
    with tampering(url) as connection:
        its = schema.round_bettors.c.table_id == 2, schema.round_bettors.c.number == 2
        connection.execute(schema.round_bettors.update().where(*its).values(net=5))
    with pytest.raises(Broken, match="round_bettors 2"):
        archived(url, tmp_path / "none")


def test_an_audit_goes_on_from_the_last_one_as_before(url: str, tmp_path: Path) -> None:
    engine, since = open_engine(url), tmp_path / "audit.json"
    try:
        verify(engine, since=since)
        archived(url, tmp_path / "file")
        asyncio.run(play(url, 1))
        assert verify(engine, since=since).rounds == 2
    finally:
        engine.dispose()


def test_a_version_without_the_rules_checks_what_is_left(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = audited(url).rounds - 2 * ARCHIVED
    with monkeypatch.context() as upgraded:
        upgraded.setattr("holecard.live.audit._tables.knows_rules", lambda row: False)
        assert len(archived(url, tmp_path / "file").kept) == 2, "nothing is archived that can't be replayed"
        assert audited(url).rounds == left + 2 * ARCHIVED
    archived(url, tmp_path / "file")
    monkeypatch.setattr("holecard.live.audit._tables.knows_rules", lambda row: False)
    counts = audited(url)
    assert (counts.rounds, [one.table for one in counts.unreplayed]) == (left, [1, 2])


# Somebody changes something


def test_erased_rounds_without_an_archive_are_missed(url: str) -> None:
    with tampering(url) as connection:
        for table, number in ((schema.packs, 5), (schema.rounds, 5), (schema.round_bettors, 5)):
            connection.execute(delete(table).where(table.c.table_id == 1, table.c.number < number))
    found = found_broken(url)
    assert (found.kind, found.table, found.why.split(":")[0]) == ("entries", 1, "is missing")


def test_an_archive_that_the_house_did_not_sign_is_named(url: str, tmp_path: Path) -> None:
    archived(url, tmp_path / "file")
    with tampering(url) as connection:
        book = schema.book.c
        said = json.loads(connection.execute(select(book.body).where(book.kind == "archive")).scalar_one())
        said["tables"]["1"]["moved"] = {"bettor:Ann0": 100_000}
        enter(connection, LATER, "archive", **said)
    found = found_broken(url)
    assert (found.kind, found.why) == ("book", "says that rounds were archived, but the house did not sign it")


def test_a_row_that_should_be_in_the_archive_is_named(url: str, tmp_path: Path) -> None:
    with tampering(url) as connection:
        its = schema.rounds.c.table_id == 1, schema.rounds.c.number == 2
        row = connection.execute(select(schema.rounds).where(*its)).one()._asdict()
    archived(url, tmp_path / "file")
    with tampering(url) as connection:
        connection.execute(insert(schema.rounds).values(row))
    found = found_broken(url)
    assert (found.kind, found.table, found.key) == ("rounds", 1, "2")


def test_the_round_behind_the_archive_must_follow_from_it(url: str, tmp_path: Path) -> None:
    archived(url, tmp_path / "file")
    with tampering(url) as connection:
        for table in (schema.packs, schema.rounds, schema.round_bettors):
            connection.execute(delete(table).where(table.c.table_id == 1, table.c.number.between(5, 8)))
    assert (found_broken(url).kind, found_broken(url).table) == ("rounds", 1)


CHANGES = {
    "packs": "UPDATE packs SET moved = '{}' WHERE table_id = 2",
    "rounds": "UPDATE rounds SET ended = ended + 60 WHERE table_id = 2 AND number = 2",
    "round_bettors": "UPDATE round_bettors SET net = net + 100 WHERE table_id = 1 AND number = 3",
    "shoes": "UPDATE shoes SET salt = 'ff' WHERE table_id = 1 AND number = 2",
    "archive": "UPDATE archive SET body = replace(body, 'command line', 'night shift')",
    "tables": "UPDATE tables SET name = 'Elsewhere' WHERE id = 1",
}


@pytest.mark.parametrize("kind", CHANGES)
def test_a_changed_file_is_found_and_named(url: str, tmp_path: Path, kind: str) -> None:
    file = tmp_path / "file"
    archived(url, file, why="by the command line")
    with sqlite3.connect(file) as connection:
        assert connection.execute(CHANGES[kind]).rowcount > 0
    connection.close()
    with pytest.raises(Broken) as caught:
        checked(url, file)
    assert caught.value.kind == ("archive" if kind == "tables" else kind)


def test_a_file_that_is_no_archive_is_refused_in_a_line(url: str, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("not a database, but long enough to be read as one\n" * 20)
    with pytest.raises(Malformed, match="can't read the archive"):
        checked(url, tmp_path / "text")
    with pytest.raises(HolecardError, match="archive not found"):
        checked(url, tmp_path / "nothing")


# The commands


def test_the_commands_archive_and_check(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holecard.cli.archive.time.time", lambda: LATER)  # in the year 2096
    file, stored = tmp_path / "old.archive", ("--database", url)
    assert_complains(
        here("house", "archive", str(file), "--before", "2087-01-01", *stored),
        2,
        "kept 10 years",
        "HOLECARD_KEEP_YEARS",
    )
    assert_complains(here("house", "archive", str(file), "--before", "soon", *stored), 2, "is not a day")
    tried = here("house", "archive", str(file), "--dry-run", "--json", *stored)
    check("house-archive", tried.document)
    assert (tried.document["dry_run"], tried.document["file"], file.exists()) == (True, None, False)
    assert here("house", "archive", str(file), "--before", "2026-01-01", *stored).out.startswith("Nothing to archive")
    ran = here("house", "archive", str(file), "--why", "ten years are over", *stored)
    assert (ran.code, ran.err) == (0, "")
    assert "rounds 1 to 4" in ran.out
    assert_complains(here("house", "archive", str(file), *stored), 1, "choose another name")
    assert "8 rounds are archived" in here("audit", "verify", *stored).out
    check("audit-verify", here("audit", "verify", "--json", *stored).document)
    assert "8 rounds" in here("audit", "archive", str(file), *stored).out
    check("audit-archive", here("audit", "archive", str(file), "--json", *stored).document)
    with sqlite3.connect(file) as connection:
        connection.execute(CHANGES["round_bettors"])
    connection.close()
    wrong = here("audit", "archive", str(file), "--json", *stored)
    check("audit-archive", wrong.document)
    assert (wrong.code, wrong.document["broken"]["kind"]) == (1, "round_bettors")
    assert_complains(here("audit", "archive", str(file), *stored), 1, "round_bettors 3")


def test_a_shorter_time_may_be_set(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, stored = tmp_path / "old.archive", ("--database", url)
    monkeypatch.setenv("HOLECARD_KEEP_YEARS", "1")
    ran = here("house", "archive", str(file), *stored)
    assert (ran.code, ran.out.startswith("Nothing to archive")) == (0, True)
    assert_complains(here("house", "archive", str(file), "--before", "2999-01-01", *stored), 2, "kept 1 year,")
    monkeypatch.setenv("HOLECARD_KEEP_YEARS", "0")
    assert here("house", "archive", str(file), *stored).code == 2


# A kill

KILLED = """
import os, signal, sys
from pathlib import Path
from holecard.live.audit import archive
from holecard.live.store.store import open_engine

done = getattr(archive, sys.argv[1])

def killed(*given, **named):
    done(*given, **named)
    os.kill(os.getpid(), signal.SIGKILL)

setattr(archive, sys.argv[1], killed)
archive.make_archive(open_engine(sys.argv[2]), Path(sys.argv[3]), 4e9, 4e9)
"""


@pytest.mark.parametrize("place", ["_write", "_delete", "enter"])
def test_a_kill_leaves_everything_or_nothing(database_url: str, tmp_path: Path, place: str) -> None:
    asyncio.run(play(database_url, 5))
    pack_all(database_url)
    asyncio.run(play(database_url, 2))
    pack_all(database_url)
    rows = counted(database_url)
    command = [sys.executable, "-c", KILLED, place, database_url, str(tmp_path / "file")]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert counted(database_url) == rows
    assert audited(database_url).archived == 0
    assert len(archived(database_url, tmp_path / "another").parts) == 2
    assert audited(database_url).archived == 2 * ARCHIVED
    assert checked(database_url, tmp_path / "another").rounds == 2 * ARCHIVED
