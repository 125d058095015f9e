"""Checks the house's own journal, and that accounts, sessions and the cashier are as it says.

Its entries are chained by hashes, like a table's. It also says how far each table's journal had come, so that nothing
up to there can be taken back.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, select

from holecard.live.audit._requests import remembered_since
from holecard.live.audit.rows import Broken, Row, streamed
from holecard.live.people.accounts import BY, CASHIER
from holecard.live.people.adjustments import CITE, UNDECIDED
from holecard.live.people.adjustments import booked_as as adjusted_as
from holecard.live.people.disputes import UNANSWERED, booked_as
from holecard.live.people.invitations import THE_HOUSE
from holecard.live.people.people import AccountRole
from holecard.live.store import schema
from holecard.live.store.book import LIMITS, password_digest, stamp
from holecard.live.store.packs import hash_of
from holecard.record.journal_check import GENESIS, Head, digest
from holecard.record.ledger import account

ON_THE_MACHINE: Final = (BY, THE_HOUSE)
_ADMINISTRATOR: Final = frozenset({AccountRole.ADMINISTRATOR})
_STAFF: Final = _ADMINISTRATOR | {AccountRole.FLOOR}
BY_STAFF: Final[dict[str, frozenset[AccountRole]]] = {  # who may do what is done in their name
    **dict.fromkeys(("role", "invitation", "invitation-withdrawn", "house-file"), _ADMINISTRATOR),
    "table-voided": frozenset({AccountRole.FLOOR}),
    **dict.fromkeys(("disabled", "enabled", "muted", "unmuted", "dismissed"), _STAFF),
    **dict.fromkeys(("adjustment", "adjustment-approved", "adjustment-refused"), _STAFF),
}


@dataclass
class Booked:
    """An account as the book says it is."""

    role: str
    password: str
    created: str
    is_disabled: bool = False
    is_muted: bool = False
    limits: dict[str, Any] = field(default_factory=lambda: dict.fromkeys(LIMITS))


class BookAudit:
    """Follows the book from its first entry to its last."""

    def __init__(self, connection: Connection, archived: Mapping[int, int]) -> None:
        self._connection = connection
        self._archived = archived  # by table: its last archived entry
        self._head = Head(0, GENESIS)
        self._accounts: dict[str, Booked] = {}
        self._sessions: dict[str, tuple[str, str, float]] = {}  # by hash: whose, since when, until when
        self._cashier: list[tuple[int, str, str, str, int]] = []  # entry, time, kind, name, cents
        self._requests: dict[tuple[str, str], tuple[int, str]] = {}  # by name and key: entry, time
        self._disputes: dict[int, dict[str, Any]] = {}
        self._adjustments: dict[int, dict[str, Any]] = {}
        self._invitations: dict[str, tuple[str, float, str, str]] = {}  # by hash: role, until when, by whom, why
        self._heads: dict[str, list[Any]] = {}

    def run(self) -> Head:
        for entry in self._entries():
            self._follow(entry, json.loads(entry.body))
        self._check_head()
        self._check_accounts()
        self._check_sessions()
        self._check_cashier()
        self._check_disputes()
        self._check_adjustments()
        self._check_invitations()
        self._check_heads()
        self._check_requests()
        return self._head

    def _entries(self) -> Iterator[Row]:
        with streamed(self._connection, select(schema.book).order_by(schema.book.c.n)) as rows:
            for row in rows:
                if row.n != self._head.count + 1:
                    raise Broken("book", self._head.count + 1, "is missing")
                if digest(row.n, row.previous, row.time, row.kind, row.body) != row.hash:
                    raise Broken("book", row.n, "does not match its hash")
                if row.previous != self._head.hash:
                    raise Broken("book", max(row.n - 1, 1), f"entry {row.n} names another hash for it")
                self._head = Head(row.n, row.hash)
                yield row

    def _follow(self, entry: Row, said: dict[str, Any]) -> None:
        name = said.get("name", "")
        self._check_by(entry, said)
        match entry.kind:
            case "account":
                self._accounts[name] = Booked(said["role"], said["password"], entry.time)
            case "adopted":
                limits = {limit: said[limit] for limit in LIMITS}
                self._accounts[name] = Booked(said["role"], said["password"], said["created"], limits=limits)
            case "role":
                self._accounts[name].role = said["role"]
            case "password":
                self._accounts[name].password = said["password"]
            case "disabled" | "enabled":
                self._accounts[name].is_disabled = entry.kind == "disabled"
            case "muted" | "unmuted":
                self._accounts[name].is_muted = entry.kind == "muted"
            case "limits":
                self._accounts[name].limits = {limit: said[limit] for limit in LIMITS}
            case "session":
                self._sessions[said["token"]] = name, entry.time, said["ends"]
            case "session-ended":
                self._sessions.pop(said["token"], None)
            case "buy-in" | "cash-out":
                moved = entry.n, said.get("at", entry.time), entry.kind, name, said["cents"]
                self._cashier.append(moved)
                if "key" in said:  # an earlier version did not write it
                    self._requests[name, said["key"]] = entry.n, entry.time
            case "dismissed":  # the sessions that it ended follow
                pass
            case "invitation":
                self._invitations[said["token"]] = said["role"], said["ends"], said["by"], said["why"]
            case "invitation-used" | "invitation-withdrawn":
                if self._invitations.pop(said["token"], None) is None:
                    raise Broken("book", entry.n, "is about an invitation that nobody gave")
            case "adjustment":
                self._adjustments[said["id"]] = {**UNDECIDED, **said, "time": entry.time}
            case "adjustment-approved" | "adjustment-refused":
                self._decide(entry, said)
            case "dispute":
                self._disputes[said["id"]] = {**UNANSWERED, **said, "time": entry.time}
            case "dispute-answered":
                self._disputes[said["id"]] |= {**said, "answered": entry.time}
            case "heads":
                self._heads |= said["tables"]
            case "restored":
                self._sessions.clear()
            case "archive":  # checked before everything else, with its signature
                pass
            case "table-test" | "house-file" | "table-voided":  # the record itself: its hash is what keeps it
                pass
            case kind:
                raise Broken("book", entry.n, f"unknown kind of entry {kind!r}")

    def _check_by(self, entry: Row, said: dict[str, Any]) -> None:
        """Whoever did it had the role for it then. What is done on the house's own machine needs none."""
        by, may = said.get("by", ""), BY_STAFF.get(entry.kind)
        if not may or by in ON_THE_MACHINE:
            return
        role = self._accounts[by].role if by in self._accounts else "nobody of this house"
        if role not in may:
            raise Broken("book", entry.n, f"{by!r} was {role} then and could not do this ({entry.kind})")

    def _decide(self, entry: Row, said: dict[str, Any]) -> None:
        found, decision = self._adjustments.get(said["id"]), entry.kind.removeprefix("adjustment-")
        if found is None or found["decision"]:
            raise Broken("book", entry.n, "decides on an adjustment that is not open")
        if decision == "approved":
            if found["by"] == said["by"]:
                raise Broken("book", entry.n, f"{said['by']!r} approved an adjustment of their own")
            moved = entry.n, entry.time, "adjustment", found["name"], found["cents"]
            self._cashier.append(moved)
        found |= {"decided_by": said["by"], "decision": decision, "answer": said["answer"], "decided": entry.time}

    def _check_head(self) -> None:
        row = self._connection.execute(select(schema.book_head)).one()
        if (row.entries, row.hash) != (self._head.count, self._head.hash):
            why = f"should have {row.entries} entries, and the last should have the hash {row.hash[:16]}…"
            raise Broken("book", self._head.count, why)

    def _check_accounts(self) -> None:
        booked = dict(self._accounts)
        with streamed(self._connection, select(schema.accounts).order_by(schema.accounts.c.id)) as rows:
            for row in rows:
                known = booked.pop(row.name, None)
                if known is None:
                    raise Broken("accounts", row.name, "the book knows no account of this name")
                found = {
                    "role": (row.role, known.role),
                    "password": (password_digest(row.password), known.password),
                    "created": (stamp(row.created), known.created),
                    "disabled": (row.disabled is not None, known.is_disabled),
                    "muted": (row.muted is not None, known.is_muted),
                    **{name: (getattr(row, name), known.limits[name]) for name in LIMITS},
                }
                for name, (has, wanted) in found.items():
                    if has != wanted:
                        raise Broken("accounts", row.name, f"its {name} is not as the book says")
        if booked:
            raise Broken("accounts", min(booked), "is missing, but the book knows it")

    def _check_sessions(self) -> None:
        """A session may be gone before its time, but none may be there that nobody began."""
        named = select(schema.sessions, schema.accounts.c.name).join(schema.accounts).order_by(schema.sessions.c.token)
        for row in self._connection.execute(named):
            if self._sessions.get(row.token) != (row.name, stamp(row.began), row.ends):
                raise Broken("sessions", row.token[:16], f"the book knows no such session of {row.name}")

    def _check_cashier(self) -> None:
        postings, booked = schema.postings, iter(self._cashier)
        at_cashier = select(postings).where(postings.c.table_id.is_(None)).order_by(postings.c.id)
        with streamed(self._connection, at_cashier) as rows:
            for row in rows:
                n, time, kind, name, cents = next(booked, (0, "", "", "", 0))
                if not n:
                    raise Broken("postings", row.id, "the book knows nothing of this money")
                gives = kind == "buy-in" or (kind == "adjustment" and cents > 0)
                ends = (CASHIER, account(name)) if gives else (account(name), CASHIER)
                wanted = *ends, abs(cents), time, kind == "adjustment"
                if (row.source, row.target, row.cents, stamp(row.time), row.clause == str(CITE)) != wanted:
                    raise Broken("postings", row.id, f"should be the {kind} of entry {n} of the book")
        if (left := next(booked, None)) is not None:
            raise Broken("postings", f"of the book's entry {left[0]}", "is missing")

    def _check_requests(self) -> None:
        """As long as requests are remembered, one to the cashier must be there: otherwise it could be repeated."""
        requests, accounts = schema.requests.c, schema.accounts.c
        named = select(requests.key, requests.time, accounts.name).join(
            schema.accounts, requests.account == accounts.id
        )
        booked, moved = dict(self._requests), {(name, time) for _, time, _, name, _ in self._cashier}
        with streamed(self._connection, named.where(requests.table_id.is_(None))) as rows:
            for row in rows:
                _, time = booked.pop((row.name, row.key), (0, stamp(row.time)))
                if stamp(row.time) != time or (row.name, time) not in moved:
                    raise Broken("requests", row.key, f"the book knows no such request of {row.name}")
        since = remembered_since()
        for (name, _), (n, time) in booked.items():
            if time >= since:
                raise Broken(
                    "requests", f"of the book's entry {n}", f"is missing: {name} made this entry with a request"
                )

    def _check_disputes(self) -> None:
        booked = dict(self._disputes)
        for row in self._connection.execute(select(schema.disputes).order_by(schema.disputes.c.id)):
            if booked.pop(row.id, None) != booked_as(row):
                raise Broken("disputes", row.id, "is not as the book says")
        if booked:
            raise Broken("disputes", min(booked), "is missing, but the book knows it")

    def _check_adjustments(self) -> None:
        booked = dict(self._adjustments)
        for row in self._connection.execute(select(schema.adjustments).order_by(schema.adjustments.c.id)):
            if booked.pop(row.id, None) != adjusted_as(row):
                raise Broken("adjustments", row.id, "is not as the book says")
        if booked:
            raise Broken("adjustments", min(booked), "is missing, but the book knows it")

    def _check_invitations(self) -> None:
        """An invitation may be gone, but none may be there that nobody gave."""
        for row in self._connection.execute(select(schema.invitations).order_by(schema.invitations.c.token)):
            if self._invitations.get(row.token) != (row.role, row.ends, row.invited_by, row.why):
                raise Broken("invitations", row.token[:16], "the book knows no such invitation")

    def _check_heads(self) -> None:
        for table_id, (count, hash_) in self._heads.items():
            is_archived = count <= self._archived.get(int(table_id), 0)
            if not is_archived and hash_of(self._connection, int(table_id), count) != hash_:
                raise Broken("tables", table_id, f"its entry {count} is missing or changed: the book has its hash")
            exists = select(schema.tables.c.id).where(schema.tables.c.id == int(table_id))
            if self._connection.execute(exists).scalar() is None:
                raise Broken("tables", table_id, "is missing, but the book knows it")
