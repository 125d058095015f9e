"""Whether a player's boxes are next to each other when betting closes."""

from __future__ import annotations

from holecard.engine.rules import Rules
from holecard.engine.table import Table


def boxes_apart(rules: Rules, table: Table) -> tuple[tuple[int, str], ...]:
    """The wagers that stand apart from a player's first boxes, from the dealer's left: each box with its bettor."""
    if not rules.play.betting.boxes_adjoin:
        return ()
    last: dict[str, int] = {}  # each bettor's boxes so far end there
    apart = []
    for box in table.boxes:
        for bettor in box.bettors:
            if box.seat - last.get(bettor, box.seat - 1) == 1:
                last[bettor] = box.seat
            else:
                apart.append((box.seat, bettor))
    return tuple(apart)
