"""Playing cards: the fifty-two of a deck, each made once, and the card that is hidden.

>>> As, Td = parse_cards("As Td")
>>> As.rank, As.value, Td.value
('A', 1, 10)
>>> parse_card("As") is As
True
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from holecard.law.errors import Malformed

RANKS: Final = "A23456789TJQK"
SUITS: Final = "shdc"
SIGNS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
RED: Final = "hd"


class Card:
    """One of the fifty-two cards. An ace has the value 1 here; only `hand.Points` counts it as 11.

    >>> card = parse_card("Th")
    >>> card.rank, card.suit, card.value, card.text
    ('T', 'h', 10, '10♥')
    """

    __slots__ = ("all_units", "code", "index", "rank", "suit", "unit", "value")

    def __init__(self, rank: str, suit: str) -> None:
        self.rank = rank
        self.suit = suit
        self.code = rank + suit
        self.value = min(RANKS.index(rank) + 1, 10)
        self.index = RANKS.index(rank) * 4 + SUITS.index(suit)
        self.unit = 1 << 4 * self.index  # this card's place in a `shoe.Stock`
        self.all_units = 15 * self.unit  # and all four bits of it

    @property
    def text(self) -> str:
        """As people read it.

        >>> parse_card("Th").text
        '10♥'
        """
        return self.rank.replace("T", "10") + SIGNS[self.suit]

    @property
    def is_red(self) -> bool:
        return self.suit in RED

    def __repr__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse_card, (self.code,)


class Hidden(Enum):
    """A card lying face down: it has no rank to read, so no view can leak one.

    >>> HIDDEN
    --
    """

    HIDDEN = "--"

    @property
    def text(self) -> str:
        return "a card face down"

    def __repr__(self) -> str:
        return "--"


HIDDEN: Final = Hidden.HIDDEN
Face = Card | Hidden

DECK: Final = tuple(Card(rank, suit) for rank in RANKS for suit in SUITS)
_BY_CODE: Final = {card.code: card for card in DECK}
_RANK: Final = re.compile(f"[{RANKS}]")
_RANKED: Final = re.compile(f"(?:(?:10|[{RANKS}])[{SUITS}]?)+", re.IGNORECASE)


def parse_card(text: str) -> Card:
    """The card written `As`, `Td`, `7h`; `10h` is accepted for `Th`.

    >>> parse_card("10h")
    Th
    """
    code = text.strip()
    code = code.replace("10", "T", 1) if code.startswith("10") else code
    code = code[:-1].upper() + code[-1:].lower()
    if code not in _BY_CODE:
        raise Malformed(
            f"{text!r} is not a card. Write a rank from {RANKS} and a suit from {SUITS}, for example As Td 7h"
        )
    return _BY_CODE[code]


def parse_face(text: str) -> Face:
    """A card, or `--` for one lying face down."""
    return HIDDEN if text.strip() == HIDDEN.value else parse_card(text)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards written with spaces between them.

    >>> parse_cards("As Td 7h")
    (As, Td, 7h)
    """
    return tuple(parse_card(word) for word in text.split())


def parse_values(text: str) -> tuple[int, ...]:
    """The values of cards written by rank, with or without suits and spaces: `T 6`, `T6`, `10 6`, `As 6h`.

    >>> parse_values("A K 10 7h"), parse_values("T6")
    ((1, 10, 10, 7), (10, 6))
    """
    found: list[int] = []
    for word in text.replace(",", " ").split():
        if not _RANKED.fullmatch(word):
            raise Malformed(f"{word!r} is not a card. Write ranks such as A, T, 10 or 7, with or without a suit")
        ranks = _RANK.findall(word.upper().replace("10", "T"))
        found += [min(RANKS.index(rank) + 1, 10) for rank in ranks]
    return tuple(found)


def show(cards: tuple[Face, ...]) -> str:
    """
    >>> show((parse_card("As"), HIDDEN))
    'As --'
    """
    return " ".join(map(repr, cards))
