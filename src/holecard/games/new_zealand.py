"""What the New Zealand games have in common: the base game of the Blackjack division, section by section.

A version (Ante Up, Blackjack +, Free Bet) says what it changes; Style A is an option of each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from holecard.engine.dealer import could_be_blackjack, has_blackjack, hits_soft_17, stands_on_17
from holecard.engine.destinations import Announcing, ToDealer
from holecard.engine.options import Options
from holecard.engine.plan import irregular
from holecard.engine.questions import Draw, Due, Fact, Question, What
from holecard.engine.rules import Action, Betting, OfferRule, OtherBettors, Play, Reason, Rules, Ruling, Sharing, Step
from holecard.engine.settlement import LOSE, Cases, wins_at
from holecard.engine.side_wager import Settled
from holecard.engine.table import INSURANCE, MAIN, Dealer, Hand, Table
from holecard.games.nz_options import VOID_UNDOES
from holecard.games.nz_settlement import blackjack_odds, cases, grounds_of
from holecard.games.nz_side_wagers import WAGERS, not_offered, side_wagers
from holecard.irregularities.around import around
from holecard.irregularities.cards_in_error import offer_exposed_card, use_exposed_card
from holecard.irregularities.new_zealand.irregularities import irregularities
from holecard.irregularities.new_zealand.misdeals import notices_dealer_without_card, notices_missing_card
from holecard.irregularities.new_zealand.offers import is_absent, pay_failed_prizes, plays_absent
from holecard.irregularities.rulings import no_hand_left, rulings
from holecard.law.clauses import Cite, Citing, house, instrument
from holecard.pit.new_zealand.pit import new_zealand
from holecard.pit.tasks import pit_tasks
from holecard.round.actions import Double, Hit, Split, Stand
from holecard.round.dealer_blackjack import busted_plus_one, original_only
from holecard.round.early_settlement import EARLY_SETTLEMENT, EarlySettlement
from holecard.round.inscriptions import main_rules
from holecard.round.insurance import InsuranceOffer, not_called_now, shows_ace
from holecard.round.paying import Order, pay_blackjacks, settle, settle_insurance
from holecard.round.riding import RIDE, RideOffer, why_nothing_rides
from holecard.round.shared_box import DOUBLE_TOO, SPLIT_TOO, DoubleToo, SplitToo
from holecard.round.side_wagers import settle_side_wagers, third_card_wagers
from holecard.round.steps import Pass, deal, draw_dealer, offer, place_wagers, round_over
from holecard.round.turns import (
    HandRule,
    announce_total,
    bust,
    by_state,
    decide,
    draws_no_more,
    has_21,
    has_doubled,
    has_refused,
    in_turn,
    is_blackjack,
    must_draw,
    owed_card,
    split_ace_stands,
    waits,
)
from holecard.values.money import Odds
from holecard.wagers import madness_21
from holecard.wagers.prizes import PRESS, PRIZE, PrizeButton

INSTRUMENTS = ("nz-blackjack",)

law = instrument("nz-blackjack")


def no_ace(hand: Hand) -> bool:
    return hand.points.aces == 0


@by_state
def low_without_choice(hand: Hand) -> bool:
    """11 or less in three cards or more: neither double nor split, so the hand must draw."""
    return hand.points.total <= 11 and hand.points.count > 2


def cannot_be_blackjack(dealer: Dealer) -> bool:
    return not could_be_blackjack(dealer)


def second_card_lies(dealer: Dealer) -> bool:
    return dealer.points.count >= 2


def with_an_ace_up(rules: Rules, table: Table) -> bool:
    """The dealer has one card and it is an ace: no further card has been dealt."""
    return table.dealer.points.count == 1 and shows_ace(table.dealer)


def after_the_deal(rules: Rules, table: Table) -> bool:
    """Also if the dealer's second card was laid too early: a win that may ride is not forgotten."""
    return table.dealer.points.count > 0


