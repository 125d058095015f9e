"""What the engine made of a script, in the referee's words."""

from __future__ import annotations

from dataclasses import dataclass, field

from holecard.engine.destinations import ToDealer, ToHand
from holecard.engine.questions import Decide, Draw, Offer, PitStep, PlaceWagers, Question
from holecard.engine.table import Part, Table, Wager
from holecard.law.clauses import Cite
from holecard.values.cards import HIDDEN, Card, show
from tests.referee.words import KINDS

PARTS = {Part.DOUBLE: "double", Part.SPLIT: "split", Part.RIDING: "ride"}
TEXTS = {"pa-685a": "685a.", "pa-673a": "673a.", "nz-blackjack": "NZ "}


@dataclass
class Played:
    """What the engine made of a script, as a referee's `Verdict` would say it."""

    net: dict[str, int] = field(default_factory=dict)
    hands: dict[str, str] = field(default_factory=dict)
    dealer: str = ""
    void: list[str] = field(default_factory=list)
    removed: list[str] | None = None  # not known once the discards have gone back into the shoe
    asked: list[tuple[str, str, frozenset[str]]] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    control: dict[str, str] = field(default_factory=dict)
    due: str = ""
    stuck: str = ""

    def total_of(self, who: str) -> int:
        return sum(cents for key, cents in self.net.items() if key.split()[1] == who)


def place(name: str) -> tuple[int, int]:
    """Box and hand of a place such as `2` or `2.1`."""
    box, _, hand = name.partition(".")
    return int(box), int(hand or 1)


def name_of(table: Table, seat: int, hand: int) -> str:
    """A place by its name: `2`, or `2.1` once the box has several hands."""
    box = table.box(seat)
    return f"{seat}.{hand}" if hand and box is not None and len(box.hands) > 1 else str(seat)


def due_at(table: Table, question: Draw) -> str:
    """The place of the next card."""
    match question.dues[0].to:
        case ToHand(number=number, seat=seat):
            return name_of(table, seat, number + 1)
        case ToDealer():
            return "dealer"
        case _:
            return "rack"


def clause_of(cite: Cite) -> str:
    """A clause as the referee names it."""
    return TEXTS.get(cite.instrument, f"{cite.instrument} ") + cite.clause


def tell(played: Played, table: Table, question: Question, without_ante: set[tuple[int, str]]) -> None:
    """Cards and money of a table, told before its cards were collected; `question` is the one that stands now."""
    for box in table.boxes:
        for wager in (*box.wagers, *(wager for hand in box.hands for wager in hand.wagers)):
            if wager.kind == "ante" and (box.seat, wager.bettor) in without_ante:
                continue
            key = f"{box.seat} {wager.bettor} {_kind(wager)}"
            played.net[key] = played.net.get(key, 0) + (wager.net or 0)
        for number, hand in enumerate(box.hands, start=1):
            name = name_of(table, box.seat, number)
            played.hands[name] = show(hand.cards)
            if hand.decision == "dead" and not any(wager.net for wager in hand.wagers):
                played.void.append(name)
        played.control[str(box.seat)] = box.bettors[0]
    played.dealer = show(tuple(card for card in table.dealer.cards if card is not HIDDEN))
    played.removed = _removed(table)
    if isinstance(question, Draw):
        played.due = f"card {due_at(table, question)}"
    elif isinstance(question, PlaceWagers | PitStep):
        played.due = "over"


def _removed(table: Table) -> list[str] | None:
    """What an error sent to the rack: all that lies there but the hands that were removed."""
    rack = list(table.rack)
    for box in table.boxes:
        for hand in box.hands:
            for card in hand.cards if hand.removed else ():
                if card not in rack:
                    return None
                rack.remove(card)
    if isinstance(table.loose, Card):  # seen, and nobody's: it goes with the cards that are collected
        rack.append(table.loose)
    return [show((card,)) for card in rack]


def _kind(wager: Wager) -> str:
    back = {engine: ours for ours, engine in KINDS.items()}
    return PARTS.get(wager.part) or back.get(wager.kind, wager.kind)


def short(question: Question) -> str:
    """A question in a few words."""
    match question:
        case Offer(subject=subject, seat=seat, bettor=bettor):
            return f"{question.who} {bettor} about {subject} at box {seat}"
        case Decide(seat=seat, hand=hand, bettor=bettor):
            return f"{bettor} to decide at box {seat} hand {hand}"
        case Draw(dues=dues):
            return f"a card to {dues[0].to}"
        case PitStep(step=step):
            return f"the pit: {step}"
        case _:
            return type(question).__name__
