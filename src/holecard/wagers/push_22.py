"""Push 22: the dealer's hand comes to 22 (New Zealand section 20A)."""

from __future__ import annotations

from holecard.engine.side_wager import LOST, Judged, Settled, SideWager
from holecard.engine.table import Dealer
from holecard.law.clauses import Citing
from holecard.values.cards import Card, Hidden
from holecard.values.money import Odds

INSTRUMENTS = ("nz-blackjack",)
KEY = "push-22"
SAME_SUIT, SAME_COLOUR, OTHER = "same suit 22", "same colour 22", "other 22"

SCALES = {
    "one": {SAME_SUIT: Odds(50), SAME_COLOUR: Odds(20), OTHER: Odds(8)},
    "two": {SAME_SUIT: Odds(50), SAME_COLOUR: Odds(20), OTHER: Odds(7)},
}


def dealer_22_class(cards: tuple[Card, ...], dealer: Dealer, complete: bool) -> Judged:
    """Suit and colour look at every card of the dealer's hand (reading NZ-15)."""
    if dealer.points.total != 22:
        return LOST
    held = [card for card in dealer.cards if not isinstance(card, Hidden)]
    if len({card.suit for card in held}) == 1:
        return (SAME_SUIT,)
    return (SAME_COLOUR if len({card.is_red for card in held}) == 1 else OTHER,)


def push_22(law: Citing, scale: str) -> SideWager:
    cite = {"one": law("20A.6(one)"), "two": law("20A.6(two)")}[scale]
    return SideWager(
        key=KEY,
        name="Push 22 Wager",
        cite=law("20A.2"),
        judge=dealer_22_class,
        pays=SCALES[scale],
        win=law("20A.5"),
        also=(law("20A.4"), law("20A.6"), cite),
        lose=law("20A.4"),
        limits=law("20A.3"),
        settled=Settled.AFTER_DEALER,
        scale=scale,
        sign=law("20A.7"),
    )
