"""Where a careful reader stumbles: the second reader's traps for Down Under Blackjack, one test each."""

from __future__ import annotations

import pytest

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import Bet, Bets, Decide, Draw, Offer, PlaceWagers, Read, Turn, What
from holecard.engine.table import Part
from holecard.games import find
from holecard.law.clauses import register
from holecard.law.errors import Refused
from holecard.values.cards import HIDDEN
from tests.kit.clauses import clause
from tests.kit.scene import Scene, in_order

ROP = "masque-down-under"
MATCH = "match-the-dealer"

# All games, as far as this one is concerned


@clause("pa-685a", "7(i)(1)", "11(a)", "7(k)(1)", "10(e)", "10(a)")
def test_blackjack_is_the_first_two_cards_and_never_a_split_hand() -> None:
    original = Scene("As 7h Kd Tc")
    assert (original.net(), original.case()) == (1500, "blackjack")
    aces = Scene("As 7h Ad Tc Kd 9s").say("split")
    assert [aces.hand(number=1).points.total, aces.hand(number=2).points.total] == [21, 20]
    assert (aces.net(), aces.case(number=1)) == (2000, "higher"), "1 to 1"
    tens = Scene("Ks 7h Qd Tc Ad 9s").say("split", "stand")
    assert (tens.net(), tens.case(number=1)) == (2000, "higher")


@clause("pa-685a", "7(h)", "3(e)", "3(e)(1)", "3(e)(2)", "3(e)(3)")
def test_the_light_comes_every_round_whatever_is_up_and_tells_the_range_alone() -> None:
    ranges = {"blue light: small": "2345", "red light: medium": "6789", "yellow light: large": "TJQKA"}
    for light, holes in ranges.items():
        for hole in holes:
            scene = Scene(f"Ts 7h 9d {hole}c")
            assert [fact.note for fact in scene.carrying("3(e)")] == [light]
            assert scene.table.dealer.cards[1] is HIDDEN


@clause("pa-685a", "8(b)", "8(a)")
def test_insurance_may_be_rounded_up_in_pennsylvania_alone_and_only_if_half_cannot_be_staked() -> None:
    def most(game: str, stake: int) -> int:
        scene = Scene("9s Ah 7d 5c", game, {1: stake}, chip="1.00")
        question = scene.question
        assert isinstance(question, Offer)
        scene.say("insurance")
        return next(legal.most for legal in question.choices if legal.do == "insurance")

    assert most("pa-down-under", 1000) == 500, "half of 10 can be staked in chips of 1, so 6 is too much"
    assert most("pa-down-under", 500) == 300
    assert most(ROP, 500) == 200
    assert Scene("9s Ah 7d 5c", boxes={1: 1000}, chip="1.00").refuses("insurance 6.00").cite.clause == "8(b)"


@clause("pa-685a", "6(a)", "6(d)")
def test_one_bettor_a_box_and_a_spoken_wager_only_in_pennsylvania() -> None:
    rules = find("pa-down-under").configure()
    table = open_table(rules)
    table, facts = answer(rules, table, ask(rules, table), Bets((Bet(1, "Ann", 1000, spoken=True),)))
    assert facts[0].note == "spoken, with cash"
    assert facts[0].also[0].clause == "6(a)"
    with pytest.raises(Refused, match="Ann already bets there"):
        answer(rules, table, ask(rules, table), Bets((Bet(1, "Ben", 1000),)))
    sheet = find(ROP).configure()
    with pytest.raises(Refused, match="a spoken wager"):
        answer(sheet, open_table(sheet), ask(sheet, open_table(sheet)), Bets((Bet(1, "Ann", 1000, spoken=True),)))


@clause("pa-685a", "7(l)", "7(m)", "7(q)(1)")
def test_the_dealer_completes_the_hand_even_when_no_wager_is_left() -> None:
    scene = Scene("Ts 6h 6d 5c Ks 4d 2h").say("hit")
    assert [fact.what for fact in scene.carrying("7(q)(1)")] == [What.ANNOUNCED]
    assert scene.net() == -1000, "the bust lost at once"
    assert scene.dealer == "6h 5c 4d 2h"


