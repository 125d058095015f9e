"""Charts of the edge, legible in black and white. The same input gives the same bytes."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, product
from typing import Any, NamedTuple

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import ScalarFormatter

FORMATS = ("svg", "png", "pdf")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
DASHES = ("-", "--", ":", "-.")
GREYS = ("0.0", "0.45")
LEAST_HEIGHT = 0.05  # percentage points on the second axis, so that hardly any difference does not look like one
LEGEND_INSIDE = 2  # lines; more have their legend beside the axes
UNDATED: dict[str, dict[str, Any]] = {  # nothing in a file but the chart
    "svg": {"Date": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Producer": None, "Creator": None},
}


class Line(NamedTuple):
    """One line of a chart: where it is on the first axis, as written there, and the edge."""

    label: str
    points: tuple[tuple[str, float], ...]


class Band(NamedTuple):
    """A range of edges drawn behind the lines."""

    label: str
    low: float
    high: float


def edge_chart(
    lines: Sequence[Line],
    *,
    values: Sequence[str],
    axis: str,
    title: str = "",
    band: Band | None = None,
    size: tuple[float, float] = (7.0, 4.2),
    font: str = "DejaVu Sans",
    format: str = "svg",
) -> bytes:
    """The house edge, in percent, for each of the values on the first axis."""
    with settings(font):
        figure = Figure(figsize=size, layout="constrained")
        axes = figure.add_subplot()
        places = _places(values)
        if band is not None:
            axes.axhspan(100 * band.low, 100 * band.high, facecolor="0.88", edgecolor="0.6", label=band.label, zorder=0)
        styles = cycle(product(GREYS, DASHES))
        for line, marker, (grey, dash) in zip(lines, cycle(MARKERS), styles, strict=False):
            _draw(axes, line, places, marker, grey, dash)
        axes.set_xticks([places[value] for value in values], list(values))
        axes.set_xlabel(axis)
        axes.set_ylabel("house edge, % of the main wager")
        axes.yaxis.set_major_formatter(ScalarFormatter(useOffset=False))
        axes.margins(x=0.08, y=0.16)
        _widen(axes)
        axes.grid(axis="y", color="0.85", linewidth=0.6)
        axes.spines[["top", "right"]].set_visible(False)
        if title:
            axes.set_title(title, loc="left", fontweight="bold")
        _legend(axes, len(lines), band)
        out = io.BytesIO()
        figure.savefig(out, format=format, metadata=UNDATED[format], dpi=200)
    return out.getvalue()


@contextmanager
def settings(font: str) -> Iterator[None]:
    """Letters as outlines, so that a chart looks alike everywhere, and names that do not change from run to run."""
    chosen: dict[str, Any] = {
        "svg.fonttype": "path",
        "svg.hashsalt": "holecard",
        "font.family": font,
        "font.size": 9.0,
        "axes.unicode_minus": True,
        "pdf.fonttype": 42,
    }
    with matplotlib.rc_context(chosen):  # type: ignore[arg-type]
        yield


def _places(values: Sequence[str]) -> dict[str, float]:
    """Numbers lie where they are, anything else side by side."""
    if all(value.isdecimal() for value in values):
        return {value: float(value) for value in values}
    return {value: float(at) for at, value in enumerate(values)}


def _draw(axes: Axes, line: Line, places: dict[str, float], marker: str, grey: str, dash: str) -> None:
    at = sorted((places[value], 100 * edge) for value, edge in line.points)
    axes.plot(
        [x for x, _ in at],
        [y for _, y in at],
        label=line.label,
        marker=marker,
        markersize=5,
        markerfacecolor="white",
        markeredgecolor=grey,
        color=grey,
        linestyle=dash,
        linewidth=1.1,
    )


def _widen(axes: Axes) -> None:
    low, high = axes.get_ylim()
    more = max(0.0, LEAST_HEIGHT - (high - low)) / 2
    axes.set_ylim(low - more, high + more)


def _legend(axes: Axes, lines: int, band: Band | None) -> None:
    if lines < 2 and band is None:
        return
    if lines <= LEGEND_INSIDE:
        axes.legend(frameon=False, fontsize=8)
    else:
        axes.legend(frameon=False, fontsize=7, loc="upper left", bbox_to_anchor=(1.0, 1.0), handlelength=3.2)
