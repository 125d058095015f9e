"""Cards that were missed and noticed later: in the deal (685a.12(f), 673a.13(g)), or on request (12(g), 13(h))."""

from __future__ import annotations

import pytest

from holecard.engine.questions import Read
from tests.kit.clauses import clause
from tests.kit.rounds import Round

DOUBLE_BACK_JACK = "pa-double-back-jack"


def with_box_2_passed_over(then: str, game: str = "pa-down-under", **options: object) -> Round:
    """Boxes 1 and 2 in the first round of the deal, of which box 2 gets nothing; then these cards."""
    table = Round(game, **options).bets(1000, 1000).cards("Ts")  # type: ignore[arg-type]
    return table.wrong("passed-over", seat=2).cards(then)


@clause("pa-685a", "12(f)", "7(e)(3)")
def test_12f_passed_over_in_the_first_round_and_noticed_after_the_second() -> None:
    table = with_box_2_passed_over("6h 9d Jc")
    assert table.refuses("no-cards-dealt", seat=2) == "12(f): box 2 is not due its first card now"
    assert table.refuses("second-card-missed", seat=1) == "12(f): box 1 is not due its second card now"
    table.wrong("second-card-missed", seat=2)
    assert table.offered() == ("second-card-missed", 2, 1, ["late-card", "decline"])
    table.act("late-card").cards("9c --").light("large").act("stand", "stand").turn("Kd").cards("Tc")
    assert (table.shows(2), table.purse(1), table.purse(2)) == ("Jc 9c", 1000, 1000)
    table.replays()


@clause("pa-685a", "12(f)")
def test_12f_noticed_after_the_hole_card_the_second_card_comes_at_once() -> None:
    table = with_box_2_passed_over("6h 9d Jc --")
    assert isinstance(table.question, Read)
    table.wrong("second-card-missed", seat=2).act("late-card").cards("9c")
    assert (table.shows(2), isinstance(table.question, Read)) == ("Jc 9c", True)
    table.light("large").act("stand", "stand").turn("Kd").cards("2c")
    assert (table.purse(1), table.purse(2)) == (1000, 1000)
    table.replays()


@clause("pa-685a", "12(f)")
def test_12f_declined_after_the_light_the_hand_is_dead() -> None:
    table = with_box_2_passed_over("6h 9d Jc --", match_the_dealer=True).light("large")
    table.wrong("second-card-missed", seat=2).act("decline", "stand").turn("Kd").cards("2c")
    assert (table.rack, table.purse(1), table.purse(2)) == ("Jc", 1000, 0)
    table.replays()


@clause("pa-685a", "12(f)")
def test_12f_at_the_latest_it_is_noticed_when_no_other_hand_is_left() -> None:
    table = Round().bets(1000, 1000).wrong("passed-over", seat=1).cards("Ts 6h Ac 9d --").light("large").act("stand")
    assert table.offered() == ("second-card-missed", 1, 1, ["late-card", "decline"])
    table.act("late-card").cards("Kc")
    assert table.purse(1) == 1500  # the two are its first two cards
    table.turn("Kd").cards("2c")
    assert (table.over, table.purse(2)) == (True, 1000)
    table.replays()


@clause("pa-685a", "12(f)", "7(f)")
def test_12f_match_the_dealer_waits_for_the_second_card() -> None:
    table = Round(match_the_dealer=True).bets(1000, 1000, match=500).cards("Ts")
    table.wrong("passed-over", seat=2).cards("6h 9d 6c --")
    assert table.purse(2) == -1500
    table.wrong("second-card-missed", seat=2).act("late-card").cards("6h")
    assert table.purse(2) == -1500 + 500 + 2000 + 5500
    table.replays()


