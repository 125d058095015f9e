"""Compile the lab's kernels to machine code, so that the processes of a test run do not each do it (`scripts/test.sh`).

Numba keeps what it compiled beside the sources. What no command here calls is compiled by the first test that needs it.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

from holecard.cli import run

SOME = ("--rounds", "1000")
COMMANDS = (
    ("analyze", "pa-down-under"),
    ("simulate", "nz-blackjack", *SOME),
    ("simulate", "nz-blackjack", *SOME, "--wager", "push-22=1"),
    ("simulate", "nz-blackjack", *SOME, "--set", "dealer_blackjack_takes=busted-plus-one"),
    ("count", "simulate", "reference", *SOME),
)


def compile_kernels() -> int:
    """Run each command; the exit code of the first that fails."""
    for command in COMMANDS:
        told = StringIO()
        with redirect_stdout(told), redirect_stderr(told):
            code = run(list(command))
        if code:
            print(f"holecard {' '.join(command)}: exit code {code}\n{told.getvalue()}", file=sys.stderr)
            return code
    return 0


if __name__ == "__main__":
    sys.exit(compile_kernels())
