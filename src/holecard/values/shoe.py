"""The cards before they are dealt: which are left (`Stock`), their order (`Shoe`), and the shufflers.

The engine knows only the Stock, which anyone at the table could count. The order is the driver's secret.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol, TypeVar, final

from holecard.law.errors import Malformed
from holecard.values.cards import DECK, HIDDEN, Card, Face, Hidden

MOST_DECKS = 8  # our own bound: each card's count takes four bits of a Stock


_new = tuple.__new__  # building from a plain tuple costs half, and this runs for every card


class NotInShoe(Malformed):
    """The card named is not among those that can still come."""


class Stock(NamedTuple):
    """The cards not yet seen: how many of each, how many still lie in the shoe, how many lie face down.

    >>> from holecard.values.cards import parse_card
    >>> stock = Stock.of_decks(1).take(parse_card("As"))
    >>> stock.size, stock.holds(parse_card("As"))
    (51, 0)
    """

    counts: int  # four bits a card
    size: int
    down: int = 0

    @classmethod
    def of_decks(cls, decks: int) -> Stock:
        return cls(decks * _ONE_DECK, 52 * decks)

    @classmethod
    def of_cards(cls, cards: Iterable[Card]) -> Stock:
        listed = tuple(cards)
        return cls(sum(card.unit for card in listed), len(listed))

    def holds(self, card: Card) -> int:
        return self.counts >> 4 * card.index & 15

    def take(self, *cards: Face) -> Stock:
        """The stock after these cards left the shoe; a card drawn face down stays unseen until it is turned."""
        counts, size, down = self
        for card in cards:
            if size <= 0:
                raise NotInShoe(f"{card!r} cannot be drawn: the shoe is empty")
            size -= 1
            if card is HIDDEN:
                down += 1
            elif counts & card.all_units:
                counts -= card.unit
            else:
                raise NotInShoe(f"{card!r} is not left in the shoe")
        return _new(Stock, (counts, size, down))

    def turn(self, card: Card) -> Stock:
        """The stock after a card that lay face down has been seen."""
        counts, size, down = self
        if not counts & card.all_units:
            raise NotInShoe(f"{card!r} cannot be the face-down card: every {card!r} has been seen")
        return _new(Stock, (counts - card.unit, size, down - 1))

    def give_back(self, cards: Iterable[Face]) -> Stock:
        """The stock after these cards went back into the shoe; one never seen was never taken from the counts."""
        counts, size, down = self
        for card in cards:
            size += 1
            if isinstance(card, Hidden):
                down -= 1
            else:
                counts += card.unit
        return Stock(counts, size, down)


_ONE_DECK = sum(card.unit for card in DECK)


class Shuffler(Protocol):
    """Anything that can put cards into an order."""

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1, each equally likely."""


Item = TypeVar("Item")


def shuffled(cards: Iterable[Item], shuffler: Shuffler) -> list[Item]:
    """Fisher-Yates: every order equally likely if `below` is unbiased."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        pick = shuffler.below(last + 1)
        order[last], order[pick] = order[pick], order[last]
    return order


def unbiased_below(bound: int, bits: Callable[[int], int]) -> int:
    """An index below the bound out of random bits, by rejection: one past the end is drawn again."""
    width = (bound - 1).bit_length()
    while True:
        index = bits(width)
        if index < bound:
            return index


def system_bits(width: int) -> int:
    """So many bits of the operating system's secure generator, as a number. Every live shuffle draws from here."""
    return secrets.randbits(width)


@final
class SystemShuffler:
    """The operating system's secure generator; the only one a live table accepts. It cannot be seeded or predicted."""

    def below(self, bound: int) -> int:
        return unbiased_below(bound, system_bits)


@final
class PracticeShuffler:
    """A seeded generator, so that a practice session can be repeated. Not for a live table."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def below(self, bound: int) -> int:
        return self._random.randrange(bound)


class Shoe:
    """Cards in their secret order, with a cover card among them. Only a driver holds one."""

    def __init__(self, order: Iterable[Card], cover_from_bottom: int | None = None) -> None:
        self._order = list(reversed(list(order)))  # the next card is last
        self._cover = cover_from_bottom

    def __len__(self) -> int:
        return len(self._order)

    @property
    def cover(self) -> int:
        """How many cards lie below the cover card, 0 where there is none."""
        return self._cover or 0

    def cover_is_next(self) -> bool:
        return self._cover is not None and len(self._order) <= self._cover

    def remove_cover(self) -> None:
        self._cover = None

    def draw(self) -> Card:
        if not self._order:
            raise NotInShoe("the shoe is empty")
        return self._order.pop()

    def bring_up(self, card: Card) -> None:
        """Make this the next card: a stacked shoe, for practice and for checking."""
        if card not in self._order:
            raise Malformed(f"{card!r} cannot come next: it is not left in the shoe")
        self._order.remove(card)
        self._order.append(card)

    def empty(self) -> list[Card]:
        """Take every card out, in order."""
        cards, self._order = self._order[::-1], []
        return cards

    def order(self) -> tuple[Card, ...]:
        return tuple(reversed(self._order))


def cut(order: list[Card], position: int) -> list[Card]:
    """The cards on top of the cover card go to the bottom.

    >>> from holecard.values.cards import parse_cards
    >>> cut(list(parse_cards("As 2s 3s 4s")), 1)
    [2s, 3s, 4s, As]
    """
    return order[position:] + order[:position]
