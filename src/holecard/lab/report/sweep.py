"""The house edge for every permitted combination of some options.

>>> from holecard.games import find
>>> planned = plan(find("pa-down-under"), {"match_the_dealer": "yes"}, {"decks": ["4", "6"]})
>>> [point.over for point in planned.points]
[{'decks': '6'}]
>>> [(skipped.over, str(skipped.refusal.cite)) for skipped in planned.skipped]
[({'decks': '4'}, '58 Pa. Code § 685a.6(e)')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import sqrt
from typing import NamedTuple

from holecard.engine.game import Game
from holecard.engine.options import parse_options
from holecard.engine.rules import Rules
from holecard.games import find
from holecard.lab.compiler import store
from holecard.lab.compiler.stage import CannotCompile
from holecard.lab.solver.analysis import Analysis, analyse
from holecard.lab.solver.shoes import Strategy
from holecard.law.errors import Malformed, Refused

Over = dict[str, str]  # the options that are swept, as written


class Figures(NamedTuple):
    """What an analysis comes to, without the tables behind it."""

    ev: float
    average_wager: float
    variance: float

    @classmethod
    def of(cls, analysis: Analysis) -> Figures:
        return cls(analysis.ev, analysis.average_wager, analysis.distribution.variance)

    @property
    def rtp(self) -> float:
        return 1 + self.ev

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def house_edge(self) -> float:
        return -self.ev

    @property
    def element_of_risk(self) -> float:
        return self.house_edge / self.average_wager


@dataclass(frozen=True)
class Point:
    """One permitted combination."""

    over: Over
    rules: Rules


@dataclass(frozen=True)
class Skipped:
    """One forbidden combination, and why."""

    over: Over
    refusal: Refused


@dataclass(frozen=True)
class Plan:
    """What a sweep will compute, in the order of the options and values as given; the last option varies first."""

    points: tuple[Point, ...]
    skipped: tuple[Skipped, ...]


def plan(game: Game, given: Mapping[str, str], over: Mapping[str, Sequence[str]]) -> Plan:
    """Every combination, configured or refused. A name or value that the game does not know is an error at once."""
    values = _values(game, given, over)
    points, skipped = [], []
    for combination in product(*values.values()):
        chosen = dict(zip(values, combination, strict=True))
        try:
            points.append(Point(chosen, game.configure({**given, **chosen})))
        except Refused as refusal:
            skipped.append(Skipped(chosen, refusal))
    return Plan(tuple(points), tuple(skipped))


def _values(game: Game, given: Mapping[str, str], over: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The values to sweep over as the game writes them, each looked at before anything is computed."""
    declared = game.declared(given)
    first = {**given, **{name: texts[0] for name, texts in over.items()}}
    game.check_fixed(first)
    parse_options(declared, first)
    by_name = {option.name: option for option in declared}
    found = {}
    for name, texts in over.items():
        if name in given:
            raise Malformed(f"{name} is in both --set and --over. Use one of them")
        shown = [by_name[name].show(by_name[name].parse(text)) for text in texts]
        twice = next((text for at, text in enumerate(shown) if text in shown[:at]), None)
        if twice is not None:
            raise Malformed(f"--over {name} has the value {twice} twice. Write it once")
        found[name] = shown
    return found


def parse_over(pairs: Iterable[str]) -> dict[str, list[str]]:
    """The options to sweep over as written.

    >>> parse_over(["decks=4,6", "soft17=stand,hit"])
    {'decks': ['4', '6'], 'soft17': ['stand', 'hit']}
    """
    found: dict[str, list[str]] = {}
    for pair in pairs:
        name, equals, text = (part.strip() for part in pair.partition("="))
        values = [value.strip() for value in text.split(",")]
        if not (name and equals and all(values)):
            raise Malformed(f"--over {pair!r} cannot be read. Write name=value,value, for example decks=4,6,8")
        if name in found:
            raise Malformed(f"--over {name} appears twice. Write all values together, for example decks=4,6,8")
        found[name] = values
    if not found:
        raise Malformed("nothing to vary. Add --over name=value,value, for example --over decks=4,6,8")
    return found


def figures(rules: Rules, strategy: Strategy = Strategy.COMPOSITION) -> Figures:
    """The figures of one configuration, whose tables are then let go: those of a long sweep would fill the memory."""
    found = Figures.of(analyse(rules, strategy=strategy, keep=True))
    store.forget()
    return found


Solved = Iterator[tuple[int, Figures | CannotCompile]]  # the place of each point, as they are finished
Solver = Callable[[Sequence[Point]], Solved]


def on_this_machine(points: Sequence[Point]) -> Solved:
    """One after the other."""
    return ((at, _solved(point.rules)) for at, point in enumerate(points))


def on_cluster(address: str) -> Solver:
    """On the Dask cluster whose scheduler has this address or has written this scheduler file."""
    from holecard.lab.simulator.cluster import map_on_cluster

    def solve(points: Sequence[Point]) -> Solved:
        return map_on_cluster(address, _solve, [(point.rules.key, point.rules.options.shown()) for point in points])

    return solve


def _solve(task: tuple[str, dict[str, str]]) -> Figures | CannotCompile:
    """On a worker: a game's key and its options travel, and not the rules made of them."""
    key, options = task
    return _solved(find(key).configure(options))


def _solved(rules: Rules) -> Figures | CannotCompile:
    """What cannot be solved is an answer too, and does not end the rest."""
    try:
        return figures(rules)
    except CannotCompile as error:
        return error
