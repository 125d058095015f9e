"""Exact evaluation: against a rational enumeration through the engine, against the solver, and against play."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

import holecard.rl as rl
from holecard.engine.ask_and_answer import ask
from holecard.engine.questions import Act, Decide, Offer
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.games import GAMES
from holecard.lab.solver.shoes import Cards
from holecard.law.errors import HolecardError, Malformed
from holecard.rl._evaluation import Evaluator, Policy
from holecard.rl._player import seen_of
from holecard.rl._round_tables import round_tables
from holecard.testing.lab.oracle import Again, Holes, Oracle
from tests.kit.soak import usual_or_soak
from tests.lab.solver.test_oracle import EXACT, SHOES, Shoe, rules_of

LARGEST = {one.game: one for one in sorted(SHOES, key=lambda one: len(one.cards))}  # a poor policy needs many cards


def moody(seen: rl.Seen) -> str:
    """A poor policy that looks at whatever can be seen but the order of the cards."""
    if seen.subject:
        return seen.choices[(sum(seen.cards) + seen.up + seen.taken) % len(seen.choices)]
    mood = seen.total + 3 * seen.up + 5 * seen.hands + 7 * seen.split + 11 * len(seen.light or "") + 13 * seen.added
    return seen.choices[mood % len(seen.choices)]


def stands_by_order(seen: rl.Seen) -> str:
    """A policy that looks at the order: it draws only to a hand whose last card is the lowest."""
    if "decline" in seen.choices:
        return "decline"
    return "hit" if seen.total < 17 and seen.cards[-1] == min(seen.cards) else "stand"


class Asked(Oracle):
    """The enumeration with every choice made by a policy."""

    def __init__(self, rules: Rules, counts: tuple[int, ...], policy: Policy) -> None:
        super().__init__(rules, counts)
        self.policy, self.given = policy, round_tables(rules)

    def _play(self, table: Table, holes: Holes, again: Again | None) -> Fraction:
        question = ask(self.rules, table)
        if isinstance(question, Offer | Decide):
            do = self.policy(seen_of(self.rules, self.given, table, question))
            return self.play(self.after(table, Act(do)), holes, None)
        return super()._play(table, holes, again)


@pytest.mark.parametrize("one", LARGEST.values(), ids=str)
def test_a_policy_is_worth_what_the_engine_pays_it(one: Shoe) -> None:
    rules = rules_of(one.game, one.options)
    expected = float(Asked(rules, one.counts, moody).ev())
    for order in (False, True):
        assert abs(Evaluator(rules, moody, order, Cards(one.counts)).ev - expected) <= EXACT


ONE_OF_EACH_KIND = ("pa-down-under", "nz-free-bet")  # a reader, and lammers


@pytest.mark.parametrize("key", usual_or_soak(ONE_OF_EACH_KIND, tuple(GAMES)))
def test_the_optimum_loses_nothing(key: str) -> None:
    rules = GAMES[key].configure()
    found = rl.evaluate(rules, rl.optimal_policy(rules))
    assert abs(found.regret) < EXACT
    assert not found.worst


def test_what_each_decision_costs_adds_up_to_the_regret() -> None:
    found = rl.evaluate("pa-down-under", moody, order=False)
    assert found.regret > 0.1
    assert abs(sum(cell.cost for cell in found.cells) - found.regret) < EXACT
    assert list(found.worst) == sorted(found.worst, key=lambda cell: -cell.cost)[:20]
    assert found.to_dict()["regret"] == found.regret


def test_the_order_of_cards_may_be_looked_at() -> None:
    found = rl.evaluate("reference", stands_by_order, decks=1).ev
    sorted_cards = rl.evaluate("reference", stands_by_order, order=False, decks=1).ev
    assert abs(found - sorted_cards) > 1e-3  # it makes a difference, so it was looked at


def test_a_model_of_observations_is_worth_what_it_wins_at_the_tables() -> None:
    tables = rl.vector("pa-down-under", 8192, seed=4)
    stand, hit = tables.actions.index("stand"), tables.actions.index("hit")

    def model(observations: NDArray[np.int16], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        wanted = np.where(observations[:, 0] < 16, hit, stand)
        legal = np.take_along_axis(masks, wanted[:, None], 1)[:, 0]
        return np.where(legal, wanted, masks.shape[1] - 1 - masks[:, ::-1].argmax(1))

    asked: list[bytes] = []

    def listed(observations: NDArray[np.int16], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        asked.append(observations.tobytes() + masks.tobytes())
        return model(observations, masks)

    found = rl.evaluate("pa-down-under", rl.model_policy("pa-down-under", listed)).ev
    assert len(asked) == len(set(asked)), "once about each observation"
    seen, info = tables.reset(seed=4)
    won: list[float] = []
    for _ in range(60):
        seen, reward, over, _, info = tables.step(model(seen, info["action_mask"]))
        won += reward[over].tolist()
    error = np.std(won) / np.sqrt(len(won))
    assert abs(np.mean(won) - found) < 4 * error


def test_an_answer_that_is_not_allowed_is_named() -> None:
    with pytest.raises(HolecardError, match=r"answers 'sing' .* Allowed: hit, stand"):
        rl.evaluate("reference", lambda seen: "sing" if not seen.subject else "decline")


def test_hands_that_are_settled_by_each_other_are_not_evaluated() -> None:
    with pytest.raises(Malformed, match=r"settled by each other\. Use original-and-busted or original-only"):
        rl.evaluate("nz-blackjack", moody, dealer_blackjack_takes="busted-plus-one")
