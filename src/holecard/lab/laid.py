"""A strategy laid over a compiled game: tables that a simulator walks without knowing the game.

A hand's node and the next card give its next node, every choice already made by the strategy. A finished hand is a row
of the payoffs; what it is worth is known once the dealer's hand is.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from math import gcd
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from holecard.hand import Points
from holecard.lab.abstract import VALUES, points_of
from holecard.lab.compile import Kind, Opening, OpeningChance, OpeningLeaf, OpeningOffer, pairs
from holecard.lab.dealing import SOMEBODY, dealer_draws
from holecard.lab.exact import Solution
from holecard.lab.settling import Final, as_final
from holecard.lab.shoes import Strategy
from holecard.lab.splitting import Money
from holecard.lab.stage import ANY, CannotCompile, Pair, Settled, Stage
from holecard.lab.tables import code_of
from holecard.lab.walk import NONE
from holecard.rules import Rules

Words = NDArray[np.uint16]
Amounts = NDArray[np.int32]
Table64 = NDArray[np.integer]
MOST_HANDS = 8
_KIND_ORDER = np.array([1, 0, 3, 2])  # by Kind: rows, draws, choices (which nobody meets), splits


@dataclass(frozen=True)
class Laid:
    """The tables. Nodes are numbered so that those that draw come first, then finished hands, then splits; the
    dealer's states so that those that draw come first, then his finals. Money is in `quantum`s of a cent, so that sums
    of squares stay whole numbers."""

    alone: Words  # by what is known, node and card: the next node, every choice made
    split: Words  # the same by context of a hand formed by a split
    begin: Words  # by context: the node of a hand with one card
    rows_from: int
    splits_from: int
    row: Words  # by node
    staked: Amounts
    pair: Words
    context_pair: Words
    first: Words  # by value: the contexts of the two hands that a split makes
    second: Words
    again_first: Words  # by context and number of hands
    again_second: Words
    resplits: Words  # by context and what is known
    leaf_of: Words  # by first two cards, up card and second card
    leaf_node: Words
    leaf_known: Words
    leaf_money: Amounts
    leaf_staked: Amounts
    leaf_beside: Words
    dealer_begin: Words  # by up card and second card
    dealer_next: Words
    dealer_draws: int
    paid: Amounts  # by row and final
    waits: Words  # by row: whether the dealer's further cards can change it
    completes: bool  # whether the dealer draws even if nothing depends on it
    takes_second: bool  # and whether he takes a second card, where there is no hole card
    has_hole_card: bool
    quantum: int
    stake: int

    def tables(self) -> tuple[Any, ...]:
        """All but the money's unit, in the order in which a kernel takes them."""
        return tuple(getattr(self, field.name) for field in fields(self)[:-2])


class Sayings(NamedTuple):
    """What a card says otherwise than the solution's own: by node and what is known, the place of the choice."""

    choice: Table64


def lay(rules: Rules, solution: Solution, two_card: bool = False, sayings: Sayings | None = None) -> Laid:
    """Lay the total-dependent strategy of a solution over its game.

    With `two_card` the first choice is the best for the very two cards. `sayings` are those of another card.
    """
    assert solution.strategy is Strategy.TOTAL, "a walk over nodes can follow no other"
    if solution.tables.compiled.meetings:
        raise CannotCompile(
            f"{rules.key} as configured settles a split hand by what another holds, which the simulator does not follow"
        )
    return _Layer(rules, solution, two_card, sayings).laid()


