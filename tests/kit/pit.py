"""A table with its pit, driven step by step: the house answers for itself, the test says what players and floor do."""

from __future__ import annotations

import pytest

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.pit import NO_TASKS, Pit
from holecard.engine.questions import (
    HIT,
    STAND,
    Act,
    Answer,
    Bet,
    Bets,
    Decide,
    Draw,
    Fact,
    Facts,
    Notice,
    Offer,
    PitStep,
    PlaceWagers,
    Question,
    RoundOver,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.games import find
from holecard.house.croupier import Croupier, waived
from holecard.law.errors import Refused
from holecard.pit.tasks import ToRack
from holecard.values.cards import Face
from holecard.values.shoe import PracticeShuffler

Asked = tuple[str, str, str]  # step, who, clause


class PitTable:
    """A table under test. Every answer given is kept, so that the session can be played again."""

    def __init__(self, rules: Rules, pit: Pit = NO_TASKS, seed: int = 1) -> None:
        self.rules = rules
        self.table = self.first = open_table(rules, pit=pit)
        self.croupier = Croupier(rules, PracticeShuffler(seed))
        self.answers: list[tuple[Question, Answer]] = []
        self.facts: Facts = ()

    @property
    def question(self) -> Question:
        return ask(self.rules, self.table)

    @property
    def rack(self) -> tuple[Face, ...]:
        return self.table.rack

    @property
    def step(self) -> PitStep:
        question = self.question
        assert isinstance(question, PitStep), f"{question} is no step of the pit"
        return question

    @property
    def asked(self) -> Asked:
        """The step that stands: which, by whom, under which clause. A burn card is asked of the shoe."""
        question = self.question
        if isinstance(question, Draw) and isinstance(question.dues[0].to, ToRack):
            return "burn", question.who, question.cite.clause
        return self.step.step, self.step.bettor or self.step.who, self.step.cite.clause

    def answer(self, value: Answer) -> Facts:
        question = self.question
        self.table, facts = answer(self.rules, self.table, question, value)
        self.answers.append((question, value))
        self.facts += facts
        return facts

    def act(self, do: str, amount: int = 0) -> Facts:
        return self.answer(Act(do, amount))

    def tell(self, what: str, seat: int = 0, name: str = "") -> Facts:
        return self.answer(self.croupier.show(Notice(what, seat, name)))

    def refuses(self, value: Answer) -> Refused:
        """The refusal of an answer, which changes nothing."""
        before = self.table.bare()
        with pytest.raises(Refused) as refusal:
            answer(self.rules, self.table, self.question, value)
        assert self.table == before
        return refusal.value

    def go_on(self) -> Facts:
        """The house's answer, or that of a player who leaves things as they are."""
        question = self.question
        value = self.croupier.reply(self.table, question)
        if value is None:
            if isinstance(question, PitStep):
                value = waived(question)
            elif isinstance(question, Offer):
                value = Act("decline")
            else:
                must_draw = isinstance(question, Decide) and all(legal.do != "stand" for legal in question.choices)
                value = HIT if must_draw else STAND
        return self.answer(value)

    def until(self, step: str) -> None:
        """Go on until this step of the pit stands."""
        while self.asked[0] != step:
            self.go_on()

    def ready(self, cover: int = 0) -> list[Asked]:
        """Finish the pit's work, the cover card so many cards from the bottom; what was asked, in order."""
        asked = []
        while not isinstance(self.question, PlaceWagers):
            asked.append(self.asked)
            if self.asked[0] == "cover-card" and cover:
                self.act("cover", cover)
            else:
                self.go_on()
        return asked

    def bet(self, *bets: tuple[int, str]) -> None:
        """Everybody bets ten on his seat, and no more bets."""
        self.answer(Bets(tuple(Bet(seat, name, 1000) for seat, name in bets), last=True))

    def play_out(self) -> Facts:
        """The round to its end: everybody stands, and the cards are collected."""
        while not isinstance(self.question, RoundOver):
            self.go_on()
        return self.go_on()

    def round(self, *bets: tuple[int, str]) -> Facts:
        self.bet(*bets)
        return self.play_out()

    def shoe(self, cover: int, *bets: tuple[int, str]) -> None:
        """Ready the cards with the cover card there, and play the round in which it comes out."""
        self.ready(cover)
        self.round(*bets)


def new_table(
    *seated: tuple[int, str], game: str = "pa-down-under", preinspected: bool = False, **options: object
) -> PitTable:
    """A table that has just received its cards, with these players at it."""
    rules = find(game).configure(options)
    found = PitTable(rules, rules.play.around.opening(rules, preinspected))
    for seat, name in seated:
        found.tell("sit", seat, name)
    return found


def clauses(facts: Facts) -> list[str]:
    return [fact.cite.clause for fact in facts]


def fact_of(facts: Facts, clause: str) -> Fact:
    return next(fact for fact in facts if fact.cite.clause == clause)


def cards_at(table: Table) -> int:
    """Every card of the batch in play: in the shoe, in the discard rack, on the layout."""
    return table.stock.size + len(table.rack) + len(tuple(table.cards_on_layout()))
