"""Split hands that are settled together: what the simulator remembers of them, and what they win.

A state is all that is still of interest in the hands of a split that have ended. What they win together is a line of
the payoffs like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from holecard.lab.compiler.automaton import NONE, OTHER
from holecard.lab.compiler.compile import Compiled
from holecard.lab.compiler.hands_by_cards import Ints
from holecard.lab.compiler.meeting import Order, Rows
from holecard.lab.compiler.splitting import Money
from holecard.values.money import Cents


class Meets(NamedTuple):
    """The tables of the simulator's loop; a box begins in the first state."""

    following: NDArray[np.uint16]  # by state, context and finished hand
    line: NDArray[np.uint32]  # by state: where the line begins of what the hands win together, or `NONE`
    waits: NDArray[np.uint16]  # by state: whether the dealer's further cards can change it

    @classmethod
    def of(cls, following: Ints, together: Sequence[int], finals: int, varies: Sequence[bool]) -> Self:
        """From the number of each state's line of the payoffs."""
        lines = [NONE if line == NONE else line * finals for line in together]
        waits = [line != NONE and varies[line] for line in together]
        return cls(following.astype(np.uint16), np.array(lines, np.uint32), np.array(waits, np.uint16))


class MeetingStates(NamedTuple):
    """A box begins in the first state."""

    following: Ints  # by state, place of the next hand's money and place of its row
    extra: tuple[tuple[Cents, ...], ...]  # by state: what the box wins in each final if no hand follows


def meeting_states(compiled: Compiled, moneys: Sequence[Money], rows: Sequence[int]) -> MeetingStates:
    """The states of hands whose money and row are among these; two with the same future are one."""
    finals = range(len(compiled.money[0]))
    distinct, ends = list(dict.fromkeys(moneys)), list(dict.fromkeys(rows))
    numbers: dict[tuple[tuple[Cents, ...], tuple[int, ...]], int] = {}

    def state(order: Order, ended: Rows) -> int:
        by_final = compiled.meetings.get(order, {})
        extra = tuple(by_final.get(final, {}).get(ended, 0) for final in finals)
        after: list[int] = []
        for money in distinct:
            longer = (*order, money)
            named = _named(compiled, longer)
            if named:
                found = {row: state(longer, (*ended, row)) for row in (*named, OTHER)}
                after += [found[row if row in named else OTHER] for row in ends]
            else:
                after += [nothing for _ in ends]
        return numbers.setdefault((extra, tuple(after)), len(numbers))

    nothing = numbers.setdefault(((0,) * len(finals), ()), 0)
    state((), ())
    lines = list(numbers)[::-1]  # the beginning was found last
    following = np.array([after or (nothing,) * (len(distinct) * len(ends)) for _, after in lines], np.int64)
    following = (len(lines) - 1 - following).reshape(len(lines), len(distinct), len(ends))
    by_money = following[:, [distinct.index(money) for money in moneys]]
    return MeetingStates(by_money[:, :, [ends.index(row) for row in rows]], tuple(extra for extra, _ in lines))


def _named(compiled: Compiled, order: Order) -> set[int]:
    """The rows of a hand at the end of an order that some meeting of this order, or of a longer one, names."""
    return {
        rows[len(order) - 1]
        for longer, by_final in compiled.meetings.items()
        if longer[: len(order)] == order
        for by_rows in by_final.values()
        for rows in by_rows
    }
