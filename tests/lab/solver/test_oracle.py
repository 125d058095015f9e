"""The exact solver against the slow, obvious enumeration of tiny shoes (`oracle.py`), game by game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache

import pytest

from holecard.engine.rules import Rules
from holecard.engine.table import Hand
from holecard.games import find
from holecard.lab.compiler.store import tables_for
from holecard.lab.compiler.tables import Tables
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.shoes import Cards, Strategy
from holecard.round.second_chance import SECOND_CHANCE
from holecard.testing.lab.oracle import Fixed, Known, Oracle
from tests.kit.soak import usual_or_soak

EXACT = 1e-12
VALUES = "A23456789T"
Value = str | int | bool


@dataclass(frozen=True)
class Shoe:
    """A tiny shoe at a table, and what must happen in the rounds that are played from it by the map."""

    game: str
    cards: str
    options: tuple[tuple[str, Value], ...] = ()
    hands: int = 2  # so many hands are really formed
    splits: str = ""  # by splitting these at least
    takes: frozenset[str] = field(default_factory=frozenset)  # and these decisions or wagers are really made

    @property
    def counts(self) -> tuple[int, ...]:
        return tuple(self.cards.count(value) for value in VALUES)

    def __str__(self) -> str:
        return "-".join((self.game, self.cards, *(f"{name}={value}" for name, value in self.options)))


def shoe(game: str, cards: str, hands: int, splits: str = "", takes: str = "", **options: Value) -> Shoe:
    return Shoe(game, cards, tuple(sorted(options.items())), hands, splits, frozenset(takes.split()))


SHOES = (
    shoe("reference", "AAAA677777TTTT", 2, "A7T", "insurance double", max_hands=2),
    shoe("reference", "AAAA899TTTTTTT", 4, "A9T", "surrender", max_hands=4, resplit_aces=True, surrender="late"),
    shoe(
        "reference", "AA8889999TTTTT", 3, "A89T", "double", hole_card="none-lose-all", max_hands=3, hit_split_aces=True
    ),
    shoe("reference", "AA77779999TT", 3, "A79T", hole_card="none-original-only", max_hands=3, das=False),
    shoe("reference", "A7778888TTTTTT", 4, "78T", hole_card="none-original-only", max_hands=4, dealer22="push"),
    shoe("pa-down-under", "AA888999999TTT", 2, "A89T", dealer_ace="literal"),
    shoe("pa-down-under", "A667777TTTTT", 2, "67T", "insurance", dealer_ace="conventional"),
    shoe("masque-down-under", "AAAA9999TTTTTTTT", 4, "A9T", "insurance double", push22="a", resplit_aces=True),
    shoe("masque-down-under", "AA667777TTTTT", 2, "A67T", "insurance", push22="b", max_hands=2),
    shoe("masque-down-under", "6688999TTTT", 4, "89T", "double", push22="c", soft17="hit"),
    shoe("pa-double-back-jack", "A66688TTTTT9", 2, "68T", "second-chance surrender insurance"),
    shoe("pa-double-back-jack", "A66688TTTTT9", 2, "68T", "second-chance surrender insurance", declined_bust="literal"),
    shoe("nz-blackjack", "A777777999TT", 3, "79T"),
    shoe("nz-blackjack", "A7777889TTTTT", 3, "78T", "insurance", dealer_blackjack_takes="original-only"),
    shoe("nz-ante-up", "A339999999TT", 3, "39", "ante double"),
    shoe("nz-blackjack-plus", "A66688999TTTT", 3, "689T", "insurance 21"),
    shoe("nz-free-bet", "AA8888999TTTT", 3, "A89T", "insurance", free_resplit=True),
    shoe("nz-free-bet", "A449999TTTT", 3, "9T", "insurance", free_resplit=False),
)

TAKES, PLUS_ONE = "dealer_blackjack_takes", "busted-plus-one"
MEETING = (  # a dealer's Blackjack takes from a live hand because another has bust
    shoe("nz-blackjack", "A678899TT", 2, "89T", dealer_blackjack_takes=PLUS_ONE),
    shoe("nz-blackjack", "AA777888TTT", 3, "A78T", dealer_blackjack_takes=PLUS_ONE),
    shoe("nz-ante-up", "A3366TTTTTT", 3, "36T", "ante", dealer_blackjack_takes=PLUS_ONE),
    shoe("nz-blackjack-plus", "AA799TTTTT", 3, "A9T", dealer_blackjack_takes=PLUS_ONE),
    shoe("nz-blackjack-plus", "A5888TTTTT", 3, "8T", dealer_blackjack_takes=PLUS_ONE),
    shoe("nz-free-bet", "AA78TTTTTT", 3, "AT", dealer_blackjack_takes=PLUS_ONE),
    shoe("nz-free-bet", "A666999TTTTT", 3, "69T", dealer_blackjack_takes=PLUS_ONE, free_resplit=False),
)

ONE_OF_EACH_GAME = tuple({one.game: one for one in SHOES}.values())
MEETING_USUALLY = usual_or_soak(tuple({one.game: one for one in reversed(MEETING)}.values()), MEETING)  # one of each


@cache
def rules_of(game: str, options: tuple[tuple[str, Value], ...]) -> Rules:
    return find(game).configure(dict(options))


def tables_of(game: str, options: tuple[tuple[str, Value], ...]) -> Tables:
    return tables_for(rules_of(game, options))


@cache
def solved(one: Shoe, strategy: Strategy = Strategy.COMPOSITION) -> float:
    return Solution(tables_of(one.game, one.options), Cards(one.counts), strategy).ev


def agrees(one: Shoe) -> Oracle:
    """Hold the solver against the enumeration, to the last places of a float."""
    oracle = Oracle(rules_of(one.game, one.options), one.counts)
    expected = oracle.ev()
    is_agreed = abs(float(expected) - solved(one)) <= EXACT
    if oracle.ties and not usual_or_soak(is_agreed, False):  # then either action may be in the map
        other = Oracle(oracle.rules, one.counts, last_of_equals=True)
        assert other.ev() == expected, "equally good actions lead to different figures: choose another shoe"
    assert is_agreed, (float(expected), solved(one))
    return oracle


@pytest.mark.parametrize("one", [*SHOES, *MEETING_USUALLY], ids=str)
def test_the_solver_agrees_with_the_enumeration(one: Shoe) -> None:
    """The enumeration raises where a shoe runs dry, so none of these does."""
    met = agrees(one).met()
    assert met.hands == one.hands
    assert {VALUES.index(value) + 1 for value in one.splits} <= met.split
    assert one.takes <= met.taken
    assert met.busts


@pytest.mark.parametrize("one", MEETING_USUALLY, ids=str)
def test_hands_that_meet_are_worth_less_than_their_sum(one: Shoe) -> None:
    apart = tuple((name, value) for name, value in one.options if name != TAKES)
    assert solved(one) < solved(replace(one, options=apart)) - 1e-5


def test_a_double_that_only_a_split_hand_is_offered() -> None:
    """Where none is free after a split, both hands may double for money, which the unsplit hand could not."""
    agrees(shoe("nz-free-bet", "33666TTTTT", 3, free_double_after_split=False))


def test_a_shoe_smaller_than_the_hands_that_are_compiled() -> None:
    """Most hands of a compiled game cannot come from so few cards: they count for nothing and disturb nothing."""
    assert agrees(shoe("reference", "A68899TTTT", 2, max_hands=2)).fewest_left == 2


@pytest.mark.parametrize("one", ONE_OF_EACH_GAME, ids=str)
def test_a_card_by_totals_is_worth_no_more_than_the_map(one: Shoe) -> None:
    assert solved(one, Strategy.TOTAL) <= solved(one) + EXACT


@pytest.mark.parametrize("one", ONE_OF_EACH_GAME, ids=str)
def test_a_card_by_totals_is_worth_no_more_from_whole_decks(one: Shoe) -> None:
    tables, decks = tables_of(one.game, one.options), Cards.of_decks(rules_of(one.game, one.options).decks)
    by_totals = Solution(tables, decks, Strategy.TOTAL).ev
    assert by_totals <= Solution(tables, decks).ev + EXACT


def never_bust(hand: Hand, known: Known) -> tuple[str, ...]:
    return ("hit",) if hand.points.total <= 11 else ("stand",)


def like_the_dealer(hand: Hand, known: Known) -> tuple[str, ...]:
    return ("hit",) if hand.points.total <= 16 else ("stand",)


def by_the_up_card(hand: Hand, known: Known) -> tuple[str, ...]:
    """A rough basic strategy without splits; it always takes a second chance."""
    strong = known.up in (1, 7, 8, 9, 10)
    points = hand.points
    if points.total > 21:
        return (SECOND_CHANCE,)
    if points.total in (10, 11) and not points.soft:
        return "free-double", "double", "hit"
    return ("hit",) if points.total < (17 if strong or points.soft else 12) else ("stand",)


def always_double(hand: Hand, known: Known) -> tuple[str, ...]:
    return ("double", "free-double", "stand")


STRATEGIES: tuple[Callable[[Hand, Known], tuple[str, ...]], ...] = (
    never_bust,
    like_the_dealer,
    by_the_up_card,
    always_double,
)


@pytest.mark.parametrize("likes", usual_or_soak(STRATEGIES[-2:], STRATEGIES))
@pytest.mark.parametrize("one", ONE_OF_EACH_GAME, ids=str)
def test_no_strategy_without_splits_beats_the_map(one: Shoe, likes: Callable[[Hand, Known], tuple[str, ...]]) -> None:
    fixed = Fixed(rules_of(one.game, one.options), one.counts, likes)
    assert float(fixed.ev()) <= solved(one) + EXACT
