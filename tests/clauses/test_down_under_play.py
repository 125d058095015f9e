"""Chapter 685a, the round itself: every clause of play and every option, in both editions."""

from __future__ import annotations

import pytest

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import Bet, Bets, Decide, Draw, Offer, PlaceWagers, TakeBack, Turn, What
from holecard.engine.rules import Rules
from holecard.engine.table import Part, Table
from holecard.games import find
from holecard.law.errors import Refused
from holecard.values.cards import HIDDEN
from holecard.values.money import cents
from tests.kit.clauses import clause
from tests.kit.pit import new_table
from tests.kit.rounds import Round
from tests.kit.scene import Scene

GAME = "pa-down-under"
MATCH = "match-the-dealer"


def opened(**options: object) -> tuple[Rules, Table]:
    rules = find(GAME).configure(options)
    return rules, open_table(rules)


def refusal(rules: Rules, table: Table, *bets: Bet) -> Refused:
    with pytest.raises(Refused) as refused:
        answer(rules, table, ask(rules, table), Bets(bets))
    return refused.value


# What the house chooses


@clause("pa-685a", "3(a)")
def test_3a_four_five_six_or_eight_decks() -> None:
    for decks in (4, 5, 6, 8):
        assert opened(decks=decks)[1].stock.size == 52 * decks
    for decks in (1, 2, 3, 7, 9):
        with pytest.raises(Refused, match=f"decks={decks}") as refused:
            opened(decks=decks)
        assert refused.value.legal == ("4", "5", "6", "8")


@clause("pa-685a", "3(d)(3)")
def test_3d3_the_dealers_ace_is_read_in_one_of_two_ways() -> None:
    with pytest.raises(Refused, match="dealer_ace=eleven"):
        opened(dealer_ace="eleven")
    cards = "Ts 5h 9d 6c Ac"  # 19 against 5-6-A
    assert Scene(cards).say("stand").net() == 0, "soft 22"
    assert Scene(f"{cards} 6d", dealer_ace="conventional").say("stand").net() == 1000, "12, then 18"


@clause("pa-685a", "5(h)")
def test_5h_the_device_that_shuffles_by_itself_is_the_houses_choice() -> None:
    table = new_table(shuffler="continuous")
    table.tell("sit", 1, "Ann")
    asked = [step for step, _, _ in table.ready()]
    assert "load-shuffler" in asked
    assert not {"cut", "cover-card"} & set(asked)
    with pytest.raises(Refused, match="shuffler=by-foot"):
        opened(shuffler="by-foot")


@clause("pa-685a", "6(b)", "6(b)(1)")
def test_6b_who_sits_a_round_out_waits_unless_the_house_lets_him_in() -> None:
    table = new_table((1, "Ann"), (2, "Ben"), mid_shoe_entry=False)
    table.ready()
    table.round((1, "Ann"))
    assert table.refuses(Bets((Bet(2, "Ben", 1000),))).cite.clause == "6(b)"
    table.tell("admit", name="Ben")
    table.bet((2, "Ben"))


@clause("pa-685a", "6(b)(2)")
def test_6b2_the_reshuffle_lets_everybody_in() -> None:
    table = new_table((1, "Ann"), (2, "Ben"), mid_shoe_entry=False)
    table.ready()
    table.round((1, "Ann"))
    table.tell("reshuffle")
    table.ready()
    table.bet((2, "Ben"))


@clause("pa-685a", "6(f)")
def test_6f_a_player_bets_on_as_many_neighbouring_boxes_as_the_house_has_submitted() -> None:
    rules, table = opened(boxes_per_player=2)
    table, _ = answer(rules, table, ask(rules, table), Bets((Bet(3, "Ann", 1000),)))
    assert "next to each other" in refusal(rules, table, Bet(5, "Ann", 1000)).why
    assert "2 boxes" in refusal(rules, table, Bet(4, "Ann", 1000), Bet(2, "Ann", 1000)).why
    table, _ = answer(rules, table, ask(rules, table), Bets((Bet(4, "Ann", 1000),)))
    assert [box.seat for box in table.boxes] == [3, 4]


