"""The value of every possible answer to the current question, for a hand at a table.

>>> from holecard.games import find
>>> from holecard.lab.solver.analysis import analyse
>>> rules = find("reference").configure({"decks": "1", "max_hands": "2"})
>>> advisor = Advisor(analyse(rules))
>>> advisor.values(VisibleHand("", ("hit", "stand", "double"), (6, 5), up=1))[0].action
'double'

The figures are for one unit of the initial wager, from a fresh shoe of which this hand's and the dealer's cards are
gone. A hand formed by a split is judged as the unsplit hand with the same cards, as everywhere in the lab.
"""

from __future__ import annotations

from collections.abc import Iterator

from holecard.engine.rules import Rules
from holecard.engine.table import Part
from holecard.lab.advice.hand import ActionValue
from holecard.lab.advice.visible_hand import VisibleHand
from holecard.lab.card.cells import Column, column_of
from holecard.lab.compiler.compile import Kind, Opening, OpeningChance, OpeningOffer
from holecard.lab.compiler.hands_by_cards import Product
from holecard.lab.compiler.splitting import Money
from holecard.lab.compiler.stage import ANY, Known, Pair
from holecard.lab.compiler.tables import Floats, PairTables
from holecard.lab.solver.analysis import Analysis
from holecard.lab.solver.exact import Solution
from holecard.lab.wagers.riding import value_of_riding

DECLINE = "decline"
Values = tuple[ActionValue, ...]


