"""Records that the exact solver fills in: a round's figures, and a split hand's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from holecard.lab.compiler.compile import Kind
from holecard.lab.compiler.hands_by_cards import Ints, Product
from holecard.lab.compiler.tables import Flags, Floats, SplitTables, Tables

TIE = 1e-12  # of two choices that are worth the same the first that the game names is taken


def first_of_best(values: Floats) -> Ints:
    """By node and what is known, the first choice that is as good as any."""
    with np.errstate(invalid="ignore"):
        found: Ints = (values >= values.max(axis=1, keepdims=True) - TIE).argmax(axis=1).astype(np.int8)
    return found


def mean_by_node(tables: Tables, product: Product, choosing: Ints, values: Floats, weights: Floats) -> Floats:
    """What each choice of a node is worth, by what is known: the mean over its states. A split is left out."""
    after, node = product.after[choosing], product.node[choosing]
    result = np.full((len(tables.compiled.nodes), after.shape[1], len(tables.known)), -np.inf)
    for at in range(after.shape[1]):
        there = (after[:, at] >= 0) & (tables.nodes.kind[product.node[after[:, at]]] != Kind.SPLIT)
        summed = np.zeros((len(tables.compiled.nodes), len(tables.known)))
        part = values[after[there, at]]
        part *= weights[choosing[there]]
        np.add.at(summed, node[there], part)
        met = np.unique(node[there])
        result[met, at] = summed[met]
    total = np.zeros((len(tables.compiled.nodes), len(tables.known)))
    np.add.at(total, node, weights[choosing])
    return result / np.where(total > 0, total, 1)[:, None, :]


class Worth(NamedTuple):
    """An expectation: what is won, and what is staked for it, in units of the main wager."""

    value: float
    staked: float


def worth_at(values: Floats, *place: int) -> Worth:
    """The expectation at one place of what is won (0) and staked (1)."""
    return Worth(float(values[0][place]), float(values[1][place]))


@dataclass(frozen=True)
class HandWorth:
    """What a hand formed by a split wins (0) and stakes (1), by how many further cards of the pair have gone.

    `paired` is what it wins alone if its second card pairs and it is not split again.
    """

    any: list[Floats]
    unpaired: list[Floats]
    paired: Floats


@dataclass(frozen=True)
class Hands:
    """How the hands of one class are played after a split, and which of their states that leads to."""

    tables: SplitTables
    chosen: Ints
    used: Flags
    own: Floats | None  # what each state is worth to the hand alone
    by_node: Ints  # what the card says of each node, where the strategy is by totals
