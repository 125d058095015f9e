"""Royal Match: the first two cards have one suit; a king and a queen of one suit win more (rule 14)."""

from __future__ import annotations

from holecard.engine.side_wager import SideWager, first_two, same_suit
from holecard.law.clauses import Citing
from holecard.values.cards import Card
from holecard.values.money import Odds

INSTRUMENTS = ("super-fun-21",)
KEY = "royal-match"
ROYAL, EASY = "royal match", "easy match"
SCALES = {
    "one": {ROYAL: Odds(10), EASY: Odds(3)},
    "two": {ROYAL: Odds(25), EASY: Odds(5, 2)},
}


@first_two
def match_class(one: Card, other: Card) -> str | None:
    if not same_suit(one, other):
        return None
    return ROYAL if {one.rank, other.rank} == {"K", "Q"} else EASY


def royal_match(law: Citing, scale: str) -> SideWager:
    cite = {"one": law("14(one)"), "two": law("14(two)")}[scale]
    return SideWager(
        key=KEY,
        name="Royal Match Wager",
        cite=law("14"),
        judge=match_class,
        pays=SCALES[scale],
        scale=scale,
        win=law("14"),
        lose=law("14"),
        also=(cite,),
    )
