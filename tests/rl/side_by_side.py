"""The vectorised tables beside the engine: the same seed and actions, compared observation by observation."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np

import holecard.rl as rl
from holecard.engine.rules import Rules


def compared(rules: Rules, seed: int, tables: int = 5, steps: int = 60, **more: Any) -> Counter[str]:
    """Play both by the same lots. Gives how often each action was taken, and the rounds under an empty name."""
    many = rl.vector(rules, tables, observation="shoe", **more)
    engines = [rl.HolecardEnv(rules, observation="shoe", illegal="raise", **more) for _ in range(tables)]
    assert many.actions == engines[0].actions
    seen, info = many.reset(seed=seed)
    told = [engine.reset(seed=seed, options={"table": number}) for number, engine in enumerate(engines)]
    chance, taken = Random(seed), Counter[str]()
    for _ in range(steps):
        actions = []
        for number, (observed, its) in enumerate(told):
            assert isinstance(observed, np.ndarray)
            where = f"{rules.key} {rules.options.shown()}, seed {seed}, table {number}: {engines[number].seen}"
            different = [
                (name, int(one), int(other))
                for name, one, other in zip(many.columns, observed, seen[number], strict=True)
                if one != other
            ]
            assert not different, where
            assert its["action_mask"].tolist() == info["action_mask"][number].tolist(), where
            actions.append(chance.choice(np.nonzero(its["action_mask"])[0].tolist()))
        taken.update(many.actions[action] for action in actions)
        seen, rewards, over, _, info = many.step(np.array(actions))
        for number, engine in enumerate(engines):
            observed, reward, ended, _, its = engine.step(actions[number])
            assert (ended, np.float32(reward)) == (over[number], rewards[number]), f"{rules.key}, seed {seed}"
            taken[""] += ended
            told[number] = engine.reset() if ended else (observed, its)
    return taken
