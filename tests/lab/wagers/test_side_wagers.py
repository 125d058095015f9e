"""What side wagers are worth: against published figures, and against every deal of a tiny shoe played at the table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import DECLINE, HIT, STAND, Act, Bet, Bets, Decide, Draw, Drawn, Offer, Role, What
from holecard.engine.rules import Rules
from holecard.engine.side_wager import Judged, Settled
from holecard.engine.table import Dealer, Table
from holecard.games import GAMES, find
from holecard.lab.solver.analysis import analyse
from holecard.lab.wagers.by_round import NotSupported, dealer_draws
from holecard.lab.wagers.composition import Composition, ShoeTooSmall
from holecard.lab.wagers.dealer_wagers import judged_on_dealer
from holecard.lab.wagers.riding import value_of_riding
from holecard.lab.wagers.side_wagers import (
    ALWAYS_DRAWN,
    DRAWN_AT_BEST,
    LOSES,
    WagerAnalysis,
    analyse_wagers,
    judged_on_deal,
    offered_alone,
)
from holecard.lab.wagers.unseen import Looked
from holecard.law.errors import Malformed, Refused
from holecard.values.cards import DECK, HIDDEN, Card, parse_cards
from holecard.values.hand import Points, no_points
from holecard.values.money import Odds
from holecard.values.shoe import Stock
from holecard.wagers import lucky_match, madness_21
from holecard.wagers.prizes import PRESS, prize_of
from tests.cli.kit import assert_complains, here

NZ_GAMES = ("nz-blackjack", "nz-ante-up", "nz-blackjack-plus", "nz-free-bet")
RIDING = ("house-money", "let-it-ride")


def row_of(game: str, wager: str, scale: str | None = None, **options: object) -> WagerAnalysis:
    (found,) = (row for row in analyse_wagers(find(game), options, only=wager) if row.pay_scale == scale)
    return found


def chance(row: WagerAnalysis, name: str) -> float:
    (found,) = (paid.probability for paid in row.classes if paid.name == name)
    return float(found)


# Published figures


@pytest.mark.parametrize(("decks", "edge"), [(6, 0.040618), (8, 0.036738)])
@pytest.mark.parametrize("edition", ["2020", "2018"])
def test_match_the_dealer_against_the_regulatory_analysis(decks: int, edge: float, edition: str) -> None:
    """The 2018 proposal of chapter 685a claims 3.67 % to 4.06 %."""
    row = row_of("pa-down-under", "match-the-dealer", decks=decks, edition=edition)
    assert float(row.house_edge) == pytest.approx(edge, abs=5e-7)


@pytest.mark.parametrize(("scale", "ev"), [("one", -0.033735), ("two", -0.040964), ("three", -0.079518)])
def test_perfect_pair_against_wizard_of_odds(scale: str, ev: float) -> None:
    assert float(row_of("nz-blackjack", "perfect-pair", scale, decks=8).ev) == pytest.approx(ev, abs=5e-7)


def test_super_sevens_against_wizard_of_odds() -> None:
    row = row_of("nz-blackjack", "super-sevens", decks=6)
    assert float(row.ev) == pytest.approx(-0.114000, abs=5e-7)
    assert row.quoted == ALWAYS_DRAWN


@pytest.mark.parametrize(
    ("game", "options"),
    [("nz-blackjack", {"style_a": True}), ("nz-free-bet", {}), ("nz-blackjack-plus", {"style_a": True})],
)
def test_push_22_against_discountgambling_net(game: str, options: dict[str, object]) -> None:
    """Six decks, dealer draws on soft 17; every version has the same dealer."""
    row = row_of(game, "push-22", "one", decks=6, **options)
    assert chance(row, "same suit 22") == pytest.approx(0.003327, abs=5e-7)
    assert chance(row, "same colour 22") == pytest.approx(0.011659, abs=5e-7)
    assert chance(row, "other 22") == pytest.approx(0.058551, abs=5e-7)
    assert float(row.ev) == pytest.approx(-0.05854, abs=5e-6)


def test_any_pair_and_madness_by_hand() -> None:
    """A pair with 23 of 311 second cards; a Blackjack in 2 · 24 · 96 of 312 · 311 deals."""
    pair = Fraction(23, 311)
    assert row_of("nz-blackjack", "any-pair", "one").ev == 12 * pair - 1
    assert row_of("nz-blackjack", "any-pair", "two").ev == 11 * pair - 1
    blackjack = Fraction(2 * 24 * 96, 312 * 311)
    average = Fraction(sum(prize * number for prize, number in madness_21.PRIZES.items()), madness_21.POSSIBLE)
    assert row_of("nz-blackjack", "madness-21").ev == blackjack * (average + 1) - 1
    assert row_of("nz-blackjack", "madness-21", madness_stake="kept").ev == blackjack * average - 1


# Every wager of every game

EVERY = [
    (key, decks)
    for key, game in GAMES.items()
    for decks in next(option for option in game.options if option.name == "decks").shown_values
    if decks == "6" or key not in NZ_GAMES[1:]  # the New Zealand versions share their side wagers
]


@pytest.mark.parametrize(("game", "decks"), EVERY)
def test_chances_add_up_and_every_class_can_come(game: str, decks: str) -> None:
    rules = {(key, scale): rules for key, scale, rules in offered_alone(find(game), {"decks": decks})}
    rows = analyse_wagers(find(game), {"decks": decks})
    assert [(row.wager, row.pay_scale) for row in rows] == list(rules)
    for row in rows:
        rule = rules[row.wager, row.pay_scale].play.side_wagers[row.wager]
        assert sum(paid.probability for paid in row.classes) == 1
        assert all(paid.probability > 0 for paid in row.classes)
        names = {name for paid in row.classes for name in paid.name.split(" + ")}
        prizes = {f"prize of {dollars} a dollar" for dollars in madness_21.PRIZES} if rule.prizes else set()
        assert names == {*rule.pays, *prizes, LOSES}
        assert row.house_edge == -row.ev
        assert 0 < row.hit_frequency < 1
        assert row.quoted == {"super-sevens": ALWAYS_DRAWN, "lucky-match": ALWAYS_DRAWN}.get(row.wager, row.quoted)
        assert (row.ev_kept is None, row.riding_analysed) == ((False, False) if rule.riding else (True, None))


def test_the_deviation_is_of_the_distribution() -> None:
    row = row_of("nz-blackjack", "any-pair", "one")
    win = float(row.hit_frequency)
    assert row.standard_deviation == pytest.approx(12 * (win * (1 - win)) ** 0.5)


# The slow way: every deal of a tiny shoe, played at the table

TINY = {
    "match-the-dealer": "Ks Ks Ks Kd Kd Qs 5h",
    "super-sevens": "7s 7s 7s 7h 7d Kc",
    "madness-21": "As Ah Ks Td 5c 6d",
    "perfect-pair": "9s 9s 9c 9h 4d 4d",
    "any-pair": "Ks Qs Kd 9h 9h",
    "house-money": "As Ks Kh 2s Qd 9c 9s",
    "let-it-ride": "As Ks Kh 2s Qd 9s 4s",
    "lucky-match": "9s 9s 9s 9c 9h 4d 4d",
    "push-22": "6s 6s 6c 8s 8d Ts Td 9c 9h",
}

ALONE = [
    (game, key, scale)
    for game in ("pa-down-under", "masque-down-under", *NZ_GAMES)
    for key, scale, _ in offered_alone(find(game), {})
]


def paid_at_the_table(rules: Rules, key: str, stock: Stock) -> dict[tuple[str, Fraction], Fraction]:
    """What the wager is paid, by class, over all that chance may do; a hand draws below 14 or if the wager waits."""
    found: defaultdict[tuple[str, Fraction], Fraction] = defaultdict(Fraction)

    def follow(table: Table, likely: Fraction, classes: tuple[str, ...]) -> None:
        (wager,) = (wager for wager in table.boxes[0].wagers if wager.kind == key)
        if wager.net is not None:
            name = " + ".join(sorted(classes)) or LOSES
            found[name, Fraction(wager.net, wager.amount)] += likely
            return
        for value, part in answers(table):
            after, facts = answer(rules, table, ask(rules, table), value)
            paid = tuple(fact.note for fact in facts if fact.what is What.PAID and fact.wager == key)
            follow(after, likely * part, (*classes, *paid))

    def answers(table: Table) -> Iterator[tuple[Any, Fraction]]:
        match ask(rules, table):
            case Draw(dues=dues) if dues[0].face_down:
                yield Drawn((HIDDEN,)), Fraction(1)
            case Draw():
                for card in DECK:
                    if table.stock.holds(card):
                        yield Drawn((card,)), Fraction(table.stock.holds(card), table.stock.size)
            case Offer(who=Role.SHOE):
                for dollars, number in madness_21.PRIZES.items():
                    yield Act(prize_of(dollars)), Fraction(number, madness_21.POSSIBLE)
            case Offer(subject=subject):
                yield Act(PRESS) if subject == PRESS else DECLINE, Fraction(1)
            case Decide(hand=hand):
                low = table.boxes[0].hands[hand - 1].points.total < 14
                waits = rules.play.side_wagers[key].settled is Settled.AFTER_DEAL
                yield HIT if low or waits else STAND, Fraction(1)
            case other:
                raise AssertionError(f"{other} while {key} is open")

    table = open_table(rules, stock)
    bets = Bets((Bet(1, "A", 1000), Bet(1, "A", 1000, key)), last=True)
    follow(answer(rules, table, ask(rules, table), bets)[0], Fraction(1), ())
    return found


@pytest.mark.parametrize(("game", "wager", "scale"), ALONE)
def test_a_tiny_shoe_played_out_gives_the_same_fractions(game: str, wager: str, scale: str | None) -> None:
    cards = parse_cards(TINY[wager])
    (rules,) = (rules for *named, rules in offered_alone(find(game), {}) if named == [wager, scale])
    rows = analyse_wagers(find(game), {}, shoe=Composition.of_cards(cards), only=wager)
    (row,) = (row for row in rows if row.pay_scale == scale)
    slow = paid_at_the_table(rules, wager, Stock.of_cards(cards))
    assert {(paid.name, paid.pays): paid.probability for paid in row.classes} == slow
    names = {name for paid in row.classes for name in paid.name.split(" + ")}
    assert names >= {*rules.play.side_wagers[wager].pays, LOSES}, "the tiny shoe has every class"


@pytest.mark.parametrize("style_a", [False, True])
def test_push_22_with_aces_among_few_cards(style_a: bool) -> None:
    """Soft totals, and both ways of playing soft 17: 6-A-5-T and A-A-… come to 22 in some orders only."""
    cards = parse_cards("As As Ah 6s 6s 5h Ts Ts Td 9d")
    options = {"style_a": style_a}
    ((_, _, rules),) = (
        (k, s, r) for k, s, r in offered_alone(find("nz-blackjack"), options) if (k, s) == ("push-22", "one")
    )
    draws = dealer_draws(rules, "push-22")
    shoe = Composition.of_cards(cards)
    fast = shoe.chances(judged_on_dealer(rules.play.side_wagers["push-22"].judge, draws, shoe))

    slow: defaultdict[tuple[str, ...], Fraction] = defaultdict(Fraction)

    def follow(held: tuple[Card, ...], left: tuple[Card, ...], points: Points, likely: Fraction) -> None:
        """The rule in the test's own words: below 17, and on soft 17 in Style A, he draws."""
        total, soft = points.total, points.soft
        if total > 17 or (total == 17 and not (soft and style_a)):
            suits, colours = {card.suit for card in held}, {card.suit in "hd" for card in held}
            name = "same suit 22" if len(suits) == 1 else "same colour 22" if len(colours) == 1 else "other 22"
            slow[(name,) if total == 22 else ()] += likely
            return
        for at, card in enumerate(left):
            follow((*held, card), left[:at] + left[at + 1 :], points.plus(card.value), likely / len(left))

    follow((), cards, no_points(), Fraction(1))
    assert fast == slow


