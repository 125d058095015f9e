"""The marks on the felt itself, in millimetres of the real table: outline, boxes, areas, line and inscriptions.

An inscription carries `data-inscription` with its clause, an area `data-area` or `data-wager`: a reader of the file
finds what is on the felt without looking at the picture.
"""

from __future__ import annotations

from math import cos, radians, sin

from holecard.layout import _geometry as at
from holecard.layout._places import places as places_of
from holecard.layout._svg import circle, fitting, group, line, number, on_path, path, rect, text, width_of, wrapped
from holecard.layout.felt import Equipment, Felt, InsuranceLine, RangeArea, WagerArea

INK, GREY = "#000", "#555"
THICK, THIN = 4.0, 2.0
SHAPES = {
    "disc": "M0 -11a11 11 0 1 1 0 22a11 11 0 1 1 0 -22z",
    "triangle": "M0 -12L12.5 10.5H-12.5z",
    "square": "M-10.5 -10.5h21v21h-21z",
}
FIRST, OTHERS, STEP = 56.0, 36.0, 82.0  # sizes of letters, and from one sentence to the next
LINE, SMALLEST = 1.14, 6.0  # from one line of a frame to the next, in letters; and their smallest size
CLOSE = 0.8  # of the way to the next sentence, the largest letters
LONG = 60  # letters of a sentence on one arc


def marks(felt: Felt, boxes: int) -> list[str]:
    """Everything on a felt with so many boxes."""
    places = enumerate(at.box_places(boxes), 1)
    blocks = places_of(felt.equipment)
    return [
        _outline(),
        *(_equipment(one, blocks[one.key]) for one in felt.equipment if one.key in blocks),
        _tray(),
        *_ranges(felt),
        *_sentences(felt),
        *_line(felt.line),
        *(group([*box(felt), _numbered(seat)], transform=_turned(place), data_box=str(seat)) for seat, place in places),
    ]


def _turned(place: at.Place) -> str:
    return f"translate({number(place.x)} {number(place.y)}) rotate({number(place.angle)})"


def _outline() -> str:
    curve = f"A{number(at.ACROSS)} {number(at.DOWN)} 0 0 1 0 {number(at.STRAIGHT)}"
    d = f"M0 0H{number(at.WIDTH)}V{number(at.STRAIGHT)}{curve}z"
    return path(d, fill="none", stroke=INK, stroke_width=6)


def _tray() -> str:
    return _dashed(at.TRAY, "Chip tray")


def _equipment(one: Equipment, block: at.Block) -> str:
    return group([_dashed(block, one.label)], data_equipment=one.key)


def _dashed(block: at.Block, name: str) -> str:
    """What is attached to the table, or printed as the house likes: not a mark that a clause words."""
    size, room = 21.0, block.width - 8
    while len(lines := wrapped(name, size, room)) * size * LINE > block.height - 8 and size > SMALLEST:
        size -= 1
    top = block.y + block.height / 2 + size / 3 - size * LINE / 2 * (len(lines) - 1)
    labels = (
        text(said, block.middle, top + size * LINE * row, fitting(said, size, room), text_anchor="middle", fill=GREY)
        for row, said in enumerate(lines)
    )
    frame = rect(*block, rx=10, fill="none", stroke=GREY, stroke_width=THIN, stroke_dasharray="12 8")
    return frame + "".join(labels)


def _ranges(felt: Felt) -> list[str]:
    """The rectangles for the dealer's hand, with letters of one size."""
    blocks = at.range_places(len(felt.ranges))
    size = min((fitting(area.text, 26, at.RANGE_WIDE - 20, bold=True) for area in felt.ranges), default=0)
    return [_range(area, block, size) for area, block in zip(felt.ranges, blocks, strict=True)]


def _range(area: RangeArea, block: at.Block, size: float) -> str:
    """A rectangle with its text on the players' side."""
    foot = block.y + block.height - 12
    said = text(
        area.text,
        block.middle,
        foot,
        size,
        text_anchor="middle",
        font_weight="bold",
        data_inscription=str(area.cite),
    )
    sign = path(
        SHAPES[area.shape],
        transform=f"translate({number(block.x + 22)} {number(block.y + 22)})",
        fill="none",
        stroke=INK,
        stroke_width=3,
    )
    colour = text(area.colour, block.x + 42, block.y + 29, 18, fill=GREY)
    frame = rect(*block, fill="none", stroke=INK, stroke_width=THICK)
    return group([frame, sign, colour, said], data_area=area.light)


