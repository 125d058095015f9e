"""Every option has a title that people read, and a name for each value that is a key."""

from __future__ import annotations

import re
from collections.abc import Iterator

from holecard.engine.game import Game
from holecard.engine.options import OddsChoice, Option, Sum

KEY = re.compile(r"[a-z]|.*-.*")
PLAIN = {"yes", "no"}


def unreadable(game: Game) -> list[str]:
    """What is wrong with the words of its options."""
    titles = [option.title for option in game.options]
    twice = sorted({title for title in titles if titles.count(title) > 1})
    return [f"two options are called {title!r}" for title in twice] + [
        wrong for option in game.options for wrong in _of_one(option)
    ]


def _of_one(option: Option) -> Iterator[str]:
    if not option.title[:1].isupper() or "_" in option.title:
        yield f"the title of {option.name} is {option.title!r}"
    values = (option.show(option.default),) if isinstance(option, (Sum, OddsChoice)) else option.shown_values
    for value in values:
        if KEY.match(value) and value not in PLAIN and value not in option.names:
            yield f"{option.name}={value} has no name"
    for name in option.names.values():
        if "_" in name:
            yield f"{name!r}, a value of {option.name}, is a key"
