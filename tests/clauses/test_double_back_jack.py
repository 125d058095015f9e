"""Chapter 673a, the round itself: every clause of play and every option."""

from __future__ import annotations

import pytest

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import Bet, Bets, Decide, Draw, Fact, Offer, PlaceWagers, TakeBack, Turn, What
from holecard.engine.rules import Rules
from holecard.engine.table import INSURANCE, Part, Table
from holecard.games import find
from holecard.law.errors import Refused
from holecard.round.second_chance import SECOND_CHANCE
from holecard.values.cards import HIDDEN
from tests.kit.clauses import clause
from tests.kit.scene import Scene, in_order

GAME = "pa-double-back-jack"


def scene(cards: str, boxes: dict[int, int] | None = None, **options: object) -> Scene:
    return Scene(cards, GAME, boxes, **options)  # type: ignore[arg-type]


def opened(**options: object) -> tuple[Rules, Table]:
    rules = find(GAME).configure(options)
    return rules, open_table(rules)


def refusal(rules: Rules, table: Table, *bets: Bet) -> Refused:
    with pytest.raises(Refused) as refused:
        answer(rules, table, ask(rules, table), Bets(bets))
    return refused.value


def money(facts: list[Fact]) -> list[tuple[str, str, int]]:
    return [(fact.what.value, fact.wager, fact.amount) for fact in facts if fact.amount]


# What the house chooses


@clause("pa-673a", "3(a)")
def test_3a_one_deck_or_more_and_the_end_of_the_list_is_no_law() -> None:
    for decks in range(1, 9):
        assert opened(decks=decks)[1].stock.size == 52 * decks
    with pytest.raises(Refused, match="decks=0") as none:
        opened(decks=0)
    assert none.value.cite.clause == "3(a)"
    for many in ("9", "40"):
        with pytest.raises(Refused, match="more than this program supports") as refused:
            opened(decks=many)
        assert not refused.value.cite.is_law


@clause("pa-673a", "6(e)")
def test_6e_neighbouring_boxes_as_many_as_submitted() -> None:
    rules, table = opened(boxes_per_player=2)
    assert "next to each other" in refusal(rules, table, Bet(2, "Ann", 1000), Bet(4, "Ann", 1000)).why
    three = (Bet(2, "Ann", 1000), Bet(3, "Ann", 1000), Bet(4, "Ann", 1000))
    assert "2 boxes" in refusal(rules, table, *three).why


@clause("pa-673a", "7(t)", "7(t)(1)", "7(t)(2)")
def test_7t_losers_first_or_box_by_box_counterclockwise_from_the_right() -> None:
    with pytest.raises(Refused, match="settlement=winners-first"):
        opened(settlement="winners-first")
    cards = "9s Ts Td 8h 7d 9d Qc Tc"  # 16, 19 and 20 against 18
    orders = {}
    for order in ("collect-first", "box-by-box"):
        table = scene(cards, {1: 1000, 2: 1000, 3: 1000}, settlement=order).say("stand", "stand", "stand")
        orders[order] = [(fact.what, fact.seat) for fact in table.told(What.PAID, What.COLLECTED)]
    assert orders["collect-first"] == [(What.COLLECTED, 1), (What.PAID, 3), (What.PAID, 2)]
    assert orders["box-by-box"] == [(What.PAID, 3), (What.PAID, 2), (What.COLLECTED, 1)]


# Wagers


