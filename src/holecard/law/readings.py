"""The readings of an instrument, from `docs/decisions`; they are part of the package.

>>> [one.id for one in readings_of("pa-685a")][:2]
['DU-1', 'DU-2']
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from holecard.law import plugins

PACKAGE: Final = Path(__file__).parents[1]
PLACES: Final = (PACKAGE / "decisions", PACKAGE.parents[1] / "docs" / "decisions")  # installed, and as one works on it
_HEAD = re.compile(r"### (?P<id>[A-Z]+-?\d+[a-z]?) (?P<title>.+)")
_FIELD = re.compile(r"- \*\*(?P<name>[^:*]+):\*\* (?P<text>.*)")


class Reading(NamedTuple):
    """Where a text is silent, doubtful or surprising: what we take it to say, and what else it could say."""

    id: str
    title: str
    clauses: str
    reading: str
    switch: str  # the option that chooses, "" where there is none
    alternative: str
    flips_with: str


@cache
def readings_of(instrument: str) -> tuple[Reading, ...]:
    """From our own documents, or from beside the register that a package brings."""
    places = (*PLACES, *(folder for brought, folder in plugins.folders() if brought.name == instrument))
    file = next((place / f"{instrument}.md" for place in places if (place / f"{instrument}.md").exists()), None)
    return tuple(_parsed(file.read_text("utf-8"))) if file is not None else ()


def _parsed(text: str) -> list[Reading]:
    found = []
    for part in re.split(r"\n(?=#{1,3} )", text):
        lines = part.strip().splitlines()
        head = _HEAD.fullmatch(lines[0]) if lines else None
        if head is None:
            continue
        fields = _fields(lines[1:])
        switch = re.search(r"`(\w+)` =", fields.get("Switch", ""))
        found.append(
            Reading(
                head["id"],
                head["title"],
                fields.get("Clause", ""),
                fields.get("Reading", ""),
                switch[1] if switch else "",
                fields.get("Alternative", ""),
                fields.get("Flips with", ""),
            )
        )
    return found


def _fields(lines: list[str]) -> dict[str, str]:
    """The named parts of an entry, each of which may go on over several lines."""
    found: dict[str, str] = {}
    name = ""
    for line in lines:
        if field := _FIELD.fullmatch(line.strip()):
            name = field["name"]
            found[name] = field["text"]
        elif name and line.strip():
            found[name] += f" {line.strip()}"
    return found
