"""What the automatic house does by the calendar.

It inspects the device each gaming day, replaces cards after a day in use, and takes up the cards of an idle table.
It does so only in games whose rulebook asks for it.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from holecard.pit.procedures import Occasion

CALENDAR: Final = (Occasion.GAMING_DAY, Occasion.CARDS_24_HOURS)
DAY: Final = 24 * 3600.0
IDLE: Final = 600.0  # seconds without anybody at the table
BEGINS: Final = timedelta(hours=6)  # when a gaming day does, in the house's time


def gaming_day(time: float) -> str:
    """
    >>> gaming_day(5 * 3600.0), gaming_day(7 * 3600.0)
    ('1969-12-31', '1970-01-01')
    """
    return (datetime.fromtimestamp(time, UTC) - BEGINS).date().isoformat()


def due(known: Container[str], done: Mapping[str, float], now: float) -> Occasion | None:
    """The occasion that is due, of those that the game knows."""
    last = done.get(Occasion.GAMING_DAY)
    if Occasion.GAMING_DAY in known and last is not None and gaming_day(last) != gaming_day(now):
        return Occasion.GAMING_DAY
    last = done.get(Occasion.CARDS_24_HOURS)
    if Occasion.CARDS_24_HOURS in known and last is not None and now - last >= DAY:
        return Occasion.CARDS_24_HOURS
    return None
