"""Tables for the side wagers, made from each wager's own judge, for the simulator's loop.

What a side wager comes to is what it adds to the round. Where its win rides, that is the win, what the riding money
brings, and what a double or a split has more on it because of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cache
from math import gcd, lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import Bet, Bets
from holecard.engine.rules import Rules
from holecard.engine.side_wager import Settled, SideWager
from holecard.engine.table import Dealer, Part, Wager
from holecard.lab.compiler.abstract import points_of
from holecard.lab.compiler.automaton import NONE, Graph
from holecard.lab.compiler.dealing import SOMEBODY, dealer_draws
from holecard.lab.compiler.stage import CannotCompile, Stage
from holecard.lab.simulator.strategy_tables import Layer, Sayings, StrategyTables, WagerTables
from holecard.lab.solver.exact import Solution
from holecard.lab.wagers.by_round import prizes
from holecard.lab.wagers.composition import Classes, Composition
from holecard.lab.wagers.dealer_wagers import judged_by_suits
from holecard.lab.wagers.riding import PARTS, may_ride, ridden, value_of_riding
from holecard.lab.wagers.side_wagers import UNSEEN, decided, net, third_card
from holecard.lab.wagers.unseen import Looked
from holecard.values.cards import DECK, SUITS, Card
from holecard.values.hand import Points, count
from holecard.values.money import Cents

Placed = tuple[tuple[str, Cents], ...]  # side wagers on every box, beside a main wager of the table minimum
SUIT_SETS = 1 << len(SUITS)


class PlayFor(StrEnum):
    """How hands are played on which a side wager waits or may ride."""

    WAGERS = "wagers"  # as is best for the wager, which is how `holecard wagers` quotes it
    MAIN = "main"  # by the strategy card, every win kept


class Beside(NamedTuple):
    """The tables. A verdict is a number of its own for each wager."""

    value_of: NDArray[np.uint8]  # by card
    suit_of: NDArray[np.uint8]  # a bit
    sees_up: bool
    deal: NDArray[np.uint16]  # by wager, first two cards, and up card if that is seen: the verdict
    waiting: NDArray[np.uint16]  # by wager and verdict: the line of a hand that waits for its third card
    wants: NDArray[np.uint8]  # by line: whether it takes that card even where the main wager would do otherwise
    third: NDArray[np.uint16]  # by line and third card: the verdict
    complete: NDArray[np.uint16]  # by line: the verdict without one
    money: NDArray[np.int64]  # by wager and verdict
    hit: NDArray[np.int64]
    prized: NDArray[np.uint8]
    rides: NDArray[np.int64]
    prizes: NDArray[np.int64]
    third_node: NDArray[np.uint16]  # by leaf: the node of a hand that takes a card
    rider: int  # the wager whose win may ride
    leaf_ride: NDArray[np.int64]
    ride: NDArray[np.int64]  # by line of the payoffs and final: what each unit that rides comes to
    ride_over: NDArray[np.uint8]  # by finished hand
    without_ride: NDArray[np.uint16]  # by context: the same once what rode has gone
    on_dealer: NDArray[np.int64]  # by wager, final and set of suits
    hit_on_dealer: NDArray[np.int64]


class Verdict(NamedTuple):
    """What a wager comes to, for each unit wagered, or the line of a hand for which it waits."""

    pays: Fraction = Fraction(0)
    is_hit: bool = False
    draws_prize: bool = False
    rides: Fraction = Fraction(0)
    waits: int = NONE


def place(rules: Rules, placed: Placed) -> None:
    """Refuse what the table would refuse: a wager it does not offer, or a stake that it does not take."""
    table = open_table(rules)
    bets = (Bet(1, "A", rules.minimum), *(Bet(1, "A", amount, key) for key, amount in placed))
    answer(rules, table, ask(rules, table), Bets(bets, last=True))


def lay_beside(
    rules: Rules,
    solution: Solution,
    placed: Placed,
    play_for: PlayFor = PlayFor.WAGERS,
    two_card: bool = False,
    sayings: Sayings | None = None,
) -> StrategyTables:
    """The strategy of a solution, laid with these side wagers on every box. They are in operation under `rules`."""
    return _Layer(rules, solution, placed, play_for).laid(two_card, sayings)


def with_faces(laid: StrategyTables) -> StrategyTables:
    """The same without a side wager, dealt from fifty-two cards, so that a count may tell suits apart."""
    ended = len(laid.main.hands.row)
    none, nothing = np.zeros((0, 1), np.int64), np.zeros((0, 1, SUIT_SETS), np.int64)
    beside = Beside(
        value_of=np.array([card.value - 1 for card in DECK], np.uint8),
        suit_of=np.array([1 << SUITS.index(card.suit) for card in DECK], np.uint8),
        sees_up=False,
        deal=np.zeros((0, len(DECK), len(DECK), 1), np.uint16),
        waiting=none.astype(np.uint16),
        wants=np.zeros(1, np.uint8),
        third=np.zeros((1, len(DECK)), np.uint16),
        complete=np.zeros(1, np.uint16),
        money=none,
        hit=none,
        prized=none.astype(np.uint8),
        rides=none,
        prizes=np.zeros(1, np.int64),
        third_node=np.zeros(1, np.uint16),
        rider=0,
        leaf_ride=np.zeros(1, np.int64),
        ride=np.zeros(1, np.int64),
        ride_over=np.zeros(ended, np.uint8),
        without_ride=np.zeros(1, np.uint16),
        on_dealer=nothing,
        hit_on_dealer=nothing,
    )
    return replace(laid, beside=beside)


class _Layer:
    def __init__(self, rules: Rules, solution: Solution, placed: Placed, play_for: PlayFor) -> None:
        self.rules, self.solution, self.placed = rules, solution, placed
        self.play_for = play_for
        self.wagers = [rules.play.side_wagers[key] for key, _ in placed]
        riders = [at for at, wager in enumerate(self.wagers) if wager.riding is not None and play_for is PlayFor.WAGERS]
        if len(riders) > 1 or sum(wager.prizes is not None for wager in self.wagers) > 1:
            raise CannotCompile("cannot simulate two side wagers together if their wins ride or they draw prizes")
        self.rider = riders[0] if riders else None
        self.verdicts: list[dict[Verdict, int]] = [{Verdict(): 0} for _ in placed]
        self.third: list[tuple[int, list[int], int]] = []  # whether the card is wanted, verdicts by card, without one

    def laid(self, two_card: bool, sayings: Sayings | None) -> StrategyTables:
        layer = Layer(self.rules, self.solution, two_card, sayings, graphs=self._graphs(), also=self._on_dealer)
        laid = layer.laid()
        deal = [self._deal(at) for at in range(len(self.placed))]
        sees_up = any(table.shape[2] > 1 for table in deal)
        shape = (len(DECK), len(DECK), len(DECK) if sees_up else 1)
        whole = max(map(len, self.verdicts))
        by_final = [final[-1] for final in layer.dealer.finals]
        drawn = self._prizes()
        least = gcd(
            *(units for line in layer.hands.lines for units in line.ride), *(leaf.ride for leaf in layer.leaves)
        )
        ride = [units // (least or 1) for line in layer.hands.lines for units in line.ride]
        money = _Money(self.placed, self.verdicts, by_final, drawn, Fraction(least, PARTS))
        contexts = layer.contexts
        beside = Beside(
            value_of=np.array([card.value - 1 for card in DECK], np.uint8),
            suit_of=np.array([1 << SUITS.index(card.suit) for card in DECK], np.uint8),
            sees_up=sees_up,
            deal=np.array([np.broadcast_to(table, shape) for table in deal], np.uint16),
            waiting=_padded([[one.waits for one in line] for line in self.verdicts], whole, np.uint16),
            wants=np.array([wanted for wanted, _, _ in self.third] or [0], np.uint8),
            third=np.array([verdicts for _, verdicts, _ in self.third] or [[0] * len(DECK)], np.uint16),
            complete=np.array([verdict for _, _, verdict in self.third] or [0], np.uint16),
            money=_padded(money.pays, whole, np.int64),
            hit=_padded([[one.is_hit for one in line] for line in self.verdicts], whole, np.int64),
            prized=_padded([[one.draws_prize for one in line] for line in self.verdicts], whole, np.uint8),
            rides=_padded(money.rides, whole, np.int64),
            prizes=np.array(money.prizes or [0], np.int64),
            third_node=layer.hands.places([leaf.third for leaf in layer.leaves]).astype(np.uint16),
            rider=self.rider or 0,
            leaf_ride=np.array([leaf.ride // (least or 1) for leaf in layer.leaves], np.int64),
            ride=np.array(ride, np.int64),
            ride_over=np.array([one.ride_over for one in layer.hands.ended], np.uint8),
            without_ride=np.array(
                [contexts.get(context._replace(graph=1), at) for context, at in contexts.items()] or [0], np.uint16
            ),
            on_dealer=np.array(money.on_dealer, np.int64),
            hit_on_dealer=np.array(
                [[[one.is_hit for one in final[at]] for final in by_final] for at in range(len(self.placed))], np.int64
            ),
        )
        most = max(map(abs, ride), default=0) * int(beside.rides.max()) * 9
        largest = max(int(np.abs(table).max()) for table in (beside.money, beside.prizes, beside.on_dealer)) + most
        stakes = tuple(WagerTables(key, stake) for (key, _), stake in zip(self.placed, money.stakes, strict=True))
        dealer = laid.main.dealer
        if self._dealer_completes():
            dealer = dealer._replace(completes=True)
        main = laid.main._replace(dealer=dealer)
        return replace(laid, main=main, beside=beside, wagers=stakes, largest=max(laid.largest, largest))

    def _graphs(self) -> tuple[Graph, ...]:
        """The game with money riding, while the first hand of a box has it, and once it has gone with that hand."""
        if self.rider is None:
            return ()
        key = self.placed[self.rider][0]
        return tuple(ridden(self.rules, key, stays)[1] for stays in (True, False))

    # Verdicts

    def number(self, at: int, verdict: Verdict) -> int:
        return self.verdicts[at].setdefault(verdict, len(self.verdicts[at]))

    def _deal(self, at: int) -> NDArray[np.uint16]:
        """By first two cards and up card; the last has no extent where the wager does not see it."""
        rule = self.wagers[at]
        if rule.settled is Settled.AFTER_DEALER:
            return np.zeros((len(DECK), len(DECK), 1), np.uint16)
        ups = [Dealer((up,), count((up,), self.rules.play.dealer_limit)) for up in DECK]
        judging = _Judging(self, at, rule)
        try:
            found = [[[judging.verdict((one, other), UNSEEN)] for other in DECK] for one in DECK]
        except Looked:
            found = [[[judging.verdict((one, other), up) for up in ups] for other in DECK] for one in DECK]
        return np.array(found, np.uint16)

    def _on_dealer(self, points: Points) -> tuple[tuple[Verdict, ...], ...]:
        """By wager and set of suits: what a complete dealer's hand makes of the wagers that it decides."""
        found = []
        for wager in self.wagers:
            if wager.settled is Settled.AFTER_DEALER:
                by_suits = judged_by_suits(wager.judge, points)
                found.append(tuple(_paid(wager, by_suits.get(suits, ())) for suits in range(SUIT_SETS)))
            else:
                found.append((Verdict(),) * SUIT_SETS)
        return tuple(found)

    def _dealer_completes(self) -> bool:
        """Whether the dealer draws for a side wager although every hand is settled."""
        hand = SOMEBODY.hands[0]
        settled = hand._replace(wagers=tuple(wager._replace(net=0) for wager in hand.wagers), removed=True)
        stage = Stage(self.rules)
        points = points_of((10, 2), self.rules.play.dealer_limit)
        return any(
            dealer_draws(
                stage, 10, points, SOMEBODY._replace(hands=(settled,), wagers=(Wager("", rule.key, Part.SIDE, 1),))
            )
            for rule in self.wagers
            if rule.settled is Settled.AFTER_DEALER
        )

    def _prizes(self) -> list[Fraction]:
        """What each of the equally likely prizes pays."""
        for rule in self.wagers:
            if rule.prizes is not None:
                drawn = list(prizes(self.rules, rule.key))
                possible = lcm(*(prize.chance.denominator for prize in drawn))
                return [prize.pays for prize in drawn for _ in range(int(prize.chance * possible))]
        return []


