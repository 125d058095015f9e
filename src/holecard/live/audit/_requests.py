"""Checks that what people did at a table has its request, as long as the house remembers requests.

A request that is gone could be sent and done a second time. The journal is the reference: a person's answer, bet,
direction, number or new seat in it came with a request of that person, whose reply names the last entry of the stroke.
All entries of a stroke have the same time. Some requests write no entry, such as *ready*. So the table's row also says
what the marks of all its requests add up to (`mark_of_request`).
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from typing import Final

from sqlalchemy import Connection, select

from holecard.engine.adjacent import boxes_apart
from holecard.engine.questions import Act, Bets, Decide, Offer, PitStep, Role, TakeBack
from holecard.engine.rules import Rules
from holecard.live.audit.rows import Row, streamed
from holecard.live.store import schema
from holecard.live.store.book import stamp
from holecard.live.store.writing import mark_of_request
from holecard.live.table.house import REPEATS
from holecard.record.transcript import Step

DIFFERENT: Final = "are not those that the table remembers: one was deleted, changed or added"
MARGIN: Final = 3600.0  # seconds for which a request may be forgotten a little early


def remembered_since() -> str:
    """The time from which on every request must be there."""
    return stamp(time.time() - REPEATS + MARGIN)


class RequestAudit:
    """Follows a table's journal and compares it with the table's requests."""

    def __init__(self, connection: Connection, table: Row) -> None:
        self.finding: tuple[str, str] | None = None  # the first: of which request, and why; other rows are named first
        self._since = remembered_since()
        self._people: defaultdict[int, set[str]] = defaultdict(set)  # by the entry that the reply names
        self._waiting: list[tuple[int, str]] = []  # what a person did in this stroke, and has no request yet
        self._time = ""
        requests, accounts = schema.requests.c, schema.accounts.c
        joined = schema.requests.join(schema.accounts, requests.account == accounts.id)
        its, marks = select(schema.requests, accounts.name).select_from(joined), 0
        with streamed(connection, its.where(requests.table_id == table.id)) as rows:
            for row in rows:
                marks += mark_of_request(row._asdict())
                seq = int(json.loads(row.answer)["seq"])
                if seq > table.entries:
                    self.finding = self.finding or (row.key, f"of {row.name} names an entry that is not there")
                self._people[seq].add(row.name)
        self._differs = (f"to table {table.id}", DIFFERENT) if marks != table.remembered else None

    @property
    def found(self) -> tuple[str, str] | None:
        """Once the journal was followed: what is wrong. A request that an entry tells of is named itself."""
        return self.finding or self._differs

    def follow(self, entry: Row, by: str) -> None:
        """The next entry; `by` is the person who caused it, if the entry says so."""
        if entry.time != self._time:
            self.end()
            self._time = entry.time
        if by and entry.time >= self._since:
            self._waiting.append((entry.n, by))
        here = self._people.get(entry.n, ())
        self._waiting = [(n, name) for n, name in self._waiting if name not in here]

    def end(self) -> None:
        """The stroke is over: everything that people did in it must have its request."""
        if self._waiting:
            n, name = self._waiting[0]
            why = f"is missing: {name} made this entry with a request"
            self.finding = self.finding or (f"of entry {n}", why)
            self._waiting = []


def answered_by(rules: Rules, step: Step) -> str:
    """The person who gave an answer; empty if it was the house, or the journal does not say who."""
    match step.question, step.answer:
        case _, Bets(bets=bets) if bets:
            return bets[0].bettor
        case _, TakeBack(seat=seat, bettor=bettor):  # the house gives such wagers back when time is up
            return "" if (seat, bettor) in boxes_apart(rules, step.table) else bettor
        case (Decide() | Offer() | PitStep()) as question, Act() if question.who is Role.BETTOR:
            return question.bettor
    return ""
