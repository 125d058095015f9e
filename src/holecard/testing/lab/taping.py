"""Which configurations of a game are taped, with how many boxes and by which strategies, and what their tapes show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle

import numpy as np
from numpy.typing import NDArray

from holecard.engine.game import Game
from holecard.engine.options import Choice
from holecard.engine.rules import Rules
from holecard.lab.compiler.compile import compile_game
from holecard.lab.compiler.tables import Tables
from holecard.lab.simulator.simulate import NO_TAPE, Plan, play_block, streams
from holecard.lab.simulator.strategy_tables import Sayings, StrategyTables, lay
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.shoes import Cards, Strategy
from holecard.law.errors import Refused
from holecard.testing.lab.covering import Row, covering
from holecard.testing.lab.kinds import kinds_of
from holecard.testing.lab.tapes import Replay
from holecard.testing.lab.whims import Whims, whimsical_card

LEFT_OUT = {
    "a side wager, which leaves the money of the main wager alone": (
        *("match_the_dealer", "match_suited", "match_unsuited", "match_minimum", "match_maximum"),
        *("super_sevens", "super_sevens_minimum", "super_sevens_maximum"),
        *("madness_21", "madness_21_minimum", "madness_21_maximum", "madness_stake", "madness_failure"),
        *("perfect_pair", "perfect_pair_minimum", "perfect_pair_maximum", "perfect_pair_scale"),
        *("any_pair", "any_pair_minimum", "any_pair_maximum", "any_pair_scale"),
        *("house_money", "house_money_minimum", "house_money_maximum"),
        *("let_it_ride", "let_it_ride_minimum", "let_it_ride_maximum"),
        *("lucky_match", "lucky_match_minimum", "lucky_match_maximum", "lucky_match_scale"),
        *("push_22", "push_22_minimum", "push_22_maximum", "push_22_scale"),
    ),
    "a matter between rounds: the simulator deals from a shoe that is shuffled": (
        *("shuffler", "cutting_cards", "burn", "mid_shoe_entry"),
    ),
    "a limit on the wagers that are taken: the simulator stakes the same on every box": (
        *(
            "minimum",
            "maximum",
            "chip",
            "increment",
            "box_maximum",
            "player_maximum",
            "boxes_per_player",
            "one_box_at_minimum",
        ),
    ),
    "a matter of shared boxes: the simulator has one bettor on each": ("bettors_per_box",),
    "a ruling after an irregularity": ("void_undoes",),
}
# The simulator stakes the minimum where there is an Ante.
ANTES = {"minimum": ("1.00", "5.00"), "ante": ("0.10", "0.05"), "ante_waived_at": ("none", "1.00", "5.00")}
DECKS = "decks"  # a number in the kernel, and nothing that is compiled: each configuration is taped with half of them
DEALT = 2000  # rounds on a tape
Round = tuple[int, list[int]]  # what it came to, and its cards, the ace as 0
Beginning = tuple[int, bool, int]


def left_out_of(game: Game) -> set[str]:
    """The options that leave the money of the main wager alone."""
    wagers = {option.name for option in game.options if any(offered.has_option(option.name) for offered in game.wagers)}
    return wagers | {name for names in LEFT_OUT.values() for name in names}


def factors(game: Game) -> dict[str, tuple[str, ...]]:
    """The options that may change the money of a round, with the values to try."""
    left_out = left_out_of(game)
    found = {}
    for option in game.options:
        if isinstance(option, Choice) and option.name not in (DECKS, *left_out):
            found[option.name] = option.shown_values
    return found | (ANTES if game.configure().play.ante is not None else {})


def configurations(game: Game, strength: int) -> list[Row]:
    def allowed(row: Row) -> bool:
        try:
            game.configure(row)
        except Refused:
            return False
        return True

    return covering(factors(game), allowed, strength)


@dataclass
class Shown:
    """What the tapes of a game showed, and what its compiled configurations and settlement tables hold."""

    possible_kinds: set[str] = field(default_factory=set)
    possible_cases: set[str] = field(default_factory=set)
    kinds: Counter[str] = field(default_factory=Counter)
    cases: Counter[str] = field(default_factory=Counter)
    boxes: Counter[int] = field(default_factory=Counter)
    rounds: int = 0


def compiled(rules: Rules) -> Tables:
    return Tables(compile_game(rules))


def taped(game: Game, rows: list[Row], replayed: int, tables_of: Callable[[Rules], Tables] = compiled) -> Shown:
    """Tape each configuration and replay some rounds of each tape, `replayed` from its beginning among them. Two
    strategies are drawn by lot, one of them brought as a card; now and then there is the solver's besides."""
    shown = Shown()
    decks = next(option.shown_values for option in game.options if option.name == DECKS)
    boxes = cycle(range(1, game.boxes + 1))
    for number, row in enumerate(rows):
        its_decks = decks[number % len(decks)]
        rules = game.configure(row, decks=its_decks)
        tables = tables_of(rules)
        shown.possible_cases |= {case.name for case in rules.cases}
        for solution, brought, dealt in _strategies(tables, number, decks, its_decks):
            laid = lay(rules, solution, sayings=brought)
            shown.possible_kinds |= kinds_of(tables.compiled, laid)
            for many in dealt:
                replay = Replay(game.configure(row, decks=many), solution, brought)
                replay_tape(replay, laid, next(boxes), replayed, shown)
    return shown


