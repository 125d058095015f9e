"""The random numbers of the simulator, compiled by Numba, and a shoe that is shuffled only as far as it is dealt.

Random numbers are xoshiro256++. An index is the upper half of the product of 32 random bits with the number of cards:
its bias is below 416 / 2^32, one in ten million. The numbers are unsigned, so that no index needs to be looked at for
its sign. A live table never uses this generator.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, uint64

JUMP = np.array(
    [0x180EC6D33CFD0ABA, 0xD5A61266F0C9392C, 0xA9582618E03FC9AA, 0x39ABDC4529B1661C], np.uint64
)  # the generator's own polynomial
SPARE = 64  # places behind the shoe, for a round that outlasts it
AHEAD = 4  # cards of a fresh shoe that are picked at once

Array = Any


@njit(cache=True, nogil=True, inline="always")
def advanced(a: Any, b: Any, c: Any, d: Any) -> Any:
    """The next random number, and the generator's state after it; its words stay in registers."""
    both = a + d
    bits = ((both << uint64(23)) | (both >> uint64(41))) + a
    shifted = b << uint64(17)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << uint64(45)) | (d >> uint64(19))
    return bits, a, b, c, d


@njit(cache=True, nogil=True, inline="always")
def swap_in(shoe: Array, at: Any, half: Any) -> None:
    """Put the card that 32 random bits choose among all that are left into this place."""
    other = at + ((half * (uint64(len(shoe)) - at)) >> uint64(32))
    card = shoe[other]
    shoe[other] = shoe[at]
    shoe[at] = card


@njit(cache=True, nogil=True)
def pick(shoe: Array, begin: Any, end: Any, rng: Array) -> None:
    """Put a random one of all that are left into each of these places, two for each random number."""
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    at = uint64(begin)
    while at < end:
        bits, a, b, c, d = advanced(a, b, c, d)
        swap_in(shoe, at, bits >> uint64(32))
        at += uint64(1)
        if at < end:
            swap_in(shoe, at, bits & uint64(0xFFFFFFFF))
            at += uint64(1)
    rng[0], rng[1], rng[2], rng[3] = a, b, c, d


@njit(cache=True, nogil=True)
def more(shoe: Array, at: Any, cards: Any, discards: Any, rng: Array) -> Any:
    """Make a few more cards ready, and say how far. A shoe that is empty is continued from the discards."""
    if at < cards:
        end = min(cards, at + uint64(AHEAD))
        pick(shoe[: np.int64(cards)], at, end, rng)
        return end
    end = min(uint64(len(shoe)), at + uint64(AHEAD))
    for place in range(at, end):
        again = (uint64(place) - cards) % max(uint64(1), uint64(discards))  # no discards: a card may come twice
        pick(shoe[: np.int64(discards)], again, again + uint64(1), rng)
        shoe[place] = shoe[again]
    return end


@njit(cache=True, nogil=True)
def step(rng: Array) -> Any:
    """The next random number."""
    bits, rng[0], rng[1], rng[2], rng[3] = advanced(rng[0], rng[1], rng[2], rng[3])
    return bits


@njit(cache=True, nogil=True)
def jump(rng: Array) -> None:
    """Go on to the next stream, 2^128 numbers further."""
    found = np.zeros(4, np.uint64)
    for word in JUMP:
        for bit in range(64):
            if word >> uint64(bit) & uint64(1):
                for at in range(4):
                    found[at] ^= rng[at]
            step(rng)
    rng[:] = found
