"""Moves scripts and styles that the theme writes into pages to files, as the house's security policy wants it."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

INLINE = re.compile(r"<(script|style)(?: type=\"text/javascript\")?>(.*?)</\1>", re.DOTALL)
ATTRIBUTE = re.compile(r"(<[a-zA-Z][^<>]*?) style=\"([^\"]*)\"")
ENDING = {"script": "js", "style": "css"}
STYLES = "inline-styles.css"


def setup(sphinx: Any) -> dict[str, bool]:
    sphinx.connect("build-finished", _move)
    return {"parallel_read_safe": True}


def _move(sphinx: Any, error: Exception | None) -> None:
    if error is not None or sphinx.builder.format != "html":
        return
    root = Path(sphinx.outdir)
    rules: dict[str, str] = {}
    for page in root.rglob("*.html"):
        static = "../" * (len(page.relative_to(root).parts) - 1) + "_static"
        text = INLINE.sub(lambda found, shown=static: _moved(found, root / "_static", shown), page.read_text("utf-8"))
        text = ATTRIBUTE.sub(lambda found: _named(found, rules), text)
        page.write_text(text.replace("</head>", f'<link rel="stylesheet" href="{static}/{STYLES}"></head>', 1), "utf-8")
    written = "".join(f'[data-style="{name}"] {{ {style} }}\n' for name, style in sorted(rules.items()))
    (root / "_static" / STYLES).write_text(written, "utf-8")


def _moved(found: re.Match[str], folder: Path, shown: str) -> str:
    """A script or a style as a file, in the place where it stood."""
    tag, code = found[1], found[2].strip()
    name = f"inline-{_short(code)}.{ENDING[tag]}"
    (folder / name).write_text(code, "utf-8")
    place = f"{shown}/{name}"
    return f'<script src="{place}"></script>' if tag == "script" else f'<link rel="stylesheet" href="{place}">'


def _named(found: re.Match[str], rules: dict[str, str]) -> str:
    """The style of one element as a rule."""
    name = _short(found[2])
    rules[name] = found[2]
    return f'{found[1]} data-style="{name}"'


def _short(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()[:12]
