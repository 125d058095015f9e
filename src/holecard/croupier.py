"""The croupier: holds the shoe in its secret order and answers every question that is not a player's.

The engine never sees the order: a card leaves this object only as the answer to a question. A hole card dealt face down
stays here until the rules turn it.
"""

from __future__ import annotations

from holecard.cards import DECK, HIDDEN, Card, Face, Hidden
from holecard.errors import Refused
from holecard.law import house
from holecard.questions import COLLECT, Answer, CoverCard, Draw, Drawn, Light, Question, Read, RoundOver, Turn, Turned
from holecard.rules import Rules
from holecard.shoe import Shoe, Shuffler, SystemShuffler, shuffled
from holecard.table import Table


class Croupier:
    """A practice table's croupier: any shuffler will do."""

    def __init__(self, rules: Rules, shuffler: Shuffler, shoe: Shoe | None = None) -> None:
        self._rules = rules
        self._shuffler = shuffler
        self._shoe = shoe or Shoe(shuffled(DECK * rules.decks, shuffler))
        self._hole: Card | None = None

    def reply(self, table: Table, question: Question) -> Answer | None:
        """The answer of shoe, reader, dealer or floorperson; None where a player must answer."""
        match question:
            case Draw():
                return self._draw(question)
            case Read():
                return Light(self._light(table))
            case Turn():
                assert self._hole is not None, "a hole card was dealt"
                return Turned(self._hole)
            case RoundOver():
                self._hole = None
                return COLLECT
            case _:
                return None

    def _draw(self, question: Draw) -> Answer:
        cards: list[Face] = []
        for due in question.dues:
            if self._shoe.cover_is_next():
                if cards:
                    break  # the cards before it first
                self._shoe.remove_cover()
                return CoverCard()
            card = self._shoe.draw()
            if due.face_down:
                self._hole = card
            cards.append(HIDDEN if due.face_down else card)
        return Drawn(tuple(cards))

    def _light(self, table: Table) -> str:
        up, reader = table.dealer.cards[0], self._rules.play.reader
        assert reader is not None, "only a game with a reader asks it"
        assert self._hole is not None, "a hole card was dealt"
        assert not isinstance(up, Hidden), "the up card is seen"
        return reader.light(up, self._hole)


class LiveCroupier(Croupier):
    """A live table's croupier: only the operating system's generator, and only law that is in force."""

    def __init__(self, rules: Rules, shuffler: SystemShuffler) -> None:
        if type(shuffler) is not SystemShuffler:
            raise TypeError("a live table takes the system's shuffler alone: a seeded one could be foretold")
        if rules.is_proposed:
            edition = rules.options.text("edition")
            why = "is only proposed and not in force"
            raise Refused(f"edition={edition}", cite=house("law in force"), why=why, legal=("another edition",))
        super().__init__(rules, shuffler)
