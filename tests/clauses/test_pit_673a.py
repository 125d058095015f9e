"""Chapter 673a around the round: table and reader, cards and batches, opening, shuffle, cut, the idle table."""

from __future__ import annotations

import pytest

from holecard.engine.questions import Act, Bet, Bets, CoverCard, Notice, PlaceWagers
from holecard.house.croupier import waived
from holecard.law.clauses import Status
from holecard.values.cards import HIDDEN
from tests.kit.clauses import clause
from tests.kit.pit import Asked, PitTable, cards_at, clauses, fact_of
from tests.kit.pit import new_table as any_table
from tests.kit.rounds import Round

ANN, BOB, CEM = (2, "Ann"), (4, "Bob"), (5, "Cem")
CHECKS = [("equipment", "floorperson", "2(b)"), ("inspect-reader", "floorperson", "2(d)")]
OPENED = [
    ("inspect-cards", "dealer", "4(a)"),
    ("verify-inspection", "floorperson", "4(a)"),
    ("spread", "dealer", "4(b)"),
    ("first-player-looks", "Ann", "4(b)"),
    ("wash", "dealer", "4(c)"),
    ("shuffle", "dealer", "5(a)"),
]
CUT = [("offer-cut", "dealer", "5(b)"), ("cut", "Ann", "5(c)(1)"), ("cut", "dealer", "5(b)")]
SHOE = [("cover-card", "dealer", "5(d)"), ("load-shoe", "dealer", "7(a)"), ("burn", "shoe", "7(c)")]
BY_ITSELF = [("load-shuffler", "dealer", "7(a)"), ("burn", "shoe", "7(c)")]
BATCHES, STORED = ("batches", "dealer", "3(b)"), ("store-batch", "dealer", "3(b)(3)")
APART = [("open-batch", "dealer", "4(d)"), *OPENED]


def new_table(*seated: tuple[int, str], **options: object) -> PitTable:
    return any_table(*seated, game="pa-double-back-jack", **options)  # type: ignore[arg-type]


def steps(asked: list[Asked]) -> list[str]:
    return [step for step, _, _ in asked]


# 2 to 4. The table, the cards, the opening


@clause("pa-673a", "2(b)(3)", "2(b)(4)(iii)", "2(d)", "4(a)", "4(b)", "4(c)", "5(a)", "5(b)", "5(d)", "7(a)", "7(c)")
def test_4_no_wager_before_every_step_is_answered() -> None:
    table = new_table(ANN)
    for expected in [*CHECKS, *OPENED, *CUT, *SHOE]:
        assert table.asked == expected
        assert table.refuses(Bets((Bet(2, "Ann", 1000),))).cite == table.question.cite
        table.go_on()
    assert isinstance(table.question, PlaceWagers)
    held = table.rules.register
    assert held is not None
    equipment = [clause.id for clause in held.clauses.values() if clause.status is Status.EQUIPMENT]
    assert {*equipment} - {"2(e)(2)"} <= {*clauses(table.facts)}


@clause("pa-673a", "2(d)")
def test_2d_the_reader_is_inspected_as_each_gaming_day_begins() -> None:
    table = new_table(ANN)
    table.ready()
    table.tell("gaming-day")
    assert table.ready() == [CHECKS[1]]


@clause("pa-673a", "3(b)", "3(b)(1)", "3(b)(2)", "3(b)(3)", "4(d)")
def test_3b_4d_two_equal_batches_of_one_deck_or_more_are_opened_apart() -> None:
    table = new_table(ANN, decks=1, shuffler="batch")
    assert table.ready() == [*CHECKS, BATCHES, *APART, *APART, STORED, *CUT, *SHOE]
    assert table.table.stock.size == 51, "two decks in all, one in the shoe"


@clause("pa-673a", "3(b)(3)", "3(b)(4)", "3(b)(5)", "7(d)", "7(d)(1)", "7(d)(2)")
def test_3b_the_batches_take_turns_shoe_by_shoe() -> None:
    table = new_table(ANN, shuffler="batch")
    in_play = []
    for _ in range(3):
        table.shoe(308, ANN)
        table.until("exchange")
        in_play.append((table.table.pit.batch, table.asked[2], len(table.rack)))
        facts = table.act("done")
        assert {"3(b)(3)", "3(b)(5)"} <= set(clauses(facts))
        assert (table.rack, table.table.stock.size) == ((), 312)
    assert in_play == [(1, "7(d)(2)", 312), (2, "7(d)(2)", 312), (1, "7(d)(2)", 312)]