def _strategies(
    tables: Tables, number: int, decks: tuple[str, ...], its_decks: str
) -> Iterator[tuple[Solution, Sayings | None, tuple[str, ...]]]:
    """Each with the numbers of decks that it is taped with."""
    yield Whims(tables, 2 * number), None, decks[number % 2 :: 2]
    yield Whims(tables, 2 * number + 1), whimsical_card(tables, number), (its_decks,)
    if number % 3 == 0:
        yield Solution(tables, Cards.of_decks(int(its_decks)), Strategy.TOTAL), None, (its_decks,)


def replay_tape(replay: Replay, laid: StrategyTables, boxes: int, replayed: int, shown: Shown) -> None:
    """The same cards give the same money, to the cent, and no card more or less is used; and a tape changes no sum."""
    rules, fresh = replay.rules, bool(sum(shown.boxes.values()) % 2)
    plan = Plan(DEALT, boxes=boxes, fresh=fresh, cut=0 if fresh else max(13 * rules.decks, 6 * (boxes + 1)))
    tape = np.zeros(DEALT * (2 + 40 * (boxes + 1)), np.int64)
    with_tape, without = (
        play_block(laid, plan, rules.decks, next(streams(f"{rules.key} {sum(shown.boxes.values())}", 1)), DEALT, one)
        for one in (tape, NO_TAPE)
    )
    told = f"{rules.key} {rules.options.shown()} with {boxes} boxes"
    assert with_tape.counted == without.counted, told
    rounds = list(on_tape(tape, DEALT))
    assert sum(total for total, _ in rounds) == with_tape.sums[0], told
    for total, cards in some_of(rounds, boxes, replayed):
        assert replay.round(cards, boxes) == (total * laid.quantum, len(cards)), f"{told}: {cards}"
        shown.rounds += 1
    shown.kinds += replay.kinds
    shown.cases += replay.cases
    shown.boxes[boxes] += 1


def on_tape(tape: NDArray[np.int64], rounds: int) -> Iterator[Round]:
    at = 0
    for _ in range(rounds):
        used, total = int(tape[at]), int(tape[at + 1])
        yield total, tape[at + 2 : at + 2 + used].tolist()
        at += 2 + used


def some_of(rounds: list[Round], boxes: int, many: int) -> list[Round]:
    """The first, one for each way in which a box may begin, and those whose result and number of cards are rarest."""
    begun: set[Beginning] = set()
    chosen = dict.fromkeys(range(many))
    for number, (_, cards) in enumerate(rounds):
        if not begun.issuperset(found := beginnings(cards, boxes)):
            begun.update(found)
            chosen[number] = None
    seen = Counter((total, len(cards)) for total, cards in rounds)
    rarest = sorted(range(len(rounds)), key=lambda number: seen[rounds[number][0], len(rounds[number][1])])
    return [rounds[number] for number in chosen | dict.fromkeys(rarest[:many])]


def beginnings(cards: list[int], boxes: int) -> set[Beginning]:
    """For each box whether it has a Blackjack, a pair or neither, and whether the up card is an ace or a ten."""
    up = cards[boxes] if cards[boxes] in (0, 9) else -1
    pairs = (sorted((cards[box], cards[boxes + 1 + box])) for box in range(boxes))
    return {(one if one == other else -1, [one, other] == [0, 9], up) for one, other in pairs}
