"""The environments as libraries use them: checked by Gymnasium and PettingZoo, with bad input, by seed and by pixel."""

from __future__ import annotations

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test.api_test import api_test
from pettingzoo.test.seed_test import seed_test

import holecard.rl as rl
from holecard.law.errors import HolecardError, Malformed, Refused
from holecard.rl._choosing import IllegalAction
from holecard.rl._registration import names


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("more", [{}, {"observation": "shoe", "masked": True, "cut": 60}], ids=["plain", "masked"])
def test_gymnasium_finds_nothing_wrong(name: str, more: dict[str, object]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name, render_mode="rgb_array", **more).unwrapped)  # type: ignore[arg-type]


def test_an_environment_is_found_by_its_module_alone() -> None:
    made = gymnasium.make("holecard.rl:holecard/DownUnder-v0", decks=8)
    assert made.unwrapped.rules.decks == 8  # type: ignore[attr-defined]
    assert gymnasium.make_vec("holecard/DownUnder-v0", num_envs=3).num_envs == 3


@pytest.mark.parametrize(
    ("key", "seats"), [("pa-down-under", {"boxes": 3}), ("nz-free-bet", {"boxes": 2, "bettors": 3})]
)
@pytest.mark.filterwarnings("ignore")  # it warns of every environment whose observations have a mask
def test_pettingzoo_finds_nothing_wrong(key: str, seats: dict[str, int], capsys: pytest.CaptureFixture[str]) -> None:
    def made() -> rl.HolecardTableEnv:
        return rl.table_env(key, **seats)  # type: ignore[arg-type]

    api_test(made(), num_cycles=60)  # type: ignore[no-untyped-call]
    seed_test(made, num_cycles=30)  # type: ignore[no-untyped-call]


def test_a_round_at_a_shared_box_pays_every_bettor() -> None:
    table = rl.table_env("nz-blackjack", boxes=1, bettors=3)
    rewards = set()
    for seed in range(12):
        table.reset(seed=seed)
        while not any(table.terminations.values()):
            mask = table.observe(table.agent_selection)["action_mask"]
            table.step(int(np.nonzero(mask)[0][-1]))
        rewards.add(tuple(table.rewards.values()))
    assert any(len(set(each)) == 1 and each[0] for each in rewards)  # all of them stand or fall together


def test_too_many_seats_are_refused_with_the_clause() -> None:
    with pytest.raises(Refused, match="at most"):
        rl.table_env("pa-down-under", boxes=1, bettors=2)
    with pytest.raises(Refused, match="99 boxes"):
        rl.table_env("pa-down-under", boxes=99)


def test_rounds_depend_on_the_seed_and_not_on_the_number_of_tables() -> None:
    few, many = rl.vector("reference", 3, observation="cards"), rl.vector("reference", 50, observation="cards")
    (one, _), (other, _) = few.reset(seed=9), many.reset(seed=9)
    assert (one == other[:3]).all()
    assert not (rl.vector("reference", 50, observation="cards").reset(seed=10)[0] == other).all()


def test_an_action_that_is_not_allowed_changes_nothing() -> None:
    strict, lenient = (rl.vector("reference", 4, illegal=how) for how in ("raise", "ignore"))
    seen, info = strict.reset(seed=1)
    before = seen.copy()
    wrong = info["action_mask"].argmin(axis=1)
    with pytest.raises(IllegalAction, match=r"table 0: action .* Allowed: "):
        strict.step(wrong)
    assert (strict.step(info["action_mask"].argmax(axis=1))[0] != before).any()
    lenient.reset(seed=1)
    after, reward, over, _, _ = lenient.step(wrong)
    assert (after == before).all()
    assert not reward.any()
    assert not over.any()
    engine = rl.HolecardEnv("reference", illegal="raise")
    engine.reset(seed=1)
    with pytest.raises(IllegalAction):
        engine.step(99)


def test_nothing_is_copied_in_a_step() -> None:
    tables = rl.vector("reference", 4, seed=1)
    seen, info = tables.reset(seed=1)
    after, *_, later = tables.step(info["action_mask"].argmax(axis=1))
    assert after is seen
    assert later["action_mask"] is info["action_mask"]
    assert tables.bytes_per_table < 1000


def test_side_wagers_are_placed_and_paid() -> None:
    table = rl.HolecardEnv("nz-blackjack", wagers={"perfect-pair": 0.5, "house-money": 1.0})
    rewards, actions = set(), set()
    for seed in range(60):
        _, info = table.reset(seed=seed)
        over = False
        while not over:
            action = int(np.nonzero(info["action_mask"])[0][-1])
            actions.add(table.actions[action])
            _, reward, over, _, info = table.step(action)
        rewards.add(reward)
    assert "ride" in actions
    assert any(reward % 0.5 == 0 and reward < -2 for reward in rewards)
    assert any(reward > 5 for reward in rewards)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"observation": "all"}, "must be total or cards or shoe, not 'all'"),
        ({"cut": 3}, "cut must be 12 to 311"),
        ({"bets": (0,)}, "bets must be whole numbers"),
        ({"tables": 0}, "tables must be 1 or more"),
    ],
)
def test_bad_arguments_are_named(given: dict[str, object], said: str) -> None:
    with pytest.raises(Malformed, match=said):
        rl.vector("reference", **{"tables": 2, **given})  # type: ignore[arg-type]


def test_an_ante_does_not_grow_with_the_bet() -> None:
    with pytest.raises(HolecardError, match="Ante"):
        rl.vector("nz-ante-up", 2, bets=(1, 2))


def test_a_picture_shows_the_cards() -> None:
    table = rl.HolecardEnv("nz-blackjack", render_mode="rgb_array")
    table.reset(seed=1)
    picture = table.render()
    assert picture.shape == (400, 640, 3)
    assert (picture == 255).all(axis=2).sum() > 5000  # white cards
    table = rl.HolecardEnv("nz-blackjack", render_mode="ansi")
    table.reset(seed=1)
    assert table.render().splitlines()[1].startswith("Dealer: ")


def test_a_missing_extra_is_said_in_one_line() -> None:
    hides = "import sys; sys.modules['gymnasium'] = None"
    code = f"{hides}\ntry:\n    import holecard.rl\nexcept ImportError as missing:\n    print(missing)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "holecard.rl needs gymnasium, which is not installed: pip install 'holecard[rl]'\n"
