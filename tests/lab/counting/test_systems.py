"""Counting systems: published correlations, the best tags, and files of one's own."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from holecard.engine.rules import Rules
from holecard.games import find
from holecard.lab.counting._wager_values import VALUE_OF
from holecard.lab.counting.removals import Removals, removals
from holecard.lab.counting.systems import KNOWN, best_system, best_tags, correlation, find_system, systems_for
from holecard.law.errors import Malformed

# As printed in most tables of counting systems, to two digits: betting, insurance.
PUBLISHED = {
    "hi-lo": (0.97, 0.76),
    "hi-opt-2": (0.91, 0.91),
    "omega-2": (0.92, 0.85),
    "zen": (0.96, 0.85),
    "halves": (0.99, 0.72),
    "ko": (0.98, 0.78),
}


@pytest.fixture(scope="module")
def one_deck() -> Removals:
    """The rules for which the tables were made."""
    return removals(find("reference").configure({"decks": "1", "das": "no", "max_hands": "2"}))


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_correlations_to_two_digits(name: str, one_deck: Removals) -> None:
    betting, insurance = PUBLISHED[name]
    assert correlation(KNOWN[name], one_deck) == pytest.approx(betting, abs=0.0051)
    assert correlation(KNOWN[name], removals(one_deck.rules, "insurance")) == pytest.approx(insurance, abs=0.0051)


@pytest.mark.parametrize("level", [1, 2])
def test_the_best_tags_are_the_best_of_all(level: int, one_deck: Removals) -> None:
    """Against every choice of tags; of level 2 with those of the middle cards fixed, to be quick."""
    found = best_system(one_deck, level)
    assert found is not None
    best = correlation(found, one_deck)
    assert best is not None
    free = range(10) if level == 1 else (0, 1, 2, 3, 5, 8, 9)
    tags = np.tile(
        [found.tags[int(np.argmax(value == VALUE_OF))] for value in range(10)], ((2 * level + 1) ** len(free), 1)
    )
    tags = tags.astype(float)
    tags[:, list(free)] = list(product(range(-level, level + 1), repeat=len(free)))
    effects, share = one_deck.effects, one_deck.weights / one_deck.weights.sum()
    centred = tags - (tags @ share)[:, None]
    spread = np.sqrt((centred**2 @ share) * (effects**2 @ share))
    follows = (centred @ (share * effects)) / np.where(spread > 0, spread, np.inf)
    assert follows.max() == pytest.approx(best, abs=1e-9)


def test_a_higher_level_follows_better(one_deck: Removals) -> None:
    found = systems_for(one_deck).to_dict()["rows"]
    best = [row["correlation"] for row in found if row["system"].startswith("best")]
    assert best == sorted(best)
    assert best[0] >= max(correlation(KNOWN[name], one_deck) or 0 for name in ("hi-lo", "hi-opt-1", "ko"))


def test_a_wager_that_no_card_changes_has_no_count() -> None:
    effects = removals(find("nz-blackjack").configure(), "perfect-pair")
    assert systems_for(effects).is_flat
    assert correlation(KNOWN["hi-lo"], effects) is None
    with pytest.raises(Malformed, match="no count follows perfect-pair"):
        find_system("best-2", effects)


def test_sevens_are_all_that_super_sevens_asks_for() -> None:
    effects = removals(find("nz-blackjack").configure(), "super-sevens")
    tags = best_tags(effects.by_card(), 1)
    assert set(tags[VALUE_OF == 6]) == {tags.min()}
    assert set(tags[VALUE_OF != 6]) == {tags.max()}


def test_a_system_of_ones_own(tmp_path: Path, rules: Rules) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\npivot = 2\n[tags]\nA = -1\nT = -1\n5 = 2\n4 = 1.5\n3 = 1\n6 = 1\n2 = 1\n7h = 1\n')
    found = find_system(str(file))
    assert (found.name, found.pivot, found.has_suits) == ("mine", Fraction(2), True)
    assert found.shown_tags()["4"] == 1.5
    assert found.shown_tags()["7h"] == 1
    assert (correlation(found, removals(rules)) or 0) > 0.9


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('[tags]\nA = "x"\n', r"A = 'x' is not a number from -20 to 20"),
        ("[tags]\nA = true\n", "A = True is not a number"),
        ("[tags]\nA = nan\n", "is not a number"),
        ("[tags]\nA = -1\n5 = 2\n", r"unbalanced: its tags sum to 4 for each deck\. Add its pivot"),
        ("[tags]\nA = 0\n", "counts nothing"),
        ("[tags]\nX = 1\n", "X is not a card"),
        ("tags = 3\n", r"needs a table \[tags\]"),
        ("colour = 3\n[tags]\nA = 1\n", "colour is unknown"),
        ("[tags\n", "is not a TOML file"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(tmp_path: Path, text: str, error: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(Malformed, match=error) as refused:
        find_system(str(file))
    assert "\n" not in str(refused.value)


def test_an_unknown_system_names_those_there_are() -> None:
    with pytest.raises(Malformed, match=r"--system high-low is unknown\. Choose one of hi-lo, "):
        find_system("high-low")
