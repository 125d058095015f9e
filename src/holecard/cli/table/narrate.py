"""The steps of a round in words, each with the clause it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from holecard.cli.table.labels import plainly
from holecard.engine.destinations import ToDealer, ToHand
from holecard.engine.questions import (
    Act,
    Answer,
    CoverCard,
    Decide,
    Destination,
    Draw,
    Drawn,
    Fact,
    Facts,
    Light,
    Offer,
    PitStep,
    Question,
    Role,
    Turned,
    What,
)
from holecard.engine.rules import Rules
from holecard.engine.table import MAIN, Table
from holecard.law.clauses import Cite, register
from holecard.round.shared_box import DOUBLE_TOO, SPLIT_TOO
from holecard.values.cards import Face, Hidden
from holecard.values.money import amount
from holecard.wagers.prizes import PRESS

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
DECLINED = {DOUBLE_TOO: "double", SPLIT_TOO: "cover for the second hand", PRESS: "press of the button"}
MIXING = ("shuffle", "exchange")  # the steps of the pit by which the cards come into a new order
SETTLED = (What.PAID, What.COLLECTED, What.RETURNED, What.RESTORED)


class Said(NamedTuple):
    """One thing that happened, and the clause that made it so."""

    text: str
    cite: Cite
    also: tuple[Cite, ...] = ()
    on_felt: bool = False  # the drawn table shows it: a card in its place, the result beside a wager
    stays: bool = False  # of what there is no room for, this is left out last


def face(card: Face) -> str:
    """
    >>> from holecard.values.cards import HIDDEN, parse_card
    >>> face(parse_card("Th")), face(HIDDEN)
    ('10♥', 'a card face down')
    """
    if isinstance(card, Hidden):
        return "a card face down"
    return card.rank.replace("T", "10") + SUITS[card.suit]


def say(rules: Rules, table: Table, question: Question, value: Answer, facts: Facts) -> list[Said]:
    """What an answer to the table's question did and what followed from it."""
    said = [
        *_answered(rules, table, question, value, facts),
        *(_fact(rules, table, facts, fact) for fact in _in_one_go(facts) if fact.what is not What.REMOVED),
    ]
    mixed = isinstance(question, PitStep) and question.step in MIXING
    return [one._replace(stays=True) for one in said] if mixed or isinstance(value, CoverCard) else said


def _in_one_go(facts: Facts) -> Iterable[Fact]:
    """A bet and what its bettor added by a double are settled alike: one movement of chips."""
    told: dict[Fact | int, Fact] = {}
    for at, fact in enumerate(facts):
        alike = fact._replace(amount=0, stake=0) if fact.what in SETTLED else at
        before = told.get(alike)
        told[alike] = fact if before is None else fact._replace(amount=before.amount + fact.amount)
    return told.values()


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


def where(table: Table, facts: Facts, seat: int, hand: int, bettor: str) -> str:
    """The box; its hand where it has, or had, several; the bettor where the box is shared."""
    box = table.box(seat)
    hands = len(box.hands) if box is not None else 1
    names = {fact.bettor for fact in facts if fact.seat == seat} | ({bettor} if bettor else set())
    if box is not None:
        names |= {*box.bettors, *(wager.bettor for wager in box.wagers)}
    place = f"box {seat}" + (f" hand {hand}" if hand > 1 or (hand and hands > 1) else "")
    return f"{place} {bettor}" if bettor and len(names - {""}) > 1 else place


def _answered(rules: Rules, table: Table, question: Question, value: Answer, facts: Facts) -> Iterator[Said]:
    match question, value:
        case Draw(dues=dues), Drawn(cards=cards):
            dealt = zip(dues, cards, strict=False)
            for cite, group in groupby(dealt, key=lambda pair: pair[0].cite):
                pairs = list(group)
                text = " · ".join(f"{face(card)} to {_destination(table, due.to)}" for due, card in pairs)
                yield Said(text, cite, on_felt=all(isinstance(due.to, (ToHand, ToDealer)) for due, _ in pairs))
        case Draw(), CoverCard() if not facts:
            yield Said("the cover card comes out", question.cite)
        case _, Turned(card=card):
            yield Said(f"the hole card is turned: {face(card)}", question.cite)
        case _, Light(shows=shows) if not facts:
            yield Said(f"the reader shows {shows}", question.cite)
        case Offer(who=Role.SHOE, seat=seat), Act(do=prize):
            yield Said(f"box {seat}: {prize.replace('-', ' ')} for each dollar", question.cite)
        case Offer(who=Role.DEALER, seat=seat), Act(do=do):
            yield Said(f"box {seat}: {do.replace('-', ' ')}, by an employee", question.cite)
        case Offer() | Decide(), Act() if not _tells(facts, value.do):
            chosen = next((legal.cite for legal in question.choices if legal.do == value.do), question.cite)
            place = where(table, facts, question.seat, question.hand, question.bettor)
            yield Said(f"{place}: {_done(rules, question, value)}", chosen)
        case PitStep(step=step), Act(do=do) if not facts:
            yield Said(step.replace("-", " ") + ("" if do == "done" else f": {do}"), question.cite)


def _destination(table: Table, to: Destination) -> str:
    """Where a card goes; of a box that has several hands, to which."""
    if isinstance(to, ToHand) and to.number == 0 and len(table.boxes[to.at].hands) > 1:
        return repr(to).replace(f"box {to.seat}", f"box {to.seat} hand 1", 1)
    return repr(to)


def _done(rules: Rules, question: Offer | Decide, act: Act) -> str:
    """What was chosen; of an offer that was declined, which."""
    if isinstance(question, Offer) and act.do == "decline":
        if question.subject in rules.play.side_wagers:
            return f"{wager_name(rules, question.subject)} does not ride"
        return f"no {DECLINED.get(question.subject) or question.subject.replace('-', ' ')}"
    return f"{act.do.replace('-', ' ')}{f' hand {act.hand}' if act.hand else ''}"


def _tells(facts: Facts, do: str) -> bool:
    """Whether the facts say already what was chosen, as they do of money laid down or moved to another hand."""
    laid = any(fact.what is What.PLACED or fact.note == do for fact in facts)
    return laid or (do == "designate" and bool(facts))


def _fact(rules: Rules, table: Table, facts: Facts, fact: Fact) -> Said:
    place = f"{where(table, facts, fact.seat, fact.hand, fact.bettor)}: " if fact.seat else ""
    name, money = wager_name(rules, fact.wager), amount(fact.amount)
    note = plainly(fact.note)
    match fact.what:
        case What.PLACED if fact.note in ("double", "split"):
            text = f"{fact.note} for {money}"
        case What.PLACED if fact.note == "lammer":
            text = "a lammer is laid"
        case What.PLACED if fact.note == "ride":
            text = f"{name}, {money} rides"
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
    return Said(place + text, fact.cite, fact.also, on_felt=fact.what in (What.PLACED, *SETTLED))
