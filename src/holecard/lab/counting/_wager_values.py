"""What a side wager is worth from any cards that are left, with suits, many compositions at once.

A wager on the first cards is a polynomial in the numbers of the fifty-two cards: its judge is asked once about every
deal. A wager on the dealer's hand is a sum over the complete hands and the sets of suits that they may have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Protocol

import numpy as np
from numba import njit
from numpy.typing import NDArray

from holecard.engine.rules import Rules
from holecard.engine.side_wager import Settled, SideWager
from holecard.engine.table import Dealer
from holecard.lab.wagers.by_round import NotSupported, dealer_draws, prizes
from holecard.lab.wagers.composition import Classes
from holecard.lab.wagers.dealer_wagers import complete_hands, judged_by_suits
from holecard.lab.wagers.side_wagers import UNSEEN, decided, net
from holecard.lab.wagers.unseen import Looked
from holecard.values.cards import DECK, SUITS, Card
from holecard.values.hand import Points, count

Floats = NDArray[np.float64]
Array = Any
SUIT_SETS = 1 << len(SUITS)
VALUE_OF = np.array([card.value - 1 for card in DECK])
SUIT_OF = np.array([SUITS.index(card.suit) for card in DECK])


class WagerValue(Protocol):
    """A side wager at one pay scale."""

    @property
    def by_value(self) -> bool:
        """Whether it looks at nothing but the cards' values."""

    def evs(self, counts: Floats) -> Floats:
        """The expectation of one unit for each composition, a line of fifty-two numbers by `Card.index`."""


def wager_value(rules: Rules, key: str) -> WagerValue:
    """The value of a side wager that is in operation under these rules, every win kept.

    >>> from holecard.games import find
    >>> value = wager_value(find("nz-blackjack").configure({"decks": 8, "perfect_pair": True}), "perfect-pair")
    >>> round(float(value.evs(np.full((1, 52), 8.0))[0]) * 415)
    -14
    """
    rule = rules.play.side_wagers[key]
    paid = _paid(rules, rule)
    if rule.settled is Settled.AFTER_DEALER:
        return OnDealer.of(rule, dealer_draws(rules, key), paid)
    return OnDeal.of(rule, rules.play.dealer_limit, paid)


class Paid(Protocol):
    """What a wager comes to on these classes, for each unit."""

    def __call__(self, classes: Classes) -> float: ...


def _paid(rules: Rules, rule: SideWager) -> Paid:
    mean = sum((prize.chance * prize.pays for prize in prizes(rules, rule.key)), Fraction(0)) if rule.prizes else None

    @cache
    def paid(classes: Classes) -> float:
        return float(net(rule, classes) if mean is None or not classes else mean)

    return paid


@dataclass(frozen=True)
class OnDeal:
    """A wager on the box's first cards, and the up card or a third card where those count: what each deal pays.

    `two` is by the first two cards, `three` by those and one more. A deal is in one of them, and zero in the other.
    """

    two: Floats
    three: Floats | None

    @classmethod
    def of(cls, rule: SideWager, dealer_limit: int, paid: Paid) -> OnDeal:
        two = np.zeros((len(DECK), len(DECK)))
        three: Floats | None = None
        ups = [Dealer((up,), count((up,), dealer_limit)) for up in DECK]
        for one in DECK:
            for other in DECK:
                line = _pays(rule, (one, other), ups, paid)
                if isinstance(line, float):
                    two[one.index, other.index] = line
                    continue
                if three is None:
                    three = np.zeros((len(DECK), len(DECK), len(DECK)))
                three[one.index, other.index] = line
        return cls(two, three)

    @property
    def by_value(self) -> bool:
        like = np.array([int(np.argmax(value == VALUE_OF)) for value in VALUE_OF])  # a card of the same value
        three = self.three is None or np.array_equal(self.three, self.three[np.ix_(like, like, like)])
        return three and np.array_equal(self.two, self.two[np.ix_(like, like)])

    def plus(self, two: Floats, three: Floats) -> OnDeal:
        """The same with so much more for each deal."""
        return OnDeal(self.two + two, three if self.three is None else self.three + three)

    def evs(self, counts: Floats) -> Floats:
        size = counts.sum(axis=1)
        result: Floats = _drawn_two(self.two, counts) / (size * (size - 1))
        if self.three is not None:
            result += _drawn_three(self.three, counts) / (size * (size - 1) * (size - 2))
        return result


