"""Where an audit of a table ended, so that the next one can go on from there.

It is taken at the beginning of a round, when nothing lies on the layout. It contains the cards that are still to be
dealt, so it is sealed with the house's key; nobody without that key can read or forge it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple, Self

from holecard.law.errors import HolecardError, Malformed
from holecard.live.store.anchor import Anchor
from holecard.live.store.vault import Vault

_PLACE = "audit"


class Checked(NamedTuple):
    """How much an audit has checked."""

    entries: int
    rounds: int
    shoes: int
    restores: int


class Verified(NamedTuple):
    """A table as its journal left it with entry `n`, which ended the round before `rounds`."""

    n: int
    hash: str
    time: str
    rounds: int
    shoes: int
    restores: int
    opening: str  # of the round that began
    holding: str
    unrevealed: list[int]  # orders
    is_revealed: bool  # the order in use
    numbers: dict[str, str]
    is_fixed: bool
    seats: list[tuple[int, str]]
    is_open: bool
    is_stopped: bool
    staff: str

    @property
    def checked(self) -> Checked:
        return Checked(self.n, self.rounds, self.shoes, self.restores)


class Since(NamedTuple):
    """What an audit found right: the book up to a signed head, and each table up to a round."""

    anchor: Anchor
    tables: dict[int, Verified]

    @classmethod
    def read(cls, file: Path, vault: Vault) -> Self:
        anchor = Anchor.read(file, among=("verified",))
        try:
            kept = json.loads(vault.open(json.loads(file.read_text(encoding="utf-8"))["verified"], _place(anchor)))
            tables = {int(number): Verified(**state) for number, state in kept.items()}
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise Malformed(f"can't read the audit {file}: {error}") from error
        return cls(anchor, tables)

    def write(self, file: Path, vault: Vault) -> None:
        """Replace the file, at once or not at all."""
        kept: dict[str, Any] = {str(number): state._asdict() for number, state in self.tables.items()}
        text = {**self.anchor._asdict(), "verified": vault.seal(json.dumps(kept), _place(self.anchor))}
        beside = file.with_name(f"{file.name}.new")
        try:
            beside.write_text(json.dumps(text, indent=2) + "\n", encoding="utf-8")
            beside.replace(file)
        except OSError as error:
            raise HolecardError(f"can't write {file}: {error.strerror}") from error


def _place(anchor: Anchor) -> str:
    """What the tables are sealed for: nobody can put them beside another head."""
    return f"{_PLACE} {anchor.entries} {anchor.hash}"
