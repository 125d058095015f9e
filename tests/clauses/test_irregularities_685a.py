"""Cards that go astray: 685a.12(a) to (g). Each test sees cards, discard rack and money before and after."""

from __future__ import annotations

import pytest

from holecard.engine.questions import Decide, PlaceWagers, Read, Role, What
from holecard.law.errors import Malformed
from holecard.values.cards import HIDDEN
from tests.kit.clauses import clause
from tests.kit.rounds import Round

MISSING = "each player and the dealer must have two cards first"


def at_the_first_decision(*stakes: int, up: str = "6h", light: str = "large", **options: object) -> Round:
    """Up to three boxes, each with 12, under this up card; box 1 is to decide."""
    tens, twos = ["Ts", "Th", "Td"][: len(stakes)], ["2s", "2h", "2d"][: len(stakes)]
    table = Round(**options).bets(*stakes)  # type: ignore[arg-type]
    return table.cards(f"{' '.join(tens)} {up} {' '.join(twos)} --").light(light)


# (a) to (d): cards in error


@clause("pa-685a", "12(a)")
def test_12a_a_card_face_up_in_the_shoe_goes_to_the_rack_and_the_same_card_is_due() -> None:
    table = Round().bets(1000).cards("9s")
    due = table.question
    assert (table.rack, table.purse(), table.table.stock.size) == ("", -1000, 311)
    with pytest.raises(Malformed):
        table.wrong("face-up-in-shoe")
    table.wrong("face-up-in-shoe", card="Kd")
    assert (table.rack, table.purse(), table.table.stock.size) == ("Kd", -1000, 310)
    assert table.question == due
    table.cards("6h 9d --").light("medium").wrong("face-up-in-shoe", card="Qd")  # seen while a player decides
    assert isinstance(table.question, Decide)
    table.act("stand").turn("9c").cards("2c")
    assert (table.shows(), table.dealer, table.rack, table.purse()) == ("9s 9d", "6h 9c 2c", "Kd Qd", 1000)
    table.wrong("face-up-in-shoe", card="Jd").collect()  # seen before the cards are collected
    assert table.refuses("face-up-in-shoe", card="Kd") == "12(a): no round is being played"
    table.replays()


@clause("pa-685a", "12(b)")
def test_12b_a_card_drawn_unseen_is_the_next_card() -> None:
    table = at_the_first_decision(1000)
    table.wrong("drawn-unexposed")
    assert (table.table.loose, table.rack, table.purse(), table.table.stock.size) == (HIDDEN, "", -1000, 308)
    assert table.refuses("drawn-unexposed") == "12(b): another card drawn in error is still waiting"
    table.act("hit").cards("5h")
    assert (table.table.loose, table.shows(), table.rack, table.table.stock.size) == (None, "Ts 2s 5h", "", 307)
    table.act("stand").turn("Tc").cards("9d")
    assert (table.dealer, table.rack, table.purse()) == ("6h Tc 9d", "", 1000)
    table.replays()


@clause("pa-685a", "12(b)")
def test_12b_if_nobody_draws_any_more_it_is_the_next_rounds_first_card() -> None:
    table = at_the_first_decision(1000, up="9h").act("stand").turn("Tc")
    size = table.table.stock.size
    table.wrong("drawn-unexposed").collect()
    assert (table.rack, table.purse()) == ("Ts 2s 9h Tc", -1000)
    table.bets(500).cards("8c")
    assert (table.shows(), table.table.stock.size) == ("8c", size - 1)
    table.replays()


@clause("pa-685a", "12(b)")
def test_12b_an_empty_shoe_gives_no_card_in_error() -> None:
    table = Round(shoe="Ts 6h 2s Tc").bets(1000).cards("Ts 6h 2s --").light("large")
    assert table.refuses("drawn-unexposed") == "12(b): the shoe is empty"


