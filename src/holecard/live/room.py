"""A served table: one thing after another, each stored before anybody is told.

Whoever speaks is answered after what he did is on the disk; everybody else is told then too. A deadline stands with
every question that a player must answer; when it passes, the rulebook's own default answers, or the hand stands.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

from holecard.croupier import waived
from holecard.engine import ask
from holecard.errors import HolecardError, Malformed, Refused
from holecard.irregularities.common import Irregular
from holecard.law import house
from holecard.live.draft import Desk, Draft
from holecard.live.messages import (
    Acts,
    Directs,
    IsReady,
    LaysBets,
    Leaves,
    Message,
    Reports,
    Sits,
    TakesBack,
    Tells,
)
from holecard.live.people import Person, Post
from holecard.live.state import State
from holecard.live.store import Store
from holecard.live.views import Event, View, question_view, table_view
from holecard.questions import (
    DECLINE,
    NO_MORE_BETS,
    STAND,
    Act,
    Answer,
    Bet,
    Bets,
    Decide,
    Irregularity,
    Offer,
    PitStep,
    PlaceWagers,
    Question,
    Role,
    TakeBack,
)

REMEMBERED = 5000  # requests that are answered again if they are repeated
Reply = dict[str, Any]
Send = Callable[[str], None]


class Clocks(NamedTuple):
    """How long players have, in seconds."""

    betting: float = 20.0
    deciding: float = 30.0
    away: float = 60.0  # that a seat is kept for somebody whose connection dropped


class Lost(HolecardError):
    """This process no longer serves the table, or does not know what was stored: whoever is here must come again."""


class Room:
    """One table, its listeners and its clock."""

    def __init__(self, desk: Desk, state: State, store: Store, clocks: Clocks, name: str) -> None:
        self.desk, self.state, self.name = desk, state, name
        self._store, self._clocks = store, clocks
        self._turn = asyncio.Lock()
        self._listeners: dict[Send, Person | None] = {}
        self._present: Counter[str] = Counter()
        self._leaving: set[str] = set()
        self._ready: set[str] = set()
        self._answered: OrderedDict[tuple[int, str], Reply] = OrderedDict()
        self._deadline = 0.0
        self._timed = ""  # the question that the deadline is for
        self._timer: asyncio.TimerHandle | None = None
        self._departures: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_lost = False

    # Listening

    def enter(self, send: Send, person: Person | None) -> None:
        """Somebody connects and is told how the table stands."""
        self._listeners[send] = person
        if person is not None:
            self._present[person.name] += 1
            if (timer := self._departures.pop(person.name, None)) is not None:
                timer.cancel()
        send(self.told())

    def depart(self, send: Send) -> None:
        """A connection drops: the seat is kept for a while."""
        person = self._listeners.pop(send, None)
        if person is None:
            return
        self._present[person.name] -= 1
        if not self._present[person.name]:
            del self._present[person.name]
            self.expect_back(person.name)

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
        self._send_all(json.dumps({"type": "moved"}))
        self._listeners.clear()

    # Speaking

    async def say(self, person: Person, key: str, message: Message) -> Reply:
        """What somebody at the table says, and the answer to it. Said again with the same key, it is answered again."""
        async with self._turn:
            known = self._answered.get((person.id, key))
            if known is not None:
                return known
            self._check_served()
            draft = Draft(self.desk, self.state)
            ready = set(self._ready)
            self._carry_out(draft, person, message)
            reply = {"ok": True, "seq": draft.state.head.count}
            row = {
                "account": person.id,
                "key": key,
                "table_id": self.desk.table_id,
                "time": self.desk.clock(),
                "answer": json.dumps(reply),
            }
            try:
                await self._adopt(draft, row)
            except Refused:
                self._ready = ready
                raise
            self.remember(person.id, key, reply)
            return reply

    def remember(self, account: int, key: str, reply: Reply) -> None:
        """An answer that was given, should the same be asked again."""
        self._answered[account, key] = reply
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
            await self._adopt(draft, None)
            for _, name in self.state.seats:
                if not self._present[name]:
                    self.expect_back(name)

    def _carry_out(self, draft: Draft, person: Person, message: Message) -> None:
        match message:
            case Acts(asked, act):
                self._act(draft, person, asked, act)
            case LaysBets(stakes):
                self._bet(draft, person, stakes)
            case TakesBack(box, wager):
                draft.take(TakeBack(box, person.name, wager))
                self._ready.discard(person.name)
            case IsReady():
                self._check_open(draft)
                if not isinstance(draft.question, PlaceWagers):
                    raise _not_now("ready", "wagers are not being placed")
                self._ready.add(person.name)
                self._close_betting(draft)
            case Sits(box):
                self._sit(draft, person, box)
            case Leaves():
                self._leave(draft, person.name)
            case Tells(notice):
                self._check_floor(person)
                draft.take(notice)
                draft.run_house()
            case Reports(mishap):
                self._check_floor(person)
                draft.go_wrong(mishap)
                draft.run_house()
            case Directs(what):
                self._check_floor(person)
                self._direct(draft, person, what)

    def _act(self, draft: Draft, person: Person, asked: str, act: Act) -> None:
        question = draft.question
        if asked != asked_of(draft.state):
            raise _not_now(act.do, "another question stands by now")
        match question:
            case (
                Decide(bettor=bettor) | Offer(bettor=bettor, who=Role.BETTOR) | PitStep(bettor=bettor, who=Role.BETTOR)
            ):
                may = bettor == person.name or (not bettor and draft.state.seat_of(person.name) > 0)
            case Offer(who=Role.FLOOR) | PitStep(who=Role.FLOOR):
                may = person.post is Post.FLOOR
            case _:
                may = False
        if not may:
            who = getattr(question, "bettor", "") or f"the {question.who}"
            raise _not_now(act.do, f"{who} is asked")
        self._check_open(draft)
        draft.take(act)
        draft.run_house()
        self._let_leave(draft)

    def _bet(self, draft: Draft, person: Person, stakes: Iterable[Any]) -> None:
        self._check_open(draft)
        bets = []
        for stake in stakes:
            self._check_place(draft, person, stake.box)
            bets.append(Bet(stake.box, person.name, stake.amount, stake.wager))
        draft.take(Bets(tuple(bets)))
        self._ready.discard(person.name)

    def _check_place(self, draft: Draft, person: Person, box: int) -> None:
        state = draft.state
        if not 1 <= box <= self.desk.boxes:
            legal = (f"1 to {self.desk.boxes}",)
            raise Refused(f"box {box}", cite=house("boxes of this table"), why="is not open", legal=legal)
        sitter = state.sitter(box)
        if sitter == person.name:
            return
        if not sitter and not state.seat_of(person.name):
            raise Refused(f"box {box}", cite=house("seats"), why="sit down before you bet", legal=("sit",))
        lying = state.table.box(box)
        if sitter and (lying is None or sitter not in lying.bettors):
            raise Refused(f"box {box}", cite=house("seats"), why=f"{sitter} sits there and bets first")

    def _sit(self, draft: Draft, person: Person, box: int) -> None:
        self._check_open(draft)
        if not 1 <= box <= self.desk.boxes:
            legal = (f"1 to {self.desk.boxes}",)
            raise Refused(f"box {box}", cite=house("boxes of this table"), why="is not open", legal=legal)
        if draft.state.seat_of(person.name):
            raise Refused(f"box {box}", cite=house("seats"), why="you sit here already", legal=("leave",))
        if sitter := draft.state.sitter(box):
            raise Refused(f"box {box}", cite=house("seats"), why=f"{sitter} sits there")
        draft.sit(box, person.name)

    def _leave(self, draft: Draft, name: str) -> None:
        if not draft.state.seat_of(name):
            raise Refused("leave", cite=house("seats"), why="you do not sit here", legal=("sit",))
        if any(name in box.bettors for box in draft.state.table.boxes):
            self._leaving.add(name)  # when the round is over
        else:
            draft.leave(name)
            draft.run_house()
        self._ready.discard(name)
        self._close_betting(draft)

    def _let_leave(self, draft: Draft) -> None:
        """Whoever waits for the end of the round to leave."""
        for name in sorted(self._leaving):
            if not any(name in box.bettors for box in draft.state.table.boxes):
                self._leaving.discard(name)
                if draft.state.seat_of(name):
                    draft.leave(name)

    def _direct(self, draft: Draft, person: Person, what: str) -> None:
        said = f"{what} {person.name}"
        match what:
            case "open" if not draft.state.is_open:
                draft.floor(said, is_open=True)
            case "close" if draft.state.is_open:
                if draft.state.table.boxes:
                    raise _not_now("close", "a round is under way")
                draft.floor(said, is_open=False)
            case "stop" if not draft.state.is_stopped:
                draft.floor(said, is_stopped=True)
            case "resume" if draft.state.is_stopped:
                draft.floor(said, is_stopped=False)
            case _:
                raise _not_now(what, "the table is so already")

    def _check_floor(self, person: Person) -> None:
        if person.post is not Post.FLOOR:
            raise Refused("this", cite=house("the floorperson"), why="is the floorperson's to say")

    def _check_open(self, draft: Draft) -> None:
        if not draft.state.is_open:
            raise _not_now("this", "the table is closed")
        if draft.state.is_stopped:
            raise _not_now("this", "the floorperson has stopped play")

    def _close_betting(self, draft: Draft) -> None:
        """ "No more bets", once everybody who is here has said so and a wager lies."""
        state = draft.state
        if not state.table.boxes or not isinstance(draft.question, PlaceWagers):
            return
        betting = {bettor for box in state.table.boxes for bettor in box.bettors}
        here = {name for _, name in state.seats if self._present[name]}
        if betting | here <= self._ready:
            draft.take(NO_MORE_BETS)
            draft.run_house()
            self._let_leave(draft)

    # Time

    async def _time_out(self, asked: str) -> None:
        async with self._turn:
            if self.is_lost or asked != self._timed or asked != asked_of(self.state):
                return
            draft = Draft(self.desk, self.state)
            draft.take(default_answer(draft.question, self.desk.rules.play.irregularities))
            draft.run_house()
            self._let_leave(draft)
            await self._adopt(draft, None)

    async def _give_up(self, name: str) -> None:
        async with self._turn:
            self._departures.pop(name, None)
            if self.is_lost or self._present[name] or not self.state.seat_of(name):
                return
            draft = Draft(self.desk, self.state)
            self._leave(draft, name)
            await self._adopt(draft, None)

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
        question, asked = ask(self.desk.rules, self.state.table), asked_of(self.state)
        seconds = self._seconds(question)
        if asked == self._timed and seconds:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._timed, self._deadline = None, "", 0.0
        if seconds:
            self._timed, self._deadline = asked, self.desk.clock() + seconds
            self._timer = asyncio.get_running_loop().call_later(seconds, self._start, self._time_out, asked)

    def _seconds(self, question: Question) -> float:
        """How long there is to answer; 0 where nothing presses."""
        state = self.state
        if state.is_stopped or not state.is_open:
            return 0.0
        match question:
            case PlaceWagers():
                return self._clocks.betting if state.table.boxes else 0.0
            case PitStep() | Offer(who=Role.FLOOR):
                return self._clocks.deciding if state.seats else 0.0
            case _:
                return self._clocks.deciding

    # Storing and telling

    def _check_served(self) -> None:
        if self.is_lost:
            raise Lost("the table is served elsewhere: connect again")

    async def _adopt(self, draft: Draft, request: dict[str, Any] | None) -> None:
        """Store, then tell."""
        unit = draft.finish(request)
        if not unit.entries and request is None:
            return self._set_clock()
        try:
            balances = await self._store.write(unit)
        except (Refused, Malformed):
            raise
        except Exception as error:
            self.close()
            raise Lost("the table is served elsewhere: connect again") from error
        is_played = draft.state.round != self.state.round  # perhaps in one stroke, from "no more bets" to the next bets
        self.state = draft.state
        if is_played or not isinstance(draft.question, PlaceWagers):
            self._ready.clear()
        self._set_clock()
        self._send_all(self.told(draft.events))
        for send, person in self._listeners.items():
            if person is not None and person.name in balances:
                send(json.dumps({"type": "you", "balance": balances[person.name]}))
        return None

    def told(self, events: list[Event] | None = None) -> str:
        """The table as everybody sees it, with what has just happened."""
        return json.dumps({"type": "table", "seq": self.state.head.count, "events": events or [], **self.view()})

    def view(self) -> View:
        state, question = self.state, ask(self.desk.rules, self.state.table)
        return {
            "round": state.round,
            "table": table_view(self.desk.rules, state.table),
            "question": question_view(question),
            "asked": asked_of(state),
            "seconds": max(0.0, round(self._deadline - self.desk.clock(), 1)) if self._deadline else None,
            "seats": [{"box": seat, "name": name, "here": self._present[name] > 0} for seat, name in state.seats],
            "ready": sorted(self._ready),
            "shoe": {"number": state.shoe, "commitment": state.commitment},
            "open": state.is_open,
            "stopped": state.is_stopped,
        }

    def _send_all(self, text: str) -> None:
        for send in list(self._listeners):
            send(text)


def asked_of(state: State) -> str:
    """A name for the question that stands, which does not change while it does, nor when the server starts again."""
    memory = state.table.memory
    stands = repr(memory[0] if memory else None)
    return f"{state.round}-{zlib.crc32(f'{state.table.stock.size} {stands}'.encode()):08x}"


def default_answer(question: Question, irregularities: Iterable[str]) -> Answer:
    """What answers when nobody does: the rulebook's way with an absent player (NZ 16.6), else what costs nothing."""
    match question:
        case PlaceWagers():
            return NO_MORE_BETS
        case Decide(seat=seat) if Irregular.ABSENT_PLAYER in irregularities:
            return Irregularity(Irregular.ABSENT_PLAYER, seat)
        case Decide(choices=choices):
            return STAND if any(legal.do == STAND.do for legal in choices) else Act(choices[-1].do)
        case PitStep():
            return waived(question)
        case Offer(choices=choices):
            return DECLINE if any(legal.do == DECLINE.do for legal in choices) else Act(choices[-1].do)
    raise AssertionError("the house answers anything else itself")


def _not_now(what: str, why: str) -> Refused:
    return Refused(what, cite=house("the order of play"), why=why)
