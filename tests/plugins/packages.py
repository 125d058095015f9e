"""Packages that bring games, installed for a test and gone after it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from holecard.games import GAMES

EXAMPLE = Path(__file__).parents[2] / "examples" / "super-fun-21"


def install(target: Path, *packages: Path) -> None:
    """Build and install packages into a folder, without network and without an environment of their own."""
    offline = ("--no-build-isolation", "--no-index", "--no-deps", "--no-compile", "--disable-pip-version-check", "-q")
    command = [sys.executable, "-m", "pip", "install", *offline, "--target", str(target), *map(str, packages)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=target)
    assert done.returncode == 0, done.stderr


@contextmanager
def on_path(folder: Path) -> Iterator[None]:
    """What is installed in a folder is there, as if this process had started with it."""
    before = set(sys.modules)
    sys.path.append(str(folder))
    GAMES.look_again()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(folder)):
                del sys.modules[name]
        GAMES.look_again()


def pretend(folder: Path, package: str, code: str, games: str = "", registers: str = "") -> None:
    """Something that looks installed: a module `package` with this code, and its entry points."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[holecard.games]\n{games}\n\n[holecard.registers]\n{registers}\n")
    (folder / package).mkdir()
    (folder / package / "__init__.py").write_text(code)
