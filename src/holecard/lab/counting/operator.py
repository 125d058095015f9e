"""The operator's page: how far each wager of a table is exposed to someone who knows the cards, and the cut for each.

A continuous shuffler returns every card before the next round, so a counter learns nothing: the fresh shoe's house edge
applies to every round.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from holecard.engine.rules import Rules
from holecard.engine.table import INSURANCE
from holecard.lab.counting.observer import SAMPLES, SOLVED, Exposure, exposure
from holecard.lab.counting.removals import Tell, no_telling, wagers_of
from holecard.law.errors import Malformed

DEPTH = 0.75
GAIN = 100.0  # in money, for 100 rounds


@dataclass(frozen=True)
class OperatorPage:
    """Every wager of a configured table; `gain` is what the operator will bear for 100 rounds, in money."""

    rules: Rules
    penetration: float
    gain: float
    exposures: tuple[Exposure, ...]

    @property
    def weakest(self) -> Exposure:
        """The wager on which most money can be won at the table's penetration."""
        return max(self.exposures, key=lambda one: one.gain_at(self.penetration) * one.maximum)

    def money(self, one: Exposure, penetration: float | None = None) -> float:
        """What can be won in 100 rounds at the largest bet."""
        return one.gain_at(self.penetration if penetration is None else penetration) * one.maximum / 100

    def to_dict(self) -> dict[str, Any]:
        return {
            "penetration": self.penetration,
            "gain": self.gain,
            "weakest": self.weakest.wager,
            "rows": [
                {
                    "wager": one.wager,
                    "pay_scale": one.pay_scale,
                    "ev": one.ev,
                    "maximum": one.maximum / 100,
                    "gain": self.money(one),
                    "deepest": one.deepest_below(self.gain),
                    "continuous_shuffler": one.ev,
                }
                for one in self.exposures
            ],
            "exposures": [one.to_dict() for one in self.exposures],
        }

    def table(self) -> list[dict[str, Any]]:
        """Every wager at every penetration, as rows."""
        return [
            {
                "wager": one.wager,
                "pay_scale": one.pay_scale or "",
                **row._asdict(),
                "money": row.gain * one.maximum / 100,
            }
            for one in self.exposures
            for row in one.rows
        ]


def operator_page(
    rules: Rules,
    penetration: float = DEPTH,
    gain: float = GAIN,
    tell: Tell = no_telling,
    samples: int = SAMPLES,
    solved: int = SOLVED,
) -> OperatorPage:
    """The main wager and each side wager in operation."""
    if not 0 < penetration < 1:
        raise Malformed(f"--penetration must be between 0 and 1, not {penetration:g}")
    if not gain >= 0:
        raise Malformed(f"--gain must be 0 or more, not {gain:g}")
    found = [exposure(rules, wager, samples, tell=tell, solved=solved) for wager in exposed(rules)]
    return OperatorPage(rules, penetration, gain, tuple(found))


def exposed(rules: Rules) -> tuple[str, ...]:
    """The wagers that the page is about. Insurance is part of the main game's best play."""
    return tuple(wager for wager in wagers_of(rules) if wager != INSURANCE)


def as_csv(rows: Sequence[dict[str, Any]]) -> str:
    """The rows, with a line of names above them.

    >>> as_csv([{"card": "A", "effect": -0.001}]).splitlines()
    ['card,effect', 'A,-0.001']
    """
    written = io.StringIO()
    lines = csv.DictWriter(written, list(rows[0]) if rows else [], lineterminator="\n")
    lines.writeheader()
    lines.writerows(rows)
    return written.getvalue()
