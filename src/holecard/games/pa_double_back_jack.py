"""Double Back Jack: 58 Pa. Code chapter 673a."""

from __future__ import annotations

from holecard.engine.dealer import always, could_be_blackjack, has_blackjack, stands_on_17
from holecard.engine.destinations import Announcing
from holecard.engine.game import Fixed, Game
from holecard.engine.options import TABLE_LIMITS, YES_NO, AtLeast, Choice, Options
from holecard.engine.rules import Betting, Play, Sharing, Step
from holecard.engine.settlement import LOSE, wins_at
from holecard.engine.table import Dealer, Hand, Part
from holecard.games._value_names import SETTLEMENT, SHUFFLER, wagers_final
from holecard.games.pa_double_back_jack_settlement import BLACKJACK_PAYS, cases
from holecard.irregularities.cards_in_error import no_more_cards, offer_exposed_card, use_exposed_card
from holecard.irregularities.late_blackjack import open_added_again
from holecard.irregularities.missed_cards import notice_before_settling, notice_missed_card, notice_passed_over
from holecard.irregularities.pennsylvania.around import around_673a
from holecard.irregularities.pennsylvania.chapter_673a import reader_needed
from holecard.irregularities.rulings import no_hand_left, rulings
from holecard.law.clauses import Citing, house, instrument
from holecard.pit.tasks import pit_tasks
from holecard.round.actions import Double, Hit, Split, Stand
from holecard.round.insurance import InsuranceOffer, before_the_reader_with_an_ace, not_now
from holecard.round.paying import Order, any_hand_open, once_all_settled, pay_blackjacks, settle, settle_insurance
from holecard.round.reader import BlackjackReader, read_blackjack, read_without_blackjack
from holecard.round.second_chance import SECOND_CHANCE, SecondChance, took_chance
from holecard.round.steps import (
    deal_two_each,
    draw_dealer,
    offer,
    place_wagers,
    read_hole_card,
    round_over,
    turn_hole_card,
)
from holecard.round.surrender import (
    SURRENDER,
    SurrenderInTurn,
    SurrenderOffer,
    before_the_reader_with_ace_or_ten,
    settle_surrenders,
)
from holecard.round.turns import decide, draws_no_more, has_21, has_doubled, in_turn, owed_card, pay_at_once
from holecard.values.money import EVEN, Odds

INSTRUMENTS = ("pa-673a",)

law = instrument("pa-673a")

OPTIONS = (
    AtLeast("decks", "Decks", tuple(range(1, 9)), 6, law("3(a)")),
    Choice(
        "declined_bust",
        "A bust without Second Chance",
        ("loses", "literal"),
        "loses",
        law("7(r)(3)(i)"),
        reading=True,
        names={"loses": "loses at once", "literal": "waits for the dealer, as the text says"},
    ),
    Choice("settlement", "Order of settlement", tuple(Order), Order.COLLECT_FIRST, law("7(t)"), names=SETTLEMENT),
    Choice(
        "shuffler", "How cards are shuffled", ("manual", "batch", "continuous"), "manual", law("5(h)"), names=SHUFFLER
    ),
    Choice("boxes_per_player", "Boxes per player", (1, 2, 3, 4, 5, 6), 6, law("6(e)")),
    Choice("mid_shoe_entry", "Players may join during a shoe", YES_NO, True, law("6(b)")),
    wagers_final(law("6(c)")),
    *TABLE_LIMITS,
)

FIXED = (
    Fixed("soft17", "7(o)", "the dealer stands on every 17"),
    Fixed("dealer22", "7(q)(1)", "a dealer 22 returns the remaining wagers"),
    Fixed("push22", "7(q)(1)", "a dealer 22 returns the remaining wagers"),
    Fixed("blackjack_pays", "12(a)", "a Blackjack pays 2 to 1"),
    Fixed("surrender", "9(a)", "every player may surrender the first two cards"),
    Fixed("double", "10(a)", "any first two cards may be doubled, except a Blackjack"),
    Fixed("das", "10(c)", "a hand formed by a split may be doubled"),
    Fixed("max_hands", "11(a)", "a pair may be split into at most two hands"),
    Fixed("resplit_aces", "11(a)", "a pair may be split into at most two hands"),
    Fixed("hole_card", "7(e)(4)", "the dealer's second card is dealt face down with the players' second cards"),
)