@clause("pa-685a", "12(f)")
@pytest.mark.parametrize("told", [True, False])
def test_12f_passed_over_twice_the_hand_is_dead(told: bool) -> None:
    table = with_box_2_passed_over("6h 9d", match_the_dealer=True).wrong("passed-over", seat=2).cards("--")
    if told:
        table.wrong("no-cards-dealt", seat=2)
        assert table.purse(2) == 0
    table.light("large").act("stand")
    assert (table.hand(2).decision, table.purse(2)) == ("dead", 0)
    table.turn("Kd").cards("Tc")
    assert (table.over, table.purse(1)) == (True, 1000)
    table.replays()


@clause("pa-685a", "12(f)", "7(s)")
def test_12f_the_only_box_without_a_card_ends_the_round() -> None:
    table = Round().bets(1000).wrong("passed-over", seat=1).cards("6h").wrong("no-cards-dealt", seat=1)
    assert (table.over, table.purse()) == (True, 0)
    table.replays()


@clause("pa-685a", "12(f)")
def test_12f_only_a_box_that_is_due_a_card_is_passed_over() -> None:
    table = Round().bets(1000, 1000)
    assert table.refuses("passed-over", seat=2) == "12(f): box 2 is not due a card now"
    table.cards("Ts 9s 6h 2d 9d --").light("large")
    assert table.refuses("passed-over", seat=1) == "12(f): box 1 is not due a card now"


@clause("pa-673a", "13(g)")
def test_13g_noticed_after_the_hole_card_the_second_card_comes_at_once() -> None:
    table = with_box_2_passed_over("6h 9d Tc --", DOUBLE_BACK_JACK).wrong("second-card-missed", seat=2)
    table.act("late-card").cards("9c").act("stand", "stand").turn("Kd").cards("2c")
    assert (table.shows(2), table.purse(1), table.purse(2)) == ("Tc 9c", 1000, 1000)
    table.replays()


@clause("pa-673a", "13(g)", "7(f)")
def test_13g_a_late_blackjack_is_paid_2_to_1_when_noticed_in_turn() -> None:
    table = with_box_2_passed_over("6h 9d Ac --", DOUBLE_BACK_JACK).act("stand", "late-card").cards("Kc")
    assert table.purse(2) == 2000
    table.replays()


def before_a_dealer_blackjack(game: str) -> Round:
    """Box 1 has had one card, and the dealer turns out to have a Blackjack."""
    table = Round(game).bets(1000, 1000).cards("Ts 9s Kh").wrong("passed-over", seat=1).cards("8d --")
    if game == DOUBLE_BACK_JACK:
        return table.act("decline").light("blackjack").turn("Ad")
    return table.light("large").turn("Ad")


def asked_before_the_blackjack_is_settled(game: str) -> None:
    table = before_a_dealer_blackjack(game)
    assert table.offered() == ("second-card-missed", 1, 1, ["late-card", "decline"])
    table.act("decline")
    assert (table.over, table.purse(1), table.purse(2)) == (True, 0, -1000)
    table.collect().replays()
    table = before_a_dealer_blackjack(game).act("late-card").cards("9c")
    assert (table.over, table.shows(1), table.purse(1), table.purse(2)) == (True, "Ts 9c", -1000, -1000)
    table.collect().replays()


@clause("pa-685a", "12(f)", "7(h)(2)")
def test_12f_a_hand_of_one_card_is_noticed_before_a_dealer_blackjack_is_settled() -> None:
    asked_before_the_blackjack_is_settled("pa-down-under")
    asked_before_the_blackjack_is_settled("masque-down-under")


@clause("pa-673a", "13(g)", "7(h)")
def test_13g_a_hand_of_one_card_is_noticed_before_a_dealer_blackjack_is_settled() -> None:
    asked_before_the_blackjack_is_settled(DOUBLE_BACK_JACK)


# A requested card


def with_a_card_missed(game: str = "pa-down-under") -> Round:
    """Box 1 asks for a card, which does not come, and nobody notices; it is box 2's turn."""
    table = Round(game).bets(1000, 1000).cards("5s 9s 6h 6d 9d --")
    table = table if game == DOUBLE_BACK_JACK else table.light("large")
    return table.act("hit").wrong("passed-over", seat=1)