@clause("pa-673a", "6(a)", "6(c)", "6(d)", "7(e)")
def test_6_chips_on_the_layout_before_the_first_card_and_nothing_later() -> None:
    rules, table = opened()
    standing = ask(rules, table)
    assert isinstance(standing, PlaceWagers)
    spoken = refusal(rules, table, Bet(1, "Ann", 1000, spoken=True))
    assert (spoken.cite.clause, spoken.legal) == ("6(a)", ("chips",))
    assert refusal(rules, table, Bet(1, "Ann", 1000), Bet(1, "Ann", 1000, SECOND_CHANCE)).cite.clause == "7(l)"
    assert refusal(rules, table, Bet(1, "Ann", 1000), Bet(1, "Ann", 500, INSURANCE)).cite.clause == "8(a)"
    table, facts = answer(rules, table, standing, Bets((Bet(1, "Ann", 1000),), last=True))
    assert [(fact.what, fact.cite.clause) for fact in facts] == [(What.PLACED, "6(d)"), (What.ANNOUNCED, "7(e)")]
    for late in (Bets((Bet(2, "Ben", 1000),)), TakeBack(1, "Ann")):
        with pytest.raises(Refused, match="before the first card") as refused:
            answer(rules, table, ask(rules, table), late)
        assert refused.value.cite.clause == "6(c)"


# The deal, Blackjacks, Insurance


@clause("pa-673a", "7(e)(1)", "7(e)(2)", "7(e)(3)", "7(e)(4)")
def test_7e_clockwise_from_the_left_the_hole_card_last_and_face_down() -> None:
    rules, table = opened()
    bets = Bets((Bet(5, "Ben", 1000), Bet(2, "Ann", 1000)), last=True)
    table, _ = answer(rules, table, ask(rules, table), bets)
    question = ask(rules, table)
    assert isinstance(question, Draw)
    assert [(repr(due.to), due.cite.clause, due.face_down) for due in question.dues] == [
        ("box 2", "7(e)(1)", False),
        ("box 5", "7(e)(1)", False),
        ("dealer", "7(e)(2)", False),
        ("box 2", "7(e)(3)", False),
        ("box 5", "7(e)(3)", False),
        ("dealer", "7(e)(4)", True),
    ]


@clause("pa-673a", "7(f)", "12(a)")
def test_7f_blackjacks_are_paid_2_to_1_from_the_right_and_cleared_before_insurance() -> None:
    table = scene("As 9s Kd Ah Td 8d Ac 5c", {1: 1000, 2: 1000, 4: 600})
    assert isinstance(table.question, Offer)
    assert table.question.seat == 2, "a paid Blackjack has nothing to insure (B8)"
    paid = table.told(What.PAID)
    assert [(fact.seat, fact.amount, fact.cite.clause) for fact in paid] == [(4, 1200, "7(f)"), (1, 2000, "7(f)")]
    assert [fact.seat for fact in table.told(What.REMOVED)] == [4, 1]
    assert repr(table.table.rack) == "(Kd, Ac, As, Td)"


@clause("pa-673a", "7(g)", "8(a)", "8(b)")
def test_8b_half_or_the_next_chip_where_half_cannot_be_staked_and_only_before_the_reader() -> None:
    table = scene("9s 8s Ah 7d 6d 5c", {1: 1000, 4: 500}, chip="1.00")
    offered = []
    while isinstance(table.question, Offer) and table.question.subject == INSURANCE:
        offered.append((table.question.seat, [str(legal) for legal in table.question.choices]))
        table.say("insurance 2.00" if table.question.seat == 1 else "decline")
    most = {seat: choices[0] for seat, choices in offered}
    assert most == {1: "insurance 1.00 to 5.00", 4: "insurance 1.00 to 3.00"}
    assert [(fact.seat, fact.amount) for fact in table.told(What.PLACED) if fact.wager == INSURANCE] == [(1, 200)]
    table.say("decline", "decline")
    assert table.refuses("insurance").cite.clause == "8(b)", "the reader has been used"
    assert scene("9s 7h 7d 5c").refuses("insurance").cite.clause == "8(a)"


@clause("pa-673a", "8(c)", "12(c)", "7(h)")
def test_8c_winning_insurance_pays_2_to_1_and_a_blackjack_takes_every_wager_left() -> None:
    table = scene("9s As Ah 9d Kd Tc", {1: 1000, 2: 1000}).say("insurance", "decline")
    assert (table.dealer, table.net(1), table.net(1, INSURANCE), table.net(2)) == ("Ah Tc", -1000, 1000, 2000)
    assert [fact.what for fact in table.carrying("7(h)")] == [What.ANNOUNCED, What.EXPOSED, What.COLLECTED]


