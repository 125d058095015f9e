"""What the exact solver says of a round and of the hands formed by a split."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from holecard.lab.product import Ints
from holecard.lab.tables import Flags, Floats, SplitTables


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
