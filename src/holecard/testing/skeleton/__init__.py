"""The files of a new package with a game, as `holecard new game` writes them, and how they are filled in.

May import: law.
Exports: `skeleton`.
"""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Final

from holecard.law.errors import Malformed

HERE: Final = Path(__file__).parent
NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
FILES: Final = {
    "pyproject.toml": "pyproject.toml.txt",
    "README.md": "README.md.txt",
    "src/@PACKAGE@/__init__.py": "init.py.txt",
    "src/@PACKAGE@/game.py": "game.py.txt",
    "src/@PACKAGE@/registers/__init__.py": "registers_init.py.txt",
    "src/@PACKAGE@/registers/@KEY@@@EDITION@.toml": "register.toml.txt",
    "tests/test_game.py": "test_game.py.txt",
}


def skeleton(key: str) -> dict[str, str]:
    """The files of a package that brings a game with this key, by their place in it.

    >>> sorted(skeleton("lucky-nine"))[0], "lucky-nine" in skeleton("lucky-nine")["pyproject.toml"]
    ('README.md', True)
    """
    if not NAME.fullmatch(key):
        raise Malformed(f"{key!r} cannot be a game's key. Write lower-case words joined by hyphens, such as lucky-nine")
    words = {
        "@KEY@": key,
        "@NAME@": key.replace("-", " ").title(),
        "@PACKAGE@": f"holecard_{key.replace('-', '_')}",
        "@EDITION@": str(date.today().year),
    }
    return {_filled(place, words): _filled((HERE / file).read_text("utf-8"), words) for place, file in FILES.items()}


def _filled(text: str, words: dict[str, str]) -> str:
    for word, by in words.items():
        text = text.replace(word, by)
    return text
