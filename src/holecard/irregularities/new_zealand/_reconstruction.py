"""Rebuilding a Round (16.5): the cards in the order in which they left the shoe, each in its right place.

The table is taken back to the moment before the error. The same cards are dealt again by the engine's own functions,
and each decision counts again for the hand and the person that made it. Play goes on where a card is missing, or where
a decision is missing or no longer allowed. Money moves by what the rebuilt table differs from the table before.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from holecard.engine.ask_and_answer import answer, ask
from holecard.engine.destinations import ToHand
from holecard.engine.misdeal import DECISION, IRREGULARITY
from holecard.engine.pit import Misdeal, Told
from holecard.engine.questions import Act, Decide, Done, Draw, Drawn, Fact, Facts, Irregularity, Offer, Question, What
from holecard.engine.rules import Rules
from holecard.engine.table import MAIN, Table
from holecard.irregularities.common import Irregular
from holecard.law.clauses import Cite
from holecard.law.errors import Refused
from holecard.values.cards import HIDDEN, Card
from holecard.values.money import Cents

PUT_RIGHT: Final = "put right"

PLAYED_AGAIN: Final = frozenset({Irregular.NO_ANTE, Irregular.ABSENT_PLAYER})
LEAVES_CARDS_ALONE: Final = frozenset(
    {
        Irregular.MISPLACED_CARD,
        Irregular.BOX_PASSED_OVER,
        Irregular.WRONG_CARD,
        Irregular.DAMAGED_CARD,
        Irregular.DRAWN_UNEXPOSED,
        Irregular.FACE_UP_IN_SHOE,
    }
)


def can_be_rebuilt(misdeal: Misdeal) -> bool:
    """Whether all that has happened since can be played again: no shuffle, no card offered to others, no void hand."""
    for told in misdeal.told:
        if told.asked == Irregular.WRONG_CARD:
            return False
        if told.asked == IRREGULARITY and told.do not in PLAYED_AGAIN | LEAVES_CARDS_ALONE:
            return False
    return True


def rebuilt(rules: Rules, table: Table, misdeal: Misdeal, cite: Cite, left_over: Cite) -> Done:
    """The Round as it should have been dealt; a card that no hand needs is discarded."""
    right, unused = _played_again(rules, table, misdeal)
    aside = [told.card for told in misdeal.told if told.do == Irregular.FACE_UP_IN_SHOE and told.card is not None]
    for card in (*aside, *unused):
        right = right.with_stock(right.stock.take(card)).discarding(card)
    right = right.with_loose(HIDDEN if table.loose is HIDDEN else None)
    facts = (*_moved_cards(table, right, cite), *_moved_money(table, right, cite))
    if unused:
        note = "left over from the reconstruction, face down"
        facts = (*facts, Fact(What.REMOVED, left_over, note=note, cards=unused))
    return Done(right, facts)


def _played_again(rules: Rules, table: Table, misdeal: Misdeal) -> tuple[Table, tuple[Card, ...]]:
    """The Round from before the error, and the cards that found no place in it."""
    right = misdeal.before.with_pit(table.pit._replace(misdeal=None))
    cards, told = list(misdeal.cards), [one for one in misdeal.told if one.do not in LEAVES_CARDS_ALONE]
    while True:
        question = ask(rules, right)
        dealt = len(misdeal.cards) - len(cards)
        reports = [one for one in told if one.after <= dealt and _reported(rules, right, question, one)]
        said = reports[0] if reports and reports[0] == told[0] else None
        said = said or next((one for one in told if _answers(one, question)), None)
        if said is None and isinstance(question, Draw) and cards:
            wanted = next((at for at, one in enumerate(told) if _asks_for(one, right, question)), len(told))
            del told[wanted : wanted + 1]
            right, _ = answer(rules, right, question, Drawn((cards.pop(0),)))
            continue
        said = said or next(iter(reports), None)  # what was said before it no longer applies
        after = _accepted(rules, right, question, said) if said is not None else None
        if said is None or after is None:
            return right, tuple(cards)
        told.remove(said)
        right = after


def _reported(rules: Rules, table: Table, question: Question, told: Told) -> bool:
    """Whether this was an irregularity that can be told now."""
    return told.asked == IRREGULARITY and _accepted(rules, table, question, told) is not None


def _accepted(rules: Rules, table: Table, question: Question, told: Told) -> Table | None:
    """The table after an answer that was given before, if it is still allowed."""
    asked, seat, hand, bettor, do, amount, names, _, _ = told
    value = Irregularity(do, seat, hand, detail=bettor) if asked == IRREGULARITY else Act(do, amount, names)
    try:
        return answer(rules, table, question, value)[0]
    except Refused:
        return None


def _answers(told: Told, question: Question) -> bool:
    match question:
        case Decide(seat, bettor, hand):
            return told[:4] == (DECISION, seat, hand, bettor)
        case Offer(subject, seat, bettor, hand=hand):
            return told[:4] == (subject, seat, hand, bettor)
        case _:
            return False


def _asks_for(told: Told, table: Table, question: Draw) -> bool:
    """Whether this was a hit of a hand that now has to draw without being asked: it is the card that was wanted."""
    to = question.dues[0].to
    if not isinstance(to, ToHand) or told[:3] != (DECISION, to.seat, to.number + 1) or told.do != "hit":
        return False
    hand = table.boxes[to.at].hands[to.number]
    return not hand.owes and hand.points.count >= 2


def _moved_cards(table: Table, right: Table, cite: Cite) -> Facts:
    """Each hand that has other cards now."""
    lay = _hands(table)
    return tuple(
        Fact(What.RULED, cite, seat=seat, hand=hand, note=_now_has(seat, cards), cards=cards)
        for (seat, hand), cards in _hands(right).items()
        if lay.get((seat, hand)) != cards
    )


def _now_has(seat: int, cards: tuple[Card, ...]) -> str:
    shown = " ".join(card.text for card in cards) or "no card"
    return f"now has {shown}" if seat else f"the dealer now has {shown}"


def _hands(table: Table) -> dict[tuple[int, int], tuple[Card, ...]]:
    found = {(box.seat, number): hand.cards for box in table.boxes for number, hand in enumerate(box.hands, start=1)}
    return found | {(0, 0): tuple(card for card in table.dealer.cards if isinstance(card, Card))}


class _Position(NamedTuple):
    """Somebody's wagers of one kind on a box: what they have brought so far, and what lies on the layout."""

    purse: Cents
    layout: Cents


