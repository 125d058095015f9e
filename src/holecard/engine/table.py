"""The table: everything that can be seen at it, and nothing else.

These values never change; a step builds new ones. A card lying face down is `HIDDEN`, so no rank exists here that a
player may not know. Wagers live inside the hand they live or die with; settled ones stay, with their result, so that a
ruling can reverse them.

Only this file knows the order of their fields. What runs for every card unpacks a value and builds the next one from a
plain tuple, which costs half of calling the class.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from holecard.engine import _shown
from holecard.engine.pit import NO_TASKS, Pit
from holecard.values.cards import HIDDEN, Card, Face
from holecard.values.hand import Points, no_points
from holecard.values.money import Cents
from holecard.values.shoe import Stock

if TYPE_CHECKING:
    from holecard.engine.plan import Plan
    from holecard.engine.questions import Question

MAIN = "main"
INSURANCE = "insurance"
ANTE = "ante"

NO_POINTS = no_points()

_new = tuple.__new__


class Part(StrEnum):
    """What a piece of money on a hand is."""

    ORIGINAL = "original"
    DOUBLE = "double"
    SPLIT = "split"
    RIDING = "riding"  # a side wager's win, left in action with the main wager
    SIDE = "side"


_ORIGINAL, _RIDING = Part.ORIGINAL, Part.RIDING  # found once: a member costs as much as a small tuple


class Wager(NamedTuple):
    """Money staked by a bettor. `net` is what it won or lost once settled, and None while it is open.

    A `free` wager is a lammer: it stands for its amount when the hand wins and costs nothing when it loses.
    """

    bettor: str
    kind: str
    part: Part
    amount: Cents
    net: Cents | None = None
    free: bool = False

    @property
    def at_risk(self) -> Cents:
        return 0 if self.free else self.amount

    def settled(self, net: Cents) -> Wager:
        """This wager with what it won or lost."""
        bettor, kind, part, amount, _, free = self
        return _new(Wager, (bettor, kind, part, amount, net, free))


def first_wager(bettor: str, amount: Cents) -> Wager:
    """A main wager as it is placed before the deal."""
    return _new(Wager, (bettor, MAIN, _ORIGINAL, amount, None, False))


class Hand(NamedTuple):
    """The cards of a hand with the money on it.

    `owes` cards are due to it for a decision that was made; `over`: it acts no more; `removed`: its cards lie in the
    discard rack; `late`: it is served after the others (685a.12(f), (g)).
    """

    cards: tuple[Card, ...]
    points: Points
    wagers: tuple[Wager, ...]
    decision: str = ""
    owes: int = 0
    from_split: bool = False
    over: bool = False
    removed: bool = False
    late: bool = False

    @property
    def is_blackjack(self) -> bool:
        """An ace and a ten-value card as the first two cards; a hand formed by a split has only 21."""
        return self.points.total == 21 and self.points.count == 2 and not self.from_split

    @property
    def is_open(self) -> bool:
        """Whether a wager on it is still to be settled."""
        for wager in self.wagers:  # noqa: SIM110  a generator costs three times as much
            if wager.net is None:
                return True
        return False

    def with_card(self, card: Card) -> Hand:
        """One more card: the hand is owed one less and has no longer to be served late."""
        cards, points, wagers, decision, owes, from_split, over, removed, _ = self
        owes = owes - 1 if owes else 0
        fields = (*cards, card), points.plus(card.value), wagers, decision, owes, from_split, over, removed, False
        return _new(Hand, fields)

    def with_cards(self, dealt: list[Card]) -> Hand:
        """The hand with these cards, one after the other."""
        cards, points, wagers, decision, owes, from_split, over, removed, late = self
        for card in dealt:
            points = points.plus(card.value)
        owes, late = max(0, owes - len(dealt)) if owes else 0, late and not dealt
        return _new(Hand, ((*cards, *dealt), points, wagers, decision, owes, from_split, over, removed, late))

    def with_decision(self, decision: str, owes: int = 0, over: bool = False) -> Hand:
        """A hand in its turn after its player has decided."""
        cards, points, wagers, _, _, from_split, _, removed, late = self
        return _new(Hand, (cards, points, wagers, decision, owes, from_split, over, removed, late))

    def with_wager(self, wager: Wager) -> Hand:
        """More money on the hand."""
        cards, points, wagers, decision, owes, from_split, over, removed, late = self
        return _new(Hand, (cards, points, (*wagers, wager), decision, owes, from_split, over, removed, late))

    def with_wagers(self, wagers: tuple[Wager, ...]) -> Hand:
        """The same hand with this money on it."""
        cards, points, _, decision, owes, from_split, over, removed, late = self
        return _new(Hand, (cards, points, wagers, decision, owes, from_split, over, removed, late))

    def ended(self) -> Hand:
        """The hand acts no more."""
        cards, points, wagers, decision, owes, from_split, _, removed, late = self
        return _new(Hand, (cards, points, wagers, decision, owes, from_split, True, removed, late))

    def settled(self, wagers: tuple[Wager, ...]) -> Hand:
        """The hand at the end, with the results of its wagers: nothing is owed to it."""
        cards, points, _, decision, _, from_split, _, removed, late = self
        return _new(Hand, (cards, points, wagers, decision, 0, from_split, True, removed, late))

    def settled_and_discarded(self, wagers: tuple[Wager, ...], decision: str = "") -> Hand:
        """The hand, out before the others are settled, once its cards lie in the discard rack: with the results of its
        wagers, and a `decision` in the place of its player's if one is given."""
        cards, points, _, decided, owes, from_split, _, _, late = self
        return _new(Hand, (cards, points, wagers, decision or decided, owes, from_split, True, True, late))

    def discarded(self) -> Hand:
        """The hand once its cards lie in the discard rack."""
        cards, points, wagers, decision, owes, from_split, over, _, late = self
        return _new(Hand, (cards, points, wagers, decision, owes, from_split, over, True, late))

    def split(self, added: Wager) -> tuple[Hand, Hand]:
        """Two hands of a pair, each owed a card; the added wager lies on the second."""
        first, second = self.cards
        return (
            Hand((first,), no_points().plus(first.value), self.wagers, owes=1, from_split=True, late=self.late),
            Hand((second,), no_points().plus(second.value), (added,), owes=1, from_split=True, late=self.late),
        )


