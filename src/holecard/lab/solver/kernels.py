"""The loops, compiled by Numba. They know multisets, nodes and rows, and no game."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from holecard.lab.compiler.tables import Trie

ROW, DRAW, CHOOSE, SPLIT = 0, 1, 2, 3
LANES = 32  # multisets side by side: fewer are slower, more leave the processor's cache

Array = Any  # Numba's decorated functions are untyped


class Drawn(NamedTuple):
    """What cards are drawn from, and what is known of the dealer's hand: by number, the up card and the bits of the
    values that the second card may have."""

    shoe: Array
    taken: float  # 1 where a drawn card is gone, 0 in an endless shoe
    ups: Array
    seconds: Array


class States(NamedTuple):
    """The hands by their cards: what is done in each, what follows, and the cards."""

    kind: Array
    after: Array
    counts: Array


class Settled(NamedTuple):
    """How finished hands are settled: by state its row and its place among the multisets, what a row pays by final, and
    how probable each final is by place."""

    row: Array
    place: Array
    paid: Array
    probability: Array


class Followed(NamedTuple):
    """Choices, each a place among what follows a state, and the states that they lead to."""

    chosen: Array
    used: Array


@njit(cache=True)
def distributions(counts: Array, trie: Trie, drawn: Drawn, finals: int) -> Array:
    """For each multiset that has left the shoe: how probable each final of the dealer is, by what is known of his hand.

    The most frequent final is not counted: it is what remains.
    """
    shoe, taken, ups, seconds = drawn
    parent, card, used, depth, first, leaf, ways = trie
    many, known, nodes = len(counts), len(ups), len(parent)
    lanes = max(1, min(LANES, many))  # no constant: a loop of constant length is unrolled, and then not made wide
    result = np.zeros((many, known, finals))
    most_used, most_cards = used.max() + 1, depth.max() + 1
    left = np.empty((10, lanes))
    total = np.empty(lanes)
    factor = np.empty((10 * most_used, lanes))
    inverse = np.ones((most_cards, lanes))
    weight = np.ones((nodes, lanes))
    scale = np.empty(lanes)
    amount = np.empty(lanes)
    factor_of = card * most_used + used
    for begin in range(0, many, lanes):  # for the processor's wide registers
        for lane in range(lanes):
            number = min(begin + lane, many - 1)
            total[lane] = 0.0
            for value in range(10):
                left[value, lane] = shoe[value] - taken * counts[number, value]
                total[lane] += left[value, lane]
                for so_far in range(most_used):
                    factor[value * most_used + so_far, lane] = max(0.0, left[value, lane] - taken * so_far)
            for cards in range(1, most_cards):
                rest = total[lane] - taken * (cards - 1)
                inverse[cards, lane] = 1.0 / rest if rest > 0 else 0.0
        for node in range(1, nodes):
            before, by, over = parent[node], factor_of[node], depth[node]
            for lane in range(lanes):
                weight[node, lane] = weight[before, lane] * factor[by, lane] * inverse[over, lane]
        for one in range(known):
            up = ups[one]
            for lane in range(lanes):
                possible = 0.0
                for value in range(10):
                    if seconds[one] >> value & 1:
                        possible += max(0.0, left[value, lane] - (taken if value == up else 0.0))
                sure = left[up, lane] * possible * inverse[1, lane] * inverse[2, lane]
                scale[lane] = 1.0 / sure if left[up, lane] > 0 and sure > 0 else 0.0
            for final in range(finals):
                at = one * finals + final
                for lane in range(lanes):
                    amount[lane] = 0.0
                for entry in range(first[at], first[at + 1]):
                    there, times = leaf[entry], ways[entry]
                    for lane in range(lanes):
                        amount[lane] += times * weight[there, lane]
                for lane in range(min(lanes, many - begin)):
                    result[begin + lane, one, final] = amount[lane] * scale[lane]
    return result


@njit(cache=True)
def chances(counts: Array, gone: Array, shoe: Array, taken: float, up: int, second: int, chance: Array) -> bool:
    """How probable each value is as the next card; false where the position cannot be."""
    total = 0.0
    possible = 0.0
    for value in range(10):
        left = shoe[value] - taken * (counts[value] + gone[value] + (1 if value == up else 0))
        if left < 0:
            if left < -1e-9:
                return False
            left = 0.0
        chance[value] = left
        total += left
        if second >> value & 1:
            possible += left
    if possible <= 0 or total - taken <= 0:
        return False
    for value in range(10):
        if second >> value & 1:
            chance[value] *= (possible - taken) / (possible * (total - taken))
        else:
            chance[value] /= total - taken
    return True


@njit(cache=True)
def best_values(states: States, settled: Settled, drawn: Drawn) -> Array:
    """The value of every state by what is known of the dealer, if the best choice but a split is made in each."""
    kind, after, counts = states
    row, place, paid, probability = settled
    shoe, taken, ups, seconds = drawn
    many, known = len(kind), len(ups)
    values = np.zeros((many, known))
    chance = np.empty(10)
    gone = np.zeros(10, np.int64)
    for state in range(many):
        if kind[state] == ROW:
            _row_values(values[state], paid[row[state]], probability, place[state])
        elif kind[state] == DRAW:
            for one in range(known):
                if chances(counts[state], gone, shoe, taken, ups[one], seconds[one], chance):
                    amount = 0.0
                    for value in range(10):
                        amount += chance[value] * values[after[state, value], one]
                    values[state, one] = amount
        elif kind[state] == CHOOSE:
            for one in range(known):
                best = -np.inf
                for at in range(after.shape[1]):
                    if after[state, at] >= 0 and kind[after[state, at]] != SPLIT:
                        best = max(best, values[after[state, at], one])
                values[state, one] = best
    return values


@njit(cache=True)
def _row_values(values: Array, paid: Array, probability: Array, place: int) -> None:
    """What a finished hand is worth: the rest of the dealer's finals are the last column."""
    finals = len(paid) - 1
    for one in range(len(values)):
        amount = paid[finals]
        if place >= 0:
            for final in range(finals):
                amount += probability[place, one, final] * (paid[final] - paid[finals])
        values[one] = amount


