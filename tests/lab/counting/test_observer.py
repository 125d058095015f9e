"""The perfect observer wins more the deeper the shoe is dealt, and never less than a count."""

from __future__ import annotations

import pytest

from holecard.engine.rules import Rules
from holecard.games import find
from holecard.lab.counting.observer import exposure

SAMPLES = 400


@pytest.mark.parametrize("wager", ["super-sevens", "perfect-pair", "push-22"])
def test_exposure_of_side_wagers(wager: str) -> None:
    found = exposure(find("nz-blackjack").configure(), wager, SAMPLES)
    gains = [row.gain for row in found.rows]
    assert gains == sorted(gains)
    assert gains[0] == 0 or wager == "super-sevens"
    assert all(row.gain >= row.counter_gain - 1e-12 for row in found.rows)
    assert found.rows[-1].frequency > 0


def test_no_count_wins_on_pairs_but_the_observer_does() -> None:
    found = exposure(find("nz-blackjack").configure(), "perfect-pair", SAMPLES)
    assert found.rows[-1].counter_gain == 0
    assert found.gain_at(0.95) > 0.2


def test_the_cut_that_keeps_a_wager_safe() -> None:
    found = exposure(find("nz-blackjack").configure({"maximum": "100.00"}), "super-sevens", SAMPLES)
    safe = found.deepest_below(50)
    assert safe is not None
    assert found.gain_at(safe) * 100 <= 50 < found.gain_at(safe + 0.05) * 100


def test_the_main_game(rules: Rules) -> None:
    found = exposure(rules, samples=300)
    assert 0.1 < found.gain_at(0.5) < 0.4 < found.gain_at(0.95) < 1.2
    assert found.rows[0].standard_error > 0
