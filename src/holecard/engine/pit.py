"""What is known around the rounds: the pit's tasks, who sits where, the cover card, the devices, and a misdeal.

It is part of the table, and as public. Only this file knows the order of the pit's fields.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from holecard.law.clauses import Cite
from holecard.values.cards import Card, Face

if TYPE_CHECKING:
    from holecard.engine.table import Table

_new = tuple.__new__


class Task(NamedTuple):
    """A step of the pit that stands before play goes on."""

    step: str
    cite: Cite


class ShuffleCause(StrEnum):
    """Why the cards are shuffled, which decides who is offered the cut."""

    GAME_BEGINS = "the game begins"
    COVER_AT_BOX = "the cover card came out at a box"
    COVER_AT_DEALER = "the cover card came out on the dealer's hand"
    FLOOR = "the floorperson's direction"


class Slot(NamedTuple):
    """A place that the dealer comes to in the initial deal: a box, or 0 for the dealer's own hand."""

    seat: int
    cite: Cite


class Told(NamedTuple):
    """An answer about a hand or a person, as it was given after so many cards."""

    asked: str  # the subject of the offer, or what kind of question it was
    seat: int
    hand: int
    bettor: str
    do: str
    amount: int = 0
    names: int = 0
    card: Face | None = None
    after: int = 0


class Misdeal(NamedTuple):
    """Cards lie wrongly since a certain moment: the table then, and all that has happened since."""

    before: Table
    cards: tuple[Card, ...] = ()  # from the shoe, in order, wherever they lie
    told: tuple[Told, ...] = ()
    deal: tuple[Slot, ...] | None = None  # where the dealer goes next, if the deal was not complete


class Pit(NamedTuple):
    """What is known around the rounds: the tasks that stand, who sits where, the cover card, the devices."""

    todo: tuple[Task, ...] = ()
    due: tuple[str, ...] = ()  # occasions that wait for the end of the round
    seated: tuple[tuple[int, str], ...] = ()  # (seat, name) in order of arrival
    barred: frozenset[str] = frozenset()  # sat a round out where entry in mid-shoe is not allowed
    rounds: int = 0  # rounds since the last shuffle
    shuffles: int = 0  # how often the cards have come into a new order
    shuffle_cause: ShuffleCause | None = None
    entitled: str = ""  # the player at whose box the cover card came out
    cut_order: tuple[str, ...] = ()  # who may cut the stack, the one who is asked or has cut first
    cuts: tuple[int, ...] = ()  # each cut since the shuffle, in cards from the top
    cover: int = 0  # cards below the cover card when it was placed
    cover_at: str = ""  # where the cover card came out
    batch: int = 0  # which of two batches is in play
    shuffler: str = ""  # "manual" once the house's device is out of order
    suspended: frozenset[str] = frozenset()  # side wagers whose equipment has failed
    in_shoe: frozenset[str] | None = None  # who alone may bet from this shoe, where entry in mid-shoe is not allowed

    misdeal: Misdeal | None = None  # in this round, if cards lie wrongly

    def may_bet(self, name: str) -> bool:
        """Whether this person may place a wager: nobody enters in mid-shoe where the house does not allow it."""
        return name not in self.barred and (self.in_shoe is None or name in self.in_shoe)

    def after_round(self) -> Pit:
        """The pit once another round has been played from these cards."""
        if self.misdeal is not None:
            return self._replace(rounds=self.rounds + 1, misdeal=None)
        todo, due, seated, barred, rounds, *rest = self
        return _new(Pit, (todo, due, seated, barred, rounds + 1, *rest))


NO_TASKS = Pit()
