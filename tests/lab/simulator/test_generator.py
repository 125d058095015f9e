"""The simulator's random numbers and its shuffle, at fixed seeds: uniform, unrelated, and streams that never meet."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from holecard.games import find
from holecard.lab.simulator import generator
from holecard.lab.simulator.simulate import Plan, laid_for, play_block, streams

WORD = (1 << 64) - 1
FAR = 4  # standard deviations: too even is as suspect as uneven
pick: Any = generator.pick
jump: Any = generator.jump


def advance(state: list[int]) -> int:
    """xoshiro256++ as it is published."""
    a, b, c, d = state
    c, d = c ^ a, d ^ b
    state[:] = [a ^ d, b ^ c, c ^ (b << 17 & WORD), (d << 45 | d >> 19) & WORD]
    both = (a + (d ^ b)) & WORD
    return ((both << 23 | both >> 41) + a) & WORD


def assert_uniform(counts: NDArray[np.integer], expected: Any, freedom: int) -> None:
    chi = float(((counts - expected) ** 2 / expected).sum())
    assert abs(chi - freedom) < FAR * (2 * freedom) ** 0.5, (chi, freedom)


def test_the_kernel_shuffles_by_the_published_generator() -> None:
    (rng,) = streams("s", 1)
    state, shoe = [int(word) for word in rng], list(range(52))
    for at in range(0, 52, 2):
        bits = advance(state)
        for place, half in ((at, bits >> 32), (at + 1, bits & 0xFFFFFFFF)):
            other = place + (half * (52 - place) >> 32)
            shoe[place], shoe[other] = shoe[other], shoe[place]
    shuffled = np.arange(52, dtype=np.uint8)
    pick(shuffled, 0, 52, rng)
    assert shuffled.tolist() == shoe
    assert [int(word) for word in rng] == state


def test_a_jump_is_two_to_the_128_numbers() -> None:
    """A step of the generator is a matrix over two elements; squared 128 times it must be a jump. So the streams of two
    blocks could meet only after more numbers than any block draws."""

    def bits(words: list[int]) -> list[int]:
        return [word >> bit & 1 for word in words for bit in range(64)]

    columns = []
    for word in range(4):
        for bit in range(64):
            state = [1 << bit if at == word else 0 for at in range(4)]
            advance(state)
            columns.append(bits(state))
    matrix = np.array(columns, np.float64).T
    for _ in range(128):
        matrix = matrix @ matrix % 2
    first, second = streams("s", 2)
    wanted = matrix @ np.array(bits([int(word) for word in first]), np.float64) % 2
    assert wanted.tolist() == bits([int(word) for word in second])


def test_numbers_are_uniform_and_streams_unrelated() -> None:
    """Both halves of a number, which become indices, in eight streams of one seed and one of another."""
    many, halves = 40_000, []
    for rng in (*streams("s", 8), *streams("t", 1)):
        state = [int(word) for word in rng]
        numbers = np.array([advance(state) for _ in range(many)], np.uint64)
        halves += [(numbers >> np.uint64(32)).astype(np.int64), (numbers & np.uint64(0xFFFFFFFF)).astype(np.int64)]
    for one in halves:
        assert_uniform(np.bincount(one >> 22, minlength=1024), many / 1024, 1023)
        pairs = (one[:-1] >> 27) * 32 + (one[1:] >> 27)
        assert_uniform(np.bincount(pairs, minlength=1024), (many - 1) / 1024, 1023)
    for one, other in combinations(halves, 2):
        for lag in (0, 1):
            related = float(np.corrcoef(one[lag:], other[: many - lag])[0, 1])
            assert abs(related) < 4.5 / many**0.5, "306 of them are looked at"


def test_every_card_is_as_likely_in_every_place() -> None:
    """A deck of cards that are all different: by card and place, and the first two together."""
    many = 60_000
    (rng,) = streams("deck", 1)
    deck, places = np.arange(52, dtype=np.uint8), np.arange(52)
    counts, firsts = np.zeros((52, 52), np.int64), np.zeros((52, 52), np.int64)
    for _ in range(many):
        pick(deck, 0, 52, rng)
        counts[places, deck] += 1
        firsts[deck[0], deck[1]] += 1
    assert_uniform(counts, many / 52, 51 * 51)
    assert not firsts.diagonal().any()
    assert_uniform(firsts[~np.eye(52, dtype=np.bool_)], many / (52 * 51), 52 * 51 - 1)


def test_every_value_is_as_likely_in_every_place_of_a_shoe() -> None:
    """Six decks, as deep as the cutting card: by value and place."""
    many, cards, last = 20_000, 312, 234
    (rng,) = streams("shoe", 1)
    shoe, places = np.repeat(np.arange(10, dtype=np.uint8), [24] * 9 + [96]), np.arange(last)
    counts = np.zeros((last, 10), np.int64)
    for _ in range(many):
        pick(shoe, 0, last, rng)
        counts[places, shoe[:last]] += 1
    expected = many * np.array([24] * 9 + [96]) / cards
    assert_uniform(counts, expected, last * 9)
    left = (cards - last) / (cards - 1)  # a shoe has no more cards of a value than it has: their sum varies less
    drawn = counts.sum(axis=0) - last * expected
    assert (abs(drawn) < FAR * (last * expected * left) ** 0.5).all()


def test_the_first_cards_of_a_taped_round_are_uniform() -> None:
    rules = find("reference").configure({"decks": "1"})
    rounds = 20_000
    tape = np.zeros(rounds * 60, np.int64)
    (rng,) = streams("s", 1)
    play_block(laid_for(rules), Plan(rounds, fresh=True), 1, rng, rounds, tape)
    counts, at = np.zeros((4, 10), np.int64), 0
    for _ in range(rounds):
        counts[np.arange(4), tape[at + 2 : at + 6]] += 1
        at += 2 + int(tape[at])
    assert_uniform(counts, rounds * np.array([4] * 9 + [16]) / 52, 4 * 9)