@clause("pa-673a", "3(c)", "4(a)")
def test_3c_decks_are_changed_within_a_day_or_for_any_other_reason() -> None:
    table = new_table(ANN)
    table.ready()
    for news, clause_id in (("cards-24-hours", "3(c)"), ("new-decks", "4(a)")):
        table.tell(news)
        assert table.ready() == [("change-decks", "dealer", clause_id), *OPENED, *CUT, *SHOE]


@clause("pa-673a", "4(e)")
@pytest.mark.parametrize("shuffler", ["manual", "batch", "continuous"])
def test_4e_preinspected_cards_skip_the_fan_as_well(shuffler: str) -> None:
    table = new_table(ANN, preinspected=True, shuffler=shuffler)
    batches = (BATCHES, STORED) if shuffler == "batch" else ()
    ready = BY_ITSELF if shuffler == "continuous" else [*CUT, *SHOE]
    assert table.ready() == [*CHECKS, ("receive-preinspected", "dealer", "4(e)"), *batches, *ready]


# 5. Shuffle and cut


def offers(table: PitTable) -> tuple[str, list[str]]:
    """Decline every cut until the dealer makes it: the clause of the first offer, and who was asked."""
    table.until("cut")
    cite, asked = table.step.cite.clause, []
    while table.step.bettor:
        asked.append(table.step.bettor)
        table.answer(waived(table.step))
    return cite, asked


@clause("pa-673a", "5(b)", "5(c)", "5(c)(1)", "5(c)(2)", "5(c)(3)", "5(c)(4)", "5(f)", "7(d)")
def test_5c_who_is_offered_the_cut_and_in_which_order() -> None:
    table = new_table(BOB, CEM, ANN)
    assert offers(table) == ("5(c)(1)", ["Bob", "Ann", "Cem"])
    table.shoe(310, ANN, BOB, CEM)  # one card, then the cover card at Bob's box
    assert offers(table) == ("5(c)(2)", ["Bob", "Ann", "Cem"])
    table.shoe(308, ANN, BOB, CEM)  # at the dealer's hand
    assert offers(table) == ("5(c)(3)", ["Cem", "Bob", "Ann"])
    table.ready()
    table.tell("reshuffle")
    assert offers(table) == ("5(c)(4)", ["Cem", "Bob", "Ann"])


@clause("pa-673a", "7(d)", "7(l)", "5(c)(2)")
def test_5c2_a_cover_card_in_place_of_a_second_chance_card_came_out_at_that_box() -> None:
    table = Round("pa-double-back-jack").bets(1000, 1000).cards("Ts 9s 7h 6d 9d --").act("hit").cards("9c")
    table.act("second-chance").answer(CoverCard())
    assert (table.table.pit.entitled, table.table.pit.cover_at) == ("P1", "box 1, second chance")
    table.cards("5h").act("stand").turn("Tc").collect()
    table.answer(Notice("sit", 1, "P1")).answer(Notice("sit", 2, "P2")).act("done", "done", "done")
    assert (table.question.cite.clause, getattr(table.question, "bettor", "")) == ("5(c)(2)", "P1")


