"""Tasks after equipment fails: wait for a working reader, cover a broken shuffler, shuffle the discards mid-round.

An irregularity puts these tasks on the table under its own clause.
"""

from __future__ import annotations

from dataclasses import dataclass

from holecard.engine.pit import Pit, Task
from holecard.engine.questions import Act, Done, Fact, Legal, PitStep, Role, What
from holecard.engine.rules import PitRule, Rules
from holecard.engine.table import Table
from holecard.engine.words import Asked, Word, to_do
from holecard.law.clauses import Cite
from holecard.pit.procedures import Occasion, Procedures, later
from holecard.pit.tasks import BURN, Duty, Effect, next_task

BY_HAND = "manual"


def device_steps(procedures: Procedures, shuffle: Cite, device: str) -> dict[str, PitRule]:
    """The steps by name."""
    return {
        "repair-reader": Duty(
            name=f"Repair or replace the {device}",
            who=Role.FLOOR,
            note=f"the {device} works again",
            choices=(Word("repaired", "Repaired", "", ""), Word("replaced", "Replaced", "", "")),
        ),
        "cover-shuffler": CoverShuffler(procedures=procedures, shuffle=shuffle),
        "shuffle-again": Duty(
            name="Shuffle the cards again",
            mixes=True,
            who=Role.DEALER,
            note="the cards in the shuffler are mixed again",
            does=mix_again(procedures),
        ),
    }


def mix_again(procedures: Procedures) -> Effect:
    """The cards that a continuous shuffler deals come into another order. What another device holds, or is still to
    shuffle, has no order yet."""

    def mixed(rules: Rules, table: Table) -> Done:
        pit = table.pit
        dealt_from = procedures.shuffler_in_use(pit) == "continuous"
        unshuffled = any(task.step in ("shuffle", "load-shuffler") for task in pit.todo)
        if not dealt_from or unshuffled:
            return Done(table, ())
        return Done(table.with_pit(pit._replace(shuffles=pit.shuffles + 1)), ())

    return mixed


@dataclass(frozen=True, kw_only=True)
class CoverShuffler:
    """The device is covered or gets a sign; from here on the cards are shuffled by hand.

    What a continuous shuffler held has had neither cut nor cover card, so it is shuffled anew after the round.
    """

    procedures: Procedures
    shuffle: Cite

    def asked(self, rules: Rules, table: Table, question: PitStep) -> Asked:
        return to_do(
            "Mark the shuffler as out of order",
            Word("cover", "Cover it", "", "covers the shuffler"),
            Word("sign", "Put up a sign", "", "puts a sign on the shuffler"),
        )

    def question(self, rules: Rules, table: Table, task: Task) -> PitStep:
        return PitStep(task.step, task.cite, Role.FLOOR, "", (Legal("cover", task.cite), Legal("sign", task.cite)))

    def take(self, rules: Rules, table: Table, question: PitStep, act: Act) -> Done:
        pit = next_task(table).pit
        dealt_from = self.procedures.shuffler_in_use(pit) == "continuous"
        loading = any(task.step == "load-shuffler" for task in pit.todo)
        pit = self._by_hand(pit)
        if dealt_from and not loading:
            occasion = Occasion.RESHUFFLE
            pit = later(pit, occasion) if table.closed else self.procedures.begin(pit, occasion)
        note = "the shuffler is covered" if act.do == "cover" else "the shuffler bears a sign: out of order"
        return Done(table.with_pit(pit), (Fact(What.DONE, question.cite, note=f"{note}; shuffled by hand"),))

    def _by_hand(self, pit: Pit) -> Pit:
        """The tasks that stand, where the device would have done them."""
        cut_and_load = tuple(task for task in self.procedures.after_shuffle[BY_HAND] if task.step != BURN)
        instead = {"exchange": (Task("shuffle", self.shuffle),), "load-shuffler": cut_and_load}
        todo = tuple(new for task in pit.todo for new in instead.get(task.step, (task,)))
        return pit._replace(shuffler=BY_HAND, todo=todo)


def shuffle_discards(procedures: Procedures, pit: Pit, cite: Cite) -> Pit:
    """The discards are shuffled, cut and loaded and one card is burned, before the round goes on (685a.12(e))."""
    steps = procedures.after_shuffle[procedures.shuffler_in_use(pit)]
    todo = tuple(Task(task.step, cite) if task.step == BURN else task for task in steps)
    return pit._replace(todo=(*pit.todo, Task("shuffle", cite), *todo))
