"""A round on stacked cards. The shoe and the reader answer by themselves; the test says what players do.

>>> scene = Scene("Ts 6h 8d 5c Ts").say("stand")
>>> scene.dealer, scene.net()
('6h 5c Ts', -1000)
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import (
    COLLECT,
    Act,
    Answer,
    Bet,
    Bets,
    Draw,
    Drawn,
    Fact,
    Facts,
    Light,
    Question,
    Read,
    RoundOver,
    Turn,
    Turned,
    What,
)
from holecard.engine.table import MAIN, Hand, Part, Table
from holecard.games import find
from holecard.law.errors import Refused
from holecard.values.cards import HIDDEN, Card, Face, Hidden, parse_cards, show


class Scene:
    """One round at a table of this game. `cards` come in the order in which they leave the shoe, the hole card too.

    `boxes` says what the bettor P1, P2… wagers on each box; `match` what he puts on Match-the-Dealer.
    """

    def __init__(
        self,
        cards: str,
        game: str = "pa-down-under",
        boxes: dict[int, int] | None = None,
        match: dict[int, int] | None = None,
        **options: object,
    ) -> None:
        chosen = {"match_the_dealer": True, **options} if match else options
        self.rules = find(game).configure(chosen)
        self.table: Table = open_table(self.rules)
        self.facts: Facts = ()
        self.asked: list[Question] = []
        self._shoe = list(reversed(parse_cards(cards)))
        self._hole: Card | None = None
        stakes = boxes or {1: 1000}
        bets = [Bet(seat, f"P{seat}", stake) for seat, stake in stakes.items()]
        bets += [Bet(seat, f"P{seat}", stake, "match-the-dealer") for seat, stake in (match or {}).items()]
        self.answer(Bets(tuple(bets), last=True))

    @property
    def question(self) -> Question:
        return ask(self.rules, self.table)

    def answer(self, value: Answer) -> Scene:
        """Answer, and let shoe and reader go on until a person must."""
        self._take(value)
        while (reply := self._chance()) is not None:
            self._take(reply)
        return self

    def say(self, *deeds: str) -> Scene:
        """What players answer, one after another: `hit`, `stand`, `double 5.00`, `insurance`, `decline`…"""
        for deed in deeds:
            do, _, staked = deed.partition(" ")
            self.answer(Act(do, int(float(staked) * 100) if staked else 0))
        return self

    def refuses(self, deed: str | Answer) -> Refused:
        """The refusal of an answer, which leaves the table as it was."""
        before, value = self.table.bare(), deed
        if isinstance(value, str):
            do, _, staked = value.partition(" ")
            value = Act(do, int(float(staked) * 100) if staked else 0)
        with pytest.raises(Refused) as refused:
            answer(self.rules, self.table, self.question, value)
        assert self.table == before
        return refused.value

    def collect(self) -> Scene:
        assert self.over, f"{self.question} stands"
        return self.answer(COLLECT)

    def _take(self, value: Answer) -> None:
        question = self.question
        self.asked.append(question)
        self.table, facts = answer(self.rules, self.table, question, value)
        self.facts += facts

    def _chance(self) -> Answer | None:
        match self.question:
            case Draw(dues=dues):
                cards: list[Face] = []
                for due in dues:
                    assert self._shoe, f"a card for {due.to} is wanted after {show(tuple(cards))}"
                    card = self._shoe.pop()
                    if due.face_down:
                        self._hole = card
                    cards.append(HIDDEN if due.face_down else card)
                return Drawn(tuple(cards))
            case Read():
                up, reader = self.table.dealer.cards[0], self.rules.play.reader
                assert reader is not None
                assert self._hole is not None
                assert not isinstance(up, Hidden)
                return Light(reader.light(up, self._hole))
            case Turn():
                assert self._hole is not None
                return Turned(self._hole)
            case _:
                return None

    # What has become of it

    @property
    def over(self) -> bool:
        """Whether every wager is settled, with no card left that the scene named."""
        if not isinstance(self.question, RoundOver):
            return False
        assert not self._shoe, f"{show(tuple(self._shoe))} were not wanted"
        return True

    @property
    def dealer(self) -> str:
        return show(self.table.dealer.cards)

    def hand(self, seat: int = 1, number: int = 1) -> Hand:
        box = self.table.box(seat)
        assert box is not None
        return box.hands[number - 1]

    def choices(self) -> list[str]:
        return [legal.do for legal in getattr(self.question, "choices", ())]

    def net(self, seat: int = 1, wager: str = MAIN, part: Part | None = None) -> int:
        """What this kind of wager on the box, or one part of it, won or lost in the end."""
        assert self.over, f"{self.question} stands"
        box = self.table.box(seat)
        assert box is not None
        laid = [*box.wagers, *(laid for hand in box.hands for laid in hand.wagers)]
        nets = [laid.net for laid in laid if laid.kind == wager and part in (None, laid.part)]
        assert nets, f"no {wager} on box {seat}"
        return sum(net for net in nets if net is not None)

    def told(self, *whats: What) -> list[Fact]:
        return [fact for fact in self.facts if fact.what in whats]

    def carrying(self, clause: str) -> list[Fact]:
        """The facts under a clause, by the id it has in the newest edition."""
        assert self.rules.register is not None
        cite = self.rules.register.cite(clause)
        return [fact for fact in self.facts if cite in (fact.cite, *fact.also)]

    def case(self, seat: int = 1, number: int = 1) -> str:
        """The name of the case that settled the first wager of a hand."""
        done = (What.PAID, What.COLLECTED, What.RETURNED)
        return next(f.note for f in self.facts if f.what in done and (f.seat, f.hand) == (seat, number))


def in_order(facts: Iterable[Fact], *wanted: tuple[What, str]) -> bool:
    """Whether these facts (what, and the wager or note concerned) come one after another among the others."""
    rest = iter(facts)
    return all(any(fact.what is what and word in (fact.wager, fact.note) for fact in rest) for what, word in wanted)
