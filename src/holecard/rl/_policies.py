"""Policies: the optimum, a table of actions by cell, and a model that takes observations.

>>> import holecard.rl as rl
>>> best = rl.optimal_policy("reference", decks=1)
>>> best(rl.Seen(cards=(10, 6), total=16, soft=False, up=6, choices=("hit", "stand", "double")))
'stand'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from holecard.engine.rules import Rules
from holecard.house.players_view import Seen
from holecard.lab.compiler.compile import Kind, Opening, OpeningChance, OpeningOffer
from holecard.lab.compiler.stage import ANY, Known, Pair, Stage
from holecard.lab.compiler.store import tables_for
from holecard.lab.compiler.tables import PairTables, code_of
from holecard.lab.simulator.simulate import main_game
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.shoes import Cards
from holecard.law.errors import Malformed
from holecard.rl._choosing import Shown
from holecard.rl._round_tables import RoundTables, hole_of, light_of, round_tables
from holecard.rl._spaces import numbers_of

Model = Callable[[NDArray[np.int16], NDArray[np.bool_]], NDArray[np.integer]]


class OptimalPolicy:
    """The exact solver's play in a fresh shoe: by the cards of the hand, whatever their order."""

    def __init__(self, rules: Rules) -> None:
        rules = main_game(rules)
        self._stage, self._tables = Stage(rules), tables_for(rules)
        self._solution = Solution(self._tables, Cards.of_decks(rules.decks))
        compiled = self._tables.compiled
        self._known = {
            (known.up, light_of(self._stage, known) or None, hole_of(compiled, known) or None): number
            for number, known in enumerate(self._tables.known)
        }
        self._unsplit = self._by_cards(self._tables.alone)
        self._formed = {
            (number, start): self._by_cards(one.product)
            for number, pair in self._tables.pairs.items()
            for start, one in pair.classes.items()
        }

    def _by_cards(self, product: Any) -> dict[tuple[int, tuple[str, ...]], int]:
        """The state of a hand that chooses, by its cards and choices."""
        nodes = self._tables.compiled.nodes
        states = np.nonzero(self._tables.nodes.kind[product.node] == Kind.CHOOSE)[0]
        return {(int(product.code[at]), nodes[int(product.node[at])].choices): int(at) for at in states}

    def __call__(self, seen: Seen) -> str:
        """The best of the choices."""
        if len(seen.choices) == 1:
            return seen.choices[0]
        if seen.subject:
            return self._offered(seen)
        known = self._known.get((seen.up, seen.light, seen.hole))
        if known is None:
            raise Malformed(f"no hand decides against an up card {seen.up} with light {seen.light}, hole {seen.hole}")
        return self._split(seen, known) if seen.split else self._alone(seen, known)

    def _alone(self, seen: Seen, known: int) -> str:
        one, other = sorted(seen.cards[:2])
        pair: Pair = (one, other)
        if len(seen.cards) == 2 and self._solution.is_split(pair, known):
            split = self._tables.compiled.splits[one].formed.action
            if split in seen.choices:
                return split
        state = self._unsplit.get((code_of(*seen.cards), seen.choices))
        if state is None:
            raise Malformed(f"no hand with the cards {seen.cards} is offered {', '.join(seen.choices)}")
        return seen.choices[int(self._solution.chosen[state, known])]

    def _split(self, seen: Seen, known: int) -> str:
        pair = self._tables.pairs[seen.cards[0]]
        start = _start(pair, seen.added)
        played = self._solution.split_hands[pair.pair, start]
        product = played.tables.product
        for (money, hands), formed in pair.play.again.items():
            if hands == seen.hands and pair.play.start[money] == start and formed.offered == seen.choices:
                if self._solution.again[pair.pair][start][known]:
                    return formed.action
                paired = int(product.after[played.tables.start, pair.pair - 1])
                node = self._tables.compiled.nodes[int(product.node[paired])]
                if node.kind is not Kind.CHOOSE:
                    return next(do for do in seen.choices if do != formed.action)
                return node.choices[int(played.chosen[paired, known])]
        state = self._formed[pair.pair, start].get((code_of(*seen.cards), seen.choices))
        if state is None:
            raise Malformed(f"no split hand with the cards {seen.cards} is offered {', '.join(seen.choices)}")
        return seen.choices[int(played.chosen[state, known])]

    def _offered(self, seen: Seen) -> str:
        one, other = sorted(seen.cards)
        pair: Pair = (one, other)
        opening = self._tables.compiled.openings[pair, seen.up]
        for offer, second, taken in _offers(opening, ANY):
            light = light_of(self._stage, Known(seen.up, second)) or None
            if (offer.subject, light, taken) == (seen.subject, seen.light, seen.taken):
                return offer.choices[self._solution.answer_to(offer, pair, seen.up, second)][0]
        raise Malformed(f"{seen.subject} is not offered to {seen.cards} against an up card {seen.up}")