@clause("pa-673a", "8(d)")
def test_8d_losing_insurance_is_taken_when_the_reader_has_ruled_a_blackjack_out() -> None:
    table = scene("9s Ah 9d 7c").say("insurance", "decline")
    assert isinstance(table.question, Decide)
    assert money(table.carrying("8(d)")) == [("collected", INSURANCE, 500)]


# The reader


@clause("pa-673a", "7(h)")
@pytest.mark.parametrize("up", ["Ah", "Kh", "Qh", "Jh", "Th"])
def test_7h_the_reader_tells_only_whether_it_is_a_blackjack(up: str) -> None:
    table = scene(f"9s {up} 9d 7c")
    while isinstance(table.question, Offer):
        table.say("decline")
    assert [fact.note for fact in table.carrying("7(h)")] == ["no blackjack"]
    assert table.table.dealer.cards[1] is HIDDEN


@clause("pa-673a", "7(i)")
def test_7h_7i_with_two_to_nine_up_the_reader_stays_unused_and_the_boxes_take_their_turns() -> None:
    for up in "23456789":
        table = scene(f"9s 8s {up}h 9d 9c 7c", {2: 1000, 5: 1000})
        assert (table.table.dealer.light, table.question.cite.clause) == ("", "7(i)")
        assert table.choices() == ["hit", "stand", "double", "split", "surrender"]
        assert getattr(table.question, "seat", 0) == 2
        assert getattr(table.say("stand").question, "seat", 0) == 5


# Decisions


@clause("pa-673a", "7(j)", "7(k)")
def test_7j_7k_cards_come_one_by_one_below_21() -> None:
    table = scene("2s 7h 3d Tc 4s 5s").say("hit", "hit")
    assert (table.hand().points.total, table.choices()) == (14, ["hit", "stand"])
    drawn = [due.cite.clause for question in table.asked[2:] if isinstance(question, Draw) for due in question.dues]
    assert drawn == ["7(j)", "7(j)"]


@clause("pa-673a", "7(k)(1)", "7(m)", "12(a)", "2(b)(4)(iii)", "7(p)")
@pytest.mark.parametrize("cards", ["As 6h 2d Tc 8s", "Ts 6h 3d Tc 8s"])
def test_7k1_7m_a_21_soft_or_hard_draws_no_more_and_is_paid_at_once(cards: str) -> None:
    table = scene(cards).say("hit")
    assert table.net() == 1000
    assert in_order(table.facts, (What.ANNOUNCED, "21"), (What.PAID, "main"), (What.EXPOSED, "dealer has 16"))
    assert table.hand().removed


@clause("pa-673a", "7(k)(2)", "10(a)", "10(b)")
def test_10_a_double_for_less_gets_one_card_sideways() -> None:
    table = scene("6s 7h 3d Tc 9s")
    assert table.refuses("double 10.50").cite.clause == "10(a)"
    table.say("double 4.00")
    assert table.net() == 1400
    assert [fact.note for fact in table.carrying("10(b)")] == ["card laid sideways"]
    assert [fact.note for fact in table.carrying("7(k)(2)")] == ["one card to a double"]
    assert scene("2s 7h 3d Tc 4s").say("hit").refuses("double").cite.clause == "10(a)"


@clause("pa-673a", "10(a)")
def test_10a_a_double_for_less_is_made_of_chips_that_exist() -> None:
    table = scene("6s 7h 3d Tc 9s", chip=500, minimum=500)
    assert str(table.question.choices[2]) == "double 5.00 to 10.00"  # type: ignore[union-attr]
    assert "smallest chip" in table.refuses("double 7.00").why


