"""Records which clauses are exercised, and how: while a recorder is set, every question, fact and refusal reports its
clause.

The test run sets a recorder to learn which clauses each test really exercised; at all other times this costs one look.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from holecard.law.clauses import Cite


class Manner(StrEnum):
    """How a clause was carried. All but the last are effects: something happened at the table because of it."""

    ASKED = "asked"  # of the person that it names
    CHOICE = "choice"  # that somebody had
    REFUSED = "refused"
    MONEY = "money"  # that moved
    CARDS = "cards"  # that were dealt, shown, laid or removed
    SHOWN = "shown"  # a light or a sign, to everyone at the table
    SAID = "said"  # announced, ruled or noted as done: a sentence and nothing else


recorder: Callable[[Cite, Manner], None] | None = None


def emitted(cite: Cite, how: Manner) -> None:
    if recorder is not None:
        recorder(cite, how)
