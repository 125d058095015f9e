"""Which decision a player is asked next: by what a mistake costs and how often they make it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from random import Random

from holecard.lab.advice.visible_hand import VisibleHand
from holecard.school.hands import Position, Worth, cost_of
from holecard.school.memory import Memory, weight

FRESH = 8  # new positions among which the next is chosen
DUE = 4  # skills that are due, beside them

Advice = Callable[[VisibleHand], Sequence[tuple[str, float]] | None]
Valued = tuple[Position, Worth]


def fresh_seeds(chance: Random) -> Iterator[str]:
    """Seeds of positions that were not asked before."""
    for _ in range(FRESH):
        yield f"{chance.getrandbits(64):016x}"


def weighed(position: Position, advice: Advice) -> Worth | None:
    """What each choice of a position is worth; None where the lab says nothing of one of them."""
    values = advice(position.seen)
    worth = dict(values) if values is not None else {}
    return worth if set(worth) == {legal.do for legal in position.question.choices} else None


def chosen(valued: Sequence[Valued], memory: Memory, now: datetime, chance: Random) -> Valued:
    """One of these positions, the likelier the more it is worth asking."""
    weights = [weight(memory.get(position.skill), cost_of(worth), now) for position, worth in valued]
    return chance.choices(valued, weights if any(weights) else None)[0]