@clause("pa-673a", "10(c)", "11(a)", "11(b)", "11(c)")
def test_11_two_hands_the_left_one_first_each_may_draw_or_double_aces_too() -> None:
    table = scene("As 7h Ad Tc 5s 4s 7c Kc").say("split")
    assert [len(table.hand(number=number).cards) for number in (1, 2)] == [2, 1]
    assert (table.question.cite.clause, table.choices()) == ("11(c)", ["hit", "stand", "double"])
    table.say("hit", "stand", "double 5.00")
    assert [table.hand(number=number).points.total for number in (1, 2)] == [20, 18]
    assert table.net() == 1000 + 1000 + 500
    assert money(table.carrying("10(c)")) == [("placed", "main", 500)]


@clause("pa-673a", "11(a)")
def test_11a_values_not_ranks_an_equal_wager_and_no_third_hand() -> None:
    table = scene("Ks 7h Td Tc Qd")
    assert table.refuses("split 5.00").cite.clause == "11(a)"
    table.say("split")
    third = table.refuses("split")
    assert (third.cite.clause, third.why) == ("11(a)", "a box may have at most 2 hands")
    assert scene("Ts 7h 9d Tc").refuses("split").cite.clause == "11(a)"


# Second Chance


@clause("pa-673a", "7(l)", "7(l)(3)", "7(q)(2)", "7(r)(1)(ii)", "7(s)(1)(i)", "12(b)")
def test_7l_the_printed_example_25_less_5_is_20_and_the_chance_alone_is_paid() -> None:
    table = scene("Ts 7h 6d Tc 9c 5h").say("hit")
    question = table.question
    assert isinstance(question, Offer)
    assert (question.subject, question.hand) == (SECOND_CHANCE, 1)
    assert [str(legal) for legal in question.choices] == ["second-chance 10.00", "decline"]
    table.say("second-chance")
    assert (table.net(), table.net(wager=SECOND_CHANCE)) == (0, 1000)
    notes = [fact.note for fact in table.carrying("7(l)") if fact.what is What.ANNOUNCED]
    assert notes == ["sideways: 25 less 5 is 20"]
    assert [fact.note for fact in table.carrying("7(l)(3)")] == ["stands on 20"]
    assert money(table.carrying("12(b)")) == [("paid", SECOND_CHANCE, 1000)]


@clause("pa-673a", "7(l)(1)", "7(p)")
def test_7l1_still_past_21_both_are_lost_at_once() -> None:
    table = scene("Ts 6h 6d Tc Kh 4c").say("hit", "second-chance")
    assert (table.net(), table.net(wager=SECOND_CHANCE), table.dealer) == (-1000, -1000, "6h Tc")
    assert [fact.what for fact in table.carrying("7(l)(1)")] == [What.COLLECTED, What.COLLECTED, What.REMOVED]


@clause("pa-673a", "7(l)(2)", "12(b)", "7(p)")
def test_7l2_exactly_21_the_chance_is_paid_and_the_rest_returned_at_once() -> None:
    table = scene("9s 6h 7d Tc 8c 3h").say("hit", "second-chance")
    assert money(table.carrying("7(l)(2)")) == [("returned", "main", 1000), ("paid", SECOND_CHANCE, 1000)]
    assert (table.hand().removed, table.dealer) == (True, "6h Tc")
    assert (table.net(), table.net(wager=SECOND_CHANCE)) == (0, 1000)


