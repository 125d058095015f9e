"""The house edge for every permitted combination of some options, and how it differs from a baseline."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from holecard import __version__
from holecard.api.about import About, ShoeUsed, counted
from holecard.api.analysis import COMPOSITION
from holecard.engine.options import Value, text_of
from holecard.engine.rules import Rules
from holecard.games import find
from holecard.law.errors import Malformed, Refused

if TYPE_CHECKING:
    from holecard.lab.compiler.stage import CannotCompile
    from holecard.lab.report.sweep import Figures

COLUMNS = ("house_edge", "ev", "rtp", "average_wager", "element_of_risk", "standard_deviation", "variance")
DEFAULT = "default"
Over = dict[str, str]  # the options that are swept, as written


def written(over: Over) -> str:
    """
    >>> written({"decks": "6", "soft17": "hit"})
    'decks=6 soft17=hit'
    """
    return " ".join(f"{name}={value}" for name, value in over.items())


@dataclass(frozen=True, kw_only=True)
class SweepRow:
    """One combination and its exact figures; `difference` is its house edge less the baseline's."""

    over: Over
    about: About
    ev: float
    average_wager: float
    variance: float  # of a round of one box
    difference: float | None = None

    @property
    def house_edge(self) -> float:
        return -self.ev

    @property
    def rtp(self) -> float:
        return 1 + self.ev

    @property
    def element_of_risk(self) -> float:
        return self.house_edge / self.average_wager

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    def to_dict(self) -> dict[str, object]:
        against = {} if self.difference is None else {"difference": self.difference}
        return {
            **self.about.to_dict(),
            "over": self.over,
            **{column: getattr(self, column) for column in COLUMNS},
            **against,
        }


@dataclass(frozen=True, kw_only=True)
class Sweep:
    """The house edge of every permitted combination; made by `sweep`.

    `skipped` are the combinations that a clause forbids, with the refusal, and `unsolved` those that the solver does
    not follow, with the reason.

    >>> import holecard as hc
    >>> found = hc.sweep("reference", {"decks": (1, 2)}, max_hands=1, baseline="decks=2")
    >>> [(row.over, f"{row.house_edge:.3%}", f"{row.difference:+.3%}") for row in found]
    [({'decks': '1'}, '0.333%', '-0.396%'), ({'decks': '2'}, '0.730%', '+0.000%')]
    """

    rows: tuple[SweepRow, ...]
    skipped: tuple[tuple[Over, Refused], ...]
    unsolved: tuple[tuple[Over, CannotCompile], ...]
    asked: int  # combinations that are permitted
    baseline: SweepRow | None = None

    @property
    def interrupted(self) -> bool:
        return len(self.rows) + len(self.unsolved) < self.asked

    def __iter__(self) -> Iterator[SweepRow]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def heading(self) -> tuple[str, str]:
        """What all rows have in common: game, edition, strategy and shoe; and the options that are not at their
        defaults."""
        about, over = self.rows[0].about, self.rows[0].over
        rules = about.rules
        held = f"{rules.register.key}@{rules.register.edition}" if rules.register and "edition" not in over else ""
        shoes = "fresh shoes" if "decks" in over else f"fresh shoes of {counted(rules.decks, 'deck')}"
        same = {name: value for name, value in rules.options.not_default().items() if name not in over}
        first = "  ".join(part for part in (rules.name, rules.key, held) if part)
        chosen = f"Options: {written(same)}" if same else "Options: all others at their defaults"
        return f"{first}  {about.strategy}-dependent strategy, {shoes}", chosen

    def __str__(self) -> str:
        each = (
            f"{written(row.over)}: house edge {row.house_edge:.4%}"
            + ("" if row.difference is None else f" ({row.difference:+.4%})")
            for row in self.rows
        )
        return "\n".join((*self.heading(), *each))

    def to_dict(self) -> list[dict[str, object]]:
        """As `holecard sweep --json` prints it: one object for each combination that was solved."""
        return [row.to_dict() for row in self.rows]

    def to_csv(self) -> str:
        """One line for each combination that was solved."""
        text = io.StringIO()
        lines = csv.writer(text, lineterminator="\n")
        against = () if self.baseline is None else ("difference",)
        lines.writerow([*self.rows[0].over, *COLUMNS, *against, "strategy", "game", "rules_hash", "version"])
        for row in self.rows:
            numbers = [repr(getattr(row, column)) for column in (*COLUMNS, *against)]
            rules = row.about.rules
            lines.writerow([*row.over.values(), *numbers, row.about.strategy, rules.key, rules.hash, __version__])
        return text.getvalue()

    def chart(self, format: str) -> bytes:
        """A chart of the house edge over the first option, with a line for each combination of the others."""
        from holecard.lab.report.plots import Line, edge_chart

        axis = next(iter(self.rows[0].over))
        lines: dict[str, list[tuple[str, float]]] = {}
        for row in self.rows:
            others = {name: value for name, value in row.over.items() if name != axis}
            lines.setdefault(written(others), []).append((row.over[axis], row.house_edge))
        values = list(dict.fromkeys(row.over[axis] for row in self.rows))
        drawn = [Line(label, tuple(points)) for label, points in lines.items()]
        return edge_chart(drawn, values=values, axis=axis, title=self.rows[0].about.rules.name, format=format)


