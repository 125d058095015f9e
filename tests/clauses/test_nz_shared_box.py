"""Boxes with up to three bettors, and bettors on several boxes: section 14 of New Zealand's Blackjack division."""

from __future__ import annotations

import pytest

from tests.kit.clauses import clause
from tests.kit.nz import facts, net, play, refusal

NZ = "nz-blackjack"
A10 = "bet 1 A main 10.00; "
AB = A10 + "bet 1 B main 5.00; "


def nz(*ids: str) -> pytest.MarkDecorator:
    return clause("nz-blackjack", *ids)


@nz("14.1", "14.2")
def test_three_bettors_at_most_within_the_maximum_of_the_box() -> None:
    four = AB + "bet 1 C main 5.00; bet 1 D main 5.00"
    assert refusal(NZ, four) == ("bet", "14.1")
    assert refusal(NZ + " bettors_per_box=1", AB) == ("bet", "14.1")
    assert refusal(NZ + " box_maximum=12.00", AB) == ("bet", "14.2")
    assert refusal(NZ + " player_maximum=8.00", A10) == ("bet", "14.2")


@nz("14.3(a)", "14.5")
def test_only_the_player_seated_at_the_box_decides() -> None:
    assert refusal(NZ, AB + "cards Ts 9h 5d Tc; 1 A stand; 1 B hit") == ("hit", "14.3(a)")
    seated_at_two = AB + "bet 2 B main 5.00; cards Ts Td 9h 5d 9c Tc; 1 A stand; 1 B hit; 2 B stand"
    assert refusal(NZ, seated_at_two) == ("hit", "14.5")


@nz("14.3(c)", "11.2(a)")
def test_the_others_may_double_too_up_to_their_own_wager() -> None:
    cards = "cards 6s 6h 5d 9c Td 3h; 1 A double"
    played = play(NZ, AB + cards)
    assert (net(played), net(played, bettor="B")) == ("20.00", "5.00")
    assert net(play(NZ, AB + cards + "; 1 B double amount 2.00"), bettor="B") == "7.00"
    assert refusal(NZ, AB + cards + "; 1 B double amount 6.00") == ("double", "11.2(a)")


@nz("14.3(c)", "20.5", "20.8", "11.2(a)")
def test_a_backer_doubles_on_a_hand_that_holds_only_his_lammer() -> None:
    """A lammer is a wager on the hand, worth his original: he doubles up to that with chips, or free if it is free."""
    split = "cards 8s 9h 8d Tc {} {} Tc; 1 A free-split; 1 B cover; 1 A stand hand 1; "
    real = AB + split.format("5d", "7s") + "1 A double hand 2; 1 B double hand 2{}"
    won = play("nz-free-bet", real.format(" amount 2.00"))
    assert (net(won), net(won, bettor="B")) == ("10.00", "2.00")  # 18 lost to 19, 20 wins the lammer and the double
    assert refusal("nz-free-bet", real.format(" amount 6.00")) == ("double", "11.2(a)")
    lost = play("nz-free-bet", AB + split.format("5d", "2s") + "1 A double hand 2; 1 B double hand 2")
    assert net(lost, bettor="B") == "-10.00"  # both the chips, and nothing for the lammer
    free = AB + split.format("3d", "9s") + "1 A free-double hand 2; 1 B double hand 2{}"
    assert net(play("nz-free-bet", free.format("")), bettor="B") == "5.00"  # two lammers of 5.00 against 5.00
    assert refusal("nz-free-bet", free.format(" amount 5.00")) == ("double", "20.8")
    assert net(play("nz-free-bet", free.replace("; 1 B double hand 2{}", "")), bettor="B") == "0.00"


@nz("14.3(d)", "12.2")
def test_the_others_cover_both_hands_of_a_split_or_name_one() -> None:
    busted = "cards 8s 9h 8d Tc Kc Jc Tc; 1 A split; {}1 A hit hand 1; 1 A stand hand 2"
    for backer, won in (("", "-5.00"), ("1 B cover; ", "-10.00"), ("1 B designate hand 2; ", "-5.00")):
        assert net(play(NZ, AB + busted.format(backer)), bettor="B") == won
    named = play(NZ, AB + busted.format("1 B designate hand 2; "))
    assert [(fact["what"], fact["hand"]) for fact in facts(named, "14.3(d)")] == [("announced", 2)]


@nz("14.3(e)")
def test_without_the_seated_player_nobody_doubles() -> None:
    assert refusal(NZ, AB + "cards 6s 6h 5d 9c Td 3h; 1 A hit; 1 A stand; 1 B double") == ("double", "14.3(e)")


@nz("14.3(f)", "14.3(g)", "10.3(b)")
def test_each_insures_and_settles_early_for_himself() -> None:
    played = play(NZ, AB + "cards As Ah Kd Kc; 1 A insurance; 1 B early-settlement")
    assert (net(played), net(played, "insurance")) == ("0.00", "10.00")
    assert net(played, bettor="B") == "5.00"
    assert facts(played, "14.3(f)")
    assert [fact["note"] for fact in facts(played, "10.3(b)")] == ["the cards stay for the others"]


@nz("14.4", "14.6", "14.7")
def test_several_boxes_as_the_house_allows_with_the_minimum_on_each() -> None:
    two = A10 + "bet 3 A main {}"
    assert refusal(NZ + " boxes_per_player=1", two.format("10.00")) == ("bet", "14.7")
    assert refusal(NZ + " minimum=5.00", two.format("4.00")) == ("bet", "14.6")
    assert refusal(NZ + " boxes_per_player=10", A10) == ("configuration", "14.4")
    played = play(NZ, two.format("10.00") + "; cards Ts 9s 9h Td 8d Tc; 1 A stand; 3 A stand")
    assert (net(played), net(played, box=3)) == ("10.00", "-10.00")
