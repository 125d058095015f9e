"""The tasks of the pit. Each waits for the person named in its clause, and no bets are taken before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from holecard.engine.pit import Task
from holecard.engine.questions import Act, Done, Draw, Due, Fact, Legal, PitStep, Question, Role, What
from holecard.engine.rules import Rules, Step
from holecard.engine.table import Table
from holecard.engine.words import DONE, Asked, Word, to_do
from holecard.law.clauses import Cite
from holecard.values.cards import Face
from holecard.values.shoe import Stock

BURN: Final = "burn"
BURNED: Final = "burned"
NEW_DEALER_BURN: Final = "new-dealer-burn"
VIEW_BURN: Final = "view-burn"  # a player asks to see the burned card
AFTER_A_FAILURE: Final = frozenset({"repair-reader", "cover-shuffler", "replace-card"})  # a floorperson looks at it
BURNS: Final = frozenset({BURN, NEW_DEALER_BURN})  # the tasks that the shoe answers


def pit_tasks() -> Step:
    """The first task that stands. A game with a pit begins with this step."""

    def due(rules: Rules, table: Table) -> Question | None:
        todo = table.pit.todo
        if not todo:
            return None
        task = todo[0]
        if task.step in BURNS:
            return Draw((Due(ToRack(), task.cite, face_down=True),))
        return rules.play.around.pit[task.step].question(rules, table, task)

    return due


def next_task(table: Table) -> Table:
    """The table with its first task done."""
    return table.with_pit(table.pit._replace(todo=table.pit.todo[1:]))


class ToRack(NamedTuple):
    """Unseen to the discard rack: the burn card, whose task is done with it."""

    def put(self, table: Table, card: Face, cite: Cite, stock: Stock) -> Done:
        table = next_task(table.drawn(stock).discarding(card))
        return Done(table, (Fact(What.REMOVED, cite, note=BURNED, cards=(card,)),))

    def __repr__(self) -> str:
        return "discard rack"


Effect = Callable[[Rules, Table], Done]


def nothing_moves(rules: Rules, table: Table) -> Done:
    return Done(table, ())


@dataclass(frozen=True, kw_only=True)
class Fails:
    """An inspection that finds something wrong: it is put right (`does`, and the tasks that come `first`), and then the
    same inspection stands again."""

    word: Word
    note: str
    does: Effect = nothing_moves
    first: tuple[Task, ...] = ()

    def take(self, rules: Rules, table: Table, cite: Cite) -> Done:
        table, more = self.does(rules, table)
        table = table.with_pit(table.pit._replace(todo=(*self.first, *table.pit.todo)))
        return Done(table, (Fact(What.RULED, cite, note=self.note), *more))


@dataclass(frozen=True, kw_only=True)
class Duty:
    """Something that dealer or floorperson does and reports; `says` are instructions that belong to it."""

    name: str  # what is to be done
    who: Role
    note: str
    does: Effect = nothing_moves
    says: tuple[tuple[Cite, str], ...] = ()
    also: tuple[Cite, ...] = ()
    choices: tuple[Word, ...] = (DONE,)
    mixes: bool = False  # whether the cards come into a new order
    fails: Fails | None = None  # what follows from an inspection that finds something wrong

    @property
    def words(self) -> tuple[Word, ...]:
        return self.choices if self.fails is None else (*self.choices, self.fails.word)

    def asked(self, rules: Rules, table: Table, question: PitStep) -> Asked:
        return to_do(self.name, *self.words)._replace(mixes=self.mixes)

    def question(self, rules: Rules, table: Table, task: Task) -> PitStep:
        return PitStep(task.step, task.cite, self.who, "", tuple(Legal(word.do, task.cite) for word in self.words))

    def take(self, rules: Rules, table: Table, question: PitStep, act: Act) -> Done:
        if self.fails is not None and act.do == self.fails.word.do:
            return self.fails.take(rules, table, question.cite)
        table, more = self.does(rules, table)
        note = self.note if len(self.choices) == 1 else f"{self.note}: {act.do}"
        said = tuple(Fact(What.ANNOUNCED, cite, note=text) for cite, text in self.says)
        return Done(next_task(table), (Fact(What.DONE, question.cite, note=note, also=self.also), *said, *more))
