"""What goes wrong at a Double Back Jack table: 673a.13(a) to (l), cards, discard rack and money before and after.

What these clauses share with 685a.12 is tested there case by case; here each is tried once, and where it is its own.
"""

from __future__ import annotations

import pytest

from holecard.engine.questions import Decide, Draw, Offer, PlaceWagers, Read, Turn, What
from holecard.law.errors import Refused
from tests.kit.clauses import clause
from tests.kit.rounds import Round

BROKEN = "the reader is out of order: no round until it works"


def game(shoe: str = "", **options: object) -> Round:
    return Round("pa-double-back-jack", shoe, **options)


def at_the_first_decision(*stakes: int, up: str = "6h") -> Round:
    """Up to three boxes, each with 16, under this up card; box 1 is to decide."""
    tens, sixes = ["Ts", "Th", "Td"][: len(stakes)], ["6s", "6d", "6c"][: len(stakes)]
    return game().bets(*stakes).cards(f"{' '.join(tens)} {up} {' '.join(sixes)} --")


# (a) to (d): cards in error


@clause("pa-673a", "13(a)")
def test_13a_a_card_face_up_in_the_shoe_sits_the_round_out_in_the_rack_or_apart() -> None:
    table = game().bets(1000).cards("9s")
    due = table.question
    table.wrong("face-up-in-shoe", card="Kd")
    assert (table.question, table.rack, table.purse(), table.table.stock.size) == (due, "Kd", -1000, 310)
    assert "double shoe" in table.told(What.REMOVED, "13(a)")[0].note
    table.cards("6h 9d --").wrong("face-up-in-shoe", card="Qd")  # seen while a player decides
    assert (isinstance(table.question, Decide), table.rack) == (True, "Kd Qd")
    table.act("stand").turn("Tc").cards("9c").wrong("face-up-in-shoe", card="Jd")
    assert (table.over, table.rack) == (True, "Kd Qd Jd")
    table.collect().replays()
    assert table.refuses("face-up-in-shoe", card="Kd") == "13(a): no round is being played"


@clause("pa-673a", "13(b)")
def test_13b_a_card_drawn_unseen_is_the_next_card() -> None:
    table = at_the_first_decision(1000).wrong("drawn-unexposed")
    assert table.refuses("drawn-unexposed") == "13(b): another card drawn in error is still waiting"
    table.act("hit").cards("5h")
    assert (table.table.loose, table.shows(), table.purse()) == (None, "Ts 6s 5h", 1000)
    table.turn("Tc")
    assert (table.over, table.dealer, table.rack) == (True, "6h Tc", "Ts 6s 5h")
    table.replays()


@clause("pa-673a", "13(c)")
def test_13c_who_refuses_draws_no_more_and_the_next_may_take_it() -> None:
    table = at_the_first_decision(1000, 2000).wrong("drawn-exposed", card="5c")
    assert table.offered() == ("exposed-card", 1, 1, ["accept", "double", "surrender", "refuse"])
    table.act("refuse")
    assert (table.shows(1), table.offered()[1]) == ("Ts 6s", 2)
    table.act("accept")
    assert (table.rack, table.purse(1), table.purse(2)) == ("Th 6d 5c", -1000, 2000)
    table.turn("Tc").cards("Kd")
    assert (table.over, table.dealer, table.purse(1)) == (True, "6h Tc Kd", 1000)
    table.replays()


@clause("pa-673a", "13(c)", "9(a)(1)")
def test_13c_a_surrender_leaves_the_card_to_the_next() -> None:
    table = at_the_first_decision(1000, 1000).wrong("drawn-exposed", card="5c").act("surrender")
    assert (table.offered()[:2], table.purse(1)) == (("exposed-card", 2), -500)
    table.act("accept").turn("Tc")
    assert (table.over, table.purse(1), table.purse(2)) == (True, -500, 1000)
    table.replays()


@clause("pa-673a", "13(c)", "7(p)")
def test_13c_a_card_that_can_change_nothing_is_of_no_use_to_the_dealer() -> None:
    table = at_the_first_decision(1000).act("hit").cards("5h").wrong("drawn-exposed", card="Kd").turn("Tc")
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, "6h Tc", "Ts 6s 5h Kd", 1000)
    table.replays()


@clause("pa-673a", "13(c)")
def test_13c_refused_by_all_it_is_the_dealers_if_he_must_draw() -> None:
    table = at_the_first_decision(1000).wrong("drawn-exposed", card="5c").act("refuse").turn("Tc")
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, "6h Tc 5c", "", -1000)
    table.replays()


