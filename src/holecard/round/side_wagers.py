"""Settles the side wagers: after the initial deal, with a hand's next card, or on the dealer's complete hand."""

from __future__ import annotations

from holecard.engine.questions import Done, Facts, Found, What, moved
from holecard.engine.rules import Rules, Step
from holecard.engine.side_wager import Riding, Settled, SideWager
from holecard.engine.table import Box, Dealer, Part, Table, Wager
from holecard.law.clauses import Cite


def settle_side_wagers(moment: Settled) -> Step:
    """Pay and collect the side wagers that are decided now, counterclockwise from the dealer's right.

    A winner that may ride, or that draws a prize, is left for the step that asks its bettor.
    """

    def due(rules: Rules, table: Table) -> Found:
        if not rules.play.side_wagers:
            return None
        facts: Facts = ()
        boxes = list(table.boxes)
        for at in range(len(boxes) - 1, -1, -1):
            boxes[at], more = _settled(rules, boxes[at], table.dealer, moment, complete=False)
            facts += more
        return Done(table.with_boxes(tuple(boxes)), facts) if facts else None

    return due


def settle_waiting(rules: Rules, table: Table, at: int, complete: bool, split: bool = False) -> Done | None:
    """Settle what waited for a hand's next card, once that card is there or can no longer come, as after a split."""
    box, facts = _settled(rules, table.boxes[at], table.dealer, Settled.AFTER_DEAL, complete, split)
    return Done(table.with_box(at, box), facts) if facts else None


def third_card_wagers(rules: Rules, table: Table, at: int, box: Box) -> Done | None:
    """What waited on a box: settled as soon as the hand has its next card, or takes no more."""
    if not box.wagers or not any(wager.net is None for wager in box.wagers):
        return None
    hand = box.hands[0]
    return settle_waiting(rules, table, at, hand.over) if hand.over or len(hand.cards) > 2 else None


def riding_rule(rules: Rules, box: Box, bettor: str) -> Riding | None:
    """The clauses of a bettor's riding money on a box, also of such as has gone with a busted hand."""
    if not rules.play.side_wagers:
        return None
    for hand in box.hands:
        for wager in hand.wagers:
            if wager.part is Part.RIDING and wager.bettor == bettor:
                return rules.play.side_wagers[wager.kind].riding
    return None


def _settled(
    rules: Rules, box: Box, dealer: Dealer, moment: Settled, complete: bool, split: bool = False
) -> tuple[Box, Facts]:
    dealt_wrongly = moment is Settled.AFTER_DEAL and len(box.hands[0].cards) < 2
    if dealt_wrongly or not any(wager.net is None for wager in box.wagers):
        return box, ()
    wagers = []
    facts: Facts = ()
    for wager in box.wagers:
        rule = rules.play.side_wagers.get(wager.kind)
        if rule is not None and wager.net is None and rule.settled is moment:
            classes = rule.judge(box.hands[0].cards, dealer, complete)
            if classes is not None and not (classes and (rule.riding or rule.prizes)):
                wager, more = pay_classes(rule, classes, box.seat, wager, rule.on_split if split else None)
                facts += more
        wagers.append(wager)
    return (box.with_wagers(tuple(wagers)), facts) if facts else (box, ())


def pay_classes(
    rule: SideWager, classes: tuple[str, ...], seat: int, wager: Wager, closed: Cite | None = None
) -> tuple[Wager, Facts]:
    """The wager with its result: each class is paid, one stake goes back; without a class it loses."""
    if not classes:
        return wager.settled(-wager.amount), (moved(What.COLLECTED, rule.lose, wager.amount, wager, seat, 0),)
    facts: Facts = ()
    for number, name in enumerate(classes):
        own = rule.by_class.get(name)
        also = (*((rule.win,) if own is not None else ()), *rule.also, *((closed,) if closed else ()))
        stake = 0 if number else wager.amount
        won = rule.pays[name].on(wager.amount)
        facts += (moved(What.PAID, own or rule.win, won, wager, seat, 0, name, also, stake),)
    return wager.settled(sum(fact.amount for fact in facts)), facts
