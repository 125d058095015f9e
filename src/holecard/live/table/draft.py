"""What would happen at a table: an answer, then everything the house does by itself, written down for the store.

Nothing here touches the database or tells anybody. A draft that is refused is thrown away, and nothing has changed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import (
    NO_MORE_BETS,
    Answer,
    Draw,
    Facts,
    Irregularity,
    Notice,
    PlaceWagers,
    Question,
    RoundOver,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.house.croupier import Croupier
from holecard.house.fresh_cards import needs_fresh_cards
from holecard.law.clauses import house
from holecard.law.errors import HolecardError, Refused
from holecard.live.store.driver import Row
from holecard.live.store.writing import Written
from holecard.live.table.fairness import Committed
from holecard.live.table.pictures import fresh_picture, pictures
from holecard.live.table.state import State, holding_text
from holecard.live.table.views import Event, View, event
from holecard.record.journal import ANSWER, TABLE
from holecard.record.journal_check import Head, make_entry
from holecard.record.ledger import LAYOUT, Posting, account, postings
from holecard.record.notation import print_head, print_line
from holecard.record.transcript import Line, begin, line_of
from holecard.values.money import Cents
from holecard.values.shoe import NotInShoe

SHOE: Final = "shoe"  # an order of the cards is committed
REVEALED: Final = "revealed"  # and told
SEATS: Final = "seats"
FLOOR: Final = "floor"  # the floorperson opened, closed, stopped or resumed the table, or the house retired it

MOST_STEPS = 10_000  # of the house, after which something is wrong with a game's definition


@dataclass(frozen=True, kw_only=True)
class Desk:
    """What a table is run with: its rules, its number in the database, its croupier and the clock."""

    table_id: int
    epoch: int
    rules: Rules
    boxes: int
    croupier: Croupier
    clock: Callable[[], float]


@dataclass
class Draft:
    """A stroke being made from a state."""

    desk: Desk
    state: State
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.written = Written(table_id=self.desk.table_id, epoch=self.desk.epoch, row={})
        self._croupier = self.desk.croupier
        self._croupier.holding = self.state.holding
        self._now = self.desk.clock()

    @property
    def question(self) -> Question:
        return ask(self.desk.rules, self.state.table)

    # What happens

    def take(self, value: Answer) -> Facts:
        """An answer to the question that stands."""
        rules, before, question = self.desk.rules, self.state.table, self.question
        table, facts = answer(rules, before, question, value)
        line = line_of(before, question, value, facts)
        self._enter(ANSWER, print_line(line), line, pictures(rules, before, question, value, table, facts))
        self._post(posting for fact in facts for posting in postings(fact))
        self._set(table=table)
        if self._croupier.follow(table):
            self._commit_order()
        if isinstance(question, RoundOver) and not table.boxes:
            self._end_round()
        return facts

    def go_wrong(self, mishap: Irregularity) -> None:
        """Something went wrong, as the floorperson says; a card that it shows comes from the shoe."""
        self.take(self._croupier.go_wrong(self.state.table, self.question, mishap))

    def run_house(self) -> None:
        """Everything that is not a player's or the floorperson's to answer."""
        if self.state.is_stopped or not self.state.is_open:
            return
        for _ in range(MOST_STEPS):
            question = self.question
            if isinstance(question, PlaceWagers):
                self._shuffle_by_hand()
                return
            if not self._answer_for_house(question):
                return
        raise HolecardError("the house never comes to an end")

    def step(self) -> None:
        """One thing that the house does while play is stopped: a single card, a light, "no more bets"."""
        question = self.question
        if isinstance(question, PlaceWagers) and self.state.table.boxes:
            self.take(NO_MORE_BETS)
        elif not self._answer_for_house(Draw(question.dues[:1]) if isinstance(question, Draw) else question):
            why = f"{getattr(question, 'bettor', '') or f'the {question.who}'} is asked"
            raise Refused("step", cite=house("the order of play"), why=why)

    def _answer_for_house(self, question: Question) -> bool:
        """Whether the house has answered, or had to give the round up."""
        try:
            value = self._croupier.reply(self.state.table, question)
        except NotInShoe:  # where the rules know no remedy
            self._void()
            return True
        if value is None:
            return False
        try:
            self.take(value)
        except Refused:
            if not isinstance(value, Irregularity):
                raise
            self._void()  # the discards do not suffice for their remedy
        return True

    def open(self) -> None:
        """The first entry of a table."""
        self._fresh_table()
        self.run_house()

    def sit(self, seat: int, name: str) -> None:
        if "sit" in self.desk.rules.play.around.notices:
            self.take(Notice("sit", seat, name))
        self._seats((*self.state.seats, (seat, name)))
        self.run_house()

    def leave(self, name: str) -> None:
        if "leave" in self.desk.rules.play.around.notices and name in dict(self.state.table.pit.seated).values():
            self.take(Notice("leave", 0, name))
        self._seats(tuple((seat, who) for seat, who in self.state.seats if who != name))

    def floor(self, said: str, **changes: bool) -> None:
        """The floorperson stops or resumes play."""
        self._enter(FLOOR, said)
        self._set(**changes)
        self.run_house()

    def close(self, said: str) -> None:
        """The cards are taken away, and their order is told: none of them is dealt any more."""
        self._enter(FLOOR, said)
        self._set(is_open=False, is_told=True, ended=(*self.state.ended, *self._in_use()))
        self._reveal()

    def open_again(self, said: str) -> None:
        """A table that was closed begins with fresh cards."""
        self._enter(FLOOR, said)
        self._set(is_open=True)
        self._fresh_table()
        self.run_house()

    # How it is written

    def finish(self, request: Row | None = None) -> Written:
        """The rows of the whole stroke."""
        self._set(holding=self._croupier.holding)
        state, written = self.state, self.written
        written.row = {
            "entries": state.head.count,
            "head": state.head.hash,
            "round": state.round,
            "shoe": state.shoe,
            "holding": holding_text(state.holding),
            "seats": json.dumps(state.seats),
            "is_open": state.is_open,
            "is_stopped": state.is_stopped,
        }
        written.requests += [request] if request is not None else []
        return written

    def _set(self, **changes: Any) -> None:
        self.state = self.state._replace(**changes)

    def _enter(self, kind: str, body: str, line: Line | None = None, shown: list[View] | None = None) -> int:
        entry = make_entry(self.state.head, stamp(self._now), kind, body)
        self._set(head=Head(entry.n, entry.hash))
        row = {**entry._asdict(), "table_id": self.desk.table_id, "round": self.state.round}
        self.written.entries.append(row)
        self.events.append(event(entry, line) | {"pictures": shown or []})
        return entry.n

    def _post(self, moved: Iterable[Posting]) -> None:
        """Money that moves with the last entry."""
        table_id, nets = self.desk.table_id, Counter(dict(self.state.nets))
        for posting in moved:
            at_table = {
                "time": self._now,
                "table_id": table_id,
                "entry": self.state.head.count,
                "round": self.state.round,
            }
            self.written.postings.append(at_table | posted(posting, table_id))
            if posting.bettor:
                nets[posting.bettor] += gained(posting)
        self._set(nets=tuple(sorted(nets.items())))

    def _seats(self, seats: tuple[tuple[int, str], ...]) -> None:
        self._enter(SEATS, json.dumps(seats))
        self._set(seats=seats)

    # Rounds and cards

    def _begin_round(self) -> None:
        self._set(round=self.state.round + 1)
        self.written.rounds.append(
            {
                "table_id": self.desk.table_id,
                "number": self.state.round,
                "opening": print_head(begin(self.desk.rules, self.state.table), self.desk.rules),
                "first": self.state.head.count + 1,
                "began": self._now,
            }
        )

    def _end_round(self) -> None:
        self._reveal()
        self._close_round()
        self._begin_round()

    def _close_round(self) -> None:
        place = {"its_table": self.desk.table_id, "its_number": self.state.round}
        self.written.ended.append({**place, "at": self.state.head.count, "when": self._now})
        its = {"table_id": self.desk.table_id, "number": self.state.round}
        self.written.bettors += [{**its, "bettor": bettor, "net": net} for bettor, net in self.state.nets]
        self._set(nets=())

    def _fresh_table(self) -> None:
        """A table with fresh cards; whoever sat there still does."""
        rules = self.desk.rules
        fresh = open_table(rules, pit=rules.play.around.opening(rules))
        self._croupier.bring_fresh_cards()
        if self.state.round:
            self._close_round()
        cleared = fresh_picture(rules, self.state.table, fresh)
        self._set(table=fresh)
        self._begin_round()
        self._enter(TABLE, print_head(begin(rules, fresh), rules), shown=[cleared])
        self._commit_order()
        if "sit" in rules.play.around.notices:
            for seat, name in self.state.seats:
                self.take(Notice("sit", seat, name))

    def _commit_order(self) -> None:
        """The cards have come into another order. The one before is told, unless cards of it lie on the table."""
        order, number = Committed.holding(self._croupier.holding), self.state.shoe + 1
        entry = self._enter(SHOE, f"{number} {order.commitment}")
        self.written.shoes.append({"table_id": self.desk.table_id, "number": number, "entry": entry, **order._asdict()})
        ended = (*self.state.ended, *self._in_use())
        self._set(shoe=number, commitment=order.commitment, ended=ended, is_told=False)
        if not self.state.table.cards_on_layout():
            self._reveal()

    def _in_use(self) -> tuple[int, ...]:
        """The order that cards are dealt from."""
        return (self.state.shoe,) if self.state.shoe and not self.state.is_told else ()

    def _reveal(self) -> None:
        """Orders that are no longer in use."""
        for number in self.state.ended:
            entry = self._enter(REVEALED, str(number))
            place = {"its_table": self.desk.table_id, "its_number": number}
            self.written.revealed.append({**place, "at": entry})
        self._set(ended=())

    def _shuffle_by_hand(self) -> None:
        if needs_fresh_cards(self.desk.rules, self.state.table, self.desk.boxes):
            self._fresh_table()

    def _void(self) -> None:
        """The cards ran out where no rule says what then: every open wager goes back and fresh cards come."""
        self._post(returned(self.state.table))
        self._fresh_table()


# What the journal and the ledger say of a stroke, for whoever writes or audits it


def stamp(time: float) -> str:
    """When an entry was made.

    >>> stamp(0.5)
    '1970-01-01T00:00:00.500+00:00'
    """
    return datetime.fromtimestamp(time, UTC).isoformat(timespec="milliseconds")


def posted(posting: Posting, table_id: int) -> Row:
    """A posting at a table, whose layout is an account of its own."""
    place = {LAYOUT: f"{LAYOUT}:{table_id}"}
    return {
        "source": place.get(posting.source, posting.source),
        "target": place.get(posting.target, posting.target),
        "cents": posting.amount,
        "clause": str(posting.cite),
        "seat": posting.seat,
        "bettor": posting.bettor,
        "wager": posting.wager,
    }


def gained(posting: Posting) -> Cents:
    """What the bettor has by it, or has no longer."""
    mine = account(posting.bettor)
    return posting.amount * ((posting.target == mine) - (posting.source == mine))


def returned(table: Table) -> Iterator[Posting]:
    """Every open wager goes back: what a void round comes to."""
    for box in table.boxes:
        for wager in (*(wager for hand in box.hands for wager in hand.wagers), *box.wagers):
            if wager.net is None and wager.at_risk:
                place = house("a void round"), box.seat, wager.bettor, wager.kind
                yield Posting(LAYOUT, account(wager.bettor), wager.at_risk, *place)
