"""Where tests write: in memory where there is room, so that they do not wait for a disk to sync."""

from __future__ import annotations

import shutil
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 1_000_000_000  # bytes; a container may have much less


def temporary_root() -> Path:
    """A folder for what a run throws away."""
    is_roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM
    return MEMORY if is_roomy else Path("/tmp")
