"""Every option has a title that people read, and a name for each value that is a key."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holecard.engine.game import Game
from holecard.engine.options import Choice
from holecard.games import GAMES, find
from holecard.law.clauses import house
from holecard.testing.titles import unreadable


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_people_read_titles_and_names(game: Game) -> None:
    assert unreadable(game) == []


def test_words_that_nobody_can_read_are_found() -> None:
    game = find("reference")
    odd = Choice("odd", "odd_title", ("one-way", "other"), "other", house("odd"), names={"other": "the_other"})
    again = Choice("again", "Decks", (1,), 1, house("again"))
    assert unreadable(replace(game, options=(*game.options, odd, again))) == [
        "two options are called 'Decks'",
        "the title of odd is 'odd_title'",
        "odd=one-way has no name",
        "'the_other', a value of odd, is a key",
    ]
