"""The pit and the irregularities of a Pennsylvania table, chapter by chapter."""

from __future__ import annotations

from collections.abc import Callable

from holecard.engine.dealer import stands_on_17
from holecard.engine.options import Options
from holecard.engine.rules import Around
from holecard.engine.table import Dealer
from holecard.irregularities.around import around
from holecard.irregularities.missed_cards import not_revealed_at_the_end
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
    clauses, own = _chapter_685a.clauses(law), _chapter_685a.own()
    return around(pit, irregularities(clauses, pit.procedures, stands, own, late_card=not_revealed_at_the_end))


def around_673a(law: Citing, chosen: Options) -> Around:
    """As chapter 673a has it: a card owed to a hand may be its second chance."""
    pit = pennsylvania(law, chosen, pit_673a.chapter(law))
    clauses = chapter_673a.clauses(law)
    own = chapter_673a.own(law, clauses, pit.procedures)
    return around(pit, irregularities(clauses, pit.procedures, stands_on_17, own, owed_to))
