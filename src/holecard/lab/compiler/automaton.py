"""Hands and the dealer as automata: a node and the next card give the next node, with all choices already made.

Nodes with the same future are one, whatever is known of the dealer and however the hand was formed; so what is left is
small enough to stay in a processor's nearest memory.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from holecard.lab.compiler._settling import Final, as_final
from holecard.lab.compiler.abstract import VALUES, points_of
from holecard.lab.compiler.compile import Compiled, Kind, Node
from holecard.lab.compiler.dealing import points_in
from holecard.lab.compiler.stage import CannotCompile, Stage
from holecard.values.hand import Points
from holecard.values.money import Cents

Table64 = NDArray[np.integer]
Chosen = Callable[[int], int]  # the place of the choice that is made at a node
CARDS = len(VALUES)
NONE = 0xFFFF  # no such entry in a table
OTHER = -1
_SPLITS = 1 << 32  # numbers of splits while others are still being made


class Line(NamedTuple):
    """What something is worth against each final: the main wager's money, and that of what rides."""

    main: tuple[Cents, ...]
    ride: tuple[Cents, ...]


class Ended(NamedTuple):
    """A hand that is over: its line, its stake, whether what rode with it is settled already, and its row in the
    compiled game, or `OTHER`, where it meets no other hand."""

    line: int
    staked: Cents
    ride_over: bool
    row: int


class Graph(NamedTuple):
    """A compiled game that is walked, and how a sum of its money is told apart into main wager and what rides."""

    compiled: Compiled
    ride: Cents  # what stands for one unit that rides; 0 where nothing does

    def parts(self, money: Cents) -> tuple[Cents, Cents]:
        if not self.ride:
            return money, 0
        units = (2 * money + self.ride) // (2 * self.ride)
        return money - units * self.ride, units


class Dealer(NamedTuple):
    """His automaton; `finals` are the classes of his complete hands, by graph, and then by what else looks at them."""

    begin: Table64
    following: Table64
    draws: int
    finals: tuple[tuple[Any, ...], ...]
    drawn: int  # so many of them, the first ones, may have three cards or more


def dealer_automaton(
    stage: Stage, graphs: Sequence[Graph], also: Callable[[Points], Hashable] = lambda points: None
) -> Dealer:
    """The dealer's own play. `also` tells finals apart that settlement does not."""
    limit = stage.rules.play.dealer_limit
    stands = {(up, points_in(code, limit)) for code, up, *_ in graphs[0].compiled.all_endings.rows()}
    looked_at = cache(also)
    numbers: dict[tuple[int, ...], int] = {}
    finals: dict[tuple[Any, ...], int] = {}
    drawn: set[int] = set()

    def number(hand: Final, points: Points) -> int:
        # Two cards that end the round before anybody acts are nobody's final: their leaves are settled already.
        met = [graph.compiled.final_of for graph in graphs]
        classes = [final_of.get(hand, 0) if points.count == 2 else final_of[hand] for final_of in met]
        found = finals.setdefault((*classes, looked_at(points)), len(finals))
        if points.count != 2:
            drawn.add(found)
        return found

    @cache
    def state(up: int, light: str, points: Points) -> int:
        if (up, points) not in stands:
            line = (-1, *(state(up, light, points.plus(value)) for value in VALUES))
        else:
            line = (number(as_final(up, light, points), points),)
        return numbers.setdefault(line, len(numbers))

    begin = np.array(
        [[state(up, stage.light(up, second), points_of((up, second), limit)) for second in VALUES] for up in VALUES]
    )
    order = sorted(finals.values(), key=lambda final: final not in drawn)  # the first is one that is drawn to
    drawing = [at for line, at in numbers.items() if line[0] < 0]
    draws = CARDS * len(drawing)
    renumbered = {at: CARDS * place for place, at in enumerate(drawing)}
    renumbered |= {at: draws + order.index(line[0]) for line, at in numbers.items() if line[0] >= 0}
    again = np.array([renumbered[at] for at in range(len(numbers))])
    following = np.array([again[list(line[1:])] for line in numbers if line[0] < 0]).ravel()
    return Dealer(again[begin], following, draws, tuple(list(finals)[at] for at in order), len(drawn))


