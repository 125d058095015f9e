"""What people read and press: how a choice is called, which keys make it, how it is told, and what an offer asks.

Every action, offer, ruling and step of the pit brings its own words; the terminal, the browser and the documents print
them.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple


class Chips(Enum):
    """Where the chips of a choice have an area of their own on the layout."""

    NONE = auto()
    BESIDE_THE_BET = auto()
    ON_A_LINE = auto()  # that runs past every box


class Word(NamedTuple):
    """A choice: its button, the keys that make it (the first is shown), and how it is told of the person who made it.

    In `told`, `{amount}` is the money staked. `shown` is what is written beside the hand afterwards; `hand` is the hand
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


class Asked(NamedTuple):
    """A question in words: a title and a sentence for the person asked, `{who}` in the sentence for everybody else."""

    title: str
    words: tuple[Word, ...]
    waiting: str
    more: str = ""
    mixes: bool = False  # whether the cards come into a new order


DONE = Word("done", "Done", "dy", "")


def to_do(name: str, *words: Word, more: str = "") -> Asked:
    """A step of the pit, by what is to be done.

    >>> to_do("Cut the cards").waiting
    'Waiting for {who} to cut the cards'
    """
    return Asked(name, words or (DONE,), f"Waiting for {{who}} to {name[0].lower()}{name[1:]}", more)


def declined(name: str, told: str = "declines", keys: str = "n") -> Word:
    """The choice to let an offer pass.

    >>> declined("No Insurance")  # doctest: +ELLIPSIS
    Word(do='decline', name='No Insurance', keys='n', told='declines', shown='', hand=0, silent=True, card='N', ...)
    """
    return Word("decline", name, keys, told, silent=True, card="N")
