"""Chapter 685a.5 and 7(d): the shuffle, who is offered the cut, where it may be, the cover card, the reshuffle."""

from __future__ import annotations

import pytest

from holecard.engine.questions import Act, CoverCard, Draw, Drawn, Notice, PitStep, PlaceWagers
from holecard.house.croupier import waived
from holecard.values.cards import Face
from tests.kit.clauses import clause
from tests.kit.pit import PitTable, cards_at, clauses, fact_of, new_table

ANN, BOB, CEM = (2, "Ann"), (4, "Bob"), (5, "Cem")
ALL = (ANN, BOB, CEM)


def offers(table: PitTable) -> tuple[str, list[str]]:
    """Decline every cut until the dealer makes it: the clause of the first offer, and who was asked."""
    table.until("cut")
    cite, asked = table.step.cite.clause, []
    while table.step.bettor:
        asked.append(table.step.bettor)
        table.answer(waived(table.step))
    assert table.asked == ("cut", "dealer", "5(b)")
    return cite, asked


# (a)-(c). Shuffle, and the order of the offers


@clause("pa-685a", "5(a)")
def test_5a_shuffled_by_the_dealer_before_play() -> None:
    table = new_table(ANN)
    table.until("shuffle")
    before = table.table.pit.shuffles
    assert clauses(table.act("done")) == ["5(a)"]
    assert table.table.pit.shuffles == before + 1


@clause("pa-685a", "5(b)")
def test_5b_the_dealer_offers_the_stack_and_cuts_if_nobody_is_there() -> None:
    table = new_table(ANN)
    table.until("wash")
    table.tell("leave", name="Ann")
    table.until("offer-cut")
    assert table.asked == ("offer-cut", "dealer", "5(b)")
    assert "backs" in table.act("done")[0].note
    assert table.asked == ("cut", "dealer", "5(b)")
    assert table.refuses(Act("decline")).cite.clause == "5(b)"


@clause("pa-685a", "5(b)", "5(c)", "5(c)(1)")
def test_5c1_at_the_beginning_the_first_to_arrive_then_counterclockwise() -> None:
    assert offers(new_table(BOB, CEM, ANN)) == ("5(c)(1)", ["Bob", "Ann", "Cem"])  # reading A9


@clause("pa-685a", "5(c)", "5(c)(2)", "7(d)")
def test_5c2_the_player_at_whose_box_the_cover_card_came_out() -> None:
    table = new_table(*ALL)
    table.shoe(310, *ALL)  # one card, then the cover card at Bob's box
    assert fact_of(table.facts, "7(d)").bettor == "Bob"
    assert offers(table) == ("5(c)(2)", ["Bob", "Ann", "Cem"])


@clause("pa-685a", "5(c)(2)")
def test_5c2_a_second_box_belongs_to_the_player_who_bets_there() -> None:
    table = new_table((1, "Eve"), *ALL)
    table.shoe(309, ANN, (3, "Ann"), BOB)  # at box 4; then again at box 3
    table.shoe(310, ANN, (3, "Ann"), BOB)
    assert table.table.pit.entitled == "Ann"
    assert offers(table)[1][:2] == ["Ann", "Eve"]


@clause("pa-685a", "5(c)(2)")
def test_5c2_a_player_who_has_left_is_passed_over() -> None:
    table = new_table(*ALL)
    table.shoe(310, *ALL)
    table.tell("leave", name="Bob")
    assert offers(table) == ("5(c)(2)", ["Cem", "Ann"])


@clause("pa-685a", "5(c)", "5(c)(3)")
def test_5c3_on_the_dealers_hand_the_player_farthest_to_his_right() -> None:
    table = new_table(*ALL)
    table.shoe(308, *ALL)  # three cards, then the cover card where the dealer's up card was due
    assert offers(table) == ("5(c)(3)", ["Cem", "Bob", "Ann"])


@clause("pa-685a", "5(c)", "5(c)(4)", "5(f)")
def test_5c4_after_a_shuffle_on_the_floors_direction_the_same() -> None:
    table = new_table(*ALL)
    table.ready()
    table.round(*ALL)
    table.tell("reshuffle")
    assert offers(table) == ("5(c)(4)", ["Cem", "Bob", "Ann"])