@clause("pa-685a", "12(c)")
def test_12c_who_refuses_an_exposed_card_draws_no_more_and_the_next_may_take_it() -> None:
    table = at_the_first_decision(1000, 2000).wrong("drawn-exposed", card="5c")
    assert table.offered() == ("exposed-card", 1, 1, ["accept", "double", "refuse"])
    assert table.refuses("drawn-exposed", card="6c") == "12(c): another card drawn in error is still waiting"
    table.act("refuse")
    assert (table.hand(1).over, table.shows(1), table.rack) == (True, "Ts 2s", "")
    assert table.offered() == ("exposed-card", 2, 1, ["accept", "double", "refuse"])
    table.act("accept")
    assert (table.shows(2), table.table.loose, table.rack) == ("Th 2h 5c", None, "")
    assert isinstance(table.question, Decide)
    table.act("stand").turn("Tc").cards("Kd")
    assert (table.rack, table.purse(1), table.purse(2)) == ("", 1000, 2000)
    table.replays()


@clause("pa-685a", "12(c)", "7(m)")
def test_12c_a_card_that_all_refuse_is_the_dealers_if_he_must_draw() -> None:
    table = at_the_first_decision(1000).wrong("drawn-exposed", card="5c").act("refuse")
    assert (table.dealer, table.purse()) == ("6h --", -1000)
    table.turn("Tc")
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, "6h Tc 5c", "", -1000)
    table.replays()


@clause("pa-685a", "12(c)")
def test_12c_a_card_that_nobody_can_use_goes_to_the_rack() -> None:
    table = at_the_first_decision(1000, up="7h").wrong("drawn-exposed", card="5c").act("refuse").turn("Tc")
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, "7h Tc", "5c", -1000)
    table.wrong("drawn-exposed", card="6c")  # and so does one drawn when all is settled
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, "7h Tc", "5c 6c", -1000)
    table.replays()


@clause("pa-685a", "12(c)", "9(a)")
def test_12c_a_player_may_double_on_the_exposed_card() -> None:
    table = at_the_first_decision(1000).wrong("drawn-exposed", card="9c").act("double")
    assert (table.shows(), table.table.loose, table.purse()) == ("Ts 2s 9c", None, -2000)
    table.turn("Tc").cards("Kd")
    assert (table.dealer, table.rack, table.purse()) == ("6h Tc Kd", "", 2000)
    table.replays()


@clause("pa-685a", "12(c)")
@pytest.mark.parametrize(
    ("said", "cards", "dealer", "won"), [("accept", "Ts 2s 9c", "", 1000), ("refuse", "Ts 2s", "9c", -1000)]
)
def test_12c_a_card_that_was_asked_for_may_be_refused(said: str, cards: str, dealer: str, won: int) -> None:
    table = at_the_first_decision(1000, up="2c").act("hit").wrong("drawn-exposed", card="9c")
    assert table.offered() == ("exposed-card", 1, 1, ["accept", "refuse"])
    table.act(said).turn("Tc")
    if not dealer:
        table.cards("5d")  # 17 against 21
    assert (table.shows(), table.rack, table.purse()) == (cards, "", won)
    table.replays()


@clause("pa-685a", "12(c)", "10(b)")
def test_12c_who_refuses_the_card_of_a_split_stands_on_what_is_there() -> None:
    table = Round().bets(1000).cards("8s 6h 8d --").light("large").act("split")
    table.wrong("drawn-exposed", card="3h")
    assert (table.offered(), table.purse()) == (("exposed-card", 1, 1, ["accept", "refuse"]), -2000)
    table.act("refuse").turn("Tc")
    assert (table.shows(1, 1), table.shows(1, 2), table.dealer) == ("8s", "8d", "6h Tc 3h")
    assert (table.over, table.rack, table.purse()) == (True, "", -2000)
    table.replays()


@clause("pa-685a", "12(c)")
def test_12c_a_pair_may_be_split_with_the_exposed_card() -> None:
    table = Round().bets(1000).cards("8s 6h 8d --").light("large").wrong("drawn-exposed", card="3h")
    assert table.offered()[3] == ["accept", "double", "split", "refuse"]
    table.act("split", "stand").cards("Tc").act("stand")
    assert (table.shows(1, 1), table.shows(1, 2), table.purse()) == ("8s 3h", "8d Tc", -2000)
    table.turn("Td").cards("Kd")
    assert (table.dealer, table.rack, table.purse()) == ("6h Td Kd", "", 2000)
    table.replays()


