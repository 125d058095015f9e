"""Draws docs/images/architecture.svg from the layers in pyproject.toml, and lists every module in docs/architecture.md.

    .venv/bin/python scripts/architecture.py           write both
    .venv/bin/python scripts/architecture.py --check   fail if either is out of date

A module's line is the first sentence of its own docstring, so that the page cannot describe a file that is not there.
"""

from __future__ import annotations

import ast
import re
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "holecard"
PAGE = ROOT / "docs" / "architecture.md"
PICTURE = ROOT / "docs" / "images" / "architecture.svg"
BEGIN, END = "<!-- modules: written by scripts/architecture.py -->\n", "<!-- end of modules -->\n"

WIDTH, MARGIN, ROW, INNER, GAP = 960, 16, 46, 40, 8
NAMES, LETTER = 84, 6.6  # room for a name, and the width of a letter beside it
# Drawn apart: the core below them imports the standard library alone.
SURFACES = ("cli", "live", "dossier", "school", "rl", "api", "lab", "rng")


def layers() -> dict[str, list[list[str]]]:
    """By container ("" for the whole package), the layers from the top down; each a list of packages side by side."""
    with open(ROOT / "pyproject.toml", "rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    found = {}
    for contract in contracts:
        if contract["type"] == "layers":
            for container in contract.get("containers", [""]):
                rows = [[name.strip() for name in row.split("|")] for row in contract["layers"]]
                found[_short(container)] = [[_short(name) for name in row] for row in rows]
    return found


def _short(name: str) -> str:
    return name.removeprefix("holecard").removeprefix(".")


def summary(path: Path) -> str:
    """The first sentence of a module's docstring."""
    text = " ".join((ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").partition("\n\n")[0].split())
    return re.split(r"(?<!Pa)\. ", text, maxsplit=1)[0].rstrip(".")


# --- the picture ------------------------------------------------------------------------------------------------------


def picture() -> str:
    """The layers as boxes, a surface with its own layers inside. What is above may import what is below."""
    declared = layers()
    parts: list[str] = []
    y = MARGIN
    for (name,) in declared[""]:
        if name == "house":
            y = _divide(parts, y)
        y = _layer(parts, name, declared.get(name, []), y)
    height = y + 24
    note = "Each layer may import those below it, never those above. Boxes side by side do not import each other."
    label = f'<text class="note" x="{MARGIN}" y="{height - 12}">{note}</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="The packages of Holecard in layers">\n{STYLE}\n<rect class="paper" width="100%" height="100%"/>\n'
        + "\n".join([*parts, label])
        + "\n</svg>\n"
    )


def _divide(parts: list[str], y: int) -> int:
    parts.append(f'<line class="rule" x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y + 8}" y2="{y + 8}"/>')
    parts.append(
        f'<text class="note" x="{MARGIN}" y="{y + 28}">The core: it imports the standard library alone.</text>'
    )
    return y + 40


def _layer(parts: list[str], name: str, inner: list[list[str]], y: int) -> int:
    height = ROW + len(inner) * (INNER + GAP)
    kind = "surface" if name in SURFACES else "core"
    parts.append(_box(kind, MARGIN, y, WIDTH - 2 * MARGIN, height))
    parts += _label(name, summary(PACKAGE / name / "__init__.py"), MARGIN + 14, y + 28, WIDTH - 2 * MARGIN)
    top = y + ROW
    for row in inner:
        width = (WIDTH - 4 * MARGIN - GAP * (len(row) - 1)) // len(row)
        for at, package in enumerate(row):
            x = 2 * MARGIN + at * (width + GAP)
            parts.append(_box("inner", x, top, width, INNER))
            parts += _label(package, summary(PACKAGE / name / package / "__init__.py"), x + 12, top + 25, width)
        top += INNER + GAP
    return y + height + GAP


def _box(kind: str, x: int, y: int, width: int, height: int) -> str:
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}" rx="6"/>'


def _label(name: str, text: str, x: int, y: int, width: int) -> Iterator[str]:
    """A package's name and what is in it, as far as there is room beside."""
    indent = max(NAMES, 10 * len(name) + 8)
    shown = textwrap.shorten(text.replace("`", ""), int((width - indent - 20) / LETTER), placeholder=" …")
    yield f'<text class="name" x="{x}" y="{y}">{escape(name)}</text>'
    yield f'<text class="what" x="{x + indent}" y="{y}">{escape(shown)}</text>'


STYLE = """<style>
.paper { fill: #fff } .core { fill: #e8f0ea; stroke: #4f7d5f } .surface { fill: #e9eef6; stroke: #4a668f }
.inner { fill: #fff; stroke: #9fb0c8 } .rule { stroke: #999; stroke-dasharray: 5 5 }
text { font-family: system-ui, sans-serif; fill: #1d2420 } .name { font-size: 15px; font-weight: 600 }
.what, .note { font-size: 13px; fill: #46504a }
</style>"""


# --- the list ---------------------------------------------------------------------------------------------------------


def listing() -> str:
    """Every module by package, from the law upwards."""
    lines: list[str] = []
    for (name,) in reversed(layers()[""]):
        folder = PACKAGE / name
        lines += _section(folder)
        for inner in _inner_packages(folder):
            lines += _section(inner)
    return "\n".join(lines) + "\n"


def _inner_packages(folder: Path) -> list[Path]:
    """In the order in which they are declared, the lowest first; others by name."""
    declared = [name for row in reversed(layers().get(folder.name, [])) for name in row]
    found = sorted(file.parent for file in folder.glob("*/__init__.py"))
    return sorted(found, key=lambda path: declared.index(path.name) if path.name in declared else len(declared))


def _section(folder: Path) -> list[str]:
    name = folder.relative_to(PACKAGE).as_posix()
    lines = [f"### `{name}/`", "", f"{summary(folder / '__init__.py')}.", ""]
    files = sorted(file for file in folder.glob("*.py") if file.name != "__init__.py")
    if files:
        lines += ["| module | what is in it |", "|---|---|"]
        lines += [f"| `{file.name}` | {summary(file)} |" for file in files]
        lines.append("")
    return lines


def page() -> str:
    """The page with its list of modules written anew."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{listing()}{END}{after}"


def main() -> None:
    made = {PICTURE: picture(), PAGE: page()}
    if "--check" not in sys.argv:
        for file, text in made.items():
            file.write_text(text, "utf-8")
        return
    stale = [file.relative_to(ROOT).as_posix() for file, text in made.items() if file.read_text("utf-8") != text]
    if stale:
        sys.exit(
            f"out of date: {', '.join(stale)}. Run .venv/bin/python scripts/architecture.py and commit the result."
        )


if __name__ == "__main__":
    main()
