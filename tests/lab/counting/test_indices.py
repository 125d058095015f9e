"""Departures: the published ones for ordinary blackjack, Insurance, and what playing them wins in simulation."""

from __future__ import annotations

import pytest

from holecard.engine.rules import Rules
from holecard.games import find
from holecard.lab.counting.indices import Indices, indices, insurance_index
from holecard.lab.counting.systems import KNOWN
from holecard.lab.counting.tallies import INDICES, Asked, count_rounds
from holecard.law.errors import Malformed
from tests.kit.soak import usual_or_soak

# Schlesinger, Blackjack Attack: the Illustrious 18 for Hi-Lo, without Insurance and 16 v 10, which are below.
ILLUSTRIOUS = (
    ("hard 15", "10", "stand", 4),
    ("10,10", "5", "split", 5),
    ("10,10", "6", "split", 4),
    ("hard 10", "10", "double", 4),
    ("hard 12", "3", "stand", 2),
    ("hard 12", "2", "stand", 3),
    ("hard 11", "A", "double", 1),
    ("hard 9", "2", "double", 1),
    ("hard 10", "A", "double", 4),
    ("hard 9", "7", "double", 3),
    ("hard 16", "9", "stand", 5),
    ("hard 13", "2", "hit", -1),
    ("hard 12", "4", "hit", 0),
    ("hard 12", "5", "hit", -2),
    ("hard 12", "6", "hit", -1),
    ("hard 13", "3", "hit", -2),
)


@pytest.fixture(scope="module")
def found(rules: Rules) -> Indices:
    return indices(rules, KNOWN["hi-lo"])


@pytest.mark.parametrize(("hand", "up", "action", "published"), ILLUSTRIOUS)
def test_the_illustrious_eighteen_within_one_count(
    found: Indices, hand: str, up: str, action: str, published: int
) -> None:
    (row,) = [row for row in found.rows if (row.hand, row.up, row.departs_to) == (hand, up, action)]
    assert row.index == pytest.approx(published, abs=1)


def test_sixteen_against_ten_stands_about_zero(found: Indices) -> None:
    """With two cards it still hits at zero, with more it stands: the published 0 is for both together."""
    two, more = (
        next(row for row in found.rows if (row.hand, row.up) == (hand, "10"))
        for hand in ("hard 16", "hard 16 (3+ cards)")
    )
    assert more.index < 0.1 < two.index < 1


@pytest.mark.parametrize(("decks", "published"), [(1, 1.4), (2, 2.4), (6, 3.0)])
def test_the_exact_insurance_index(decks: int, published: float) -> None:
    assert insurance_index(KNOWN["hi-lo"], decks) == pytest.approx(published, abs=0.05)


def test_the_most_valuable_come_first(found: Indices) -> None:
    worth = [row.worth for row in found.rows]
    assert worth == sorted(worth, reverse=True)
    assert "insurance" in [row.hand for row in found.rows[:3]]


def test_every_light_has_its_departures() -> None:
    rules = find("pa-down-under").configure()
    rows = indices(rules, KNOWN["hi-lo"]).rows
    assert rules.play.reader is not None
    assert set(rules.play.reader.shows) <= {row.light for row in rows}


def test_playing_them_wins_what_they_are_worth(found: Indices, rules: Rules) -> None:
    """With a flat bet; the simulator plays the best strategy for each true count at betting. 16 v 10 and the rest of
    the list together are worth about a tenth of a percent."""
    rounds = usual_or_soak(8_000_000, 400_000_000)
    asked = [Asked((KNOWN["hi-lo"],), rounds, play=play) for play in ("basic", INDICES)]
    basic, departing = (count_rounds(rules, one).result for one in asked)
    worth = sum(row.worth for row in found.rows)
    error = (basic.standard_error**2 + departing.standard_error**2) ** 0.5
    assert departing.ev - basic.ev == pytest.approx(worth, abs=4 * error + 0.2 * worth)
    assert worth > 0.0008


def test_a_running_count_has_no_departures(rules: Rules) -> None:
    with pytest.raises(Malformed, match="departures need a true count: ko must be balanced"):
        indices(rules, KNOWN["ko"])