class _Judging:
    """The verdicts of one wager on what lies after the deal."""

    def __init__(self, layer: _Layer, at: int, rule: SideWager) -> None:
        self.layer, self.at, self.rule = layer, at, rule
        self.shoe = Composition.of_decks(layer.rules.decks)
        self.rides = at == layer.rider
        self.value = value_of_riding(layer.rules, rule.key) if self.rides else None
        self.paid = cache(self._paid)
        self.ridden: dict[tuple[Classes, int, int, int], int] = {}

    def verdict(self, cards: tuple[Card, ...], dealer: Dealer) -> int:
        classes = self.rule.judge(cards, dealer, False)
        if classes is None:
            return self._number(Verdict(waits=self._third(cards, dealer)))
        if classes and self.rides:
            up = dealer.cards[0]  # raises where the up card is not shown
            assert isinstance(up, Card)
            low, high = sorted(card.value for card in cards)
            key = classes, low, high, up.value
            if key not in self.ridden:
                self.ridden[key] = self._riding(classes, cards, up)
            return self.ridden[key]
        return self.paid(classes)

    def _number(self, verdict: Verdict) -> int:
        return self.layer.number(self.at, verdict)

    def _paid(self, classes: Classes) -> int:
        return self._number(_paid(self.rule, classes))

    def _third(self, cards: tuple[Card, ...], dealer: Dealer) -> int:
        up = () if dealer is UNSEEN else tuple(card for card in dealer.cards if isinstance(card, Card))
        _, at_once, wanted = third_card(self.rule, cards, dealer, self.shoe.without(*cards, *up))
        verdicts = [self.paid(decided(self.rule, (*cards, card), dealer, complete=False)) for card in DECK]
        line = wanted and self.layer.play_for is PlayFor.WAGERS, verdicts, self.paid(at_once)
        if line not in self.layer.third:
            self.layer.third.append(line)
        return self.layer.third.index(line)

    def _riding(self, classes: Classes, cards: tuple[Card, ...], up: Card) -> int:
        """All rides that the table allows, where that is worth something."""
        assert self.value is not None, "this wager may ride"
        low, high = sorted(card.value for card in cards)
        worth = self.value((low, high), up.value) > 0
        key, amount = self.layer.placed[self.at]
        rides = Fraction(may_ride(self.layer.rules, key, amount, cards, up), amount) if worth else Fraction(0)
        return self._number(_paid(self.rule, classes)._replace(rides=rides))


