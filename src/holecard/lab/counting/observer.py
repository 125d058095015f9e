"""The perfect observer: someone who knows every card that is left and bets whenever the wager is worth it.

No count can win more, so this is what a wager is exposed to at a penetration. The cards that are left are sampled: at
each depth, random parts of the shoe, of which the value is exact. For the main game an exact value takes a tenth of a
second, so most samples are weighed by their effects of removal, and a few solutions correct the mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from holecard.engine.rules import Rules
from holecard.lab.compiler.store import tables_for
from holecard.lab.counting._wager_values import VALUE_OF, OnDeal, wager_value
from holecard.lab.counting.removals import MAIN, RideTable, Tell, no_telling, removals, with_wager
from holecard.lab.counting.systems import FLAT, best_tags
from holecard.lab.simulator.simulate import main_game
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.shoes import Cards
from holecard.lab.wagers.riding import value_of_riding
from holecard.values.cards import DECK

Floats = NDArray[np.float64]
STEPS = tuple(round(0.05 * at, 2) for at in range(1, 20))  # penetrations; samples are taken halfway between
SAMPLES = 2000  # compositions at each depth
SOLVED = 3  # of them exactly, for the main game
FEWEST = 20  # cards left, so that a round can be played
LEVEL = 2  # of the count that is set beside the observer


class ExposureRow(NamedTuple):
    """Shoes dealt to a penetration: how often the wager is worth a bet, and what that wins in 100 rounds dealt.

    Gains are in units of the bet, the same whenever one is made; `counter_gain` is that of the best count of level 2.
    """

    penetration: float
    frequency: float
    gain: float
    standard_error: float
    counter_gain: float


@dataclass(frozen=True)
class Exposure:
    """A wager as a perfect observer sees it."""

    wager: str
    name: str
    pay_scale: str | None
    ev: float
    maximum: int  # the largest bet, in cents
    rows: tuple[ExposureRow, ...]

    def gain_at(self, penetration: float) -> float:
        """At the greatest of the penetrations that is not deeper."""
        return next((row.gain for row in reversed(self.rows) if row.penetration <= penetration + 1e-9), 0.0)

    def deepest_below(self, gain: float) -> float | None:
        """The deepest penetration at which the observer wins no more than this in 100 rounds, in money."""
        safe = [row.penetration for row in self.rows if row.gain * self.maximum / 100 <= gain]
        return max(safe, default=None)

    def to_dict(self) -> dict[str, Any]:
        return {
            "wager": self.wager,
            "pay_scale": self.pay_scale,
            "ev": self.ev,
            "maximum": self.maximum / 100,
            "rows": [row._asdict() for row in self.rows],
        }


class _Samples(NamedTuple):
    """Random parts of a shoe, by depth: how many of each of the fifty-two cards are left."""

    depth: Floats
    left: Floats  # by depth, sample and card

    @classmethod
    def of(cls, decks: int, samples: int, seed: int) -> _Samples:
        whole = len(DECK) * decks
        rng = np.random.default_rng(seed)
        depths = np.array([step - 0.025 for step in STEPS])
        depths = depths[whole * (1 - depths) >= FEWEST]
        held = np.full(len(DECK), decks)
        left = [rng.multivariate_hypergeometric(held, round(whole * (1 - depth)), samples) for depth in depths]
        return cls(depths, np.array(left, np.float64))

    @property
    def flat(self) -> Floats:
        return self.left.reshape(-1, len(DECK))


def exposure(
    rules: Rules,
    wager: str = MAIN,
    samples: int = SAMPLES,
    seed: int = 1,
    tell: Tell = no_telling,
    solved: int = SOLVED,
) -> Exposure:
    """What a perfect observer can win on the main wager or on a side wager, by penetration."""
    if wager == MAIN:
        return _of_main(main_game(rules), samples, seed, tell, solved)
    alone = with_wager(rules, wager)
    rule = alone.play.side_wagers[wager]
    value = wager_value(alone, wager)
    if rule.riding is not None:
        assert isinstance(value, OnDeal), "a win that rides is one on the first cards"
        tell(f"{rule.title}: what rides", 0, 1)
        value = RideTable.of(value_of_riding(alone, wager)).added_to(value)
    found = _Samples.of(rules.decks, samples, seed)
    evs = []
    for at, left in enumerate(found.left):
        tell(f"{rule.title}: {found.depth[at]:.0%} dealt", at, len(found.left))
        evs.append(value.evs(left))
    fresh = np.full((1, len(DECK)), float(rules.decks))
    ev = float(value.evs(fresh)[0])
    effects = (value.evs(fresh - np.eye(len(DECK))) - ev) if rule.riding is None else np.zeros(len(DECK))
    told = _Told(ev, effects, rules.decks)
    rows = _rows(found, np.array(evs), _Correction.none(len(found.depth)), told)
    return Exposure(wager, rule.title, rule.scale or None, ev, rule.most or rules.maximum, rows)


def _of_main(rules: Rules, samples: int, seed: int, tell: Tell, solved: int) -> Exposure:
    effects = removals(rules, tell=tell)
    found = _Samples.of(rules.decks, max(samples, solved), seed)
    told = _Told(effects.ev, effects.by_card(), rules.decks)
    evs = np.array([told.linear(left) for left in found.left])
    tables = tables_for(rules)
    more = np.zeros((len(found.left), solved))
    for at, left in enumerate(found.left):
        tell(f"main wager: {found.depth[at]:.0%} dealt", at, len(found.left))
        for one in range(solved):
            counts = np.bincount(VALUE_OF, left[one], 10)
            exact = Solution(tables, Cards(tuple(int(many) for many in counts))).ev
            more[at, one] = max(exact, 0.0) - max(float(evs[at, one]), 0.0)
    rows = _rows(found, evs, _Correction.of(found.depth, more), told)
    return Exposure(MAIN, "Main wager", None, effects.ev, rules.maximum, rows)


class _Correction(NamedTuple):
    """What exact solutions add to the linear estimate: it grows with the depth, so that a smooth curve is fitted."""

    by_depth: Floats
    slopes: Floats  # by depth: what the curve's two numbers are multiplied with
    covariance: Floats

    @classmethod
    def none(cls, depths: int) -> _Correction:
        return cls(np.zeros(depths), np.zeros((depths, 2)), np.zeros((2, 2)))

    @classmethod
    def of(cls, depth: Floats, more: Floats) -> _Correction:
        """Cards gone for each one left: what the composition varies by grows with that, and so does the noise."""
        gone = depth / (1 - depth)
        design = np.stack([np.ones_like(gone), gone], axis=1)
        wanted = more.mean(axis=1) / gone
        numbers, *_ = np.linalg.lstsq(design, wanted, rcond=None)
        spread = ((wanted - design @ numbers) ** 2).sum() / max(1, len(wanted) - 2)
        slopes = design * gone[:, None]
        return cls(slopes @ numbers, slopes, spread * np.linalg.inv(design.T @ design))

    def variance(self, deep: NDArray[np.bool_]) -> float:
        """Of its mean over some depths."""
        mean = self.slopes[deep].mean(axis=0)
        return float(mean @ self.covariance @ mean)


class _Told(NamedTuple):
    """A wager as its effects of removal tell it."""

    ev: float
    effects: Floats
    decks: int

    def linear(self, left: Floats, effects: Floats | None = None) -> Floats:
        """What the cards that have gone make of it, each by its effect; more the fewer are left."""
        whole = len(DECK) * self.decks
        gone = self.decks - left
        found: Floats = self.ev + gone @ (self.effects if effects is None else effects) * (whole - 1) / left.sum(axis=1)
        return found

    def counted(self) -> Floats | None:
        """The effects as the best count of level 2 knows them."""
        if np.abs(self.effects).max() < FLAT:
            return None
        system: Floats = best_tags(self.effects, LEVEL)
        tags = system - system.mean()
        fitted: Floats = tags * (tags @ self.effects) / (tags @ tags)
        return fitted


def _rows(found: _Samples, evs: Floats, more: _Correction, told: _Told) -> tuple[ExposureRow, ...]:
    """The means over all depths down to each penetration, which rounds reach about alike."""
    bets = evs > 0
    gains = np.maximum(evs, 0)
    fitted = told.counted()
    if fitted is None:
        counters = np.zeros(len(found.depth))
    else:
        counters = np.array(
            [(one * (told.linear(left, fitted) > 0)).mean() for one, left in zip(evs, found.left, strict=True)]
        )
    by_depth = gains.mean(axis=1) + more.by_depth
    errors = gains.var(axis=1) / gains.shape[1]
    rows = []
    for step in STEPS:
        deep = found.depth < step
        if deep.sum() * 0.05 < step - 1e-9:
            break  # no round can be dealt so deep
        many = int(deep.sum())
        rows.append(
            ExposureRow(
                step,
                float(bets[deep].mean()),
                float(100 * by_depth[deep].mean()),
                float(100 * sqrt(errors[deep].sum() / many**2 + more.variance(deep))),
                float(100 * counters[deep].mean()),
            )
        )
    return tuple(rows)
