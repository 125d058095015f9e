"""Every option has a title that people read, and a name for each value that is a key."""

from __future__ import annotations

import re

import pytest

from holecard.engine.game import Game
from holecard.engine.options import OddsChoice, Sum
from holecard.games import GAMES

KEY = re.compile(r"[a-z]|.*-.*")
PLAIN = {"yes", "no"}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_people_read_titles_and_names(game: Game) -> None:
    titles = [option.title for option in game.options]
    assert len(set(titles)) == len(titles)
    for option in game.options:
        assert option.title[0].isupper(), option.name
        assert "_" not in option.title, option.name
        values = (option.show(option.default),) if isinstance(option, (Sum, OddsChoice)) else option.shown_values
        keys = {value for value in values if KEY.match(value)} - PLAIN
        assert keys <= set(option.names), option.name
        assert not [name for name in option.names.values() if "_" in name]
