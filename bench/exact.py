"""How long a full exact analysis takes, beside the C yardstick: each in turn, five times, medians of the ratios.

An analysis is strategy and expectation by composition, machine code warm, tables built, nothing else reused. The
yardstick plays 5.4 million rounds meanwhile, which is what the best public C++ analyser of ordinary blackjack needs.
Both are measured in seconds of the processor. Prints a table, asserts nothing. Needs a C compiler.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from holecard.games import GAMES, find
from holecard.lab.compiler.compile import compile_game
from holecard.lab.compiler.tables import Tables
from holecard.lab.solver.analysis import analyse

ROUNDS = 5_400_000
PAIRS = 5
AIMS = {"reference": 1.0}
AIM = 8.0


def build(folder: str) -> Path:
    program = Path(folder, "yardstick")
    source = Path(__file__).with_name("yardstick.c")
    subprocess.run(["cc", "-O3", "-march=native", "-o", program, source, "-lm"], check=True)
    return program


def yardstick(program: Path) -> float:
    ran = subprocess.run([program, str(ROUNDS), "1"], check=True, capture_output=True, text=True)
    return float(json.loads(ran.stdout)["cpu_seconds"])


def ours(game: str) -> float:
    rules = find(game).configure()
    began = time.process_time()
    analyse(rules)
    return time.process_time() - began


def tables(game: str) -> float:
    began = time.process_time()
    Tables(compile_game(find(game).configure()))
    return time.process_time() - began


def main(games: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = build(folder)
        print(f"{'exact analysis':22} {'seconds':>8} {'x yardstick':>12} {'at most':>8} {'tables, s':>10}")
        for game in games:
            ours(game)  # builds the tables and loads the machine code
            pairs = [(ours(game), yardstick(program)) for _ in range(PAIRS)]
            ratio = median(mine / theirs for mine, theirs in pairs)
            seconds = median(mine for mine, _ in pairs)
            print(f"{game:22} {seconds:8.3f} {ratio:12.2f} {AIMS.get(game, AIM):8.1f} {tables(game):10.2f}", flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of this process, all games: {peak:.0f} MB")


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
