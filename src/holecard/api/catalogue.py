"""The games: find one, list all, and configure a table."""

from __future__ import annotations

from holecard.engine.game import Game
from holecard.engine.rules import Rules
from holecard.games import GAMES, find


def game(key: str, **options: str | int | bool) -> Rules:
    """A game configured for one table, ready to be played, solved or simulated.

    Options are those that `holecard games KEY` lists. Money is cents or text: `minimum=500` is `minimum="5.00"`. A
    choice that the law forbids raises `Refused`, with its clause; a name or value that does not exist, `Malformed`.

    >>> import holecard as hc
    >>> hc.game("pa-down-under", decks=6, match_the_dealer=True)
    <Rules of pa-down-under: match_the_dealer=yes>
    >>> try:
    ...     hc.game("pa-down-under", decks=5, match_the_dealer=True)
    ... except hc.Refused as refused:
    ...     print(refused.clause, "|", refused.cite, "|", refused.legal)
    6(e) | 58 Pa. Code § 685a.6(e) | ('decks=6', 'decks=8', 'match_the_dealer=no')
    """
    return find(key).configure(dict(options))


def games() -> tuple[Game, ...]:
    """Every game, with its options and side wagers.

    >>> import holecard as hc
    >>> [game.key for game in hc.games()][:2]
    ['reference', 'pa-down-under']
    >>> hc.games()[1].to_dict()["instrument"]
    'pa-685a'
    """
    return tuple(GAMES.values())
