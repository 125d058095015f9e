"""Random rounds full of irregularities, played by the referee's model and by the engine side by side."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.kit.soak import usual_or_soak
from tests.referee.at_the_engine import AtTheEngine
from tests.referee.model.generate import random_round
from tests.referee.model.rules import GAMES
from tests.referee.model.verdict import Verdict
from tests.referee.open_differences import why_not_followed
from tests.referee.played import Played

ROUNDS = usual_or_soak(150, 4000)
LEAST_COMPARED = {"685a": 0.93, "rop": 0.93, "673a": 0.93}  # of the rounds: the others stop at something that is listed
IN_NEW_ZEALAND = 0.7  # where more can go wrong at once


def _money(net: dict[str, int]) -> dict[str, int]:
    return {key: cents for key, cents in net.items() if cents}


def _same(lines: list[str], verdict: Verdict, played: Played) -> bool:
    cards = (verdict.hands, verdict.dealer) == (played.hands, played.dealer)
    gone = set(verdict.void) == set(played.void)
    if played.removed is not None and "report shoe-empty" not in lines:  # the discards have not gone back
        gone = gone and Counter(verdict.removed) == Counter(played.removed)
    return cards and gone and _money(verdict.net) == _money(played.net)


@pytest.mark.parametrize("game", GAMES)
def test_engine_and_model_agree_on_cards_and_money(game: str) -> None:
    compared = 0
    for seed in range(ROUNDS):
        script, made = random_round(game, seed)
        verdict, played = made.referee.verdict(), AtTheEngine(script).play()
        if why_not_followed(made, verdict, played):
            continue
        told = "\n".join(made.lines)
        assert not played.stuck, f"seed {seed}: {played.stuck}\n{told}"
        assert _same(made.lines, verdict, played), f"seed {seed}: model {verdict}\nengine {played}\n{told}"
        compared += 1
    assert compared >= LEAST_COMPARED.get(game, IN_NEW_ZEALAND) * ROUNDS