def something_to_decide(table: Table) -> bool:
    """Whether a third or later dealer's card could change an outcome: Insurance is decided by the second, and then a
    Blackjack can no longer be matched."""
    for box in table.boxes:
        for hand in box.hands:
            for wager in () if hand.is_blackjack else hand.wagers:
                if wager.net is None:
                    return True
        for wager in box.wagers:
            if wager.net is None and wager.kind != INSURANCE:
                return True
    return False


def second_or_something_to_decide(table: Table) -> bool:
    return table.dealer.points.count == 1 or something_to_decide(table)


def completed_by(stands: Callable[[Dealer], bool]) -> Callable[[Dealer], bool]:
    """When a dealer without a hole card stops: never before the second card."""

    def completed(dealer: Dealer) -> bool:
        return second_card_lies(dealer) and stands(dealer)

    return completed


def why_no_more(
    stands: Callable[[Dealer], bool], stops: Cite, no_effect: Cite
) -> Callable[[Table], Cite | Fact | None]:
    """Why the dealer takes no further card: the total, or (announced) that no result depends on it."""
    said = Fact(What.ANNOUNCED, no_effect, note="no further card: it would change nothing")

    def why(table: Table) -> Cite | Fact | None:
        if stands(table.dealer):
            return stops
        return None if something_to_decide(table) else said

    return why


def second_card(cite: Cite, announcing: Announcing) -> Step:
    """There is no hole card: the dealer always takes a second card after the last player."""
    question = Draw((Due(ToDealer(announcing), cite),))

    def due(rules: Rules, table: Table) -> Question | None:
        return question if table.dealer.points.count == 1 else None

    return due


def other_bettors(law: Citing) -> OtherBettors:
    """The seated player decides, or the first to bet if no bettor sits there. Someone seated elsewhere decides
    only at their own box."""
    seated, elsewhere, added = law("14.3(a)"), law("14.5"), law("14.3(e)")

    def why(table: Table, bettor: str, do: str) -> Reason | None:
        if do in ("hit", "stand"):
            sits = any(box.bettors[0] == bettor for box in table.boxes) or bettor in dict(table.pit.seated).values()
            return elsewhere if sits else seated, "the player seated at the box decides"
        if do in ("double", "split", "cover", "designate"):
            return added, "is offered only when the seated player does the same"
        return None

    return why


@dataclass(frozen=True, kw_only=True)
class Version:
    """What a version of the game changes."""

    cases: Cases
    place: Cite
    over_21: Cite
    actions: tuple[Action, ...]
    split: Split
    doubling: Ruling
    splitting: Ruling
    paid: Cite  # that a Blackjack is paid when the deal is complete
    paid_first: tuple[Step, ...]  # Blackjacks that are paid before Insurance is offered
    paid_after: tuple[Step, ...]  # and those that are paid after it
    at_once: tuple[HandRule, ...] = ()  # hands that are paid as soon as they are made
    after_deal: tuple[Step, ...] = ()
    early: bool = True
    draws: Cite | None = None  # the dealer's drawing rule, where the version has its own
    offers: Mapping[str, OfferRule] = field(default_factory=dict)


def base_split(law: Citing) -> Split:
    return Split(
        cite=law("12.1"),
        wager_cite=law("12.2"),
        limit_cite=law("12.4(a)"),
        order_cite=law("12.3"),
        aces_cite=law("12.4(b)"),
        aces_sideways=True,
        most_hands=3,
    )


def base_double(law: Citing) -> Double:
    return Double(
        cite=law("11.2(a)"),
        wager_cite=law("11.2"),
        sideways=law("11.3"),
        one_card_to_split_aces=law("12.4(b)"),
        on=no_ace,
        on_cite=law("11.1"),
        least_cite=law("11.2(b)"),
    )