@clause("pa-673a", "13(c)", "7(e)(4)")
def test_13c_needs_two_cards_before_each_player_but_not_the_dealers() -> None:
    table = game().bets(1000).cards("9s 7h")
    assert table.refuses("drawn-exposed", card="Kd") == "13(c): each player must have two cards first"
    table.cards("8d").wrong("drawn-exposed", card="Kd")
    assert (table.dealer, table.table.loose) == ("7h Kd", None)
    assert isinstance(table.question, Decide)
    table.act("stand")
    assert (table.over, table.rack, table.purse()) == (True, "", 0)
    table.replays()


@clause("pa-673a", "13(c)", "7(h)")
def test_13c_an_exposed_hole_card_leaves_nothing_to_insure_or_to_read() -> None:
    table = game().bets(1000, 1000).cards("9s As Ah 8d Kd").wrong("drawn-exposed", card="Tc")
    assert (table.over, table.dealer, table.rack) == (True, "Ah Tc", "As Kd")
    assert (table.purse(1), table.purse(2)) == (-1000, 2000)
    table.replays()


@clause("pa-673a", "13(c)")
def test_13c_before_the_deal_no_card_is_drawn_in_error_for_anybody() -> None:
    assert game().refuses("drawn-exposed", card="5c") == "13(c): each player must have two cards first"


@clause("pa-673a", "13(c)", "7(l)", "7(l)(3)")
def test_13c_the_exposed_card_may_be_taken_as_a_second_chance_card() -> None:
    table = at_the_first_decision(1000).act("hit").cards("9c").wrong("drawn-exposed", card="5c")
    assert table.offered() == ("second-chance", 1, 1, ["second-chance", "decline"])
    table.act("second-chance", "accept")
    assert (table.hand().points.total, table.shows(), table.purse()) == (20, "Ts 6s 9c 5c", -2000)
    table.turn("Tc").cards("3d")
    assert (table.over, table.purse()) == (True, 1000)
    table.replays()


@clause("pa-673a", "13(c)", "7(l)(1)")
def test_13c_who_bought_a_chance_and_refuses_its_card_stays_past_21() -> None:
    table = at_the_first_decision(1000).act("hit").cards("9c").act("second-chance")
    table.wrong("drawn-exposed", card="2c").act("refuse")
    assert (table.rack, table.purse()) == ("Ts 6s 9c", -2000)
    assert isinstance(table.question, Turn)
    table.turn("Tc")
    assert (table.over, table.dealer, table.rack) == (True, "6h Tc", "Ts 6s 9c 2c")
    table.replays()


@clause("pa-673a", "13(c)")
def test_13c_who_refuses_on_one_split_hand_has_no_more_cards_on_the_other() -> None:
    table = game().bets(1000).cards("8s 7h 8d --").act("split").cards("6c").wrong("drawn-exposed", card="Kd")
    table.act("refuse").turn("Tc")
    assert (table.over, table.shows(1, 1), table.shows(1, 2)) == (True, "8s 6c", "8d")
    assert (table.rack, table.purse()) == ("Kd", -2000)
    table.replays()


@clause("pa-673a", "13(d)")
@pytest.mark.parametrize(("up", "paid"), [("7h", False), ("2h", True)])
def test_13d_a_card_drawn_by_a_dealer_who_has_finished_whatever_stopped_him(up: str, paid: bool) -> None:
    table = at_the_first_decision(1000, up=up)
    assert table.refuses("dealer-overdraw", card="Kd") == "13(d): the dealer's hand is not finished"
    table.act("hit").cards("5d") if paid else table.act("stand")
    table.turn("Tc")
    held, rack = table.dealer, table.rack
    table.wrong("dealer-overdraw", card="Kd")
    assert (table.over, table.dealer, table.rack) == (True, held, f"{rack} Kd".strip())
    assert table.purse() == (1000 if paid else -1000)
    table.replays()


# (e): the dealer's own cards


@clause("pa-673a", "13(e)", "7(e)(2)", "7(e)(3)", "7(e)(4)")
def test_13e_a_dealer_who_missed_his_first_card_gets_both_after_the_players() -> None:
    table = game().bets(1000, 1000)
    not_due = "13(e): the dealer is not due a card of the deal now"
    assert table.refuses("dealer-missed-own-card", card="9d") == not_due
    table.cards("Ts Th").wrong("dealer-missed-own-card", card="9d")
    assert (table.shows(1), table.shows(2), table.dealer) == ("Ts 9d", "Th", "")
    question = table.question
    assert isinstance(question, Draw)
    dues = [(repr(due.to), due.cite.clause, due.face_down) for due in question.dues]
    assert dues == [("box 2", "7(e)(3)", False), ("dealer", "7(e)(2)", False), ("dealer", "7(e)(4)", True)]
    table.cards("8d 6h --")
    assert table.refuses("dealer-missed-own-card", card="9d") == not_due
    table.act("stand", "stand").turn("Tc").cards("2c")
    assert (table.dealer, table.rack, table.purse(1), table.purse(2)) == ("6h Tc 2c", "", 1000, 0)
    table.replays()