@clause("pa-685a", "12(c)", "7(i)(1)")
def test_12c_a_blackjack_is_paid_and_not_offered_the_card() -> None:
    table = Round().bets(1000, 1000).cards("As Th 6h Ks 2h --").wrong("drawn-exposed", card="5c")
    assert (table.rack, table.purse(1)) == ("", -1000)
    table.light("large")
    assert (table.rack, table.purse(1), table.offered()[1]) == ("As Ks", 1500, 2)
    table.act("accept", "stand").turn("Tc").cards("2c")
    assert (table.dealer, table.rack, table.purse(2)) == ("6h Tc 2c", "As Ks", -1000)
    table.replays()


@clause("pa-685a", "12(c)", "7(h)")
def test_12c_no_card_is_dealt_to_anybody_against_a_dealer_blackjack() -> None:
    table = Round().bets(1000).cards("9s Kh 9d --").wrong("drawn-exposed", card="5c").light("large").turn("As")
    assert (table.over, table.shows(), table.dealer, table.rack, table.purse()) == (True, "9s 9d", "Kh As", "5c", -1000)
    table.replays()


@clause("pa-685a", "12(c)")
def test_12c_needs_two_cards_before_everybody_and_the_dealer() -> None:
    table = Round()
    assert table.refuses("drawn-exposed", card="5c") == f"12(c): {MISSING}"
    table.bets(1000).cards("9s Kh 9d")
    assert table.refuses("drawn-exposed", card="5c") == f"12(c): {MISSING}"
    table.cards("--")
    assert isinstance(table.question, Read)
    table.wrong("drawn-exposed", card="5c").replays()


@clause("pa-685a", "12(d)")
@pytest.mark.parametrize(
    ("cards", "light", "hole", "drawn", "won"), [("7h", "large", "Tc", "", -1000), ("6h", "small", "5c", "As", 0)]
)
def test_12d_a_card_drawn_after_17_or_any_standing_total(
    cards: str, light: str, hole: str, drawn: str, won: int
) -> None:
    table = at_the_first_decision(1000, up=cards, light=light)
    not_yet = "12(d): the dealer's hand is not finished"
    assert table.refuses("dealer-overdraw", card="Kd") == not_yet
    table.act("stand").turn(hole)
    if drawn:
        assert table.refuses("dealer-overdraw", card="Kd") == not_yet
        table.cards(drawn)
    held = table.dealer
    assert (table.over, table.rack, table.purse()) == (True, "", won)
    table.wrong("dealer-overdraw", card="Kd")
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, held, "Kd", won)
    table.collect()
    assert table.refuses("dealer-overdraw", card="Kd") == not_yet
    table.replays()


@clause("pa-685a", "12(d)", "7(h)")
def test_12d_a_dealer_whose_cards_lie_open_may_draw_in_error_before_anything_is_paid() -> None:
    table = Round().bets(1000).cards("9s Kh 3d --").light("large").turn("Tc").wrong("dealer-overdraw", card="5c")
    assert isinstance(table.question, Decide)
    assert (table.dealer, table.rack, table.purse()) == ("Kh Tc", "5c", -1000)
    table.act("hit").cards("9d")
    assert (table.over, table.dealer, table.purse()) == (True, "Kh Tc", 1000)
    table.replays()


# (e): the shoe runs out


