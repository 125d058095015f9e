"""How long `holecard analyze` takes from the shell, beside Python importing Numba alone: in turn, medians.

Tables and machine code are warm, results are never kept. A command should answer within two seconds of an idle machine;
where others load it, the seconds of the processor tell more than those of the clock. Prints a table, asserts nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from holecard.games import GAMES

TURNS = 5
AT_MOST = 2.0
HOLECARD = str(Path(sys.executable).with_name("holecard"))
BARE = [sys.executable, "-c", "import numba"]


def run(command: list[str]) -> tuple[float, float]:
    """Seconds of the clock and of the processor."""
    began, before = time.perf_counter(), os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - began, used


def main(games: list[str]) -> None:
    print(f"{'from the shell':22} {'seconds':>8} {'processor':>10} {'x import numba':>15} {'at most, s':>11}")
    for game in games:
        command = [HOLECARD, "analyze", game]
        run(command)  # builds the tables and the machine code
        pairs = [(run(command), run(BARE)) for _ in range(TURNS)]
        seconds, used = (median(mine[at] for mine, _ in pairs) for at in (0, 1))
        ratio = median(mine[1] / theirs[1] for mine, theirs in pairs)
        print(f"{game:22} {seconds:8.2f} {used:10.2f} {ratio:15.2f} {AT_MOST:11.1f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
