"""Writes docs/reference/json.md, the page on the JSON of every command, from the JSON Schemas.

.venv/bin/python scripts/json_reference.py           write it
.venv/bin/python scripts/json_reference.py --check   fail if it is out of date
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from holecard.api.schema import schema, schemas

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "json.md"
HEAD = """# The JSON of every command

With `--json`, standard output is exactly one JSON document, and everything else goes to standard error. Numbers are
unrounded and fractions of one, never percentages; money is text with two decimals, such as `"10.00"`. Every result of
the lab says what it was computed for: `game`, `options`, `rules_hash`, `version`, `shoe`, `ante` and `strategy`.

Each section is a JSON Schema of the same name in the package (`src/holecard/api/schemas`); from Python,
`holecard.schema(NAME)`. The tests check real output against them. This page is written by `scripts/json_reference.py`.
"""


def page() -> str:
    return "\n".join((HEAD, *(line for name in schemas() for line in section(name))))


def section(name: str) -> Iterator[str]:
    found = schema(name)
    yield f"## `{name}`\n"
    yield f"{found['title']}\n"
    yield from shape(found, "a list of objects" if found.get("type") == "array" else "one object")


def shape(found: dict[str, Any], called: str) -> Iterator[str]:
    """What a value is: one table for each kind of object that it may be."""
    inner = found.get("items", found)
    kinds = inner.get("anyOf", [inner])
    for number, kind in enumerate(kinds):
        shown = called if not number else "or"
        if kind.get("type") == "array":
            yield from shape(kind, f"{shown} a list of objects")
            continue
        yield f"{shown[0].upper()}{shown[1:]}:\n"
        yield "| field | type | meaning |"
        yield "|---|---|---|"
        yield from rows(kind, "")
        yield ""


def rows(found: dict[str, Any], before: str) -> Iterator[str]:
    for name, field in found.get("properties", {}).items():
        place = f"{before}{name}"
        absent = "" if name in found.get("required", ()) else " (may be absent)"
        yield f"| `{place}` | {kind_of(field)} | {field.get('description', '')}{absent} |"
        for inner, end in inside(field):
            yield from rows(inner, f"{place}{end}.")


def inside(field: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """The objects within a field, and how their place is written."""
    for kind in field.get("anyOf", [field]):
        if "properties" in kind:
            yield kind, ""
        elif "items" in kind:
            for inner, _ in inside(kind["items"]):
                yield inner, "[]"


def kind_of(field: dict[str, Any]) -> str:
    if "anyOf" in field:
        return " or ".join(dict.fromkeys(kind_of(one) for one in field["anyOf"]))
    if "const" in field:
        return f"`{field['const']}`"
    if "enum" in field and len(field["enum"]) < 4:
        return " or ".join(f"`{one}`" for one in field["enum"])
    types = field.get("type", "string")
    named = types if isinstance(types, list) else [types]
    return " or ".join("list" if one == "array" else one for one in named)


def main() -> None:
    made = page()
    if "--check" in sys.argv[1:]:
        if not PAGE.exists() or PAGE.read_text("utf-8") != made:
            sys.exit(f"out of date: {PAGE.name}. Run .venv/bin/python scripts/json_reference.py and commit the result.")
        return
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(made, "utf-8")


if __name__ == "__main__":
    main()
