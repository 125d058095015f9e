"""A served table: it handles one message after another, and stores each stroke before it sends anything.

A client gets its reply, and everyone else the new view, after the stroke is on the disk. Every question to a player
has a deadline; when it passes, the rulebook's default answers, or the hand stands.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from holecard.engine.ask_and_answer import ask
from holecard.engine.questions import Notice, PlaceWagers, RoundOver
from holecard.house.house_file import Staff
from holecard.law.clauses import house
from holecard.law.errors import HolecardError, Refused
from holecard.live.people.accounts import Session
from holecard.live.people.certificates import check_dealer
from holecard.live.people.people import AccountRole, Person
from holecard.live.store.store import Store, Unreachable
from holecard.live.store.writing import LoggedOut, Repeated, find_request, joined
from holecard.live.table import _calendar as calendar
from holecard.live.table._allowance import watched
from holecard.live.table._recent import Recent
from holecard.live.table._sent import Now, Sent
from holecard.live.table.clocks import Clocks, default_answer
from holecard.live.table.conduct import Attendance, asked_of, carry_out, leave, let_leave, miss, who_is_late
from holecard.live.table.draft import Desk, Draft
from holecard.live.table.messages import Directs, IsReady, LaysBets, Message, Sits
from holecard.live.table.said import HandedOver, Lost, Reply, Said, Stroke, finished
from holecard.live.table.state import State
from holecard.live.table.views import AILING, AILING_GENERATOR, Event, View
from holecard.live.table.wire import Wire, encode
from holecard.pit.procedures import Occasion

log = logging.getLogger("holecard")
REMEMBERED = 500  # answers kept in memory for repeated requests; older ones are in the database
MOVED = encode({"type": "moved"})
GIVEN_UP = "{name} missed three turns in a row, so the seat is given up. {name}'s chips are safe."
RESTARTING = encode({"type": "restarting", "text": "The house restarts. Your bets are safe."})
PAUSED_TEXT = "The house can't store anything right now, so play pauses. Your bets are safe."
PAUSED = encode({"type": "restarting", "text": PAUSED_TEXT})  # like a restart: clients keep trying to reconnect
Send = Callable[[Wire], None]


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
        self._done = {occasion: desk.clock() for occasion in (*calendar.CALENDAR, Occasion.IDLE)} | dict(done)
        self._store, self._clocks = store, clocks
        self._turn = asyncio.Lock()
        self._waiting: list[Said] = []
        self._listeners: dict[Send, Person | None] = {}
        self._floorpersons = 0  # of them; every stroke asks
        self.here = here or Attendance()
        self._answered: OrderedDict[tuple[int, str], tuple[str, Reply]] = OrderedDict()
        self.recent = Recent(desk.table_id, state.head.count)
        self._deadline = 0.0  # on the clock that never jumps
        self._timed = ""  # the question that the deadline is for
        self._timer: asyncio.TimerHandle | None = None
        self._sent = Sent(desk)
        self._departures: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_lost = self._is_handed_over = False
        self._is_shut = False  # by the house, whose generator fails
        self._is_draining = False  # the house stops in a moment
        self.is_changing = False  # the house file has other rules for it, or none: no new round begins

    @property
    def state(self) -> State:
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._state, self._asked = state, asked_of(state)  # its name is needed with every message

    # Listening

    def enter(self, send: Send, person: Person | None) -> None:
        """Connect a client and send it the table. If a seated player is back, everyone learns it."""
        if self.is_lost:
            send(MOVED)
            return
        if person is not None:
            self.here.present[person.name] += 1
            if (timer := self._departures.pop(person.name, None)) is not None:
                timer.cancel()
            if self.here.present[person.name] == 1 and self.state.seat_of(person.name):
                self._send_changes()
        self._listeners[send] = person
        if self._is_draining:
            send(RESTARTING)
        if person is not None and person.role is AccountRole.FLOOR:
            self._floorpersons += 1
            self._set_clock()
        send(self.whole())

    def depart(self, send: Send) -> None:
        """Drop a connection. The seat is held for a while, and everyone learns that its player is away."""
        person = self._listeners.pop(send, None)
        if person is None:
            return
        self.here.present[person.name] -= 1
        if not self.here.present[person.name]:
            del self.here.present[person.name]
            self.expect_back(person.name)
            if self.state.seat_of(person.name):
                self._send_changes()
        if person.role is AccountRole.FLOOR:
            self._floorpersons -= 1
            if not self.is_lost:
                self._set_clock()

    def expect_back(self, name: str) -> None:
        """Give up the seat if its player does not come back in time."""
        if self.state.seat_of(name) and name not in self._departures and not (self.is_lost or self._is_draining):
            loop = asyncio.get_running_loop()
            self._departures[name] = loop.call_later(self._clocks.away, self._start, self._give_up, name)

    async def drain(self) -> None:
        """The house stops: take no more bets, stop the clocks, inform everyone, and store what was said."""
        self._is_draining = True
        self._stop_clocks()
        self._send_all(RESTARTING)
        while self._waiting or self._turn.locked():
            async with self._turn:
                pass
            await asyncio.sleep(0)  # what was just said asks for its turn

    async def hand_over(self) -> None:
        """Another process serves the table from now on: finish the turn, and take nothing more."""
        async with self._turn:
            self.is_lost = self._is_handed_over = True
            self._stop_clocks()

    def close(self) -> None:
        """Stop the clocks and tell every client to reconnect."""
        self.is_lost = True
        self._stop_clocks()
        self._send_all(MOVED)
        self._listeners.clear()
        self._floorpersons = 0

    @property
    def listeners(self) -> int:
        return len(self._listeners)

    @property
    def waiting(self) -> int:
        """Messages that wait for their turn."""
        return len(self._waiting)

    def _stop_clocks(self) -> None:
        for timer in (self._timer, *self._departures.values()):
            if timer is not None:
                timer.cancel()

    # Speaking

    async def say(self, person: Person, key: str, message: Message, session: Session | None = None) -> Reply:
        """Handle a message and return its reply. The same message with the same key gets the same reply again.

        With a session, the session must still be valid, and its player's limits apply.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def answered(_: Said) -> None:
            if not done.done():  # whoever asked may have gone
                done.set_result(None)

        said = Said(person, key, message, session, answered)
        self.put(said)
        await done
        return said.outcome()

    def put(self, said: Said) -> None:
        """Handle a message as soon as it is its turn; with it, everything else that waits at this table."""
        self._waiting.append(said)
        if len(self._waiting) == 1:
            self._run(self._hear_all())

    async def _hear_all(self) -> None:
        async with self._turn:
            waiting, self._waiting = self._waiting, []
            try:
                await self._hear(waiting)
            except Exception:
                table_id = self.desk.table_id
                log.exception("table %s could not handle a message", table_id, extra={"table": table_id})
            finally:
                for said in waiting:
                    if said.reply is None and said.error is None:
                        said.error = Lost("the table could not handle this: reconnect")
                    said.answered(said)

    def tell(self, person: Person, text: str) -> Reply:
        """Tell everyone at the table what a person says. It is no stroke, and nothing stores it."""
        self._check_served()
        is_floor = person.role is AccountRole.FLOOR
        self._send_all(encode({"type": "talk", "name": person.name, "floor": is_floor, "text": text}))
        return {"ok": True, "seq": self.state.head.count}

    async def _hear(self, waiting: list[Said]) -> None:
        """Handle the waiting messages one after another, and store all their strokes in one write."""
        done: list[tuple[Said, Stroke]] = []
        state, here = self.state, self.here
        for said in waiting:
            known = self._answered.get((said.person.id, said.key))
            if known is not None:
                said.repeat(*known)
                continue
            try:
                self._check_served()
                if self.desk.certified and _opens(said.message):
                    await self._store.read_async(partial(check_dealer, rules=self.desk.rules, now=self.desk.clock()))
                stroke = self._stroke(said, state, here)
            except HolecardError as error:
                said.refuse(error)
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
                    said.refuse(error)
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
            raise LoggedOut("your session has ended")
        if self._is_shut and _opens(said.message):
            raise Refused("open", cite=house("health of the generator"), why=AILING)
        if self._is_draining and isinstance(said.message, LaysBets | IsReady | Sits):
            why = "the house restarts. Your bets are safe"
            raise Refused("this action", cite=house("a restart"), why=why, legal=("wait a moment and try again",))
        if self.is_changing and isinstance(said.message, LaysBets | Sits) and not state.table.boxes:
            why = "the rules of this table change now. Your chips are safe"
            legal = ("wait a moment and try again", "choose another table")
            raise Refused("this action", cite=house("a change of rules"), why=why, legal=legal)
        draft, here = Draft(self.desk, state), here.copy()
        carry_out(draft, here, said.person, said.message)
        request = {
            "account": said.person.id,
            "key": said.key,
            "table_id": self.desk.table_id,
            "time": self.desk.clock(),
            "answer": f'{{"ok": true, "seq": {draft.state.head.count}, "mark": "{said.mark}"}}',
        }
        stroke = finished(draft, state, here, request)
        if said.session is not None:
            staked = watched(said.session, said.message, state, draft)
            draft.written.watched += [staked] if staked is not None else []
            draft.written.sessions.append(said.session.token)
        return stroke

    async def _recall(self, said: Said) -> None:
        """A refused message may have been done before: then give the earlier reply."""
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
        """Open a new table, or continue one where it stopped."""
        async with self._turn:
            draft = Draft(self.desk, self.state)
            if not self.state.round:
                draft.open()
                if self.desk.certified:
                    draft.close("close house")  # until the floor opens it for a dealer who has passed its tests
            else:
                draft.run_house()
            await self._adopt_one(draft)
            for _, name in self.state.seats:
                if not self.here.present[name]:
                    self.expect_back(name)
        await self.keep_procedures()  # what fell due while nobody served the table

    # Time

    async def _time_out(self, asked: str) -> None:
        async with self._turn:
            if self.is_lost or self._is_draining or asked != self._timed or asked != self._asked:
                return
            draft, here = Draft(self.desk, self.state), self.here.copy()
            late = who_is_late(draft, here)
            if isinstance(draft.question, RoundOver):
                draft.collect()
            else:
                if isinstance(draft.question, PlaceWagers):
                    draft.give_back_apart()
                draft.take(default_answer(draft.question, self.desk.rules.play.around.irregularities), by_house=True)
                draft.run_house()
            miss(draft, here, late, self.state.round)
            let_leave(draft, here)
            await self._adopt_one(draft, here)

    async def keep_procedures(self) -> None:
        """Do what the calendar asks for. During a round the table postpones it to the end."""
        now = self.desk.clock()
        if self.state.seats or self.state.table.pit.todo:  # someone is here, or the cards are out already
            self._done[Occasion.IDLE] = now
        due = calendar.due(self.desk.rules.play.around.notices, self._done, now)
        if not due or self.state.is_stopped or not self.state.is_open:
            return
        async with self._turn:
            for occasion in due:
                self._done[occasion] = now
                draft = Draft(self.desk, self.state)
                with suppress(Refused):  # not possible now: the cards stay in a device, or already wait
                    draft.take(Notice(occasion))
                    draft.run_house()
                    await self._adopt_one(draft)

    async def shut(self) -> None:
        """The generator fails: stop the round under way, once, and close the table as soon as there is none. Nobody
        opens it again."""
        is_news, self._is_shut = not self._is_shut, True
        async with self._turn:
            draft = Draft(self.desk, self.state)
            if self.is_lost or not self.state.is_open:
                return
            if not self.state.table.boxes:
                draft.close(f"close {AILING_GENERATOR}")
            elif is_news and not self.state.is_stopped:
                draft.floor(f"stop {AILING_GENERATOR}", is_stopped=True)
            await self._adopt_one(draft)

    async def _give_up(self, name: str) -> None:
        async with self._turn:
            self._departures.pop(name, None)
            if self.is_lost or self._is_draining or self.here.present[name] or not self.state.seat_of(name):
                return
            draft, here = Draft(self.desk, self.state), self.here.copy()
            leave(draft, here, name)
            await self._adopt_one(draft, here)
            self.here.leaving = here.leaving  # a player with a wager leaves later; that is not stored yet

    def _start(self, coroutine: Callable[[str], Any], argument: str) -> None:
        self._run(self._quietly(coroutine(argument)))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _quietly(self, work: Any) -> None:
        """A clock has no client to reply to: if it is refused, nothing changes."""
        with suppress(HolecardError):
            await work

    def _set_clock(self) -> None:
        """Set the deadline of the open question, unless it already runs."""
        question, asked = ask(self.desk.rules, self.state.table), self._asked
        floor_answers = self.desk.staff is Staff.STAFFED or self._floorpersons > 0
        late = self.here.are_late
        seconds = 0.0 if self._is_draining else self._clocks.seconds(self.state, question, floor_answers, late)
        if asked == self._timed and seconds:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._timed, self._deadline = None, "", 0.0
        if seconds:
            self._timed, self._deadline = asked, time.monotonic() + seconds
            self._timer = asyncio.get_running_loop().call_later(seconds, self._start, self._time_out, asked)

    # Storing and sending

    def _check_served(self) -> None:
        if self.is_lost:
            raise (HandedOver if self._is_handed_over else Lost)("another process serves this table now: reconnect")

    async def _adopt_one(self, draft: Draft, here: Attendance | None = None) -> None:
        """Store a draft that no message asked for."""
        if draft.events:
            await self._adopt([finished(draft, self.state, here or self.here.copy())])
        else:
            self._set_clock()

    async def _adopt(self, strokes: list[Stroke]) -> None:
        """Store the strokes, then send the new views."""
        try:
            balances = await self._store.write(joined([stroke.draft.written for stroke in strokes]))
        except (Refused, Repeated):
            raise
        except asyncio.CancelledError:  # the strokes may be stored or not: load the table again
            self.close()
            raise
        except Exception as error:
            if isinstance(error, Unreachable):
                self._send_all(PAUSED)
            self.close()
            raise Lost("another process serves this table now: reconnect") from error
        draft, here = strokes[-1]
        self.state = draft.state
        self.here.ready, self.here.leaving, self.here.late = here.ready, here.leaving, here.late
        self._set_clock()
        events = [event for stroke in strokes for event in stroke.draft.events]
        self._send_changes(events)  # one message, however many spoke in this turn
        self.recent.add(events)
        for name in sorted(here.given_up):
            text = GIVEN_UP.format(name=name)
            self._send_all(encode({"type": "talk", "name": "The house", "floor": True, "text": text}))
        for send, person in self._listeners.items():
            if person is not None and person.name in balances:
                send(encode({"type": "you", "balance": balances[person.name]}))

    def view(self) -> View:
        return self._sent.view(self._now())

    def whole(self) -> Wire:
        """The table for somebody who comes."""
        return self._sent.whole(self._now())

    def _now(self) -> Now:
        seconds = max(0.0, round(self._deadline - time.monotonic(), 1)) if self._deadline else None
        return Now(self.state, self.here, self._asked, seconds)

    def _send_changes(self, events: Sequence[Event] = ()) -> None:
        self._send_all(self._sent.changes(self._now(), events))

    def _send_all(self, message: Wire) -> None:
        for send in list(self._listeners):
            send(message)


def _opens(message: Message) -> bool:
    return isinstance(message, Directs) and message.what == "open"