@clause("pa-673a", "13(e)")
def test_13e_a_dealer_who_missed_his_second_card_still_gets_it() -> None:
    table = game().bets(1000).cards("Ts 7h 9d")
    due = table.question
    table.wrong("dealer-missed-own-card")
    assert (table.question, table.dealer) == (due, "7h")
    table.cards("--").act("stand").turn("Tc")
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, "7h Tc", "", 1000)
    table.replays()


# (f) to (h): the shoe runs out, cards that were not dealt


@clause("pa-673a", "13(f)", "5(b)", "5(d)")
def test_13f_the_discards_are_shuffled_and_cut_one_is_burned_and_the_round_goes_on() -> None:
    table = game("Ts 7h 9d Tc 8s 6h 8d").bets(1000).cards("Ts 7h 9d --").act("stand").turn("Tc").collect()
    table.bets(1000).cards("8s 6h 8d")
    assert (table.rack, table.purse()) == ("Ts 9d 7h Tc", 0)
    due = table.question
    table.wrong("shoe-empty").act("done", "done").act("cut", amount=2).act("cover", amount=1).act("done").cards("--")
    assert (table.question, table.rack) == (due, "--")
    table.cards("--").act("stand").turn("Tc").cards("9d")
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, "6h Tc 9d", "--", 2000)
    table.replays()


@clause("pa-673a", "13(g)")
def test_13g_a_hand_without_cards_is_dead_and_one_with_a_single_card_may_have_its_second_late() -> None:
    table = game().bets(1000, 2000, 3000).cards("9s").wrong("no-cards-dealt", seat=2)
    assert (table.shows(2), table.hand(2).decision, table.purse(2)) == ("", "dead", 0)
    table.cards("9h 6h").wrong("second-card-missed", seat=1)
    assert table.offered() == ("second-card-missed", 1, 1, ["late-card", "decline"])
    table.act("late-card").cards("9c 9d --")
    assert (table.shows(1), table.shows(3)) == ("9s 9d", "9h 9c")
    table.act("stand", "stand").turn("Tc").cards("Td")
    assert (table.rack, table.purse(1), table.purse(2), table.purse(3)) == ("", 1000, 0, 3000)
    table.replays()


@clause("pa-673a", "13(g)", "7(u)")
def test_13g_who_declines_the_late_card_has_a_dead_hand() -> None:
    table = game().bets(1000).cards("Ts 6h").wrong("second-card-missed", seat=1).act("decline")
    assert (table.over, table.rack, table.purse(), table.question.cite.clause) == (True, "Ts", 0, "7(u)")
    table.replays()


@clause("pa-673a", "13(h)")
def test_13h_the_forgotten_card_comes_late_and_before_the_hole_card_or_the_hand_is_dead() -> None:
    late = at_the_first_decision(1000, 1000).act("hit").wrong("card-not-dealt", seat=1)
    assert late.offered() == ("card-not-dealt", 1, 1, ["late-card", "dead"])
    late.act("late-card", "stand")
    assert isinstance(late.question, Draw)
    assert late.dealer == "6h --"
    late.cards("4h").act("stand").turn("Tc").cards("5d")
    assert (late.dealer, late.purse(1), late.purse(2)) == ("6h Tc 5d", -1000, -1000)
    late.replays()
    dead = at_the_first_decision(1000).act("double", amount=500).wrong("card-not-dealt", seat=1).act("dead")
    assert (dead.over, dead.rack, dead.purse()) == (True, "Ts 6s", 0), "the double goes back too (B13)"
    dead.replays()


@clause("pa-673a", "13(h)", "7(l)")
@pytest.mark.parametrize(("said", "net"), [("late-card", 1000), ("dead", 0)])
def test_13h_a_second_chance_card_that_was_not_dealt(said: str, net: int) -> None:
    table = at_the_first_decision(1000, 1000).act("hit").cards("9c").act("second-chance")
    table.wrong("card-not-dealt", seat=1).act(said, "stand")
    if said == "late-card":
        assert (table.shows(1), table.purse(1)) == ("Ts 6s 9c", -2000)
        table.cards("5h")  # after box 2
    assert (table.rack == "Ts 6s 9c") is (said == "dead")
    table.turn("Tc").cards("2c")
    assert (table.dealer, table.purse(1), table.purse(2)) == ("6h Tc 2c", net, -1000)
    table.replays()


# (i) and (j): the reader


