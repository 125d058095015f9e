"""What a technical drawing says around the picture: dimensions, the list of what is drawn, and the title block.

Lengths are millimetres on the sheet; a `unit` of letters and lines is one of them at 1:10 and more on a large sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, degrees, radians, sin
from typing import NamedTuple

from holecard import __version__
from holecard.engine.rules import Rules
from holecard.layout import _geometry as at
from holecard.layout._places import places
from holecard.layout._svg import fitting, group, line, number, rect, text, wrapped
from holecard.layout.felt import Felt
from holecard.layout.particulars import DRAFT, Particulars

INK, GREY = "#000", "#555"
LETTERS = 2.6  # units
ROW = 4.4
Point = tuple[float, float]


def dimension(start: Point, end: Point, away: float, said: str, unit: float) -> str:
    """A dimension line `away` from what it measures: to the right of the way from start to end if positive."""
    (x1, y1), (x2, y2) = start, end
    turn = atan2(y2 - y1, x2 - x1)
    nx, ny = -sin(turn) * away, cos(turn) * away
    a, b, c, d = x1 + nx, y1 + ny, x2 + nx, y2 + ny
    over = 1 + 1.5 * unit / abs(away)
    shown = degrees(turn) if -90 < degrees(turn) <= 90 else degrees(turn) + 180
    up = radians(shown - 90)
    tx, ty = (a + c) / 2 + cos(up) * unit, (b + d) / 2 + sin(up) * unit
    turned = f"rotate({number(shown)} {number(tx)} {number(ty)})"
    ticks = [
        line(x - s, y - t, x + s, y + t)
        for s, t in [(cos(turn + 0.8) * unit * 1.4, sin(turn + 0.8) * unit * 1.4)]
        for x, y in ((a, b), (c, d))
    ]
    drawn = [
        line(x1 + nx * 0.15, y1 + ny * 0.15, x1 + nx * over, y1 + ny * over),
        line(x2 + nx * 0.15, y2 + ny * 0.15, x2 + nx * over, y2 + ny * over),
        line(a, b, c, d),
        *ticks,
        text(said, tx, ty, LETTERS * unit, text_anchor="middle", transform=turned),
    ]
    return group(drawn, stroke=INK, stroke_width=0.18 * unit, fill="none")


def millimetres(value: float) -> str:
    """
    >>> millimetres(2100)
    '2,100'
    """
    return f"{value:,.0f}"


class Item(NamedTuple):
    """A row of the list: what is on the table, how large, and for which clause."""

    what: str
    size: str
    clause: str


def items(felt: Felt, boxes: int) -> Iterator[Item]:
    """Everything that is drawn, in the order of a rulebook."""
    across = f"{at.BOX:.0f} × {at.BOX:.0f}"
    round_ = f"⌀ {at.SPOT:.0f}"
    yield Item(f"{boxes} boxes, at most {felt.boxes.most}", "", str(felt.boxes.cite))
    yield Item(f"{felt.main.name}, one at each box", across, str(felt.main.cite))
    for area in felt.beside:
        yield Item(f"{area.name}, one at each box", round_, str(area.cite))
    if felt.bettors_per_box > 1 and felt.behind:
        yield Item("other bettors of a box behind its dashed line", "", str(felt.behind[0]))
    for one in felt.ranges:
        size = f"{at.RANGE_WIDE:.0f} × {at.RANGE_DEEP:.0f}"
        yield Item(f"“{one.text}”, {one.colour} {one.shape}", size, str(one.cite))
    if felt.line is not None:
        yield Item("insurance line past every box", f"{at.LINE:.0f} wide", str(felt.line.cite))
    for said, cite in felt.inscriptions:
        yield Item(f"“{said}”", "", str(cite))
    blocks = places(felt.equipment)
    for piece in felt.equipment:
        filed = f": {'; '.join(piece.filed.texts)}" if piece.filed.texts else ""
        if (block := blocks.get(piece.key)) is not None:
            size = f"{block.width:.0f} × {block.height:.0f} at {millimetres(block.x)}, {millimetres(block.y)}"
            yield Item(f"{piece.name} (dashed){filed}", size, str(piece.cite))
        else:
            yield Item(f"{piece.name}{filed}", "not drawn", str(piece.cite))


def listed(found: list[Item], x: float, y: float, width: float, unit: float) -> list[str]:
    """The list, with a heading; a long text takes two lines."""
    at_size, at_clause = x + width * 0.5, x + width * 0.74
    drawn = []

    def row(item: Item, weight: str) -> None:
        nonlocal y
        lines = wrapped(item.what, LETTERS * unit, at_size - x - 2 * unit)
        clause = fitting(item.clause, LETTERS * unit, x + width - at_clause) if item.clause else LETTERS * unit
        drawn.append(text(item.size, at_size, y, LETTERS * unit, font_weight=weight))
        drawn.append(text(item.clause, at_clause, y, clause, font_weight=weight))
        for said in lines:
            drawn.append(text(said, x, y, LETTERS * unit, font_weight=weight))
            y += ROW * unit * (1 if said is lines[-1] else 0.8)

    row(Item("On the table", "Size, mm", "Clause"), "bold")
    drawn.append(line(x, y - 3.2 * unit, x + width, y - 3.2 * unit, stroke=INK, stroke_width=0.2 * unit))
    y += 0.6 * unit
    for item in found:
        row(item, "normal")
    return drawn


def notes(felt: Felt) -> list[str]:
    """What the picture does not say itself."""
    found = [
        "Sizes are house figures: the rulebook gives none.",
        "Dashed frames: equipment, and the house's own name.",
        "Boxes are numbered from the dealer's left.",
        "“at 300, 15”: 300 from the side on the dealer's right, 15 from the dealer's edge.",
    ]
    if felt.line is not None:
        found.append(f"Insurance line: its middle {at.LINE_AT:.0f} from the players' edge.")
    if felt.ranges:
        found.append(f"Areas of the hole card: {at.RANGE_TOP:.0f} from the dealer's edge, {at.RANGE_GAP:.0f} apart.")
    return found


def box_list(places: list[at.Place], x: float, y: float, width: float, unit: float) -> list[str]:
    """Where the middle of each box is, and how far it is turned, in two columns."""
    rows = -(-len(places) // 2)
    drawn = [text("Middles of the boxes, and how far they are turned", x, y, LETTERS * unit, font_weight="bold")]
    for seat, place in enumerate(places, 1):
        column, row = divmod(seat - 1, rows)
        said = f"{seat}: at {millimetres(place.x)}, {millimetres(place.y)}; {round(place.angle) + 0}°"
        drawn.append(text(said, x + column * width / 2, y + (row + 1) * ROW * unit, LETTERS * unit))
    return drawn


def title_block(
    rules: Rules, filed: Particulars, boxes: int, scale: int, x: float, y: float, width: float, unit: float
) -> list[str]:
    """Game, configuration, rules and scale, and room for an approval. `y` is its lower edge."""
    held = f"{rules.register.key}@{rules.register.edition}" if rules.register is not None else "house rules"
    standing = ", proposed, not in force" if rules.is_proposed else ""
    chosen = ", ".join(f"{name}={value}" for name, value in rules.options.not_default().items())
    owner = ", ".join(one for one in (filed.house, filed.table) if one)
    rows = [
        *([("Table", owner)] if owner else []),
        ("Game", f"{rules.name} ({rules.key})"),
        ("Rulebook", f"{held}{standing}"),
        ("Options", chosen or "all at their defaults"),
        ("Boxes", str(boxes)),
        ("Rules", rules.hash),
        ("Scale", f"1:{scale}, dimensions in millimetres" if scale > 1 else "full size, dimensions in millimetres"),
        ("Drawn by", f"holecard {__version__}"),
        ("Approved", DRAFT if filed.is_draft else filed.approval),
    ]
    label, size, step = 20 * unit, LETTERS * unit, 3.5 * unit
    told = [(name, wrapped(value, size, width - label - 4 * unit) or [""]) for name, value in rows]
    heights = [len(lines) * step + 2 * unit for _, lines in told]
    heights[-1] += 6 * unit  # to sign
    top = y - sum(heights)
    drawn = [rect(x, top, width, sum(heights), fill="none", stroke=INK, stroke_width=0.5 * unit)]
    for (name, lines), height in zip(told, heights, strict=True):
        if top > y - sum(heights):
            drawn.append(line(x, top, x + width, top, stroke=INK, stroke_width=0.2 * unit))
        drawn.append(text(name, x + 2 * unit, top + step + 0.4 * unit, size, fill=GREY))
        for row, said in enumerate(lines):
            drawn.append(text(said, x + label, top + step * (row + 1) + 0.4 * unit, size))
        top += height
    drawn.append(
        line(x + label - 2 * unit, y - sum(heights), x + label - 2 * unit, y, stroke=INK, stroke_width=0.2 * unit)
    )
    return drawn
