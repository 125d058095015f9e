"""Money that rides with the first hand of a split, and the hands after it (New Zealand 15D.7, 15D.8; reading N7).

The later hands double and split for what rides as long as it is there. So what they come to depends on whether the
first hand took it away, and both depend on the same cards: they are counted together, by the cards that the first hand
and one later hand hold and the dealer's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from holecard.lab.compiler.automaton import Graph
from holecard.lab.compiler.hands_by_cards import Ints
from holecard.lab.compiler.splitting import Money, Outcome, differences
from holecard.lab.compiler.tables import Floats
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.joint_hands import UNITS, Ends, Factors, counts_of_sums

Ridden = tuple[int, ...]  # what rides comes to, in parts, by the dealer's final


class Later(NamedTuple):
    """A hand after the first, if so many cards of the pair have gone to the others; whether the first one and it are
    known not to pair."""

    money: Money
    first_unpaired: bool
    unpaired: bool
    gone: int


class Riders(NamedTuple):
    """A game with money that rides, solved; and how its sums tell what rides."""

    solution: Solution
    graph: Graph

    def later(self, pair: int, known: int) -> Counter[Later]:
        """Every hand after the first, of every order in which second cards pair, with how often it is counted."""
        found: Counter[Later] = Counter()
        for outcome in self.solution.ways(self.solution.tables.pairs[pair], known):
            for one, times in _later(outcome):
                found[one] += times
        return found

    def ridden(self, row: int) -> Ridden:
        return tuple(self.graph.parts(money)[1] for money in self.solution.tables.compiled.money[row])


def _later(outcome: Outcome) -> Iterator[tuple[Later, int]]:
    first = outcome.hands[0]
    for hand in outcome.hands[1:]:
        others = outcome.unpaired - first.unpaired - hand.unpaired
        for further, times in differences(others):
            yield Later(hand.money, first.unpaired, hand.unpaired, len(outcome.hands) - 2 + further), times


def gained_once_gone(stays: Riders, gone: Riders, pair: int, known: int) -> float:
    """What the later hands of a split win in the rounds in which the first one ends what rides, in parts of it, beyond
    what they would if it stayed. The cards of these rounds are counted with the dealer's hands."""
    together, compiled = stays.solution.together, stays.solution.tables.compiled
    tables = stays.solution.tables.pairs[pair]
    first = together.played(pair, tables.unsplit, known)
    over = np.array([compiled.nodes[node].ride_over for node in first.node], np.bool_)
    if not over.any():
        return 0.0
    result = 0.0
    for (first_unpaired, gone_already), (ends, ridden) in _changed(stays, gone, pair, known).items():
        held = first.where(over, first_unpaired)
        sums, place = np.unique((held.counts @ UNITS)[:, None] + (ends.counts @ UNITS)[None, :], return_inverse=True)
        orders = held.orders[:, None] * ends.orders[None, :]
        won = [_summed(place, orders * final, len(sums)) for final in ridden.T]
        factors = Factors.of(counts_of_sums(sums))
        away = np.zeros((1, 10), np.int64)
        away[0, pair - 1] = gone_already
        others = Ends(away, np.ones(1))
        for dealer in together.dealers(pair, known):
            result += dealer.chance * together.drawn_of(others, factors, won[dealer.final], dealer.left)
    return result


def _changed(stays: Riders, gone: Riders, pair: int, known: int) -> dict[tuple[bool, int], tuple[Ends, Floats]]:
    """The ends of later hands that differ, by whether the first is unpaired and how many cards of the pair have gone:
    with what each comes to by final. Ends that are the same in both cases cancel."""
    rows: dict[Ridden, int] = {}
    found: dict[tuple[bool, int], list[tuple[Ints, Ints, Floats]]] = {}
    for riders, sign in ((gone, 1), (stays, -1)):
        tables = riders.solution.tables.pairs[pair]
        for (money, first_unpaired, unpaired, away), times in riders.later(pair, known).items():
            hand = riders.solution.together.played(pair, tables.class_of[money], known)
            ends = hand.unpaired if unpaired else hand.any
            by_row = {int(row): rows.setdefault(riders.ridden(row), len(rows)) for row in np.unique(hand.row)}
            ridden = np.array([by_row[int(row)] for row in hand.row], np.int64)
            found.setdefault((first_unpaired, away), []).append(
                (ends.counts @ UNITS, ridden, sign * times * ends.orders)
            )
    vectors = np.array(list(rows), np.float64)
    result = {}
    for key, parts in found.items():
        codes, ridden, orders = (np.concatenate(each) for each in zip(*parts, strict=True))
        both, place = np.unique(np.stack([codes, ridden]), axis=1, return_inverse=True)
        summed = _summed(place, orders, both.shape[1])
        left = np.nonzero(summed)[0]
        if len(left):
            result[key] = Ends(counts_of_sums(both[0, left]), summed[left]), vectors[both[1, left]]
    return result


def _summed(place: Ints, what: Floats, places: int) -> Floats:
    found: Floats = np.bincount(place.ravel(), what.ravel(), places).astype(np.float64)
    return found
