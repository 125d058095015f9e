"""Down Under Blackjack by the manufacturer's rules of play, ROP06122019."""

from __future__ import annotations

from dataclasses import replace

from holecard.actions import Double, Hit, Split, Stand
from holecard.dealer import always, has_blackjack, hits_soft_17, stands_on_17
from holecard.destinations import Announcing
from holecard.game import Forbidden, Game, Offered
from holecard.insurance import InsuranceOffer, before_the_reader_with_an_ace
from holecard.irregularities import chapter_685a
from holecard.irregularities.cards_in_error import offer_exposed_card, use_exposed_card
from holecard.irregularities.common import Irregular
from holecard.irregularities.pennsylvania import irregularities
from holecard.irregularities.rulings import no_hand_left, rulings
from holecard.law import Cite, Citing, house, instrument
from holecard.money import Odds
from holecard.paying import Order, settle, settle_insurance
from holecard.pit import chapter_685a as pit_685a
from holecard.pit.pennsylvania import pennsylvania
from holecard.pit.tasks import pit_tasks
from holecard.reader import MasqueReader, both_large, read_without_blackjack
from holecard.rules import TABLE_LIMITS, YES_NO, Choice, OddsChoice, Options, Play, Step, Sum
from holecard.settlement import (
    LOSE,
    RETURN,
    WIN,
    Case,
    Cases,
    busted,
    dealer_22,
    dealer_higher,
    dealer_natural,
    dealer_over_22,
    equal,
    natural,
    player_20,
    player_21,
    player_higher,
    two_original_large,
    wins_at,
)
from holecard.steps import Pass, deal, draw_dealer, offer, place_wagers, read_hole_card, round_over, turn_hole_card
from holecard.turns import (
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
from holecard.wagers.match_the_dealer import BY_DECKS, KEY, SUITED, UNSUITED, match_the_dealer
from holecard.wagers.settling import settle_side_wagers
from holecard.wagers.side_wager import Settled, SideWager

INSTRUMENTS = ("down-under-rop",)

law = instrument("down-under-rop")

OPTIONS = (
    Choice("decks", (2, 4, 5, 6, 8), 6, law("0")),
    Choice("soft17", ("stand", "hit"), "stand", law("10")),
    Choice("push22", ("a", "b", "c"), "a", law("12")),
    Choice("blackjack_pays", ("3:2", "6:5"), "3:2", law("4(1)")),
    Choice("max_hands", (4, 2), 4, law("7(1)")),
    Choice("resplit_aces", YES_NO, False, law("8")),
    Choice("device", ("reader", "peeker"), "reader", law("2")),
    Choice("match_the_dealer", YES_NO, False, law("14")),
    OddsChoice("match_suited", law("14(8)")),
    OddsChoice("match_unsuited", law("14(8)")),
    Sum("match_minimum", 100, law("14(4)")),
    Sum("match_maximum", 1_000_000, law("14(4)")),
    Choice("settlement", tuple(Order), Order.COLLECT_FIRST, house("settlement")),
    Choice("collect_busts", ("at-once", "at-settlement"), "at-once", house("collect_busts")),
    Choice("shuffler", ("manual", "batch", "continuous"), "manual", house("shuffler")),
    Choice("boxes_per_player", (1, 2, 3, 4, 5, 6), 6, house("boxes_per_player")),
    Choice("mid_shoe_entry", YES_NO, True, house("mid_shoe_entry")),
    *TABLE_LIMITS,
)


def two_hands_on_soft_17(chosen: Options) -> bool:
    return chosen.number("max_hands") == 2 and chosen.text("soft17") == "hit"


def aces_again_without_resplits(chosen: Options) -> bool:
    return chosen.number("max_hands") == 2 and chosen.flag("resplit_aces")


def match_without_odds(chosen: Options) -> bool:
    named = "standard" not in (chosen.text("match_suited"), chosen.text("match_unsuited"))
    return chosen.flag("match_the_dealer") and chosen.number("decks") not in BY_DECKS and not named


FORBIDDEN = (
    Forbidden(
        when=two_hands_on_soft_17,
        what="max_hands=2",
        why="only a house whose dealer stands on every 17 may rule out re-splitting",
        clause="7(1)",
        remedy=("soft17=stand", "max_hands=4"),
    ),
    Forbidden(
        when=aces_again_without_resplits,
        what="resplit_aces=yes",
        why="a house without re-splitting does not re-split aces",
        clause="7(1)",
        remedy=("max_hands=4", "resplit_aces=no"),
    ),
    Forbidden(
        when=match_without_odds,
        what="Match The Dealer",
        why="has no schedule for this number of decks: the operator must supply its odds",
        clause="14(8)",
        remedy=("match_suited and match_unsuited", "decks=6", "decks=8"),
    ),
)


OVER_BLACKJACK = ("22-two-gold", "22-21", "22", "dealer-over", "higher", "equal", "lower")  # it wins whatever follows


def push_22_rule(law: Citing, chosen: str) -> Cite:
    """Which of the three ways of settling a dealer 22 the house has chosen."""
    return {"a": law("12(a)"), "b": law("12(b)"), "c": law("12(c)")}[chosen]


def cases(law: Citing, chosen: Options) -> Cases:
    """Each sees (wager, hand, dealer); the first match decides. A bust loses also on a dealer 22 (reading RP-6)."""
    odds = (law("4(1)"),)
    as_blackjack = law("4")
    push22 = chosen.text("push22")
    rule22 = push_22_rule(law, push22)
    exceptions = {
        "a": (Case("22-two-gold", dealer_22 & two_original_large, WIN, law("12(a)"), ("22", "lower"), odds),),
        "b": (),
        "c": (Case("22-20", dealer_22 & player_20, WIN, law("12(c)"), ("22", "lower"), odds),),
    }
    return (
        Case("bust", busted, LOSE, as_blackjack, ("22", "dealer-over", "higher", "equal")),
        Case("both-blackjack", dealer_natural & natural, RETURN, as_blackjack, ("dealer-blackjack", "blackjack")),
        Case("dealer-blackjack", dealer_natural, LOSE, as_blackjack, ("equal",)),
        Case("blackjack", natural, wins_at(chosen.odds("blackjack_pays")), law("4(1)"), OVER_BLACKJACK),
        *exceptions[push22],
        Case("22-21", dealer_22 & player_21, WIN, rule22, ("22", "lower"), odds),
        Case("22", dealer_22, RETURN, rule22, ("lower",)),
        Case("dealer-over", dealer_over_22, WIN, as_blackjack, ("lower",), odds),
        Case("higher", player_higher, WIN, as_blackjack, (), odds),
        Case("equal", equal, RETURN, as_blackjack),
        Case("lower", dealer_higher, LOSE, as_blackjack),
    )


def match(law: Citing, chosen: Options) -> SideWager:
    """At the operator's odds; 685a.11(c)'s stand in for the schedule that our copy lacks (reading RP-5)."""
    given = {SUITED: chosen.text("match_suited"), UNSUITED: chosen.text("match_unsuited")}
    standard = BY_DECKS.get(chosen.number("decks"), {})
    pays = {name: standard[name] if text == "standard" else Odds.parse(text) for name, text in given.items()}
    wager = match_the_dealer(pays, law("14(3)"), law("14(7)"), law("14(6)"), law("14(1)"), law("14(2)"), law("14(8)"))
    limits = chosen.number("match_minimum"), chosen.number("match_maximum")
    return replace(wager, least=limits[0], most=limits[1], limits=law("14(4)"))


def as_in_685a(clause: str) -> Cite:
    """The sheet is silent on the pit and on irregularities: the house follows the Pennsylvania chapter of itself."""
    return house(f"as in 58 Pa. Code § 685a.{clause}")


def play(law: Citing, chosen: Options) -> Play:
    split = Split(
        cite=law("7"),
        limit_cite=law("7(1)") if chosen.number("max_hands") == 2 else law("7"),
        order_cite=law("7"),
        aces_cite=law("8(1)"),
        aces_once=law("8"),
        most_hands=chosen.number("max_hands"),
        resplit_aces=chosen.flag("resplit_aces"),
    )
    insurance = InsuranceOffer(
        cite=law("6"), amount_cite=law("6"), offer_cite=law("6"), rounds_up=False, even_money=None
    )
    device = chosen.text("device")
    reader = MasqueReader(
        ("blue", "red", "gold"),
        (law("3(small)"), law("3(medium)"), law("3(large)")),
        (law("2"), law("3"), law("3(1)")),
        device=device,
        sign="light" if device == "reader" else "mark on the card",
    )
    hits = chosen.text("soft17") == "hit"
    stands = hits_soft_17 if hits else stands_on_17
    soft_17 = law("10(a)" if hits else "10(b)")
    in_order = (Order(chosen.text("settlement")), house("settlement"))
    collected = house("collect_busts") if chosen.text("collect_busts") == "at-once" else None
    matching = chosen.flag("match_the_dealer")
    pit = pennsylvania(as_in_685a, chosen, pit_685a.chapter(as_in_685a), device)
    clauses = chapter_685a.clauses(as_in_685a)
    errors = irregularities(clauses, pit.procedures, stands)
    turns = in_turn(
        owed_card(law("4"), law("9"), law("4")),
        pay_blackjack(chosen.odds("blackjack_pays"), law("4(1)"), law("4")),
        bust(law("4"), collected),
        split_ace_stands(split),
        draws_no_more(has_21, law("4"), "21"),
        draws_no_more(has_doubled, law("9"), "one card to a double"),
        decide(law("4")),
    )
    total = Announcing(law("13"), on_22=push_22_rule(law, chosen.text("push22")))
    steps: tuple[Step, ...] = (
        rulings(),
        pit_tasks(),
        no_hand_left(law("13")),
        place_wagers(law("1")),
        deal(
            Pass(False, law("1(1)")),
            Pass(True, law("1(1)")),
            Pass(False, law("14(5)" if matching else "1(1)")),
            Pass(True, law("14(5)" if matching else "1(1)"), face_down=True),
        ),
        settle_side_wagers(Settled.AFTER_DEAL),
        offer("insurance", before_the_reader_with_an_ace, insurance.make),
        read_hole_card(law("3(3)"), reader.shows, always),
        turn_hole_card(law("11"), both_large),
        settle_insurance(has_blackjack, wins_at(Odds(2)), law("6")),
        settle(*in_order, when=has_blackjack),
        settle_insurance(read_without_blackjack, LOSE, law("6")),
        offer_exposed_card(turns),
        no_hand_left(law("13")),
        turns,
        turn_hole_card(law("13"), always, law("10"), soft_17),
        settle(*in_order, when=has_blackjack),
        use_exposed_card(stands, clauses[Irregular.DRAWN_EXPOSED], total),
        draw_dealer(stands, soft_17, total),
        settle(*in_order),
        round_over(law("13")),
    )
    return Play(
        steps=steps,
        actions=(
            Hit(cite=law("4"), one_card_to_split_aces=law("8(1)")),
            Stand(cite=law("4")),
            Double(cite=law("9(1)"), sideways=law("9"), one_card_to_split_aces=law("8(1)")),
            split,
        ),
        cases=cases(law, chosen),
        place=law("1"),
        chips=house("chips"),
        spoken=False,
        closing=law("1(1)"),
        in_time=law("1"),
        adjacent=house("boxes_per_player"),
        no_other_bettor=house("one bettor a box"),
        barred=house("mid_shoe_entry"),
        collect=pit.collect,
        cover=pit.cover,
        withheld={
            "surrender": (law("5"), "is not available in Down Under Blackjack"),
            "even-money": (house("even money"), "is not offered in this game"),
            "insurance": (law("6"), "is offered only when the dealer shows an ace, before the range is shown"),
            KEY: (law("14"), "is not offered at this table"),
        },
        offers={"insurance": insurance},
        side_wagers={KEY: match(law, chosen)} if matching else {},
        reader=reader,
        rulings=errors.rulings,
        irregularities=errors.rules,
        pit=pit.steps,
        notices=pit.notices,
        opening=pit.opening,
    )


MASQUE_DOWN_UNDER = Game(
    key="masque-down-under",
    name="Down Under Blackjack (rules of play ROP06122019)",
    instrument="down-under-rop",
    options=OPTIONS,
    play=play,
    boxes=6,
    boxes_cite=house("six boxes"),
    forbidden=FORBIDDEN,
    wagers=(Offered(key=KEY, cite=law("14")),),
)
