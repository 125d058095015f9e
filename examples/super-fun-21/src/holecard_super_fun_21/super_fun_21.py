"""Super Fun 21: one deck, generous rules, and a Blackjack that always wins but mostly pays even money."""

from __future__ import annotations

from holecard.engine.dealer import always, could_be_blackjack, has_blackjack, hits_soft_17, stands_on_17
from holecard.engine.destinations import Announcing
from holecard.engine.game import Game, Offered
from holecard.engine.options import TABLE_LIMITS, YES_NO, Choice, Options
from holecard.engine.rules import Around, Betting, Play, Sharing, Step
from holecard.engine.settlement import LOSE, wins_at
from holecard.engine.side_wager import Settled
from holecard.engine.table import Hand
from holecard.law.clauses import Citing, house, instrument
from holecard.pit.between_rounds import collect_cards, no_cover_card
from holecard.round.actions import DOUBLE_ANY, SURRENDER_ANY, Double, Hit, Split, Stand, Surrender
from holecard.round.inscriptions import main_rules
from holecard.round.insurance import InsuranceOffer, before_the_reader_with_an_ace
from holecard.round.paying import Order, Paid, pay_blackjacks_by_cards, settle, settle_insurance
from holecard.round.reader import BlackjackReader, read_blackjack, read_without_blackjack
from holecard.round.side_wagers import settle_side_wagers
from holecard.round.steps import (
    Pass,
    deal,
    draw_dealer,
    offer,
    place_wagers,
    read_hole_card,
    round_over,
    turn_hole_card,
)
from holecard.round.turns import bust, decide, draws_no_more, has_21, in_turn, owed_card, pay_at_once, rescue
from holecard.values.money import EVEN
from holecard_super_fun_21.royal_match import KEY, SCALES, royal_match
from holecard_super_fun_21.settlement import TWO_TO_ONE, cases, has_long_21, has_six_cards, is_diamonds

INSTRUMENTS = ("super-fun-21",)
law = instrument("super-fun-21")

OPTIONS = (
    Choice("decks", "Decks", (1, 2), 1, law("1")),
    Choice(
        "soft17",
        "Dealer's soft 17",
        ("hit", "stand"),
        "hit",
        law("12"),
        names={"hit": "the dealer hits", "stand": "the dealer stands"},
    ),
    Choice("royal_match", "Royal Match", YES_NO, False, law("14")),
    Choice(
        "royal_match_scale",
        "Royal Match: pay scale",
        tuple(SCALES),
        "one",
        law("14"),
        names={"one": "3 to 1, royal 10 to 1", "two": "5 to 2, royal 25 to 1"},
    ),
    *TABLE_LIMITS,
)


def play(law: Citing, chosen: Options) -> Play:
    even, diamonds = Paid(EVEN, law("3"), "blackjack"), Paid(TWO_TO_ONE, law("3(diamonds)"), "diamonds")

    def paid(hand: Hand) -> Paid:
        return diamonds if is_diamonds(hand) else even

    stand, surrender = Stand(cite=law("6")), Surrender(cite=law("9"), any_time=True, word=SURRENDER_ANY)
    double = Double(cite=law("7"), sideways=law("7"), one_card_to_split_aces=None, any_number=True, word=DOUBLE_ANY)
    split = Split(
        cite=law("8"),
        limit_cite=law("8"),
        order_cite=law("8"),
        aces_cite=law("8(after)"),
        most_hands=4,
        resplit_aces=True,
    )
    insurance = InsuranceOffer(
        cite=law("4"),
        amount_cite=law("4"),
        offer_cite=law("4"),
        odds_cite=law("4"),
        rounds_up=False,
        even_money=None,
    )
    reader = BlackjackReader(law("5"))
    hits = chosen.text("soft17") == "hit"
    steps: tuple[Step, ...] = (
        place_wagers(law("2")),
        deal(Pass(False, law("2")), Pass(True, law("2")), Pass(False, law("2")), Pass(True, law("2"), face_down=True)),
        settle_side_wagers(Settled.AFTER_DEAL),
        pay_blackjacks_by_cards(paid, law("3")),
        offer("insurance", before_the_reader_with_an_ace, insurance.make),
        read_hole_card(law("5"), reader.shows, could_be_blackjack),
        turn_hole_card(law("5"), read_blackjack),
        settle_insurance(has_blackjack, wins_at(TWO_TO_ONE), law("4")),
        settle_insurance(read_without_blackjack, LOSE, law("4")),
        settle(Order.BOX_BY_BOX, law("5"), when=has_blackjack),
        in_turn(
            owed_card(law("6"), law("7"), law("8")),
            bust(law("6"), law("6")),
            pay_at_once(has_long_21, TWO_TO_ONE, law("11"), law("11"), "long-21"),
            pay_at_once(has_six_cards, EVEN, law("10"), law("10"), "six-cards"),
            draws_no_more(has_21, law("6"), "21"),
            rescue(stand, surrender),
            decide(law("6")),
        ),
        turn_hole_card(law("13"), always),
        draw_dealer(hits_soft_17 if hits else stands_on_17, law("12"), Announcing(law("12"))),
        settle(Order.BOX_BY_BOX, law("13")),
        round_over(law("13")),
    )
    return Play(
        betting=Betting(
            place=law("2"),
            chips=house("chips"),
            closing=house("no more bets"),
            in_time=law("2"),
            adjacent=house("boxes per player"),
            boxes_adjoin=False,
            barred=house("mid-shoe entry"),
        ),
        sharing=Sharing(no_other_bettor=house("one bettor a box")),
        steps=steps,
        actions=(Hit(cite=law("6"), one_card_to_split_aces=None), stand, double, split, surrender),
        cases=cases(law),
        inscriptions=(
            *main_rules((EVEN, law("3")), (hits, law("12")), law("4"), cases(law)),
            ("A Blackjack in diamonds pays 2 to 1", law("3(diamonds)")),
            ("Six cards under 21 win; 21 with five cards or more pays 2 to 1", law("11")),
        ),
        side_wagers=({KEY: royal_match(law, chosen.text("royal_match_scale"))} if chosen.flag("royal_match") else {}),
        offers={"insurance": insurance},
        reader=reader,
        around=Around(collect=collect_cards, cover=no_cover_card),
    )


SUPER_FUN_21 = Game(
    key="super-fun-21",
    name="Super Fun 21",
    cloth="plum",
    instrument="super-fun-21",
    options=OPTIONS,
    play=play,
    boxes=6,
    boxes_cite=house("boxes"),
    wagers=(Offered(key=KEY, cite=law("14"), scales=tuple(SCALES)),),
)
