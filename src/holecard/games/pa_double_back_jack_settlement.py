"""How Double Back Jack is settled: 58 Pa. Code § 673a.7(f)-(s) and .9."""

from __future__ import annotations

from holecard.engine.options import Options
from holecard.engine.settlement import (
    BLACKJACK,
    BUST,
    DEALER_BLACKJACK,
    DEALER_BUSTS,
    DEALER_HAS_22,
    DOUBLE_BACK,
    HALF,
    HIGHER,
    LOSE,
    LOWER,
    PLAYER_HAS_21,
    RETURN,
    SAME_TOTAL,
    SPLIT_BACK,
    SURRENDERED,
    WIN,
    Case,
    Cases,
    Named,
    busted,
    dealer_22,
    dealer_higher,
    dealer_natural,
    dealer_over_21,
    double_money,
    equal,
    natural,
    player_21,
    player_higher,
    split_money,
    surrendered,
    wins_at,
)
from holecard.law.clauses import Citing, house
from holecard.round.second_chance import beside_second_chance, on_second_chance
from holecard.round.surrender import under_ace_or_ten
from holecard.values.money import Odds

INSTRUMENTS = ("pa-673a",)

PAID_INSTEAD = "the Second Chance is paid instead"
SURRENDERED_WHOLE = Named("surrendered-whole", "surrendered to a dealer Blackjack")
SURRENDERED_HALF = Named("surrendered-half", "surrendered")
CHANCE_BUST = Named("chance-over", "over 21 with the Second Chance too")
CHANCE_21 = Named("chance-21", "21 with the Second Chance")
BACK_21 = Named("back-21", PAID_INSTEAD)
CHANCE_DEALER_BUSTS = Named("chance-dealer-over", "the dealer busts")
BACK_DEALER_BUSTS = Named("back-dealer-over", PAID_INSTEAD)
CHANCE_HIGHER = Named("chance-higher", "higher total than the dealer")
BACK_HIGHER = Named("back-higher", PAID_INSTEAD)
BUST_ON_22 = Named("bust-on-22", "bust, and the dealer has 22", "Push")
BUST_SAME_TOTAL = Named("bust-equal", "bust, with the same total as the dealer", "Push")
BUST_ON_BUST = Named("bust-on-over", "bust, and the dealer busts too", "Push")
BLACKJACK_PAYS = Odds(2)

CHANCE_BACK = Named("chance-back", "a dealer Blackjack does not take a Second Chance bet")
OVER_ADDED = ("dealer-blackjack", "21", "bust", "higher", "lower")
OVER_ADDED_CHANCE = (*OVER_ADDED, "chance-21", "chance-higher", "chance-over")
ON_TOTALS = ("22", "dealer-over", "higher", "equal", "lower")
OVER_BLACKJACK = ("dealer-blackjack", "21", *ON_TOTALS)
OVER_WHOLE = ("surrendered-half", "surrendered")
OVER_21 = ("22", "equal", "lower")
OVER_BACK = ("21", "dealer-over", "higher", "lower")
OVER_PLAY = ("back-21", "21", "back-higher", "higher", "equal")
OVER_CHANCE = (
    *("bust-on-22", "bust-equal", "bust-on-over", "22", "chance-dealer-over", "back-dealer-over", "dealer-over"),
    *("chance-higher", "back-higher", "higher", "equal"),
)


