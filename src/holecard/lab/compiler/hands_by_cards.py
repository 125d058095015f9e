"""Hands by their cards: every multiset of values that a hand can have, with its node in the graph of play.

The solver for a finite shoe needs to know which cards have gone, which a node forgets. So a state here is a node
together with a multiset, laid out so that whatever follows a state comes before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from holecard.lab.compiler.compile import Compiled, Kind
from holecard.lab.compiler.dealing import BITS, UNITS

Ints = NDArray[np.integer]
NODE_BITS = 12
NODE_MASK = (1 << NODE_BITS) - 1
CARD_UNITS = np.array(UNITS[1:], np.int64)


@dataclass(frozen=True)
class NodeTable:
    """The nodes of a compiled game as arrays."""

    kind: Ints
    row: Ints
    after: Ints  # by card or by choice, -1 where there is none
    many: Ints  # choices
    height: Ints  # the longest chain of choices before a card or the end
    pair: Ints
    staked: NDArray[np.float64]

    @classmethod
    def of(cls, compiled: Compiled) -> NodeTable:
        nodes = compiled.nodes
        width = max(10, *(len(node.after) for node in nodes))
        after = np.full((len(nodes), width), -1, np.int64)
        height = np.zeros(len(nodes), np.int64)
        for number, node in enumerate(nodes):  # a node comes after those that follow it
            after[number, : len(node.after)] = node.after
            if node.kind is Kind.CHOOSE:
                height[number] = 1 + max(height[one] for one in node.after)
        return cls(
            np.array([node.kind for node in nodes], np.int64),
            np.array([node.row for node in nodes], np.int64),
            after,
            np.array([len(node.choices) for node in nodes], np.int64),
            height,
            np.array([node.pair for node in nodes], np.int64),
            np.array([node.staked for node in nodes], np.float64),
        )


def distinct(numbers: Ints) -> Ints:
    """Each of them once, in order (by sorting, which is faster here than numpy's own way)."""
    ordered = np.sort(numbers)
    return ordered[np.concatenate([[True], ordered[1:] != ordered[:-1]])] if len(ordered) else ordered


def counts_of_codes(codes: Ints) -> NDArray[np.int64]:
    """How many of each value, a line for each code."""
    return codes[:, None] >> (BITS * np.arange(10)) & 31


@dataclass(frozen=True)
class Product:
    """The states that can follow some starting ones; whatever follows a state stands before it."""

    code: Ints
    node: Ints
    after: Ints  # states, by card or by choice
    counts: Ints

    @classmethod
    def of(cls, table: NodeTable, starts: Iterable[tuple[int, int]]) -> Product:
        """From these codes and nodes."""
        frontier = distinct(np.array([code << NODE_BITS | node for code, node in starts], np.int64))
        keys = frontier
        while len(frontier):
            following = distinct(_following(table, frontier))
            nearest = keys[np.minimum(np.searchsorted(keys, following), len(keys) - 1)]
            frontier = following[nearest != following]
            keys = np.sort(np.concatenate([keys, frontier]))
        code, node = keys >> NODE_BITS, keys & NODE_MASK
        counts = counts_of_codes(code)
        order = np.lexsort((table.height[node], -counts.sum(axis=1)))
        places = np.empty(len(keys), np.int64)
        places[order] = np.arange(len(keys))
        code, node, counts = code[order], node[order], counts[order]
        after = np.full((len(keys), table.after.shape[1]), -1, np.int32)
        for at in range(after.shape[1]):
            there = table.after[node, at] >= 0
            draws = table.kind[node] == Kind.DRAW
            moved = np.where(draws, code + (CARD_UNITS[at] if at < 10 else 0), code)
            wanted = moved[there] << NODE_BITS | table.after[node, at][there]
            after[there, at] = places[np.searchsorted(keys, wanted)]
        return cls(code, node.astype(np.int32), after, counts.astype(np.int8))

    @cached_property
    def _found_by(self) -> tuple[Ints, Ints]:
        """The codes and nodes in order, and where each is."""
        keys = self.code << NODE_BITS | self.node
        places = np.argsort(keys)
        return keys[places], places

    def __getstate__(self) -> dict[str, Ints]:
        """Without what is found anew when it is needed: it would be a third of the file, and a solution rarely asks."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def find(self, code: int, node: int) -> int:
        """The state of these cards in this node; -1 where no play leads there."""
        return int(self.find_all(np.array([code]), np.array([node]))[0])

    def find_all(self, codes: Ints, nodes: Ints) -> Ints:
        keys = codes << NODE_BITS | nodes
        have, places = self._found_by
        at = np.minimum(np.searchsorted(have, keys), len(have) - 1)
        return np.where((nodes >= 0) & (have[at] == keys), places[at], -1)

    def __len__(self) -> int:
        return len(self.code)


def _following(table: NodeTable, keys: Ints) -> Ints:
    code, node = keys >> NODE_BITS, keys & NODE_MASK
    draws = table.kind[node] == Kind.DRAW
    found = []
    for at in range(table.after.shape[1]):
        there = table.after[node, at] >= 0
        unit = CARD_UNITS[at] if at < 10 else 0
        moved = np.where(draws, code + unit, code)[there]
        found.append(moved << NODE_BITS | table.after[node, at][there])
    return np.concatenate(found)