@clause("down-under-rop", "13", "10(b)")
def test_so_does_the_sheets_dealer() -> None:
    assert Scene("Ts 6h 6d 5c Ks 4d 2h", ROP).say("hit").dealer == "6h 5c 4d 2h"


@clause("pa-685a", "10(b)", "7(j)")
def test_a_split_plays_the_hand_at_the_dealers_left_first_while_the_other_has_one_card() -> None:
    scene = Scene("8s 7h 8d Tc 3h 5c Ts 9s").say("split")
    assert [len(scene.hand(number=number).cards) for number in (1, 2)] == [2, 1]
    scene.say("hit")
    assert [len(scene.hand(number=number).cards) for number in (1, 2)] == [3, 1]
    scene.say("hit")
    assert scene.hand(number=1).points.total == 26, "8, 3, 5 and a ten: finished before the other is dealt to"
    assert [len(scene.hand(number=number).cards) for number in (1, 2)] == [4, 2]
    assert isinstance(scene.question, Decide)
    assert scene.question.hand == 2


# 685a


@clause("pa-685a", "7(f)", "11(c)", "6(e)", "7(g)", "7(h)")
def test_match_the_dealer_is_settled_first_right_to_left_before_insurance_and_the_light() -> None:
    scene = Scene("As 9s Ah Ad 5d 4c", boxes={1: 1000, 2: 1000}, match={1: 500, 2: 200}, decks=6)
    assert isinstance(scene.question, Offer)
    assert [type(question) for question in scene.asked] == [PlaceWagers, Draw]
    settled = scene.told(What.PAID, What.COLLECTED)
    assert [(fact.seat, fact.what) for fact in settled] == [(2, What.COLLECTED), (1, What.PAID), (1, What.PAID)]
    assert not scene.carrying("3(e)")
    scene.say("decline", "decline")
    assert [fact.note for fact in scene.carrying("3(e)")] == ["blue light: small"]


@clause("pa-685a", "7(f)", "11(c)")
def test_both_cards_can_match_suited_and_unsuited_mixed_and_one_stake_goes_back() -> None:
    scene = Scene("7h 7h 7d 9c 3s", match={1: 100}, decks=6)
    paid = [(fact.note, fact.amount, fact.stake) for fact in scene.told(What.PAID)]
    assert paid == [("suited match", 1100, 100), ("unsuited match", 400, 0)]
    scene.say("stand")
    assert scene.net(wager=MATCH) == 1500
    eight = Scene("7h 7h 7d 9c 3s", match={1: 100}, decks=8).say("stand")
    assert eight.net(wager=MATCH) == 1700, "the eight-deck table: 14 and 3"


@clause("pa-685a", "7(f)")
def test_a_ten_does_not_match_a_jack() -> None:
    scene = Scene("Ts Jh Qd 9c", match={1: 100}).say("stand")
    assert scene.net(wager=MATCH) == -100


@clause("pa-685a", "6(e)")
def test_match_the_dealer_needs_six_or_eight_decks_and_a_submission() -> None:
    for decks in (4, 5):
        with pytest.raises(Refused, match="only with 6 or 8 decks"):
            find("pa-down-under").configure(match_the_dealer=True, decks=decks)
    rules = find("pa-down-under").configure()
    table = open_table(rules)
    with pytest.raises(Refused, match="not offered at this table") as refused:
        answer(rules, table, ask(rules, table), Bets((Bet(1, "A", 1000), Bet(1, "A", 100, MATCH))))
    assert refused.value.cite.clause == "6(e)"


@clause("pa-685a", "7(g)", "7(h)", "7(h)(1)", "7(h)(2)", "8(c)", "11(b)")
def test_insurance_then_the_reader_then_the_open_blackjack_then_settlement() -> None:
    scene = Scene("As Ts Ah Kd 9d Tc", boxes={1: 1000, 2: 1000}).say("insurance", "insurance")
    assert [type(question) for question in scene.asked] == [PlaceWagers, Draw, Offer, Offer, Read, Turn]
    assert scene.dealer == "Ah Tc"
    assert scene.over, "no further card is dealt"
    assert (scene.net(1), scene.net(2)) == (0, -1000)
    assert scene.net(1, "insurance") == scene.net(2, "insurance") == 1000
    assert in_order(scene.facts, (What.ANNOUNCED, "yellow light: large"), (What.PAID, "insurance"))


