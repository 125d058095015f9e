"""Every command and piece of code that a page shows is run, except where the page says why not.

What is not run must at least be a command: its name and options exist and it takes these arguments.
"""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import typer

from holecard.cli import app, run
from holecard.house.house_file import check_house, read_house
from holecard.house.script import play_script
from holecard.live.store.store import Store
from holecard.live.store.vault import open_or_make_vault
from holecard.record.notation import parse_round
from holecard.record.transcript import replay

ROOT = Path(__file__).parents[2]
FENCE = re.compile(
    r"^(?P<indent> *)```(?P<language>[\w{}-]*)(?: [^\n]*)?\n(?P<body>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL
)
NOT_RUN = re.compile(r"<!-- not run: .{10,} -->\s*$")
FIGURE = re.compile(r"^(\S.*?)  # ([0-9.]+)…$", re.MULTILINE)
TYPED = {  # what a person types there
    "account add": "correct horse battery\n",
    "play pa-down-under": "q\n",
    "train pa-down-under": "q\n",
}
COMMAND = re.compile(r"^(\$ |\.venv/|make |pip |python |curl )", re.MULTILINE)
SYNOPSIS = re.compile(r"^holecard .*\n(?: +.*\n)*", re.MULTILINE)  # with its further lines
SHOWN = ("text", "{toctree}", "{eval-rst}", "{literalinclude}")  # nothing to run
NOTEBOOK = ROOT / "docs" / "notebooks" / "what-the-rulebook-says-it-is-worth.ipynb"


def pages() -> list[str]:
    written = (file for file in (ROOT / "docs").rglob("*.md") if "generated" not in file.parts)
    copies = ("wording.md", "contributing.md", "changelog.md", "security.md")
    found = [file for file in written if file.name not in copies]
    found += [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "examples").glob("*/README.md")]
    return sorted(file.relative_to(ROOT).as_posix() for file in found if "```" in file.read_text("utf-8"))


@dataclass(frozen=True)
class Block:
    language: str
    body: str
    runs: bool


def blocks(page: str) -> Iterator[Block]:
    text = (ROOT / page).read_text("utf-8")
    for found in FENCE.finditer(text):
        runs = NOT_RUN.search(text, 0, found.start()) is None
        yield Block(found["language"], found["body"], runs and found["language"] not in SHOWN)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder like the checkout, in which a command may leave files."""
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


def open_once(here: Path) -> None:
    """A house that has been open, as the pages about operating one assume: a database and its key."""
    Store(f"sqlite:///{here / 'holecard.db'}").close()
    open_or_make_vault(here / "holecard.key")


@pytest.mark.parametrize("page", pages())
def test_what_a_page_shows_works(page: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    if page in ("docs/live.md", "docs/operating.md"):
        open_once(here)
    for block in blocks(page):
        assert block.language, f"a block without a language: {block.body}"
        if block.runs:
            _RUN[block.language](block.body, names, here, capsys)


@pytest.mark.parametrize("page", pages())
def test_a_command_that_is_not_run_could_be(page: str) -> None:
    for block in blocks(page):
        if block.language == "sh" and not block.runs:
            for line in block.body.splitlines():
                words = shlex.split(line, comments=True)
                if words and Path(words[0]).name == "holecard":
                    command, arguments = _found(words[1:])
                    command.make_context(line, arguments)
        elif block.language == "text":
            for synopsis in SYNOPSIS.findall(block.body):
                command, _ = _found(synopsis.split()[1:])
                known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
                assert set(re.findall(r"--[a-z][a-z-]*", synopsis)) <= known, synopsis
            others = SYNOPSIS.sub("", block.body)
            assert not re.search(r"^(\$|\.venv/|make|pip|python|curl) ?", others, re.MULTILINE), (
                f"show it as sh: {others}"
            )


def test_a_command_that_does_not_exist_is_found() -> None:
    with pytest.raises(KeyError):
        _found(["analyse", "reference"])
    command, arguments = _found(["analyze", "reference", "--speed", "9"])
    with pytest.raises(typer.TyperException, match="--speed"):
        command.make_context("analyze", arguments)


def _found(words: list[str]) -> tuple[Any, list[str]]:
    """The command that these words call, and the words for it."""
    command: Any = typer.main.get_command(app)
    while hasattr(command, "commands"):
        command, words = command.commands[words[0]], words[1:]
    return command, words


def _commands(body: str, names: dict[str, Any], here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for line in body.splitlines():
        _command(line, [], capsys)


def _console(body: str, names: dict[str, Any], here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        line, *shown = part.splitlines()
        _command(line, shown, capsys)


def _command(line: str, shown: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    words = shlex.split(line, comments=True)
    assert words[0] == "holecard", f"say why this is not run: {line}"
    with mock.patch.object(sys, "stdin", io.StringIO(TYPED.get(" ".join(words[1:3]), ""))):
        code = run(words[1:])
    printed = capsys.readouterr()
    assert (code != 0) == any(text.startswith("holecard: ") for text in shown), f"{line}: {printed.err}"
    everything = " ".join((printed.out + printed.err).split())
    for text in shown:
        assert " ".join(text.split()) in everything, f"{line} did not print {text!r}"


def _python(body: str, names: dict[str, Any], here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exec(body, names)
    for expression, figure in FIGURE.findall(body):
        assert str(eval(expression, names)).startswith(figure)


def _script(body: str, names: dict[str, Any], here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play_script(json.loads(body))["refused"] is None
    (here / "round.json").write_text(body)  # as the page says


def _house(body: str, names: dict[str, Any], here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tomllib.loads(body)
    assert all(one.rules is not None for one in check_house(read_house(body)))


def _round(body: str, names: dict[str, Any], here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert list(replay(parse_round(body)))


_RUN = {
    "sh": _commands,
    "console": _console,
    "python": _python,
    "json": _script,
    "toml": _house,
    "round": _round,
}


def test_the_notebook_runs_and_prints_what_it_shows(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
            assert capsys.readouterr().out == "".join("".join(output["text"]) for output in cell["outputs"])
