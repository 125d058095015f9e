"""One key has one meaning, in every game and at every question."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from holecard.engine.words import Key, Word
from holecard.games import GAMES

ROOT = Path(__file__).parents[2]
ALIKE = {  # what is the same decision, whatever a game calls it
    "free-double": "double",
    "free-split": "split",
    "early-settlement": "even-money",
}
OF_ANY_OFFER = {Key.YES, Key.NO}


def _words() -> list[Word]:
    """What a player may be asked to choose, in every game with every side wager that it offers."""
    found = []
    for game in GAMES.values():
        for wager in (None, *game.wagers):
            rules = game.configure({wager.key.replace("-", "_"): True} if wager is not None else {})
            found += [action.word for action in rules.play.actions]
            found += [word for offer in rules.play.offers.values() for word in offer.words]
    return found


def test_a_letter_means_one_thing_in_every_game() -> None:
    meanings = defaultdict(set)
    for word in _words():
        for key in word.keys:
            if not key.isdigit():
                meanings[Key(key)].add(ALIKE.get(word.do, word.do))
    assert {key: does for key, does in meanings.items() if len(does) > 1 and key not in OF_ANY_OFFER} == {}
    assert meanings[Key.DOUBLE] == {"double"}
    assert meanings[Key.SURRENDER] == {"surrender"}


def test_dealing_and_betting_have_keys_that_decide_nothing() -> None:
    decide = {key for word in _words() for key in word.keys}
    at_the_bets = {Key.DEAL, Key.HURRY, Key.BET, Key.FIRST_SIDE, Key.SECOND_SIDE, Key.THIRD_SIDE, Key.AGAIN, Key.TWICE}
    assert not decide & {*at_the_bets, Key.UNDO, Key.CLEAR, Key.SIT_OUT, Key.HINT, Key.WHY, Key.QUIT}


def test_the_document_lists_every_key() -> None:
    text = (ROOT / "docs" / "live.md").read_text(encoding="utf-8")
    rows = text.partition("## Keys")[2].partition("\n## ")[0]
    shown = {" ": "Space", "enter": "Enter"}
    assert [key for key in Key if f"`{shown.get(key, key.upper())}`" not in rows] == []
