"""Records that the exact solver fills in: a round's figures, and a split hand's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from holecard.lab.compiler.hands_by_cards import Ints
from holecard.lab.compiler.tables import Flags, Floats, SplitTables

TIE = 1e-12  # of two choices that are worth the same the first that the game names is taken


def first_of_best(values: Floats) -> Ints:
    """By node and what is known, the first choice that is as good as any."""
    with np.errstate(invalid="ignore"):
        found: Ints = (values >= values.max(axis=1, keepdims=True) - TIE).argmax(axis=1).astype(np.int8)
    return found


class Worth(NamedTuple):
    """An expectation: what is won, and what is staked for it, in units of the main wager."""

    value: float
    staked: float


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
