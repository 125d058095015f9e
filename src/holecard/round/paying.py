"""Settles the open wagers by the game's cases, in the order that the house has filed."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple

from holecard.engine.dealer import always
from holecard.engine.questions import Done, Fact, Facts, Found, What, moved, removed
from holecard.engine.rules import Rules, Step
from holecard.engine.settlement import LOSES, RETURNS, WINS, Grounds, NoCase, Outcome, no_grounds, wins_at
from holecard.engine.table import INSURANCE, Box, Dealer, Hand, Spot, Table, Wager
from holecard.law import witness
from holecard.law.clauses import Cite, house
from holecard.law.witness import Manner
from holecard.values.money import Odds

LAMMER: Final = ", lammer"  # what stood for the wager
ROUNDING: Final = house("rounding")  # down to the cent (reading A15)
PAID, COLLECTED, RETURNED = What.PAID, What.COLLECTED, What.RETURNED


class Order(StrEnum):
    """The two procedures that Pennsylvania allows, both counterclockwise from the dealer's right."""

    COLLECT_FIRST = "collect-first"
    BOX_BY_BOX = "box-by-box"

    @property
    def says(self) -> str:
        first = "losing bets first, then winning ones" if self is Order.COLLECT_FIRST else "box by box"
        return f"Bets are settled {first}, from the dealer's right"


def apply(
    outcome: Outcome, cite: Cite, also: tuple[Cite, ...], note: str, seat: int, number: int, wager: Wager
) -> tuple[Wager, Facts]:
    """A wager with its result, and the facts: what was paid, collected or returned."""
    if wager.free:
        return _apply_to_lammer(outcome, cite, also, note, seat, number, wager)
    amount, result = wager.amount, outcome.result
    if result is LOSES:
        return wager.settled(-amount), (moved(COLLECTED, cite, amount, wager, seat, number, note, also),)
    if result is RETURNS:
        return wager.settled(0), (moved(RETURNED, cite, amount, wager, seat, number, note, also),)
    net = outcome.net(amount)
    if outcome.is_rounded(amount):
        also = (*also, ROUNDING)
    if result is WINS:
        return wager.settled(net), (moved(PAID, cite, net, wager, seat, number, note, also, amount),)
    taken = moved(COLLECTED, cite, -net, wager, seat, number, note, also)
    back = moved(RETURNED, cite, amount + net, wager, seat, number, note, also)
    return wager.settled(net), (taken, back)


def _apply_to_lammer(
    outcome: Outcome, cite: Cite, also: tuple[Cite, ...], note: str, seat: int, number: int, wager: Wager
) -> tuple[Wager, Facts]:
    """A lammer is paid like the wager it stands for, and otherwise only taken off the layout."""
    won = max(0, outcome.net(wager.amount))
    what = PAID if won else COLLECTED
    return wager.settled(won), (moved(what, cite, won, wager, seat, number, f"{note}{LAMMER}", also),)


def settle_hand(
    table: Table,
    spot: Spot,
    outcome: Outcome,
    cite: Cite,
    note: str,
    also: tuple[Cite, ...] = (),
    grounds: Grounds = no_grounds,
    decision: str = "",
) -> Done:
    """Settle every open wager on one hand alike, before the end of the round. The hand acts no more, and its cards go
    to the discard rack; a `decision` takes the place of what its player decided."""
    _, number, box, hand = spot
    wagers = []
    facts: Facts = ()
    for wager in hand.wagers:
        if wager.net is None:
            rests = also if grounds is no_grounds else (*also, *grounds(wager, hand, table.dealer))
            wager, more = apply(outcome, cite, rests, note, box.seat, number + 1, wager)
            facts += more
        wagers.append(wager)
    gone = hand.settled_and_discarded(tuple(wagers), decision)
    return Done(table.discarding_hand(spot, gone), (*facts, removed(cite, hand.cards, box.seat, number + 1)))


def settle(order: Order, order_cite: Cite, when: Callable[[Dealer], bool] | None = None) -> Step:
    """Settle every open wager on every hand: losers off first and then the winners, or box by box."""

    said = Fact(What.ANNOUNCED, order_cite, note=order)
    collect_first = order is Order.COLLECT_FIRST

    def due(rules: Rules, table: Table) -> Found:
        dealer = table.dealer
        if (when is not None and not when(dealer)) or not any_hand_open(table):
            return None
        boxes: list[Box] = []
        facts: list[Fact] = []
        for box in table.boxes[::-1]:
            settled, found = _settle_box(rules, box, dealer)
            boxes.append(settled)
            facts += found
        if collect_first and len(facts) > 1:
            facts.sort(key=lambda fact: fact.what is not COLLECTED)  # stable: right to left within each
        if len(facts) > 1:
            witness.emitted(order_cite, Manner.MONEY)  # which moved in this order
        return Done(table.with_boxes(tuple(boxes[::-1])), (said, *facts))

    return due


def any_hand_open(table: Table) -> bool:
    """Whether a wager on some hand is still to be settled."""
    for box in table.boxes:
        for hand in box.hands:
            if hand.is_open:
                return True
    return False


