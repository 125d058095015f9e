"""Running the command: its two outputs and its exit code, in another process as a user does or, faster, in this one."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from holecard import cli

HOLECARD = Path(sys.executable).with_name("holecard")
TRACEBACK = "Traceback"
LIMIT = 300.0  # seconds for a command, on a machine however busy


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Standard output, which must be one JSON document."""
        return json.loads(self.out)


def environment(home: Path | None = None, **more: str) -> dict[str, str]:
    """As after a login: nothing set that decides about colours or size, and a home of its own."""
    deciding = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
    kept = {key: value for key, value in os.environ.items() if key not in deciding}
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
        timeout=LIMIT,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def here(*arguments: str, typed: str = "") -> Ran:
    """In this process."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), mock.patch.object(sys, "stdin", io.StringIO(typed)):
        code = cli.run(list(arguments))
    return Ran(code, out.getvalue(), err.getvalue())


def assert_complains(ran: Ran, code: int, *words: str) -> None:
    """One line on standard error, nothing on standard output, and the exit code of the contract."""
    assert ran.code == code, ran
    assert ran.err.count("\n") == 1, ran.err
    assert not ran.out
    assert TRACEBACK not in ran.err
    for word in words:
        assert word in ran.err
