"""Facts that now have other words or another citation, so that rounds recorded with the old ones still replay."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from holecard.engine.questions import Fact, Facts, What
from holecard.engine.table import MAIN
from holecard.law.clauses import house
from holecard.round.paying import ROUNDING

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

_HOUSE_RULES: Final = {  # once cited as items of ROP06122019, which do not say so; by item, and note or what and wager
    ("6", "paid insurance"): house("as in 58 Pa. Code § 685a.11(b)"),
    ("7", "this hand first"): house("as in 58 Pa. Code § 685a.10(b)"),
    ("9", "card laid sideways"): house("as in 58 Pa. Code § 685a.9(c)"),
}


def as_told_now(fact: Fact) -> Fact:
    """A fact as it would be recorded today."""
    fact = fact._replace(note=in_new_words(fact.note))
    if fact.cite.instrument == "down-under-rop":
        about = fact.cite.clause, fact.note or f"{fact.what} {fact.wager}"
        return fact._replace(cite=_HOUSE_RULES.get(about, fact.cite))
    if fact.what is What.PLACED and fact.wager != MAIN:  # 14.3(b) lines up the main wagers of a box
        return fact._replace(also=tuple(cite for cite in fact.also if cite.clause != "14.3(b)"))
    return fact


_NO_LONGER_SAID: Final = {
    ("pa-685a", "2(b)(5)"),
    ("pa-685a", "2(e)(2)"),
    ("pa-673a", "2(e)(2)"),
    ("nz-blackjack", "3.6"),
}
_SAID_SINCE: Final = {
    ("nz-blackjack", "15B.8"),
    ("nz-blackjack", "14.2"),
    ("nz-blackjack", "18.3"),
    ("nz-blackjack", "18.4"),
    ("nz-blackjack", "8.3"),
}


def announced_otherwise(written: Facts, found: Facts) -> tuple[Facts, Facts]:
    """The facts that are left to compare: without announcements that only rounds recorded before have, where the
    equipment is not at every table, and without those that were not made then."""
    then = tuple(fact for fact in written if fact in found or not _is_said(fact, _NO_LONGER_SAID))
    now = tuple(fact for fact in found if fact in written or not _is_said(fact, _SAID_SINCE))
    return then, now


def _is_said(fact: Fact, clauses: Set[tuple[str, str]]) -> bool:
    about = fact.cite.instrument, fact.cite.clause
    if fact.what is What.LAID:
        return clauses is _SAID_SINCE
    return fact.what is What.ANNOUNCED and about in clauses and (not fact.seat or fact.note.startswith("player has"))


def without_rounding(fact: Fact) -> Fact:
    """A payment as it was recorded when a rounded one did not name the house rule (reading A15)."""
    return fact._replace(also=tuple(cite for cite in fact.also if cite != ROUNDING)) if ROUNDING in fact.also else fact


def in_new_words(note: str) -> str:
    """
    >>> in_new_words("nobody but the dealer touches the cards")
    'only the dealer touches the cards'
    """
    for old, new in _NEW_WORDS.items():
        note = note.replace(old, new)
    return note
