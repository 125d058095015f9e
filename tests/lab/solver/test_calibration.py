"""Published figures, each with its source. Whole games to 2e-5 (3e-5 at one deck), the rest to their last digit."""

from __future__ import annotations

from functools import cache

import pytest

from holecard.games import GAMES, find
from holecard.lab.advice.hand import hand_values
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.shoes import Cards, Strategy

APPENDIX_9 = [  # Wizard of Odds, blackjack appendix 9: composition-dependent, resplit to 4 but aces, no surrender, 3:2
    ({"decks": "1"}, 0.001839),
    ({"decks": "1", "das": "no"}, 0.000423),
    ({"decks": "2", "soft17": "hit"}, -0.003797),
    ({"decks": "2", "soft17": "hit", "das": "no"}, -0.005252),
    ({"decks": "5"}, -0.003804),
    ({"decks": "5", "das": "no"}, -0.005225),
    ({"decks": "6", "soft17": "hit", "hole_card": "none-lose-all"}, -0.0072705),
    ({"decks": "6", "soft17": "hit", "hole_card": "none-lose-all", "das": "no"}, -0.0086975),
]


@pytest.mark.parametrize(("options", "published"), APPENDIX_9)
def test_whole_games_of_appendix_9(options: dict[str, str], published: float) -> None:
    found = analyse(find("reference").configure(options)).ev
    assert found == pytest.approx(published, abs=3e-5 if options["decks"] == "1" else 2e-5)


@pytest.mark.parametrize(("decks", "published"), [("1", 0.01394773), ("6", 0.01359690), ("8", 0.01357984)])
def test_cost_of_6_to_5(decks: str, published: float) -> None:
    """Hoppe, blackjack notebook."""
    full, short = (
        analyse(find("reference").configure({"decks": decks, "blackjack_pays": pays})).ev for pays in ("3:2", "6:5")
    )
    assert full - short == pytest.approx(published, abs=1e-6)


@cache
def solved(options: tuple[tuple[str, str], ...]) -> Solution:
    return analyse(find("reference").configure(dict(options))).solution


def over_21(options: dict[str, str], up: int) -> float:
    """How often the dealer goes over with this up card, before any peek."""
    solution = solved(tuple(options.items()))
    left = solution.cards.without(up)
    over = 0.0
    for ending in solution.tables.compiled.all_endings:
        if ending.up == up and ending.final.points.total > 21:
            over += ending.ways * _sequence(left, ending.code, up)
    return over


def _sequence(left: Cards, code: int, up: int) -> float:
    from holecard.lab.compiler.dealing import counts_of

    counts = list(left.counts)
    total, result = sum(counts), 1.0
    for value, many in enumerate(counts_of(code), 1):
        for _ in range(many - (value == up)):
            result *= counts[value - 1] / total
            counts[value - 1] -= 1
            total -= 1
    return result


@pytest.mark.parametrize(
    ("up", "published"),
    [(2, 0.352973), (3, 0.375588), (4, 0.402803), (5, 0.428905), (6, 0.420823), (7, 0.259854), (8, 0.238627)],
)
def test_dealer_over_one_deck(up: int, published: float) -> None:
    """Wizard of Odds, appendix 2b: one deck, stands on soft 17."""
    assert over_21({"decks": "1"}, up) == pytest.approx(published, abs=1e-6)


@pytest.mark.parametrize(
    ("up", "published"),
    [
        (2, 0.356660),
        (3, 0.376959),
        (4, 0.398470),
        (5, 0.419632),
        (6, 0.439259),
        (7, 0.261935),
        (8, 0.243693),
        (9, 0.229242),
    ],
)
def test_dealer_over_six_decks(up: int, published: float) -> None:
    """discountgambling.net: six decks, hits soft 17."""
    assert over_21({"decks": "6", "soft17": "hit"}, up) == pytest.approx(published, abs=1e-6)


def test_6_5_against_an_ace_after_the_peek() -> None:
    """Wizard of Odds, appendix 9: one deck, stands on soft 17."""
    found = {one.action: one.ev for one in hand_values(find("reference").configure({"decks": "1"}), "6 5", "A")}
    assert found["stand"] == pytest.approx(-0.634013, abs=1e-6)
    assert found["hit"] == pytest.approx(0.172946, abs=1e-6)
    assert found["double"] == pytest.approx(0.240259, abs=1e-6)


def test_12_against_4_where_22_pushes() -> None:
    """Wizard of Odds newsletter of 2019-07-11: an endless shoe, hits soft 17."""
    rules = find("reference").configure({"soft17": "hit", "dealer22": "push"})
    found = {one.action: one.ev for one in hand_values(rules, "T 2", "4", cards=Cards.infinite())}
    assert found["stand"] == pytest.approx(-0.301161, abs=1e-6)
    assert found["hit"] == pytest.approx(-0.279823, abs=1e-6)


@pytest.mark.parametrize(
    ("ace", "cards", "published"),
    [
        ("conventional", None, 0.00382),
        ("literal", None, 0.00027),
        ("conventional", Cards.infinite(), 0.00501),
    ],
)
def test_down_under_by_an_independent_calculation(ace: str, cards: Cards | None, published: float) -> None:
    """An independent exact calculation with composition-dependent play, six decks or an endless shoe."""
    found = analyse(find("pa-down-under").configure({"dealer_ace": ace}), cards).house_edge
    assert found == pytest.approx(published, abs=1e-5)


def test_the_claim_is_reported_beside_the_figure() -> None:
    analysis = analyse(find("pa-down-under").configure())
    assert analysis.claim is not None
    held, claim = analysis.claim
    assert (held.edition, claim.low, claim.high) == ("2018", "0.0043", "0.0049")


def test_insurance_with_only_the_ace_known() -> None:
    assert analyse(find("reference").configure()).insurance_ev == pytest.approx(-0.073955, abs=1e-6)


@pytest.mark.parametrize("game", list(GAMES))
def test_what_a_card_can_say_is_never_worth_more(game: str) -> None:
    rules = find(game).configure()
    whole, card = analyse(rules), analyse(rules, strategy=Strategy.TOTAL)
    assert card.ev <= whole.ev
    assert whole.ev - card.ev < 5e-5
    assert sum(whole.dealer.values()) == pytest.approx(1, abs=1e-12)