@njit(cache=True)
def fixed_values(
    states: States, settled: Settled, staked: Array, followed: Followed, gone: Array, drawn: Drawn
) -> Array:
    """What is won (0) and staked (1) in every state that is used if these choices are followed."""
    kind, after, counts = states
    row, place, paid, probability = settled
    chosen, used = followed
    shoe, taken, ups, seconds = drawn
    many, known = len(kind), len(ups)
    values = np.zeros((2, many, known))
    chance = np.empty(10)
    for state in range(many):
        if not used[state]:
            continue
        if kind[state] == ROW:
            _row_values(values[0, state], paid[row[state]], probability, place[state])
            values[1, state] = staked[state]
        elif kind[state] == DRAW:
            for one in range(known):
                if chances(counts[state], gone, shoe, taken, ups[one], seconds[one], chance):
                    won = 0.0
                    risked = 0.0
                    for value in range(10):
                        won += chance[value] * values[0, after[state, value], one]
                        risked += chance[value] * values[1, after[state, value], one]
                    values[0, state, one] = won
                    values[1, state, one] = risked
        elif kind[state] == CHOOSE:
            for one in range(known):
                then = after[state, chosen[state, one]]
                values[0, state, one] = values[0, then, one]
                values[1, state, one] = values[1, then, one]
    return values


@njit(cache=True)
def followed(kind: Array, after: Array, chosen: Array, start: int) -> Array:
    """Which states can be met from a starting one by the choices given, whatever is known of the dealer."""
    result = np.zeros(len(kind), np.bool_)
    result[start] = True
    for state in range(len(kind) - 1, -1, -1):
        if not result[state]:
            continue
        if kind[state] == DRAW:
            for value in range(10):
                result[after[state, value]] = True
        elif kind[state] == CHOOSE:
            for one in range(chosen.shape[1]):
                result[after[state, chosen[state, one]]] = True
    return result


