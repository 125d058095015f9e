"""What a split wins, as a distribution by the dealer's final.

The hands of a split share the dealer and the shoe. Of each hand, and of every two, the ends are known together with
the dealer's final (`_split_ends`). For three or four hands, whatever three of them have in common beyond what every two
have is left out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from holecard.lab.compiler.compile import Kind
from holecard.lab.compiler.dealing import UNITS
from holecard.lab.compiler.hands_by_cards import Ints, distinct
from holecard.lab.compiler.splitting import Outcome, differences
from holecard.lab.compiler.tables import Floats, PairTables
from holecard.lab.solver._split_ends import Finals, HandClass, Lot, SplitEnds
from holecard.lab.solver.exact import Solution
from holecard.values.money import Cents

OTHER, PADDING = -1, -2  # in place of a row: one on which no other hand's money depends; none
Amounts = dict[Cents, float]  # how probable each sum of money is
Met = tuple[frozenset[int], ...]  # by final: a hand's rows on which other hands' money depends


class Labels(NamedTuple):
    """A hand's rows by final, those that come to the same taken together. A final with fewer labels is padded."""

    money: Ints  # by final and label
    row: Ints  # by final and label: the row, if other hands' money depends on it
    of: Floats  # by final, label and row: 1 where the row has the label


class Played(NamedTuple):
    """A hand of an outcome. The first axis of every array is what is known."""

    lot: Lot
    labels: Labels
    moments: Floats  # by cards gone, final, label and moment; those of the usual label are not whole
    alone: Floats  # by cards gone, final and label: how probable it is
    usual: Ints  # by final: the label of the usual row


class SplitResults:
    """Of one solved game, whose payoffs are `money` by row and final. With `counted`, two hands are counted exactly."""

    def __init__(self, solution: Solution, money: Ints, counted: bool) -> None:
        self._solution, self._money, self._counted = solution, money, counted

    def of(self, pair: int, chances: dict[int, float]) -> list[Amounts]:
        """By final: how probable each sum of money is from this pair, split as often as `chances` says by what is
        known of the dealer."""
        tables = self._solution.tables.pairs[pair]
        alike: dict[tuple[Outcome, ...], list[int]] = defaultdict(list)
        for known in chances:
            alike[self._solution.ways(tables, known)].append(known)
        classes = {start: self._class(pair, start) for start in tables.classes}
        finals, none = self._finals(tables, classes)
        result: list[Amounts] = [defaultdict(float) for _ in range(self._money.shape[1])]
        for ways, knowns in alike.items():
            ends = [SplitEnds(self._solution, pair, known, finals, classes) for known in knowns]
            split = _Split(tables, ends, classes, none, self._money, self._counted)
            weights = np.array([chances[known] for known in knowns])
            for outcome, times in Counter(ways).items():
                amounts, shares = split.outcome(outcome, self._meetings(outcome), weights)
                for by_amount, by_final in zip(result, shares.tolist(), strict=True):
                    for amount, share in zip(amounts.tolist(), by_final, strict=True):
                        by_amount[amount] += times * share
        return result

    def _ended(self, pair: int, start: int) -> Ints:
        """The states in which a hand of this class may end, whatever is known of the dealer."""
        hand = self._solution.split_hands[pair, start]
        kind = self._solution.tables.nodes.kind[hand.tables.product.node]
        return np.nonzero(hand.used & (kind == Kind.ROW))[0]

    def _class(self, pair: int, start: int) -> HandClass:
        row = self._row(pair, start)
        return HandClass(np.unique(row), int(np.bincount(row).argmax()))

    def _row(self, pair: int, start: int) -> Ints:
        product, nodes = self._solution.tables.pairs[pair].classes[start].product, self._solution.tables.nodes
        return nodes.row[product.node[self._ended(pair, start)]]

    def _finals(self, tables: PairTables, classes: Mapping[int, HandClass]) -> tuple[Finals, Floats]:
        """How the dealer's hand ends after a hand of this pair that is counted, and after none by cards of the pair."""
        unit, gone = UNITS[tables.pair], np.arange(1, tables.most_gone + 1)
        codes = [
            tables.classes[start].product.code[self._ended(tables.pair, start)][
                self._row(tables.pair, start) != one.usual
            ]
            for start, one in classes.items()
        ]
        every = distinct((np.concatenate(codes) + unit * gone[:, None]).ravel())
        none = self._solution.distributions(unit * np.arange(2, tables.most_gone + 4))
        return Finals(every, self._solution.split_distributions(tables.pair, every)), none

    def _meetings(self, outcome: Outcome) -> list[dict[tuple[int, ...], Cents]]:
        """By final: the money that depends on the rows of all hands."""
        tables = self._solution.tables
        found = tables.compiled.meetings.get(outcome.moneys, {})
        by_place = {tables.place_of_final[final]: by_rows for final, by_rows in found.items()}
        return [by_place.get(final, {}) for final in range(self._money.shape[1])]


