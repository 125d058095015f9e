"""Match-the-Dealer: each of the first two cards that has the up card's rank is paid (685a.6(e), 7(f), 11(c))."""

from __future__ import annotations

from collections.abc import Mapping

from holecard.engine.dealer import up_card
from holecard.engine.side_wager import Judged, SideWager
from holecard.engine.table import Dealer
from holecard.law.clauses import Cite
from holecard.values.cards import Card
from holecard.values.money import Odds

KEY = "match-the-dealer"
SUITED = "suited match"
UNSUITED = "unsuited match"

BY_DECKS: Mapping[int, Mapping[str, Odds]] = {
    6: {SUITED: Odds(11), UNSUITED: Odds(4)},
    8: {SUITED: Odds(14), UNSUITED: Odds(3)},
}


def matches(cards: tuple[Card, ...], dealer: Dealer, complete: bool) -> Judged:
    """One class for each of the first two cards with the up card's rank: a king matches kings alone, not tens.

    >>> from holecard.values.cards import parse_cards
    >>> from holecard.values.hand import count
    >>> (up,) = parse_cards("Ks")
    >>> matches(parse_cards("Ks Kd"), Dealer((up,), count((up,))), False)
    ('suited match', 'unsuited match')
    """
    if len(cards) < 2:
        return None  # a hand that was passed over in the deal may still get its second card
    up = up_card(dealer)
    return tuple(SUITED if card.suit == up.suit else UNSUITED for card in cards[:2] if card.rank == up.rank)


def match_the_dealer(pays: Mapping[str, Odds], place: Cite, settled: Cite, lose: Cite, *also: Cite) -> SideWager:
    return SideWager(
        key=KEY,
        name="Match-the-Dealer Wager",
        cite=place,
        judge=matches,
        pays=pays,
        win=settled,
        lose=lose,
        also=also,
    )
