"""Random legal and illegal answers to every registered game under random options: what must hold after each of them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from holecard.games import GAMES
from holecard.testing.random_play import random_rules
from holecard.testing.watched import Watched, play_many
from tests.kit.soak import usual_or_soak


class Machine(RuleBasedStateMachine):
    """Hypothesis picks the game, the options and every answer, and shrinks what goes wrong."""

    watched: Watched

    @initialize(game=st.sampled_from(sorted(GAMES)), chance=st.randoms(use_true_random=False))
    def sit_down(self, game: str, chance: Random) -> None:
        rules = random_rules(GAMES[game], chance)
        note(f"{game} {rules.options.shown()}")
        self.watched = Watched(rules, chance)

    @rule(answers=st.integers(1, 6))
    def answer_legally(self, answers: int) -> None:
        for _ in range(answers):
            self.watched.legal()

    @rule()
    def answer_wildly(self) -> None:
        self.watched.wild()

    @rule()
    def something_happens(self) -> None:
        self.watched.trouble()

    @rule()
    def answer_a_stale_question(self) -> None:
        self.watched.stale()

    def teardown(self) -> None:
        if hasattr(self, "watched"):
            note(f"{self.watched.answers} at {self.watched.table}")


MANY = usual_or_soak(80, 400)  # tables of each game
TestMachine = Machine.TestCase
TestMachine.settings = settings(
    deadline=None,
    max_examples=usual_or_soak(120, 600),
    stateful_step_count=40,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_whole_rounds_hold_under_many_options(game: str) -> None:
    """Far more rounds than hypothesis has time for: many tables, six rounds each, with errors of every kind."""
    played = play_many(GAMES[game], MANY)
    assert played["rounds"] == 6 * MANY
    assert played["refusals"] > 6 * MANY
    assert bool(played["troubles"]) is bool(GAMES[game].configure().play.around.notices)