def first_hand(wager: Wager) -> Hand:
    """A hand before its first card."""
    return _new(Hand, ((), NO_POINTS, (wager,), "", 0, False, False, False, False))


class Box(NamedTuple):
    """A betting position: its seat from the dealer's left, who bets there, hands, side wagers.

    The first of the bettors decides: the one who sits there, or the first to bet if none of them does.
    """

    seat: int
    bettors: tuple[str, ...]
    hands: tuple[Hand, ...]
    wagers: tuple[Wager, ...] = ()
    elections: tuple[tuple[str, str], ...] = ()  # (bettor, what was answered): an offer is made once

    def with_hands(self, hands: tuple[Hand, ...]) -> Box:
        seat, bettors, _, wagers, elections = self
        return _new(Box, (seat, bettors, hands, wagers, elections))

    def with_hand(self, number: int, hand: Hand) -> Box:
        """The box with this hand at its place."""
        seat, bettors, hands, wagers, elections = self
        hands = (hand,) if len(hands) == 1 else (*hands[:number], hand, *hands[number + 1 :])
        return _new(Box, (seat, bettors, hands, wagers, elections))

    def with_wagers(self, wagers: tuple[Wager, ...]) -> Box:
        """The box with these wagers beside its hands."""
        seat, bettors, hands, _, elections = self
        return _new(Box, (seat, bettors, hands, wagers, elections))

    def with_election(self, bettor: str, offer: str) -> Box:
        """The box after this bettor has answered an offer."""
        seat, bettors, hands, wagers, elections = self
        return _new(Box, (seat, bettors, hands, wagers, (*elections, (bettor, offer))))

    def has_elected(self, bettor: str, offer: str) -> bool:
        return (bettor, offer) in self.elections

    def led_by(self, bettor: str) -> Box:
        """The box before the deal with this bettor as the one who decides, their wager closest to the dealer."""
        hand = self.hands[0]
        wagers = sorted(hand.wagers, key=lambda wager: wager.bettor != bettor)
        others = (name for name in self.bettors if name != bettor)
        return self._replace(bettors=(bettor, *others), hands=(hand._replace(wagers=tuple(wagers)),))

    def stake(self, bettor: str) -> Cents:
        """What this bettor wagered on the box before the deal."""
        for hand in self.hands:
            for wager in hand.wagers:
                if wager.part is _ORIGINAL and wager.bettor == bettor:
                    return wager.amount
        return 0

    def in_action(self, bettor: str) -> Cents:
        """A bettor's first wager with what still rides on it: the most they may double, and what a split costs."""
        total = 0
        for hand in self.hands:
            for who, _, part, amount, net, _ in hand.wagers:
                if who == bettor and (part is _ORIGINAL or (part is _RIDING and net is None)):
                    total += amount
        return total


