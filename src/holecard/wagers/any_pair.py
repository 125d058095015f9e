"""Any Pair: the box's first two cards are a pair of any suits (New Zealand section 15C)."""

from __future__ import annotations

from holecard.engine.side_wager import SideWager, first_two, is_pair
from holecard.law.clauses import Citing
from holecard.values.cards import Card
from holecard.values.money import Odds

INSTRUMENTS = ("nz-blackjack",)
KEY = "any-pair"
PAIR = "any pair"

SCALES = {"one": {PAIR: Odds(11)}, "two": {PAIR: Odds(10)}}


@first_two
def pair_class(one: Card, other: Card) -> str | None:
    return PAIR if is_pair(one, other) else None


def any_pair(law: Citing, scale: str) -> SideWager:
    cite = {"one": law("15C.8(one)"), "two": law("15C.8(two)")}[scale]
    return SideWager(
        key=KEY,
        name="Any Pair Wager",
        cite=law("15C.3"),
        judge=pair_class,
        pays=SCALES[scale],
        scale=scale,
        sign=law("15C.9"),
        win=law("15C.7"),
        also=(law("15C.6"), law("15C.8"), cite),
        lose=law("15C.6"),
        strangers=law("15C.3"),
        per_box=3,
        limits=law("15C.5"),
        in_time=law("15C.4"),
    )
