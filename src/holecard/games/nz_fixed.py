"""Rules that the New Zealand division settles: a house that asks for another is refused, with the rule.

Each version has rules of its own, and its first rule lets it combine with Style A and nothing else (reading N23).
"""

from __future__ import annotations

from holecard.engine.game import Fixed

EVERY_VERSION = (
    Fixed("double", "11.1", "any first two cards without an ace may be doubled"),
    Fixed("das", "11.1", "the first two cards of a split hand may be doubled"),
    Fixed("max_hands", "12.4(a)", "a Box may have at most three hands"),
    Fixed("resplit_aces", "12.4(b)", "aces may be split only once"),
    Fixed("hit_split_aces", "12.4(b)", "a split ace gets only one card"),
    Fixed("hole_card", "8.5", "the dealer's second card is dealt after the players have acted"),
)
STANDS_ON_17 = Fixed("soft17", "13.3", "the dealer stands on every 17, and draws on soft 17 in Style A alone (style_a)")
OVER_21 = Fixed("dealer22", "5.1(a)", "a dealer over 21 loses to every hand of 21 or less")


def ante_up_alone(clause: str) -> tuple[Fixed, ...]:
    """An Ante in another version."""
    return tuple(Fixed(name, clause, "an Ante is taken in Ante Up alone") for name in ("ante", "ante_waived_at"))


def free_bet_alone(clause: str) -> tuple[Fixed, ...]:
    """Lammers in another version."""
    names = ("free_resplit", "free_double_after_split", "lammer_value")
    return tuple(Fixed(name, clause, "lammers are used in Free Bet alone") for name in names)


PLAIN = (*EVERY_VERSION, STANDS_ON_17, OVER_21, *ante_up_alone("18.1"), *free_bet_alone("20.1"))
ANTE_UP = (*EVERY_VERSION, STANDS_ON_17, OVER_21, *free_bet_alone("18.1"))
PLUS = (
    *EVERY_VERSION,
    STANDS_ON_17,
    Fixed("dealer22", "19.2(i)", "a dealer 22 stands off with the remaining wagers"),
    *ante_up_alone("19.1"),
    *free_bet_alone("19.1"),
)
FREE_BET = (
    *EVERY_VERSION,
    Fixed("soft17", "20.6", "the dealer draws on soft 17"),
    Fixed("dealer22", "20.7", "a dealer 22 stands off with every hand except a Blackjack"),
    *ante_up_alone("20.1"),
)
