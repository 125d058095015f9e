"""A cache of compiled games, in this process and on disk. It never stores results.

A file is named after the rules' fingerprint and that of the sources, so that a change of either makes a new one.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import tempfile
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

import numba
import numpy as np

from holecard.engine.rules import Rules
from holecard.games import GAMES
from holecard.lab.compiler.compile import compile_game
from holecard.lab.compiler.stage import Riding
from holecard.lab.compiler.tables import Tables

MOST_BYTES = 500_000_000  # kept on disk
SURFACES = {"cli", "live", "school", "dossier"}  # packages that keep nothing here and make up half of the sources
QUICKLY = 1  # of zlib's levels: a sixth of the size, in five milliseconds for each megabyte
_KEPT: dict[str, Tables] = {}
Made = TypeVar("Made")


def tables_for(rules: Rules, riding: Riding | None = None) -> Tables:
    """The tables of a configured game, with what rides: kept ones where there are any."""
    name = "-".join(str(part) for part in (*_game(rules), *(riding or ()), _sources()))
    if name not in _KEPT:
        _KEPT[name] = kept(name, Tables, lambda: Tables(compile_game(rules, riding)))
    return _KEPT[name]


def named(rules: Rules, *parts: object) -> str:
    """The name of something that follows from the rules and these parts."""
    digest = hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
    return "-".join((*_game(rules), digest, _sources()))


def kept(name: str, kind: type[Made], make: Callable[[], Made]) -> Made:
    """Read this name from disk, or make it now and store it there."""
    found = _read(name, kind)
    return _write(name, make()) if found is None else found


def forget() -> None:
    """Drop what this process keeps, where many configurations follow each other."""
    _KEPT.clear()


def folder() -> Path:
    """Where files that can be made again are kept."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "holecard"


def _game(rules: Rules) -> tuple[str, ...]:
    """The game and its options, and the sources of the package that brings it, where it is not ours."""
    brought = GAMES.package_of(rules.key)
    return (rules.key, rules.hash) if brought is None else (rules.key, rules.hash, _sources_of(brought.root))


@cache
def _sources() -> str:
    """A fingerprint of everything of ours that the tables depend on."""
    root = Path(__file__).parents[2]
    packages = [folder for folder in sorted(root.iterdir()) if folder.is_dir() and folder.name not in SURFACES]
    return _sources_of(*packages, also=f"{numba.__version__} {np.__version__}")


@cache
def _sources_of(*roots: Path, also: str = "") -> str:
    found = hashlib.sha256(also.encode())
    for root in roots:
        for file in sorted(root.rglob("*.py")):
            found.update(file.read_bytes())
    return found.hexdigest()[:16]


def _read(name: str, kind: type[Made]) -> Made | None:
    """A file that is missing, broken or not ours is as good as none."""
    try:
        found = pickle.loads(zlib.decompress((folder() / f"{name}.tables").read_bytes()))
    except Exception:
        return None
    return found if isinstance(found, kind) else None


def _make_room() -> None:
    """Files of sources that are no more go, and the oldest of many."""
    left = MOST_BYTES
    for file in sorted(folder().glob("*.tables"), key=lambda file: -file.stat().st_mtime):
        left -= file.stat().st_size
        if left < 0 or not file.stem.endswith(_sources()):
            file.unlink(missing_ok=True)


def _write(name: str, tables: Made) -> Made:
    """Keep it if that can be done; whole or not at all."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder(), delete=False) as file:
            file.write(zlib.compress(pickle.dumps(tables, pickle.HIGHEST_PROTOCOL), QUICKLY))
        os.replace(file.name, folder() / f"{name}.tables")
        _make_room()
    except OSError:
        pass
    return tables