@clause("pa-685a", "8(d)", "7(i)", "7(i)(1)", "7(i)(2)")
def test_losing_insurance_goes_before_a_blackjack_is_paid_and_each_box_waits_its_turn() -> None:
    scene = Scene("9s As Ts Ah 9d Kd Qd 9c", boxes={1: 1000, 2: 1000, 3: 1000})
    scene.say("insurance", "insurance", "decline")
    assert isinstance(scene.question, Decide)
    assert scene.question.seat == 1
    assert [fact.wager for fact in scene.told(What.COLLECTED)] == ["insurance", "insurance"]
    assert not scene.told(What.PAID), "the Blackjack of box 2 waits for box 1 (reading DU-7a)"
    scene.say("stand")
    assert [fact.seat for fact in scene.told(What.PAID)] == [2]
    assert isinstance(scene.question, Decide)
    assert scene.question.seat == 3


@clause("pa-685a", "7(h)")
def test_two_large_cards_are_open_before_anyone_acts() -> None:
    twenty = Scene("9s Kh 7d Qc")
    assert isinstance(twenty.question, Decide)
    assert twenty.dealer == "Kh Qc"
    aces = Scene("9s Ah 7d Ac").say("decline")
    assert isinstance(aces.question, Decide)
    assert (aces.dealer, aces.table.dealer.points.total) == ("Ah Ac", 22)
    closed = Scene("9s Kh 7d 9c")
    assert closed.table.dealer.cards[1] is HIDDEN


@clause("pa-685a", "7(m)", "7(n)(1)")
@pytest.mark.parametrize(
    ("cards", "literal", "conventional"),
    [
        ("Ts 6h 7d 5c Ac", 22, "6h 5c Ac 9d"),  # 6-5-A: hard 12 by the common count, which draws
        ("Ts Ah 7d 5c 6c", 22, "Ah 5c 6c 9d"),  # A-5-6
        ("Ts Ah 7d Ac", 22, "Ah Ac 9d"),  # A-A
    ],
)
def test_the_dealers_ace_counts_to_22_and_he_stands_there(cards: str, literal: int, conventional: str) -> None:
    declines = ("decline", "stand") if " Ah " in cards else ("stand",)
    scene = Scene(cards).say(*declines)
    assert scene.table.dealer.points.total == literal
    assert scene.net() == 0, "17 against 22 goes back"
    other = Scene(f"{cards} 9d", dealer_ace="conventional").say(*declines)
    assert other.dealer == conventional
    assert other.table.dealer.points.total == 21


@clause("pa-685a", "7(k)", "7(q)(1)", "7(j)")
def test_a_players_ace_counts_to_21_only() -> None:
    scene = Scene("6s 9h 5d 8c Ac Ks").say("hit")
    assert repr(scene.hand().points) == "12"
    assert scene.say("hit").net() == -1000


@clause("pa-685a", "10(a)", "10(c)", "10(e)", "7(k)(1)")
def test_king_and_queen_split_once_and_split_aces_take_one_card() -> None:
    scene = Scene("Ks 7h Qd Tc Jd Ah").say("split")
    refused = scene.refuses("split")
    assert (refused.cite.clause, "2 hands" in refused.why) == ("10(c)", True)
    scene.say("stand")
    assert scene.over, "ten and ace are 21: it may not be doubled, nor anything else"
    assert scene.net() == 2000
    aces = Scene("As 7h Ad Tc 5d Ac").say("split")
    assert aces.over, "one card each, another ace too, and no decision"
    assert len(aces.table.boxes[0].hands) == 2


