"""How the hands of a split end, one by one and two by two, and the dealer's hand with them.

A hand ends with a multiset of cards. How probable some multisets are together depends on their sum alone, in whatever
order the cards are drawn (see `joint_hands`). Everything here is for one pair and what is known of the dealer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np

from holecard.lab.compiler.hands_by_cards import CARD_UNITS, Ints
from holecard.lab.compiler.tables import Floats, Tables, Trie
from holecard.lab.solver import kernels
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.joint_hands import UNITS, counts_of_sums

MOST_DRAWN = 64  # more cards than two hands and the pairs beside them ever hold


class Lot(NamedTuple):
    """A hand of a split: its class of money, and whether its second card is known not to pair."""

    start: int
    unpaired: bool


class HandClass(NamedTuple):
    """The payoffs' rows in which a hand of one class of money may end. The `usual` one, in which most ends are, is not
    counted: it is what remains."""

    rows: Ints
    usual: int


class Finals(NamedTuple):
    """How the dealer's hand ends, by what has gone (in order) and what is known."""

    codes: Ints
    chances: Floats


@dataclass(frozen=True)
class HandEnds:
    """The ends of a hand of one class but for the usual row: the cards after its first one, the row, and in how many
    orders each comes. They are in the order of their rows: those of `rows[at]` begin at `first[at]`."""

    row: Ints
    counts: Ints
    any: Floats
    unpaired: Floats  # the orders in which the second card does not pair
    rows: Ints
    first: Ints

    def orders(self, lot: Lot) -> Floats:
        return self.unpaired if lot.unpaired else self.any


