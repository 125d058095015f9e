"""Settling the side wagers."""

from __future__ import annotations

from holecard.law import Cite
from holecard.questions import Done, Fact, Question, What
from holecard.rules import Rules, Step
from holecard.table import Table, with_boxes

Found = Question | Done | None


def settle_side_wager(key: str, lose: Cite) -> Step:
    """Pay and collect a side wager that the first cards decide, counterclockwise from the dealer's right."""

    def due(rules: Rules, table: Table) -> Found:
        rule = rules.play.side_wagers[key]
        facts: list[Fact] = []
        boxes = list(table.boxes)
        for at in range(len(boxes) - 1, -1, -1):
            box = boxes[at]
            if not any(wager.kind == key and wager.net is None for wager in box.wagers):
                continue
            classes = rule.judge(box.hands[0], table.dealer)
            wagers = []
            for wager in box.wagers:
                if wager.kind == key and wager.net is None:
                    place = (box.seat, 0, wager.bettor, key)
                    paid = [rule.pays[name].on(wager.amount) for name in classes]
                    for index, (name, won) in enumerate(zip(classes, paid, strict=True)):
                        stake = wager.amount if index == 0 else 0  # one stake goes back, however many cards match
                        facts.append(Fact(What.PAID, rule.win, won, stake, *place, name, also=rule.also))
                    if not classes:
                        facts.append(Fact(What.COLLECTED, lose, wager.amount, 0, *place))
                    wager = wager._replace(net=sum(paid) if classes else -wager.amount)
                wagers.append(wager)
            boxes[at] = box._replace(wagers=tuple(wagers))
        return Done(with_boxes(table, tuple(boxes)), tuple(facts)) if facts else None

    return due
