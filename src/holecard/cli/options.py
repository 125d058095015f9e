"""Helpers that several commands share: options written as name=value, JSON output and the console."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable

from rich.console import Console

from holecard import __version__
from holecard.engine.rules import Rules
from holecard.games import find
from holecard.law.errors import Malformed


def parse_pairs(pairs: Iterable[str]) -> dict[str, str]:
    """Read options, one name=value pair each.

    >>> parse_pairs(["decks=8", "match_the_dealer=yes"])
    {'decks': '8', 'match_the_dealer': 'yes'}
    """
    chosen: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not (name and equals and value):
            raise Malformed(f"--set {pair!r} is not a pair. Write name=value, for example decks=6")
        if name in chosen:
            raise Malformed(f"--set {name} appears twice, with {chosen[name]} and {value}. Set it once")
        chosen[name] = value
    return chosen


def configured(game: str, pairs: Iterable[str]) -> Rules:
    """The rules of this game with these options."""
    return find(game).configure(parse_pairs(pairs))


def counted(number: int, one: str, many: str = "") -> str:
    """
    >>> counted(6, "deck"), counted(1, "deck"), counted(2, "box", "boxes")
    ('6 decks', '1 deck', '2 boxes')
    """
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def of_game(rules: Rules) -> dict[str, object]:
    """What every result says about its game."""
    return {
        "game": rules.key,
        "options": rules.options.shown(),
        "rules_hash": rules.hash,
        "version": __version__,
    }


def print_json(document: object) -> None:
    """One JSON document, in ASCII, so that no terminal's encoding can spoil it."""
    sys.stdout.write(json.dumps(document, indent=2) + "\n")


def console() -> Console:
    """Standard output. NO_COLOR removes bold text too, because some readers want no escape codes at all."""
    return Console(color_system=None if os.environ.get("NO_COLOR") else "auto", highlight=False)
