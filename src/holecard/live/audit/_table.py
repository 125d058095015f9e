"""Checks one table by replaying its journal: hash chain, rounds, cards, money, and the table's own row.

The journal is the reference, because its entries are chained by hashes. Every other row must agree with it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from types import TracebackType
from typing import NoReturn, Self

from sqlalchemy import Connection, Table, select

from holecard.engine.ask_and_answer import ask, open_table, resume
from holecard.engine.questions import Question, Role
from holecard.engine.rules import Rules
from holecard.house.house_file import Staff
from holecard.law.errors import Malformed
from holecard.live.audit._archived import Archived
from holecard.live.audit._cards import UNREADABLE, CardsAudit
from holecard.live.audit._packs import Packs
from holecard.live.audit._requests import RequestAudit, answered_by
from holecard.live.audit._verified import Checked, Verified
from holecard.live.audit.rows import Broken, Feed, Row, streamed
from holecard.live.store import schema
from holecard.live.store.book import stamp
from holecard.live.store.packs import STANDING, hash_of, opening_of
from holecard.live.store.vault import Vault
from holecard.live.table.draft import FLOOR, NUMBER, REVEALED, SEATS, SHOE
from holecard.live.table.house import rules_of
from holecard.live.table.recorded import gained, posted, returned, standing_text, wish_of
from holecard.live.table.state import holding_text, stored_cards
from holecard.record.journal import ANSWER, TABLE
from holecard.record.journal_check import GENESIS, Head, digest
from holecard.record.ledger import LAYOUT, Posting, postings
from holecard.record.notation import parse_head, parse_line, print_head
from holecard.record.transcript import begin, play_line

REPORT_EVERY = 200  # entries
WithPacked = Callable[[Iterator[Row]], Iterator[Row]]


class TableAudit:
    """Follows the journal of a table from its first entry to its last."""

    def __init__(
        self,
        connection: Connection,
        row: Row,
        vault: Vault,
        since: Verified | None = None,
        archived: Archived | None = None,
    ) -> None:
        self._row, self._vault, self._archived = row, vault, archived
        if archived is not None and (since is None or since.n < archived.verified.n):
            since = archived.verified
        self._rules = self._its_rules()
        self._table = open_table(self._rules)
        self._cards = CardsAudit(self._rules, vault, self._broken)
        self._head, self._time = Head(0, GENESIS), ""
        self.rounds = self.restores = 0
        self._round: Row = None  # the row of the current round
        self._is_over = self._opens = False  # what must come next
        self._beyond: list[Row] = []  # postings that the facts of the last entry do not explain
        self._nets: Counter[str] = Counter()
        self._layout = 0
        self._seats: list[tuple[int, str]] = []
        self._is_open, self._is_stopped = True, False
        self._staff = ""
        self._reading = ExitStack()
        self.requests, self._by = RequestAudit(connection, row), ""  # who made the current entry
        self._since, self.verified = since, since
        if since is not None:
            self._continue(connection, since)
        entries, noted = self._head.count, archived.noted if archived is not None else "{}"
        packs = Packs(connection, row.id, entries, noted, self._broken)
        self._entries = self._feed(connection, schema.entries, entries, "n", packed=packs.entries)
        self._rounds = self._feed(connection, schema.rounds, self.rounds, "number", packed=packs.rounds)
        self._shoes = self._feed(connection, schema.shoes, self._cards.shoes, "number")
        self._postings = self._feed(connection, schema.postings, entries, "entry", "id", packed=packs.postings)
        self._bettors = self._feed(connection, schema.round_bettors, max(self.rounds - 1, 0), "number", "bettor")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._reading.close()

    @property
    def checked(self) -> Checked:
        """How many entries, rounds, shoes and restores this audit has checked."""
        now = Checked(self._head.count, self.rounds, self._cards.shoes, self.restores)
        if (then := self._since) is None:
            return now
        had = then.checked
        if self._archived is not None and then.n == self._archived.verified.n:  # the round that began is not archived
            had = had._replace(rounds=had.rounds - 1)
        return Checked(*(done - before for done, before in zip(now, had, strict=True)))

    def run(self) -> Iterator[int]:
        """Follow the journal; yields now and then how many entries are done."""
        for n in range(self._head.count + 1, self._row.entries + 1):
            self._follow(n)
            if n % REPORT_EVERY == 0:
                yield n
        self._check_end()
        self.end()

    def end(self) -> None:
        """Check that no row is left that the journal does not explain."""
        for feed in (self._entries, self._rounds, self._shoes, self._postings, self._bettors):
            feed.end()

    def _feed(
        self, connection: Connection, table: Table, after: int, key: str, *then: str, packed: WithPacked = iter
    ) -> Feed:
        """The rows of this table after a number, in order; `then` orders those with the same number.

        An audit of everything reads all of them, whatever their number.
        """
        its = select(table).where(table.c.table_id == self._row.id).order_by(*(table.c[name] for name in (key, *then)))
        its = its if self._since is None else its.where(table.c[key] > after)

        def broken(row: Row, why: str) -> Broken:
            shown = row.id if table is schema.postings else " ".join(str(getattr(row, name)) for name in (key, *then))
            return self._broken(table.name, shown, why)

        rows = self._reading.enter_context(streamed(connection, its))
        return Feed(packed(rows), lambda row: getattr(row, key) or 0, broken)

    def _its_rules(self) -> Rules:
        try:
            return rules_of(self._row)
        except UNREADABLE as error:
            raise self._broken("tables", self._row.id, str(error)) from error

    # The journal

    def _follow(self, n: int) -> None:
        entry = self._chained(n)
        wanted = TABLE if self._opens else self._cards.wanted or entry.kind
        if entry.kind != wanted:
            raise self._entry_broken(f"is {entry.kind!r}, but {wanted!r} must come next")
        if entry.kind != TABLE:
            self._check_nothing_beyond()
        moved: list[Posting] = []
        self._by = ""
        match entry.kind:
            case kind if kind == TABLE:
                self._open(entry)
            case kind if kind == ANSWER:
                moved = self._answer(entry)
            case kind if kind == SHOE:
                self._cards.commit(entry, self._shoes, self._table)
            case kind if kind == REVEALED:
                self._cards.reveal(entry)
            case kind if kind == SEATS:
                self._sit(self._read_seats(entry.body))
            case kind if kind == NUMBER:
                self._by = self._cards.take_number(entry, self._table, self._seats)
            case kind if kind == STANDING:
                if entry.body != standing_text(*wish_of(entry.body)):
                    raise self._entry_broken("is no standing wish")
            case kind if kind == FLOOR:
                what, who, *_ = f"{entry.body} ".split(" ")
                self._by = "" if who == "house" or ":" in who else who
                self._direct(what)
            case kind:
                raise self._entry_broken(f"unknown kind of entry {kind!r}")
        if entry.round != self.rounds:
            raise self._entry_broken(f"says round {entry.round}, but belongs to round {self.rounds}")
        self.requests.follow(entry, self._by)
        found = self._postings.of(n)
        self._check_postings(found[: len(moved)], moved, n)
        self._beyond = found[len(moved) :]
        if self._is_over and not self._cards.is_due:
            self._end_round(last=n)
            self._begin_round(first=n + 1)
            self._keep()
        self._cards.reveals = self._cards.reveals and self._cards.is_due

    def _chained(self, n: int) -> Row:
        """The next entry, whose hash must follow from the one before."""
        found = self._entries.of(n)
        if not found:
            raise self._broken("entries", n, f"is missing: the table should have {self._row.entries} entries")
        entry = found[0]
        if digest(entry.n, entry.previous, entry.time, entry.kind, entry.body) != entry.hash:
            raise self._broken("entries", n, "does not match its hash")
        if entry.previous != self._head.hash:
            raise self._broken("entries", max(n - 1, 1), f"entry {n} names another hash for it")
        self._head, self._time = Head(n, entry.hash), entry.time
        return entry

    def _open(self, entry: Row) -> None:
        """Fresh cards. If a round was not over, it is void: every open wager was returned."""
        if self.rounds:
            back = list(returned(self._table))
            self._check_postings(self._beyond[: len(back)], back, entry.n - 1)
            self._beyond = self._beyond[len(back) :]
            self._check_nothing_beyond()
            self._end_round(last=entry.n - 1)
        self._table = open_table(self._rules, pit=self._rules.play.around.opening(self._rules))
        self._cards.bring_fresh()
        self._begin_round(first=entry.n)
        if entry.body != print_head(begin(self._rules, self._table), self._rules):
            raise self._entry_broken("is not a table with fresh cards")
        self._opens = False

    def _answer(self, entry: Row) -> list[Posting]:
        """Play an answer and return the money it moves."""
        if not self.rounds:
            raise self._entry_broken("comes before the table was opened")
        try:
            step = play_line(self._rules, self._table, parse_line(entry.body))
        except UNREADABLE as error:
            raise self._entry_broken(f"does not follow from the entries before it: {error}") from error
        if self._staff == Staff.STAFFED and step.question.who is Role.HOUSE:
            self._check_not_for_floor(ask(self._rules, step.table))
        self._cards.deal(step, entry.n)
        self._by = answered_by(self._rules, step)
        self._table = step.after
        self._is_over = self._cards.reveals = step.ends_round
        return [posting for fact in step.facts for posting in postings(fact)]

    def _direct(self, what: str) -> None:
        match what:
            case "open":
                self._is_open = self._opens = True
            case "close" | "retire":
                self._is_open = False
                self._cards.close()
            case "restore":
                self.restores += 1
                self._opens = True
            case "stop" | "resume":
                self._is_stopped = what == "stop"
            case "step" if self._is_stopped:
                pass
            case Staff.AUTOMATIC | Staff.STAFFED:
                self._staff = what
            case _:
                raise self._entry_broken(f"unknown direction {what!r}")

    def _sit(self, seats: list[tuple[int, str]]) -> None:
        """Only players themselves take a seat; the house may give one up."""
        self._by = "".join({name for _, name in seats} - {name for _, name in self._seats})
        self._seats = seats

    def _check_not_for_floor(self, question: Question) -> None:
        if question.who is Role.FLOOR:
            raise self._entry_broken("the house answers for a floorperson, but the house is staffed")

    def _read_seats(self, text: str) -> list[tuple[int, str]]:
        try:
            return [(seat, name) for seat, name in json.loads(text)]
        except (ValueError, TypeError) as error:
            raise self._entry_broken(f"the seats {text!r} can't be read") from error

    # From one audit to the next

    def _keep(self) -> None:
        """Keep where the next audit may begin: at the table's last round, unless money is still to be explained."""
        if self.rounds == self._row.round and not self._beyond:
            self.verified = self._state()

    def _state(self) -> Verified:
        return Verified(
            *(self._head.count, self._head.hash, self._time, self.rounds, self._cards.shoes, self.restores),
            opening=self._round.opening,
            holding=holding_text(self._cards.croupier.holding),
            unrevealed=list(self._cards.revealed_at),
            is_revealed=self._cards.is_revealed,
            numbers=dict(self._cards.numbers),
            is_fixed=self._cards.is_fixed,
            seats=self._seats,
            is_open=self._is_open,
            is_stopped=self._is_stopped,
            staff=self._staff,
        )

    def _continue(self, connection: Connection, since: Verified) -> None:
        """Take up where the last audit ended, if the entry that it ended with is still there."""
        rounds = schema.rounds.c
        if self._archived is None or since.n > self._archived.verified.n:  # an archived entry is no longer there
            self._check_there(connection, since)
        self._head, self._time = Head(since.n, since.hash), since.time
        self.rounds, self.restores = since.rounds, since.restores
        its = rounds.table_id == self._row.id, rounds.number == since.rounds
        self._round = connection.execute(select(schema.rounds).where(*its)).one_or_none()
        opening = opening_of(connection, self._row.id, since.rounds) if self._round is not None else ""
        if self._round is None or (opening, self._round.first) != (since.opening, since.n + 1):
            raise self._round_broken("does not start where the last audit ended")
        self._table, _ = resume(self._rules, parse_head(since.opening).table(self._rules))
        self._cards.resume(connection, self._row.id, since)
        self._seats = [(seat, name) for seat, name in since.seats]
        self._is_open, self._is_stopped, self._staff = since.is_open, since.is_stopped, since.staff

    def _check_there(self, connection: Connection, since: Verified) -> None:
        try:
            last = hash_of(connection, self._row.id, since.n)
        except Malformed as error:
            raise self._broken("entries", since.n, f"its pack can't be read: {error}") from error
        if last != since.hash:
            raise self._broken("entries", since.n, "is not the entry that the last audit ended with")

    # Rounds

    def _begin_round(self, first: int) -> None:
        self.rounds += 1
        rows = self._rounds.of(self.rounds)
        if not rows:
            raise self._round_broken("is missing")
        self._round = rows[0]
        if self._round.opening != print_head(begin(self._rules, self._table), self._rules):
            raise self._round_broken("does not start where the round before it ended")
        if self._round.first != first or stamp(self._round.began) != self._time:
            raise self._round_broken(f"its row differs: it began with entry {first} at {self._time}")

    def _end_round(self, last: int) -> None:
        row = self._round
        if row.last != last or row.ended is None or stamp(row.ended) != self._time:
            raise self._round_broken(f"its row differs: it ended with entry {last} at {self._time}")
        if self._layout:
            raise self._round_broken(f"is over, but {self._layout} cents are still on the layout")
        bettors = self._bettors.of(self.rounds)
        found = {bettor.bettor: bettor.net for bettor in bettors}
        for name in sorted(found.keys() | self._nets.keys()):
            if found.get(name) != self._nets.get(name):
                why = f"says {found.get(name)} cents, but it was {self._nets.get(name)}"
                raise self._broken("round_bettors", f"{self.rounds} {name}", why)
        for bettor in bettors:
            if bettor.ended != row.ended:
                why = f"says it ended at {bettor.ended}, but it was {row.ended}"
                raise self._broken("round_bettors", f"{self.rounds} {bettor.bettor}", why)
        self._nets.clear()
        self._is_over = False

    # Money

    def _check_postings(self, found: list[Row], moved: list[Posting], n: int) -> None:
        """Check that these rows are that money, in that order."""
        for row, posting in zip(found, moved, strict=False):
            wanted = posted(posting, self._row.id) | {"entry": n, "round": self.rounds}
            for name, value in wanted.items():
                if getattr(row, name) != value:
                    raise self._broken("postings", row.id, f"its {name} should be {value!r}, by entry {n}")
            if stamp(row.time) != self._time:
                raise self._broken("postings", row.id, f"its time should be {self._time}, by entry {n}")
            self._layout += posting.amount * ((posting.target == LAYOUT) - (posting.source == LAYOUT))
            if posting.bettor:
                self._nets[posting.bettor] += gained(posting)
        if len(found) < len(moved):
            raise self._broken("postings", f"of entry {n}", f"{len(moved) - len(found)} are missing")

    def _check_nothing_beyond(self) -> None:
        if self._beyond:
            raise self._broken("postings", self._beyond[0].id, "no fact of its entry explains this money")

    # The end of the journal

    def _check_end(self) -> None:
        row = self._row
        if row.head != self._head.hash:
            self._differs("head", self._head.hash)
        if self._cards.is_shuffled or self._cards.reveals or self._opens:
            raise self._entry_broken("is the last entry, but the stroke is not complete")
        self.requests.end()
        self._check_nothing_beyond()
        if self.rounds and not (self._round.last is None and self._round.ended is None):
            raise self._round_broken("its row says it is over, but it is not")
        wagered = sum(posting.amount for posting in returned(self._table))
        if self._layout != wagered:
            raise self._round_broken(f"has open wagers of {wagered} cents, but {self._layout} cents on the layout")
        self._cards.check_unrevealed()
        for name, value in (("round", self.rounds), ("shoe", self._cards.shoes)):
            if getattr(row, name) != value:
                self._differs(name, value)
        self._check_holding()
        if self._staff and row.staff != self._staff:
            self._differs("staff", self._staff)
        if not row.is_retired:
            for name, value in (("is_open", self._is_open), ("is_stopped", self._is_stopped)):
                if getattr(row, name) is not value:
                    self._differs(name, value)
            if row.seats != json.dumps(self._seats):
                self._differs("seats", json.dumps(self._seats))

    def _check_holding(self) -> None:
        try:
            _, held = stored_cards(self._row, self._vault)
        except UNREADABLE as error:
            raise self._broken("tables", self._row.id, f"its holding can't be read: {error}") from error
        right = self._cards.croupier.holding
        if held.burned is None:  # an earlier version did not keep it
            right = right._replace(burned=None)
        if self.rounds and held != right:
            self._differs("holding", "the rest of the committed cards")

    # Findings

    def _broken(self, kind: str, key: object, why: str) -> Broken:
        return Broken(kind, key, why, self._row)

    def _entry_broken(self, why: str) -> Broken:
        return self._broken("entries", self._head.count, why)

    def _round_broken(self, why: str) -> Broken:
        return self._broken("rounds", self.rounds, why)

    def _differs(self, name: str, right: object) -> NoReturn:
        raise self._broken("tables", self._row.id, f"its {name} should be {right}")
