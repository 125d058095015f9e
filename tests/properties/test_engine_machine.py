"""Random legal and illegal answers to every registered game under random options: what must hold after each of them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import Answer, Fact, Facts, RoundOver, What
from holecard.engine.rules import Rules
from holecard.engine.table import NO_TASKS, Table
from holecard.games import GAMES
from holecard.law.errors import HolecardError
from holecard.values.cards import DECK, Hidden
from holecard.values.shoe import Stock
from tests.kit.random_play import OutOfCards, RandomPlay, random_rules
from tests.kit.soak import usual_or_soak

Place = tuple[int, str, str]  # seat, bettor, wager


class Money:
    """Where the money is, told by the facts alone: with the bettors, on the layout, with the house."""

    def __init__(self) -> None:
        self.bettors: Counter[Place] = Counter()
        self.layout: Counter[Place] = Counter()
        self.house = 0

    def follow(self, fact: Fact) -> None:
        place = (fact.seat, fact.bettor, fact.wager)
        match fact.what:
            case What.PLACED:
                self.bettors[place] -= fact.amount
                self.layout[place] += fact.amount
            case What.TAKEN_BACK | What.RETURNED:
                self.layout[place] -= fact.amount
                self.bettors[place] += fact.amount
            case What.COLLECTED:
                self.layout[place] -= fact.amount
                self.house += fact.amount
            case What.RESTORED:
                self.house -= fact.amount
                self.layout[place] += fact.amount
            case What.PAID:
                self.house -= fact.amount
                self.layout[place] -= fact.stake
                self.bettors[place] += fact.amount + fact.stake
            case _:
                assert not fact.amount, f"{fact.what} moves no money"
                assert not fact.stake, f"{fact.what} moves no money"


def open_wagers(table: Table) -> Counter[Place]:
    return _wagers(table, settled=False)


def results(table: Table) -> Counter[Place]:
    """What each bettor's settled wagers won or lost."""
    return _wagers(table, settled=True)


def _wagers(table: Table, settled: bool) -> Counter[Place]:
    found: Counter[Place] = Counter()
    for box in table.boxes:
        for wager in (*box.wagers, *(wager for hand in box.hands for wager in hand.wagers)):
            if (wager.net is not None) is settled:
                found[box.seat, wager.bettor, wager.kind] += wager.at_risk if wager.net is None else wager.net
    return found