@clause("pa-685a", "5(c)(1)")
def test_5c_who_leaves_while_the_cut_is_his_passes_it_on() -> None:
    table = new_table(BOB, CEM, ANN)
    table.until("cut")
    table.tell("leave", name="Bob")
    assert table.asked == ("cut", "Ann", "5(c)(1)")


# (d), (e). The cut, the cover card, the recut


@clause("pa-685a", "5(d)")
@pytest.mark.parametrize("position", [1, 9, 303, 312, -5])
def test_5d_a_cut_less_than_ten_cards_from_either_end_is_refused(position: int) -> None:
    table = new_table(ANN)
    table.until("cut")
    refusal = table.refuses(Act("cut", position))
    assert refusal.cite.clause == "5(d)"
    assert refusal.legal == ("10 to 302 cards from the top",)


@clause("pa-685a", "5(d)")
@pytest.mark.parametrize("position", [10, 302])
def test_5d_ten_cards_from_either_end_will_do(position: int) -> None:
    table = new_table(ANN)
    table.until("cut")
    facts = table.act("cut", position)
    assert (clauses(facts), facts[0].bettor) == (["5(d)"], "Ann")
    assert table.table.pit.cuts == (position,)
    assert table.asked == ("cover-card", "dealer", "5(d)")


@clause("pa-685a", "5(d)")
@pytest.mark.parametrize("decks", [4, 5, 6, 8])
def test_5d_cover_card_at_least_a_quarter_from_the_bottom(decks: int) -> None:
    table = new_table(ANN, decks=decks)
    table.until("cover-card")
    quarter = 13 * decks
    assert table.refuses(Act("cover", quarter - 1)).cite.clause == "5(d)"
    assert table.refuses(Act("cover", 52 * decks)).legal == (f"{quarter} to {52 * decks - 1} cards from the bottom",)
    table.act("cover", quarter)
    assert table.asked == ("load-shoe", "dealer", "7(a)")


@clause("pa-685a", "5(d)")
def test_5d_the_cards_on_top_of_the_cut_go_to_the_bottom() -> None:
    """The same shuffle cut one card deeper deals from one card further on."""

    def first_deal(position: int) -> tuple[Face, ...]:
        table = new_table(ANN)
        table.until("cut")
        table.act("cut", position)
        table.ready()
        table.bet((1, "Ann"), *((seat, "Ann") for seat in range(2, 7)))
        table.go_on()
        value = table.answers[-1][1]
        assert isinstance(value, Drawn)
        return value.cards

    assert first_deal(100)[1:13] == first_deal(101)[:12]


@clause("pa-685a", "5(e)")
@pytest.mark.parametrize("stands", ["cover-card", "load-shoe"])
def test_5e_the_floor_may_have_the_cards_recut_by_the_same_player(stands: str) -> None:
    table = new_table(BOB, CEM, ANN)
    table.until("cut")
    table.act("cut", 11)
    table.until(stands)
    table.tell("recut")
    assert table.asked == ("cut", "Bob", "5(e)")
    table.act("cut", 150)
    assert table.table.pit.cuts == (11, 150)
    assert [step for step, _, _ in table.ready()] == ["cover-card", "load-shoe", "burn"]


@clause("pa-685a", "5(e)")
def test_5e_or_by_the_next_person_entitled_who_may_be_the_dealer() -> None:
    table = new_table(BOB, CEM)
    table.until("cut")
    table.act("cut", 11)
    table.tell("recut-by-next")
    assert table.asked == ("cut", "Cem", "5(e)")
    table.act("cut", 12)
    table.tell("recut-by-next")
    assert table.asked == ("cut", "dealer", "5(b)")
    table.act("cut", 13)
    table.tell("recut-by-next")
    assert table.asked == ("cut", "dealer", "5(b)")


@clause("pa-685a", "5(e)")
@pytest.mark.parametrize("stands", ["offer-cut", "cut", "burn"])
def test_5e_no_recut_before_a_cut_or_once_the_shoe_is_loaded(stands: str) -> None:
    table = new_table(ANN)
    table.until(stands)
    assert table.refuses(Notice("recut")).cite.clause == "5(e)"
    table.ready()
    assert table.refuses(Notice("recut")).cite.clause == "5(e)"


# (f). Reshuffles; 7(d). The cover card


