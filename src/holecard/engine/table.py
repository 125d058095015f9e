"""The table: everything that can be seen at it, and nothing else.

These values never change; a step builds new ones. A card lying face down is `HIDDEN`, so no rank exists here that a
player may not know. Wagers live inside the hand they live or die with; settled ones stay, with their result, so that a
ruling can reverse them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from holecard.law.clauses import Cite
from holecard.values.cards import Card, Face
from holecard.values.hand import Points, no_points
from holecard.values.money import Cents
from holecard.values.shoe import Stock

if TYPE_CHECKING:
    from holecard.engine.questions import Question

MAIN = "main"
INSURANCE = "insurance"
ANTE = "ante"


class Part(StrEnum):
    """What a piece of money on a hand is."""

    ORIGINAL = "original"
    DOUBLE = "double"
    SPLIT = "split"
    RIDING = "riding"  # a side wager's win, left in action with the main wager
    SIDE = "side"


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


class Box(NamedTuple):
    """A betting position: its seat from the dealer's left, who bets there (the first decides), hands, side wagers."""

    seat: int
    bettors: tuple[str, ...]
    hands: tuple[Hand, ...]
    wagers: tuple[Wager, ...] = ()
    elections: tuple[tuple[str, str], ...] = ()  # (bettor, what was answered): an offer is made once

    def has_elected(self, bettor: str, offer: str) -> bool:
        return (bettor, offer) in self.elections

    def stake(self, bettor: str) -> Cents:
        """What this bettor wagered on the box before the deal."""
        for hand in self.hands:
            for wager in hand.wagers:
                if wager.part is Part.ORIGINAL and wager.bettor == bettor:
                    return wager.amount
        return 0

    def in_action(self, bettor: str) -> Cents:
        """His first wager with what still rides on it: what he may double, and must match to split."""
        total = 0
        for hand in self.hands:
            for who, _, part, amount, net, _ in hand.wagers:
                if who == bettor and (part is Part.ORIGINAL or (part is Part.RIDING and net is None)):
                    total += amount
        return total


class Dealer(NamedTuple):
    """The dealer's hand. `points` counts the cards that lie face up; `light` is what the reader showed."""

    cards: tuple[Face, ...]
    points: Points
    light: str = ""

    @property
    def is_blackjack(self) -> bool:
        return self.points.total == 21 and self.points.count == 2 and len(self.cards) == 2


class Pending(NamedTuple):
    """A choice that somebody must make before play goes on: opened by an irregularity, or by another's decision."""

    ruling: str
    seat: int
    hand: int
    bettor: str = ""  # the first of the box where it is his


class Task(NamedTuple):
    """A step of the pit that stands before play goes on."""

    step: str
    cite: Cite


class ShuffleCause(StrEnum):
    """Why the cards are shuffled, which decides who is offered the cut."""

    GAME_BEGINS = "the game begins"
    COVER_AT_BOX = "the cover card came out at a box"
    COVER_AT_DEALER = "the cover card came out on the dealer's hand"
    FLOOR = "the floorperson's direction"


class Pit(NamedTuple):
    """What is known around the rounds: the tasks that stand, who sits where, the cover card, the devices."""

    todo: tuple[Task, ...] = ()
    due: tuple[str, ...] = ()  # occasions that wait for the end of the round
    seated: tuple[tuple[int, str], ...] = ()  # (seat, name) in order of arrival
    barred: frozenset[str] = frozenset()  # sat a round out where entry in mid-shoe is not allowed
    rounds: int = 0  # rounds since the last shuffle
    shuffles: int = 0  # how often the cards have come into a new order
    shuffle_cause: ShuffleCause | None = None
    entitled: str = ""  # the player at whose box the cover card came out
    cut_order: tuple[str, ...] = ()  # who may cut the stack, the one who is asked or has cut first
    cuts: tuple[int, ...] = ()  # each cut since the shuffle: so many cards from the top
    cover: int = 0  # so many cards lay below the cover card when it was placed
    cover_at: str = ""  # where the cover card came out
    batch: int = 0  # which of two batches is in play
    shuffler: str = ""  # "manual" once the house's device is out of order
    suspended: frozenset[str] = frozenset()  # side wagers whose equipment has failed