@clause("pa-685a", "12(e)", "5(b)", "5(d)", "7(d)(1)")
def test_12e_the_discards_are_shuffled_and_cut_one_is_burned_and_the_round_goes_on() -> None:
    table = Round(shoe="Ts 7h 9d Tc 8s 6h 8d").bets(1000).cards("Ts 7h 9d --").light("large")
    assert table.refuses("shoe-empty") == "12(e): no card is due now"
    table.act("stand").turn("Tc").collect().bets(1000)
    assert table.refuses("shoe-empty") == "12(e): the shoe still has 3 cards"
    table.cards("8s 6h 8d")
    assert (table.rack, table.purse(), table.table.stock.size) == ("Ts 9d 7h Tc", 0, 0)
    due = table.question
    table.wrong("shoe-empty")
    assert table.refuses("drawn-unexposed") == "12(b): the cards are not in play"
    table.act("done", "done").act("cut", amount=2).act("cover", amount=1).act("done").cards("--")  # the last is burned
    assert (table.rack, table.purse(), table.table.stock.size) == ("--", 0, 3)
    assert table.question == due
    table.cards("--").light("large").act("stand").turn("Tc").cards("9d")
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, "6h Tc 9d", "--", 2000)
    table.collect()  # the cover card had been passed: all cards are shuffled after the round
    assert getattr(table.question, "step", "") == "gather"
    table.replays()


@clause("pa-685a", "12(e)")
def test_12e_a_rack_without_cards_completes_no_round() -> None:
    table = Round(shoe="Ts 7h 9d").bets(1000).cards("Ts 7h 9d")
    assert table.refuses("shoe-empty") == "12(e): the discard rack needs two cards, one to burn and one to deal"


# (f): hands passed over in the deal


@clause("pa-685a", "12(f)")
def test_12f_a_hand_without_cards_is_dead_and_in_the_next_deal() -> None:
    table = Round(match_the_dealer=True).bets(1000, 2000, 3000, match=500).cards("9s")
    assert table.purse(2) == -2500
    assert table.refuses("no-cards-dealt", seat=1) == "12(f): box 1 is not due its first card now"
    assert table.refuses("no-cards-dealt", seat=3) == "12(f): box 3 is not due its first card now"
    assert table.refuses("second-card-missed", seat=2) == "12(f): box 2 is not due its second card now"
    table.wrong("no-cards-dealt", seat=2)
    assert (table.shows(2), table.hand(2).decision, table.rack, table.purse(2)) == ("", "dead", "", 0)
    table.cards("9h 6h 9d 9c --").light("large").act("stand", "stand").turn("Tc").cards("Td")
    assert (table.rack, table.purse(1), table.purse(2), table.purse(3)) == ("", 500, 0, 2500)
    table.collect().bets(1000, 2000).cards("8s 8h")
    assert (table.shows(2), table.purse(2)) == ("8h", -2000)
    table.replays()


@clause("pa-685a", "12(f)", "7(s)")
def test_12f_with_no_other_hand_the_round_is_over() -> None:
    table = Round().bets(1000).wrong("no-cards-dealt", seat=1)
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, "", "", 0)
    table.collect()
    assert isinstance(table.question, PlaceWagers)
    table.replays()


def with_the_second_card_missed() -> Round:
    """Three boxes with Match-the-Dealer; box 1 has been passed over in the second round of the deal."""
    table = Round(match_the_dealer=True).bets(1000, 1000, 1000, match=500).cards("6s Th Td 6h")
    assert table.refuses("second-card-missed", seat=2) == "12(f): box 2 is not due its second card now"
    assert table.refuses("no-cards-dealt", seat=1) == "12(f): box 1 is not due its first card now"
    return table.wrong("second-card-missed", seat=1)


@clause("pa-685a", "12(f)", "7(f)")
def test_12f_a_second_card_may_come_after_the_other_players() -> None:
    table = with_the_second_card_missed()
    assert table.offered() == ("second-card-missed", 1, 1, ["late-card", "decline"])
    assert table.question.who is Role.BETTOR
    table.act("late-card").cards("2h 2d")
    assert (table.shows(1), table.purse(1), table.rack) == ("6s", -1500, "")
    table.cards("9s --")
    assert (table.shows(1), table.dealer) == ("6s 9s", "6h --")
    assert table.purse(1) == 1000  # its match is paid 4 to 1
    table.light("large")
    assert (getattr(table.question, "seat", 0), table.hand(1).late) == (1, False)  # it acts in its own turn
    table.act("stand", "stand", "stand").turn("Tc").cards("Td")
    assert (table.rack, table.purse(1), table.purse(2), table.purse(3)) == ("", 3000, 500, 500)
    table.replays()


