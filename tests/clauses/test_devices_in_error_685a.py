"""Devices that err or fail: 685a.12(h) to (k). Each test sees cards, discard rack and money before and after."""

from __future__ import annotations

import pytest

from holecard.engine.ask_and_answer import answer
from holecard.engine.questions import Decide, Offer, PitStep, PlaceWagers, Role, Turn, What
from holecard.law.errors import Refused
from tests.kit.clauses import clause
from tests.kit.pit import cards_at, new_table
from tests.kit.rounds import Round, irregularity

ANN = (2, "Ann")


# (h): the wrong light, the wrong spot


@clause("pa-685a", "12(h)", "9(b)", "7(h)(2)")
def test_12h_9b_a_blackjack_under_a_wrong_light_takes_no_double() -> None:
    table = Round().bets(1000).cards("5s Kh 6s --").light("medium").act("double").cards("9c")
    assert isinstance(table.question, Turn)
    assert (table.rack, table.purse()) == ("", -2000)
    with pytest.raises(Refused, match="wrong-light"):
        table.turn("Ad")
    table.wrong("wrong-light", card="Ad")
    assert table.offered() == ("wrong-light", 1, 1, ["continue", "dead"])
    assert (table.question.who, table.dealer, table.table.dealer.light) == (Role.FLOOR, "Kh Ad", "large")
    table.act("continue")
    assert (table.over, table.shows(), table.rack, table.purse()) == (True, "5s 6s 9c", "", -1000)
    assert [fact.amount for fact in table.told(What.RETURNED, "9(b)")] == [1000]
    table.replays()


@clause("pa-685a", "12(h)", "10(d)", "7(q)(1)")
@pytest.mark.parametrize("collect_busts", ["at-once", "at-settlement"])
def test_12h_10d_a_blackjack_under_a_wrong_light_takes_no_split_wager_but_a_bust_stays_lost(collect_busts: str) -> None:
    table = Round(collect_busts=collect_busts).bets(1000, 1000).cards("8s Th Kh 8d 6d --").light("small")
    table.act("split").cards("Ts").act("stand").cards("Td").act("stand", "hit").cards("9d")
    assert (table.purse(1), table.purse(2)) == (-2000, -1000)
    table.wrong("wrong-light", card="Ad", detail="large").act("continue", "continue", "continue")
    assert (table.over, table.purse(1), table.purse(2)) == (True, -1000, -1000)
    assert table.rack == ("Th 6d 9d" if collect_busts == "at-once" else "")
    assert [fact.amount for fact in table.told(What.RETURNED, "10(d)")] == [1000]
    table.replays()


BUSTS = pytest.mark.parametrize("collect_busts", ["at-once", "at-settlement"])


@clause("pa-685a", "9(b)", "12(h)")
@BUSTS
def test_9b_a_busted_double_costs_only_the_initial_wager(collect_busts: str) -> None:
    table = Round(collect_busts=collect_busts).bets(1000).cards("9s Kh 3d --").light("medium").act("double").cards("Tc")
    assert table.purse() == -2000
    table.wrong("wrong-light", card="Ad").act("continue")
    assert (table.over, table.dealer, table.purse()) == (True, "Kh Ad", -1000)
    assert [fact.amount for fact in table.told(What.RETURNED, "9(b)")] == [1000]
    table.replays()


@clause("pa-685a", "10(d)", "12(h)")
@BUSTS
@pytest.mark.parametrize("bust", [(True, False), (False, True), (True, True)])
def test_10d_a_split_costs_the_initial_wager_whichever_hand_busts(collect_busts: str, bust: tuple[bool, bool]) -> None:
    table = Round(collect_busts=collect_busts).bets(1000).cards("8s Kh 8d --").light("small").act("split")
    for busts, second, third in zip(bust, ("5c", "6c"), ("Tc", "Td"), strict=True):
        table.cards(second)
        if busts:
            table.act("hit").cards(third)
        else:
            table.act("stand")
    table.wrong("wrong-light", card="Ad").act("continue", "continue")
    assert (table.over, table.purse()) == (True, -1000)
    assert [fact.amount for fact in table.told(What.RETURNED, "10(d)")] == [1000]
    table.replays()


