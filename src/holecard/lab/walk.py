"""The simulator's loop, compiled by Numba: rounds walked over laid tables. It knows no game.

Random numbers are xoshiro256+, one stream for each block of rounds, 2^128 numbers apart. An index is the upper half of
the product of 32 random bits with the number of cards: its bias is below 416 / 2^32, one in ten million. The tables
are unsigned, so that no index needs to be looked at for its sign.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, uint64

NONE = 0xFFFF  # no such entry
HANDS = 64  # finished hands of a round: nine boxes of four, and what lies beside them
BINS = 8192  # of the histogram of a round's result
JUMP = np.array(
    [0x180EC6D33CFD0ABA, 0xD5A61266F0C9392C, 0xA9582618E03FC9AA, 0x39ABDC4529B1661C], np.uint64
)  # the generator's own polynomial
SPARE = 64  # places behind the shoe, for a round that outlasts it
AHEAD = 4  # cards of a fresh shoe that are picked at once

Array = Any


@njit(cache=True)
def pick(shoe: Array, begin: Any, end: Any, rng: Array) -> None:
    """Put a random one of all that are left into each of these places."""
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    at, cards = uint64(begin), uint64(len(shoe))
    while at < end:
        bits = a + d
        shifted = b << uint64(17)
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = (d << uint64(45)) | (d >> uint64(19))
        other = uint64(at) + uint64(((bits >> uint64(32)) * (cards - at)) >> uint64(32))
        card = shoe[other]
        shoe[other] = shoe[at]
        shoe[at] = card
        at += uint64(1)
        if at < end:  # the other half of the same number
            low = bits & uint64(0xFFFFFFFF)
            other = uint64(at) + uint64((low * (cards - at)) >> uint64(32))
            card = shoe[other]
            shoe[other] = shoe[at]
            shoe[at] = card
            at += uint64(1)
    rng[0], rng[1], rng[2], rng[3] = a, b, c, d


@njit(cache=True)
def more(shoe: Array, at: Any, cards: Any, discards: Any, rng: Array) -> Any:
    """Make a few more cards ready, and say how far. A shoe that is empty is continued from the discards."""
    if at < cards:
        end = min(cards, at + uint64(AHEAD))
        pick(shoe[: np.int64(cards)], at, end, rng)
        return end
    end = min(uint64(len(shoe)), at + uint64(AHEAD))
    for place in range(at, end):
        pick(shoe[: np.int64(discards)], uint64(0), uint64(1), rng)
        shoe[place] = shoe[0]
    return end


@njit(cache=True)
def jump(rng: Array) -> None:
    """Go on to the next stream, 2^128 numbers further."""
    found = np.zeros(4, np.uint64)
    for word in JUMP:
        for bit in range(64):
            if word >> uint64(bit) & uint64(1):
                for at in range(4):
                    found[at] ^= rng[at]
            shifted = rng[1] << uint64(17)
            rng[2] ^= rng[0]
            rng[3] ^= rng[1]
            rng[1] ^= rng[2]
            rng[0] ^= rng[3]
            rng[2] ^= shifted
            rng[3] = (rng[3] << uint64(45)) | (rng[3] >> uint64(19))
    rng[:] = found


@njit(cache=True)
def walk(
    alone: Array, split: Array, begin: Array, rows_from: int, splits_from: int, row: Array, staked: Array, pair: Array,
    context_pair: Array, first: Array, second: Array, again_first: Array, again_second: Array, resplits: Array,
    leaf_of: Array, leaf_node: Array, leaf_known: Array, leaf_money: Array, leaf_staked: Array, leaf_beside: Array,
    dealer_begin: Array, dealer_next: Array, dealer_draws: int, paid: Array, waits: Array,
    completes: bool, takes_second: bool, has_hole_card: bool,
    shoe: Array, cut: int, fresh: bool, rng: Array, rounds: int, boxes: int, sums: Array, bins: Array, tape: Array,
) -> None:  # fmt: skip
    """Play so many rounds. `sums`: of results, of their squares, of stakes, rounds won and lost; `tape`: the cards."""
    rows = np.empty(HANDS, np.uint16)
    pending = np.empty(16, np.uint16)
    table = uint64(boxes)
    cards = uint64(len(shoe) - SPARE)
    last = cards - uint64(cut)
    whole = shoe[: np.int64(cards)]
    written = 0
    at = cards
    ready = cards
    won = squares = stakes = wins = losses = 0
    for _ in range(rounds):
        if fresh:
            at = uint64(0)
            ready = min(cards, uint64(2 * boxes + 4))
            pick(whole, uint64(0), ready, rng)
        elif at >= last:
            pick(whole, uint64(0), last, rng)
            at = uint64(0)
            ready = last
        began = at
        while ready < at + uint64(2 * boxes + 2):
            ready = more(shoe, ready, cards, began, rng)
        up = shoe[at + table]
        at += table + table + uint64(1)  # a card to each box, one to the dealer, another to each box
        hole = shoe[at]
        if has_hole_card:
            at += uint64(1)
        total = 0
        at_stake = 0
        finished = 0
        needs = completes
        going = completes or takes_second
        for box in range(table):
            leaf = leaf_of[shoe[began + box], shoe[began + table + uint64(1) + box], up, hole]
            total += leaf_money[leaf]
            at_stake += leaf_staked[leaf]
            if leaf_beside[leaf] != NONE:
                rows[finished] = leaf_beside[leaf]
                if not needs:
                    needs = waits[leaf_beside[leaf]] != 0
                finished += 1
                going = True
            node = leaf_node[leaf]
            if node == NONE:
                continue
            going = True
            known = leaf_known[leaf]
            context = uint64(NONE)
            hands = uint64(1)
            waiting = 0
            while True:
                if context == NONE:
                    while node < rows_from:
                        if at == ready:
                            ready = more(shoe, at, cards, began, rng)
                        node = alone[known, node, shoe[at]]
                        at += uint64(1)
                else:
                    while node < rows_from:
                        if at == ready:
                            ready = more(shoe, at, cards, began, rng)
                        node = split[context, known, node, shoe[at]]
                        at += uint64(1)
                if node >= splits_from:
                    value = pair[node]
                    pending[waiting] = second[value]
                    waiting += 1
                    hands += uint64(1)
                    context = uint64(first[value])
                else:
                    line = row[node]
                    rows[finished] = line
                    if not needs:
                        needs = waits[line] != 0
                    at_stake += staked[node]
                    finished += 1
                    if waiting == 0:
                        break
                    waiting -= 1
                    context = uint64(pending[waiting])
                while True:  # the second card of a hand formed by a split
                    if at == ready:
                        ready = more(shoe, at, cards, began, rng)
                    card = shoe[at]
                    at += uint64(1)
                    if (
                        card != context_pair[context]
                        or again_first[context, hands] == NONE
                        or resplits[context, known] == 0
                    ):
                        break
                    pending[waiting] = again_second[context, hands]
                    waiting += 1
                    context = uint64(again_first[context, hands])
                    hands += uint64(1)
                node = split[context, known, begin[context], card]
        if going:
            if not has_hole_card:
                if at == ready:
                    ready = more(shoe, at, cards, began, rng)
                hole = shoe[at]
                at += uint64(1)
            state = dealer_begin[up, hole]
            if needs:
                while state < dealer_draws:
                    if at == ready:
                        ready = more(shoe, at, cards, began, rng)
                    state = dealer_next[state, shoe[at]]
                    at += uint64(1)
            final = state - dealer_draws if state >= dealer_draws else 0
            for one in range(finished):
                total += paid[rows[one], final]
        won += total
        squares += total * total
        stakes += at_stake
        wins += total > 0
        losses += total < 0
        bins[min(max(total + BINS // 2, 0), BINS - 1)] += 1
        if len(tape):
            tape[written] = at - began
            tape[written + 1] = total
            written += 2
            for one in range(began, at):
                tape[written] = shoe[one]
                written += 1
    sums[0] += won
    sums[1] += squares
    sums[2] += stakes
    sums[3] += wins
    sums[4] += losses
