"""A pseudo-random strategy in the place of a solved one: it takes every offer and does everything somewhere."""

from __future__ import annotations

from math import inf
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import numpy as np

from holecard.lab.compiler.compile import Kind, Node, Opening, OpeningOffer
from holecard.lab.compiler.stage import ANY, Pair, Settled
from holecard.lab.compiler.tables import Tables
from holecard.lab.simulator.strategy_tables import Sayings
from holecard.lab.solver.exact import Solution, Worth
from holecard.lab.solver.shoes import Strategy

HIGH = 17


class Whims(Solution):
    """Whatever a strategy is read from, drawn by lot: choices by node and what is known of the dealer, which pairs are
    split and split again, and which branch of an offer is taken."""

    def __init__(self, tables: Tables, seed: int) -> None:
        self.tables, self.strategy, self.seed = tables, Strategy.TOTAL, seed
        lot = np.random.default_rng(seed)
        known = len(tables.known)
        open_to = [_places(node, tables.compiled.nodes) for node in tables.compiled.nodes]

        def by_node() -> Any:
            return np.array([places[lot.integers(0, len(places), known)] for places in open_to])

        def yes_or_no() -> Any:
            return lot.integers(0, 2, known).astype(np.bool_)

        self.node_choice = by_node()
        self.values = self.best = np.full((len(tables.alone), known), 0.5)
        self.splits = {pair: np.stack([yes_or_no(), yes_or_no()]).astype(np.float64) for pair in tables.pairs}
        hands: Any = {
            (number, start): SimpleNamespace(by_node=by_node())
            for number, pair in tables.pairs.items()
            for start in pair.classes
        }
        self.split_hands = hands
        self.again = {number: {start: yes_or_no() for start in pair.classes} for number, pair in tables.pairs.items()}

    def opening_worth(self, opening: Opening, pair: Pair, up: int, second: int = ANY) -> Worth:
        """By what follows alone, so that it is the same whoever asks. Of two seeds that follow each other one has done
        with a round as soon as it may, and the other never."""
        if isinstance(opening, Settled):
            return Worth(inf if self.seed % 2 else -inf, 1.0)
        return Worth(float(crc32(repr((self.seed, opening, pair, up)).encode())), 1.0)

    def answer_to(self, offer: OpeningOffer, pair: Pair, up: int, second: int = ANY) -> int:
        worths = [self.opening_worth(after, pair, up).value for _, after in offer.choices]
        return worths.index(max(worths))


def whimsical_card(tables: Tables, seed: int) -> Sayings:
    """A card such as somebody may bring, that splits as it comes."""
    lot = np.random.default_rng(seed)
    known = len(tables.known)
    return Sayings(np.array([lot.integers(0, max(1, len(node.choices)), known) for node in tables.compiled.nodes]))


def _places(node: Node, nodes: tuple[Node, ...]) -> Any:
    """The choices of a node but a split, which `splits` says; any other node has none. A high hand mostly stands, or
    few would be left for the dealer's to be compared with."""
    if node.kind is not Kind.CHOOSE:
        return np.array([0])
    places = [at for at, after in enumerate(node.after) if nodes[after].kind is not Kind.SPLIT]
    if node.total >= HIGH and "stand" in node.choices:
        places += [node.choices.index("stand")] * len(places)
    return np.array(places)
