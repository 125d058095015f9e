"""How New Zealand games are settled: the cases of rule 5.1, and what a dealer's Blackjack does not take."""

from __future__ import annotations

from holecard.engine.options import Options
from holecard.engine.settlement import (
    BLACKJACK,
    BOTH_BLACKJACK,
    BUST,
    DEALER_BLACKJACK,
    DEALER_BUSTS,
    DEALER_HAS_22,
    DOUBLE_BACK,
    HIGHER,
    LOSE,
    LOWER,
    RETURN,
    SAME_TOTAL,
    SPLIT_BACK,
    WIN,
    Case,
    Cases,
    Grounds,
    Named,
    busted,
    dealer_higher,
    dealer_natural,
    dealer_over_21,
    double_money,
    equal,
    natural,
    player_21,
    player_higher,
    predicate,
    split_money,
    wins_at,
)
from holecard.engine.table import Dealer, Hand, Part, Wager
from holecard.law.clauses import Cite, Citing
from holecard.round.turns import has_21, has_doubled
from holecard.values.money import Odds
from holecard.wagers import house_money, let_it_ride

INSTRUMENTS = ("nz-blackjack",)

STAND_OFF = "Stand off"  # the division's own word for a push
BOTH_STAND_OFF = BOTH_BLACKJACK._replace(called=STAND_OFF)
DEALER_22_STANDS_OFF = DEALER_HAS_22._replace(called=STAND_OFF)
SAME_TOTAL_STANDS_OFF = SAME_TOTAL._replace(called=STAND_OFF)
HOUSE_MONEY_BACK = Named("house-money-back", "a dealer Blackjack does not take riding money")
LET_IT_RIDE_BACK = Named("let-it-ride-back", "a dealer Blackjack does not take riding money")
BLACKJACK_DEALER_BUSTS = Named("blackjack-over", "Blackjack, and the dealer busts")
BLACKJACK_HIGHER = Named("blackjack-higher", "Blackjack, and the dealer has less")


@predicate
def house_money_riding(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return wager.part is Part.RIDING and wager.kind == house_money.KEY


@predicate
def let_it_ride_riding(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return wager.part is Part.RIDING and wager.kind == let_it_ride.KEY


def blackjack_odds(law: Citing, chosen: Options) -> tuple[Odds, Cite]:
    """What the layout says a Blackjack pays, and the clause that allows it."""
    cites = {"3:2": law("10.1A(3:2)"), "6:5": law("10.1A(6:5)"), "1:1": law("10.1A(1:1)")}
    return chosen.odds("blackjack_pays"), cites[chosen.text("blackjack_pays")]


GOES_BACK = ("house-money-back", "let-it-ride-back", "double-back", "split-back")
ORDINARY = ("dealer-over", "higher", "equal", "lower")


def dealer_blackjack_cases(law: Citing) -> Cases:
    """A dealer's Blackjack takes the original wager alone; what was added, and what rides, goes back."""
    ordinary = ("dealer-blackjack", "lower")
    return (
        Case(HOUSE_MONEY_BACK, dealer_natural & house_money_riding, RETURN, law("15D.11"), (*ordinary, "blackjack")),
        Case(LET_IT_RIDE_BACK, dealer_natural & let_it_ride_riding, RETURN, law("15E.10"), (*ordinary, "blackjack")),
        Case(BOTH_STAND_OFF, dealer_natural & natural, RETURN, law("5.1(e)"), ("dealer-blackjack", "blackjack")),
        Case(DOUBLE_BACK, dealer_natural & double_money, RETURN, law("11.5"), ordinary),
        Case(SPLIT_BACK, dealer_natural & split_money, RETURN, law("12.6"), ordinary),
        Case(DEALER_BLACKJACK, dealer_natural & player_21, LOSE, law("5.1(d)"), ("equal",)),
    )


def cases(law: Citing, chosen: Options) -> Cases:
    """Each sees (wager, hand, dealer); the first match decides."""
    odds, odds_cite = blackjack_odds(law, chosen)
    even = (law("5.4"),)
    at_odds, pays = wins_at(odds), (odds_cite, law("10.1A"), *even)
    return (
        Case(BUST, busted, LOSE, law("5.1(f)"), (*GOES_BACK, *ORDINARY[:3])),
        *dealer_blackjack_cases(law),
        Case(BLACKJACK_DEALER_BUSTS, natural & dealer_over_21, at_odds, law("5.1(a)"), ("dealer-over", "lower"), pays),
        Case(BLACKJACK_HIGHER, natural & player_higher, at_odds, law("5.1(b)"), ("higher",), pays),
        Case(BLACKJACK, natural & equal, at_odds, law("5.1(c)"), ("equal",), pays),
        Case(DEALER_BUSTS, dealer_over_21, WIN, law("5.1(a)"), ("lower",), even),
        Case(HIGHER, player_higher, WIN, law("5.1(b)"), (), even),
        Case(SAME_TOTAL_STANDS_OFF, equal, RETURN, law("5.1(e)")),
        Case(LOWER, dealer_higher, LOSE, law("5.1(g)")),
    )


def grounds_of(law: Citing) -> Grounds:
    """What was doubled or split, rides, or is a lammer is settled by a clause of its own besides the case."""
    doubled, split, no_blackjack, lammer = law("11.4"), law("12.5"), law("12.4(c)"), law("20.8")
    riding = {house_money.KEY: law("15D.10"), let_it_ride.KEY: law("15E.9")}
    original_only = {"doubled": law("11.5"), "split": law("12.6")}

    def grounds(wager: Wager, hand: Hand, dealer: Dealer) -> tuple[Cite, ...]:
        found: list[Cite] = []
        if has_doubled(hand):
            found.append(doubled)
        if hand.from_split:
            found.append(split)
            if has_21(hand) and hand.points.count == 2:
                found.append(no_blackjack)
        if wager.part is Part.RIDING and not dealer.is_blackjack:  # which has a clause of its own
            found.append(riding[wager.kind])
        if wager.free:
            found.append(lammer)
        if dealer.is_blackjack and wager.part is Part.ORIGINAL:
            found += [original_only["doubled"]] if has_doubled(hand) else []
            found += [original_only["split"]] if hand.from_split else []
        return tuple(found)

    return grounds
