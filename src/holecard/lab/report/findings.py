"""Computes everything that a report prints: which configurations it needs, and the figures of each.

`prepare` finds out what has to be solved, and refuses what the instrument forbids; `gather` solves it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from holecard.engine.game import Game
from holecard.engine.options import Option
from holecard.engine.rules import Rules
from holecard.lab.card.cells import Card, strategy_card
from holecard.lab.compiler.stage import CannotCompile
from holecard.lab.counting.observer import exposure
from holecard.lab.counting.operator import DEPTH, GAIN, OperatorPage, exposed
from holecard.lab.report.sweep import Figures, Plan, Point, figures, plan
from holecard.lab.solver.analysis import Analysis, analyse
from holecard.lab.solver.shoes import Strategy
from holecard.lab.wagers.riding import value_of_riding
from holecard.lab.wagers.side_wagers import WagerAnalysis, analyse_wagers, offered_alone
from holecard.law.clauses import Claim, Register, claims_of

Tell = Callable[[str], None]  # told the name of each step as it begins; it may raise, which ends the work
SAMPLES, SOLVED = 1000, 1  # of the cards that may be left, at each depth
HOLD = "hold-"  # a claim about a side wager is `hold-` and its key


@dataclass(frozen=True)
class Work:
    """What a report has to solve."""

    game: Game
    given: Mapping[str, str]
    rules: Rules
    decks: Plan  # with the side wagers off, which do not change the main wager
    readings: tuple[tuple[Option, Plan], ...]

    @property
    def steps(self) -> int:
        return (
            4
            + len(exposed(self.rules))
            + len(self.decks.points)
            + sum(len(planned.points) for _, planned in self.readings)
        )


@dataclass(frozen=True)
class Reading:
    """A switch between readings at one of its values: the main wager, and the side wagers as they then are."""

    point: Point
    figures: Figures | None  # None where the exact solver does not follow the reading
    wagers: tuple[WagerAnalysis, ...]


@dataclass(frozen=True)
class Findings:
    """Everything that a report prints."""

    work: Work
    composition: Analysis
    total: Analysis
    card: Card
    wagers: tuple[WagerAnalysis, ...]
    by_decks: tuple[tuple[Point, Figures, tuple[WagerAnalysis, ...]], ...]
    readings: tuple[tuple[Option, tuple[Reading, ...]], ...]
    exposure: OperatorPage

    @property
    def rules(self) -> Rules:
        return self.work.rules

    @cached_property
    def names(self) -> dict[str, str]:
        """What the instrument calls each side wager."""
        alone = offered_alone(self.work.game, self.work.given)
        return {key: rules.play.side_wagers[key].name for key, _, rules in alone}


def prepare(game: Game, given: Mapping[str, str], alone: bool = False) -> Work:
    """The configurations of a report; one that the instrument forbids is refused here, before anything is solved.
    With `alone`, no other decks and no other readings."""
    rules = game.configure(given)
    if alone:
        return Work(game, given, rules, Plan((), ()), ())
    declared = {option.name: option for option in game.declared(given)}
    off = {**given, **{offered.switch: "no" for offered in game.wagers}}
    decks = plan(game, _without(off, "decks"), {"decks": declared["decks"].shown_values})
    readings = tuple(
        (option, plan(game, _without(given, option.name), {option.name: option.shown_values}))
        for option in declared.values()
        if option.reading
    )
    return Work(game, given, rules, decks, readings)


def gather(work: Work, tell: Tell, samples: int = SAMPLES, within: Tell | None = None) -> Findings:
    """Solve everything. `within` is told what the longest steps, those about card counting, are at."""
    game = work.game
    tell("strategy by composition")
    composition = analyse(work.rules, keep=True)
    tell("strategy by total")
    total = analyse(work.rules, strategy=Strategy.TOTAL)
    card = strategy_card(total)
    tell("side wagers")
    wagers = tuple(analyse_wagers(game, work.given, value_of_riding=value_of_riding))
    solved = {work.rules.hash: Figures.of(composition)}

    def solve(point: Point) -> Figures:
        if point.rules.hash not in solved:
            solved[point.rules.hash] = figures(point.rules)
        return solved[point.rules.hash]

    claimed = {claim.id.removeprefix(HOLD) for _, claim in claims(work.rules)} & {one.key for one in game.wagers}
    by_decks = []
    for point in work.decks.points:
        tell(f"{point.over['decks']} decks")
        rows = [row for key in sorted(claimed) for row in analyse_wagers(game, point.rules.options.shown(), only=key)]
        by_decks.append((point, solve(point), tuple(rows)))
    readings = []
    for option, planned in work.readings:
        found = []
        for point in planned.points:
            tell(f"{option.name}={point.over[option.name]}")
            same = point.rules.hash == work.rules.hash
            try:
                worth = solve(point)
            except CannotCompile:
                worth = None
            found.append(Reading(point, worth, wagers if same else _wagers_under(game, point, wagers)))
        readings.append((option, tuple(found)))
    exposures = []

    def counting(name: str, done: int, steps: int) -> None:
        if within is not None:
            within(f"card counting: {name}")

    for wager in exposed(work.rules):
        tell(f"card counting: {wager}")
        exposures.append(exposure(work.rules, wager, samples, tell=counting, solved=SOLVED))
    page = OperatorPage(work.rules, DEPTH, GAIN, tuple(exposures))
    return Findings(work, composition, total, card, wagers, tuple(by_decks), tuple(readings), page)


def _wagers_under(game: Game, point: Point, base: tuple[WagerAnalysis, ...]) -> tuple[WagerAnalysis, ...]:
    """The side wagers under another reading. What rides takes long, so of those that are off it is left as it was."""
    found = []
    for key in dict.fromkeys(row.wager for row in base):
        before = [row for row in base if row.wager == key]
        if before[0].riding_analysed is not None and not point.rules.options.flag(game.wager(key).switch):
            found += before
        else:
            shown = point.rules.options.shown()
            found += analyse_wagers(game, shown, only=key, value_of_riding=value_of_riding)
    return tuple(found)


def claims(rules: Rules) -> tuple[tuple[Register, Claim], ...]:
    """What any edition of the instrument claims."""
    return claims_of(rules.register.key) if rules.register is not None else ()


def _without(given: Mapping[str, str], name: str) -> dict[str, str]:
    return {key: value for key, value in given.items() if key != name}
