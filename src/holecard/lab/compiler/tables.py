"""What the solver needs for a compiled game with any shoe: multisets, dealers' hands, and hands that play alike."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from holecard.lab.compiler.compile import Compiled, Kind, SplitPlay, pairs
from holecard.lab.compiler.dealing import UNITS, Endings, counts_of
from holecard.lab.compiler.hands_by_cards import Ints, NodeTable, Product, distinct
from holecard.lab.compiler.splitting import Money, outcomes, terms
from holecard.lab.compiler.stage import Known

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


def code_of(*values: int) -> int:
    return sum(UNITS[value] for value in values)


class Trie(NamedTuple):
    """The dealers' hands that are counted, as paths of ascending values, with their ways by what is known and final."""

    parent: Ints
    card: Ints
    used: Ints
    depth: Ints
    first: Ints
    leaf: Ints
    ways: Floats

    @classmethod
    def of(cls, endings: Endings, final_of: Sequence[int], known: tuple[Known, ...], finals: int) -> Trie:
        """`final_of` the places of finals; `finals` of them are counted: those from there on are what remains."""
        ways: list[Counter[int]] = [Counter() for _ in range(len(known) * finals)]
        told: dict[tuple[int, int], list[int]] = {}  # by first two cards: what may be known of them
        for code, up, second, at, many in endings.rows():
            final = final_of[at]
            if final < finals:
                if (up, second) not in told:
                    told[up, second] = [
                        number for number, one in enumerate(known) if one.up == up and one.second >> second & 1
                    ]
                for number in told[up, second]:
                    ways[number * finals + final][code] += many
        paths: dict[tuple[int, ...], int] = {(): 0}
        rows = [(0, 0, 0, 0)]
        place = {}
        for code in sorted({code for found in ways for code in found}):
            path: tuple[int, ...] = ()
            for value, many in enumerate(counts_of(code)):
                for so_far in range(many):
                    before, path = paths[path], (*path, value)
                    if path not in paths:
                        paths[path] = len(rows)
                        rows.append((before, value, so_far, len(path)))
            place[code] = paths[path]
        first = np.cumsum([0, *(len(found) for found in ways)])
        leaf = [place[code] for found in ways for code in found]
        parent, card, used, depth = np.array(rows, np.int64).T.copy()
        counted = np.array([many for found in ways for many in found.values()], np.float64)
        return cls(parent, card, used, depth, first, np.array(leaf, np.int64), counted)


