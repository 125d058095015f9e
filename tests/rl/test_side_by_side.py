"""The compiled tables deal the very rounds of the engine: cards, questions, masks and money."""

from __future__ import annotations

import pytest

from holecard.games import GAMES
from holecard.testing.lab.taping import configurations
from tests.kit.soak import usual_or_soak
from tests.rl.side_by_side import compared

ROWS, STEPS = usual_or_soak((1, 60), (10_000, 400))  # in soak runs, every two values of two options meet


@pytest.mark.parametrize("key", GAMES)
def test_every_table_is_dealt_what_the_engine_deals(key: str) -> None:
    rules = GAMES[key].configure()
    taken = compared(rules, 5, steps=STEPS) + compared(rules, 6, cut=60, steps=STEPS)
    assert taken[""] > STEPS
    assert {"hit", "stand", "double"} <= set(taken)
    assert any("split" in do for do in taken)


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.configure().play.ante is None])
def test_bets_are_chosen_alike(key: str) -> None:
    taken = compared(GAMES[key].configure(), 7, bets=(1, 3), steps=STEPS)
    assert taken["bet-1"] > 10
    assert taken["bet-3"] > 10


@pytest.mark.parametrize("key", GAMES)
def test_options_change_both_alike(key: str) -> None:
    game = GAMES[key]
    for number, row in enumerate(configurations(game, 2)[1 : 1 + ROWS]):
        compared(game.configure(row), number, steps=STEPS)
