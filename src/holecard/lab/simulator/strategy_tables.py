"""A compiled game with its strategy applied: tables that the simulator follows without knowing the game.

A hand's node and the next card give its next node, every choice already made by the strategy. A finished hand is a line
of the payoffs; what it is worth is known once the dealer's hand is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any, NamedTuple

import numpy as np

from holecard.engine.rules import Rules
from holecard.lab.compiler.abstract import VALUES
from holecard.lab.compiler.automaton import NONE, Dealer, Graph, Hands, Table64, dealer_automaton
from holecard.lab.compiler.compile import Kind, Opening, OpeningChance, OpeningLeaf, OpeningOffer, pairs
from holecard.lab.compiler.dealing import draws_anyway
from holecard.lab.compiler.splitting import Formed, Money
from holecard.lab.compiler.stage import ANY, CannotCompile, Pair, Settled, Stage
from holecard.lab.compiler.tables import code_of
from holecard.lab.simulator._loop_tables import (
    Amounts,
    DealerTables,
    Departures,
    HandTables,
    LeafTables,
    MainTables,
    SplitTables,
    Words,
)
from holecard.lab.simulator._one_box import Solo, solo_of
from holecard.lab.simulator.meeting_states import Meets, meeting_states
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.shoes import Strategy
from holecard.values.hand import Points
from holecard.values.money import Cents

MOST_HANDS = 8


class WagerTables(NamedTuple):
    """A side wager on every box: what is staked, in its own unit of money."""

    key: str
    stake: int


@dataclass(frozen=True)
class StrategyTables:
    """The tables. Money is in `quantum`s of a cent, so that sums of squares stay whole numbers."""

    main: MainTables
    solo: Solo  # one box as a single automaton
    beside: Any  # the tables of side wagers, or None
    meets: Meets | None  # where hands are settled by each other
    quantum: Cents
    stake: int
    largest: int  # the most that a box can come to, won or lost
    wagers: tuple[WagerTables, ...] = ()
    departs: Departures | None = None  # where the play depends on a count


class Sayings(NamedTuple):
    """What a card says otherwise than the solution's own: by node and what is known, the place of the choice."""

    choice: Table64


class Leaf(NamedTuple):
    """Where an opening leads: a node (or `NONE`), what is known, money won and staked at once, a line beside; with the
    node after a third card is asked for, and the units won by each that rode."""

    node: int
    known: int = 0
    money: Cents = 0
    staked: Cents = 0
    beside: int = NONE
    third: int = NONE
    ride: int = 0

    @property
    def is_plain(self) -> bool:
        return self.node != NONE and (self.money, self.staked, self.beside) == (0, 0, NONE)


class Context(NamedTuple):
    """A hand formed by a split: the graph it is walked in, its pair, its money, and what that is like in the game for
    which the strategy was found."""

    graph: int
    pair: int
    money: Money
    like: Money


def lay(rules: Rules, solution: Solution, two_card: bool = False, sayings: Sayings | None = None) -> StrategyTables:
    """Lay the total-dependent strategy of a solution over its game.

    With `two_card` the first choice is the best for the very two cards. `sayings` are those of another card.
    """
    return Layer(rules, solution, two_card, sayings).laid()


