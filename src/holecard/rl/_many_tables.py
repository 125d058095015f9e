"""Many tables of one game at once, as a Gymnasium vector environment over the compiled game.

>>> import holecard.rl as rl
>>> tables = rl.vector("pa-down-under", tables=3, seed=1)
>>> observation, info = tables.reset(seed=1)
>>> observation.shape, info["action_mask"].shape == (3, len(tables.actions))
((3, 12), True)

Arrays are handed out as they are and filled anew by every step: copy what you want to keep.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from holecard.engine.rules import Rules
from holecard.law.errors import Malformed
from holecard.rl import _steps as steps
from holecard.rl._cards import Shoes
from holecard.rl._choosing import Illegal, IllegalAction, Shown, chosen_bets, last_card, names_of
from holecard.rl._round_tables import round_tables
from holecard.rl._spaces import column_names, observation_space

Array = NDArray[Any]
NO_ACTIONS = np.zeros(0, np.int64)


class Dealing(NamedTuple):
    """How rounds are dealt and paid."""

    units: NDArray[np.int64]  # the bets to choose from; none: one unit, without being asked
    last: int  # the cards before the cut card
    fresh: bool
    stake: float  # one unit, in cents


class Told(NamedTuple):
    """What the players are told after each step."""

    seen: NDArray[np.int16]
    mask: NDArray[np.bool_]
    reward: NDArray[np.float32]
    over: NDArray[np.bool_]


class HolecardVectorEnv(VectorEnv[Array, Array, Array]):
    """`tables` tables of a game, one box at each. See `holecard.rl.vector` for the arguments."""

    def __init__(
        self,
        rules: Rules,
        tables: int,
        *,
        observation: str = Shown.TOTAL,
        cut: int | None = None,
        bets: Sequence[int] = (),
        illegal: str = Illegal.RAISE,
        seed: int | None = None,
    ) -> None:
        if tables < 1:
            raise Malformed(f"tables must be 1 or more, not {tables}")
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.rules = rules
        self.num_envs = tables
        self._given = round_tables(rules)
        units = np.array(chosen_bets(rules, bets), np.int64)
        self._dealing = Dealing(units, last_card(rules, cut), cut is None, float(self._given.stake))
        self._illegal = Illegal.named(illegal)
        shown = Shown.named(observation)
        self.actions = (*self._given.actions, *names_of(bets))
        self.columns = column_names(shown)
        self.single_action_space = spaces.Discrete(len(self.actions))
        self.action_space = spaces.MultiDiscrete(np.full(tables, len(self.actions)))
        self.single_observation_space = observation_space(self._given, shown, rules.decks)
        self.observation_space = observation_space(self._given, shown, rules.decks, tables)
        self._told = Told(
            np.zeros((tables, len(self.columns)), np.int16),
            np.zeros((tables, len(self.actions)), np.bool_),
            np.zeros(tables, np.float32),
            np.zeros(tables, np.bool_),
        )
        self._never = np.zeros(tables, np.bool_)
        self._state = np.zeros((tables, steps.WIDTH), np.int32)
        self._gone = np.zeros((tables, 10), np.int16)
        self._shoes = Shoes.of(tables, rules.decks)
        self.reset(seed=seed)

    @property
    def bytes_per_table(self) -> int:
        """The memory of one table: its state, its shoe, and what its player is told."""
        return sum(part.nbytes for part in (self._state, self._gone, *self._shoes, *self._told)) // self.num_envs

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Shuffle every shoe and deal. The same seed gives the same rounds, whatever the number of tables."""
        seed = secrets.randbits(64) if seed is None else seed
        self._shoes.start(seed)
        self._gone[:] = 0
        self._step(NO_ACTIONS)
        return self._told.seen, {"action_mask": self._told.mask}

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """One action at every table. A round that is over pays its reward, and the next one is dealt at once."""
        told = self._told
        if self._illegal is Illegal.RAISE:
            at = steps.first_illegal(told.mask, actions)
            if at >= 0:
                raise IllegalAction.at(at, int(actions[at]), self.actions, told.mask[at])
        self._step(np.ascontiguousarray(actions, np.int64))
        return told.seen, told.reward, told.over, self._never, {"action_mask": told.mask}

    def _step(self, actions: NDArray[np.int64]) -> None:
        walked, told = self._given.walked, self._told
        steps.step(walked, self._shoes, self._state, self._gone, self._dealing, actions, told)
