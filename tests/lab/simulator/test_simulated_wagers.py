"""Side wagers in the simulator: its rounds replayed through the engine, its figures against the exact ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from holecard.engine.questions import Act, Answer, Bet, Offer, Question
from holecard.engine.rules import Rules
from holecard.engine.table import Box, Hand, Table
from holecard.games import find
from holecard.lab.compiler.compile import Kind
from holecard.lab.compiler.stage import Pair
from holecard.lab.compiler.tables import code_of
from holecard.lab.simulator.side_wager_tables import PlayFor, lay_beside
from holecard.lab.simulator.simulate import Plan, laid_for, main_game, on_this_machine, play_block, simulate, streams
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.shoes import Strategy
from holecard.lab.wagers import riding
from holecard.lab.wagers.riding import WorthOfRiding, value_of_riding
from holecard.lab.wagers.side_wagers import analyse_wagers
from holecard.round.riding import RIDE
from holecard.testing.lab.tapes import Replay
from holecard.values.cards import DECK, HIDDEN, Card
from holecard.wagers.prizes import PRESS, PRIZE, prize_of
from tests.cli.kit import assert_complains, here
from tests.kit.soak import usual_or_soak

UNIT = 100  # staked on each, which is the table minimum
RIDING = ("house-money", "let-it-ride")
NZ = ("super-sevens", "madness-21", "perfect-pair", "any-pair", *RIDING, "lucky-match", "push-22")


def with_wagers(game: str, options: dict[str, str], wagers: tuple[str, ...]) -> Rules:
    return find(game).configure({**options, **{find(game).wager(wager).switch: "yes" for wager in wagers}})


class Taped(NamedTuple):
    """A round as the kernel played it, in its own units; a prize is a place among the prizes, or -1."""

    total: int
    wagers: list[int]
    prizes: list[int]
    cards: list[int]


class WagerReplay(Replay):
    """Rounds with side wagers on every box, each of as much as the main wager."""

    def __init__(self, rules: Rules, solution: Solution, wagers: tuple[str, ...], play_for: PlayFor) -> None:
        super().__init__(rules, solution)
        self.wagers, self.play_for = wagers, play_for
        self.riding = {
            wager: value_of_riding(rules, wager) for wager in wagers if wager in RIDING and play_for is PlayFor.WAGERS
        }
        self.prizes: list[int] = []
        self.rode = 0  # how often

    def _cards(self, values: list[int]) -> Iterator[Card]:
        return iter([DECK[card] for card in values])

    def _bets(self, boxes: int) -> tuple[Bet, ...]:
        side = (Bet(seat, f"P{seat}", self.compiled.stake, key) for seat in range(1, boxes + 1) for key in self.wagers)
        return (*super()._bets(boxes), *side)

    def _reply(self, table: Table, question: Question) -> Answer:
        match question:
            case Offer(subject=subject) if subject == PRESS:
                return Act(PRESS)
            case Offer(subject=subject, seat=seat) if subject == PRIZE:
                return Act(prize_of(self.prizes[seat - 1]))
            case Offer(subject=subject, seat=seat, choices=choices) if subject in RIDING:
                up = table.dealer.cards[0]
                assert up is not HIDDEN
                low, high = sorted(card.value for card in table.boxes[seat - 1].hands[0].cards)
                rides = next((legal for legal in choices if legal.do == RIDE), None)
                if rides is None or subject not in self.riding or self.riding[subject]((low, high), up.value) <= 0:
                    return Act("decline")
                self.rode += 1
                return Act(RIDE, rides.most)
        return super()._reply(table, question)

    def _offer(self, table: Table, box: Box, question: Offer) -> str:
        elections = tuple(one for one in box.elections if one[1] not in (PRESS, *RIDING))
        return super()._offer(table, box._replace(elections=elections), question)

    def _formed_with(self, hand: Hand) -> object:
        """What rides raises the wager of a second hand, which is played like any other."""
        wagers = tuple(wager._replace(amount=self.compiled.stake) for wager in hand.wagers)
        return super()._formed_with(hand._replace(wagers=wagers))

    def _decision(self, table: Table, box: Box, hand: Hand) -> str:
        waiting = any(wager.net is None and wager.kind in ("super-sevens", "lucky-match") for wager in box.wagers)
        if not waiting or self.play_for is PlayFor.MAIN:
            return super()._decision(table, box, hand)
        one, other = sorted(card.value for card in hand.cards)
        nodes, solution, known = self.compiled.nodes, self.solution, self._known(table)
        node = nodes[self.compiled.starts[one, other]]
        worth = {
            do: solution.best[solution.tables.alone.find(code_of(one, other), after), known]
            for do, after in zip(node.choices, node.after, strict=True)
            if nodes[after].kind is Kind.DRAW
        }
        return max(worth, key=lambda do: worth[do])


WAGERS, MAIN = PlayFor
TAPED = [
    ("pa-down-under", {}, ("match-the-dealer",), 6, WAGERS),
    ("masque-down-under", {"decks": "8"}, ("match-the-dealer",), 1, WAGERS),
    *(("nz-blackjack", {}, (wager,), boxes, WAGERS) for boxes, wager in enumerate(NZ, start=1)),
    ("nz-blackjack", {}, ("super-sevens", "lucky-match"), 2, MAIN),
    ("nz-blackjack", {}, ("house-money", "perfect-pair"), 3, MAIN),
    ("nz-blackjack", {"madness_stake": "kept"}, ("madness-21", "lucky-match", "super-sevens", "push-22"), 9, WAGERS),
    ("nz-blackjack", {"dealer_blackjack_takes": "busted-plus-one"}, ("super-sevens", "push-22"), 3, WAGERS),
    ("nz-ante-up", {}, ("let-it-ride", "any-pair"), 2, WAGERS),
    ("nz-blackjack-plus", {"ride_before_blackjack": "no"}, ("house-money",), 1, WAGERS),
    ("nz-blackjack-plus", {"decks": "8"}, ("super-sevens", "push-22"), 4, WAGERS),
    ("nz-free-bet", {"lammer_value": "with-riding"}, ("house-money",), 1, WAGERS),
    ("nz-free-bet", {"push_22_scale": "two"}, ("lucky-match", "push-22", "madness-21"), 5, WAGERS),
]


WEIGHED = usual_or_soak({"nz-blackjack"}, {game for game, *_ in TAPED})  # where what rides has its true worth


class ByLot(WorthOfRiding):
    """Money that rides on some hands and not on others: what it is worth takes long to work out, and decides no more
    than that."""

    def __init__(self) -> None:
        pass

    def value(self, pair: Pair, up: int) -> float:
        return 1.0 if (pair[0] + 3 * pair[1] + 5 * up) % 3 else -1.0


@pytest.mark.parametrize(("game", "options", "wagers", "boxes", "play_for"), TAPED, ids=str)
def test_every_round_is_the_same_through_the_engine(
    game: str,
    options: dict[str, str],
    wagers: tuple[str, ...],
    boxes: int,
    play_for: PlayFor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same cards give the same money, to the cent: the main wager's and each side wager's."""
    rules, placed = with_wagers(game, options, wagers), tuple((wager, UNIT) for wager in wagers)
    solution = analyse(main_game(rules), strategy=Strategy.TOTAL).solution
    if set(wagers) & set(RIDING) and game not in WEIGHED:
        monkeypatch.setattr(riding, "WorthOfRiding", lambda *given: ByLot())
        laid = lay_beside(rules, solution, placed, play_for)  # not kept: another test wants the true one
    else:
        laid = laid_for(rules, "total", placed, play_for)
    rounds = (2400 if set(wagers) & set(RIDING) else 800) // boxes
    tape = np.zeros(rounds * (2 + len(wagers) + boxes + 40 * (boxes + 1)), np.int64)
    plan = Plan(rounds, boxes=boxes, fresh=True)
    play_block(laid, plan, rules.decks, next(streams(f"tape {wagers}", 1)), rounds, tape)
    replay = WagerReplay(rules, solution, wagers, play_for)
    plain = WagerReplay(main_game(rules), solution, (), MAIN)
    stake = laid.stake * laid.quantum
    taped = list(unwound(tape, rounds, len(wagers), boxes))
    for one in telling(taped, usual_or_soak(rounds // 4, rounds)):
        returned = options.get("madness_stake") != "kept"
        replay.prizes = [int(laid.beside.prizes[at]) + (not returned) for at in one.prizes]
        settled = replay.played(one.cards, boxes)
        assert replay.used == len(one.cards), one
        net = Counter(dict.fromkeys(wagers, 0))
        for wager in settled:
            net[wager.kind if wager.kind in wagers else "main"] += wager.net or 0
        simulated = [Fraction(won * stake, own.stake) for won, own in zip(one.wagers, laid.wagers, strict=True)]
        if replay.riding:  # what it adds to the round: a double or a split may have more on it
            main = sum(wager.net or 0 for wager in plain.played(one.cards, boxes))
            net[wagers[0]] += net["main"] - main
            net["main"] = main
        assert [net["main"], *(net[wager] for wager in wagers)] == [one.total * laid.quantum, *simulated], one
    assert replay.rode >= 20 * len(replay.riding)


def telling(rounds: list[Taped], many: int) -> list[Taped]:
    """So many: half of them the first, and half those that came to what is rare, by winning or by doubling a ride."""
    seen = Counter((one.total, *one.wagers, len(one.cards)) for one in rounds)
    half = many // 2
    others = sorted(rounds[half:], key=lambda one: seen[one.total, *one.wagers, len(one.cards)])
    return [*rounds[:half], *others[: many - half]]


def unwound(tape: NDArray[np.int64], rounds: int, wagers: int, boxes: int) -> Iterator[Taped]:
    numbers = iter(int(number) for number in tape)
    for _ in range(rounds):
        used, total = next(numbers), next(numbers)
        results, prizes, cards = ([next(numbers) for _ in range(many)] for many in (wagers, boxes, used))
        yield Taped(total, results, prizes, cards)


@pytest.mark.parametrize(
    ("game", "wager"), [("pa-down-under", "match-the-dealer"), *(("nz-blackjack", wager) for wager in NZ)]
)
def test_it_agrees_with_the_exact_figure(game: str, wager: str) -> None:
    """Within four standard errors, with a fresh shuffle every round."""
    rules = with_wagers(game, {}, (wager,))
    plan = Plan(usual_or_soak(4_000_000, 10_000_000), seed=wager, fresh=True, wagers=((wager, UNIT),))
    (found,) = simulate(rules, plan, on_this_machine(2)).wagers
    exact = analyse_wagers(find(game), {}, only=wager, value_of_riding=value_of_riding)[0]
    assert abs(found.figures.ev - float(exact.ev)) < 4 * found.figures.standard_error
    assert found.hit_frequency == pytest.approx(float(exact.hit_frequency), abs=5e-4)
    if wager not in RIDING:
        assert found.figures.standard_deviation == pytest.approx(exact.standard_deviation, rel=usual_or_soak(0.1, 0.05))
        assert {paid.pays for paid in exact.classes} >= {Fraction(result) for result in found.figures.histogram}


def test_the_strategy_card_s_own_play_of_a_wager_that_waits() -> None:
    """Sevens that are split are paid on two; so a player who looks to the main wager alone has less of it."""
    rules = with_wagers("nz-blackjack", {}, ("super-sevens",))
    plan = Plan(2_000_000, fresh=True, wagers=(("super-sevens", UNIT),))
    (best,), (by_card,) = (simulate(rules, replace(plan, play_for=aim)).wagers for aim in PlayFor)
    assert best.figures.ev > by_card.figures.ev + 4 * by_card.figures.standard_error
    assert best.hit_frequency == pytest.approx(by_card.hit_frequency, abs=1e-3)


def test_a_side_wager_leaves_the_main_game_as_it_is() -> None:
    rules = with_wagers("nz-blackjack", {}, ("house-money",))
    plan = Plan(300_000, fresh=True, boxes=3, wagers=(("house-money", UNIT),))
    riding, kept = (simulate(rules, replace(plan, play_for=aim)).tally for aim in PlayFor)
    assert riding.results == kept.results
    assert riding.winners == kept.winners
    assert riding.wagers != kept.wagers


def test_the_command_tells_of_side_wagers() -> None:
    pairs = ("--wager", "perfect-pair=1.00", "--wager", "push-22=2.50", "--set", "perfect_pair_scale=two")
    document = here("simulate", "nz-blackjack", "--rounds", "100000", *pairs, "--json").document
    assert [(row["wager"], row["amount"]) for row in document["wagers"]] == [("perfect-pair", 1.0), ("push-22", 2.5)]
    assert (document["options"]["perfect_pair"], document["play_for"]) == ("yes", "wagers")
    for row in document["wagers"]:
        assert row["house_edge"] == -row["ev"]
        assert row["won"] + row["pushed"] + row["lost"] == pytest.approx(1)
        assert sum(one["rounds"] for one in row["histogram"]) == 100_000
    told = here("simulate", "nz-blackjack", "--rounds", "1000", "--wager", "lucky-match=1").out
    assert "lucky-match" in told
    assert "third cards are drawn" in told


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("--wager", "perfect-pair=1", "--wager", "any-pair=1"), 3, "15B.1A"),
        (("--wager", "super-sevens=1", "--set", "decks=4"), 3, "3.3(a)"),
        (("--wager", "push-22=1", "--set", "push_22=no"), 3, "20A.1"),
        (("--wager", "push-22=1", "--set", "push_22_minimum=5"), 3, "20A.3"),
        (("--wager", "royal-match=1"), 2, "royal-match is unknown. nz-blackjack offers any-pair"),
        (("--wager", "push-22"), 2, "wager=amount"),
        (("--wager", "push-22=0"), 2, "greater than 0"),
        (("--wager", "push-22=1", "--wager", "push-22=2"), 2, "appears twice"),
        (("--wager", "push-22=1", "--play-for", "fun"), 2, "not fun"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], code: int, says: str) -> None:
    assert_complains(here("simulate", "nz-blackjack", "--rounds", "1000", *arguments, "--json"), code, says)