@clause("pa-685a", "7(r)")
def test_7r_there_are_two_procedures_and_no_third() -> None:
    with pytest.raises(Refused, match="settlement=left-to-right") as refused:
        opened(settlement="left-to-right")
    assert refused.value.legal == ("collect-first", "box-by-box")


# Wagers


@clause("pa-685a", "6(a)", "6(c)", "6(d)", "7(e)")
def test_6_wagers_lie_on_the_layout_before_the_first_card_and_then_stay_there() -> None:
    rules, table = opened()
    nobody = ask(rules, table)
    assert isinstance(nobody, PlaceWagers)
    with pytest.raises(Refused, match="nobody has placed a wager") as refused:
        answer(rules, table, nobody, Bets((), last=True))
    assert refused.value.cite.clause == "6(c)"
    table, facts = answer(rules, table, nobody, Bets((Bet(1, "Ann", 1000), Bet(2, "Ben", 500))))
    assert [(fact.what, fact.cite.clause, fact.amount) for fact in facts] == [
        (What.PLACED, "6(d)", 1000),
        (What.PLACED, "6(d)", 500),
    ]
    table, facts = answer(rules, table, ask(rules, table), TakeBack(2, "Ben"))
    assert [(fact.what, fact.amount) for fact in facts] == [(What.TAKEN_BACK, 500)]
    table, facts = answer(rules, table, ask(rules, table), Bets((), last=True))
    assert facts[0].cite.clause == "7(e)"
    for late in (Bets((Bet(3, "Cy", 1000),)), TakeBack(1, "Ann")):
        with pytest.raises(Refused, match="before the first card"):
            answer(rules, table, ask(rules, table), late)


@clause("pa-685a", "6(e)")
def test_6e_match_the_dealer_goes_with_a_bet_wager() -> None:
    rules, table = opened(match_the_dealer=True)
    assert "no main wager" in refusal(rules, table, Bet(1, "Ann", 100, MATCH)).why
    _, facts = answer(rules, table, ask(rules, table), Bets((Bet(1, "Ann", 1000), Bet(1, "Ann", 100, MATCH))))
    assert facts[1].cite.clause == "6(e)"


# The deal, and what the first cards decide


@clause("pa-685a", "7(e)", "7(e)(1)", "7(e)(2)", "7(e)(3)", "7(e)(4)")
def test_7e_clockwise_from_the_dealers_left_the_hole_card_last_and_face_down() -> None:
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


@clause("pa-685a", "7(f)", "11(c)")
@pytest.mark.parametrize(
    ("cards", "six", "eight"),
    [
        ("Kh Kh 9d", 1100, 1400),  # suited
        ("Ks Kh 9d", 400, 300),
        ("Kh Kh Kh", 2200, 2800),
        ("Ks Kh Kd", 800, 600),
    ],
)
def test_7f_each_card_of_the_up_cards_rank_is_paid(cards: str, six: int, eight: int) -> None:
    for decks, net in ((6, six), (8, eight)):
        scene = Scene(f"{cards} 7c", match={1: 100}, decks=decks).say("stand")
        assert scene.net(wager=MATCH) == net


@clause("pa-685a", "7(g)", "8(a)", "8(b)")
def test_7g_insurance_is_offered_to_each_box_with_an_ace_up_and_only_then() -> None:
    scene = Scene("9s 8s Ah 7d 6d 5c Tc", boxes={1: 1000, 4: 600})
    offered = []
    while isinstance(scene.question, Offer):
        offered.append((scene.question.seat, [str(legal) for legal in scene.question.choices]))
        scene.say("insurance 2.00" if scene.question.seat == 1 else "decline")
    assert offered == [(1, ["insurance 0.50 to 5.00", "decline"]), (4, ["insurance 0.50 to 3.00", "decline"])]
    placed = [fact for fact in scene.carrying("8(a)") if fact.what is What.PLACED]
    assert [(fact.seat, fact.amount) for fact in placed] == [(1, 200)]
    assert isinstance(Scene("9s Th 7d 5c").question, Decide), "a ten up: no Insurance"
    assert Scene("9s Th 7d 5c").refuses("insurance").cite.clause == "8(a)"