@clause("pa-673a", "13(i)")
def test_13i_a_reader_used_needlessly_is_reported_and_play_goes_on() -> None:
    table = game().bets(1000).cards("Ts 6h 9d")
    assert table.refuses("reader-used-needlessly") == "13(i): there is no hole card to read"
    table.cards("--")
    standing = table.question
    table.wrong("reader-used-needlessly")
    assert (table.question, table.table.dealer.light, table.purse()) == (standing, "", -1000)
    assert "floor is informed" in table.told(What.RULED, "13(i)")[0].note
    table.act("stand").turn("Ac")
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, "6h Ac", "", 1000)
    table.replays()
    ace = game().bets(1000).cards("Ts Ah 9d --")
    assert ace.refuses("reader-used-needlessly") == "13(i): this up card requires the reader"


@clause("pa-673a", "13(j)", "7(u)")
def test_13j_where_the_reader_is_needed_the_hands_left_are_dead_and_no_round_begins() -> None:
    table = game().bets(1000, 1000, 1000).cards("Ts As 9s Ah 6s Kd 7s --").act("insurance", "decline", "surrender")
    assert (table.rack, table.purse(1), table.purse(2)) == ("As Kd", -1500, 2000)
    table.wrong("reader-malfunction")
    assert (table.over, table.dealer, table.rack) == (True, "Ah --", "As Kd Ts 6s 9s 7s")
    assert [table.purse(seat) for seat in (1, 2, 3)] == [0, 2000, 0], "what was paid stands"
    assert table.refuses("reader-malfunction") == "13(j): the reader is already out of order"
    table.collect()
    assert table.offered()[3] == ["repaired", "replaced"]
    table.act("repaired")
    assert isinstance(table.question, PlaceWagers)
    table.replays()


@clause("pa-673a", "13(j)")
@pytest.mark.parametrize(("up", "light"), [("6h", ""), ("Th", "no-blackjack")])
def test_13j_where_it_is_not_needed_or_has_done_its_work_the_round_is_finished(up: str, light: str) -> None:
    table = game().bets(1000).cards(f"Ts {up} 9d --")
    if light:
        table.act("decline").light(light)
    table.wrong("reader-malfunction")
    assert isinstance(table.question, Decide)
    table.act("stand").turn("8c")
    if not light:
        table.cards("Kd")
    assert (table.over, table.rack, table.purse()) == (True, "", 1000)
    table.collect()
    assert (getattr(table.question, "step", ""), table.question.cite.clause) == ("repair-reader", "13(j)")
    table.act("replaced").bets(1000).replays()


@clause("pa-673a", "13(j)")
def test_13j_until_the_up_card_lies_there_it_may_yet_be_needed() -> None:
    table = game().bets(1000).cards("Ts").wrong("reader-malfunction")
    assert (table.over, table.rack, table.purse()) == (True, "Ts", 0)
    table.replays()
    before = game().wrong("reader-malfunction")
    assert before.told(What.RULED, "13(j)")[0].note == BROKEN
    before.act("repaired").bets(1000).replays()


@clause("pa-673a", "13(j)")
def test_13j_a_hole_card_that_was_seen_needs_no_reader() -> None:
    table = game().bets(1000).cards("Ts Kh 9d").wrong("drawn-exposed", card="8c").wrong("reader-malfunction")
    assert isinstance(table.question, Decide)
    table.act("stand")
    assert (table.over, table.purse()) == (True, 1000)
    table.replays()


# (k) and (l): the shuffler


@clause("pa-673a", "13(k)", "13(l)")
def test_13k_13l_a_jammed_shuffler_shuffles_again_and_a_broken_one_is_covered_first() -> None:
    table = game(shuffler="batch").bets(1000).cards("Ts Kh 9d --")
    standing = table.question
    assert isinstance(standing, Offer)
    table.wrong("shuffler-jam").act("done").wrong("shuffler-out-of-order")
    assert table.offered()[3] == ["cover", "sign"]
    table.act("cover")
    assert (table.question, table.table.pit.shuffler) == (standing, "manual")
    assert table.refuses("shuffler-out-of-order") == "13(l): the cards are shuffled by hand"
    assert table.refuses("shuffler-jam") == "13(k): the cards are shuffled by hand"
    table.act("decline")
    assert isinstance(table.question, Read)
    table.light("no-blackjack").act("stand").turn("8c")
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, "Kh 8c", "", 1000)
    table.replays()


@clause("pa-673a", "7(n)")
def test_a_hole_card_against_the_reading_is_refused_and_the_irregularity_is_named() -> None:
    table = game().bets(1000).cards("Ts Kh 9s --").act("decline").light("no-blackjack").act("stand")
    with pytest.raises(Refused) as refused:
        table.turn("Ac")
    assert refused.value.legal == ("another card", "the irregularity wrong-light")
