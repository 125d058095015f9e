"""Rounds of the simulator's kernel, taped and played again through `ask` and `answer`: the same money, the same cards.

Every value of every option is taped, and six tenths of the pairs of values that may stand together; everything that a
game's compiled tables and its settlement table hold must have happened in some round. `make soak` does the same with
all triples of options and many more rounds.
"""

from __future__ import annotations

import pytest

from holecard.games import GAMES
from holecard.testing.lab.covering import first_rows
from holecard.testing.lab.taping import DECKS, configurations, factors, left_out_of, taped
from tests.kit.soak import usual_or_soak

STRENGTH, REPLAYED = usual_or_soak((2, 8), (3, 150))
MET = usual_or_soak(0.6, 1.0)  # of the pairs, or triples, at least
NOTHING_RIDES = "nothing rides without its side wager"
NEW_ZEALAND = {"house-money-back": NOTHING_RIDES, "let-it-ride-back": NOTHING_RIDES}
ONLY_AFTER_A_WRONG_LIGHT = "the reader ends the round before money can be added"
WITH_A_READER = {"double-back": ONLY_AFTER_A_WRONG_LIGHT, "split-back": ONLY_AFTER_A_WRONG_LIGHT}
OUT_OF_REACH = {
    "pa-down-under": WITH_A_READER,
    "masque-down-under": WITH_A_READER,
    "pa-double-back-jack": {**WITH_A_READER, "chance-back": ONLY_AFTER_A_WRONG_LIGHT},
    "nz-blackjack": NEW_ZEALAND,
    "nz-ante-up": NEW_ZEALAND,
    "nz-blackjack-plus": {**NEW_ZEALAND, "five": "five cards under 21 are paid at once, as `five and under`"},
    "nz-free-bet": NEW_ZEALAND,
}
PAID_AT_ONCE = {"nz-blackjack-plus": "five and under"}


@pytest.mark.parametrize("key", GAMES)
def test_every_round_is_the_same_through_the_engine(key: str) -> None:
    game = GAMES[key]
    rows = first_rows(configurations(game, STRENGTH), MET, STRENGTH)
    shown = taped(game, rows, REPLAYED)
    told = f"{len(rows)} configurations, {shown.rounds} rounds"
    assert set(shown.kinds) == shown.possible_kinds, told
    assert shown.possible_cases - set(shown.cases) == set(OUT_OF_REACH.get(key, {})), told
    assert PAID_AT_ONCE.get(key, "bust") in shown.cases
    assert set(shown.boxes) == set(range(1, game.boxes + 1))


@pytest.mark.parametrize("key", GAMES)
def test_every_option_is_tried_or_left_out_for_a_reason(key: str) -> None:
    game = GAMES[key]
    tried = factors(game)
    left_out = left_out_of(game) - set(tried)
    assert {option.name for option in game.options} - left_out == {*tried, DECKS}
    rows = first_rows(configurations(game, STRENGTH), MET, STRENGTH)
    for name, values in tried.items():
        assert {row[name] for row in rows} == set(values)