# Other shoes


def test_an_endless_shoe() -> None:
    shoe = Composition.without_end()
    rows = {(row.wager, row.pay_scale): row for row in analyse_wagers(find("nz-blackjack"), {}, shoe=shoe)}
    assert rows["perfect-pair", "one"].ev == Fraction(31 + 11 + 2 * 6, 52) - 1
    seven, suit = Fraction(1, 13), Fraction(1, 4)
    two = seven**2 * (1 - seven)
    win = 4 * (seven - seven**2) + 51 * two * (1 - suit) + 101 * two * suit
    assert rows["super-sevens", None].ev == win + seven**3 * (501 * (1 - suit**2) + 5001 * suit**2) - 1


@pytest.mark.parametrize("style_a", [False, True])
def test_push_22_from_an_endless_shoe(style_a: bool) -> None:
    """Suits are then independent of the values: all like the first with 1/4 for each further card, 1/2 for colours."""
    shoe = Composition.without_end()
    rows = analyse_wagers(find("nz-blackjack"), {"style_a": style_a}, shoe=shoe, only="push-22")

    @cache
    def like(points: Points, each: Fraction) -> Fraction:
        if points.total > 17 or (points.total == 17 and not (points.soft and style_a)):
            return Fraction(points.total == 22)
        return sum((each * like(points.plus(min(rank, 10)), each) for rank in range(1, 14)), Fraction(0)) / 13

    def all_alike(each: Fraction) -> Fraction:
        return like(no_points(), each) / each  # the first card may be any

    same_suit, same_colour = all_alike(Fraction(1, 4)), all_alike(Fraction(1, 2))
    chances = {paid.name: paid.probability for paid in rows[0].classes}
    assert chances["same suit 22"] == same_suit
    assert chances["same colour 22"] == same_colour - same_suit
    assert chances["other 22"] == all_alike(Fraction(1)) - same_colour