class _Split:
    """One pair, and what may be known of the dealer where hands are split alike."""

    def __init__(
        self,
        tables: PairTables,
        ends: Sequence[SplitEnds],
        classes: Mapping[int, HandClass],
        none: Floats,
        money: Ints,
        counted: bool,
    ) -> None:
        self._tables, self._ends, self._classes, self._money, self._counted = tables, ends, classes, money, counted
        self._none = np.stack([one.none(none) for one in ends])
        shown = np.divide(1.0, self._none, out=np.zeros_like(self._none), where=self._none > 0)
        slopes = np.stack([one.slopes() for one in ends])
        self._first_order = shown[:, : slopes.shape[1], :, None, None] * slopes[:, :, None, None]
        self._labels = cache(self._labelled)
        self._hand = cache(self._played)

    def outcome(
        self, outcome: Outcome, meetings: list[dict[tuple[int, ...], Cents]], weights: Floats
    ) -> tuple[Ints, Floats]:
        """The sums of money of one order in which second cards pair, and by final how probable each is."""
        number, finals = len(outcome.hands), len(meetings)
        hands = [
            self._hand(
                Lot(self._tables.class_of[hand.money], hand.unpaired),
                tuple(frozenset(rows[at] for rows in by_rows) for by_rows in meetings),
            )
            for at, hand in enumerate(outcome.hands)
        ]

        def gone(*named: Played) -> list[tuple[int, int]]:
            """How many cards of the pair have come, and how often that counts, where no hand pairs that is known not
            to. For hands that are not named, that takes differences."""
            others = outcome.unpaired - sum(hand.lot.unpaired for hand in named)
            return [(number - 2 + further, times) for further, times in differences(others)]

        none = _sum(times * self._none[:, many] for many, times in gone())
        alone = [_sum(times * hand.alone[:, many] for many, times in gone(hand)) for hand in hands]
        two = {}
        for a, b in combinations(range(number), 2):
            together = _sum(times * self._two(hands[a], hands[b], many) for many, times in gone(hands[a], hands[b]))
            two[a, b] = _completed(together, alone[a], alone[b], hands[a].usual, hands[b].usual)
        joint = _joint(
            _flat(none, 0), [_flat(one, 1) for one in alone], {key: _flat(one, 2) for key, one in two.items()}
        )
        money = self._sums(hands, meetings)
        amounts, place = np.unique(money.ravel(), return_inverse=True)
        place = place.reshape(finals, -1) + len(amounts) * np.arange(finals)[:, None]
        shares = np.bincount(place.ravel(), weights @ joint.reshape(len(weights), -1), finals * len(amounts))
        return amounts, shares.reshape(finals, -1).astype(np.float64)

    def _two(self, one: Played, other: Played, gone: int) -> Floats:
        """Two hands that end with each label, to first order in the cards that each takes from the other.

        It is as if the dealer's hand depended on either hand alone. What that leaves out is of second order too.
        """
        if self._counted:
            rows = np.stack([ends.two_counted(one.lot, other.lot, gone) for ends in self._ends])
            return one.labels.of @ rows @ other.labels.of.swapaxes(-1, -2)
        first = one.moments[:, gone] * self._first_order[:, gone]
        return np.asarray(first @ other.moments[:, gone].swapaxes(-1, -2))

    def _played(self, lot: Lot, met: Met) -> Played:
        labels, one = self._labels(lot.start, met), self._classes[lot.start]
        usual = labels.of[:, :, np.searchsorted(one.rows, one.usual)].argmax(axis=1)
        moments = labels.of @ np.stack([ends.moments(lot) for ends in self._ends])
        alone, gone = moments[..., 0].copy(), moments.shape[1]
        every = self._none[:, :gone]
        if lot.unpaired:
            every = every - self._none[:, 1 : gone + 1]
        alone[:, :, np.arange(len(usual)), usual] += every - alone.sum(axis=-1)
        return Played(lot, labels, moments, alone, usual)

    def _labelled(self, start: int, met: Met) -> Labels:
        rows = self._classes[start].rows
        money = self._money[rows].T
        apart = np.stack([np.where(np.isin(rows, list(those)), rows, OTHER) if those else np.full(len(rows), OTHER)
                          for those in met])  # fmt: skip
        found = [np.unique(np.stack([*both]), axis=1, return_inverse=True) for both in zip(money, apart, strict=True)]
        most = max(labels.shape[1] for labels, _ in found)
        result = Labels(
            np.zeros((len(met), most), np.int64),
            np.full((len(met), most), PADDING),
            np.zeros((len(met), most, len(rows))),
        )
        for final, (labels, of) in enumerate(found):
            result.money[final, : labels.shape[1]] = labels[0]
            result.row[final, : labels.shape[1]] = labels[1]
            result.of[final, of, np.arange(len(rows))] = 1
        return result

    def _sums(self, hands: Sequence[Played], meetings: list[dict[tuple[int, ...], Cents]]) -> Ints:
        """By final and label of each hand: what all hands win together."""
        result: Ints = np.zeros(len(meetings), np.int64)
        for at, hand in enumerate(hands):
            result = result[..., None] + hand.labels.money.reshape(len(meetings), *(1,) * at, -1)
        for final, by_rows in enumerate(meetings):
            for rows, extra in by_rows.items():
                where = (np.nonzero(hand.labels.row[final] == row)[0] for hand, row in zip(hands, rows, strict=True))
                result[final][np.ix_(*where)] += extra
        return result