@clause("pa-673a", "7(r)(3)(i)", "7(s)(3)", "7(q)(1)", "7(r)(2)", "7(s)(2)")
def test_7r3i_a_declined_bust_is_lost_at_once_or_literally_only_to_21_or_less() -> None:
    hand = "Ts 6h 6d Tc 8c"  # 24
    lost = scene(hand).say("hit", "decline")
    assert (lost.net(), lost.dealer, lost.hand().removed) == (-1000, "6h Tc", True)
    for drawn, net, clause_id in (("5d", -1000, "7(r)(3)(i)"), ("6d", 0, "7(q)(1)"), ("8d", 0, "7(r)(2)")):
        waits = scene(f"{hand} {drawn}", declined_bust="literal").say("hit", "decline")
        assert waits.net() == net
        assert money(waits.carrying(clause_id)), clause_id
    returned = scene(f"{hand} 7d", declined_bust="literal").say("hit", "decline")
    assert returned.net() == 0
    assert [fact.cite.clause for fact in returned.told(What.RETURNED)] == ["declined_bust"]
    with pytest.raises(Refused, match="declined_bust=sometimes"):
        opened(declined_bust="sometimes")


# Surrender


@clause("pa-673a", "9(a)", "9(a)(1)", "7(p)")
def test_9a1_with_two_to_nine_up_half_goes_at_once() -> None:
    table = scene("Ts 7h 6d 9c", {1: 500}).say("surrender")
    assert (table.net(), table.dealer) == (-250, "7h 9c")
    assert money(table.carrying("9(a)(1)")) == [("collected", "main", 250), ("returned", "main", 250)]


@clause("pa-673a", "9(a)", "9(a)(2)")
def test_9a2_declared_before_the_reader_all_is_lost_to_a_blackjack_and_else_half() -> None:
    whole = scene("Ts Kh 6d Ac")
    assert (getattr(whole.question, "subject", ""), whole.choices()) == ("surrender", ["surrender", "decline"])
    assert whole.say("surrender").net() == -1000
    assert money(whole.carrying("9(a)(2)")) == [("collected", "main", 1000)]
    half = scene("Ts 9s Kh 6d 9d 6c 5d", {1: 1000, 2: 1000}).say("surrender", "decline", "stand")
    assert (half.net(1), half.net(2)) == (-500, -1000)
    settled = next(at for at, fact in enumerate(half.facts) if fact.amount == 500)
    assert settled < next(at for at, fact in enumerate(half.facts) if fact.what is What.EXPOSED)


@clause("pa-673a", "9(a)(2)", "7(i)")
def test_9a2_who_declined_may_still_surrender_in_turn_once_the_reader_is_clear() -> None:
    table = scene("Ts Kh 6d 7c").say("decline", "surrender")
    assert (table.net(), [fact.amount for fact in table.carrying("9(a)(2)")]) == (-500, [500, 500])


@clause("pa-673a", "9(b)", "8(c)", "8(d)")
def test_9b_insurance_and_surrender_are_settled_each_for_itself() -> None:
    for hole, main, insured in (("Tc", -1000, 1000), ("4c", -500, -500)):
        table = scene(f"Ts Ah 6d {hole}").say("insurance", "surrender")
        assert (table.net(), table.net(wager=INSURANCE)) == (main, insured)
        assert len(table.carrying("9(b)")) == 1
    in_turn = scene("Ts Ah 6d 4c").say("insurance", "decline", "surrender")
    assert (in_turn.net(), in_turn.net(wager=INSURANCE), len(in_turn.carrying("9(b)"))) == (-500, -500, 1)


@clause("pa-673a", "9(a)(2)", "8(b)")
@pytest.mark.parametrize(("hole", "main", "insured"), [("Tc", -1000, 1000), ("4c", -500, -500)])
def test_9a2_who_surrenders_first_may_still_insure(hole: str, main: int, insured: int) -> None:
    table = scene(f"Ts Ah 6d {hole}")
    assert table.choices() == ["insurance", "surrender", "decline"]
    table.say("surrender")
    assert table.choices() == ["insurance", "decline"]
    table.say("insurance")
    assert (table.net(), table.net(wager=INSURANCE)) == (main, insured)
    assert scene("Ts Ah 6d 4c").say("surrender", "decline").net() == -500


# The dealer, and settlement