@njit(cache=True)
def reached(states: States, chosen: Array, starts: Array, weights: Array, drawn: Drawn, spread: bool) -> Array:
    """How often every state is reached from weighted starting states; with `spread`, if every choice is as likely."""
    kind, after, counts = states
    shoe, taken, ups, seconds = drawn
    many, known = len(kind), len(ups)
    result = np.zeros((many, known))
    for at, start in enumerate(starts):
        result[start] = weights[at]
    chance = np.empty(10)
    gone = np.zeros(10, np.int64)
    for state in range(many - 1, -1, -1):
        if kind[state] == DRAW:
            for one in range(known):
                if result[state, one] > 0 and chances(counts[state], gone, shoe, taken, ups[one], seconds[one], chance):
                    for value in range(10):
                        result[after[state, value], one] += chance[value] * result[state, one]
        elif kind[state] == CHOOSE:
            for one in range(known):
                if result[state, one] <= 0:
                    continue
                if spread:
                    for at in range(after.shape[1]):
                        if after[state, at] >= 0:
                            result[after[state, at], one] += result[state, one]
                else:
                    result[after[state, chosen[state, one]], one] += result[state, one]
    return result


@njit(cache=True)
def next_card(counts: Array, gone: Array, drawn: Drawn) -> Array:
    """How probable each value is as the next card, by what is known of the dealer."""
    shoe, taken, ups, seconds = drawn
    result = np.zeros((len(ups), 10))
    for one in range(len(ups)):
        if not chances(counts, gone, shoe, taken, ups[one], seconds[one], result[one]):
            result[one] = 0.0
    return result


@njit(cache=True)
def orders(kind: Array, after: Array, chosen: Array, start: int) -> Array:
    """In how many orders of the cards each state is reached from a starting one by the choices given."""
    result = np.zeros(len(kind))
    result[start] = 1.0
    for state in range(start, -1, -1):
        if result[state] == 0:
            continue
        if kind[state] == DRAW:
            for value in range(10):
                result[after[state, value]] += result[state]
        elif kind[state] == CHOOSE:
            result[after[state, chosen[state]]] += result[state]
    return result


@njit(cache=True)
def drawn_together(
    some: Array, some_orders: Array, first: Array, factor: Array, size: Array, other_orders: Array, left: Array,
    taken: float, most: int,
) -> float:  # fmt: skip
    """How probable it is that one of some multisets and one of others are drawn, in any of their orders.

    The others are given by the factors of each: `factor` is a value and how many of it, `most` numbers to a value.
    It is called so often, for so little each time, that named tuples would cost a twentieth of its speed.
    """
    result = 0.0
    total = left.sum()
    falling = np.empty(10 * most)  # by value and number: in how many ways so many of what is left can be drawn
    inverse = np.empty(size.max() + 1)
    for one in range(len(some)):
        chance = some_orders[one]
        rest = total
        for value in range(10):
            there = left[value]
            for _ in range(some[one, value]):
                chance *= max(0.0, there) / rest if rest > 0 else 0.0
                there -= taken
                rest -= taken
            product = 1.0
            for number in range(most):
                falling[value * most + number] = product
                product *= max(0.0, there)
                there -= taken
        if chance == 0:
            continue
        inverse[0] = 1.0
        for number in range(1, len(inverse)):
            inverse[number] = inverse[number - 1] / rest if rest > 0 else 0.0
            rest -= taken
        among = 0.0
        for other in range(len(other_orders)):
            product = other_orders[other] * inverse[size[other]]
            for at in range(first[other], first[other + 1]):
                product *= falling[factor[at]]
            among += product
        result += chance * among
    return result


def are_compiled() -> bool:
    """Whether machine code is at hand from an earlier run."""
    folder = Path(distributions._cache.cache_path)  # type: ignore[attr-defined]
    names = ("distributions", "best_values", "fixed_values", "followed")  # what every analysis calls
    return all(any(folder.glob(f"kernels.{name}-*.nbi")) for name in names)
