"""Who may do what at a table, and when: seats, wagers and decisions of players, directions of the floorperson."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from holecard.engine.adjacent import boxes_apart
from holecard.engine.questions import (
    NO_MORE_BETS,
    Act,
    Bet,
    Bets,
    Decide,
    Notice,
    Offer,
    PitStep,
    PlaceWagers,
    Role,
    RoundOver,
    TakeBack,
)
from holecard.law.clauses import house
from holecard.law.errors import Refused
from holecard.live.people.people import AccountRole, Person
from holecard.live.table.draft import Draft
from holecard.live.table.floor import request_name
from holecard.live.table.messages import (
    Acts,
    Contributes,
    Directs,
    IsReady,
    LaysBets,
    Leaves,
    Message,
    Notifies,
    Prefers,
    Reports,
    Sits,
    Stake,
    TakesBack,
)
from holecard.live.table.mixing import MOST_NUMBERS
from holecard.live.table.state import State

MOST_LATE: Final = 3  # rounds in a row, then the seat is given up


class Late(NamedTuple):
    """A player who let the clock run out: in how many rounds in a row, and in which the last time."""

    name: str
    rounds: int = 0
    round: int = 0


@dataclass
class Attendance:
    """Who is connected, who has finished betting, who leaves after the round, and who let the clock run out."""

    present: Counter[str] = field(default_factory=Counter)
    ready: frozenset[str] = frozenset()
    leaving: frozenset[str] = frozenset()
    late: frozenset[Late] = frozenset()
    given_up: frozenset[str] = frozenset()  # whose seat was given up just now

    def copy(self) -> Attendance:
        return Attendance(self.present, self.ready, self.leaving, self.late, self.given_up)

    def stored(self) -> str:
        """What the database stores of it. Connections are not stored: a restart ends them."""
        return _attendance(self.ready, self.leaving, self.late)

    @property
    def are_late(self) -> frozenset[str]:
        return frozenset(one.name for one in self.late) if self.late else frozenset()

    @classmethod
    def of(cls, stored: str) -> Attendance:
        said = json.loads(stored)
        late = frozenset(Late(*one) for one in said.pop("late", ()))
        return cls(Counter(), **{name: frozenset(names) for name, names in said.items()}, late=late)


@lru_cache(maxsize=4096)  # every stroke stores it, and few change it
def _attendance(ready: frozenset[str], leaving: frozenset[str], late: frozenset[Late]) -> str:
    said: dict[str, object] = {"ready": sorted(ready), "leaving": sorted(leaving)}
    return json.dumps(said | ({"late": sorted(late)} if late else {}))


def carry_out(draft: Draft, here: Attendance, person: Person, message: Message) -> None:
    """Do what a message asks, in the draft, or refuse it. Nothing is stored yet."""
    if here.late and not isinstance(message, Contributes | LaysBets | TakesBack | IsReady):
        _be_back(here, person.name)  # but nobody bets only to keep the others waiting for a decision
    match message:
        case Acts(asked, act):
            _check_not_closed(draft)
            _act(draft, here, person, asked, act)
        case LaysBets(stakes):
            _bet(draft, here, person, stakes)
        case TakesBack(box, wager):
            draft.take(TakeBack(box, person.name, wager))
            here.ready -= {person.name}
        case IsReady():
            _be_ready(draft, here, person.name)
        case Sits(box, unasked):
            _sit(draft, person, box, unasked)
        case Prefers(unasked):
            _prefer(draft, person, unasked)
        case Contributes(shoe, number):
            _contribute(draft, person, shoe, number)
        case Leaves():
            leave(draft, here, person.name)
        case Notifies(notice):
            _notify(draft, person, notice)
        case Reports(mishap):
            _check_floor(person)
            _check_not_closed(draft)
            draft.go_wrong(mishap)
            draft.run_house()
        case Directs(what, why):
            _check_floor(person)
            _direct(draft, person, what, why)
    let_leave(draft, here)


def _notify(draft: Draft, person: Person, notice: Notice) -> None:
    """The floorperson's notice, or what a player may ask for by the rulebook."""
    if person.role is AccountRole.PLAYER and request_name(draft.desk.rules, notice.what):
        _check_not_closed(draft)
        notice = notice._replace(name=person.name)
    else:
        _check_floor(person)
    if notice.what in ("sit", "leave"):
        raise Refused(notice.what, cite=house("seats"), why="only the player can take or leave a seat")
    draft.tell(notice)
    draft.run_house()


