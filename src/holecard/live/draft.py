"""What would happen at a table: an answer, then everything the house does by itself, written down for the store.

Nothing here touches the database or tells anybody. A draft that is refused is thrown away, and nothing has changed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from holecard.croupier import Croupier
from holecard.engine import answer, ask, open_table
from holecard.errors import HolecardError
from holecard.journal import ANSWER, TABLE
from holecard.journal_check import Head, make_entry
from holecard.law import house
from holecard.ledger import LAYOUT, account, postings
from holecard.live.driver import Row
from holecard.live.fairness import Committed
from holecard.live.state import State, holding_text
from holecard.live.views import Event, event
from holecard.live.writing import Written
from holecard.money import Cents
from holecard.notation import print_head, print_line
from holecard.questions import Answer, Facts, Irregularity, Notice, PlaceWagers, Question, RoundOver
from holecard.rules import Rules
from holecard.shoe import NotInShoe
from holecard.transcript import Line, begin, line_of

SHOE: Final = "shoe"  # an order of the cards is committed
REVEALED: Final = "revealed"  # and told
SEATS: Final = "seats"
FLOOR: Final = "floor"  # the floorperson opened, closed, stopped or resumed the table

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
        self._enter(ANSWER, print_line(line), line)
        self._post(facts)
        self._set(table=table)
        if self._croupier.follow(table):
            self._commit_order()
        if isinstance(question, RoundOver) and not table.boxes:
            self._end_round()
        return facts

    def go_wrong(self, mishap: Irregularity) -> None:
        """Something went wrong, as the floorperson says; a card that it shows comes from the shoe."""
        held, left = self._croupier.holding, self.state.table.stock.size
        self.take(self._croupier.go_wrong(mishap))
        if self.state.table.stock.size == left:  # it took no card after all
            self._croupier.holding = held

    def run_house(self) -> None:
        """Everything that is not a player's or the floorperson's to answer."""
        if self.state.is_stopped or not self.state.is_open:
            return
        for _ in range(MOST_STEPS):
            question = self.question
            if isinstance(question, PlaceWagers):
                self._shuffle_by_hand()
                return
            try:
                value = self._croupier.reply(self.state.table, question)
            except NotInShoe:  # where the rules know no remedy
                self._void()
                return
            if value is None:
                return
            self.take(value)
        raise HolecardError("the house never comes to an end")

    def open(self) -> None:
        """The first entry of a table."""
        self._fresh_table()
        self.run_house()

    def sit(self, seat: int, name: str) -> None:
        if "sit" in self.desk.rules.play.notices:
            self.take(Notice("sit", seat, name))
        self._seats((*self.state.seats, (seat, name)))
        self.run_house()

    def leave(self, name: str) -> None:
        if "leave" in self.desk.rules.play.notices and name in dict(self.state.table.pit.seated).values():
            self.take(Notice("leave", 0, name))
        self._seats(tuple((seat, who) for seat, who in self.state.seats if who != name))

    def floor(self, said: str, **changes: bool) -> None:
        """The floorperson opens or closes the table, stops or resumes play."""
        self._enter(FLOOR, said)
        self._set(**changes)
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

    def _enter(self, kind: str, body: str, line: Line | None = None) -> int:
        time = datetime.fromtimestamp(self._now, UTC).isoformat(timespec="milliseconds")
        entry = make_entry(self.state.head, time, kind, body)
        self._set(head=Head(entry.n, entry.hash))
        row = {**entry._asdict(), "table_id": self.desk.table_id, "round": self.state.round}
        self.written.entries.append(row)
        self.events.append(event(entry, line))
        return entry.n

    def _post(self, facts: Facts) -> None:
        for fact in facts:
            for posting in postings(fact):
                self._posting(
                    posting.source, posting.target, posting.amount, str(posting.cite), posting.seat, posting.bettor,
                    posting.wager,
                )  # fmt: skip

    def _posting(self, source: str, target: str, cents: Cents, clause: str, seat: int, bettor: str, wager: str) -> None:
        place = f"{LAYOUT}:{self.desk.table_id}"
        self.written.postings.append(
            {
                "time": self._now,
                "table_id": self.desk.table_id,
                "entry": self.state.head.count,
                "round": self.state.round,
                "source": place if source == LAYOUT else source,
                "target": place if target == LAYOUT else target,
                "cents": cents,
                "clause": clause,
                "seat": seat,
                "bettor": bettor,
                "wager": wager,
            }
        )
        if bettor:
            moved = cents * ((target == account(bettor)) - (source == account(bettor)))
            nets = Counter(dict(self.state.nets))
            nets[bettor] += moved
            self._set(nets=tuple(nets.items()))

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
        fresh = open_table(rules, pit=rules.play.opening(rules))
        self._croupier.bring_fresh_cards()
        if self.state.round:
            self._close_round()
        self._set(table=fresh)
        self._begin_round()
        self._enter(TABLE, print_head(begin(rules, fresh), rules))
        self._commit_order()
        self._reveal()

    def _commit_order(self) -> None:
        order = Committed.holding(self._croupier.holding)
        old, number = self.state.shoe, self.state.shoe + 1
        entry = self._enter(SHOE, f"{number} {order.commitment}")
        self.written.shoes.append({"table_id": self.desk.table_id, "number": number, "entry": entry, **order._asdict()})
        self._set(shoe=number, commitment=order.commitment, ended=(*self.state.ended, *((old,) if old else ())))

    def _reveal(self) -> None:
        """Orders that are no longer in use, once no card of them lies face down."""
        for number in self.state.ended:
            entry = self._enter(REVEALED, str(number))
            place = {"its_table": self.desk.table_id, "its_number": number}
            self.written.revealed.append({**place, "at": entry})
        self._set(ended=())

    def _shuffle_by_hand(self) -> None:
        """A game without a pit has no cover card: fresh cards come when few are left."""
        rules, table = self.desk.rules, self.state.table
        few = max(rules.decks * 13, self.desk.boxes * 10)
        if not rules.play.pit and not table.boxes and table.stock.size < few:
            self._fresh_table()

    def _void(self) -> None:
        """The cards ran out where no rule says what then: every open wager goes back and fresh cards come."""
        for box in self.state.table.boxes:
            wagers = (*(wager for hand in box.hands for wager in hand.wagers), *box.wagers)
            for wager in wagers:
                if wager.net is None and wager.at_risk:
                    self._posting(
                        LAYOUT, account(wager.bettor), wager.at_risk, str(house("a void round")), box.seat,
                        wager.bettor, wager.kind,
                    )  # fmt: skip
        self._fresh_table()
