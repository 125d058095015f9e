"""Down Under Blackjack: 58 Pa. Code chapter 685a, the final edition of 2020 and the proposed one of 2018."""

from __future__ import annotations

from holecard.engine.dealer import always, has_blackjack, stands_on_17
from holecard.engine.destinations import Announcing
from holecard.engine.game import Fixed, Forbidden, Game, Offered
from holecard.engine.options import TABLE_LIMITS, YES_NO, Choice, Options
from holecard.engine.plan import irregular
from holecard.engine.rules import Betting, Play, Sharing, Step
from holecard.engine.settlement import LOSE, wins_at
from holecard.engine.side_wager import Settled
from holecard.engine.table import Part
from holecard.games._value_names import COLLECT_BUSTS, SETTLEMENT, SHUFFLER, wagers_final
from holecard.games.pa_down_under_settlement import BLACKJACK_PAYS, cases
from holecard.irregularities.cards_in_error import no_more_cards, offer_exposed_card, use_exposed_card
from holecard.irregularities.late_blackjack import open_added_again
from holecard.irregularities.missed_cards import (
    notice_before_settling,
    notice_missed_card,
    notice_passed_over,
    settled_at_once,
)
from holecard.irregularities.pennsylvania.around import around_685a
from holecard.irregularities.rulings import no_hand_left, rulings
from holecard.law.clauses import Citing, house, instrument
from holecard.pit.tasks import pit_tasks
from holecard.round.actions import Double, Hit, Split, Stand
from holecard.round.insurance import InsuranceOffer, before_the_reader_with_an_ace, not_now
from holecard.round.paying import Order, settle, settle_insurance
from holecard.round.reader import MasqueReader, both_large, read_without_blackjack
from holecard.round.side_wagers import settle_side_wagers
from holecard.round.steps import (
    deal_two_each,
    draw_dealer,
    offer,
    place_wagers,
    read_hole_card,
    round_over,
    turn_hole_card,
)
from holecard.round.turns import (
    bust,
    decide,
    draws_no_more,
    has_21,
    has_doubled,
    in_turn,
    owed_card,
    pay_blackjack,
    split_ace_stands,
)
from holecard.values.money import Odds
from holecard.wagers.match_the_dealer import BY_DECKS, KEY, match_the_dealer

INSTRUMENTS = ("pa-685a",)

law = instrument("pa-685a")

OPTIONS = (
    Choice("edition", "Edition of the rulebook", ("2020", "2018"), "2020", law("0")),
    Choice("decks", "Decks", (4, 5, 6, 8), 6, law("3(a)")),
    Choice(
        "dealer_ace",
        "How a dealer's ace counts",
        ("literal", "conventional"),
        "literal",
        law("3(d)(3)"),
        reading=True,
        names={"literal": "11 up to 22, as the text says", "conventional": "11 up to 21"},
    ),
    Choice("match_the_dealer", "Match-the-Dealer", YES_NO, False, law("6(e)")),
    Choice("settlement", "Order of settlement", tuple(Order), Order.COLLECT_FIRST, law("7(r)"), names=SETTLEMENT),
    Choice(
        "collect_busts",
        "When a bust is collected",
        ("at-once", "at-settlement"),
        "at-once",
        house("collect_busts"),
        names=COLLECT_BUSTS,
    ),
    Choice(
        "shuffler", "How cards are shuffled", ("manual", "batch", "continuous"), "manual", law("5(h)"), names=SHUFFLER
    ),
    Choice("boxes_per_player", "Boxes per player", (1, 2, 3, 4, 5, 6), 6, law("6(f)")),
    Choice("mid_shoe_entry", "Players may join during a shoe", YES_NO, True, law("6(b)")),
    wagers_final(law("6(c)")),
    *TABLE_LIMITS,
)


def match_on_four_or_five_decks(chosen: Options) -> bool:
    return chosen.flag("match_the_dealer") and chosen.number("decks") not in BY_DECKS


FORBIDDEN = (
    Forbidden(
        when=match_on_four_or_five_decks,
        what="Match-the-Dealer",
        why="is offered only with 6 or 8 decks",
        clause="6(e)",
        remedy=("decks=6", "decks=8", "match_the_dealer=no"),
    ),
)

FIXED = (
    Fixed("soft17", "7(m)", "the dealer stands on every 17"),
    Fixed("dealer22", "7(n)(1)", "a dealer 22 pays a 21 and two original Large cards, and returns the other wagers"),
    Fixed("push22", "7(n)(1)", "a dealer 22 pays a 21 and two original Large cards, and returns the other wagers"),
    Fixed("blackjack_pays", "11(a)", "a Blackjack pays 3 to 2"),
    Fixed("surrender", "7(i)(2)", "surrender is not available in Down Under Blackjack"),
    Fixed("double", "9(a)", "any first two cards may be doubled, except a Blackjack"),
    Fixed("das", "9(a)", "a hand formed by a split may be doubled"),
    Fixed("max_hands", "10(c)", "a pair may be split once, into two hands"),
    Fixed("resplit_aces", "10(c)", "a pair may be split once, into two hands"),
    Fixed("hit_split_aces", "10(e)", "a split ace gets only one card"),
    Fixed("hole_card", "7(e)(4)", "the dealer's second card is dealt face down with the players' second cards"),
)


