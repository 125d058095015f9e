"""What a player sees when they are asked something: one type for players at a table and for policies that learn."""

from __future__ import annotations

from typing import NamedTuple

from holecard.engine.questions import Decide, Offer
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.values.cards import Card


class Seen(NamedTuple):
    """A hand as its player sees it. Cards are values, 1 for an ace and 10 for every ten-value card.

    `hc.play_round` tells a player this, and `holecard.rl` a policy: `rl.Seen` is the same type. `rules`, `table`
    and `question` are there at a table, and None where a policy is evaluated without one. `added` is filled in by
    `holecard.rl` alone.

    >>> from holecard.games import find
    >>> from holecard.house.playing import play_round
    >>> rules = find("pa-down-under").configure()
    >>> def show(seen):
    ...     print(seen.cards, seen.total, seen.up, seen.light, seen.choices)
    ...     return "stand"
    >>> played = play_round(rules, show, cards="8s 6h 8d Ts")
    (8, 8) 16 6 large ('hit', 'stand', 'double', 'split')
    >>> show(Seen(cards=(10, 6), total=16, soft=False, up=9, choices=("hit", "stand")))
    (10, 6) 16 9 None ('hit', 'stand')
    'stand'
    """

    cards: tuple[int, ...]  # in the order in which they came
    total: int
    soft: bool  # an ace counts as 11
    up: int  # 0 before there is one
    light: str | None = None  # what the reader showed
    hole: int | None = None  # the hole card, where it lies open while hands act
    hands: int = 1  # how many the box has
    split: bool = False  # whether this hand was formed by a split
    added: int = 0  # 0 if its money is settled like that of a hand that was not split; a lammer, say, is not
    subject: str = ""  # what is offered; "" for the hand's own decision
    taken: bool = False  # whether an offer was accepted before this one, such as Insurance
    choices: tuple[str, ...] = ()  # the names of the legal actions
    bettor: str = ""
    box: int = 0
    rules: Rules | None = None
    table: Table | None = None
    question: Offer | Decide | None = None

    @classmethod
    def at(cls, rules: Rules, table: Table, question: Offer | Decide) -> Seen:
        """What the bettor sees who is asked this at a table."""
        box, dealer = table.box(question.seat), table.dealer
        hands, number = box.hands if box is not None else (), max(question.hand, 1)
        hand = hands[number - 1] if number <= len(hands) else None
        up, hole = (card.value if isinstance(card, Card) else None for card in (*dealer.cards, None, None)[:2])
        beside = box.wagers if box is not None and isinstance(question, Offer) else ()
        return cls(
            cards=tuple(card.value for card in hand.cards) if hand is not None else (),
            total=hand.points.total if hand is not None else 0,
            soft=hand is not None and hand.points.soft,
            up=up or 0,
            light=dealer.light or None,
            hole=hole,
            hands=len(hands),
            split=hand is not None and hand.from_split,
            subject=question.subject if isinstance(question, Offer) else "",
            taken=any(wager.bettor == question.bettor and wager.kind in rules.play.offers for wager in beside),
            choices=tuple(legal.do for legal in question.choices),
            bettor=question.bettor,
            box=question.seat,
            rules=rules,
            table=table,
            question=question,
        )
