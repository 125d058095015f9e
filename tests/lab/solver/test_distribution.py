"""The distribution of a round's result, against every order of tiny shoes through `ask` and `answer` (`oracle.py`).

Its agreement with simulated rounds is tested beside the simulator's own figures, in `test_simulate.py`.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from holecard.games import find
from holecard.lab.compiler.store import tables_for
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.distribution import Distribution, distribution
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.shoes import Cards, Strategy
from holecard.testing.lab.oracle import Oracle
from tests.kit.soak import usual_or_soak
from tests.lab.solver.test_oracle import EXACT, PLUS_ONE, Shoe, rules_of, shoe

# In none of these are two choices, or taking an offer and declining it, worth the same: the distribution is the map's.
TWO_HANDS = (
    shoe("reference", "AAAA677777TTTT", 2, "A7T", "insurance double", max_hands=2),
    shoe("pa-down-under", "A667777TTTTT", 2, "67T", "insurance", dealer_ace="conventional"),
    shoe("masque-down-under", "AA667777TTTTT", 2, "A67T", "insurance", push22="b", max_hands=2),
    shoe("pa-double-back-jack", "A66688TTTTTT", 2, "68T", "second-chance surrender insurance"),
    shoe("nz-blackjack", "A678899TT", 2, "89T", dealer_blackjack_takes=PLUS_ONE),
)
MORE_HANDS = (
    shoe("reference", "AAAA899TTTTTTT", 4, "A9T", "surrender", max_hands=4, resplit_aces=True, surrender="late"),
    shoe("nz-blackjack", "AA777888TTT", 3, "A78T", dealer_blackjack_takes=PLUS_ONE),
    shoe("nz-ante-up", "AA66678TTTTT", 3, "A6T", "ante early-settlement insurance"),
    shoe("nz-blackjack-plus", "A66688999TTTT", 3, "689T", "insurance 21"),
    shoe("nz-free-bet", "AA8888999TTTT", 3, "A89T", "insurance", free_resplit=True),
)
AT_MOST_ON_TINY_SHOES = 2e-3  # seen: 1.4e-3, with four hands from fourteen cards


def enumerated(one: Shoe) -> dict[Fraction, Fraction]:
    oracle = Oracle(rules_of(one.game, one.options), one.counts)
    found, met = oracle.distribution(), oracle.met()
    assert sum(found.values()) == 1
    assert sum(net * chance for net, chance in found.items()) == oracle.ev()
    assert met.hands == one.hands
    assert one.takes <= met.taken
    return found


def solved(one: Shoe, *, counted: bool = True) -> Distribution:
    tables = tables_for(rules_of(one.game, one.options))
    return distribution(Solution(tables, Cards(one.counts)), counted=counted)


def farthest(found: Distribution, expected: dict[Fraction, Fraction]) -> float:
    """The greatest difference between two probabilities."""
    exact = {float(net): float(chance) for net, chance in expected.items()}
    return max(abs(found.results.get(net, 0) - exact.get(net, 0)) for net in {*exact, *found.results})


def variance(expected: dict[Fraction, Fraction]) -> float:
    mean = sum(net * chance for net, chance in expected.items())
    return float(sum(net**2 * chance for net, chance in expected.items()) - mean**2)


@pytest.mark.parametrize("one", TWO_HANDS, ids=str)
def test_up_to_two_hands_it_is_the_enumeration_s(one: Shoe) -> None:
    assert farthest(solved(one), enumerated(one)) <= EXACT


@pytest.mark.parametrize("one", MORE_HANDS, ids=str)
def test_with_more_hands_mean_and_variance_are(one: Shoe) -> None:
    """What three hands have in common beyond every two is left out of the probabilities; neither figure needs it."""
    expected, found = enumerated(one), solved(one)
    assert abs(found.mean - float(sum(net * chance for net, chance in expected.items()))) <= EXACT
    assert abs(found.variance - variance(expected)) <= EXACT
    assert farthest(found, expected) <= AT_MOST_ON_TINY_SHOES


@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize("game", ["pa-double-back-jack", "nz-ante-up", "nz-free-bet"])
def test_the_mean_is_the_expectation_of_the_same_strategy(game: str, strategy: Strategy) -> None:
    analysis = analyse(find(game).configure(), strategy=strategy)
    found = analysis.distribution
    assert abs(found.mean - analysis.ev) < EXACT
    assert abs(sum(found.results.values()) - 1) < EXACT
    assert min(found.results.values()) > 0


@pytest.mark.parametrize(
    ("game", "decks"),
    usual_or_soak([("pa-down-under", 6)], [("pa-down-under", 6), ("reference", 6), ("nz-blackjack", 6)]),
)
def test_two_hands_to_first_order_are_as_good_as_counted_ones(game: str, decks: int) -> None:
    """The figure in the documentation: no probability moves by more than a ten-millionth from six decks."""
    solution = analyse(find(game).configure(decks=decks)).solution
    quick, counted = distribution(solution), distribution(solution, counted=True)
    assert quick.results.keys() == counted.results.keys()
    assert max(abs(quick.results[net] - chance) for net, chance in counted.results.items()) < 1e-7
    assert quick.variance == pytest.approx(counted.variance, abs=2e-7)


def test_hands_of_an_endless_shoe_take_nothing_from_each_other() -> None:
    """Given the dealer's hand they are independent, so that first order is all there is."""
    solution = analyse(find("pa-down-under").configure(), Cards.infinite()).solution
    quick, counted = distribution(solution), distribution(solution, counted=True)
    assert quick.results == pytest.approx(counted.results, abs=EXACT)


def test_hands_that_are_settled_together_miss_the_expectation_by_little() -> None:
    """Where a live hand pays for a busted one, the money of three hands is taken two by two."""
    analysis = analyse(find("nz-blackjack").configure(dealer_blackjack_takes=PLUS_ONE))
    assert 0 < abs(analysis.distribution.mean - analysis.ev) < 1e-8
