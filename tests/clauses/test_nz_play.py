"""The base game of New Zealand's Blackjack division, sections 5 and 8 to 13, clause by clause."""

from __future__ import annotations

import pytest

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import Bet, Bets, TakeBack
from holecard.games import find
from holecard.law.errors import Refused
from tests.kit.clauses import clause
from tests.kit.nz import dealer, facts, net, play, refusal
from tests.kit.scene import Scene

NZ = "nz-blackjack"
A10 = "bet 1 A main 10.00; "


def nz(*ids: str) -> pytest.MarkDecorator:
    return clause("nz-blackjack", *ids)


@nz("5.1", "5.2", "8.2", "8.2(a)", "8.2(b)", "8.2(c)", "8.3", "8.4", "8.5")
def test_cards_go_round_clockwise_and_the_dealer_has_one_until_the_end() -> None:
    scene = Scene("Ts 5s 6h 9d 4d 7c 8c 3d", game=NZ, boxes={1: 1000, 4: 1000})
    assert scene.dealer == "6h"
    scene.say("stand", "hit", "stand")
    assert scene.dealer == "6h 8c 3d"
    assert [fact.note for fact in scene.carrying("8.4")] == ["player has 16"]
    assert scene.net(1) == 1000
    assert scene.net(4) == -1000


@pytest.mark.parametrize(
    ("cards", "answers", "won"),
    [
        pytest.param("Ts 6h 9d Tc 9c", "1 A stand", "10.00", marks=nz("5.1(a)", "5.4")),
        pytest.param("Ts 9h Td Tc", "1 A stand", "10.00", marks=nz("5.1(b)", "13.3")),
        pytest.param("7s Kh 7d 7c Ac", "1 A hit", "-10.00", marks=nz("5.1(d)", "13.1(a)")),
        pytest.param("As Kh Kd Ac", "", "0.00", marks=nz("5.1(e)", "10.2")),
        pytest.param("Ts 9h 9d Tc", "1 A stand", "0.00", marks=nz("5.1(e)")),
        pytest.param("Ts 9h 6d Tc 2d", "1 A hit", "-10.00", marks=nz("5.1(f)", "13.2", "13.4")),
        pytest.param("Ts 9h 8d Tc", "1 A stand", "-10.00", marks=nz("5.1(g)")),
    ],
)
def test_how_a_wager_ends(cards: str, answers: str, won: str) -> None:
    words = A10 + f"cards {cards}" + (f"; {answers}" if answers else "")
    assert net(play(NZ, words)) == won


@nz("5.1(c)", "10.2", "10.1A(3:2)")
def test_a_blackjack_beats_a_dealer_21_and_is_paid_when_his_hand_is_complete() -> None:
    played = play(NZ, A10 + "bet 2 B main 10.00; cards As 9s Th Kd 9d 4c 7c; 2 B stand")
    assert (net(played), net(played, box=2, bettor="B")) == ("15.00", "-10.00")
    (paid,) = [fact for fact in facts(played, "5.1(c)") if fact["what"] == "paid"]
    assert played["facts"].index(paid) > played["facts"].index(facts(played, "8.5")[-1])


# Wagers (section 5)


@nz("5.5(a)", "5.5(b)", "5.6", "5.7")
def test_once_the_betting_is_closed_nobody_touches_a_wager() -> None:
    scene = Scene("Ts Ah 9d 9c", game=NZ)
    assert scene.refuses(Bets((Bet(2, "P2", 1000),))).cite.clause == "5.5(a)"
    assert scene.refuses(TakeBack(1, "P1")).cite.clause == "5.5(b)"
    scene.say("insurance")
    assert scene.refuses(TakeBack(1, "P1", "insurance")).cite.clause == "5.6"
    scene.say("stand")
    assert scene.over
    assert scene.refuses(TakeBack(1, "P1")).cite.clause == "5.7"


