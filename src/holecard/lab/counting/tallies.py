"""Simulated rounds by the count at the moment of betting, for every penetration that the run goes through.

>>> from holecard.games import find
>>> from holecard.lab.counting.systems import KNOWN
>>> counted = count_rounds(find("reference").configure(), Asked((KNOWN["hi-lo"],), rounds=200_000))
>>> sum(row.rounds for row in counted.rows()) == 200_000, counted.penetrations[0]
(True, 0.5)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from holecard.engine.rules import Rules
from holecard.lab.compiler.store import tables_for
from holecard.lab.counting._compositions import COUNTS, DECK_SIZE, tags_by_value
from holecard.lab.counting.indices import DEPTH, solve_by_count
from holecard.lab.counting.removals import MAIN, Tell, no_telling
from holecard.lab.counting.systems import System
from holecard.lab.simulator.carried import Carried, Counting, labels
from holecard.lab.simulator.departures import lay_departures
from holecard.lab.simulator.side_wager_tables import Placed, with_faces
from holecard.lab.simulator.simulate import Checkpoint, Plan, Player, Result, laid_for, main_game, simulate
from holecard.lab.simulator.strategy_tables import StrategyTables
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.shoes import Cards, Strategy
from holecard.law.errors import Malformed

PENETRATIONS = tuple(round(0.05 * at, 2) for at in range(10, 20))  # 0.5 to 0.95
BASIC, INDICES = "basic", "indices"


@dataclass(frozen=True)
class Asked:
    """What is simulated: the systems carried, the first of which decides about departures, and how it is dealt."""

    systems: tuple[System, ...]
    rounds: int = 10_000_000
    penetration: float = DEPTH
    play: str = BASIC
    boxes: int = 1
    seed: str = "1"
    wagers: Placed = ()

    def plan(self, rules: Rules) -> Plan:
        """The plan of the simulation, checked."""
        if self.play not in (BASIC, INDICES):
            raise Malformed(f"--play must be {BASIC} or {INDICES}, not {self.play}")
        if self.play == INDICES:
            tags_by_value(self.systems[0])
            if self.wagers:
                raise Malformed(f"--play {INDICES} departs for the main wager alone. Leave out --wager")
        cards = DECK_SIZE * rules.decks
        least = 6 * (self.boxes + 1)
        deepest = (cards - least) / cards
        if not 0 < self.penetration < 1 or round(cards * (1 - self.penetration)) < least:
            raise Malformed(
                f"--penetration {self.penetration:g} is too deep: a round may need {least} of the {cards} cards. "
                f"Choose 0.05 to {np.floor(100 * deepest) / 100:g}"
            )
        edges = {round(cards * part) for part in (*PENETRATIONS, self.penetration) if part <= self.penetration}
        counting = Counting(
            tuple(_carried(system, rules.decks) for system in self.systems), tuple(sorted(edges)), self.play == INDICES
        )
        cut = cards - round(cards * self.penetration)
        return Plan(
            self.rounds, self.seed, self.boxes, cut=cut, wagers=self.wagers, counting=counting
        ).checked(rules)  # fmt: skip

    def laid(self, rules: Rules, tell: Tell = no_telling) -> StrategyTables:
        """The strategy, or one for each true count, ready for the simulator."""
        if self.play == INDICES:
            game = main_game(rules)
            by_count = solve_by_count(game, self.systems[0], self.penetration, tell, beyond=0.5)
            basic = Solution(tables_for(game), Cards.of_decks(game.decks), Strategy.TOTAL)
            return lay_departures(game, basic, by_count, COUNTS[0])
        laid = laid_for(rules, wagers=self.wagers)
        return with_faces(laid) if not self.wagers and any(system.has_suits for system in self.systems) else laid


def _carried(system: System, decks: int) -> Carried:
    scale = system.scale
    tags = tuple(int(tag * scale) for tag in system.tags)
    start = system.start(decks) - (system.pivot or 0)
    return Carried(system.name, tags, scale, int(start * scale), running=not system.balanced)


class CountRow(NamedTuple):
    """Rounds that began at a true count, rounded down, or at so much above the pivot of an unbalanced count.

    `ev` is for one unit on one box; `variance` is that of a whole round, one unit on each box.
    """

    true_count: int
    rounds: int
    ev: float
    standard_error: float
    variance: float


@dataclass(frozen=True)
class Counted:
    """A simulation with its tallies."""

    rules: Rules
    asked: Asked
    result: Result

    @property
    def _counting(self) -> Counting:
        assert self.result.plan.counting is not None, "the plan has counts"
        return self.result.plan.counting

    @cached_property
    def _tallies(self) -> NDArray[np.int64]:
        return self._counting.unpacked(self.result.tally.by_count, len(self.asked.wagers))

    @property
    def penetrations(self) -> tuple[float, ...]:
        """For which there are figures, the last as asked."""
        less = (part for part in PENETRATIONS if part < self.asked.penetration)
        return (*less, self.asked.penetration)

    @property
    def wagers(self) -> tuple[str, ...]:
        return MAIN, *(key for key, _ in self.asked.wagers)

    def rows(self, penetration: float | None = None, wager: str = MAIN, system: int = 0) -> tuple[CountRow, ...]:
        """By true count. A shoe cut less deep than the run has its rounds as far as they go."""
        depth = self.asked.penetration if penetration is None else penetration
        edge = round(DECK_SIZE * self.rules.decks * depth)
        bands = [at for at, one in enumerate(self._counting.edges) if one <= edge]
        sums = self._tallies[system, bands].sum(axis=0)
        at = self.wagers.index(wager)
        stake = self.result.laid.stake if at == 0 else self.result.laid.wagers[at - 1].stake
        boxes = self.asked.boxes
        found = []
        for label, line in zip(labels(), sums, strict=True):
            rounds, won, squares = int(line[0]), int(line[1 + 2 * at]) / stake, int(line[2 + 2 * at]) / stake**2
            if rounds:
                variance = max(0.0, squares / rounds - (won / rounds) ** 2)
                error = sqrt(variance / rounds) / boxes
                found.append(CountRow(label, rounds, won / rounds / boxes, error, variance))
        return tuple(found)

    def to_dict(self) -> dict[str, Any]:
        system, main = self.asked.systems[0], self.result.main
        return {
            "system": system.name,
            "count": "true" if system.balanced else "running, above the pivot",
            "penetration": self.asked.penetration,
            "play": self.asked.play,
            "boxes": self.asked.boxes,
            "seed": self.asked.seed,
            "rounds_asked": self.asked.rounds,
            "rounds": self.result.tally.rounds,
            "ev": main.ev,
            "standard_error": main.standard_error,
            "rows": [row._asdict() for row in self.rows()],
            "penetrations": [
                {"penetration": part, "rows": [row._asdict() for row in self.rows(part)]} for part in self.penetrations
            ],
            "wagers": [
                {"wager": key, "rows": [row._asdict() for row in self.rows(wager=key)]} for key in self.wagers[1:]
            ],
            "systems": [
                {"system": one.name, "rows": [row._asdict() for row in self.rows(system=at)]}
                for at, one in enumerate(self.asked.systems[1:], 1)
            ],
            "rounds_per_cpu_second": self.result.rounds_per_cpu_second,
            "seconds": self.result.seconds,
        }


def count_rounds(
    rules: Rules,
    asked: Asked,
    player: Player | None = None,
    tell: Callable[[Result], None] | None = None,
    checkpoint: Checkpoint | None = None,
    laid: StrategyTables | None = None,
) -> Counted:
    """Simulate with these counts. `tell` hears the result so far; Ctrl-C ends the run with it."""
    plan = asked.plan(rules)
    return Counted(rules, asked, simulate(rules, plan, player, tell, laid or asked.laid(rules), checkpoint))
