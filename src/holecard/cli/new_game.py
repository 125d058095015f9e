"""`holecard new game`: writes a package with a game that already passes its own tests."""

from __future__ import annotations

import shutil
from pathlib import Path

from holecard.cli.options import console
from holecard.games import GAMES
from holecard.law.errors import HolecardError, Malformed
from holecard.testing.skeleton import skeleton


def new_game_command(key: str) -> None:
    files = skeleton(key)
    if key in GAMES:
        raise Malformed(f"there is already a game {key!r}. Choose another name")
    folder = Path(f"holecard-{key}")
    if folder.exists():
        raise HolecardError(f"{folder} is already there and was not changed")
    write_all(folder, files)
    out = console()
    out.print(f"{folder}/ has a game that you can play. Its README.md says where to begin.")
    out.print(f"Next: pip install -e {folder} && holecard test-game {key}", soft_wrap=True)


def write_all(folder: Path, files: dict[str, str]) -> None:
    """All files or none."""
    part = folder.with_name(f".{folder.name}.part")
    try:
        for place, text in files.items():
            (part / place).parent.mkdir(parents=True, exist_ok=True)
            (part / place).write_text(text, "utf-8")
        part.rename(folder)
    except OSError as error:
        raise HolecardError(f"{folder} cannot be written: {error.strerror}") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