def sweep(
    key: str,
    over: Mapping[str, Sequence[Value]],
    *,
    baseline: str = "",
    cluster: str = "",
    tell: Callable[[int, int, Over], None] | None = None,
    **options: Value,
) -> Sweep:
    """Find the house edge of a game for every permitted combination of the options in `over`, with these `options`.

    `baseline` is a combination to compare with, such as `"decks=6"`, or `"default"`. `cluster` is a Dask scheduler.
    `tell` gets how many are solved, of how many, and the last. Ctrl-C ends the sweep with the rows that are done.

    >>> import holecard as hc
    >>> found = hc.sweep("pa-down-under", {"decks": (4, 6)}, match_the_dealer=True)
    >>> [row.over for row in found], [(over, refused.clause) for over, refused in found.skipped]
    ([{'decks': '6'}], [({'decks': '4'}, '6(e)')])
    """
    from holecard.lab.report.sweep import Figures, on_cluster, on_this_machine, plan

    game = find(key)
    given = {name: text_of(value) for name, value in options.items()}
    planned = plan(game, given, {name: [text_of(value) for value in values] for name, values in over.items()})
    against = game.configure({**given, **_parse_baseline(baseline)}) if baseline else None
    if not planned.points:
        raise planned.skipped[0].refusal
    solver = on_cluster(cluster) if cluster else on_this_machine
    solved: dict[int, Figures | CannotCompile] = {}
    base: Figures | CannotCompile | None = None
    try:
        if against is not None and against.hash not in {point.rules.hash for point in planned.points}:
            base = _solved(against)
        for at, one in solver(planned.points):
            solved[at] = one
            if tell is not None:
                tell(len(solved), len(planned.points), planned.points[at].over)
    except KeyboardInterrupt:
        if not any(isinstance(one, Figures) for one in solved.values()):
            raise
    done = [(point, solved[at]) for at, point in enumerate(planned.points) if at in solved]
    found = [(point, one) for point, one in done if isinstance(one, Figures)]
    unsolved = tuple((point.over, one) for point, one in done if not isinstance(one, Figures))
    if not found:
        raise unsolved[0][1]
    if against is not None and base is None:
        base = next((one for point, one in done if point.rules.hash == against.hash), None)
    row = _row({}, against, base, None) if against is not None and isinstance(base, Figures) else None
    return Sweep(
        rows=tuple(_row(point.over, point.rules, one, row) for point, one in found),
        skipped=tuple((one.over, one.refusal) for one in planned.skipped),
        unsolved=unsolved,
        asked=len(planned.points),
        baseline=row,
    )


def _row(over: Over, rules: Rules, found: Figures, baseline: SweepRow | None) -> SweepRow:
    about = About(rules=rules, shoe=ShoeUsed(rules.decks), strategy=COMPOSITION)
    difference = None if baseline is None else -found.ev - baseline.house_edge
    figures = found._asdict()  # the expectation, the average wager and the variance
    return SweepRow(over=over, about=about, difference=difference, **figures)


def _solved(rules: Rules) -> Figures:
    from holecard.lab.report.sweep import figures

    return figures(rules)


def _parse_baseline(text: str) -> Over:
    """
    >>> _parse_baseline("decks=6,soft17=hit"), _parse_baseline("default")
    ({'decks': '6', 'soft17': 'hit'}, {})
    """
    found: Over = {}
    for pair in text.split(",") if text != DEFAULT else ():
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not (name and equals and value):
            raise Malformed(f"--baseline {text!r} cannot be read. Write name=value,name=value, or {DEFAULT}")
        found[name] = value
    return found
