"""The felt of a configured table as a technical drawing: at 1:10 on an A3 sheet, or at full size.

>>> from holecard.games import find
>>> drawn = felt_svg(find("pa-down-under").configure())
>>> drawn[:88]
'<svg xmlns="http://www.w3.org/2000/svg" width="420mm" height="297mm" viewBox="0 0 420 29'
"""

from __future__ import annotations

from holecard.engine.rules import Rules
from holecard.law.errors import Malformed, Refused
from holecard.layout import _geometry as at
from holecard.layout._annotations import (
    INK,
    LETTERS,
    ROW,
    Point,
    box_list,
    dimension,
    items,
    listed,
    millimetres,
    notes,
    title_block,
)
from holecard.layout._on_the_felt import box, marks
from holecard.layout._svg import document, group, number, rect, text
from holecard.layout.felt import Felt, felt_of
from holecard.layout.particulars import UNFILED, Particulars

SCALES = (10, 1)
SHEET, MARGIN, ABOVE, BETWEEN, BELOW = 420.0, 10.0, 30.0, 13.0, 144.0  # units of a sheet, which is A3 at 1:10
UNIT = {10: 1.0, 1: 6.0}  # millimetres
DETAIL = 2.5  # the scale of the single box, on the sheet at 1:10


def felt_svg(rules: Rules, scale: int = 10, *, boxes: int | None = None, filed: Particulars = UNFILED) -> str:
    """The drawing as the text of an SVG file. `boxes`: how many the table has, without it as many as it may have.

    `filed` is what the house has filed about the felt: approved words, its name or logo, and where equipment is.
    """
    if scale not in SCALES:
        raise Malformed(f"scale must be one of {', '.join(map(str, SCALES))}, not {scale}: 10 is 1:10, 1 is full size")
    felt = felt_of(rules, filed)
    many = felt.boxes.most if boxes is None else boxes
    if many < 1:
        raise Malformed(f"a table has at least 1 box, not {many}")
    if many > felt.boxes.most:
        raise Refused(
            f"a table with {many} boxes",
            cite=felt.boxes.cite,
            why="is not permitted",
            legal=(f"1 to {felt.boxes.most} boxes",),
        )
    if many > at.MOST_BOXES or len(felt.beside) > at.MOST_BESIDE:  # a game of another package
        raise Malformed(f"a drawing has room for {at.MOST_BOXES} boxes with {at.MOST_BESIDE} areas beside each bet")
    unit = UNIT[scale]
    width, height = SHEET * unit, (ABOVE + BETWEEN + BELOW + MARGIN) * unit + at.DEPTH / scale
    left, top = (width - at.WIDTH / scale) / 2, ABOVE * unit
    below = top + at.DEPTH / scale + BETWEEN * unit
    body = [
        rect(5 * unit, 5 * unit, width - 10 * unit, height - 10 * unit, fill="none", stroke=INK, stroke_width=unit / 2),
        group(marks(felt, many), transform=f"translate({number(left)} {number(top)}) scale({number(1 / scale)})"),
        *_around_the_table(left, top, scale, unit),
        *_below_the_table(rules, filed, felt, many, scale, below, height, unit),
    ]
    return document(width, height, f"Layout of {rules.name}, {'full size' if scale == 1 else f'1:{scale}'}", body)


def _around_the_table(left: float, top: float, scale: int, unit: float) -> list[str]:
    """The size of the table and of the chip tray."""

    def on_sheet(x: float, y: float) -> Point:
        return left + x / scale, top + y / scale

    found = [
        dimension(on_sheet(0, 0), on_sheet(at.WIDTH, 0), -14 * unit, millimetres(at.WIDTH), unit),
        dimension(on_sheet(at.WIDTH, 0), on_sheet(at.WIDTH, at.DEPTH), -24 * unit, millimetres(at.DEPTH), unit),
        dimension(on_sheet(at.WIDTH, 0), on_sheet(at.WIDTH, at.STRAIGHT), -10 * unit, millimetres(at.STRAIGHT), unit),
        dimension(
            on_sheet(at.TRAY.x, 0),
            on_sheet(at.TRAY.x + at.TRAY.width, 0),
            -7 * unit,
            millimetres(at.TRAY.width),
            unit,
        ),
    ]
    title = text("Dealer", left - 4 * unit, top + 4 * unit, LETTERS * unit, text_anchor="end")
    players = text("Players", left - 4 * unit, top + at.DEPTH / scale, LETTERS * unit, text_anchor="end")
    return [*found, title, players]


def _below_the_table(
    rules: Rules, filed: Particulars, felt: Felt, boxes: int, scale: int, y: float, height: float, unit: float
) -> list[str]:
    """One box enlarged, the list of what is drawn, and the title block."""
    foot = height - MARGIN * unit
    return [
        *_detail(felt, 12 * unit, y, unit, f"1:{DETAIL}" if scale > 1 else f"{unit / DETAIL:g}:1"),
        *listed(list(items(felt, boxes)), 128 * unit, y + 5 * unit, 158 * unit, unit),
        *(text(said, 298 * unit, y + (5 + ROW * row) * unit, LETTERS * unit) for row, said in enumerate(notes(felt))),
        *box_list(at.box_places(boxes), 298 * unit, y + (9 + ROW * len(notes(felt))) * unit, 112 * unit, unit),
        *title_block(rules, filed, boxes, scale, 298 * unit, foot, 112 * unit, unit),
    ]


def _detail(felt: Felt, x: float, y: float, unit: float, scale: str) -> list[str]:
    """A box with its areas, large enough to read, and their sizes."""
    by = unit / DETAIL
    places = at.spot_places(len(felt.beside))
    above = at.BOX / 2 if not places else at.SPOT / 2 - min(py for _, py in places)
    middle, centre = x + 48 * unit, y + 12 * unit + above * by
    half = at.BOX / 2

    def on_sheet(px: float, py: float) -> Point:
        return middle + px * by, centre + py * by

    drawn = [
        text(f"One box, {scale}", x, y + 5 * unit, LETTERS * unit, font_weight="bold"),
        group(box(felt), transform=f"translate({number(middle)} {number(centre)}) scale({number(by)})"),
        dimension(on_sheet(-half, half), on_sheet(half, half), 7 * unit, millimetres(at.BOX), unit),
        dimension(on_sheet(half, -half), on_sheet(half, half), -8 * unit, millimetres(at.BOX), unit),
        text(
            f"{millimetres(at.RIM)} to the players' edge",
            middle,
            centre + half * by + 14 * unit,
            LETTERS * unit,
            text_anchor="middle",
        ),
    ]
    if places:
        px, py = places[-1]
        drawn.append(
            dimension(
                on_sheet(px + at.SPOT / 2, py - at.SPOT / 2),
                on_sheet(px + at.SPOT / 2, py + at.SPOT / 2),
                -(half - px - at.SPOT / 2) * by - 8 * unit,
                f"⌀ {at.SPOT:.0f}",
                unit,
            )
        )
    return drawn