@clause("pa-685a", "7(g)")
@pytest.mark.parametrize("hole", ["Tc", "5c"])
def test_7g_even_money_pays_a_blackjack_at_once_and_whatever_the_hole_card_is(hole: str) -> None:
    scene = Scene(f"As 9s Ah Kd 7d {hole}", boxes={1: 1000, 2: 1000})
    assert scene.choices() == ["insurance", "even-money", "decline"]
    scene.say("even-money")
    paid = scene.told(What.PAID)
    assert [(fact.amount, fact.note, fact.cite.clause) for fact in paid] == [(1000, "even-money", "7(g)")]
    assert scene.hand().removed
    assert scene.refuses("even-money").why == "is offered only to a Blackjack against an ace"


# The reader


@clause("pa-685a", "7(h)", "3(e)", "3(e)(1)", "3(e)(2)", "3(e)(3)")
@pytest.mark.parametrize("up", ["2h", "7h", "Kh"])
def test_3e_each_range_has_its_light(up: str) -> None:
    lights = [Scene(f"9s {up} 7d {hole}").carrying("3(e)")[0] for hole in ("2c", "6c", "Jc")]
    assert [fact.note for fact in lights] == ["blue light: small", "red light: medium", "yellow light: large"]


@clause("pa-685a", "3(e)(1)", "3(e)(2)", "3(e)(3)")
def test_3e_a_hole_card_of_another_range_is_not_turned() -> None:
    for light, hole, number in (("small", "6c", "(1)"), ("medium", "Tc", "(2)"), ("large", "5c", "(3)")):
        table = Round().bets(1000).cards("9s 7h 7d --").light(light).act("stand")
        with pytest.raises(Refused) as refused:
            table.turn(hole)
        assert refused.value.cite.clause.endswith(number)
        assert refused.value.legal == ("another card", "the irregularity wrong-light")


@clause("pa-685a", "7(h)", "7(h)(1)", "7(h)(2)", "8(c)", "11(b)", "7(r)(1)")
def test_7h_against_a_dealer_blackjack_only_a_blackjack_gets_its_wager_back() -> None:
    """With a ten up nobody could insure; the cards show it before anyone acts."""
    scene = Scene("As 9s Th Kd 7d Ac", boxes={1: 1000, 2: 1000})
    assert scene.over
    assert (scene.net(1), scene.case(1)) == (0, "both-blackjack")
    assert (scene.net(2), scene.case(2)) == (-1000, "dealer-blackjack")
    insured = Scene("9s Ah 7d Kc").say("insurance")
    assert insured.net(wager="insurance") == 1000
    assert insured.net() == -1000


@clause("pa-685a", "8(d)")
@pytest.mark.parametrize("hole", ["5c", "9c", "Ac"])
def test_8d_losing_insurance_is_taken_before_any_further_card(hole: str) -> None:
    scene = Scene(f"9s Ah 7d {hole}").say("insurance 5.00")
    assert [(fact.cite.clause, fact.amount) for fact in scene.told(What.COLLECTED)] == [("8(d)", 500)]
    assert isinstance(scene.question, Decide)


# Players in turn


@clause("pa-685a", "7(i)", "7(i)(1)", "7(i)(2)", "7(j)", "7(k)", "11(a)")
def test_7i_boxes_act_clockwise_blackjacks_are_paid_in_their_turn() -> None:
    scene = Scene("As 5s Ts 9h Kd 6d 9d 9c 4c", boxes={1: 1000, 2: 1000, 3: 1000})
    announced = [fact.note for fact in scene.carrying("7(i)(1)") if fact.what is What.ANNOUNCED]
    assert announced == ["Blackjack"], "box 1 was paid before box 2 is asked"
    turns = []
    for deed in ("hit", "stand", "stand"):
        assert isinstance(scene.question, Decide)
        turns.append((scene.question.seat, scene.hand(scene.question.seat).points.total))
        scene.say(deed)
    assert turns == [(2, 11), (2, 15), (3, 19)]
    assert [scene.net(seat) for seat in (1, 2, 3)] == [1500, -1000, 1000]


