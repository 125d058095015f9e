"""A strategy card as an SVG drawing: one A4 page, upright, self-contained.

>>> label("Ds*", 10, 20, 3)
'<text x="10" y="20" font-size="3">Ds*</text>'
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import groupby
from textwrap import wrap

from holecard.lab.card.text import EXPOSED, Line, Sheet, section_title

WIDTH, HEIGHT, MARGIN = 210.0, 297.0, 13.0  # millimetres
LABEL, GAP = 19.0, 2.5
WIDEST, TALLEST = 16.5, 8.0  # of a cell
SECTION, HEADER = 6.5, 7.0
FONTS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
INK, GREY, RULE = "#000000", "#444444", "#8a8a8a"


def card_svg(sheet: Sheet, fonts: str = FONTS) -> str:
    """The page as text of an SVG file."""
    body = "\n".join([*_head(sheet), *_Grid.of(sheet).drawn(), *_legend(sheet), *_foot(sheet)])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}mm" height="{HEIGHT:g}mm" '
        f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}" font-family="{fonts}" fill="{INK}" role="img">\n'
        f"<title>{escape(sheet.title)}</title>\n"
        f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="#ffffff"/>\n{body}\n</svg>\n'
    )


def label(text: str, x: float, y: float, size: float, **more: str) -> str:
    """Text on its base line."""
    attributes = "".join(f' {name.replace("_", "-")}="{escape(value)}"' for name, value in more.items())
    return f'<text x="{x:.4g}" y="{y:.4g}" font-size="{size:.4g}"{attributes}>{escape(text)}</text>'


def _box(x: float, y: float, width: float, height: float, fill: str, stroke: str = RULE) -> str:
    shape = f'<rect x="{x:.5g}" y="{y:.5g}" width="{width:.5g}" height="{height:.5g}"'
    return f'{shape} fill="{fill}" stroke="{stroke}" stroke-width="0.2"/>'


LEGEND_LINE, NOTE_LINE, ABOUT_LINE = 5.6, 4.3, 4.6
ABOUT_LETTERS = 105  # that fit a line


def _about(sheet: Sheet) -> list[str]:
    return [part for text in sheet.about for part in wrap(text, ABOUT_LETTERS)]


def _head(sheet: Sheet) -> list[str]:
    size = min(6.2, (WIDTH - 2 * MARGIN) / len(sheet.title) / 0.52)
    lines = [label(sheet.title, MARGIN, MARGIN + 5, size, font_weight="bold")]
    y = MARGIN + 11
    for text in _about(sheet):
        lines.append(label(text, MARGIN, y, 3.3, fill=GREY))
        y += ABOUT_LINE
    lines.append(label(sheet.edge, MARGIN, y + 0.4, 3.6, font_weight="bold"))
    if sheet.warning:
        lines.append(label(sheet.warning, WIDTH - MARGIN, y + 0.4, 3.6, font_weight="bold", text_anchor="end"))
    return lines


def _legend_columns(sheet: Sheet) -> int:
    return 3 if max(len(code.meaning) for code in sheet.legend) <= 36 else 2


def _legend_rows(sheet: Sheet) -> int:
    return -(-len(sheet.legend) // _legend_columns(sheet))


def _notes(sheet: Sheet) -> tuple[str, ...]:
    exposed = any(column.hole for panel in sheet.panels for column in panel.columns)
    more = (f"{EXPOSED}: the hole card is exposed and printed below the up card",) if exposed else ()
    return (*sheet.notes, *more)


def _below(sheet: Sheet) -> float:
    """What the legend, the notes and the last line need."""
    return 4 + LEGEND_LINE * _legend_rows(sheet) + NOTE_LINE * len(_notes(sheet)) + 8


def _legend(sheet: Sheet) -> list[str]:
    top = HEIGHT - MARGIN - _below(sheet) + 4
    wide = (WIDTH - 2 * MARGIN) / _legend_columns(sheet)
    found = []
    for at, code in enumerate(sheet.legend):
        column, row = divmod(at, _legend_rows(sheet))
        x, y = MARGIN + column * wide, top + row * LEGEND_LINE
        found.append(_box(x, y, 7, LEGEND_LINE - 1, code.tint))
        found.append(label(code.text, x + 3.5, y + 3.4, 3.2, text_anchor="middle", font_weight="bold"))
        found.append(label(code.meaning, x + 8.8, y + 3.4, 3.1))
    return found


def _foot(sheet: Sheet) -> list[str]:
    top = HEIGHT - MARGIN - _below(sheet) + 7.5 + LEGEND_LINE * _legend_rows(sheet)
    found = [label(note, MARGIN, top + NOTE_LINE * at, 2.9, fill=GREY) for at, note in enumerate(_notes(sheet))]
    return [*found, label(sheet.foot, MARGIN, HEIGHT - MARGIN, 2.6, fill=GREY)]


@dataclass(frozen=True)
class _Grid:
    """The table of the card: where its columns are, and how large its cells."""

    sheet: Sheet
    left: float
    top: float
    wide: float
    tall: float

    @classmethod
    def of(cls, sheet: Sheet) -> _Grid:
        columns = sum(len(panel.columns) for panel in sheet.panels)
        wide = min(WIDEST, (WIDTH - 2 * MARGIN - LABEL - GAP * (len(sheet.panels) - 1)) / columns)
        sections = len({line.section for line in sheet.lines})
        top = MARGIN + 17.8 + ABOUT_LINE * len(_about(sheet))
        room = HEIGHT - MARGIN - _below(sheet) - top - HEADER - SECTION * sections
        room -= HEADER if sheet.panels[0].heading else 0
        tall = min(TALLEST, room / len(sheet.lines))
        whole = LABEL + wide * columns + GAP * (len(sheet.panels) - 1)
        return cls(sheet, (WIDTH - whole) / 2, top, wide, tall)

    def drawn(self) -> list[str]:
        y, found = self.top, []
        if self.sheet.panels[0].heading:
            found += self._panel_headings(y)
            y += HEADER - 1
        found += self._up_cards(y)
        y += HEADER - 1.5
        for section, lines in groupby(self.sheet.lines, key=lambda line: line.section):
            found.append(label(section_title(section), self.left, y + SECTION - 2, 3.3, font_weight="bold"))
            y += SECTION - 0.5
            for line in lines:
                found += self._line(line, y)
                y += self.tall
        return found

    def _places(self) -> list[list[float]]:
        """The left edge of every column, by panel."""
        x, found = self.left + LABEL, []
        for panel in self.sheet.panels:
            found.append([x + self.wide * at for at in range(len(panel.columns))])
            x += self.wide * len(panel.columns) + GAP
        return found

    def _panel_headings(self, y: float) -> list[str]:
        found = []
        for panel, places in zip(self.sheet.panels, self._places(), strict=True):
            middle = (places[0] + places[-1] + self.wide) / 2
            size = 3.2 if len(panel.columns) > 3 else 2.6
            found.append(label(panel.heading, middle, y + 3.4, size, text_anchor="middle", font_weight="bold"))
        return found

    def _up_cards(self, y: float) -> list[str]:
        found = [label("Dealer", self.left, y + 4, 3.1, fill=GREY)]
        for panel, places in zip(self.sheet.panels, self._places(), strict=True):
            for column, left in zip(panel.columns, places, strict=True):
                x, style = left + self.wide / 2, {"text_anchor": "middle", "font_weight": "bold"}
                found.append(label(column.up, x, y + (4 if not column.hole else 2.4), 3.6, **style))
                if column.hole:
                    found.append(label(column.hole, x, y + 6.2, 3.6, **style))
        return found

    def _line(self, line: Line, y: float) -> list[str]:
        base = y + self.tall / 2 + 1.15
        found = [label(line.label, self.left, base, 3.3)]
        places = [x for panel in self._places() for x in panel]
        for shown, x in zip(line.shown, places, strict=True):
            found.append(_box(x, y, self.wide, self.tall, shown.code.tint))
            size = min(3.4, 1.55 * self.wide / len(str(shown)))
            found.append(label(str(shown), x + self.wide / 2, base, size, text_anchor="middle", font_weight="bold"))
        return found
