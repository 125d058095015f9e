"""Super Sevens: sevens among the first three cards of the hand (New Zealand section 15)."""

from __future__ import annotations

from holecard.engine.side_wager import LOST, Judged, SideWager, waits
from holecard.engine.table import Dealer
from holecard.law.clauses import Citing
from holecard.values.cards import Card
from holecard.values.money import Odds

INSTRUMENTS = ("nz-blackjack",)
KEY = "super-sevens"
ONE, TWO, TWO_SUITED, THREE, THREE_SUITED = "one seven", "two sevens", "two suited", "three sevens", "three suited"

PAYS = {ONE: Odds(3), TWO: Odds(50), TWO_SUITED: Odds(100), THREE: Odds(500), THREE_SUITED: Odds(5000)}


def sevens(cards: tuple[Card, ...], dealer: Dealer, complete: bool) -> Judged:
    """Two sevens wait for the hand's next card; a hand that never takes one is paid on two (reading NZ-7).

    >>> from holecard.values.cards import parse_cards
    >>> from holecard.engine.table import NO_DEALER_CARDS
    >>> sevens(parse_cards("7s 7h 2c"), NO_DEALER_CARDS[21], False)
    ('two sevens',)
    """
    held = 0
    for card in cards[:3]:
        if card.rank != "7":
            break
        held += 1
    if held == 0:
        return LOST
    if held == 1:
        return (ONE,)
    if held == 2 and len(cards) == 2 and not complete:
        return waits
    suited = len({card.suit for card in cards[:held]}) == 1
    return ({2: TWO_SUITED, 3: THREE_SUITED}[held] if suited else {2: TWO, 3: THREE}[held],)


def super_sevens(law: Citing) -> SideWager:
    return SideWager(
        key=KEY,
        name="Super Sevens Wager",
        cite=law("15.2"),
        judge=sevens,
        pays=PAYS,
        win=law("15.6"),
        by_class={
            ONE: law("15.4(a)"),
            TWO: law("15.4(b)"),
            TWO_SUITED: law("15.4(c)"),
            THREE: law("15.4(d)"),
            THREE_SUITED: law("15.4(e)"),
        },
        lose=law("15.4(f)"),
        limits=law("15.3"),
        on_split=law("15.5"),
        void_with_hand=(law("15.7(a)"), law("15.7(b)"), law("15.7")),
    )
