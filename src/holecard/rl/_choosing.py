"""What the environments' arguments may be, and how a wrong one is answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Self

import numpy as np
from numpy.typing import NDArray

from holecard.engine.rules import Rules
from holecard.games import find
from holecard.law.errors import HolecardError, Malformed


class _Named(StrEnum):
    @classmethod
    def named(cls, text: str) -> Self:
        try:
            return cls(text)
        except ValueError:
            raise Malformed(f"{cls.__name__.lower()} must be {' or '.join(cls)}, not {text!r}") from None


class Shown(_Named):
    """How much of the table an observation contains; each has all that the one before has."""

    TOTAL = "total"
    CARDS = "cards"
    SHOE = "shoe"


class Illegal(_Named):
    """What becomes of an action that is not allowed."""

    RAISE = "raise"
    IGNORE = "ignore"  # the table stays as it is


class IllegalAction(HolecardError):
    """An action that is not allowed where it was taken. Nothing has changed."""

    @classmethod
    def at(cls, table: int, action: int, names: Sequence[str], mask: NDArray[np.bool_]) -> Self:
        legal = ", ".join(f"{at} ({names[at]})" for at in np.nonzero(mask)[0].tolist())
        name = names[action] if 0 <= action < len(names) else "no action"
        return cls(f"table {table}: action {action} ({name}) is not allowed now. Allowed: {legal}")


def configured(game: str | Rules, options: Mapping[str, object]) -> Rules:
    """A game by its key and options, or as it was configured before."""
    if isinstance(game, Rules):
        if options:
            raise Malformed(f"{game.key} is configured already: leave out {', '.join(options)}")
        return game
    return find(game).configure(dict(options))


def last_card(rules: Rules, cut: int | None) -> int:
    """How far the shoe is dealt before it is shuffled: all but the cards behind the cut."""
    cards = 52 * rules.decks
    if cut is not None and not 12 <= cut < cards:
        raise Malformed(f"cut must be 12 to {cards - 1} of the {cards} cards, so that a round has enough, not {cut}")
    return cards - (cut or 0)


def chosen_bets(rules: Rules, bets: Sequence[int]) -> tuple[int, ...]:
    """The bets to choose from, in units of the table minimum."""
    most = rules.maximum // rules.minimum
    for bet in bets:
        if not isinstance(bet, int | np.integer) or not 1 <= bet <= most:
            raise Malformed(f"bets must be whole numbers of the table minimum from 1 to {most}, not {bet!r}")
    if bets and rules.play.ante is not None:
        raise Malformed(f"{rules.key}: leave out bets, because its Ante is not in proportion to the wager")
    return tuple(int(bet) for bet in bets)


def names_of(bets: Sequence[int]) -> tuple[str, ...]:
    """The names of the actions that place a bet.

    >>> names_of((1, 5))
    ('bet-1', 'bet-5')
    """
    return tuple(f"bet-{bet}" for bet in bets)
