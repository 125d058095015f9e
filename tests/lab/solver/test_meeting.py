"""Hands of a split that are settled by each other: the simulator against the engine and against the exact figure."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

import numpy as np
import pytest

from holecard.engine.rules import Rules
from holecard.games import find
from holecard.lab.compiler.automaton import NONE
from holecard.lab.compiler.store import tables_for
from holecard.lab.simulator.simulate import Plan, play_block, simulate, streams
from holecard.lab.simulator.strategy_tables import StrategyTables, lay
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.shoes import Cards, Strategy
from holecard.testing.lab.tapes import Replay
from holecard.testing.lab.taping import Round, on_tape

TAKES = "dealer_blackjack_takes"
ROUNDS = 20_000  # on a tape


def plus_one(game: str) -> Rules:
    return find(game).configure({TAKES: "busted-plus-one"})


def apart(laid: StrategyTables) -> StrategyTables:
    """The same, but every hand is worth what it is worth alone."""
    assert laid.meets is not None
    return replace(laid, meets=laid.meets._replace(line=np.full_like(laid.meets.line, NONE)))


def dealt(rules: Rules, laid: StrategyTables, boxes: int) -> list[Round]:
    tape = np.zeros(ROUNDS * (2 + 40 * (boxes + 1)), np.int64)
    plan = Plan(ROUNDS, boxes=boxes, fresh=True)
    play_block(laid, plan, rules.decks, next(streams("met", 1)), ROUNDS, tape)
    return list(on_tape(tape, ROUNDS))


@pytest.mark.parametrize("game", ["nz-blackjack", "nz-blackjack-plus", "nz-free-bet"])
def test_the_simulator_settles_them_as_the_engine_does(game: str) -> None:
    """By a strategy that splits whatever it may, so that there are enough of them."""
    rules = plus_one(game)
    solution = Solution(tables_for(rules), Cards.of_decks(rules.decks), Strategy.TOTAL)
    for pair, split in solution.splits.items():
        split[0] = np.inf
        for again in solution.again[pair].values():
            again[:] = True
    laid, replay = lay(rules, solution), Replay(rules, solution)
    for boxes in (1, 3):
        rounds, alone = (dealt(rules, one, boxes) for one in (laid, apart(laid)))
        met = [one for one, other in zip(rounds, alone, strict=True) if one != other]
        assert len(met) >= 10
        for total, cards in met + rounds[:200]:
            assert replay.round(cards, boxes) == (total * laid.quantum, len(cards)), cards


def test_six_decks_simulated_and_exact() -> None:
    """The extra money alone, from the same rounds with and without it: within four standard errors."""
    rules, rounds = plus_one("nz-blackjack"), 20_000_000
    tables, decks = tables_for(rules), Cards.of_decks(rules.decks)
    exact = Solution(tables, decks, Strategy.TOTAL)
    laid = lay(rules, exact)
    plan = Plan(rounds, seed="met", fresh=True)
    together, alone = (simulate(rules, plan, laid=one).tally.sums[0] for one in (laid, apart(laid)))
    alone_each = copy(tables)
    alone_each.compiled = replace(tables.compiled, meetings={})
    summed = Solution(alone_each, decks, Strategy.TOTAL)
    expected = 0.0
    for pair, split in exact.splits.items():
        for number, known in enumerate(tables.known):
            if split[0, number] > exact.values[tables.start[pair, pair], number]:
                extra = split[0, number] - summed.splits[pair][0, number]
                expected -= rounds * exact.cards.pair_probability((pair, pair), known.up) * extra
    assert expected > 400, "so many wagers are taken"
    assert abs((alone - together) / laid.stake - expected) < 4 * np.sqrt(expected)


@pytest.mark.parametrize("game", ["nz-blackjack", "nz-blackjack-plus"])
def test_the_more_is_taken_the_less_a_game_is_worth(game: str) -> None:
    readings = ("original-only", "original-and-busted", "busted-plus-one")
    least, usual, most = (analyse(find(game).configure({TAKES: takes})).ev for takes in readings)
    assert least > usual > most > usual - 1e-4


def test_the_figure_that_the_decisions_name() -> None:
    assert analyse(plus_one("nz-blackjack")).house_edge == pytest.approx(0.00515647, abs=1e-8)
