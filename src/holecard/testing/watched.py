"""A table under random play, watched: after every answer no money and no card is missing, nobody is asked about a hand
that is void, and nothing is answered or staked in a person's place. Every round is replayed from its beginning.
"""

from __future__ import annotations

from collections import Counter
from copy import copy, deepcopy
from random import Random
from typing import Self

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.game import Game
from holecard.engine.pit import NO_TASKS
from holecard.engine.questions import (
    NO_MORE_BETS,
    Act,
    Answer,
    Bets,
    Decide,
    Fact,
    Facts,
    Irregularity,
    Offer,
    Question,
    Role,
    RoundOver,
    What,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Box, Hand, Table
from holecard.law.errors import HolecardError
from holecard.testing.random_play import OutOfCards, RandomPlay, random_rules
from holecard.testing.ruled import Ruled, is_gone
from holecard.values.cards import DECK, Hidden
from holecard.values.shoe import Stock
from holecard.wagers.prizes import NOMINATED

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
        self.ruled = Ruled(rules)
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
        self.ruled.begin()

    def legal(self) -> None:
        """A legal answer is never refused."""
        try:
            value = self.player.legal(self.table, ask(self.rules, self.table))
        except OutOfCards:
            self.reopen()
            return
        self._accept(value)

    def no_more_bets(self) -> None:
        self._accept(NO_MORE_BETS)

    def fork(self) -> Self:
        """This table once more, to be played on in another way."""
        other = copy(self)
        other.chance = Random(self.chance.random())
        other.player = copy(self.player)
        other.player.chance = other.chance
        other.answers, other.money, other.ruled = list(self.answers), deepcopy(self.money), self.ruled.fork()
        return other

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
        assert table == before, "a refused answer changes nothing"
        assert ask(self.rules, table) is question, "a refused answer leaves the question as it was"
        return False

    def stale(self) -> None:
        """An answer to the question that stood at the beginning of the round."""
        asked_first = ask(self.rules, self.first)
        if asked_first == ask(self.rules, self.table):
            return
        try:
            answer(self.rules, self.table, asked_first, self.answers[0])
        except HolecardError:
            return
        raise AssertionError("an answer to a question that stands no more was accepted")

    def _accept(self, value: Answer) -> None:
        over = isinstance(ask(self.rules, self.table), RoundOver)
        if over:
            self._check_round()
        question, before = ask(self.rules, self.table), self.table
        self.table, facts = answer(self.rules, before, question, value)
        self._check_people(before, question, value, facts)
        if self.table.boxes:
            self.ruled.follow(before, question, value, self.table, facts)
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
        total = sum(money.bettors.values()) + sum(open_wagers(table).values()) + money.house
        assert total == 0, "money is conserved"
        self._check_cards()

    def _check_people(self, before: Table, asked: Question, value: Answer, facts: Facts) -> None:
        """Who is asked has something to say, and who has staked or chosen was asked."""
        question = ask(self.rules, self.table)
        assert question.who is not Role.HOUSE, "the house is asked nothing"
        if isinstance(question, Decide | Offer):
            box = self.table.box(question.seat)
            assert box is not None
            hand = box.hands[question.hand - 1] if question.hand else None
            assert hand is None or not is_gone(hand), f"{question} is about a hand that is void"
            if question.who is Role.BETTOR:
                assert _has_a_say(box, hand, question.bettor), f"{question.bettor} has nothing at stake"
        if isinstance(value, Act) and value.do == "reconstructed":
            return  # what they decided before counts again
        who = getattr(asked, "bettor", "") if isinstance(value, Act) else ""
        for fact in facts:
            staked = fact.what is What.PLACED and fact.note != GIVEN_BACK and not isinstance(value, Bets)
            assert not staked or fact.bettor == who, f"{fact} was not answered by {fact.bettor}"
        told = isinstance(value, Irregularity) and value.name in TOLD_OF_A_PERSON
        for box in self.table.boxes:
            known = before.box(box.seat)
            for bettor, what in set(box.elections) - set(known.elections if known is not None else ()):
                nominated = what == NOMINATED and who == box.bettors[0]  # NZ 15A.9: by whoever controls the box
                assert bettor in ("", who) or told or nominated, f"{bettor} did not answer {what}"

    def _check_cards(self) -> None:
        table = self.table
        out = (*table.cards_on_layout(), *table.rack)
        seen = [card for card in out if not isinstance(card, Hidden)]
        assert table.stock.down == len(out) - len(seen), "every card that lies face down is one of the shoe's"
        counts = table.stock.counts + sum(card.unit for card in seen)
        assert Stock(counts, table.stock.size + len(out)) in self.batches, "no card is lost, found or changed"

    def _check_round(self) -> None:
        """At the end nothing is open, every result is in a bettor's balance, and the answers tell the round again."""
        table, money = self.table, self.money
        assert not open_wagers(table), "a round is over when every wager is settled"
        self.ruled.check_end(table)
        assert {place: won for place, won in results(table).items() if won} == {
            place: won for place, won in money.bettors.items() if won
        }, "what the wagers won is what the bettors have"
        again = self.first.bare()
        facts: Facts = ()
        for value in self.answers:
            again, more = answer(self.rules, again, ask(self.rules, again), value)
            facts += more
        assert again == table, "the same answers lead to the same table"
        assert facts == self.facts, "the same answers lead to the same facts"


TOLD_OF_A_PERSON = ("absent-player", "played-before-riding")  # who is not there, or has played already
GIVEN_BACK = "the payment is given back"


def _has_a_say(box: Box, hand: Hand | None, bettor: str) -> bool:
    """Whether this bettor has money on the hand, or beside it, or decides for those who have."""
    hands = box.hands if hand is None else (hand,)
    open_on = {wager.bettor for one in hands for wager in one.wagers if wager.net is None}
    beside = {wager.bettor for wager in box.wagers if wager.net is None}
    late = {wager.bettor for one in hands for wager in one.wagers} if hand is not None else set()
    return bettor in open_on | beside or (bettor == box.bettors[0] and bool(open_on | beside | late))


class Played(Counter[str]):
    """How many rounds, refusals and troubles there were."""


def play_many(game: Game, tables: int, rounds: int = 6) -> Played:
    """Rounds at many tables under random options, with errors of every kind; whatever does not hold is an error."""
    played = Played()
    for seed in range(tables):
        chance = Random(f"{game.key} {seed}")
        watched = Watched(random_rules(game, chance), chance)
        while watched.rounds < rounds:
            roll = chance.random()
            watched.wild() if roll < 0.2 else watched.trouble() if roll < 0.3 else watched.legal()
        played.update(rounds=watched.rounds, refusals=watched.refusals, troubles=watched.troubles)
    return played
