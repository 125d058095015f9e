"""Rounds recorded when control of a shared box followed the order of wagers, so that they replay as they were played.

Since then the bettor who sits at a box decides there (New Zealand 14.3(a), reading N22), and is announced. A recorded
round without that announcement is played by the order of wagers to its end.
"""

from __future__ import annotations

from holecard.engine.ask_and_answer import answer, ask
from holecard.engine.questions import Bets, Facts, Followed, What
from holecard.engine.rules import Rules
from holecard.engine.table import Table


def gives_control(rules: Rules, facts: Facts) -> bool:
    """Whether somebody was announced as the one who sits at a box and decides there."""
    decides = rules.play.sharing.decides
    return any(fact.what is What.ANNOUNCED and fact.cite == decides for fact in facts)


def by_order_of_wagers(rules: Rules, table: Table, value: Bets) -> Followed:
    """What followed from these wagers when seats did not matter: one that is placed behind others stays there."""
    blind = table.with_pit(table.pit._replace(seated=()))
    after, facts = answer(rules, blind, ask(rules, blind), value)
    return after.with_pit(after.pit._replace(seated=table.pit.seated)), facts
