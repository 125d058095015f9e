"""`holecard house check`: its exit codes, its JSON, and what people see."""

from __future__ import annotations

from pathlib import Path

import pytest

from holecard import __version__
from holecard.games import find
from tests.cli.kit import assert_complains, here, holecard

EXAMPLE = Path(__file__).parents[2] / "docs/examples/house.toml"
UNLAWFUL = """
[house]
name = "The [bold]Corner House"
[[table]]
name = "Good"
game = "reference"
[[table]]
name = "A table with a name that is far too long for the column it is shown in"
game = "pa-down-under"
boxes = 7
options = {decks = 7, settlement = "by-lot"}
[[table]]
name = "Proposed"
game = "pa-down-under"
options = {edition = "2018"}
"""


@pytest.fixture
def unlawful(tmp_path: Path) -> Path:
    file = tmp_path / "house.toml"
    file.write_text(UNLAWFUL, "utf-8")
    return file


def test_a_lawful_house() -> None:
    ran = here("house", "check", str(EXAMPLE), "--json")
    assert (ran.code, ran.err) == (0, "")
    assert [one["table"] for one in ran.document] == ["Down Under 1", "Down Under 2", "Masque"]
    assert all(one["lawful"] and one["findings"] == [] for one in ran.document)
    first = ran.document[0]
    assert set(first) == {
        *("table", "game", "edition", "boxes", "lawful", "findings", "options", "rules_hash", "version"),
    }
    assert (first["game"], first["edition"], first["version"]) == ("pa-down-under", "2020", __version__)
    assert first["rules_hash"] == find("pa-down-under").configure(first["options"]).hash


def test_an_unlawful_house(unlawful: Path) -> None:
    ran = here("house", "check", str(unlawful), "--json")
    assert ran.code == 3
    assert ran.err.count("\n") == 1
    for word in ("A table with", "decks=7", "§ 685a.3(a)", "4, 5, 6, 8"):
        assert word in ran.err
    good, bad, proposed = ran.document
    assert [one["lawful"] for one in ran.document] == [True, False, False]
    assert [finding["clause"] for finding in bad["findings"]] == ["3(a)", "7(r)", "2(a)"]
    assert bad["findings"][0] == {
        "what": "decks=7",
        "clause": "3(a)",
        "instrument": "pa-685a",
        "why": "is not a permitted value",
        "remedy": ["4", "5", "6", "8"],
    }
    assert (good["edition"], bad["rules_hash"], bad["options"]["decks"]) == (None, None, "7")
    assert proposed["findings"][0]["instrument"] == "house"
    assert proposed["rules_hash"] == find("pa-down-under").configure(edition="2018").hash


def test_for_people_at_80_columns(unlawful: Path) -> None:
    lawful, ran = (holecard("house", "check", file, NO_COLOR="1") for file in (EXAMPLE, unlawful))
    assert (lawful.code, lawful.err, ran.code) == (0, "", 3)
    assert "not lawful" not in lawful.out
    for word in (
        "The [bold]Corner House",
        "not lawful",
        "proposed",
        "§ 685a.3(a)",
        "Remedy: 4, 5, 6, 8",
        "edition=2020",
    ):
        assert word in ran.out
    for line in (lawful.out + ran.out).splitlines():
        assert len(line) <= 80
        assert "\x1b" not in line


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"[house", ("not valid TOML",)),
        (b"\xff\xfe", ("UTF-8",)),
        (b'[house]\nname = "Corner House"\n', ("no tables",)),
        (UNLAWFUL.replace("boxes = 7", "seats = 7").encode(), ("A table with", "'seats'", "boxes")),
        (UNLAWFUL.replace("decks = 7", 'minimum = "0.005"').encode(), ("minimum", "0.005")),
    ],
)
def test_malformed(content: bytes, words: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(content)
    assert_complains(here("house", "check", str(file), "--json"), 2, *words)


def test_a_file_that_an_editor_has_marked(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(EXAMPLE.read_text("utf-8"), "utf-8-sig")
    assert here("house", "check", str(file)).code == 0


def test_an_amount_is_named_once(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(UNLAWFUL.replace("decks = 7", 'minimum = "0.005"'))
    assert here("house", "check", str(file)).err.count("minimum") == 1


def test_no_file(tmp_path: Path) -> None:
    assert_complains(here("house", "check", str(tmp_path / "none.toml")), 2, "none.toml")
    assert_complains(here("house", "check"), 2, "FILE")
