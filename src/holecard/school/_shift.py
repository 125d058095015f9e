"""A shift: a real table, dealt by the house's practice croupier, with players who play at random.

Every drill is made of what happens here: each question comes from `ask`, and each step is what `answer` gave.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.pit import NO_TASKS
from holecard.engine.questions import (
    NO_MORE_BETS,
    Act,
    Answer,
    Bet,
    Bets,
    Decide,
    Draw,
    Irregularity,
    Legal,
    Light,
    Notice,
    Offer,
    PitStep,
    PlaceWagers,
    Question,
    Read,
    Turn,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.house.croupier import SHOWS_NEXT, Croupier
from holecard.house.fresh_cards import CARDS_A_BOX, needs_fresh_cards
from holecard.house.playing import SIT
from holecard.irregularities.common import Irregular
from holecard.law.errors import HolecardError, Refused
from holecard.record.transcript import Step
from holecard.values.cards import DECK, Card
from holecard.values.money import Cents
from holecard.values.shoe import PracticeShuffler

PLAYERS = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
MOST_CHIPS = 60  # of a bet, so that amounts are odd but can be reckoned
ERRS = 0.3  # how often the reader of an erring shift shows a wrong light


class Shift:
    """One table and its croupier. With `pit` it is opened first; with `errs` its reader is sometimes wrong."""

    def __init__(self, rules: Rules, seed: str, *, pit: bool = False, errs: bool = False, boxes: int = 0) -> None:
        self.rules = rules
        self.chance = Random(seed)
        self._errs = errs and Irregular.WRONG_LIGHT in rules.play.around.irregularities
        self._croupier = Croupier(rules, PracticeShuffler(seed))
        most = min(rules.boxes.most, len(PLAYERS))
        seats = sorted(self.chance.sample(range(1, most + 1), boxes or self.chance.randint(1, min(3, most))))
        self._bettors = dict(zip(seats, PLAYERS, strict=False))
        opening = rules.play.around.opening(rules) if pit else NO_TASKS
        self.table = open_table(rules, pit=opening)
        self._arriving = list(self._bettors.items()) if pit and SIT in rules.play.around.notices else []

    def steps(self) -> Iterator[Step]:
        """What happens, without an end; a table whose cards run out is opened anew."""
        while True:
            question = ask(self.rules, self.table)
            if self._is_short_of_cards(question):
                self._croupier.bring_fresh_cards()
                self.table = open_table(self.rules)
                continue
            value = self._reply(question)
            after, facts = answer(self.rules, self.table, question, value)
            yield (step := Step(self.table, question, value, facts, after))
            self.table = step.after

    def mishap(self, name: str) -> Step | None:
        """This irregularity, if the rules say that it can have happened now: at the table, or else at some box."""
        question = ask(self.rules, self.table)
        for seat, hand in ((0, 0), self.chance.choice(_places(self.table, question))):
            value = self._told(name, seat, hand)
            try:
                after, facts = answer(self.rules, self.table, question, value)
            except (HolecardError, LookupError):
                continue
            return Step(self.table, question, value, facts, after)
        return None

    def _told(self, name: str, seat: int, hand: int) -> Irregularity:
        if name == Irregular.WRONG_LIGHT:
            return Irregularity(name, detail=self._true_light())
        shows = name in SHOWS_NEXT or name == Irregular.DEALER_MISSED_OWN_CARD
        left = [card for card in DECK if self.table.stock.holds(card)]
        return Irregularity(name, seat, hand, self.chance.choice(left) if shows and left else None)

    def _is_short_of_cards(self, question: Question) -> bool:
        if not isinstance(question, PlaceWagers) or self.table.boxes:
            return False
        few = self.table.stock.size < CARDS_A_BOX * (len(self._bettors) + 1)
        return few or needs_fresh_cards(self.rules, self.table, len(self._bettors))

    def _reply(self, question: Question) -> Answer:
        if self._arriving and not isinstance(question, Draw):
            seat, name = self._arriving.pop(0)
            return Notice(SIT, seat, name)
        match question:
            case PlaceWagers():
                return self._bets()
            case Read() if self._errs and self.chance.random() < ERRS:
                return Light(self.chance.choice(question.shows))
            case Turn() if self._true_light() != self.table.dealer.light:
                return Irregularity(Irregular.WRONG_LIGHT, card=self._hole)
        value = self._croupier.reply(self.table, question)
        if value is not None:
            return value
        assert isinstance(question, Offer | Decide | PitStep), "the house answers everything else"
        if not question.choices:  # nobody is there to be asked
            return Notice(SIT, *next(iter(self._bettors.items())))
        return self._act(self.chance.choice(question.choices), isinstance(question, PitStep))

    @property
    def _hole(self) -> Card | None:
        return self._croupier.holding.hole

    def _true_light(self) -> str:
        reader, up = self.rules.play.reader, next(iter(self.table.dealer.cards), None)
        if reader is None or self._hole is None or not isinstance(up, Card) or not self.table.dealer.light:
            return self.table.dealer.light
        return reader.light(up, self._hole)

    def _act(self, legal: Legal, in_cards: bool) -> Act:
        if in_cards and legal.most:
            return Act(legal.do, self.chance.randint(legal.least, legal.most))
        return Act(legal.do)

    def _bets(self) -> Bets:
        if self.table.boxes:
            return NO_MORE_BETS
        for _ in range(20):
            bets = tuple(bet for seat, name in self._bettors.items() for bet in self._bets_on(seat, name))
            value = Bets(bets, last=True)
            try:
                answer(self.rules, self.table, ask(self.rules, self.table), value)
            except Refused:
                continue
            return value
        return Bets(tuple(Bet(seat, name, self.rules.minimum) for seat, name in self._bettors.items()), last=True)

    def _bets_on(self, seat: int, name: str) -> Iterator[Bet]:
        rules = self.rules
        held = rules.play.betting.held_down is not None
        yield Bet(seat, name, rules.minimum if held else self._stake(rules.minimum, rules.maximum))
        for key, side in rules.play.side_wagers.items():
            if self.chance.random() < 0.7:  # one that is not taken now is left out by another try
                yield Bet(seat, name, self._stake(side.least or rules.minimum, side.most or rules.maximum), key)

    def _stake(self, least: Cents, most: Cents) -> Cents:
        """Whole chips, now and then an odd number of them."""
        chip = self.rules.chip
        low = -(-least // chip)
        high = max(low, min(most // chip, low + MOST_CHIPS))
        many = self.chance.randint(low, high)
        ten = 10 * -(-many // 10)
        return chip * (ten if ten <= high and self.chance.random() < 0.5 else many)


def _places(table: Table, question: Question) -> list[tuple[int, int]]:
    """The table itself, each box, each hand; more often the box that is due a card."""
    found = [(0, 0)]
    for box in table.boxes:
        found += [(box.seat, 0), *((box.seat, number) for number in range(1, len(box.hands) + 1))]
    if isinstance(question, Draw):
        found += [(getattr(question.dues[0].to, "seat", 0), 0)] * 2
    return found
