"""Decisions per CPU second of the learning environments, beside Gymnasium's own Blackjack-v1 and OpenSpiel's blackjack.

All run in one process, one after the other, in this process's CPU time. The vectorised ones draw below 17, and our rule
itself is not timed. The engine takes the first legal action, OpenSpiel a random one. Prints a table, asserts nothing.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

import gymnasium
import numpy as np

import holecard.rl as rl

TABLES = 65_536
THEIR_TABLES = 512
SECONDS = 3.0


def timed(step: Callable[[], int]) -> float:
    """Steps until enough time is gone, after a first one that is not counted: decisions per CPU second."""
    step()
    spent, decisions = 0.0, 0
    while spent < SECONDS:
        began = time.process_time()
        decisions += step()
        spent += time.process_time() - began
    return decisions / spent


def ours(game: str) -> tuple[float, int]:
    tables = rl.vector(game, TABLES, seed=1)
    stand, hit = tables.actions.index("stand"), tables.actions.index("hit")
    seen, info = tables.reset(seed=1)
    spent, decisions = 0.0, 0
    while spent < SECONDS:
        mask = info["action_mask"]
        wanted = np.where(seen[:, 0] >= 17, stand, hit)
        legal = np.take_along_axis(mask, wanted[:, None], 1)[:, 0]
        actions = np.where(legal, wanted, mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1))
        began = time.process_time()
        seen, _, _, _, info = tables.step(actions)
        spent += time.process_time() - began
        decisions += TABLES
    return decisions / spent, tables.bytes_per_table


def engine(game: str) -> float:
    table = rl.HolecardEnv(game)
    _, info = table.reset(seed=1)
    mask = info["action_mask"]

    def step() -> int:
        nonlocal mask
        for _ in range(200):
            _, _, over, _, told = table.step(int(mask.argmax()))
            mask = table.reset()[1]["action_mask"] if over else told["action_mask"]
        return 200

    return timed(step)


def theirs() -> float:
    tables = gymnasium.make_vec("Blackjack-v1", num_envs=THEIR_TABLES, vectorization_mode="sync")
    seen, _ = tables.reset(seed=1)

    def step() -> int:
        nonlocal seen
        seen, *_ = tables.step((seen[0] < 17).astype(np.int64))
        return THEIR_TABLES

    return timed(step)


def spiel() -> float | None:
    """Stepped from Python: the wheel has no vectorised blackjack, and no count of what its C++ code plays out.

    Every card left is as likely as another, so one is drawn from the list of outcomes. That is its fastest way.
    """
    try:
        import pyspiel
    except ImportError:
        return None
    game, chance = pyspiel.load_game("blackjack"), random.Random(1)

    def step() -> int:
        decisions = 0
        for _ in range(100):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                decisions += not state.is_chance_node()
                state.apply_action(legal[int(chance.random() * len(legal))])
        return decisions

    return timed(step)


def main() -> None:
    rows: list[tuple[str, float, str]] = []
    for game in ("pa-down-under", "reference"):
        rate, memory = ours(game)
        rows.append((f"{game}, {TABLES:,} tables", rate, f"{memory} bytes a table"))
    rows.append(("pa-down-under, the engine itself", engine("pa-down-under"), ""))
    base = theirs()
    rows.append((f"Gymnasium Blackjack-v1, {THEIR_TABLES} tables", base, ""))
    public = spiel()
    if public is None:
        print("open_spiel is not installed: no comparison (the extra `bench`)", file=sys.stderr)
    else:
        rows.append(("OpenSpiel blackjack", public, ""))
    print(f"{'decisions per CPU second':<40}{'rate':>14}{'x Gymnasium':>14}")
    for name, rate, note in rows:
        print(f"{name:<40}{rate:>14,.0f}{rate / base:>14,.1f}  {note}")


if __name__ == "__main__":
    main()