def test_a_shoe_without_sevens() -> None:
    shoe = Composition(0 if card.rank == "7" else 6 for card in DECK)
    (row,) = analyse_wagers(find("nz-blackjack"), {}, shoe=shoe, only="super-sevens")
    assert [(paid.name, paid.probability) for paid in row.classes] == [(LOSES, Fraction(1))]
    assert row.quoted == "", "nothing waited for a third card"


def test_counts_that_make_no_shoe() -> None:
    with pytest.raises(Malformed, match="52 counts"):
        Composition([6] * 51)
    with pytest.raises(Malformed, match="none below 0"):
        Composition([-1] + [6] * 51)
    with pytest.raises(ShoeTooSmall, match="3 cards could run out"):
        analyse_wagers(find("nz-blackjack"), {}, shoe=Composition.of_cards(parse_cards("2s 3s 4s")), only="push-22")


# Which rows there are


def test_each_wager_is_taken_alone() -> None:
    game = find("nz-blackjack")
    rows = analyse_wagers(game, {"perfect_pair": "yes", "perfect_pair_scale": "two", "push_22": "yes"})
    assert rows == analyse_wagers(game)
    assert Counter(row.wager for row in rows) == {offered.key: len(offered.scales) or 1 for offered in game.wagers}
    assert {row.pay_scale for row in rows if row.wager == "perfect-pair"} == {"one", "two", "three"}


