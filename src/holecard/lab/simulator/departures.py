"""Several strategies of one game, laid over the same tables: a card counter plays the one of the round's true count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from holecard.engine.rules import Rules
from holecard.lab.simulator._loop_tables import Departures
from holecard.lab.simulator._one_box import solo_of
from holecard.lab.simulator.strategy_tables import Layer, Leaf, StrategyTables
from holecard.lab.solver.exact import Solution


def lay_departures(rules: Rules, basic: Solution, by_count: Sequence[Solution], lowest: int) -> StrategyTables:
    """The basic strategy, and beside it one for each true count from the lowest on.

    What is known of the dealer is numbered apart for each, because a split hand looks up its play by it.
    """
    first = Layer(rules, basic)
    layers = [first, *(Layer(rules, solution, like=first) for solution in by_count)]
    known = len(first.tables.known)
    leaves: dict[Leaf, int] = {}
    places = []
    for at, layer in enumerate(layers):
        own = [leaf._replace(known=leaf.known + at * known) for leaf in layer.leaves]
        places.append(np.array([leaves.setdefault(leaf, len(leaves)) for leaf in own])[layer.leaf_of])
    order = sorted(leaves, key=lambda leaf: not leaf.is_plain)  # the plain ones first
    number = {leaf: at for at, leaf in enumerate(order)}
    leaf_of = np.array([number[leaf] for leaf in leaves], np.uint16)[np.array(places)]
    first.leaves, first.leaf_of = tuple(order), leaf_of[0]
    first.split = first.split._replace(
        begin=np.concatenate([layer.split.begin for layer in layers], axis=1),
        resplits=np.concatenate([layer.split.resplits for layer in layers], axis=1),
    )
    laid = first.laid()
    solo = solo_of(laid.main, leaf_of)
    departs = Departures(lowest, len(by_count), leaf_of[1:].copy(), solo.of[1:].copy())
    return replace(laid, solo=solo._replace(of=solo.of[0].copy()), departs=departs)
