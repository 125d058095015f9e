"""What a drill shows: the table as it is seen when it is asked, and what has just happened."""

from __future__ import annotations

from holecard.engine.ask_and_answer import on_the_way
from holecard.engine.questions import What
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.record.transcript import Step
from holecard.telling.lines import tell


def seen_in(rules: Rules, step: Step) -> Table:
    """The table once the cards of this step lie there, before anything follows from them."""
    table = step.table
    for between in on_the_way(rules, step.table, step.question, step.answer):
        table = between
    return table


def told(rules: Rules, step: Step) -> tuple[str, ...]:
    """What was answered, without what followed but for money laid down."""
    placed = tuple(fact for fact in step.facts if fact.what is What.PLACED)
    return tuple(line.text for line in tell(rules, step.table, step.question, step.answer, placed))
