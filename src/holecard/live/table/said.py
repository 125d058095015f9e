"""A message on its way through a table: what was said, its stroke, and its reply or error."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from holecard.engine.questions import PlaceWagers
from holecard.law.errors import HolecardError
from holecard.live.people.accounts import Session
from holecard.live.people.people import Person
from holecard.live.store.driver import Row
from holecard.live.store.writing import Repeated
from holecard.live.table.conduct import Attendance
from holecard.live.table.draft import Draft
from holecard.live.table.messages import Message, mark_of
from holecard.live.table.state import State

Reply = dict[str, Any]


class Lost(HolecardError):
    """This process no longer serves the table, or can't know what was stored: clients must reconnect."""


class HandedOver(Lost):
    """Another process serves the table now. The message was not handled, so it is to be sent there."""


@dataclass(eq=False)
class Said:
    """A message from a client, and its reply or error."""

    person: Person
    key: str
    message: Message
    session: Session | None
    answered: Callable[[Said], None]  # called when the stroke is stored, or refused
    reply: Reply | None = None
    error: HolecardError | None = None

    def __post_init__(self) -> None:
        self.mark = mark_of(self.message)

    def outcome(self) -> Reply:
        """The reply, or the error raised."""
        if self.error is not None:
            raise self.error
        assert self.reply is not None, "everything is answered"
        return self.reply

    def refuse(self, error: HolecardError) -> None:
        """Keep why, but not the frames that raised it: they know this message, so neither would be freed before the
        next search for garbage."""
        error.__traceback__ = error.__cause__ = error.__context__ = None
        self.error = error

    def repeat(self, mark: str, reply: Reply) -> None:
        """Give the earlier reply, if it is the same message."""
        self.reply, self.error = (reply, None) if mark == self.mark else (None, Repeated())


class Stroke(NamedTuple):
    """A draft that is ready to be stored, and who is ready and who leaves after it."""

    draft: Draft
    here: Attendance


def finished(draft: Draft, before: State, here: Attendance, request: Row | None = None) -> Stroke:
    unit = draft.finish(request)
    if before.round != draft.state.round or not isinstance(draft.question, PlaceWagers):
        here.ready = frozenset()  # nobody is ready in the next round
    unit.row["attendance"] = here.stored()
    return Stroke(draft, here)
