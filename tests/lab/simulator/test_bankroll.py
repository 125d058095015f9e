"""`holecard bankroll`: sessions against the rounds they are drawn from, and what goes wrong before any work."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from holecard.api.sessions import BEYOND
from holecard.engine.rules import Rules
from holecard.games import find
from holecard.lab.simulator import bankroll
from holecard.lab.simulator.bankroll import (
    BLOCK,
    Sessions,
    expected,
    percentiles,
    play_sessions,
    round_cost,
    round_plan,
    round_results,
    scaled,
)
from holecard.lab.simulator.simulate import Plan, Result, simulate
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.shoes import Strategy
from holecard.law.errors import Malformed
from tests.cli.kit import assert_complains, here

FEW = 2_000_000
ROUND = {-1000: 44, 1000: 33, 0: 9, 2000: 6, 1500: 5, -2000: 4}


@pytest.fixture(scope="module")
def simulated() -> Result:
    return simulate(find("reference").configure(), round_plan("1", FEW))


def test_a_session_of_one_round_is_distributed_like_a_round(simulated: Result) -> None:
    rules = find("reference").configure()
    rounds = round_results(rules, simulated, 1000)
    assert {won / 1000: times for won, times in rounds.items()} == simulated.histogram
    plan = Sessions(bankroll=50_000, wager=1000, rounds=1, number=1_000_000)
    outcome = play_sessions(plan, rounds, 1000)
    found = dict(zip(*(one.tolist() for one in np.unique(outcome.results, return_counts=True)), strict=True))
    assert found.keys() <= rounds.keys()
    for won, times in rounds.items():
        share = times / FEW
        assert abs(found.get(won, 0) - plan.number * share) <= 5 * sqrt(plan.number * share) + 5, won
    assert (outcome.played == 1).all()
    lost = outcome.ahead_even_behind[2]
    assert outcome.losing_runs.mean() == pytest.approx(lost)


def test_every_result_is_drawn_with_its_share() -> None:
    """Chi-square with five degrees of freedom, below what one in ten thousand exceeds."""
    plan = Sessions(bankroll=10_000, wager=1000, rounds=1, number=1_000_000, seed="chi")
    results = play_sessions(plan, ROUND, 1000).results
    chi = 0.0
    for won, times in ROUND.items():
        due = plan.number * times / sum(ROUND.values())
        chi += ((results == won).sum() - due) ** 2 / due
    assert chi < 25.7


def test_the_mean_of_a_long_bankroll_is_rounds_times_expectation(simulated: Result) -> None:
    rules = find("reference").configure()
    plan = Sessions(bankroll=100_000_000, wager=1000, rounds=320, number=100_000)
    outcome = play_sessions(plan, round_results(rules, simulated, 1000), 1000)
    assert abs(outcome.mean - 320 * simulated.ev * 1000) < 4 * outcome.standard_error
    deviation = sqrt(320) * 1000 * simulated.standard_deviation
    assert outcome.standard_deviation == pytest.approx(deviation, rel=0.01)
    assert outcome.risk_of_ruin == 0
    assert (outcome.played == 320).all()


def test_the_drawn_rounds_agree_with_the_exact_expectation() -> None:
    """A New Zealand Ante: flat, so that it weighs less on a larger wager and nothing where it is waived."""
    options = {"ante": "0.50", "minimum": "5", "ante_waived_at": "50"}
    rules = find("nz-ante-up").configure(options)
    exact = analyse(rules, strategy=Strategy.TOTAL)
    found = simulate(rules, Plan(FEW, fresh=True))
    stake = found.laid.stake * found.laid.quantum
    assert stake == 500
    for wager, cost in ((500, 550), (1000, 1050), (5000, 5000)):
        assert round_cost(rules, wager) == cost
        there = find("nz-ante-up").configure({**options, "minimum": str(wager // 100)})
        ev = analyse(there, strategy=Strategy.TOTAL).ev
        plan = Sessions(bankroll=100_000, wager=wager, rounds=10).checked(rules)
        assert expected(rules, plan, stake, exact.ev) == pytest.approx(10 * ev * wager)
        rounds = round_results(rules, found, wager)
        mean = sum(won * times for won, times in rounds.items()) / FEW
        assert abs(mean - ev * wager) < 4 * found.standard_error * wager


def test_a_broken_cent_is_rounded_down(simulated: Result) -> None:
    rules = find("reference").configure({"chip": "0.01", "minimum": "0.01"})
    assert scaled(rules, 200, Fraction(300), 101) == Fraction(303, 2)
    assert set(round_results(rules, simulated, 101)) > {151, 101, -101, 0}


def test_ruin_and_the_longest_losing_run_by_hand() -> None:
    """Every round loses: three rounds of a bankroll of 35, and the rest is too little."""
    outcome = play_sessions(Sessions(bankroll=3500, wager=1000, rounds=10, number=50), {-1000: 1}, 1000)
    assert set(outcome.results) == {-3000}
    assert set(outcome.played) == set(outcome.losing_runs) == {3}
    assert outcome.risk_of_ruin == 1
    assert outcome.over_time[10][50] == outcome.over_time[3][1] == 500
    assert outcome.over_time[1][99] == 2500
    doubled = play_sessions(Sessions(bankroll=1000, wager=1000, rounds=10, number=50), {-2000: 1}, 1000)
    assert set(doubled.results) == {-2000}, "a round that has begun is completed"
    last = play_sessions(Sessions(bankroll=3000, wager=1000, rounds=3, number=5), {-1000: 1}, 1000)
    assert last.risk_of_ruin == 1, "nothing is left for another round"
    enough = play_sessions(Sessions(bankroll=4000, wager=1000, rounds=3, number=5), {-1000: 1}, 1000)
    assert enough.risk_of_ruin == 0


def test_the_paths_end_where_the_sessions_do() -> None:
    plan = Sessions(bankroll=10_000, wager=1000, rounds=333, number=3 * BLOCK)
    outcome = play_sessions(plan, ROUND, 1000)
    assert (outcome.paths[:, -1] == outcome.results + plan.bankroll).all()
    assert outcome.over_time[333] == {at: 10_000 + won for at, won in outcome.percentiles.items()}
    assert sum(outcome.histogram().values()) == plan.number


def test_risk_of_ruin_falls_as_the_bankroll_grows() -> None:
    """Session by session, because the same rounds come whatever the bankroll is."""
    ruined = np.ones(20_000, bool)
    for money in range(1000, 60_000, 3000):
        outcome = play_sessions(Sessions(bankroll=money, wager=1000, rounds=320, number=20_000), ROUND, 1000)
        now = outcome.results + money < 1000
        assert not (now & ~ruined).any()
        ruined = now
    assert ruined.mean() < 0.05


def test_risk_of_ruin_is_the_gamblers() -> None:
    """A fair coin: from 5 units, within 25 tosses, by the reflection principle."""
    rounds, units, number = 25, 5, 400_000
    ways = [1]
    for _ in range(rounds):
        ways = [one + other for one, other in zip([0, *ways], [*ways, 0], strict=True)]
    ends = {2 * up - rounds: Fraction(way, 2**rounds) for up, way in enumerate(ways)}
    exact = float(sum(p if end <= -units else 0 for end, p in ends.items()))
    exact += float(sum(p if end < -units else 0 for end, p in ends.items()))
    plan = Sessions(bankroll=units * 100, wager=100, rounds=rounds, number=number)
    found = play_sessions(plan, {-100: 1, 100: 1}, 100).risk_of_ruin
    assert abs(found - exact) < 4 * sqrt(exact * (1 - exact) / number)


def test_the_same_seed_gives_the_same_sessions_and_more_of_them_begin_alike() -> None:
    plan = Sessions(bankroll=20_000, wager=1000, rounds=100, number=2 * BLOCK + 5)
    one, two = (play_sessions(plan, ROUND, 1000) for _ in range(2))
    assert (one.results == two.results).all()
    assert (one.losing_runs == two.losing_runs).all()
    longer = Sessions(bankroll=20_000, wager=1000, rounds=100, number=3 * BLOCK)
    assert (play_sessions(longer, ROUND, 1000).results[: plan.number] == one.results).all()
    other = Sessions(bankroll=20_000, wager=1000, rounds=100, number=2 * BLOCK + 5, seed="2")
    assert (play_sessions(other, ROUND, 1000).results != one.results).any()
    assert (one.results[:BLOCK] != one.results[BLOCK : 2 * BLOCK]).any(), "every block has a stream of its own"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holecard.lab.simulator.bankroll.round_plan", lambda seed, _: round_plan(seed, 200_000))


@pytest.mark.usefixtures("quick")
def test_json_has_every_figure(tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    asked = ("bankroll", "pa-down-under", "--sessions", "3000", "--set", "decks=8", "--json")
    ran = here(*asked, "--plot", str(chart))
    found, rules = ran.document, find("pa-down-under").configure({"decks": "8"})
    assert (found["game"], found["rules_hash"], found["options"]) == (rules.key, rules.hash, rules.options.shown())
    assert (found["bankroll"], found["wager"], found["rounds"], found["sessions"]) == ("500.00", "10.00", 320, 3000)
    assert list(found["percentiles"]) == ["1", "5", "25", "50", "75", "95", "99"]
    assert sum(one["sessions"] for one in found["histogram"]) == 3000
    assert found["ahead"] + found["even"] + found["behind"] == pytest.approx(1)
    assert found["longest_losing_run"]["maximum"] >= found["longest_losing_run"]["percentile_95"]
    assert found["bankroll_over_time"][-1]["rounds"] == 320
    assert sum(one["rounds"] for one in found["round"]["results"]) == 200_000
    assert "fresh shuffle" in found["method"]
    assert found["beyond_the_bankroll"] == BEYOND
    assert found["version"]
    assert chart.read_bytes().startswith(b"<?xml")
    assert here(*asked).document == found
    assert here(*asked, "--seed", "2").document["mean"] != found["mean"]


@pytest.mark.usefixtures("quick")
def test_told_on_eighty_columns() -> None:
    ran = here("bankroll", "reference", "--sessions", "2000", "--bankroll", "50", "--hours", "0.5")
    assert ran.code == 0
    for words in ("risk of ruin", "ahead, even, behind", "longest losing streak", "fresh", "is always finished"):
        assert words in " ".join(ran.out.split())
    assert max(len(line) for line in ran.out.splitlines()) <= 80


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(rules: Rules, **how: object) -> None:
        raise AssertionError("nothing is to be computed")

    monkeypatch.setattr("holecard.lab.solver.analysis.analyse", refuse)


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--bankroll", "0"), 2, ("--bankroll", "not 0.00")),
        (("--bankroll=-5",), 2, ("--bankroll", "not -5.00")),
        (("--bankroll", "lots"), 2, ("lots",)),
        (("--wager", "0"), 2, ("--wager", "not 0.00")),
        (("--wager=-10",), 2, ("--wager", "not -10.00")),
        (("--wager", "0.005"), 2, ("0.005",)),
        (("--wager", "600"), 2, ("--bankroll", "600.00", "not 500.00")),
        (("--wager", "0.50"), 3, ("minimum", "house rule", "1.00 to")),
        (("--wager", "10.25"), 3, ("chips of 0.50", "house rule")),
        (("--wager", "20000", "--bankroll", "50000"), 3, ("maximum", "house rule")),
        (("--hours", "0"), 2, ("--hours", "greater than 0, not 0")),
        (("--hours=-1",), 2, ("--hours", "not -1")),
        (("--hours", "nan"), 2, ("--hours", "not nan")),
        (("--hours", "inf"), 2, ("--hours", "not inf")),
        (("--hours", "0.001"), 2, ("too short for one round",)),
        (("--hours", "1e9"), 2, ("rounds per session",)),
        (("--rounds-per-hour", "0"), 2, ("--rounds-per-hour", "not 0")),
        (("--sessions", "0"), 2, ("--sessions", "not 0")),
        (("--sessions", "99999999999"), 2, ("--sessions",)),
        (("--set", "decks=7"), 3, ("685a.3(a)",)),
        (("--plot", "chart.gif"), 2, (".svg",)),
        (("--plot", "/no/such/folder/chart.svg"), 1, ("/no/such/folder",)),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_computed(
    arguments: tuple[str, ...], code: int, words: tuple[str, ...]
) -> None:
    assert_complains(here("bankroll", "pa-down-under", *arguments), code, *words)


@pytest.mark.usefixtures("no_work")
def test_the_ante_is_part_of_what_a_round_costs() -> None:
    assert_complains(here("bankroll", "nz-ante-up", "--bankroll", "10", "--wager", "10"), 2, "Ante", "10.10")


def test_sums_that_are_too_large_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bankroll, "MOST_CENTS", 100_000)
    with pytest.raises(Malformed, match="smaller sums"):
        play_sessions(Sessions(bankroll=50_000, wager=1000, rounds=320), ROUND, 1000)


def test_percentiles_are_results_that_occurred() -> None:
    assert percentiles(np.array([1, 2, 3, 1000]))[50] == 2
    assert percentiles(np.array([7])) == dict.fromkeys((1, 5, 25, 50, 75, 95, 99), 7)
