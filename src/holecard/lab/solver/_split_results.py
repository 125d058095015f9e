"""What a split wins, as a distribution by the dealer's final.

The hands of a split share the dealer and the shoe. Of each hand, and of every two, the ends are known together with
the dealer's final (`_split_ends`). For three or four hands, whatever three of them have in common beyond what every two
have is left out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from holecard.lab.compiler.compile import Kind
from holecard.lab.compiler.hands_by_cards import Ints
from holecard.lab.compiler.splitting import Outcome, differences
from holecard.lab.compiler.tables import Floats, PairTables
from holecard.lab.solver._split_ends import Lot, SplitEnds
from holecard.lab.solver.exact import Solution
from holecard.values.money import Cents

OTHER = -1  # of a row on which no other hand's money depends
Amounts = dict[Cents, float]  # how probable each sum of money is


class Labels(NamedTuple):
    """The payoffs' rows in one final, those that come to the same taken together."""

    money: Ints  # by label
    row: Ints  # by label: the row, if other hands' money depends on it
    of: Floats  # by row and label: 1 where the row has the label


class SplitResults:
    """Of one solved game, whose payoffs are `money` by row and final. With `counted`, two hands are counted exactly."""

    def __init__(self, solution: Solution, money: Ints, counted: bool) -> None:
        self._solution, self._money, self._counted = solution, money, counted
        self.labels = cache(self._labelled)

    def of(self, pair: int, chances: dict[int, float]) -> list[Amounts]:
        """By final: how probable each sum of money is from this pair, split as often as `chances` says by what is
        known of the dealer."""
        tables = self._solution.tables.pairs[pair]
        alike: dict[tuple[Outcome, ...], list[int]] = defaultdict(list)
        for known in chances:
            alike[self._solution.ways(tables, known)].append(known)
        result: list[Amounts] = [defaultdict(float) for _ in range(self._money.shape[1])]
        for ways, knowns in alike.items():
            ends = [SplitEnds(self._solution, pair, known) for known in knowns]
            weights = np.array([chances[known] for known in knowns])
            for outcome, times in Counter(ways).items():
                for final, money, shares in self._outcome(tables, ends, outcome, weights):
                    for amount, share in zip(money.tolist(), shares.tolist(), strict=True):
                        result[final][amount] += times * share
        return result

    def _outcome(
        self, tables: PairTables, ends: Sequence[SplitEnds], outcome: Outcome, weights: Floats
    ) -> Iterator[tuple[int, Ints, Floats]]:
        """By final: the sums of money of one order in which second cards pair, and how probable each is."""
        number, finals = len(outcome.hands), self._money.shape[1]
        lots = [Lot(tables.class_of[hand.money], hand.unpaired) for hand in outcome.hands]

        def ending(*named: int) -> Floats:
            """By what is known: the named hands' ends with the dealer's, where no hand pairs that is known not to. For
            hands that are not named, that takes differences."""
            others = outcome.unpaired - sum(lots[at].unpaired for at in named)
            gone = [(number - 2 + further, times) for further, times in differences(others)]
            so = tuple(lots[at] for at in named)
            return np.stack(
                [np.sum([times * one.ending(so, many, self._counted) for many, times in gone], axis=0) for one in ends]
            )

        none = ending()
        alone = {lot: ending(at) for at, lot in enumerate(lots)}
        usual = {lot: np.array([one.usual(lot.start) for one in ends]) for lot in alone}
        both: dict[tuple[Lot, Lot], Floats] = {}
        for a, b in combinations(range(number), 2):
            one, other = lots[a], lots[b]
            if (one, other) not in both:
                both[one, other] = _completed(ending(a, b), alone[one], alone[other], usual[one], usual[other])
        meetings = self._meetings(outcome)
        for final in range(finals):
            by_rows = meetings.get(final, {})
            labels = [
                self.labels(tables.pair, lot.start, final, frozenset(rows[at] for rows in by_rows))
                for at, lot in enumerate(lots)
            ]
            joint = _joint(
                none[:, final],
                [alone[lot][:, :, final] @ label.of for lot, label in zip(lots, labels, strict=True)],
                {
                    (a, b): labels[a].of.T @ both[lots[a], lots[b]][..., final] @ labels[b].of
                    for a, b in combinations(range(number), 2)
                },
            )
            money = _outer_sum([label.money for label in labels])
            for rows, extra in by_rows.items():
                where = np.ix_(*(np.nonzero(label.row == row)[0] for label, row in zip(labels, rows, strict=True)))
                money[where] += extra
            amounts, place = np.unique(money.ravel(), return_inverse=True)
            chances: Floats = np.zeros(len(amounts))
            np.add.at(chances, place, weights @ joint.reshape(len(ends), -1))
            yield final, amounts, chances

    def _meetings(self, outcome: Outcome) -> dict[int, dict[tuple[int, ...], Cents]]:
        tables = self._solution.tables
        found = tables.compiled.meetings.get(outcome.moneys, {})
        return {tables.place_of_final[final]: by_rows for final, by_rows in found.items()}

    def _labelled(self, pair: int, start: int, final: int, met: frozenset[int]) -> Labels:
        """Of the rows in which a hand of this class may end, those in `met` apart."""
        tables = self._solution.tables
        nodes = np.unique(tables.pairs[pair].classes[start].product.node)
        rows = np.unique(tables.nodes.row[nodes[tables.nodes.kind[nodes] == Kind.ROW]])
        apart = np.where(np.isin(rows, list(met)), rows, OTHER)
        labels, of = np.unique(np.stack([self._money[rows, final], apart]), axis=1, return_inverse=True)
        by_row = np.zeros((len(self._money), labels.shape[1]))
        by_row[rows, of] = 1
        return Labels(labels[0], labels[1], by_row)


def _completed(two: Floats, one: Floats, other: Floats, usual: Ints, its_usual: Ints) -> Floats:
    """With the usual row of either hand as what remains of the other alone. The first axis is what is known."""
    known = np.arange(len(two))
    two[known, :, its_usual] = 0
    two[known, :, its_usual] = one - two.sum(axis=2)
    two[known, usual] = 0
    two[known, usual] = other - two.sum(axis=1)
    return two


def _joint(none: Floats, one: list[Floats], two: dict[tuple[int, int], Floats]) -> Floats:
    """All hands together: independent, and corrected for every two. The first axis is what is known."""
    number, known = len(one), len(none)
    inverse = np.divide(1.0, none, out=np.zeros_like(none), where=none > 0).reshape(known, *(1,) * number)
    alone = [inverse * amounts.reshape(known, *(-1 if at == axis else 1 for axis in range(number)))
             for at, amounts in enumerate(one)]  # fmt: skip

    def product(*left_out: int) -> Floats:
        result: Floats = none.reshape(known, *(1,) * number)
        for at, amounts in enumerate(alone):
            if at not in left_out:
                result = result * amounts
        return result

    joint = product()
    for (a, b), amounts in two.items():
        shape = (one[axis].shape[1] if axis in (a, b) else 1 for axis in range(number))
        joint = joint + (inverse * amounts.reshape(known, *shape) - alone[a] * alone[b]) * product(a, b)
    return joint


def _outer_sum(amounts: list[Ints]) -> Ints:
    result = amounts[0].copy()
    for more in amounts[1:]:
        result = result[..., None] + more
    return result
