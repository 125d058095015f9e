"""Combines a pit and its irregularities into the part of a `Play` that surrounds the rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from holecard.engine.rules import Around, IrregularityRule, Ruling
from holecard.pit.pit_of_the_house import PitOfTheHouse


@dataclass(frozen=True, kw_only=True)
class Irregularities:
    """What can go wrong at a table and the choices that it opens: a game's file hands both to its `Play`."""

    rules: Mapping[str, IrregularityRule]
    rulings: Mapping[str, Ruling]


def around(pit: PitOfTheHouse, errors: Irregularities, **rulings: Ruling) -> Around:
    """`Play(…, around=around(pit, errors))`; `rulings` are those that a decision at the table opens, not an error."""
    return Around(
        collect=pit.collect,
        cover=pit.cover,
        pit=pit.steps,
        notices=pit.notices,
        opening=pit.opening,
        signs=pit.signs,
        irregularities=errors.rules,
        rulings={**rulings, **errors.rulings},
    )
