"""No surface names a game, a wager or a case of settlement, or makes words of a key: both come from the definitions."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import holecard
from holecard.games import GAMES

ROOT = Path(holecard.__file__).parent
SURFACES = ("cli", "lab", "live")
CONVERTED = re.compile(r"""replace(All)?\((["'][-_]["']|/\[?[-_]{1,2}\]?/g?), *["'] ["']\)""")
NOT_KEYS = {
    "reference",  # a word too
    "blackjack",  # a light, and what a hand is
    "bust",  # the rows of a strategy card
    "split",  # an action
    "surrendered",
    "equal",
    "higher",
    "lower",
}
ALLOWED = {
    "cli/__init__.py": {"pa-down-under"},  # the game of `make play`
    "live/pages/lib/parts.js": {"-"},  # a minus sign, and options, whose names are what one types
    "lab/report/report.py": {"_"},  # a house rule is cited by its name
}


def keys() -> set[str]:
    found = set(GAMES)
    for game in GAMES.values():
        found |= {offered.key for offered in game.wagers} | {case.name for case in game.configure().cases}
    return {key for key in found if not key.isdigit()} - NOT_KEYS


def texts(path: Path) -> Iterator[str]:
    """The strings of a module, but for what documents it."""
    source = path.read_text()
    if path.suffix == ".js":
        yield from re.findall(r'"([^"\n]*)"', source)
        return
    tree = ast.parse(source)
    bodies = [node for node in ast.walk(tree) if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))]
    documents = {id(node.body[0].value) for node in bodies if node.body and isinstance(node.body[0], ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
            yield node.value


def files() -> list[tuple[str, Path]]:
    found = [path for surface in SURFACES for path in (ROOT / surface).rglob("*") if path.suffix in (".py", ".js")]
    return [(path.relative_to(ROOT).as_posix(), path) for path in sorted(found)]


def test_no_surface_has_a_key_of_a_game_a_wager_or_a_case() -> None:
    known = keys()
    named = {(name, text) for name, path in files() for text in texts(path) if text in known}
    assert {(name, text) for name, text in named if text not in ALLOWED.get(name, ())} == set()


def test_no_surface_makes_words_of_a_key() -> None:
    found = {name for name, path in files() if CONVERTED.search(path.read_text())}
    assert found - set(ALLOWED) == set()
