"""A strategy card as a PDF page: the SVG drawing, typeset by Typst with its own fonts.

It uses no fonts or packages of the machine, so the same card gives the same file everywhere.
"""

from __future__ import annotations

import typst

from holecard.lab.card.svg_file import card_svg
from holecard.lab.card.text import Sheet

FONTS = "'Libertinus Serif'"
PAGE = """
#set document(title: sys.inputs.title, date: none)
#set page("a4", margin: 0pt)
#image(bytes(sys.inputs.card), format: "svg", width: 100%, alt: sys.inputs.title)
"""


def card_pdf(sheet: Sheet) -> bytes:
    """The page as a PDF file."""
    return _set(sheet, typst.Compiler(ignore_system_fonts=True), "pdf")


def card_png(sheet: Sheet, ppi: float = 144) -> bytes:
    """The same page as a picture."""
    return _set(sheet, typst.Compiler(ignore_system_fonts=True), "png", ppi)


def _set(sheet: Sheet, compiler: typst.Compiler, form: typst.OutputFormat, ppi: float = 144) -> bytes:
    made = compiler.compile(
        PAGE.encode(), format=form, ppi=ppi, sys_inputs={"title": sheet.title, "card": card_svg(sheet, FONTS)}
    )
    assert isinstance(made, bytes), "a card is one page"
    return made
