"""The extra value of split hands together, for games that settle one hand by another's cards.

A hand ends with a multiset of cards, drawn in some number of orders under its strategy. Several hands hold the sum of
their multisets, and how probable that is depends on the sum alone. So the hands that matter are added up one by one,
equal sums merged; hands that do not matter are left out, by exchangeability.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np

from holecard.lab.compiler.compile import Kind
from holecard.lab.compiler.dealing import counts_of
from holecard.lab.compiler.hands_by_cards import Ints
from holecard.lab.compiler.meeting import Rows
from holecard.lab.compiler.splitting import Outcome
from holecard.lab.compiler.stage import values_in
from holecard.lab.compiler.tables import Flags, Floats, PairTables, Tables
from holecard.lab.solver import kernels
from holecard.lab.solver.shoes import Cards

BITS = 6  # of a number of cards of one value in several hands
UNITS = 1 << BITS * np.arange(10)


class Ends(NamedTuple):
    """Some ways in which a hand ends: the cards that it draws to its first one, and in how many orders."""

    counts: Ints
    orders: Floats


@dataclass(frozen=True)
class Played:
    """All ways in which a hand of one class ends, with their nodes; `unpaired` if the second card does not pair."""

    node: Ints
    row: Ints
    any: Ends
    unpaired: Ends

    def among(self, rows: Ints, unpaired: bool) -> Ends:
        return self.where(np.isin(self.row, rows), unpaired)

    def where(self, there: Flags, unpaired: bool) -> Ends:
        ends = self.unpaired if unpaired else self.any
        return Ends(ends.counts[there], ends.orders[there])


class Dealer(NamedTuple):
    """A complete hand of the dealer: its final, how probable it is by what is known, and what is left in the shoe."""

    final: int
    chance: float
    left: Floats


class Term(NamedTuple):
    """A part of the extra money: so much if the hands at these places end in these rows."""

    amount: float
    rows: tuple[tuple[int, Ints], ...]


class Together:
    """The extra money of the hands of a split, for one shoe and one strategy: its choices by pair and class."""

    def __init__(self, tables: Tables, cards: Cards, chosen: Mapping[tuple[int, int], Ints]) -> None:
        self._tables, self._chosen = tables, chosen
        self._shoe, self._taken = np.array(cards.counts, np.float64), cards.taken
        self.played = cache(self._play)
        self.dealers = cache(self._dealt)  # by pair and what is known, and by final where only one matters

    def extra(self, pair: PairTables, found: tuple[Outcome, ...], known: int) -> float:
        """What these outcomes of a split win beyond the sum of their hands, on average."""
        compiled, result = self._tables.compiled, 0.0
        for outcome in found:
            for final, by_rows in compiled.meetings.get(outcome.moneys, {}).items():
                dealers = self.dealers(pair.pair, known, final)
                if dealers:
                    hands = [self.played(pair.pair, pair.class_of[money], known) for money in outcome.moneys]
                    for term in _terms(by_rows, hands):
                        chance = sum(self._chance(pair.pair, dealer, outcome, hands, term) for dealer in dealers)
                        result += term.amount / compiled.stake * chance
        return result

    def _play(self, pair: int, start: int, known: int) -> Played:
        one = self._tables.pairs[pair].classes[start]
        states, kind = one.product, self._tables.nodes.kind[one.product.node]
        chosen = np.ascontiguousarray(self._chosen[pair, start][:, known])
        orders: Floats = kernels.orders(kind, states.after, chosen, one.start)
        paired: Floats = kernels.orders(kind, states.after, chosen, int(states.after[one.start, pair - 1]))
        ended = np.nonzero((kind == Kind.ROW) & (orders > 0))[0]
        counts = states.counts[ended].astype(np.int64)
        counts[:, pair - 1] -= 1
        node = states.node[ended]
        row = self._tables.nodes.row[node]
        return Played(node, row, Ends(counts, orders[ended]), Ends(counts, orders[ended] - paired[ended]))

    def _chance(self, pair: int, dealer: Dealer, outcome: Outcome, hands: list[Played], term: Term) -> float:
        """How probable an outcome is in which the dealer has this hand and those named by a term end as it says."""
        active = [hands[at].among(rows, outcome.hands[at].unpaired) for at, rows in term.rows]
        others = outcome.unpaired - sum(outcome.hands[at].unpaired for at, _ in term.rows)
        active.sort(key=lambda ends: len(ends.orders))
        gathered, last = active[:-1], active[-1] if active else NOTHING
        some = NOTHING
        for ends in gathered:
            some = _added(some, ends)
        result = 0.0
        for further in range(others + 1):  # "did not pair" is whatever it was, without "did"
            gone = len(outcome.hands) - 2 + further
            counts = some.counts.copy()
            counts[:, pair - 1] += gone
            result += (
                (-1) ** further * comb(others, further) * self._drawn(Ends(counts, some.orders), last, dealer.left)
            )
        return dealer.chance * result

    def _dealt(self, pair: int, known: int, wanted: int | None = None) -> tuple[Dealer, ...]:
        compiled, what = self._tables.compiled, self._tables.known[known]
        endings, ways = compiled.endings, Counter[tuple[int, int]]()
        final = np.array([compiled.final_of[one] for one in endings.finals])[endings.final]
        up, second = endings.first_two.T
        met = (up == what.up) & np.isin(second, list(values_in(what.second)))
        if wanted is not None:
            met &= final == wanted
        columns = endings.code[met], final[met], endings.ways[met]
        for code, its, many in zip(*(column.tolist() for column in columns), strict=True):
            ways[code, its] += many
        shoe = self._shoe.copy()
        shoe[pair - 1] -= 2 * self._taken
        after_up = shoe.copy()
        after_up[what.up - 1] -= self._taken
        seconds = sum(after_up[value - 1] for value in range(1, 11) if what.second >> value & 1)
        so_known = shoe[what.up - 1] / shoe.sum() * seconds / after_up.sum()
        if so_known <= 0:
            return ()
        found = []
        for (code, its), orders in ways.items():
            held = np.array(counts_of(code), np.int64)
            one_hand = Ends(held[None, :], np.array([float(orders)]))
            chance = self.drawn_of(one_hand, NO_FACTORS, NOTHING.orders, shoe) / so_known
            if chance > 0:
                found.append(Dealer(its, chance, shoe - self._taken * held))
        return tuple(found)

    def _drawn(self, some: Ends, others: Ends, left: Floats) -> float:
        """How probable it is that the next cards are one of some multisets and one of the others."""
        return self.drawn_of(some, Factors.of(others.counts), others.orders, left)

    def drawn_of(self, some: Ends, others: Factors, orders: Floats, left: Floats) -> float:
        """The same, where the others are given by their factors."""
        found: float = kernels.drawn_together(
            some.counts, some.orders, others.first, others.factor, others.size, orders, left, self._taken, others.most
        )
        return found


class Factors(NamedTuple):
    """Multisets, by value and number of each value that they hold: what the chance of drawing them multiplies."""

    first: Ints
    factor: Ints
    size: Ints
    most: int

    @classmethod
    def of(cls, counts: Ints) -> Factors:
        most = int(counts.max(initial=0)) + 1
        number, value = np.nonzero(counts)
        first = np.searchsorted(number, np.arange(len(counts) + 1))
        return cls(first, value * most + counts[number, value], counts.sum(axis=1), most)


NOTHING = Ends(np.zeros((1, 10), np.int64), np.ones(1))
NO_FACTORS = Factors.of(NOTHING.counts)


def _added(some: Ends, others: Ends) -> Ends:
    """One of some and one of others together; equal sums are one."""
    assert some.counts.max(initial=0) + others.counts.max(initial=0) < 1 << BITS, "a sum must fit its bits"
    codes = (some.counts @ UNITS)[:, None] + (others.counts @ UNITS)[None, :]
    found, places = np.unique(codes.ravel(), return_inverse=True)
    orders: Floats = np.zeros(len(found))
    np.add.at(orders, places, (some.orders[:, None] * others.orders[None, :]).ravel())
    return Ends(counts_of_sums(found), orders)


def counts_of_sums(sums: Ints) -> Ints:
    """The cards of multisets that were added up in `UNITS`."""
    found: Ints = sums[:, None] >> BITS * np.arange(10) & (1 << BITS) - 1
    return found


def _terms(by_rows: Mapping[Rows, int], hands: list[Played]) -> list[Term]:
    """The extra money as a sum over few ends.

    At each place, rows that make no difference are one group. The group that is met in most ways counts as whatever the
    hand does, and the others as what they add to that.
    """
    rows = [np.unique(hand.row) for hand in hands]
    place = [{int(row): at for at, row in enumerate(found)} for found in rows]
    amounts = np.zeros([len(found) for found in rows])
    for key, amount in by_rows.items():
        if all(row in at for row, at in zip(key, place, strict=True)):
            amounts[tuple(at[row] for row, at in zip(key, place, strict=True))] = amount
    groups: list[list[Ints | None]] = []
    for axis, hand in enumerate(hands):
        amounts = np.moveaxis(amounts, axis, 0)
        flat = amounts.reshape(len(amounts), -1)
        _, firsts, alike = np.unique(flat, axis=0, return_index=True, return_inverse=True)
        group = [rows[axis][alike == number] for number in range(len(firsts))]
        usual = int(np.argmax([np.isin(hand.row, members).sum() for members in group]))
        amounts = amounts[firsts]
        base = amounts[usual].copy()
        amounts -= base
        amounts[usual] = base
        groups.append([None if number == usual else members for number, members in enumerate(group)])
        amounts = np.moveaxis(amounts, 0, axis)
    return [
        Term(
            float(amounts[index]),
            tuple((at, found) for at, which in enumerate(index) if (found := groups[at][which]) is not None),
        )
        for index in product(*(range(size) for size in amounts.shape))
        if amounts[index]
    ]
