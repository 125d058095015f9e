"""Shuffle and cut under section 5, the order of cutting, the shoe of 7(a), and the two batches of 3(b).

Box 1 lies at the dealer's left, so counterclockwise means towards lower numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from holecard.engine.pit import Pit, ShuffleCause, Task
from holecard.engine.questions import Done, Fact, Notice, Question, Role, What
from holecard.engine.rules import PitRule, Rules
from holecard.engine.table import Table
from holecard.law.clauses import Cite, Citing
from holecard.law.errors import Refused
from holecard.pit.shuffle_and_cut import (
    GATHER,
    Cut,
    OfferCut,
    PlaceCoverCard,
    exchange,
    least_cover,
    pass_cut_on,
    shuffle,
)
from holecard.pit.tasks import BURN, Duty

INSTRUMENTS = ("pa-685a", "pa-673a")
LEAST_CUT: Final = 10


def after_shuffle(law: Citing, shuffler: str) -> tuple[Task, ...]:
    """From the shuffled stack to the first card. The offer brings the cut itself."""
    burn = Task(BURN, law("7(c)"))
    if shuffler == "continuous":  # 5(h): no cut, no cover card
        return (Task("load-shuffler", law("7(a)")), burn)
    return (
        Task("offer-cut", law("5(b)")),
        Task("cover-card", law("5(d)")),
        Task("load-shoe", law("7(a)")),
        burn,
    )


def shuffling_steps(law: Citing, untouched: Cite) -> dict[str, PitRule]:
    """The steps of section 5, by name."""
    freed = law("6(b)(2)")
    manner = (
        (law("7(b)"), "the hand next to the shoe draws, the other places; one hand will do for the two nearest boxes"),
        (untouched, "only the dealer touches the cards"),
    )
    no_cut = (law("5(h)"), "the device shuffles and counts the cards: no cut and no cover card")
    return {
        "gather": GATHER,
        "shuffle": Duty(
            name="Shuffle the cards",
            mixes=True,
            who=Role.DEALER,
            note="the cards are mixed into one stack",
            does=shuffle(freed),
            also=(law("5(a)"),),
        ),
        "exchange": Duty(
            name="Exchange the batches",
            mixes=True,
            who=Role.DEALER,
            note="the batch from the shuffler comes into play",
            does=exchange(freed),
            says=(
                (law("3(b)(3)"), "the batch that was played goes into the shuffler to be mixed and kept"),
                (law("3(b)(5)"), "the discard rack is empty before a card of the other batch is played"),
            ),
            also=(law("3(b)(4)"), law("3(b)(5)"), law("5(a)")),
        ),
        "offer-cut": OfferCut(
            by_dealer=law("5(b)"),
            orders={
                ShuffleCause.GAME_BEGINS: law("5(c)(1)"),
                ShuffleCause.COVER_AT_BOX: law("5(c)(2)"),
                ShuffleCause.COVER_AT_DEALER: law("5(c)(3)"),
                ShuffleCause.FLOOR: law("5(c)(4)"),
            },
            turns=counterclockwise,
        ),
        "cut": Cut(by_dealer=law("5(b)"), rotation=law("5(c)"), limits=law("5(d)"), apart=LEAST_CUT),
        "cover-card": PlaceCoverCard(
            span=from_a_quarter, why="it must be at least a quarter of the stack from the bottom"
        ),
        "load-shoe": Duty(
            name="Put the cards in the shoe", who=Role.DEALER, note="the cards are in the dealing shoe", says=manner
        ),
        "load-shuffler": Duty(
            name="Put the cards in the shuffler",
            who=Role.DEALER,
            note="the cards are in the continuous shuffler",
            says=(no_cut, *manner),
        ),
    }


def counterclockwise(pit: Pit, boxes: int) -> tuple[str, ...]:
    """Who is offered the cut, in order: the person whom the cause names, then counterclockwise past each refusal.

    >>> counterclockwise(Pit(seated=((2, "Ann"), (5, "Bob"), (3, "Cem")), shuffle_cause=ShuffleCause.GAME_BEGINS), 6)
    ('Ann', 'Bob', 'Cem')
    """
    if not pit.seated:
        return ()
    by_name = {name: seat for seat, name in pit.seated}
    start = max(by_name.values())  # farthest to the dealer's right
    if pit.shuffle_cause is ShuffleCause.GAME_BEGINS:
        start = pit.seated[0][0]
    elif pit.shuffle_cause is ShuffleCause.COVER_AT_BOX:
        start = by_name.get(pit.entitled, start)
    return tuple(sorted(by_name, key=lambda name: (start - by_name[name]) % boxes))


def from_a_quarter(size: int) -> tuple[int, int]:
    return least_cover(size), size - 1


@dataclass(frozen=True, kw_only=True)
class Recut:
    """The floorperson orders another cut, by the person who cut last or by the next one entitled."""

    cite: Cite
    by_next: bool
    name: str
    by_dealer: Cite
    cover: Cite

    def take(self, rules: Rules, table: Table, question: Question, notice: Notice) -> Done:
        pit = table.pit
        step = pit.todo[0].step if pit.todo else ""
        if step not in ("cover-card", "load-shoe") or not pit.cuts:
            why = "a second cut is possible only after a cut and before the cards are in the shoe"
            raise Refused(notice.what, cite=self.cite, why=why)
        cover = (Task("cover-card", self.cover),) if step == "load-shoe" else ()
        pit = pit._replace(todo=(Task("cut", self.cite), *cover, *pit.todo))
        if self.by_next:
            pit = pass_cut_on(pit, self.by_dealer)
        who = pit.cut_order[0] if pit.cut_order else "the dealer"
        said = Fact(What.RULED, self.cite, note=f"the cards are cut again, by {who}")
        return Done(table.with_pit(pit), (said,))
