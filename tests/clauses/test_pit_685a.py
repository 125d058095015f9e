"""Chapter 685a around the round: table and reader, cards and batches, opening, seats, burning, collecting."""

from __future__ import annotations

import pytest

from holecard.engine.questions import COLLECT, DONE, Act, Bet, Bets, Notice, PlaceWagers, RoundOver, What
from holecard.law.clauses import Status, house
from holecard.law.errors import Malformed
from holecard.values.cards import HIDDEN
from tests.kit.clauses import clause
from tests.kit.pit import cards_at, clauses, fact_of, new_table

ANN, BOB = (2, "Ann"), (4, "Bob")

OPENING = [
    ("equipment", "floorperson", "2(b)"),
    ("inspect-reader", "floorperson", "2(d)"),
    ("inspect-cards", "dealer", "4(a)"),
    ("verify-inspection", "floorperson", "4(a)"),
    ("spread", "dealer", "4(b)"),
    ("first-player-looks", "Ann", "4(b)"),
    ("wash", "dealer", "4(c)"),
    ("shuffle", "dealer", "5(a)"),
    ("offer-cut", "dealer", "5(b)"),
    ("cut", "Ann", "5(c)(1)"),
    ("cut", "dealer", "5(b)"),
    ("cover-card", "dealer", "5(d)"),
    ("load-shoe", "dealer", "7(a)"),
    ("burn", "shoe", "7(c)"),
]
FROM_INSPECTION = OPENING[2:]
ONE_BATCH = [("open-batch", "dealer", "4(d)"), *OPENING[2:8]]


@clause("pa-685a", "2(d)", "4(a)", "4(b)", "4(c)", "5(a)", "5(b)", "5(d)", "7(a)", "7(c)")
def test_4_no_wager_before_every_step_is_answered() -> None:
    table = new_table(ANN)
    for expected in OPENING:
        assert table.asked == expected
        assert table.refuses(Bets((Bet(2, "Ann", 1000),))).cite == table.question.cite
        table.go_on()
    assert isinstance(table.question, PlaceWagers)


# 2. Table and reader


@clause("pa-685a", "2(b)(1)", "2(b)(4)(i)", "2(c)", "2(e)(1)")
def test_2b_floorperson_sees_to_the_equipment_clause_by_clause() -> None:
    table = new_table()
    assert table.asked == ("equipment", "floorperson", "2(b)")
    facts = table.act("done")
    held = table.rules.register
    assert held is not None
    equipment = [clause.id for clause in held.clauses.values() if clause.status is Status.EQUIPMENT]
    assert clauses(facts) == ["2(b)", *(one for one in equipment if one not in ("2(b)(5)", "2(e)(2)"))]
    assert fact_of(facts, "2(b)(4)(i)").note == "Blackjack pays 3 to 2"


@clause("pa-685a", "2(d)")
def test_2d_reader_is_inspected_as_a_gaming_day_begins() -> None:
    table = new_table(ANN)
    table.ready()
    table.tell("gaming-day")
    assert table.asked == ("inspect-reader", "floorperson", "2(d)")
    assert table.refuses(Act("decline")).cite.clause == "2(d)"
    table.act("done")
    assert isinstance(table.question, PlaceWagers)


@clause("pa-685a", "2(d)")
def test_2d_a_gaming_day_that_begins_in_mid_round_waits_for_its_end() -> None:
    table = new_table(ANN)
    table.ready()
    table.bet(ANN)
    table.tell("gaming-day")
    assert not table.table.pit.todo
    assert table.refuses(Notice("gaming-day")).why == "is already planned for the end of this round"
    table.play_out()
    assert table.ready() == [("inspect-reader", "floorperson", "2(d)")]


# 3. Cards and batches


@clause("pa-685a", "3(b)", "3(b)(1)", "3(b)(2)", "3(b)(3)", "4(d)")
def test_4d_each_of_two_batches_is_opened_by_itself() -> None:
    table = new_table(ANN, shuffler="batch")
    asked = table.ready()
    assert asked == [
        *OPENING[:2],
        ("batches", "dealer", "3(b)"),
        *ONE_BATCH,
        *ONE_BATCH,
        ("store-batch", "dealer", "3(b)(3)"),
        *OPENING[8:],
    ]
    assert table.table.pit.batch == 1
    assert "colours" in fact_of(table.facts, "3(b)(2)").note
    assert "same number" in fact_of(table.facts, "3(b)(1)").note


