"""Equipment that fails: the shoe runs out, the reader breaks, the shuffler jams or cannot be used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from holecard.engine.pit import Pit, Task
from holecard.engine.questions import Done, Fact, Facts, Irregularity, PitStep, Question, What
from holecard.engine.rules import Rules
from holecard.engine.table import Dealer, Table
from holecard.irregularities.common import cannot, check_shoe_is_empty, dead_box
from holecard.law.clauses import Cite
from holecard.pit.pennsylvania.devices import BY_HAND, shuffle_discards
from holecard.pit.procedures import Occasion, Procedures, later


@dataclass(frozen=True, kw_only=True)
class ShoeEmpty:
    """The discards are shuffled, cut and burned from, the round goes on, and after it all cards are shuffled (A11)."""

    cite: Cite
    procedures: Procedures
    name: str = "Shoe is empty"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        check_shoe_is_empty(table, question, value, self.cite)
        if len(table.rack) < 2:
            why = "the discard rack needs two cards, one to burn and one to deal"
            raise cannot(value, self.cite, why, question)
        pit = later(shuffle_discards(self.procedures, table.pit, self.cite), Occasion.COVER_CARD)
        said = Fact(What.RULED, self.cite, note=f"the shoe is empty: {len(table.rack)} discards are shuffled")
        return Done(table.with_pit(pit), (said,))


@dataclass(frozen=True, kw_only=True)
class ReaderMalfunction:
    """Before the light no hand can be played: all are dead. After it the round is finished, and none begins (A12).

    So it is where the dealer's cards no longer call for the reader (B20).
    """

    cite: Cite
    procedures: Procedures
    needed: Callable[[Dealer], bool]
    name: str = "Reader out of order"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        pit = table.pit
        assert rules.play.reader is not None, "only a game with a reader has this irregularity"
        device = rules.play.reader.device
        if Occasion.READER_FAILED in pit.due or any(task.step == "repair-reader" for task in pit.todo):
            raise cannot(value, self.cite, f"the {device} is already out of order", question)
        pit = self._repair(pit, table.closed)
        facts: Facts = (Fact(What.RULED, self.cite, note=f"the {device} is out of order: no round until it works"),)
        table = table.with_pit(pit)
        if table.closed and not table.dealer.light and self.needed(table.dealer):
            table = table.with_pending(())
            for at in range(len(table.boxes)):
                table, more = dead_box(table, at, self.cite, insurance=True)
                facts += more
        return Done(table, facts)

    def _repair(self, pit: Pit, in_round: bool) -> Pit:
        occasion = Occasion.READER_FAILED
        return later(pit, occasion) if in_round else self.procedures.begin(pit, occasion)


@dataclass(frozen=True, kw_only=True)
class ShufflerJam:
    """A shuffle that the device did not finish is done again."""

    cite: Cite
    procedures: Procedures
    name: str = "Shuffler jammed"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        if self.procedures.shuffler_in_use(table.pit) == BY_HAND:
            raise cannot(value, self.cite, "the cards are shuffled by hand", question)
        if isinstance(question, PitStep) and question.step not in ("shuffle", "exchange"):
            raise cannot(value, self.cite, "the shuffler is not running", question)
        said = Fact(What.RULED, self.cite, note="the shuffler did not finish: its cards are shuffled again")
        return Done(with_task_first(table, Task("shuffle-again", self.cite)), (said,))


@dataclass(frozen=True, kw_only=True)
class ShufflerOutOfOrder:
    """A shuffler that cannot be used is covered or labelled before the cards are shuffled by hand."""

    cite: Cite
    procedures: Procedures
    name: str = "Shuffler out of order"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        if self.procedures.shuffler_in_use(table.pit) == BY_HAND:
            raise cannot(value, self.cite, "the cards are shuffled by hand", question)
        if any(task.step == "cover-shuffler" for task in table.pit.todo):
            raise cannot(value, self.cite, "the shuffler is already waiting to be covered", question)
        said = Fact(What.RULED, self.cite, note="the shuffler is out of order")
        return Done(with_task_first(table, Task("cover-shuffler", self.cite)), (said,))


def with_task_first(table: Table, task: Task) -> Table:
    return table.with_pit(table.pit._replace(todo=(task, *table.pit.todo)))