def test_what_the_decks_forbid_is_left_out() -> None:
    assert "super-sevens" not in {row.wager for row in analyse_wagers(find("nz-blackjack"), {"decks": 5})}
    assert analyse_wagers(find("pa-down-under"), {"decks": 5}) == []
    assert analyse_wagers(find("masque-down-under"), {"decks": 5}) == []
    odds = {"decks": 5, "match_suited": "9:2", "match_unsuited": "4:1"}
    (row,) = analyse_wagers(find("masque-down-under"), odds)
    assert {paid.name: paid.pays for paid in row.classes}["suited match + unsuited match"] == Fraction(17, 2)
    assert analyse_wagers(find("reference")) == []
    with pytest.raises(Malformed, match="no side wager 'push-22'"):
        analyse_wagers(find("pa-down-under"), only="push-22")


def test_what_the_instrument_forbids_is_refused() -> None:
    with pytest.raises(Refused, match=r"15B\.1A"):
        analyse_wagers(find("nz-blackjack"), {"perfect_pair": True, "any_pair": True})


@pytest.mark.parametrize("game", NZ_GAMES)
def test_limits_of_the_table_do_not_matter(game: str) -> None:
    usual = analyse_wagers(find(game), {})
    limits = {"minimum": "25.00", "maximum": "25.00", "chip": "25.00", "box_maximum": "25.00", "bettors_per_box": 1}
    assert analyse_wagers(find(game), limits) == usual


# The third card


