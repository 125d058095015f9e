"""What an honest player sees when they are asked something."""

from __future__ import annotations

from typing import NamedTuple


class Seen(NamedTuple):
    """A hand as its player sees it. Cards are values, 1 for an ace and 10 for every ten-value card.

    >>> Seen(cards=(10, 6), total=16, soft=False, up=9, choices=("hit", "stand")).total
    16
    """

    cards: tuple[int, ...]  # in the order in which they came
    total: int
    soft: bool
    up: int
    light: str | None = None  # what the reader showed
    hole: int | None = None  # the hole card, where it lies open while hands act
    hands: int = 1  # how many the box has
    split: bool = False  # whether this hand was formed by a split
    added: int = 0  # 0 if its money is settled like that of a hand that was not split; a lammer, say, is not
    subject: str = ""  # what is offered before the hands act; "" for the hand's own decision
    taken: bool = False  # whether an offer was accepted before this one, such as Insurance
    choices: tuple[str, ...] = ()  # the names of the legal actions
