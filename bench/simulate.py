"""Rounds per second of a processor, beside the C yardstick: each in turn, five times, medians of the ratios.

One process each, one box, no side wager, a shoe with a quarter of its cards behind the cut, the strategy card of the
exact solver. Solving and machine-code compilation are left out; shuffling and merging are not. Then two workers against
one, by the clock. Prints tables, asserts nothing. Needs a C compiler.
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

from exact import build

from holecard.games import GAMES, find
from holecard.lab.simulator.simulate import Plan, laid_for, on_this_machine, simulate

ROUNDS = 20_000_000
PAIRS = 5
AIMS = {"reference": 0.9}
AIM = 0.5


def yardstick(program: Path) -> float:
    ran = subprocess.run([program, str(ROUNDS), "1"], check=True, capture_output=True, text=True)
    return float(json.loads(ran.stdout)["rounds_per_cpu_second"])


def main(games: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = build(folder)
        print(f"{'simulation':22} {'million rounds/s':>17} {'x yardstick':>12} {'at least':>9}")
        for game in games:
            rules = find(game).configure()
            laid, plan = laid_for(rules), Plan(ROUNDS, cut=13 * rules.decks)
            simulate(rules, Plan(1000, cut=13 * rules.decks), laid=laid)  # loads the machine code
            pairs = [(simulate(rules, plan, laid=laid).rounds_per_cpu_second, yardstick(program)) for _ in range(PAIRS)]
            speed, ratio = median(mine for mine, _ in pairs), median(mine / theirs for mine, theirs in pairs)
            print(f"{game:22} {speed / 1e6:17.1f} {ratio:12.2f} {AIMS.get(game, AIM):9.1f}", flush=True)
    rules = find("reference").configure()
    laid, plan = laid_for(rules), Plan(20 * ROUNDS, cut=78)
    clocks = []
    for workers in (1, 2):
        began = time.perf_counter()
        simulate(rules, plan, on_this_machine(workers), laid=laid)
        clocks.append(time.perf_counter() - began)
    print(f"two workers against one, {20 * ROUNDS:,} rounds: {clocks[0] / clocks[1]:.2f} times as fast")
    print(f"peak memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
