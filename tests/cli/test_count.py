"""`holecard count`: the JSON that scripts rely on, the tables, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.kit import assert_complains, here

ABOUT = {"game", "options", "rules_hash", "version", "shoe"}
FEW = ("--rounds", "200000")


def document(*arguments: str) -> dict[str, Any]:
    ran = here("count", *arguments, "--json")
    assert ran.code == 0
    assert all(line.startswith("Wrote ") for line in ran.err.splitlines())
    found: dict[str, Any] = ran.document
    assert set(found) >= ABOUT
    return found


def test_removals() -> None:
    found = document("removals", "reference")
    assert [row["card"] for row in found["rows"]] == ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T"]
    assert all(row["effect"] == row["ev"] - found["ev"] for row in found["rows"])
    assert abs(sum(row["in_shoe"] * row["effect"] for row in found["rows"])) < 1e-10
    assert len(document("removals", "nz-blackjack", "--wager", "super-sevens")["rows"]) == 52


def test_systems() -> None:
    found = document("systems", "reference", "--wager", "insurance")
    names = [row["system"] for row in found["rows"]]
    assert names[0] == "hi-lo"
    assert names[-3:] == ["best-1", "best-2", "best-3"]
    assert set(found["rows"][0]) == {"system", "tags", "balanced", "correlation"}
    assert found["rows"][0]["tags"]["A"] == -1


def test_indices(tmp_path: Path) -> None:
    file, book = tmp_path / "indices.csv", tmp_path / "indices.xlsx"
    found = document("indices", "reference", "--csv", str(file), "--xlsx", str(book))
    assert book.read_bytes().startswith(b"PK")
    insurance = next(row for row in found["rows"] if row["hand"] == "insurance")
    assert round(insurance["index"]) == 3
    assert set(insurance) >= {"hand", "up", "light", "basic", "departs_to", "index", "worth"}
    assert file.read_text().splitlines()[0] == "hand,up,light,basic,departs_to,index,above,worth"


def test_simulate_and_ramp(tmp_path: Path) -> None:
    kept = ("--checkpoint", str(tmp_path / "run"))
    found = document("simulate", "reference", *FEW, *kept)
    assert sum(row["rounds"] for row in found["rows"]) == found["rounds"] == 200_000
    assert set(found["rows"][0]) == {"true_count", "rounds", "ev", "standard_error", "variance"}
    assert found["rounds_per_cpu_second"] > 0
    ramp = document("ramp", "reference", "--spread", "1-12", *FEW, *kept)
    assert {"win_rate", "standard_deviation", "n0", "score", "certainty_equivalent", "risk_of_ruin"} <= set(ramp)
    assert all(1 <= step["bet"] <= 12 for step in ramp["ramp"])
    assert [one["penetration"] for one in ramp["penetrations"]] == [0.5, 0.55, 0.6, 0.65, 0.7, 0.75]


def test_the_operators_page(tmp_path: Path) -> None:
    pdf = tmp_path / "page.pdf"
    ran = here("count", "report", "nz-blackjack", "--set", "super_sevens=yes", "--pdf", str(pdf))
    assert ran.code == 0
    assert "Weakest: Super Sevens" in ran.out
    assert pdf.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("removals", "reference", "--wager", "sevens"), "--wager sevens is unknown. reference has main, insurance"),
        (("removals", "reference", "--strategy", "best-of-all"), "--strategy must be one of fixed, best"),
        (("systems", "reference", "--system", "hi-low"), "--system hi-low is unknown"),
        (("indices", "reference", "--system", "ko"), "departures need a true count: ko must be balanced"),
        (("simulate", "reference", "--penetration", "0.99"), "--penetration 0.99 is too deep"),
        (("simulate", "reference", "--play", "well"), "--play must be basic or indices"),
        (("simulate", "reference", "--rounds", "0"), "--rounds must be 1 or more"),
        (("ramp", "reference", "--ramp", "0:4 1:2"), "A ramp never falls"),
        (("ramp", "reference", "--spread", "12-1"), "the largest bet must not be below the smallest"),
        (("ramp", "reference", "--bankroll", "-5"), "--bankroll must be greater than 0"),
        (("report", "reference", "--penetration", "2"), "--penetration must be between 0 and 1"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: tuple[str, ...], error: str) -> None:
    assert_complains(here("count", *arguments), 2, error)
