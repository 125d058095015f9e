"""Rounds that show what a game has of its own: the tests play them, and the README's pictures are taken of them."""

from __future__ import annotations

from tests.browser.player import Player


def insurance_is_offered(guest: Player) -> None:
    """Down Under: soft 18 against an ace, a Match-the-Dealer that won."""
    guest.dealt("Ah As 7d 9c", "3 main", "3 main", "3 match-the-dealer")


def five_boxes(guest: Player) -> None:
    """Down Under: every box is bet on, and the reader shows a Medium card."""
    guest.dealt("9s 8c As 7h Td 6h 5c 8h Kc 4s 9d 7d", "3 main", "2 main", "4 main", "1 main", "5 main")


def a_bust(guest: Player) -> None:
    """Double Back Jack: 26, for which a Second Chance is offered; it would be a 7."""
    guest.dealt("Ts 9c 6h 8d Kd 7c", "3 main")
    guest.act("hit")


def a_free_split_and_a_free_double(guest: Player) -> None:
    """Free Bet: two lammers lie, and the second hand waits."""
    guest.dealt("8s 6s 8h 3d Tc Kd Kh 9h", "3 main")
    guest.act("free-split")
    guest.act("free-double")


def house_money_has_won(guest: Player) -> None:
    """House Money: suited and in sequence, to ride or to keep."""
    guest.dealt("9s 6d 8s Kd 9h", "3 main", "3 house-money")


def insured_and_split(guest: Player) -> None:
    """New Zealand: a pair that won its Perfect Pair, insured against an ace, and split."""
    guest.dealt("8s Ad 8h 3d Tc Kd Kh 9h 5c 4d", "3 main", "3 main", "3 perfect-pair")
    guest.act("insurance")
    guest.act("split")
