"""Rounds that somebody else decides, at many tables at once, compiled by Numba. It knows no game.

A table's state is a line of numbers. A step takes an action, deals what follows until the next decision, and settles
the box when its last hand is over. Cards are used exactly as the engine uses them.

It is one function on purpose. Arrays that a function is given, or that are cut out of another, are counted by Numba
each time; at this speed that would cost five times as much as the rounds.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from holecard.lab.compiler.automaton import NONE
from holecard.lab.compiler.compile import Kind
from holecard.rl._cards import begin_round, draw
from holecard.rl._round_tables import (
    ACTS,
    AGAIN,
    AGAIN_FIRST,
    AGAIN_SECOND,
    BESIDE,
    BY_CARD,
    CHANCE,
    KIND,
    LEADS_TO,
    LIKE,
    OFFER,
    PAIR_OF,
    SETTLED,
    STARTS,
    TELLS,
    WHAT,
)  # fmt: skip

DRAW, CHOOSE, SPLIT = int(Kind.DRAW), int(Kind.CHOOSE), int(Kind.SPLIT)

# What a table waits for: a bet, an answer to an offer, a decision, the end of a round in which there is nothing to
# decide, or a card.
BETTING, OFFERED, DECIDING, WAITING_FOR_NOTHING, FIRST, UP, SECOND, HOLE, HAND, DEALERS_SECOND, DEALER = range(11)

# The columns of a table's state.
ASKS, AT, KNOWN, UP_VALUE, HOLE_VALUE, MONEY, CONTEXT, MANY, WAITING, MET, FINISHED, NEEDS, GOING = range(13)
CARDS, HARD, ACES, FIRST_VALUE, PAIRED, SUBJECT, BET, TURNED = range(13, 21)
COUNTS = 21  # ten of them: the values in the hand
PENDING = 31  # hands of a split that wait for their second card
ROWS = 39  # lines of the payoffs of finished hands
WIDTH = 51

# The columns of an observation.
TOTAL, SOFT, PAIR, SIZE, UP_CARD, LIGHT, HOLE_CARD, HANDS, IS_SPLIT, ADDED, QUESTION, TAKEN = range(12)
BY_TOTAL = 12
BY_CARDS = 22  # and how many of each value the hand has
BY_SHOE = 32  # and how many of each have gone since the shuffle

Array = Any


@njit(cache=True, nogil=True)
def first_illegal(mask: Array, actions: Array) -> int:
    """The first table whose action is not allowed there, or -1."""
    for table in range(len(actions)):
        action = actions[table]
        if action < 0 or action >= mask.shape[1] or not mask[table, action]:
            return table
    return -1


@njit(cache=True, nogil=True)
def step(walked: Any, shoes: Any, state: Array, gone: Array, dealing: Any, actions: Array, told: Any) -> None:
    """One action at every table, or a first round if there are none. An action that is not allowed changes nothing. A
    table whose round is over is dealt the next one at once."""
    root, opening, node = walked.root, walked.opening, walked.node
    formed, context, paired = walked.formed, walked.context, walked.paired
    dealer, following, draws = walked.dealer, walked.following, walked.draws
    by_row, waits, met, extra, met_waits = walked.by_row, walked.waits, walked.met, walked.extra, walked.met_waits
    completes, takes_second, has_hole_card = walked.completes, walked.takes_second, walked.has_hole_card
    light, open_hole, value_of = walked.light, walked.open_hole, walked.value_of
    shoe, place, rng = shoes.shoe, shoes.place, shoes.rng
    seen, mask, reward, over = told.seen, told.mask, told.reward, told.over
    units, last, fresh, stake = dealing.units, dealing.last, dealing.fresh, dealing.stake
    bets, shows_cards, shows_shoe = len(units), seen.shape[1] >= BY_CARDS, seen.shape[1] >= BY_SHOE
    moves = mask.shape[1] - bets
    for table in range(len(state)):
        reward[table] = 0.0
        over[table] = False
        at, asks = np.int64(0), np.int64(BETTING if bets else FIRST)
        if len(actions):
            action = np.int64(actions[table])
            if action < 0 or action >= moves + bets or not mask[table, action]:
                continue
            at, asks = np.int64(state[table, AT]), np.int64(state[table, ASKS])
            if asks == BETTING:
                state[table, BET] = units[action - moves]
                asks = np.int64(FIRST)
            elif asks == OFFERED:
                at = np.int64(opening[at, ACTS + action])
            elif asks == DECIDING:
                of = np.int64(state[table, CONTEXT])
                many = np.int64(state[table, MANY])
                at = np.int64(paired[of, many, action] if state[table, PAIRED] else node[at, ACTS + action])
                state[table, PAIRED] = 0
                again = at == AGAIN
                if again or node[at, KIND] == SPLIT:
                    if again:
                        first, second = context[of, AGAIN_FIRST + many], context[of, AGAIN_SECOND + many]
                    else:
                        pair = np.int64(node[at, LEADS_TO])
                        first, second = formed[pair, 0], formed[pair, 1]
                    state[table, PENDING + state[table, WAITING]] = second
                    state[table, WAITING] += 1
                    state[table, MANY] = many + 1
                    state[table, CONTEXT] = first
                    at = np.int64(-1)  # a hand of the split begins
                asks = np.int64(HAND)
        elif not bets:
            state[table, BET] = 1
        dealt = asks == FIRST
        if asks == FIRST and begin_round(place, table, last, fresh):
            for column in range(10):
                gone[table, column] = 0
        if asks == BETTING and not len(actions):
            begin_round(place, table, last, fresh)
        follows = asks == OFFERED  # an opening goes on
        settles = False
        if asks == WAITING_FOR_NOTHING:  # it is settled, and paid now
            state[table, GOING] = 0
            asks = np.int64(DEALER)
        while asks != BETTING:
            # Where the game goes without a card.
            if follows:
                follows = False
                while opening[at, KIND] == CHANCE:
                    at = np.int64(opening[at, BY_CARD + state[table, HOLE_VALUE]])
                kind = opening[at, KIND]
                state[table, SUBJECT] = opening[at, WHAT]
                if kind == OFFER:
                    asks = np.int64(OFFERED)
                    break
                if kind == SETTLED:
                    state[table, MONEY] = opening[at, LEADS_TO]
                    settles = True
                else:
                    state[table, GOING] = 1
                    state[table, KNOWN] = opening[at, TELLS]
                    if open_hole[opening[at, TELLS]]:
                        gone[table, state[table, HOLE_VALUE]] += 1
                        state[table, TURNED] = 1
                    if opening[at, BESIDE] != NONE:
                        row = opening[at, BESIDE]
                        state[table, ROWS] = row
                        state[table, FINISHED] = 1
                        state[table, NEEDS] |= waits[row]
                    at = np.int64(opening[at, LEADS_TO])
                    asks = np.int64(HAND)
            if asks == HAND and not settles:
                while True:
                    if at < 0:  # a hand of a split has one card
                        of = np.int64(state[table, CONTEXT])
                        value = np.int64(context[of, PAIR_OF])
                        for column in range(COUNTS, COUNTS + 10):
                            state[table, column] = 0
                        state[table, COUNTS + value] = 1
                        state[table, CARDS] = 1
                        state[table, HARD] = value + 1
                        state[table, ACES] = value == 0
                        state[table, FIRST_VALUE] = value
                        state[table, PAIRED] = 0
                        at = np.int64(context[of, STARTS])
                    if node[at, KIND] == DRAW:
                        break
                    if node[at, KIND] == CHOOSE or state[table, PAIRED] == 2:
                        asks = np.int64(DECIDING)
                        break
                    row = np.int64(node[at, LEADS_TO])
                    state[table, ROWS + state[table, FINISHED]] = row
                    state[table, FINISHED] += 1
                    state[table, NEEDS] |= waits[row]
                    if state[table, CONTEXT] != NONE:
                        state[table, MET] = met[state[table, MET], state[table, CONTEXT], row]
                    if state[table, WAITING] == 0:
                        state[table, NEEDS] |= met_waits[state[table, MET]]
                        settles = True
                        break
                    state[table, WAITING] -= 1
                    state[table, CONTEXT] = state[table, PENDING + state[table, WAITING]]
                    at = np.int64(-1)
                if asks == DECIDING:
                    break
            if settles:
                settles = False
                if has_hole_card and not state[table, TURNED]:
                    gone[table, state[table, HOLE_VALUE]] += 1  # it is turned in the end
                asks = np.int64(DEALER)
                if state[table, GOING]:
                    if has_hole_card:
                        at = np.int64(dealer[state[table, UP_VALUE], state[table, HOLE_VALUE]])
                    else:
                        asks = np.int64(DEALERS_SECOND)
            if asks == DEALER and (not state[table, GOING] or not state[table, NEEDS] or at >= draws):
                won = np.int64(state[table, MONEY])
                if state[table, GOING]:
                    final = at - draws if at >= draws else 0
                    for hand in range(state[table, FINISHED]):
                        won += by_row[state[table, ROWS + hand], final]
                    won += extra[state[table, MET], final]
                if dealt:  # there was nothing to decide: the player sees the hand before the next one
                    state[table, MONEY] = won
                    state[table, KNOWN] = NONE
                    asks = np.int64(WAITING_FOR_NOTHING)
                    break
                reward[table] = state[table, BET] * won / stake
                over[table] = True
                if begin_round(place, table, last, fresh):
                    for column in range(10):
                        gone[table, column] = 0
                asks = np.int64(BETTING if bets else FIRST)
                dealt = True
                continue
            # The next card.
            card = value_of[draw(shoe, place, rng, table)]
            value = np.int64(card)
            if asks != HOLE:
                gone[table, value] += 1
            if asks == HAND:
                state[table, CARDS] += 1
                state[table, HARD] += value + 1
                state[table, ACES] += value == 0
                state[table, COUNTS + value] += 1
                at = np.int64(node[at, BY_CARD + value])
                state[table, PAIRED] = 0
                if state[table, CARDS] == 2 and state[table, CONTEXT] != NONE:
                    of = state[table, CONTEXT]
                    if value == context[of, PAIR_OF] and context[of, AGAIN_FIRST + state[table, MANY]] != NONE:
                        state[table, PAIRED] = 2
            elif asks == DEALER:
                at = np.int64(following[at + value])
            elif asks == DEALERS_SECOND:
                at = np.int64(dealer[state[table, UP_VALUE], value])
                asks = np.int64(DEALER)
            elif asks == FIRST:
                state[table, FIRST_VALUE] = value
                asks = np.int64(UP)
            elif asks == UP:
                state[table, UP_VALUE] = value
                asks = np.int64(SECOND)
            else:
                if asks == SECOND:
                    one = np.int64(state[table, FIRST_VALUE])
                    for column in range(COUNTS, COUNTS + 10):
                        state[table, column] = 0
                    state[table, COUNTS + one] += 1
                    state[table, COUNTS + value] += 1
                    state[table, CARDS] = 2
                    state[table, HARD] = one + value + 2
                    state[table, ACES] = (one == 0) + (value == 0)
                    state[table, PAIRED] = 0
                    state[table, KNOWN] = NONE
                    state[table, MONEY] = 0
                    state[table, CONTEXT] = NONE
                    state[table, MANY] = 1
                    state[table, WAITING] = 0
                    state[table, MET] = 0
                    state[table, FINISHED] = 0
                    state[table, NEEDS] = completes
                    state[table, GOING] = completes or takes_second
                    state[table, TURNED] = 0
                    at = np.int64(root[one, value, state[table, UP_VALUE]])
                    asks = np.int64(HOLE)
                    if has_hole_card:
                        continue
                else:
                    state[table, HOLE_VALUE] = value
                follows = True
        state[table, ASKS] = asks
        state[table, AT] = at
        # What the player sees, and what they may do.
        for column in range(seen.shape[1]):
            seen[table, column] = 0
        for column in range(moves):
            mask[table, column] = False
        for column in range(bets):
            mask[table, moves + column] = asks == BETTING
        if asks != BETTING:
            hard, cards, first_value = state[table, HARD], state[table, CARDS], state[table, FIRST_VALUE]
            soft = state[table, ACES] > 0 and hard <= 11
            known, of = state[table, KNOWN], state[table, CONTEXT]
            seen[table, TOTAL] = hard + 10 if soft else hard
            seen[table, SOFT] = soft
            seen[table, PAIR] = first_value + 1 if cards == 2 and state[table, COUNTS + first_value] == 2 else 0
            seen[table, SIZE] = cards
            seen[table, UP_CARD] = state[table, UP_VALUE] + 1
            seen[table, HANDS] = state[table, MANY]
            seen[table, QUESTION] = state[table, SUBJECT]
            if known != NONE:
                seen[table, LIGHT] = light[known]
                seen[table, HOLE_CARD] = open_hole[known]
            if of != NONE:
                seen[table, IS_SPLIT] = 1
                seen[table, ADDED] = context[of, LIKE]
            if asks == WAITING_FOR_NOTHING:
                mask[table, 0] = True
            elif asks == OFFERED:
                seen[table, TAKEN] = opening[at, TELLS]
                for column in range(moves):
                    mask[table, column] = opening[at, ACTS + column] != NONE
            elif state[table, PAIRED]:
                for column in range(moves):
                    mask[table, column] = paired[of, state[table, MANY], column] != NONE
            else:
                for column in range(moves):
                    mask[table, column] = node[at, ACTS + column] != NONE
            if shows_cards:
                for column in range(10):
                    seen[table, BY_TOTAL + column] = state[table, COUNTS + column]
        if shows_shoe:
            for column in range(10):
                seen[table, BY_CARDS + column] = gone[table, column]
