"""Writes files safely: completely or not at all, and only as regular files."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from holecard.law.errors import HolecardError


def check_writable(file: Path | None) -> None:
    """Find out before the work whether its result can be kept."""
    if file is None:
        return
    if file.exists() and not file.is_file():
        raise HolecardError(f"{file} is not a regular file and was not changed")
    if not file.parent.is_dir():
        raise HolecardError(f"{file} cannot be written: there is no folder {file.parent}")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise HolecardError(f"{file} cannot be written: permission denied")


def write_whole(file: Path, content: bytes) -> None:
    """Write beside it first, so that a full disk or Ctrl-C leaves what was there."""
    check_writable(file)
    there = file.resolve()
    part = there.with_name(f".holecard-{os.getpid()}")
    try:
        with open(part, "wb") as writing:
            writing.write(content)
            writing.flush()
            os.fsync(writing.fileno())
        if there.exists():
            shutil.copymode(there, part)
        part.replace(there)
    except OSError as error:
        raise HolecardError(f"{file} cannot be written: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)
