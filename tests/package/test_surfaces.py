"""No surface knows the keys of single games, or makes words of one: the words are in the definitions."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import holecard
from holecard.games import GAMES

ROOT = Path(holecard.__file__).parent
SURFACES = ("api", "cli", "lab", "live", "school")
CONVERTED = re.compile(r"""replace(All)?\((["'][-_]["']|/\[?[-_]{1,2}\]?/g?), *["'] ["']\)""")
NOT_KEYS = {  # they are ordinary words too
    "reference": "a word",
    "blackjack": "a light, and what a hand is",
    "bust": "the rows of a strategy card",
    "surrendered": "what became of a hand",
    "equal": "a comparison",
    "higher": "a comparison",
    "lower": "a comparison",
    "split": "a part of a wager",
    "double": "a part of a wager",
    "decline": "the answer to any offer",
    "decks": "every game has that option",
    "edition": "every register has one",
    "maximum": "a statistic",
    "shuffle": "an argument of a simulation",
    "cut": "an argument of a simulation",
    "sit": "what a person does at a live table",
    "leave": "what a person does at a live table",
}
ALLOWED = {  # where, what and why
    ("api/about.py", "ante"): "a field of the document",
    ("lab/advice/hand.py", "hit"): "the hand is drawn to along the given cards",
    ("lab/card/codes.py", "hit"): "what a card leaves out",
    ("lab/report/report.py", "ante"): "a field of the document",
    ("lab/report/report.py", "insurance"): "a field of the document",
    ("live/pages/lib/parts.js", "medium"): "the length of a date",
    ("live/pages/rules/clauses.js", "equipment"): "the status of a clause",
    ("live/pages/table/cloth.js", "large"): "the size of letters",
    ("live/pages/table/cloth.js", "small"): "the size of letters",
    ("live/table/_pictures.py", "burn"): "what a picture shows",
    ("live/table/draft.py", "load-shoe"): "a staffed house waits there for another cut",
    ("live/table/draft.py", "recut"): "a staffed house waits for this notice",
    ("live/table/felt.py", "bettors_per_box"): "a field on the wire",
    ("live/table/felt.py", "boxes_per_player"): "a field on the wire",
    ("live/table/felt.py", "device"): "a field on the wire",
    ("live/table/floor.py", "cards-24-hours"): "the house's calendar gives this notice",
    ("live/table/floor.py", "gaming-day"): "the house's calendar gives this notice",
    ("live/table/floor.py", "idle"): "the house's calendar gives this notice",
    ("live/table/state.py", "stack"): "a field of the stored state",
}
CONVERTS = {
    "lab/report/report.py": "a house rule is cited by its name",
}
NO_TEXT = ("class: ", "toggle(", "el(")  # what follows names a style or an element


def keys() -> set[str]:
    found = set(GAMES)
    for game in GAMES.values():
        rules = game.configure()
        play = rules.play
        found |= {offered.key for offered in game.wagers} | {case.name for case in rules.cases}
        found |= {option.name for option in game.options} | set(play.withheld)
        found |= set(rules.actions) | set(play.offers) | {word.do for one in play.offers.values() for word in one.words}
        found |= {light for area in (play.reader.areas if play.reader else ()) for light in (area.light, area.name)}
        around = play.around
        found |= {*around.pit, *around.notices, *around.irregularities, *around.rulings}
    return {key for key in found if not key.isdigit()} - set(NOT_KEYS)


def texts(path: Path) -> Iterator[str]:
    """The strings of a module, but for what documents it."""
    source = path.read_text()
    if path.suffix == ".js":
        for before, text in re.findall(r'(class: |toggle\(|el\()?"([^"\n]*)"', source):
            if before not in NO_TEXT:
                yield text
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


def test_no_surface_has_a_key_of_a_game() -> None:
    """Of a game, an option, a wager, a case, an action, an offer, a light, a step of the pit or an irregularity."""
    known = keys()
    named = {(name, text) for name, path in files() for text in texts(path) if text in known}
    assert named == set(ALLOWED)


def test_no_surface_makes_words_of_a_key() -> None:
    found = {name for name, path in files() if CONVERTED.search(path.read_text())}
    assert found == set(CONVERTS)
