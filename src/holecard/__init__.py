"""Holecard: regulated blackjack as exact, cited, executable rules.

>>> import holecard as hc
>>> rules = hc.game("pa-down-under", decks=6)
>>> played = hc.play_round(rules, lambda seen: "stand" if seen.total >= 17 else "hit", cards="8s 6h 8d Ts 3c 9d")
>>> played.net
{'1': {'You': {'main': '1.00'}}}
>>> [str(fact.cite) for fact in played.facts if fact.amount][-1]
'58 Pa. Code § 685a.7(o)(1)'
>>> f"{hc.analyze(rules).house_edge:.2%}"
'0.03%'

What you can do with it:

| to | use |
|---|---|
| find and configure a game | `games`, `game` |
| open a table and play it step by step | `open_table`, `ask`, `answer` |
| play rounds with your own players and shoe | `play_round`, `play_rounds` |
| replay a recorded round, play a script | `replay`, `script` |
| find what a game is worth, and how to play it | `analyze`, `hand`, `strategy`, `wagers`, `sweep` |
| simulate rounds and sessions | `simulate`, `bankroll` |
| check the JSON of a command | `schemas`, `schema` |
| look up the law | `instruments`, `clauses`, `clause`, `differences`, `matrix` |

**Stability.** The names in `__all__`, their parameters and the fields of their results follow semantic versioning:
within a major version they may gain names, optional keyword arguments and fields, and lose none. `to_dict()` returns
the JSON that the command of the same name prints, under the same promise. Everything that is not in `__all__`, and
every module below `holecard`, may change at any time. Before version 1.0, a minor version may still change the API, and
the changelog says so.

Importing this loads neither NumPy nor Numba, and no game: each name loads what it needs when it is first used.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

__version__ = "0.1.0"

TYPE_CHECKING = False  # as in `typing`, which takes longer to import than everything else here
if TYPE_CHECKING:
    from typing import Any

    from holecard.api.analysis import Analysis, HandAnalysis, analyze, hand
    from holecard.api.card import StrategyCard, strategy
    from holecard.api.catalogue import game, games
    from holecard.api.law import ClauseFound, clause, clauses, differences, instruments, matrix
    from holecard.api.records import Journal, replay, script
    from holecard.api.schema import schema, schemas
    from holecard.api.sessions import BankrollResult, bankroll
    from holecard.api.side_wagers import SideWagers, wagers
    from holecard.api.simulation import Simulation, simulate
    from holecard.api.sweeping import Sweep, sweep
    from holecard.engine.ask_and_answer import answer, ask, open_table
    from holecard.engine.game import Game
    from holecard.engine.questions import (
        Act,
        Bet,
        Bets,
        Decide,
        Draw,
        Drawn,
        Fact,
        Light,
        Offer,
        PitStep,
        PlaceWagers,
        Read,
        RoundOver,
        Turn,
        Turned,
        What,
    )
    from holecard.engine.rules import Rules
    from holecard.engine.table import Table
    from holecard.house.players_view import Seen
    from holecard.house.playing import play_round, play_rounds
    from holecard.house.round import Round
    from holecard.house.script import ScriptedRound
    from holecard.law.clauses import Cite
    from holecard.law.errors import HolecardError, Malformed, Refused
    from holecard.values.cards import HIDDEN, Card
    from holecard.values.cards import parse_cards as cards

_WHERE = {
    "api.analysis": ("Analysis", "HandAnalysis", "analyze", "hand"),
    "api.card": ("StrategyCard", "strategy"),
    "api.catalogue": ("game", "games"),
    "api.law": ("ClauseFound", "clause", "clauses", "differences", "instruments", "matrix"),
    "api.records": ("Journal", "replay", "script"),
    "api.schema": ("schema", "schemas"),
    "api.sessions": ("BankrollResult", "bankroll"),
    "api.side_wagers": ("SideWagers", "wagers"),
    "api.simulation": ("Simulation", "simulate"),
    "api.sweeping": ("Sweep", "sweep"),
    "engine.ask_and_answer": ("answer", "ask", "open_table"),
    "engine.game": ("Game",),
    "engine.questions": (
        *("Act", "Bet", "Bets", "Decide", "Draw", "Drawn", "Fact", "Light", "Offer", "PitStep", "PlaceWagers"),
        *("Read", "RoundOver", "Turn", "Turned", "What"),
    ),
    "engine.rules": ("Rules",),
    "engine.table": ("Table",),
    "house.playing": ("play_round", "play_rounds"),
    "house.round": ("Round",),
    "house.script": ("ScriptedRound",),
    "house.players_view": ("Seen",),
    "law.clauses": ("Cite",),
    "law.errors": ("HolecardError", "Malformed", "Refused"),
    "values.cards": ("HIDDEN", "Card", "cards"),
}
_MODULES = {name: f"holecard.{module}" for module, names in _WHERE.items() for name in names}
_CALLED = {"cards": "parse_cards"}  # what a name is called in its module, where that differs

__all__ = [
    "HIDDEN",
    "Act",
    "Analysis",
    "BankrollResult",
    "Bet",
    "Bets",
    "Card",
    "Cite",
    "ClauseFound",
    "Decide",
    "Draw",
    "Drawn",
    "Fact",
    "Game",
    "HandAnalysis",
    "HolecardError",
    "Journal",
    "Light",
    "Malformed",
    "Offer",
    "PitStep",
    "PlaceWagers",
    "Read",
    "Refused",
    "Round",
    "RoundOver",
    "Rules",
    "ScriptedRound",
    "Seen",
    "SideWagers",
    "Simulation",
    "StrategyCard",
    "Sweep",
    "Table",
    "Turn",
    "Turned",
    "What",
    "analyze",
    "answer",
    "ask",
    "bankroll",
    "cards",
    "clause",
    "clauses",
    "differences",
    "game",
    "games",
    "hand",
    "instruments",
    "matrix",
    "open_table",
    "play_round",
    "play_rounds",
    "replay",
    "schema",
    "schemas",
    "script",
    "simulate",
    "strategy",
    "sweep",
    "wagers",
]


def _public(name: str) -> Any:
    return getattr(import_module(_MODULES[name]), _CALLED.get(name, name))


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'holecard' has no attribute {name!r}")
    found = _public(name)
    return globals().setdefault(name, found)  # where a package has the same name, it is set by now and can be called


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _CalledLikeAPackage(ModuleType):
    """A package whose name is also a function here: `hc.games()` lists the games, `holecard.games` is their package.

    Python sets a package as an attribute of this module when it is first imported, in place of the function.
    """

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return _public(self.__name__.rpartition(".")[2])(*args, **kwargs)


class _Holecard(ModuleType):
    def __setattr__(self, name: str, value: Any) -> None:
        if name in _MODULES and isinstance(value, ModuleType):
            value.__class__ = _CalledLikeAPackage
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Holecard
