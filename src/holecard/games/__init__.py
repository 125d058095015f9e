"""The games, by key. A game is one file here; this list is all that names it elsewhere."""

from __future__ import annotations

from holecard.errors import Malformed
from holecard.game import Game
from holecard.games.masque_down_under import MASQUE_DOWN_UNDER
from holecard.games.pa_down_under import PA_DOWN_UNDER
from holecard.games.reference import REFERENCE

GAMES = {game.key: game for game in (REFERENCE, PA_DOWN_UNDER, MASQUE_DOWN_UNDER)}


def find(key: str) -> Game:
    """
    >>> find("reference").name
    'Blackjack'
    """
    if key not in GAMES:
        raise Malformed(f"no game {key!r}: one of {', '.join(GAMES)}")
    return GAMES[key]