def first_bet(seat: int, wager: Wager) -> Box:
    """A box on which its first bettor has just placed a wager."""
    return _new(Box, (seat, (wager.bettor,), (first_hand(wager),), (), ()))


class Spot(NamedTuple):
    """Where a hand lies, with its box and itself as they were at the table that was asked: see `Table.spot`."""

    at: int  # the place of the box among the boxes
    number: int  # the place of the hand in the box, from 0
    box: Box
    hand: Hand

    @property
    def bettor(self) -> str:
        """Who decides there."""
        return self.box.bettors[0]

    def on(self, table: Table) -> Spot:
        """The same place at a later table."""
        at, number, _, _ = self
        box = table.boxes[at]
        return _new(Spot, (at, number, box, box.hands[number]))


def spot_of(at: int, number: int, box: Box, hand: Hand) -> Spot:
    """A spot whose box and hand are at hand: one is made for every hand that is looked at in turn."""
    return _new(Spot, (at, number, box, hand))


class Dealer(NamedTuple):
    """The dealer's hand. `points` counts the cards that lie face up; `light` is what the reader showed, or
    what a ruling found to be right."""

    cards: tuple[Face, ...]
    points: Points
    light: str = ""

    @property
    def is_blackjack(self) -> bool:
        return self.points.total == 21 and self.points.count == 2 and len(self.cards) == 2

    def with_light(self, light: str) -> Dealer:
        cards, points, _ = self
        return _new(Dealer, (cards, points, light))

    def turned(self, hole: Card) -> Dealer:
        """The dealer's hand with the hole card face up."""
        cards, points, light = self
        return _new(Dealer, ((cards[0], hole, *cards[2:]), points.plus(hole.value), light))


class Pending(NamedTuple):
    """A choice that must be made before play goes on: opened by an irregularity, or by another's decision."""

    ruling: str
    seat: int
    hand: int
    bettor: str = ""  # the first of the box, if it is theirs


class _Table(NamedTuple):
    boxes: tuple[Box, ...]
    dealer: Dealer
    closed: bool
    stock: Stock
    rack: tuple[Face, ...] = ()
    pending: tuple[Pending, ...] = ()
    loose: Face | None = None
    pit: Pit = NO_TASKS


