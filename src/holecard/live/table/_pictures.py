"""What changes on a table with each event, picture by picture, so that a page has only to draw it.

A change has the parts that are different. An object in it goes into what was there, by key or, in a list, by place;
anything else takes the place of what was there. Each picture comes from a table that the engine made.
"""

from __future__ import annotations

from enum import StrEnum
from operator import attrgetter
from typing import Any

from holecard.engine.ask_and_answer import on_the_way
from holecard.engine.questions import (
    Answer,
    Decide,
    Fact,
    Facts,
    Irregularity,
    Light,
    Notice,
    PitStep,
    Question,
    RoundOver,
    Turned,
    What,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Box, Hand, Table
from holecard.irregularities.common import DEAD
from holecard.live.table.views import View, around_view, box_view, cards_view, dealer_view, hand_view
from holecard.telling.names import capital


class Shows(StrEnum):
    """What a picture is of, which decides how long it is looked at."""

    CARD = "card"
    BURN = "burn"
    LIGHT = "light"
    TURN = "turn"
    SPLIT = "split"
    PIT = "pit"
    RULED = "ruled"
    COLLECT = "collect"  # the cards of a round, or all cards
    REST = "rest"  # everything that followed from the answer


def pictures(rules: Rules, before: Table, question: Question, value: Answer, after: Table, facts: Facts) -> list[View]:
    """The pictures of one answer, `[{shows, change}]`; the last is the table after it.

    That of a split says where, that of a ruling which hands are stamped with it before it is carried out.
    """
    found: list[View] = []
    shown = before
    for table in on_the_way(rules, before, question, value):
        change = changed(rules, shown, table)
        found.append({"shows": _passing(value, change), "change": change})
        shown = table
    change = changed(rules, shown, after)
    if change or not found:
        found.append({**_last(question, value, before, after, facts), "change": change})
    return found


def fresh_picture(rules: Rules, before: Table, after: Table) -> View:
    """The table is cleared for other cards."""
    return {"shows": Shows.COLLECT, "change": changed(rules, before, after)}


def _passing(value: Answer, change: View) -> Shows:
    match value:
        case Light():
            return Shows.LIGHT
        case Turned():
            return Shows.TURN
        case _:
            return Shows.BURN if "rack" in change else Shows.CARD


def _last(question: Question, value: Answer, before: Table, after: Table, facts: Facts) -> View:
    if isinstance(value, Irregularity) or any(fact.what is What.RULED for fact in facts):
        stamps = {(fact.seat, fact.hand): _stamp(fact) for fact in facts if _takes_out(fact, after)}
        return {"shows": Shows.RULED, **({"stamps": list(stamps.values())} if stamps else {})}
    if isinstance(question, PitStep) or isinstance(value, Notice):
        return {"shows": Shows.PIT}
    if isinstance(question, RoundOver) and not after.boxes:
        return {"shows": Shows.COLLECT}
    if isinstance(question, Decide) and _hands(after) > _hands(before):
        return {"shows": Shows.SPLIT, "box": question.seat, "hand": question.hand}
    return {"shows": Shows.REST}


def _takes_out(fact: Fact, after: Table) -> bool:
    """Whether it is a ruling that takes a hand out of the game."""
    box = after.box(fact.seat) if fact.what is What.RULED and fact.hand else None
    return box is not None and box.hands[fact.hand - 1].decision == DEAD


def _stamp(fact: Fact) -> View:
    return {"box": fact.seat, "hand": fact.hand, "text": capital(fact.note)}


def _hands(table: Table) -> int:
    return sum(len(box.hands) for box in table.boxes)


# Changes


def changed(rules: Rules, before: Table, after: Table) -> View:
    """What is different on another table.

    >>> from holecard.engine.ask_and_answer import answer, ask, open_table
    >>> from holecard.engine.questions import NO_MORE_BETS, Bet, Bets
    >>> from holecard.games import find
    >>> rules = find("reference").configure()
    >>> empty = open_table(rules)
    >>> placed, _ = answer(rules, empty, ask(rules, empty), Bets((Bet(1, "Ann", 1000),)))
    >>> closed, _ = answer(rules, placed, ask(rules, placed), NO_MORE_BETS)
    >>> changed(rules, placed, closed)
    {'closed': True}
    """
    told = {} if _same_around(before, after) else _parts(around_view(before), around_view(after))
    if after.dealer is not before.dealer and (
        parts := _parts(dealer_view(rules, before.dealer), dealer_view(rules, after.dealer))
    ):
        told["dealer"] = parts
    if after.boxes is not before.boxes and (boxes := _boxes(rules, before.boxes, after.boxes)) is not None:
        told["boxes"] = boxes
    return told


def _same_around(before: Table, after: Table) -> bool:
    """Whether what `around_view` shows is the same, before it is made ready to be shown."""
    was, now = before.pit, after.pit
    return (
        before.closed == after.closed
        and before.stock.size == after.stock.size
        and len(before.rack) == len(after.rack)
        and (was is now or (was.suspended == now.suspended and was.barred == now.barred))
    )


def _boxes(rules: Rules, before: tuple[Box, ...], after: tuple[Box, ...]) -> Any:
    """The boxes that changed by their places, or all of them where there are fewer; None where nothing is shown."""
    if len(after) < len(before):
        return [box_view(rules, box) for box in after]
    told: View = {}
    for at, box in enumerate(after):
        if at >= len(before):
            told[str(at)] = box_view(rules, box)
        elif box is not before[at] and (parts := _box(rules, before[at], box)):
            told[str(at)] = parts
    return told or None


def _box(rules: Rules, before: Box, after: Box) -> View:
    """What is different at a box. A deal changes one hand of it, which is all that is looked at."""
    same_place = before.seat == after.seat and before.bettors == after.bettors and before.wagers == after.wagers
    if not same_place or len(before.hands) != len(after.hands):
        return _parts(box_view(rules, before), box_view(rules, after))
    hands = {
        str(at): parts
        for at, (was, is_now) in enumerate(zip(before.hands, after.hands, strict=True))
        if is_now is not was and (parts := _hand(rules, was, is_now))
    }
    return {"hands": hands} if hands else {}


def _hand(rules: Rules, before: Hand, after: Hand) -> View:
    """What is different about a hand: most often it has only got a card."""
    if _apart_from_cards(before) != _apart_from_cards(after):
        return _parts(hand_view(rules, before), hand_view(rules, after))
    was = cards_view(rules, before)
    return {key: value for key, value in cards_view(rules, after).items() if was[key] != value}


_apart_from_cards = attrgetter("wagers", "decision", "from_split", "over", "removed")


def _parts(before: View, after: View) -> View:
    """The keys whose values differ, with as little of each as says so."""
    return {key: _part(before[key], value) for key, value in after.items() if before[key] != value}


def _part(before: Any, after: Any) -> Any:
    if isinstance(after, dict):
        return _parts(before, after)
    if not isinstance(after, list) or len(after) < len(before) or not isinstance((*after, None)[0], dict):
        return after
    places = enumerate(after)
    return {
        str(at): _part(before[at], one) if at < len(before) else one
        for at, one in places
        if at >= len(before) or before[at] != one
    }
