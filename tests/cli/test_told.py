"""What the screen says of a step: in plain words, of the right bettor and hand, under the clause that decides."""

from __future__ import annotations

import re

import pytest

from holecard.cli.table.session import BETS_STAY
from holecard.games import GAMES
from holecard.law.clauses import instrument
from holecard.testing.settlement import variants
from tests.cli.kit import here
from tests.cli.practice import play
from tests.cli.test_shared_boxes import lines_of


def test_a_riding_win_and_the_money_that_rides_each_have_their_clause() -> None:
    played = play("nz-blackjack", "4s 7h 4d Th Tc", "10+2", "y", "h", "s", house_money="yes")
    assert "Box 1 [ 4♠][ 4♦][10♥] hard 18 10.00 won 10.00 §5.1(b)\n8.00 riding won 8.00 §15D.10" in lines_of(played)
    assert "House Money 2.00 won 6.00 §15D.5(c)" in lines_of(played)
    played = play("nz-blackjack", "4s Kh 3s Th As", "10/5+2", "y", "h", "s", bettors=2, let_it_ride="yes")
    assert "10.00 lost 10.00 §5.1(g)\nAnn 5.00 lost 5.00 §5.1(g)\nAnn 6.00 riding returned §15E.10" in lines_of(played)
    assert "Let it Ride 2.00 won 4.00 §15E.4(a)" in lines_of(played)


def test_the_card_to_a_split_ace_lies_sideways_where_the_rules_say_so() -> None:
    cards = "As 6h Ad Ts Th 9s"
    assert "[ A♠]{10♠}" in play("nz-blackjack", cards, "10", "p").frames[-1]
    assert "[ A♠][10♥]" in play("masque-down-under", cards, "10", "p").frames[-1]


def test_a_dealer_who_draws_no_more_says_why() -> None:
    assert "No further card: it would change nothing  §13.4" in play("nz-blackjack", "Ts 5h 5d Tc 4c", "10", "h").out


def test_the_ante_prompt_names_the_wager_that_is_excused() -> None:
    assert "An Ante of 0.10 goes with each bet below 20.00." in play("nz-ante-up", "", ante_waived_at="20.00").text


def test_a_wager_is_more_than_nothing() -> None:
    assert "! -5.00: a wager must be more than 0 (house rule: table limits)." in play("reference", "", "-5").text


def test_every_case_of_settlement_has_plain_words() -> None:
    for game in GAMES.values():
        for rules in variants(game):
            for case in rules.cases:
                assert re.fullmatch(r"[A-Za-z0-9 ,]+", case.named.says), case.name


def test_settlement_is_told_in_plain_words() -> None:
    told = play("pa-down-under", "Ts 6h Kd Ts 6c", "10", "s", "?").text
    assert "Your bet wins 10.00 (two Large cards against a dealer 22)" in told
    assert "Bets are settled losing bets first, then winning ones, from the dealer's right" in told
    assert (
        "Bets are settled box by box, from the dealer's right" in play("nz-blackjack", "9s 6h 8d Ts 5c", "10", "s").out
    )


def test_a_doubled_bet_is_paid_in_one_go() -> None:
    told = play("pa-down-under", "8s 6h 3d Ts 3c Th", "10", "d", "?").text
    assert told.count("Your bet wins 20.00 (the dealer busts)") == 1
    assert "bet wins 10.00" not in told


def test_a_bust_of_22_is_the_players() -> None:
    assert "  22, bust" in play("pa-down-under", "Ts 6h 2d Ts Tc", "10", "h").out


def test_a_dealer_blackjack_is_called_one() -> None:
    for game, cards in (("pa-down-under", "9s Ah 8d Ks"), ("nz-blackjack", "9s Ah 8d Ks")):
        out = play(game, cards, "10", "", "s").out
        assert "Dealer has Blackjack" in out
        assert "ealer has soft 21" not in out


