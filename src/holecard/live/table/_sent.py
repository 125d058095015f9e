"""What a table sends its visitors: the whole table to those who come, and to everybody else what has changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from holecard.engine.ask_and_answer import ask
from holecard.live.table.conduct import Attendance
from holecard.live.table.draft import Desk
from holecard.live.table.floor import requests
from holecard.live.table.state import State
from holecard.live.table.views import Event, View, question_view, table_view
from holecard.live.table.wire import VERSION, Wire, encode


class Now(NamedTuple):
    """A table at one moment: `asked` names its question, `seconds` are left to answer it."""

    state: State
    here: Attendance
    asked: str
    seconds: float | None


class Sent:
    """What one table sends. What seldom changes is made once."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._requests: tuple[tuple[object, ...], list[View]] = ((), [])
        self._last_whole: tuple[State, object, Wire] | None = None

    def changes(self, now: Now, events: Sequence[Event]) -> Wire:
        """The latest events, whose pictures lead to the current table, and what is said around it."""
        return encode({"type": "table", "seq": now.state.head.count, "events": events, **self._around(now)})

    def whole(self, now: Now) -> Wire:
        """The table for somebody who comes. Those who come together get the same bytes."""
        around = now.seconds, now.here.ready, [now.here.present[name] > 0 for _, name in now.state.seats]
        if self._last_whole is None or self._last_whole[0] is not now.state or self._last_whole[1] != around:
            message = {"type": "table", "seq": now.state.head.count, "events": (), "version": VERSION, **self.view(now)}
            self._last_whole = now.state, around, encode(message)
        return self._last_whole[2]

    def view(self, now: Now) -> View:
        return {"table": table_view(self._desk.rules, now.state.table), **self._around(now)}

    def _around(self, now: Now) -> View:
        """Everything the view says besides the cards and wagers."""
        state, here, asked, seconds = now
        question = ask(self._desk.rules, state.table)
        return {
            "round": state.round,
            "question": question_view(self._desk.rules, state.table, question),
            "asked": asked,
            "seconds": seconds,
            "seats": [{"box": seat, "name": name, "here": here.present[name] > 0} for seat, name in state.seats],
            "ready": sorted(here.ready),
            "shoe": {
                "number": state.shoe,
                "commitment": state.commitment,
                "numbers": sorted(name for name, _ in state.numbers),
                "open": state.takes_numbers(question),
            },
            "open": state.is_open,
            "stopped": state.is_stopped,
            "staff": self._desk.staff,
            "requests": self._may_be_asked(state),
        }

    def _may_be_asked(self, state: State) -> list[View]:
        """What players may ask for; it depends on the pit and on the discard rack, and they seldom change."""
        about = (state.table.pit, state.table.rack)
        known, found = self._requests
        if not known or about[0] is not known[0] or about[1] is not known[1]:
            found = requests(self._desk.rules, state.table)
            self._requests = about, found
        return found
