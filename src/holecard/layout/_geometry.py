"""Where everything is on the felt, in millimetres. The rulebooks give no sizes: all of these are house figures (F1).

The origin is the corner on the dealer's right; `x` runs along the dealer's edge, `y` towards the players. Box 1 is on
the dealer's left, so it has the largest `x`.

>>> first, *_, last = box_places(7)
>>> first.x > last.x, round(first.x + last.x)
(True, 2100)
>>> [round(place.angle) for place in box_places(1)]
[0]
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, pi, radians, sin, sqrt
from typing import Final, NamedTuple

WIDTH, DEPTH = 2100.0, 1000.0  # of the felt
STRAIGHT = 150.0  # of its sides, before the curve of the players' edge begins
ACROSS, DOWN = WIDTH / 2, DEPTH - STRAIGHT  # the half axes of that curve
BOX = 180.0  # a betting box, wide and deep
RIM = 40.0  # between a box and the players' edge
SPOT, GAP = 54.0, 6.0  # an area beside the bet: its diameter, and what is around it
IN_A_ROW = 3
MOST_BOXES, MOST_BESIDE = 9, 6  # that have room
LINE_AT, LINE = 394.0, 44.0  # the middle of the insurance line from the players' edge, and its width
RANGE_WIDE, RANGE_DEEP, RANGE_GAP, RANGE_TOP = 230.0, 140.0, 30.0, 138.0
SENTENCE_CURVE = 900.0  # the radius of the inscriptions' arcs
SENTENCE_ROOM = 880.0  # the longest inscription
LAST_SENTENCE = 552.0  # where the one nearest to the players is


class Place(NamedTuple):
    """The middle of a box, and how far it is turned: its lower side faces its players."""

    x: float
    y: float
    angle: float


class Block(NamedTuple):
    """An upright rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    def meets(self, other: Block) -> bool:
        """
        >>> Block(0, 0, 10, 10).meets(Block(10, 0, 5, 5)), Block(0, 0, 10, 10).meets(Block(9, 9, 5, 5))
        (False, True)
        """
        beside = self.x >= other.x + other.width or other.x >= self.x + self.width
        return not (beside or self.y >= other.y + other.height or other.y >= self.y + self.height)

    @property
    def is_on_the_felt(self) -> bool:
        corners = ((x, y) for x in (self.x, self.x + self.width) for y in (self.y, self.y + self.height))
        return self.y >= 0 and all(
            ((x - WIDTH / 2) / ACROSS) ** 2 + (max(0.0, y - STRAIGHT) / DOWN) ** 2 <= 1 for x, y in corners
        )


TRAY: Final = Block(730, 15, 640, 105)  # the dealer's chips, between the drop box and the tip box
EQUIPMENT: Final = {  # by what `Felt.equipment` calls it
    "rack": Block(300, 15, 130, 105),
    "reader": Block(450, 15, 120, 105),
    "tip-box": Block(600, 15, 100, 105),
    "drop-box": Block(1400, 15, 100, 105),
    "shoe": Block(1530, 15, 290, 105),
    "name": Block(430, 150, 215, 115),
    "prize-button": Block(1455, 150, 140, 115),
}


ROW: Final = ("drop-box", "tip-box", "reader", "rack", "shoe")  # beside the chip tray, from there outwards
BESIDE_TRAY, BETWEEN = 30.0, 20.0


def is_on_the_right(key: str) -> bool:
    """Whether a piece is on the dealer's right when its house says nothing else."""
    return EQUIPMENT[key].middle < TRAY.middle


def in_a_row(keys: Sequence[str], on_the_right: bool) -> dict[str, Block]:
    """Pieces on one side of the dealer, from the chip tray outwards. What has no room is left out.

    >>> in_a_row(["shoe", "tip-box"], on_the_right=True)["tip-box"]
    Block(x=600.0, y=15, width=100, height=105)
    """
    found: dict[str, Block] = {}
    away = TRAY.width / 2 + BESIDE_TRAY
    for key in sorted(keys, key=ROW.index):
        block = EQUIPMENT[key]
        if away + block.width <= WIDTH / 2:
            x = TRAY.middle - away - block.width if on_the_right else TRAY.middle + away
            found[key] = block._replace(x=x)
            away += block.width + BETWEEN
    return found


def range_places(many: int) -> list[Block]:
    """The rectangles in front of the dealer, side by side."""
    whole = many * RANGE_WIDE + (many - 1) * RANGE_GAP
    left = (WIDTH - whole) / 2
    return [Block(left + at * (RANGE_WIDE + RANGE_GAP), RANGE_TOP, RANGE_WIDE, RANGE_DEEP) for at in range(many)]


def spot_places(many: int) -> list[tuple[float, float]]:
    """The middles of the areas beside the bet, seen from the middle of the box: in rows towards the dealer.

    >>> spot_places(1)
    [(0.0, -123.0)]
    """
    found = []
    for start in range(0, many, IN_A_ROW):
        row = min(IN_A_ROW, many - start)
        y = -(BOX / 2 + GAP + SPOT / 2 + (SPOT + GAP) * (start // IN_A_ROW))
        found += [((at - (row - 1) / 2) * (SPOT + GAP), y) for at in range(row)]
    return found


def box_places(many: int) -> list[Place]:
    """The boxes, box 1 first, at equal distances where they are nearest to each other: on the dealer's side."""
    if many == 1:
        return [_place(pi / 2)]
    start = radians(28 - 2 * many)
    steps = 1800
    angles = [start + (pi - 2 * start) * step / steps for step in range(steps + 1)]
    points = [_inside(angle, LINE_AT - LINE)[:2] for angle in angles]
    run = [0.0]
    for (x1, y1), (x2, y2) in itertools.pairwise(points):
        run.append(run[-1] + hypot(x2 - x1, y2 - y1))
    found = []
    for box in range(many):
        wanted = run[-1] * box / (many - 1)
        at = min(bisect_right(run, wanted), steps) - 1
        part = (wanted - run[at]) / (run[at + 1] - run[at])
        found.append(_place(angles[at] + part * (angles[at + 1] - angles[at])))
    return found


def _inside(angle: float, away: float) -> tuple[float, float, float]:
    """The point so far inside the players' edge, and the direction from there to the edge."""
    nx, ny = cos(angle) / ACROSS, sin(angle) / DOWN
    size = hypot(nx, ny)
    nx, ny = nx / size, ny / size
    x, y = WIDTH / 2 + ACROSS * cos(angle), STRAIGHT + DOWN * sin(angle)
    return x - away * nx, y - away * ny, atan2(ny, nx)


def _place(angle: float) -> Place:
    x, y, towards = _inside(angle, RIM + BOX / 2)
    return Place(x, y, degrees(towards) - 90)


def hang(width: float) -> float:
    """How much lower the middle of a sentence is than its ends.

    >>> round(hang(800))
    94
    """
    return SENTENCE_CURVE - sqrt(SENTENCE_CURVE**2 - (width / 2) ** 2)
