"""Tables kept on disk: what is read back plays and is worth what was written."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from holecard.games import GAMES, find
from holecard.lab import store
from holecard.lab.analysis import analyse
from holecard.lab.laid import Laid, lay
from holecard.lab.shoes import Strategy


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(store, "_KEPT", {})


def _laid(game: str) -> Laid:
    rules = find(game).configure()
    return lay(rules, analyse(rules, strategy=Strategy.TOTAL).solution)


@pytest.mark.parametrize("game", GAMES)
def test_tables_that_were_read_are_those_that_were_written(game: str) -> None:
    made = _laid(game)
    store.forget()
    (file,) = store.folder().glob("*.tables")
    before = file.stat().st_mtime_ns
    read = _laid(game)
    assert file.stat().st_mtime_ns == before, "made again instead of read"
    for field in fields(Laid):
        assert np.array_equal(getattr(made, field.name), getattr(read, field.name)), field.name


def test_a_broken_file_is_made_again() -> None:
    made = _laid("nz-blackjack")
    store.forget()
    (file,) = store.folder().glob("*.tables")
    file.write_bytes(file.read_bytes()[:1000])
    assert np.array_equal(_laid("nz-blackjack").paid, made.paid)
