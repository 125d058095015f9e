"""What the processes of a run do one after another, because the first one's work spares the others theirs."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def one_at_a_time(what: str) -> Iterator[None]:
    """Wait until no other process of this checkout does the same."""
    folder = Path(os.environ["XDG_CACHE_HOME"])  # which tests/conftest.py has set
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / f"{what}.lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # until the file is closed
        yield
