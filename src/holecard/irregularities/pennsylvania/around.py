"""The pit and the irregularities of a Pennsylvania table, chapter by chapter."""

from __future__ import annotations

from collections.abc import Callable

from holecard.engine.options import Options
from holecard.engine.rules import Around
from holecard.engine.table import Dealer
from holecard.irregularities.around import around
from holecard.irregularities.pennsylvania import _chapter_685a, chapter_673a
from holecard.irregularities.pennsylvania._irregularities import irregularities
from holecard.law.clauses import Citing
from holecard.pit.pennsylvania import chapter_673a as pit_673a
from holecard.pit.pennsylvania import chapter_685a as pit_685a
from holecard.pit.pennsylvania.pit import pennsylvania
from holecard.round.second_chance import owed_to


def around_685a(law: Citing, chosen: Options, stands: Callable[[Dealer], bool], device: str = "reader") -> Around:
    """As chapter 685a has it; `law` may give rules of the house that follow it."""
    pit = pennsylvania(law, chosen, pit_685a.chapter(law), device)
    return around(pit, irregularities(_chapter_685a.clauses(law), pit.procedures, stands, _chapter_685a.own()))


def around_673a(law: Citing, chosen: Options) -> Around:
    """As chapter 673a has it: a card owed to a hand may be its second chance."""
    pit = pennsylvania(law, chosen, pit_673a.chapter(law))
    clauses = chapter_673a.clauses(law)
    own = chapter_673a.own(law, clauses, pit.procedures)
    return around(pit, irregularities(clauses, pit.procedures, chapter_673a.has_finished, own, owed_to))
