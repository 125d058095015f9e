"""A short test of the generator behind live shuffles, for a house that opens: needs nothing but the standard library.

>>> ailment()
''
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from holecard.values import shoe
from holecard.values.shoe import SystemShuffler, shuffled

BITS: Final = 20_000
ONES: Final = (9_725, 10_275)  # the bounds of FIPS 140-2, section 4.9.1, before its change notice of 2002
POKER: Final = (2.16, 46.17)
RUNS: Final = {1: (2315, 2685), 2: (1114, 1386), 3: (527, 723), 4: (240, 384), 5: (103, 209), 6: (103, 209)}
LONGEST: Final = 25
CARDS, SHUFFLES, FAR_OUT = 52, 40, 5.0  # standard deviations


def ailment() -> str:
    """What is wrong with the generator, or nothing. A good one fails now and then, so only a second failure counts."""
    return _fails() and _fails()


def _fails() -> str:
    return next((what for what in (*_of_bits(_drawn()), *_of_shuffles()) if what), "")


def _drawn() -> str:
    """The bits, as zeros and ones."""
    return "".join(f"{shoe.system_bits(32):032b}" for _ in range(BITS // 32))


def _of_bits(bits: str) -> Iterator[str]:
    ones = bits.count("1")
    if not ONES[0] < ones < ONES[1]:
        yield f"{ones:,} of {BITS:,} bits are ones"
    fours = Counter(bits[at : at + 4] for at in range(0, BITS, 4))
    poker = 16 / (BITS // 4) * sum(many**2 for many in fours.values()) - BITS // 4
    if not POKER[0] < poker < POKER[1]:
        yield f"groups of four bits have a chi-square of {poker:.1f}"
    runs = Counter((bit, len(list(run))) for bit, run in groupby(bits))
    for bit in "01":
        for length, (least, most) in RUNS.items():
            many = sum(n for (one, size), n in runs.items() if one == bit and min(size, 6) == length)
            if not least <= many <= most:
                yield f"{many:,} runs of {length} times {bit}"
    longest = max(size for _, size in runs)
    if longest > LONGEST:
        yield f"a run of {longest} equal bits"


def _of_shuffles() -> Iterator[str]:
    """How often each card is at each position: chi-square with (n - 1)² degrees of freedom, which is nearly normal."""
    source = SystemShuffler()
    counts = Counter(seen for _ in range(SHUFFLES) for seen in enumerate(shuffled(range(CARDS), source)))
    squares = sum(many**2 for many in counts.values()) - SHUFFLES**2  # less the square of what is expected in each cell
    freedom = (CARDS - 1) ** 2
    away = (squares * (CARDS - 1) / SHUFFLES - freedom) / (2 * freedom) ** 0.5
    if abs(away) > FAR_OUT:
        yield f"cards' positions are {away:.1f} standard deviations out"