@clause("pa-673a", "7(n)", "7(o)", "3(d)(3)")
def test_7n_7o_the_hole_card_is_turned_and_the_dealer_draws_to_17_soft_or_hard() -> None:
    table = scene("Ts 9s 5h 8d 9d Ac Kc 4d", {1: 1000, 3: 1000}).say("stand", "stand")
    assert table.dealer == "5h Ac Kc 4d"
    said = [fact.note for fact in table.carrying("7(o)")]
    assert said == ["dealer has soft 16", "dealer has 16", "dealer has 20"]
    assert scene("Ts Ah 8d 6c").say("decline", "decline", "stand").dealer == "Ah 6c"


@clause("pa-673a", "7(n)", "7(p)")
def test_7p_with_nothing_left_the_hole_card_is_turned_and_no_card_drawn() -> None:
    table = scene("As 5h Kd 6c")
    assert (table.dealer, table.net()) == ("5h 6c", 2000)
    turned = [question for question in table.asked if isinstance(question, Turn)]
    assert [(question.cite.clause, question.also[0].clause) for question in turned] == [("7(n)", "7(p)")]


@clause("pa-673a", "7(q)(1)")
def test_7q1_a_dealer_22_returns_what_remains_second_chance_too() -> None:
    table = scene("Ts 9s Ks 6h 4d 9d 5d Tc Kc 4h 7c 6s", {1: 1000, 2: 1500, 3: 500})
    table.say("hit", "second-chance", "stand", "hit", "decline")  # 24 less 4; 18; 22
    assert [table.net(seat) for seat in (1, 2, 3)] == [0, 0, -500]
    assert table.net(1, SECOND_CHANCE) == 0
    assert money(table.carrying("7(q)(1)")) == [
        ("returned", "main", 1500),
        ("returned", "main", 1000),
        ("returned", SECOND_CHANCE, 1000),
    ]


@clause("pa-673a", "7(r)(1)(i)", "7(s)(1)(ii)", "7(s)(1)(i)", "12(a)")
def test_7r1i_past_22_the_hands_that_remain_win() -> None:
    table = scene("Ts 9s 6h 6d 3d Tc 7s Td 8c", {1: 1000, 2: 1000})
    table.say("hit", "second-chance", "stand")  # 23 less 10 is 13, and 12, against 24
    assert (table.net(1), table.net(1, SECOND_CHANCE), table.net(2)) == (0, 1000, 1000)


@clause("pa-673a", "7(q)(2)", "7(r)(2)", "7(r)(3)(ii)", "7(s)(2)", "7(s)(3)", "7(s)(1)(ii)")
def test_7r_totals_within_21_are_compared() -> None:
    table = scene("Ts 9s Td 8h 9d 9c 7d Tc", {1: 1000, 2: 1000, 3: 1000}).say("stand", "stand", "stand")
    settled = [(table.net(seat), table.case(seat)) for seat in (1, 2, 3)]
    assert settled == [(1000, "higher"), (0, "equal"), (-1000, "lower")]


@clause("pa-673a", "7(s)(2)", "7(s)(3)", "10(a)")
def test_7s_what_a_double_added_goes_with_its_hand() -> None:
    lost = scene("4s 8h 5d Tc 3d").say("double")
    assert [lost.net(part=part) for part in (Part.ORIGINAL, Part.DOUBLE)] == [-1000, -1000]
    tie = scene("6s 8h 4d Tc 8d").say("double 5.00")
    assert [tie.net(part=part) for part in (Part.ORIGINAL, Part.DOUBLE)] == [0, 0]


@clause("pa-673a", "7(u)")
def test_7u_what_remains_is_cleared_right_to_left_and_the_dealers_last() -> None:
    table = scene("Ts 9s 8h 9d 8d Tc", {1: 1000, 2: 1000}).say("stand", "stand").collect()
    assert repr(table.table.rack) == "(9s, 8d, Ts, 9d, 8h, Tc)"
    assert table.facts[-1].cite.clause == "7(u)"
