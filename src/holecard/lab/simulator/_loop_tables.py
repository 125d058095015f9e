"""What the simulator's loop reads and writes: tables that say everything about a game without naming it.

A node that draws is the place of its successors, so that the loop adds a card to it and multiplies nothing. After the
nodes that draw come finished hands, and after those splits. The dealer's states that draw are such places too, and
after them come his finals. A finished hand is a line of the payoffs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint16]
Lines = NDArray[np.uint32]
Amounts = NDArray[np.int32]


class HandTables(NamedTuple):
    """A hand, from its first cards to its end."""

    following: Words  # by node and card: the next node, every choice made
    draws: int  # the first node that does not draw
    splits_from: int  # the first end that is a split
    row: Lines  # by finished hand: where its line of the payoffs begins
    staked: Amounts
    waits: Words  # whether the dealer's further cards can change it
    pair: Words  # of a split


class SplitTables(NamedTuple):
    """Hands that a split makes, each in a context: its pair and its money."""

    begin: Words  # by context and what is known: the node of a hand with one card
    pair: Words  # by context
    first: Words  # by value: the contexts of the two hands that a split makes
    second: Words
    again_first: Words  # by context and number of hands
    again_second: Words
    resplits: Words  # by context and what is known


class LeafTables(NamedTuple):
    """Where the cards of the deal lead."""

    of: Words  # by first two cards, up card and second card
    plain: int  # from this leaf on there is more to see than a hand that acts or waits
    node: Words
    known: Words
    money: Amounts
    staked: Amounts
    beside: Lines
    waits: Words


class DealerTables(NamedTuple):
    """The dealer's hand."""

    begin: Words  # by up card and second card
    following: Words
    draws: int  # the first state that does not draw
    completes: bool  # whether he draws even if nothing depends on it
    takes_second: bool  # and whether he takes a second card, where there is no hole card
    has_hole_card: bool


class MainTables(NamedTuple):
    """The main game."""

    hands: HandTables
    splits: SplitTables
    leaves: LeafTables
    dealer: DealerTables
    paid: Amounts  # by line and final


class Dealing(NamedTuple):
    """Where the cards come from."""

    shoe: NDArray[np.uint8]  # the cards in their order, with spare places behind them
    cut: int  # cards behind the cutting card
    fresh: bool  # whether every round begins with all cards
    boxes: int
    rng: NDArray[np.uint64]


class Counted(NamedTuple):
    """What the loop adds up, and what it writes down."""

    sums: NDArray[np.int64]  # of stakes, then winners of each side wager
    results: NDArray[np.int64]  # how often a round, then each side wager, came to what; losses from the end backwards
    tape: NDArray[np.int64]  # the results and the cards of each round, if there is room for them


class Counts(NamedTuple):
    """The counts that are carried through a shoe, and where each round is tallied. Counts are in whole parts."""

    tags: NDArray[np.int64]  # by count and card
    start: NDArray[np.int64]  # by count: that of a fresh shoe
    per_deck: NDArray[np.float64]  # by count and cards gone: makes the label of a running count, before it is rounded
    band: NDArray[np.uint16]  # by cards gone: how deep the round begins
    tally: NDArray[np.int64]  # by count, band and label: rounds, then results and their squares, of each wager


class Departures(NamedTuple):
    """The strategies of several true counts: which is played depends on the first count when the round begins."""

    lowest: int  # the label of the first
    many: int
    leaf: Words  # by strategy, first two cards, up card and second card
    first: Words  # the same, for one box as a single automaton