def _start(pair: PairTables, added: int) -> int:
    classes = dict.fromkeys((pair.play.start[pair.play.formed.first], *pair.play.start.values()))
    return list(classes)[added]


def _offers(opening: Opening, second: int, taken: bool = False) -> Iterator[tuple[OpeningOffer, int, bool]]:
    """Every offer of an opening, with what is known of the second card when it is made, and whether another was
    accepted before."""
    match opening:
        case OpeningOffer(subject=subject, choices=choices):
            yield opening, second, taken
            for do, after in choices:
                yield from _offers(after, second, taken or do == subject)
        case OpeningChance(outcomes=outcomes):
            for values, after in outcomes:
                yield from _offers(after, values & second, taken)


class ModelPolicy:
    """A model that takes an array of observations and one of masks, and gives the numbers of actions.

    It is asked once about each observation: many hands look the same to it, and a network takes long for each.
    """

    def __init__(self, rules: Rules, model: Model, observation: str = Shown.TOTAL) -> None:
        self._answers: dict[tuple[bytes, tuple[str, ...]], str] = {}
        self._given, self._model, self._shown = round_tables(main_game(rules)), model, Shown.named(observation)
        if self._shown is Shown.SHOE:
            raise Malformed("a model of the shoe cannot be evaluated in a fresh one: use observation total or cards")

    def __call__(self, seen: Seen) -> str:
        actions = self._given.actions
        numbers = numbers_of(self._given, self._shown, seen, (), self._given.subjects)
        asked = numbers.tobytes(), seen.choices
        if asked not in self._answers:
            mask = np.array([do in seen.choices for do in actions])
            self._answers[asked] = actions[int(self._model(numbers[None], mask[None])[0])]
        return self._answers[asked]


class Cells:
    """Observations by total as numbers of cells, for a table of values: `cells.of(observations)`.

    Hands from a split share the cells of other hands, unless their money is settled differently.
    """

    def __init__(self, tables: RoundTables) -> None:
        self._lights = len(tables.lights) + 1
        self._added = max(tables.added.values(), default=0) + 1
        self._subjects = len(tables.subjects)
        self.count = 32 * 3 * 2 * 11 * (self._lights + 10) * self._added * self._subjects * 2

    def of(self, observations: NDArray[np.int16]) -> NDArray[np.int64]:
        """The cell of each observation."""
        total, soft, pair, cards, up, light, hole, _, _, added, subject, taken = observations[:, :12].T.astype(np.int64)
        kind = np.where(pair > 0, 2, soft)
        dealer = np.where(hole > 0, self._lights + hole - 1, light)
        cell = ((total * 3 + kind) * 2 + (cards > 2)) * 11 + up
        cell = (cell * (self._lights + 10) + dealer) * self._added + added
        found: NDArray[np.int64] = (cell * self._subjects + subject) * 2 + taken
        return found
