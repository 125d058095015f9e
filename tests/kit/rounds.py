"""A table driven answer by answer, so that a test can stop wherever something goes wrong.

After every answer no card and no cent may be missing, and `replays` plays all the answers again from the beginning.
"""

from __future__ import annotations

import pytest

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import (
    COLLECT,
    Act,
    Answer,
    Bet,
    Bets,
    Drawn,
    Fact,
    Facts,
    Irregularity,
    Light,
    Question,
    RoundOver,
    Turned,
    What,
)
from holecard.engine.table import Hand, Table, Wager
from holecard.games import find
from holecard.law.errors import Refused
from holecard.values.cards import Hidden, parse_face, show
from holecard.values.shoe import Stock


def irregularity(name: str, seat: int = 0, hand: int = 0, card: str = "", detail: str = "") -> Irregularity:
    return Irregularity(name, seat, hand, parse_face(card) if card else None, detail)


def to_bettor(fact: Fact) -> int:
    """What a fact moves into the bettor's purse."""
    match fact.what:
        case What.PLACED:
            return -fact.amount
        case What.TAKEN_BACK | What.RETURNED:
            return fact.amount
        case What.PAID:
            return fact.amount + fact.stake
        case _:
            return 0


def to_layout(fact: Fact) -> int:
    """What a fact moves onto the layout."""
    match fact.what:
        case What.PLACED | What.RESTORED:
            return fact.amount
        case What.TAKEN_BACK | What.RETURNED | What.COLLECTED:
            return -fact.amount
        case What.PAID:
            return -fact.stake
        case _:
            return 0


def _wagers(table: Table) -> list[Wager]:
    return [w for box in table.boxes for w in (*box.wagers, *(w for hand in box.hands for w in hand.wagers))]


class Round:
    """A table of this game. `shoe` limits what is in the shoe to these cards."""

    def __init__(self, game: str = "pa-down-under", shoe: str = "", **options: object) -> None:
        self.rules = find(game).configure(options)
        cards = [parse_face(word) for word in shoe.split()]
        stock = Stock.of_cards(card for card in cards if not isinstance(card, Hidden))
        self.first = self.table = open_table(self.rules, stock if shoe else None)
        self.facts: Facts = ()
        self.answers: list[Answer] = []
        self.results: dict[str, int] = {}  # of the rounds before this one

    # What people answer

    def bets(self, *stakes: int, match: int = 0) -> Round:
        """P1, P2… bet on the boxes from the dealer's left, each the same on Match-the-Dealer; no more bets."""
        bets = [Bet(seat, f"P{seat}", stake) for seat, stake in enumerate(stakes, start=1)]
        bets += [Bet(bet.seat, bet.bettor, match, "match-the-dealer") for bet in bets if match]
        return self.answer(Bets(tuple(bets), last=True))

    def cards(self, faces: str) -> Round:
        """From the shoe, one by one; `--` is dealt face down."""
        for word in faces.split():
            self.answer(Drawn((parse_face(word),)))
        return self

    def light(self, shows: str) -> Round:
        return self.answer(Light(shows))

    def turn(self, card: str) -> Round:
        face = parse_face(card)
        assert not isinstance(face, Hidden)
        return self.answer(Turned(face))

    def act(self, *deeds: str, amount: int = 0) -> Round:
        for do in deeds:
            self.answer(Act(do, amount))
        return self

    def wrong(self, name: str, seat: int = 0, hand: int = 0, card: str = "", detail: str = "") -> Round:
        """Something goes wrong."""
        return self.answer(irregularity(name, seat, hand, card, detail))

    def collect(self) -> Round:
        for who, won in self._settled().items():
            self.results[who] = self.results.get(who, 0) + won
        return self.answer(COLLECT)

    def answer(self, value: Answer) -> Round:
        self.table, facts = answer(self.rules, self.table, self.question, value)
        self.answers.append(value)
        self.facts += facts
        self._check()
        return self

    def refuses(self, name: str, seat: int = 0, hand: int = 0, card: str = "", detail: str = "") -> str:
        """Why this cannot have gone wrong now, with its clause; the table stays as it was."""
        before, question = self.table.bare(), self.question
        with pytest.raises(Refused) as refused:
            answer(self.rules, self.table, question, irregularity(name, seat, hand, card, detail))
        assert self.table == before
        assert self.question == question
        assert refused.value.legal
        return f"{refused.value.cite.clause}: {refused.value.why}"

    # What can be seen

    @property
    def question(self) -> Question:
        return ask(self.rules, self.table)

    @property
    def over(self) -> bool:
        return isinstance(self.question, RoundOver)

    @property
    def rack(self) -> str:
        return show(self.table.rack)

    @property
    def dealer(self) -> str:
        return show(self.table.dealer.cards)

    def hand(self, seat: int = 1, number: int = 1) -> Hand:
        box = self.table.box(seat)
        assert box is not None
        return box.hands[number - 1]

    def shows(self, seat: int = 1, number: int = 1) -> str:
        return show(self.hand(seat, number).cards)

    def offered(self) -> tuple[str, int, int, list[str]]:
        """The subject, seat and hand of the offer that stands, and what may be chosen."""
        question = self.question
        choices = [legal.do for legal in getattr(question, "choices", ())]
        return getattr(question, "subject", ""), getattr(question, "seat", 0), getattr(question, "hand", 0), choices

    def purse(self, seat: int = 1) -> int:
        """What a player has more or less than at the beginning, told by the facts; his wagers are not in his purse."""
        return sum(to_bettor(fact) for fact in self.facts if fact.bettor == f"P{seat}")

    def told(self, what: What, clause: str) -> list[Fact]:
        return [fact for fact in self.facts if fact.what is what and fact.cite.clause == clause]

    # What must hold

    def _check(self) -> None:
        assert self.question == ask(self.rules, self.table.bare()), "the remembered question is the one asked anew"
        table, full = self.table, self.first.stock
        out = (*table.cards_on_layout(), *table.rack)
        seen = [card for card in out if not isinstance(card, Hidden)]
        assert table.stock.size + len(out) == full.size
        assert table.stock.down == len(out) - len(seen)
        assert table.stock.counts + sum(card.unit for card in seen) == full.counts
        lying = sum(wager.amount for wager in _wagers(table) if wager.net is None)
        assert sum(to_layout(fact) for fact in self.facts) == lying
        settled = self._settled()
        for who in {fact.bettor for fact in self.facts if fact.bettor}:
            open_now = sum(wager.amount for wager in _wagers(table) if wager.net is None and wager.bettor == who)
            won = self.results.get(who, 0) + settled.get(who, 0)
            assert sum(to_bettor(fact) for fact in self.facts if fact.bettor == who) == won - open_now

    def _settled(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for wager in _wagers(self.table):
            found[wager.bettor] = found.get(wager.bettor, 0) + (wager.net or 0)
        return found

    def replays(self) -> Round:
        """The same answers from the beginning give the same table and the same facts."""
        table = self.first.bare()
        facts: Facts = ()
        for value in self.answers:
            table, more = answer(self.rules, table, ask(self.rules, table), value)
            facts += more
        assert table == self.table
        assert facts == self.facts
        return self
