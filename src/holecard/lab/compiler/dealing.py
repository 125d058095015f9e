"""The dealer's play: every complete hand that can result, and in how many orders of cards.

A dealer's hand is a multiset of values here, ten counts of five bits in one number. `ways` counts for each first and
second card how many orders of the rest lead to it under the drawing rule of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from holecard.engine.questions import Draw
from holecard.engine.table import MAIN, Box, Dealer, Hand, Part, Wager
from holecard.lab.compiler._settling import Final, as_final
from holecard.lab.compiler.abstract import CARDS, SOME_CARD, SOME_LIGHT, VALUES, points_of
from holecard.lab.compiler.stage import Stage
from holecard.values.hand import Points

Codes = NDArray[np.int64]
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


class Ending(NamedTuple):
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
        for code, up, second, final, ways in self.rows():
            yield Ending(code, up, second, self.finals[final], ways)

    def rows(self) -> Iterator[tuple[int, int, int, int, int]]:
        """Each as plain numbers: its cards, its first and second card, the place of its final, and its ways."""
        up, second = self.first_two.T.tolist()
        return zip(self.code.tolist(), up, second, self.final.tolist(), self.ways.tolist(), strict=True)


def endings(stage: Stage) -> tuple[Ending, ...]:
    """Every way in which the dealer's hand can end."""
    limit = stage.rules.play.dealer_limit
    light = {(up, second): stage.light(up, second) for up in VALUES for second in VALUES}

    @cache
    def draws(up: int, held: Points) -> bool:
        return dealer_draws(stage, up, held)

    @cache
    def final(up: int, light: str, held: Points) -> Final:
        return as_final(up, light, held)

    found = []
    codes, ways = _first_twos()
    while len(codes):
        goes_on = np.zeros((len(codes), 11), np.bool_)
        for place, (code, there) in enumerate(zip(codes.tolist(), np.any(ways, axis=2).tolist(), strict=True)):
            held = points_in(code, limit)
            for up in _in_any_order(bytes(there)):
                if draws(up, held):
                    goes_on[place, up] = True
                    continue
                of_up = ways[place, up]
                found += [
                    Ending(code, up, second, final(up, light[up, second], held), int(of_up[second]))
                    for second in np.nonzero(of_up)[0].tolist()
                ]
        codes, ways = _with_one_card_more(codes, ways, goes_on)
    return tuple(found)


def _first_twos() -> tuple[Codes, Codes]:
    """Every two cards, by their codes, and in how many orders by first and second card."""
    found: dict[int, Codes] = {}
    for up in VALUES:
        for second in VALUES:
            found.setdefault(UNITS[up] + UNITS[second], np.zeros((11, 11), np.int64))[up, second] += 1
    return np.array(list(found), np.int64), np.array(list(found.values()))


@cache
def _in_any_order(flags: bytes) -> tuple[int, ...]:
    """The places of the true ones, in the order that endings have always had: it decides the last digit of a figure."""
    return tuple({place for place, flag in enumerate(flags) if flag})


def _with_one_card_more(codes: Codes, ways: Codes, goes_on: NDArray[np.bool_]) -> tuple[Codes, Codes]:
    """The hands to which a card is drawn with each card that it may be, equal ones merged, in the order in which they
    are met."""
    drawn = goes_on.any(axis=1)
    going = np.where(goes_on[drawn][:, :, None], ways[drawn], 0)
    longer = codes[drawn][:, None] + np.array(UNITS[1:], np.int64)
    sums, first, place = np.unique(longer, return_index=True, return_inverse=True)
    order = np.argsort(first)
    renumbered = np.argsort(order)[place.reshape(longer.shape)]
    following = np.zeros((len(sums), 11, 11), np.int64)
    for value in range(10):
        following[renumbered[:, value]] += going  # no two hands are equal after the same card
    return sums[order], following


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
