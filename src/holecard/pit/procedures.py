"""Procedures: which tasks each occasion requires, in order. They are data; `begin` puts them on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from holecard.engine.pit import Pit, ShuffleCause, Task
from holecard.pit.tasks import NEW_DEALER_BURN


class Occasion(StrEnum):
    """When the pit has something to do, in the order in which it is done."""

    GAMING_DAY = "gaming-day"
    DAMAGED_CARD = "damaged-card"
    READER_FAILED = "reader-failed"
    CARDS_24_HOURS = "cards-24-hours"
    NEW_DECKS = "new-decks"
    IDLE = "idle"
    COVER_CARD = "cover-card"
    RESHUFFLE = "reshuffle"
    NEW_DEALER = "new-dealer"


SHUFFLING: Final = (  # one shuffle serves: the first of these that is due
    Occasion.CARDS_24_HOURS,
    Occasion.NEW_DECKS,
    Occasion.IDLE,
    Occasion.COVER_CARD,
    Occasion.RESHUFFLE,
)
CAUSES: Final = {  # the cover card names its own cause when it comes out
    Occasion.CARDS_24_HOURS: ShuffleCause.GAME_BEGINS,
    Occasion.NEW_DECKS: ShuffleCause.GAME_BEGINS,
    Occasion.IDLE: ShuffleCause.GAME_BEGINS,
    Occasion.RESHUFFLE: ShuffleCause.FLOOR,
}
NOT_ABOUT_CARDS: Final = frozenset(
    {"equipment", "inspect-reader", "repair-reader", "cover-shuffler", "replace-card", NEW_DEALER_BURN}
)  # tasks that stand whatever happens to the cards

Tasks = tuple[Task, ...]


@dataclass(frozen=True, kw_only=True)
class Procedures:
    """The tasks of each occasion, for the house's shuffler and for shuffling by hand if that fails."""

    shuffler: str
    by_shuffler: Mapping[str, Mapping[Occasion, Tasks]]
    after_shuffle: Mapping[str, Tasks]  # from the shuffled stack to the first card
    new_cards: Mapping[str, tuple[Tasks, Tasks]]  # from the cards' arrival on: as they come, and preinspected
    causes: Mapping[Occasion, ShuffleCause] = field(default_factory=lambda: CAUSES)

    def shuffler_in_use(self, pit: Pit) -> str:
        return pit.shuffler or self.shuffler

    def begin(self, pit: Pit, *occasions: str) -> Pit:
        """The tasks of these occasions stand behind those that do; a new dealer's burn card comes last of all.

        Where the cards are to be shuffled, what was being done with them is dropped.
        """
        tasks, cause = pit.todo, pit.shuffle_cause
        due = tuple(occasion for occasion in pit.due if occasion not in occasions)
        shuffling = next((occasion for occasion in SHUFFLING if occasion in occasions), None)
        if shuffling is not None:
            cause = self.causes.get(shuffling, cause)
            tasks = tuple(task for task in tasks if task.step in NOT_ABOUT_CARDS)
            due = tuple(occasion for occasion in due if occasion not in SHUFFLING)
        for occasion in Occasion:
            if occasion in occasions and (occasion is shuffling or occasion not in SHUFFLING):
                tasks += self.by_shuffler[self.shuffler_in_use(pit)][occasion]
        todo = tuple(sorted(tasks, key=is_new_dealers_burn))
        return pit._replace(todo=todo, due=due, shuffle_cause=cause)


def later(pit: Pit, occasion: Occasion) -> Pit:
    """An occasion that waits for the end of the round."""
    return pit if occasion in pit.due else pit._replace(due=(*pit.due, occasion))


def is_new_dealers_burn(task: Task) -> bool:
    return task.step == NEW_DEALER_BURN