@nz("5.3")
def test_a_spoken_wager_counts_only_with_chips() -> None:
    rules = find(NZ).configure()
    table = open_table(rules)
    with pytest.raises(Refused) as spoken:
        answer(rules, table, ask(rules, table), Bets((Bet(1, "A", 1000, spoken=True),)))
    assert spoken.value.cite.clause == "5.3"


@nz("5.8")
def test_the_house_may_hold_players_to_one_box_and_the_minimum() -> None:
    held = NZ + " one_box_at_minimum=yes minimum=10.00"
    assert refusal(held, "bet 1 A main 15.00") == ("bet", "5.8")
    assert refusal(held, A10 + "bet 2 A main 10.00") == ("bet", "5.8")
    assert net(play(held, A10 + "cards Ts 9h Td Tc; 1 A stand")) == "10.00"


@nz("3.3(a)")
def test_four_to_eight_decks() -> None:
    assert refusal(NZ + " decks=3", A10 + "cards Ts") == ("configuration", "3.3(a)")
    assert find(NZ).configure(decks=8).decks == 8


# Insurance (section 9)


@nz("9.1", "9.2", "9.3(a)", "9.3(b)", "9.4")
def test_insurance_up_to_half_wins_2_to_1_on_a_ten() -> None:
    played = play(NZ, A10 + "cards Ts Ah 9d Kc; 1 A insurance amount 5.00; 1 A stand")
    assert (net(played), net(played, "insurance")) == ("-10.00", "10.00")
    assert refusal(NZ, A10 + "cards Ts Ah 9d; 1 A insurance amount 5.50") == ("insurance", "9.3(a)")
    assert refusal(NZ, A10 + "cards Ts 9h 9d; 1 A insurance") == ("insurance", "9.1")


@nz("9.5")
def test_losing_insurance_is_taken_before_the_third_card() -> None:
    played = play(NZ, A10 + "cards Ts Ah 9d 5c 3d; 1 A insurance; 1 A stand")
    (lost,) = facts(played, "9.5")
    totals = facts(played, "8.5")
    assert played["facts"].index(totals[0]) < played["facts"].index(lost) < played["facts"].index(totals[1])
    assert net(played, "insurance") == "-5.00"


# Blackjack (section 10)


@pytest.mark.parametrize(
    ("odds", "won"),
    [
        pytest.param("3:2", "15.00", marks=nz("10.1", "10.1A", "10.1A(3:2)")),
        pytest.param("6:5", "12.00", marks=nz("10.1", "10.1A", "10.1A(6:5)")),
        pytest.param("1:1", "10.00", marks=nz("10.1", "10.1A", "10.1A(1:1)")),
    ],
)
def test_against_two_to_nine_a_blackjack_is_paid_first(odds: str, won: str) -> None:
    played = play(f"{NZ} blackjack_pays={odds}", A10 + "cards As 6h Kd Tc")
    assert net(played) == won
    assert dealer(played) == "6h Tc"


@nz("10.3", "10.3(a)", "10.3(b)")
def test_early_settlement_is_for_3_to_2_tables_with_an_ace_up_and_returns_the_insurance() -> None:
    played = play(NZ, A10 + "cards As Ah Kd Kc; 1 A insurance; 1 A early-settlement")
    assert (net(played), net(played, "insurance")) == ("10.00", "0.00")
    sixes = NZ + " blackjack_pays=6:5"
    assert refusal(sixes, A10 + "cards As Ah Kd Kc; 1 A early-settlement") == ("early-settlement", "10.3")
    assert refusal(NZ, A10 + "cards As Kh Kd Ac; 1 A early-settlement") == ("early-settlement", "10.3")


# Doubling and splitting (sections 11 and 12)


