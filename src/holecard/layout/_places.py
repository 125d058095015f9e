"""Where the equipment of one table is drawn: where its house has filed it, or at house figures."""

from __future__ import annotations

from collections.abc import Sequence

from holecard.law.errors import Malformed
from holecard.layout import _geometry as at
from holecard.layout.felt import Equipment
from holecard.layout.particulars import Side


def places(equipment: Sequence[Equipment]) -> dict[str, at.Block]:
    """The place of each piece that can be drawn.

    A side of the dealer is enough: the pieces of that side stand in a row beside the chip tray. A place in words that
    name no side, or on a side that is full, is listed in those words and not drawn.
    """
    drawn = [one for one in equipment if one.filed.is_drawn]
    found = {
        one.key: at.EQUIPMENT[one.key]._replace(x=float(one.filed.at[0]), y=float(one.filed.at[1]))
        for one in drawn
        if one.filed.at is not None
    }
    for on_the_right in (True, False):
        here = [one for one in drawn if one.filed.at is None and one.key in at.ROW and _right(one) == on_the_right]
        moved = any(_right(one) != at.is_on_the_right(one.key) for one in here)
        keys = [one.key for one in here]
        found |= at.in_a_row(keys, on_the_right) if moved else {key: at.EQUIPMENT[key] for key in keys}
    found |= {one.key: at.EQUIPMENT[one.key] for one in drawn if one.key not in at.ROW and one.key not in found}
    _check(equipment, found)
    return found


def across(equipment: Sequence[Equipment], key: str) -> float:
    """The middle of a piece's place: the share of the felt's width that is between it and the dealer's right side."""
    return places(equipment)[key].middle / at.WIDTH


def _right(one: Equipment) -> bool:
    return at.is_on_the_right(one.key) if one.filed.side is None else one.filed.side is Side.RIGHT


def _check(equipment: Sequence[Equipment], found: dict[str, at.Block]) -> None:
    """A place in millimetres is on the felt, and nothing else is there."""
    names = {one.key: one.name for one in equipment}
    for one in equipment:
        if one.filed.at is None:
            continue
        x, y = one.filed.at
        block = found[one.key]
        if not block.is_on_the_felt:
            wide = f"{block.width:.0f} × {block.height:.0f} mm"
            raise Malformed(
                f"{one.name} at {x}, {y} is not on the felt: it is {wide}, the felt {at.WIDTH:.0f} × {at.DEPTH:.0f}"
            )
        others = {**{names[key]: other for key, other in found.items() if key != one.key}, "Chip tray": at.TRAY}
        for name, other in others.items():
            if block.meets(other):
                raise Malformed(f"{one.name} at {x}, {y} is where the {name.lower()} is. Name another place")