def test_the_third_card_is_left_alone_where_it_would_cost() -> None:
    """A made-up scale on which three of a kind are paid less than two."""
    (rule,) = (
        rules.play.side_wagers["lucky-match"]
        for key, scale, rules in offered_alone(find("nz-blackjack"), {})
        if (key, scale) == ("lucky-match", "one")
    )
    dear = replace(rule, pays={**rule.pays, lucky_match.TRIPLE: Odds(1)})
    shoe = Composition.of_decks(6)
    tally, quoted = judged_on_deal(dear, shoe)
    assert quoted == DRAWN_AT_BEST
    chances = shoe.chances(tally)
    assert (lucky_match.TRIPLE,) not in chances
    assert chances[(lucky_match.LUCKY,)] == Fraction(5, 311)


# Riding


def test_riding_is_quoted_as_not_analysed() -> None:
    for wager in RIDING:
        row = row_of("nz-blackjack", wager)
        assert row.ev == row.ev_kept
        assert row.riding_analysed is False
        assert "not analysed" in row.quoted


@pytest.mark.parametrize("wager", RIDING)
def test_money_rides_where_its_expectation_is_positive(wager: str) -> None:
    def value(cards: tuple[int, int], up: int) -> Fraction:
        return Fraction(3 * cards[0] - cards[1] - up, 20)

    deck = parse_cards(TINY[wager])
    shoe = Composition.of_cards(deck)
    (row,) = analyse_wagers(find("nz-blackjack"), {}, shoe=shoe, value_of_riding=lambda rules, key: value, only=wager)
    ((_, _, rules),) = (named for named in offered_alone(find("nz-blackjack"), {}) if named[0] == wager)
    rule = rules.play.side_wagers[wager]
    total, deals = Fraction(0), 0
    for a, one in enumerate(deck):
        for b, other in enumerate(deck):
            for c, up in enumerate(deck):
                if len({a, b, c}) == 3:
                    deals += 1
                    classes = rule.judge((one, other), Dealer((up,), no_points()), False)
                    won = Fraction(rule.pays[classes[0]].pays) if classes else Fraction(-1)
                    low, high = sorted((one.value, other.value))
                    total += max(won, won + (won + 1) * value((low, high), up.value)) if classes else won
    assert row.ev == total / deals
    assert row.ev_kept is not None
    assert row.ev > row.ev_kept
    assert row.riding_analysed is True


def test_money_that_cannot_gain_is_kept() -> None:
    rows = analyse_wagers(find("nz-blackjack"), {}, value_of_riding=lambda rules, key: lambda cards, up: -0.01)
    assert [row.ev == row.ev_kept for row in rows if row.wager in RIDING] == [True, True]


# What the analysis takes for granted raises where it does not hold


def test_a_judge_may_not_see_more_than_is_told_apart() -> None:
    draws = dealer_draws(find("nz-blackjack").configure(push_22=True), "push-22")
    shoe = Composition.of_decks(1)

    def by_order(cards: tuple[Card, ...], dealer: Dealer, complete: bool) -> Judged:
        return ("spade first",) if dealer.cards[0].suit == "s" else ()  # type: ignore[union-attr]

    def by_rank(cards: tuple[Card, ...], dealer: Dealer, complete: bool) -> Judged:
        return ("ace first",) if dealer.cards[0].rank == "A" else ()  # type: ignore[union-attr]

    def by_player(cards: tuple[Card, ...], dealer: Dealer, complete: bool) -> Judged:
        return ("pair",) if len(dealer.cards) > 2 and cards[0] == cards[1] else ()

    def for_ever(cards: tuple[Card, ...], dealer: Dealer, complete: bool) -> Judged:
        return None

    with pytest.raises(NotSupported, match="order"):
        judged_on_dealer(by_order, draws, shoe)
    with pytest.raises(AttributeError, match="rank"):
        judged_on_dealer(by_rank, draws, shoe)
    with pytest.raises(Looked, match="does not tell apart"):
        judged_on_dealer(by_player, draws, shoe)
    with pytest.raises(NotSupported, match="waits"):
        judged_on_dealer(for_ever, draws, shoe)


def test_a_dealer_with_a_hole_card_is_not_driven() -> None:
    rules = find("pa-down-under").configure(match_the_dealer=True)
    with pytest.raises(NotSupported, match="one to the dealer"):
        dealer_draws(rules, "match-the-dealer")


# The command