@clause("pa-685a", "3(b)(3)", "3(b)(4)", "3(b)(5)", "7(d)(1)", "7(d)(2)")
def test_3b_batches_take_turns_shoe_by_shoe() -> None:
    table = new_table(ANN, shuffler="batch")
    in_play = []
    for _ in range(3):
        table.shoe(308, ANN)
        table.until("exchange")
        in_play.append(table.table.pit.batch)
        assert table.asked == ("exchange", "dealer", "7(d)(2)")
        assert table.table.stock.size == 0
        assert len(table.rack) == 312  # every card of one batch, and of that one only
        facts = table.act("done")
        assert table.rack == ()
        assert table.table.stock.size == 312
        assert "3(b)(4)" in {cite.clause for cite in facts[0].also}
        assert "3(b)(5)" in clauses(facts)
    assert in_play == [1, 2, 1]


@clause("pa-685a", "3(c)")
def test_3c_decks_are_changed_after_24_hours_and_opened_anew() -> None:
    table = new_table(ANN, BOB)
    table.ready()
    table.bet(BOB)
    table.tell("cards-24-hours")
    table.play_out()
    assert table.asked == ("change-decks", "dealer", "3(c)")
    assert table.rack
    table.act("done")
    assert table.rack == ()
    assert table.table.stock.size == 312
    asked = table.ready()
    assert asked[:7] == FROM_INSPECTION[:7]
    assert asked[7:9] == [("cut", "Ann", "5(c)(1)"), ("cut", "Bob", "5(c)(1)")]  # the first to arrive, then rotation


@clause("pa-685a", "3(c)", "4(e)")
def test_3c_a_table_that_waits_for_its_first_player_still_changes_its_decks() -> None:
    table = new_table()
    table.until("first-player-looks")
    table.tell("cards-24-hours")
    assert table.asked == ("change-decks", "dealer", "3(c)")
    table.act("preinspected")
    assert table.asked == ("receive-preinspected", "dealer", "4(e)")


@clause("pa-685a", "4(a)")
def test_4a_decks_may_be_changed_for_any_other_reason() -> None:
    table = new_table(ANN)
    table.ready()
    table.tell("new-decks")
    assert table.ready() == [("change-decks", "dealer", "4(a)"), *FROM_INSPECTION]


# 4. Opening


@clause("pa-685a", "4(a)")
def test_4a_dealer_inspects_and_floorperson_verifies() -> None:
    table = new_table()
    table.until("inspect-cards")
    assert [table.asked, clauses(table.act("done"))] == [("inspect-cards", "dealer", "4(a)"), ["4(a)"]]
    assert table.asked == ("verify-inspection", "floorperson", "4(a)")


@clause("pa-685a", "4(b)")
def test_4b_the_first_player_to_arrive_looks_and_until_then_the_table_waits() -> None:
    table = new_table()
    table.until("first-player-looks")
    assert table.step.bettor == ""
    assert table.refuses(DONE).cite.clause == "4(b)"
    table.tell("sit", *BOB)
    table.tell("sit", *ANN)
    assert table.asked == ("first-player-looks", "Bob", "4(b)")
    table.tell("leave", name="Bob")
    assert table.asked == ("first-player-looks", "Ann", "4(b)")
    table.act("done")
    assert table.asked == ("wash", "dealer", "4(c)")


@clause("pa-685a", "4(c)", "5(a)")
def test_4c_cards_are_washed_and_stacked_before_the_shuffle() -> None:
    table = new_table(ANN)
    table.until("wash")
    table.act("done")
    assert table.asked == ("shuffle", "dealer", "5(a)")


@clause("pa-685a", "4(b)", "4(e)")
@pytest.mark.parametrize("shuffler", ["manual", "batch", "continuous"])
def test_4e_preinspected_cards_skip_all_but_the_fan(shuffler: str) -> None:
    table = new_table(ANN, preinspected=True, shuffler=shuffler)
    asked = [step for step, _, _ in table.ready()]
    assert asked[2] == "receive-preinspected"
    assert {"spread", "first-player-looks"} <= set(asked)
    assert not {"inspect-cards", "verify-inspection", "open-batch", "wash", "shuffle"} & set(asked)
    assert ("batches" in asked) is (shuffler == "batch")


