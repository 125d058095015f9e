"""What goes on around the rounds of a table, and when something goes wrong: one part of a `Play`, spread into it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypedDict

from holecard.engine.options import Options
from holecard.engine.questions import Done, Draw, Followed, RoundOver
from holecard.engine.rules import IrregularityRule, NoticeRule, Opening, PitRule, Rules, Ruling
from holecard.engine.table import Dealer, Table
from holecard.irregularities import chapter_673a, chapter_685a
from holecard.irregularities.pennsylvania import Irregularities, irregularities
from holecard.law.clauses import Citing
from holecard.pit import chapter_673a as pit_673a
from holecard.pit import chapter_685a as pit_685a
from holecard.pit.pennsylvania import PitOfTheHouse, pennsylvania
from holecard.round.second_chance import owed_to


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


def around_685a(law: Citing, chosen: Options, stands: Callable[[Dealer], bool], device: str = "reader") -> Around:
    """As chapter 685a has it; `law` may give rules of the house that follow it."""
    pit = pennsylvania(law, chosen, pit_685a.chapter(law), device)
    return around(pit, irregularities(chapter_685a.clauses(law), pit.procedures, stands))


def around_673a(law: Citing, chosen: Options) -> Around:
    """As chapter 673a has it: a card owed to a hand may be its second chance."""
    pit = pennsylvania(law, chosen, pit_673a.chapter(law))
    clauses = chapter_673a.clauses(law)
    own = chapter_673a.own(clauses, pit.procedures)
    return around(pit, irregularities(clauses, pit.procedures, chapter_673a.has_finished, own, owed_to))
