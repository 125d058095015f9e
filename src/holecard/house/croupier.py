"""The croupier: keeps the secret order of the cards and answers every question that is not for a player.

The engine never sees the order: a card leaves this object only as the answer to a question. A hole card dealt face down
stays here until the rules turn it. The table shows when the cards were shuffled, where they were cut and where the
cover card went; the croupier follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from holecard.engine.destinations import ToHand
from holecard.engine.pit import Pit
from holecard.engine.questions import (
    COLLECT,
    Act,
    Answer,
    CoverCard,
    Draw,
    Drawn,
    Irregularity,
    Light,
    Notice,
    Offer,
    PitStep,
    Question,
    Read,
    Role,
    RoundOver,
    Turn,
    Turned,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.irregularities.common import Irregular
from holecard.law.clauses import not_in_force
from holecard.pit.shuffle_and_cut import awaits_first_player, least_cover
from holecard.pit.tasks import VIEW_BURN, ToRack
from holecard.values.cards import DECK, HIDDEN, Card, Face, Hidden
from holecard.values.shoe import Shoe, Shuffler, SystemShuffler, cut, shuffled
from holecard.wagers.prizes import prize_of

SHOWS_NEXT = frozenset(
    {
        Irregular.FACE_UP_IN_SHOE,
        Irregular.DRAWN_EXPOSED,
        Irregular.DEALER_OVERDRAW,
        Irregular.LEFT_OVER_CARD,
        Irregular.MISPLACED_CARD,
    }
)


class Holding(NamedTuple):
    """Everything that a croupier needs to continue after an interruption. It is secret."""

    shoe: tuple[Card, ...]  # the next card first
    cover: int = 0  # cards below the cover card; 0 when there is none
    stack: tuple[Card, ...] = ()  # shuffled, not yet in the shoe
    prizes: tuple[int, ...] = ()  # drawn with the shuffle, the next first
    shuffles: int = 0  # how often the table had said so
    hole: Card | None = None
    burned: Card | None = None  # the last


class Croupier:
    """A practice table's croupier: any shuffler will do, and the first cards to be dealt may be `stacked`."""

    def __init__(
        self, rules: Rules, shuffler: Shuffler, shoe: Shoe | None = None, stacked: tuple[Card, ...] = ()
    ) -> None:
        self._rules = rules
        self._shuffler = shuffler
        self._shoe = shoe or Shoe(shuffled(DECK * rules.decks, shuffler))
        self._cards = self._shoe.order()
        self._stack: list[Card] = []  # shuffled, not yet in the shoe
        self._prizes: tuple[int, ...] = ()
        self._shuffles = 0
        self._hole: Card | None = None
        self._burned: Card | None = None
        self._stacked = list(reversed(stacked))  # the next is last

    @property
    def holding(self) -> Holding:
        return Holding(
            self._shoe.order(),
            self._shoe.cover,
            tuple(self._stack),
            self._prizes,
            self._shuffles,
            self._hole,
            self._burned,
        )

    @holding.setter
    def holding(self, held: Holding) -> None:
        self._shoe, self._stack = Shoe(held.shoe, held.cover or None), list(held.stack)
        self._prizes, self._shuffles, self._hole, self._burned = held.prizes, held.shuffles, held.hole, held.burned

    def bring_fresh_cards(self) -> None:
        """All the cards, shuffled, for a table that is opened anew."""
        self.holding = Holding(tuple(shuffled(self._cards, self._shuffler)), prizes=self._drawn_with(self._cards))

    def reply(self, table: Table, question: Question) -> Answer | None:
        """The answer of shoe, reader, dealer or floorperson; None where a player must answer."""
        match question:
            case Draw():
                self.follow(table)
                return self._draw(table.pit, question)
            case Read():
                return Light(self._light(table))
            case Turn():
                assert self._hole is not None, "a hole card was dealt"
                return Turned(self._hole)
            case Offer(subject="prize", who=Role.SHOE):
                return Act(prize_of(self._prize()))
            case Offer(who=Role.DEALER, choices=choices):
                return Act(choices[0].do)
            case RoundOver():
                self._hole = None
                return COLLECT
            case PitStep():
                self.follow(table)
                if question.who is Role.BETTOR or awaits_first_player(table):
                    return None
                return self._in_the_pit(table.stock.size, question)
            case _:
                return None

    def show(self, notice: Notice) -> Notice:
        """A notice, with the card that it asks to see."""
        return notice._replace(card=self._burned if notice.what == VIEW_BURN else None)

    def go_wrong(self, table: Table, question: Question, mishap: Irregularity) -> Irregularity:
        """A mishap that the floorperson names, with the next card where it shows that one.

        A card that stays face down is not named, not even to be refused: the refusal would reveal it. So the light
        counts as what it shows, which is right, because the reader of an automatic house makes no errors.
        """
        match mishap.name:
            case Irregular.WRONG_LIGHT:
                return mishap._replace(detail=table.dealer.light)
            case Irregular.DEALER_MISSED_OWN_CARD if not _a_hand_waits(question):
                return mishap  # the next card is the dealer's own, and may be the hole card
            case name if name in SHOWS_NEXT or name == Irregular.DEALER_MISSED_OWN_CARD:
                return mishap._replace(card=self._next_seen(table, question))
        return mishap

    def _next_seen(self, table: Table, question: Question) -> Card | None:
        if isinstance(question, PitStep):  # the cards are not in play
            return None
        self._load(table.pit)
        return self._shoe.draw() if len(self._shoe) else None

    def follow(self, table: Table) -> bool:
        """Shuffle when the table says that the cards came into a new order: all but those on the layout, or, where the
        discards stay in the rack, those that a jammed shuffler held (685a.12(j))."""
        if table.pit.shuffles == self._shuffles:
            return False
        self._shuffles, self._burned = table.pit.shuffles, None
        cards, first = list(self._shoe.order()), 0
        if table.stock.size != len(cards):
            cards = self._all_but_on(table)
        elif table.loose is HIDDEN:
            first = 1  # drawn too early, unseen: it is still the next card
        self._shoe, self._stack = Shoe(()), cards[:first] + shuffled(cards[first:], self._shuffler)
        self._prizes = self._drawn_with(cards)
        return True

    def mix(self, order: Sequence[Card], cuts: Sequence[int]) -> None:
        """Bring cards that nobody has seen into this order, given before the cuts; those burned were its first."""
        cards = list(order)
        if self._stack:  # it is cut when it goes into the shoe
            self._stack = cards
            return
        for position in cuts:
            cards = cut(cards, position)
        gone = len(cards) - len(self._shoe)
        self._shoe = Shoe(cards[gone:], self._shoe.cover or None)
        if self._burned is not None:
            self._burned = cards[gone - 1]

    def _all_but_on(self, table: Table) -> list[Card]:
        """The cards that are not on the layout of this table."""
        cards = list(self._cards)
        for face in table.cards_on_layout():
            card = self._hole if isinstance(face, Hidden) else face
            assert card is not None, "a card lying face down was dealt from here"
            cards.remove(card)
        return cards

    def _drawn_with(self, cards: Sequence[Card]) -> tuple[int, ...]:
        """The prizes that are drawn with a shuffle: none here, each is drawn when the button is pressed."""
        return ()

    def _prize(self) -> int:
        if not self._prizes:
            prizes = self._rules.play.prizes
            assert prizes is not None, "a prize is drawn only for a wager that has some"
            return prizes.draw(self._shuffler)
        prize, *left = self._prizes
        self._prizes = tuple(left)
        return prize

    def _in_the_pit(self, size: int, question: PitStep) -> Act:
        """The house cuts anywhere that is lawful, and puts the cover card a quarter from the bottom."""
        match question.step:
            case "cut":
                cut = question.choices[0]
                return Act("cut", cut.least + self._shuffler.below(cut.most - cut.least + 1))
            case "cover-card":
                return Act("cover", min(least_cover(size), question.choices[0].most))
            case _:
                return Act(question.choices[0].do)

    def _load(self, pit: Pit) -> None:
        """A stack that was cut goes into the shoe."""
        if self._stack:
            for position in pit.cuts:
                self._stack = cut(self._stack, position)
            self._shoe, self._stack = Shoe(self._stack, pit.cover or None), []

    def _draw(self, pit: Pit, question: Draw) -> Answer:
        self._load(pit)
        cards: list[Face] = []
        for due in question.dues:
            if self._shoe.cover_is_next():
                if cards:
                    break  # the cards before it first
                self._shoe.remove_cover()
                return CoverCard()
            if not len(self._shoe) and Irregular.SHOE_EMPTY in self._rules.play.around.irregularities:
                if cards:
                    break
                return Irregularity(Irregular.SHOE_EMPTY)
            burned = isinstance(due.to, ToRack)
            if self._stacked and not burned:
                self._shoe.bring_up(self._stacked.pop())
            card = self._shoe.draw()
            if burned:
                self._burned = card
            elif due.face_down:
                self._hole = card
            cards.append(HIDDEN if due.face_down else card)
        return Drawn(tuple(cards))

    def _light(self, table: Table) -> str:
        up, reader = table.dealer.cards[0], self._rules.play.reader
        assert reader is not None, "only a game with a reader asks it"
        assert self._hole is not None, "a hole card was dealt"
        assert not isinstance(up, Hidden), "the up card is seen"
        return reader.light(up, self._hole)


def _a_hand_waits(question: Question) -> bool:
    return isinstance(question, Draw) and any(isinstance(due.to, ToHand) for due in question.dues)


def waived(question: PitStep) -> Act:
    """The answer of a player who leaves the pit to the house: they do not inspect the cards and do not cut."""
    return Act(question.choices[-1].do)


class LiveCroupier(Croupier):
    """A live table's croupier: only the operating system's generator, and only law that is in force."""

    def __init__(self, rules: Rules, shuffler: SystemShuffler) -> None:
        if type(shuffler) is not SystemShuffler:
            raise TypeError("a live table needs the system shuffler: a seeded shuffle is predictable")
        if rules.register is not None and rules.is_proposed:
            raise not_in_force(rules.register)
        super().__init__(rules, shuffler)
        self._prizes = self._drawn_with(self._cards)

    def _drawn_with(self, cards: Sequence[Card]) -> tuple[int, ...]:
        """As many as the cards can win: the player who presses has two of them."""
        prizes = self._rules.play.prizes
        if prizes is None:
            return ()
        return tuple(prizes.draw(self._shuffler) for _ in range(len(cards) // 2))
