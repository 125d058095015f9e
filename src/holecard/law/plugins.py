"""Packages that bring games and registers, found by their entry points `holecard.games` and `holecard.registers`.

A package that cannot be used is left out with one line on standard error that names it; everything else goes on.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES: Final = "holecard.games"
REGISTERS: Final = "holecard.registers"
_MENTIONED: Final = b"holecard."


class Brought(NamedTuple):
    """What a package brings under one name: `load` imports it."""

    package: str  # as it is installed, with its version
    name: str
    entry: EntryPoint

    @property
    def root(self) -> Path:
        """The folder of its outermost Python package, once that is imported."""
        return Path(str(sys.modules[self.entry.module.partition(".")[0]].__file__)).parent


@cache
def brought(group: str) -> tuple[Brought, ...]:
    """Everything that installed packages bring to this group, in the order of their names."""
    if not _anything_mentions_us():
        return ()
    from importlib.metadata import entry_points  # a fifth of a short command's time, so only where there is something

    found = (Brought(_package(entry), entry.name, entry) for entry in entry_points(group=group))
    return tuple(sorted(found, key=lambda one: (one.name, one.package)))


def _package(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else entry.module


def _anything_mentions_us() -> bool:
    """Whether some installed package's list of entry points has our name in it; what cannot be listed may have."""
    for folder in dict.fromkeys(sys.path):
        try:
            with os.scandir(folder or ".") as entries:
                infos = [entry.path for entry in entries if entry.name.endswith((".dist-info", ".egg-info"))]
        except NotADirectoryError:
            return True
        except OSError:
            continue
        if any(_mentions_us(Path(info, "entry_points.txt")) for info in infos):
            return True
    return False


def _mentions_us(listed: Path) -> bool:
    try:
        return b"[" + _MENTIONED in listed.read_bytes()
    except OSError:
        return False


@cache
def leave_out(package: str, why: str) -> None:
    """Say once, in one line, that something of a package is not used."""
    import logging  # where it is not configured, it prints the line on standard error

    logging.getLogger("holecard").warning("holecard: %s is left out: %s", package, " ".join(why.split()))


def folders() -> Iterator[tuple[Brought, Path]]:
    """The folder of each package of registers; one that cannot be imported is left out."""
    for one in brought(REGISTERS):
        folder = _folder(one)
        if folder is not None:
            yield one, folder


@cache
def _folder(one: Brought) -> Path | None:
    from importlib import resources

    try:
        return Path(str(resources.files(one.entry.module)))
    except Exception as error:
        leave_out(one.package, f"its registers {one.entry.module} cannot be read: {type(error).__name__}: {error}")
        return None


def look_again() -> None:
    """Forget what was found, after packages were installed or removed while this process runs."""
    brought.cache_clear()
    _folder.cache_clear()
    leave_out.cache_clear()
