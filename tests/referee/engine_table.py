"""The engine's table that a script is played at: what is asked, and who answers where the script has no line."""

from __future__ import annotations

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.pit import Pit
from holecard.engine.questions import (
    COLLECT,
    Act,
    Answer,
    Decide,
    Facts,
    Irregularity,
    Offer,
    PitStep,
    Question,
    Role,
)
from holecard.engine.table import Table
from holecard.games import find
from holecard.law.errors import Refused
from holecard.values.cards import HIDDEN, Card, Hidden, parse_face
from holecard.values.shoe import Stock
from tests.kit.pit import PitTable
from tests.referee.model.script import Dealt, Line, Report, Rule, Script, Turn
from tests.referee.played import Played, clause_of, name_of, short
from tests.referee.words import GAMES, SAID, options_of


class Stuck(Exception):
    """The engine cannot follow the script from here."""


class EngineTable:
    """A table of the engine, opened for a script."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.rules = find(GAMES[script.game]).configure(options_of(script))
        self.at = 0
        self.used: set[int] = set()
        self.absent: set[str] = set()
        self.without_ante: set[tuple[int, str]] = set()
        self.insurance_forgotten = False
        self.remembered: set[str] = set()  # to whom Insurance was offered after all
        self.dealer_missed = False
        self.doubted = False  # the reading of the hole card
        self.refused_bet: Refused | None = None
        self.not_placed: set[tuple[int, str, str]] = set()
        self.hole: Card | None = None
        self.facts: Facts = ()
        self.played = Played()
        self.before = self.table = self._open()
        self._note()

    def _open(self) -> Table:
        pit = Pit(seated=tuple(self.script.seats.items()))
        if "mid-shoe" in self.script.given:
            return self._in_mid_shoe(pit)
        later: list[Card] = []
        earlier: list[Card] = []
        emptied = hole = False
        for line in self.script.lines:
            emptied = emptied or (
                isinstance(line.event, Report) and line.event.what == "shoe-empty" and not line.attempt
            )
            seen = self._card_of(line)
            hole = hole or (seen is HIDDEN and not emptied)
            if isinstance(seen, Card):
                dealt_before = not emptied or (isinstance(line.event, Turn) and hole)
                (earlier if dealt_before else later).append(seen)
        if not emptied:
            return open_table(self.rules, pit=pit)
        # Every card that comes before the shoe is empty, and in the rack those that come after, with one to burn.
        burned = parse_face("2s")
        table = open_table(self.rules, Stock.of_cards(earlier), pit=pit)
        return Table(*table._replace(rack=(burned, *later)))

    def _in_mid_shoe(self, pit: Pit) -> Table:
        """The table after a round of those who are said to have wagered, with leave for those who have it."""
        given, before = self.script.given, PitTable(self.rules, pit)
        before.round(*enumerate(given.get("wagered", ("Nobody",)), start=1))
        for name in given.get("permitted", ()):
            before.tell("admit", name=name)
        return before.table

    @staticmethod
    def _card_of(line: Line) -> Card | Hidden | None:
        match line.event:
            case Dealt(card=card) | Turn(card=card):
                return parse_face(card)
            case Report(what="face-up" | "exposed" | "dealer-extra") as said if not line.attempt:
                return parse_face(said.get("card"))
            case _:
                return None

    @property
    def question(self) -> Question:
        return ask(self.rules, self.table)

    def answer(self, value: Answer) -> None:
        if value == COLLECT:
            self.before = self.table
        self.table, facts = answer(self.rules, self.table, self.question, value)
        self.facts += facts
        self._note()
        if value != COLLECT:
            self.before = self.table
        self.for_the_absent()

    def _note(self) -> None:
        """What is asked now."""
        question = self.question
        silent = self._unasked(question)
        self.played.clauses += [clause_of(cite) for fact in self.facts for cite in (fact.cite, *fact.also)]
        self.played.clauses.append(clause_of(question.cite))
        self.facts = ()
        if silent:
            return
        if isinstance(question, Offer | Decide):
            who = question.bettor if question.who is Role.BETTOR else str(question.who)
            self.played.asked.append((who, name_of(self.table, question.seat, question.hand), self._choices(question)))
        elif isinstance(question, PitStep):
            self.played.asked.append((question.bettor or str(question.who), "", self._choices(question)))

    def _choices(self, question: Offer | Decide | PitStep) -> frozenset[str]:
        found = set()
        for legal in question.choices:
            word = SAID.get((getattr(question, "subject", ""), legal.do)) or SAID.get(("", legal.do), legal.do)
            if legal.most and legal.least < legal.most:
                word += f" {legal.least}-{legal.most}/{self.rules.chip}"
            elif legal.most:
                word += f" {legal.most}"
            found.add(word)
        return frozenset(found)

    def _unasked(self, question: Question) -> bool:
        """Whether nobody puts the engine's question: its bettor is absent, or the dealer forgets Insurance."""
        if not isinstance(question, Offer | Decide) or question.who is not Role.BETTOR:
            return False
        subject = getattr(question, "subject", "")
        if subject == "insurance" and self.insurance_forgotten and question.bettor not in self.remembered:
            return True
        return question.bettor in self.absent and subject != "exposed-card"

    def for_the_absent(self) -> None:
        """Nobody is there to answer: the house is told so, and what is offered passes them by."""
        question = self.question
        if not isinstance(question, Offer | Decide):
            return
        absent = question.who is Role.BETTOR and question.bettor in self.absent
        if isinstance(question, Decide) and absent:
            self.answer(Irregularity("absent-player", question.seat, question.hand, detail=self._direction(question)))
        elif isinstance(question, Offer) and (absent or self._unasked(question)):
            self.answer(self.declined(question))

    def _direction(self, question: Decide) -> str:
        """What the operator says next about an absent player's hand."""
        names = {name_of(self.table, question.seat, question.hand), str(question.seat)}
        for line in self.script.lines[self.at :]:
            said = line.event
            if isinstance(said, Rule) and said.choice in ("draw", "leave") and names & set(said.places):
                return "leave" if said.choice == "leave" else ""
        return ""

    def declined(self, offer: Offer) -> Act:
        if offer.subject in ("second-card-missed", "card-not-dealt"):
            raise Stuck(f"the engine notices in turn that box {offer.seat} lacks a card")
        dos = [legal.do for legal in offer.choices]
        for do in ("decline", "refuse", "continue"):
            if do in dos:
                return Act(do)
        raise Stuck(f"nobody answers {offer.subject} for {offer.bettor} at box {offer.seat}: {dos}")

    def reach(self, *kinds: type) -> None:
        """Whoever has no line in the script declines what is offered; the pit does its work."""
        for _ in range(60):
            question = self.question
            if isinstance(question, kinds):
                return
            if isinstance(question, Offer) and question.who is Role.BETTOR:
                self.answer(self.declined(question))
            elif isinstance(question, Offer) and question.who is Role.DEALER:
                self.answer(Act(question.choices[0].do))
            elif isinstance(question, PitStep):
                self._pit(question)
            else:
                break
        raise Stuck(f"the engine asks {short(self.question)}")

    def _pit(self, question: PitStep) -> None:
        amounts = [legal for legal in question.choices if legal.most]
        legal = amounts[0] if amounts else question.choices[0]
        self.answer(Act(legal.do, legal.least))
