"""The steps of a round in words, each with the clause it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from holecard.cards import Face, Hidden
from holecard.destinations import ToDealer, ToHand
from holecard.law import Cite, register
from holecard.money import amount
from holecard.questions import (
    Act,
    Answer,
    CoverCard,
    Decide,
    Draw,
    Drawn,
    Fact,
    Facts,
    Light,
    Offer,
    PitStep,
    Question,
    Turned,
    What,
)
from holecard.rules import Rules
from holecard.table import MAIN

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
SETTLED = (What.PAID, What.COLLECTED, What.RETURNED, What.RESTORED)


class Said(NamedTuple):
    """One thing that happened, and the clause that made it so."""

    text: str
    cite: Cite
    also: tuple[Cite, ...] = ()
    on_felt: bool = False  # the drawn table shows it: a card in its place, the result beside a wager


def face(card: Face) -> str:
    """
    >>> from holecard.cards import HIDDEN, parse_card
    >>> face(parse_card("Th")), face(HIDDEN)
    ('10♥', 'a card face down')
    """
    if isinstance(card, Hidden):
        return "a card face down"
    return card.rank.replace("T", "10") + SUITS[card.suit]


def say(rules: Rules, question: Question, value: Answer, facts: Facts) -> list[Said]:
    """What an answer did and what followed from it."""
    return [
        *_answered(question, value, facts),
        *(_fact(rules, fact) for fact in facts if fact.what is not What.REMOVED),
    ]


def summary(cite: Cite) -> str:
    """The clause in our own words; a house rule has none but its name."""
    return register(cite.instrument, cite.edition).clauses[cite.clause].summary if cite.is_law else ""


def clause(cite: Cite) -> str:
    """The clause as briefly as a table's layout would have it."""
    return f"§{cite.clause}" if cite.is_law else "house"


def wager_name(rules: Rules, key: str) -> str:
    if key == MAIN:
        return "bet"
    side = rules.play.side_wagers.get(key)
    return side.name.removesuffix(" Wager") if side else key.replace("-", " ").capitalize()


def _answered(question: Question, value: Answer, facts: Facts) -> Iterator[Said]:
    match question, value:
        case Draw(dues=dues), Drawn(cards=cards):
            dealt = zip(dues, cards, strict=False)
            for cite, group in groupby(dealt, key=lambda pair: pair[0].cite):
                pairs = list(group)
                text = " · ".join(f"{face(card)} to {due.to}" for due, card in pairs)
                yield Said(text, cite, on_felt=all(isinstance(due.to, (ToHand, ToDealer)) for due, _ in pairs))
        case Draw(), CoverCard() if not facts:
            yield Said("the cover card comes out", question.cite)
        case _, Turned(card=card):
            yield Said(f"the hole card is turned: {face(card)}", question.cite)
        case _, Light(shows=shows) if not facts:
            yield Said(f"the reader shows {shows}", question.cite)
        case Offer(seat=seat, choices=choices) | Decide(seat=seat, choices=choices), Act(do=do) if not _tells(
            facts, do
        ):
            chosen = next((legal.cite for legal in choices if legal.do == do), question.cite)
            yield Said(f"box {seat}: {do.replace('-', ' ')}", chosen)
        case PitStep(step=step), Act(do=do) if not facts:
            yield Said(step.replace("-", " ") + ("" if do == "done" else f": {do}"), question.cite)


def _tells(facts: Facts, do: str) -> bool:
    """Whether the facts say already what was chosen, as they do of money laid down."""
    return any(fact.what is What.PLACED for fact in facts) or any(fact.note == do for fact in facts)


def _fact(rules: Rules, fact: Fact) -> Said:
    where = f"box {fact.seat}" + (f" hand {fact.hand}" if fact.hand > 1 else "") + ": " if fact.seat else ""
    name, money = wager_name(rules, fact.wager), amount(fact.amount)
    note = fact.note.replace("-", " ")
    match fact.what:
        case What.PLACED if fact.note in ("double", "split"):
            text = f"{fact.note} for {money}"
        case What.PLACED:
            text = f"{name} {money}" + (f", {note}" if note else "")
        case What.PAID:
            text = f"{name} wins {money}" + (f", {note}" if note else "")
        case What.COLLECTED:
            text = f"{name} loses {money}" + (f", {note}" if note else "")
        case What.RETURNED | What.RESTORED | What.TAKEN_BACK:
            text = f"{name} {money} {fact.what}" + (f", {note}" if note else "")
        case _:
            text = note or " ".join(face(card) for card in fact.cards) or str(fact.what)
    return Said(where + text, fact.cite, fact.also, on_felt=fact.what in (What.PLACED, *SETTLED))