class _Layer:
    def __init__(self, rules: Rules, solution: Solution, two_card: bool, sayings: Sayings | None) -> None:
        self.stage, self.solution = Stage(rules), solution
        self.tables, self.compiled = solution.tables, solution.tables.compiled
        self.two_card, self.sayings = two_card, sayings
        self.alone = self._alone()
        self.leaves: dict[tuple[int, ...], int] = {}

    def laid(self) -> Laid:
        compiled, nodes = self.compiled, self.tables.nodes
        money = [amount for line in compiled.money for amount in line]
        contexts = self._contexts()
        leaf_of = self._leaves()
        staked = [int(amount) for amount in nodes.staked]
        rows = list(self.leaves)
        quantum = gcd(compiled.stake, *money, *staked, *(row[2] for row in rows), *(row[3] for row in rows))
        leaf = np.array(rows, np.int64)
        begin, following, draws = self._dealer()
        paid = np.array(compiled.money, np.int64) // quantum
        drawn = sorted({compiled.final_of[e.final] for e in compiled.endings if e.final.points.count != 2})
        waits = (paid[:, drawn] != paid[:, drawn[:1]]).any(axis=1)
        order = np.argsort(_KIND_ORDER[nodes.kind], kind="stable")
        number = np.empty(len(order), np.int64)
        number[order] = np.arange(len(order))  # of each node in the kernel
        rows_from, splits_from = (int((_KIND_ORDER[nodes.kind] < place).sum()) for place in (1, 2))
        words = {
            "alone": self._transitions(self.alone[None], order, number, rows_from)[0],
            "split": self._transitions(contexts.pop("split"), order, number, rows_from),
            "begin": number[contexts.pop("begin")],
            "row": nodes.row[order],
            "pair": nodes.pair[order] - 1,
            **contexts,
            "leaf_of": leaf_of,
            "leaf_node": np.where(leaf[:, 0] < 0, NONE, number[leaf[:, 0]]),
            "leaf_known": leaf[:, 1],
            "leaf_beside": leaf[:, 4],
            "dealer_begin": begin,
            "dealer_next": following,
            "waits": waits,
        }
        amounts = {
            "staked": np.array(staked)[order] // quantum,
            "leaf_money": leaf[:, 2] // quantum,
            "leaf_staked": leaf[:, 3] // quantum,
            "paid": paid,
        }
        tables: dict[str, Any] = {
            name: np.ascontiguousarray(np.where(table < 0, NONE, table), np.uint16) for name, table in words.items()
        }
        tables |= {name: np.ascontiguousarray(table, np.int32) for name, table in amounts.items()}
        return Laid(
            **tables,
            rows_from=rows_from,
            splits_from=splits_from,
            dealer_draws=draws,
            completes=self._draws_anyway(10, 2),
            takes_second=self._draws_anyway(10),
            has_hole_card=compiled.has_hole_card,
            quantum=quantum,
            stake=compiled.stake // quantum,
        )

    def _first(self, node: int, pair: Pair, known: int) -> int:
        """The node after the first choice."""
        found = self.compiled.nodes[node]
        if not self.two_card or found.kind is not Kind.CHOOSE:
            return int(self.alone[known, node])
        code = code_of(*pair)
        worth = []
        for after in found.after:
            then = self.compiled.nodes[after]
            if then.kind is Kind.SPLIT:
                worth.append(float(self.solution.splits[then.pair][0, known]))
            else:
                worth.append(float(self.solution.best[self.tables.alone.find(code, after), known]))
        return int(self.alone[known, found.after[int(np.argmax(worth))]])

    def _transitions(self, resolved: Table64, order: Table64, number: Table64, draws: int) -> Table64:
        """By context, what is known, node that draws, and card: the node that follows."""
        after = self.tables.nodes.after[order[:draws], :10]
        return number[resolved[:, :, after]]

    def _resolved(self, choice: Table64, number: int) -> Table64:
        """The node after every choice, by what is known; `choice` by node and what is known."""
        nodes = self.compiled.nodes
        result = np.empty((number, len(nodes)), np.int64)
        for at, node in enumerate(nodes):  # what follows a node comes before it
            if node.kind is not Kind.CHOOSE:
                result[:, at] = at
                continue
            then = np.array(node.after)[choice[at]]
            result[:, at] = result[np.arange(number), then]
        return result

    def _alone(self) -> Table64:
        """An unsplit hand: the card's choice, and a split where that is better."""
        solution, tables = self.solution, self.tables
        if self.sayings is not None:
            return self._resolved(self.sayings.choice, len(tables.known))
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
        return self._resolved(choice, len(tables.known))

    def _contexts(self) -> dict[str, Table64]:
        """Hands formed by a split, by pair and money."""
        solution, known = self.solution, len(self.tables.known)
        order: dict[tuple[int, Money], int] = {}
        for number, pair in self.tables.pairs.items():
            for money in pair.class_of:
                order[number, money] = len(order)
        many = max(1, len(order))
        first, second = np.full(10, -1), np.full(10, -1)
        again_first, again_second = np.full((many, MOST_HANDS), -1), np.full((many, MOST_HANDS), -1)
        split = np.zeros((many, known, len(self.compiled.nodes)), np.int64)
        begin, of_pair = np.zeros(many, np.int64), np.zeros(many, np.int64)
        resplits = np.zeros((many, known), np.int64)
        for (number, money), at in order.items():
            pair = self.tables.pairs[number]
            start = pair.class_of[money]
            begin[at], of_pair[at] = start, number - 1
            split[at] = self._resolved(self._said_of_split(number, start), known)
            resplits[at] = 1 if start == pair.unsplit else solution.again[number][start]
            for (its, hands), formed in pair.play.again.items():
                if its == money:
                    again_first[at, hands] = order[number, formed.first]
                    again_second[at, hands] = order[number, formed.second]
        for number, pair in self.tables.pairs.items():
            first[number - 1] = order[number, pair.play.formed.first]
            second[number - 1] = order[number, pair.play.formed.second]
        return {
            "split": split,
            "begin": begin,
            "context_pair": of_pair,
            "first": first,
            "second": second,
            "again_first": again_first,
            "again_second": again_second,
            "resplits": resplits,
        }

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

    def _leaves(self) -> Table64:
        result = np.zeros((10, 10, 10, 10), np.int64)
        for pair in pairs():
            for up in VALUES:
                opening = self.compiled.openings[pair, up]
                for second in VALUES:
                    at = self._leaf(opening, pair, up, second, ANY)
                    one, other = pair[0] - 1, pair[1] - 1
                    result[one, other, up - 1, second - 1] = result[other, one, up - 1, second - 1] = at
        return result

    def _leaf(self, opening: Opening, pair: Pair, up: int, second: int, known: int) -> int:
        """Where an opening leads with this second card, the better of every offer taken unseen."""
        match opening:
            case Settled(money=money, staked=staked):
                return self.leaves.setdefault((-1, 0, money, staked, -1), len(self.leaves))
            case OpeningLeaf(node=node, known=what, beside=beside, staked_beside=staked_beside):
                at = self.tables.number_of[what]
                line = (self._first(node, pair, at), at, 0, staked_beside, beside)
                return self.leaves.setdefault(line, len(self.leaves))
            case OpeningChance(outcomes=outcomes):
                values, after = next((values, after) for values, after in outcomes if values >> second & 1)
                return self._leaf(after, pair, up, second, values & known)
            case OpeningOffer(choices=choices):
                best = max(choices, key=lambda one: self.solution.opening_worth(one[1], pair, up, known).value)
                return self._leaf(best[1], pair, up, second, known)

    def _dealer(self) -> tuple[Table64, Table64, int]:
        """The dealer's own play: states with the same future are one."""
        stage, limit = self.stage, self.stage.rules.play.dealer_limit
        numbers: dict[tuple[int, ...], int] = {}
        final_of = self.compiled.final_of

        def final(hand: Final, cards: int) -> int:
            # Two cards that end the round before anybody acts are nobody's final: their leaves are settled already.
            return final_of.get(hand, 0) if cards == 2 else final_of[hand]

        @cache
        def state(up: int, light: str, points: Points) -> int:
            if dealer_draws(stage, up, points):
                line = (-1, *(state(up, light, points.plus(value)) for value in VALUES))
            else:
                line = (final(as_final(up, light, points), points.count),)
            return numbers.setdefault(line, len(numbers))

        begin = np.array(
            [[state(up, stage.light(up, second), points_of((up, second), limit)) for second in VALUES] for up in VALUES]
        )
        drawing = [number for line, number in numbers.items() if line[0] < 0]
        renumbered = {number: at for at, number in enumerate(drawing)}
        renumbered |= {number: len(drawing) + line[0] for line, number in numbers.items() if line[0] >= 0}
        again = np.array([renumbered[number] for number in range(len(numbers))])
        following = np.array([again[list(line[1:])] for line in numbers if line[0] < 0])
        return again[begin], following, len(drawing)

    def _draws_anyway(self, *values: int) -> bool:
        """Whether the dealer takes a card to these although every wager is settled."""
        hand = SOMEBODY.hands[0]
        settled = hand._replace(wagers=tuple(wager._replace(net=0) for wager in hand.wagers), removed=True)
        points = points_of(values, self.stage.rules.play.dealer_limit)
        return dealer_draws(self.stage, values[0], points, SOMEBODY._replace(hands=(settled,)))
