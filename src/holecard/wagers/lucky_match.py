"""Lucky Match: the first two cards match, or the first three are one card three times (New Zealand section 15F)."""

from __future__ import annotations

from holecard.engine.side_wager import LOST, Judged, SideWager, is_pair, same_colour, same_suit, waits
from holecard.engine.table import Dealer
from holecard.law.clauses import Citing
from holecard.values.cards import Card
from holecard.values.money import Odds

INSTRUMENTS = ("nz-blackjack",)
KEY = "lucky-match"
TRIPLE, LUCKY, COLOURED, MIXED = "lucky triple match", "lucky match", "coloured match", "mixed match"

SCALES = {
    "one": {TRIPLE: Odds(100), LUCKY: Odds(25), COLOURED: Odds(10), MIXED: Odds(5)},
    "two": {TRIPLE: Odds(500), LUCKY: Odds(20), COLOURED: Odds(10), MIXED: Odds(5)},
}


def match_class(cards: tuple[Card, ...], dealer: Dealer, complete: bool) -> Judged:
    """Only a suited match can still grow, with the hand's next card; a triple replaces it (reading NZ-10).

    >>> from holecard.values.cards import parse_cards
    >>> from holecard.engine.table import NO_DEALER_CARDS
    >>> match_class(parse_cards("7s 7s 7s"), NO_DEALER_CARDS[21], False)
    ('lucky triple match',)
    """
    one, other = cards[:2]
    if not is_pair(one, other):
        return LOST
    if not same_suit(one, other):
        return (COLOURED if same_colour(one, other) else MIXED,)
    if len(cards) > 2:
        return (TRIPLE if cards[2] is one else LUCKY,)
    return (LUCKY,) if complete else waits


def lucky_match(law: Citing, scale: str) -> SideWager:
    cite = {"one": law("15F.9(one)"), "two": law("15F.9(two)")}[scale]
    return SideWager(
        key=KEY,
        name="Lucky Match Wager",
        cite=law("15F.3"),
        judge=match_class,
        pays=SCALES[scale],
        scale=scale,
        sign=law("15F.11"),
        win=law("15F.6"),
        also=(law("15F.8"), law("15F.9"), cite),
        by_class={TRIPLE: law("15F.7")},
        lose=law("15F.8"),
        strangers=law("15F.3"),
        per_box=3,
        limits=law("15F.5"),
        in_time=law("15F.4"),
        on_split=law("15F.10"),
    )
