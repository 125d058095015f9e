"""A sign as a printable page: A4, upright, in black and white."""

from __future__ import annotations

from holecard.layout._signs import Sign
from holecard.layout._svg import document, fitting, line, rect, text, wrapped
from holecard.layout.particulars import DRAFT

WIDTH, HEIGHT, EDGE = 210.0, 297.0, 18.0  # A4, millimetres
ROOM = WIDTH - 2 * EDGE - 20
TITLE, LINE = 17.0, 9.5  # the largest letters
STEP = 1.28


def sign_svg(sign: Sign, is_draft: bool = False) -> str:
    """The page as the text of an SVG file. A draft says at its head that it is one.

    >>> from holecard.games import find
    >>> from holecard.layout._signs import signs
    >>> sign_svg(signs(find("pa-down-under").configure())[0]).count("<text")
    5
    """
    heading = wrapped(sign.title, TITLE, ROOM)
    size = LINE
    lines = _broken(sign, size)
    room = HEIGHT - 2 * EDGE - 40 - len(heading) * TITLE * STEP
    while len(lines) * size * 1.5 > room:
        size *= 0.92
        lines = _broken(sign, size)
    whole = len(heading) * TITLE * STEP + len(lines) * size * 1.5
    y = (HEIGHT - whole) / 2 + TITLE * 0.4
    body = [rect(EDGE, EDGE, WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE, fill="none", stroke="#000", stroke_width=1.4, rx=4)]
    if is_draft:
        body.append(text(DRAFT, WIDTH / 2, EDGE + 13, 7, text_anchor="middle", font_weight="bold"))
    for one in heading:
        large = fitting(one, TITLE, ROOM, bold=True)
        body.append(text(one, WIDTH / 2, y, large, text_anchor="middle", font_weight="bold"))
        y += TITLE * STEP
    if lines:
        body.append(line(WIDTH * 0.3, y - TITLE * 0.75, WIDTH * 0.7, y - TITLE * 0.75, stroke="#000", stroke_width=0.6))
        y += size * 0.4
    for one in lines:
        body.append(text(one, WIDTH / 2, y, fitting(one, size, ROOM), text_anchor="middle"))
        y += size * 1.5
    body.append(text(str(sign.cite), WIDTH / 2, HEIGHT - EDGE - 7, 4, text_anchor="middle"))
    return document(WIDTH, HEIGHT, sign.title, body)


def _broken(sign: Sign, size: float) -> list[str]:
    return [part for said in sign.lines for part in wrapped(said, size, ROOM)]
