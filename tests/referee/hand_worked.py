"""The hand-worked cases: a script, and what a person who knows the text expects of it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

Case = dict[str, Any]
FOLDER = Path(__file__).parent / "cases"


def all_cases() -> list[Case]:
    """Every case of every file, in the order of the files."""
    found: list[Case] = []
    for path in sorted(FOLDER.glob("*.toml")):
        found += tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    return found
