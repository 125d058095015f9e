"""How a strategy card writes an action: a letter, the second choice if the first is not allowed, and a colour.

`D` is a double that hits with more cards, `Hs` a hit that stands with more. A letter is enough without its tint, so a
card reads in black and white.
"""

from __future__ import annotations

from typing import NamedTuple

from holecard.engine.questions import DECLINE
from holecard.engine.rules import Rules
from holecard.engine.words import Word
from holecard.lab.card.cells import Cell
from holecard.telling.names import choice_name, word_of

TINTS = {  # light enough for black letters, unlike each other in grey too
    "H": "#ffffff",
    "S": "#f1c3b6",
    "D": "#9cc3e6",
    "P": "#dcf1d1",
    "R": "#cbaad8",
    "F": "#9cc3e6",
    "Fp": "#dcf1d1",
    "C": "#f3dc8c",
    "N": "#ffffff",
}
OTHER_TINT = "#e4e4e4"
TERMINAL = {
    "S": "bold #000000 on #e0917d",
    "D": "bold #000000 on #6fa8dc",
    "P": "bold #000000 on #8fc474",
    "R": "bold #000000 on #c295d1",
    "F": "bold #000000 on #6fa8dc",
    "Fp": "bold #000000 on #8fc474",
    "C": "bold #000000 on #e5c85c",
}


class Code(NamedTuple):
    """How an action is written, and what that means."""

    text: str
    meaning: str
    kind: str  # the letter that decides about the tint

    @property
    def tint(self) -> str:
        return TINTS.get(self.kind, OTHER_TINT)

    @property
    def style(self) -> str:
        return TERMINAL.get(self.kind, "")


def letters_of(rules: Rules, action: str) -> str:
    """The letters of an action; of one that brings none, its first that no other action of the game has.

    >>> from holecard.games import find
    >>> letters_of(find("nz-free-bet").configure(), "free-split")
    'Fp'
    """
    word = word_of(rules, action)
    if word is not None and word.card:
        return word.card
    taken = {one.word.card for one in rules.play.actions}
    name = word.name if word is not None else action
    starts = (name[:many].capitalize() for many in range(1, len(name)))
    return next((start for start in starts if start not in taken), name)


def code_of(rules: Rules, cell: Cell) -> Code:
    """What a card writes into a cell."""
    kind, word = letters_of(rules, cell.action), _word(rules, cell, cell.action)
    two, more = _second_choice(rules, cell), cell.otherwise
    if two and more and two != more:
        text = kind + letters_of(rules, two).lower() + letters_of(rules, more).lower()
        else_two, else_more = _word(rules, cell, two), _word(rules, cell, more)
        return Code(text, f"{word}, else {else_two} with two cards, {else_more} with more", kind)
    if _first_two(word_of(rules, cell.action)):
        other = two or more
        mark = "" if other in ("", "hit") else letters_of(rules, other).lower()
        return Code(kind + mark, f"{word}, else {_word(rules, cell, other)}" if other else word, kind)
    if more:
        letters, named = letters_of(rules, more).lower(), _word(rules, cell, more)
        return Code(kind + letters, f"{word} with two cards, {named} with more", kind)
    return Code(kind, word, kind)


def _first_two(word: Word | None) -> bool:
    """Whether a hand of more cards, or one that was split, may be denied it."""
    return word is not None and (word.two_cards or word.unsplit)


def _second_choice(rules: Rules, cell: Cell) -> str:
    """What two cards do where they are denied the action, as a hand that was split may be; else nothing."""
    denied = word_of(rules, cell.action)
    if denied is None or not _first_two(denied):
        return ""
    for do, _ in cell.actions:
        word = word_of(rules, do)
        if not _first_two(word) and (denied.unsplit or word is None or not word.splits):
            return do
    return ""


def _word(rules: Rules, cell: Cell, action: str) -> str:
    if action != DECLINE.do:
        return choice_name(rules, action).lower()
    choices = {do for do, _ in cell.actions} - {DECLINE.do}
    offer = next(one for one in rules.play.offers.values() if choices & {word.do for word in one.words})
    return next(word.name for word in offer.words if word.silent).lower()
