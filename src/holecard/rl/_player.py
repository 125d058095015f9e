"""Rounds through `ask` and `answer`, one after the other, that stop wherever a player must answer.

The cards come from the same shoes as those of the vectorised tables, so a seed deals the same rounds to both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import (
    Act,
    Answer,
    Bet,
    Bets,
    Decide,
    Draw,
    Drawn,
    Facts,
    Light,
    Offer,
    Question,
    Read,
    Role,
    RoundOver,
    Turn,
    Turned,
)  # fmt: skip
from holecard.engine.rules import Rules
from holecard.engine.table import Hand, Table, Wager
from holecard.house.players_view import Seen
from holecard.lab.compiler.stage import UNIT
from holecard.law.errors import HolecardError
from holecard.rl._cards import Shoes, begin_one, draw_one
from holecard.rl._round_tables import RoundTables, parts_of
from holecard.values.cards import DECK, HIDDEN, Card, Face
from holecard.values.money import Cents
from holecard.wagers.prizes import prize_of

Asked = Offer | Decide
DESIGNATE = "designate"  # of a bettor who shares a box: which hand of a split keeps their wager


def unit_for(rules: Rules, most: int = 1) -> Cents:
    """The main wager that stands for one unit: one that every payment divides, if the table's limits allow it."""
    if rules.play.ante is None:
        for unit in (UNIT, UNIT // 10, UNIT // 100):
            if rules.minimum <= unit and unit * most <= rules.maximum and not unit % rules.chip:
                return unit
    return rules.minimum


class Rounds:
    """A table, its shoe, and the round that is played."""

    def __init__(self, rules: Rules, last: int, fresh: bool) -> None:
        self.rules, self._last, self._fresh = rules, last, fresh
        self._shoes = Shoes.of(1, rules.decks)
        self.gone = [0] * 10  # by value: the cards seen since the shuffle
        self.table = open_table(rules)
        self.facts: Facts = ()
        self._hole: Card | None = None

    def start(self, seed: int, table: int = 0) -> None:
        """A new shoe, by the seed and the number of the table."""
        self._shoes.start(seed, table)
        self.gone = [0] * 10
        self.shuffle_if_due()

    def shuffle_if_due(self) -> None:
        """Between two rounds: the shoe is shuffled when the cut card is out."""
        if begin_one(self._shoes.place, 0, self._last, self._fresh):
            self.gone = [0] * 10

    def deal(self, bets: Iterable[Bet]) -> None:
        """Place these wagers on a fresh table, and go on until somebody must answer."""
        self.shuffle_if_due()
        self.table = open_table(self.rules)
        self.facts = ()
        self._take(Bets(tuple(bets), last=True))
        self._go_on()

    @property
    def asked(self) -> Asked | None:
        """What a player must answer; None when the round is over."""
        question = ask(self.rules, self.table)
        return None if isinstance(question, RoundOver) else _of_player(question)

    def answer(self, do: str) -> None:
        """Answer for the player who is asked, and go on. Who designates a hand of a split moves to its second."""
        question = self.asked
        assert question is not None, "somebody is asked"
        self._take(Act(do, hand=question.hand + 1 if do == DESIGNATE else 0))
        self._go_on()

    def wagers(self) -> Iterator[Wager]:
        """Every wager of the round."""
        for box in self.table.boxes:
            yield from box.wagers
            for hand in box.hands:
                yield from hand.wagers

    def won(self, bettor: str) -> Cents:
        """What a bettor has won or lost once the round is over."""
        return sum(wager.net or 0 for wager in self.wagers() if wager.bettor == bettor)

    def _take(self, value: Answer) -> None:
        self.table, facts = answer(self.rules, self.table, ask(self.rules, self.table), value)
        self.facts += facts

    def _go_on(self) -> None:
        while not isinstance(question := ask(self.rules, self.table), RoundOver):
            if isinstance(question, Offer | Decide) and question.who is Role.BETTOR:
                return
            self._take(self._reply(question))

    def _reply(self, question: Question) -> Answer:
        match question:
            case Draw(dues=dues):
                card = DECK[draw_one(*self._shoes, 0)]
                if dues[0].face_down:
                    self._hole = card
                    return Drawn((HIDDEN,))
                self.gone[card.value - 1] += 1
                return Drawn((card,))
            case Read():
                reader, up = self.rules.play.reader, self.table.dealer.cards[0]
                assert reader is not None, "it has just been asked"
                assert up is not HIDDEN, "the up card is seen"
                assert self._hole is not None, "a hole card was dealt"
                return Light(reader.light(up, self._hole))
            case Turn():
                assert self._hole is not None, "a hole card was dealt"
                self.gone[self._hole.value - 1] += 1
                return Turned(self._hole)
            case Offer(subject="prize", who=Role.SHOE):
                prizes = self.rules.play.prizes
                assert prizes is not None, "a prize is drawn only for a wager that has some"
                return Act(prize_of(prizes.draw(self)))
            case Offer(choices=choices):
                return Act(choices[0].do)
        raise HolecardError(f"an environment cannot answer {type(question).__name__} of {self.rules.key}")

    def below(self, bound: int) -> int:
        """A random number for a prize."""
        return self._shoes.below(bound)


def _of_player(question: Question) -> Asked:
    assert isinstance(question, Offer | Decide), "the house has answered everything else"
    return question


def choices_of(rules: Rules, question: Asked) -> tuple[str, ...]:
    """What the player may answer. An offer that names another one (surrender within Insurance) leaves it out: it is
    made next."""
    offers = rules.play.offers if isinstance(question, Offer) else ()
    subject = question.subject if isinstance(question, Offer) else ""
    return tuple(legal.do for legal in question.choices if legal.do == subject or legal.do not in offers)


def seen_of(rules: Rules, given: RoundTables, table: Table, question: Asked) -> Seen:
    """What the player who is asked sees."""
    box = next(box for box in table.boxes if box.seat == question.seat)
    hand = box.hands[max(question.hand, 1) - 1]
    seen = seen_hand(given, table, hand, len(box.hands), _subject(question), choices_of(rules, question))
    offers = rules.play.offers if seen.subject else ()
    return seen._replace(taken=any(w.bettor == question.bettor and w.kind in offers for w in box.wagers))


def seen_hand(given: RoundTables, table: Table, hand: Hand, hands: int, subject: str, choices: tuple[str, ...]) -> Seen:
    """A hand that lies open, with what is seen of the dealer's."""
    dealer = table.dealer
    up, *others = _values(dealer.cards)
    acts = not hand.over
    pair = hand.cards[0].value
    return Seen(
        cards=_values(hand.cards),
        total=hand.points.total,
        soft=hand.points.soft,
        up=up,
        light=(dealer.light or None) if acts else None,
        hole=others[0] if others and acts else None,
        hands=hands,
        split=hand.from_split,
        added=given.added.get((pair, parts_of(hand.wagers)), 0) if hand.from_split else 0,
        subject=subject,
        choices=choices,
    )


def _subject(question: Asked) -> str:
    """What is offered before the hands act; a hand's own decisions have none."""
    return question.subject if isinstance(question, Offer) and not question.hand else ""


def _values(cards: tuple[Face, ...]) -> tuple[int, ...]:
    return tuple(card.value for card in cards if isinstance(card, Card))
