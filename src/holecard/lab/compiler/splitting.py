"""The orders in which the second cards of a split can pair again, and how often each hand then counts.

The hands are played alike whatever the others hold, so by exchangeability each is worth what one hand is worth when
so many further cards of the pair's value are gone. What remains is to go through the orders in which second cards pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from holecard.engine.table import Wager

Money = tuple[Wager, ...]  # what lies on a hand when it is formed: its class of money


@dataclass(frozen=True)
class Formed:
    """What a split makes of a pair: the classes of money of its two hands. `offered` is all that the pair could do."""

    action: str
    first: Money
    second: Money
    offered: tuple[str, ...] = ()


Again = Mapping[tuple[Money, int], Formed]  # what a further pair forms, by its money and the number of hands there are


class Lot(NamedTuple):
    """A hand at the end of a split: its money, and whether its second card is known not to pair."""

    money: Money
    unpaired: bool


class Outcome(NamedTuple):
    """One order in which second cards pair: the hands that there are in the end."""

    hands: tuple[Lot, ...]

    @property
    def unpaired(self) -> int:
        return sum(hand.unpaired for hand in self.hands)

    @property
    def moneys(self) -> tuple[Money, ...]:
        return tuple(hand.money for hand in self.hands)


def outcomes(
    further: Again, first: Money, second: Money, again: frozenset[Money], hands: int = 2
) -> tuple[Outcome, ...]:
    """Every order, if hands with the money in `again` are split again wherever the rules allow it; `hands` there are
    in the box once these two are."""

    def grow(pending: tuple[Money, ...], number: int, done: tuple[Lot, ...]) -> Iterator[Outcome]:
        if not pending:
            yield Outcome(done)
            return
        money, rest = pending[0], pending[1:]
        formed = further.get((money, number)) if money in again else None
        if formed is None:
            yield from grow(rest, number, (*done, Lot(money, False)))
            return
        yield from grow((formed.first, formed.second, *rest), number + 1, done)
        yield from grow(rest, number, (*done, Lot(money, True)))

    return tuple(grow((first, second), hands, ()))


class Term(NamedTuple):
    """One part of the sum: the value of a hand of this money with so many further cards of the pair gone, known not to
    pair itself or not, taken so often (added or subtracted)."""

    money: Money
    unpaired: bool
    gone: int
    times: int


def terms(found: tuple[Outcome, ...]) -> tuple[Term, ...]:
    """The sum over all hands of all outcomes. "And k others did not pair" is resolved: V(j, k) is V(j, k-1) without
    V(j+1, k-1)."""
    total: dict[tuple[Money, bool, int], int] = {}
    for outcome in found:
        for hand in outcome.hands:
            others = outcome.unpaired - hand.unpaired
            for further, times in differences(others):
                key = (hand.money, hand.unpaired, len(outcome.hands) - 1 + further)
                total[key] = total.get(key, 0) + times
    return tuple(Term(*key, times) for key, times in total.items() if times)


@cache
def differences(others: int) -> tuple[tuple[int, int], ...]:
    """The binomial coefficients of the rule, with their signs.

    >>> differences(2)
    ((0, 1), (1, -2), (2, 1))
    """
    line = [1]
    for _ in range(others):
        line = [one - before for one, before in zip([*line, 0], [0, *line], strict=True)]
    return tuple(enumerate(line))
