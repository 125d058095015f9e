"""Rounds of Super Fun 21 worked out by hand, and what must hold of every game."""

from __future__ import annotations

from typing import Any

import pytest
from holecard_super_fun_21.super_fun_21 import SUPER_FUN_21

from holecard.house.script import play_script
from holecard.testing import PROPERTIES, Property, check


@pytest.mark.parametrize("one", PROPERTIES, ids=lambda one: one.says)
def test_what_must_hold_of_every_game(one: Property) -> None:
    check(SUPER_FUN_21, (one,))


def played(cards: str, *deeds: str, **wagers: str) -> dict[str, Any]:
    """A round of one box with a bet of 10.00. Cards: yours, the up card, yours, the hole card, then what is drawn."""
    return play_script(
        {
            "game": SUPER_FUN_21.key,
            "boxes": [{"box": 1, "bettors": [{"name": "Ann", "wagers": {"main": "10.00", **wagers}}]}],
            "cards": cards.split(),
            "answers": [{"box": 1, "bettor": "Ann", "do": do} for do in deeds],
        }
    )


def won(cards: str, *deeds: str) -> str:
    found = played(cards, *deeds)
    assert found["refused"] is None
    return str(found["net"]["1"]["Ann"]["main"])


@pytest.mark.parametrize(
    ("cards", "deeds", "net"),
    [
        ("Ad 9h Kd 8c", (), "20.00"),  # rule 3(diamonds)
        ("Ad 9h Ks 8c", (), "10.00"),  # rule 3
        ("As Kh Ks Ac", (), "10.00"),  # rule 3: also against a dealer's Blackjack
        ("Ts Kh 9s Ac", (), "-10.00"),  # rule 5
        ("2s Th 3s 8c 2d 4d Td", ("hit", "hit", "hit"), "20.00"),  # rule 11: five cards
        ("2s Th 3s Jc 2d 3d 2c 3c", ("hit", "hit", "hit", "hit"), "10.00"),  # rule 10: six cards, and the dealer has 20
        ("2s Th 3s Jc 2d 3d 2c 8d", ("hit", "hit", "hit", "double", "stand"), "0.00"),  # not if doubled: a push
        ("2s Th 3s 9c 2d 4d Td", ("hit", "hit", "double"), "20.00"),  # nor does a doubled 21 win 2 to 1
        ("2s Th 3s Jc 2d 5d 4c", ("hit", "hit", "double", "surrender"), "-10.00"),  # rule 9(rescue): half of 20.00
        ("9s Th 3s 9c 2d", ("hit", "surrender"), "-5.00"),  # rule 9: after a hit
        ("As Th 2s 8c 3d 5d", ("hit", "hit"), "10.00"),  # SF-1: a soft 21 of four cards draws no more
    ],
)
def test_rounds_worked_out_by_hand(cards: str, deeds: tuple[str, ...], net: str) -> None:
    assert won(cards, *deeds) == net


def test_split_aces_are_drawn_to_and_surrendered() -> None:
    deeds = [{"do": "split"}, {"do": "hit", "hand": 1}, {"do": "stand", "hand": 1}, {"do": "surrender", "hand": 2}]
    found = play_script(
        {
            "game": SUPER_FUN_21.key,
            "boxes": [{"box": 1, "bettors": [{"name": "Ann", "wagers": {"main": "10.00"}}]}],
            "cards": ["As", "Th", "Ad", "9c", "5d", "4d", "4c"],
            "answers": [{"box": 1, "bettor": "Ann", **deed} for deed in deeds],
        }
    )
    assert found["net"]["1"]["Ann"]["main"] == "5.00"  # 20 beats 19, and half of the other bet is lost


@pytest.mark.parametrize("again", ["double", "hit"])
def test_a_doubled_hand_stands_or_surrenders(again: str) -> None:
    refused = played("2s Th 3s Jc 4d", "double", again)["refused"]
    assert refused["legal"] == ["stand", "surrender"]


def test_royal_match() -> None:
    found = played("Kd 9h Qd 8c", "stand", **{"royal-match": "1.00"})
    assert found["net"]["1"]["Ann"] == {"main": "10.00", "royal-match": "10.00"}
