"""The chapter on card counting: the operator's page as text, its chart, and that page alone as a PDF."""

from __future__ import annotations

import io
import json
from datetime import datetime
from importlib import resources
from itertools import cycle

from matplotlib.figure import Figure

from holecard import __version__
from holecard.lab.counting.observer import Exposure
from holecard.lab.counting.operator import OperatorPage
from holecard.lab.report.pdf import pdf_of
from holecard.lab.report.plots import DASHES, MARKERS, UNDATED, settings

Json = dict[str, object]
SHOWN = (0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 0.95)  # penetrations in the table


def exposure_text(page: OperatorPage) -> Json:
    """What the chapter prints."""
    depths = [depth for depth in SHOWN if any(row.penetration == depth for row in page.exposures[0].rows)]
    return {
        "depths": [f"{depth:.0%}".replace("%", " %") for depth in depths],
        "rows": [
            {
                "name": _name(one),
                "maximum": f"{one.maximum / 100:,.2f}",
                "gains": [f"{page.money(one, depth):,.2f}" for depth in depths],
                "counter": f"{_counter(one, page.penetration) * one.maximum / 100:,.2f}",
                "often": f"{_often(one, page.penetration):.2%}".replace("%", " %"),
                "deepest": _depth(one.deepest_below(page.gain)),
                "edge": f"{-100 * one.ev:.4f} %".replace("-", "−"),
            }
            for one in page.exposures
        ],
        "penetration": f"{page.penetration:.0%}".replace("%", " %"),
        "gain": f"{page.gain:,.2f}",
        "weakest": _name(page.weakest),
        "weakest_money": f"{page.money(page.weakest):,.2f}",
        "lines": [
            {"name": _name(one), "points": [[row.penetration, row.gain * one.maximum / 100] for row in one.rows]}
            for one in page.exposures
        ],
    }


def _name(one: Exposure) -> str:
    return f"{one.name}, scale {one.pay_scale}" if one.pay_scale else one.name


def _counter(one: Exposure, depth: float) -> float:
    return next((row.counter_gain for row in reversed(one.rows) if row.penetration <= depth + 1e-9), 0.0)


def _often(one: Exposure, depth: float) -> float:
    return next((row.frequency for row in reversed(one.rows) if row.penetration <= depth + 1e-9), 0.0)


def _depth(depth: float | None) -> str:
    return "none: shuffle every round" if depth is None else f"{depth:.0%}".replace("%", " %")


def exposure_chart(page: OperatorPage, format: str = "svg") -> bytes:
    """What a perfect observer wins in 100 rounds at the largest bet, by penetration, for each wager."""
    with settings("STIXGeneral"):
        figure = Figure(figsize=(6.3, 2.6), layout="constrained")
        axes = figure.add_subplot()
        for one, marker, dash in zip(page.exposures, cycle(MARKERS), cycle(DASHES), strict=False):
            depths = [100 * row.penetration for row in one.rows]
            money = [row.gain * one.maximum / 100 for row in one.rows]
            axes.plot(depths, money, label=_name(one), marker=marker, markersize=3.5, markerfacecolor="white",
                      color="0.15", linestyle=dash, linewidth=1.0)  # fmt: skip
        axes.axhline(page.gain, color="0.5", linewidth=0.8, linestyle=(0, (1, 2)))
        axes.set_xlabel("part of the shoe that is dealt, %")
        axes.set_ylabel("won in 100 rounds")
        axes.set_ylim(bottom=0)
        axes.grid(axis="y", color="0.85", linewidth=0.6)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False, loc="upper left", fontsize=8)
        out = io.BytesIO()
        figure.savefig(out, format=format, metadata=UNDATED[format])
    return out.getvalue()


def exposure_pdf(page: OperatorPage, when: datetime) -> bytes:
    """The page by itself."""
    rules = page.rules
    document = {
        "game": rules.name,
        "key": rules.key,
        "decks": rules.decks,
        "hash": rules.hash,
        "version": __version__,
        "date": f"{when.day} {when:%B %Y}",
        "exposure": exposure_text(page),
    }
    folder = resources.files("holecard.lab.report")
    files = {
        "main.typ": folder.joinpath("exposure_page.typ").read_bytes(),
        "exposure.typ": folder.joinpath("exposure.typ").read_bytes(),
        "report.json": json.dumps(document).encode(),
        "exposure.svg": exposure_chart(page),
    }
    return pdf_of(files, when)