@clause("pa-685a", "7(n)(1)")
@pytest.mark.parametrize(
    ("cards", "deeds", "net", "case"),
    [
        ("As 6h Ad 6c Ts", ["stand"], 1000, "22-two-large"),  # A-A: 12 wins
        ("Ks 6h Qd 6c Ts", ["stand"], 1000, "22-two-large"),
        ("9s 6h 9d 6c 2s Ts", ["hit", "stand"], 0, "22"),  # 20 of three cards
        ("As 6h Ad 6c 5s Ts", ["hit", "stand"], 0, "22"),  # A-A drawn to is no two-card hand
        ("Ks 6h Qd 6c Jd Tc Ts", ["split", "stand", "stand"], 0, "22"),  # tens formed by a split
        ("9s 6h 5d 6c 7d Ts", ["hit"], 1000, "22-21"),
        ("8s 6h 8d 6c 3d Th 5c Ts", ["split", "double", "stand"], 2000, "22-21"),  # a doubled, split 21
    ],
)
def test_on_a_22_two_original_large_cards_and_21_win_and_the_rest_goes_back(
    cards: str, deeds: list[str], net: int, case: str
) -> None:
    scene = Scene(cards).say(*deeds)
    assert scene.table.dealer.points.total == 22
    assert (scene.net(), scene.case()) == (net, case)


@clause("pa-685a", "7(n)(1)", "9(a)")
def test_a_doubled_21_wins_both_wagers_on_a_22() -> None:
    scene = Scene("6s 6h 5d 6c Td Ts").say("double 4.00")
    assert (scene.net(part=Part.ORIGINAL), scene.net(part=Part.DOUBLE)) == (1000, 400)


@clause("pa-685a", "7(n)(2)", "7(o)", "7(o)(1)", "7(o)(2)", "7(p)", "7(q)", "7(q)(1)", "7(q)(2)")
@pytest.mark.parametrize("collect_busts", ["at-once", "at-settlement"])
def test_past_22_the_dealer_is_bust_and_past_21_the_player_is_whatever_the_dealer_has(collect_busts: str) -> None:
    def net(cards: str, *deeds: str) -> int:
        return Scene(cards, collect_busts=collect_busts).say(*deeds).net()

    assert net("5s 6h 7d 7c Ts", "stand") == 1000, "12 against 23"
    assert net("Ts 6h 6d 7c 8s Ts", "hit") == -1000, "24 against 23"
    assert net("Ts 6h 6d 6c 6s Ts", "hit") == -1000, "22 against 22 (reading DU-2)"
    assert net("Ts 9h Jd 9c", "stand") == 1000
    assert net("Ts 9h 9d Tc", "stand") == 0
    assert net("Ts 9h 8d Tc", "stand") == -1000


@clause("pa-685a", "7(r)(1)", "7(r)(2)")
def test_two_ways_of_settling_both_right_to_left() -> None:
    boxes = {1: 1000, 2: 1000, 3: 1000}
    cards = "Ts 8s 9s 9h 8d Td Td Tc"  # 18 loses, 18 loses, 19 ties with the dealer's 19

    def moves(settlement: str, cards: str) -> list[tuple[int, What]]:
        scene = Scene(cards, boxes=boxes, settlement=settlement).say("stand", "stand", "stand")
        return [(fact.seat, fact.what) for fact in scene.told(What.PAID, What.COLLECTED, What.RETURNED)]

    both = [(2, What.COLLECTED), (1, What.COLLECTED)]
    assert moves("collect-first", cards) == [*both, (3, What.RETURNED)]
    assert moves("box-by-box", cards) == [(3, What.RETURNED), *both]
    winners = "Ts 8s Ks 9h Jd Td Td Tc"  # 20, 18, 20 against 19
    assert moves("collect-first", winners) == [(2, What.COLLECTED), (3, What.PAID), (1, What.PAID)]
    assert moves("box-by-box", winners) == [(3, What.PAID), (2, What.COLLECTED), (1, What.PAID)]


@clause("pa-685a", "7(e)(4)", "7(h)", "7(l)")
def test_nobody_sees_the_hole_card_before_it_is_turned() -> None:
    scene = Scene("9s 7h 7d Tc")
    assert scene.table.dealer.cards[1] is HIDDEN
    assert scene.table.stock.down == 1
    assert not any("Tc" in repr(fact) for fact in scene.facts), "the dealer does not know it either"
    assert scene.table.dealer.points.total == 7
    assert scene.say("stand").dealer == "7h Tc"


