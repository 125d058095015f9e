"""One table as a Gymnasium environment over the engine itself: one box, one player, one round an episode.

>>> import gymnasium
>>> import holecard.rl
>>> table = gymnasium.make("holecard/DownUnder-v0", decks=8)
>>> observation, info = table.reset(seed=1)
>>> info["action_mask"].dtype
dtype('bool')
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import Env, spaces
from numpy.typing import NDArray

from holecard.engine.questions import Bet
from holecard.engine.rules import Rules
from holecard.games import find
from holecard.house.players_view import Seen
from holecard.lab.simulator.simulate import main_game
from holecard.law.errors import Malformed
from holecard.rl._choosing import Illegal, IllegalAction, Shown, chosen_bets, configured, last_card, names_of
from holecard.rl._drawn import table_picture, table_text
from holecard.rl._player import Rounds, choices_of, seen_hand, seen_of, unit_for
from holecard.rl._round_tables import DEAL, round_tables
from holecard.rl._spaces import column_names, numbers_of, observation_space

ME = "player"

Array = NDArray[Any]
Info = dict[str, Any]
Observation = Array | dict[str, Array]


class HolecardEnv(Env[Observation, Any]):
    """A table of a game. `wagers` are side wagers that are placed every round, in units of the main wager.

    With `masked`, an observation is a dictionary of the observation and the mask. `illegal` says whether an action that
    is not allowed raises an error or is ignored. `bets` adds a step before the deal in which the wager is chosen.
    """

    metadata = {  # noqa: RUF012  Gymnasium declares it so
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str | Rules,
        *,
        observation: str = Shown.TOTAL,
        masked: bool = False,
        cut: int | None = None,
        bets: Sequence[int] = (),
        wagers: Mapping[str, float] | None = None,
        illegal: str = Illegal.IGNORE,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise Malformed(f"render_mode must be ansi or rgb_array, not {render_mode!r}")
        self.rules = rules = _with_wagers(configured(game, options), wagers or {})
        self.render_mode = render_mode
        self._given = round_tables(main_game(rules))
        self._units = chosen_bets(rules, bets)
        self._wagers = dict(wagers or {})
        self._illegal, self._shown = Illegal.named(illegal), Shown.named(observation)
        self._rounds = Rounds(rules, last_card(rules, cut), cut is None)
        self._unit = unit_for(rules, max(self._units, default=1))
        offered = (word.do for offer in rules.play.offers.values() for word in offer.words)
        names = dict.fromkeys((*self._given.actions, *(offered if self._wagers else ())))
        self.actions = (*names, *names_of(bets))
        self.columns = column_names(self._shown)
        self._masked = masked
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = self._space()
        self._betting = False
        self._seeded = False

    def _space(self) -> spaces.Space[Any]:
        box = observation_space(self._given, self._shown, self.rules.decks, subjects=self._subjects())
        if not self._masked:
            return box
        return spaces.Dict({"observation": box, "action_mask": spaces.MultiBinary(len(self.actions))})

    def _subjects(self) -> tuple[str, ...]:
        """What may be offered before the hands act; side wagers add theirs behind the game's own."""
        return tuple(dict.fromkeys((*self._given.subjects, *(self.rules.play.offers if self._wagers else ()))))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """The next round; with a seed, the first of a new shoe. `options={"table": 5}` deals what the sixth table of a
        vector environment with this seed is dealt."""
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            table = int((options or {}).get("table", 0))
            self._rounds.start(secrets.randbits(64) if seed is None else seed, table)
            self._seeded = True
        else:
            self._rounds.shuffle_if_due()
        self._betting = bool(self._units)
        if not self._betting:
            self._deal(1)
        return self._observe(), self._info()

    def _deal(self, units: int) -> None:
        stake = units * self._unit
        side = tuple(Bet(1, ME, round(part * stake), kind) for kind, part in self._wagers.items())
        self._rounds.deal((Bet(1, ME, stake), *side))

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        """One action."""
        mask = self.action_mask()
        if not 0 <= action < len(mask) or not mask[action]:
            if self._illegal is Illegal.RAISE:
                raise IllegalAction.at(0, int(action), self.actions, mask)
            return self._observe(), 0.0, False, False, self._info()
        name = self.actions[action]
        over = name == DEAL
        if self._betting:
            self._betting = False
            self._deal(self._units[action - len(self.actions)])
        elif not over:
            self._rounds.answer(name)
            over = self._rounds.asked is None
        reward = self._rounds.won(ME) / self._unit if over else 0.0
        return self._observe(over), reward, over, False, self._info(over)

    def action_mask(self, over: bool = False) -> NDArray[np.bool_]:
        """Which actions are allowed now."""
        mask = np.zeros(len(self.actions), np.bool_)
        if over:
            return mask
        if self._betting:
            mask[len(self.actions) - len(self._units) :] = True
            return mask
        question = self._rounds.asked
        for do in (DEAL,) if question is None else choices_of(self.rules, question):
            mask[self.actions.index(do)] = True
        return mask

    @property
    def seen(self) -> Seen | None:
        """What the player sees; None before the deal."""
        if self._betting:
            return None
        question, table = self._rounds.asked, self._rounds.table
        if question is not None:
            return seen_of(self.rules, self._given, table, question)
        box = table.boxes[0]
        return seen_hand(self._given, table, box.hands[-1], len(box.hands), "", (DEAL,))

    def _observe(self, over: bool = False) -> Observation:
        observation = numbers_of(self._given, self._shown, self.seen, self._rounds.gone, self._subjects())
        if not self._masked:
            return observation
        return {"observation": observation, "action_mask": self.action_mask(over).astype(np.int8)}

    def _info(self, over: bool = False) -> Info:
        return {"action_mask": self.action_mask(over)}

    def render(self) -> Any:
        """The table as text, or as a picture."""
        table = self._rounds.table
        if self.render_mode == "ansi":
            return table_text(self.rules, table)
        return table_picture(self.rules, table) if self.render_mode == "rgb_array" else None


def _with_wagers(rules: Rules, wagers: Mapping[str, float]) -> Rules:
    """The same table with these side wagers switched on."""
    if not wagers:
        return rules
    game = find(rules.key)
    for key, part in wagers.items():
        if not part > 0:
            raise Malformed(f"the side wager {key} must be more than 0 units, not {part!r}")
    return game.configure({**rules.options.shown(), **{game.wager(key).switch: "yes" for key in wagers}})
