"""The simulator's loop, compiled by Numba. It knows no game.

Each block of rounds has its own stream of random numbers, 2^128 numbers apart. The tables are unsigned, so that no
index needs to be looked at for its sign.

Without side wagers `beside` is None, without hands that are settled by each other `meets` is, and without a card
counter `counts` and `departs` are; whatever asks for them is left out when the loop is compiled.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, uint64

from holecard.lab.compiler.automaton import NONE
from holecard.lab.simulator.generator import SPARE, more, pick, step

HANDS = 64  # finished hands of a round: nine boxes of four, what lies beside them and what they win together
BOXES = 16
LABELS = 128  # of a count: from -64 on, the ends with all beyond them
MIDDLE = LABELS // 2
SURE = 1e-9  # far less than a quotient of cards can be below a whole number

Array = Any


@njit(cache=True, nogil=True)
def value(card: Any, beside: Any) -> Any:
    """What of a card the main game looks at."""
    if beside is None:
        return uint64(card)
    return uint64(beside.value_of[card])


@njit(cache=True, nogil=True)
def record(tape: Array, written: int, shoe: Array, began: Any, at: Any) -> int:
    """Put the cards of a round on the tape, and say how far it is written."""
    for place in range(began, at):
        tape[written] = shoe[place]
        written += 1
    return written


@njit(cache=True, nogil=True, inline="always")
def label(counts: Any, one: Any, running: Any, at: Any) -> Any:
    """Where a count stands when a round begins: rounded down, from 0 on."""
    found = np.int64(np.floor(running * counts.per_deck[one, at] + SURE)) + MIDDLE
    return min(max(found, 0), LABELS - 1)


@njit(cache=True, nogil=True, inline="always")
def carry(counts: Any, running: Array, labels: Array, shoe: Array, began: Any, at: Any) -> None:
    """Count the cards of a round that is over."""
    for one in range(len(labels)):
        seen = running[one]
        for place in range(began, at):
            seen += counts.tags[one, shoe[place]]
        running[one] = seen


@njit(cache=True, nogil=True)
def walk(
    main: Any, solo: Any, beside: Any, meets: Any, counts: Any, departs: Any, dealing: Any, rounds: int, counted: Any
) -> None:
    """Play so many rounds. All but their number are named tuples: see `_loop_tables`, `Solo`, `Beside` and `Meets`."""
    hands, splits, leaves, dealer = main.hands, main.splits, main.leaves, main.dealer
    shoe, boxes, rng, tape = dealing.shoe, dealing.boxes, dealing.rng, counted.tape
    has_hole_card, fresh = dealer.has_hole_card, dealing.fresh  # asked in the loop, they cost a twentieth of its speed
    rows = np.empty(HANDS, np.uint32)
    pending = np.empty(16, np.uint16)
    table = uint64(boxes)
    cards = uint64(len(shoe) - SPARE)
    last = cards - uint64(dealing.cut)
    whole = shoe[: np.int64(cards)]
    rounds_at = counted.results[0]
    places = uint64(len(rounds_at) - 1)  # a power of two less one
    results, prizes = np.zeros(BOXES, np.int64), np.zeros(BOXES, np.int64)
    verdicts, riding = np.zeros(BOXES, np.uint16), np.zeros(HANDS, np.int64)
    written = 0
    at = cards
    ready = cards
    stakes = 0
    if counts is not None:
        carried = len(counts.start)
        running, labels = np.zeros(carried, np.int64), np.zeros(carried, np.int64)
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
        if counts is not None:
            band = counts.band[began]
            for one in range(carried):
                if began == 0:
                    running[one] = counts.start[one]
                labels[one] = label(counts, one, running[one], began)
            if departs is not None:
                style = min(max(labels[0] - MIDDLE - departs.lowest, 0), departs.many - 1)
        while ready < at + uint64(2 * boxes + 2):
            ready = more(shoe, ready, cards, began, rng)
        up_card = shoe[at + table]
        up = value(up_card, beside)
        at += table + table + uint64(1)  # a card to each box, one to the dealer, another to each box
        hole_card = shoe[at]
        hole = value(hole_card, beside)
        if has_hole_card:
            at += uint64(1)
        if beside is None and boxes == 1:
            if departs is not None:
                state = uint64(departs.first[style, shoe[began], shoe[began + uint64(2)], up, hole])
            else:
                state = uint64(solo.of[shoe[began], shoe[began + uint64(2)], up, hole])
            if state != NONE:
                while state < solo.draws:
                    if at == ready:
                        ready = more(shoe, at, cards, began, rng)
                    state = uint64(solo.following[state + uint64(shoe[at])])
                    at += uint64(1)
                ended = state - uint64(solo.draws)
                stakes += solo.staked[ended]
                rounds_at[uint64(solo.won[ended]) & places] += 1
                if counts is not None:
                    net = np.int64(solo.won[ended])
                    for one in range(carried):
                        sums = counts.tally[one, band, labels[one]]
                        sums[0] += 1
                        sums[1] += net
                        sums[2] += net * net
                    carry(counts, running, labels, shoe, began, at)
                if len(tape):
                    tape[written] = at - began
                    tape[written + 1] = solo.won[ended]
                    written = record(tape, written + 2, shoe, began, at)
                continue
        total = 0
        finished = 0
        needs = dealer.completes
        going = dealer.completes or dealer.takes_second
        if beside is not None:
            results[:] = 0
        for box in range(table):
            card, other = shoe[began + box], shoe[began + table + uint64(1) + box]
            if departs is not None:
                leaf = uint64(departs.leaf[style, value(card, beside), value(other, beside), up, hole])
            else:
                leaf = uint64(leaves.of[value(card, beside), value(other, beside), up, hole])
            node = uint64(leaves.node[leaf])
            rides = 0
            if beside is not None:
                prizes[box] = -1
                for wager in range(beside.deal.shape[0]):
                    verdict = beside.deal[wager, card, other, up_card if beside.sees_up else 0]
                    verdicts[wager] = verdict
                    line = beside.waiting[wager, verdict]
                    if line != NONE and beside.wants[line] and beside.third_node[leaf] != NONE:
                        node = uint64(beside.third_node[leaf])
                for wager in range(beside.deal.shape[0]):
                    verdict = verdicts[wager]
                    line = beside.waiting[wager, verdict]
                    if line != NONE:
                        if node < hands.draws:
                            if at == ready:
                                ready = more(shoe, at, cards, began, rng)
                            verdict = beside.third[line, shoe[at]]
                        else:
                            verdict = beside.complete[line]
                    won = beside.money[wager, verdict]
                    if beside.prized[wager, verdict]:
                        drawn = ((step(rng) >> uint64(32)) * uint64(len(beside.prizes))) >> uint64(32)
                        won = beside.prizes[drawn]
                        prizes[box] = drawn
                    results[wager] += won
                    counted.sums[1 + wager] += beside.hit[wager, verdict]
                    rides += beside.rides[wager, verdict]
                if rides != 0:
                    results[beside.rider] += rides * beside.leaf_ride[leaf]
            if leaf >= leaves.plain:
                total += leaves.money[leaf]
                stakes += leaves.staked[leaf]
                if leaves.beside[leaf] != NONE:
                    rows[finished] = leaves.beside[leaf]
                    if not needs:
                        needs = leaves.waits[leaf] != 0
                    riding[finished] = rides
                    finished += 1
                    going = True
                if node == NONE:
                    continue
            going = True
            many = uint64(1)
            waiting = 0
            met = uint64(0)  # what is remembered of the hands of a split
            gone = False  # whether what rode with the first hand has gone with it
            while True:
                while node < hands.draws:
                    if at == ready:
                        ready = more(shoe, at, cards, began, rng)
                    node = uint64(hands.following[node + value(shoe[at], beside)])
                    at += uint64(1)
                ended = node - uint64(hands.draws)
                if ended >= hands.splits_from:
                    card = hands.pair[ended]
                    pending[waiting] = splits.second[card]
                    waiting += 1
                    many += uint64(1)
                    context = uint64(splits.first[card])
                else:
                    rows[finished] = hands.row[ended]
                    if not needs:
                        needs = hands.waits[ended] != 0
                    stakes += hands.staked[ended]
                    if beside is not None:
                        riding[finished] = rides
                        if beside.ride_over[ended]:
                            gone = True
                    finished += 1
                    if meets is not None and many > uint64(1):
                        met = uint64(meets.following[met, context, ended])
                    if waiting == 0:
                        break
                    waiting -= 1
                    context = uint64(pending[waiting])
                    if beside is not None and gone and rides != 0:
                        context = uint64(beside.without_ride[context])
                known = leaves.known[leaf]
                while True:  # the second card of a hand formed by a split
                    if at == ready:
                        ready = more(shoe, at, cards, began, rng)
                    face = value(shoe[at], beside)
                    at += uint64(1)
                    if (
                        face != splits.pair[context]
                        or splits.again_first[context, many] == NONE
                        or splits.resplits[context, known] == 0
                    ):
                        break
                    pending[waiting] = splits.again_second[context, many]
                    waiting += 1
                    context = uint64(splits.again_first[context, many])
                    many += uint64(1)
                node = uint64(hands.following[splits.begin[context, known] + face])
            if meets is not None and meets.line[met] != NONE:
                rows[finished] = meets.line[met]
                if not needs:
                    needs = meets.waits[met] != 0
                riding[finished] = 0
                finished += 1
        if going:
            if not has_hole_card:
                if at == ready:
                    ready = more(shoe, at, cards, began, rng)
                hole_card = shoe[at]
                hole = value(hole_card, beside)
                at += uint64(1)
            state = uint64(dealer.begin[up, hole])
            suits = uint64(0)
            if beside is not None:
                suits = uint64(beside.suit_of[up_card]) | uint64(beside.suit_of[hole_card])
            if needs:
                while state < dealer.draws:
                    if at == ready:
                        ready = more(shoe, at, cards, began, rng)
                    if beside is not None:
                        suits |= uint64(beside.suit_of[shoe[at]])
                    state = uint64(dealer.following[state + value(shoe[at], beside)])
                    at += uint64(1)
            final = state - uint64(dealer.draws) if state >= dealer.draws else uint64(0)
            for one in range(finished):
                total += main.paid[rows[one] + final]
                if beside is not None and riding[one] != 0:
                    results[beside.rider] += riding[one] * beside.ride[rows[one] + final]
            if beside is not None:
                for wager in range(beside.on_dealer.shape[0]):
                    results[wager] += boxes * beside.on_dealer[wager, final, suits]
                    counted.sums[1 + wager] += boxes * beside.hit_on_dealer[wager, final, suits]
        rounds_at[uint64(total) & places] += 1
        if counts is not None:
            for one in range(carried):
                sums = counts.tally[one, band, labels[one]]
                sums[0] += 1
                sums[1] += total
                sums[2] += total * total
                if beside is not None:
                    for wager in range(beside.deal.shape[0]):
                        sums[3 + 2 * wager] += results[wager]
                        sums[4 + 2 * wager] += results[wager] * results[wager]
            carry(counts, running, labels, shoe, began, at)
        if beside is not None:
            for wager in range(beside.deal.shape[0]):
                counted.results[1 + wager, uint64(results[wager]) & places] += 1
        if len(tape):
            tape[written] = at - began
            tape[written + 1] = total
            written += 2
            if beside is not None:
                for wager in range(beside.deal.shape[0]):
                    tape[written] = results[wager]
                    written += 1
                for box in range(boxes):
                    tape[written] = prizes[box]
                    written += 1
            written = record(tape, written, shoe, began, at)
    counted.sums[0] += stakes