@clause("pa-685a", "7(i)(2)")
def test_surrender_is_refused_with_its_clause() -> None:
    refused = Scene("9s Th 7d 5c").refuses("surrender")
    assert refused.cite.clause == "7(i)(2)"
    assert refused.legal == ("hit", "stand", "double 0.50 to 10.00")


def test_the_proposed_edition_has_two_subsections_3d_and_both_can_be_cited() -> None:
    held = register("pa-685a", "2018")
    assert held.cite("3(e)(1)").clause == "3(d)[2](1)"
    assert held.clauses["3(d)(1)"].summary != held.clauses["3(d)[2](1)"].summary
    assert "3(e)" not in held.clauses


# The manufacturer's rules of play


@clause("down-under-rop", "10(b)", "12(a)")
def test_the_sheets_dealer_counts_aces_as_everybody_does() -> None:
    scene = Scene("Ts 6h 7d 5c Ac 9d", ROP).say("stand")
    assert scene.table.dealer.points.total == 21
    assert Scene("Ts 6h 7d 6c Tc", ROP).say("stand").case() == "22"


@clause("down-under-rop", "7(1)")
def test_a_house_that_hits_soft_17_must_let_hands_be_split_to_four() -> None:
    with pytest.raises(Refused, match="re-splitting may be ruled out only"):
        find(ROP).configure(soft17="hit", max_hands=2)
    assert find(ROP).configure(soft17="stand", max_hands=2).options.number("max_hands") == 2


@clause("down-under-rop", "12", "4(1)", "0")
def test_one_of_three_rules_for_22_is_chosen_and_6_to_5_and_two_or_five_decks_are_lawful() -> None:
    with pytest.raises(Refused, match="push22=none"):
        find(ROP).configure(push22="none")
    with pytest.raises(Refused, match="decks=3"):
        find(ROP).configure(decks=3)
    for decks in (2, 5):
        assert Scene("As 9h Kd 8c", ROP, decks=decks, blackjack_pays="6:5").net() == 1200


@clause("down-under-rop", "12(a)", "12(b)", "12(c)")
@pytest.mark.parametrize(
    ("cards", "deeds", "wins_under"),
    [
        ("As 6h Ad 6c Ts", ["stand"], "a"),
        ("Ks 6h Qd 6c Ts", ["stand"], "ac"),
        ("9s 6h 9d 6c 2s Ts", ["hit", "stand"], "c"),
        ("Ks 6h Qd 6c Jd Tc Ts", ["split", "stand", "stand"], "c"),
        ("9s 6h 5d 6c 7d Ts", ["hit"], "abc"),
        ("9s 6h 8d 6c Ts", ["stand"], ""),
    ],
)
def test_which_hands_win_against_22_under_a_b_and_c(cards: str, deeds: list[str], wins_under: str) -> None:
    for push22 in "abc":
        scene = Scene(cards, ROP, push22=push22).say(*deeds)
        assert (scene.net() > 0) is (push22 in wins_under), push22
        assert scene.net() >= 0


@clause("down-under-rop", "14(8)", "14(1)")
def test_the_sheet_held_has_no_schedule_for_match_the_dealer() -> None:
    with pytest.raises(Refused, match="the operator must supply the odds"):
        find(ROP).configure(match_the_dealer=True, decks=2)
    scene = Scene("7h 7h 7d 9c 3s", ROP, match={1: 100}, decks=2, match_suited="12:1", match_unsuited="5:1").say(
        "stand"
    )
    assert scene.net(wager=MATCH) == 1700


@clause("down-under-rop", "6")
def test_the_sheets_insurance_is_strictly_half() -> None:
    scene = Scene("9s Ah 7d 5c", ROP, {1: 500}, chip="1.00")
    assert scene.refuses("insurance 3.00").cite.clause == "6"
    assert scene.refuses("even-money").why == "is not offered in this game"