class Table(_Table):
    """The public state between two answers.

    `closed`: "no more bets" has been called. `rack` is the discard rack. `loose` is a card drawn in error that waits to
    be used. `memory` is the engine's alone: the question that stands, the step that asked it and the plan that
    is followed, so that nothing is looked for twice. It is no part of the value: tables are compared, stored and hashed
    without it.
    >>> import holecard as hc
    >>> print(hc.open_table(hc.game("reference")))  # a line for each hand; a notebook shows their suits
    dealer
    """

    memory: tuple[Question, int, Plan] | None = None

    def __str__(self) -> str:
        return _shown.as_text(self)

    def _repr_html_(self) -> str:
        return _shown.as_html(self)

    def bare(self) -> Table:
        """This table without its memory."""
        return Table(*self)

    def box(self, seat: int) -> Box | None:
        for box in self.boxes:
            if box.seat == seat:
                return box
        return None

    def spot(self, seat: int, hand: int = 1) -> Spot:
        """A hand by the numbers that people use: its seat, and which of the box's hands it is, from 1."""
        for at, box in enumerate(self.boxes):
            if box.seat == seat:
                return _new(Spot, (at, hand - 1, box, box.hands[hand - 1]))
        raise _no_bets_on(seat)

    def cards_on_layout(self) -> tuple[Face, ...]:
        """What still lies on the layout, in the order in which it is picked up: right to left, then the dealer's, last
        a card drawn in error and seen (one drawn unseen counts as the next in the shoe)."""
        cards: list[Face] = []
        for box in self.boxes[::-1]:
            for hand in box.hands:
                if not hand.removed:
                    cards += hand.cards
        cards += self.dealer.cards
        if isinstance(self.loose, Card):
            cards.append(self.loose)
        return tuple(cards)

    def with_boxes(self, boxes: tuple[Box, ...]) -> Table:
        _, dealer, closed, stock, rack, pending, loose, pit = self
        return _new(Table, (boxes, dealer, closed, stock, rack, pending, loose, pit))

    def with_box(self, at: int, box: Box) -> Table:
        boxes, dealer, closed, stock, rack, pending, loose, pit = self
        boxes = (box,) if len(boxes) == 1 else (*boxes[:at], box, *boxes[at + 1 :])
        return _new(Table, (boxes, dealer, closed, stock, rack, pending, loose, pit))

    def with_hand(self, spot: Spot, hand: Hand) -> Table:
        at, number, _, _ = spot
        boxes, dealer, closed, stock, rack, pending, loose, pit = self
        seat, bettors, hands, wagers, elections = boxes[at]
        hands = (hand,) if len(hands) == 1 else (*hands[:number], hand, *hands[number + 1 :])
        box = _new(Box, (seat, bettors, hands, wagers, elections))
        boxes = (box,) if len(boxes) == 1 else (*boxes[:at], box, *boxes[at + 1 :])
        return _new(Table, (boxes, dealer, closed, stock, rack, pending, loose, pit))

    def with_card(self, at: int, number: int, card: Card, stock: Stock) -> Table:
        """The table with one more card on a hand, by their places, and this stock left in the shoe: see `drawn`."""
        boxes, dealer, closed, _, rack, pending, loose, pit = self
        seat, bettors, hands, wagers, elections = boxes[at]
        loose = None if loose is HIDDEN else loose
        hand = hands[number].with_card(card)
        hands = (hand,) if len(hands) == 1 else (*hands[:number], hand, *hands[number + 1 :])
        box = _new(Box, (seat, bettors, hands, wagers, elections))
        boxes = (box,) if len(boxes) == 1 else (*boxes[:at], box, *boxes[at + 1 :])
        return _new(Table, (boxes, dealer, closed, stock, rack, pending, loose, pit))

    def with_deal(self, on_hands: list[tuple[int, Card]], own: list[Face], stock: Stock) -> Table:
        """The table with cards of the initial deal, on the first hands by the places of their boxes and on the dealer's
        own, and this stock left in the shoe: see `drawn`."""
        boxes, (held, points, light), closed, _, rack, pending, loose, pit = self
        loose = None if loose is HIDDEN else loose
        dealt = []
        for at, (seat, bettors, hands, wagers, elections) in enumerate(boxes):
            hand = hands[0].with_cards([card for place, card in on_hands if place == at])
            dealt.append(_new(Box, (seat, bettors, (hand, *hands[1:]), wagers, elections)))
        for card in own:
            if card is not HIDDEN:
                points = points.plus(card.value)
        dealer = _new(Dealer, ((*held, *own), points, light))
        return _new(Table, (tuple(dealt), dealer, closed, stock, rack, pending, loose, pit))

    def with_dealer(self, dealer: Dealer) -> Table:
        boxes, _, closed, stock, rack, pending, loose, pit = self
        return _new(Table, (boxes, dealer, closed, stock, rack, pending, loose, pit))

    def with_dealer_card(self, card: Face, stock: Stock) -> Table:
        """The table with one more card on the dealer's hand, and this stock left in the shoe: see `drawn`."""
        boxes, (cards, points, light), closed, _, rack, pending, loose, pit = self
        loose = None if loose is HIDDEN else loose
        dealer = _new(Dealer, ((*cards, card), points if card is HIDDEN else points.plus(card.value), light))
        return _new(Table, (boxes, dealer, closed, stock, rack, pending, loose, pit))

    def turned(self, hole: Card) -> Table:
        """The table with the dealer's hole card face up."""
        boxes, dealer, closed, stock, rack, pending, loose, pit = self
        return _new(Table, (boxes, dealer.turned(hole), closed, stock.turn(hole), rack, pending, loose, pit))

    def with_closed(self, closed: bool) -> Table:
        """The table on which wagers are taken, or no more."""
        boxes, dealer, _, stock, rack, pending, loose, pit = self
        return _new(Table, (boxes, dealer, closed, stock, rack, pending, loose, pit))

    def with_stock(self, stock: Stock) -> Table:
        boxes, dealer, closed, _, rack, pending, loose, pit = self
        return _new(Table, (boxes, dealer, closed, stock, rack, pending, loose, pit))

    def drawn(self, stock: Stock) -> Table:
        """The table after cards came from the shoe, which now holds this stock: one drawn unseen waits no longer, one
        that was seen and refused does."""
        boxes, dealer, closed, _, rack, pending, loose, pit = self
        return _new(Table, (boxes, dealer, closed, stock, rack, pending, None if loose is HIDDEN else loose, pit))

    def with_rack(self, rack: tuple[Face, ...]) -> Table:
        boxes, dealer, closed, stock, _, pending, loose, pit = self
        return _new(Table, (boxes, dealer, closed, stock, rack, pending, loose, pit))

    def discarding(self, *cards: Face) -> Table:
        """The table with these cards in the rack, on top of the others."""
        return self.with_rack(self.rack + cards)  # the rack is long: copied once

    def discarding_hand(self, spot: Spot, hand: Hand) -> Table:
        """The table with this hand in its place, whose cards go to the rack."""
        at, number, _, _ = spot
        boxes, dealer, closed, stock, rack, pending, loose, pit = self
        box = boxes[at].with_hand(number, hand)
        boxes = (box,) if len(boxes) == 1 else (*boxes[:at], box, *boxes[at + 1 :])
        return _new(Table, (boxes, dealer, closed, stock, rack + hand.cards, pending, loose, pit))

    def with_pending(self, pending: tuple[Pending, ...]) -> Table:
        boxes, dealer, closed, stock, rack, _, loose, pit = self
        return _new(Table, (boxes, dealer, closed, stock, rack, pending, loose, pit))

    def with_loose(self, loose: Face | None) -> Table:
        boxes, dealer, closed, stock, rack, pending, _, pit = self
        return _new(Table, (boxes, dealer, closed, stock, rack, pending, loose, pit))

    def with_pit(self, pit: Pit) -> Table:
        boxes, dealer, closed, stock, rack, pending, loose, _ = self
        return _new(Table, (boxes, dealer, closed, stock, rack, pending, loose, pit))

    def cleared(self, dealer_limit: int, cards: tuple[Face, ...]) -> Table:
        """The table after a round: the cards of the layout are in the rack, and wagers may be placed."""
        _, _, _, stock, rack, _, _, pit = self
        return _new(Table, ((), NO_DEALER_CARDS[dealer_limit], False, stock, rack + cards, (), None, pit.after_round()))


NO_DEALER_CARDS = {limit: Dealer((), no_points(limit)) for limit in (21, 22)}


def empty_table(stock: Stock, dealer_limit: int, pit: Pit = NO_TASKS) -> Table:
    """A table ready for wagers, nothing on it."""
    return Table((), NO_DEALER_CARDS[dealer_limit], False, stock, (), (), None, pit)


def table_in_play(boxes: tuple[Box, ...], dealer: Dealer, stock: Stock) -> Table:
    """A table in the middle of a round, set up by hand."""
    return _new(Table, (boxes, dealer, True, stock, (), (), None, NO_TASKS))


def place_of(table: Table, seat: int) -> int:
    """The place of a seat with bets among the boxes."""
    for at, box in enumerate(table.boxes):
        if box.seat == seat:
            return at
    raise _no_bets_on(seat)


def _no_bets_on(seat: int) -> LookupError:
    return LookupError(f"nobody bets on box {seat}")