class Hands:
    """The automaton of the players' hands, woven as it is asked for."""

    def __init__(self, graphs: Sequence[Graph], finals: Sequence[tuple[Any, ...]]) -> None:
        self.graphs, self.finals = graphs, finals
        self.lines: dict[Line, int] = {}
        self._drawing: dict[tuple[int, ...], int] = {}
        self._ended: dict[Ended, int] = {}
        self._splits: dict[int, int] = {}
        self._meet = {
            row
            for by_final in graphs[0].compiled.meetings.values()
            for by_rows in by_final.values()
            for rows in by_rows
            for row in rows
        }
        self.line = cache(self._line)

    def _line(self, graph: int, row: int) -> int:
        """The number of a line of the payoffs."""
        its = self.graphs[graph]
        parts = [its.parts(its.compiled.money[row][final[graph]]) for final in self.finals]
        found = Line(tuple(main for main, _ in parts), tuple(ride for _, ride in parts))
        return self.lines.setdefault(found, len(self.lines))

    def together(self, money: Sequence[Cents]) -> int:
        """The number of the line of what hands win together: so much in each class of finals of the first graph."""
        found = Line(tuple(money[final[0]] for final in self.finals), (0,) * len(self.finals))
        return self.lines.setdefault(found, len(self.lines))

    def weaver(self, graph: int, nodes: tuple[Node, ...], chosen: Chosen) -> Callable[[int, int], int]:
        """Gives the number of a node of a graph, as the strategy plays the node that it is like in the game for which
        it was found."""
        mine = self.graphs[graph].compiled.nodes
        met: dict[tuple[int, int], int] = {}

        def number(node: int, like: int) -> int:
            if (node, like) not in met:
                met[node, like] = follow(mine[node], like)
            return met[node, like]

        def follow(here: Node, like: int) -> int:
            there = nodes[like]
            if here.kind is not there.kind or here.choices != there.choices:
                raise CannotCompile("cannot simulate this game: riding money changes what a hand may do")
            match here.kind:
                case Kind.CHOOSE:
                    at = chosen(like)
                    return number(here.after[at], there.after[at])
                case Kind.DRAW:
                    line = tuple(number(*both) for both in zip(here.after, there.after, strict=True))
                    return self._drawing.setdefault(line, len(self._drawing))
                case Kind.ROW:
                    staked, _ = self.graphs[graph].parts(here.staked)
                    found = Ended(
                        self.line(graph, here.row),
                        staked,
                        here.ride_over,
                        here.row if here.row in self._meet else OTHER,
                    )
                    return -1 - self._ended.setdefault(found, len(self._ended))
                case Kind.SPLIT:
                    return -_SPLITS - self._splits.setdefault(here.pair, len(self._splits))

        return number

    @property
    def draws(self) -> int:
        return CARDS * len(self._drawing)

    @property
    def ended(self) -> tuple[Ended, ...]:
        return tuple(self._ended)

    def pairs(self) -> Table64:
        """By hand that is over, then by split: the value that is split."""
        return np.array([0] * len(self._ended) + [pair - 1 for pair in self._splits])

    def places(self, numbers: Sequence[int] | Table64) -> Table64:
        """As the kernel has them: nodes that draw by the place of their successors, then hands that are over, then
        splits; `NONE` stays."""
        found = np.asarray(numbers, np.int64)
        ended = self.draws - 1 - found
        split = self.draws + len(self._ended) - _SPLITS - found
        placed = np.where(found >= 0, CARDS * found, np.where(found > -_SPLITS, ended, split))
        if (placed[found != NONE] >= NONE).any():
            raise CannotCompile("cannot simulate this game: it has too many positions")
        return np.where(found == NONE, NONE, placed)

    def following(self) -> Table64:
        return self.places([node for line in self._drawing for node in line])
