"""All games by key: our own, each in a file that reads like its rulebook, and those that installed packages bring.

May import: law, values, engine, round, wagers, pit, irregularities.
Exports: `GAMES` and `find`; nothing else imports a game by its module.
"""

from __future__ import annotations

from holecard.engine.game import Game
from holecard.games._brought import Games
from holecard.games.masque_down_under import MASQUE_DOWN_UNDER
from holecard.games.nz_ante_up import NZ_ANTE_UP
from holecard.games.nz_blackjack import NZ_BLACKJACK
from holecard.games.nz_blackjack_plus import NZ_BLACKJACK_PLUS
from holecard.games.nz_free_bet import NZ_FREE_BET
from holecard.games.pa_double_back_jack import PA_DOUBLE_BACK_JACK
from holecard.games.pa_down_under import PA_DOWN_UNDER
from holecard.games.reference import REFERENCE
from holecard.law.errors import Malformed

OURS = (
    REFERENCE,
    PA_DOWN_UNDER,
    MASQUE_DOWN_UNDER,
    PA_DOUBLE_BACK_JACK,
    NZ_BLACKJACK,
    NZ_ANTE_UP,
    NZ_BLACKJACK_PLUS,
    NZ_FREE_BET,
)
GAMES = Games(OURS)


def find(key: str) -> Game:
    """
    >>> find("reference").name
    'Blackjack'
    """
    if key not in GAMES:
        raise Malformed(f"unknown game {key!r}. Choose one of {', '.join(GAMES)}")
    return GAMES[key]
