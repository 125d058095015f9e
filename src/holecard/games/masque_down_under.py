"""Down Under Blackjack by the manufacturer's rules of play, ROP06122019."""

from __future__ import annotations

from holecard.engine.dealer import always, has_blackjack, hits_soft_17, stands_on_17
from holecard.engine.destinations import Announcing
from holecard.engine.game import Fixed, Game, Offered
from holecard.engine.options import TABLE_LIMITS, YES_NO, Choice, OddsChoice, Options, Sum
from holecard.engine.plan import irregular
from holecard.engine.rules import Betting, Play, Sharing, Step
from holecard.engine.settlement import LOSE, wins_at
from holecard.engine.side_wager import Settled
from holecard.engine.table import Part
from holecard.games._value_names import COLLECT_BUSTS, SETTLEMENT, SHUFFLER, SOFT_17
from holecard.games.masque_limits import FORBIDDEN, match
from holecard.games.masque_settlement import as_in_685a, cases, push_22_rule
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
from holecard.round.inscriptions import main_rules
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
from holecard.wagers.match_the_dealer import KEY

INSTRUMENTS = ("down-under-rop",)

law = instrument("down-under-rop")

OPTIONS = (
    Choice("decks", "Decks", (2, 4, 5, 6, 8), 6, law("0")),
    Choice("soft17", "Dealer's soft 17", ("stand", "hit"), "stand", law("10"), names=SOFT_17),
    Choice(
        "push22",
        "What wins against a dealer 22",
        ("a", "b", "c"),
        "a",
        law("12"),
        names={"a": "two original gold cards, and 21", "b": "21", "c": "20 and 21"},
    ),
    Choice("blackjack_pays", "Blackjack pays", ("3:2", "6:5"), "3:2", law("4(1)")),
    Choice("max_hands", "Most hands after splits", (4, 2), 4, law("7(1)")),
    Choice("resplit_aces", "Split aces again", YES_NO, False, law("8")),
    Choice(
        "device",
        "How the dealer reads the hole card",
        ("reader", "peeker"),
        "reader",
        law("2"),
        names={"reader": "an electronic card reader", "peeker": "a peeker with printed cards"},
    ),
    Choice("match_the_dealer", "Match-the-Dealer", YES_NO, False, law("14")),
    OddsChoice(
        "match_suited", "Match-the-Dealer: odds of a suited match", law("14(8)"), names={"standard": "the usual odds"}
    ),
    OddsChoice(
        "match_unsuited",
        "Match-the-Dealer: odds of an unsuited match",
        law("14(8)"),
        names={"standard": "the usual odds"},
    ),
    Sum("match_minimum", "Match-the-Dealer: minimum", 100, law("14(4)")),
    Sum("match_maximum", "Match-the-Dealer: maximum", 1_000_000, law("14(4)")),
    Choice(
        "settlement", "Order of settlement", tuple(Order), Order.COLLECT_FIRST, house("settlement"), names=SETTLEMENT
    ),
    Choice(
        "collect_busts",
        "When a bust is collected",
        ("at-once", "at-settlement"),
        "at-once",
        house("collect_busts"),
        names=COLLECT_BUSTS,
    ),
    Choice(
        "shuffler",
        "How cards are shuffled",
        ("manual", "batch", "continuous"),
        "manual",
        house("shuffler"),
        names=SHUFFLER,
    ),
    Choice("boxes_per_player", "Boxes per player", (1, 2, 3, 4, 5, 6), 6, house("boxes_per_player")),
    Choice("mid_shoe_entry", "Players may join during a shoe", YES_NO, True, house("mid_shoe_entry")),
    *TABLE_LIMITS,
)

FIXED = (
    Fixed("dealer22", "12", "a dealer 22 is settled in one of the three ways of push22"),
    Fixed("surrender", "5", "surrender is not available in Down Under Blackjack"),
    Fixed("double", "9", "any two cards may be doubled"),
    Fixed("das", "9", "a hand formed by a split may be doubled"),
    Fixed("hit_split_aces", "8(1)", "a split ace gets only one card"),
)


