"""Offers before the hands act: a strategy by totals answers alike with all hands that a card calls the same."""

from __future__ import annotations

import pytest

from holecard.games import find
from holecard.lab.compiler.compile import OpeningOffer, pairs
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.shoes import Strategy


def _surrendered(strategy: Strategy) -> set[tuple[tuple[int, int], int]]:
    """The two cards and up cards of Double Back Jack, from one deck, that are given up as soon as they may be."""
    solution = analyse(find("pa-double-back-jack").configure({"decks": "1"}), strategy=strategy).solution
    found = set()
    for pair in pairs():
        for up in (1, 10):
            opening = solution.tables.compiled.openings[pair, up]
            while isinstance(opening, OpeningOffer):
                do, opening = opening.choices[solution.answer_to(opening, pair, up)]
                if do == "surrender":
                    found.add((pair, up))
    return found


def test_hands_of_one_total_are_given_up_together() -> None:
    by_totals, by_cards = _surrendered(Strategy.TOTAL), _surrendered(Strategy.COMPOSITION)
    assert ((9, 10), 10) not in by_totals
    assert ((6, 10), 10) in by_totals
    assert ((7, 9), 10) in by_totals
    assert ((6, 9), 10) in by_cards, "a nine and a six do better so"
    assert ((5, 10), 10) not in by_cards, "a ten and a five do not"
    assert ((6, 9), 10) not in by_totals, "and a card says one thing of both"


def test_the_figure_is_what_the_card_says() -> None:
    """Summed over the two-card cells of the exported card, apart from this program."""
    by_totals = analyse(find("pa-double-back-jack").configure({"decks": "1"}), strategy=Strategy.TOTAL)
    assert by_totals.ev == pytest.approx(0.00232560, abs=5e-9)
