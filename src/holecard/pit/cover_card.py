"""When the cover card comes out: puts it aside, lets the round finish, and calls for a shuffle."""

from __future__ import annotations

from dataclasses import dataclass

from holecard.engine.destinations import ToHand
from holecard.engine.pit import ShuffleCause
from holecard.engine.questions import Done, Draw, Fact, What
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.law.clauses import Cite
from holecard.law.errors import Refused
from holecard.pit.procedures import Occasion, Procedures, later
from holecard.pit.tasks import ToRack


@dataclass(frozen=True, kw_only=True)
class CoverCardOut:
    """It came out instead of the card that was due, and that place decides who is offered the next cut.

    First in the shoe it belongs to the first box to be dealt (reading A9), which is not known while a card is burned.
    """

    cite: Cite
    reshuffle: Cite
    none_in_device: Cite
    procedures: Procedures
    card: str = "cover card"  # what the text calls it

    def __call__(self, rules: Rules, table: Table, question: Draw) -> Done:
        pit = table.pit
        if self.procedures.shuffler_in_use(pit) == "continuous":
            raise Refused(f"the {self.card}", cite=self.none_in_device, why="a continuous shuffler has none")
        if pit.cover_at:
            raise Refused(f"the {self.card}", cite=self.cite, why=f"is already aside: it came out at {pit.cover_at}")
        to = question.dues[0].to
        entitled = table.boxes[to.at].bettors[0] if isinstance(to, ToHand) else ""
        at_box = isinstance(to, (ToHand, ToRack))
        cause = ShuffleCause.COVER_AT_BOX if at_box else ShuffleCause.COVER_AT_DEALER
        pit = later(pit, Occasion.COVER_CARD)
        where = repr(to) if at_box else "the dealer's hand"
        pit = pit._replace(cover=0, cover_at=where, shuffle_cause=cause, entitled=entitled)
        note = f"the {self.card} came out at {where} and is put aside; this is the last round before the shuffle"
        said = Fact(What.ANNOUNCED, self.cite, bettor=entitled, note=note, also=(self.reshuffle,))
        return Done(table.with_pit(pit), (said,))


def entitled_to_cut(table: Table) -> str:
    """At whose box the cover card came out; if a card was being burned, whose box was then dealt first."""
    pit = table.pit
    if pit.shuffle_cause is ShuffleCause.COVER_AT_BOX and not pit.entitled and table.boxes:
        return table.boxes[0].bettors[0]
    return pit.entitled
