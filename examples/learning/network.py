"""A small network that learns a game with PyTorch. PyTorch is no dependency of Holecard: install it first.

    pip install torch
    .venv/bin/python examples/learning/network.py

It predicts what each action wins, from one-hot columns of the observation, and is trained on the result of the round.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

import holecard.rl as rl

GAME = "pa-down-under"
TABLES, STEPS, EXPLORE = 4096, 2000, 0.1


def features(seen: NDArray[np.int16]) -> torch.Tensor:
    """One-hot columns: total, soft, pair, two cards, up card, light and what is offered."""
    columns = torch.from_numpy(np.ascontiguousarray(seen)).long()
    total, soft, pair, cards, up, light = (columns[:, at] for at in range(6))
    sizes = ((total, 32), (soft, 2), (pair, 11), ((cards > 2).long(), 2), (up, 11), (light, 4), (columns[:, 10], 4))
    return torch.cat([torch.nn.functional.one_hot(column, size) for column, size in sizes], dim=1).float()


def main() -> None:
    env = rl.vector(GAME, TABLES, seed=1)
    network = torch.nn.Sequential(torch.nn.Linear(66, 128), torch.nn.ReLU(), torch.nn.Linear(128, len(env.actions)))
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-4)
    chance = np.random.default_rng(1)
    last: list[Any] = [None] * TABLES  # each table's last decision: its features and its action
    seen, info = env.reset(seed=1)
    for step in range(STEPS):
        inputs, mask = features(seen), torch.from_numpy(info["action_mask"].copy())
        with torch.no_grad():
            action = network(inputs).masked_fill(~mask, -torch.inf).argmax(dim=1).numpy()
        random = np.where(mask.numpy(), chance.random(mask.shape), -1.0).argmax(axis=1)
        action = np.where(chance.random(TABLES) < EXPLORE, random, action)
        last = list(zip(inputs, action.tolist(), strict=True))
        seen, reward, over, _, info = env.step(action)
        ended = np.nonzero(over)[0].tolist()
        predicted = network(torch.stack([last[at][0] for at in ended]))
        taken = predicted[torch.arange(len(ended)), torch.tensor([last[at][1] for at in ended])]
        loss = torch.nn.functional.mse_loss(taken, torch.from_numpy(reward[over].copy()))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 500 == 499:
            print(f"step {step + 1}: loss {loss.item():.3f}")

    def model(observations: NDArray[np.int16], masks: NDArray[np.bool_]) -> NDArray[np.integer]:
        with torch.no_grad():
            values = network(features(observations)).masked_fill(~torch.from_numpy(masks), -torch.inf)
        return np.asarray(values.argmax(dim=1))

    found = rl.evaluate(GAME, rl.model_policy(GAME, model))
    print(f"house edge {found.house_edge:.3%}, regret {found.regret:.3%}")


if __name__ == "__main__":
    main()
