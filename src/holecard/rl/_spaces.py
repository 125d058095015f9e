"""The observations' columns, their names and their bounds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from holecard.house.players_view import Seen
from holecard.rl import _steps as steps
from holecard.rl._choosing import Shown
from holecard.rl._round_tables import MOST_HANDS, RoundTables

COLUMNS = ("total", "soft", "pair", "cards", "up", "light", "hole", "hands", "split", "added", "question", "taken")
VALUES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
MOST = 31  # the highest total of a hand that has bust, and more cards than a hand can have
WIDTHS = {Shown.TOTAL: steps.BY_TOTAL, Shown.CARDS: steps.BY_CARDS, Shown.SHOE: steps.BY_SHOE}


def column_names(shown: Shown) -> tuple[str, ...]:
    """The names of an observation's columns.

    >>> column_names(Shown.TOTAL)[:5]
    ('total', 'soft', 'pair', 'cards', 'up')
    """
    names = (*COLUMNS, *(f"has-{value}" for value in VALUES), *(f"gone-{value}" for value in VALUES))
    return names[: WIDTHS[shown]]


def observation_space(
    tables: RoundTables, shown: Shown, decks: int, many: int = 0, subjects: Sequence[str] = ()
) -> spaces.Box:
    """The bounds of an observation; of so many at once, if a number is given."""
    added = max(tables.added.values(), default=0)
    most = [
        MOST,
        1,
        10,
        MOST,
        10,
        len(tables.lights),
        10,
        MOST_HANDS,
        1,
        added,
        len(subjects or tables.subjects) - 1,
        1,
    ]
    most += [MOST] * 10 + [4 * decks] * 9 + [16 * decks]
    high = np.maximum(1, most[: WIDTHS[shown]]).astype(np.int16)
    if many:
        high = np.tile(high, (many, 1))
    return spaces.Box(np.zeros_like(high), high, dtype=np.int16)


def numbers_of(
    tables: RoundTables, shown: Shown, seen: Seen | None, gone: Sequence[int], subjects: Sequence[str]
) -> NDArray[np.int16]:
    """What a player sees as an observation; before the deal they see only which cards have gone."""
    numbers = np.zeros(WIDTHS[shown], np.int16)
    if seen is not None:
        pair = seen.cards[0] if len(seen.cards) == 2 and seen.cards[0] == seen.cards[1] else 0
        light = tables.lights.index(seen.light) + 1 if seen.light else 0
        numbers[: steps.BY_TOTAL] = (
            seen.total, seen.soft, pair, len(seen.cards), seen.up, light, seen.hole or 0, seen.hands, seen.split,
            seen.added, subjects.index(seen.subject), seen.taken,
        )  # fmt: skip
        if shown is not Shown.TOTAL:
            numbers[steps.BY_TOTAL : steps.BY_CARDS] = [seen.cards.count(value) for value in range(1, 11)]
    if shown is Shown.SHOE:
        numbers[steps.BY_CARDS :] = gone
    return numbers
