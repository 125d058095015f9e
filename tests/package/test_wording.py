"""docs/wording.md lists every text that people read, and nothing that they do not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wording() -> Any:
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        import wording  # type: ignore[import-not-found, unused-ignore]
    finally:
        sys.path.pop(0)
    return wording


def test_the_list_is_current() -> None:
    done = subprocess.run(
        [sys.executable, "scripts/wording.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_documentation_is_not_listed_once_it_is_built(
    wording: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("live/site/index.html", "live/pages/lobby.html"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("<p>Take a seat at a table.</p>")
    monkeypatch.setattr(wording, "PACKAGE", tmp_path)
    assert [file.as_posix() for file, _ in wording.sections()] == ["live/pages/lobby.html"]


def test_a_refusal_is_listed_as_it_is_printed(wording: Any) -> None:
    source = 'raise Refused(f"{n} boxes", cite=cite, why="the table has 7", legal=("1 to 7",))'
    assert wording.of_python(source) == [("refusal", "{n} boxes: the table has 7 ({cite}). Accepted: 1 to 7.")]


def test_errors_help_and_names_are_told_apart(wording: Any) -> None:
    source = """
raise Malformed(f"{text!r} is not a card")
typer.Option(help="Number of rounds.")
SideWager(key="any-pair", name="Any Pair Wager")
"""
    assert wording.of_python(source) == [
        ("error", "{text} is not a card"),
        ("help", "Number of rounds."),
        ("name", "Any Pair Wager"),
    ]


def test_docstrings_assertions_and_identifiers_are_not_listed(wording: Any) -> None:
    source = '''
"""A module."""
assert table, "this is for people who change the code"
def f():
    """Explains itself."""
    return table["perfect_pair"]
'''
    assert wording.of_python(source) == []


def test_the_words_of_a_page_are_listed_without_its_classes(wording: Any) -> None:
    script = 'el("p", { class: "quiet small" }, "Place your bet"); // "a comment here"\nsay(`Box ${number} is free`);'
    assert [said.text for said in wording.of_script(script)] == ["Place your bet", "Box {number} is free"]
    assert [said.text for said in wording.of_page('<p title="Every table">Tables</p>')] == ["Every table", "Tables"]
