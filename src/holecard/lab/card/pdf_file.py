"""A strategy card, or any SVG drawing, as a PDF page, typeset by Typst with its own fonts.

It uses no fonts or packages of the machine, so the same drawing gives the same file everywhere.
"""

from __future__ import annotations

import re

import typst

from holecard.lab.card.svg_file import card_svg
from holecard.lab.card.text import Sheet

FONTS = "'Libertinus Serif'"
PAGE = """
#set document(title: sys.inputs.title, date: none)
#set page("a4", margin: 0pt)
#image(bytes(sys.inputs.card), format: "svg", width: 100%, alt: sys.inputs.title)
"""
SHEET = """
#set document(title: sys.inputs.title, date: none)
#set page(width: float(sys.inputs.width) * 1mm, height: float(sys.inputs.height) * 1mm, margin: 0pt)
#image(bytes(sys.inputs.drawing), format: "svg", width: 100%, alt: sys.inputs.title)
"""
SIZE = re.compile(r'width="([0-9.]+)mm" height="([0-9.]+)mm"')


def drawing_pdf(svg: str, title: str) -> bytes:
    """A drawing of ours, whose size is in millimetres, on a page of the same size."""
    found = SIZE.search(svg)
    assert found is not None, "the drawing says how large it is"
    inputs = {"title": title, "drawing": svg, "width": found[1], "height": found[2]}
    made = typst.Compiler(ignore_system_fonts=True).compile(SHEET.encode(), format="pdf", sys_inputs=inputs)
    assert isinstance(made, bytes), "a drawing is one page"
    return made


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
