"""The shoe with suits, for side wagers: how many of each of the fifty-two cards are left.

>>> from holecard.values.cards import parse_card, parse_cards
>>> shoe = Composition.of_decks(6)
>>> shoe.size, shoe.without(parse_card("As")).counts[0]
(312, 5)
>>> Composition.of_cards(parse_cards("As As Kd")).size
3
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from math import perm

from holecard.law.errors import HolecardError, Malformed
from holecard.values.cards import DECK, SUITS, Card

VALUES = range(1, 11)

Classes = tuple[str, ...]
Tally = Counter[tuple[int, Classes]]  # (cards drawn, classes paid): in how many orders of so many cards


class ShoeTooSmall(HolecardError):
    """The cards given may run out before the wager is decided."""


class Composition:
    """So many of each card, by `Card.index`. From an `endless` shoe a card may come again and again."""

    def __init__(self, counts: Iterable[int], endless: bool = False) -> None:
        self.counts = tuple(counts)
        self.endless = endless
        if len(self.counts) != len(DECK) or min(self.counts) < 0:
            raise Malformed(f"a composition needs {len(DECK)} counts, one for each card, none below 0")
        self.size = sum(self.counts)

    @classmethod
    def of_decks(cls, decks: int) -> Composition:
        return cls([decks] * len(DECK))

    @classmethod
    def of_cards(cls, cards: Iterable[Card]) -> Composition:
        counts = [0] * len(DECK)
        for card in cards:
            counts[card.index] += 1
        return cls(counts)

    @classmethod
    def without_end(cls) -> Composition:
        """The endless shoe: each of the fifty-two cards is as likely as any other, whatever came before."""
        return cls([1] * len(DECK), endless=True)

    def each(self) -> Iterator[tuple[Card, int]]:
        """The cards that may come next, with the ways in which each does."""
        return ((card, ways) for card, ways in zip(DECK, self.counts, strict=True) if ways)

    def without(self, *cards: Card) -> Composition:
        """What is left once these cards have come."""
        if self.endless:
            return self
        counts = list(self.counts)
        for card in cards:
            counts[card.index] -= 1
        return Composition(counts)

    def ways(self, cards: int, drawn: int) -> int:
        """In how many orders so many can be drawn out of so many alike: also of all, for the number of all deals."""
        return cards**drawn if self.endless else perm(cards, drawn)

    @cached_property
    def by_value(self) -> dict[int, tuple[int, ...]]:
        """How many cards of each value there are in each suit."""
        held = {value: [0] * len(SUITS) for value in VALUES}
        for card, ways in self.each():
            held[card.value][SUITS.index(card.suit)] += ways
        return {value: tuple(suits) for value, suits in held.items()}

    def chances(self, tally: Tally) -> dict[Classes, Fraction]:
        """How likely each outcome is; refused unless the deals counted are all that there are."""
        found: dict[Classes, Fraction] = {}
        for (drawn, classes), ways in tally.items():
            if ways:  # more cards than there are come in no way
                found[classes] = found.get(classes, Fraction(0)) + Fraction(ways, self.ways(self.size, drawn))
        if sum(found.values()) != 1:
            raise ShoeTooSmall(f"{self.size} cards could run out before the wager is decided")
        return found
