"""The counting drill: the cards that a round of a real table shows, and the running count after it.

>>> from holecard.games import find
>>> from holecard.lab.counting.systems import KNOWN
>>> shown = next(rounds(find("reference").configure(), KNOWN["hi-lo"], "doc"))
>>> shown.after - shown.before == sum(KNOWN["hi-lo"].tags[card.index] for card in shown.cards)
True
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from holecard.engine.questions import Drawn, RoundOver, Turned
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.lab.counting.systems import System
from holecard.law.errors import Malformed
from holecard.school._shift import Shift
from holecard.values.cards import DECK, Card

LONGEST = 12


class Shown(NamedTuple):
    """The cards of a round in the order in which they were seen, and the count before and after them."""

    cards: tuple[Card, ...]
    before: Fraction
    after: Fraction
    left: int  # cards in the shoe
    table: Table
    fresh: bool  # the shoe was shuffled before this round

    @property
    def decks_left(self) -> Fraction:
        return Fraction(self.left, len(DECK))

    @property
    def true_count(self) -> Fraction:
        """The running count for each deck that is left."""
        return self.after / self.decks_left if self.left else Fraction(0)


def rounds(rules: Rules, system: System, seed: str) -> Iterator[Shown]:
    """Round after round of one table; the count begins anew with every shoe."""
    shift = Shift(rules, seed)
    count, size, fresh = system.start(rules.decks), 52 * rules.decks, True
    cards: list[Card] = []
    for step in shift.steps():
        if step.table.stock.size > size:  # the cards were shuffled
            count, fresh = system.start(rules.decks), True
        size = step.after.stock.size
        cards += _seen(step.answer)
        if isinstance(step.question, RoundOver) and cards:
            after = count + sum(system.tags[card.index] for card in cards)
            yield Shown(tuple(cards), count, after, step.table.stock.size, step.table, fresh)
            count, cards, fresh = after, [], False


def _seen(value: object) -> list[Card]:
    if isinstance(value, Drawn):
        return [card for card in value.cards if isinstance(card, Card)]
    return [value.card] if isinstance(value, Turned) else []


def parse_count(text: str) -> Fraction:
    """A count as it is typed: whole, or with a half.

    >>> parse_count("-2.5"), parse_count("+3")
    (Fraction(-5, 2), Fraction(3, 1))
    """
    try:
        if len(text) > LONGEST:
            raise ValueError
        return Fraction(text.strip())
    except (ValueError, ZeroDivisionError) as error:
        raise Malformed(f"{text[:LONGEST]!r} is not a count. Write a number, for example -2 or 3.5") from error
