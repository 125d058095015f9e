"""Counting beside plain simulation of the same game, in one run: rounds per second, and the time of the exact parts.

Plain and counted rounds are played in turn, five times; medians of the ratios. Then a game's effects of removal beside
one exact analysis, and the search for the best count of level 2. Prints a table, asserts nothing.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from statistics import median

from holecard.games import GAMES, find
from holecard.lab.counting.removals import removals
from holecard.lab.counting.systems import KNOWN, best_system
from holecard.lab.counting.tallies import Asked
from holecard.lab.simulator.simulate import laid_for, simulate
from holecard.lab.solver.analysis import analyse

ROUNDS = 8_000_000
PAIRS = 5
AIM = 0.6


def seconds(work: Callable[..., object], *given: object) -> float:
    began = time.process_time()
    work(*given)
    return time.process_time() - began


def main(games: list[str]) -> None:
    print(f"{'game':22} {'plain M/s':>10} {'counted':>8} {'ratio':>6} {'at least':>9} {'removals':>9} {'best-2':>7}")
    print(f"{'':22} {'':10} {'':8} {'':6} {'':9} {'analyses':>9} {'s':>7}")
    for game in games:
        rules = find(game).configure()
        laid = laid_for(rules)
        counted = Asked((KNOWN["hi-lo"],), ROUNDS).plan(rules)
        plain = replace(counted, counting=None)
        for plan in (plain, counted):
            simulate(rules, replace(plan, rounds=1000), laid=laid)  # loads the machine code
        pairs = [
            tuple(simulate(rules, plan, laid=laid).rounds_per_cpu_second for plan in (plain, counted))
            for _ in range(PAIRS)
        ]
        analyse(rules)
        effects = removals(rules)
        analyses = seconds(removals, rules) / min(seconds(analyse, rules) for _ in range(3))
        best = seconds(best_system, effects, 2)
        figures = (median(one for one, _ in pairs) / 1e6, median(other for _, other in pairs) / 1e6)
        ratio = median(other / one for one, other in pairs)
        speeds = f"{figures[0]:10.1f} {figures[1]:8.1f} {ratio:6.2f} {AIM:9.1f}"
        print(f"{game:22} {speeds} {analyses:9.1f} {best:7.2f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