def late_or_dead(game: str, cite: str) -> None:
    table = with_a_card_missed(game)
    not_waiting = f"{cite}: this hand is not waiting for a requested card"
    assert (table.offered()[1], table.refuses("card-not-dealt", seat=2)) == (2, not_waiting)
    table.wrong("card-not-dealt", seat=1)  # before the hole card is turned
    assert table.offered() == ("card-not-dealt", 1, 1, ["late-card", "dead"])
    table.act("late-card", "stand").cards("9c").act("stand").turn("Kd").cards("Tc")
    assert (table.shows(1), table.purse(1), table.purse(2)) == ("5s 6d 9c", 1000, 1000)
    table.replays()
    table = with_a_card_missed(game).act("stand").turn("Kd").wrong("card-not-dealt", seat=1)  # after it
    assert table.offered() == ("card-not-dealt", 1, 1, ["dead"])
    table.act("dead").cards("Tc")
    assert (table.over, table.shows(1), table.purse(1), table.purse(2)) == (True, "5s 6d", 0, 1000)
    table.replays()
    table = with_a_card_missed(game).act("stand").turn("Kd").cards("Tc")  # after the dealer's last card
    assert (table.over, table.purse(1)) == (True, 1000)
    table.wrong("card-not-dealt", seat=1).act("dead")
    assert (table.over, table.purse(1), table.purse(2)) == (True, 0, 1000)
    assert table.refuses("card-not-dealt", seat=1) == not_waiting
    table.collect().replays()


@clause("pa-685a", "12(g)", "7(l)")
def test_12g_a_missed_card_may_be_noticed_until_the_cards_are_collected() -> None:
    late_or_dead("pa-down-under", "12(g)")


@clause("pa-673a", "13(h)", "7(n)")
def test_13h_a_missed_card_may_be_noticed_until_the_cards_are_collected() -> None:
    late_or_dead(DOUBLE_BACK_JACK, "13(h)")


@clause("pa-685a", "12(g)", "7(h)")
def test_12g_against_an_open_hole_card_it_is_noticed_when_no_other_hand_is_left() -> None:
    table = Round().bets(1000, 1000).cards("5s 9s Kh 6d 9d --").light("large").turn("Td").act("hit")
    table.wrong("passed-over", seat=1).act("stand")
    assert table.offered() == ("card-not-dealt", 1, 1, ["late-card", "dead"])
    table.act("late-card").cards("Tc")
    assert (table.over, table.purse(1), table.purse(2)) == (True, 1000, -1000)
    table.replays()


@clause("pa-673a", "13(h)", "7(l)")
def test_13h_a_second_chance_card_that_did_not_come_is_noticed_before_the_hole_card_is_turned() -> None:
    table = Round(DOUBLE_BACK_JACK).bets(1000, 1000).cards("Ts 9s 6h 6d 9d --").act("hit").cards("Kc")
    table.act("second-chance").wrong("passed-over", seat=1).act("stand")
    assert table.offered() == ("card-not-dealt", 1, 1, ["late-card", "dead"])
    table.act("dead").turn("Kd").cards("Tc")
    assert (table.over, table.purse(1), table.purse(2)) == (True, 0, 1000)
    table.replays()


@clause("pa-685a", "12(g)", "12(h)")
def test_12g_a_hand_that_the_floor_calls_dead_is_asked_nothing_more() -> None:
    table = with_a_card_missed().wrong("wrong-spot").wrong("card-not-dealt", seat=1)
    assert table.offered() == ("wrong-spot", 1, 1, ["continue", "dead"])
    table.act("dead", "continue")
    assert table.offered()[1:3] == (2, 1)
    table.act("stand").turn("Kd").cards("Tc").replays()


