"""What the book says of archived rounds: where each table's journal goes on, and what the archived part left behind.

The house signs each such entry, so nobody without its key can erase history and call it archived.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, select

from holecard.dossier.signing import Signer, fits
from holecard.live.audit._verified import Verified
from holecard.live.audit.rows import Broken
from holecard.live.store import schema
from holecard.live.store.vault import Vault

ARCHIVE: Final = "archive"  # the kind of entry


class Archived(NamedTuple):
    """The archived part of a table, all of it: its last state, notes for its packs, and what each account gained."""

    verified: Verified
    noted: str  # JSON, as its last pack had it
    moved: dict[str, int]

    @classmethod
    def read(cls, said: dict[str, Any]) -> Archived:
        verified = Verified(**said["verified"])
        seats = [(seat, name) for seat, name in verified.seats]  # JSON has no tuples
        return cls(verified._replace(seats=seats), said["noted"], said["moved"])

    def said(self) -> dict[str, Any]:
        return {"verified": self.verified._asdict(), "noted": self.noted, "moved": self.moved}

    @property
    def rounds(self) -> int:
        return self.verified.rounds - 1

    def its(self, table_id: int) -> dict[Table, ColumnElement[bool]]:
        """The rows that belong to it. The orders that the next rounds are dealt from stay with these."""
        packs, rounds, bettors, shoes = schema.packs.c, schema.rounds.c, schema.round_bettors.c, schema.shoes.c
        entries, postings, now = schema.entries.c, schema.postings.c, self.verified
        return {
            schema.packs: (packs.table_id == table_id) & (packs.last <= now.n),
            schema.rounds: (rounds.table_id == table_id) & (rounds.number < now.rounds),
            schema.round_bettors: (bettors.table_id == table_id) & (bettors.number < now.rounds),
            schema.shoes: (shoes.table_id == table_id)
            & (shoes.number < now.shoes)
            & shoes.number.not_in(now.unrevealed),
            schema.entries: (entries.table_id == table_id) & (entries.n <= now.n),
            schema.postings: (postings.table_id == table_id) & (postings.round < now.rounds),
        }

    def check_gone(self, connection: Connection, table_id: int, broken: Callable[[str, object, str], Broken]) -> None:
        """No row of the archived part may be there: the audit would not look at it."""
        for table, which in self.its(table_id).items():
            key = table.c[{"entries": "n", "postings": "id"}.get(table.name, "number")]
            left = connection.execute(select(key).where(which).order_by(key).limit(1)).scalar()
            if left is not None:
                raise broken(table.name, left, "belongs to the archived part of its table, and is still there")


def signed(signer: Signer, said: dict[str, Any]) -> dict[str, Any]:
    """What is said of an archive, with the house's signature."""
    said = {**said, "house": signer.public}
    return {**said, "signature": signer.sign(_text(said))}


def has_signature(said: dict[str, Any], vault: Vault) -> bool:
    """Whether the house signed this. Without the house's key, any house may have."""
    rest = {name: value for name, value in said.items() if name != "signature"}
    try:
        right = fits(said["house"], said["signature"], _text(rest))
    except (KeyError, ValueError, TypeError):
        return False
    return right and (vault.signer is None or said["house"] == vault.signer.public)


def _text(said: dict[str, Any]) -> bytes:
    return f"holecard archive {json.dumps(said, sort_keys=True)}\n".encode()


def archives(connection: Connection, vault: Vault) -> dict[str, dict[str, Any]]:
    """What the book says of each archive, by the SHA-256 of its file."""
    book, found = schema.book.c, dict[str, dict[str, Any]]()
    for row in connection.execute(select(book.n, book.body).where(book.kind == ARCHIVE).order_by(book.n)):
        said = json.loads(row.body)
        if not has_signature(said, vault):
            raise Broken("book", row.n, "says that rounds were archived, but the house did not sign it")
        found[said["sha256"]] = said
    return found


def archived_tables(connection: Connection, vault: Vault) -> dict[int, Archived]:
    """The archived part of each table that has one."""
    told = archives(connection, vault).values()
    return {int(number): Archived.read(one) for said in told for number, one in said["tables"].items()}
