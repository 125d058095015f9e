"""What people read and press: how a choice is called, which keys make it, how it is told, and what an offer asks.

Every action, offer, ruling and step of the pit brings its own words; the terminal, the browser and the documents print
them.
"""

from __future__ import annotations

from typing import NamedTuple


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

    >>> declined("No Insurance")
    Word(do='decline', name='No Insurance', keys='n', told='declines', shown='', hand=0, silent=True, card='N')
    """
    return Word("decline", name, keys, told, silent=True, card="N")