# 5(g), (h). The idle table, the continuous shuffler


@clause("pa-685a", "5(g)")
def test_5g_idle_table_spreads_the_cards_and_opens_anew_for_the_next_player() -> None:
    table = new_table(ANN)
    table.ready()
    table.round(ANN)
    assert table.refuses(Notice("idle")).cite.clause == "5(g)"  # somebody is there
    table.tell("leave", name="Ann")
    table.tell("idle")
    assert table.asked == ("spread-face-down", "dealer", "5(g)")
    table.act("done")
    assert table.rack == ()
    assert table.table.stock.size == 312
    assert table.step.bettor == ""  # waits for an arrival
    table.tell("sit", *BOB)
    assert table.asked == ("next-player-looks", "Bob", "5(g)")
    assert clauses(table.act("face-up")) == ["5(g)"]
    table.act("done")
    assert table.ready()[:7] == [(step, "Bob" if who == "Ann" else who, law) for step, who, law in FROM_INSPECTION[:7]]


@clause("pa-685a", "5(g)")
def test_5g_a_table_with_wagers_on_it_is_not_idle() -> None:
    table = new_table(ANN)
    table.ready()
    table.answer(Bets((Bet(2, "Ann", 1000),)))
    assert table.refuses(Notice("leave", name="Ann")).cite.clause == "6(c)"
    assert table.refuses(Notice("idle")).cite.clause == "5(g)"


@clause("pa-685a", "5(h)", "7(c)")
def test_5h_continuous_shuffler_has_neither_cut_nor_cover_card() -> None:
    table = new_table(ANN, shuffler="continuous")
    assert table.ready() == [*OPENING[:8], ("load-shuffler", "dealer", "7(a)"), ("burn", "shoe", "7(c)")]
    burned = len(table.rack)
    facts = table.round(ANN)
    assert "5(h)" in clauses(facts)
    assert (burned, len(table.rack)) == (1, 0)  # the discards, the burn card among them, are back in the device
    assert table.table.stock.size == 312
    assert table.refuses(Notice("idle")).cite.clause == "5(h)"
    table.tell("reshuffle")  # 5(a) stays
    assert [law for _, _, law in table.ready()] == ["5(a)", "5(a)", "7(a)", "7(c)"]


# 6(b). Entry in mid-shoe


@clause("pa-685a", "6(b)", "6(b)(2)")
def test_6b2_who_sits_a_round_out_waits_for_the_reshuffle() -> None:
    table = new_table(ANN, BOB, mid_shoe_entry=False)
    table.ready()
    assert fact_of(table.round(ANN), "6(b)").bettor == "Bob"
    assert table.refuses(Bets((Bet(4, "Bob", 1000),))).cite.clause == "6(b)"
    assert "6(b)" not in clauses(table.round(ANN))  # it is said once
    table.tell("reshuffle")
    table.ready()
    assert fact_of(table.facts, "6(b)(2)").note == "may bet again: Bob"
    table.bet(BOB)


@clause("pa-685a", "6(b)", "6(b)(1)")
def test_6b1_the_house_may_give_leave() -> None:
    table = new_table(ANN, mid_shoe_entry=False)
    table.ready()
    table.round(ANN)
    assert fact_of(table.tell("sit", *BOB), "6(b)").bettor == "Bob"  # he made no wager on the round before him
    assert table.refuses(Notice("admit", name="Ann")).cite.clause == "6(b)(1)"
    assert clauses(table.tell("admit", name="Bob")) == ["6(b)(1)"]
    table.round(BOB)
    assert table.table.pit.barred == {"Ann"}


@clause("pa-685a", "6(b)", "6(b)(1)")
def test_6b_a_newcomer_who_is_not_seated_is_barred_mid_shoe_too() -> None:
    table = new_table(ANN, mid_shoe_entry=False)
    table.ready()
    newcomer = Bets((Bet(4, "Zoe", 1000),))
    table.round(ANN, (3, "Bob"))  # Bob plays standing
    assert table.refuses(newcomer).cite.clause == "6(b)"
    table.round(ANN, (3, "Bob"))
    table.round(ANN)
    assert table.refuses(Bets((Bet(3, "Bob", 1000),))).cite.clause == "6(b)"
    table.tell("admit", name="Zoe")
    table.round(ANN, (4, "Zoe"))
    table.tell("leave", name="Ann")
    assert "6(b)" not in clauses(table.tell("sit", *ANN))  # who wagered in the last round has missed none
    table.round(ANN)
    assert table.refuses(newcomer).cite.clause == "6(b)"
    table.tell("reshuffle")
    table.ready()
    table.bet((4, "Zoe"))


