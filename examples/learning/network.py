"""A small network that learns Down Under with PyTorch. Holecard does not depend on PyTorch, so install it first.

    .venv/bin/pip install torch
    .venv/bin/python examples/learning/network.py

The network predicts what each action wins (Q-learning). The target of a decision is the result of the round if that
ends it, and otherwise what the best next action is predicted to win.
"""

from __future__ import annotations

import copy

import numpy as np
import torch
from gymnasium.spaces import Box
from numpy.typing import NDArray

import holecard.rl as rl

GAME = "pa-down-under"
TABLES, STEPS, EXPLORE = 4096, 2000, 0.2
RATE = 2e-3  # of learning; it falls to zero
KEPT = 50  # steps for which the targets come from the same copy of the network


def main(steps: int = STEPS) -> float:
    """Learn for so many steps at every table; the regret that is left."""
    torch.manual_seed(1)
    env = rl.vector(GAME, TABLES, seed=1)
    space = env.single_observation_space
    assert isinstance(space, Box)
    sizes = [int(most) + 1 for most in space.high]
    network = torch.nn.Sequential(
        torch.nn.Linear(sum(sizes), 128), torch.nn.ReLU(), torch.nn.Linear(128, 128), torch.nn.ReLU(),
        torch.nn.Linear(128, len(env.actions)),
    )  # fmt: skip
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.01, total_iters=steps)

    def features(seen: NDArray[np.int16]) -> torch.Tensor:
        """Every column of the observation as one-hot."""
        columns = torch.from_numpy(seen).long().unbind(dim=1)
        hot = [torch.nn.functional.one_hot(column, size) for column, size in zip(columns, sizes, strict=True)]
        return torch.cat(hot, dim=1).float()

    def values(of: torch.nn.Module, inputs: torch.Tensor, mask: NDArray[np.bool_]) -> torch.Tensor:
        """What each allowed action wins, as predicted."""
        with torch.no_grad():
            predicted: torch.Tensor = of(inputs).masked_fill(~torch.from_numpy(mask), -torch.inf)
        return predicted

    chance = np.random.default_rng(1)
    seen, info = env.reset(seed=1)
    inputs = features(seen)
    for step in range(steps):
        if step % KEPT == 0:
            target = copy.deepcopy(network)
        mask = info["action_mask"]
        tried = np.where(mask, chance.random(mask.shape), -1.0).argmax(axis=1)
        action = np.where(chance.random(TABLES) < EXPLORE, tried, values(network, inputs, mask).argmax(dim=1).numpy())
        predicted = network(inputs).gather(1, torch.from_numpy(action)[:, None])[:, 0]
        seen, reward, over, _, info = env.step(action)
        inputs = features(seen)
        ahead = values(target, inputs, info["action_mask"]).max(dim=1).values
        wanted = torch.where(torch.from_numpy(over), torch.from_numpy(reward), ahead)
        loss = torch.nn.functional.mse_loss(predicted, wanted)
        optimizer.zero_grad()
        torch.autograd.backward(loss)
        optimizer.step()
        schedule.step()
        if (step + 1) % 500 == 0:
            print(f"step {step + 1}: loss {loss.item():.3f}")

    def model(observations: NDArray[np.int16], masks: NDArray[np.bool_]) -> NDArray[np.integer]:
        return np.asarray(values(network, features(observations), masks).argmax(dim=1))

    found = rl.evaluate(GAME, rl.model_policy(GAME, model))
    print(f"house edge {found.house_edge:.3%}, regret {found.regret:.3%}")
    return found.regret


if __name__ == "__main__":
    main()