@clause("pa-685a", "5(f)", "5(a)")
def test_5f_a_reshuffle_ordered_in_mid_round_follows_the_round() -> None:
    table = new_table(ANN)
    table.ready()
    table.bet(ANN)
    table.tell("reshuffle")
    assert isinstance(table.question, Draw)
    table.play_out()
    assert [asked[0] for asked in table.ready()][:2] == ["gather", "shuffle"]
    assert table.table.pit.rounds == 0
    assert len(table.rack) == 1


@clause("pa-685a", "5(f)")
def test_5f_no_reshuffle_while_the_cards_are_being_readied_or_when_one_is_due() -> None:
    table = new_table(ANN)
    assert table.refuses(Notice("reshuffle")).cite.clause == "5(f)"
    table.ready(311)
    table.bet(ANN)
    table.go_on()  # the cover card
    assert table.refuses(Notice("reshuffle")).cite.clause == "5(f)"


@clause("pa-685a", "5(f)", "7(d)", "7(d)(1)", "7(d)(2)")
def test_7d_the_round_is_completed_then_the_shoe_joins_the_discards_and_all_is_shuffled() -> None:
    table = new_table(ANN)
    table.ready(309)
    table.bet(ANN)
    table.go_on()  # two cards, then
    facts = table.go_on()
    assert [(fact.cite.clause, fact.also[0].clause) for fact in facts] == [("7(d)", "5(f)")]
    assert table.table.stock.size == 309
    assert isinstance(table.question, Draw)  # the round goes on
    assert table.refuses(CoverCard()).cite.clause == "7(d)"
    table.play_out()
    left, discards = table.table.stock.size, len(table.rack)
    assert left + discards == 312
    assert table.asked == ("gather", "dealer", "7(d)(1)")
    table.act("done")
    assert (table.table.stock.size, len(table.rack)) == (0, 312)
    assert table.asked == ("shuffle", "dealer", "7(d)(2)")
    table.act("done")
    assert (table.table.stock.size, table.table.stock.down, table.rack) == (312, 0, ())


@clause("pa-685a", "7(d)", "5(c)(2)")
def test_7d_cover_card_first_in_the_shoe_still_plays_the_round_and_is_the_first_boxs() -> None:
    table = new_table(*ALL)
    table.ready(311)
    table.bet(*ALL)
    assert clauses(table.go_on()) == ["7(d)"]
    assert table.table.stock.size == 311
    table.play_out()
    assert offers(table) == ("5(c)(2)", ["Ann", "Cem", "Bob"])  # readings A9, A10


@clause("pa-685a", "7(c)", "7(d)", "5(c)(2)")
def test_7d_cover_card_at_a_new_dealers_burn_belongs_to_the_first_box_of_the_next_round() -> None:
    table = new_table(*ALL)
    table.ready(311)
    table.tell("new-dealer")
    assert clauses(table.go_on()) == ["7(d)"]
    assert table.asked == ("burn", "shoe", "7(c)")
    table.tell("gaming-day")  # does not make the table forget the shuffle
    table.ready()
    assert isinstance(table.question, PlaceWagers)
    table.round(BOB, CEM)
    assert offers(table) == ("5(c)(2)", ["Bob", "Ann", "Cem"])


@clause("pa-685a", "5(h)")
def test_5h_a_continuous_shuffler_has_no_cover_card_to_come_out() -> None:
    table = new_table(ANN, shuffler="continuous")
    table.ready()
    table.bet(ANN)
    assert table.refuses(CoverCard()).cite.clause == "5(h)"


@clause("pa-685a", "3(c)", "7(d)")
def test_new_decks_make_the_reshuffle_unnecessary() -> None:
    table = new_table(ANN)
    table.ready(311)
    table.bet(ANN)
    table.go_on()
    table.tell("cards-24-hours")
    table.play_out()
    asked = [step for step, _, _ in table.ready()]
    assert asked[0] == "change-decks"
    assert "gather" not in asked
    assert not table.table.pit.due


@clause("pa-685a", "7(d)(1)")
def test_several_shoes_with_nobody_seated_keep_every_card() -> None:
    table = new_table()
    table.until("first-player-looks")
    table.tell("sit", *ANN)
    table.ready()
    shoes = 0
    while shoes < 3:
        table.round(ANN, (3, "Ann"))
        assert cards_at(table.table) == 312
        if isinstance(table.question, PitStep):
            shoes += 1
            table.ready()
    assert table.table.pit.shuffles == 4
