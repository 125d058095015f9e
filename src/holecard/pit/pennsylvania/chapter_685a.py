"""What is special about the pit of 58 Pa. Code chapter 685a."""

from __future__ import annotations

from functools import partial

from holecard.engine.rules import Rules
from holecard.law.clauses import Citing
from holecard.pit.pennsylvania._chapter import Chapter
from holecard.pit.pennsylvania._opening import new_cards

INSTRUMENTS = ("pa-685a",)


def chapter(law: Citing) -> Chapter:
    return Chapter(
        untouched=law("7(t)"),
        repair=law("12(i)"),
        fans_preinspected=True,  # 4(e) passes over (b) (reading A18)
        after_idle=partial(new_cards, law),  # 5(g) leads back to section 4
        only_some_tables={law("2(b)(5)"): has_side_wagers},
    )


def has_side_wagers(rules: Rules) -> bool:
    """Match-the-Dealer is the only one that the chapter knows."""
    return bool(rules.play.side_wagers)
