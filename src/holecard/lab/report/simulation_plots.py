"""Charts of simulated rounds and sessions, legible in black and white. The same input gives the same bytes."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter, ScalarFormatter

from holecard.lab.report.plots import FORMATS, UNDATED, settings
from holecard.lab.simulator.bankroll import Outcome
from holecard.law.errors import Malformed
from holecard.record.files import write_whole
from holecard.values.money import amount

FONT = "DejaVu Sans"
SURE = 1.96  # standard errors to either side: 95 %
CLASSES = 40  # bars of a session's results
LEGEND: dict[str, Any] = {"fontsize": 8, "framealpha": 1.0, "edgecolor": "none"}  # over the grid


def format_of(path: Path) -> str:
    """The format that a name asks for.

    >>> format_of(Path("edge.SVG"))
    'svg'
    """
    format = path.suffix[1:].lower()
    if format not in FORMATS:
        raise Malformed(f"--plot {path}: the file name must end in .svg, .png or .pdf")
    return format


def convergence(
    points: Sequence[tuple[int, float, float]], exact: float | None, path: Path, *, title: str = ""
) -> None:
    """The house edge by number of rounds, from (rounds, ev, standard error), with the exact expectation."""
    at = sorted(points)
    rounds = [one for one, _, _ in at]
    edges = [-100 * ev for _, ev, _ in at]
    within = [100 * SURE * error for _, _, error in at]
    with _drawn(path, (7.0, 4.2)) as figure:
        axes = figure.add_subplot()
        low = [edge - error for edge, error in zip(edges, within, strict=True)]
        high = [edge + error for edge, error in zip(edges, within, strict=True)]
        axes.fill_between(rounds, low, high, facecolor="0.88", edgecolor="0.6", linewidth=0.6, label="95 % interval")
        few = {"marker": "o", "markersize": 3.5, "markerfacecolor": "white"} if len(at) <= 60 else {}
        axes.plot(rounds, edges, color="0.0", linewidth=1.1, label="simulated", **few)  # type: ignore[arg-type]
        if exact is not None:
            label = f"exact, {-100 * exact:.4f} %"
            axes.axhline(-100 * exact, color="0.0", linestyle="--", linewidth=1.0, label=label)
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(FuncFormatter(_many))
        axes.xaxis.set_minor_formatter(FuncFormatter(_many))
        axes.tick_params(axis="x", which="minor", labelsize=9)
        axes.yaxis.set_major_formatter(ScalarFormatter(useOffset=False))
        axes.set_xlabel("rounds")
        axes.set_ylabel("house edge, % of the main wager")
        axes.legend(**LEGEND)
        _finish(axes, title)


def distribution(histogram: Mapping[float, int], path: Path, *, title: str = "") -> None:
    """How often a round had each result, on a scale that also shows rare results."""
    results = sorted(histogram)
    all_rounds = sum(histogram.values())
    shares = [histogram[one] / all_rounds for one in results]
    gap = min((after - before for before, after in pairwise(results)), default=1.0)
    with _drawn(path, (7.0, 4.2)) as figure:
        axes = figure.add_subplot()
        for mark, hatch, fill, sign in (
            ("lost", "", "0.35", -1),
            ("pushed", "....", "1.0", 0),
            ("won", "////", "0.85", 1),
        ):
            bars = [(one, share) for one, share in zip(results, shares, strict=True) if (one > 0) - (one < 0) == sign]
            if bars:
                label = f"{mark} {sum(share for _, share in bars):.2%}"
                axes.bar(
                    [one for one, _ in bars], [share for _, share in bars], width=0.8 * max(gap, 0.1),
                    color=fill, edgecolor="0.0", linewidth=0.6, hatch=hatch, label=label,
                )  # fmt: skip
        axes.set_yscale("log")
        axes.set_ylim(min(shares) / 3, 2)
        axes.yaxis.set_major_formatter(FuncFormatter(_share))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("result of a round, units of the main wager")
        axes.set_ylabel("share of rounds")
        axes.legend(**LEGEND)
        _finish(axes, title)


def sessions(outcome: Outcome, path: Path, *, rounds_per_hour: int, title: str = "") -> None:
    """What sessions came to, and the bankroll on the way."""
    with _drawn(path, (9.0, 4.2)) as figure:
        left, right = figure.subplots(1, 2, width_ratios=(5, 4))
        _session_results(left, outcome)
        _bands(right, outcome, rounds_per_hour)
        _finish(left, "Result of a session")
        _finish(right, "Bankroll over time")
        if title:
            figure.suptitle(title, x=0.01, ha="left")


def _session_results(axes: Axes, outcome: Outcome) -> None:
    classes = outcome.histogram(CLASSES)
    ahead, _, behind = outcome.ahead_even_behind
    number = len(outcome.results)
    for label, hatch, fill, is_ahead in (
        (f"behind {behind:.1%}", "", "0.6", False),
        (f"ahead or even {1 - behind:.1%} (ahead {ahead:.1%})", "////", "0.9", True),
    ):
        bars = [(low, high, many) for (low, high), many in classes.items() if (low >= 0) is is_ahead]
        axes.bar(
            [low / 100 for low, _, _ in bars], [many / number for _, _, many in bars],
            width=[(high - low) / 100 for low, high, _ in bars], align="edge",
            color=fill, edgecolor="0.0", linewidth=0.4, hatch=hatch, label=label,
        )  # fmt: skip
    axes.axvline(outcome.mean / 100, color="0.0", linestyle="--", linewidth=1.0, label=f"mean {outcome.mean / 100:.2f}")
    axes.plot([], [], " ", label=f"ruined {outcome.risk_of_ruin:.2%}")
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, symbol=" %"))
    axes.set_xlabel("result of a session")
    axes.set_ylabel("share of sessions")
    axes.margins(y=0.3)
    axes.legend(**LEGEND, loc="upper right")


def _bands(axes: Axes, outcome: Outcome, rounds_per_hour: int) -> None:
    over_time = outcome.over_time
    start = outcome.plan.bankroll / 100
    hours = [0.0, *(mark / rounds_per_hour for mark in over_time)]

    def line(at: int) -> list[float]:
        return [start, *(found[at] / 100 for found in over_time.values())]

    for low, high, grey in ((1, 99, "0.93"), (5, 95, "0.82"), (25, 75, "0.66")):
        label = f"{low} % to {high} %"
        axes.fill_between(hours, line(low), line(high), facecolor=grey, edgecolor="0.5", linewidth=0.4, label=label)
    axes.plot(hours, line(50), color="0.0", linewidth=1.3, label="median")
    axes.axhline(start, color="0.0", linestyle=":", linewidth=0.9, label=f"bankroll {amount(outcome.plan.bankroll)}")
    axes.set_xlim(0, hours[-1])
    axes.set_xlabel("hours")
    axes.set_ylabel("bankroll")
    axes.margins(y=0.02)
    axes.legend(**LEGEND, loc="upper left")
    bottom, top = axes.get_ylim()
    axes.set_ylim(bottom, top + 0.3 * (top - bottom))  # room for the legend


@contextmanager
def _drawn(path: Path, size: tuple[float, float]) -> Iterator[Figure]:
    """A figure that is written when all has been drawn."""
    format = format_of(path)
    with settings(FONT):
        figure = Figure(figsize=size, layout="constrained")
        yield figure
        out = io.BytesIO()
        figure.savefig(out, format=format, metadata=UNDATED[format], dpi=200)
    write_whole(path, out.getvalue())


def _finish(axes: Axes, title: str) -> None:
    axes.grid(axis="y", color="0.85", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    if title:
        axes.set_title(title, loc="left", fontweight="bold")


def _many(value: float, _: int | None = None) -> str:
    """
    >>> _many(2e6), _many(500_000), _many(700_000)
    ('2 million', '500,000', '')
    """
    if f"{value:e}"[0] not in "125":
        return ""
    return f"{value / 1e6:,.0f} million" if value >= 1e6 else f"{value:,.0f}"


def _share(value: float, _: int | None = None) -> str:
    """
    >>> _share(0.1), _share(1e-7)
    ('10 %', '0.00001 %')
    """
    return f"{100 * value:.10f}".rstrip("0").rstrip(".") + " %"
