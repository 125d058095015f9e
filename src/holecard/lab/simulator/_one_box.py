"""A whole round of one box as a single automaton: the hand, then the dealer, then the result.

It says nothing that the tables of the main game do not say. But a loop that ends once for a round is guessed wrong less
often by a processor than one that ends for the hand and then for the dealer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from holecard.lab.compiler.automaton import NONE
from holecard.lab.simulator._loop_tables import MainTables, Words

CARDS = 10


class Solo(NamedTuple):
    """The tables; a state that draws is the place of its successors, and the others are results."""

    of: Any  # by first two cards, up card and second card: the first state, or `NONE` where the hand is split
    following: Any
    draws: int
    won: Any
    staked: Any


def solo_of(main: MainTables, leaves: Words | None = None) -> Solo:
    """The automaton of one box; `leaves` are those of several strategies, for which `of` has one place more."""
    woven, leaf_of = _Weaver(main), main.leaves.of if leaves is None else leaves
    first = {(leaf, up, hole): woven.leaf(leaf, up, hole) for (*_, up, hole), leaf in np.ndenumerate(leaf_of)}
    draws = CARDS * len(woven.drawing)
    placed = cache(lambda number: NONE if number is None else CARDS * number if number >= 0 else draws - 1 - number)
    of = np.array([placed(first[leaf, up, hole]) for (*_, up, hole), leaf in np.ndenumerate(leaf_of)])
    following = [placed(number) for line in woven.drawing for number in line]
    if draws + len(woven.results) >= NONE or any(number is None for line in woven.drawing for number in line):
        of, following, draws = np.full(of.shape, NONE), [NONE], 0
    won, staked = np.array(list(woven.results), np.int32).T
    words = (np.array(table, np.uint16) for table in (of, following))
    starts, after = words
    return Solo(starts.reshape(leaf_of.shape), after, draws, won.copy(), staked.copy())


class _Weaver:
    """States are numbered as they are made, results from -1 downwards; None stands for a hand that is split."""

    def __init__(self, main: MainTables) -> None:
        self.main = main
        self.drawing: dict[tuple[int | None, ...], int] = {}
        self.results: dict[tuple[int, int], int] = {}
        self.leaf = cache(self._leaf)
        self.hand = cache(self._hand)
        self.dealer = cache(self._dealer)

    def _draw(self, after: Callable[[int], int | None]) -> int:
        line = tuple(after(card) for card in range(CARDS))
        return self.drawing.setdefault(line, len(self.drawing))

    def _result(self, won: int, staked: int) -> int:
        return -1 - self.results.setdefault((won, staked), len(self.results))

    def _leaf(self, leaf: int, up: int, hole: int) -> int | None:
        leaves, dealer = self.main.leaves, self.main.dealer
        node = int(leaves.node[leaf])
        known = (up, hole) if dealer.has_hole_card else (up, -1)
        if node != NONE:
            return self.hand(node, leaf if leaf >= leaves.plain else NONE, *known)
        if dealer.completes or dealer.takes_second or leaves.beside[leaf] != NONE:
            return self._second(NONE, leaf, *known)
        return self._result(int(leaves.money[leaf]), int(leaves.staked[leaf]))

    def _hand(self, node: int, leaf: int, up: int, hole: int) -> int | None:
        hands = self.main.hands
        if node < hands.draws:
            return self._draw(lambda card: self.hand(int(hands.following[node + card]), leaf, up, hole))
        ended = node - hands.draws
        return None if ended >= hands.splits_from else self._second(ended, leaf, up, hole)

    def _second(self, ended: int, leaf: int, up: int, hole: int) -> int:
        """The dealer's second card, which may lie there already."""
        begin = self.main.dealer.begin[up]
        if hole >= 0:
            return self.dealer(ended, leaf, int(begin[hole]))
        return self._draw(lambda card: self.dealer(ended, leaf, int(begin[card])))

    def _dealer(self, ended: int, leaf: int, state: int) -> int:
        hands, _, leaves, dealer, paid = self.main
        needs = dealer.completes or (ended != NONE and hands.waits[ended]) or (leaf != NONE and leaves.waits[leaf])
        if needs and state < dealer.draws:
            return self._draw(lambda card: self.dealer(ended, leaf, int(dealer.following[state + card])))
        final = max(0, state - dealer.draws)
        won = staked = 0
        if ended != NONE:
            won, staked = int(paid[hands.row[ended] + final]), int(hands.staked[ended])
        if leaf != NONE:
            won, staked = won + int(leaves.money[leaf]), staked + int(leaves.staked[leaf])
            if leaves.beside[leaf] != NONE:
                won += int(paid[leaves.beside[leaf] + final])
        return self._result(won, staked)