def _act(draft: Draft, here: Attendance, person: Person, asked: str, act: Act) -> None:
    question = draft.question
    if asked != asked_of(draft.state):
        raise _not_now(act.do, "the table has moved on to another question")
    match question:
        case Decide(bettor=bettor) | Offer(bettor=bettor, who=Role.BETTOR) | PitStep(bettor=bettor, who=Role.BETTOR):
            may = bettor == person.name or (not bettor and draft.state.seat_of(person.name) > 0)
        case Offer(who=Role.FLOOR) | PitStep(who=Role.FLOOR):
            may = person.role is AccountRole.FLOOR
        case _:
            may = False
    if not may:
        bettor = getattr(question, "bettor", "") if question.who is Role.BETTOR else ""  # not whose hand is ruled on
        raise _not_now(act.do, f"the table waits for {bettor or f'the {question.who}'}")
    draft.take(act)  # also while play is stopped: the open question may be answered, then the house waits
    draft.run_house()


def _bet(draft: Draft, here: Attendance, person: Person, stakes: Iterable[Stake]) -> None:
    _check_player(person, "a wager")
    _check_open(draft)
    if isinstance(draft.question, RoundOver):
        draft.collect()  # the next bet ends the moment for late reports
    bets = []
    for stake in stakes:
        _check_place(draft, person, stake.box)
        bets.append(Bet(stake.box, person.name, stake.amount, stake.wager))
    draft.take(Bets(tuple(bets)))
    here.ready -= {person.name}


def _be_ready(draft: Draft, here: Attendance, name: str) -> None:
    _check_open(draft)
    if not isinstance(draft.question, PlaceWagers):
        raise _not_now("ready", "betting is over for this round")
    if not draft.state.seat_of(name) and not any(name in box.bettors for box in draft.state.table.boxes):
        raise Refused("ready", cite=house("seats"), why="you have no seat and no bet here", legal=("sit",))
    if any(bettor == name for _, bettor in boxes_apart(draft.desk.rules, draft.state.table)):
        cite = draft.desk.rules.play.betting.adjacent
        raise Refused("ready", cite=cite, why="your boxes must be next to each other", legal=("a bet", "take back"))
    here.ready |= {name}
    _close_betting(draft, here)


def _check_place(draft: Draft, person: Person, box: int) -> None:
    state = draft.state
    _check_box(draft, box)
    sitter = state.sitter(box)
    if sitter == person.name:
        return
    if not sitter and not state.seat_of(person.name):
        raise Refused(f"box {box}", cite=house("seats"), why="sit down before you bet there", legal=("sit",))
    played = state.table.box(box)
    if sitter and (played is None or sitter not in played.bettors):
        raise Refused(f"box {box}", cite=house("seats"), why=f"{sitter} sits there and must bet first")


def _check_box(draft: Draft, box: int) -> None:
    if not 1 <= box <= draft.desk.boxes:
        legal = (f"box 1 to {draft.desk.boxes}",)
        raise Refused(f"box {box}", cite=house("boxes of this table"), why="is not at this table", legal=legal)


def _prefer(draft: Draft, person: Person, unasked: bool) -> None:
    if not draft.state.seat_of(person.name):
        raise Refused("this wish", cite=house("seats"), why="you have no seat here", legal=("sit",))
    draft.prefer(person.name, unasked)
    draft.run_house()


def _contribute(draft: Draft, person: Person, shoe: int, number: str) -> None:
    state, cite = draft.state, house("commitment")
    if not state.seat_of(person.name):
        raise Refused("this number", cite=house("seats"), why="only seated players can mix the cards", legal=("sit",))
    if shoe != state.shoe:
        legal = (f"a number for shoe {state.shoe}",)
        raise Refused("this number", cite=cite, why=f"shoe {shoe} is not the current order of the cards", legal=legal)
    if person.name in dict(state.numbers):
        raise Refused("this number", cite=cite, why=f"you have already given one for shoe {shoe}")
    if not state.takes_numbers(draft.question):
        why = f"it came after the first card of shoe {shoe}" if state.is_fixed else "the cards are not ready yet"
        raise Refused("this number", cite=cite, why=why, legal=("a number while bets are open before the first card",))
    if len(state.numbers) >= MOST_NUMBERS:
        raise Refused("this number", cite=cite, why=f"shoe {shoe} has {MOST_NUMBERS} numbers, the most it takes")
    draft.contribute(person.name, number)


def _sit(draft: Draft, person: Person, box: int, unasked: bool) -> None:
    _check_player(person, "a seat")
    _check_open(draft)
    _check_box(draft, box)
    if draft.state.seat_of(person.name):
        raise Refused(f"box {box}", cite=house("seats"), why="you already have a seat here", legal=("leave",))
    if sitter := draft.state.sitter(box):
        raise Refused(f"box {box}", cite=house("seats"), why=f"{sitter} sits there")
    draft.sit(box, person.name, unasked)


def leave(draft: Draft, here: Attendance, name: str) -> None:
    if not draft.state.seat_of(name):
        raise Refused("leave", cite=house("seats"), why="you have no seat here", legal=("sit",))
    if any(name in box.bettors for box in draft.state.table.boxes):
        here.leaving |= {name}  # when the round is over
    else:
        draft.leave(name)
        draft.run_house()
    here.ready -= {name}
    _close_betting(draft, here)


