"""The simulator: its figures against the exact ones, its plans, and strategy cards that are brought."""

from __future__ import annotations

import time
from math import sqrt
from pathlib import Path

import pytest

from holecard.games import GAMES, find
from holecard.lab.card.cells import strategy_card
from holecard.lab.card.csv_file import card_csv
from holecard.lab.simulator import _loops as loops
from holecard.lab.simulator.simulate import (
    BLOCK,
    NO_TAPE,
    Plan,
    laid_for,
    on_this_machine,
    play_block,
    simulate,
    streams,
)
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.shoes import Strategy
from holecard.law.errors import Malformed, Refused
from tests.kit.soak import usual_or_soak


@pytest.mark.parametrize("game", GAMES)
def test_it_agrees_with_the_exact_figure(game: str) -> None:
    """Expectation, variance and every result, with a fresh shuffle every round."""
    rules, rounds = find(game).configure(), usual_or_soak(10_000_000, 1_000_000_000)
    exact = analyse(rules, strategy=Strategy.TOTAL)
    found = simulate(rules, Plan(rounds, seed=game, fresh=True))
    assert abs(found.ev - exact.ev) < 4 * found.standard_error
    assert found.average_wager == pytest.approx(exact.average_wager, abs=2e-3)
    assert sum(found.histogram.values()) == rounds
    expected = exact.distribution
    assert found.histogram.keys() <= expected.results.keys()
    fourth = sum(chance * (net - expected.mean) ** 4 for net, chance in expected.results.items())
    error = sqrt((fourth - expected.variance**2) / rounds)  # of a sample's variance
    assert abs(found.standard_deviation**2 - expected.variance) < 3 * error
    for net, chance in expected.results.items():
        of_count = sqrt(rounds * chance * (1 - chance))
        assert abs(found.histogram.get(net, 0) - rounds * chance) < 3 * of_count + 1, net


def test_a_result_depends_on_seed_and_rounds_and_not_on_workers() -> None:
    rules = find("reference").configure()
    plan = Plan(3 * BLOCK + 17, seed="x", cut=78)
    one, two = (simulate(rules, plan, on_this_machine(workers)) for workers in (1, 2))
    assert one.tally.counted == two.tally.counted
    assert simulate(rules, Plan(BLOCK, seed="y", cut=78)).tally.sums != simulate(rules, Plan(BLOCK, cut=78)).tally.sums


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (Plan(0, cut=78), "--rounds must be 1 or more, not 0"),
        (Plan(10, cut=400), "not 400"),
        (Plan(10, cut=3), "not 3"),
        (Plan(10, boxes=0, cut=100), "--boxes must be 1 to 7, not 0"),
    ],
)
def test_a_plan_that_cannot_be_played(plan: Plan, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        simulate(find("reference").configure(), plan)


def test_more_boxes_than_the_table_has_are_refused_by_their_clause() -> None:
    with pytest.raises(Refused, match=r"7 boxes: .* \(58 Pa\. Code § 685a\.2\(a\)\)\. Accepted: 1 to 6"):
        simulate(find("pa-down-under").configure(), Plan(10, boxes=7, cut=100))


def test_machine_code_is_made_ready_before_the_time_of_a_block_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, seen = find("reference").configure(), list[object]()
    laid, rng = laid_for(rules), next(streams("1", 1))
    monkeypatch.setattr(loops, "walk", lambda *given: seen.append(given[-2]))

    def clock() -> float:
        seen.append("clock")
        return 0.0

    monkeypatch.setattr(time, "thread_time", clock)
    play_block(laid, Plan(1000, fresh=True), rules.decks, rng, 1000, NO_TAPE)
    assert seen == [0, "clock", 1000, "clock"]


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cards") / "down-under.csv"
    rules = find("pa-down-under").configure()
    path.write_text(card_csv(strategy_card(analyse(rules, strategy=Strategy.TOTAL))))
    return path


def test_a_card_from_a_file_plays_as_the_solver_s_own(card: Path) -> None:
    rules = find("pa-down-under").configure()
    plan = Plan(BLOCK, fresh=True)
    own, read, first = (simulate(rules, plan, laid=laid_for(rules, how)) for how in ("total", str(card), "two-card"))
    assert own.tally.sums == read.tally.sums
    assert own.tally.sums != first.tally.sums
    assert own.average_wager == pytest.approx(first.average_wager, abs=0.01)


@pytest.mark.parametrize(
    ("game", "before", "after", "says"),
    [
        (
            "pa-down-under",
            "hard 16,,2,small,,stand",
            "hard 16,,2,small,,wink",
            r"cannot wink\. Choose one of hit, stand, double",
        ),
        ("pa-down-under", "hard 16,,2,small,,stand", "hard 99,,2,small,,stand", "no cell for hard 99 against 2 small"),
        ("reference", "", "", "card of another game"),
        ("pa-down-under", "hand,cards,up", "hand,cord,up", "needs the columns"),
        (
            "pa-down-under",
            "hard 16,,2,small,,stand",
            "hard 16,,2,small,,",
            r"hard 16 against 2 small has no action\. Choose one of hit",
        ),
        ("pa-down-under", "hard 16,,2,small,,stand", "hard 16\nhard 16,,2,small,,stand", "no cell for hard 16 against"),
        ("pa-down-under", "hard 16,,2,small,,stand", "hard 16,,2,small,," + "x" * 200_000, "field larger than"),
    ],
)
def test_a_card_that_is_wrong(card: Path, tmp_path: Path, game: str, before: str, after: str, says: str) -> None:
    text = card.read_text()
    assert before in text
    wrong = tmp_path / "wrong.csv"
    wrong.write_text(text.replace(before, after, 1))
    with pytest.raises(Malformed, match=says):
        laid_for(find(game).configure(), str(wrong))


def test_a_card_that_a_spreadsheet_has_saved(card: Path, tmp_path: Path) -> None:
    rules, saved = find("pa-down-under").configure(), tmp_path / "saved.csv"
    saved.write_bytes(b"\xef\xbb\xbf" + card.read_bytes().replace(b"\n", b"\r\n") + b",,,,,\r\n")
    plan = Plan(1000, fresh=True)
    own, read = (simulate(rules, plan, laid=laid_for(rules, str(how))) for how in (card, saved))
    assert own.tally.sums == read.tally.sums


def test_a_card_with_nothing_on_it(card: Path, tmp_path: Path) -> None:
    head, empty = tmp_path / "head.csv", tmp_path / "empty.csv"
    head.write_text(card.read_text().partition("\n")[0])
    empty.write_text("")
    semicolons = tmp_path / "semicolons.csv"
    semicolons.write_text(card.read_text().replace(",", ";"))
    for wrong, says in ((head, "cells are missing"), (empty, "needs the columns"), (semicolons, "separated by commas")):
        with pytest.raises(Malformed, match=says):
            laid_for(find("pa-down-under").configure(), str(wrong))


def test_a_card_with_a_cell_missing(card: Path, tmp_path: Path) -> None:
    lines = card.read_text().splitlines(keepends=True)
    short = tmp_path / "short.csv"
    short.write_text("".join(lines[:5] + lines[6:]))
    with pytest.raises(Malformed, match="1 cells are missing"):
        laid_for(find("pa-down-under").configure(), str(short))
    with pytest.raises(Malformed, match="cannot be read as a strategy card"):
        laid_for(find("pa-down-under").configure(), str(tmp_path / "nowhere.csv"))
