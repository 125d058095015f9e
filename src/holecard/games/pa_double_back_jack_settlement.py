"""How Double Back Jack settles: 58 Pa. Code § 673a.7(f)-(s) and .9."""

from __future__ import annotations

from holecard.engine.options import Options
from holecard.engine.settlement import (
    HALF,
    LOSE,
    RETURN,
    WIN,
    Case,
    Cases,
    busted,
    dealer_22,
    dealer_higher,
    dealer_natural,
    dealer_over_21,
    equal,
    natural,
    player_21,
    player_higher,
    surrendered,
    wins_at,
)
from holecard.law.clauses import Citing, house
from holecard.round.second_chance import beside_second_chance, on_second_chance
from holecard.round.surrender import under_ace_or_ten
from holecard.values.money import Odds

INSTRUMENTS = ("pa-673a",)
BLACKJACK_PAYS = Odds(2)

ON_TOTALS = ("22", "dealer-over", "higher", "equal", "lower")
OVER_BLACKJACK = ("dealer-blackjack", "21", *ON_TOTALS)
OVER_WHOLE = ("surrendered-half", "surrendered")
OVER_21 = ("22", "equal", "lower")
OVER_BACK = ("21", "dealer-over", "higher", "lower")
OVER_PLAY = ("chance-21", "back-21", "21", "chance-higher", "back-higher", "higher", "equal")
OVER_CHANCE = (
    *("bust-on-22", "bust-equal", "bust-on-over", "22", "chance-dealer-over", "back-dealer-over", "dealer-over"),
    *("chance-higher", "back-higher", "higher", "equal"),
)


def cases(law: Citing, chosen: Options) -> Cases:
    """Each sees (wager, hand, dealer); the first match decides. Those above the busts need no final total."""
    pays, pays_chance = (law("7(s)(1)(ii)"), law("12(a)")), (law("7(s)(1)(i)"), law("12(b)"))
    back, tie, lose = (law("7(s)(1)(i)"),), (law("7(s)(2)"),), (law("7(s)(3)"),)
    over, higher, within_21 = law("7(r)(1)(i)"), law("7(r)(1)(ii)"), law("7(q)(2)")
    chance = on_second_chance | beside_second_chance
    return (
        Case("blackjack", natural, wins_at(BLACKJACK_PAYS), law("7(f)"), OVER_BLACKJACK, (law("12(a)"),)),
        Case("surrendered-whole", dealer_natural & surrendered, LOSE, law("9(a)(2)"), OVER_WHOLE),
        Case("dealer-blackjack", dealer_natural, LOSE, law("7(h)"), OVER_PLAY),
        Case("surrendered-half", surrendered & under_ace_or_ten, HALF, law("9(a)(2)"), ON_TOTALS),
        Case("surrendered", surrendered, HALF, law("9(a)(1)"), ON_TOTALS),
        Case("chance-over", chance & busted, LOSE, law("7(l)(1)"), OVER_CHANCE),
        Case("chance-21", on_second_chance & player_21, WIN, law("7(l)(2)"), OVER_21, (law("12(b)"),)),
        Case("back-21", beside_second_chance & player_21, RETURN, law("7(l)(2)"), OVER_BACK),
        Case("21", player_21, WIN, law("7(m)"), OVER_21, (law("12(a)"),)),
        *declined_bust(law, chosen),
        Case("22", dealer_22, RETURN, law("7(q)(1)"), ("chance-dealer-over", "dealer-over", "lower")),
        Case("chance-dealer-over", on_second_chance & dealer_over_21, WIN, over, ("lower",), pays_chance),
        Case("back-dealer-over", beside_second_chance & dealer_over_21, RETURN, over, ("dealer-over", "lower"), back),
        Case("dealer-over", dealer_over_21, WIN, over, ("lower",), pays),
        Case("chance-higher", on_second_chance & player_higher, WIN, higher, (), (within_21, *pays_chance)),
        Case("back-higher", beside_second_chance & player_higher, RETURN, higher, ("higher",), (within_21, *back)),
        Case("higher", player_higher, WIN, higher, (), (within_21, *pays)),
        Case("equal", equal, RETURN, law("7(r)(2)"), (), (within_21, *tie)),
        Case("lower", dealer_higher, LOSE, law("7(r)(3)(ii)"), (), (within_21, *lose)),
    )


def declined_bust(law: Citing, chosen: Options) -> Cases:
    """A bust without Second Chance: lost when that is declined, which no clause says in so many words, or literally
    lost to 21 or less alone (reading DB-3a)."""
    over_bust = ("22", "dealer-over", "higher", "equal")
    reading = house("declined_bust")
    if chosen.text("declined_bust") == "loses":
        return (Case("bust", busted, LOSE, law("7(l)"), over_bust, (reading,)),)
    lost = Case("bust", busted, LOSE, law("7(r)(3)(i)"), over_bust, (law("7(s)(3)"),))
    return (
        Case("bust-on-22", busted & dealer_22, RETURN, law("7(q)(1)"), ("bust", "dealer-over", "higher")),
        Case("bust-equal", busted & equal, RETURN, law("7(r)(2)"), ("bust", "dealer-over"), (law("7(s)(2)"),)),
        Case("bust-on-over", busted & dealer_over_21, RETURN, reading, ("bust", "dealer-over", "higher", "lower")),
        lost,
    )
