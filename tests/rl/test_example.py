"""The tabular example learns: how far it is from the optimum is known exactly."""

from __future__ import annotations

import holecard.rl as rl
from examples.learning.tabular import learn
from tests.kit.soak import usual_or_soak

TABLES, PHASES, STEPS, REGRET = usual_or_soak((8192, 2, 80, 0.03), (32_768, 6, 400, 0.001))


def test_a_table_of_values_comes_near_the_optimum() -> None:
    *_, last = learn("pa-down-under", tables=TABLES, phases=PHASES, steps=STEPS)
    assert 0 <= rl.evaluate("pa-down-under", last.policy).regret < REGRET
