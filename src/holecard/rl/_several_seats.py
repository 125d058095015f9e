"""A table of several seats as a PettingZoo environment: a player for each box, and more bettors where that is allowed.

>>> import holecard.rl as rl
>>> table = rl.table_env("nz-blackjack", boxes=2, bettors=2)
>>> table.possible_agents
['box_1', 'box_1_bettor_2', 'box_2', 'box_2_bettor_2']

One round is an episode. The engine asks the players one after the other. Those who share a box are asked about their
own money when the player who decides doubles or splits.
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from holecard.engine.questions import Bet
from holecard.engine.rules import Rules
from holecard.engine.table import Box
from holecard.lab.simulator.simulate import main_game
from holecard.law.errors import Malformed, Refused
from holecard.rl._choosing import Shown, last_card
from holecard.rl._drawn import table_picture, table_text
from holecard.rl._player import DESIGNATE, Rounds, choices_of, seen_hand, seen_of, unit_for
from holecard.rl._round_tables import DEAL, round_tables
from holecard.rl._spaces import numbers_of, observation_space
from holecard.round.shared_box import DOUBLE_TOO, SPLIT_TOO

COVER = "cover"

Observed = dict[str, NDArray[Any]]


class HolecardTableEnv(AECEnv[str, Observed, int]):
    """A table with so many boxes and bettors on each. An action that is not allowed raises an error."""

    metadata = {  # noqa: RUF012  PettingZoo declares it so
        "render_modes": ["ansi", "rgb_array"],
        "name": "holecard_table_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: Rules,
        *,
        boxes: int = 2,
        bettors: int = 1,
        observation: str = Shown.TOTAL,
        cut: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        _check_seats(rules, boxes, bettors)
        self.rules, self.render_mode = rules, render_mode
        self._given = round_tables(main_game(rules))
        self._shown = Shown.named(observation)
        self._subjects = (*self._given.subjects, DOUBLE_TOO, SPLIT_TOO)
        self.actions = (*self._given.actions, COVER, DESIGNATE)
        self._rounds = Rounds(rules, last_card(rules, cut), cut is None)
        self._unit = unit_for(rules)
        self._seats = {
            f"box_{box}" if bettor == 1 else f"box_{box}_bettor_{bettor}": box
            for box in range(1, boxes + 1)
            for bettor in range(1, bettors + 1)
        }
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        self._seeded = False
        box = observation_space(self._given, self._shown, rules.decks, subjects=self._subjects)
        mask = spaces.Box(0, 1, (len(self.actions),), np.int8)
        self._seen_in: spaces.Space[Any] = spaces.Dict({"observation": box, "action_mask": mask})
        self._acts_in: spaces.Space[Any] = spaces.Discrete(len(self.actions))

    def observation_space(self, agent: str) -> spaces.Space[Observed]:
        """What an agent sees, and its mask."""
        return self._seen_in

    def action_space(self, agent: str) -> spaces.Space[int]:
        """The actions, by number."""
        return self._acts_in

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The next round; with a seed, the first of a new shoe."""
        if seed is not None or not self._seeded:
            self._rounds.start(secrets.randbits(64) if seed is None else seed)
            self._seeded = True
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._rounds.deal(Bet(box, agent, self._unit) for agent, box in self._seats.items())
        self._ask()

    def _ask(self) -> None:
        """Turn to the agent who is asked; where nobody is, the first one has the round collected."""
        question = self._rounds.asked
        self.agent_selection = self.agents[0] if question is None else question.bettor
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> NDArray[np.int8]:
        mask = np.zeros(len(self.actions), np.int8)
        if agent == self.agent_selection and not self.terminations[agent]:
            question = self._rounds.asked
            for do in (DEAL,) if question is None else choices_of(self.rules, question):
                mask[self.actions.index(do)] = 1
        return mask

    def observe(self, agent: str) -> Observed:
        """What the agent sees of their own hand, or of the one that they are asked about."""
        table, question = self._rounds.table, self._rounds.asked
        if question is not None and question.bettor == agent:
            seen = seen_of(self.rules, self._given, table, question)
        else:
            box = self._box(agent)
            seen = seen_hand(self._given, table, box.hands[0], len(box.hands), "", ())
        numbers = numbers_of(self._given, self._shown, seen, self._rounds.gone, self._subjects)
        return {"observation": numbers, "action_mask": self._mask(agent)}

    def _box(self, agent: str) -> Box:
        box = self._rounds.table.box(self._seats[agent])
        assert box is not None, "everybody bets"
        return box

    def step(self, action: int | None) -> None:
        """The action of the agent who is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]  # it wants None
            return
        mask = self._mask(agent)
        if action is None or not 0 <= action < len(mask) or not mask[action]:
            allowed = ", ".join(f"{at} ({self.actions[at]})" for at in np.nonzero(mask)[0])
            raise Malformed(f"{agent}: action {action} is not allowed now. Allowed: {allowed}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.actions[action] != DEAL:
            self._rounds.answer(self.actions[action])
        if self._rounds.asked is None:
            self.rewards = {name: self._rounds.won(name) / self._unit for name in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._ask()

    def close(self) -> None:
        """Nothing is held open."""

    def render(self) -> Any:
        """The table as text, or as a picture."""
        if self.render_mode == "ansi":
            return table_text(self.rules, self._rounds.table)
        return table_picture(self.rules, self._rounds.table) if self.render_mode == "rgb_array" else None


def _check_seats(rules: Rules, boxes: int, bettors: int) -> None:
    if not 1 <= boxes <= rules.boxes.most:
        legal = (f"1 to {rules.boxes.most}",)
        raise Refused(f"{boxes} boxes", cite=rules.boxes.cite, why=f"the table has {rules.boxes.most}", legal=legal)
    most = rules.play.sharing.bettors_per_box
    if not 1 <= bettors <= most:
        cite, legal = rules.play.sharing.no_other_bettor, (f"1 to {most}",)
        raise Refused(f"{bettors} bettors on a box", cite=cite, why=f"a box takes {most} at most", legal=legal)
