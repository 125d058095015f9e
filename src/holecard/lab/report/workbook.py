"""Tables as an Excel workbook. Numbers are numbers, shown as what they are; the same tables give the same bytes."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

import xlsxwriter

from holecard import __version__

CREATED = datetime(2000, 1, 1)  # a workbook says when it was made, but a result does not depend on that
FONT, SIZE = "Arial", 10
WIDEST, NARROWEST = 60, 6  # columns, in characters
NAME_LENGTH = 31  # of a sheet, at most
NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\]")


class Format(StrEnum):
    """How a value is shown, as Excel writes it."""

    TEXT = "@"
    GENERAL = "General"
    PERCENT = "0.0000%"
    FIGURE = "0.000000"
    PROBABILITY = "0.0000000000"
    NET = "+0.####;-0.####;0"
    WHOLE = "#,##0"
    MONEY = "#,##0.00"


class Shown(NamedTuple):
    """A value that is shown in its own way, whatever its column's is."""

    value: object
    format: Format
    strong: bool = False


class Column(NamedTuple):
    name: str
    format: Format = Format.GENERAL


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A table with its columns' names, which stay in sight, and notes under it."""

    name: str
    columns: tuple[Column, ...]
    rows: Sequence[Sequence[object]]
    notes: tuple[str, ...] = ()


def workbook(title: str, sheets: Iterable[Sheet]) -> bytes:
    """The file.

    >>> one = Sheet(name="Sums", columns=(Column("what"), Column("sum", Format.WHOLE)), rows=[("all", 3)])
    >>> workbook("Sums", [one]) == workbook("Sums", [one])
    True
    """
    file = io.BytesIO()
    book = xlsxwriter.Workbook(file, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    book.set_properties({"title": title, "author": f"Holecard {__version__}", "created": CREATED})
    book.set_calc_mode("auto")
    styles = _Styles(book)
    for sheet in sheets:
        _write(book.add_worksheet(NOT_IN_NAMES.sub(" ", sheet.name)[:NAME_LENGTH]), sheet, styles)
    book.close()
    return file.getvalue()


def table_workbook(title: str, rows: Sequence[Mapping[str, object]]) -> bytes:
    """A file with one table, whose rows have the same names."""
    columns = tuple(Column(one) for one in (rows[0] if rows else ()))
    return workbook(title, [Sheet(name=title, columns=columns, rows=[tuple(row.values()) for row in rows])])


class _Styles:
    """The formats of a book, each made once."""

    def __init__(self, book: Any) -> None:
        self._book, self._made = book, dict[tuple[tuple[str, object], ...], Any]()

    def __call__(self, **how: object) -> Any:
        key = tuple(sorted(how.items()))
        if key not in self._made:
            self._made[key] = self._book.add_format({"font_name": FONT, "font_size": SIZE, **how})
        return self._made[key]


def _write(page: Any, sheet: Sheet, styles: _Styles) -> None:
    widths = [len(column.name) for column in sheet.columns]
    for at, column in enumerate(sheet.columns):
        numeric = column.format not in (Format.TEXT, Format.GENERAL)
        head = styles(bold=True, bottom=1, text_wrap=True, valign="top", align="right" if numeric else "left")
        page.write_string(0, at, column.name, head)
    for number, row in enumerate(sheet.rows, start=1):
        for at, given in enumerate(row):
            if given is None:
                continue
            cell = given if isinstance(given, Shown) else Shown(given, sheet.columns[at].format)
            widths[at] = max(widths[at], _write_cell(page, number, at, cell, styles))
    for at, wide in enumerate(widths):
        page.set_column(at, at, min(max(wide, NARROWEST), WIDEST) + 2)
    for number, note in enumerate(sheet.notes, start=len(sheet.rows) + 2):
        page.write_string(number, 0, note, styles(italic=True, font_color="#595959"))
    page.freeze_panes(1, 1 if len(sheet.columns) > 2 else 0)
    page.set_landscape()
    page.set_paper(9)
    page.fit_to_pages(1, 0)
    page.repeat_rows(0)


def _write_cell(page: Any, row: int, column: int, cell: Shown, styles: _Styles) -> int:
    """Write a cell, and say how wide it is."""
    value, strong = cell.value, {"bold": True} if cell.strong else {}
    if isinstance(value, bool):
        value = "yes" if value else "no"
    if isinstance(value, int | float):
        page.write_number(row, column, value, styles(num_format=str(cell.format), **strong))
        return len(_as_shown(value, cell.format))
    page.write_string(row, column, str(value), styles(num_format=str(Format.TEXT), valign="top", **strong))
    return len(str(value))


def _as_shown(value: float, form: Format) -> str:
    """About what Excel shows.

    >>> _as_shown(0.0123456, Format.PERCENT), _as_shown(12345, Format.WHOLE)
    ('1.2346%', '12,345')
    """
    match form:
        case Format.PERCENT:
            return f"{value:.4%}"
        case Format.FIGURE:
            return f"{value:.6f}"
        case Format.PROBABILITY:
            return f"{value:.10f}"
        case Format.WHOLE:
            return f"{value:,.0f}"
        case Format.MONEY:
            return f"{value:,.2f}"
    return f"{value:g}"
