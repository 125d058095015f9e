"""`holecard sweep`: every permitted combination, the forbidden ones by name, and what goes wrong before any work."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from holecard.engine.rules import Rules
from holecard.games import find
from holecard.lab.compiler.stage import CannotCompile
from holecard.lab.report.plots import FORMATS, MARKERS, Band, Line, edge_chart
from holecard.lab.report.sweep import Figures, plan
from holecard.lab.solver.analysis import analyse
from tests.cli.kit import assert_complains, here

HEADS = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}


def by_decks(rules: Rules) -> Figures:
    """Something quick in place of the solver."""
    return Figures(ev=-rules.decks / 1000, average_wager=1.25, variance=1.44)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holecard.lab.report.sweep.figures", by_decks)


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(rules: Rules) -> Figures:
        raise AssertionError("nothing is to be computed")

    monkeypatch.setattr("holecard.lab.report.sweep.figures", refuse)


def test_the_figures_are_those_of_the_analysis() -> None:
    options = ("--set", "max_hands=1", "--set", "decks=1")
    ran = here("sweep", "reference", "--over", "soft17=stand,hit", *options, "--json")
    stand, hit = ran.document
    for found, soft17 in ((stand, "stand"), (hit, "hit")):
        rules = find("reference").configure(max_hands="1", decks="1", soft17=soft17)
        one = analyse(rules)
        assert (found["ev"], found["house_edge"]) == (one.ev, one.house_edge)
        assert (found["average_wager"], found["element_of_risk"]) == (one.average_wager, one.element_of_risk)
        assert (found["game"], found["over"], found["rules_hash"]) == ("reference", {"soft17": soft17}, rules.hash)
        assert found["options"] == rules.options.shown()
        assert found["version"]
    assert stand["ev"] > hit["ev"]


def test_every_combination_in_order() -> None:
    planned = plan(find("reference"), {}, {"decks": ["6", "2"], "soft17": ["hit", "stand"]})
    assert [tuple(point.over.values()) for point in planned.points] == [
        ("6", "hit"), ("6", "stand"), ("2", "hit"), ("2", "stand"),
    ]  # fmt: skip
    assert not planned.skipped


SOME_FORBIDDEN = ("sweep", "pa-down-under", "--over", "decks=4,6", "--over", "match_the_dealer=yes,no")


@pytest.mark.usefixtures("quick")
def test_a_forbidden_combination_is_listed_with_its_clause() -> None:
    ran = here(*SOME_FORBIDDEN)
    assert ran.code == 0
    assert "Skipped decks=4 match_the_dealer=yes" in ran.out
    assert "58 Pa. Code § 685a.6(e)" in ran.out
    in_json = here(*SOME_FORBIDDEN, "--json")
    assert [one["over"]["decks"] for one in in_json.document] == ["4", "6", "6"]
    assert "58 Pa. Code § 685a.6(e)" in in_json.err


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ([], 2, ["--over"]),
        (["--over", "deks=4,6"], 2, ["deks"]),
        (["--over", "decks=4,six"], 2, ["six"]),
        (["--over", "decks=4,"], 2, ["decks=4,"]),
        (["--over", "decks"], 2, ["decks"]),
        (["--over", "decks=4,7"], 3, ["decks=7", "685a.3(a)"]),
        (["--over", "decks=4,4"], 2, ["twice"]),
        (["--over", "decks=4", "--over", "decks=6"], 2, ["twice"]),
        (["--over", "decks=4,6", "--set", "decks=8"], 2, ["both"]),
        (["--over", "decks=4,6", "--set", "shufler=manual"], 2, ["shufler"]),
        (["--over", "decks=4,5", "--set", "match_the_dealer=yes"], 3, ["685a.6(e)"]),
        (["--over", "decks=4,6", "--plot", "chart.gif"], 2, [".svg"]),
        (["--over", "decks=4,6", "--plot", "/no/such/folder/chart.svg"], 1, ["/no/such/folder"]),
        (["--over", "decks=4,6", "--csv", "/"], 1, ["not a regular file"]),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_computed(arguments: list[str], code: int, words: list[str]) -> None:
    assert_complains(here("sweep", "pa-down-under", *arguments), code, *words)


def test_what_the_solver_does_not_follow_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def some(rules: Rules) -> Figures:
        if rules.decks > 4:
            raise CannotCompile("too many")
        return by_decks(rules)

    monkeypatch.setattr("holecard.lab.report.sweep.figures", some)
    ran = here("sweep", "reference", "--over", "decks=4,6", "--json")
    assert [one["over"]["decks"] for one in ran.document] == ["4"]
    assert ran.err == "Not solved: decks=6 (too many)\n"
    assert_complains(here("sweep", "reference", "--over", "decks=6,8"), 1, "too many")


@pytest.mark.usefixtures("quick")
def test_csv_holds_unrounded_figures(tmp_path: Path) -> None:
    file = tmp_path / "edge.csv"
    assert here("sweep", "reference", "--over", "decks=3,6", "--csv", str(file)).code == 0
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert [(row["decks"], float(row["house_edge"])) for row in rows] == [("3", 3 / 1000), ("6", 6 / 1000)]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("format", FORMATS)
def test_a_chart_is_the_same_every_time(tmp_path: Path, format: str) -> None:
    files = [tmp_path / f"{number}.{format}" for number in range(2)]
    for file in files:
        ran = here("sweep", "reference", "--over", "decks=1,2,8", "--over", "soft17=stand,hit", "--plot", str(file))
        assert ran.code == 0
    one, other = (file.read_bytes() for file in files)
    assert one.startswith(HEADS[format])
    assert one == other


def test_a_chart_of_many_lines_of_words_and_a_range() -> None:
    drawn = [Line(f"line {number}", (("a", number / 1000), ("b", 0.01))) for number in range(len(MARKERS) + 3)]
    assert edge_chart(drawn, values=["a", "b"], axis="push22", title="Game", band=Band("claimed", 0.002, 0.003))
