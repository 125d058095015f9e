"""Anchors: the head of the book, signed by the house and kept elsewhere.

Whoever can write to the database could write all of it anew, with a chain that fits. They cannot change a head that
somebody else holds: `holecard audit verify --anchor FILE` finds that the book no longer contains it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple, Self

from sqlalchemy import Connection, select

from holecard.dossier.signing import fits
from holecard.law.errors import HolecardError, Malformed
from holecard.live.store import schema
from holecard.live.store.book import head_of
from holecard.live.store.vault import Vault


class Anchor(NamedTuple):
    """How many entries the book had, the last one's hash and time, and the house's signature (Ed25519)."""

    entries: int
    hash: str
    time: str
    house: str  # its public key
    signature: str

    @classmethod
    def of(cls, connection: Connection, vault: Vault) -> Self:
        """The head of the book as it is now."""
        if vault.signer is None:
            raise HolecardError("an anchor needs the house's key: name the file with --key or HOLECARD_KEY")
        head = head_of(connection)
        when = connection.execute(select(schema.book.c.time).where(schema.book.c.n == head.count)).scalar() or ""
        signature = vault.signer.sign(_signed(head.count, head.hash, when))
        return cls(head.count, head.hash, when, vault.signer.public, signature)

    @classmethod
    def read(cls, file: Path, among: tuple[str, ...] = ()) -> Self:
        """An anchor from a file, whose signature must be right. It may be `among` other fields of these names."""
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
            anchor = cls(**{name: value for name, value in found.items() if name not in among})
            right = fits(anchor.house, anchor.signature, _signed(anchor.entries, anchor.hash, anchor.time))
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise Malformed(f"can't read the anchor {file}: {error}") from error
        if not right:
            raise Malformed(f"{file} was changed: its signature does not fit")
        return anchor

    def text(self) -> str:
        return json.dumps(self._asdict(), indent=2) + "\n"

    def is_in(self, connection: Connection) -> bool:
        """Whether the book still contains this head."""
        book = schema.book.c
        found = connection.execute(select(book.hash).where(book.n == self.entries)).scalar()
        return found == self.hash


def _signed(entries: int, hash_: str, time: str) -> bytes:
    return f"holecard book {entries} {hash_} {time}\n".encode()
