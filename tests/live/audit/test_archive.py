"""Old rounds are archived: the house plays on, the audit goes on behind them, and the file can be verified."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, func, insert, select

from holecard.law.errors import HolecardError, Malformed
from holecard.live.audit import archive as archiving
from holecard.live.audit.archive import Checked, Made, check_archive, make_archive
from holecard.live.audit.rows import Broken
from holecard.live.store import schema
from holecard.live.store.book import enter
from holecard.live.store.store import open_engine
from tests.live.packed import pack_all, play, played_and_packed
from tests.live.tampering import audited, found_broken, tampering

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


# Nothing too young, nothing twice, nothing half


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packed")
    played_and_packed(f"sqlite:///{folder}/house.db")
    return folder


@pytest.fixture
def url(packed: Path, tmp_path: Path) -> str:
    for file in packed.iterdir():
        shutil.copy(file, tmp_path)
    return f"sqlite:///{tmp_path}/house.db"


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


@pytest.mark.parametrize("place", ["_write", "_delete", "enter"])
def test_a_failure_leaves_everything(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    """A kill ends the transaction as an exception does: the tests of crashes show that for both databases."""
    rows, done = counted(url), getattr(archiving, place)

    def failing(*given: Any, **named: Any) -> None:
        done(*given, **named)
        raise KeyboardInterrupt

    monkeypatch.setattr(archiving, place, failing)
    with pytest.raises(KeyboardInterrupt):
        archived(url, tmp_path / "file")
    assert counted(url) == rows
    assert audited(url).archived == 0
    monkeypatch.undo()
    (tmp_path / "file").unlink(missing_ok=True)
    assert len(archived(url, tmp_path / "file").parts) == 2


def test_rounds_that_contradict_their_journal_are_not_archived(url: str, tmp_path: Path) -> None:
    with tampering(url) as connection:
        its = schema.round_bettors.c.table_id == 2, schema.round_bettors.c.number == 2
        connection.execute(schema.round_bettors.update().where(*its).values(net=5))
    with pytest.raises(Broken, match="round_bettors 2"):
        archived(url, tmp_path / "none")


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
