"""The total of a hand, with an ace as 11 up to a limit of 21 or 22. All card arithmetic is here.

An ace counts 11 unless that would take the hand past its limit, and then 1. The limit is 21 for a player; some dealers
count to 22 (685a.3(d)(3)), and there two aces may both count 11.

>>> from holecard.values.cards import parse_cards
>>> count(parse_cards("As 6h"))
soft 17
>>> count(parse_cards("As 6h 9c"))
16
>>> count(parse_cards("As Ah"), limit=22), count(parse_cards("As Ah"))
(soft 22, soft 12)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from holecard.values.cards import Card

PLAYER_LIMIT: Final = 21


class Points:
    """The total of some cards. Equal totals of equally many cards are one object, linked to its successors."""

    __slots__ = ("_next", "aces", "count", "hard", "limit", "soft", "text", "total")

    def __init__(self, hard: int, aces: int, count: int, limit: int) -> None:
        self.hard = hard  # every ace as 1
        self.aces = aces
        self.count = count
        self.limit = limit
        promoted = max(0, min(aces, (limit - hard) // 10))  # aces that count 11, one by one while the limit allows
        self.total = hard + 10 * promoted
        self.soft = promoted > 0
        self.text = f"soft {self.total}" if self.soft else str(self.total)
        self._next: list[Points | None] = [None] * 11

    def plus(self, value: int) -> Points:
        """The total with one more card of this value (an ace is 1)."""
        return self._next[value] or self._link(value)

    def minus(self, value: int) -> Points:
        """The total after a second chance card: every ace of the hand and of the card counts 1 (673a.7(l)).

        >>> from holecard.values.cards import parse_cards
        >>> count(parse_cards("Th 6h 9c")).minus(5)
        20
        """
        return _interned(self.hard - value, 0, self.count + 1, self.limit)

    def _link(self, value: int) -> Points:
        aces = self.aces + (value == 1)
        following = self._next[value] = _interned(self.hard + value, aces, self.count + 1, self.limit)
        return following

    def __repr__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, tuple[int, int, int, int]]:
        return _interned, (self.hard, self.aces, self.count, self.limit)


_POINTS: dict[tuple[int, int, int, int], Points] = {}


def _interned(hard: int, aces: int, cards: int, limit: int) -> Points:
    key = (hard, aces, cards, limit)
    if key not in _POINTS:
        _POINTS[key] = Points(*key)
    return _POINTS[key]


def no_points(limit: int = PLAYER_LIMIT) -> Points:
    """The total of no cards, counted to this limit."""
    return _interned(0, 0, 0, limit)


def count(cards: Iterable[Card], limit: int = PLAYER_LIMIT) -> Points:
    points = no_points(limit)
    for card in cards:
        points = points.plus(card.value)
    return points