@clause("pa-685a", "9(b)", "10(d)", "12(h)")
@BUSTS
def test_9b_10d_both_split_hands_bust_and_one_doubled(collect_busts: str) -> None:
    table = Round(collect_busts=collect_busts).bets(1000).cards("8s Kh 8d --").light("small").act("split").cards("5c")
    table.act("double").cards("Tc").cards("6c").act("hit").cards("Td")
    assert table.purse() == -3000
    table.wrong("wrong-light", detail="large").act("continue", "continue").turn("Ad")
    assert (table.over, table.purse()) == (True, -1000)
    table.replays()


@clause("pa-685a", "12(h)")
@BUSTS
def test_12h_a_dead_hand_gets_back_what_a_bust_had_lost(collect_busts: str) -> None:
    table = Round(collect_busts=collect_busts).bets(1000, 2000).cards("Ts Th 6h 6s 6c --").light("small")
    table.act("hit").cards("Kd")
    before = ("Ts 6s Kd" if collect_busts == "at-once" else "", -1000, -2000)
    assert (table.rack, table.purse(1), table.purse(2)) == before
    table.act("double").cards("2c").wrong("wrong-light", card="Tc").act("dead", "continue")
    assert (table.rack, table.purse(1), table.hand(1).decision) == ("Ts 6s Kd", 0, "dead")
    restored = [fact.amount for fact in table.told(What.RESTORED, "12(h)")]
    assert restored == ([1000] if collect_busts == "at-once" else [])
    table.cards("2d")
    assert (table.dealer, table.rack, table.purse(1), table.purse(2)) == ("6h Tc 2d", "Ts 6s Kd", 0, 0)
    table.replays()


@clause("pa-685a", "12(h)", "7(s)")
def test_12h_doubles_and_splits_of_dead_hands_return_and_the_round_is_over_without_hands() -> None:
    table = Round().bets(1000).cards("8s 6h 8d --").light("small").act("split").cards("3h").act("double").cards("2c")
    table.cards("5c")
    assert (table.rack, table.purse()) == ("", -3000)
    table.wrong("wrong-light", detail="medium").act("dead")
    assert (table.rack, table.purse(), table.offered()[2]) == ("8s 3h 2c", -1000, 2)
    table.act("dead")
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, "6h --", "8s 3h 2c 8d 5c", 0)
    table.collect()
    assert table.rack == "8s 3h 2c 8d 5c 6h --"
    table.replays()


@clause("pa-685a", "12(h)", "7(h)", "8(c)")
def test_12h_insurance_is_judged_by_the_true_hole_card() -> None:
    table = Round().bets(1000, 1000).cards("Ts As Ah 9s Ks --").act("insurance", "insurance").light("small")
    assert (table.purse(1), table.purse(2)) == (-1500, -1500)
    table.act("stand")  # and box 2's Blackjack is paid
    assert (table.rack, table.purse(2)) == ("As Ks", 1000)
    table.wrong("wrong-light", detail="large")
    assert [fact.amount for fact in table.told(What.RESTORED, "12(h)")] == [500, 500]
    table.act("dead")  # a Blackjack already paid stands, and is not asked about
    assert isinstance(table.question, Turn)
    table.turn("Kd")
    assert (table.over, table.dealer, table.rack) == (True, "Ah Kd", "As Ks Ts 9s")
    assert (table.purse(1), table.purse(2)) == (1000, 2500)
    table.replays()


@clause("pa-685a", "12(h)", "8(d)")
def test_12h_insurance_stays_lost_if_the_true_card_is_no_ten() -> None:
    table = Round().bets(1000).cards("Ts Ah 9s --").act("insurance").light("large")
    assert isinstance(table.question, Turn)
    assert table.purse() == -1500
    table.wrong("wrong-light", card="9d").act("continue")
    assert (table.dealer, table.table.dealer.light, table.purse()) == ("Ah 9d", "medium", -1500)
    table.act("stand")
    assert (table.over, table.rack, table.purse()) == (True, "", -1500)
    assert not table.told(What.RESTORED, "12(h)")
    table.replays()


