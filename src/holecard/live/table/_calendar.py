"""What the automatic house does by the calendar.

It inspects the device each gaming day, replaces cards before they are a day in use, and takes up the cards of an idle
table.
It does so only in games whose rulebook asks for it.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from holecard.pit.procedures import Occasion

CALENDAR: Final = (Occasion.GAMING_DAY, Occasion.CARDS_24_HOURS)
DAY: Final = 24 * 3600.0
BEFORE: Final = 3600.0  # seconds: cards are changed so long before their day is over, so that no round outlasts it
IDLE: Final = 600.0  # seconds without anybody at the table
BEGINS: Final = timedelta(hours=6)  # when a gaming day does, in the house's time


def gaming_day(time: float) -> str:
    """
    >>> gaming_day(5 * 3600.0), gaming_day(7 * 3600.0)
    ('1969-12-31', '1970-01-01')
    """
    return (datetime.fromtimestamp(time, UTC) - BEGINS).date().isoformat()


def due(known: Container[str], done: Mapping[str, float], now: float) -> list[Occasion]:
    """The occasions that are due, of those that the game knows. A table is idle since its time in `done`."""
    is_due = {
        Occasion.GAMING_DAY: gaming_day(done[Occasion.GAMING_DAY]) != gaming_day(now),
        Occasion.CARDS_24_HOURS: now - done[Occasion.CARDS_24_HOURS] >= DAY - BEFORE,
        Occasion.IDLE: now - done[Occasion.IDLE] >= IDLE,
    }
    return [occasion for occasion in is_due if is_due[occasion] and occasion in known]