NO_TASKS = Pit()


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
    be used. `memory` is the engine's alone: the question that stands and the step that asked it, so that neither is
    looked for twice. It is no part of the value: tables are compared, stored and hashed without it.
    """

    memory: tuple[Question, int] | None = None

    def bare(self) -> Table:
        """This table without its memory."""
        return Table(*self)

    def box(self, seat: int) -> Box | None:
        return next((box for box in self.boxes if box.seat == seat), None)

    def cards_on_layout(self) -> tuple[Face, ...]:
        """What still lies on the layout, in the order in which it is picked up: right to left, then the dealer's, last
        a card drawn in error and seen (one drawn unseen counts as the next in the shoe)."""
        cards: tuple[Face, ...] = ()
        for box in self.boxes[::-1]:
            for hand in box.hands:
                if not hand.removed:
                    cards += hand.cards
        cards += self.dealer.cards
        return (*cards, self.loose) if isinstance(self.loose, Card) else cards


NO_DEALER_CARDS = {limit: Dealer((), no_points(limit)) for limit in (21, 22)}


def empty_table(stock: Stock, dealer_limit: int, pit: Pit = NO_TASKS) -> Table:
    """A table ready for wagers, nothing on it."""
    return Table((), NO_DEALER_CARDS[dealer_limit], False, stock, (), (), None, pit)


def cleared_table(table: Table, dealer_limit: int, rack: tuple[Face, ...]) -> Table:
    """The table after a round, its cards in the rack."""
    todo, due, seated, barred, rounds, *rest = table.pit
    pit = _new(Pit, (todo, due, seated, barred, rounds + 1, *rest))
    return _new(Table, ((), NO_DEALER_CARDS[dealer_limit], False, table.stock, rack, (), None, pit))


_new = tuple.__new__  # building a named tuple from a plain one costs half: these four run for every card


def place_of(table: Table, seat: int) -> int:
    """Where among the boxes a seat is that somebody bets on."""
    for at, box in enumerate(table.boxes):
        if box.seat == seat:
            return at
    raise LookupError(f"nobody bets on box {seat}")


def with_boxes(table: Table, boxes: tuple[Box, ...]) -> Table:
    _, dealer, closed, stock, rack, pending, loose, pit = table
    return _new(Table, (boxes, dealer, closed, stock, rack, pending, loose, pit))


def with_box(table: Table, at: int, box: Box) -> Table:
    boxes = table.boxes
    _, dealer, closed, stock, rack, pending, loose, pit = table
    boxes = (box,) if len(boxes) == 1 else (*boxes[:at], box, *boxes[at + 1 :])
    return _new(Table, (boxes, dealer, closed, stock, rack, pending, loose, pit))


def with_hand(table: Table, at: int, number: int, hand: Hand) -> Table:
    boxes, dealer, closed, stock, rack, pending, loose, pit = table
    seat, bettors, hands, wagers, elections = boxes[at]
    hands = (hand,) if len(hands) == 1 else (*hands[:number], hand, *hands[number + 1 :])
    box = _new(Box, (seat, bettors, hands, wagers, elections))
    boxes = (box,) if len(boxes) == 1 else (*boxes[:at], box, *boxes[at + 1 :])
    return _new(Table, (boxes, dealer, closed, stock, rack, pending, loose, pit))


def with_card(table: Table, at: int, number: int, card: Card) -> Table:
    """The table with one more card on a hand, which is owed one less and has no longer to be served late."""
    boxes, dealer, closed, stock, rack, pending, loose, pit = table
    seat, bettors, hands, beside, elections = boxes[at]
    cards, points, wagers, decision, owes, from_split, over, removed, _ = hands[number]
    owes = owes - 1 if owes else 0
    fields = (*cards, card), points.plus(card.value), wagers, decision, owes, from_split, over, removed, False
    hand = _new(Hand, fields)
    hands = (hand,) if len(hands) == 1 else (*hands[:number], hand, *hands[number + 1 :])
    box = _new(Box, (seat, bettors, hands, beside, elections))
    boxes = (box,) if len(boxes) == 1 else (*boxes[:at], box, *boxes[at + 1 :])
    return _new(Table, (boxes, dealer, closed, stock, rack, pending, loose, pit))


def with_dealer(table: Table, dealer: Dealer) -> Table:
    boxes, _, closed, stock, rack, pending, loose, pit = table
    return _new(Table, (boxes, dealer, closed, stock, rack, pending, loose, pit))
