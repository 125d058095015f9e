"""Defines a side wager: who may place it, which cards decide it, what each result pays, and when it is settled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import wraps

from holecard.engine.table import Dealer
from holecard.law.clauses import Cite, house
from holecard.values.cards import RANKS, Card
from holecard.values.money import Cents, Odds
from holecard.values.shoe import Shuffler

Judged = tuple[str, ...] | None  # the classes to be paid, none if it loses; None while more cards may decide it
LOST: tuple[str, ...] = ()
waits: None = None

Judge = Callable[[tuple[Card, ...], Dealer, bool], Judged]


class Settled(StrEnum):
    """When a side wager is looked at."""

    AFTER_DEAL = "after the initial deal"  # and again with the hand's next card, if it waits
    AFTER_DEALER = "when the dealer's hand is complete"


NO_LIMITS = house("table limits")


@dataclass(frozen=True, kw_only=True)
class Riding:
    """The clauses of a wager whose win may ride: the offer and its two answers, and what riding money does there."""

    offer: Cite
    keep: Cite
    ride: Cite
    double: Cite  # raises the double
    split: Cite  # raises the wager of a second hand
    insurance: Cite  # does not raise Insurance
    settled: Cite  # wins, loses and stands off with the main wager
    played_first: Cite  # is kept if the bettor plays the hand before answering


@dataclass(frozen=True, kw_only=True)
class Prizes:
    """What a winner draws instead of being paid at odds: each of the possible prizes is equally likely."""

    numbers: Mapping[int, int]  # by units paid for each unit wagered: how many of the possible prizes pay that
    won_by: str  # what wins a draw, as the layout has it

    @property
    def possible(self) -> int:
        return sum(self.numbers.values())

    def draw(self, shuffler: Shuffler) -> int:
        """Press the button.

        >>> from holecard.values.shoe import PracticeShuffler
        >>> Prizes(numbers={5: 3, 1000: 0}, won_by="Blackjack").draw(PracticeShuffler(1))
        5
        """
        pick = shuffler.below(self.possible)
        for prize, number in self.numbers.items():
            if pick < number:
                return prize
            pick -= number
        raise AssertionError("the prizes do not add up")


@dataclass(frozen=True, kw_only=True)
class SideWager:
    """A side wager of a game, at the pay scale in operation.

    `judge(cards, dealer, complete)` sees the cards of the box's first hand, and whether it will take no more; every
    class it gives is paid. A wager with `riding` may be left in action with the main wager once it has won.
    """

    key: str
    name: str
    cite: Cite
    judge: Judge
    pays: Mapping[str, Odds]
    win: Cite
    lose: Cite
    also: tuple[Cite, ...] = ()
    by_class: Mapping[str, Cite] = field(default_factory=dict)  # the clause of each class, where each has its own
    settled: Settled = Settled.AFTER_DEAL
    strangers: Cite | None = None  # the clause that lets somebody without a wager on the box place one
    per_box: int = 0  # how many may lie on one box; 0: one for each bettor of the box
    on_split: Cite | None = None  # the clause that settles it when the hand is split
    in_time: Cite | None = None  # the clause of its own that wants it before the first card
    riding: Riding | None = None
    prizes: Prizes | None = None  # what a winner draws
    void_with_hand: tuple[Cite, ...] = ()  # the clauses that make it void with its hand, whatever became of it
    scale: str = ""  # the pay scale in operation, where the text has several
    sign: Cite | None = None  # the clause that wants that scale displayed at the table
    least: Cents = 0  # 0: whatever can be made in chips
    most: Cents = 0  # 0: the table's maximum
    limits: Cite = NO_LIMITS

    @property
    def title(self) -> str:
        """Its name on the layout, where everything is a wager."""
        return self.name.removesuffix(" Wager")


def first_two(judge: Callable[[Card, Card], str | None]) -> Judge:
    """A wager that looks at the first two cards alone."""

    @wraps(judge)
    def judged(cards: tuple[Card, ...], dealer: Dealer, complete: bool) -> Judged:
        if len(cards) < 2:
            return None  # the deal went wrong
        found = judge(cards[0], cards[1])
        return LOST if found is None else (found,)

    return judged


def is_pair(one: Card, other: Card) -> bool:
    """The same Face Value: a king and a queen are no pair."""
    return one.rank == other.rank


def same_suit(one: Card, other: Card) -> bool:
    return one.suit == other.suit


def same_colour(one: Card, other: Card) -> bool:
    return one.is_red == other.is_red


def in_sequence(one: Card, other: Card) -> bool:
    """Neighbouring ranks; the ace is next to both the 2 and the king.

    >>> from holecard.values.cards import parse_cards
    >>> in_sequence(*parse_cards("As Kd")), in_sequence(*parse_cards("2s Ah")), in_sequence(*parse_cards("2s Kd"))
    (True, True, False)
    """
    return (RANKS.index(one.rank) - RANKS.index(other.rank)) % 13 in (1, 12)