@clause("pa-685a", "12(h)", "7(h)")
def test_12h_two_large_cards_are_exposed_once_the_light_is_right() -> None:
    table = Round().bets(1000).cards("Ts Kh 2s --").light("small").act("hit")
    table.wrong("wrong-light", detail="large").act("continue")
    assert isinstance(table.question, Turn)
    assert table.question.cite.clause == "7(h)"
    table.turn("Td").cards("8c").act("stand")
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, "Kh Td", "", 0)
    table.replays()


@clause("pa-685a", "12(h)")
def test_12h_the_journal_tells_of_the_light_that_shone_and_of_no_other() -> None:
    table = Round().bets(1000).cards("Ts Kh 2s --").light("small").wrong("wrong-light", detail="large").act("continue")
    assert [fact.note for fact in table.facts if " light: " in fact.note and fact.what is What.ANNOUNCED] == [
        "blue light: small"
    ]
    assert table.told(What.RULED, "12(h)")[0].note == "wrong light: it showed small, large is right"
    table.turn("Td").act("stand").replays()


@clause("pa-685a", "12(h)")
def test_12h_a_light_is_wrong_only_after_it_shone_and_before_the_round_is_settled() -> None:
    table = Round().bets(1000).cards("Ts 6h 9s --")
    unread = "12(h): the reader has not been used in this round"
    assert table.refuses("wrong-light", detail="large") == unread
    assert table.refuses("wrong-spot") == unread
    table.light("large")
    assert table.refuses("wrong-light", detail="large") == "12(h): the light already shows large"
    assert table.refuses("wrong-light", card="Tc") == "12(h): the light already shows large"
    assert table.refuses("wrong-light", detail="green") == "12(h): the reader has no light green"
    assert table.refuses("wrong-light") == "12(h): the right light must be named"
    assert table.refuses("wrong-light", card="5c", detail="medium") == "12(h): 5c is small"
    table.wrong("wrong-light", detail="small")
    assert table.refuses("wrong-light", detail="medium") == "12(h): there is already a ruling"
    table.act("continue", "stand").turn("5c")
    assert table.refuses("wrong-light", detail="large") == "12(h): the hole card is exposed and matches the light"
    table.cards("Kc")
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, "6h 5c Kc", "", -1000)
    assert table.refuses("wrong-light", detail="large") == "12(h): the hole card is exposed and matches the light"
    table.collect()
    assert table.refuses("wrong-spot") == "12(h): the reader has not been used in this round"
    table.replays()


@clause("pa-685a", "12(h)", "7(i)(1)")
def test_12h_a_wrong_spot_is_noticed_until_the_cards_are_collected() -> None:
    """What the dealer's last card paid, returned or took is undone with a dead hand; a Blackjack stays paid (A6)."""
    table = Round().bets(1000, 1000, 1000, 1000).cards("Ts 9s As 8s 6h 9d 9c Ks 8d --").light("large")
    table.act("stand", "stand", "stand").turn("Kd").cards("2c")
    assert (table.over, table.dealer) == (True, "6h Kd 2c")
    assert [table.purse(seat) for seat in (1, 2, 3, 4)] == [1000, 0, 1500, -1000]
    table.wrong("wrong-spot").act("dead", "dead", "dead")
    assert (table.over, [table.purse(seat) for seat in (1, 2, 3, 4)]) == (True, [0, 0, 1500, 0])
    assert table.refuses("wrong-spot") == "12(h): this error is ruled on already"
    table.collect().replays()


@clause("pa-685a", "12(h)", "7(h)(2)")
def test_12h_a_wrong_spot_misled_nobody_if_a_blackjack_ended_the_round() -> None:
    table = Round().bets(1000).cards("Ts Kh 9s --").light("large").turn("Ad")
    assert (table.over, table.purse()) == (True, -1000)
    assert table.refuses("wrong-spot") == "12(h): the round was over before anybody played a hand"


