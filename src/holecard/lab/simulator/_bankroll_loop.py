"""The loop of `bankroll`, compiled by Numba: sessions of rounds drawn from a distribution. It knows no game."""

from __future__ import annotations

from typing import Any

from numba import njit

from holecard.lab.simulator.generator import step

Array = Any


@njit(cache=True)
def walk_sessions(
    below: Array, won: Array, cost: int, bankroll: int, rounds: int, marks: Array, rng: Array,
    results: Array, played: Array, longest: Array, paths: Array,
) -> None:  # fmt: skip
    """Play as many sessions as `results` has room for, and write down the bankroll of the first ones at `marks`.

    Every session takes `rounds` numbers, also when it ended before: so the same rounds come whatever the bankroll is.
    `below` are upper bounds among the numbers of 64 bits, one for each result but the last.
    """
    last = len(below)
    for session in range(len(results)):
        money = bankroll
        number = run = longest_run = mark = 0
        for at in range(rounds):
            bits = step(rng)
            if money >= cost:
                found = 0
                while found < last and bits >= below[found]:
                    found += 1
                money += won[found]
                number += 1
                run = run + 1 if won[found] < 0 else 0
                longest_run = max(longest_run, run)
            if session < len(paths) and at + 1 == marks[mark]:
                paths[session, mark] = money
                mark += 1
        results[session] = money - bankroll
        played[session] = number
        longest[session] = longest_run