def base_version(law: Citing, chosen: Options) -> Version:
    odds, odds_cite = blackjack_odds(law, chosen)
    split = base_split(law)
    return Version(
        cases=cases(law, chosen),
        place=law("5.1"),
        over_21=law("5.1(f)"),
        actions=(
            Hit(cite=law("13.1"), one_card_to_split_aces=law("13.1(c)")),
            Stand(cite=law("8.3"), must_draw=law("13.1(d)")),
            base_double(law),
            split,
        ),
        split=split,
        doubling=DoubleToo(cite=law("14.3(c)"), amount_cite=law("11.2(a)"), least_cite=law("11.2(b)")),
        splitting=SplitToo(cite=law("14.3(d)"), amount_cite=law("12.2")),
        paid=law("10.1"),
        paid_first=(),
        paid_after=(pay_blackjacks(odds, odds_cite, law("10.1"), cannot_be_blackjack, (law("10.1A"), law("5.4"))),),
    )


def build(law: Citing, chosen: Options, version: Version) -> Play:
    """The round of the Blackjack division, as the version has it."""
    soft_17 = version.draws or (law("17.2") if chosen.flag("style_a") else law("13.3"))
    stands = hits_soft_17 if version.draws or chosen.flag("style_a") else stands_on_17
    insurance = InsuranceOffer(
        cite=law("9.1"),
        amount_cite=law("9.3(a)"),
        offer_cite=law("9.2"),
        odds_cite=law("9.4"),
        called=(law("9.2(a)"), law("9.2(b)")),
        rounds_up=False,
        even_money=None,
        payable=law("9.3(b)"),
        each=law("14.3(f)"),
    )
    early = EarlySettlement(cite=law("10.3"), pays=law("10.3(a)"), clears=law("10.3(b)"), each=law("14.3(g)"))
    early_offered = version.early and chosen.text("blackjack_pays") == "3:2"
    button = PrizeButton(
        key=madness_21.KEY,
        cite=law("15A.6"),
        shared=law("15A.9"),
        paid=law("15A.7"),
        despite_blackjack=law("15A.8"),
        also=(law("15A.4(a)"), law("15A.5")),
        stake_returned=chosen.text("madness_stake") == "returned",
    )
    flat = chosen.text("madness_failure") == "flat"
    failed = pay_failed_prizes(law("16.12"), button.key, button.stake_returned, flat)
    wagers = side_wagers(law, chosen)
    rides = {key: RideOffer(key=key, name=wager.title) for key, wager in wagers.items() if wager.riding is not None}
    riding = tuple(offer(key, after_the_deal, ride.make) for key, ride in rides.items())
    insuring = (
        offer("insurance", with_an_ace_up, insurance.make),
        *((offer(EARLY_SETTLEMENT, with_an_ace_up, early.make),) if early_offered else ()),
    )
    rides_first = chosen.flag("ride_before_blackjack")  # reading N5
    if rides_first:
        elections = (*riding, *version.paid_first, *insuring, *version.paid_after)
    else:  # a Blackjack that is paid as soon as the deal is complete carries nothing
        elections = (*version.paid_first, *version.paid_after, *riding, *insuring)
    total = Announcing(law("8.5"), no_more=why_no_more(stands, soft_17, law("13.4")))
    takes = {
        "original-only": (original_only(law("11.5"), law("12.6")),),
        "busted-plus-one": (busted_plus_one(law("12.6")),),
    }
    order = (Order.BOX_BY_BOX, house("settlement right to left"))
    pit = new_zealand(law, chosen)
    undoes = VOID_UNDOES[chosen.text("void_undoes")]
    errors = irregularities(law, chosen, wagers, pit.procedures, insurance, undoes)
    turns = in_turn(
        notices_missing_card,
        owed_card(law("8.4"), law("11.3"), law("12.3"), law("8.4")),
        bust(version.over_21, law("13.2")),
        *version.at_once,
        split_ace_stands(version.split),
        waits(is_blackjack, law("10.2"), "Blackjack, waits for the dealer's hand", law("13.1(a)")),
        draws_no_more(has_21, law("13.1(a)"), "21"),
        draws_no_more(has_doubled, law("13.1(b)"), "one card to a double"),
        irregular(draws_no_more(has_refused, law("16.4"), "no more cards")),
        announce_total(law("8.3")),
        plays_absent(law("16.6"), law("8.4")),
        must_draw(low_without_choice, law("13.1(d)"), law("8.4")),
        decide(law("8.3"), law("12.4")),
        of_a_box=third_card_wagers,
    )
    steps: tuple[Step, ...] = (
        rulings(),
        pit_tasks(),
        no_hand_left(law("8.6")),
        place_wagers(law("5.5(a)")),
        deal(Pass(False, law("8.2(a)")), Pass(True, law("8.2(b)")), Pass(False, law("8.2(c)"))),
        notices_dealer_without_card,
        *version.after_deal,
        settle_side_wagers(Settled.AFTER_DEAL),
        *((failed, button.due) if button.key in wagers else ()),
        *elections,
        offer_exposed_card(turns, is_absent),
        turns,
        use_exposed_card(completed_by(stands), law("16.4"), total, second_or_something_to_decide),
        second_card(law("8.5"), total),
        settle_insurance(has_blackjack, wins_at(Odds(2)), law("9.4"), law("9.1")),
        settle_insurance(second_card_lies, LOSE, law("9.5"), law("9.1")),
        draw_dealer(stands, soft_17, total, something_to_decide),
        *takes.get(chosen.text("dealer_blackjack_takes"), ()),
        settle(*order),
        settle_side_wagers(Settled.AFTER_DEALER),
        round_over(law("8.6")),
    )
    return Play(
        betting=Betting(
            place=version.place,
            chips=law("5.2"),
            orally=law("5.3"),
            closing=law("8.2"),
            in_time=law("5.5(a)"),
            called=law("8.2"),  # reading N15
            hands_off={MAIN: law("5.5(b)"), **dict.fromkeys((INSURANCE, *WAGERS), law("5.6"))},
            settled=law("5.7"),
            adjacent=law("14.7"),
            boxes_adjoin=False,
            every_box=law("14.6"),
            held_down=law("5.8") if chosen.flag("one_box_at_minimum") else None,
            barred=house("mid-shoe entry"),
        ),
        sharing=Sharing(
            bettors_per_box=chosen.number("bettors_per_box"),
            no_other_bettor=law("14.1"),
            behind=(law("14.3(b)"),),
            decides=law("14.3(a)"),
            box_limits=law("14.2"),
            others=other_bettors(law),
        ),
        steps=steps,
        actions=version.actions,
        cases=version.cases,
        inscriptions=tuple(
            main_rules(
                (chosen.odds("blackjack_pays"), law("10.1A")),
                (stands is hits_soft_17, soft_17),
                insurance.odds_cite,
                version.cases,
            )
        ),
        split_aces_sideways=version.split.aces_sideways,
        withheld={
            "surrender": (house("surrender"), "is not available in this game"),
            "insurance": not_called_now(law("9.1"), law("9.2(a)"), law("9.2(b)"), law("9.2")),
            **({RIDE: why_nothing_rides(rides, wagers, None if rides_first else version.paid)} if rides else {}),
            "early-settlement": (
                law("10.3"),
                "is offered only to a Blackjack against an ace, where Blackjack pays 3 to 2",
            ),
            "even-money": (law("10.3"), "is called early settlement here"),
            madness_21.KEY: (law("16.12"), "is not offered until its equipment works"),
            **not_offered(law, chosen),
        },
        grounds=grounds_of(law),
        offers={
            "insurance": insurance,
            EARLY_SETTLEMENT: early,
            **rides,
            PRESS: button,
            PRIZE: button,
            **version.offers,
        },
        side_wagers=wagers,
        around=around(pit, errors, **{DOUBLE_TOO: version.doubling, SPLIT_TOO: version.splitting}),
    )