def _sentences(felt: Felt) -> list[str]:
    """The inscriptions in the order of the text, on arcs that hang towards the players; the first is the largest."""
    said = [(_broken(one), str(cite)) for one, cite in felt.sentences]
    arcs = [part for parts, _ in said for part in parts]
    if not arcs:
        return []
    sizes = [fitting(one, OTHERS if row else FIRST, at.SENTENCE_ROOM, bold=not row) for row, one in enumerate(arcs)]
    above = at.RANGE_TOP + (at.RANGE_DEEP if felt.ranges else 0) + 12
    first = above + at.hang(width_of(arcs[0], sizes[0], bold=True)) + sizes[0] * 0.75
    step = min(STEP, (at.LAST_SENTENCE - first) / max(1, len(arcs) - 1))
    sizes = [sizes[0], *(min(size, step * CLOSE) for size in sizes[1:])]
    found, row = [], 0
    for parts, clause in said:
        drawn, size = [], min(sizes[row : row + len(parts)])  # one sentence, one size
        for part in parts:
            y = at.LAST_SENTENCE - step * (len(arcs) - 1 - row)
            weight = "normal" if row else "bold"
            drawn.append(on_path(part, _hanging(y), size, f"arc-{row + 1}", font_weight=weight))
            row += 1
        found.append(group(drawn, data_inscription=clause))
    return found


def _broken(said: str) -> list[str]:
    """A long sentence in two, at a comma.

    >>> _broken("Blackjack pays 3 to 2")
    ['Blackjack pays 3 to 2']
    """
    comma = said.find(", ", len(said) // 4) if len(said) > LONG else -1
    return [said] if comma < 0 else [said[: comma + 1], said[comma + 2 :]]


def _hanging(y: float) -> str:
    """An arc from the left to the right whose middle is at this height."""
    half = at.SENTENCE_ROOM / 2 + 40
    ends = y - at.hang(2 * half)
    radius = number(at.SENTENCE_CURVE)
    left, right = number(at.WIDTH / 2 - half), number(at.WIDTH / 2 + half)
    return f"M{left} {number(ends)}A{radius} {radius} 0 0 0 {right} {number(ends)}"


def _line(found: InsuranceLine | None) -> list[str]:
    if found is None:
        return []
    half = at.LINE / 2
    edges = [path(_along(at.LINE_AT + away), fill="none", stroke=INK, stroke_width=THICK) for away in (-half, half)]
    said = on_path(
        found.text,
        _along(at.LINE_AT - 9),
        26,
        "line",
        letter_spacing=5,
        data_inscription=str(found.written or found.cite),
    )
    return [group([*edges, said], data_wager=found.wager)]


def _along(away: float) -> str:
    """An arc beside the players' edge, from the left to the right, past every box."""
    across, down, end = at.ACROSS - away, at.DOWN - away, radians(24)
    x, y = across * cos(end), at.STRAIGHT + down * sin(end)
    left, right = number(at.WIDTH / 2 - x), number(at.WIDTH / 2 + x)
    return f"M{left} {number(y)}A{number(across)} {number(down)} 0 0 0 {right} {number(y)}"


# A box, seen from its own middle


def box(felt: Felt) -> list[str]:
    """The bet and the areas beside it, towards the dealer."""
    half = at.BOX / 2
    frame = rect(-half, -half, at.BOX, at.BOX, rx=14, fill="none", stroke=INK, stroke_width=THICK)
    shared = felt.bettors_per_box > 1
    behind = [line(-half, -half + 64, half, -half + 64, stroke=INK, stroke_width=THIN, stroke_dasharray="10 7")]
    label = text(felt.main.name, 0, -half + 43 if shared else 11, 32, text_anchor="middle", font_weight="bold")
    bet = group([frame, *(behind if shared else []), label], data_wager=felt.main.wager)
    spots = zip(felt.beside, at.spot_places(len(felt.beside)), strict=True)
    return [bet, *(_spot(area, x, y) for area, (x, y) in spots)]


def _spot(area: WagerArea, x: float, y: float) -> str:
    """A round area with its name inside."""
    ring = circle(x, y, at.SPOT / 2, fill="none", stroke=INK, stroke_width=THIN)
    words = area.name.replace("-the-", "-the- ").split()
    size = min(fitting(word, 13, at.SPOT * 0.84) for word in words)
    top = y + size * 0.35 - size * 0.55 * (len(words) - 1)
    said = (text(word, x, top + size * 1.1 * row, size, text_anchor="middle") for row, word in enumerate(words))
    return group([ring, *said], data_wager=area.wager, data_name=area.name)


def _numbered(seat: int) -> str:
    return text(str(seat), 0, at.BOX / 2 + 30, 24, text_anchor="middle", fill=GREY)
