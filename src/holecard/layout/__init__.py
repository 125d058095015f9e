"""The layout of a table: what is on its felt, drawn to scale with dimensions, and its signs as printable pages.

May import: `engine` and below. It needs nothing but the standard library, so a drawing is plain text.
Exports: `felt_of` and `Felt` (what the browser's table is drawn from too), `felt_svg`, `signs`, `Sign`, `sign_svg`,
`pay_rows`, `across` (where a piece of equipment is), `Particulars` and `particulars` (what a house has filed about its
felt).
"""

from __future__ import annotations

from holecard.layout._drawing import felt_svg
from holecard.layout._odds import pay_rows
from holecard.layout._places import across
from holecard.layout._sign_page import sign_svg
from holecard.layout._signs import Sign, signs
from holecard.layout.felt import Felt, felt_of
from holecard.layout.particulars import Particulars, particulars

__all__ = [
    "Felt",
    "Particulars",
    "Sign",
    "across",
    "felt_of",
    "felt_svg",
    "particulars",
    "pay_rows",
    "sign_svg",
    "signs",
]
