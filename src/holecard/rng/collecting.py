"""Collects numbers from the code that shuffles live tables, and turns scaled numbers and shoes back into 32-bit words.

A shoe's order is a sequence of places: the first card's place among all cards, the next card's among those that are
left, and so on. If every order is equally likely, the places are independent and each is equally likely. Some places
together make a 32-bit word, so one set of tests fits all three kinds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from holecard.law.errors import Malformed
from holecard.values.shoe import MOST_DECKS, Shuffler, SystemShuffler, shuffled, system_bits

Words = npt.NDArray[np.uint32]
WIDTH = 32
ENOUGH = (
    2**40
)  # orders of the places that make one word: a word's bias is below 1 in 256, that of its 16 high bits 2^-24
MOST = 2**28


class What(StrEnum):
    """What is collected."""

    RAW = "raw"  # 32 bits at a time, before anything is done with them
    SCALED = "scaled"  # whole numbers below the number of cards, as a shuffle asks for them first
    SHOES = "shoes"  # the orders of whole shoes; each card has a number of its own


@dataclass(frozen=True, kw_only=True, eq=False)
class Collected:
    """Numbers of one kind: words, numbers below `below`, or one row for each shoe of `below` cards."""

    what: What
    below: int
    numbers: npt.NDArray[np.generic]

    @property
    def count(self) -> int:
        return len(self.numbers)

    def words(self) -> Words:
        """As 32-bit words.

        >>> shoes = collect(What.SHOES, 3, decks=1)
        >>> len(shoes.words())
        15
        """
        match self.what:
            case What.RAW:
                return self.numbers.astype(np.uint32)
            case What.SCALED:
                each = _many(self.below, 0)
                whole = self.numbers[: len(self.numbers) // each * each].astype(np.uint64)
                return _joined(whole.reshape(-1, each), [self.below] * each)
            case What.SHOES:
                return _of_shoes(self.numbers.astype(np.int64))


def collect(
    what: What,
    count: int,
    *,
    decks: int = 6,
    bits: Callable[[int], int] = system_bits,
    shuffler: Shuffler | None = None,
) -> Collected:
    """So many words, numbers or shoes. Without other sources it is what a live table gets."""
    if not 1 <= count <= MOST:
        raise Malformed(f"count must be 1 to {MOST:,}, not {count:,}")
    if not 1 <= decks <= MOST_DECKS:
        raise Malformed(f"decks must be 1 to {MOST_DECKS}, not {decks}")
    cards, source = 52 * decks, shuffler or SystemShuffler()
    match what:
        case What.RAW:
            words = np.fromiter((bits(WIDTH) for _ in range(count)), np.uint32, count)
            return Collected(what=what, below=2**WIDTH, numbers=words)
        case What.SCALED:
            scaled = np.fromiter((source.below(cards) for _ in range(count)), np.uint16, count)
            return Collected(what=what, below=cards, numbers=scaled)
        case What.SHOES:
            shoes = np.array([shuffled(range(cards), source) for _ in range(count)], np.uint16)
            return Collected(what=what, below=cards, numbers=shoes)


def _many(below: int, shrinking: int) -> int:
    """How many places make one word; 0 if they never have enough orders."""
    orders, many = 1, 0
    while orders < ENOUGH:
        if below < 2:
            return 0
        orders, below, many = orders * below, below - shrinking, many + 1
    return many


def _joined(places: npt.NDArray[np.uint64], bounds: list[int]) -> Words:
    """One word for each row: the share of all orders that come before it, in 32 bits."""
    order, orders = np.zeros(len(places), np.uint64), 1
    for at, bound in enumerate(bounds):
        order = order * np.uint64(bound) + places[:, at]
        orders *= bound
    share: npt.NDArray[np.float64] = order / orders * 2**WIDTH  # both are below 2^49: a float has them exactly
    return share.astype(np.uint32)


def _of_shoes(shoes: npt.NDArray[np.int64]) -> Words:
    """The places of each shoe, a few at a time, shoe after shoe."""
    cards = shoes.shape[1]
    places = np.empty(shoes.shape, np.uint64)
    for at in range(cards):  # how many cards with a lower number are still to come
        places[:, at] = (shoes[:, at + 1 :] < shoes[:, at : at + 1]).sum(axis=1)
    found, at = [], 0
    while (many := _many(cards - at, 1)) and at + many <= cards:
        found.append(_joined(places[:, at : at + many], [cards - at - step for step in range(many)]))
        at += many
    return np.stack(found, axis=1).reshape(-1)
