"""Let it Ride: a suited or sequential start; what it wins may ride with the main wager (New Zealand section 15E)."""

from __future__ import annotations

from holecard.engine.side_wager import Riding, SideWager, first_two, in_sequence, same_suit
from holecard.law.clauses import Citing
from holecard.values.cards import Card
from holecard.values.money import Odds

INSTRUMENTS = ("nz-blackjack",)
KEY = "let-it-ride"
SUITED_SEQUENCE, SUITED_OR_SEQUENCE = "suited in sequence", "suited or in sequence"

PAYS = {SUITED_SEQUENCE: Odds(2), SUITED_OR_SEQUENCE: Odds(1)}


@first_two
def best_class(one: Card, other: Card) -> str | None:
    suited, sequence = same_suit(one, other), in_sequence(one, other)
    if suited and sequence:
        return SUITED_SEQUENCE
    return SUITED_OR_SEQUENCE if suited or sequence else None


def let_it_ride(law: Citing) -> SideWager:
    return SideWager(
        key=KEY,
        name="Let it Ride Wager",
        cite=law("15E.2"),
        judge=best_class,
        pays=PAYS,
        win=law("15E.5"),
        by_class={SUITED_SEQUENCE: law("15E.4(a)"), SUITED_OR_SEQUENCE: law("15E.4(b)")},
        lose=law("15E.4(c)"),
        limits=law("15E.3"),
        riding=Riding(
            offer=law("15E.5"),
            keep=law("15E.5(a)"),
            ride=law("15E.5(b)"),
            double=law("15E.6"),
            split=law("15E.7"),
            insurance=law("15E.8"),
            settled=law("15E.9"),
            played_first=law("16.15"),
        ),
    )
