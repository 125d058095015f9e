"""The report: what is printed in it, that it can be made again, and what goes wrong before any work."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
import typst

from holecard import __version__
from holecard.engine.rules import Rules
from holecard.games import find
from holecard.lab.report import findings
from holecard.lab.report.findings import Findings, gather, prepare
from holecard.lab.report.par_sheet import par_sheets
from holecard.lab.report.report import document, sources, typeset
from holecard.lab.report.sweep import Figures
from holecard.lab.report.workbook import workbook
from holecard.lab.solver.analysis import verdict
from holecard.law.clauses import Claim
from tests.cli.kit import assert_complains, here

WHEN = datetime(2025, 3, 1, tzinfo=UTC)


def quick_figures(rules: Rules) -> Figures:
    """For the configurations beside the one reported: something quick in place of the solver."""
    return Figures(ev=-rules.decks / 1000, average_wager=1.25, variance=1.44)


def gathered(game: str, **options: str) -> tuple[Findings, list[str]]:
    steps: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(findings, "figures", quick_figures)
        work = prepare(find(game), options)
        found = gather(work, steps.append)
    assert len(steps) + 1 == work.steps, "the last is the typesetting"
    return found, steps


@pytest.fixture(scope="module")
def ordinary() -> Findings:
    return gathered("reference", max_hands="1", decks="1")[0]


@pytest.fixture(scope="module")
def down_under() -> Findings:
    return gathered("pa-down-under", match_the_dealer="yes", edition="2018")[0]


def test_the_chapter_on_counting_stops_where_it_is() -> None:
    """Whoever is told may raise: the lab page cancels so, within a wager."""
    told: list[str] = []

    def within(name: str) -> None:
        told.append(name)
        if len(told) == 15:
            raise InterruptedError

    work = prepare(find("reference"), {"max_hands": "1", "decks": "1"}, alone=True)
    with pytest.raises(InterruptedError):
        gather(work, lambda _: None, within=within)
    assert told[0] == "card counting: without an ace"
    assert told[-1] == "card counting: main wager: 22% dealt"


def texts(node: object) -> Iterator[str]:
    """Every piece of text in what Typst answers."""
    if isinstance(node, dict):
        if isinstance(node.get("text"), str):
            yield node["text"]
        for value in node.values():
            yield from texts(value)
    elif isinstance(node, list):
        for value in node:
            yield from texts(value)


def printed(found: Findings, selector: str) -> str:
    query: Any = typst.query
    return " ".join(texts(json.loads(query(sources(found, WHEN), selector, ignore_system_fonts=True))))


def test_a_report_is_a_pdf_and_the_same_every_time(ordinary: Findings) -> None:
    pdf = typeset(ordinary, WHEN)
    assert pdf.startswith(b"%PDF")
    assert pdf == typeset(ordinary, WHEN)


def test_what_a_reader_finds(ordinary: Findings) -> None:
    headings, tables = (printed(ordinary, selector) for selector in ("heading", "table"))
    for section in ("Result", "Configured rules", "House edge by number of decks", "Strategy cards", "Method"):
        assert section in headings
    assert "Side wagers" not in headings  # there are none
    assert f"{100 * ordinary.composition.house_edge:.6f}".replace("-", "−") in tables
    assert f"{ordinary.composition.dealer['blackjack']:.8f}" in tables
    assert "Dealer's soft 17 the dealer stands" in tables


def test_the_chapter_on_card_counting(down_under: Findings) -> None:
    """Every wager in operation, and the weakest named."""
    chapter = document(down_under, WHEN)["exposure"]
    assert isinstance(chapter, dict)
    assert [row["name"] for row in chapter["rows"]] == ["Main wager", "Match-the-Dealer"]
    assert chapter["weakest"] == "Main wager"
    assert "Exposure to card counting" in printed(down_under, "heading")


def test_a_proposed_edition_with_its_claims_and_a_side_wager(down_under: Findings) -> None:
    said = document(down_under, WHEN)
    assert said["proposed"]
    assert (said["hash"], said["version"], said["date"]) == (down_under.rules.hash, __version__, "1 March 2025")
    tables = printed(down_under, "table")
    assert "0.43 % to 0.49 %".replace(" %", "\N{NARROW NO-BREAK SPACE}%") in tables
    assert "suited match + unsuited match" in tables
    assert "not permitted with Match-the-Dealer (6(e))" in tables


def test_the_distribution_is_printed_for_both_strategies(down_under: Findings) -> None:
    printed: Any = document(down_under, WHEN)
    rows = {net: (float(one), float(other)) for net, one, other in printed["distribution"]}
    assert list(rows) == ["−4", "−3", "−2", "−1", "0", "+1", "+1.5", "+2", "+3", "+4"]
    for one, analysis in zip(zip(*rows.values(), strict=True), (down_under.composition, down_under.total), strict=True):
        assert sum(one) == pytest.approx(1, abs=1e-7)
        assert one == pytest.approx(tuple(analysis.distribution.results.values()), abs=1e-8)
    figures = {name: (one, other) for name, one, other in printed["figures"]}
    assert (
        figures["Standard deviation of a round, in units"][0]
        == f"{down_under.composition.distribution.standard_deviation:.6f}"
    )


def test_the_workbook_has_the_same_figures(down_under: Findings) -> None:
    pages = {sheet.name: sheet for sheet in par_sheets(down_under)}
    assert list(pages)[:4] == ["Summary", "Distribution", "Side wagers", "Pay tables"]
    assert list(pages)[-3:] == ["Decks", "Readings", "Options"]
    first = pages["Summary"].rows[0]
    assert first[0] == "house edge"
    assert [shown.value for shown in first[1:]] == [down_under.composition.house_edge, down_under.total.house_edge]  # type: ignore[attr-defined]
    for _, its in groupby(pages["Pay tables"].rows, key=lambda row: row[:2]):
        rows: list[Any] = list(its)
        assert sum(row[3] for row in rows) == rows[0][4], "all combinations are there"
        assert all(row[3] / row[4] == pytest.approx(row[5]) for row in rows)
    made = workbook(down_under.rules.name, pages.values())
    assert made == workbook(down_under.rules.name, par_sheets(down_under))
    assert made.startswith(b"PK")


def test_a_check_that_fails_is_said(down_under: Findings) -> None:
    """The side wagers change nothing, but the figures without them are made up here."""
    checks: Any = document(down_under, WHEN)["checks"]
    assert [result for _, result in checks] == ["passed", "passed", "passed", "passed", "failed"]


def test_every_option_is_printed_once_with_value_and_clause(down_under: Findings) -> None:
    groups: Any = document(down_under, WHEN)["options"]
    rows = {row["name"]: (row["value"], row["clause"]) for group in groups for row in group["rows"]}
    assert {name: value for name, (value, _) in rows.items()} == down_under.rules.options.shown()
    assert rows["decks"] == ("6", "3(a)")
    assert rows["minimum"] == ("1.00", "house")
    assert sum(len(group["rows"]) for group in groups) == len(rows)


def test_one_card_for_each_light(down_under: Findings) -> None:
    cards: Any = document(down_under, WHEN)["cards"]
    assert [len(panel["columns"]) for panel in cards["panels"]] == [10, 10, 8, 2]


def test_each_reading_has_its_edge(down_under: Findings) -> None:
    readings: Any = document(down_under, WHEN)["readings"]
    reading, manner = readings
    assert (reading["name"], reading["clause"]) == ("dealer_ace", "3(d)(3)")
    assert [(row["value"], row["used"]) for row in reading["rows"]] == [("literal", True), ("conventional", False)]
    assert [row["difference"] == "0" for row in reading["rows"]] == [True, False]
    assert manner["name"] == "wagers_final"


def test_a_reading_that_the_solver_does_not_follow(down_under: Findings) -> None:
    (option, (used, other)), _ = down_under.readings
    unsolved = replace(down_under, readings=((option, (used, replace(other, figures=None))),))
    readings: Any = document(unsolved, WHEN)["readings"]
    assert [row["edge"] == "not solved" for row in readings[0]["rows"]] == [False, True]
    assert typeset(unsolved, WHEN) != typeset(down_under, WHEN)


def test_a_claim_is_compared_at_its_own_places() -> None:
    claim = Claim(id="hold-bet", what="", low="0.0043", high="0.0049", where="")
    assert verdict(claim, 0.004949) == verdict(claim, 0.00425001) == "within"
    assert verdict(claim, 0.00495001) == verdict(claim, 0.0044, 0.0042) == "outside"


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--pdf", "x.pdf", "--set", "decks=4", "--set", "match_the_dealer=yes"], 3, ["685a.6(e)"]),
        (["--pdf", "x.pdf", "--set", "deks=4"], 2, ["deks"]),
        (["--pdf", "/no/such/folder/x.pdf"], 1, ["/no/such/folder"]),
        ([], 2, ["--pdf"]),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_solved(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, words: list[str]
) -> None:
    monkeypatch.setattr(findings, "gather", lambda *_: pytest.fail("nothing is to be solved"))
    assert_complains(here("report", "pa-down-under", *arguments), code, *words)


def test_the_command_writes_what_is_typeset(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ordinary: Findings
) -> None:
    monkeypatch.setattr(findings, "gather", lambda *_: ordinary)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(WHEN.timestamp())))
    file = tmp_path / "report.pdf"
    assert here("report", "reference", "--pdf", str(file)).code == 0
    assert file.read_bytes() == typeset(ordinary, WHEN)


def test_a_date_that_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    ran = here("report", "reference", "--pdf", str(tmp_path / "report.pdf"))
    assert_complains(ran, 2, "SOURCE_DATE_EPOCH", "not yesterday")