@clause("pa-685a", "12(f)")
def test_12f_who_declines_the_late_card_has_a_dead_hand_and_his_wagers_back() -> None:
    table = with_the_second_card_missed().act("decline")
    assert (table.hand(1).decision, table.rack, table.purse(1)) == ("dead", "6s", 0)
    table.cards("2h 2d --").light("large").act("stand", "stand").turn("Tc").cards("Td")
    assert (table.rack, table.purse(1), table.purse(2), table.purse(3)) == ("6s", 0, 500, 500)
    table.replays()


# (g): a card asked for and not dealt


@clause("pa-685a", "12(g)")
def test_12g_the_card_may_come_after_all_others_and_before_the_hole_card() -> None:
    table = at_the_first_decision(1000, 1000)
    nothing_owed = "12(g): this hand is not waiting for a requested card"
    assert table.refuses("card-not-dealt", seat=1) == nothing_owed
    table.act("hit")
    assert table.refuses("card-not-dealt", seat=2) == nothing_owed
    table.wrong("card-not-dealt", seat=1, hand=1)
    assert table.offered() == ("card-not-dealt", 1, 1, ["late-card", "dead"])
    assert (table.rack, table.purse(1), table.question.who) == ("", -1000, Role.BETTOR)
    table.act("late-card", "hit").cards("3h").act("stand")  # box 2 is served and stands
    assert (table.shows(1), table.shows(2), table.dealer) == ("Ts 2s", "Th 2h 3h", "6h --")
    table.cards("4s")
    assert table.shows(1) == "Ts 2s 4s"
    table.act("hit").cards("5s").turn("Tc").cards("Kd")
    assert (table.rack, table.purse(1), table.purse(2)) == ("", 1000, 1000)
    table.replays()


@clause("pa-685a", "12(g)")
def test_12g_or_the_hand_is_dead_and_all_wagers_on_it_return() -> None:
    table = at_the_first_decision(1000, 1000).act("double").wrong("card-not-dealt", seat=1)
    assert (table.rack, table.purse(1)) == ("", -2000)
    table.act("dead")
    assert (table.hand(1).decision, table.rack, table.purse(1)) == ("dead", "Ts 2s", 0)
    table.act("stand").turn("Tc").cards("Kd")
    assert (table.rack, table.purse(1), table.purse(2)) == ("Ts 2s", 0, 1000)
    table.replays()


@clause("pa-685a", "12(g)", "7(h)")
def test_12g_the_late_card_comes_also_when_the_hole_card_lies_open() -> None:
    table = Round().bets(1000).cards("Ts Kh 2s --").light("large").turn("Tc").act("hit")
    table.wrong("card-not-dealt", seat=1).act("late-card").cards("8s")
    assert (table.shows(), table.dealer, table.rack) == ("Ts 2s 8s", "Kh Tc", "")
    table.act("stand")
    assert (table.over, table.purse()) == (True, 0)
    table.replays()


@clause("pa-685a", "12(g)", "10(b)")
def test_12g_one_hand_of_a_split_may_be_dead_and_the_other_is_played() -> None:
    table = Round().bets(1000).cards("8s 6h 8d --").light("large").act("split").cards("3h").act("hit")
    assert table.refuses("card-not-dealt", seat=1, hand=2) == "12(g): this hand is not waiting for a requested card"
    table.wrong("card-not-dealt", seat=1, hand=1).act("dead")
    assert (table.rack, table.purse()) == ("8s 3h", -1000)
    table.cards("Td").act("stand").turn("Tc").cards("Kd")
    assert (table.shows(1, 2), table.rack, table.purse()) == ("8d Td", "8s 3h", 1000)
    assert [fact.amount for fact in table.told(What.RETURNED, "12(g)")] == [1000]
    table.replays()