class Layer:
    """A strategy while it is laid: over its own game, or over one in which money of a side wager rides."""

    def __init__(
        self,
        rules: Rules,
        solution: Solution,
        two_card: bool = False,
        sayings: Sayings | None = None,
        *,
        graphs: tuple[Graph, ...] = (),
        also: Callable[[Points], Hashable] = lambda points: None,
        like: Layer | None = None,
    ) -> None:
        """`like` another layer of the same game: both are woven into the same tables."""
        assert solution.strategy is Strategy.TOTAL, "a walk over nodes can follow no other"
        self.stage, self.solution = Stage(rules), solution
        self.tables, self.compiled = solution.tables, solution.tables.compiled
        self.two_card, self.sayings = two_card, sayings
        self.graphs = graphs or (Graph(self.compiled, 0),)
        if len(self.graphs) > 1 and self.compiled.meetings:
            raise CannotCompile("cannot simulate a riding side wager: split hands depend on each other's cards")
        self.dealer: Dealer = dealer_automaton(self.stage, self.graphs, also) if like is None else like.dealer
        self.hands: Hands = Hands(self.graphs, self.dealer.finals) if like is None else like.hands
        self.choice = self._choice()
        self.contexts: dict[Context, int] = {}
        self.split = self._contexts()
        self.weavers = [self._weaver(0, self.choice, known) for known in range(len(self.tables.known))]
        self._met: dict[tuple[int, int, Pair, int], Leaf] = {}
        leaves: dict[Leaf, int] = {}
        leaf_of = self._leaf_of(leaves)
        order = sorted(leaves, key=lambda leaf: not leaf.is_plain)  # the plain ones first
        self.leaves = tuple(order)
        self.leaf_of = np.array([order.index(leaf) for leaf in leaves])[leaf_of]

    def laid(self) -> StrategyTables:
        """The tables."""
        hands, dealer, leaves, ended = self.hands, self.dealer, self.leaves, self.hands.ended
        met = meeting_states(self.compiled, [context.money for context in self.contexts], [one.row for one in ended])
        together = [hands.together(extra) if any(extra) else NONE for extra in met.extra]
        lines = list(hands.lines)
        money = [self.compiled.stake, *(amount for line in lines for amount in line.main)]
        money += [one.staked for one in ended] + [amount for leaf in leaves for amount in (leaf.money, leaf.staked)]
        quantum = gcd(*money)
        finals = len(dealer.finals)
        if len(lines) * finals >= NONE:
            raise CannotCompile("cannot simulate this game: a hand has too many possible results")
        varies = [any(len(set(side[: dealer.drawn])) > 1 for side in line) for line in lines]
        most = max(abs(amount) for line in lines for amount in line.main)
        meets = Meets.of(met.following, together, finals, varies) if self.compiled.meetings else None
        largest = max(abs(leaf.money) for leaf in leaves) + (MOST_HANDS + 1 + (meets is not None)) * most
        main = MainTables(
            hands=HandTables(
                following=_words(hands.following()),
                draws=hands.draws,
                splits_from=len(ended),
                row=np.array([one.line * finals for one in ended], np.uint32),
                staked=_amounts([one.staked for one in ended], quantum),
                waits=_words([varies[one.line] for one in ended]),
                pair=_words(hands.pairs()),
            ),
            splits=SplitTables(*map(_words, self.split._replace(begin=_words(hands.places(self.split.begin))))),
            leaves=LeafTables(
                of=_words(self.leaf_of),
                plain=sum(leaf.is_plain for leaf in leaves),
                node=_words(hands.places([leaf.node for leaf in leaves])),
                known=_words([leaf.known for leaf in leaves]),
                money=_amounts([leaf.money for leaf in leaves], quantum),
                staked=_amounts([leaf.staked for leaf in leaves], quantum),
                beside=np.array([NONE if leaf.beside == NONE else leaf.beside * finals for leaf in leaves], np.uint32),
                waits=_words([leaf.beside != NONE and varies[leaf.beside] for leaf in leaves]),
            ),
            dealer=DealerTables(
                begin=_words(dealer.begin),
                following=_words(dealer.following),
                draws=dealer.draws,
                completes=draws_anyway(self.stage, 10, 2),
                takes_second=draws_anyway(self.stage, 10),
                has_hole_card=self.compiled.has_hole_card,
            ),
            paid=_amounts([amount for line in lines for amount in line.main], quantum),
        )
        stake = self.compiled.stake // quantum
        return StrategyTables(main, solo_of(main), None, meets, quantum, stake, largest // quantum)

    def _choice(self) -> Table64:
        """An unsplit hand, by node and what is known: the card's choice, and a split where that is better."""
        solution, tables = self.solution, self.tables
        if self.sayings is not None:
            return self.sayings.choice
        choice = solution.node_choice.copy()
        for pair, state in tables.start.items():
            if pair[0] == pair[1] and pair[0] in solution.splits:
                node = int(tables.alone.node[state])
                place = next(
                    at for at, after in enumerate(self.compiled.nodes[node].after)
                    if self.compiled.nodes[after].kind is Kind.SPLIT
                )  # fmt: skip
                better = solution.splits[pair[0]][0] > solution.values[state]
                choice[node] = np.where(better, place, choice[node])
        return choice

    def _weaver(self, graph: int, choice: Table64, known: int) -> Callable[[int, int], int]:
        """Weaves nodes by these choices, with so much known."""
        chosen = [int(one) for one in choice[:, known]]
        return self.hands.weaver(graph, self.compiled.nodes, chosen.__getitem__)

    # Hands formed by a split

    def _contexts(self) -> SplitTables:
        """Hands formed by a split; they begin at the numbers of their nodes, which are not places yet."""
        known = len(self.tables.known)
        first, second = np.full(10, NONE), np.full(10, NONE)
        for graph, its in enumerate(self.graphs):
            for pair, play in sorted(its.compiled.splits.items()):
                formed = self._formed(graph, pair, play.formed, self.compiled.splits[pair].formed)
                if graph == 0:
                    first[pair - 1], second[pair - 1] = formed
        again: list[tuple[int, int, int, int]] = []
        begin, resplits = [], []
        for at in _growing(self.contexts):
            context = list(self.contexts)[at]
            graph, pair, money, like = context
            mine, theirs = self.graphs[graph].compiled.splits[pair], self.compiled.splits[pair]
            for (its, hands), formed in mine.again.items():
                if its == money:
                    both = self._formed(graph, pair, formed, theirs.again[like, hands])
                    again.append((at, hands, *both))
            start = theirs.start[like]
            choice = self._said_of_split(pair, start)
            begin.append([self._weaver(graph, choice, one)(mine.start[money], start) for one in range(known)])
            resplits.append(self.solution.again[pair][start].astype(np.float64))
        many = max(1, len(self.contexts))
        again_first, again_second = np.full((many, MOST_HANDS), NONE), np.full((many, MOST_HANDS), NONE)
        for at, hands, one, other in again:
            again_first[at, hands], again_second[at, hands] = one, other
        return SplitTables(
            begin=np.array(begin or [[NONE] * known]),
            pair=np.array([context.pair - 1 for context in self.contexts] or [0]),
            first=first,
            second=second,
            again_first=again_first,
            again_second=again_second,
            resplits=np.array(resplits or np.zeros((1, known)), np.int64),
        )

    def _formed(self, graph: int, pair: int, formed: Formed, like: Formed) -> tuple[int, int]:
        """The contexts of the two hands that a split makes."""
        found = (Context(graph, pair, formed.first, like.first), Context(graph, pair, formed.second, like.second))
        one, other = (self.contexts.setdefault(context, len(self.contexts)) for context in found)
        return one, other

    def _said_of_split(self, pair: int, start: int) -> Table64:
        """By node: what another card says of the unsplit hand's node, where it may be done, else the solution."""
        by_node = self.solution.split_hands[pair, start].by_node
        if self.sayings is None:
            return by_node
        like = self.tables.pairs[pair].classes[start]
        result = by_node.copy()
        for node, unsplit in enumerate(like.like_node):
            if unsplit >= 0 and self.compiled.nodes[node].kind is Kind.CHOOSE:
                for at, place in enumerate(like.like_choice[node]):
                    if place >= 0:
                        result[node] = np.where(self.sayings.choice[unsplit] == place, at, result[node])
        return result

    # Openings

    def _leaf_of(self, leaves: dict[Leaf, int]) -> Table64:
        result = np.zeros((10, 10, 10, 10), np.int64)
        for pair in pairs():
            for up in VALUES:
                both = self.graphs[0].compiled.openings[pair, up], self.compiled.openings[pair, up]
                for second in VALUES:
                    leaf = self._leaf(*both, pair, up, second, ANY)
                    one, other = pair[0] - 1, pair[1] - 1
                    at = leaves.setdefault(leaf, len(leaves))
                    result[one, other, up - 1, second - 1] = result[other, one, up - 1, second - 1] = at
        return result

    def _leaf(self, opening: Opening, like: Opening, pair: Pair, up: int, second: int, known: int) -> Leaf:
        """Where an opening leads with this second card, the better of every offer taken unseen."""
        parts = self.graphs[0].parts
        match opening, like:
            case Settled(money=money, staked=staked), Settled():
                won, ride = parts(money)
                return Leaf(NONE, 0, won, parts(staked)[0], ride=ride)
            case OpeningLeaf(node=node, known=what, beside=beside, staked_beside=staked), OpeningLeaf(node=its):
                at = self.tables.number_of[what]
                line = NONE if beside < 0 else self.hands.line(0, beside)
                key = node, its, pair, at
                if key not in self._met:
                    self._met[key] = self._acting(*key)
                return self._met[key]._replace(known=at, staked=parts(staked)[0], beside=line)
            case OpeningChance(outcomes=outcomes), OpeningChance(outcomes=others):
                (values, after), (_, other) = next(
                    both for both in zip(outcomes, others, strict=True) if both[0][0] >> second & 1
                )
                return self._leaf(after, other, pair, up, second, values & known)
            case OpeningOffer(choices=choices), OpeningOffer() as offer:
                do, after = offer.choices[self.solution.answer_to(offer, pair, up, known)]
                return self._leaf(dict(choices)[do], after, pair, up, second, known)
        raise CannotCompile("cannot simulate this game: riding money changes what is offered")

    def _acting(self, node: int, like: int, pair: Pair, known: int) -> Leaf:
        """The nodes after the first choice, and after the best one that draws a card."""
        here, there = self.graphs[0].compiled.nodes[node], self.compiled.nodes[like]
        woven = self.weavers[known]
        if there.kind is not Kind.CHOOSE:
            found = woven(node, like)
            return Leaf(found, third=found if there.kind is Kind.DRAW else NONE)
        worth = [self._worth(after, pair, known) for after in there.after]
        if self.two_card:
            at = int(np.argmax(worth))
            found = woven(here.after[at], there.after[at])
        else:
            found = woven(node, like)
        drawing = [at for at, after in enumerate(there.after) if self.compiled.nodes[after].kind is Kind.DRAW]
        if not drawing:
            return Leaf(found)
        at = max(drawing, key=worth.__getitem__)
        return Leaf(found, third=woven(here.after[at], there.after[at]))

    def _worth(self, after: int, pair: Pair, known: int) -> float:
        """What a choice is worth to the very two cards."""
        then = self.compiled.nodes[after]
        if then.kind is Kind.SPLIT:
            return float(self.solution.splits[then.pair][0, known])
        return float(self.solution.best[self.tables.alone.find(code_of(*pair), after), known])


def _words(numbers: Any) -> Words:
    return np.ascontiguousarray(numbers, np.uint16)


def _amounts(money: Sequence[Cents], quantum: Cents) -> Amounts:
    return np.array([amount // quantum for amount in money], np.int32)


def _growing(found: dict[Context, int]) -> Any:
    """The places of a dictionary that grows while it is walked."""
    at = 0
    while at < len(found):
        yield at
        at += 1