@clause("pa-685a", "7(k)", "7(k)(1)", "7(q)(1)")
@pytest.mark.parametrize(
    ("cards", "total"), [("6s 9h 5d 9c Td", "21"), ("As 9h 7d 9c 3d", "soft 21"), ("As 9h 5d 9c 5c", "soft 21")]
)
def test_7k1_a_hand_of_21_draws_no_more_hard_or_soft(cards: str, total: str) -> None:
    scene = Scene(cards).say("hit")
    assert repr(scene.hand().points) == total
    assert scene.over
    assert [fact.note for fact in scene.carrying("7(k)(1)")] == ["21"]
    assert Scene("Ts 9h 6d 9c Kd").say("hit").carrying("7(q)(1)")[0].note == "26, bust"


@clause("pa-685a", "9(a)", "9(c)", "7(k)(2)", "7(j)")
def test_9_a_double_is_for_up_to_the_bet_wager_and_one_card_laid_sideways() -> None:
    scene = Scene("6s 9h 4d 9c 3c")
    assert scene.refuses("double 10.50").cite.clause == "9(a)"
    assert "smallest chip" in scene.refuses("double 7.25").why
    scene.say("double 7.00")
    assert [fact.note for fact in scene.carrying("9(c)")] == ["card laid sideways"]
    assert [fact.note for fact in scene.carrying("7(k)(2)")] == ["one card to a double"]
    assert (scene.net(part=Part.ORIGINAL), scene.net(part=Part.DOUBLE)) == (-1000, -700)
    assert Scene("2s 9h 4d 9c 3c").say("hit").refuses("double").why == "doubling is allowed only on the first two cards"


@clause("pa-685a", "9(a)")
def test_9a_a_double_for_less_is_made_of_chips_that_exist() -> None:
    scene = Scene("6s 9h 4d 9c 3c", chip=100)
    assert "double 1.00 to 10.00" in [str(legal) for legal in scene.question.choices]  # type: ignore[union-attr]
    assert scene.refuses("double 0.50").why == "the amount is below the minimum"
    assert scene.say("double 1.00").net() == -1100
    odd = Scene("6s 9h 4d 9c 3c", chip=100, increment=250)
    assert "double 3.00 to 10.00" in [str(legal) for legal in odd.question.choices]  # type: ignore[union-attr]


@clause("pa-685a", "10(a)", "10(b)", "10(c)", "9(a)")
def test_10_two_cards_of_one_value_make_two_hands_each_with_its_own_decisions() -> None:
    scene = Scene("8s 9h 8d 9c 8h 3c Td").say("split")
    assert [(fact.amount, fact.note) for fact in scene.carrying("10(a)")] == [(1000, "split")]
    assert [fact.note for fact in scene.carrying("10(b)")] == ["this hand first"]
    assert scene.choices() == ["hit", "stand", "double"]
    assert scene.refuses("split").cite.clause == "10(c)"
    scene.say("stand", "double")
    assert [scene.hand(number=number).points.total for number in (1, 2)] == [16, 21]
    assert (scene.net(part=Part.ORIGINAL), scene.net(part=Part.SPLIT), scene.net(part=Part.DOUBLE)) == (
        -1000,
        1000,
        1000,
    )
    assert Scene("9s 9h 8d 9c").refuses("split").cite.clause == "10(a)"


@clause("pa-685a", "10(e)", "10(a)")
def test_10e_each_split_ace_has_one_card_and_no_decision() -> None:
    scene = Scene("As 9h Ad 9c 5d 9d").say("split")
    assert scene.over
    assert [fact.note for fact in scene.carrying("10(e)")] == ["one card to a split ace"] * 2
    assert scene.net() == 0, "16 loses and 20 wins"


# The end of the round


