"""Commitments: the house publishes a hash of the cards' order before the first deal, and reveals the order afterwards.

>>> shoe = Committed.of("As Kd", (), salt="00")
>>> shoe.commitment == commitment("00", "As Kd", "")
True
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Self

from holecard.house.croupier import Holding
from holecard.live.store.vault import Vault, shoe_place
from holecard.live.table.mixing import Numbers, mixed
from holecard.values.cards import Card, parse_cards, show


def commitment(salt: str, cards: str, prizes: str) -> str:
    """The SHA-256 of salt, cards in order and prizes, each on a line. It is published before the first card."""
    return hashlib.sha256(f"{salt}\n{cards}\n{prizes}\n".encode()).hexdigest()


_SECRET: Final = ("salt", "cards", "prizes")


class Committed(NamedTuple):
    """An order of the cards, the prizes drawn with it, and a salt so that nobody can guess it."""

    commitment: str
    salt: str
    cards: str
    prizes: str

    @classmethod
    def of(cls, cards: str, prizes: Sequence[int], salt: str = "") -> Self:
        salt, drawn = salt or secrets.token_hex(32), " ".join(map(str, prizes))
        return cls(commitment(salt, cards, drawn), salt, cards, drawn)

    @classmethod
    def stored(cls, row: Any, vault: Vault) -> Self:
        """An order as the database has it: sealed, until it is revealed."""
        secret = (vault.open(getattr(row, name), shoe_place(row.table_id, row.number, name)) for name in _SECRET)
        return cls(row.commitment, *secret)

    def sealed(self, vault: Vault, table_id: int, number: int) -> dict[str, str]:
        """What the database gets of it."""
        secret = {name: vault.seal(getattr(self, name), shoe_place(table_id, number, name)) for name in _SECRET}
        return {"commitment": self.commitment, **secret}

    def revealed(self) -> dict[str, str]:
        return {f"new_{name}": getattr(self, name) for name in _SECRET}

    def dealt(self, numbers: Numbers) -> tuple[Card, ...]:
        """The order as the players' numbers mix it, before the cut."""
        return mixed(tuple(parse_cards(self.cards)), self.commitment, numbers)

    @classmethod
    def holding(cls, held: Holding) -> Self:
        """Commit to the cards that a croupier has just shuffled."""
        return cls.of(show(held.stack or held.shoe), held.prizes)