class Watched:
    """A table under random play; every answer is checked, and every round replayed from its beginning."""

    def __init__(self, rules: Rules, chance: Random) -> None:
        self.rules = rules
        self.chance = chance
        self.player = RandomPlay(rules, chance, errs=True)
        self.rounds = 0
        self.refusals = 0
        self.troubles = 0
        self.reopen()

    def reopen(self) -> None:
        """Fresh cards, with the pit's opening still to be done or behind it; sometimes a shoe that will run out."""
        pit = self.rules.play.around.opening(self.rules) if self.chance.random() < 0.5 else NO_TASKS
        few = self.chance.sample(DECK * self.rules.decks, 40) if self.chance.random() < 0.2 else ()
        table = open_table(self.rules, stock=Stock.of_cards(few) if few else None, pit=pit)
        self.batches = {table.stock, Stock.of_decks(self.rules.decks)}  # new decks may come to the table
        self._begin(table)

    def _begin(self, table: Table) -> None:
        self.table = self.first = table
        self.answers: list[Answer] = []
        self.facts: Facts = ()
        self.money = Money()

    def legal(self) -> None:
        """A legal answer is never refused."""
        try:
            value = self.player.legal(self.table, ask(self.rules, self.table))
        except OutOfCards:
            self.reopen()
            return
        self._accept(value)

    def wild(self) -> None:
        """An answer that ought to be refused."""
        self._try(self.player.wild(self.table, ask(self.rules, self.table)))

    def trouble(self) -> None:
        """Something goes wrong, or happens around the game, if it can."""
        self.troubles += self._try(self.player.trouble(self.table, ask(self.rules, self.table)))

    def _try(self, value: Answer) -> bool:
        """Whether the answer was accepted. If not, it has changed nothing."""
        table, question = self.table, ask(self.rules, self.table)
        before = table.bare()
        try:
            answer(self.rules, table, question, value)
        except HolecardError:
            self.refusals += 1
        else:
            self._accept(value)
            return True
        assert table == before
        assert ask(self.rules, table) is question
        return False

    def stale(self) -> None:
        """An answer to the question that stood at the beginning of the round."""
        asked_first = ask(self.rules, self.first)
        if asked_first == ask(self.rules, self.table):
            return
        with pytest.raises(HolecardError):
            answer(self.rules, self.table, asked_first, self.answers[0])

    def _accept(self, value: Answer) -> None:
        over = isinstance(ask(self.rules, self.table), RoundOver)
        if over:
            self._check_round()
        self.table, facts = answer(self.rules, self.table, ask(self.rules, self.table), value)
        self.answers.append(value)
        self.facts += facts
        for fact in facts:
            self.money.follow(fact)
        self._check()
        if over and not self.table.boxes:
            self.rounds += 1
            if self.table.stock.size < 26 and not self.rules.play.around.pit:
                self.reopen()
            else:
                self._begin(self.table)

    def _check(self) -> None:
        rules, table, money = self.rules, self.table, self.money
        assert ask(rules, table) == ask(rules, table.bare()), "the remembered question is the one asked anew"
        assert +money.layout == +open_wagers(table), "what lies on the layout is what was placed and not yet settled"
        assert not -money.layout, "nothing was settled twice"
        assert sum(money.bettors.values()) + sum(open_wagers(table).values()) + money.house == 0
        self._check_cards()

    def _check_cards(self) -> None:
        table = self.table
        out = (*table.cards_on_layout(), *table.rack)
        seen = [card for card in out if not isinstance(card, Hidden)]
        assert table.stock.down == len(out) - len(seen)
        counts = table.stock.counts + sum(card.unit for card in seen)
        assert Stock(counts, table.stock.size + len(out)) in self.batches, "no card is lost, found or changed"

    def _check_round(self) -> None:
        """At the end nothing is open, every result is in a bettor's balance, and the answers tell the round again."""
        table, money = self.table, self.money
        assert not open_wagers(table), "a round is over when every wager is settled"
        assert {place: won for place, won in results(table).items() if won} == {
            place: won for place, won in money.bettors.items() if won
        }
        again = self.first.bare()
        facts: Facts = ()
        for value in self.answers:
            again, more = answer(self.rules, again, ask(self.rules, again), value)
            facts += more
        assert again == table
        assert facts == self.facts


class Machine(RuleBasedStateMachine):
    """Hypothesis picks the game, the options and every answer, and shrinks what goes wrong."""

    watched: Watched

    @initialize(game=st.sampled_from(sorted(GAMES)), chance=st.randoms(use_true_random=False))
    def sit_down(self, game: str, chance: Random) -> None:
        rules = random_rules(GAMES[game], chance)
        note(f"{game} {rules.options.shown()}")
        self.watched = Watched(rules, chance)

    @rule(answers=st.integers(1, 6))
    def answer_legally(self, answers: int) -> None:
        for _ in range(answers):
            self.watched.legal()

    @rule()
    def answer_wildly(self) -> None:
        self.watched.wild()

    @rule()
    def something_happens(self) -> None:
        self.watched.trouble()

    @rule()
    def answer_a_stale_question(self) -> None:
        self.watched.stale()

    def teardown(self) -> None:
        if hasattr(self, "watched"):
            note(f"{self.watched.answers} at {self.watched.table}")


MANY = usual_or_soak(80, 400)  # tables of each game
TestMachine = Machine.TestCase
TestMachine.settings = settings(
    deadline=None,
    max_examples=usual_or_soak(120, 600),
    stateful_step_count=40,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_whole_rounds_hold_under_many_options(game: str) -> None:
    """Far more rounds than hypothesis has time for: many tables, six rounds each, with errors of every kind."""
    rounds = refusals = troubles = 0
    for seed in range(MANY):
        chance = Random(f"{game} {seed}")
        watched = Watched(random_rules(GAMES[game], chance), chance)
        while watched.rounds < 6:
            roll = chance.random()
            watched.wild() if roll < 0.2 else watched.trouble() if roll < 0.3 else watched.legal()
        rounds += watched.rounds
        refusals += watched.refusals
        troubles += watched.troubles
    assert rounds == 6 * MANY
    assert refusals > 6 * MANY
    assert bool(troubles) is bool(GAMES[game].configure().play.around.notices)
