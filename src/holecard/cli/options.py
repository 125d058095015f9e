"""Helpers that several commands share: options written as name=value, headings, JSON output, files and the console."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.text import Text

from holecard.api.about import About
from holecard.engine.rules import Rules
from holecard.games import find
from holecard.law.errors import Malformed
from holecard.record.files import check_writable

DRAWINGS = (".svg", ".png", ".pdf")


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


def print_json(document: object) -> None:
    """One JSON document, in ASCII, so that no terminal's encoding can spoil it."""
    sys.stdout.write(json.dumps(document, indent=2) + "\n")


def console() -> Console:
    """Standard output. NO_COLOR removes bold text too, because some readers want no escape codes at all."""
    return Console(color_system=None if os.environ.get("NO_COLOR") else "auto", highlight=False)


def tell_heading(out: Console, about: About, *more: str) -> None:
    """What a result was computed for, above it: the game's name stands out, and what is not in force."""
    first, *details = about.heading(*more)
    name = about.rules.name
    out.print(Text.assemble((name, "bold"), first.removeprefix(name)), soft_wrap=True)
    for line in details:
        out.print(Text(line, "bold" if about.rules.is_proposed and line is details[-1] else "dim"))


def check_file(file: Path | None, *endings: str, option: str) -> None:
    """Find out before the work whether its result can be written: where, and under a name that says what it is."""
    if file is None:
        return
    check_writable(file)
    if file.suffix.lower() not in endings:
        listed = " or ".join(filter(None, (", ".join(endings[:-1]), endings[-1])))
        raise Malformed(f"{option} {file}: the file name must end in {listed}")


def announce(files: Iterable[Path], as_json: bool) -> None:
    """Say which files were written; on standard error if standard output is one JSON document."""
    for file in files:
        print(f"Wrote {file}", file=sys.stderr if as_json else sys.stdout)
