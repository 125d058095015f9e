"""Whole sessions at one table, pit included: the house's croupier and players at random, told step by step."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.pit import NO_TASKS
from holecard.engine.questions import (
    Act,
    Answer,
    CoverCard,
    Draw,
    Irregularity,
    Notice,
    PitStep,
    PlaceWagers,
    Question,
    RoundOver,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.house.croupier import Croupier
from holecard.law.errors import HolecardError, Refused
from holecard.record.transcript import Step
from holecard.testing.random_play import OutOfCards, RandomPlay
from holecard.values.cards import DECK, HIDDEN
from holecard.values.shoe import PracticeShuffler


class Sessions:
    """Players at random against the croupier. With `pit` the table is opened first; without it, no croupier is there:
    cards come at random and things may go wrong with them."""

    def __init__(self, rules: Rules, chance: Random, pit: bool) -> None:
        self.rules = rules
        self.chance = chance
        self.table = open_table(rules, pit=rules.play.around.opening(rules) if pit else NO_TASKS)
        self._croupier = Croupier(rules, PracticeShuffler(chance.random().hex())) if pit else None
        self._player = RandomPlay(rules, chance)

    def steps(self, most: int) -> Iterator[Step]:
        """So many steps, or fewer if the cards run out."""
        for _ in range(most):
            question = ask(self.rules, self.table)
            try:
                step = self._unusual(question) or self._answered(question)
            except OutOfCards:
                return
            self.table = step.after
            yield step

    def rounds(self, most: int) -> Iterator[list[Step]]:
        """So many rounds, each as its steps; the last may be cut short."""
        steps: list[Step] = []
        finished = 0
        for step in self.steps(most * 400):
            steps.append(step)
            if isinstance(step.question, RoundOver) and not step.after.boxes:
                yield steps
                steps, finished = [], finished + 1
                if finished == most:
                    return
        if steps:
            yield steps

    def _take(self, question: Question, value: Answer) -> Step:
        after, facts = answer(self.rules, self.table, question, value)
        return Step(self.table, question, value, facts, after)

    def _answered(self, question: Question) -> Step:
        """What is usual, tried again where a player at random bets as one who is barred."""
        for _ in range(20):
            try:
                return self._take(question, self._usual(question))
            except Refused:
                assert isinstance(question, PlaceWagers), "only a bet may be refused here"
        raise OutOfCards

    def _usual(self, question: Question) -> Answer:
        if isinstance(question, Draw) and self.table.stock.size < len(question.dues):
            raise OutOfCards
        value = self._croupier.reply(self.table, question) if self._croupier is not None else None
        if value is None and isinstance(question, PitStep):
            return Act(question.choices[-1].do) if question.choices else Notice("sit", 1, "P1a")
        return self._player.legal(self.table, question) if value is None else value

    def _unusual(self, question: Question) -> Step | None:
        """Now and then something happens around the game, which the table accepts or not."""
        if self.chance.random() > 0.1:
            return None
        try:
            return self._take(question, self._news(self.table))
        except HolecardError:
            return None

    def _news(self, table: Table) -> Answer:
        pick = self.chance.choice
        if self._croupier is not None or self.chance.random() < 0.2:
            notices = tuple(self.rules.play.around.notices) or ("nothing",)
            return Notice(pick(notices), self.chance.randint(1, 3), pick(("P1a", "Zoe", "")))
        if self.chance.random() < 0.1:
            return CoverCard()
        mishaps = tuple(self.rules.play.around.irregularities) or ("nothing",)
        seat = pick([0, *(box.seat for box in table.boxes)])
        reader = self.rules.play.reader
        detail = pick(("", *(reader.shows if reader is not None else ())))
        return Irregularity(pick(mishaps), seat, pick((0, 1)), pick((None, HIDDEN, *DECK)), detail)