def once_all_settled(step: Step) -> Step:
    """A step that waits until no wager on a hand is left."""

    def due(rules: Rules, table: Table) -> Found:
        return None if any_hand_open(table) else step(rules, table)

    return due


def _settle_box(rules: Rules, box: Box, dealer: Dealer) -> tuple[Box, Facts]:
    if len(box.hands) == 1:
        hand, facts = _judge_hand(rules, box.seat, 1, box.hands[0], dealer)
        return box.with_hands((hand,)), facts
    hands = []
    facts = ()
    number = len(box.hands)
    for hand in box.hands[::-1]:  # right to left, as the boxes are (reading A30)
        hand, more = _judge_hand(rules, box.seat, number, hand, dealer)
        hands.append(hand)
        facts += more
        number -= 1
    return box.with_hands(tuple(hands[::-1])), facts


def _judge_hand(rules: Rules, seat: int, number: int, hand: Hand, dealer: Dealer) -> tuple[Hand, Facts]:
    """The hand with the results of its open wagers, each by the case that decides it."""
    grounds = rules.play.grounds
    wagers = []
    facts: Facts = ()
    for wager in hand.wagers:
        if wager.net is None:
            try:
                case = rules.judge.case(wager, hand, dealer)
            except NoCase as error:
                raise NoCase(f"{rules.key}: {error}; add a Case to its cases") from error
            also = case.also if grounds is no_grounds else (*case.also, *grounds(wager, hand, dealer))
            wager, more = apply(case.outcome, case.cite, also, case.name, seat, number, wager)
            facts += more
        wagers.append(wager)
    return hand.settled(tuple(wagers)), facts


def settle_at_once(rules: Rules, table: Table, spot: Spot) -> Done:
    """Settle one hand before the end of the round, by the cases that hold whatever the dealer draws."""
    _, number, box, held = spot.on(table)
    hand, facts = _judge_hand(rules, box.seat, number + 1, held, table.dealer)
    return Done(table.with_hand(spot, hand), facts)


def settle_insurance(when: Callable[[Dealer], bool], outcome: Outcome, cite: Cite, *also: Cite) -> Step:
    """Pay or collect the Insurance Wagers, once the dealer's hand says which."""

    def due(rules: Rules, table: Table) -> Found:
        if not _insured(table) or not when(table.dealer):
            return None
        boxes: list[Box] = []
        facts: Facts = ()
        for box in reversed(table.boxes):
            wagers = []
            for wager in box.wagers:
                if wager.kind == INSURANCE and wager.net is None:
                    wager, more = apply(outcome, cite, also, "", box.seat, 0, wager)
                    facts += more
                wagers.append(wager)
            boxes.append(box.with_wagers(tuple(wagers)))
        return Done(table.with_boxes(tuple(reversed(boxes))), facts)

    return due


def _insured(table: Table) -> bool:
    for box in table.boxes:
        for wager in box.wagers:
            if wager.kind == INSURANCE and wager.net is None:
                return True
    return False


def pay_blackjacks(
    odds: Odds, odds_cite: Cite, cite: Cite, when: Callable[[Dealer], bool] = always, also: tuple[Cite, ...] = ()
) -> Step:
    """Every player's Blackjack is paid in one pass before anything else, counterclockwise from the dealer's right."""

    def all_alike(hand: Hand) -> Paid:
        return Paid(odds, odds_cite, "blackjack")

    return pay_blackjacks_by_cards(all_alike, cite, when, also)


class Paid(NamedTuple):
    """What a hand is paid, the clause of these odds, and the case as it is recorded."""

    odds: Odds
    odds_cite: Cite
    note: str


def pay_blackjacks_by_cards(
    paid: Callable[[Hand], Paid], cite: Cite, when: Callable[[Dealer], bool] = always, also: tuple[Cite, ...] = ()
) -> Step:
    """The same where the cards of a Blackjack decide what it is paid, such as two diamonds."""

    def due(rules: Rules, table: Table) -> Found:
        for box in table.boxes[::-1]:
            hand = box.hands[0]
            if hand.is_blackjack and not hand.over and when(table.dealer):
                odds, odds_cite, note = paid(hand)
                rests = (odds_cite, *also)
                return pay_hand(table, table.spot(box.seat), odds, cite, note, rests, rules.play.grounds)
        return None

    return due


def pay_hand(
    table: Table,
    spot: Spot,
    odds: Odds,
    cite: Cite,
    note: str,
    also: tuple[Cite, ...] = (),
    grounds: Grounds = no_grounds,
) -> Done:
    """Pay every open wager of a hand and take its cards to the discard rack."""
    return settle_hand(table, spot, wins_at(odds), cite, note, also, grounds, decision=note)


def remove_cards(table: Table, spot: Spot, cite: Cite, facts: Facts = ()) -> Done:
    """A finished hand's cards go to the discard rack."""
    _, number, box, hand = spot.on(table)
    gone = removed(cite, hand.cards, box.seat, number + 1)
    return Done(table.discarding_hand(spot, hand.discarded()), (*facts, gone))
