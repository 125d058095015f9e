"""Reinforcement learning: environments over the engine and over the compiled game, and exact evaluation of policies.

May import: everything but live and cli.
Exports: `vector`, `HolecardVectorEnv`, `Seen`, `evaluate`, `optimal_policy`.
"""

from __future__ import annotations

from collections.abc import Sequence

from holecard.engine.rules import Rules
from holecard.rl._choosing import configured
from holecard.rl.vector import HolecardVectorEnv


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
    """Many tables at once."""
    rules = configured(game, options)
    return HolecardVectorEnv(rules, tables, observation=observation, cut=cut, bets=bets, illegal=illegal, seed=seed)
