"""The distribution of a round's result, from the solver: how probable it is to win or lose how much on one box.

It is that of the very strategy whose expectation the solver gives. It includes the money of offers taken, of an Ante
and of whatever else follows from the main wager.

>>> from holecard.games import find
>>> from holecard.lab.solver.analysis import analyse
>>> analysis = analyse(find("reference").configure({"decks": "1", "max_hands": "2"}))
>>> found = distribution(analysis.solution)
>>> [(net, round(found.results[net], 4)) for net in (-1, 0, 1, 1.5, 2)]
[(-1, 0.4324), (0, 0.0847), (1, 0.3235), (1.5, 0.0465), (2, 0.064)]
>>> abs(found.mean - analysis.ev) < 1e-9, round(found.standard_deviation, 3)
(True, 1.156)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from holecard.lab.compiler.compile import Kind, Opening, OpeningChance, OpeningLeaf, OpeningOffer, pairs
from holecard.lab.compiler.hands_by_cards import distinct
from holecard.lab.compiler.stage import ANY, Known, Pair, Settled
from holecard.lab.compiler.tables import Floats, code_of
from holecard.lab.solver._split_ends import with_last
from holecard.lab.solver._split_results import Amounts, SplitResults
from holecard.lab.solver.exact import Solution

LEAST = 1e-15  # a smaller probability is the rounding of double precision


@dataclass(frozen=True)
class Distribution:
    """How probable each result of a round is, in units of the initial main wager; the results in order."""

    results: Mapping[float, float]

    @property
    def mean(self) -> float:
        return sum(net * chance for net, chance in self.results.items())

    @property
    def variance(self) -> float:
        mean = self.mean
        return sum(chance * (net - mean) ** 2 for net, chance in self.results.items())

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)


class Hand(NamedTuple):
    """Two cards that begin to act, and how often they do."""

    chance: float
    pair: Pair
    known: int


def distribution(solution: Solution, *, counted: bool = False) -> Distribution:
    """The distribution of a round's result.

    Everything is exact but what the hands of a split have in common, which is taken to first order in the cards that
    they take from each other. With `counted`, two hands are counted exactly, which takes many times as long.
    """
    found = _Round(solution, counted).results()
    stake = solution.tables.compiled.stake
    ordered = sorted(found.items())
    return Distribution({money / stake: chance for money, chance in ordered if abs(chance) > LEAST})


class _Round:
    def __init__(self, solution: Solution, counted: bool) -> None:
        self.solution, self.tables = solution, solution.tables
        self.money = np.rint(self.tables.paid * self.tables.compiled.stake).astype(np.int64)  # by row and final
        self.splits = SplitResults(solution, self.money, counted)
        self.found: Amounts = defaultdict(float)

    def results(self) -> Amounts:
        alone: dict[int, list[Hand]] = defaultdict(list)  # by the row of the wagers beside the hand
        split: dict[tuple[int, int], list[Hand]] = defaultdict(list)  # the same, by pair too
        for chance, pair, leaf in self._leaves():
            if isinstance(leaf, Settled):
                each = leaf.by_suits or (leaf.money,)
                for money in each:
                    self.found[money] += chance / len(each)
            elif self.tables.compiled.nodes[leaf.node].kind is Kind.ROW:
                self._wait(chance, pair, leaf)
            else:
                hand = Hand(chance, pair, self.tables.number_of[leaf.known])
                if self.solution.is_split(pair, hand.known):
                    split[pair[0], leaf.beside].append(hand)
                else:
                    alone[leaf.beside].append(hand)
        for beside, hands in alone.items():
            self._play(hands, beside)
        for (value, beside), hands in split.items():
            self._split(value, hands, beside)
        return self.found

    # The opening

    def _leaves(self) -> Iterator[tuple[float, Pair, OpeningLeaf | Settled]]:
        """Where the openings leave the hands, and how often, with every offer answered by the strategy."""
        for pair in pairs():
            for up in range(1, 11):
                chance = self.solution.cards.pair_probability(pair, up)
                if chance > 0:
                    for share, leaf in self._opened(self.tables.compiled.openings[pair, up], pair, up):
                        yield chance * share, pair, leaf

    def _opened(
        self, opening: Opening, pair: Pair, up: int, second: int = ANY
    ) -> Iterator[tuple[float, OpeningLeaf | Settled]]:
        match opening:
            case OpeningChance(outcomes=outcomes):
                for values, after in outcomes:
                    chance = self.solution.second_probability(pair, Known(up, values & second), second)
                    if chance > 0:
                        for share, leaf in self._opened(after, pair, up, values):
                            yield chance * share, leaf
            case OpeningOffer(choices=choices):
                _, after = choices[self.solution.answer_to(opening, pair, up, second)]
                yield from self._opened(after, pair, up, second)
            case OpeningLeaf() | Settled():
                yield 1.0, opening

    # What hands win

    def _add(self, chances: Floats, money: NDArray[np.int64]) -> None:
        for chance, amount in zip(chances.ravel().tolist(), money.ravel().tolist(), strict=True):
            if chance:
                self.found[amount] += chance

    def _beside(self, row: int) -> NDArray[np.int64]:
        """What the wagers beside a hand win, by final."""
        return self.money[row] if row >= 0 else np.zeros(self.money.shape[1], np.int64)

    def _wait(self, chance: float, pair: Pair, leaf: OpeningLeaf) -> None:
        """A hand that does not act, such as a Blackjack."""
        row = self.tables.compiled.nodes[leaf.node].row
        place = int(np.searchsorted(self.tables.codes, code_of(*pair)))
        finals = with_last(self.solution.probability[place, self.tables.number_of[leaf.known]])
        self._add(chance * finals, self.money[row] + self._beside(leaf.beside))

    def _play(self, hands: list[Hand], beside: int) -> None:
        """Hands that are not split, by the choices of the strategy."""
        solution, tables, product = self.solution, self.tables, self.tables.alone
        starts = list(dict.fromkeys(hand.pair for hand in hands))
        weights = np.zeros((len(starts), len(tables.known)))
        for chance, pair, known in hands:
            weights[starts.index(pair), known] += chance
        states = np.array([tables.start[pair] for pair in starts], np.int64)
        met = solution.reached(product, solution.chosen, states, weights, spread=False)
        ended = np.nonzero((tables.nodes.kind[product.node] == Kind.ROW) & met.any(axis=1))[0]
        row, met = tables.nodes.row[product.node[ended]], met[ended]
        also = self._beside(beside)
        waits = (also != also[0]).any() | (self.money[row] != self.money[row, :1]).any(axis=1)
        settled, open_ = np.nonzero(~waits)[0], np.nonzero(waits)[0]
        self._add(met[settled].sum(axis=1), self.money[row[settled], 0] + also[0])
        codes = distinct(product.code[ended[open_]])
        finals = with_last(solution.settled_distributions(codes))[np.searchsorted(codes, product.code[ended[open_]])]
        by_row = np.zeros(self.money.shape)
        np.add.at(by_row, row[open_], np.einsum("sk,skf->sf", met[open_], finals))
        self._add(by_row, self.money + also)

    def _split(self, pair: int, hands: list[Hand], beside: int) -> None:
        chances: dict[int, float] = {}
        for hand in hands:
            chances[hand.known] = chances.get(hand.known, 0.0) + hand.chance
        for also, results in zip(self._beside(beside).tolist(), self.splits.of(pair, chances), strict=True):
            for amount, chance in results.items():
                self.found[amount + also] += chance
