"""Writes the pages that follow from the code: commands, games, clauses, the API and the notebook."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer.main
from pygments.lexers.special import TextLexer

import holecard
from holecard.cli import app
from holecard.engine.options import Option
from holecard.games import OURS
from holecard.law.clauses import registers

DOCS = Path(__file__).parents[1]
COPIED = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md", "SECURITY.md": "security.md"}
NOTEBOOK = DOCS / "notebooks" / "what-the-rulebook-says-it-is-worth.ipynb"


def setup(sphinx: Any) -> dict[str, bool]:
    sphinx.connect("builder-inited", lambda _: write_all())
    sphinx.connect("source-read", _links_out_of_docs)
    sphinx.connect("source-read", _list_the_rest)
    sphinx.add_lexer("round", TextLexer)
    return {"parallel_read_safe": True}


def _links_out_of_docs(sphinx: Any, name: str, source: list[str]) -> None:
    """Links that work in the repository lead to the page that shows the same here."""
    up = "../" * name.count("/")
    for file, page in COPIED.items():
        source[0] = source[0].replace(f"](../{up}{file}", f"]({up}{page}")
    source[0] = re.sub(rf"\]\(\.\./{re.escape(up)}README\.md(#[\w-]+)?\)", f"]({up}index.md)", source[0])


def _list_the_rest(sphinx: Any, name: str, source: list[str]) -> None:
    """A page that the start page does not list comes last."""
    if name == "index":
        files = (file for file in DOCS.rglob("*.md") if "generated" not in file.parts)
        pages = sorted(file.relative_to(DOCS).with_suffix("").as_posix() for file in files)
        rest = [page for page in pages if page != "index" and f"\n{page}\n" not in source[0]]
        if rest:
            source[0] += "\n```{{toctree}}\n:caption: More\n:hidden:\n\n{}\n```\n".format("\n".join(rest))


def write_all() -> None:
    for name, text in pages().items():
        file = DOCS / name
        if not file.exists() or file.read_text("utf-8") != text:  # an unchanged page is not built again
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")


def pages() -> dict[str, str]:
    """Every page that is written, by its place."""
    return {
        "reference/generated/commands.md": commands(),
        "reference/generated/games.md": games(),
        "reference/generated/clauses.md": clauses(),
        "reference/generated/api.md": api(),
        "notebooks/generated/worth.md": notebook(),
        **{page: _copied(file) for file, page in COPIED.items()},
    }


def _copied(file: str) -> str:
    text = (DOCS.parent / file).read_text("utf-8")
    for other, page in COPIED.items():
        text = text.replace(f"]({other}", f"]({page}")
    return text.replace("](docs/", "](").replace("](README.md", "](index.md")


# Commands


def commands() -> str:
    group = typer.main.get_command(app)
    parts = ["# Commands", "What every command takes. `holecard COMMAND --help` says the same in the terminal."]
    for name, command in _leaves("holecard", group):
        parts += [f"## `{name}`", inspect.cleandoc(command.help or ""), _synopsis(name, command), _parameters(command)]
    return _page(parts)


def _leaves(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    inner = getattr(command, "commands", None)
    if inner is None:
        yield name, command
        return
    for key, one in inner.items():
        yield from _leaves(f"{name} {key}", one)


def _synopsis(name: str, command: Any) -> str:
    arguments = [one.metavar or one.name.upper() for one in command.params if one.param_type_name == "argument"]
    return f"```text\n{' '.join((name, *arguments))} [OPTIONS]\n```"


def _parameters(command: Any) -> str:
    rows = []
    for one in command.params:
        shown = one.metavar or one.name.upper() if one.param_type_name == "argument" else ", ".join(one.opts)
        default = "" if one.default in (None, "", False, (), []) or callable(one.default) else f"`{one.default}`"
        if one.name != "help":
            rows.append((f"`{shown}`", _cell(getattr(one, "help", "") or ""), default))
    return _table(("parameter", "what it says", "default"), rows) if rows else ""


# Games and law


def games() -> str:
    parts = ["# Games and their options", "Every option with its permitted values, default and clause."]
    for game in OURS:
        held = game.configure().register
        source = f"`{held.key}`, edition {held.edition}" if held else "house rules"
        rows = [
            (
                f"`{option.name}`",
                _cell(f"{option.title}: {_values(option)}"),
                f"`{option.show(option.default)}`",
                _cell(option.cite.clause if option.cite.is_law else "house"),
            )
            for option in game.options
        ]
        parts += [f"## {game.name}", f"Key `{game.key}`, by {source}, up to {game.boxes} boxes."]
        parts.append(_table(("option", "meaning and values", "default", "clause"), rows))
    return _page(parts)


def _values(option: Option) -> str:
    named = ((value, option.named(value)) for value in option.shown_values)
    return ", ".join(value if value == name else f"{value} ({name})" for value, name in named)


def clauses() -> str:
    parts = ["# Clauses", "Every clause of every rulebook, in our own words, with what it is to the software."]
    for held in registers():
        rows = [(f"`{one.id}`", str(one.status), _cell(one.summary)) for one in held.clauses.values()]
        parts += [f"## {held.title}, edition {held.edition}", f"Cited as `{held.key}@{held.edition}`, {held.standing}."]
        parts.append(_table(("clause", "status", "in our words"), rows))
    return _page(parts)


# The API


def api() -> str:
    """Everything in `holecard.__all__`, by its own documentation."""
    said = inspect.cleandoc(holecard.__doc__ or "").split("\n\n")
    parts = [
        "# Every name of the API",
        *(f"```pycon\n{part}\n```" if part.startswith(">>>") else part for part in said),
    ]
    for name in sorted(getattr(holecard, "__all__", ()), key=str.lower):
        value = getattr(holecard, name)
        if name.startswith("__") or inspect.ismodule(value):
            continue
        kind = "autoclass" if inspect.isclass(value) else "autofunction" if callable(value) else "autodata"
        members = "\n   :members:" if kind == "autoclass" else ""
        parts += [f"## `{name}`", f"```{{eval-rst}}\n.. {kind}:: holecard.{name}{members}\n```"]
    return _page(parts)


# The notebook


def notebook() -> str:
    """Its cells as a page: text, code, and what the code printed when it was last run."""
    parts = []
    for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in cell.get("outputs", ()):
            parts.append(f"```text\n{''.join(output['text']).rstrip()}\n```")
    return _page(parts)


# Markdown


def _page(parts: list[str]) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
