"""The simulator: its rounds replayed through the engine, its figures against the exact ones, its streams apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from holecard.errors import Malformed
from holecard.games import GAMES, find
from holecard.lab.analysis import analyse
from holecard.lab.card import strategy_card
from holecard.lab.card_csv import card_csv
from holecard.lab.laid import lay
from holecard.lab.shoes import Strategy
from holecard.lab.simulate import BLOCK, Plan, laid_for, on_this_machine, play_block, simulate, streams
from tests.lab.tapes import Replay

TAPED = [
    *((game, {}, 1) for game in GAMES),
    ("reference", {"hole_card": "none-original-only", "surrender": "late"}, 3),
    ("reference", {"decks": "2", "soft17": "hit", "hit_split_aces": "yes", "resplit_aces": "yes"}, 1),
    ("pa-down-under", {"dealer_ace": "conventional", "collect_busts": "at-settlement"}, 6),
    ("masque-down-under", {"push22": "c", "soft17": "hit"}, 2),
    ("pa-double-back-jack", {"declined_bust": "literal"}, 3),
    ("nz-blackjack", {"style_a": "yes", "dealer_blackjack_takes": "original-only"}, 9),
    ("nz-blackjack-plus", {"blackjack_pays": "6:5"}, 4),
    ("nz-free-bet", {"free_resplit": "no", "free_double_after_split": "no"}, 5),
]


@pytest.mark.parametrize(("game", "options", "boxes"), TAPED, ids=str)
def test_every_round_is_the_same_through_the_engine(game: str, options: dict[str, str], boxes: int) -> None:
    """The same cards give the same money, to the cent, and no card more or less is used."""
    rules = find(game).configure(options)
    solution = analyse(rules, strategy=Strategy.TOTAL).solution
    laid, rounds = lay(rules, solution), 700 // boxes
    tape = np.zeros(rounds * (2 + 40 * (boxes + 1)), np.int64)
    plan = Plan(rounds, boxes=boxes, fresh=True)
    tally = play_block(laid, plan, rules.decks, next(streams("tape", 1)), rounds, tape)
    replay, at, money = Replay(rules, solution), 0, 0
    for _ in range(rounds):
        used, total = int(tape[at]), int(tape[at + 1])
        cards = [int(card) for card in tape[at + 2 : at + 2 + used]]
        at += 2 + used
        assert replay.round(cards, boxes) == (total * laid.quantum, used), cards
        money += total
    assert money == tally.sums[0]


@pytest.mark.parametrize("game", GAMES)
def test_it_agrees_with_the_exact_figure(game: str) -> None:
    """Within four standard errors, with a fresh shuffle every round."""
    rules = find(game).configure()
    exact = analyse(rules, strategy=Strategy.TOTAL)
    found = simulate(rules, Plan(10_000_000, seed=game, fresh=True))
    assert abs(found.ev - exact.ev) < 4 * found.standard_error
    assert found.average_wager == pytest.approx(exact.average_wager, abs=2e-3)
    assert sum(found.histogram.values()) == 10_000_000


def test_a_result_depends_on_seed_and_rounds_and_not_on_workers() -> None:
    rules = find("reference").configure()
    plan = Plan(3 * BLOCK + 17, seed="x", cut=78)
    one, two = (simulate(rules, plan, on_this_machine(workers)) for workers in (1, 2))
    assert one.tally.counted == two.tally.counted
    assert simulate(rules, Plan(BLOCK, seed="y", cut=78)).tally.sums != simulate(rules, Plan(BLOCK, cut=78)).tally.sums


def test_streams_are_apart_and_cards_uniform() -> None:
    first, second = streams("s", 2)
    assert (first != second).all()
    rules = find("reference").configure({"decks": "1"})
    laid = lay(rules, analyse(rules, strategy=Strategy.TOTAL).solution)
    rounds = 20_000
    tape = np.zeros(rounds * 60, np.int64)
    play_block(laid, Plan(rounds, fresh=True), 1, first, rounds, tape)
    counts, at = np.zeros((4, 10)), 0
    for _ in range(rounds):
        counts[np.arange(4), tape[at + 2 : at + 6]] += 1
        at += 2 + int(tape[at])
    expected = rounds * np.array([4] * 9 + [16]) / 52
    chi = ((counts - expected) ** 2 / expected).sum(axis=1)
    assert (chi < 27.9).all(), "each of the first four places: nine degrees of freedom, one in a thousand"


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (Plan(0, cut=78), "--rounds 0"),
        (Plan(10, cut=400), "--cut 400"),
        (Plan(10, cut=3), "--cut 3"),
        (Plan(10, boxes=8, cut=100), "--boxes 8"),
    ],
)
def test_a_plan_that_cannot_be_played(plan: Plan, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        simulate(find("reference").configure(), plan)


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
        ("pa-down-under", "hard 16,,2,small,,stand", "hard 16,,2,small,,wink", "cannot wink: hit, stand, double"),
        ("pa-down-under", "hard 16,,2,small,,stand", "hard 99,,2,small,,stand", "hard 99 against 2 small is no cell"),
        ("reference", "", "", "another game's card"),
        ("pa-down-under", "hand,cards,up", "hand,cord,up", "has the columns"),
    ],
)
def test_a_card_that_is_wrong(card: Path, tmp_path: Path, game: str, before: str, after: str, says: str) -> None:
    text = card.read_text()
    assert before in text
    wrong = tmp_path / "wrong.csv"
    wrong.write_text(text.replace(before, after, 1))
    with pytest.raises(Malformed, match=says):
        laid_for(find(game).configure(), str(wrong))


def test_a_card_with_a_cell_missing(card: Path, tmp_path: Path) -> None:
    lines = card.read_text().splitlines(keepends=True)
    short = tmp_path / "short.csv"
    short.write_text("".join(lines[:5] + lines[6:]))
    with pytest.raises(Malformed, match="1 cells are missing"):
        laid_for(find("pa-down-under").configure(), str(short))
    with pytest.raises(Malformed, match="no strategy card"):
        laid_for(find("pa-down-under").configure(), str(tmp_path / "nowhere.csv"))
