"""What people read and press: what a choice is called, which keys make it, how it is announced, and what an offer asks.

Every action, offer, ruling and step of the pit brings its own words; the terminal, the browser and the documents print
them.
"""

from __future__ import annotations

from enum import Enum, StrEnum, auto
from typing import NamedTuple


class Key(StrEnum):
    """The keys of a table. One key has one meaning, at every question and on every surface; a digit means a number.

    The letters of the decisions are those of other blackjack software. Dealing is never a letter, so that a key pressed
    twice decides nothing.
    """

    HIT = "h"
    STAND = "s"
    DOUBLE = "d"
    SPLIT = "p"
    SURRENDER = "r"
    INSURE = "i"
    EVEN_MONEY = "e"  # be paid 1 to 1 now
    SECOND_CHANCE = "c"
    YES = "y"  # accept what is offered; done
    NO = "n"
    FACE_UP = "f"  # inspect the cards face up
    DEAL = "enter"
    HURRY = " "  # the dealer: skip to the next question
    BET = "b"  # a chip on your bet
    FIRST_SIDE = "j"  # a chip on the first area beside it
    SECOND_SIDE = "k"
    THIRD_SIDE = "l"
    AGAIN = "a"  # the bets of the last round
    TWICE = "m"  # twice the bets that lie
    UNDO = "u"
    CLEAR = "x"
    SIT_OUT = "o"
    HINT = "t"
    WHY = "?"
    RECALL = "v"  # the last round once more
    CARD = "g"  # the strategy card
    TALK = "w"  # a word to the others
    SESSION = "z"  # the session: time, results, limits
    QUIT = "q"


class Chips(Enum):
    """Where the chips of a choice have an area of their own on the layout."""

    NONE = auto()
    BESIDE_THE_BET = auto()
    ON_A_LINE = auto()  # that runs past every box


class Word(NamedTuple):
    """A choice: its button, the keys that make it (the first is shown), and how it is told of the person who made it.

    `keys` are of `Key`, or digits; a choice without any gets the next free digit. In `told`, `{amount}` is the money
    staked. `shown` is what is written beside the hand afterwards; `hand` is the hand
    that the choice names, where it names one.
    """

    do: str
    name: str
    keys: str
    told: str
    shown: str = ""
    hand: int = 0
    silent: bool = False  # what it means to say nothing
    card: str = ""  # how a strategy card writes it; without, by its first letters
    two_cards: bool = False  # what a hand of more cards is denied, and a split one may be
    unsplit: bool = False  # the same, and a split one is
    splits: bool = False  # whether it makes two hands of one
    draws: bool = False  # whether a hand that has ended takes one more card
    chips: Chips = Chips.NONE
    about: str = ""  # what a newcomer should know of it, in one sentence, where ordinary blackjack has it not


class Asked(NamedTuple):
    """A question in words: a title and a sentence for the person asked, `{who}` in the sentence for everybody else."""

    title: str
    words: tuple[Word, ...]
    waiting: str
    more: str = ""
    mixes: bool = False  # whether the cards come into a new order
    spreads: bool = False  # whether the cards lie spread out for whoever is asked
    face_down: bool = False  # and they lie face down


DONE = Word("done", "Done", Key.YES, "")


def to_do(name: str, *words: Word, more: str = "") -> Asked:
    """A step of the pit, by what is to be done.

    >>> to_do("Cut the cards").waiting
    'Waiting for {who} to cut the cards'
    """
    return Asked(name, words or (DONE,), f"Waiting for {{who}} to {name[0].lower()}{name[1:]}", more)


def declined(name: str, told: str = "declines", keys: str = Key.NO) -> Word:
    """The choice to let an offer pass.

    >>> word = declined("No Insurance")
    >>> word.do, word.told, word.silent, word.card
    ('decline', 'declines', True, 'N')
    """
    return Word("decline", name, keys, told, silent=True, card="N")