def bought_a_chance(dealer: Dealer, hand: Hand) -> bool:
    return took_chance(hand)


def play(law: Citing, chosen: Options) -> Play:
    split = Split(
        cite=law("11(a)"), limit_cite=law("11(a)"), order_cite=law("11(b)"), aces_cite=law("11(a)"), most_hands=2
    )
    surrender = SurrenderOffer(cite=law("9(a)"), laid=law("9(a)(2)"), apart=law("9(b)"))
    insurance = InsuranceOffer(
        cite=law("8(a)"),
        amount_cite=law("8(b)"),
        offer_cite=law("7(g)"),
        odds_cite=law("12(c)"),
        rounds_up=True,
        even_money=None,
        surrender=surrender,
    )
    chance = SecondChance(
        cite=law("7(l)"), waits=law("7(l)(3)"), takes_declined=chosen.text("declined_bust") == "loses"
    )
    reader = BlackjackReader(law("7(h)"))
    order = Order(chosen.text("settlement"))
    in_order = (order, law("7(t)(1)" if order is Order.COLLECT_FIRST else "7(t)(2)"))
    turns = in_turn(
        notice_passed_over(law("13(g)")),
        no_more_cards(law("13(c)")),
        chance.rule,  # at once, before the next hand (reading B4)
        owed_card(law("7(j)"), law("10(b)"), law("11(b)")),
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
        deal_two_each(law("7(e)(1)"), law("7(e)(2)"), law("7(e)(3)"), law("7(e)(4)")),
        pay_blackjacks(BLACKJACK_PAYS, law("12(a)"), law("7(f)")),
        offer("insurance", before_the_reader_with_an_ace, insurance.make),
        offer(SURRENDER, before_the_reader_with_ace_or_ten, surrender.make),
        read_hole_card(law("7(h)"), reader.shows, could_be_blackjack),
        turn_hole_card(law("7(h)"), read_blackjack),
        notice_before_settling(law("13(g)"), has_blackjack),
        settle_insurance(has_blackjack, wins_at(Odds(2)), law("8(c)"), law("12(c)")),
        open_added_again(dict.fromkeys((Part.DOUBLE, Part.SPLIT, Part.SIDE), law("7(h)"))),
        settle(*in_order, when=has_blackjack),  # late only after a wrong reading (B26)
        settle_insurance(read_without_blackjack, LOSE, law("8(d)")),
        settle_surrenders(read_without_blackjack),
        offer_exposed_card(turns),
        no_hand_left(law("7(u)"), reader_needed),
        turns,
        no_hand_left(law("7(u)"), reader_needed),
        notice_missed_card(law("13(h)"), bought_a_chance),  # reading B24
        once_all_settled(turn_hole_card(law("7(n)"), always, law("7(p)"))),
        turn_hole_card(law("7(n)"), always, law("7(o)")),
        use_exposed_card(stands_on_17, law("13(c)"), total, any_hand_open),
        draw_dealer(stands_on_17, law("7(o)"), total, any_hand_open),
        settle(*in_order),
        round_over(law("7(u)")),
    )
    return Play(
        betting=Betting(
            place=law("6(d)"),
            chips=law("6(a)"),
            closing=law("7(e)"),
            in_time=law("6(c)"),
            taken_back=house("wagers_final"),
            final_as_placed=chosen.text("wagers_final") == "as-placed",
            adjacent=law("6(e)"),
            barred=law("6(b)"),
        ),
        sharing=Sharing(no_other_bettor=law("2(b)(2)")),
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
        ace=law("3(d)(3)"),
        withheld={
            "insurance": not_now(law("8(a)"), law("8(b)")),
            "even-money": (house("even money"), "is not offered: a Blackjack is paid at once"),
            SECOND_CHANCE: (law("7(l)"), "is offered only after a bust"),
        },
        offers={"insurance": insurance, SURRENDER: surrender, SECOND_CHANCE: chance},
        reader=reader,
        around=around_673a(law, chosen),
    )


PA_DOUBLE_BACK_JACK = Game(
    key="pa-double-back-jack",
    name="Double Back Jack",
    about="After a bust you can buy a Second Chance: one more card that counts backwards.",
    cloth="wine",
    instrument="pa-673a",
    options=OPTIONS,
    play=play,
    boxes=6,
    boxes_cite=law("2(a)"),
    fixed=FIXED,
)
