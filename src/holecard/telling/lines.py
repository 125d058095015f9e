"""What an answer did, line by line: for everybody and for the bettor concerned, each line with its clauses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from holecard.engine.destinations import ToDealer, ToHand
from holecard.engine.questions import (
    Act,
    Answer,
    CoverCard,
    Decide,
    Draw,
    Drawn,
    Due,
    Fact,
    Facts,
    Light,
    Notice,
    Offer,
    PitStep,
    PlaceWagers,
    Question,
    Role,
    RoundOver,
    Turned,
    What,
)
from holecard.engine.rules import Rules
from holecard.engine.settlement import Named
from holecard.engine.table import ANTE, MAIN, Table
from holecard.engine.words import Word
from holecard.irregularities.common import SAYS
from holecard.law.clauses import Cite
from holecard.pit.tasks import BURNED, ToRack
from holecard.round.paying import LAMMER, Order
from holecard.telling.names import ROLES, capital, light_name, place, places, wager_name
from holecard.telling.person import begins_with_verb, to_you
from holecard.telling.prompts import asked_of, words_of
from holecard.values.cards import Face
from holecard.values.money import Cents, amount

SETTLED = (What.PAID, What.COLLECTED, What.RETURNED, What.RESTORED)
ORDERS = {str(order): order.says for order in Order}


class Kind(StrEnum):
    """What a line is about."""

    DEALT = "dealt"
    MONEY = "money"
    SAID = "said"
    ROUND = "round"  # that it is over


class Line(NamedTuple):
    """One thing that happened. `to_you` is the same for the bettor whom it concerns."""

    text: str
    cite: Cite
    also: tuple[Cite, ...] = ()
    to_you: str = ""
    bettor: str = ""
    kind: Kind = Kind.SAID
    called: bool = False  # the dealer says it aloud
    on_felt: bool = False  # the table shows it: a card in its place, the result beside a wager
    stays: bool = False  # of what there is no room for, this is left out last
    about: str = ""  # what a later line about the same takes the place of, such as a bet that is raised

    def for_bettor(self, name: str) -> str:
        return self.to_you if name and name == self.bettor else self.text


def tell(rules: Rules, table: Table, question: Question, value: Answer, facts: Facts) -> list[Line]:
    """What an answer to the table's question did, and what followed from it."""
    teller = _Teller(rules, table, question, value, facts)
    lines = [*teller.answered(), *(line for fact in _in_one_go(facts) for line in teller.fact(fact))]
    mixed = isinstance(question, PitStep) and asked_of(rules, table, question).mixes
    return [line._replace(stays=True) for line in lines] if mixed or isinstance(value, CoverCard) else lines


def _in_one_go(facts: Facts) -> Iterable[Fact]:
    """A bet and what its bettor added by a double are settled alike: one movement of chips."""
    if len(facts) < 2:
        return facts
    told: dict[object, Fact] = {}
    for at, fact in enumerate(facts):
        alike = fact.but_for_money if fact.what in SETTLED else at
        before = told.get(alike)
        told[alike] = fact if before is None else fact._replace(amount=before.amount + fact.amount)
    return told.values()


def _wager_of(fact: Fact) -> str:
    return f"{fact.seat} {fact.bettor} {fact.wager}"


