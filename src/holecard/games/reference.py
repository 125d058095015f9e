"""Ordinary blackjack with the usual options. It has no instrument, so every rule is a house rule.

It exists so that the mathematics can be compared with published figures.
"""

from __future__ import annotations

from holecard.engine.dealer import always, could_be_blackjack, has_blackjack, hits_soft_17, stands_on_17
from holecard.engine.destinations import Announcing
from holecard.engine.game import Game
from holecard.engine.options import TABLE_LIMITS, YES_NO, Choice, Options
from holecard.engine.rules import Action, Around, Betting, Play, Sharing, Step
from holecard.engine.settlement import (
    BLACKJACK,
    BOTH_BLACKJACK,
    BUST,
    DEALER_BLACKJACK,
    DEALER_BUSTS,
    DEALER_HAS_22,
    HALF,
    HIGHER,
    LOSE,
    LOWER,
    RETURN,
    SAME_TOTAL,
    SURRENDERED,
    WIN,
    Case,
    Cases,
    Named,
    added_money,
    busted,
    dealer_22,
    dealer_higher,
    dealer_natural,
    dealer_over_21,
    equal,
    natural,
    player_higher,
    surrendered,
    wins_at,
)
from holecard.engine.table import Dealer, Hand
from holecard.games._value_names import SOFT_17
from holecard.law.clauses import Citing, house
from holecard.pit.between_rounds import collect_cards, no_cover_card
from holecard.round.actions import Double, Hit, Split, Stand, Surrender, any_two
from holecard.round.inscriptions import main_rules
from holecard.round.insurance import InsuranceOffer, before_the_reader_with_an_ace
from holecard.round.paying import Order, settle, settle_insurance
from holecard.round.reader import BlackjackReader, read_blackjack, read_without_blackjack
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

ADDED_BACK = Named("added-back", "a dealer Blackjack takes only the original bet")

OPTIONS = (
    Choice("decks", "Decks", tuple(range(1, 9)), 6, house("decks")),
    Choice("soft17", "Dealer's soft 17", ("stand", "hit"), "stand", house("soft 17"), names=SOFT_17),
    Choice("blackjack_pays", "Blackjack pays", ("3:2", "6:5", "1:1"), "3:2", house("Blackjack pays")),
    Choice(
        "double",
        "Double down",
        ("any", "9-11", "10-11", "no-ace"),
        "any",
        house("double down"),
        names={
            "any": "any two cards",
            "9-11": "on 9, 10 or 11",
            "10-11": "on 10 or 11",
            "no-ace": "any two cards without an ace",
        },
    ),
    Choice("das", "Double after a split", YES_NO, True, house("double after split")),
    Choice("max_hands", "Most hands after splits", (1, 2, 3, 4), 4, house("splitting")),
    Choice("resplit_aces", "Split aces again", YES_NO, False, house("re-splitting aces")),
    Choice("hit_split_aces", "Draw to split aces", YES_NO, False, house("drawing to split aces")),
    Choice(
        "surrender",
        "Surrender",
        ("none", "late"),
        "none",
        house("surrender"),
        names={"none": "not offered", "late": "late surrender"},
    ),
    Choice(
        "hole_card",
        "Dealer's hole card",
        ("peek", "none-original-only", "none-lose-all"),
        "peek",
        house("hole card"),
        names={
            "peek": "the dealer checks for Blackjack",
            "none-original-only": "none; only the original bet at risk",
            "none-lose-all": "none; every bet at risk",
        },
    ),
    Choice(
        "dealer22",
        "Dealer 22",
        ("bust", "push"),
        "bust",
        house("dealer 22"),
        names={"bust": "the dealer busts", "push": "bets push"},
    ),
    *TABLE_LIMITS,
)


def no_ace(hand: Hand) -> bool:
    return hand.points.aces == 0


def nine_to_eleven(hand: Hand) -> bool:
    return hand.points.total in (9, 10, 11)


def ten_or_eleven(hand: Hand) -> bool:
    return hand.points.total in (10, 11)


DOUBLE_ON = {"any": any_two, "9-11": nine_to_eleven, "10-11": ten_or_eleven, "no-ace": no_ace}


def cannot_be_blackjack(dealer: Dealer) -> bool:
    return not could_be_blackjack(dealer)


def second_card_is_up(dealer: Dealer) -> bool:
    return dealer.points.count >= 2


ORDINARY = ("22", "dealer-over", "higher", "equal", "lower")