@dataclass(frozen=True)
class SplitTables:
    """The play of hands formed from one pair, for one class of money."""

    start: int  # the state of its first card
    product: Product
    like: Ints  # by state and choice: the state of the unsplit hand whose value ranks that choice, or -1
    like_node: Ints  # by node: that of the unsplit hand with the same cards, or -1
    like_choice: Ints  # by node and choice: the place of that choice among the unsplit hand's, or -1
    decided: Flags  # by state: whether it is a finished hand that the dealer's hand decides
    alone: bool  # some choice is not the unsplit hand's: it is ranked by what it is worth to this hand alone

    @cached_property
    def codes(self) -> Ints:
        """Of each finished hand that the dealer's hand decides, else -1."""
        return np.where(self.decided, self.product.code, -1)

    def __getstate__(self) -> dict[str, object]:
        """Without the codes, which follow from the rest."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True)
class PairTables:
    """A pair that may be split. Classes of money are named by the node in which their hands begin."""

    pair: int
    play: SplitPlay
    classes: dict[int, SplitTables]
    class_of: dict[Money, int]
    most_gone: int

    @property
    def unsplit(self) -> int:
        """The class of the hand that is split."""
        return self.class_of[self.play.formed.first]


class Tables:
    """Everything that does not depend on the shoe."""

    def __init__(self, compiled: Compiled) -> None:
        began = time.perf_counter()
        self.compiled = compiled
        self.nodes = NodeTable.of(compiled)
        self.known = compiled.known
        self.number_of = {known: number for number, known in enumerate(compiled.known)}
        self.ups = np.array([known.up - 1 for known in self.known], np.int64)
        self.seconds = np.array([known.second >> 1 for known in self.known], np.int64)
        self._order_finals()
        self.alone = Product.of(self.nodes, [(code_of(*pair), node) for pair, node in compiled.starts.items()])
        self.start = {pair: self.alone.find(code_of(*pair), node) for pair, node in compiled.starts.items()}
        self.choosing = np.nonzero(self.nodes.kind[self.alone.node] == Kind.CHOOSE)[0]
        alone = np.where(self._decided(self.alone), self.alone.code, -1)
        self.pairs = {pair: self._pair(play) for pair, play in sorted(compiled.splits.items())}
        others = [one.codes for pair in self.pairs.values() for one in pair.classes.values() if one.alone]
        found = distinct(np.concatenate([[code_of(*pair) for pair in pairs()], alone, *others]).astype(np.int64))
        self.codes = found[found >= 0]  # the cards gone when a hand is settled that is no hand formed by a split
        self.alone_place = places(self.codes, alone)
        self.seconds_taken = compiled.seconds + time.perf_counter() - began

    def _order_finals(self) -> None:
        """The final with most hands comes last: it is not counted but what remains."""
        compiled = self.compiled
        endings = compiled.endings
        final_of = [compiled.final_of[final] for final in endings.finals]
        ended = {(code, final_of[at]) for code, _, _, at, _ in endings.rows()}
        sizes = Counter(final for _, final in ended)
        finals = sorted(sizes, key=lambda final: sizes[final])
        renumbered = {final: number for number, final in enumerate(finals)}
        self.finals = len(finals) - 1
        self.place_of_final = renumbered
        self.paid = np.array(compiled.money, np.float64)[:, finals] / compiled.stake
        self._varies = (self.paid != self.paid[:, :1]).any(axis=1)
        self.trie = Trie.of(endings, [renumbered[final] for final in final_of], self.known, self.finals)

    def _decided(self, product: Product) -> Flags:
        found: Flags = (self.nodes.kind[product.node] == Kind.ROW) & self._varies[self.nodes.row[product.node]]
        return found

    def _pair(self, play: SplitPlay) -> PairTables:
        most = max(
            term.gone
            for again in _subsets(play)
            for formed in (play.formed, *play.again.values())
            for term in terms(outcomes(play.again, formed.first, formed.second, again))
        )
        classes = {}
        for start in dict.fromkeys(play.start.values()):
            product = Product.of(self.nodes, [(code_of(play.pair), start)])
            original = start == play.start[play.formed.first]
            if original:
                like, like_node, like_choice = self._like(product, play.pair, start)
            else:
                like, like_node, like_choice = product.after, self._no_nodes, self._no_choices
            begins = product.find(code_of(play.pair), start)
            classes[start] = SplitTables(
                begins,
                product,
                like,
                like_node,
                like_choice,
                self._decided(product),
                not original or self._offers_more(product, like),
            )
        return PairTables(play.pair, play, classes, dict(play.start), most)

    def _offers_more(self, product: Product, like: Ints) -> bool:
        choosing = self.nodes.kind[product.node] == Kind.CHOOSE
        return bool(((product.after[choosing, : like.shape[1]] >= 0) & (like[choosing] < 0)).any())

    @property
    def _no_nodes(self) -> Ints:
        return np.full(len(self.compiled.nodes), -1, np.int64)

    @property
    def _no_choices(self) -> Ints:
        return np.full(self.nodes.after.shape, -1, np.int64)

    def _like(self, product: Product, pair: int, start: int) -> tuple[Ints, Ints, Ints]:
        """For each choice of a split hand, the state that the unsplit hand with the same cards would come to; and by
        node, which node and which of its choices."""
        nodes = self.compiled.nodes
        same: dict[int, int] = {}  # the unsplit hand's node for each of the split hand's
        todo = [
            (nodes[start].after[value - 1], self.compiled.starts[one, other])
            for value in range(1, 11)
            for one, other in [(min(pair, value), max(pair, value))]
            if (one, other) in self.compiled.starts
        ]
        likened, places = self._no_choices, self._no_choices  # by the split hand's node and choice
        while todo:
            mine, other = todo.pop()
            here, there = nodes[mine], nodes[other]
            if mine in same or here.kind is not there.kind:
                continue
            same[mine] = other
            if here.kind is Kind.DRAW:
                todo += zip(here.after, there.after, strict=True)
            elif here.kind is Kind.CHOOSE:
                by_name = dict(zip(there.choices, there.after, strict=True))
                for at, (do, after) in enumerate(zip(here.choices, here.after, strict=True)):
                    if do in by_name:
                        likened[mine, at] = by_name[do]
                        places[mine, at] = there.choices.index(do)
                        todo.append((after, by_name[do]))
        most = max(len(node.choices) for node in nodes)
        columns = [self.alone.find_all(product.code, likened[product.node, at]) for at in range(most)]
        like_node = self._no_nodes
        like_node[list(same)] = list(same.values())
        return np.stack(columns, axis=1).astype(np.int32), like_node, places


def places(codes: Ints, wanted: Ints) -> Ints:
    """Where each wanted code is among the codes, which are sorted; -1 for -1."""
    return np.where(wanted >= 0, np.searchsorted(codes, wanted), -1)


def _subsets(play: SplitPlay) -> list[frozenset[Money]]:
    found: list[frozenset[Money]] = [frozenset()]
    for money in play.start:
        found += [one | {money} for one in found]
    return found
