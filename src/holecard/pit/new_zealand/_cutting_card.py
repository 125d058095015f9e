"""When the cutting card comes out: a reshuffle at once if it is a Round's first card, otherwise after the Round."""

from __future__ import annotations

from dataclasses import dataclass

from holecard.engine.pit import ShuffleCause
from holecard.engine.questions import Done, Draw, Fact, What
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.law.clauses import Cite
from holecard.pit.cover_card import CoverCardOut
from holecard.pit.procedures import Occasion


@dataclass(frozen=True, kw_only=True)
class CuttingCardOut:
    """`in_round` is what happens once a card lies on the layout.

    Before that no Round has begun: the wagers are free again until the new deal (N15), and the first box that was to be
    dealt cuts (N14).
    """

    in_round: CoverCardOut
    at_once: Cite
    shuffled: Cite

    def __call__(self, rules: Rules, table: Table, question: Draw) -> Done:
        begun = bool(table.cards_on_layout()) or any(hand.removed for box in table.boxes for hand in box.hands)
        boxes = table.boxes
        table, facts = self.in_round(rules, table, question)
        if begun:
            return Done(table, facts)
        entitled = boxes[0].bettors[0] if boxes else ""
        pit = table.pit._replace(shuffle_cause=ShuffleCause.COVER_AT_BOX, entitled=entitled)
        pit = self.in_round.procedures.begin(pit, Occasion.COVER_CARD)
        why = {"gather": self.at_once, "shuffle": self.shuffled, "exchange": self.shuffled}
        pit = pit._replace(todo=tuple(task._replace(cite=why.get(task.step, task.cite)) for task in pit.todo))
        note = "the cutting card is the first card of the Round: the cards are reshuffled at once"
        said = Fact(What.ANNOUNCED, self.at_once, bettor=entitled, note=note, also=(self.shuffled,))
        return Done(table.with_closed(False).with_pit(pit), (said,))
