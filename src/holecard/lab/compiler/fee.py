"""The fee that the figures of a game include, and the main wager of which it is a share (reading NZ-12)."""

from __future__ import annotations

from typing import NamedTuple

from holecard.engine.rules import Rules
from holecard.lab.compiler.stage import Stage
from holecard.values.money import Cents, amount


class FeeIncluded(NamedTuple):
    """What is paid to take part in a round with this main wager.

    >>> from holecard.games import find
    >>> print(fee_included(find("nz-ante-up").configure()))
    Ante of 0.10 on a main wager of 1.00
    >>> fee_included(find("reference").configure())
    """

    name: str
    fee: Cents
    wager: Cents

    def __str__(self) -> str:
        return f"{self.name} of {amount(self.fee)} on a main wager of {amount(self.wager)}"


def fee_included(rules: Rules, wager: Cents = 0) -> FeeIncluded | None:
    """The fee behind a figure for this main wager, or for the one that the lab analyses; None without one."""
    fee = rules.play.ante
    if fee is None:
        return None
    wager = wager or Stage(rules).stake
    return FeeIncluded(fee.name, fee.owed(wager), wager)