def cases(law: Citing, chosen: Options) -> Cases:
    """Each sees (wager, hand, dealer); the first match decides. Those above the busts need no final total."""
    pays, pays_chance = (law("7(s)(1)(ii)"), law("12(a)")), (law("7(s)(1)(i)"), law("12(b)"))
    back, tie, lose = (law("7(s)(1)(i)"),), (law("7(s)(2)"),), (law("7(s)(3)"),)
    over, higher, within_21 = law("7(r)(1)(i)"), law("7(r)(1)(ii)"), law("7(q)(2)")
    late = house("late Blackjack")  # 7(h) collects the Blackjack Wager; that nothing else goes is reading B26
    chance = on_second_chance | beside_second_chance
    return (
        Case(BLACKJACK, natural, wins_at(BLACKJACK_PAYS), law("7(f)"), OVER_BLACKJACK, (law("12(a)"),)),
        Case(SURRENDERED_WHOLE, dealer_natural & surrendered, LOSE, law("9(a)(2)"), OVER_WHOLE),
        Case(DOUBLE_BACK, dealer_natural & double_money, RETURN, law("7(h)"), OVER_ADDED, (late,)),
        Case(SPLIT_BACK, dealer_natural & split_money, RETURN, law("7(h)"), OVER_ADDED, (late,)),
        Case(CHANCE_BACK, dealer_natural & on_second_chance, RETURN, law("7(h)"), OVER_ADDED_CHANCE, (late,)),
        Case(DEALER_BLACKJACK, dealer_natural, LOSE, law("7(h)"), OVER_PLAY),
        Case(SURRENDERED_HALF, surrendered & under_ace_or_ten, HALF, law("9(a)(2)"), ON_TOTALS),
        Case(SURRENDERED, surrendered, HALF, law("9(a)(1)"), ON_TOTALS),
        Case(CHANCE_BUST, chance & busted, LOSE, law("7(l)(1)"), OVER_CHANCE),
        Case(CHANCE_21, on_second_chance & player_21, WIN, law("7(l)(2)"), OVER_21, (law("12(b)"),)),
        Case(BACK_21, beside_second_chance & player_21, RETURN, law("7(l)(2)"), OVER_BACK),
        Case(PLAYER_HAS_21, player_21, WIN, law("7(m)"), OVER_21, (law("12(a)"),)),
        *declined_bust(law, chosen),
        Case(DEALER_HAS_22, dealer_22, RETURN, law("7(q)(1)"), ("chance-dealer-over", "dealer-over", "lower")),
        Case(CHANCE_DEALER_BUSTS, on_second_chance & dealer_over_21, WIN, over, ("lower",), pays_chance),
        Case(BACK_DEALER_BUSTS, beside_second_chance & dealer_over_21, RETURN, over, ("dealer-over", "lower"), back),
        Case(DEALER_BUSTS, dealer_over_21, WIN, over, ("lower",), pays),
        Case(CHANCE_HIGHER, on_second_chance & player_higher, WIN, higher, (), (within_21, *pays_chance)),
        Case(BACK_HIGHER, beside_second_chance & player_higher, RETURN, higher, ("higher",), (within_21, *back)),
        Case(HIGHER, player_higher, WIN, higher, (), (within_21, *pays)),
        Case(SAME_TOTAL, equal, RETURN, law("7(r)(2)"), (), (within_21, *tie)),
        Case(LOWER, dealer_higher, LOSE, law("7(r)(3)(ii)"), (), (within_21, *lose)),
    )


def declined_bust(law: Citing, chosen: Options) -> Cases:
    """A bust without Second Chance: lost when that is declined, which no clause says explicitly, or literally
    lost to 21 or less alone (reading DB-3a)."""
    over_bust = ("22", "dealer-over", "higher", "equal")
    reading = house("declined_bust")
    if chosen.text("declined_bust") == "loses":
        return (Case(BUST, busted, LOSE, law("7(l)"), over_bust, (reading,)),)
    lost = Case(BUST, busted, LOSE, law("7(r)(3)(i)"), over_bust, (law("7(s)(3)"),))
    return (
        Case(BUST_ON_22, busted & dealer_22, RETURN, law("7(q)(1)"), ("bust", "dealer-over", "higher")),
        Case(BUST_SAME_TOTAL, busted & equal, RETURN, law("7(r)(2)"), ("bust", "dealer-over"), (law("7(s)(2)"),)),
        Case(BUST_ON_BUST, busted & dealer_over_21, RETURN, reading, ("bust", "dealer-over", "higher", "lower")),
        lost,
    )