class Advisor:
    """A configured game solved from a fresh shoe, asked about one hand after another."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self._rules: Rules = analysis.rules
        self._solution: Solution = analysis.solution
        self._tables = analysis.solution.tables
        self._columns: dict[Known, Column] = {known: column_of(self._rules, known) for known in self._tables.known}
        self._riding: dict[str, dict[tuple[Pair, int], float]] = {}  # by wager, once it is worked out

    def weigh_riding(self) -> None:
        """Work out what money that may ride is worth. It takes long; until then such an offer has no answer."""
        for key, wager in self._rules.play.side_wagers.items():
            if wager.riding is not None and key not in self._riding:
                worth = value_of_riding(self._rules, key)
                self._riding[key] = {(pair, up): float(worth(pair, up)) for pair, up in self._tables.compiled.openings}

    def is_unweighed(self, seen: VisibleHand) -> bool:
        """Whether the offer is of money that may ride and is not worked out yet."""
        wager = self._rules.play.side_wagers.get(seen.subject)
        return wager is not None and wager.riding is not None and seen.subject not in self._riding

    def values(self, seen: VisibleHand) -> Values | None:
        """Every choice with its worth, best first; None where the solver has nothing to say."""
        if len(seen.cards) < 2:
            return None
        found = self._in_turn(seen)
        if found is None and seen.subject and not seen.from_split and len(seen.cards) == 2:
            found = self._in_opening(seen) or self._of_riding(seen)
        return None if found is None else tuple(sorted(found, key=lambda one: -one.ev))

    # In a hand's turn

    def _in_turn(self, seen: VisibleHand) -> list[ActionValue] | None:
        known = self._known(seen)
        if known is None:
            return None
        at = self._tables.number_of[known]
        if seen.from_split:
            pair = self._tables.pairs.get(seen.cards[0])
            return None if pair is None else self._of_split_hand(seen, pair, at)
        one, other = sorted(seen.cards[:2])
        start = self._tables.start.get((one, other))
        if start is None:
            return None
        product = self._tables.alone
        for state in self._states(product, start, seen.cards[2:], seen):
            return [
                ActionValue(do, self._worth_alone(int(product.after[state, place]), at))
                for place, do in enumerate(self._choices(product, state))
                if do in seen.choices
            ]
        return None

    def _worth_alone(self, state: int, at: int) -> float:
        node = self._tables.compiled.nodes[int(self._tables.alone.node[state])]
        if node.kind is Kind.SPLIT:
            return float(self._solution.splits[node.pair][0, at])
        return float(self._solution.best[state, at])

    def _of_split_hand(self, seen: VisibleHand, pair: PairTables, at: int) -> list[ActionValue] | None:
        money = _class_of(seen, pair)
        start = pair.class_of[money]
        hand = self._solution.split_hands[pair.pair, start]
        one, product = hand.tables, hand.tables.product
        again = self._resplit(seen, pair, money)
        for state in self._states(product, one.start, seen.cards[1:], seen, again is not None):
            found = []
            for place, do in enumerate(self._choices(product, state)):
                if do not in seen.choices:
                    continue
                like = int(one.like[state, place])
                if start == pair.unsplit and like >= 0:
                    found.append(ActionValue(do, float(self._solution.best[like, at])))
                elif hand.own is not None:
                    found.append(ActionValue(do, float(hand.own[product.after[state, place], at])))
            if again is not None:
                found.append(ActionValue(again[0], float(again[1][at])))
            return found if len(found) == len(seen.choices) else None
        return None

    def _resplit(self, seen: VisibleHand, pair: PairTables, money: Money) -> tuple[str, Floats] | None:
        if seen.subject or len(seen.cards) != 2 or seen.cards[0] != seen.cards[1]:
            return None
        formed = pair.play.again.get((money, seen.hands))
        worth = self._solution.value_of_resplit(pair, money, seen.hands)
        if formed is None or worth is None or formed.action not in seen.choices:
            return None
        return formed.action, worth

    def _choices(self, product: Product, state: int) -> tuple[str, ...]:
        return self._tables.compiled.nodes[int(product.node[state])].choices

    def _states(
        self, product: Product, start: int, drawn: tuple[int, ...], seen: VisibleHand, or_split: bool = False
    ) -> Iterator[int]:
        """Where these cards, one after the other, may have brought the hand, and where just this may be asked."""
        doubled = any(part == Part.DOUBLE for _, part, _ in seen.money)
        wanted = {do for do in seen.choices if not (or_split and do.endswith("split"))}
        todo = [(start, drawn, False)]
        while todo:
            state, left, has_doubled = todo.pop()
            node = self._tables.compiled.nodes[int(product.node[state])]
            if node.kind is Kind.DRAW and left:
                todo.append((int(product.after[state, left[0] - 1]), left[1:], has_doubled))
            elif node.kind is Kind.CHOOSE:
                if not left and has_doubled == doubled and wanted <= set(node.choices):
                    yield state
                for place, do in enumerate(node.choices if left else ()):
                    todo.append((int(product.after[state, place]), left, has_doubled or do.endswith("double")))

    # What is known of the dealer

    def _known(self, seen: VisibleHand) -> Known | None:
        of_up = [(known, column) for known, column in self._columns.items() if known.up == seen.up]
        for known, column in of_up:
            if column.hole:
                if seen.hole and known.second == 1 << seen.hole:
                    return known
            elif not seen.hole and column.light in ("", seen.light):
                return known
        return None

    # Before the hands' turns

    def _in_opening(self, seen: VisibleHand) -> list[ActionValue] | None:
        one, other = sorted(seen.cards)
        pair: Pair = (one, other)
        opening = self._tables.compiled.openings.get((pair, seen.up))
        return None if opening is None else self._offered(opening, pair, seen, ANY)

    def _offered(self, opening: Opening, pair: Pair, seen: VisibleHand, second: int) -> list[ActionValue] | None:
        """The offer in question, found in the tree of an opening; of one made before, what the hand was left with."""
        if isinstance(opening, OpeningChance):
            for values, after in opening.outcomes:
                if self._fits(values, seen) and (found := self._offered(after, pair, seen, values)):
                    return found
        elif isinstance(opening, OpeningOffer):
            worth = dict(opening.choices)
            if opening.subject == seen.subject:
                follow = {do: _after_choice(worth, do, seen.given_up) for do in seen.choices}
                return [
                    ActionValue(do, self._solution.opening_worth(then, pair, seen.up, second).value)
                    for do, then in follow.items()
                    if then is not None
                ]
            taken = opening.subject if seen.insured and opening.subject in worth else DECLINE
            for do in dict.fromkeys((taken, *reversed(worth))):
                if do in worth and (found := self._offered(worth[do], pair, seen, second)):
                    return found
        return None

    def _fits(self, values: int, seen: VisibleHand) -> bool:
        """Whether the dealer's second card may be one of these, by what is seen of it."""
        if seen.hole:
            return bool(values >> seen.hole & 1)
        columns = [column for known, column in self._columns.items() if known == Known(seen.up, values)]
        return not columns or columns[0].light in ("", seen.light)

    # Money that may ride

    def _of_riding(self, seen: VisibleHand) -> list[ActionValue] | None:
        if seen.subject not in self._riding or DECLINE not in seen.choices:
            return None
        one, other = sorted(seen.cards)
        ride = self._riding[seen.subject][(one, other), seen.up]
        return [ActionValue(do, 0.0 if do == DECLINE else ride) for do in seen.choices]


def _after_choice(worth: dict[str, Opening], do: str, given_up: str) -> Opening | None:
    """What follows a choice of an offer. One that names the next offer is made there (surrender beside Insurance), and
    a hand that was given up has made it already."""
    after, later = (worth[do], given_up) if do in worth else (worth.get(DECLINE), do)
    if not later:
        return after
    return dict(after.choices).get(later) if isinstance(after, OpeningOffer) and after.subject == later else None


def _class_of(seen: VisibleHand, pair: PairTables) -> Money:
    """The class of money that the hand was formed with: what was doubled later is no part of it."""
    formed = [one for one in seen.money if one[1] in (Part.ORIGINAL, Part.SPLIT)]
    for money in pair.class_of:
        if [(wager.kind, wager.part, wager.free) for wager in money] == formed:
            return money
    return next(iter(pair.class_of))
