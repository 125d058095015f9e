"""The next stroke as a draft: an answer, then everything the house does, written down for the store.

Nothing here touches the database or sends anything. A refused draft is thrown away, and nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from holecard.engine.adjacent import boxes_apart
from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import (
    NO_MORE_BETS,
    Answer,
    Decide,
    Draw,
    Facts,
    Irregularity,
    Notice,
    PitStep,
    PlaceWagers,
    Question,
    Role,
    RoundOver,
    TakeBack,
    answered_by_house,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.house.croupier import Croupier, waived
from holecard.house.fresh_cards import needs_fresh_cards
from holecard.house.house_file import Staff
from holecard.law.clauses import house
from holecard.law.errors import HolecardError, Refused
from holecard.live.store.book import stamp
from holecard.live.store.driver import Row
from holecard.live.store.packs import STANDING
from holecard.live.store.vault import NO_VAULT, Vault, dealt_place, holding_place
from holecard.live.store.writing import Written
from holecard.live.table._pictures import fresh_picture, pictures
from holecard.live.table.fairness import Committed
from holecard.live.table.mixing import gives_faces, number_text
from holecard.live.table.recorded import gained, posted, returned, seats_text, standing_text
from holecard.live.table.state import State, dealt_text, holding_text
from holecard.live.table.views import Event, View, event, told_of
from holecard.pit.shuffle_and_cut import awaits_first_player
from holecard.pit.tasks import AFTER_A_FAILURE, VIEW_BURN
from holecard.record.journal import ANSWER, TABLE
from holecard.record.journal_check import Head, make_entry
from holecard.record.ledger import Posting, postings
from holecard.record.notation import print_head, print_line
from holecard.record.transcript import begin, line_of
from holecard.values.cards import HIDDEN
from holecard.values.money import Cents
from holecard.values.shoe import NotInShoe

SHOE: Final = "shoe"  # an order of the cards is committed
REVEALED: Final = "revealed"  # and published
SEATS: Final = "seats"
NUMBER: Final = "number"  # a player's number, which mixes the current order
FLOOR: Final = "floor"  # the floorperson opened, closed, stopped or resumed the table; the house retired or staffed it

RECUT: Final = "recut"

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
    staff: Staff = Staff.AUTOMATIC
    certified: bool = False  # it is opened only while a certified dealer is signed in
    vault: Vault = NO_VAULT


@dataclass
class Draft:
    """A stroke in the making, starting from a state."""

    desk: Desk
    state: State
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.written = Written(table_id=self.desk.table_id, epoch=self.desk.epoch, row={})
        self._has_cards = False  # whether the croupier was needed
        self._now, self._stamp = self.desk.clock(), ""

    @property
    def question(self) -> Question:
        return ask(self.desk.rules, self.state.table)

    @property
    def _croupier(self) -> Croupier:
        """The croupier with the cards of this table; most bets and many decisions need none."""
        if not self._has_cards:
            self.desk.croupier.holding, self._has_cards = self.state.holding, True
        return self.desk.croupier

    # What happens

    def take(self, value: Answer, by_house: bool = False) -> Facts:
        """Answer the open question. With `by_house` the house answers in a person's place, and is named."""
        rules, before, question = self.desk.rules, self.state.table, self.question
        table, facts = answer(rules, before, question, value)
        question = answered_by_house(question) if by_house else question
        line = line_of(before, question, value, facts)
        told = told_of(rules, before, question, value, facts)
        head = self._write(ANSWER, print_line(line), told, pictures(rules, before, question, value, table, facts))
        moved = [posting for fact in facts for posting in postings(fact)]
        nets = self._post(moved, head.count) if moved else self.state.nets
        is_fixed = self.state.is_fixed or gives_faces(question, value)
        self._set(table=table, head=head, nets=nets, is_fixed=is_fixed)
        if self._is_reordered(table):
            self._commit_order()
        if isinstance(question, RoundOver) and not table.boxes:
            self._end_round()
        return facts

    def _is_reordered(self, table: Table) -> bool:
        """Whether the cards came into a new order with this answer."""
        if not self._has_cards and table.pit.shuffles == self.state.holding.shuffles:
            return False
        return self._croupier.follow(table)

    def give_back_apart(self) -> None:
        """When time is up: the house gives back the wagers that may not stand apart from a player's other boxes."""
        for seat, bettor in boxes_apart(self.desk.rules, self.state.table):
            self.take(TakeBack(seat, bettor), by_house=True)

    def tell(self, notice: Notice) -> None:
        """Tell the table something; if it shows a card, the croupier has it."""
        shown = self._croupier.show(notice)
        if gives_faces(self.question, shown):
            self._fix_order()
            shown = self._croupier.show(notice)
        if notice.what == VIEW_BURN and shown.card is None and HIDDEN in self.state.table.rack:
            why = "an earlier version burned this card and did not store it: ask after the next shuffle"
            raise Refused(notice.what, cite=house("the burned card"), why=why)
        self.take(shown)

    def go_wrong(self, mishap: Irregularity) -> None:
        """Report an irregularity; if it shows a card, the card comes from the shoe."""
        self._fix_order()
        self.take(self._croupier.go_wrong(self.state.table, self.question, mishap))

    def run_house(self) -> None:
        """Do everything that no player and no floorperson has to answer."""
        if self.state.is_stopped or not self.state.is_open:
            return
        for _ in range(MOST_STEPS):
            question = self.question
            if isinstance(question, PlaceWagers):
                self._shuffle_by_hand()
                return
            if self._waits_a_moment(question) or not self._answer_for_house(question):
                return
        raise HolecardError(f"the house took {MOST_STEPS} steps without an end: check the game's definition")

    def step(self) -> None:
        """Let the house do one thing while play is stopped: one card, a light, "no more bets"."""
        question = self.question
        if isinstance(question, PlaceWagers) and self.state.table.boxes:
            self.give_back_apart()
            self.take(NO_MORE_BETS)
        elif not self._answer_for_house(Draw(question.dues[:1]) if isinstance(question, Draw) else question):
            who = "first player" if awaits_first_player(self.state.table) else question.who
            why = f"the table waits for {getattr(question, 'bettor', '') or f'the {who}'}"
            raise Refused("step", cite=house("the order of play"), why=why)

    def _answer_for_house(self, question: Question) -> bool:
        """Answer for the house, or for a player who wished it so. Returns False if the question is not the house's."""
        if isinstance(question, PitStep) and question.who is Role.BETTOR and question.bettor in self.state.unasked:
            self.take(waived(question), by_house=True)
            return True
        if isinstance(question, Decide):  # always a player's
            return False
        if gives_faces(question):
            self._fix_order()
        try:
            value = self._croupier.reply(self.state.table, question)
        except NotInShoe:  # the rules have no remedy for it
            self._void()
            return True
        if value is None or self._waits_for_floor(question):
            return False
        try:
            self.take(value, by_house=question.who is Role.FLOOR)
        except Refused:
            if not isinstance(value, Irregularity):
                raise
            self._void()  # there are too few discards for the rules' remedy
        return True

    def _waits_a_moment(self, question: Question) -> bool:
        """Whether a staffed house gives a floorperson a moment: to report an error before the cards are collected,
        or to order another cut before the shoe is loaded. In an automatic house they stop play for it."""
        around = self.desk.rules.play.around
        if self.desk.staff is not Staff.STAFFED:
            return False
        if isinstance(question, RoundOver):
            return bool(around.irregularities)
        loads = isinstance(question, PitStep) and question.step == "load-shoe"
        return loads and RECUT in around.notices and bool(self.state.table.pit.cuts)

    def collect(self) -> None:
        """The moment after a settled round is over: the dealer collects its cards, and the house goes on."""
        self._answer_for_house(self.question)
        self.run_house()

    def _waits_for_floor(self, question: Question) -> bool:
        """Whether the house leaves this to a floorperson. Something broken is theirs to look at in any house."""
        if question.who is not Role.FLOOR:
            return False
        broken = isinstance(question, PitStep) and question.step in AFTER_A_FAILURE
        return broken or self.desk.staff is Staff.STAFFED

    def open(self) -> None:
        """Open a new table. Its journal says who answers where a clause asks for a floorperson."""
        self._fresh_table()
        self._enter(FLOOR, f"{self.desk.staff} house")
        self.run_house()

    def sit(self, seat: int, name: str, unasked: bool = False) -> None:
        if unasked:
            self.prefer(name, unasked)
        if "sit" in self.desk.rules.play.around.notices:
            self.take(Notice("sit", seat, name))
        self._seats((*self.state.seats, (seat, name)))
        self.run_house()

    def prefer(self, name: str, unasked: bool) -> None:
        """A player's standing wish. The dealer still offers; the house then answers in the player's name, at once."""
        if unasked != (name in self.state.unasked):
            self._enter(STANDING, standing_text(name, unasked))
            self._set(unasked=self.state.unasked ^ {name})

    def leave(self, name: str) -> None:
        if "leave" in self.desk.rules.play.around.notices and name in dict(self.state.table.pit.seated).values():
            self.take(Notice("leave", 0, name))
        self.prefer(name, unasked=False)
        self._seats(tuple((seat, who) for seat, who in self.state.seats if who != name))

    def contribute(self, name: str, number: str) -> None:
        """A seated player's number, which mixes the current order."""
        self._enter(NUMBER, number_text(self.state.shoe, name, number))
        self._set(numbers=(*self.state.numbers, (name, number)))

    def floor(self, said: str, **changes: bool) -> None:
        """The floorperson stops or resumes play."""
        self._enter(FLOOR, said)
        self._set(**changes)
        self.run_house()

    def close(self, said: str) -> None:
        """Take the cards away and reveal their order: none of them is dealt any more."""
        self._enter(FLOOR, said)
        self._set(is_open=False, is_revealed=True, ended=(*self.state.ended, *self._in_use()))
        self._reveal()

    def open_again(self, said: str) -> None:
        """Open a closed table with fresh cards."""
        self._enter(FLOOR, said)
        self._set(is_open=True)
        self._fresh_table()
        self.run_house()

    def restore(self, said: str) -> None:
        """Start again after a backup was restored: its cards may have been dealt since, so none is dealt on.

        The open round is void, its wagers are returned, and the old order is revealed.
        """
        self._enter(FLOOR, said)
        self._void()

    # Writing it down

    def finish(self, request: Row | None = None) -> Written:
        """The rows of the whole stroke."""
        cards = self._cards()
        state, written = self.state, self.written
        written.row = {
            "entries": state.head.count,
            "head": state.head.hash,
            "round": state.round,
            "shoe": state.shoe,
            **cards,
            "seats": seats_text(state.seats),
            "is_open": state.is_open,
            "is_stopped": state.is_stopped,
        }
        written.requests += [request] if request is not None else []
        return written

    def _cards(self) -> Row:
        """What to store of the cards, null where it is as it was: their order, or how far it has been dealt."""
        if not self._has_cards:
            return {"holding": None, "dealt": None}
        held, whole, vault = self._croupier.holding, self.state.whole, self.desk.vault
        dealt = dealt_text(whole, held) if whole is not None else None
        if dealt is None:
            self._set(holding=held, whole=held)
            return {"holding": vault.seal(holding_text(held), holding_place(self.desk.table_id)), "dealt": ""}
        self._set(holding=held)
        return {"holding": None, "dealt": vault.seal(dealt, dealt_place(self.desk.table_id))}

    def _set(self, **changes: Any) -> None:
        self.state = self.state._replace(**changes)

    def _enter(self, kind: str, body: str, told: View | None = None, shown: list[View] | None = None) -> int:
        head = self._write(kind, body, told, shown)
        self._set(head=head)
        return head.count

    def _write(self, kind: str, body: str, told: View | None, shown: list[View] | None) -> Head:
        """Write an entry and tell of it. Returns the journal's new head."""
        self._stamp = self._stamp or stamp(self._now)
        entry = make_entry(self.state.head, self._stamp, kind, body)
        n, previous, time, kind, body, hashed = entry
        self.written.entries.append(
            {
                "n": n,
                "previous": previous,
                "time": time,
                "kind": kind,
                "body": body,
                "hash": hashed,
                "table_id": self.desk.table_id,
                "round": self.state.round,
            }
        )
        made = event(entry, told)
        made["pictures"] = shown or []
        self.events.append(made)
        return Head(n, hashed)

    def _post(self, moved: Iterable[Posting], entry: int) -> tuple[tuple[str, Cents], ...]:
        """Write the money that moves with an entry. Returns what each bettor has won or lost with it."""
        table_id, nets = self.desk.table_id, dict(self.state.nets)
        place = {"time": self._now, "table_id": table_id, "entry": entry, "round": self.state.round}
        for posting in moved:
            self.written.postings.append({**place, **posted(posting, table_id)})
            if posting.bettor:
                nets[posting.bettor] = nets.get(posting.bettor, 0) + gained(posting)
        return tuple(sorted(nets.items()))

    def _seats(self, seats: tuple[tuple[int, str], ...]) -> None:
        self._enter(SEATS, seats_text(seats))
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
        self.written.bettors += [{**its, "bettor": who, "net": net, "ended": self._now} for who, net in self.state.nets]
        self._set(nets=())

    def _fresh_table(self) -> None:
        """Start again with fresh cards; the players keep their seats."""
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
        """Commit to the new order of the cards. Reveal the old one, unless its cards are on the table."""
        order, number = Committed.holding(self._croupier.holding), self.state.shoe + 1
        entry = self._enter(SHOE, f"{number} {order.commitment}")
        sealed = order.sealed(self.desk.vault, self.desk.table_id, number)
        self.written.shoes.append({"table_id": self.desk.table_id, "number": number, "entry": entry, **sealed})
        ended, orders = (*self.state.ended, *self._in_use()), (*self.state.orders, (number, order))
        self._set(shoe=number, commitment=order.commitment, ended=ended, is_revealed=False, orders=orders)
        self._set(numbers=(), is_fixed=False)
        if not self.state.table.cards_on_layout():
            self._reveal()

    def _fix_order(self) -> None:
        """Mix the current order with the numbers that players gave: a card of it is about to get a face."""
        if self.state.numbers and not self.state.is_fixed:
            order = dict(self.state.orders)[self.state.shoe]
            self._croupier.mix(order.dealt(self.state.numbers), self.state.table.pit.cuts)
        self._set(is_fixed=True)

    def _in_use(self) -> tuple[int, ...]:
        """The order that is being dealt, unless it is revealed."""
        return (self.state.shoe,) if self.state.shoe and not self.state.is_revealed else ()

    def _reveal(self) -> None:
        """Reveal the orders that are no longer in use."""
        orders = dict(self.state.orders)
        for number in self.state.ended:
            entry = self._enter(REVEALED, str(number))
            place = {"its_table": self.desk.table_id, "its_number": number}
            self.written.revealed.append({**place, "at": entry, **orders.pop(number).revealed()})
        self._set(ended=(), orders=tuple(orders.items()))

    def _shuffle_by_hand(self) -> None:
        if needs_fresh_cards(self.desk.rules, self.state.table, self.desk.boxes):
            self._fresh_table()

    def _void(self) -> None:
        """Return every open wager and bring fresh cards: the cards ran out, and no rule says what to do."""
        self._set(nets=self._post(returned(self.state.table), self.state.head.count))
        self._fresh_table()
