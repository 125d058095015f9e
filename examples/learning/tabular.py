"""Learns Down Under from scratch with a table of values, and says exactly how far it is from the optimum.

    .venv/bin/python examples/learning/tabular.py [docs/images/regret.svg]

Monte Carlo control: a decision is worth the mean result of the rounds in which it was taken and everything after it was
greedy. A part of the decisions explores: it takes the action that might still turn out best. What came before it in the
round is then forgotten, so a round with many decisions is kept less often, and counts for more.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import holecard.rl as rl

MOST_DECISIONS = 24  # of a round, with four hands
BOLD = 4.0  # standard deviations of a round


class Progress(NamedTuple):
    """How far the learner has come."""

    decisions: int
    seconds: float
    policy: rl.ModelPolicy


def learn(
    game: str, *, tables: int = 32_768, phases: int = 5, steps: int = 400, explore: float = 0.2, seed: int = 1
) -> Iterator[Progress]:
    """Play so many steps at every table in each phase. Yields after each, and a few times early in the first."""
    env = rl.vector(game, tables, seed=seed)
    cells = rl.cells(game)
    chance = np.random.default_rng(seed)
    actions = len(env.actions)
    total = np.zeros(cells.count * actions)
    count = np.zeros(cells.count * actions)
    path = np.zeros((tables, MOST_DECISIONS), np.int64)
    length = np.zeros(tables, np.int64)
    line = np.arange(tables)
    began, decisions = time.process_time(), 0
    seen, info = env.reset(seed=seed)
    for phase in range(phases):
        keep = 0.2 if phase < 3 else 0.8  # what was found while the play was poor says little
        total *= keep
        count *= keep
        looked_at = {steps >> halved for halved in range(6 if phase == 0 else 1)}
        for step in range(1, steps + 1):
            mask = info["action_mask"]
            cell = cells.of(seen)
            exploring = chance.random(tables) < explore
            action = best(total, count, cell, mask, np.where(exploring, BOLD, 0.0))
            length[exploring] = 0
            path[line, length] = cell * actions + action
            length += 1
            seen, reward, over, _, info = env.step(action)
            for at in range(int(length[over].max(initial=0))):
                credited = over & (length > at)
                visited = path[credited, at]
                weight = (1 - explore) ** (at + 1.0 - length[credited])
                np.add.at(total, visited, weight * reward[credited])
                np.add.at(count, visited, weight)
            length[over] = 0
            decisions += tables
            if step in looked_at:
                found = total.copy(), count.copy()
                spent = time.process_time() - began
                yield Progress(decisions, spent, _policy(game, cells, *found))
                began = time.process_time() - spent  # what the caller does with it is not learning


def best(
    total: NDArray[Any], count: NDArray[Any], cell: NDArray[Any], mask: NDArray[Any], bold: NDArray[Any] | float = 0.0
) -> NDArray[np.int64]:
    """The action with the best mean so far, each mean raised by so many of its standard errors."""
    at = cell[:, None] * mask.shape[1] + np.arange(mask.shape[1])
    tried = count[at] + 1e-3
    hopes = total[at] / tried + np.reshape(bold, (-1, 1)) / np.sqrt(tried)
    found: NDArray[np.int64] = np.where(mask, hopes, -np.inf).argmax(axis=1)
    return found


def _policy(game: str, cells: rl.Cells, total: NDArray[Any], count: NDArray[Any]) -> rl.ModelPolicy:
    def model(seen: NDArray[np.int16], mask: NDArray[np.bool_]) -> NDArray[np.integer]:
        return best(total, count, cells.of(seen), mask)

    return rl.model_policy(game, model)


def draw(file: str, curve: list[tuple[int, float]]) -> None:
    """The regret by the number of decisions, both on logarithmic scales."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "holecard"  # the same picture every time
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.4, 3.6), layout="constrained")
    axes.loglog([decisions for decisions, _ in curve], [100 * regret for _, regret in curve], "o-", color="#1b5e3f")
    axes.axhline(0.1, color="#9a3b26", linestyle="--", linewidth=1)
    axes.set(xlabel="decisions", ylabel="regret, % of the initial wager", title="Down Under, learned from scratch")
    axes.grid(alpha=0.3, which="both")
    figure.savefig(file, metadata={"Date": None})


def main() -> None:
    game, curve = "pa-down-under", []
    for progress in learn(game):
        found = rl.evaluate(game, progress.policy)
        curve.append((progress.decisions, found.regret))
        print(
            f"{progress.decisions:>12,} decisions, {progress.seconds:5.1f} CPU seconds: "
            f"house edge {found.house_edge:.3%}, regret {found.regret:.3%}"
        )
    for cell in found.worst[:5]:
        light = f" with the light {cell.light}" if cell.light else ""
        print(f"  {cell.hand} against {cell.up}{light}: {cell.does} instead of {cell.best} costs {cell.cost:.4%}")
    if len(sys.argv) > 1:
        draw(sys.argv[1], curve)


if __name__ == "__main__":
    main()