def test_the_player_is_spoken_to() -> None:
    told = play("pa-down-under", "", "10", "?").text
    out = play("pa-down-under", "").text
    assert "You sits" not in told + out
    assert "You declines" not in told + out
    assert (
        "! Match-the-Dealer Wager: you have no main wager"
        in play("pa-down-under", "", "0+2 10", boxes=2, match_the_dealer="yes").text
    )


def test_both_hands_of_a_split_are_named() -> None:
    told = play("pa-down-under", "8s 6h 8d Ts 2c Kc 9h", "10", "p", "?").out
    assert "2♣ to box 1 hand 1" in told
    assert "to box 1 hand 2" in play("pa-down-under", "8s 6h 8d Ts 2c Kc 9h", "10", "p", "s", "?").out


def test_a_riding_win_is_asked_for_by_its_name() -> None:
    assert "Box 1: Let it Ride wins. Let it ride? ▸" in play("nz-blackjack", "4s 6h 5s", "10+2", let_it_ride="yes").out


def test_an_amount_where_none_is_taken_names_the_clause() -> None:
    said = play("nz-free-bet", "5s 6h 5d", "10", "d 5").text
    assert "! free-double: this action takes no amount (NZ Blackjack rule 20.3)." in said


def test_what_stands_before_the_first_item_is_cited_as_such() -> None:
    assert str(instrument("down-under-rop")("0")) == "ROP06122019, opening paragraph"
    assert "item 0" not in here("play", "masque-down-under", "--set", "decks=3").err


def test_the_limits_of_side_wagers_are_shown() -> None:
    both = play("nz-blackjack", "", push_22="yes", any_pair="yes").text
    assert "10+2+1 adds Any Pair + Push 22, each 0.50 to 10000.00." in both
    own = play("masque-down-under", "", match_the_dealer="yes", match_minimum="1.00", match_maximum="25.00").text
    assert "adds Match-the-Dealer, 1.00 to 25.00." in own


KEYS = ("10", *["s", "h", ""] * 45)


def test_the_shuffle_and_the_cover_card_are_seen() -> None:
    assert "The cards are mixed into one stack" in play("pa-down-under", "").frames[0]
    for game, boxes, card in (("pa-down-under", 6, "cover card"), ("nz-blackjack", 9, "cutting card")):
        played = play(game, "", *KEYS, boxes=boxes, bankroll=10_000_000, decks="4")
        assert f"The {card} came out at" in played.out
        assert any("into one stack" in frame for frame in played.frames[1:])
        assert (card == "cover card") is ("cover card" in played.out)


@pytest.mark.parametrize(("said", "staked"), [("", "60.00"), ("5", "30.00")])
def test_wagers_that_a_cutting_card_set_free_stand_or_are_changed(said: str, staked: str) -> None:
    before = play("nz-blackjack", "", *KEYS, boxes=6, bankroll=10_000_000, decks="4").out.split(BETS_STAY[:40])[0]
    typed = [line.rpartition("▸ ")[2] for line in before.splitlines() if " ▸ " in line]
    played = play("nz-blackjack", "", *typed, said, "s", boxes=6, bankroll=10_000_000, decks="4")
    assert "The cutting card is the first card of the Round" in played.out
    assert f"on the table {staked}" in played.frames[-1]


def test_surrender_before_the_reader_says_what_it_costs() -> None:
    told = play("pa-double-back-jack", "Ts Kh 6d 5s", "10").text
    assert "you lose your whole bet to a dealer Blackjack and half of it otherwise" in told
    assert "you can still surrender in your turn" in told


def test_a_peeker_shows_a_mark() -> None:
    told = play("masque-down-under", "9s 6h 8d 7s", "10", device="peeker")
    assert "● red mark  hole card MEDIUM" in told.out
    assert "light" not in told.out
    assert "reader" not in told.out
    assert "Red mark on the card: medium" in told.out


def test_one_is_not_many() -> None:
    said = here("play", "reference", "--set", "decks=1", "--cards", "As As").err
    assert "has As 2 times, but 1 deck has only 1" in said
    assert "! split: no hand may be split" in play("reference", "8s 6h 8d Ts", "10", "p", max_hands="1").text
