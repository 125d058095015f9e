"""A served table: one thing after another, each stored before anybody is told.

Whoever speaks is answered after what he did is on the disk; everybody else is told then too. A deadline stands with
every question that a player must answer; when it passes, the rulebook's own default answers, or the hand stands.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

from holecard.engine.ask_and_answer import ask
from holecard.engine.questions import Notice, PlaceWagers
from holecard.law.errors import HolecardError, Refused
from holecard.live.people.accounts import Session
from holecard.live.people.people import Person, Post
from holecard.live.store.driver import Row
from holecard.live.store.store import Store
from holecard.live.store.writing import LoggedOut, Repeated, find_request, joined
from holecard.live.table import _calendar as calendar
from holecard.live.table._allowance import watched
from holecard.live.table.clocks import Clocks, default_answer
from holecard.live.table.conduct import Attendance, asked_of, carry_out, leave, let_leave
from holecard.live.table.draft import Desk, Draft
from holecard.live.table.messages import Message, mark_of
from holecard.live.table.state import State
from holecard.live.table.views import Event, View, question_view, table_view
from holecard.pit.procedures import Occasion

REMEMBERED = 500  # requests whose answers are at hand if they are repeated; older ones are looked up
MOVED = json.dumps({"type": "moved"})
Reply = dict[str, Any]
Send = Callable[[str], None]


class Lost(HolecardError):
    """This process no longer serves the table, or does not know what was stored: whoever is here must come again."""


@dataclass(eq=False)
class Said:
    """What somebody said, and what became of it."""

    person: Person
    key: str
    message: Message
    session: Session | None
    reply: Reply | None = None
    error: HolecardError | None = None

    @cached_property
    def mark(self) -> str:
        return mark_of(self.message)

    def repeat(self, mark: str, reply: Reply) -> None:
        """Answer as it was answered before, if the same was said."""
        self.reply, self.error = (reply, None) if mark == self.mark else (None, Repeated())


class Stroke(NamedTuple):
    """A draft that is ready to be stored, and who is ready and who leaves after it."""

    draft: Draft
    here: Attendance


class Room:
    """One table, its listeners and its clock."""

    def __init__(
        self,
        desk: Desk,
        state: State,
        store: Store,
        clocks: Clocks,
        name: str,
        done: Mapping[str, float],
        here: Attendance | None = None,
    ) -> None:
        self.desk, self.state, self.name = desk, state, name
        self._done = {occasion: desk.clock() for occasion in calendar.CALENDAR} | dict(done)
        self._empty_since = desk.clock()
        self._store, self._clocks = store, clocks
        self._turn = asyncio.Lock()
        self._waiting: list[Said] = []
        self._listeners: dict[Send, Person | None] = {}
        self.here = here or Attendance()
        self._answered: OrderedDict[tuple[int, str], tuple[str, Reply]] = OrderedDict()
        self._deadline = 0.0
        self._timed = ""  # the question that the deadline is for
        self._timer: asyncio.TimerHandle | None = None
        self._departures: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_lost = False

    @property
    def state(self) -> State:
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._state, self._asked = state, asked_of(state)  # its name is needed with every message

    # Listening

    def enter(self, send: Send, person: Person | None) -> None:
        """Somebody connects and is told how the table stands; who sits there is back, of which everybody is told."""
        if self.is_lost:
            send(MOVED)
            return
        if person is not None:
            self.here.present[person.name] += 1
            if (timer := self._departures.pop(person.name, None)) is not None:
                timer.cancel()
            if self.here.present[person.name] == 1 and self.state.seat_of(person.name):
                self._send_all(self.told())
        self._listeners[send] = person
        send(self.told())

    def depart(self, send: Send) -> None:
        """A connection drops: the seat is kept for a while, and everybody is told that its player is away."""
        person = self._listeners.pop(send, None)
        if person is None:
            return
        self.here.present[person.name] -= 1
        if not self.here.present[person.name]:
            del self.here.present[person.name]
            self.expect_back(person.name)
            if self.state.seat_of(person.name):
                self._send_all(self.told())
        if person.post is Post.FLOOR and not self.is_lost:
            self._set_clock()

    def expect_back(self, name: str) -> None:
        """Whoever does not come back within his time gives up his seat."""
        if self.state.seat_of(name) and name not in self._departures and not self.is_lost:
            loop = asyncio.get_running_loop()
            self._departures[name] = loop.call_later(self._clocks.away, self._start, self._give_up, name)

    def close(self) -> None:
        """Stop the clocks; whoever listens is told to come again."""
        self.is_lost = True
        for timer in (self._timer, *self._departures.values()):
            if timer is not None:
                timer.cancel()
        self._send_all(MOVED)
        self._listeners.clear()

    # Speaking

    async def say(self, person: Person, key: str, message: Message, session: Session | None = None) -> Reply:
        """What somebody at the table says, and the answer to it. Said again with the same key, it is answered again.

        With a session, it must hold still, and so do the limits that its player has set himself.
        """
        said = Said(person, key, message, session)
        self._waiting.append(said)
        async with self._turn:
            if said in self._waiting:  # otherwise whoever had the turn has seen to it
                waiting, self._waiting = self._waiting, []
                await self._hear(waiting)
        if said.error is not None:
            raise said.error
        assert said.reply is not None, "everything is answered"
        return said.reply

    async def _hear(self, waiting: list[Said]) -> None:
        """One thing after another, and all that was said meanwhile is stored in one go."""
        done: list[tuple[Said, Stroke]] = []
        state, here = self.state, self.here
        for said in waiting:
            known = self._answered.get((said.person.id, said.key))
            if known is not None:
                said.repeat(*known)
                continue
            try:
                self._check_served()
                stroke = self._stroke(said, state, here)
            except HolecardError as error:
                said.error = error
            else:
                done.append((said, stroke))
                state, here = stroke.draft.state, stroke.here
        try:
            if done:
                await self._adopt([stroke for _, stroke in done])
        except HolecardError as error:
            if len(done) > 1 and not isinstance(error, Lost):
                for said, _ in done:
                    await self._hear([said])
            for said, _ in done:
                if said.reply is None and said.error is None:
                    said.error = error
        else:
            for said, stroke in done:
                said.reply = {"ok": True, "seq": stroke.draft.state.head.count}
        for said in waiting:
            if isinstance(said.error, Refused | Repeated):
                await self._recall(said)
            if said.reply is not None:
                self._remember(said)

    def _stroke(self, said: Said, state: State, here: Attendance) -> Stroke:
        if said.session is not None and said.session.ends < self.desk.clock():
            raise LoggedOut("your session is over")
        draft, here = Draft(self.desk, state), here.copy()
        carry_out(draft, here, said.person, said.message)
        request = {
            "account": said.person.id,
            "key": said.key,
            "table_id": self.desk.table_id,
            "time": self.desk.clock(),
            "answer": json.dumps({"ok": True, "seq": draft.state.head.count, "mark": said.mark}),
        }
        stroke = finished(draft, state, here, request)
        if said.session is not None:
            staked = watched(said.session, said.message, state, draft)
            draft.written.watched += [staked] if staked is not None else []
            draft.written.sessions.append(said.session.token)
        return stroke

    async def _recall(self, said: Said) -> None:
        """What is refused now may have been done before: then it is answered as it was."""
        found = await self._store.read_async(partial(find_request, account=said.person.id, key=said.key))
        if found is None:
            return
        answer = json.loads(found.answer)
        if found.table_id == self.desk.table_id:
            said.repeat(answer.pop("mark", said.mark), answer)
        else:
            said.error = Repeated()

    def _remember(self, said: Said) -> None:
        assert said.reply is not None, "it is answered"
        self._answered[said.person.id, said.key] = said.mark, said.reply
        while len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)

    async def open(self) -> None:
        """Go on: a new table is opened, one taken over continues where it stood."""
        async with self._turn:
            draft = Draft(self.desk, self.state)
            if not self.state.round:
                draft.open()
            else:
                draft.run_house()
            await self._adopt_one(draft)
            for _, name in self.state.seats:
                if not self.here.present[name]:
                    self.expect_back(name)

    # Time

    async def _time_out(self, asked: str) -> None:
        async with self._turn:
            if self.is_lost or asked != self._timed or asked != self._asked:
                return
            draft, here = Draft(self.desk, self.state), self.here.copy()
            draft.take(default_answer(draft.question, self.desk.rules.play.around.irregularities))
            draft.run_house()
            let_leave(draft, here)
            await self._adopt_one(draft, here)

    async def keep_procedures(self) -> None:
        """What the calendar asks for. During a round the table keeps it for the round's end."""
        known, now = self.desk.rules.play.around.notices, self.desk.clock()
        occasion = calendar.due(known, self._done, now)
        if self.state.seats or not self.state.table.pit.rounds:
            self._empty_since = now
        elif Occasion.IDLE in known and now - self._empty_since >= calendar.IDLE:
            occasion = occasion or Occasion.IDLE
        if occasion is None or self.state.is_stopped or not self.state.is_open:
            return
        async with self._turn:
            self._done[occasion] = self._empty_since = now
            draft = Draft(self.desk, self.state)
            with suppress(Refused):  # it cannot be done now: the cards stay in a device, or wait already
                draft.take(Notice(occasion))
                draft.run_house()
                await self._adopt_one(draft)

    async def _give_up(self, name: str) -> None:
        async with self._turn:
            self._departures.pop(name, None)
            if self.is_lost or self.here.present[name] or not self.state.seat_of(name):
                return
            draft, here = Draft(self.desk, self.state), self.here.copy()
            leave(draft, here, name)
            await self._adopt_one(draft, here)
            self.here.leaving = here.leaving  # who has a wager leaves later, of which nothing is stored now

    def _start(self, coroutine: Callable[[str], Any], argument: str) -> None:
        task = asyncio.get_running_loop().create_task(self._quietly(coroutine(argument)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _quietly(self, work: Any) -> None:
        """A clock has nobody to answer to: what is refused to it stays as it is."""
        with suppress(HolecardError):
            await work

    def _set_clock(self) -> None:
        """A deadline for every question that a player must answer, from when it begins to stand."""
        question, asked = ask(self.desk.rules, self.state.table), self._asked
        floor_is_here = any(person is not None and person.post is Post.FLOOR for person in self._listeners.values())
        seconds = self._clocks.seconds(self.state, question, floor_is_here)
        if asked == self._timed and seconds:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._timed, self._deadline = None, "", 0.0
        if seconds:
            self._timed, self._deadline = asked, self.desk.clock() + seconds
            self._timer = asyncio.get_running_loop().call_later(seconds, self._start, self._time_out, asked)

    # Storing and telling

    def _check_served(self) -> None:
        if self.is_lost:
            raise Lost("the table is served elsewhere: connect again")

    async def _adopt_one(self, draft: Draft, here: Attendance | None = None) -> None:
        """What happens without anybody's saying so."""
        if draft.events:
            await self._adopt([finished(draft, self.state, here or self.here.copy())])
        else:
            self._set_clock()

    async def _adopt(self, strokes: list[Stroke]) -> None:
        """Store, then tell."""
        try:
            balances = await self._store.write(joined([stroke.draft.written for stroke in strokes]))
        except (Refused, Repeated):
            raise
        except asyncio.CancelledError:  # whoever waited is gone, and it may be stored: the table is loaded anew
            self.close()
            raise
        except Exception as error:
            self.close()
            raise Lost("the table is served elsewhere: connect again") from error
        for draft, here in strokes:
            self.state = draft.state
            self.here.ready, self.here.leaving = here.ready, here.leaving
            self._set_clock()
            self._send_all(self.told(draft.events))
        for send, person in self._listeners.items():
            if person is not None and person.name in balances:
                send(json.dumps({"type": "you", "balance": balances[person.name]}))

    def told(self, events: list[Event] | None = None) -> str:
        """The table as everybody sees it; or what has just happened, whose pictures lead to what lies there now."""
        told = {"type": "table", "seq": self.state.head.count, "events": events or []}
        return json.dumps(told | (self._around() if events else self.view()))

    def view(self) -> View:
        return {"table": table_view(self.desk.rules, self.state.table), **self._around()}

    def _around(self) -> View:
        """What is known besides what lies on the table."""
        state, question = self.state, ask(self.desk.rules, self.state.table)
        return {
            "round": state.round,
            "question": question_view(question),
            "asked": self._asked,
            "seconds": max(0.0, round(self._deadline - self.desk.clock(), 1)) if self._deadline else None,
            "seats": [{"box": seat, "name": name, "here": self.here.present[name] > 0} for seat, name in state.seats],
            "ready": sorted(self.here.ready),
            "shoe": {"number": state.shoe, "commitment": state.commitment},
            "open": state.is_open,
            "stopped": state.is_stopped,
        }

    def _send_all(self, text: str) -> None:
        for send in list(self._listeners):
            send(text)


def finished(draft: Draft, before: State, here: Attendance, request: Row | None = None) -> Stroke:
    unit = draft.finish(request)
    if before.round != draft.state.round or not isinstance(draft.question, PlaceWagers):
        here.ready = frozenset()  # nobody has said so of the next round
    unit.row["attendance"] = here.kept()
    return Stroke(draft, here)
