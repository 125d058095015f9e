"""What is special about the pit of 58 Pa. Code chapter 673a."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from holecard.engine.pit import Task
from holecard.engine.questions import Act, Done, Fact, Legal, PitStep, Role, What
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.engine.words import Asked, Key, Word, to_do
from holecard.law.clauses import Citing
from holecard.pit.pennsylvania._chapter import Chapter
from holecard.pit.pennsylvania._shuffling import after_shuffle
from holecard.pit.procedures import Tasks
from holecard.pit.tasks import Duty, next_task

INSTRUMENTS = ("pa-673a",)


def chapter(law: Citing) -> Chapter:
    return Chapter(
        untouched=law("7(v)"),
        repair=law("13(j)"),
        fans_preinspected=False,  # 4(e) spares (b) too
        after_idle=partial(after_idle, law),
        steps={
            "other-batch": OtherBatch(),
            "spread-batch": Duty(
                name="Spread the batch from the shuffler",
                who=Role.DEALER,
                note="the batch from the shuffler is spread for inspection",
            ),
        },
    )


def after_idle(law: Citing, shuffler: str) -> Tasks:
    """The cards are mixed by hand, or change places with the batch in the shuffler; then the cut and what follows."""
    if shuffler == "batch":
        mixed = (Task("exchange", law("5(g)(2)")), Task("other-batch", law("5(g)(2)")))
    else:
        mixed = (Task("wash", law("5(g)(1)")), Task("shuffle", law("5(g)(1)")))
    return (*mixed, *after_shuffle(law, shuffler))


@dataclass(frozen=True, kw_only=True)
class OtherBatch:
    """The batch that comes out of the shuffler is dealt as it is, unless a player wants it spread and shuffled anew."""

    def asked(self, rules: Rules, table: Table, question: PitStep) -> Asked:
        return to_do(
            "Say whether to inspect the other batch",
            Word("spread", "Spread and shuffle it", "", "wants the other batch spread and shuffled"),
            Word("done", "Deal it as it is", Key.YES, "lets the other batch be dealt as it is"),
        )

    def question(self, rules: Rules, table: Table, task: Task) -> PitStep:
        as_it_is = Legal("done", task.cite)
        if not table.pit.seated:
            return PitStep(task.step, task.cite, Role.DEALER, "", (as_it_is,))
        first = table.pit.seated[0][1]
        return PitStep(task.step, task.cite, Role.BETTOR, first, (Legal("spread", task.cite), as_it_is))

    def take(self, rules: Rules, table: Table, question: PitStep, act: Act) -> Done:
        cite, table = question.cite, next_task(table)
        if act.do == "done":
            return Done(table, (Fact(What.DONE, cite, note="the batch from the shuffler is dealt as it is"),))
        anew = tuple(Task(step, cite) for step in ("spread-batch", "first-player-looks", "shuffle"))
        table = table.with_pit(table.pit._replace(todo=(*anew, *table.pit.todo)))
        note = f"{question.bettor} wants the other batch spread and shuffled"
        return Done(table, (Fact(What.RULED, cite, bettor=question.bettor, note=note),))
