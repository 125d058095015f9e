"""Notes that have new words, so that rounds recorded with the old ones still replay."""

from __future__ import annotations

from typing import Final

_NEW_WORDS: Final = {
    "a card asked for was not dealt": "a requested card was not dealt",
    "and lies aside; this is the last round": "and is put aside; this is the last round",
    "both batches hold the same": "both batches have the same",
    "has had a look at the cards": "has inspected the cards",
    "has played his hand before saying whether his win rides": "played the hand before saying whether the win rides",
    "nobody but the dealer": "only the dealer",
    "nobody plays: the cards are taken up": "no one is playing: the cards are taken out",
    "nobody writes at the table without leave": "no one writes at the table without permission",
    "table, layout and rack are as they must be": "table, layout and rack are in order",
    "the batch from the shuffler lies spread": "the batch from the shuffler is spread",
    "the cards leave shoe and discard rack and lie": "the cards leave the shoe and the discard rack and are",
    "the cards lie face up in fans": "the cards are spread face up in fans",
    "the cutting card lies aside": "the cutting card is put aside",
    "so has the game supervisor, independently": "the cards are inspected again, independently",
    "the floorperson confirms the inspection": "the inspection is confirmed",
    "the floor is told, play goes on": "the floor is informed, play goes on",
    "waits for the reshuffle or for leave": "may bet after the reshuffle or with permission",
    "was not offered Insurance and still is": "was not offered Insurance and is offered it now",
}


def in_new_words(note: str) -> str:
    """
    >>> in_new_words("nobody but the dealer touches the cards")
    'only the dealer touches the cards'
    """
    for old, new in _NEW_WORDS.items():
        note = note.replace(old, new)
    return note