class _Teller:
    def __init__(self, rules: Rules, table: Table, question: Question, value: Answer, facts: Facts) -> None:
        self.rules, self.table, self.question, self.value, self.facts = rules, table, question, value, facts
        self._word = self._find_word()
        self._cases = _named(rules)

    # The answer itself

    def answered(self) -> Iterator[Line]:
        match self.question, self.value:
            case Draw(dues=dues), Drawn(cards=cards):
                yield from self._dealt(dues, cards)
            case Draw(), CoverCard() if not self.facts:
                yield Line("The cover card comes out", self.question.cite)
            case _, Turned(card=card):
                yield Line(f"The hole card is {card.text}", self.question.cite, called=True)
            case _, Light(shows=shows) if not self.facts:
                text = f"The reader shows {light_name(self.rules, shows)}"
                yield Line(text, self.question.cite, called=True)
            case RoundOver(), Act():
                yield Line("The cards are collected", self.question.cite, kind=Kind.ROUND, on_felt=True)
            case Offer() | Decide(), Act() if not self._told_by_facts():
                yield from self._chosen()
            case PitStep(), Act() if not self.facts:
                asked = asked_of(self.rules, self.table, self.question)
                word = self._word
                who = self.question.bettor or ROLES[self.question.who]
                told = f"{who} {word.told}" if word is not None and word.told else asked.title
                yield Line(capital(told), self.question.cite)

    def _dealt(self, dues: tuple[Due, ...], cards: tuple[Face, ...]) -> Iterator[Line]:
        for cite, group in groupby(zip(dues, cards, strict=False), key=lambda pair: pair[0].cite):
            pairs = list(group)
            text = ", ".join(self._card(due, card) for due, card in pairs)
            shown = all(isinstance(due.to, (ToHand, ToDealer)) for due, _ in pairs)
            yield Line(capital(text), cite, kind=Kind.DEALT, on_felt=shown)

    def _card(self, due: Due, card: Face) -> str:
        to = due.to
        if isinstance(to, ToRack):
            return "a card is burned"
        if isinstance(to, ToDealer):
            return f"{card.text} to the dealer"
        if isinstance(to, ToHand):
            several = len(self.table.boxes[to.at].hands) > 1
            return f"{card.text} to box {to.seat}" + (f" hand {to.number + 1}" if several else "")
        return f"{card.text} to {to!r}"

    def _find_word(self) -> Word | None:
        """How the choice that was made is called and told."""
        if not isinstance(self.question, (Offer, Decide, PitStep)) or not isinstance(self.value, Act):
            return None
        do, hand = self.value.do, self.value.hand
        found: Word | None = None
        for word in words_of(self.rules, self.table, self.question):
            if word.do == do:
                if word.hand == hand:
                    return word
                found = found or word
        return found

    def _told_by_facts(self) -> bool:
        """Whether the facts say already what was chosen, as they do of money laid down or of a ruling."""
        question, value, word = self.question, self.value, self._word
        assert isinstance(question, (Offer, Decide))
        assert isinstance(value, Act)
        if any(self._is_stake(fact) for fact in self.facts):
            return True
        told = (value.do, word.told if word is not None else "")
        ruled = isinstance(question, Offer) and question.subject in self.rules.play.around.rulings
        return any(fact.note in told or (ruled and fact.what in (What.RULED, What.ANNOUNCED)) for fact in self.facts)

    def _chosen(self) -> Iterator[Line]:
        question, value, word = self.question, self.value, self._word
        assert isinstance(question, (Offer, Decide))
        assert isinstance(value, Act)
        cite = next((legal.cite for legal in question.choices if legal.do == value.do), question.cite)
        told = word.told.format(amount=amount(value.amount)) if word is not None else value.do
        if question.who is Role.BETTOR:
            yield self._about(question.bettor, told, question.seat, question.hand, cite)
        else:
            who = {Role.SHOE: "the box", Role.DEALER: "an employee"}.get(question.who, ROLES[question.who])
            yield self._at(f"{who} {told}", question.seat, question.hand, "", cite)

    # Sentences

    def _about(
        self, bettor: str, predicate: str, seat: int, hand: int, cite: Cite, also: tuple[Cite, ...] = ()
    ) -> Line:
        """Somebody did something."""
        where, own = places(self.table, self.facts, seat, hand, bettor) if seat else ("", "")
        text, you = _joined(where, f"{bettor} {predicate}"), _joined(own, f"you {to_you(predicate)}")
        return Line(text, cite, also, you, bettor)

    def _at(self, text: str, seat: int, hand: int, bettor: str, cite: Cite, also: tuple[Cite, ...] = ()) -> Line:
        """Something happened at a box."""
        if seat and bettor:
            where, own = places(self.table, self.facts, seat, hand, bettor)
        else:
            where = own = place(self.table, self.facts, seat, hand) if seat else ""
        return Line(_joined(where, text), cite, also, _joined(own, text), bettor)

    # Facts

    def fact(self, fact: Fact) -> Iterator[Line]:
        if fact.what is What.REMOVED:
            if fact.note and fact.note != BURNED:
                cards = " ".join(card.text for card in fact.cards)
                yield Line(capital(f"{cards} is put aside: {fact.note}"), fact.cite, fact.also)
        elif fact.what in (What.PLACED, What.TAKEN_BACK, *SETTLED):
            yield self._money(fact)._replace(kind=Kind.MONEY, on_felt=fact.what is not What.TAKEN_BACK)
        else:
            yield self._said(fact)._replace(called=self._is_called(fact))

    def _is_called(self, fact: Fact) -> bool:
        """What the house does between rounds is written down, not called out."""
        aside = isinstance(self.question, PitStep) or isinstance(self.value, Notice) or fact.note in ORDERS
        return fact.what in (What.ANNOUNCED, What.EXPOSED) and not aside

    def _is_stake(self, fact: Fact) -> bool:
        """Whether a bettor laid this down by the choice just made."""
        question = self.question
        return (
            fact.what is What.PLACED
            and isinstance(question, (Offer, Decide))
            and question.who is Role.BETTOR
            and fact.bettor == question.bettor
        )

    def _money(self, fact: Fact) -> Line:
        money, name = amount(fact.amount), wager_name(self.rules, fact.wager)
        why = self._why(fact.note.removesuffix(LAMMER))
        because = f" ({why})" if why else ""
        cite, also, bettor = fact.cite, fact.also, fact.bettor
        if fact.what is What.PLACED:
            word = self._word if self._is_stake(fact) else None
            if word is not None:
                return self._about(bettor, word.told.format(amount=money), fact.seat, fact.hand, cite, also)
            on = "" if name == "bet" else f" on {name}"
            lies = self._lies(fact)
            told = f"raises the {name} to {amount(lies + fact.amount)}" if lies else f"bets {money}{on}{because}"
            return self._about(bettor, told, fact.seat, 0, cite, also)._replace(about=_wager_of(fact))
        if fact.what is What.TAKEN_BACK:
            return self._about(bettor, f"takes back {money}", fact.seat, 0, cite, also)._replace(about=_wager_of(fact))
        if fact.note.endswith(LAMMER):
            name = "lammer"
            told = f"wins {money}" if fact.what is What.PAID else "is taken"
            return self._owned(fact, f"{name} {told}{because}")
        if fact.what is What.RETURNED:
            case = self._cases.get(fact.note)
            called = f"{case.called.lower()}, " if case is not None and case.called else ""
            where, own = places(self.table, self.facts, fact.seat, fact.hand, bettor)
            of = "" if name == "bet" else f" {name}"
            text = _joined(where, f"{called}{money}{of} returned to {bettor}{because}")
            you = f"{money}{of} returned{because}"
            you = _joined(f"{own}, {called[:-2]}" if own and called else capital(called[:-2]) or own, you)
            return Line(text, cite, also, you, bettor)
        if fact.what is What.COLLECTED and fact.wager == ANTE:
            return self._owned(fact, f"{name} of {money} is collected{because}")
        told = {What.PAID: "wins", What.COLLECTED: "loses"}.get(fact.what, "is given back:")
        return self._owned(fact, f"{name} {told} {money}{because}")

    def _lies(self, fact: Fact) -> Cents:
        """What of this wager lay there before."""
        box = self.table.box(fact.seat)
        lying = (
            (*box.hands[0].wagers, *box.wagers) if box is not None and isinstance(self.question, PlaceWagers) else ()
        )
        return sum(wager.amount for wager in lying if (wager.bettor, wager.kind) == (fact.bettor, fact.wager or MAIN))

    def _owned(self, fact: Fact, text: str) -> Line:
        where, own = places(self.table, self.facts, fact.seat, fact.hand, fact.bettor)
        third, second = f"{fact.bettor}'s {text}", f"your {text}"
        return Line(_joined(where, third), fact.cite, fact.also, _joined(own, second), fact.bettor)

    def _said(self, fact: Fact) -> Line:
        note = self._why(fact.note) or " ".join(card.text for card in fact.cards) or str(fact.what)
        cite, also, bettor = fact.cite, fact.also, fact.bettor
        ruling = self._ruling(fact)
        if ruling is not None:
            return ruling
        if bettor and note.startswith(f"{bettor} "):
            return self._about(bettor, note.removeprefix(f"{bettor} "), 0, 0, cite, also)
        if bettor and fact.note == note and begins_with_verb(note):
            return self._about(bettor, note, fact.seat, fact.hand, cite, also)
        return self._at(note, fact.seat, fact.hand, bettor, cite, also)

    def _ruling(self, fact: Fact) -> Line | None:
        """A choice that an irregularity opened, told as it was made."""
        question, word = self.question, self._word
        if not isinstance(question, Offer) or word is None or fact.note != f"{question.subject}: {word.do}":
            return None
        if question.who is Role.BETTOR:
            return self._about(question.bettor, word.told, fact.seat, fact.hand, fact.cite, fact.also)
        return self._at(f"{ROLES[question.who]} {word.told}", fact.seat, fact.hand, "", fact.cite, fact.also)

    def _why(self, note: str) -> str:
        """A note in words: a case of settlement, a ruling, or what was chosen; most are sentences already."""
        if note in self._cases:
            return self._cases[note].says
        word = self._word
        if note not in SAYS and word is not None and note == word.do:
            return word.shown or word.name
        return ORDERS.get(note) or SAYS.get(note, note)


@lru_cache(64)
def _named(rules: Rules) -> dict[str, Named]:
    return {case.name: case.named for case in rules.cases}


def _joined(where: str, text: str) -> str:
    return f"{where}: {text}" if where else capital(text)
