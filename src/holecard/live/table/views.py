"""A table as the server sends it. A table contains nothing secret, so everyone gets the same view."""

from __future__ import annotations

from typing import Any

from holecard.engine.questions import (
    Decide,
    Fact,
    Legal,
    Offer,
    PitStep,
    PlaceWagers,
    Question,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Box, Dealer, Hand, Table, Wager
from holecard.law.clauses import Cite
from holecard.record.journal_check import Entry
from holecard.record.notation import parse_line
from holecard.record.transcript import Line
from holecard.round.showing import dealer_text, hand_text, is_bust, sideways
from holecard.values.cards import Face

Event = dict[str, Any]
View = dict[str, Any]


def event(entry: Entry, line: Line | None = None) -> Event:
    """An entry of the journal: what was said, and the facts that followed, each with its clause."""
    if entry.kind != "answer":
        return {"n": entry.n, "time": entry.time, "kind": entry.kind, "text": entry.body, "facts": []}
    facts = (line or parse_line(entry.body)).facts
    text = entry.body.partition("\n")[0]
    return {"n": entry.n, "time": entry.time, "kind": entry.kind, "text": text, "facts": [_fact(one) for one in facts]}


def _fact(fact: Fact) -> Event:
    told: Event = {"what": fact.what, "clause": clause(fact.cite)}
    names = (("amount", fact.amount), ("stake", fact.stake), ("box", fact.seat), ("hand", fact.hand))
    texts = (("bettor", fact.bettor), ("wager", fact.wager), ("note", fact.note))
    told |= {name: value for name, value in (*names, *texts) if value}
    if fact.cards:
        told["cards"] = _cards(fact.cards)
    if fact.also:
        told["also"] = [clause(cite) for cite in fact.also]
    return told


def clause(cite: Cite) -> str:
    return str(cite)


def table_view(rules: Rules, table: Table) -> View:
    """Everything that lies on the table."""
    return {
        "dealer": dealer_view(table.dealer),
        "boxes": [box_view(rules, box) for box in table.boxes],
        **around_view(table),
    }


def dealer_view(dealer: Dealer) -> View:
    return {
        "cards": _cards(dealer.cards),
        "total": dealer.points.total,
        "text": dealer_text(dealer),
        "light": dealer.light,
        "blackjack": dealer.is_blackjack,
    }


def around_view(table: Table) -> View:
    """The table but for dealer and boxes."""
    return {
        "closed": table.closed,
        "cards_left": table.stock.size,
        "rack": len(table.rack),
        "suspended": sorted(table.pit.suspended),
        "barred": sorted(table.pit.barred),
    }


def box_view(rules: Rules, box: Box) -> View:
    return {
        "box": box.seat,
        "bettors": list(box.bettors),
        "hands": [_hand(rules, hand) for hand in box.hands],
        "wagers": [_wager(wager) for wager in box.wagers],
    }


def _hand(rules: Rules, hand: Hand) -> View:
    return {
        "cards": _cards(hand.cards),
        "sideways": list(sideways(rules, hand)),
        "total": hand.points.total,
        "text": hand_text(hand),
        "wagers": [_wager(wager) for wager in hand.wagers],
        "decision": hand.decision,
        "from_split": hand.from_split,
        "blackjack": hand.is_blackjack,
        "bust": is_bust(hand),
        "over": hand.over,
        "removed": hand.removed,
    }


def _wager(wager: Wager) -> View:
    return {
        "bettor": wager.bettor,
        "wager": wager.kind,
        "part": wager.part,
        "amount": wager.amount,
        "net": wager.net,
        "free": wager.free,
    }


def _cards(cards: tuple[Face, ...]) -> list[str]:
    return [repr(card) for card in cards]


def question_view(question: Question) -> View:
    """Who must answer what, under which clause."""
    told: View = {"type": _KINDS.get(type(question), "house"), "who": question.who, "clause": clause(question.cite)}
    match question:
        case Decide(seat=seat, bettor=bettor, hand=hand, choices=choices):
            told |= {"box": seat, "bettor": bettor, "hand": hand, "choices": _choices(choices)}
        case Offer(subject=subject, seat=seat, bettor=bettor, hand=hand, choices=choices):
            told |= {"subject": subject, "box": seat, "bettor": bettor, "hand": hand, "choices": _choices(choices)}
        case PitStep(step=step, bettor=bettor, choices=choices):
            told |= {"subject": step, "bettor": bettor, "choices": _choices(choices)}
    return told


_KINDS = {PlaceWagers: "bets", Decide: "decide", Offer: "offer", PitStep: "pit"}  # anything else is the house's


def _choices(choices: tuple[Legal, ...]) -> list[View]:
    return [
        {"do": legal.do, "least": legal.least, "most": legal.most, "clause": clause(legal.cite)} for legal in choices
    ]
