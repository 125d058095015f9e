"""What takes too long for every test run: a thousand million simulated rounds of each game against the exact figure."""

from __future__ import annotations

import os
import sys

from holecard.games import GAMES, find
from holecard.lab.analysis import analyse
from holecard.lab.shoes import Strategy
from holecard.lab.simulate import Plan, on_this_machine, simulate

ROUNDS = 1_000_000_000


def main(games: list[str]) -> int:
    wrong = 0
    for game in games:
        rules = find(game).configure()
        exact = analyse(rules, strategy=Strategy.TOTAL).ev
        found = simulate(rules, Plan(ROUNDS, seed=f"soak {game}", fresh=True), on_this_machine(os.cpu_count() or 1))
        errors = (found.ev - exact) / found.standard_error
        print(f"{game:22} exact {exact:+.7f}  simulated {found.ev:+.7f}  {errors:+.2f} standard errors", flush=True)
        wrong += abs(errors) >= 4
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(GAMES)))