@clause("pa-673a", "13(e)", "13(g)")
def test_13e_the_dealers_card_and_the_next_box_are_missed_one_after_the_other() -> None:
    table = Round(DOUBLE_BACK_JACK).bets(1000, 1000).cards("Ts 9s").wrong("dealer-missed-own-card")
    table.wrong("passed-over", seat=1).cards("9d 6h --")
    assert (table.shows(1), table.shows(2), table.dealer) == ("Ts", "9s 9d", "6h --")
    table.wrong("second-card-missed", seat=1).act("late-card").cards("9c").act("stand", "stand").turn("Kd").cards("Tc")
    assert (table.purse(1), table.purse(2)) == (1000, 1000)
    table.replays()


def insured_with_one_card(game: str) -> Round:
    """Box 1 was dealt one card and has insured; the dealer turns out to have a Blackjack."""
    table = Round(game).bets(1000, 1000).cards("Ts 9s Ah").wrong("passed-over", seat=1).cards("8d --")
    table.act("insurance")
    while not isinstance(table.question, Read):
        table.act("decline")
    return table.light("blackjack" if game == DOUBLE_BACK_JACK else "large").turn("Kd")


@clause("pa-685a", "12(f)", "8(c)")
def test_12f_insurance_beside_a_dead_hand_is_decided_by_the_hole_card() -> None:
    table = insured_with_one_card("pa-down-under").act("decline")
    assert (table.over, table.purse(1), table.purse(2)) == (True, 1000, -1000)
    table.collect().replays()


@clause("pa-685a", "12(i)")
def test_12i_without_the_reader_nobody_sees_the_hole_card_and_insurance_goes_back() -> None:
    table = Round().bets(1000).cards("Ts Ah 9s --").act("insurance").wrong("reader-malfunction")
    assert (table.over, table.purse(1)) == (True, 0)
    table.replays()


@clause("pa-685a", "12(f)")
def test_12f_two_hands_of_one_card_are_noticed_one_after_the_other() -> None:
    table = Round().bets(1000, 1000).cards("Ts").wrong("passed-over", seat=2).cards("6h")
    table.wrong("passed-over", seat=1).cards("9d --").light("large")  # no hand has two cards: box 1 is noticed
    assert table.offered()[:2] == ("second-card-missed", 1)
    table.wrong("second-card-missed", seat=2)
    assert table.refuses("second-card-missed", seat=2) == "12(f): box 2 is not due its second card now"
    table.act("decline", "late-card").cards("9c").act("stand").turn("Kd").cards("Tc")
    assert (table.over, table.purse(1), table.purse(2)) == (True, 0, 1000)
    table.replays()


@clause("pa-673a", "13(g)", "8(c)")
def test_13g_insurance_beside_a_dead_hand_is_decided_by_the_hole_card() -> None:
    table = insured_with_one_card(DOUBLE_BACK_JACK).act("decline")
    assert (table.over, table.purse(1), table.purse(2)) == (True, 1000, -1000)
    table.collect().replays()


@clause("pa-673a", "9(a)", "13(g)")
def test_9a_a_hand_of_one_card_cannot_be_surrendered() -> None:
    table = Round(DOUBLE_BACK_JACK).bets(1000, 1000).cards("Ts 9s Ah").wrong("passed-over", seat=1).cards("8d --")
    assert table.offered() == ("insurance", 1, 0, ["insurance", "decline"])
    table.act("decline", "decline")
    assert table.offered()[:2] == ("surrender", 2)
    table.wrong("second-card-missed", seat=1).act("late-card").cards("6c")
    assert table.offered()[:2] == ("surrender", 1), "once it has two cards"
    table.act("surrender", "decline").light("no-blackjack")
    assert table.purse(1) == -500


@clause("pa-685a", "12(f)", "12(h)")
def test_12h_match_the_dealer_goes_back_with_a_dead_hand_that_never_had_two_cards() -> None:
    table = (
        Round(match_the_dealer=True).bets(1000, 1000, match=500).wrong("passed-over", seat=1).cards("As 5s 9s 6h --")
    )
    table.light("medium").wrong("wrong-spot").act("dead", "dead")
    assert (table.over, table.purse(1), table.purse(2)) == (True, 0, -500)  # box 2's Match-the-Dealer was judged
    table.collect().replays()
