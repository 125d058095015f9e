"""Advice is there for every question that a player is asked about a hand, and agrees with the solver's own figures."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import Act, Bet, Bets, PitStep, PlaceWagers, RoundOver
from holecard.games import find
from holecard.house.croupier import Croupier, waived
from holecard.lab.advice.advice import Advisor
from holecard.lab.advice.hand import hand_values
from holecard.lab.advice.visible_hand import VisibleHand, visible_hand_at
from holecard.lab.solver.analysis import analyse
from holecard.values.shoe import PracticeShuffler

TABLES = {
    "pa-down-under": {},
    "pa-double-back-jack": {},
    "nz-blackjack": {"house_money": "yes"},
    "nz-free-bet": {"push_22": "yes"},
}


@pytest.mark.parametrize("game", TABLES)
def test_every_choice_of_every_question_has_a_worth(game: str) -> None:
    rules = find(game).configure(TABLES[game])
    advisor, chance = Advisor(analyse(rules)), Random(game)
    advisor.weigh_riding()
    croupier, table = Croupier(rules, PracticeShuffler(game)), open_table(rules)
    asked: Counter[tuple[str, bool]] = Counter()
    rounds = 0
    while rounds < 150:
        question = ask(rules, table)
        value = croupier.reply(table, question)
        if isinstance(question, PlaceWagers):
            stakes = {"main": 1000, **{key: side.least or 500 for key, side in rules.play.side_wagers.items()}}
            bets = () if table.boxes else tuple(Bet(1, "Ann", sum_, wager) for wager, sum_ in stakes.items())
            value = Bets(bets, last=True)
        elif isinstance(question, PitStep) and value is None:
            value = waived(question)
        elif value is None:
            seen = visible_hand_at(table, question)
            assert seen is not None
            values = advisor.values(seen)
            assert values is not None, seen
            assert {one.action for one in values} == set(seen.choices), seen
            assert [one.ev for one in values] == sorted((one.ev for one in values), reverse=True)
            asked[seen.subject, seen.from_split] += 1
            value = Act(chance.choice(values).action)
        table, _ = answer(rules, table, question, value)
        rounds += isinstance(question, RoundOver)
    assert asked["", False] > 100
    assert asked["", True] > 0


def test_a_hand_is_worth_what_the_lab_says_of_it() -> None:
    rules = find("pa-down-under").configure()
    advisor = Advisor(analyse(rules))
    seen = VisibleHand("", ("hit", "stand", "double"), (10, 6), up=9, light="small")
    assert advisor.values(seen) == hand_values(rules, "T 6", "9", light="small")


def test_the_two_hands_of_a_split_are_worth_what_splitting_was() -> None:
    """By hand: a pair of eights split once, each hand worth the same before its second card."""
    rules = find("reference").configure({"decks": "6", "max_hands": "2"})
    solution = analyse(rules).solution
    pair = solution.tables.pairs[8]
    at = next(number for known, number in solution.tables.number_of.items() if known.up == 6)
    money = pair.play.formed.first
    assert solution.value_of_resplit(pair, money, 2) is None, "no third hand is allowed here"
    more = find("reference").configure({"decks": "6", "max_hands": "4"})
    other = analyse(more).solution
    again = other.value_of_resplit(other.tables.pairs[8], other.tables.pairs[8].play.formed.first, 3)
    assert again is not None
    # from the third hand on nothing is split again, as if two hands were the most
    assert again[at] == pytest.approx(solution.splits[8][0, at], abs=1e-12)


def test_what_the_solver_does_not_know_is_not_guessed() -> None:
    rules = find("reference").configure()
    advisor = Advisor(analyse(rules))
    assert advisor.values(VisibleHand("something", ("yes", "decline"), (10, 6), up=9)) is None
    assert advisor.values(VisibleHand("", ("fly",), (10, 6), up=9)) is None
    assert advisor.values(VisibleHand("", ("hit", "stand"), (10,), up=9)) is None
