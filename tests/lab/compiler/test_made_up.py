"""A game made up here, with a drawing rule and a pay rule of its own: the lab solves and simulates it as it stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holecard.engine.destinations import Announcing
from holecard.engine.options import Options
from holecard.engine.rules import Play
from holecard.engine.settlement import Case, Named, predicate, wins_at
from holecard.engine.table import Dealer, Hand, Wager
from holecard.games.reference import REFERENCE
from holecard.games.reference import play as ordinary_play
from holecard.lab.advice.hand import hand_values
from holecard.lab.card.cells import strategy_card
from holecard.lab.compiler.store import tables_for
from holecard.lab.simulator.simulate import Plan, simulate
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.shoes import Cards, Strategy
from holecard.law.clauses import Citing
from holecard.round.steps import draw_dealer
from holecard.testing.lab.oracle import Oracle
from holecard.testing.lab.taping import taped
from holecard.values.money import Odds


def stands_on_soft_16_or_hard_18(dealer: Dealer) -> bool:
    """A drawing rule that no rulebook has."""
    points = dealer.points
    return points.total >= (16 if points.soft else 18)


@predicate
def bonus_21(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    """Three sevens, or a six, a seven and an eight."""
    return hand.points.count == 3 and sorted(card.value for card in hand.cards) in ([7, 7, 7], [6, 7, 8])


@predicate
def five_low_cards(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return hand.points.count == 5 and hand.points.total <= 21


def play(law: Citing, chosen: Options) -> Play:
    """Ordinary blackjack, but the dealer draws otherwise, a bonus 21 wins 5 to 1 and five cards win 2 to 1."""
    ordinary = ordinary_play(law, chosen)
    names = tuple(case.name for case in ordinary.cases)
    bonus = Case(Named("bonus-21", "a bonus 21"), bonus_21, wins_at(Odds(5)), law("bonus 21"), ("five", *names))
    five = Case(Named("five", "five low cards"), five_low_cards, wins_at(Odds(2)), law("five cards"), names)
    draws = draw_dealer(stands_on_soft_16_or_hard_18, law("dealer draws"), Announcing(law("dealer draws")))
    steps = tuple(draws if step.__qualname__.startswith("draw_dealer") else step for step in ordinary.steps)
    return replace(ordinary, cases=(bonus, five, *ordinary.cases), steps=steps)


SEVENS = replace(REFERENCE, key="sevens", name="Sevens", play=play)
CHOSEN = {"surrender": "late", "max_hands": "2"}  # one table for all tests, for it takes ten seconds to compile


def test_it_agrees_with_the_enumeration() -> None:
    rules = SEVENS.configure(CHOSEN)
    counts = (2, 0, 0, 0, 0, 1, 5, 1, 0, 4)
    found = Solution(tables_for(rules), Cards(counts)).ev
    assert found == pytest.approx(float(Oracle(rules, counts).ev()), abs=1e-12)


def test_its_rules_show_in_the_figures() -> None:
    rules = SEVENS.configure(CHOSEN)
    analysis = analyse(rules)
    assert analysis.dealer["17"] > 0, "a soft 17 stands"
    assert analysis.dealer["16"] > 0, "and a soft 16"
    sevens, others = (
        next(one.ev for one in hand_values(rules, hand, "6") if one.action == "hit") for hand in ("7 7", "9 5")
    )
    assert sevens - others > 0.25, "a third seven wins 5 to 1"
    assert strategy_card(analyse(rules, strategy=Strategy.TOTAL)).cell("hard 12", "10", cards="4").action == "hit"


def test_it_is_simulated_as_it_stands() -> None:
    """Its edge is the exact one within four standard errors, and its taped rounds are the engine's to the cent."""
    rules = SEVENS.configure(CHOSEN)
    exact = analyse(rules, strategy=Strategy.TOTAL)
    found = simulate(rules, Plan(4_000_000, fresh=True))
    assert abs(found.ev - exact.ev) < 4 * found.standard_error
    assert found.average_wager == pytest.approx(exact.average_wager, abs=2e-3)
    shown = taped(SEVENS, [CHOSEN], replayed=60, tables_of=tables_for)
    assert {"bonus-21", "five"} < set(shown.cases)
    assert set(shown.kinds) == shown.possible_kinds
