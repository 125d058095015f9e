"""Double Back Jack: 58 Pa. Code chapter 673a."""

from __future__ import annotations

from holecard.actions import Double, Hit, Split, Stand
from holecard.dealer import always, could_be_blackjack, has_blackjack, stands_on_17
from holecard.destinations import Announcing
from holecard.game import Game
from holecard.insurance import InsuranceOffer, before_the_reader_with_an_ace, not_now
from holecard.irregularities import chapter_673a
from holecard.irregularities.cards_in_error import offer_exposed_card, use_exposed_card
from holecard.irregularities.chapter_673a import has_finished, reader_needed
from holecard.irregularities.common import Irregular
from holecard.irregularities.pennsylvania import irregularities
from holecard.irregularities.rulings import no_hand_left, rulings
from holecard.law import Citing, house, instrument
from holecard.money import EVEN, Odds
from holecard.paying import Order, any_hand_open, once_all_settled, pay_blackjacks, settle, settle_insurance
from holecard.pit import chapter_673a as pit_673a
from holecard.pit.pennsylvania import pennsylvania
from holecard.pit.tasks import pit_tasks
from holecard.reader import BlackjackReader, read_blackjack, read_without_blackjack
from holecard.rules import TABLE_LIMITS, YES_NO, AtLeast, Choice, Options, Play, Step
from holecard.second_chance import SECOND_CHANCE, SecondChance, beside_second_chance, on_second_chance, owed_to
from holecard.settlement import (
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
from holecard.steps import Pass, deal, draw_dealer, offer, place_wagers, read_hole_card, round_over, turn_hole_card
from holecard.surrender import (
    SURRENDER,
    SurrenderInTurn,
    SurrenderOffer,
    before_the_reader_with_ace_or_ten,
    settle_surrenders,
    under_ace_or_ten,
)
from holecard.turns import decide, draws_no_more, has_21, has_doubled, in_turn, owed_card, pay_at_once

INSTRUMENTS = ("pa-673a",)
BLACKJACK_PAYS = Odds(2)

law = instrument("pa-673a")

OPTIONS = (
    AtLeast("decks", tuple(range(1, 9)), 6, law("3(a)")),
    Choice("declined_bust", ("loses", "literal"), "loses", law("7(r)(3)(i)"), reading=True),
    Choice("settlement", tuple(Order), Order.COLLECT_FIRST, law("7(t)")),
    Choice("shuffler", ("manual", "batch", "continuous"), "manual", law("5(h)")),
    Choice("boxes_per_player", (1, 2, 3, 4, 5, 6), 6, law("6(e)")),
    Choice("mid_shoe_entry", YES_NO, True, law("6(b)")),
    *TABLE_LIMITS,
)

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


def play(law: Citing, chosen: Options) -> Play:
    split = Split(
        cite=law("11(a)"), limit_cite=law("11(a)"), order_cite=law("11(b)"), aces_cite=law("11(a)"), most_hands=2
    )
    insurance = InsuranceOffer(
        cite=law("8(a)"), amount_cite=law("8(b)"), offer_cite=law("7(g)"), rounds_up=True, even_money=None
    )
    surrender = SurrenderOffer(cite=law("9(a)"), laid=law("9(a)(2)"), apart=law("9(b)"))
    chance = SecondChance(
        cite=law("7(l)"), waits=law("7(l)(3)"), takes_declined=chosen.text("declined_bust") == "loses"
    )
    reader = BlackjackReader(law("7(h)"))
    order = Order(chosen.text("settlement"))
    in_order = (order, law("7(t)(1)" if order is Order.COLLECT_FIRST else "7(t)(2)"))
    pit = pennsylvania(law, chosen, pit_673a.chapter(law))
    clauses = chapter_673a.clauses(law)
    own = chapter_673a.own(clauses, pit.procedures)
    errors = irregularities(clauses, pit.procedures, has_finished, own, owed_to)
    turns = in_turn(
        chance.rule,  # at once, before the next hand (reading B4)
        owed_card(law("7(j)"), law("10(a)"), law("11(b)")),
        pay_at_once(  # the inscription decides when (reading DB-2)
            has_21, EVEN, law("12(a)"), law("7(m)"), "21", law("2(b)(4)(iii)"), no_more=law("7(k)(1)")
        ),
        draws_no_more(has_doubled, law("7(k)(2)"), "one card to a double"),
        decide(law("7(i)"), law("11(c)")),
    )
    total = Announcing(law("7(o)"), ace=law("3(d)(3)"), on_22=law("7(q)(1)"))
    steps: tuple[Step, ...] = (
        rulings(),
        pit_tasks(),
        no_hand_left(law("7(u)"), reader_needed),
        place_wagers(law("6(c)")),
        deal(
            Pass(False, law("7(e)(1)")),
            Pass(True, law("7(e)(2)")),
            Pass(False, law("7(e)(3)")),
            Pass(True, law("7(e)(4)"), face_down=True),
        ),
        pay_blackjacks(BLACKJACK_PAYS, law("12(a)"), law("7(f)")),
        offer("insurance", before_the_reader_with_an_ace, insurance.make),
        offer(SURRENDER, before_the_reader_with_ace_or_ten, surrender.make),
        read_hole_card(law("7(h)"), reader.shows, could_be_blackjack),
        turn_hole_card(law("7(h)"), read_blackjack),
        settle_insurance(has_blackjack, wins_at(Odds(2)), law("8(c)"), law("12(c)")),
        settle(*in_order, when=has_blackjack),
        settle_insurance(read_without_blackjack, LOSE, law("8(d)")),
        settle_surrenders(read_without_blackjack),
        offer_exposed_card(turns),
        no_hand_left(law("7(u)"), reader_needed),
        turns,
        once_all_settled(turn_hole_card(law("7(n)"), always, law("7(p)"))),
        turn_hole_card(law("7(n)"), always, law("7(o)")),
        use_exposed_card(stands_on_17, clauses[Irregular.DRAWN_EXPOSED], total, any_hand_open),
        draw_dealer(stands_on_17, law("7(o)"), total, any_hand_open),
        settle(*in_order),
        round_over(law("7(u)")),
    )
    return Play(
        steps=steps,
        actions=(
            Hit(cite=law("7(k)"), one_card_to_split_aces=None),
            Stand(cite=law("7(i)")),
            Double(
                cite=law("10(a)"), sideways=law("10(b)"), one_card_to_split_aces=None, after_split_cite=law("10(c)")
            ),
            split,
            SurrenderInTurn(cite=law("9(a)"), apart=law("9(b)")),
        ),
        cases=cases(law, chosen),
        place=law("6(d)"),
        chips=law("6(a)"),
        spoken=False,
        closing=law("7(e)"),
        in_time=law("6(c)"),
        adjacent=law("6(e)"),
        no_other_bettor=law("2(b)(2)"),
        barred=law("6(b)"),
        ace=law("3(d)(3)"),
        collect=pit.collect,
        cover=pit.cover,
        withheld={
            "insurance": not_now(law("8(a)"), law("8(b)")),
            "even-money": (house("even money"), "is not offered: a Blackjack is paid at once"),
            SECOND_CHANCE: (law("7(l)"), "is offered only after a bust"),
        },
        offers={"insurance": insurance, SURRENDER: surrender, SECOND_CHANCE: chance},
        reader=reader,
        rulings=errors.rulings,
        irregularities=errors.rules,
        pit=pit.steps,
        notices=pit.notices,
        opening=pit.opening,
    )


PA_DOUBLE_BACK_JACK = Game(
    key="pa-double-back-jack",
    name="Double Back Jack",
    instrument="pa-673a",
    options=OPTIONS,
    play=play,
    boxes=6,
    boxes_cite=law("2(a)"),
)
