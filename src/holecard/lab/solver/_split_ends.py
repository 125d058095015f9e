"""How the hands of a split end, one by one and two by two, and the dealer's hand with them.

A hand ends with a multiset of cards. How probable some multisets are together depends on their sum alone, in whatever
order the cards are drawn (see `joint_hands`). Everything here is for one pair and what is known of the dealer.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from holecard.lab.compiler.hands_by_cards import Ints
from holecard.lab.compiler.tables import Floats, Tables, Trie
from holecard.lab.solver import kernels
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.joint_hands import NOTHING, UNITS, counts_of_sums


class Lot(NamedTuple):
    """A hand of a split: its class of money, and whether its second card is known not to pair."""

    start: int
    unpaired: bool


@dataclass(frozen=True)
class HandEnds:
    """The ends of a hand of one class: the cards after its first one, the row, and in how many orders each comes."""

    row: Ints
    counts: Ints
    any: Floats
    unpaired: Floats  # the orders in which the second card does not pair

    def orders(self, lot: Lot) -> Floats:
        return self.unpaired if lot.unpaired else self.any


class SplitEnds:
    """Of one pair that is split, by what is known of the dealer.

    The last axis of every array is the dealer's final, and the others are the payoffs' rows. `gone` is how many cards
    of the pair have come beside the first two; every probability includes that they do.
    """

    def __init__(self, solution: Solution, pair: int, known: int) -> None:
        tables, cards = solution.tables, solution.cards
        self._solution, self._pair, self._known, self._taken = solution, pair, known, cards.taken
        self._shoe = np.array(cards.counts, np.float64)
        self._among: Ints = tables.seconds[known] >> np.arange(10) & 1  # values that the dealer's second card may have
        self._trie = _pruned(tables, known)
        self._left = self._shoe.copy()
        self._left[tables.ups[known]] -= self._taken
        self._left[pair - 1] -= 2 * self._taken
        self._rows = len(tables.paid)
        self._none = cache(self._no_hand)
        self._hand = cache(self._ended)
        self._weights_of = cache(self._weights_of_hand)
        self._moments = cache(self._moments_of)

    # How probable some cards are, and how the dealer's hand then ends

    def _chance(self, counts: Ints) -> Floats:
        """How probable it is that the next cards are these, in one order of each multiset."""
        size = counts.sum(axis=1)
        each = np.maximum(self._left[:, None] - self._taken * np.arange(counts.max(initial=0)), 0)
        every = np.maximum(self._left.sum() - self._taken * (1 + np.arange(size.max(initial=0))), 1)
        ways = _from_one(each)[np.arange(10), counts].prod(axis=1) / _from_one(every)[size]
        seconds = self._left @ self._among
        return np.asarray(ways * np.maximum(seconds - self._taken * (counts @ self._among), 0) / max(seconds, 1e-9))

    def _weights(self, counts: Ints, gone: int) -> Floats:
        """By multiset: how probable it is that it is drawn, in one order, and that the dealer ends so."""
        tables, trie, one = self._solution.tables, self._trie, slice(self._known, self._known + 1)
        drawn, away = counts.copy(), counts.copy()
        drawn[:, self._pair - 1] += gone
        away[:, self._pair - 1] += gone + 2
        finals: Floats = kernels.distributions(
            away, self._shoe, self._taken, trie.parent, trie.card, trie.used, trie.depth, trie.first, trie.leaf,
            trie.ways, tables.ups[one], tables.seconds[one], tables.finals,
        )[:, 0]  # fmt: skip
        every = np.concatenate([finals, 1 - finals.sum(axis=1, keepdims=True)], axis=1)
        return np.asarray(self._chance(drawn)[:, None] * every)

    # Hands

    def _ended(self, start: int) -> HandEnds:
        played = self._solution.together.played(self._pair, start, self._known)
        there = self._chance(played.any.counts) > 0
        return HandEnds(
            played.row[there], played.any.counts[there], played.any.orders[there], played.unpaired.orders[there]
        )

    def _weights_of_hand(self, start: int, gone: int) -> Floats:
        return self._weights(self._hand(start).counts, gone)

    def _no_hand(self, gone: int) -> Floats:
        return np.asarray(self._weights(NOTHING.counts, gone)[0])

    def usual(self, start: int) -> int:
        """The row in which most ends of a hand are."""
        return int(np.bincount(self._hand(start).row).argmax())

    def ending(self, lots: tuple[Lot, ...], gone: int, counted: bool) -> Floats:
        """How probable it is that none, one or two hands end in each row, and the dealer so."""
        match lots:
            case ():
                return self._none(gone)
            case (lot,):
                return np.asarray(self._moments(lot, gone)[:, 0])
            case (lot, other):
                return self._two_counted(lot, other, gone) if counted else self._two(lot, other, gone)
        raise AssertionError("hands are taken two by two at most")

    def _two(self, lot: Lot, other: Lot, gone: int) -> Floats:
        """Two hands that end in each row, to first order in the cards that each takes from the other.

        It is as if the dealer's hand depended on either hand alone. What that leaves out is of second order too.
        """
        left = self._left.copy()
        left[self._pair - 1] -= self._taken * gone
        seconds = left @ self._among
        by = np.concatenate([-left, [left.sum() - self._taken, -(seconds**2)]])
        slopes = np.concatenate([[1.0], np.divide(self._taken, by, out=np.zeros(12), where=by != 0)])
        none = self._none(gone)
        first = self._moments(lot, gone) * np.divide(1.0, none, out=np.zeros_like(none), where=none > 0)
        found: Floats = np.einsum("rkf,skf,k->rsf", first, self._moments(other, gone), slopes)
        return found

    def _two_counted(self, lot: Lot, other: Lot, gone: int) -> Floats:
        """The same exactly: every sum of two multisets, and the dealer's hand after it. The usual rows are left out."""
        mine, its = self._hand(lot.start), self._hand(other.start)
        here, there = mine.row != self.usual(lot.start), its.row != self.usual(other.start)
        codes = (mine.counts[here] @ UNITS)[:, None] + its.counts[there] @ UNITS
        sums, place = np.unique(codes.ravel(), return_inverse=True)
        weights = self._weights(counts_of_sums(sums), gone)
        orders = (mine.orders(lot)[here][:, None] * its.orders(other)[there]).ravel()
        rows = (mine.row[here][:, None] * self._rows + its.row[there]).ravel()
        found = [np.bincount(rows, orders * by_sum[place], self._rows**2) for by_sum in weights.T]
        return np.stack(found, axis=-1, dtype=np.float64).reshape(self._rows, self._rows, -1)  # whole if there is none

    def _moments_of(self, lot: Lot, gone: int) -> Floats:
        """By row: how probable it is, and that times how many cards of each value the hand holds, of all values, and of
        those that the dealer's second card may have."""
        hand = self._hand(lot.start)
        size = hand.counts.sum(axis=1, keepdims=True)
        among = (hand.counts @ self._among)[:, None]
        features = np.concatenate([np.ones_like(size), hand.counts, size, among], axis=1) * hand.orders(lot)[:, None]
        weights = self._weights_of(lot.start, gone)
        result = np.zeros((self._rows, features.shape[1], weights.shape[1]))
        for row in np.unique(hand.row):
            there = hand.row == row
            result[row] = features[there].T @ weights[there]
        return result


def _from_one(factors: Floats) -> Floats:
    """The products of the first factors, from none of them on."""
    return np.concatenate([np.ones((*factors.shape[:-1], 1)), np.cumprod(factors, axis=-1)], axis=-1)


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
