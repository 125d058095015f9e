"""What goes on around the rounds of a table, and when something goes wrong: one part of a `Play`, spread into it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypedDict

from holecard.engine.questions import Done, Draw, Followed, RoundOver
from holecard.engine.rules import IrregularityRule, NoticeRule, Opening, PitRule, Rules, Ruling
from holecard.engine.table import Table
from holecard.pit.pit_of_the_house import PitOfTheHouse


@dataclass(frozen=True, kw_only=True)
class Irregularities:
    """What can go wrong at a table and the choices that it opens: a game's file hands both to its `Play`."""

    rules: Mapping[str, IrregularityRule]
    rulings: Mapping[str, Ruling]


class Around(TypedDict):
    """The fields of a `Play` that a pit and its irregularities fill."""

    collect: Callable[[Rules, Table, RoundOver], Followed]
    cover: Callable[[Rules, Table, Draw], Done]
    pit: Mapping[str, PitRule]
    notices: Mapping[str, NoticeRule]
    opening: Opening
    irregularities: Mapping[str, IrregularityRule]
    rulings: Mapping[str, Ruling]


def around(pit: PitOfTheHouse, errors: Irregularities, **rulings: Ruling) -> Around:
    """`Play(…, **around(pit, errors))`; `rulings` are those that a decision at the table opens, not an error."""
    return {
        "collect": pit.collect,
        "cover": pit.cover,
        "pit": pit.steps,
        "notices": pit.notices,
        "opening": pit.opening,
        "irregularities": errors.rules,
        "rulings": {**rulings, **errors.rulings},
    }
