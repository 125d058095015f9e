"""What takes too long for every test run: a thousand million simulated rounds of each game, and of each side wager,
against the exact figure."""

from __future__ import annotations

import os
import sys

from holecard.games import GAMES, find
from holecard.lab.simulator._tally import Figures
from holecard.lab.simulator.simulate import Plan, on_this_machine, simulate
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.shoes import Strategy
from holecard.lab.wagers.riding import value_of_riding
from holecard.lab.wagers.side_wagers import analyse_wagers

ROUNDS = 1_000_000_000
PLAYER = on_this_machine(os.cpu_count() or 1)
WAGERED = ("pa-down-under", "nz-blackjack")  # the games of which every side wager is played too


def soak(game: str) -> int:
    rules = find(game).configure()
    exact = analyse(rules, strategy=Strategy.TOTAL).ev
    return told(game, exact, simulate(rules, Plan(ROUNDS, seed=f"soak {game}", fresh=True), PLAYER).main)


def soak_wager(game: str, wager: str) -> int:
    rules = find(game).configure({find(game).wager(wager).switch: "yes"})
    exact = analyse_wagers(find(game), {}, only=wager, value_of_riding=value_of_riding)[0].ev
    plan = Plan(ROUNDS, seed=f"soak {wager}", fresh=True, wagers=((wager, rules.minimum),))
    return told(wager, float(exact), simulate(rules, plan, PLAYER).wagers[0].figures)


def told(what: str, exact: float, found: Figures) -> int:
    """Print how far they are apart; 1 if that is too far."""
    errors = (found.ev - exact) / found.standard_error
    print(f"{what:22} exact {exact:+.7f}  simulated {found.ev:+.7f}  {errors:+.2f} standard errors", flush=True)
    return abs(errors) >= 4


def main(games: list[str]) -> int:
    wrong = 0
    for game in games:
        wrong += soak(game)
        if game in WAGERED:
            wrong += sum(soak_wager(game, offered.key) for offered in find(game).wagers)
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(GAMES)))