def let_leave(draft: Draft, here: Attendance) -> None:
    """Let players leave who waited for the end of the round."""
    for name in sorted(here.leaving):
        if not any(name in box.bettors for box in draft.state.table.boxes):
            here.leaving -= {name}
            if draft.state.seat_of(name):
                draft.leave(name)
                draft.run_house()  # a question put to them now goes to another player, or to the house
    if here.late:
        here.late = frozenset(one for one in here.late if draft.state.seat_of(one.name))


# Players who let the clock run out


def who_is_late(draft: Draft, here: Attendance) -> frozenset[str]:
    """The seated players for whom the clock has just run out."""
    state, question = draft.state, draft.question
    match question:
        case PlaceWagers():
            betting = {bettor for box in state.table.boxes for bettor in box.bettors}
            return frozenset(name for _, name in state.seats if here.present[name]) - betting - here.ready
        case Decide(bettor=bettor) | Offer(bettor=bettor, who=Role.BETTOR) | PitStep(bettor=bettor, who=Role.BETTOR):
            return frozenset({bettor}) if state.seat_of(bettor) else frozenset()
    return frozenset()


def miss(draft: Draft, here: Attendance, names: Iterable[str], number: int) -> None:
    """Count that these players were late in round `number`. Whoever is in three rounds in a row gives up the seat;
    their wager is played to the end of its round first, and their chips stay theirs."""
    for name in sorted(names):
        known = next((one for one in here.late if one.name == name), Late(name))
        if known.round == number:
            continue
        now = Late(name, known.rounds + 1, number)
        here.late = here.late - {known} | {now}
        if now.rounds == MOST_LATE and draft.state.seat_of(name):
            here.given_up |= {name}
            leave(draft, here, name)


def _be_back(here: Attendance, name: str) -> None:
    """Somebody who was late does something: they have the whole clock again, and keep a seat that they still have."""
    if known := next((one for one in here.late if one.name == name), None):
        here.late -= {known}
        here.leaving -= {name} if known.rounds >= MOST_LATE else set()


def _direct(draft: Draft, person: Person, what: str, why: str) -> None:
    said = f"{what} {person.name} {why}".rstrip()
    match what:
        case "open" if not draft.state.is_open:
            draft.open_again(said)
        case "close" if draft.state.is_open:
            if draft.state.table.boxes:
                raise _not_now("close", "wait until the round is over")
            draft.close(said)
        case "stop" if not draft.state.is_stopped:
            draft.floor(said, is_stopped=True)
        case "resume" if draft.state.is_stopped:
            draft.floor(said, is_stopped=False)
        case "step":
            if not draft.state.is_stopped:
                raise _not_now("step", "stop play first")
            _check_not_closed(draft)
            draft.floor(said)
            draft.step()
        case _:
            raise _not_now(what, "nothing to change")


def _check_floor(person: Person) -> None:
    if person.role is not AccountRole.FLOOR:
        raise Refused("this action", cite=house("the floorperson"), why="only a floorperson can do it")


def _check_player(person: Person, what: str) -> None:
    if person.role is not AccountRole.PLAYER:
        raise Refused(what, cite=house("seats"), why="staff can't bet", legal=("a player's account",))


def _check_not_closed(draft: Draft) -> None:
    if not draft.state.is_open:
        raise _not_now("this action", "the table is closed")


def _check_open(draft: Draft) -> None:
    _check_not_closed(draft)
    if draft.state.is_stopped:
        raise _not_now("this action", "the floorperson has stopped play")


def _close_betting(draft: Draft, here: Attendance) -> None:
    """Call "no more bets" once everyone present is ready and there is a wager."""
    state = draft.state
    if not state.table.boxes or not isinstance(draft.question, PlaceWagers):
        return
    betting = {bettor for box in state.table.boxes for bettor in box.bettors}
    present = {name for _, name in state.seats if here.present[name]}
    if betting | (present - here.are_late) <= here.ready:  # nobody waits again for one who did not bet in time
        late, number = who_is_late(draft, here), state.round
        draft.take(NO_MORE_BETS)
        draft.run_house()
        miss(draft, here, late, number)
        let_leave(draft, here)


def asked_of(state: State) -> str:
    """A name for the open question. It stays the same while the question is open, also after a restart."""
    memory = state.table.memory
    return _asked(state.round, state.table.stock.size, memory[0] if memory else None)


_encode = msgspec.json.Encoder(enc_hook=repr).encode  # a fifth of what `repr` alone takes


@lru_cache(maxsize=256)  # it is needed when the question is put, and again when it is answered
def _asked(number: int, size: int, question: object) -> str:
    return f"{number}-{zlib.crc32(_encode((size, type(question).__name__, question))):08x}"


def _not_now(what: str, why: str) -> Refused:
    return Refused(what, cite=house("the order of play"), why=why)
