"""Every pair of final hands is settled by a case, every case is reached, and every conflict is declared."""

from __future__ import annotations

import pytest

from holecard.games import GAMES
from holecard.testing.settlement import final_dealers, final_hands, never_arising, undeclared, unreached


def test_the_enumeration_is_complete() -> None:
    game = GAMES["reference"]
    totals = {(hand.points.total, hand.points.soft) for hand in final_hands(game, game.configure())}
    assert {total for total, _ in totals} == set(range(4, 31))
    assert {total for total, soft in totals if soft} == set(range(12, 22))
    for limit in (21, 22):
        dealers = final_dealers(limit)
        assert {dealer.points.total for dealer in dealers} == set(range(17, 27))
        assert sum(dealer.is_blackjack for dealer in dealers) == 1
        assert (limit == 22) is any(dealer.points.soft and dealer.points.total == 22 for dealer in dealers)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_pair_matches_a_case_and_every_case_is_reached(key: str) -> None:
    assert unreached(GAMES[key]) == []


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_conflict_between_cases_is_declared(key: str) -> None:
    assert undeclared(GAMES[key]) == []


@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_conflict_is_declared_that_cannot_arise(key: str) -> None:
    """A declaration must come true under some options; a case that others lack may be named in them all."""
    assert never_arising(GAMES[key]) == []