def cases(law: Citing, chosen: Options) -> Cases:
    takes = law("dealer Blackjack")
    added_back = (Case(ADDED_BACK, dealer_natural & added_money, RETURN, takes, ("dealer-blackjack", "lower")),)
    push_22 = (Case(DEALER_HAS_22, dealer_22, RETURN, law("dealer 22"), ("dealer-over", "lower")),)
    given_up = (Case(SURRENDERED, surrendered, HALF, law("surrender"), ORDINARY),)
    blackjack = wins_at(chosen.odds("blackjack_pays"))
    return (
        Case(BUST, busted, LOSE, law("bust"), ("added-back", "22", "dealer-over", "higher", "equal")),
        Case(BOTH_BLACKJACK, dealer_natural & natural, RETURN, takes, ("dealer-blackjack", "blackjack")),
        *(added_back if chosen.text("hole_card") == "none-original-only" else ()),
        Case(DEALER_BLACKJACK, dealer_natural, LOSE, takes, ("surrendered", "equal")),
        *(given_up if chosen.text("surrender") == "late" else ()),
        Case(BLACKJACK, natural, blackjack, law("Blackjack pays"), ORDINARY),
        *(push_22 if chosen.text("dealer22") == "push" else ()),
        Case(DEALER_BUSTS, dealer_over_21, WIN, law("dealer over 21"), ("lower",)),
        Case(HIGHER, player_higher, WIN, law("higher total")),
        Case(SAME_TOTAL, equal, RETURN, law("equal total")),
        Case(LOWER, dealer_higher, LOSE, law("lower total")),
    )


def play(law: Citing, chosen: Options) -> Play:
    peek = chosen.text("hole_card") == "peek"
    one_card = None if chosen.flag("hit_split_aces") else law("one card to split aces")
    split = Split(
        cite=law("split"),
        limit_cite=law("most hands"),
        order_cite=law("split hands from the left"),
        aces_cite=law("one card to split aces"),
        aces_once=law("re-splitting aces"),
        most_hands=chosen.number("max_hands"),
        resplit_aces=chosen.flag("resplit_aces"),
    )
    double = Double(
        cite=law("double down"),
        sideways=law("double card sideways"),
        one_card_to_split_aces=one_card,
        on=DOUBLE_ON[chosen.text("double")],
        after_split=chosen.flag("das"),
    )
    actions: tuple[Action, ...] = (
        Hit(cite=law("hit"), one_card_to_split_aces=one_card),
        Stand(cite=law("stand")),
        double,
        split,
    )
    if chosen.text("surrender") == "late":
        actions += (Surrender(cite=law("surrender")),)
    insurance = InsuranceOffer(
        cite=law("insurance"),
        amount_cite=law("half the wager"),
        offer_cite=law("insurance"),
        odds_cite=law("insurance pays 2:1"),
        rounds_up=False,
        even_money=None,
    )
    reader = BlackjackReader(law("peek"))
    stands = hits_soft_17 if chosen.text("soft17") == "hit" else stands_on_17
    odds = chosen.odds("blackjack_pays")
    steps: tuple[Step, ...] = (
        place_wagers(law("wagers")),
        deal(
            Pass(False, law("deal")),
            Pass(True, law("deal")),
            Pass(False, law("deal")),
            *((Pass(True, law("deal"), face_down=True),) if peek else ()),
        ),
        offer("insurance", before_the_reader_with_an_ace, insurance.make),
        *(
            (
                read_hole_card(law("peek"), reader.shows, could_be_blackjack),
                turn_hole_card(law("dealer Blackjack"), read_blackjack),
                settle_insurance(has_blackjack, wins_at(Odds(2)), law("insurance pays 2:1")),
                settle_insurance(read_without_blackjack, LOSE, law("insurance loses")),
                settle(Order.BOX_BY_BOX, law("settlement"), when=has_blackjack),
            )
            if peek
            else ()
        ),
        in_turn(
            owed_card(law("hit"), law("double down"), law("split")),
            pay_blackjack(odds, law("odds"), law("Blackjack pays"), always if peek else cannot_be_blackjack),
            bust(law("bust"), law("bust")),
            *((split_ace_stands(split),) if one_card else ()),
            draws_no_more(has_21, law("21 draws no more"), "21"),
            draws_no_more(has_doubled, law("double down"), "one card to a double"),
            decide(law("decisions")),
        ),
        turn_hole_card(law("hole card"), always),
        draw_dealer(stands, law("dealer draws"), Announcing(law("dealer draws"))),
        settle_insurance(has_blackjack, wins_at(Odds(2)), law("insurance pays 2:1")),
        settle_insurance(second_card_is_up, LOSE, law("insurance loses")),
        settle(Order.BOX_BY_BOX, law("settlement")),
        round_over(law("round over")),
    )
    return Play(
        betting=Betting(
            place=law("wagers"),
            chips=law("chips"),
            closing=law("no more bets"),
            in_time=law("wagers"),
            adjacent=law("boxes per player"),
            boxes_adjoin=False,
            barred=law("mid-shoe entry"),
        ),
        sharing=Sharing(no_other_bettor=law("one bettor a box")),
        steps=steps,
        actions=actions,
        cases=cases(law, chosen),
        inscriptions=tuple(
            main_rules(
                (odds, law("Blackjack pays")),
                (chosen.text("soft17") == "hit", law("soft 17")),
                insurance.odds_cite,
                cases(law, chosen),
            )
        ),
        offers={"insurance": insurance},
        reader=reader if peek else None,
        around=Around(collect=collect_cards, cover=no_cover_card),
    )


REFERENCE = Game(
    key="reference",
    name="Blackjack",
    about="Ordinary blackjack, to warm up.",
    instrument=None,
    options=OPTIONS,
    play=play,
    boxes=7,
    boxes_cite=house("boxes"),
)
