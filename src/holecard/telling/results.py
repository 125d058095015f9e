"""What a round came to, item by item: for each bettor at a box, in the few words that there is room for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from holecard.engine.rules import Rules
from holecard.engine.table import MAIN, Wager
from holecard.telling.names import wager_name
from holecard.values.money import Cents, amount


class Result(NamedTuple):
    """What one kind of wager has won or lost for a bettor."""

    bettor: str
    text: str
    net: Cents


def results(rules: Rules, wagers: Iterable[Wager]) -> Iterator[Result]:
    """The wagers of a hand, or those beside it, together by bettor and kind; none for a bettor while some are open.

    >>> from holecard.games import find
    >>> rules = find("pa-down-under").configure({"match_the_dealer": True})
    >>> from holecard.engine.table import Part
    >>> hand = Wager("Ann", MAIN, Part.ORIGINAL, 1000, 0)
    >>> beside = Wager("Ann", "match-the-dealer", Part.SIDE, 500, -500)
    >>> [one.text for one in (*results(rules, (hand,)), *results(rules, (beside,)))]
    ['Push', 'Match-the-Dealer −5.00']
    """
    nets: dict[tuple[str, str], Cents] = {}
    waiting: set[str] = set()
    for wager in wagers:
        if wager.net is None:
            waiting.add(wager.bettor)
        nets[wager.bettor, wager.kind] = nets.get((wager.bettor, wager.kind), 0) + (wager.net or 0)
    for (bettor, kind), net in nets.items():
        if bettor not in waiting:
            yield Result(bettor, _text(rules, kind, net), net)


def _text(rules: Rules, kind: str, net: Cents) -> str:
    if kind == MAIN:
        return f"Wins {amount(net)}" if net > 0 else f"Loses {amount(-net)}" if net else "Push"
    name = wager_name(rules, kind).removesuffix(" Wager")
    return f"{name} +{amount(net)}" if net > 0 else f"{name} −{amount(-net)}" if net else f"{name} returned"
