"""The dealer's play: every complete hand that can result, and in how many orders of cards.

A dealer's hand is a multiset of values here, ten counts of five bits in one number. `ways` counts for each first and
second card how many orders of the rest lead to it under the drawing rule of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from holecard.engine.questions import Draw
from holecard.engine.table import MAIN, Box, Dealer, Hand, Part, Wager
from holecard.lab.compiler._settling import Final, as_final
from holecard.lab.compiler.abstract import CARDS, SOME_CARD, SOME_LIGHT, VALUES, points_of
from holecard.lab.compiler.stage import Stage
from holecard.values.hand import Points

BITS = 5
UNITS = tuple(0 if value == 0 else 1 << BITS * (value - 1) for value in range(11))  # of one card, by value
SOMEBODY = Box(
    1,
    ("somebody",),
    (Hand((CARDS[10], CARDS[2]), points_of((10, 2)), (Wager("somebody", MAIN, Part.ORIGINAL, 60_000),), over=True),),
)


def counts_of(code: int) -> tuple[int, ...]:
    """How many of each value, the ace first.

    >>> counts_of(UNITS[1] + 2 * UNITS[10])
    (1, 0, 0, 0, 0, 0, 0, 0, 0, 2)
    """
    return tuple(code >> BITS * at & 31 for at in range(10))


@cache
def points_in(code: int, limit: int) -> Points:
    """Their total.

    >>> points_in(UNITS[1] + UNITS[6], 21)
    soft 17
    """
    return points_of(tuple(value for value, many in enumerate(counts_of(code), 1) for _ in range(many)), limit)


@dataclass(frozen=True)
class Ending:
    """A complete hand of the dealer: its cards, its first and second card, and the number of orders."""

    code: int
    up: int
    second: int
    final: Final
    ways: int


class Endings:
    """Endings as columns, each made when it is asked for. A game has up to nineteen thousand: to read so many objects
    from disk would take most of the time for a compiled game."""

    def __init__(self, every: Iterable[Ending]) -> None:
        found = tuple(every)
        self.finals = tuple(dict.fromkeys(one.final for one in found))
        number = {final: at for at, final in enumerate(self.finals)}
        self.code = np.array([one.code for one in found], np.int64)
        self.first_two = np.array([(one.up, one.second) for one in found], np.int8)
        self.final = np.array([number[one.final] for one in found], np.int32)  # its place in `finals`
        self.ways = np.array([one.ways for one in found], np.int64)

    def __len__(self) -> int:
        return len(self.code)

    def __repr__(self) -> str:
        return f"Endings({tuple(self)!r})"

    def __iter__(self) -> Iterator[Ending]:
        columns = (self.code.tolist(), self.first_two.tolist(), self.final.tolist(), self.ways.tolist())
        for code, (up, second), final, ways in zip(*columns, strict=True):
            yield Ending(code, up, second, self.finals[final], ways)


def endings(stage: Stage) -> tuple[Ending, ...]:
    """Every way in which the dealer's hand can end."""
    limit = stage.rules.play.dealer_limit
    light = {(up, second): stage.light(up, second) for up in VALUES for second in VALUES}

    @cache
    def draws(up: int, held: Points) -> bool:
        return dealer_draws(stage, up, held)

    found = []
    level: dict[int, NDArray[np.int64]] = {}
    for up in VALUES:
        for second in VALUES:
            code = UNITS[up] + UNITS[second]
            level.setdefault(code, np.zeros((11, 11), np.int64))[up, second] += 1
    while level:
        following: dict[int, NDArray[np.int64]] = {}
        for code, ways in level.items():
            held = points_in(code, limit)
            going = None
            for up in {int(one) for one in np.nonzero(ways)[0]}:
                if draws(up, held):
                    going = np.zeros_like(ways) if going is None else going
                    going[up] = ways[up]
                    continue
                for second in (int(one) for one in np.nonzero(ways[up])[0]):
                    final = as_final(up, light[up, second], held)
                    found.append(Ending(code, up, second, final, int(ways[up, second])))
            if going is not None:
                for value in VALUES:
                    more = following.get(code + UNITS[value])
                    if more is None:
                        following[code + UNITS[value]] = going.copy()
                    else:
                        more += going
        level = following
    return tuple(found)


def dealer_draws(stage: Stage, up: int, points: Points, box: Box = SOMEBODY) -> bool:
    """Whether the dealer takes another card for this box: by default one with a hand that depends on it."""
    light = SOME_LIGHT if stage.rules.play.reader is not None else ""
    dealer = Dealer((CARDS[up], *(SOME_CARD,) * (points.count - 1)), points, light=light)
    return isinstance(stage.at_turns((box,), dealer)[1], Draw)


def draws_anyway(stage: Stage, *values: int) -> bool:
    """Whether the dealer takes a card to these although every wager is settled."""
    hand = SOMEBODY.hands[0]
    settled = hand._replace(wagers=tuple(wager._replace(net=0) for wager in hand.wagers), removed=True)
    points = points_of(values, stage.rules.play.dealer_limit)
    return dealer_draws(stage, values[0], points, SOMEBODY._replace(hands=(settled,)))