def _sum(parts: Iterable[Floats]) -> Floats:
    first, *others = parts
    for more in others:
        first = first + more
    return first


def _flat(array: Floats, labels: int) -> Floats:
    """What is known and the final as one axis, before the axes of so many hands' labels."""
    return array.reshape(-1, *array.shape[array.ndim - labels :])


def _completed(two: Floats, one: Floats, other: Floats, usual: Ints, its_usual: Ints) -> Floats:
    """With the usual label of either hand as what remains of the other alone, by what is known and final."""
    final = np.arange(two.shape[1])
    two[:, final, :, its_usual] = 0
    two[:, final, :, its_usual] = (one - two.sum(axis=3)).swapaxes(0, 1)
    two[:, final, usual] = 0
    two[:, final, usual] = other - two.sum(axis=2)
    return two


def _joint(none: Floats, one: list[Floats], two: dict[tuple[int, int], Floats]) -> Floats:
    """All hands together: independent, and corrected for every two. The first axis is what is known and the final."""
    number, cases = len(one), len(none)
    inverse = np.divide(1.0, none, out=np.zeros_like(none), where=none > 0).reshape(cases, *(1,) * number)
    alone = [inverse * amounts.reshape(cases, *(-1 if at == axis else 1 for axis in range(number)))
             for at, amounts in enumerate(one)]  # fmt: skip

    def product(*left_out: int) -> Floats:
        result: Floats = none.reshape(cases, *(1,) * number)
        for at, amounts in enumerate(alone):
            if at not in left_out:
                result = result * amounts
        return result

    joint = product()
    for (a, b), amounts in two.items():
        shape = (one[axis].shape[1] if axis in (a, b) else 1 for axis in range(number))
        joint = joint + (inverse * amounts.reshape(cases, *shape) - alone[a] * alone[b]) * product(a, b)
    return joint
