"""Hands of one box whose settlement depends on each other: what they win together beyond the sum of each alone.

The solver adds up the hands of a split. So all ways in which they may end are settled together here; where that is not
the sum, the difference is kept by the rows in which the hands end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple

from holecard.engine.table import Box, Dealer, Hand
from holecard.lab.compiler._settling import Final, Item, Payoffs, settled
from holecard.lab.compiler.splitting import Money
from holecard.lab.compiler.stage import PLAYER, CannotCompile, Stage
from holecard.values.money import Cents

Order = tuple[Money, ...]  # the hands of a box, by the money that lay on each when it was formed
Rows = tuple[int, ...]
Meetings = dict[Order, dict[int, dict[Rows, Cents]]]  # by final class: the extra money, where there is any
Finished = tuple[int, Money]  # the row of a finished hand, and its wagers as they then lie or were settled


class _Together(NamedTuple):
    """Hands of one box, each ended in some way."""

    endings: tuple[Finished, ...]
    rows: Rows
    hands: tuple[Hand, ...]

    @classmethod
    def of(cls, each: tuple[tuple[Finished, Hand], ...]) -> _Together:
        endings = tuple([ending for ending, _ in each])
        return cls(endings, tuple([row for row, _ in endings]), tuple([hand for _, hand in each]))


@dataclass
class Meeting:
    """The boxes that were settled so far, and what was found."""

    stage: Stage
    paid: Payoffs
    found: Meetings = field(default_factory=dict)
    _extra: dict[tuple[Order, int], dict[Rows, Cents]] = field(default_factory=dict)
    _settled: dict[tuple[tuple[Finished, ...], int], Cents] = field(default_factory=dict)

    def settle(self, ended: Mapping[Money, Sequence[Hand]], orders: Iterable[Order]) -> None:
        """Settle these orders of hands, each hand ended in every way that its money allows.

        More than two hands are settled in the finals in which two of them already meet: a rule by which no two hands
        meet, but three do, is not looked for.
        """
        endings = {
            money: {(self.paid.row_of[Item(hand)], hand.wagers): hand for hand in hands}
            for money, hands in ended.items()
        }
        wanted = dict.fromkeys(orders)
        twos = dict.fromkeys(two for order in wanted for two in combinations(order, 2))
        for order in sorted(wanted | twos, key=len):
            met = dict.fromkeys(final for two in combinations(order, 2) for final in self.found.get(two, ()))
            finals = self._finals if len(order) == 2 else met
            if finals:
                every = [_Together.of(each) for each in product(*(endings[money].items() for money in order))]
                for final in finals:
                    self._add(order, every, final)

    @cached_property
    def _finals(self) -> dict[int, list[Final]]:
        """Of each class one final of two cards and one of more."""
        found: dict[int, dict[bool, Final]] = {}
        for final, number in self.paid.final_of.items():
            found.setdefault(number, {})[final.points.count == 2] = final
        return {number: list(finals.values()) for number, finals in found.items()}

    def _add(self, order: Order, every: Iterable[_Together], final: int) -> None:
        """Settle each of these in a final."""
        column, settled = [line[final] for line in self.paid.money], self._settled
        extras = self._extra.setdefault((order, final), {})
        for endings, rows, hands in every:
            met = settled.get((endings, final))
            if met is None:
                met = settled[endings, final] = self._together(hands, self._finals[final])
            extra = met - sum([column[row] for row in rows])
            if extras.setdefault(rows, extra) != extra:
                raise self._refusal()
            if extra:
                self.found.setdefault(order, {}).setdefault(final, {})[rows] = extra

    def _together(self, hands: tuple[Hand, ...], finals: Sequence[Final]) -> Cents:
        found = {
            settled(self.stage, Box(1, (PLAYER,), hands), Dealer(final.cards, final.points, light=final.light))
            for final in finals
        }
        if len(found) > 1:
            raise self._refusal()
        return found.pop()

    def _refusal(self) -> CannotCompile:
        return CannotCompile(
            f"{self.stage.given.key} as configured settles a split hand by another hand's cards, "
            "which the exact solver does not support"
        )