def _paid(rule: SideWager, classes: Classes) -> Verdict:
    if classes and rule.prizes is not None:
        return Verdict(is_hit=True, draws_prize=True)
    return Verdict(net(rule, classes), bool(classes))


@dataclass(frozen=True)
class _Money:
    """What one unit of each wager comes to, in the largest parts of it that make whole numbers of everything."""

    placed: Placed
    verdicts: list[dict[Verdict, int]]
    by_final: list[Any]
    drawn: list[Fraction]
    ride: Fraction  # what the least part of a ride comes to
    stakes: list[int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "stakes", [self._stake(at) for at in range(len(self.placed))])

    def _stake(self, at: int) -> int:
        """Into how many parts a unit is divided."""
        found = [one.pays for one in self.verdicts[at]] + [one.rides * self.ride for one in self.verdicts[at]]
        found += [one.pays for final in self.by_final for one in final[at]]
        if any(one.draws_prize for one in self.verdicts[at]):
            found += self.drawn
        return lcm(*(one.denominator for one in found))

    @property
    def pays(self) -> list[list[int]]:
        return [[int(one.pays * stake) for one in line] for line, stake in zip(self.verdicts, self.stakes, strict=True)]

    @property
    def rides(self) -> list[list[int]]:
        return [
            [int(one.rides * self.ride * stake) for one in line]
            for line, stake in zip(self.verdicts, self.stakes, strict=True)
        ]

    @property
    def prizes(self) -> list[int]:
        for line, stake in zip(self.verdicts, self.stakes, strict=True):
            if any(one.draws_prize for one in line):
                return [int(one * stake) for one in self.drawn]
        return []

    @property
    def on_dealer(self) -> list[list[list[int]]]:
        return [
            [[int(one.pays * stake) for one in final[at]] for final in self.by_final]
            for at, stake in enumerate(self.stakes)
        ]


def _padded(lines: list[list[Any]], length: int, kind: Any) -> NDArray[Any]:
    return np.array([[*line, *[0] * (length - len(line))] for line in lines], kind)