def test_mid_shoe_entry_is_open_by_default_and_with_a_continuous_shuffler() -> None:
    for shuffler, entry in (("manual", True), ("continuous", False)):
        table = new_table(ANN, BOB, shuffler=shuffler, mid_shoe_entry=entry)
        table.ready()
        table.round(ANN)
        assert not table.table.pit.barred


# 7(a)-(c), (s), (t). The shoe, the burn card, collecting


@clause("pa-685a", "7(a)", "7(b)", "7(t)")
def test_7b_7t_manner_of_dealing_is_told_when_the_shoe_is_loaded() -> None:
    table = new_table(ANN)
    table.until("load-shoe")
    assert clauses(table.act("done")) == ["7(a)", "7(b)", "7(t)"]


@clause("pa-685a", "7(c)")
def test_7c_a_card_is_burned_unseen_from_each_full_batch() -> None:
    table = new_table(ANN)
    table.until("burn")
    assert table.table.stock.size == 312
    facts = table.go_on()
    assert [(fact.what, fact.cards) for fact in facts] == [(What.REMOVED, (HIDDEN,))]
    assert table.rack == (HIDDEN,)
    assert (table.table.stock.size, table.table.stock.down) == (311, 1)


@clause("pa-685a", "7(c)")
def test_7c_each_new_dealer_burns_a_card_before_dealing() -> None:
    table = new_table(ANN)
    table.ready()
    table.tell("new-dealer", name="Dee")
    assert table.asked == ("burn", "shoe", "7(c)")
    table.ready()
    assert table.rack == (HIDDEN, HIDDEN)
    table.bet(ANN)
    table.tell("new-dealer", name="Eve")
    table.play_out()
    assert table.ready() == [("burn", "shoe", "7(c)")]


@clause("pa-685a", "7(c)")
def test_7c_a_new_dealer_who_comes_while_cards_are_shuffled_burns_one_more() -> None:
    table = new_table(ANN)
    table.until("wash")
    table.tell("new-dealer")
    table.tell("new-decks")
    assert [step for step, _, _ in table.ready()][-3:] == ["load-shoe", "burn", "burn"]


@clause("pa-685a", "7(s)")
def test_7s_cards_are_collected_right_to_left_and_the_dealers_last() -> None:
    table = new_table(ANN, BOB)
    table.ready()
    table.bet(ANN, BOB)
    while not isinstance(table.question, RoundOver):
        table.go_on()
    ann, bob = (box.hands[0] for box in table.table.boxes)
    lying = [card for hand in (bob, ann) if not hand.removed for card in hand.cards]
    dealer, before = table.table.dealer.cards, table.rack
    facts = table.answer(COLLECT)
    assert facts[0].cite.clause == "7(s)"
    assert table.rack == (*before, *lying, *dealer)
    assert cards_at(table.table) == 312


# Seats


@clause("pa-685a", "2(b)(2)")
def test_2a_six_seats_and_one_player_each() -> None:
    table = new_table(ANN)
    assert table.refuses(Notice("sit", 7, "Bob")).cite.clause == "2(a)"
    assert table.refuses(Notice("sit", 2, "Bob")).cite.clause == "2(b)(2)"
    assert table.refuses(Notice("sit", 3, "Ann")).cite == house("one seat a player")
    assert table.refuses(Notice("leave", name="Bob")).cite == house("one seat a player")
    with pytest.raises(Malformed):
        table.tell("sit", 3, "two words")


# The manufacturer's sheet says nothing of the pit


def test_masque_follows_the_same_procedures_as_house_rules() -> None:
    table = new_table(ANN, game="masque-down-under")
    asked = table.ready()
    assert [(step, who, law.removeprefix("as in 58 Pa. Code § 685a.")) for step, who, law in asked] == OPENING
    assert table.answers[-1][0].cite == house("as in 58 Pa. Code § 685a.7(c)")
