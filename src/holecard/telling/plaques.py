"""A plaque on the layout: what an irregularity, a ruling or the pit does to the game, so that nobody misses it."""

from __future__ import annotations

from typing import NamedTuple

from holecard.engine.questions import (
    Act,
    Answer,
    Fact,
    Facts,
    Irregularity,
    Notice,
    Offer,
    PitStep,
    Question,
    Role,
    What,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.law.clauses import Cite
from holecard.pit.tasks import AFTER_A_FAILURE, BURNED
from holecard.telling.lines import tell
from holecard.telling.names import capital
from holecard.telling.prompts import asked_of
from holecard.values.cards import Card, Face
from holecard.values.money import amount

IRREGULARITY = "irregularity"
PIT = "pit"
RULES = {Role.FLOOR: "The floorperson rules", Role.HOUSE: "The house decides"}


_SPOKEN = (What.RULED, What.EXPOSED, What.REMOVED)


class Plaque(NamedTuple):
    """`kind` is `irregularity` or `pit`; `card` is the one concerned, and `mixes` says that the deck is."""

    kind: str
    title: str
    text: str
    cite: Cite
    card: Face | None = None
    mixes: bool = False


def plaque_of(rules: Rules, table: Table, question: Question, value: Answer, facts: Facts) -> Plaque | None:
    """What of an answer belongs on the plaque, if anything does."""
    spoken = [fact for fact in facts if fact.note and fact.what in _SPOKEN]
    if not spoken and not isinstance(question, PitStep):  # as nearly always: cards, bets, decisions, payments
        return None
    if isinstance(value, Irregularity):
        name = rules.play.around.irregularities[value.name].name
        return _about(rules, table, question, value, spoken[0], name) if spoken else None
    ruled = [fact for fact in spoken if fact.what is What.RULED]
    if ruled and isinstance(value, Act) and not isinstance(question, PitStep):
        title = RULES.get(question.who, "")
        plaque = _about(rules, table, question, value, ruled[-1], title)
        back = sum(fact.amount for fact in facts if fact.what is What.RETURNED)
        return plaque._replace(text=f"{plaque.text}; {amount(back)} returned") if back else plaque
    aside = [fact for fact in spoken if fact.what is What.REMOVED and fact.note != BURNED and len(fact.cards) == 1]
    if aside:
        return _about(rules, table, question, value, aside[0], "A card is put aside")
    shown = [fact for fact in spoken if fact.what is What.EXPOSED and fact.cards]
    if shown and isinstance(value, Notice):
        return _about(rules, table, question, value, shown[0], "A card is shown")._replace(kind=PIT)
    said = next((fact for fact in facts if fact.note), None)
    if said is None or not isinstance(question, PitStep) or not isinstance(value, (Act, Notice)):
        return None
    mixes = isinstance(value, Act) and asked_of(rules, table, question).mixes
    return Plaque(PIT, capital(said.note), "", said.cite, mixes=mixes)


def _about(rules: Rules, table: Table, question: Question, value: Answer, fact: Fact, title: str) -> Plaque:
    lines = tell(rules, table, question, value, (fact,))
    card = next((card for card in fact.cards if isinstance(card, Card)), None)
    return Plaque(IRREGULARITY, title, lines[-1].text if lines else capital(fact.note), fact.cite, card)


def standing_plaque(rules: Rules, table: Table, question: Question) -> Plaque | None:
    """What stands as long as its question does: a card drawn in error, a ruling that is waited for."""
    if isinstance(table.loose, Card) and isinstance(question, Offer):
        return Plaque(IRREGULARITY, "Drawn in error", "It is the next card.", question.cite, table.loose)
    if question.who is not Role.FLOOR or not isinstance(question, (Offer, PitStep)) or not question.choices:
        return None
    asked = asked_of(rules, table, question)
    title = capital(asked.waiting.format(who="the floorperson"))
    if isinstance(question, Offer):
        return Plaque(IRREGULARITY, title, f"Box {question.seat}: {asked.title}", question.cite)
    return Plaque(IRREGULARITY if question.step in AFTER_A_FAILURE else PIT, title, "", question.cite)
