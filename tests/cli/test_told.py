"""What the screen says of a step: in plain words, of the right bettor and hand, under the clause that decides."""

from __future__ import annotations

from tests.cli.practice import play
from tests.cli.test_shared_boxes import lines_of


def test_a_riding_win_and_the_money_that_rides_each_have_their_clause() -> None:
    played = play("nz-blackjack", "4s 7h 4d Th Tc", "10+2", "r", "h", "s", house_money="yes")
    assert "Box 1 [ 4♠][ 4♦][10♥] hard 18 10.00 won 10.00 §5.1(b)\n8.00 riding won 8.00 §15D.10" in lines_of(played)
    assert "House Money 2.00 won 6.00 §15D.5(c)" in lines_of(played)
    played = play("nz-blackjack", "4s Kh 3s Th As", "10/5+2", "r", "h", "s", bettors=2, let_it_ride="yes")
    assert "10.00 lost 10.00 §5.1(g)\nAnn 5.00 lost 5.00 §5.1(g)\nAnn 6.00 riding returned §15E.10" in lines_of(played)
    assert "Let it Ride 2.00 won 4.00 §15E.4(a)" in lines_of(played)


def test_the_card_to_a_split_ace_lies_sideways_where_the_rules_say_so() -> None:
    cards = "As 6h Ad Ts Th 9s"
    assert "[ A♠]{10♠}" in play("nz-blackjack", cards, "10", "p").frames[-1]
    assert "[ A♠][10♥]" in play("masque-down-under", cards, "10", "p").frames[-1]


def test_a_dealer_who_draws_no_more_says_why() -> None:
    assert "no further card: it would change nothing  §13.4" in play("nz-blackjack", "Ts 5h 5d Tc 4c", "10", "h").out


def test_the_ante_prompt_names_the_wager_that_is_excused() -> None:
    assert "An Ante of 0.10 goes with each bet below 20.00." in play("nz-ante-up", "", ante_waived_at="20.00").text


def test_a_wager_is_more_than_nothing() -> None:
    assert "! -5.00: a wager is more than nothing (house rule: table limits)." in play("reference", "", "-5").text
