"""Problems with the shoe: it runs out, a card is damaged, a shuffle was missed, or the cutting card is not in it."""

from __future__ import annotations

from dataclasses import dataclass

from holecard.engine.pit import Pit, ShuffleCause, Task
from holecard.engine.questions import Done, Fact, Irregularity, PitStep, Question, What
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.irregularities.common import cannot, check_shoe_is_empty
from holecard.law.clauses import Cite
from holecard.pit.procedures import NOT_ABOUT_CARDS, Occasion, Procedures, later
from holecard.pit.tasks import BURN
from holecard.values.cards import Card


def at_round_end(procedures: Procedures, table: Table, occasion: Occasion) -> Pit:
    """The occasion waits for the end of the Round, or is begun if none is being played."""
    return later(table.pit, occasion) if table.closed else procedures.begin(table.pit, occasion)


@dataclass(frozen=True, kw_only=True)
class ShoeGoesOn:
    """The discards are shuffled, cut and loaded; the new shoe also serves the Rounds that follow, until its own cutting
    card (N26). Who cuts is decided by where the last one came out in this Round (N14)."""

    cite: Cite
    procedures: Procedures
    name: str = "Shoe is empty"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        check_shoe_is_empty(table, question, value, self.cite)
        if not table.rack:
            raise cannot(value, self.cite, "the discard rack is empty", question)
        pit = table.pit
        ready = self.procedures.after_shuffle[self.procedures.shuffler_in_use(pit)]
        loaded = tuple(task for task in ready if task.step != BURN)  # which comes only before a Round
        pit = pit._replace(
            todo=(Task("shuffle", self.cite), *loaded, *pit.todo),
            due=tuple(occasion for occasion in pit.due if occasion != Occasion.COVER_CARD),
            shuffle_cause=pit.shuffle_cause if pit.cover_at else ShuffleCause.FLOOR,
        )
        said = Fact(What.RULED, self.cite, note=f"the shoe is empty: {len(table.rack)} discards are shuffled")
        return Done(table.with_pit(pit), (said,))


@dataclass(frozen=True, kw_only=True)
class DamagedCard:
    """A damaged card is played on with and replaced after the Round, together with any other."""

    cite: Cite
    procedures: Procedures
    name: str = "Damaged card"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        pit, which = table.pit, f"{value.card!r}" if isinstance(value.card, Card) else "a card"
        if not any(task.step == "replace-card" for task in pit.todo):
            pit = at_round_end(self.procedures, table, Occasion.DAMAGED_CARD)
        said = Fact(What.RULED, self.cite, note=f"{which} is damaged and is replaced when the Round is over")
        return Done(table.with_pit(pit), (said,))


@dataclass(frozen=True, kw_only=True)
class ShuffleMissed:
    """The cutting card called for a shuffle and the dealer went on dealing: it takes place after that Round. It may be
    noticed when the shuffle should begin, or during the Round."""

    cite: Cite
    procedures: Procedures
    name: str = "Shuffle missed"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        pit = table.pit
        said = Fact(What.RULED, self.cite, note="the shuffle was missed: it takes place when the Round is over")
        anyway = pit.cover_at or Occasion.COVER_CARD in pit.due  # with 16.10 it is one shuffle
        by_hand = self.procedures.shuffler_in_use(pit) != "continuous"
        if table.closed and not isinstance(question, PitStep) and by_hand and not anyway:
            return Done(table.with_pit(later(pit, Occasion.RESHUFFLE)), (said,))
        if not isinstance(question, PitStep) or question.step != "gather" or not pit.cover_at:
            raise cannot(value, self.cite, "no shuffle is due after the cutting card", question)
        pit = pit._replace(todo=tuple(task for task in pit.todo if task.step in NOT_ABOUT_CARDS))
        pit = later(pit, Occasion.COVER_CARD)
        return Done(table.with_closed(bool(table.boxes)).with_pit(pit), (said,))


@dataclass(frozen=True, kw_only=True)
class NoCuttingCard:
    """The cutting card was never put in: the cards are shuffled after the Round. A continuous shuffler has none."""

    cite: Cite
    procedures: Procedures
    name: str = "No cutting card in the shoe"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        pit = table.pit
        if self.procedures.shuffler_in_use(pit) == "continuous":
            raise cannot(value, self.cite, "a continuous shuffler has no cutting card", question)
        if isinstance(question, PitStep) or pit.cover_at or Occasion.RESHUFFLE in pit.due:
            raise cannot(value, self.cite, "the cards are not in play, or will be shuffled anyway", question)
        pit = at_round_end(self.procedures, table, Occasion.RESHUFFLE)
        said = Fact(What.RULED, self.cite, note="no cutting card is among the cards: they are shuffled after the Round")
        return Done(table.with_pit(pit), (said,))
