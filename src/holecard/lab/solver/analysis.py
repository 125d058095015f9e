"""Analyses a configured table: the figures that a laboratory files.

>>> from holecard.games import find
>>> rules = find("reference").configure({"decks": "1", "max_hands": "2"})
>>> analysis = analyse(rules)
>>> round(analysis.ev, 4), round(analysis.average_wager, 3)
(0.0015, 1.133)
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

import numpy as np

from holecard.engine.rules import Rules
from holecard.lab.compiler.dealing import BITS
from holecard.lab.compiler.store import tables_for
from holecard.lab.compiler.tables import Tables
from holecard.lab.solver.distribution import Distribution, distribution
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.shoes import Cards, Strategy
from holecard.law.clauses import Claim, Register, claims_of
from holecard.values.hand import Points

Shares = dict[str, float]
MAIN_HOLD = "hold-bet"


@dataclass(frozen=True)
class Analysis:
    """The exact figures of a game for one shoe. `ev` is the player's expectation for one unit of the main wager."""

    rules: Rules
    solution: Solution

    @property
    def strategy(self) -> Strategy:
        return self.solution.strategy

    @property
    def ev(self) -> float:
        return self.solution.worth.value

    @property
    def house_edge(self) -> float:
        return -self.ev

    @property
    def rtp(self) -> float:
        """The return to the player: what comes back of one unit of the main wager, on average."""
        return 1 + self.ev

    @property
    def average_wager(self) -> float:
        """What is staked in a round, with doubles, splits and whatever else may be lost but the Ante."""
        return self.solution.worth.staked

    @property
    def element_of_risk(self) -> float:
        """The house edge for one unit of all that is staked."""
        return self.house_edge / self.average_wager

    @cached_property
    def distribution(self) -> Distribution:
        """How probable each result of a round is, with its variance and standard deviation; found when asked for."""
        return distribution(self.solution)

    @cached_property
    def dealer(self) -> Shares:
        """How often a dealer's hand that is always completed ends how."""
        return dealer_shares(self.solution.tables, self.solution.cards)

    @cached_property
    def insurance_ev(self) -> float | None:
        """The value of one unit of Insurance at 2 to 1 if only the ace is known; None without one."""
        cards = self.solution.cards
        if not cards.counts[0]:
            return None
        left = cards if cards.endless else cards.without(1)
        return 3 * left.counts[9] / sum(left.counts) - 1

    @property
    def claim(self) -> tuple[Register, Claim] | None:
        """The hold that the instrument itself claims for the main wager, and in which edition."""
        return claim_of(self.rules)


def claim_of(rules: Rules) -> tuple[Register, Claim] | None:
    """What any edition of a game's instrument claims for the main wager."""
    found = () if rules.register is None else claims_of(rules.register.key)
    return next(((held, claim) for held, claim in found if claim.id == MAIN_HOLD), None)


def analyse(
    rules: Rules, cards: Cards | None = None, strategy: Strategy = Strategy.COMPOSITION, *, keep: bool = False
) -> Analysis:
    """Solve a configured game, from a fresh shoe of its decks unless other cards are given.

    With `keep`, the distribution is found faster, and some megabytes more are held until the analysis is dropped.
    """
    solution = Solution(tables_for(rules), cards or Cards.of_decks(rules.decks), strategy, keep=keep)
    solution.worth  # noqa: B018  the figures are part of the work
    return Analysis(rules, solution)


def timed(rules: Rules, cards: Cards | None, strategy: Strategy, repeat: int) -> tuple[Analysis, float]:
    """An analysis and the fastest time of several; they share only the tables and the machine code."""
    fastest, found = float("inf"), None
    tables_for(rules)
    for _ in range(repeat):
        began = time.perf_counter()
        found = analyse(rules, cards, strategy, keep=True)
        fastest = min(fastest, time.perf_counter() - began)
    assert found is not None, "at least one is made"
    return found, fastest


def dealer_shares(tables: Tables, cards: Cards) -> Shares:
    """By total; past 22 as `over`, a Blackjack apart."""
    endings = tables.compiled.all_endings
    counts = endings.code[:, None] >> (BITS * np.arange(10)) & 31
    left = np.array(cards.counts, np.float64)
    weight = np.ones(len(endings))
    for drawn in range(int(counts.max())):  # each value, one card after the other
        weight *= np.where(counts > drawn, np.maximum(left - cards.taken * drawn, 0), 1).prod(axis=1)
    for drawn in range(int(counts.sum(axis=1).max())):
        weight /= np.where(counts.sum(axis=1) > drawn, max(left.sum() - cards.taken * drawn, 1), 1)
    weight *= endings.ways
    shares: Shares = dict.fromkeys(("17", "18", "19", "20", "21", "22", "over", "blackjack"), 0.0)
    names = [_named(final.points) for final in endings.finals]
    for final, share in zip(endings.final.tolist(), weight.tolist(), strict=True):
        shares[names[final]] = shares.get(names[final], 0.0) + share
    return shares


def _named(points: Points) -> str:
    natural = points.total == 21 and points.count == 2
    return "blackjack" if natural else "over" if points.total > 22 else str(points.total)


def verdict(claim: Claim, *edges: float) -> str:
    """Whether every one of these is in the range, at as many places as the claim has.

    >>> claim = Claim(id="", what="", low="0.0367", high="0.0406", where="")
    >>> verdict(claim, 0.040618), verdict(claim, 0.0367, 0.04066)
    ('within', 'outside')
    """
    low, high = Decimal(claim.low), Decimal(claim.high)
    return "within" if all(low <= Decimal(edge).quantize(high) <= high for edge in edges) else "outside"