class SplitEnds:
    """Of one pair that is split, by what is known of the dealer.

    The first axis of every array is `gone`, how many cards of the pair have come beside the first two; every
    probability includes that they do.
    """

    def __init__(
        self, solution: Solution, pair: int, known: int, finals: Finals, classes: Mapping[int, HandClass]
    ) -> None:
        tables, cards = solution.tables, solution.cards
        self._solution, self._pair, self._known, self._taken = solution, pair, known, cards.taken
        self._finals, self._classes = finals, classes
        self._gone = np.arange(tables.pairs[pair].most_gone)
        self._among: Ints = tables.seconds[known] >> np.arange(10) & 1  # values that the dealer's second card may have
        self._left = np.array(cards.counts, np.float64)
        self._left[tables.ups[known]] -= self._taken
        self._left[pair - 1] -= 2 * self._taken
        drawn = np.arange(MOST_DRAWN)
        self._each = _from_one(np.maximum(self._left[:, None] - self._taken * drawn, 0))
        self._every = _from_one(np.maximum(self._left.sum() - self._taken * (1 + drawn), 1))
        self._hand = cache(self._ended)
        self._weights = cache(self._weights_of_hand)
        self.moments = cache(self._moments_of)

    # How probable some cards are, and how the dealer's hand then ends

    def _chance(self, counts: Ints, gone: Ints) -> Floats:
        """How probable it is that the next cards are these and so many of the pair, in one order of each multiset."""
        size, its = counts.sum(axis=1), counts[:, self._pair - 1]
        others = np.arange(10) != self._pair - 1
        ways = self._each[others][np.arange(9), counts[:, others]].prod(axis=1)
        seconds, among = self._left @ self._among, self._among[self._pair - 1]
        left = np.maximum(seconds - self._taken * (counts @ self._among + among * gone[:, None]), 0)
        found = ways * self._each[self._pair - 1][its + gone[:, None]] / self._every[size + gone[:, None]] * left
        return np.asarray(found / max(seconds, 1e-9))

    def none(self, finals: Floats) -> Floats:
        """How probable each final of the dealer is, no hand being named."""
        chance = self._chance(np.zeros((1, 10), np.int64), np.arange(len(finals)))
        return np.asarray(chance * with_last(finals[:, self._known]))

    # Hands

    def _ended(self, start: int) -> HandEnds:
        played = self._solution.together.played(self._pair, start, self._known)
        there = np.nonzero(played.row != self._classes[start].usual)[0]
        there = there[np.argsort(played.row[there], kind="stable")]
        return _ends(
            played.row[there], played.any.counts[there], played.any.orders[there], played.unpaired.orders[there]
        )

    def _weights_of_hand(self, start: int) -> Floats:
        """By multiset: how probable it is that it is drawn, in one order, and that the dealer ends so."""
        counts = self._hand(start).counts
        codes = counts @ CARD_UNITS + CARD_UNITS[self._pair - 1] * (self._gone[:, None] + 2)
        finals = self._finals.chances[np.searchsorted(self._finals.codes, codes), self._known]
        return np.asarray(self._chance(counts, self._gone)[..., None] * with_last(finals))

    def slopes(self) -> Floats:
        """What each moment of one hand changes in the chance of another, to first order, by `gone`."""
        left = np.repeat(self._left[None], len(self._gone), axis=0)
        left[:, self._pair - 1] -= self._taken * self._gone
        seconds = left @ self._among
        by = np.column_stack([-left, left.sum(axis=1) - self._taken, -(seconds**2)])
        return np.column_stack([np.ones(len(by)), np.divide(self._taken, by, out=np.zeros(by.shape), where=by != 0)])

    def _moments_of(self, lot: Lot) -> Floats:
        """By final and row: how probable it is, and that times how many cards the hand holds of each value, of all
        values, and of those that the dealer's second card may have."""
        hand, rows = self._hand(lot.start), self._classes[lot.start].rows
        size, among = hand.counts.sum(axis=1), hand.counts @ self._among
        features = np.column_stack([np.ones_like(size), hand.counts, size, among]) * hand.orders(lot)[:, None]
        weights = self._weights(lot.start)
        result = np.zeros((len(weights), weights.shape[2], len(rows), features.shape[1]))
        place, bounds = np.searchsorted(rows, hand.rows), np.append(hand.first, len(hand.row))
        for row, begin, end in zip(place, bounds[:-1], bounds[1:], strict=True):
            result[:, :, row] = weights[:, begin:end].swapaxes(1, 2) @ features[begin:end]
        return result

    def _possible(self, start: int) -> HandEnds:
        """Without the ends for which the shoe has too few cards."""
        hand = self._hand(start)
        there = self._chance(hand.counts, self._gone[:1])[0] > 0
        return _ends(hand.row[there], hand.counts[there], hand.any[there], hand.unpaired[there])

    def two_counted(self, lot: Lot, other: Lot, gone: int) -> Floats:
        """Two hands exactly, by final and both rows: every sum of two multisets, and the dealer's hand after it."""
        mine, its = self._possible(lot.start), self._possible(other.start)
        codes = (mine.counts @ UNITS)[:, None] + its.counts @ UNITS
        sums, place = np.unique(codes.ravel(), return_inverse=True)
        counts = counts_of_sums(sums)
        away = counts.copy()
        away[:, self._pair - 1] += gone + 2
        weights = self._chance(counts, np.array([gone]))[0][:, None] * with_last(self._finals_after(away))
        orders = (mine.orders(lot)[:, None] * its.orders(other)).ravel()
        row, column = self._classes[lot.start].rows, self._classes[other.start].rows
        at = np.searchsorted(row, mine.row)[:, None] * len(column) + np.searchsorted(column, its.row)
        found = [np.bincount(at.ravel(), orders * by_sum[place], len(row) * len(column)) for by_sum in weights.T]
        return np.stack(found, dtype=np.float64).reshape(-1, len(row), len(column))  # whole if there is none

    def _finals_after(self, away: Ints) -> Floats:
        tables, one = self._solution.tables, slice(self._known, self._known + 1)
        shoe = np.array(self._solution.cards.counts, np.float64)
        drawn = kernels.Drawn(shoe, self._taken, tables.ups[one], tables.seconds[one])
        found: Floats = kernels.distributions(away, self._trie, drawn, tables.finals)[:, 0]
        return found

    @cached_property
    def _trie(self) -> Trie:
        return _pruned(self._solution.tables, self._known)


def _ends(row: Ints, counts: Ints, any_: Floats, unpaired: Floats) -> HandEnds:
    first = np.nonzero(np.diff(row, prepend=-1))[0]
    return HandEnds(row, counts, any_, unpaired, row[first], first)


def _from_one(factors: Floats) -> Floats:
    """The products of the first factors, from none of them on."""
    return np.concatenate([np.ones((*factors.shape[:-1], 1)), np.cumprod(factors, axis=-1)], axis=-1)


def with_last(finals: Floats) -> Floats:
    """With the final that is not counted, which is what remains."""
    return np.concatenate([finals, 1 - finals.sum(axis=-1, keepdims=True)], axis=-1)


def _pruned(tables: Tables, known: int) -> Trie:
    """The dealers' hands that are possible by what is known."""
    trie, finals = tables.trie, tables.finals
    first = trie.first[known * finals : (known + 1) * finals + 1]
    leaf = trie.leaf[first[0] : first[-1]]
    used = np.zeros(len(trie.parent), np.bool_)
    used[0] = True
    some = leaf
    while len(some):
        used[some] = True
        some = np.unique(trie.parent[some[trie.parent[some] > 0]])
    number = np.cumsum(used) - 1
    return Trie(
        number[trie.parent[used]],
        trie.card[used],
        trie.used[used],
        trie.depth[used],
        first - first[0],
        number[leaf],
        trie.ways[first[0] : first[-1]],
    )