@clause("pa-673a", "5(d)")
@pytest.mark.parametrize("decks", [1, 2, 8])
def test_5d_ten_cards_from_either_end_and_the_cover_card_a_quarter_from_the_bottom(decks: int) -> None:
    table, size = new_table(ANN, decks=decks), 52 * decks
    table.until("cut")
    for position in (9, size - 9):
        assert table.refuses(Act("cut", position)).cite.clause == "5(d)"
    table.act("cut", size - 10)
    assert table.refuses(Act("cover", size // 4 - 1)).cite.clause == "5(d)"
    table.act("cover", size // 4)


@clause("pa-673a", "5(e)")
def test_5e_a_faulty_cut_is_repeated_by_the_same_player_or_the_next() -> None:
    table = new_table(BOB, CEM)
    table.until("cut")
    table.act("cut", 11)
    table.tell("recut")
    assert table.asked == ("cut", "Bob", "5(e)")
    table.act("cut", 12)
    table.tell("recut-by-next")
    assert table.asked == ("cut", "Cem", "5(e)")
    table.ready()
    assert table.refuses(Notice("recut")).cite.clause == "5(e)"


def idle(shuffler: str) -> PitTable:
    """A table that Ann has left and Bob comes to."""
    table = new_table(ANN, shuffler=shuffler)
    table.ready()
    table.round(ANN)
    assert table.refuses(Notice("idle")).why == "there are players at the table"
    table.tell("leave", name="Ann")
    table.tell("idle")
    assert table.asked == ("spread-face-down", "dealer", "5(g)")
    table.act("done")
    assert table.step.bettor == ""  # waits for an arrival
    table.tell("sit", *BOB)
    assert [legal.do for legal in table.step.choices] == ["face-up", "done", "decline"]
    table.act("face-up")
    table.act("done")
    return table


@clause("pa-673a", "5(g)", "5(g)(1)")
def test_5g1_by_hand_the_cards_are_washed_shuffled_and_cut_without_a_new_inspection() -> None:
    table = idle("manual")
    asked = [("wash", "dealer", "5(g)(1)"), ("shuffle", "dealer", "5(g)(1)")]
    cut = [("offer-cut", "dealer", "5(b)"), ("cut", "Bob", "5(c)(1)"), ("cut", "dealer", "5(b)")]
    assert table.ready() == [*asked, *cut, *SHOE]


@clause("pa-673a", "5(g)", "5(g)(2)")
def test_5g2_with_a_shuffler_the_batches_change_places_and_the_other_is_dealt_as_it_is() -> None:
    table = idle("batch")
    assert table.table.pit.batch == 1
    assert steps(table.ready()) == [
        "exchange",
        "other-batch",
        "offer-cut",
        "cut",
        "cut",
        "cover-card",
        "load-shoe",
        "burn",
    ]
    assert table.table.pit.batch == 2
    assert fact_of(table.facts, "5(g)(2)").note == "the batch from the shuffler comes into play"


@clause("pa-673a", "5(g)(2)")
def test_5g2_unless_a_player_asks_to_see_it_and_have_it_shuffled() -> None:
    table = idle("batch")
    table.act("done")
    assert table.asked == ("other-batch", "Bob", "5(g)(2)")
    table.act("spread")
    asked = table.ready()
    assert asked[:3] == [
        ("spread-batch", "dealer", "5(g)(2)"),
        ("first-player-looks", "Bob", "5(g)(2)"),
        ("shuffle", "dealer", "5(g)(2)"),
    ]
    assert steps(asked)[3:] == ["offer-cut", "cut", "cut", "cover-card", "load-shoe", "burn"]
    assert cards_at(table.table) == 312


@clause("pa-673a", "5(g)(2)")
def test_5g2_a_player_who_has_left_asks_for_nothing() -> None:
    table = idle("batch")
    table.act("done")
    table.tell("leave", name="Bob")
    assert table.asked == ("other-batch", "dealer", "5(g)(2)")
    assert [legal.do for legal in table.step.choices] == ["done"]


@clause("pa-673a", "5(h)")
def test_5h_a_continuous_shuffler_has_no_cut_no_cover_card_and_no_idle_procedure() -> None:
    table = new_table(ANN, shuffler="continuous")
    assert table.ready() == [*CHECKS, *OPENED, *BY_ITSELF]
    table.bet(ANN)
    assert table.refuses(CoverCard()).cite.clause == "5(h)"
    assert "5(h)" in clauses(table.play_out())
    assert (len(table.rack), table.table.stock.size) == (0, 312)
    table.tell("leave", name="Ann")
    assert table.refuses(Notice("idle")).cite.clause == "5(h)"


# 6(b). Entry in mid-shoe; 7(b), (c), (v). The manner of dealing


@clause("pa-673a", "6(b)", "6(b)(1)", "6(b)(2)")
def test_6b_who_sits_a_round_out_waits_for_leave_or_the_reshuffle() -> None:
    table = new_table(ANN, BOB, mid_shoe_entry=False)
    table.ready()
    assert fact_of(table.round(ANN), "6(b)").bettor == "Bob"
    assert table.refuses(Bets((Bet(4, "Bob", 1000),))).cite.clause == "6(b)"
    assert table.refuses(Bets((Bet(5, "Zoe", 1000),))).cite.clause == "6(b)"  # who never sat at the table
    assert table.refuses(Notice("admit", name="Ann")).cite.clause == "6(b)(1)"  # who is not barred
    assert clauses(table.tell("admit", name="Bob")) == ["6(b)(1)"]
    table.round(BOB)
    assert table.table.pit.barred == {"Ann"}
    table.tell("reshuffle")
    table.ready()
    assert fact_of(table.facts, "6(b)(2)").note == "may bet again: Ann"


@clause("pa-673a", "7(a)", "7(b)", "7(v)", "7(c)")
def test_7_manner_of_dealing_and_the_burn_card() -> None:
    table = new_table(ANN)
    table.until("load-shoe")
    assert clauses(table.act("done")) == ["7(a)", "7(b)", "7(v)"]
    table.ready()
    assert table.rack == (HIDDEN,)
    table.tell("new-dealer")
    assert table.ready() == [SHOE[2]]