@clause("pa-685a", "12(h)")
def test_12h_a_hand_in_the_wrong_spot_is_ruled_on_alike() -> None:
    table = Round().bets(1000, 1000).cards("Ts Th 6h 2s 9s --").light("large").act("hit").cards("Kd")
    assert (table.rack, table.purse(1)) == ("Ts 2s Kd", -1000)
    table.wrong("wrong-spot")
    assert table.offered() == ("wrong-spot", 1, 1, ["continue", "dead"])
    table.act("dead", "continue")
    assert (table.rack, table.purse(1), table.table.dealer.light) == ("Ts 2s Kd", 0, "large")
    assert table.refuses("wrong-spot") == "12(h): this error is ruled on already"
    table.act("stand").turn("Tc").cards("2c")
    assert (table.dealer, table.rack, table.purse(1), table.purse(2)) == ("6h Tc 2c", "Ts 2s Kd", 0, 1000)
    table.replays()


# (i): the reader fails


@clause("pa-685a", "12(i)", "7(s)")
def test_12i_before_the_light_all_hands_are_dead_and_no_round_begins() -> None:
    table = Round(match_the_dealer=True).bets(1000, 1000, match=500).cards("Ts As Ah 9s Ks --")
    assert (table.purse(1), table.purse(2)) == (-1500, 1000)  # Match-the-Dealer is settled: 4 to 1 for the ace
    table.act("insurance", "even-money")
    assert (table.rack, table.purse(1), table.purse(2)) == ("As Ks", -2000, 3000)
    table.wrong("reader-malfunction")
    assert (table.over, table.dealer, table.rack) == (True, "Ah --", "As Ks Ts 9s")
    assert (table.purse(1), table.purse(2)) == (-500, 3000)  # what was settled stands
    assert table.refuses("reader-malfunction") == "12(i): the reader is already out of order"
    table.collect()
    assert (table.rack, table.offered()[3]) == ("As Ks Ts 9s Ah --", ["repaired", "replaced"])
    assert table.question.who is Role.FLOOR
    assert table.refuses("reader-malfunction") == "12(i): the reader is already out of order"
    table.act("repaired")
    assert isinstance(table.question, PlaceWagers)
    table.replays()


@clause("pa-685a", "12(i)")
def test_12i_after_a_correct_light_the_round_is_finished_but_no_other_begins() -> None:
    table = Round().bets(1000).cards("Ts 6h 9s --").light("large").wrong("reader-malfunction")
    assert isinstance(table.question, Decide)
    assert (table.rack, table.purse()) == ("", -1000)
    table.act("stand").turn("Tc").cards("2c")
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, "6h Tc 2c", "", 1000)
    table.collect()
    assert getattr(table.question, "step", "") == "repair-reader"
    table.act("replaced").bets(1000).replays()


@clause("pa-685a", "12(i)")
def test_12i_between_rounds_wagers_wait_for_the_reader() -> None:
    table = Round().wrong("reader-malfunction")
    assert isinstance(table.question, PitStep)
    assert (table.rack, table.purse()) == ("", 0)
    table.act("repaired").bets(1000).replays()


@clause("pa-685a", "12(i)", "12(f)")
def test_12i_a_choice_that_stood_falls_with_its_hand() -> None:
    table = Round().bets(1000).cards("Ts 6h").wrong("second-card-missed", seat=1)
    assert isinstance(table.question, Offer)
    table.wrong("reader-malfunction")
    assert (table.over, table.rack, table.purse()) == (True, "Ts", 0)
    table.replays()


# (j) and (k): the shuffler fails


@clause("pa-685a", "12(j)")
@pytest.mark.parametrize("shuffler", ["batch", "continuous"])
def test_12j_cards_that_jam_during_a_round_are_shuffled_again_and_the_round_goes_on(shuffler: str) -> None:
    table = Round(shuffler=shuffler).bets(1000).cards("Ts 6h 9s --").light("large")
    standing, before = table.question, table.table
    table.wrong("shuffler-jam").act("done")
    orders = before.pit.shuffles + (shuffler == "continuous")  # another device holds no card of the round
    before = before.with_pit(before.pit._replace(shuffles=orders))
    assert (table.question, table.table, table.rack, table.purse()) == (standing, before, "", -1000)
    table.act("stand").turn("Tc").cards("2c")
    assert (table.shows(), table.dealer, table.rack, table.purse()) == ("Ts 9s", "6h Tc 2c", "", 1000)
    table.replays()


