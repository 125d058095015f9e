"""The value of money that rides with the main wager (New Zealand 15D, 15E), card by card.

It is what a little more of it adds to the best play of the hand, so it does not depend on how much rides. A game is
compiled with so much riding that every sum tells what of it rode; then that is made as little as one likes.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import cache

import numpy as np

from holecard.engine.ask_and_answer import ask
from holecard.engine.questions import Offer
from holecard.engine.rules import Rules
from holecard.engine.side_wager import SideWager
from holecard.engine.table import Dealer
from holecard.lab.compiler.automaton import Graph
from holecard.lab.compiler.compile import Opening, OpeningChance, OpeningLeaf, OpeningOffer
from holecard.lab.compiler.stage import CannotCompile, Pair, Riding, Settled, Stage
from holecard.lab.compiler.store import tables_for
from holecard.lab.compiler.tables import Tables
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.followed import Followed
from holecard.lab.solver.shoes import Cards
from holecard.lab.wagers._riding_split import Riders, gained_once_gone
from holecard.lab.wagers.by_round import dealt
from holecard.lab.wagers.side_wagers import ValueOfRiding
from holecard.round.riding import RIDE
from holecard.values.cards import DECK, Card
from holecard.values.hand import count
from holecard.values.money import Cents

PARTS = 60  # of a ride, so that whatever odds divide by leaves whole parts
LITTLE = 1000  # of which one main wager is so many: so little that it does not change how the hand is best played


def ridden(rules: Rules, wager: str, stays: bool) -> tuple[Tables, Graph]:
    """The game with this side wager riding. Once a box is split, what its other hands may stake depends on whether the
    first one, with which it rides, still `stays`."""
    main = Stage(rules).stake
    part = 1000 * main  # more than the main wager can come to
    tables = tables_for(rules, Riding(wager, PARTS * part, main, stays))
    return tables, Graph(tables.compiled, part)


def value_of_riding(rules: Rules, wager: str, cards: Cards | None = None) -> ValueOfRiding:
    """For a table with this side wager: the expectation of each unit that rides, by first two cards and up card."""
    return riding_as_played(rules, wager, WorthOfRiding(rules, wager, cards or Cards.of_decks(rules.decks)))


def riding_as_played(rules: Rules, wager: str, worth: WorthOfRiding) -> ValueOfRiding:
    """The same for hands that are played in a certain way."""
    rule = rules.play.side_wagers[wager]

    @cache
    def value(pair: Pair, up: int) -> float:
        deal = _winning(rule, pair, up)
        if deal is not None and not may_ride(rules, wager, rule.least or rules.minimum, *deal):
            return 0.0
        return worth.value(pair, up)

    return value


def may_ride(rules: Rules, wager: str, amount: Cents, cards: tuple[Card, ...], up: Card) -> Cents:
    """The most that the table lets ride of this side wager and its win: nothing where the hand is paid already."""
    question = ask(rules, dealt(rules, {wager: amount}, cards, up))
    if not isinstance(question, Offer) or question.subject != wager:
        raise CannotCompile(f"cannot analyse {rules.key}: it does not ask at once whether {wager} rides")
    return sum(legal.most for legal in question.choices if legal.do == RIDE)


def _winning(rule: SideWager, pair: Pair, up: int) -> tuple[tuple[Card, ...], Card] | None:
    """A deal of these values with which the wager wins, if there is one."""
    shown = next(card for card in DECK if card.value == up)
    dealer = Dealer((shown,), count((shown,)))
    for one in DECK:
        for other in DECK:
            if (one.value, other.value) == pair and rule.judge((one, other), dealer, False):
                return (one, other), shown
    return None


class WorthOfRiding:
    """What each unit that rides adds to the best play of the hand."""

    def __init__(self, rules: Rules, wager: str, cards: Cards) -> None:
        stays, gone = (_solved(rules, wager, cards, stays, 1) for stays in (True, False))
        self._weigh(stays, gone, _solved(rules, wager, cards, True, 2))
        values, start = self._some.values, self._some.tables.start
        self._split = {pair: value > values[start[pair, pair]] for pair, (value, _) in self._some.splits.items()}

    def _weigh(self, stays: Riders, gone: Riders, more: Riders) -> None:
        self._stays, self._gone, self._twice = stays, gone, more
        self._some, self._more = stays.solution, more.solution
        self._added: set[tuple[int, int]] = set()

    def _add_later_hands(self, pair: int, up: int) -> None:
        """Where this pair is split: the later hands win so much more once the first has gone. It takes longer than all
        the rest, so it is done for a pair and an up card that somebody asks about."""
        if pair not in self._split or (pair, up) in self._added:
            return
        self._added.add((pair, up))
        for one, known in enumerate(self._some.tables.known):
            if known.up == up and self._split[pair][one]:
                gained = gained_once_gone(self._stays, self._gone, pair, one) / PARTS / LITTLE
                self._some.splits[pair][0, one] += gained
                self._more.splits[pair][0, one] += 2 * gained

    def followed(self, cards: Cards) -> WorthOfRiding:
        """The same with other cards, every hand played as with these."""
        found = copy(self)
        found._weigh(*(Riders(Followed(one.solution, cards), one.graph)
                       for one in (self._stays, self._gone, self._twice)))  # fmt: skip
        return found

    def value(self, pair: Pair, up: int) -> float:
        if pair[0] == pair[1]:
            self._add_later_hands(pair[0], up)
        less, full = (
            one.opening_worth(one.tables.compiled.openings[pair, up], pair, up).value
            for one in (self._some, self._more)
        )
        return (full - less) * LITTLE


def _solved(rules: Rules, wager: str, cards: Cards, stays: bool, times: int) -> Riders:
    tables, graph = ridden(rules, wager, stays)
    return Riders(Solution(_with_little(tables, graph, times), cards), graph)


def _with_little(tables: Tables, graph: Graph, times: int) -> Tables:
    """The same tables with so many times a little riding; money in finer parts, so that it stays whole."""
    stake, finer = tables.compiled.stake, PARTS * LITTLE

    def money(amount: Cents) -> Cents:
        main, parts = graph.parts(amount)
        return main * finer + parts * times * stake

    def opening(found: Opening) -> Opening:
        match found:
            case Settled(money=won, staked=staked, by_suits=each):
                return Settled(money(won), money(staked), tuple(money(one) for one in each))
            case OpeningLeaf():
                return replace(found, staked_beside=money(found.staked_beside))
            case OpeningChance(outcomes=outcomes):
                return OpeningChance(tuple((values, opening(after)) for values, after in outcomes))
            case OpeningOffer(choices=choices):
                return replace(found, choices=tuple((do, opening(after)) for do, after in choices))

    found, compiled = copy(tables), tables.compiled
    openings = {key: opening(one) for key, one in compiled.openings.items()}
    found.compiled = replace(compiled, stake=stake * finer, openings=openings)
    paid = [[money(round(amount * stake)) for amount in line] for line in tables.paid]
    found.paid = np.array(paid, np.float64) / (stake * finer)
    staked = np.array([money(int(amount)) for amount in tables.nodes.staked], np.float64)
    found.nodes = replace(tables.nodes, staked=staked)
    return found
