"""The lab's figures for any game, checked in three independent ways."""

from __future__ import annotations

from holecard.engine.game import Game
from holecard.lab.compiler.store import tables_for
from holecard.lab.simulator.simulate import Plan, simulate
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.exact import Solution
from holecard.lab.solver.shoes import Cards, Strategy
from holecard.testing.lab.covering import first_rows
from holecard.testing.lab.oracle import Oracle, ShoeEmpty
from holecard.testing.lab.taping import configurations, taped

EXACT = 1e-12
VALUES = "A23456789T"
WITHOUT_BLACKJACK, WITH_BLACKJACK = "667788TTTTTT", "AA77889TTTTTT"
MORE = "TTTT"  # for a game whose rounds use more cards
ROUNDS = 2_000_000
STANDARD_ERRORS = 4.5
MET, REPLAYED = 0.5, 12  # the part of all pairs of options that is taped, and rounds of each tape that are replayed
MOST_TAPED = 6


def tiny_shoes_agree(game: Game) -> str:
    """By default options. A shoe without Blackjacks alone, where the suits of one decide what it is paid: the
    enumeration knows no suits."""
    rules = game.configure()
    tables = tables_for(rules)
    done = []
    for cards in (WITHOUT_BLACKJACK,) if tables.compiled.suits_decide else (WITHOUT_BLACKJACK, WITH_BLACKJACK):
        cards, expected = _enumerated(game, cards)
        found = Solution(tables, Cards(_counts(cards))).ev
        assert abs(found - expected) <= EXACT, f"from the shoe {cards} the solver finds {found}, enumeration {expected}"
        done.append(cards)
    return " and ".join(done)


def _enumerated(game: Game, cards: str) -> tuple[str, float]:
    while True:
        try:
            return cards, float(Oracle(game.configure(), _counts(cards)).ev())
        except ShoeEmpty:
            cards += MORE


def _counts(cards: str) -> tuple[int, ...]:
    return tuple(cards.count(value) for value in VALUES)


def tapes_agree(game: Game) -> str:
    """Several configurations; every kind of transition that they have must have been met."""
    rows = first_rows(configurations(game, 2), MET, 2)[:MOST_TAPED]
    shown = taped(game, rows, REPLAYED, tables_for)
    missed = sorted(shown.possible_kinds - set(shown.kinds))
    assert not missed, f"no replayed round had this: {'; '.join(missed[:3])}"
    return f"{shown.rounds} rounds of {len(rows)} configurations"


def simulation_agrees(game: Game) -> str:
    rules = game.configure()
    exact = analyse(rules, strategy=Strategy.TOTAL)
    found = simulate(rules, Plan(ROUNDS, fresh=True))
    away = (found.ev - exact.ev) / found.standard_error
    assert abs(away) < STANDARD_ERRORS, f"simulated {found.ev}, exact {exact.ev}: {away:.1f} standard errors"
    return f"{ROUNDS:,} rounds, {away:+.1f} standard errors from the exact house edge of {-exact.ev:.4%}"
