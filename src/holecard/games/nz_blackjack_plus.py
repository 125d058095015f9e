"""Blackjack +: Blackjack, 21 and five cards under 21 are paid at once; a dealer 22 stands off (New Zealand 19)."""

from __future__ import annotations

from dataclasses import replace

from holecard.engine.game import Game
from holecard.engine.options import Options
from holecard.engine.rules import Play, Reason
from holecard.engine.settlement import (
    BLACKJACK,
    BUST,
    DEALER_BUSTS,
    HIGHER,
    LOSE,
    LOWER,
    PLAYER_HAS_21,
    RETURN,
    WIN,
    Case,
    Cases,
    Named,
    busted,
    dealer_22,
    dealer_higher,
    dealer_over_22,
    equal,
    natural,
    player_21,
    player_higher,
    predicate,
    wins_at,
)
from holecard.engine.table import Dealer, Hand, Table, Wager
from holecard.games import nz_fixed
from holecard.games.new_zealand import base_version, build, law
from holecard.games.nz_options import OPTIONS
from holecard.games.nz_settlement import (
    DEALER_22_STANDS_OFF,
    GOES_BACK,
    SAME_TOTAL_STANDS_OFF,
    blackjack_odds,
    dealer_blackjack_cases,
)
from holecard.games.nz_side_wagers import FORBIDDEN, OFFERED, ONE_SCALE
from holecard.law.clauses import Citing
from holecard.round.insurance import shows_ace
from holecard.round.paying import pay_blackjacks
from holecard.round.turns import by_state, has_21, pay_at_once
from holecard.values.money import EVEN

INSTRUMENTS = ("nz-blackjack",)

FIVE = Named("five", "five cards under 21")


@by_state
def has_five_and_under(hand: Hand) -> bool:
    return hand.points.count == 5 and hand.points.total < 21


@predicate
def five_and_under(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return has_five_and_under(hand)


def cases(law: Citing, chosen: Options) -> Cases:
    """Each sees (wager, hand, dealer); the first match decides. A dealer's Blackjack is a 21 that beats less."""
    odds, odds_cite = blackjack_odds(law, chosen)
    even = (law("19.3"),)
    ordinary = ("22", "dealer-over", "higher", "equal", "lower")
    back = [case for case in dealer_blackjack_cases(law) if case.name not in ("both-blackjack", "dealer-blackjack")]
    return (
        Case(BUST, busted, LOSE, law("19.2(f)"), (*GOES_BACK, *ordinary[:4])),
        Case(
            BLACKJACK,
            natural,
            wins_at(odds),
            law("19.2(d)"),
            (*GOES_BACK[:2], "21", *ordinary),
            (odds_cite, law("19.3")),
        ),
        Case(PLAYER_HAS_21, player_21, WIN, law("19.2(a)"), (*GOES_BACK, "22", "equal", "lower"), even),
        Case(FIVE, five_and_under, WIN, law("19.2(e)"), (*GOES_BACK[:2], "split-back", "22", "equal", "lower"), even),
        *(replace(case, overrides=("lower",)) for case in back),
        Case(DEALER_22_STANDS_OFF, dealer_22, RETURN, law("19.2(i)"), ("lower",)),
        Case(DEALER_BUSTS, dealer_over_22, WIN, law("19.2(c)"), ("lower",), even),
        Case(HIGHER, player_higher, WIN, law("19.2(b)"), (), even),
        Case(SAME_TOTAL_STANDS_OFF, equal, RETURN, law("19.2(h)")),
        Case(LOWER, dealer_higher, LOSE, law("19.2(g)")),
    )


def play(law: Citing, chosen: Options) -> Play:
    odds, odds_cite = blackjack_odds(law, chosen)
    version = replace(
        base_version(law, chosen),
        cases=cases(law, chosen),
        place=law("19.2"),
        over_21=law("19.2(f)"),
        paid=law("19.4"),
        paid_first=(pay_blackjacks(odds, odds_cite, law("19.4"), also=(law("19.2(d)"), law("19.3"), law("10.1A"))),),
        paid_after=(),
        at_once=(
            pay_at_once(has_21, EVEN, law("19.3"), law("19.5"), "21", law("19.2(a)"), no_more=law("13.1(a)")),
            pay_at_once(
                has_five_and_under,
                EVEN,
                law("19.3"),
                law("19.5"),
                "five and under",
                law("19.2(e)"),
                no_more=law("19.7"),
            ),
        ),
        early=False,
    )
    played = build(law, chosen, version)
    insurance = played.withheld["insurance"]
    blackjack: Reason = (law("19.6"), "is not offered to a Blackjack")

    def no_insurance(table: Table, seat: int) -> Reason | None:
        box = table.box(seat)
        if box is not None and box.hands[0].is_blackjack and table.dealer.cards and shows_ace(table.dealer):
            return blackjack
        return insurance(table, seat) if callable(insurance) else insurance

    return replace(played, withheld={**played.withheld, "insurance": no_insurance})


NZ_BLACKJACK_PLUS = Game(
    key="nz-blackjack-plus",
    name="Blackjack + (New Zealand)",
    about="A 21, and five cards under 21, are paid at once; a dealer 22 stands off.",
    cloth="slate",
    instrument="nz-blackjack",
    options=OPTIONS,
    play=play,
    boxes=9,
    boxes_cite=law("3.1"),
    forbidden=FORBIDDEN,
    fixed=nz_fixed.PLUS,
    wagers=OFFERED,
    house_wide=ONE_SCALE,
)
