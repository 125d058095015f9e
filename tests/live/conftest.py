"""Databases for the tests of the house: each test that asks for one runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from holecard.dossier.signing import KEY_FILE
from holecard.live.people import passwords
from holecard.live.store import store
from tests.kit.patience import PATIENCE
from tests.live.exposed import QUICK
from tests.live.laying import houses_are_laid
from tests.live.postgres import Postgres, programs


@pytest.fixture(scope="session", autouse=True)
def one_key(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Every house of the tests seals its cards with the same key, on PostgreSQL and in other processes too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(KEY_FILE, str(tmp_path_factory.mktemp("key") / "house.key"))
        yield


@pytest.fixture(scope="session", autouse=True)
def houses_are_laid_quickly() -> Iterator[None]:
    with houses_are_laid():
        yield


@pytest.fixture(autouse=True)
def transactions_may_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL ends a transaction of a process that is paused, as one is on a busy machine: not within a test."""
    monkeypatch.setattr(store, "LEASE", 2 * PATIENCE)


SLOW = passwords._hasher  # as slow as the house wants it, for whoever guesses


@pytest.fixture(autouse=True)
def passwords_are_hashed_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_hasher", QUICK)


@pytest.fixture
def passwords_are_hashed_slowly(passwords_are_hashed_quickly: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_hasher", SLOW)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One cluster for the whole run."""
    if programs() is None:
        told = "PostgreSQL is not installed"
        if os.environ.get("CI") == "true":
            pytest.fail(f"{told}, and under CI=true everything has to run", pytrace=False)
        pytest.skip(told)
    with Postgres() as cluster:
        yield cluster


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/house.db"


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    url = postgres.create()
    yield url
    postgres.drop(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A fresh database of each kind."""
    name = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    url: str = request.getfixturevalue(name)
    return url
