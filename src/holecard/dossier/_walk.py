"""Walks the engine: opens the configured table, plays rounds and reports what can happen, and notes every step.

Nothing is written down twice: which steps there are, under which clause and by whom, comes from `ask` and `answer`. The
walk is the same every time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.destinations import ToDealer
from holecard.engine.questions import (
    NO_MORE_BETS,
    Act,
    Answer,
    Bet,
    Bets,
    Decide,
    Draw,
    Facts,
    Irregularity,
    Legal,
    Notice,
    Offer,
    PitStep,
    PlaceWagers,
    Question,
    Role,
    RoundOver,
    Turn,
    What,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.house.croupier import SHOWS_NEXT, Croupier
from holecard.house.fresh_cards import needs_fresh_cards
from holecard.irregularities.common import Irregular
from holecard.law.clauses import Cite, Clause, Status, register
from holecard.law.errors import HolecardError
from holecard.telling.names import capital, summary
from holecard.telling.prompts import asked_of
from holecard.values.cards import DECK, Card
from holecard.values.shoe import PracticeShuffler

SEED = 601  # any will do, as long as it stays: the walk is part of a signed file
ROUNDS = 400  # several shoes, so that the cover card comes out at boxes and at the dealer
TROUBLED = 40  # rounds in which every irregularity is tried at every question
TRIES = 4  # at different moments: what follows depends on the cards
LONGEST = 200  # steps after a notice, before we give up
PLAYERS = ("Ann", "Bob", "Cem")
SEATS = frozenset({"sit", "leave"})  # players come and go: nothing is done
OPENING = "Opening the table"
PREPARED = "Opening with cards that were inspected and shuffled beforehand"
ROUND = "A round"
WAGERS = "A round: wagers"
DEAL = "A round: the deal"
TURNS = "A round: the players' turns"
DEALER = "A round: the dealer's hand"
SETTLEMENT = "A round: settlement"
SHUFFLE = "Between rounds: shuffle and cut"
MONEY = frozenset({What.PAID, What.COLLECTED, What.RETURNED, What.REMOVED})


class Step(NamedTuple):
    """Something that is done: under which clause, by whom, and what."""

    cite: Cite
    who: Role
    what: str


@dataclass
class Walk:
    """Steps by occasion, in the order in which they come; a step that several rounds show is noted once."""

    rules: Rules
    occasions: dict[str, list[Step]] = field(default_factory=dict)
    irregularities: dict[str, list[Step]] = field(default_factory=dict)
    tried: dict[str, int] = field(default_factory=dict)  # how often each irregularity was reported
    reached: dict[str, int] = field(default_factory=dict)  # how far each occasion has come this time

    def cites(self) -> set[Cite]:
        """Every clause that the walk came across."""
        groups = (*self.occasions.values(), *self.irregularities.values())
        return {step.cite for steps in groups for step in steps}

    def occasions_of(self, cite: Cite) -> tuple[str, ...]:
        """When a clause is followed."""
        groups = (*self.occasions.items(), *self.irregularities.items())
        return tuple(name for name, steps in groups if any(step.cite == cite for step in steps))

    def begin(self) -> None:
        """A new round, or a new occasion: everything comes from its beginning again."""
        self.reached = {}

    def note(self, occasion: str, steps: Iterable[Step]) -> None:
        """New steps go behind those that came before them this time."""
        held = self.occasions.setdefault(occasion, [])
        reached = self.reached.get(occasion, 0)
        for step in steps:
            if step not in held:
                held.insert(reached, step)
            reached = max(reached, held.index(step) + 1)
        self.reached[occasion] = reached


def walk(rules: Rules, rounds: int = ROUNDS) -> Walk:
    """Open the table twice, play, and try everything that may be reported."""
    noted = Walk(rules)
    session = _Session(rules, noted)
    session.open(OPENING)
    for number in range(rounds):
        session.play(troubled=number < TROUBLED)
        if not number:
            session.report()
    _Session(rules, noted).be_left()
    if rules.play.around.pit:  # then what is possible only while a table is being opened
        _Session(rules, noted).open(OPENING, reports=True)
        _Session(rules, noted, preinspected=True).open(PREPARED, reports=True)
    order = (OPENING, PREPARED, WAGERS, DEAL, TURNS, DEALER, SETTLEMENT, SHUFFLE)
    noted.occasions = {name: noted.occasions[name] for name in (*order, *noted.occasions) if noted.occasions.get(name)}
    return noted


class _Session:
    """One table, from its opening on."""

    def __init__(self, rules: Rules, noted: Walk, preinspected: bool = False) -> None:
        self.rules, self.noted = rules, noted
        self.chance = Random(SEED)
        self.croupier = Croupier(rules, PracticeShuffler(SEED))
        self.table = open_table(rules, None, rules.play.around.opening(rules, preinspected))

    def open(self, occasion: str, reports: bool = False) -> None:
        """Everything up to the first bets; with `reports`, also what may be reported at each step."""
        self.noted.begin()
        while not isinstance(question := ask(self.rules, self.table), PlaceWagers):
            if reports:
                self.report()
            self._go_on(question, occasion)
        if "sit" in self.rules.play.around.notices:
            for seat, name in enumerate(PLAYERS[: self.rules.boxes.most], start=1):
                if name not in dict(self.table.pit.seated).values():
                    self._answer(ask(self.rules, self.table), Notice("sit", seat, name), occasion)

    def be_left(self) -> None:
        """The table is opened, everybody leaves, and what follows is noted."""
        noted, self.noted = self.noted, Walk(self.rules)
        self.open(OPENING)
        for seat, name in self.table.pit.seated:
            self._answer(ask(self.rules, self.table), Notice("leave", seat, name), OPENING)
        self.noted = noted
        self.report()

    def play(self, troubled: bool) -> None:
        """A round, with the shuffle that it may call for."""
        self.noted.begin()
        if needs_fresh_cards(self.rules, self.table, len(PLAYERS)):
            self.croupier.bring_fresh_cards()
            self.table = open_table(self.rules)
        phase = WAGERS
        question: Question | None = None
        while not isinstance(question, RoundOver):
            question = ask(self.rules, self.table)
            if troubled:
                self._try_everything(question)
            phase = _phase(question, phase)
            self._go_on(question, SHUFFLE if isinstance(question, PitStep) else phase)
        while isinstance(question := ask(self.rules, self.table), PitStep | Draw):
            self._go_on(question, SHUFFLE)

    def report(self) -> None:
        """Each notice that is possible only now: what follows is done, and then the table is as it was."""
        for what, rule in self.rules.play.around.notices.items():
            if what not in SEATS and rule.name not in self.noted.occasions:
                kept = self.table, self.croupier.holding, self.chance.getstate(), self.noted.reached
                self._report(what, rule.name)
                self.table, self.croupier.holding, state, self.noted.reached = kept
                self.chance.setstate(state)

    def _report(self, what: str, occasion: str) -> None:
        question = ask(self.rules, self.table)
        for seat, name in ((0, ""), *enumerate(PLAYERS, start=1)):
            try:
                after, facts = answer(self.rules, self.table, question, Notice(what, seat, name))
            except (HolecardError, LookupError):
                continue
            self.noted.begin()
            self.noted.note(occasion, _said(facts, Role.FLOOR))
            self.table = after
            for _ in range(LONGEST):
                question = ask(self.rules, self.table)
                if isinstance(question, PlaceWagers):
                    break
                self._go_on(question, occasion)
            return

    def _go_on(self, question: Question, occasion: str) -> None:
        self._answer(question, self._reply(question), occasion)

    def _answer(self, question: Question, value: Answer, occasion: str) -> None:
        table, facts = answer(self.rules, self.table, question, value)
        if not isinstance(value, Notice):
            self.noted.note(occasion, _asked(self.rules, self.table, question))
            settled = tuple(fact for fact in facts if fact.what in MONEY and occasion.startswith(ROUND))
            other = tuple(fact for fact in facts if fact not in settled)
            asked = question.cite if isinstance(question, PitStep | Offer) else None  # which the step has named
            self.noted.note(occasion, (step for step in _said(other, question.who) if step.cite != asked))
            self.noted.note(SETTLEMENT, _said(settled, Role.DEALER))
        self.table = table

    def _reply(self, question: Question) -> Answer:
        if isinstance(question, PlaceWagers):
            return NO_MORE_BETS if self.table.boxes else Bets(self._bets(), last=True)
        if isinstance(question, PitStep) and question.who is Role.BETTOR:
            if not question.choices:
                return Notice("sit", 1, PLAYERS[0])
            return _act(self.chance.choice(question.choices))
        reply = self.croupier.reply(self.table, question)
        if reply is not None:
            return reply
        if isinstance(question, PitStep):  # it waits for the first player
            return Notice("sit", 1, PLAYERS[0])
        assert isinstance(question, Offer | Decide), "the house answers everything else"
        return _act(self.chance.choice(question.choices))

    def _bets(self) -> tuple[Bet, ...]:
        rules, sides = self.rules, self.rules.play.side_wagers
        bets = []
        for seat, name in enumerate(PLAYERS[: rules.boxes.most], start=1):
            if self.table.pit.may_bet(name):
                bets.append(Bet(seat, name, rules.minimum))
                bets += [
                    Bet(seat, name, max(side.least, rules.chip), key)
                    for key, side in sides.items()
                    if key not in self.table.pit.suspended
                ]
        return tuple(bets)

    def _try_everything(self, question: Question) -> None:
        """Each irregularity that was not possible so far, on the table as it is; the table stays so."""
        rules, found = self.rules, self.noted.irregularities
        for name, rule in rules.play.around.irregularities.items():
            if self.noted.tried.get(rule.name, 0) >= TRIES:
                continue
            for value in self._mishaps(name, question):
                try:
                    after, facts = answer(rules, self.table, question, value)
                except (HolecardError, LookupError):
                    continue
                self.noted.tried[rule.name] = self.noted.tried.get(rule.name, 0) + 1
                steps = [step for step in _said(facts, Role.FLOOR) if step.cite != rule.cite]
                steps += follow(rules, after, question)
                known = found.get(rule.name, [Step(rule.cite, Role.FLOOR, rule.name)])
                found[rule.name] = list(dict.fromkeys([*known, *steps]))
                break

    def _mishaps(self, name: str, question: Question) -> Iterator[Irregularity]:
        cards: tuple[Card | None, ...] = (None,)
        if name in SHOWS_NEXT or name == Irregular.DEALER_MISSED_OWN_CARD:
            cards = tuple(card for card in DECK if self.table.stock.holds(card))[:3] or (None,)
        places = [(0, 0), *((box.seat, hand) for box in self.table.boxes for hand in range(len(box.hands) + 1))]
        for seat, hand in places:
            for card in cards:
                yield Irregularity(name, seat, hand, card)


def follow(
    rules: Rules, table: Table, before: Question, path: tuple[str, ...] = (), asked: frozenset[Cite] = frozenset()
) -> Iterator[Step]:
    """What the engine asks for after an irregularity, until play goes on: each step, and what each choice leads to.

    A question that comes again, for the next hand or the next box, is answered like the one before it and noted once.
    """
    question, again = ask(rules, table), 0
    while isinstance(question, Offer | PitStep) and question.cite in asked and path and again < LONGEST:
        last = next((one for one in question.choices if one.do == path[-1]), None)
        if last is None:
            return
        table, _ = answer(rules, table, question, _act(last))
        question, again = ask(rules, table), again + 1
    if not isinstance(question, Offer | PitStep) or question == before or question.cite in asked:
        return
    if not question.cite.is_law:
        return
    words = {word.do: word.name for word in asked_of(rules, table, question).words}
    yield _then(rules, table, question)
    for legal in question.choices:
        try:
            then, facts = answer(rules, table, question, _act(legal))
        except (HolecardError, LookupError):
            continue
        chosen = f"{words.get(legal.do, legal.do)}: " if len(question.choices) > 1 else ""
        for step in _said(facts, Role.DEALER if question.who is Role.BETTOR else question.who):
            if step.cite != question.cite and _clause(step.cite).status is not Status.PLAY:  # the round goes on
                yield step._replace(what=f"{chosen}{step.what}")
        yield from follow(rules, then, before, (*path, legal.do), asked | {question.cite})


def _act(legal: Legal) -> Act:
    return Act(legal.do, legal.least if legal.most else 0)


def _then(rules: Rules, table: Table, question: Offer | PitStep) -> Step:
    """What someone has to do next; a choice is told by its names, because its title is about the cards at hand."""
    asked = asked_of(rules, table, question)
    names = ", ".join(word.name for word in asked.words)
    told = f"Chooses: {names}" if isinstance(question, Offer) else asked.title
    return Step(question.cite, question.who, told)


def _phase(question: Question, phase: str) -> str:
    """Which part of a round a question belongs to, after this one."""
    match question:
        case PlaceWagers():
            return WAGERS
        case Decide():
            return TURNS
        case Turn():
            return DEALER
        case RoundOver():
            return SETTLEMENT
        case Draw(dues=dues) if phase == TURNS and isinstance(dues[0].to, ToDealer):
            return DEALER
        case _:
            return DEAL if phase == WAGERS else phase


def _asked(rules: Rules, table: Table, question: Question) -> Iterator[Step]:
    """The question itself: the pit and the offers have words of their own, the rest is said by the clause."""
    match question:
        case PitStep() | Offer():
            yield _then(rules, table, question)
        case Draw(dues=dues):
            yield from (_by_clause(due.cite, Role.DEALER, "Draws a card") for due in dues)
        case Decide(choices=choices, cite=cite):
            yield _by_clause(cite, Role.BETTOR, "Decides how to play the hand")
            yield from (_by_clause(one.cite, Role.BETTOR, capital(one.do)) for one in choices)
        case PlaceWagers():
            yield _by_clause(question.cite, Role.BETTOR, "Places wagers")
        case _:
            yield _by_clause(question.cite, Role.DEALER, "Goes on")


def _by_clause(cite: Cite, who: Role, otherwise: str) -> Step:
    return Step(cite, who, capital(summary(cite)) or otherwise)


def _said(facts: Facts, who: Role) -> Iterator[Step]:
    """What followed; the pieces of equipment that an inspection names are answered clause by clause elsewhere."""
    for fact in facts:
        role = Role.DEALER if who in (Role.SHOE, Role.READER, Role.BETTOR) and fact.what is not What.PLACED else who
        for cite in (fact.cite, *fact.also):
            if cite.is_law and _clause(cite).status is not Status.EQUIPMENT:
                yield _by_clause(cite, role, "")


def _clause(cite: Cite) -> Clause:
    return register(cite.instrument, cite.edition).clauses[cite.clause]
