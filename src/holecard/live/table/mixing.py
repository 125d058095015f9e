"""Players' numbers: each browser adds one after the house has committed to an order, and together they mix that order.

The house can't choose what is dealt, because it commits before it knows the numbers. The players can't either, because
they don't know the order. A number counts if it comes while bets are open, before a card of the order gets a face.

>>> mixed(("As", "Kd", "9c"), "00", ()) == ("As", "Kd", "9c")  # nobody gave a number
True
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Final, TypeVar

from holecard.engine.questions import Answer, Draw, Irregularity, Notice, Question
from holecard.law.errors import Malformed
from holecard.pit.tasks import VIEW_BURN, ToRack
from holecard.values.shoe import shuffled, unbiased_below

Item = TypeVar("Item")
Numbers = tuple[tuple[str, str], ...]  # who gave which

MOST_NUMBERS: Final = 64  # for one order; more players than that sit down between two shuffles only to fill the journal
_NUMBER: Final = re.compile(r"[0-9a-f]{32,64}")
_BODY: Final = re.compile(r"([0-9]+) ([^ ]+) ([0-9a-f]{32,64})")
_STREAM: Final = 2048  # bytes that are hashed at once: enough for eight decks


def checked_number(text: str) -> str:
    if not _NUMBER.fullmatch(text):
        raise Malformed("number must have 32 to 64 digits 0-9 and a-f: 128 random bits or more")
    return text


def number_text(shoe: int, name: str, number: str) -> str:
    """
    >>> number_of(number_text(3, "Ann", "0" * 32))[:2]
    (3, 'Ann')
    """
    return f"{shoe} {name} {number}"


def number_of(body: str) -> tuple[int, str, str]:
    found = _BODY.fullmatch(body)
    if found is None:
        raise Malformed(f"{body!r:.80} is no player's number")
    return int(found[1]), found[2], found[3]


def seed_of(commitment: str, numbers: Numbers) -> str:
    """What is hashed: the commitment, then each name with its number, by name, each on a line."""
    return "".join(f"{line}\n" for line in (commitment, *(f"{name} {number}" for name, number in sorted(numbers))))


def mixed(cards: Sequence[Item], commitment: str, numbers: Numbers) -> tuple[Item, ...]:
    """The committed order as the numbers mix it; without numbers, as it is."""
    return tuple(shuffled(cards, _Stream(seed_of(commitment, numbers)))) if numbers else tuple(cards)


class _Stream:
    """A shuffler whose bits are SHAKE-256 of a seed: two bytes for each try, of which the lowest bits count."""

    def __init__(self, seed: str) -> None:
        self._hash, self._at = hashlib.shake_256(seed.encode()), 0
        self._bytes = self._hash.digest(_STREAM)

    def below(self, bound: int) -> int:
        return unbiased_below(bound, self._bits)

    def _bits(self, width: int) -> int:
        if self._at == len(self._bytes):
            self._bytes = self._hash.digest(2 * self._at)
        word = int.from_bytes(self._bytes[self._at : self._at + 2], "big")
        self._at += 2
        return word & ((1 << width) - 1)


def gives_faces(question: Question, said: Answer | None = None) -> bool:
    """Whether a card of the shoe gets a face with this, so that no number may come later: one is dealt to the layout,
    an error may show one, or a player views the burned card. Burning a card unseen does not."""
    match said:
        case Irregularity():
            return True
        case Notice(what=what, card=card):
            return what == VIEW_BURN and card is not None
    return isinstance(question, Draw) and not all(isinstance(due.to, ToRack) for due in question.dues)
