"""The JSON Schemas of what the commands print, and of the files that they read."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from holecard.law.errors import Malformed

PLACE = "holecard.api.schemas"


def schemas() -> tuple[str, ...]:
    """The names of the schemas: a command with a hyphen for the space, or a kind of file.

    >>> import holecard as hc
    >>> [name for name in hc.schemas() if name.startswith("law")]
    ['law-diff', 'law-matrix', 'law-show']
    """
    return tuple(sorted(entry.name[:-5] for entry in resources.files(PLACE).iterdir() if entry.name.endswith(".json")))


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what a command prints with `--json`.

    >>> import holecard as hc
    >>> hc.schema("analyze")["title"]
    'What a configured game is worth, exactly (`holecard analyze`).'
    """
    if name not in schemas():
        raise Malformed(f"unknown schema {name!r}. Choose one of {', '.join(schemas())}")
    found: dict[str, Any] = json.loads(resources.files(PLACE).joinpath(f"{name}.json").read_text("utf-8"))
    return found
