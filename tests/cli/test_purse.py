"""What the bettor's purse cannot pay for: never staked, never refused in the name of the law."""

from __future__ import annotations

import pytest

from tests.cli.practice import play


@pytest.mark.parametrize(
    ("game", "bankroll", "cards", "typed", "says"),
    [
        ("pa-down-under", 1200, "Ts Ad 9s 5h 6c", ("10", "i 5"), "5.00 is more than the 2.00 you have"),
        ("pa-down-under", 1500, "8s 9d 8h 7h 5c 3c", ("10", "d 6"), "6.00 is more than the 5.00 you have"),
        ("pa-down-under", 2300, "8s 9d 8h 7h 3c 3d", ("10", "p", "d 4"), "4.00 is more than the 3.00 you have"),
        ("pa-double-back-jack", 1500, "6s 9d 6h Th Tc 9c 9h", ("10", "d 10"), "10.00 is more than the 5.00 you have"),
    ],
)
def test_an_amount_beyond_the_purse(game: str, bankroll: int, cards: str, typed: tuple[str, ...], says: str) -> None:
    played = play(game, cards, *typed, bankroll=bankroll)
    assert f"! {says}" in played.out
    assert "-" not in played.out.rsplit("bankroll ", 1)[1].split()[0]


def test_an_amount_beyond_the_wager_is_the_rules_to_refuse() -> None:
    played = play("pa-down-under", "8s 9d 8h 7h", "10", "d 11", bankroll=1500)
    assert "! double: the amount is not allowed (58 Pa. Code § 685a.9(a))" in played.out


def test_what_costs_nothing_is_never_capped() -> None:
    played = play("pa-down-under", "8s 9d 8h 7h 5c 3c", "10", "d", bankroll=1000)
    assert "[H]it  [S]tand  [?]" in played.out
    assert "! Double: not enough money: it takes 0.50 or more, and you have 0.00" in played.out
    played = play("pa-down-under", "8s 9d 8h 7h 5c 3c", "10", "p", "s", bankroll=1700)
    assert "! Split: not enough money: it takes 10.00, and you have 7.00" in played.out
    assert "1 round played" in played.summary


def test_an_offer_that_the_purse_has_nothing_for_is_not_asked() -> None:
    played = play("pa-down-under", "Ts Ad 9s 5h 6c", "10", "s", bankroll=1000)
    assert "insurance?" not in played.out
    assert "Box 1: not enough money for Insurance" in played.out
    assert "1 round played" in played.summary
    played = play("pa-double-back-jack", "6s 9d 6h Th Tc Tc 9h", "10", "d", "", bankroll=1500)
    assert "second chance?" not in played.out
    assert "Box 1: not enough money for Second Chance" in played.out
    assert played.nets == [-1500]


def test_a_blackjack_without_money_may_still_take_even_money() -> None:
    assert "[E]ven money  [N]o Insurance or Enter" in play("pa-down-under", "As Ah Kd Ks", "10", bankroll=1000).out
