"""Reinforcement learning: environments over the engine and over the compiled game, and exact evaluation of policies.

May import: everything but live and cli.
Exports: `vector`, `HolecardEnv`, `HolecardVectorEnv`, `Seen`, `evaluate`, `optimal_policy`, `model_policy`, `cells`,
`register`, `table_env`.

>>> import holecard.rl as rl
>>> tables = rl.vector("pa-down-under", tables=4, decks=6, seed=1)
>>> observation, info = tables.reset(seed=1)
>>> tables.actions[:3], info["action_mask"].shape[0]
(('deal', 'hit', 'stand'), 4)
"""

from __future__ import annotations

from collections.abc import Sequence

from holecard.engine.rules import Rules

try:
    import gymnasium as _needed  # noqa: F401
    import numba as _also_needed  # noqa: F401
    import pettingzoo as _needed_too  # noqa: F401
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"holecard.rl needs {missing.name}, which is not installed: pip install 'holecard[rl]'", name=missing.name
    ) from None

from holecard.house.players_view import Seen
from holecard.rl import _evaluation
from holecard.rl._choosing import configured as _configured
from holecard.rl._evaluation import Cell, Evaluation, Policy
from holecard.rl._many_tables import HolecardVectorEnv
from holecard.rl._one_table import HolecardEnv
from holecard.rl._policies import Cells, Model, ModelPolicy, OptimalPolicy
from holecard.rl._registration import register
from holecard.rl._round_tables import round_tables as _round_tables
from holecard.rl._several_seats import HolecardTableEnv

__all__ = [
    "Cell",
    "Cells",
    "Evaluation",
    "HolecardEnv",
    "HolecardTableEnv",
    "HolecardVectorEnv",
    "ModelPolicy",
    "OptimalPolicy",
    "Seen",
    "cells",
    "evaluate",
    "model_policy",
    "optimal_policy",
    "register",
    "table_env",
    "vector",
]


def vector(
    game: str | Rules,
    tables: int = 1024,
    *,
    observation: str = "total",
    cut: int | None = None,
    bets: Sequence[int] = (),
    illegal: str = "raise",
    seed: int | None = None,
    **options: object,
) -> HolecardVectorEnv:
    """So many tables of a game as one `gymnasium.vector.VectorEnv`.

    `observation` is `total`, `cards` or `shoe`. `cut` is the number of cards behind the cut card; without it every
    round comes from a fresh shoe. `bets` are wagers to choose from before each deal, in units. `illegal` says whether
    an action that is not allowed raises an error or is ignored. Other arguments are options of the game.
    """
    rules = _configured(game, options)
    return HolecardVectorEnv(rules, tables, observation=observation, cut=cut, bets=bets, illegal=illegal, seed=seed)


def evaluate(game: str | Rules, policy: Policy, *, order: bool | None = None, **options: object) -> Evaluation:
    """The exact value of a policy in a fresh shoe, its regret against the optimum, and where it loses most.

    A policy takes a `Seen` and returns the name of an action. It may look at the order of a hand's cards; if it does
    not, `order=False` is several times as fast. The policies of this module do not.
    """
    if order is None:
        order = not isinstance(policy, OptimalPolicy | ModelPolicy)
    return _evaluation.evaluate(_configured(game, options), policy, order)


def optimal_policy(game: str | Rules, **options: object) -> OptimalPolicy:
    """The best play from a fresh shoe, as a policy.

    >>> best = optimal_policy("reference", decks=1)
    >>> abs(evaluate("reference", best, decks=1).regret) < 1e-12
    True
    """
    return OptimalPolicy(_configured(game, options))


def model_policy(game: str | Rules, model: Model, *, observation: str = "total", **options: object) -> ModelPolicy:
    """A policy by a model that takes arrays of observations and of masks, and gives the numbers of actions."""
    return ModelPolicy(_configured(game, options), model, observation)


def cells(game: str | Rules, **options: object) -> Cells:
    """Numbers for the cells of a strategy card, for a table of values by cell.

    >>> found = cells("reference")
    >>> found.of(vector("reference", tables=2, seed=1).reset(seed=1)[0]).shape
    (2,)
    """
    return Cells(_round_tables(_configured(game, options)))


def table_env(
    game: str | Rules,
    *,
    boxes: int = 2,
    bettors: int = 1,
    observation: str = "total",
    cut: int | None = None,
    render_mode: str | None = None,
    **options: object,
) -> HolecardTableEnv:
    """A table of several seats as a PettingZoo environment: so many boxes, and so many bettors on each."""
    rules = _configured(game, options)
    return HolecardTableEnv(
        rules, boxes=boxes, bettors=bettors, observation=observation, cut=cut, render_mode=render_mode
    )


register()