@clause("pa-685a", "7(l)", "7(m)")
def test_7m_the_dealer_turns_the_hole_card_draws_to_17_and_calls_each_total() -> None:
    scene = Scene("Ts 2h 9d 3c 4c 5c 6c")
    assert scene.table.dealer.cards[1] is HIDDEN
    scene.say("stand")
    called = [fact.note for fact in scene.carrying("7(m)") if fact.what is What.ANNOUNCED]
    assert called == ["dealer has 9", "dealer has 14", "dealer has 20"]
    assert scene.dealer == "2h 3c 4c 5c 6c"
    soft = Scene("Ts 6h 9d Ac").say("stand")
    assert soft.dealer == "6h Ac", "he stands on a soft 17"


@clause("pa-685a", "7(l)", "7(h)")
def test_7l_a_hole_card_that_lies_open_is_not_turned_again() -> None:
    scene = Scene("Ts Kh 9d Qc").say("stand")
    closed = Scene("Ts Kh 9d 7c").say("stand")
    turns = [[asked.cite.clause for asked in played.asked if isinstance(asked, Turn)] for played in (scene, closed)]
    assert turns == [["7(h)"], ["7(l)"]]


@clause("pa-685a", "7(n)(1)", "7(n)(2)", "7(o)", "7(o)(1)", "7(o)(2)", "7(p)", "7(q)", "7(q)(1)", "7(q)(2)", "11(a)")
def test_7n_to_7q_every_result() -> None:
    results = {
        "Ks 6h Qd 6c Tc": ("22-two-large", 1000, "7(n)(1)"),
        "9s 6h 8d 6c Tc": ("22", 0, "7(n)(1)"),
        "9s 6h 8d 7c Tc": ("dealer-over", 1000, "7(o)(1)"),
        "Ks 9h Qd 9c": ("higher", 1000, "7(o)(2)"),
        "Ks 9h 8d 9c": ("equal", 0, "7(p)"),
        "Ks 9h 7d 9c": ("lower", -1000, "7(q)(2)"),
    }
    for cards, (case, net, clause_id) in results.items():
        scene = Scene(cards).say("stand")
        assert (scene.case(), scene.net()) == (case, net)
        assert [fact for fact in scene.carrying(clause_id) if fact.note == case]
    late = Scene("Ts 9h 6d 9c Kc", collect_busts="at-settlement").say("hit")
    assert (late.case(), late.net()) == ("bust", -1000)
    assert late.carrying("7(q)(1)")[-1].what is What.COLLECTED


@clause("pa-685a", "7(r)(1)", "7(r)(2)")
def test_7r_losers_first_or_box_by_box() -> None:
    for settlement, clause_id in (("collect-first", "7(r)(1)"), ("box-by-box", "7(r)(2)")):
        scene = Scene("Ks Ts 9h Qd 7d 9c", boxes={1: 1000, 6: 1000}, settlement=settlement).say("stand", "stand")
        (said,) = scene.carrying(clause_id)
        assert said.note == settlement
        assert [fact.seat for fact in scene.told(What.COLLECTED, What.PAID)] == [6, 1]


@clause("pa-685a", "7(s)", "7(p)")
def test_7s_the_table_is_cleared_for_the_next_round() -> None:
    scene = Scene("Ks 9h 8d 9c").say("stand")
    scene.collect()
    assert isinstance(scene.question, PlaceWagers)
    assert [repr(card) for card in scene.table.rack] == ["Ks", "8d", "9h", "9c"]
    assert scene.table.stock.size == 6 * 52 - 4


@clause("pa-685a", "11(a)")
@pytest.mark.parametrize(("stake", "won"), [("10.00", "15.00"), ("2.50", "3.75"), ("1.50", "2.25"), ("0.05", "0.07")])
def test_11a_a_blackjack_pays_3_to_2_and_a_broken_cent_is_rounded_down(stake: str, won: str) -> None:
    scene = Scene("As 9h Kd 8c", boxes={1: cents(stake)}, chip="0.01", minimum="0.01")
    assert scene.net() == cents(won)
