"""Perfect Pair: the box's first two cards are a pair (New Zealand section 15B)."""

from __future__ import annotations

from holecard.engine.side_wager import SideWager, first_two, is_pair, same_colour, same_suit
from holecard.law.clauses import Citing
from holecard.values.cards import Card
from holecard.values.money import Odds

INSTRUMENTS = ("nz-blackjack",)
KEY = "perfect-pair"
PERFECT, COLOURED, MIXED = "perfect pair", "coloured pair", "mixed pair"

SCALES = {
    "one": {PERFECT: Odds(30), COLOURED: Odds(10), MIXED: Odds(5)},
    "two": {PERFECT: Odds(25), COLOURED: Odds(12), MIXED: Odds(6)},
    "three": {PERFECT: Odds(25), COLOURED: Odds(12), MIXED: Odds(5)},
}


@first_two
def pair_class(one: Card, other: Card) -> str | None:
    if not is_pair(one, other):
        return None
    if same_suit(one, other):
        return PERFECT
    return COLOURED if same_colour(one, other) else MIXED


def perfect_pair(law: Citing, scale: str) -> SideWager:
    cite = {"one": law("15B.7(one)"), "two": law("15B.7(two)"), "three": law("15B.7(three)")}[scale]
    return SideWager(
        key=KEY,
        name="Perfect Pair Wager",
        cite=law("15B.2"),
        judge=pair_class,
        pays=SCALES[scale],
        scale=scale,
        sign=law("15B.8"),
        win=law("15B.6"),
        also=(law("15B.5"), law("15B.7"), cite),
        lose=law("15B.5"),
        strangers=law("15B.2"),
        per_box=3,
        limits=law("15B.4"),
        in_time=law("15B.3"),
    )
