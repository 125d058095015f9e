"""Checks a table whose rules this version does not have: hashes, cards and money, but not the play itself.

Nothing can be replayed without the rules. What is left is still checked: the chain of entries, the rounds that they
name, the committed orders, and every posting: a round's money adds up, and nothing stays on the layout.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Final

from sqlalchemy import Connection, select

from holecard.engine.rules import Rules
from holecard.games import find
from holecard.law.clauses import house
from holecard.law.errors import Malformed, Refused
from holecard.live.audit._table import TableAudit
from holecard.live.audit._verified import Verified
from holecard.live.audit.rows import Row
from holecard.live.store import schema
from holecard.live.store.book import stamp
from holecard.live.table.draft import FLOOR, REVEALED, SHOE
from holecard.live.table.recorded import gained
from holecard.record.journal import TABLE
from holecard.record.journal_check import Head
from holecard.record.ledger import LAYOUT, Posting
from holecard.values.money import Odds, cents

NAMED: Final = "game ", "rules ", "set "  # lines of an opening
STAND_IN: Final = "reference"  # whose rules are asked nothing here


class HashedAudit(TableAudit):
    """Follows the journal of a table without playing it."""

    def _its_rules(self) -> Rules:
        return find(STAND_IN).configure()

    def _continue(self, connection: Connection, since: Verified) -> None:
        """Take up behind the archived part; only the hashes, rounds and orders matter."""
        self._head, self._time, self.rounds = Head(since.n, since.hash), since.time, since.rounds
        rounds = schema.rounds.c
        its = rounds.table_id == self._row.id, rounds.number == since.rounds
        self._round = connection.execute(select(schema.rounds).where(*its)).one_or_none()
        if self._round is None or self._round.first != since.n + 1:
            raise self._round_broken("does not start where the archive ended")
        self._cards.resume_orders(connection, self._row.id, since)

    def _follow(self, n: int) -> None:
        before = self._time
        entry = self._chained(n)
        if entry.round != self.rounds:
            self._next_round(entry, before)
        match entry.kind:
            case kind if kind == TABLE:
                named = dict(line.split(" ", 1) for line in entry.body.splitlines() if line.startswith(NAMED))
                if (named.get("game"), named.get("rules")) != (self._row.game, self._row.rules_hash):
                    raise self._broken("tables", self._row.id, f"was opened under other rules, by entry {n}")
                self._check_options(dict(option.split("=", 1) for option in named.get("set", "").split()))
            case kind if kind == SHOE:
                self._cards.take(entry, self._shoes)
            case kind if kind == REVEALED:
                if self._cards.revealed_at.pop(int(entry.body), None) != n:
                    raise self._broken("shoes", entry.body, f"its row differs: entry {n} revealed it")
            case kind if kind == FLOOR and entry.body.startswith("void "):
                self._is_over = True
        self._add_up(entry)

    def _check_options(self, opened: dict[str, str]) -> None:
        """The row must have the options that the opening names. One that the opening leaves out was the default, which
        only a version that has the rules can tell."""
        given: dict[str, str] = json.loads(self._row.options)
        if any(not _are_equal(str(given.get(name)), value) for name, value in opened.items()) or (
            self._has_its_rules(opened) and not self._has_its_rules(given)
        ):
            shown = ", ".join(f"{name}={value}" for name, value in opened.items()) or "the defaults"
            self._differs("options", f"those of entry {self._head.count}: {shown}")

    def _has_its_rules(self, options: dict[str, str]) -> bool:
        """Whether this version makes the table's rules of these options."""
        try:
            return bool(find(self._row.game).configure(options).hash == self._row.rules_hash)
        except (Malformed, Refused):
            return False

    def _next_round(self, entry: Row, before: str) -> None:
        if entry.round != self.rounds + 1:
            raise self._entry_broken(f"says round {entry.round} after round {self.rounds}")
        if self.rounds:
            self._close_round(entry.n - 1)
        self.rounds += 1
        rows = self._rounds.of(self.rounds)
        if not rows:
            raise self._round_broken("is missing")
        self._round = rows[0]
        if self._round.first != entry.n or stamp(self._round.began) not in (before, entry.time):
            raise self._round_broken(f"its row differs: it began with entry {entry.n}")

    def _between_rounds(self) -> None:
        """The last entry ended a round, and the next one has a row but no entry yet."""
        following = self._rounds.of(self.rounds + 1)
        if not following or following[0].first != self._head.count + 1 or following[0].ended is not None:
            raise self._round_broken("its row says it is over, but it is not")
        self._close_round(self._head.count)
        self.rounds, self._round = self.rounds + 1, following[0]

    def _close_round(self, last: int) -> None:
        row = self._round
        if row.last != last or row.ended is None:
            raise self._round_broken(f"its row differs: it ended with entry {last}")
        self._time = stamp(row.ended)
        self._end_round(last)

    def _add_up(self, entry: Row) -> None:
        """Add the money of an entry to the layout and to what each bettor has won or lost."""
        layout, cite = f"{LAYOUT}:{self._row.id}", house("a void round")
        for row in self._postings.of(entry.n):
            if row.round != entry.round or stamp(row.time) != entry.time:
                raise self._broken("postings", row.id, f"its round or time is not that of entry {entry.n}")
            self._layout += row.cents * ((row.target == layout) - (row.source == layout))
            if row.bettor:
                moved = Posting(row.source, row.target, row.cents, cite, row.seat, row.bettor, row.wager)
                self._nets[row.bettor] += gained(moved)

    def _check_end(self) -> None:
        row = self._row
        if row.head != self._head.hash:
            self._differs("head", self._head.hash)
        if self.rounds and self._is_over:
            self._close_round(self._round.last)
        elif self.rounds and self._round.ended is not None:
            self._between_rounds()
        self._cards.check_unrevealed()
        for name, value in (("round", self.rounds), ("shoe", self._cards.shoes)):
            if getattr(row, name) != value:
                self._differs(name, value)


def _are_equal(one: str, other: str) -> bool:
    """Whether two texts are the same value of an option. The row has it as the house file does, which may write 10 for
    10.00.

    >>> _are_equal("10", "10.00"), _are_equal("011:1", "11:1"), _are_equal("yes", "no"), _are_equal("10", "11:1")
    (True, True, False, False)
    """
    for read in (cents, Odds.parse):
        with suppress(Malformed):
            return read(one) == read(other)
    return one == other
