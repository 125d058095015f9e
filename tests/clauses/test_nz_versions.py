"""Style A, Ante Up, Blackjack + and Free Bet: sections 17 to 20 of New Zealand's Blackjack division."""

from __future__ import annotations

import pytest

from tests.kit.clauses import clause
from tests.kit.nz import dealer, facts, net, play, refusal

ANTE = "nz-ante-up minimum=10.00 ante=1.00"
PLUS = "nz-blackjack-plus"
FREE = "nz-free-bet"
A10 = "bet 1 A main 10.00; "


def nz(*ids: str) -> pytest.MarkDecorator:
    return clause("nz-blackjack", *ids)


@nz("17.2")
def test_style_a_draws_on_soft_17_and_stands_on_soft_18() -> None:
    style_a = "nz-blackjack style_a=yes"
    assert dealer(play(style_a, A10 + "cards Ts 6h 9d Ac 4d; 1 A stand")) == "6h Ac 4d"
    assert dealer(play(style_a, A10 + "cards Ts 7h 9d Ac; 1 A stand")) == "7h Ac"


# Ante Up


@nz("18.3", "18.5", "18.6")
def test_the_ante_is_laid_down_with_the_wager_and_taken_after_the_deal() -> None:
    played = play(ANTE, A10 + "cards Ts 9h Td Tc; 1 A stand")
    assert (net(played), net(played, "ante")) == ("10.00", "-1.00")
    what = [fact["what"] for fact in played["facts"] if fact.get("wager") == "ante"]
    assert what == ["placed", "collected"]
    assert refusal("nz-ante-up ante=0", A10 + "cards Ts") == ("configuration", "18.3")


@nz("18.4")
def test_the_ante_may_be_waived_for_a_large_wager() -> None:
    played = play(ANTE + " ante_waived_at=25.00", "bet 1 A main 25.00; cards Ts 9h Td Tc; 1 A stand")
    assert played["net"]["1"]["A"] == {"main": "25.00"}
    assert facts(played, "18.4")


# Blackjack +


@pytest.mark.parametrize(
    ("cards", "answers", "won"),
    [
        pytest.param("8s Th 6d 7c Ac", "1 A hit", "10.00", marks=nz("19.2(a)", "19.3", "19.5")),
        pytest.param("Ts 9h Td Tc", "1 A stand", "10.00", marks=nz("19.2", "19.2(b)")),
        pytest.param("Ts 6h 9d Tc 9c", "1 A stand", "10.00", marks=nz("19.2(c)")),
        pytest.param("As Kh Kd Ac", "", "15.00", marks=nz("19.2(d)", "19.3", "19.4")),
        pytest.param("2s Th 3d 2c 2d 4h Ac", "1 A hit", "10.00", marks=nz("19.2(e)", "19.5", "19.7")),
        pytest.param("Ts 9h 6d Tc 2d", "1 A hit", "-10.00", marks=nz("19.2(f)")),
        pytest.param("Ts Kh Td Ac", "1 A stand", "-10.00", marks=nz("19.2(g)")),
        pytest.param("Ts 9h 9d Tc", "1 A stand", "0.00", marks=nz("19.2(h)")),
        pytest.param("Ts 5h 3d 7c Td", "1 A stand", "0.00", marks=nz("19.2(i)")),
    ],
)
def test_how_a_wager_ends_in_blackjack_plus(cards: str, answers: str, won: str) -> None:
    assert net(play(PLUS, A10 + f"cards {cards}" + (f"; {answers}" if answers else ""))) == won


@nz("19.6", "19.7")
def test_a_blackjack_is_not_insured_and_no_hand_has_a_sixth_card() -> None:
    assert refusal(PLUS, A10 + "cards As Ah Kd; 1 A insurance") == ("insurance", "19.6")
    six = "cards 2s 9h 3d 2c 2d 4h; 1 A hit; 1 A hit; 1 A hit; 1 A hit"
    assert refusal(PLUS, A10 + six) == ("hit", "19.7")


# Free Bet


@nz("20.3", "20.8")
def test_nine_to_eleven_double_free_and_the_lammer_costs_nothing() -> None:
    assert net(play(FREE, A10 + "cards 6s 6h 5d 9c Td 3h; 1 A free-double")) == "20.00"
    assert net(play(FREE, A10 + "cards 5s 9h 4d 8c Kd; 1 A free-double")) == "-10.00"
    assert refusal(FREE, A10 + "cards 5s 6h 3d; 1 A free-double") == ("free-double", "20.3")


@nz("20.4", "20.5", "20.8")
def test_pairs_split_free_and_tens_with_money() -> None:
    free = "1 A free-split; 1 A stand hand 1; 1 A stand hand 2"
    assert net(play(FREE, A10 + f"cards 9s 8h 9d 8c Td Jc; {free}")) == "0.00"
    assert refusal(FREE, A10 + "cards Ks 8h Kd; 1 A free-split") == ("free-split", "20.4")
    assert refusal(FREE, A10 + "cards 9s 8h 9d; 1 A split") == ("split", "20.5")
    money = "1 A split; 1 A stand hand 1; 1 A stand hand 2"
    assert net(play(FREE, A10 + f"cards Ks 8h Kd 7c Tc Jc; {money}")) == "0.00"  # 17 loses, 20 wins


@nz("20.6", "20.7")
def test_the_dealer_draws_on_soft_17_and_stands_off_on_22() -> None:
    played = play(FREE, A10 + "cards Ts 6h 9d Ac 5d Tc; 1 A stand")
    assert (dealer(played), net(played)) == ("6h Ac 5d Tc", "0.00")
    assert facts(played, "20.7")