def _moved_money(table: Table, right: Table, cite: Cite) -> Facts:
    """What every bettor gets or gives back, because the wagers stand otherwise now."""
    had, has = _positions(table), _positions(right)
    facts: list[Fact] = []
    for place in dict.fromkeys((*had, *has)):
        seat, bettor, kind = place
        old, new = had.get(place, _Position(0, 0)), has.get(place, _Position(0, 0))
        to_purse = new.purse - old.purse
        to_house = -(to_purse + new.layout - old.layout)
        for what, amount in (
            (What.PLACED, -to_purse),
            (What.RESTORED, -to_house),
            (What.RETURNED, to_purse),
            (What.COLLECTED, to_house),
        ):
            if amount > 0:
                hand = 1 if kind == MAIN else 0
                facts.append(
                    Fact(what, cite, amount=amount, seat=seat, hand=hand, bettor=bettor, wager=kind, note=PUT_RIGHT)
                )
    return tuple(facts)


def _positions(table: Table) -> dict[tuple[int, str, str], _Position]:
    found: dict[tuple[int, str, str], _Position] = {}
    for box in table.boxes:
        for wager in (*(wager for hand in box.hands for wager in hand.wagers), *box.wagers):
            purse, layout = found.get((box.seat, wager.bettor, wager.kind), _Position(0, 0))
            lies = wager.at_risk if wager.net is None else 0
            won = -lies if wager.net is None else wager.net
            found[box.seat, wager.bettor, wager.kind] = _Position(purse + won, layout + lies)
    return found
