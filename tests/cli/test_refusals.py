"""What a player may not do, in words and with the clause that says so."""

from __future__ import annotations

import pytest

from tests.cli.practice import play


@pytest.mark.parametrize("said", ["surrender", "r"])
def test_decisions_of_other_games_are_refused_with_the_clause(said: str) -> None:
    played = play("pa-down-under", "Ts 6d 6s 5h", "10", said)
    assert "! surrender is not available in Down Under Blackjack (58 Pa. Code § 685a.7(i)(2))" in played.text
    played = play("masque-down-under", "Ts Ad 6s 5h", "10", said, "n", said)
    assert played.text.count("! surrender is not available in Down Under Blackjack (ROP06122019 item 5)") == 2
    assert "! surrender is not an action in this game (house rule: decisions)" in play("reference", "", "10", said).text


def test_insurance_too_late_and_early_settlement_by_another_name() -> None:
    assert "! insurance is offered only when" in play("pa-down-under", "Ts 6d 6s 5h", "10", "i").text
    assert "! even-money is called early settlement here" in play("nz-blackjack", "Ts 6d 6s", "10", "even-money").text


def test_a_decision_with_an_amount_has_the_same_reason_as_without() -> None:
    for said in ("d", "d 2.5"):
        played = play("pa-down-under", "2s 6d 3s 5h 4h", "10", "h", said)
        assert "! double: doubling is allowed only on the first two cards (58 Pa. Code § 685a.9(a))" in played.text
