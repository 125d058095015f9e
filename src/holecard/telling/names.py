"""What things at a table are called: wagers, lights, decisions, people and places."""

from __future__ import annotations

from holecard.engine.questions import Facts, Role
from holecard.engine.rules import Rules
from holecard.engine.table import MAIN, Table
from holecard.engine.words import Word
from holecard.law.clauses import Cite, register

ROLES = {
    Role.BETTOR: "a player",
    Role.DEALER: "the dealer",
    Role.FLOOR: "the floorperson",
    Role.SHOE: "the dealer",
    Role.READER: "the dealer",
    Role.HOUSE: "the house",
}


def capital(text: str) -> str:
    """
    >>> capital("soft 17"), capital("")
    ('Soft 17', '')
    """
    return text[:1].upper() + text[1:]


def summary(cite: Cite) -> str:
    """The clause in our own words; a house rule has none but its name."""
    return register(cite.instrument, cite.edition).clauses[cite.clause].summary if cite.is_law else ""


def clause(cite: Cite) -> str:
    """The clause as briefly as a table's layout would have it."""
    return f"§{cite.clause}" if cite.is_law else "house"


def wager_name(rules: Rules, kind: str) -> str:
    """What a wager is called: by its own name, or by that of the offer or fee that placed it."""
    play = rules.play
    if kind == MAIN or not kind:
        return "bet"
    if kind in play.side_wagers:
        return play.side_wagers[kind].title
    if kind in play.offers:
        return play.offers[kind].name
    return play.ante.name if play.ante is not None else kind


def wager_names(rules: Rules) -> dict[str, str]:
    """Every kind of wager that can lie on this table beside the main one, with its name."""
    kinds = [*rules.play.side_wagers, *rules.play.offers]
    return {kind: wager_name(rules, kind) for kind in kinds}


def light_name(rules: Rules, light: str) -> str:
    return rules.play.reader.names.get(light, light) if rules.play.reader is not None and light else light


def decision_name(rules: Rules, decision: str) -> str:
    """What is written beside a hand that has acted."""
    if decision in rules.actions:
        return rules.actions[decision].word.shown
    return rules.play.offers[decision].name if decision in rules.play.offers else ""


def word_of(rules: Rules, do: str) -> Word | None:
    """The word of an action, or of a choice that an offer gives, whoever is asked."""
    if do in rules.actions:
        return rules.actions[do].word
    return next((word for offer in rules.play.offers.values() for word in offer.words if word.do == do), None)


def choice_name(rules: Rules, do: str) -> str:
    word = word_of(rules, do)
    return word.name if word is not None else do


def place(table: Table, facts: Facts, seat: int, hand: int) -> str:
    """The box, and its hand where it has several."""
    if not hand:
        return f"Box {seat}"
    box = table.box(seat)
    several = (box is not None and len(box.hands) > 1) or any(fact.hand > 1 for fact in facts if fact.seat == seat)
    return f"Box {seat} hand {hand}" if several else f"Box {seat}"


def own_place(table: Table, facts: Facts, seat: int, hand: int, bettor: str) -> str:
    """The same for the bettor concerned, who needs no box named while they have only one."""
    return places(table, facts, seat, hand, bettor)[1]


def places(table: Table, facts: Facts, seat: int, hand: int, bettor: str) -> tuple[str, str]:
    """The place for everybody, and for the bettor concerned. Every sentence needs both."""
    where = place(table, facts, seat, hand)
    for box in table.boxes:
        if box.seat != seat and bettor in box.bettors:
            return where, where
    for fact in facts:
        if fact.bettor == bettor and fact.seat not in (0, seat):
            return where, where
    return where, capital(where.removeprefix(f"Box {seat}").strip())