def _pays(rule: SideWager, cards: tuple[Card, Card], ups: list[Dealer], paid: Paid) -> float | list[float]:
    """What a deal pays, or what it pays with each third card or up card."""
    try:
        classes = rule.judge(cards, UNSEEN, False)
    except Looked:
        return [paid(decided(rule, cards, up, complete=False)) for up in ups]
    if classes is not None:
        return paid(tuple(sorted(classes)))
    drawn = [paid(decided(rule, (*cards, third), UNSEEN, complete=False)) for third in DECK]
    if min(drawn) < paid(decided(rule, cards, UNSEEN, complete=True)):
        raise NotSupported(f"{rule.key}: a third card may be worth less than none, and depends on what is left")
    return drawn


def _drawn_two(pays: Floats, counts: Floats) -> Floats:
    """The sum over two cards in their order, drawn without putting back."""
    found: Floats = ((counts @ pays) * counts).sum(axis=1) - counts @ np.diagonal(pays)
    return found


def _drawn_three(pays: Floats, counts: Floats) -> Floats:
    """The sum over three cards: a card drawn twice is there once less each time."""
    cards = len(DECK)
    each = np.arange(cards)
    by_last = (counts @ pays.reshape(cards, cards * cards)).reshape(-1, cards, cards)
    all_three = np.einsum("bjk,bj,bk->b", by_last, counts, counts, optimize=True)
    twice = pays[each, each, :] + pays[each, :, each] + pays[:, each, each].T
    thrice = pays[each, each, each]
    found: Floats = all_three - ((counts @ twice) * counts).sum(axis=1) + 2 * counts @ thrice
    return found


@dataclass(frozen=True)
class OnDealer:
    """A wager on the dealer's complete hand. A term is a hand whose cards are all of some suits, with what it adds."""

    cards: NDArray[np.int64]  # by term: how many of each value
    suits: NDArray[np.int64]  # by term: the set of suits
    amount: Floats  # by term: orders of the cards, times what the set counts for

    @classmethod
    def of(cls, rule: SideWager, draws: Mapping[Points, bool], paid: Paid) -> OnDealer:
        cards, suits, amount = [], [], []
        worths: dict[Points, Floats] = {}
        for hand in complete_hands(draws):
            if hand.points not in worths:
                by_suits = judged_by_suits(rule.judge, hand.points)
                worths[hand.points] = _within([paid(tuple(sorted(by_suits.get(one, ())))) for one in range(SUIT_SETS)])
            worth = worths[hand.points]
            for one in np.nonzero(worth)[0]:
                cards.append(hand.cards)
                suits.append(int(one))
                amount.append(hand.orders * worth[one])
        return cls(np.array(cards, np.int64), np.array(suits, np.int64), np.array(amount))

    @property
    def by_value(self) -> bool:
        return bool((self.suits == SUIT_SETS - 1).all())

    def evs(self, counts: Floats) -> Floats:
        held = np.zeros((len(counts), SUIT_SETS, 10))
        for card in range(len(DECK)):
            for suits in range(SUIT_SETS):
                if suits >> int(SUIT_OF[card]) & 1:
                    held[:, suits, VALUE_OF[card]] += counts[:, card]
        found: Floats = _expected(self.cards, self.suits, self.amount, held)
        return found


def _within(pays: Sequence[float]) -> Floats:
    """What counts for a hand whose suits are all within a set, if these are paid for each very set of suits.

    A hand has just some set of suits as often as it is within it, less than within its parts, and so on.
    """
    found = np.zeros(SUIT_SETS)
    for within in range(1, SUIT_SETS):
        for exact in range(1, SUIT_SETS):
            if within & exact == within:
                found[within] += (-1) ** (exact ^ within).bit_count() * pays[exact]
    return np.where(np.abs(found) < 1e-12, 0, found)


@njit(cache=True)
def _expected(cards: Array, suits: Array, amount: Array, held: Array) -> Array:
    """By composition: the sum of all terms, each as often as its cards are drawn."""
    most = cards.max() + 1
    longest = 0
    for term in range(len(cards)):
        longest = max(longest, cards[term].sum())
    falling = np.ones((held.shape[1], 10, most))
    result = np.zeros(len(held))
    inverse = np.ones(longest + 1)
    for at in range(len(held)):
        size = held[at, held.shape[1] - 1].sum()
        for number in range(1, longest + 1):
            left = size - number + 1
            inverse[number] = inverse[number - 1] / left if left > 0 else 0.0
        for one in range(held.shape[1]):
            for value in range(10):
                for number in range(1, most):
                    left = held[at, one, value] - number + 1
                    falling[one, value, number] = falling[one, value, number - 1] * max(left, 0.0)
        total = 0.0
        for term in range(len(cards)):
            ways = amount[term]
            drawn = 0
            for value in range(10):
                number = cards[term, value]
                if number:
                    ways *= falling[suits[term], value, number]
                    drawn += number
            total += ways * inverse[drawn]
        result[at] = total
    return result
