"""The workbooks, read back with another library: numbers are numbers, shown as what they are, under names that stay."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from holecard.lab.report.workbook import Column, Format, Sheet, Shown, workbook
from tests.cli.kit import here

SMALL = ("--set", "max_hands=1", "--set", "decks=1")


def near(value: Any) -> Any:
    """A workbook has sixteen digits."""
    return pytest.approx(value, rel=1e-14)


def read(content: bytes | Path) -> dict[str, Any]:
    book = openpyxl.load_workbook(io.BytesIO(content) if isinstance(content, bytes) else content)
    return {page.title: page for page in book.worksheets}


def table(page: Any) -> list[dict[str, Any]]:
    """The lines under the names, up to the first empty one."""
    names, *rows = page.iter_rows(values_only=True)
    found = []
    for row in rows:
        if not any(value is not None for value in row):
            break
        found.append(dict(zip(names, row, strict=True)))
    return found


def test_a_workbook_has_values_and_their_forms() -> None:
    columns = (Column("what"), Column("share", Format.PERCENT), Column("many", Format.WHOLE))
    rows = [("=1+1", 0.25, 1234567), ("https://example.org", None, Shown(1.5, Format.MONEY, strong=True)), (True, 0, 2)]
    made = workbook("A title", [Sheet(name="Shares: all/some", columns=columns, rows=rows, notes=("A note.",))])
    assert made == workbook("A title", [Sheet(name="Shares: all/some", columns=columns, rows=rows, notes=("A note.",))])
    page = read(made)["Shares  all some"]
    assert [cell.value for cell in page[2]] == ["=1+1", 0.25, 1234567]
    assert page["A2"].data_type == "s", "text is never a formula"
    assert (page["B2"].number_format, page["C2"].number_format) == ("0.0000%", "#,##0")
    assert (page["C3"].number_format, page["C3"].font.bold) == ("#,##0.00", True)
    assert page["B3"].value is None
    assert page["A4"].value == "yes"
    assert page["A6"].value == "A note."
    assert page.freeze_panes == "B2"
    assert page["A1"].font.bold
    assert page.column_dimensions["A"].width > len("https://example.org")


def test_the_workbook_of_an_analysis(tmp_path: Path) -> None:
    file, again = tmp_path / "one.xlsx", tmp_path / "two.xlsx"
    asked = ("analyze", "reference", *SMALL, "--json", "--xlsx")
    found = here(*asked, str(file)).document
    here(*asked, str(again))
    assert file.read_bytes() == again.read_bytes()
    pages = read(file)
    figures = {row["figure"]: row["value"] for row in table(pages["Summary"])}
    assert figures["house edge"] == near(found["house_edge"])
    assert figures["standard deviation"] == near(found["standard_deviation"])
    rows = table(pages["Distribution"])
    assert [row["net"] for row in rows] == [row["net"] for row in found["distribution"]]
    assert [row["probability"] for row in rows] == near([row["probability"] for row in found["distribution"]])
    assert sum(row["adds to expectation"] for row in rows) == pytest.approx(found["ev"], abs=1e-12)
    assert pages["Summary"]["B2"].number_format == "0.0000%"
    assert {row["dealer's final hand"]: row["probability"] for row in table(pages["Dealer"])} == near(found["dealer"])


def test_the_workbook_of_a_sweep(tmp_path: Path) -> None:
    file = tmp_path / "sweep.xlsx"
    asked = ("sweep", "reference", "--set", "max_hands=1", "--over", "decks=1,2", "--json", "--xlsx", str(file))
    found = here(*asked).document
    rows = table(read(file)["Sweep"])
    assert [row["house edge"] for row in rows] == near([one["house_edge"] for one in found])
    assert [row["variance"] for row in rows] == near([one["variance"] for one in found])
    assert [row["decks"] for row in rows] == ["1", "2"]


def test_the_workbook_of_the_side_wagers(tmp_path: Path) -> None:
    file = tmp_path / "wagers.xlsx"
    (found,) = here("wagers", "pa-down-under", "--json", "--xlsx", str(file)).document
    pages = read(file)
    (row,) = table(pages["Wagers"])
    assert row["wager"] == found["wager"]
    assert (row["house edge"], row["variance"]) == near((found["house_edge"], found["variance"]))
    paid = table(pages["Pay tables"])
    assert [(one["result"], one["pays"]) for one in paid] == [(one["class"], one["pays"]) for one in found["classes"]]


def test_the_workbook_of_a_strategy(tmp_path: Path) -> None:
    file = tmp_path / "card.xlsx"
    found = here("strategy", "pa-down-under", "--json", "--xlsx", str(file)).document
    pages = read(file)
    assert {"Strategy small", "Strategy medium", "Strategy large", "Cells"} <= set(pages)
    cells = table(pages["Cells"])
    assert len(cells) == len(found["cells"])
    assert [cell["expectation"] for cell in cells[:20]] == near([cell["ev"] for cell in found["cells"][:20]])
    small = {(row["hands"], row["hand"]): row["2"] for row in table(pages["Strategy small"])}
    assert small["Pairs", "8,8"] == "P"


def test_the_workbook_of_sessions_with_a_bankroll(tmp_path: Path) -> None:
    file = tmp_path / "bankroll.xlsx"
    found = here("bankroll", "reference", *SMALL, "--sessions", "1000", "--json", "--xlsx", str(file)).document
    pages = read(file)
    figures = {row["figure"]: row["value"] for row in table(pages["Summary"])}
    assert figures["risk of ruin"] == near(found["risk_of_ruin"])
    assert sum(row["sessions"] for row in table(pages["Sessions"])) == 1000
    assert len(table(pages["Bankroll over time"])) == len(found["bankroll_over_time"])


def test_a_workbook_that_cannot_be_written(tmp_path: Path) -> None:
    said = here("analyze", "reference", "--xlsx", str(tmp_path / "one.ods"))
    assert (said.code, said.out) == (2, "")
    assert "the file name must end in .xlsx" in said.err
    said = here("report", "reference")
    assert said.code == 2
    assert "Add --pdf FILE, --xlsx FILE or both" in said.err
