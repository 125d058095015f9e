"""Cards are two letters, rank and suit: `9s`, `Td`, `Ah`. `--` is a card that nobody has seen."""

from __future__ import annotations

RANKS = "23456789TJQKA"
SUITS = "cdhs"


def is_card(text: str) -> bool:
    """Is this the name of a card?"""
    return text == "--" or (len(text) == 2 and text[0] in RANKS and text[1] in SUITS)


def value(card: str) -> int:
    """Point value with the ace as 1 (685a.3(d), 673a.3(d), NZ 4.1)."""
    if card[0] == "A":
        return 1
    return 10 if card[0] in "TJQK" else int(card[0])


def total(cards: list[str], limit: int = 21) -> int:
    """Best total: aces are raised to 11 one at a time while the limit holds (DU-1)."""
    points = sum(value(card) for card in cards)
    for card in cards:
        if card[0] == "A" and points + 10 <= limit:
            points += 10
    return points


def is_soft(cards: list[str], limit: int = 21) -> bool:
    """Does an ace count 11?"""
    return total(cards, limit) != sum(value(card) for card in cards)


def is_blackjack(cards: list[str]) -> bool:
    """Ace and ten-value; the caller checks that the two cards are the initial ones."""
    return len(cards) == 2 and sorted(value(card) for card in cards) == [1, 10]


def is_large(card: str) -> bool:
    """Large: 10 to ace (685a.1)."""
    return value(card) in (1, 10)


def light_of(card: str) -> str:
    """The range that a working Masque reader shows (685a.3(e), 7(h))."""
    points = value(card)
    if points in (1, 10):
        return "large"
    return "small" if points <= 5 else "medium"


def is_red(card: str) -> bool:
    """Hearts and diamonds."""
    return card[1] in "dh"


def in_sequence(first: str, second: str) -> bool:
    """Neighbours, the ace beside both the 2 and the king (NZ 15D.5, 15E.4)."""
    gap = abs(RANKS.index(first[0]) - RANKS.index(second[0]))
    return gap in (1, 12)


def pair_class(first: str, second: str) -> str:
    """`` (no pair), mixed, coloured or perfect, by face value (NZ 1.0, reading N31)."""
    if first[0] != second[0]:
        return ""
    if first[1] == second[1]:
        return "perfect"
    return "coloured" if is_red(first) == is_red(second) else "mixed"
