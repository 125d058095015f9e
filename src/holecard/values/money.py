"""Money in whole cents and odds as exact fractions. Part of a cent is rounded down. No floats.

>>> cents("12.50")
1250
>>> Odds.parse("3:2").on(cents("2.50"))
375
"""

from __future__ import annotations

import re
from typing import NamedTuple

from holecard.law.errors import Malformed

Cents = int

_AMOUNT = re.compile(r"(-?)([0-9]{1,12})(?:\.([0-9]{1,2}))?")
ODDS = re.compile(r"([0-9]{1,5}):([0-9]{1,5})")


def cents(text: str) -> Cents:
    """Read an amount such as `10`, `2.5` or `10.00`; a fraction of a cent is refused.

    >>> cents("0.005")
    Traceback (most recent call last):
    ...
    holecard.law.errors.Malformed: '0.005' is not an amount. Write whole cents, for example 10.00
    """
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        raise Malformed(f"{text!r} is not an amount. Write whole cents, for example 10.00")
    sign, whole, part = match.groups()
    amount = int(whole) * 100 + int((part or "").ljust(2, "0"))
    return -amount if sign else amount


def amount(value: Cents) -> str:
    """
    >>> amount(1250), amount(-5)
    ('12.50', '-0.05')
    """
    return f"{'-' if value < 0 else ''}{abs(value) // 100}.{abs(value) % 100:02d}"


class Odds(NamedTuple):
    """Odds: `3:2` pays three for each two wagered."""

    pays: int
    to: int = 1

    @classmethod
    def parse(cls, text: str) -> Odds:
        match = ODDS.fullmatch(text.strip())
        if match is None or int(match[2]) == 0:
            raise Malformed(f"{text!r} is not odds. Write odds like 3:2")
        return cls(int(match[1]), int(match[2]))

    def on(self, wager: Cents) -> Cents:
        """The winnings on a wager; a broken cent is rounded down, the house rule `rounding`, which cites no clause.

        >>> Odds(6, 5).on(101)
        121
        """
        return wager * self.pays // self.to

    @property
    def spoken(self) -> str:
        """
        >>> Odds(3, 2).spoken
        '3 to 2'
        """
        return f"{self.pays} to {self.to}"

    def __str__(self) -> str:
        return f"{self.pays}:{self.to}"


EVEN = Odds(1, 1)