@nz("11.2", "11.2(a)", "11.2(b)", "11.3", "11.4", "13.1(b)")
def test_a_double_is_at_most_the_original_and_draws_one_card() -> None:
    cards = A10 + "cards 6s 6h 5d 9c Td 3h; 1 A double"
    assert net(play(NZ, cards)) == "20.00"
    assert net(play(NZ, cards + " amount 4.00")) == "14.00"
    assert refusal(NZ, A10 + "cards 6s 6h 5d; 1 A double amount 10.50") == ("double", "11.2(a)")
    assert refusal(NZ + " increment=2.00", A10 + "cards 6s 6h 5d; 1 A double amount 1.00") == ("double", "11.2(b)")
    assert refusal(NZ, A10 + "cards 6s 6h 5d 2c; 1 A double; 1 A hit") == ("hit", "13.1(b)")


@nz("11.1")
@pytest.mark.parametrize("words", ["cards As 6h 7d; 1 A double", "cards 5s 6h 4d 3c; 1 A hit; 1 A double"])
def test_only_two_cards_without_an_ace_may_be_doubled(words: str) -> None:
    assert refusal(NZ, A10 + words) == ("double", "11.1")


@nz("11.5", "12.6")
def test_a_dealer_blackjack_takes_the_original_alone() -> None:
    assert net(play(NZ, A10 + "cards 6s Th 5d 9c Ac; 1 A double")) == "-10.00"
    split = "cards 8s Th 8d Tc 9c Ac; 1 A split; 1 A stand hand 1; 1 A stand hand 2"
    assert net(play(NZ, A10 + split)) == "-10.00"


@nz("12.1", "12.2", "12.3", "12.4", "12.4(a)", "12.5")
def test_equal_values_split_to_three_hands_one_finished_before_the_next() -> None:
    three = "1 A split; 1 A split hand 1; 1 A stand hand 1; 1 A stand hand 2; 1 A stand hand 3"
    played = play(NZ, A10 + f"cards Ks 9h Qd Jc 9c Td Tc Ts; {three}")
    assert net(played) == "20.00"
    again = "cards Ks 9h Qd Jc Kc; 1 A split; 1 A split hand 1; 1 A split hand 1"
    assert refusal(NZ, A10 + again) == ("split", "12.4(a)")
    assert refusal(NZ, A10 + "cards Ks 9h 9d; 1 A split") == ("split", "12.1")


@nz("12.4(b)", "12.4(c)", "13.1(c)")
def test_aces_split_once_for_one_card_each_and_make_no_blackjack() -> None:
    played = play(NZ, A10 + "cards As 9h Ad Kc 5c Tc; 1 A split")
    assert net(played) == "0.00"  # 21 wins 1 to 1, 16 loses
    assert refusal(NZ, A10 + "cards As 9h Ad Ac; 1 A split; 1 A split hand 1") == ("split", "12.4(b)")
    assert refusal(NZ, A10 + "cards As 9h Ad 5c; 1 A split; 1 A hit hand 1") == ("hit", "13.1(c)")


# Drawing (section 13)


@nz("13.1", "13.1(a)", "13.1(d)")
def test_who_may_draw_who_must_and_who_must_not() -> None:
    assert refusal(NZ, A10 + "cards 5s 9h 6d; 1 A stand") == ("stand", "13.1(d)")
    assert refusal(NZ, A10 + "cards 5s 9h 6d Tc; 1 A hit; 1 A hit") == ("hit", "13.1(a)")
    played = play(NZ, A10 + "cards 2s 9h 3d 2c 4c 8h Tc; 1 A hit; 1 A stand")  # 7 and 11 draw on by themselves
    assert net(played) == "0.00"
    assert len(facts(played, "8.4")) == 3


@nz("13.3", "13.4")
def test_the_dealer_stands_on_every_17_and_takes_nothing_that_matters_to_nobody() -> None:
    assert net(play(NZ, A10 + "cards Ts 6h 8d Ac; 1 A stand")) == "10.00"
    played = play(NZ, A10 + "cards Ts 5h 5d Tc 4c; 1 A hit")
    assert dealer(played) == "5h 4c"
    assert facts(played, "13.4")