@clause("pa-685a", "12(j)")
@pytest.mark.parametrize("unseen", [False, True])
def test_12j_the_cards_of_a_continuous_shuffler_are_in_another_order(unseen: bool) -> None:
    table = new_table(ANN, shuffler="continuous")
    table.ready()
    table.bet(ANN)
    while not isinstance(table.question, Decide):
        table.go_on()
    order = table.croupier.holding.shoe
    if unseen:
        table.answer(irregularity("drawn-unexposed"))
    table.answer(irregularity("shuffler-jam"))
    table.act("done")
    table.croupier.follow(table.table)
    mixed = table.croupier.holding.stack
    assert (mixed != order, sorted(map(repr, mixed))) == (True, sorted(map(repr, order)))
    assert mixed[0] == order[0] or not unseen  # a card drawn too early stays the next
    table.play_out()


@clause("pa-685a", "12(j)")
@pytest.mark.parametrize("shuffler", ["batch", "continuous"])
def test_12j_a_shuffle_that_the_device_did_not_finish_is_done_again(shuffler: str) -> None:
    table = new_table(ANN, shuffler=shuffler)
    table.until("shuffle")
    standing, before = table.question, table.table
    table.answer(irregularity("shuffler-jam"))
    assert table.asked == ("shuffle-again", "dealer", "12(j)")
    table.act("done")
    assert (table.question, table.table, table.rack) == (standing, before, ())
    table.ready()
    assert cards_at(table.table) == 312
    again = table.first.bare()
    for question, value in table.answers:
        again, _ = answer(table.rules, again, question, value)
    assert again == table.table


@clause("pa-685a", "12(j)", "12(k)")
def test_12j_12k_cards_shuffled_by_hand_need_no_device() -> None:
    table = Round()
    assert table.refuses("shuffler-jam") == "12(j): the cards are shuffled by hand"
    assert table.refuses("shuffler-out-of-order") == "12(k): the cards are shuffled by hand"


@clause("pa-685a", "12(j)")
def test_12j_a_device_that_is_not_at_work_cannot_jam() -> None:
    table = new_table(ANN, shuffler="batch")
    assert table.refuses(irregularity("shuffler-jam")).why == "the shuffler is not running"


@clause("pa-685a", "12(k)")
@pytest.mark.parametrize(("shuffler", "then"), [("batch", ""), ("continuous", "gather")])
def test_12k_a_broken_shuffler_is_covered_before_the_cards_are_shuffled_by_hand(shuffler: str, then: str) -> None:
    table = Round(shuffler=shuffler).bets(1000).cards("Ts 6h 9s --").light("large")
    standing = table.question
    assert (table.rack, table.purse(), table.table.pit.shuffler) == ("", -1000, "")
    table.wrong("shuffler-out-of-order")
    assert table.offered()[3] == ["cover", "sign"]
    assert table.question.who is Role.FLOOR
    assert table.refuses("shuffler-out-of-order") == "12(k): the shuffler is already waiting to be covered"
    table.act("sign")
    assert (table.question, table.table.pit.shuffler) == (standing, "manual")
    assert table.refuses("shuffler-out-of-order") == "12(k): the cards are shuffled by hand"
    table.act("stand").turn("Tc").cards("2c")
    assert (table.shows(), table.dealer, table.rack, table.purse()) == ("Ts 9s", "6h Tc 2c", "", 1000)
    table.collect()  # what a continuous shuffler held is now shuffled by hand
    assert getattr(table.question, "step", "") == then
    assert table.rack == "Ts 9s 6h Tc 2c"
    table.replays()


def test_masque_has_the_same_irregularities_as_house_rules() -> None:
    table = Round("masque-down-under").bets(1000).cards("5s Kh 6s --").light("medium").act("double").cards("9c")
    table.wrong("wrong-light", card="Ad").act("continue")
    ruled = table.told(What.RULED, "as in 58 Pa. Code § 685a.12(h)")
    assert str(ruled[0].cite) == "house rule: as in 58 Pa. Code § 685a.12(h)"
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, "Kh Ad", "", -1000)
    table.replays()
