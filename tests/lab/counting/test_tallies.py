"""Rounds by count: they add up to the uncounted simulation, whoever plays them, and follow the linear picture."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from holecard.engine.rules import Rules
from holecard.games import find
from holecard.lab.counting._compositions import cards_at
from holecard.lab.counting.earnings import Spread, best_earnings, earnings, parse_ramp, parse_spread
from holecard.lab.counting.removals import removals
from holecard.lab.counting.systems import KNOWN
from holecard.lab.counting.tallies import Asked, Counted, count_rounds
from holecard.lab.simulator._tally import Tally
from holecard.lab.simulator.checkpoint import CheckpointFile
from holecard.lab.simulator.cluster import _play
from holecard.lab.simulator.simulate import BLOCK, jobs_of, on_this_machine, simulate
from holecard.law.errors import Malformed
from tests.kit.soak import usual_or_soak

HI_LO, KO, HALVES, RED_7 = (KNOWN[name] for name in ("hi-lo", "ko", "halves", "red-7"))


@pytest.fixture(scope="module")
def counted(rules: Rules) -> Counted:
    return count_rounds(rules, Asked((HI_LO, KO, HALVES), usual_or_soak(8_000_000, 400_000_000), 0.95))


def test_the_tallies_add_up_to_the_uncounted_simulation(rules: Rules) -> None:
    asked = Asked((HI_LO, KO), BLOCK + 1000, 0.75)
    found = count_rounds(rules, asked)
    plain = simulate(rules, replace(asked.plan(rules), counting=None))
    assert plain.tally.results == found.result.tally.results
    for system in range(2):
        rows = found.rows(system=system)
        assert sum(row.rounds for row in rows) == plain.tally.rounds
        assert sum(row.ev * row.rounds for row in rows) == pytest.approx(plain.ev * plain.tally.rounds)
        squares = sum((row.variance + row.ev**2) * row.rounds for row in rows)
        assert squares == pytest.approx(plain.main.squares / plain.laid.stake**2)


def test_side_wagers_are_tallied_too() -> None:
    rules = find("nz-blackjack").configure({"super_sevens": True})
    found = count_rounds(rules, Asked((HI_LO, RED_7), 300_000, 0.8, boxes=2, wagers=(("super-sevens", 100),)))
    (wager,) = found.result.wagers
    rows = found.rows(wager="super-sevens")
    assert sum(row.ev * row.rounds for row in rows) == pytest.approx(wager.figures.ev * 300_000)
    assert sum(row.rounds for row in found.rows(system=1)) == 300_000


def test_workers_and_a_checkpoint_give_identical_tallies(rules: Rules, tmp_path: Path) -> None:
    asked = Asked((HI_LO,), 2 * BLOCK + 5, 0.75)
    plan = asked.plan(rules)
    one = count_rounds(rules, asked).result.tally
    two = count_rounds(rules, asked, on_this_machine(2)).result.tally
    assert one.counted == two.counted
    with CheckpointFile.open(tmp_path / "run", rules, plan) as kept:
        count_rounds(rules, asked, checkpoint=kept)
    with CheckpointFile.open(tmp_path / "run", rules, plan) as kept:
        assert sum(kept.done().values(), one.nothing()).counted == one.counted
    with pytest.raises(Malformed, match="belongs to another run"):
        CheckpointFile.open(tmp_path / "run", rules, Asked((KO,), 2 * BLOCK + 5, 0.75).plan(rules))


def test_a_worker_of_a_cluster_gives_the_same(rules: Rules) -> None:
    """Blocks that travel as bytes and come back in another order."""
    asked = Asked((HI_LO, KO), 2 * BLOCK + 5, 0.75)
    plan, laid = asked.plan(rules), asked.laid(rules)
    shared = pickle.dumps((laid, plan, rules.decks))
    blocks = _play(list(jobs_of(plan))[::-1], shared)
    elsewhere = sum((pickle.loads(pickle.dumps(tally)) for _, tally in blocks), Tally.nothing())
    assert elsewhere.counted == count_rounds(rules, asked, laid=laid).result.tally.counted


def test_one_run_answers_for_every_penetration(rules: Rules, counted: Counted) -> None:
    assert counted.penetrations == (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
    shallow = count_rounds(rules, Asked((HI_LO,), 4_000_000, 0.6, seed="another"))
    ours, theirs = counted.rows(0.6), shallow.rows()
    share = {row.true_count: row.rounds / sum(one.rounds for one in ours) for row in ours}
    for row in theirs:
        if row.rounds > 100_000:
            assert share[row.true_count] == pytest.approx(row.rounds / 4_000_000, rel=0.03)


def test_the_count_is_that_of_the_cards_dealt() -> None:
    """At a penetration of 0.5 the true counts have the spread of a hypergeometric sample."""
    rules = find("reference").configure()
    rows = count_rounds(rules, Asked((HI_LO,), 1_000_000, 0.5)).rows()
    mean = sum((row.true_count + 0.5) * row.rounds for row in rows) / 1_000_000
    assert abs(mean) < 0.1
    assert {row.true_count for row in rows} >= set(range(-6, 6))


def test_the_linear_model_agrees_with_the_simulation(rules: Rules, counted: Counted) -> None:
    """By true count: the expectation of the mean composition, with the play of the fresh shoe. The mean composition is
    not the mean of compositions, and a round begins a little off the middle of its interval: a tenth of a percent."""
    effects = removals(rules)
    for row in counted.rows(0.75):
        if abs(row.true_count) <= 4:
            cards = np.array(cards_at(HI_LO, row.true_count + 0.5, 52 * rules.decks).counts)
            gone = np.array([24.0] * 9 + [96.0]) - cards
            linear = effects.ev + gone @ effects.effects * 311 / 312
            assert row.ev == pytest.approx(linear, abs=4 * row.standard_error + 0.0015)


def test_earnings_by_hand() -> None:
    rules = find("reference").configure()
    found = count_rounds(rules, Asked((HI_LO,), 100_000, 0.75))
    rows = found.rows()
    flat = earnings(rows, {-64: 1.0})
    assert flat.win_rate == pytest.approx(100 * found.result.ev)
    assert flat.standard_deviation == pytest.approx(10 * found.result.standard_deviation)
    assert (flat.risk_of_ruin == 1) == (flat.win_rate <= 0)
    doubled = earnings(rows, {-64: 2.0})
    assert doubled.win_rate == pytest.approx(2 * flat.win_rate)


def test_a_wider_spread_and_sitting_out_win_more(counted: Counted) -> None:
    rows = counted.rows(0.75)
    scores = [best_earnings(rows, Spread(1, high)).score for high in (2, 4, 8, 12)]
    assert scores == sorted(scores)
    wonging = best_earnings(rows, Spread(1, 12, enter=1))
    assert wonging.score > scores[-1]
    assert all(step.bet == 0 for step in wonging.ramp if step.true_count < 1)
    bets = [step.bet for step in best_earnings(rows, Spread(1, 12)).ramp]
    assert bets == sorted(bets)
    deep, shallow = (best_earnings(counted.rows(part), Spread(1, 12)) for part in (0.95, 0.5))
    assert deep.score > 2 * shallow.score


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("0:4 1:2", r"falls from 4 at \+0 to 2 at \+1"),
        ("x", "is not a step"),
        ("0:-1", "0 or more"),
        ("1:0", "bets nothing"),
    ],
)
def test_a_bad_ramp_is_refused(text: str, error: str) -> None:
    with pytest.raises(Malformed, match=error):
        parse_ramp(text)


@pytest.mark.parametrize("text", ["12-1", "a-b", "0-5", "nan-1"])
def test_a_bad_spread_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="--spread"):
        parse_spread(text)


@pytest.mark.parametrize("penetration", [0.99, 1.2, 0.0, float("nan")])
def test_a_cut_deeper_than_a_round_allows_is_refused(rules: Rules, penetration: float) -> None:
    with pytest.raises(Malformed, match=r"--penetration .* a round may need 12 of the 312 cards"):
        Asked((HI_LO,), 1000, penetration).plan(rules)
