"""The exact value of any policy in a fresh shoe: what it wins, how far that is from the optimum, and where it loses.

No round is simulated. The policy is asked about every hand that it can come to, and each hand counts as often as it is
met. A split follows the solver's way: a hand of a split is worth what one hand is worth when further cards of the pair
are gone, for every number of hands at which the policy may be asked.

>>> import holecard.rl as rl
>>> def mimic(seen):
...     if "decline" in seen.choices:
...         return "decline"
...     return "hit" if seen.total < 17 else "stand"
>>> found = rl.evaluate("reference", mimic, order=False, decks=1)
>>> round(found.ev, 4), found.worst[0].hand
(-0.0568, '16')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, NamedTuple

from holecard.engine.rules import Rules
from holecard.house.players_view import Seen
from holecard.lab.compiler.compile import Kind, Opening, OpeningChance, OpeningLeaf, OpeningOffer, pairs
from holecard.lab.compiler.hands_by_cards import Product
from holecard.lab.compiler.splitting import Formed, Money, differences
from holecard.lab.compiler.stage import ANY, Known, Pair, Settled, Stage
from holecard.lab.compiler.store import tables_for
from holecard.lab.compiler.tables import PairTables, Tables
from holecard.lab.simulator.simulate import main_game
from holecard.lab.solver.gone import SolutionWithGone
from holecard.lab.solver.shoes import Cards
from holecard.law.errors import HolecardError, Malformed
from holecard.rl._round_tables import hole_of, light_of

Policy = Callable[[Seen], str]
NAMES = {1: "A", 10: "T"}
SMALL = 1e-12  # a loss that is none
MOST_ASKED = 20_000_000


@dataclass(frozen=True)
class Cell:
    """A decision in which a policy loses: what it does, what is best, how often that comes up in a round, and what it
    costs per round, in units of the initial wager."""

    hand: str
    up: str
    light: str | None
    hole: str | None
    does: str
    best: str
    share: float
    cost: float


@dataclass(frozen=True)
class Evaluation:
    """What a policy is worth in a fresh shoe, per unit of the initial main wager."""

    game: str
    options: dict[str, str]
    rules_hash: str
    decks: int
    ev: float
    optimum: float
    cells: tuple[Cell, ...]  # where it loses, the dearest first

    @property
    def house_edge(self) -> float:
        return -self.ev

    @property
    def regret(self) -> float:
        """What it loses against the optimum."""
        return self.optimum - self.ev

    @property
    def worst(self) -> tuple[Cell, ...]:
        """The twenty decisions in which it loses most."""
        return self.cells[:20]

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return {
            "game": self.game,
            "options": self.options,
            "rules_hash": self.rules_hash,
            "shoe": {"decks": self.decks, "without": []},
            "ev": self.ev,
            "house_edge": self.house_edge,
            "optimum": self.optimum,
            "regret": self.regret,
            "worst": [asdict(cell) for cell in self.worst],
        }


class Lot(NamedTuple):
    """A hand at the end of a split: its money, the number of hands when it acted, and whether its second card is known
    not to pair."""

    money: Money
    hands: int
    unpaired: bool


class States(NamedTuple):
    """The states of a hand by its cards, as lists, which are read faster than arrays."""

    kind: list[int]
    node: list[int]
    code: list[int]
    after: list[list[int]]

    @classmethod
    def of(cls, tables: Tables, product: Product) -> States:
        kinds = tables.nodes.kind[product.node]
        return cls(kinds.tolist(), product.node.tolist(), product.code.tolist(), product.after.tolist())


Reach = dict[tuple[int, tuple[int, ...]], list[float]]  # by state and cards: how often it is met


class Evaluator:
    """A policy while it is valued."""

    def __init__(self, rules: Rules, policy: Policy, order: bool, cards: Cards | None = None) -> None:
        self.rules = main_game(rules)
        self.policy, self.order = policy, order
        tables = tables_for(self.rules)
        if tables.compiled.meetings:
            # A hand of a split is valued alone, but here what it loses depends on how the policy plays the other hands.
            raise Malformed(
                f"{rules.key}: cannot evaluate a policy with dealer_blackjack_takes=busted-plus-one, because split "
                "hands are settled by each other. Use original-and-busted or original-only"
            )
        self.tables, self.compiled, self.stage = tables, tables.compiled, Stage(self.rules)
        self.optimum = SolutionWithGone(tables, cards or Cards.of_decks(rules.decks))
        self.lights = [light_of(self.stage, known) or None for known in tables.known]
        self.holes = [hole_of(tables.compiled, known) or None for known in tables.known]
        self.asked = 0
        self.lost: dict[tuple[str, int, str | None, int | None, str, str], list[float]] = {}
        self._split_values: dict[tuple[int, int], float] = {}
        self._alone = States.of(tables, tables.alone)
        self._formed: dict[tuple[int, int], States] = {}

    @cached_property
    def ev(self) -> float:
        total = 0.0
        starts: dict[int, Reach] = {}
        for one, other in pairs():
            for up in range(1, 11):
                met = self.optimum.cards.pair_probability((one, other), up)
                orders = ((one, other),) if one == other or not self.order else ((one, other), (other, one))
                for cards in orders:
                    if met > 0:
                        opening = self.compiled.openings[(one, other), up]
                        total += self._opening(opening, cards, up, ANY, met / len(orders), starts)
        for known, reach in starts.items():
            total += self._follow_unsplit(reach, known)
        return total

    # What the policy says

    def _ask(self, seen: Seen) -> str:
        self.asked += 1
        if self.asked > MOST_ASKED:
            raise HolecardError(
                "the policy draws so long that its hands are too many to go through. "
                "If it does not look at the order of the cards, evaluate it with order=False"
            )
        do = self.policy(seen)
        if do not in seen.choices:
            raise HolecardError(f"the policy answers {do!r} to {seen}. Allowed: {', '.join(seen.choices)}")
        return do

    def _lose(self, seen: Seen, does: str, best: str, share: float, cost: float) -> None:
        if cost > SMALL * share:
            key = _called(seen), seen.up, seen.light, seen.hole, does, best
            found = self.lost.setdefault(key, [0.0, 0.0])
            found[0] += share
            found[1] += cost

    # Before the hands act

    def _opening(
        self,
        opening: Opening,
        cards: tuple[int, ...],
        up: int,
        second: int,
        met: float,
        starts: dict[int, Reach],
        taken: bool = False,
    ) -> float:
        """What is won at once; hands that act are added to `starts`, by what is known."""
        one, other = sorted(cards)
        pair: Pair = (one, other)
        optimum, stake = self.optimum, self.compiled.stake
        match opening:
            case Settled(money=money):
                return met * money / stake
            case OpeningLeaf(node=node, known=known, beside=beside):
                won = met * optimum.row_value(beside, pair, known) if beside >= 0 else 0.0
                found = self.compiled.nodes[node]
                if found.kind is Kind.ROW:
                    return won + met * optimum.row_value(found.row, pair, known)
                reach = starts.setdefault(self.tables.number_of[known], {})
                reach.setdefault((self.tables.start[pair], cards), [0.0])[0] += met
                return won
            case OpeningChance(outcomes=outcomes):
                won = 0.0
                for values, after in outcomes:
                    chance = optimum.cards.second_probability(pair, Known(up, values & second), second)
                    if chance > 0:
                        won += self._opening(after, cards, up, values & second, met * chance, starts, taken)
                return won
            case OpeningOffer(subject=subject, choices=choices):
                light = light_of(self.stage, Known(up, second)) or None
                names = tuple(do for do, _ in choices)
                seen = _seen(cards, up, light, None, subject=subject, taken=taken, choices=names)
                do = self._ask(seen)
                worth = {name: optimum.opening_worth(after, pair, up, second).value for name, after in choices}
                best = max(worth, key=worth.__getitem__)
                self._lose(seen, do, best, met, met * (worth[best] - worth[do]))
                return self._opening(dict(choices)[do], cards, up, second, met, starts, taken or do == subject)

    # Hands that were not split

    def _follow_unsplit(self, reach: Reach, known: int) -> float:
        states, optimum = self._alone, self.optimum

        def choose(state: int, cards: tuple[int, ...], met: list[float]) -> int | float:
            node = self.compiled.nodes[states.node[state]]
            seen = self._seen_at(cards, known, choices=node.choices)
            do = self._ask(seen)
            afters = dict(zip(node.choices, states.after[state], strict=False))
            splits = {
                name: pair
                for name, after in zip(node.choices, node.after, strict=True)
                if (pair := self.compiled.nodes[after].pair)
            }
            worth = {
                name: float(optimum.splits[splits[name]][0, known] if name in splits else optimum.best[after, known])
                for name, after in afters.items()
            }
            best = max(worth, key=worth.__getitem__)
            self._lose(seen, do, best, met[0], met[0] * (worth[best] - worth[do]))
            if do not in splits:
                return afters[do]
            value = self._split_value(splits[do], known)
            self._lose(seen, f"{do}, then its hands", "", met[0], met[0] * (worth[do] - value))
            return met[0] * value

        rows = [optimum.best[:, known].tolist()]
        return self._follow(states, reach, known, (0,), 0, rows, choose)[0]

    def _follow(
        self,
        states: States,
        reach: Reach,
        known: int,
        gone: tuple[int, ...],
        pair: int,
        rows: list[list[float]],
        choose: Callable[[int, tuple[int, ...], list[float]], int | float],
    ) -> list[float]:
        """What hands win that are met so often, once for each number of further cards of a pair that have gone."""
        total = [0.0] * len(gone)
        kinds, after = states.kind, states.after
        while reach:
            following: Reach = {}
            for (state, cards), met in reach.items():
                if kinds[state] == Kind.CHOOSE:
                    then = choose(state, cards, met)
                    if isinstance(then, float):
                        total[0] += then
                        continue
                    state = then
                if kinds[state] == Kind.CHOOSE:  # the answer to an offer leads to another choice
                    _add(following, state, cards, met)
                elif kinds[state] == Kind.ROW:
                    for at, its in enumerate(met):
                        total[at] += its * rows[at][state]
                else:
                    chances = [self.optimum.chances(states.code[state], pair, many)[known] for many in gone]
                    for value, then in enumerate(after[state][:10]):
                        share = [its * chance[value] for its, chance in zip(met, chances, strict=True)]
                        if kinds[then] == Kind.ROW:
                            for at, its in enumerate(share):
                                total[at] += its * rows[at][then]
                        elif any(share):
                            _add(following, then, self._with(cards, value + 1, pair > 0), share)
            reach = following
        return total

    def _with(self, cards: tuple[int, ...], value: int, first: int) -> tuple[int, ...]:
        """One more card. Where their order is not looked at, so many cards stay the first and the others are sorted."""
        return (*cards, value) if self.order else (*cards[:first], *sorted((*cards[first:], value)))

    def _seen_at(self, cards: tuple[int, ...], known: int, **more: Any) -> Seen:
        return _seen(cards, self.tables.known[known].up, self.lights[known], self.holes[known], **more)

    # Hands formed by a split

    def _split_value(self, number: int, known: int) -> float:
        """What splitting a pair wins if the policy plays its hands."""
        if (number, known) not in self._split_values:
            pair = self.tables.pairs[number]
            times: dict[Lot, dict[int, int]] = {}
            for lots in self._outcomes(pair, known):
                unpaired = sum(lot.unpaired for lot in lots)
                for lot in lots:
                    for further, sign in differences(unpaired - lot.unpaired):
                        by_gone = times.setdefault(lot, {})
                        gone = len(lots) - 1 + further
                        by_gone[gone] = by_gone.get(gone, 0) + sign
            total = 0.0
            for lot, by_gone in times.items():
                gone_by = tuple(sorted(gone for gone, sign in by_gone.items() if sign))
                for gone, value in zip(gone_by, self._hand(pair, lot, known, gone_by), strict=True):
                    total += by_gone[gone] * float(self.optimum.all_pair(number, gone - 1)[known]) * value
            self._split_values[number, known] = total
        return self._split_values[number, known]

    def _outcomes(self, pair: PairTables, known: int) -> Iterator[tuple[Lot, ...]]:
        """Every order in which second cards pair, split again where the policy does."""

        def grow(pending: tuple[Money, ...], number: int, done: tuple[Lot, ...]) -> Iterator[tuple[Lot, ...]]:
            if not pending:
                yield done
                return
            money, *rest = pending
            formed = pair.play.again.get((money, number))
            if formed is None or self._on_a_pair(pair, money, number, formed, known) != formed.action:
                yield from grow(tuple(rest), number, (*done, Lot(money, number, False)))
                return
            yield from grow((formed.first, formed.second, *rest), number + 1, done)
            yield from grow(tuple(rest), number, (*done, Lot(money, number, True)))

        formed = pair.play.formed
        return grow((formed.first, formed.second), 2, ())

    def _on_a_pair(self, pair: PairTables, money: Money, hands: int, formed: Formed, known: int) -> str:
        """What the policy does with a second card that pairs, where it may split again."""
        cards, added = (pair.pair, pair.pair), self._added(pair, money)
        return self._ask(self._seen_at(cards, known, hands=hands, split=True, added=added, choices=formed.offered))

    def _added(self, pair: PairTables, money: Money) -> int:
        classes = dict.fromkeys((pair.play.start[pair.play.formed.first], *pair.play.start.values()))
        return list(classes).index(pair.play.start[money])

    def _hand(self, pair: PairTables, lot: Lot, known: int, gone: tuple[int, ...]) -> list[float]:
        """What one hand of a split wins, by how many further cards of the pair have gone."""
        money, hands, unpaired = lot
        start = pair.play.start[money]
        one, added = pair.classes[start], self._added(pair, money)
        states = self._formed.setdefault((pair.pair, start), States.of(self.tables, one.product))
        again = pair.play.again.get((money, hands))
        begun = states.after[one.start]
        paired = begun[pair.pair - 1]

        def choose(state: int, cards: tuple[int, ...], met: list[float]) -> int:
            node = self.compiled.nodes[states.node[state]]
            more = {"hands": hands, "split": True, "added": added}
            if state == paired and again is not None and len(cards) == 2:
                do = self._on_a_pair(pair, money, hands, again, known)
            else:
                do = self._ask(self._seen_at(cards, known, choices=node.choices, **more))
            return states.after[state][node.choices.index(do)]

        rows = [self.optimum.values_with_gone(pair, start, many)[:, known].tolist() for many in gone]
        reach: Reach = {}
        chances = [self.optimum.chances(states.code[one.start], pair.pair, many)[known] for many in gone]
        for value in range(10):
            if unpaired and value == pair.pair - 1:
                continue
            share = [chance[value] for chance in chances]
            _add(reach, begun[value], (pair.pair, value + 1), share)
        return self._follow(states, reach, known, gone, pair.pair, rows, choose)


def evaluate(rules: Rules, policy: Policy, order: bool) -> Evaluation:
    """Value a policy; `order` says whether it may look at the order of a hand's cards."""
    found = Evaluator(rules, policy, order)
    ev = found.ev
    cells = [
        Cell(hand, _name(up), light, _name(hole) if hole else None, does, best, share, cost)
        for (hand, up, light, hole, does, best), (share, cost) in found.lost.items()
    ]
    return Evaluation(
        rules.key,
        dict(rules.options.shown()),
        rules.hash,
        rules.decks,
        ev,
        found.optimum.ev,
        tuple(sorted(cells, key=lambda cell: -cell.cost)),
    )


def _seen(cards: tuple[int, ...], up: int, light: str | None, hole: int | None, **more: Any) -> Seen:
    hard = sum(cards)
    soft = 1 in cards and hard <= 11
    return Seen(cards, hard + 10 if soft else hard, soft, up, light, hole, **more)


def _name(value: int) -> str:
    return NAMES.get(value, str(value))


def _called(seen: Seen) -> str:
    """A hand as a strategy card calls it."""
    if len(seen.cards) == 2 and seen.cards[0] == seen.cards[1]:
        return f"{_name(seen.cards[0])},{_name(seen.cards[1])}"
    return f"soft {seen.total}" if seen.soft else str(seen.total)


def _add(reach: Reach, state: int, cards: tuple[int, ...], share: list[float]) -> None:
    key = state, cards
    if key in reach:
        reach[key] = [one + other for one, other in zip(reach[key], share, strict=True)]
    else:
        reach[key] = list(share)
