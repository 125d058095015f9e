"""Running the command as a user does: another process, its two outputs and its exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

HOLECARD = Path(sys.executable).with_name("holecard")
TRACEBACK = "Traceback"


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Standard output, which must be one JSON document."""
        return json.loads(self.out)


def environment(home: Path | None = None, **more: str) -> dict[str, str]:
    """As after a login: nothing set that decides about colours or width, and a home of its own."""
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    state = {} if home is None else {"HOME": str(home), "XDG_STATE_HOME": str(home / "state")}
    return {**kept, "COLUMNS": "80", **state, **more}


def holecard(*arguments: str | Path, typed: str = "", home: Path | None = None, **more: str) -> Ran:
    done = subprocess.run(
        [HOLECARD, *arguments],
        input=typed,
        env=environment(home, **more),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def assert_complains(ran: Ran, code: int, *words: str) -> None:
    """One line on standard error, nothing on standard output, and the exit code of the contract."""
    assert ran.code == code, ran
    assert ran.err.count("\n") == 1, ran.err
    assert not ran.out
    assert TRACEBACK not in ran.err
    for word in words:
        assert word in ran.err
