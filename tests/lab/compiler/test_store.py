"""Tables kept on disk: what is read back plays and is worth what was written."""

from __future__ import annotations

import pickle
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from holecard.games import GAMES, find
from holecard.lab.compiler import store
from holecard.lab.compiler.dealing import Endings, endings
from holecard.lab.compiler.stage import Stage
from holecard.lab.simulator.simulate import laid_for
from holecard.lab.simulator.strategy_tables import StrategyTables, lay
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.shoes import Strategy
from tests.kit.soak import usual_or_soak


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(store, "_KEPT", {})


def _laid(game: str) -> StrategyTables:
    rules = find(game).configure()
    return lay(rules, analyse(rules, strategy=Strategy.TOTAL).solution)


# One with a reader, one with a second chance, one with lammers: what the others have is the same.
KEPT = ("pa-down-under", "pa-double-back-jack", "nz-free-bet")


@pytest.mark.parametrize("game", usual_or_soak(KEPT, tuple(GAMES)))
def test_tables_that_were_read_are_those_that_were_written(game: str) -> None:
    made = _laid(game)
    store.forget()
    (file,) = store.folder().glob("*.tables")
    before = file.stat().st_mtime_ns
    read = _laid(game)
    assert file.stat().st_mtime_ns == before, "made again instead of read"
    for field in fields(StrategyTables):
        one, other = (_leaves(getattr(laid, field.name)) for laid in (made, read))
        assert all(np.array_equal(*both) for both in zip(one, other, strict=True)), field.name


def _leaves(table: Any) -> list[Any]:
    """The arrays and numbers of a table that is made of tables."""
    return [leaf for part in table for leaf in _leaves(part)] if isinstance(table, tuple) else [table]


def test_endings_of_the_dealer_come_back_as_they_were() -> None:
    every = endings(Stage(find("pa-down-under").configure()))
    read = pickle.loads(pickle.dumps(Endings(every)))
    assert len(every) > 1000
    assert tuple(read) == every
    assert len(read) == len(every)


def test_a_broken_file_is_made_again() -> None:
    made = _laid("reference")
    store.forget()
    (file,) = store.folder().glob("*.tables")
    file.write_bytes(file.read_bytes()[:1000])
    assert np.array_equal(_laid("reference").main.paid, made.main.paid)


def test_laid_tables_are_kept_for_each_strategy_and_side_wager() -> None:
    rules = find("nz-blackjack").configure({"perfect_pair": "yes", "any_pair": "no"})
    placed = (("perfect-pair", 100),)
    made = [laid_for(rules, "total", placed), laid_for(rules, "two-card", placed), laid_for(rules, "total")]
    store.forget()
    files = {file: file.stat().st_mtime_ns for file in store.folder().glob("*.tables")}
    assert len(files) == 4  # one of them is the game's
    again = [laid_for(rules, "total", placed), laid_for(rules, "two-card", placed), laid_for(rules, "total")]
    assert {file: file.stat().st_mtime_ns for file in files} == files
    for one, other in zip(made, again, strict=True):
        assert np.array_equal(one.main.leaves.node, other.main.leaves.node)
        assert (one.beside is None) == (other.beside is None)
    assert not np.array_equal(made[0].main.leaves.node, made[1].main.leaves.node)
