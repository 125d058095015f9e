"""Match-the-Dealer: each of the first two cards that has the up card's rank is paid (685a.6(e), 7(f), 11(c))."""

from __future__ import annotations

from collections.abc import Mapping

from holecard.dealer import up_card
from holecard.law import Cite
from holecard.money import Odds
from holecard.rules import SideWager
from holecard.table import Dealer, Hand

KEY = "match-the-dealer"
SUITED = "suited match"
UNSUITED = "unsuited match"

BY_DECKS: Mapping[int, Mapping[str, Odds]] = {
    6: {SUITED: Odds(11), UNSUITED: Odds(4)},
    8: {SUITED: Odds(14), UNSUITED: Odds(3)},
}


def matches(hand: Hand, dealer: Dealer) -> tuple[str, ...]:
    """One class for each of the first two cards with the up card's rank: a king matches kings alone, not tens.

    >>> from holecard.cards import parse_cards
    >>> from holecard.hand import count
    >>> (up,) = parse_cards("Ks")
    >>> matches(Hand(parse_cards("Ks Kd"), count(()), ()), Dealer((up,), count((up,))))
    ('suited match', 'unsuited match')
    """
    up = up_card(dealer)
    return tuple(SUITED if card.suit == up.suit else UNSUITED for card in hand.cards[:2] if card.rank == up.rank)


def match_the_dealer(pays: Mapping[str, Odds], place: Cite, settled: Cite, *also: Cite) -> SideWager:
    name = "Match-the-Dealer Wager"
    return SideWager(key=KEY, name=name, cite=place, judge=matches, pays=pays, win=settled, also=also)
