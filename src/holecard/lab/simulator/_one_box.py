"""A whole round of one box as a single automaton: the hand, then the dealer, then what it came to.

It says nothing that the tables of `laid` do not say. But a loop that ends once for a round is guessed wrong less often
by a processor than one that ends for the hand and then for the dealer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from holecard.lab.compiler.automaton import NONE

CARDS = 10


class Solo(NamedTuple):
    """The tables; a state that draws is the place of its successors, and the others are results."""

    of: Any  # by first two cards, up card and second card: the first state, or `NONE` where the hand is split
    following: Any
    draws: int
    won: Any
    staked: Any


def solo_of(laid: Any) -> Solo:
    """The automaton of one box under laid tables."""
    woven = _Weaver(laid)
    first = {(leaf, up, hole): woven.leaf(leaf, up, hole) for (_, _, up, hole), leaf in np.ndenumerate(laid.leaf_of)}
    draws = CARDS * len(woven.drawing)
    placed = cache(lambda number: NONE if number is None else CARDS * number if number >= 0 else draws - 1 - number)
    of = np.array([placed(first[leaf, up, hole]) for (_, _, up, hole), leaf in np.ndenumerate(laid.leaf_of)])
    following = [placed(number) for line in woven.drawing for number in line]
    if draws + len(woven.results) >= NONE or any(number is None for line in woven.drawing for number in line):
        of, following, draws = np.full(of.shape, NONE), [NONE], 0
    won, staked = np.array(list(woven.results), np.int32).T
    words = (np.array(table, np.uint16) for table in (of, following))
    starts, after = words
    return Solo(starts.reshape(laid.leaf_of.shape), after, draws, won.copy(), staked.copy())


class _Weaver:
    """States are numbered as they are made, results from -1 downwards; None stands for a hand that is split."""

    def __init__(self, laid: Any) -> None:
        self.laid = laid
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
        laid = self.laid
        node = int(laid.leaf_node[leaf])
        known = (up, hole) if laid.has_hole_card else (up, -1)
        if node != NONE:
            return self.hand(node, leaf if leaf >= laid.leaf_plain else NONE, *known)
        if laid.completes or laid.takes_second or laid.leaf_beside[leaf] != NONE:
            return self._second(NONE, leaf, *known)
        return self._result(int(laid.leaf_money[leaf]), int(laid.leaf_staked[leaf]))

    def _hand(self, node: int, leaf: int, up: int, hole: int) -> int | None:
        laid = self.laid
        if node < laid.draws:
            return self._draw(lambda card: self.hand(int(laid.following[node + card]), leaf, up, hole))
        ended = node - laid.draws
        return None if ended >= laid.splits_from else self._second(ended, leaf, up, hole)

    def _second(self, ended: int, leaf: int, up: int, hole: int) -> int:
        """The dealer's second card, which may lie there already."""
        begin = self.laid.dealer_begin[up]
        if hole >= 0:
            return self.dealer(ended, leaf, int(begin[hole]))
        return self._draw(lambda card: self.dealer(ended, leaf, int(begin[card])))

    def _dealer(self, ended: int, leaf: int, state: int) -> int:
        laid = self.laid
        needs = laid.completes or (ended != NONE and laid.waits[ended]) or (leaf != NONE and laid.leaf_waits[leaf])
        if needs and state < laid.dealer_draws:
            return self._draw(lambda card: self.dealer(ended, leaf, int(laid.dealer_next[state + card])))
        final = max(0, state - laid.dealer_draws)
        won = staked = 0
        if ended != NONE:
            won, staked = int(laid.paid[laid.row[ended] + final]), int(laid.staked[ended])
        if leaf != NONE:
            won, staked = won + int(laid.leaf_money[leaf]), staked + int(laid.leaf_staked[leaf])
            if laid.leaf_beside[leaf] != NONE:
                won += int(laid.paid[laid.leaf_beside[leaf] + final])
        return self._result(won, staked)