def play(law: Citing, chosen: Options) -> Play:
    split = Split(
        cite=law("10(a)"), limit_cite=law("10(c)"), order_cite=law("10(b)"), aces_cite=law("10(e)"), most_hands=2
    )
    insurance = InsuranceOffer(
        cite=law("8(a)"),
        amount_cite=law("8(b)"),
        offer_cite=law("7(g)"),
        odds_cite=law("11(b)"),
        rounds_up=True,
        even_money=law("7(g)"),
    )
    reader = MasqueReader(
        ("blue", "red", "yellow"),
        (law("3(e)(1)"), law("3(e)(2)"), law("3(e)(3)")),
        (law("3(e)"),),
        laid=law("7(h)"),
        inscribed=(law("2(b)(3)(i)"), law("2(b)(3)(ii)"), law("2(b)(3)(iii)")),
    )
    order = Order(chosen.text("settlement"))
    in_order = (order, law("7(r)(1)" if order is Order.COLLECT_FIRST else "7(r)(2)"))
    collected = house("collect_busts") if chosen.text("collect_busts") == "at-once" else None
    match = chosen.flag("match_the_dealer")
    settled = (law("7(f)"), law("7(f)"), law("11(c)"))
    turns = in_turn(  # each box is paid or asked before the next (reading DU-7a)
        notice_passed_over(law("12(f)")),
        no_more_cards(law("12(c)")),
        owed_card(law("7(j)"), law("9(c)"), law("10(b)")),
        pay_blackjack(BLACKJACK_PAYS, law("11(a)"), law("7(i)(1)")),
        bust(law("7(q)(1)"), collected),
        split_ace_stands(split),
        draws_no_more(has_21, law("7(k)(1)"), "21"),
        draws_no_more(has_doubled, law("7(k)(2)"), "one card to a double"),
        decide(law("7(i)"), law("10(c)")),
    )
    added = open_added_again({Part.DOUBLE: law("9(b)"), Part.SPLIT: law("10(d)")})
    total = Announcing(law("7(m)"), ace=law("3(d)(3)"), on_22=law("7(n)(1)"))
    steps: tuple[Step, ...] = (
        rulings(),
        pit_tasks(),
        no_hand_left(law("7(s)")),
        place_wagers(law("6(c)")),
        deal_two_each(law("7(e)(1)"), law("7(e)(2)"), law("7(e)(3)"), law("7(e)(4)")),
        settle_side_wagers(Settled.AFTER_DEAL),
        offer("insurance", before_the_reader_with_an_ace, insurance.make),
        read_hole_card(law("7(h)"), reader.shows, always),
        turn_hole_card(law("7(h)"), both_large),
        notice_before_settling(law("12(f)"), has_blackjack),
        settle_insurance(has_blackjack, wins_at(Odds(2)), law("8(c)"), law("11(b)")),
        added,
        settle(*in_order, when=has_blackjack),
        settle_insurance(read_without_blackjack, LOSE, law("8(d)")),
        offer_exposed_card(turns),
        no_hand_left(law("7(s)")),
        turns,
        no_hand_left(law("7(s)")),
        notice_missed_card(law("12(g)"), settled_at_once),
        turn_hole_card(law("7(l)"), always, law("7(m)")),
        added,
        irregular(settle(*in_order, when=has_blackjack)),  # only after a wrong light (reading DU-6)
        use_exposed_card(stands_on_17, law("12(c)"), total),
        draw_dealer(stands_on_17, law("7(m)"), total),
        settle(*in_order),
        round_over(law("7(s)")),
    )
    return Play(
        betting=Betting(
            place=law("6(d)"),
            chips=law("6(a)"),
            spoken=True,
            closing=law("7(e)"),
            in_time=law("6(c)"),
            taken_back=house("wagers_final"),
            final_as_placed=chosen.text("wagers_final") == "as-placed",
            adjacent=law("6(f)"),
            barred=law("6(b)"),
        ),
        sharing=Sharing(no_other_bettor=law("2(b)(2)")),
        steps=steps,
        actions=(
            Hit(cite=law("7(k)"), one_card_to_split_aces=law("10(e)")),
            Stand(cite=law("7(i)(2)")),
            Double(cite=law("9(a)"), sideways=law("9(c)"), one_card_to_split_aces=law("10(e)")),
            split,
        ),
        cases=cases(law),
        ace=law("3(d)(3)"),
        dealer_limit=22 if chosen.text("dealer_ace") == "literal" else 21,
        withheld={
            "surrender": (law("7(i)(2)"), "is not available in Down Under Blackjack"),
            "even-money": (law("7(g)"), "is offered only to a Blackjack against an ace"),
            "insurance": not_now(law("8(a)"), law("8(b)")),
            KEY: (law("6(e)"), "is not offered at this table"),
        },
        offers={"insurance": insurance},
        side_wagers={KEY: match_the_dealer(BY_DECKS[chosen.number("decks")], law("6(e)"), *settled)} if match else {},
        reader=reader,
        around=around_685a(law, chosen, stands_on_17),
    )


PA_DOWN_UNDER = Game(
    key="pa-down-under",
    name="Down Under Blackjack",
    about="A light tells you whether the dealer's hole card is small, medium or large.",
    cloth="teal",
    instrument="pa-685a",
    options=OPTIONS,
    play=play,
    boxes=6,
    boxes_cite=law("2(a)"),
    forbidden=FORBIDDEN,
    fixed=FIXED,
    wagers=(Offered(key=KEY, cite=law("6(e)")),),
)
