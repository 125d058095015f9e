"""The terminal table where a box has several bettors, and what the games of New Zealand and 673a ask there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.kit import assert_complains, here, holecard
from tests.cli.practice import Played, play


def lines_of(played: Played, frame: int = -1) -> str:
    """A frame with its spaces made one."""
    return "\n".join(" ".join(line.strip("│ ").split()) for line in played.frames[frame].splitlines())


def test_no_hole_card_and_no_areas() -> None:
    played = play("nz-blackjack", "9s 6h 8d Ts 5c", "10", "s")
    assert "Dealer  [ 6♥]  shows 6 " in played.frames[1]
    assert "Small" not in played.out
    assert played.hand("Box 1") == "Box 1 [ 9♠][ 8♦] hard 17 10.00 lost 10.00 §5.1(g)"


def test_a_decision_that_is_not_to_be_had_is_refused_with_its_clause() -> None:
    played = play("nz-blackjack", "6s 6h 2d Ts 5c", "10", "s")
    assert "! stand: a hand of 11 or less must draw (NZ Blackjack rule 13.1(d))" in played.out
    assert "! split: the first two cards do not have the same value" in play("reference", "6s 6h 2d Ts", "10", "p").out


def test_free_double_and_free_split_have_the_keys_of_the_paid_ones() -> None:
    cards = "5s 6h 5d 4c 5h 2s Tc Th 4d"
    played = play("nz-free-bet", cards, "10", "p", "d", "h", "s")
    assert "[H]it  Free [D]ouble  Free s[P]lit  [?]" in played.out
    assert "{ 5♥}" in played.hand("Box 1·1")
    assert played.hand("Box 1·1").endswith("10.00+lammer lost 10.00 §5.1(g)")
    assert played.hand("Box 1·2").endswith("lammer taken §5.1(g)")
    assert played.nets == [-1000]


def test_backers_cover_a_split_or_name_a_hand() -> None:
    cards = "8s 6h 8d 3c Ts Ts Th 9d"
    played = play("nz-blackjack", cards, "10/5/2", "p", "y", "2", "d", "n", "s", bettors=3)
    assert "[Y] Cover both hands 5.00  Stay on hand [1] or Enter  Move to hand [2]" in played.out
    assert "Box 1 hand 1 Ann: You split. Cover both hands? ▸" in played.out
    assert "Box 1 hand 2: Ben names this hand  §14.3(d)" in played.out
    assert "Box 1 hand 1 Ann: You double. Double too? ▸" in played.out
    assert "Box 1·1 [ 8♠][ 3♣]{10♠} hard 21 You 10.00+10.00 won 20.00 §5.1(a)\nAnn 5.00 won 5.00" in lines_of(played)
    assert "Box 1·2 [ 8♦][10♠] hard 18 You 10.00 won 10.00 §5.1(a)\nAnn 5.00 won 5.00" in lines_of(played)
    assert "Round 1: together +42.00 (You +30.00, Ann +10.00, Ben +2.00)." in played.out
    assert played.nets == [4200]


def test_you_sit_and_decide_at_every_box() -> None:
    """Ann bets behind you and has no seat: at box 2 too you are asked, and she decides only where she bets alone."""
    played = play("nz-blackjack", "Ts 9s 8s 6h 5d 5c 5h", "10/5 10/5 0/5", "s", "s", boxes=3, bettors=2)
    assert "Box 1: you stand" in played.out
    assert "Box 2: you stand" in played.out
    assert "Box 3 ▸" in played.out


@pytest.mark.parametrize("answer", ["", "n", "1", "designate 1"])
def test_a_silent_backer_stays_on_the_first_hand(answer: str) -> None:
    played = play("nz-blackjack", "8s 6h 8d 3c", "10/5", "p", answer, bettors=2)
    assert "Box 1·1 [ 8♠][ 3♣] hard 11 You 10.00 Ann 5.00" in lines_of(played)
    assert "Box 1·2 [ 8♦] hard 8 You 10.00\n" in lines_of(played)


def test_insurance_and_early_settlement_are_each_bettors_own() -> None:
    played = play("nz-blackjack", "As Ah Kd 5s 9h", "10/5", "i 2", "n", "e", "", bettors=2)
    assert "Box 1 Ann: Insurance? ▸" in played.out
    assert "Tak[E] 1 to 1  [N] Wait for the dealer or Enter" in played.out
    assert "You 10.00 won 10.00 §10.3(a)\nAnn 5.00 won 7.50 §5.1(b)" in lines_of(played)
    assert "You Insurance 2.00 returned §10.3" in lines_of(played)


def test_a_prize_is_pressed_for_by_one_bettor_or_by_an_employee() -> None:
    played = play("nz-blackjack", "As 6h Kd 5s", "10+2/5+1", "n", "y", bettors=2, madness_21="yes")
    assert "You do not press the button  §15A.9" in played.out
    prize = re.search(r"Box 1: the box wins (\d+) for each dollar  §15A.6", played.out)
    assert prize is not None
    assert f"Ann Madness 21 1.00 won {prize[1]}.00 §15A.7" in lines_of(played)
    played = play("nz-blackjack", "As 6h Kd 5s", "10+2", "", madness_21="yes")
    assert "Box 1: an employee presses the button  §15A.9" in played.out


def test_a_win_rides_in_whole_in_part_or_not_at_all_whatever_is_left_in_the_purse() -> None:
    cards = "5s 6h 6d Th Ts 9h"
    played = play(
        "nz-blackjack", cards, "10+2/5+2/5+2", "y", "y 1", "", "s", bettors=3, bankroll=2600, house_money="yes"
    )
    assert "[Y] Let it ride up to 4.00  Keep the wi[N] or Enter" in played.out
    assert "Box 1 Ann: House Money wins. Let it ride? ▸" in played.out
    assert "You 10.00+4.00 riding\nAnn 5.00+1.00 riding\nBen 5.00" in lines_of(played, 4)
    assert "Box 1: Ben keeps the win  §15D.6(a)" in played.out


def test_the_ante_is_paid_from_the_purse_and_shown() -> None:
    played = play("nz-ante-up", "9s 6h 8d Ts 5c", "10/5", "s", bettors=2)
    assert "An Ante of 0.10 goes with each bet." in " ".join(played.out.split())
    assert "You Ante 0.10 collected §18.6 · Ann Ante 0.10 collected §18.6" in lines_of(played)
    assert played.nets == [-1520]
    assert "! 10.10 is more than the 10.00 you have" in play("nz-ante-up", "", "10", bankroll=1000).out


def test_a_side_wager_on_a_box_by_one_who_bets_on_another() -> None:
    played = play("nz-blackjack", "9s 8s 6h 9d 7d", "10/0+2 0/5", boxes=2, bettors=2, any_pair="yes")
    assert "Ann Any Pair 2.00 won" in lines_of(played)
    assert "Box 2 [ 8♠][ 7♦] hard 15 5.00" in lines_of(played)


def test_second_chance_has_its_price_and_its_card_lies_sideways() -> None:
    played = play("pa-double-back-jack", "Ts 7h 6d Th Kh 9c", "10", "h", "c")
    assert "Second [C]hance 10.00  [N]o Second Chance or Enter" in played.out
    assert "Box 1: Bust with 26. Second Chance? ▸" in played.out
    assert "[10♠][ 6♦][ K♥]{ 9♣} hard 17 10.00+10.00 second chance" in lines_of(played)


def test_surrender_before_the_reader_and_in_turn() -> None:
    played = play("pa-double-back-jack", "Ts Ah 6d 5s", "10", "i", "r")
    assert "Box 1: Surrender? ▸" in played.out
    assert "lost 5.00 §9(a)(2)" in played.hand("Box 1")
    played = play("pa-double-back-jack", "Ts 7h 6d 5s", "10", "r")
    assert "[D]ouble up to 10.00  Su[R]render" in played.out
    assert played.nets == [-500]


def test_bets_of_more_bettors_than_there_are() -> None:
    assert "! too many bettors: you play alone" in play("nz-blackjack", "", "10/5").out
    assert "! too many bettors: at most 2 share a box here" in play("nz-blackjack", "", "10/5/2", bettors=2).out
    assert "10/5/2 is You / Ann / Ben on a box" in play("nz-blackjack", "", bettors=3).out


def test_long_bets_are_proposed_again_by_their_sum() -> None:
    bets = " ".join(["10+1/5/2"] * 8 + ["10/5/2"])
    typed = (bets, *["h", "h", "s", ""] * 30)
    played = play("nz-blackjack", "", *typed, boxes=9, bettors=3, push_22="yes")
    assert "[Enter] as before, 161.00 in all" in played.out


def test_a_box_that_may_not_be_shared() -> None:
    assert_complains(here("play", "pa-down-under", "--bettors", "2"), 3, "685a", "Accepted: 1.")
    assert_complains(here("play", "nz-blackjack", "--bettors", "4"), 3, "14.1", "1 to 3")
    assert_complains(here("play", "nz-blackjack", "--bettors", "0"), 2, "--bettors", "not 0")


def test_what_is_told_of_a_split_names_the_hand_and_the_bettor(tmp_path: Path) -> None:
    answers = [("A", 1, "split"), ("B", 1, "cover"), ("A", 1, "stand"), ("A", 2, "stand")]
    script = {
        "game": "nz-blackjack",
        "boxes": [{"box": 1, "bettors": [{"name": name, "wagers": {"main": "10.00"}} for name in "AB"]}],
        "cards": ["8s", "6h", "8d", "Tc", "9s", "Th", "5d"],
        "answers": [{"box": 1, "bettor": name, "hand": hand, "do": do} for name, hand, do in answers],
    }
    path = tmp_path / "split.json"
    path.write_text(json.dumps(script))
    told = [" ".join(line.split()) for line in holecard("script", path).out.splitlines()]
    for said in ("Box 1 hand 1: A stands", "Box 1 hand 2: A stands", "Box 1 hand 2: B covers both"):
        assert any(said in line for line in told), said
