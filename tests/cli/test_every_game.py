"""Every game with every side wager, and random keys at random tables: no session ends in an error or overflows."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from holecard.engine.options import Choice
from holecard.engine.rules import Rules
from holecard.games import GAMES
from holecard.law.errors import Refused
from tests.cli.kit import Ran, here
from tests.kit.soak import usual_or_soak

WAGERS = [(key, offered.key) for key, game in GAMES.items() for offered in game.wagers]
KEYS = ("h", "s", "d", "p", "c", "y", "y 2", "1", "2", "n", "r", "r 2", "e", "i", "i 1", "", "d 1", "?", "zz", "s", "s")


@pytest.fixture(autouse=True)
def a_terminal_of_80_columns(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    before = signal.getsignal(signal.SIGTERM)  # which a session takes for itself
    yield
    signal.signal(signal.SIGTERM, before)


def assert_plain(ran: Ran) -> None:
    """A session that ended well, no line of it wider than the terminal but what was typed and the path at the end."""
    assert (ran.code, ran.err) == (0, "")
    assert "\x1b" not in ran.out
    ours = (line for line in ran.out.splitlines() if " ▸ " not in line and "holecard replay" not in line)
    assert max(map(len, ours)) <= 80


def assert_told_again(path: Path, rounds: int) -> None:
    told = here("replay", str(path))
    assert (told.code, told.err) == (0, "")
    assert told.out.count("\nRound ") >= rounds
    assert max(map(len, told.out.splitlines())) <= 80


def rounds_played(ran: Ran) -> int:
    found = re.search(r"(\d+) rounds? played", ran.out)
    assert found is not None
    return int(found[1])


@pytest.mark.parametrize("game", GAMES)
def test_a_few_rounds_of_every_game_by_all_who_may_share_its_boxes(game: str, tmp_path: Path) -> None:
    bettors = GAMES[game].configure().play.sharing.bettors_per_box
    typed = f"{'/'.join(['10', '5', '2'][:bettors])}\n" + "p\nd\nc\n2\nr\ns\nh\nn\n\n" * 25
    path = tmp_path / "journal"
    asked = ("--boxes", "3", "--bettors", str(bettors), "--seed", "3", "--journal", str(path))
    ran = here("play", game, *asked, typed=typed)
    assert_plain(ran)
    assert rounds_played(ran) >= 3
    assert_told_again(path, 3)


@pytest.mark.parametrize(("game", "wager"), WAGERS)
def test_every_side_wager_of_every_game(game: str, wager: str, tmp_path: Path) -> None:
    rules = GAMES[game].configure({wager.replace("-", "_"): "yes"})
    bettors = min(usual_or_soak(2, 3), rules.play.sharing.bettors_per_box)
    typed = f"{'/'.join(['10+5', '5+5', '2+5'][:bettors])}\n" + "r\np\nc\ns\nh\nn\n\n" * usual_or_soak(16, 20)
    path = tmp_path / "journal"
    asked = ("--boxes", "2", "--bettors", str(bettors), "--seed", "8", "--journal", str(path))
    ran = here("play", game, *asked, "--set", f"{wager.replace('-', '_')}=yes", typed=typed)
    assert_plain(ran)
    assert rounds_played(ran) >= 3
    assert f"10+2 adds {rules.play.side_wagers[wager].name.removesuffix(' Wager')}, " in " ".join(ran.out.split())
    assert re.search(r"won [\d.]+ §|lost [\d.]+ §", ran.out)
    assert_told_again(path, 3)


def lawful_table(random: Random) -> tuple[Rules, list[str]]:
    """A game with some of its options chosen anyhow, as far as its text allows."""
    while True:
        game = random.choice(list(GAMES.values()))
        chosen = {
            option.name: random.choice(option.shown_values)
            for option in game.options
            if isinstance(option, Choice) and random.random() < 0.3
        }
        try:
            return game.configure(chosen), [word for pair in chosen.items() for word in ("--set", "=".join(pair))]
        except Refused:
            continue


def some_bets(random: Random, rules: Rules, boxes: int, bettors: int) -> str:
    def laid() -> str:
        beside = [random.choice("0125") for _ in range(random.randint(0, len(rules.play.side_wagers)))]
        return "+".join([random.choice(("10", "5", "2.50", "0", "20")), *beside])

    words = ["/".join(laid() for _ in range(random.randint(1, bettors))) for _ in range(random.choice((1, boxes)))]
    return " ".join(words)


@pytest.mark.parametrize("ten", range(usual_or_soak(4, 40)))
def test_random_keys(ten: int, tmp_path: Path) -> None:
    for number in range(10 * ten, 10 * ten + 10):
        random = Random(number)
        rules, settings = lawful_table(random)
        boxes = random.randint(1, min(rules.boxes.most, rules.boxes_per_player))
        bettors = random.randint(1, rules.play.sharing.bettors_per_box)
        bets = [some_bets(random, rules, boxes, bettors) for _ in range(3)]
        typed = "\n".join([bets[0], *(random.choice((*KEYS, *bets)) for _ in range(40))])
        path = tmp_path / f"{number}.journal"
        table = ("--boxes", str(boxes), "--bettors", str(bettors), "--bankroll", random.choice(("20", "200", "5000")))
        ran = here("play", rules.key, *table, "--seed", str(number), "--journal", str(path), *settings, typed=typed)
        assert_plain(ran)
        if number % 10 == 0:
            assert_told_again(path, rounds_played(ran))
