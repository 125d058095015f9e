"""The example package, built and installed: every surface knows its game, and its figures are the published ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest

from holecard.cli import run
from holecard.cli.serve import _tables
from holecard.dossier._answers import clause_rows
from holecard.dossier._walk import walk
from holecard.games import find
from holecard.house.house_file import check_house, read_house
from holecard.lab.compiler.compile import Opening, OpeningChance, OpeningOffer
from holecard.lab.compiler.stage import Settled
from holecard.lab.compiler.store import tables_for
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.distribution import distribution
from holecard.lab.solver.exact import Solution
from holecard.lab.wagers.side_wagers import analyse_wagers
from holecard.law.matrix import rows
from holecard.law.readings import readings_of
from holecard.testing import PROPERTIES, Property, check
from holecard.testing.lab.taping import taped
from holecard.testing.skeleton import skeleton
from tests.kit.soak import usual_or_soak
from tests.plugins.packages import EXAMPLE, install, on_path

KEY = "super-fun-21"
EXACT = 1e-12
USUAL = tuple(one for one in PROPERTIES if not one.needs_lab)


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example and a new game as it is written, installed with one call."""
    folder = tmp_path_factory.mktemp("packages")
    for place, text in skeleton("lucky-nine").items():
        file = folder / "new" / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (folder / "target").mkdir()
    install(folder / "target", EXAMPLE, folder / "new")
    return folder


@pytest.fixture(autouse=True)
def installed(target: Path) -> Iterator[None]:
    with on_path(target / "target"):
        yield


def test_the_house_edge_is_the_published_one() -> None:
    """0.94 % is what most sources give. Orange County KO (bj21.com, April 2002) finds 0.9788 % for a printed strategy:
    the best one costs less."""
    edge = -analyse(find(KEY).configure()).ev
    assert f"{edge:.2%}" == "0.94%"
    assert edge == pytest.approx(0.009373, abs=5e-7)
    assert edge < 0.009788


@pytest.mark.parametrize(
    ("decks", "scale", "edge"), [(1, "one", 0.037707), (2, "one", 0.008215), (1, "two", 0.108597), (2, "two", 0.083271)]
)
def test_its_side_wager_costs_what_is_published(decks: int, scale: str, edge: float) -> None:
    """Wizard of Odds, Royal Match, versions 2 and 1."""
    (found,) = [one for one in analyse_wagers(find(KEY), {"decks": decks}) if one.pay_scale == scale]
    assert -float(found.ev) == pytest.approx(edge, abs=5e-7)


def test_a_blackjack_in_diamonds_is_a_result_of_its_own() -> None:
    """Four of the 1,326 first two cards of a deck are an ace and a ten of diamonds, and win 2 units instead of 1."""
    solution = analyse(find(KEY).configure(decks=1)).solution
    each, mean = distribution(solution).results, distribution(_with_the_mean_of_suits(solution)).results
    assert mean[17 / 16] == pytest.approx(64 / 1326, abs=EXACT)
    assert 17 / 16 not in each
    assert each[2] - mean[2] == pytest.approx(4 / 1326, abs=EXACT)
    assert each[1] - mean[1] == pytest.approx(60 / 1326, abs=EXACT)


def _with_the_mean_of_suits(solution: Solution) -> Solution:
    tables = copy(solution.tables)
    openings = {key: _mean(one) for key, one in tables.compiled.openings.items()}
    tables.compiled = replace(tables.compiled, openings=openings)
    return Solution(tables, solution.cards)


def _mean(opening: Opening) -> Opening:
    match opening:
        case Settled():
            return replace(opening, by_suits=())
        case OpeningChance(outcomes=outcomes):
            return OpeningChance(tuple((values, _mean(after)) for values, after in outcomes))
        case OpeningOffer(choices=choices):
            return replace(opening, choices=tuple((do, _mean(after)) for do, after in choices))
    return opening


@pytest.mark.parametrize("one", usual_or_soak(USUAL, PROPERTIES), ids=lambda one: one.says)
@pytest.mark.parametrize("key", [KEY, "lucky-nine"])
def test_what_must_hold_of_every_game_holds(key: str, one: Property) -> None:
    check(find(key), (one,))


def test_simulated_rounds_pay_the_same_through_the_engine() -> None:
    """Also where suits decide what a Blackjack is paid: there the tape has the mean of all suits."""
    shown = taped(find(KEY), [{"soft17": "hit"}], replayed=4, tables_of=tables_for)
    assert {"blackjack", "six-cards", "surrendered"} < set(shown.cases)
    assert set(shown.kinds) == shown.possible_kinds


def test_commands_know_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "--json"]) == 0
    assert {KEY, "lucky-nine"} < {one["game"] for one in json.loads(capsys.readouterr().out)}
    assert run(["law", "show", KEY, "3(diamonds)"]) == 0
    assert "two diamonds" in capsys.readouterr().out
    assert run(["play", KEY, "--set", "decks=6"]) == 3
    assert "Super Fun 21, rule 1" in capsys.readouterr().err


def test_the_law_knows_its_clauses_code_and_readings() -> None:
    mine = [row for row in rows() if row.instrument == KEY]
    assert len(mine) == 19
    assert any(place.startswith("holecard_super_fun_21/super_fun_21.py:") for row in mine for place in row.code)
    assert [one.id for one in readings_of(KEY)] == ["SF-1", "SF-2"]


def test_a_house_may_have_a_table_of_it_and_ours_has_one() -> None:
    table = f'name = "Fun"\ngame = "{KEY}"\nboxes = 3\noptions = {{ royal_match = true }}'
    text = f'[house]\nname = "Mine"\n[[table]]\n{table}'
    (checked,) = check_house(read_house(text))
    assert checked.rules is not None
    assert "Super Fun 21" in [one.table.name for one in _tables(None)]


def test_its_filing_answers_every_clause_that_asks() -> None:
    table = f'name = "Fun"\ngame = "{KEY}"\noptions = {{ royal_match = true }}'
    (checked,) = check_house(read_house(f'[house]\nname = "Mine"\n[[table]]\n{table}'))
    assert checked.rules is not None
    found = {row.clause.id: row for row in clause_rows(checked, walk(checked.rules, 20), {})}
    assert {"1", "12", "14", "14(one)", "14(two)"} <= set(found)
    assert [point.write for point in found["12"].open] == ["[table.options] soft17"]
    assert found["14"].approves.endswith("with its pay scale")


def test_the_tests_that_the_packages_bring(target: Path) -> None:
    """Rounds worked out by hand; what must hold of every game is tested above."""
    folders = [str(EXAMPLE / "tests"), str(target / "new" / "tests")]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not must_hold", "--rootdir"]
    done = subprocess.run(
        [*command, str(target), "--import-mode=importlib", *folders],
        env=os.environ | {"PYTHONPATH": str(target / "target"), "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=target,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "17 passed" in done.stdout