def test_wagers_as_json() -> None:
    rows = here("wagers", "nz-blackjack", "--json").document
    eight = here("wagers", "pa-down-under", "--set", "decks=8", "--json").document
    assert [row["wager"] for row in eight] == ["match-the-dealer"]
    for row in (*rows, *eight):
        rules = find(row["game"]).configure(decks=6 if row["game"] == "nz-blackjack" else 8)
        assert {"wager", "pay_scale", "ev", "house_edge", "hit_frequency", "standard_deviation", "classes"} <= set(row)
        shares = {one["net"]: one["probability"] for one in row["distribution"]}
        assert sum(shares.values()) == pytest.approx(1)
        kept = row["ev"] if row["ev_kept"] is None else row["ev_kept"]
        assert sum(net * share for net, share in shares.items()) == pytest.approx(kept, abs=1e-12)
        assert row["variance"] == pytest.approx(sum(net**2 * share for net, share in shares.items()) - kept**2)
        assert row["standard_deviation"] == pytest.approx(row["variance"] ** 0.5)
        assert (row["rules_hash"], row["options"]) == (rules.hash, rules.options.shown())
        assert row["version"]
        kept = row["ev"] if row["ev_kept"] is None else row["ev_kept"]
        assert kept == pytest.approx(sum(paid["probability"] * paid["pays"] for paid in row["classes"]))
        assert row["ev"] >= kept
        assert (row["ev_kept"] is not None) == (row["wager"] in RIDING)
    scales = [row["pay_scale"] for row in rows if row["wager"] in ("super-sevens", "perfect-pair")]
    assert scales == [None, "one", "two", "three"]
    assert here("wagers", "reference", "--json").document == []


def test_wagers_as_a_table() -> None:
    told = here("wagers", "pa-down-under")
    assert "4.0618 %" in told.out
    assert "suited match" not in told.out
    assert "unsuited match + unsuited match" in here("wagers", "pa-down-under", "--classes").out
    assert "third card always drawn" in here("wagers", "nz-blackjack").out
    assert "offers no side wager" in here("wagers", "pa-down-under", "--set", "decks=4").out


def test_wagers_complains_in_one_line() -> None:
    assert_complains(here("wagers", "canasta"), 2, "canasta")
    assert_complains(here("wagers", "nz-blackjack", "--set", "decks"), 2, "name=value")
    assert_complains(here("wagers", "nz-blackjack", "--set", "decks=9"), 3, "3.3(a)")
    forbidden = ("--set", "decks=5", "--set", "match_the_dealer=yes")
    assert_complains(here("wagers", "pa-down-under", *forbidden, "--json"), 3, "685a.6(e)")


@pytest.mark.parametrize(
    ("game", "wager", "beside"),
    [
        ("nz-blackjack", "house-money", {}),
        ("nz-ante-up", "let-it-ride", {"any_pair": "yes"}),  # tables that test_simulated_wagers.py has weighed already
        ("nz-free-bet", "house-money", {"lammer_value": "with-riding"}),
    ],
)
def test_what_rides_is_worth_what_the_hand_is(game: str, wager: str, beside: dict[str, str]) -> None:
    """Against a small card no dealer Blackjack can give it back: it is worth what a unit of the main wager is."""
    rules = find(game).configure({wager.replace("-", "_"): "yes", **beside})
    value = value_of_riding(rules, wager)
    solution = analyse(rules).solution
    ante = rules.play.ante.owed(rules.minimum) / rules.minimum if rules.play.ante is not None else 0.0
    for pair in ((10, 10), (2, 10), (1, 7), (1, 10)):
        alone = solution.opening_worth(solution.tables.compiled.openings[pair, 6], pair, 6).value + ante
        assert value(pair, 6) == pytest.approx(alone, abs=1e-9)
    assert value((9, 10), 10) > solution.hand_worth((9, 10), solution.tables.known[-1]).value  # which it survives


def test_nothing_rides_on_a_blackjack_that_is_paid_before() -> None:
    """Reading N5: under a 6 it is paid when the deal is complete, under a ten it waits."""
    options = ({"house_money": "yes", "ride_before_blackjack": text} for text in ("yes", "no"))
    first, later = (value_of_riding(find("nz-blackjack").configure(one), "house-money") for one in options)
    assert first((1, 10), 6) == pytest.approx(1.5)
    assert later((1, 10), 6) == 0
    assert later((1, 10), 10) == pytest.approx(float(first((1, 10), 10)))
