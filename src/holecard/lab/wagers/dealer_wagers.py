"""The exact value of a side wager that depends on the dealer's complete hand, with suits.

The players' cards do not matter: what comes after them is distributed like the first cards of the shoe. So the dealer's
hands are counted over card values as the game's own drawing rule allows them, and suits are counted within each hand.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from itertools import product
from math import factorial, prod
from typing import NamedTuple, cast

from holecard.engine.side_wager import Judge
from holecard.engine.table import Dealer
from holecard.lab.wagers.by_round import NotSupported
from holecard.lab.wagers.composition import VALUES, Composition, Tally
from holecard.lab.wagers.unseen import Looked, Unseen
from holecard.values.cards import DECK, SUITS, Card
from holecard.values.hand import Points, no_points

BySuit = Mapping[int, int]  # how many cards of each suit (one byte for each): in how many ways

UNSEEN = cast("tuple[Card, ...]", Unseen())


class _OfSuit(NamedTuple):
    """A card of which only the suit is known: a judge who asks for its rank fails, and cannot be answered wrongly."""

    suit: str
    is_red: bool


SUITED = tuple(cast("Card", _OfSuit(card.suit, card.is_red)) for card in DECK[: len(SUITS)])


class Hand(NamedTuple):
    """A complete hand of the dealer: how many cards of each value, its total, in how many orders it may come."""

    cards: tuple[int, ...]
    points: Points
    orders: int


def complete_hands(draws: Mapping[Points, bool]) -> Iterator[Hand]:
    """Every hand at which the dealer stops, each once, with the orders in which he may have come to it.

    >>> from holecard.games import find
    >>> from holecard.lab.wagers.by_round import dealer_draws
    >>> hands = list(complete_hands(dealer_draws(find("nz-blackjack").configure(push_22=True), "push-22")))
    >>> next((hand.points.total, hand.orders) for hand in hands if hand.cards == (0, 0, 0, 0, 0, 2, 0, 0, 0, 1))
    (22, 3)
    """
    limit = next(iter(draws)).limit
    under_way = {(0,) * len(VALUES): (no_points(limit), 1)}
    while under_way:
        following: dict[tuple[int, ...], tuple[Points, int]] = {}
        for cards, (points, orders) in under_way.items():
            for at, value in enumerate(VALUES):
                more = (*cards[:at], cards[at] + 1, *cards[at + 1 :])
                so_far = following[more][1] if more in following else 0
                following[more] = points.plus(value), so_far + orders
        under_way = {}
        for cards, (points, orders) in following.items():
            if draws[points]:
                under_way[cards] = points, orders
            else:
                yield Hand(cards, points, orders)


def judged_on_dealer(judge: Judge, draws: Mapping[Points, bool], shoe: Composition) -> Tally:
    """The classes of every complete dealer's hand, with the ways in which each comes out of these cards."""
    held = [sum(shoe.by_value[value]) for value in VALUES]
    of_hand = _suits_within(shoe)
    tally: Tally = Counter()
    suited: defaultdict[Points, Counter[int]] = defaultdict(Counter)  # of the totals at which the suits count
    for cards, points, orders in complete_hands(draws):
        try:
            classes = _final(judge, Dealer(UNSEEN, points))
        except Looked:
            for suits, ways in of_hand(cards).items():
                suited[points][suits] += ways * orders
        else:
            tally[points.count, classes] += orders * prod(map(shoe.ways, held, cards))
    for points, by_suit in suited.items():
        for suits, ways in by_suit.items():
            tally[points.count, _judged_by_suits(judge, points, suits)] += ways
    return tally


def judged_by_suits(judge: Judge, points: Points) -> dict[int, tuple[str, ...]]:
    """By set of suits, a bit for each: what a complete hand of this total with just these suits is paid.

    How many cards there are of each suit must not count, nor their order.
    """
    with suppress(Looked):
        return dict.fromkeys(range(1 << len(SUITS)), _final(judge, Dealer(UNSEEN, points)))
    found: dict[int, tuple[str, ...]] = {}
    for held in product(range(points.count + 1), repeat=len(SUITS)):
        if sum(held) == points.count:
            suits = sum(1 << at for at, number in enumerate(held) if number)
            classes = _judged_by_suits(judge, points, int.from_bytes(bytes(held), "little"))
            if found.setdefault(suits, classes) != classes:
                raise NotSupported(f"{judge.__name__} counts the dealer's cards of a suit")
    return found


def _final(judge: Judge, dealer: Dealer) -> tuple[str, ...]:
    classes = judge(UNSEEN, dealer, True)  # the players' cards are none of its business
    if classes is None:
        raise NotSupported(f"{judge.__name__} waits although the dealer's hand is complete")
    return classes


def _judged_by_suits(judge: Judge, points: Points, suits: int) -> tuple[str, ...]:
    """What a hand with so many cards of each suit is paid; the order of its cards must not count."""
    cards = tuple(
        card for card, held in zip(SUITED, suits.to_bytes(len(SUITS), "little"), strict=True) for _ in range(held)
    )
    classes = _final(judge, Dealer(cards, points))
    if _final(judge, Dealer(cards[::-1], points)) != classes:
        raise NotSupported(f"{judge.__name__} looks at the order of the dealer's cards")
    return classes


def _suits_within(shoe: Composition) -> Callable[[tuple[int, ...]], BySuit]:
    """In how many ways a hand, given as cards of each value in their order, can have so many cards of each suit."""

    @cache
    def of_value(value: int, drawn: int) -> BySuit:
        found: dict[int, int] = {}
        for suits in product(range(drawn + 1), repeat=len(SUITS)):
            if sum(suits) == drawn:
                orders = factorial(drawn) // prod(map(factorial, suits))
                ways = orders * prod(map(shoe.ways, shoe.by_value[value], suits))
                if ways:
                    found[int.from_bytes(bytes(suits), "little")] = ways
        return found

    @cache
    def of_hand(cards: tuple[int, ...]) -> BySuit:
        if not cards:
            return {0: 1}
        before, drawn = cards[:-1], cards[-1]
        if not drawn:
            return of_hand(before)
        found: Counter[int] = Counter()
        for suits, ways in of_hand(before).items():
            for more, of_these in of_value(len(cards), drawn).items():
                found[suits + more] += ways * of_these
        return found

    return of_hand