def play(law: Citing, chosen: Options) -> Play:
    split = Split(
        cite=law("7"),
        limit_cite=law("7(1)") if chosen.number("max_hands") == 2 else law("7"),
        order_cite=as_in_685a("10(b)"),
        aces_cite=law("8(1)"),
        aces_once=law("8"),
        most_hands=chosen.number("max_hands"),
        resplit_aces=chosen.flag("resplit_aces"),
    )
    insurance = InsuranceOffer(
        cite=law("6"),
        amount_cite=law("6"),
        offer_cite=law("6"),
        odds_cite=as_in_685a("11(b)"),
        rounds_up=False,
        even_money=None,
    )
    device = chosen.text("device")
    reader = MasqueReader(
        ("blue", "red", "gold"),
        (law("3(small)"), law("3(medium)"), law("3(large)")),
        (law("2"), law("3"), law("3(1)")),
        laid=law("3(3)"),
        device=device,
        sign="light" if device == "reader" else "mark on the card",
    )
    hits = chosen.text("soft17") == "hit"
    stands = hits_soft_17 if hits else stands_on_17
    soft_17 = law("10(a)" if hits else "10(b)")
    in_order = (Order(chosen.text("settlement")), house("settlement"))
    collected = house("collect_busts") if chosen.text("collect_busts") == "at-once" else None
    matching = chosen.flag("match_the_dealer")
    second = law("14(5)" if matching else "1(1)")  # the item on the side wager tells the deal again
    turns = in_turn(
        notice_passed_over(as_in_685a("12(f)")),
        no_more_cards(as_in_685a("12(c)")),
        owed_card(law("4"), law("9"), law("4")),
        pay_blackjack(chosen.odds("blackjack_pays"), law("4(1)"), law("4")),
        bust(law("4"), collected),
        split_ace_stands(split),
        draws_no_more(has_21, law("4"), "21"),
        draws_no_more(has_doubled, law("9"), "one card to a double"),
        decide(law("4")),
    )
    added = open_added_again({Part.DOUBLE: as_in_685a("9(b)"), Part.SPLIT: as_in_685a("10(d)")})
    total = Announcing(law("13"), on_22=push_22_rule(law, chosen.text("push22")))
    steps: tuple[Step, ...] = (
        rulings(),
        pit_tasks(),
        no_hand_left(law("13")),
        place_wagers(law("1")),
        deal_two_each(law("1(1)"), law("1(1)"), second, second),
        settle_side_wagers(Settled.AFTER_DEAL),
        offer("insurance", before_the_reader_with_an_ace, insurance.make),
        read_hole_card(law("3(3)"), reader.shows, always),
        turn_hole_card(law("11"), both_large),
        notice_before_settling(as_in_685a("12(f)"), has_blackjack),
        settle_insurance(has_blackjack, wins_at(Odds(2)), insurance.odds_cite),
        added,
        settle(*in_order, when=has_blackjack),
        settle_insurance(read_without_blackjack, LOSE, law("6")),
        offer_exposed_card(turns),
        no_hand_left(law("13")),
        turns,
        no_hand_left(law("13")),
        notice_missed_card(as_in_685a("12(g)"), settled_at_once),
        turn_hole_card(law("13"), always, law("10"), soft_17),
        added,
        irregular(settle(*in_order, when=has_blackjack)),  # only after a wrong light
        use_exposed_card(stands, as_in_685a("12(c)"), total),
        draw_dealer(stands, soft_17, total),
        settle(*in_order),
        round_over(law("13")),
    )
    return Play(
        betting=Betting(
            place=law("1"),
            chips=house("chips"),
            closing=law("1(1)"),
            in_time=law("1"),
            adjacent=house("boxes_per_player"),
            barred=house("mid_shoe_entry"),
        ),
        sharing=Sharing(no_other_bettor=house("one bettor a box")),
        steps=steps,
        actions=(
            Hit(cite=law("4"), one_card_to_split_aces=law("8(1)")),
            Stand(cite=law("4")),
            Double(cite=law("9(1)"), sideways=as_in_685a("9(c)"), one_card_to_split_aces=law("8(1)")),
            split,
        ),
        cases=cases(law, chosen),
        inscriptions=tuple(
            main_rules(
                (chosen.odds("blackjack_pays"), law("4(1)")), (hits, soft_17), insurance.odds_cite, cases(law, chosen)
            )
        ),
        withheld={
            "surrender": (law("5"), "is not available in Down Under Blackjack"),
            "even-money": (house("even money"), "is not offered in this game"),
            "insurance": not_now(law("6"), as_in_685a("8(b)"), "the range is shown"),  # reading R1
            KEY: (law("14"), "is not offered at this table"),
        },
        offers={"insurance": insurance},
        side_wagers={KEY: match(law, chosen)} if matching else {},
        reader=reader,
        around=around_685a(as_in_685a, chosen, stands, device),
    )


MASQUE_DOWN_UNDER = Game(
    key="masque-down-under",
    name="Down Under Blackjack (rules of play ROP06122019)",
    about="Down Under as its maker writes it: the light tells you what lies under the dealer's card.",
    cloth="blue",
    instrument="down-under-rop",
    options=OPTIONS,
    play=play,
    boxes=6,
    boxes_cite=house("six boxes"),
    forbidden=FORBIDDEN,
    fixed=FIXED,
    wagers=(Offered(key=KEY, cite=law("14")),),
)
