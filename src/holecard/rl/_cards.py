"""Where an environment's cards come from: shoes that are shuffled as far as they are dealt, compiled by Numba.

Both kinds of environment draw with these functions, so a seed gives the same cards to both. A shoe is a line of `shoe`,
`place` says how far it has come (the next card, and where the round began), and `rng` is its generator.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import numpy as np
from numba import njit, uint64
from numpy.typing import NDArray

from holecard.lab.simulator.generator import advanced
from holecard.values.cards import DECK

NEXT, BEGAN = 0, 1

Array = Any


class Shoes(NamedTuple):
    """The shoes of so many tables."""

    shoe: NDArray[np.uint8]  # cards as places in the deck
    place: NDArray[np.int32]
    rng: NDArray[np.uint64]

    @classmethod
    def of(cls, tables: int, decks: int) -> Shoes:
        return cls(
            np.tile(np.repeat(np.arange(len(DECK), dtype=np.uint8), decks), (tables, 1)),
            np.zeros((tables, 2), np.int32),
            np.zeros((tables, 4), np.uint64),
        )

    def start(self, seed: int, first: int = 0) -> None:
        """All cards in the order of the deck, and the generators at their beginning; `first` is the first table's
        number."""
        self.shoe.sort(axis=1)
        self.place[:] = 0
        self.rng[:] = [generator_of(seed, first + table) for table in range(len(self.rng))]

    def below(self, bound: int) -> int:
        """A random number below a bound, from the first table's generator."""
        return int(below_one(self.rng, bound))


def generator_of(seed: int, table: int) -> NDArray[np.uint64]:
    """The generator of one table. It depends on nothing but the seed and the table's number.

    >>> bool((generator_of(1, 5) == generator_of(1, 5)).all()), bool((generator_of(1, 5) == generator_of(1, 6)).any())
    (True, False)
    """
    return np.frombuffer(hashlib.sha256(f"{seed} {table}".encode()).digest(), np.uint64)


@njit(cache=True, nogil=True, inline="always")
def begin_round(place: Array, table: Any, last: Any, fresh: bool) -> Any:
    """Go on from the shoe, or shuffle it if the cut card is out; says whether it was shuffled."""
    shuffles = fresh or place[table, NEXT] >= last
    if shuffles:
        place[table, NEXT] = 0
    place[table, BEGAN] = place[table, NEXT]
    return shuffles


@njit(cache=True, nogil=True, inline="always")
def draw(shoe: Array, place: Array, rng: Array, table: Any) -> Any:
    """The next card: any of those that are left. A shoe that is empty is continued from the discards."""
    at, end = place[table, NEXT], shoe.shape[1]
    place[table, NEXT] = at + 1
    if at >= end:
        at -= end
        end = place[table, BEGAN]
    bits, a, b, c, d = advanced(rng[table, 0], rng[table, 1], rng[table, 2], rng[table, 3])
    rng[table, 0], rng[table, 1], rng[table, 2], rng[table, 3] = a, b, c, d
    other = at + np.int64(((bits >> uint64(32)) * uint64(end - at)) >> uint64(32))
    card = shoe[table, other]
    shoe[table, other] = shoe[table, at]
    shoe[table, at] = card
    return card


@njit(cache=True, nogil=True)
def draw_one(shoe: Array, place: Array, rng: Array, table: int) -> int:
    """The next card of one table, as a place in the deck."""
    return int(draw(shoe, place, rng, table))


@njit(cache=True, nogil=True)
def begin_one(place: Array, table: int, last: int, fresh: bool) -> bool:
    """The same as `begin_round`, for a caller in Python."""
    return bool(begin_round(place, table, last, fresh))


@njit(cache=True, nogil=True)
def below_one(rng: Array, bound: int) -> int:
    """A random number below a bound, from the first generator."""
    bits, rng[0, 0], rng[0, 1], rng[0, 2], rng[0, 3] = advanced(rng[0, 0], rng[0, 1], rng[0, 2], rng[0, 3])
    return int(((bits >> uint64(32)) * uint64(bound)) >> uint64(32))
