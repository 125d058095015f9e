"""Where a careful reader stumbles: the second reader's traps for Double Back Jack, one test each."""

from __future__ import annotations

import pytest

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import Act, Bet, Bets, CoverCard, Decide, Draw, Offer, PlaceWagers, Read, Turn, What
from holecard.engine.table import INSURANCE, Part
from holecard.games import find
from holecard.law.errors import Refused
from holecard.round.second_chance import SECOND_CHANCE
from holecard.values.cards import HIDDEN
from tests.kit.clauses import clause
from tests.kit.pit import new_table
from tests.kit.scene import Scene, in_order

GAME = "pa-double-back-jack"


def scene(cards: str, boxes: dict[int, int] | None = None, **options: object) -> Scene:
    return Scene(cards, GAME, boxes, **options)  # type: ignore[arg-type]


# All games, as far as this one is concerned


@clause("pa-673a", "7(f)", "7(m)", "11(b)", "12(a)")
def test_a_split_ace_and_ten_is_a_21_at_1_to_1_paid_at_once_and_no_blackjack() -> None:
    assert scene("As 6h Kd Tc").net() == 2000
    aces = scene("As 6h Ad Tc Kd Qs").say("split")
    assert (aces.net(), aces.dealer) == (2000, "6h Tc"), "both were paid before the dealer could draw"
    tens = scene("Ks 6h Qd Tc Ad Qs As").say("split", "hit")
    assert [fact.amount for fact in tens.carrying("7(m)") if fact.what is What.PAID] == [1000, 1000]


@clause("pa-673a", "7(h)", "7(i)")
def test_the_reader_is_for_ace_and_ten_alone_and_tells_no_more_than_blackjack() -> None:
    for up in "23456789":
        assert not any(isinstance(question, Read) for question in scene(f"9s {up}h 8d Ac").asked)
    shown = set()
    for hole in "A23456789TJQK":
        table = scene(f"9s Th 8d {hole}c").say("decline")
        shown |= {fact.note for fact in table.carrying("7(h)") if fact.what is What.ANNOUNCED}
    assert shown == {"no blackjack", "blackjack"}


@clause("pa-673a", "5(b)", "5(c)(1)", "5(c)(4)", "5(d)")
def test_the_cut_is_ten_cards_from_either_end_and_passes_counterclockwise_to_the_dealer() -> None:
    table = new_table((2, "Ann"), (5, "Bob"), (3, "Cem"), game=GAME)
    table.until("cut")
    assert table.refuses(Act("cut", 9)).legal == ("10 to 302 cards from the top",)
    asked = [table.step.bettor]
    while table.step.bettor:
        table.act("decline")
        asked.append(table.step.bettor)
    assert asked == ["Ann", "Bob", "Cem", ""], "from box 2 past box 1 to box 5, the dealer last"
    table.ready()
    table.tell("reshuffle")
    table.until("cut")
    assert (table.step.bettor, table.step.cite.clause) == ("Bob", "5(c)(4)"), "farthest to the dealer's right"


@clause("pa-673a", "7(d)", "5(f)")
def test_a_cover_card_first_in_the_shoe_does_not_stop_the_round() -> None:
    table = new_table((2, "Ann"), game=GAME)
    table.ready(311)
    table.bet((2, "Ann"))
    assert [fact.cite.clause for fact in table.go_on()] == ["7(d)"]
    assert isinstance(table.question, Draw)
    assert table.refuses(CoverCard()).cite.clause == "7(d)"  # it is aside
    table.play_out()
    assert table.asked[0] == "gather"


@clause("pa-673a", "7(c)")
def test_a_card_is_burned_after_each_batch_and_by_each_new_dealer() -> None:
    table = new_table((2, "Ann"), game=GAME)
    assert table.ready()[-1] == ("burn", "shoe", "7(c)")
    table.tell("new-dealer", name="Dee")
    assert table.ready() == [("burn", "shoe", "7(c)")]
    assert table.rack == (HIDDEN, HIDDEN)


@clause("pa-673a", "8(b)")
def test_insurance_is_measured_by_the_first_wager_and_rounded_up_only_if_half_cannot_be_staked() -> None:
    def most(stake: int) -> int:
        question = scene("9s Ah 7d 5c", {1: stake}, chip="1.00").question
        assert isinstance(question, Offer)
        return next(legal.most for legal in question.choices if legal.do == INSURANCE)

    assert (most(1000), most(500), most(700)) == (500, 300, 400)
    assert scene("9s Ah 7d 5c", chip="1.00").refuses("insurance 6.00").cite.clause == "8(b)"


@clause("pa-673a", "6(a)", "2(b)(2)")
def test_one_bettor_a_box_and_no_spoken_wagers() -> None:
    rules = find(GAME).configure()
    table = open_table(rules)
    table, _ = answer(rules, table, ask(rules, table), Bets((Bet(1, "Ann", 1000),)))
    for bet, clause_id in ((Bet(1, "Ben", 1000), "2(b)(2)"), (Bet(2, "Ben", 1000, spoken=True), "6(a)")):
        with pytest.raises(Refused) as refused:
            answer(rules, table, ask(rules, table), Bets((bet,)))
        assert refused.value.cite.clause == clause_id


@clause("pa-673a", "11(b)")
def test_the_second_split_hand_has_one_card_until_the_first_is_complete() -> None:
    table = scene("8s 7h 8d Tc 2c 9h 3d").say("split")
    assert [len(table.hand(number=number).cards) for number in (1, 2)] == [2, 1]
    table.say("hit")
    assert [len(table.hand(number=number).cards) for number in (1, 2)] == [3, 1]
    table.say("stand")
    assert getattr(table.question, "hand", 0) == 2
    assert repr(table.hand(number=2).cards) == "(8d, 3d)"


# 673a


@clause("pa-673a", "7(f)", "7(g)", "9(a)(2)", "7(h)", "7(i)", "7(l)", "7(m)", "7(n)")
def test_the_order_of_the_round() -> None:
    boxes = dict.fromkeys(range(1, 7), 1000)  # box 2 busts and takes a chance, box 3 draws to 21
    table = scene("Ts 9s 8s As 7s As Ah 6d 7d 8d Kd 9d Qd 8c Td 4h 5c", boxes)
    asked: list[tuple[str, int]] = []
    while not table.over:
        question = table.question
        assert isinstance(question, Offer | Decide)
        asked.append((getattr(question, "subject", "decide"), question.seat))
        match asked[-1]:
            case ("surrender", 1):
                table.say("surrender")
            case ("decide", 2) | ("decide", 3):
                table.say("hit")
            case (subject, 2) if subject == SECOND_CHANCE:
                table.say(SECOND_CHANCE)
            case ("decide", _):
                table.say("stand")
            case _:
                table.say("decline")
    insured = [("insurance", seat) for seat in (1, 2, 3, 5)]
    declared = [("surrender", seat) for seat in (1, 2, 3, 5)]
    played = [("decide", 2), (SECOND_CHANCE, 2), ("decide", 3), ("decide", 5)]
    assert asked == [*insured, *declared, *played]
    assert in_order(
        table.facts,
        (What.PAID, "blackjack"),  # box 6, then box 4
        (What.PAID, "blackjack"),
        (What.ANNOUNCED, "surrenders"),
        (What.ANNOUNCED, "no blackjack"),
        (What.RETURNED, "surrendered-half"),
        (What.PLACED, SECOND_CHANCE),
        (What.PAID, "21"),
        (What.EXPOSED, "dealer has soft 19"),
    )
    assert [fact.seat for fact in table.told(What.PAID) if fact.note == "blackjack"] == [6, 4]


@clause("pa-673a", "7(f)")
@pytest.mark.parametrize("dealt", ["As Kh Qd Ac", "As Ah Kd Tc"])
def test_a_paid_blackjack_is_safe_from_the_dealers(dealt: str) -> None:
    table = scene(dealt)
    assert (table.table.dealer.is_blackjack, table.net()) == (True, 2000)


@clause("pa-673a", "7(s)(1)(i)")
def test_second_chance_returns_the_blackjack_wager_and_never_pays_both() -> None:
    table = scene("Ts 7h 6d Tc 9c 5h").say("hit", "second-chance")
    paid = [(fact.wager, fact.amount) for fact in table.told(What.PAID)]
    returned = [(fact.wager, fact.amount) for fact in table.told(What.RETURNED)]
    assert (paid, returned) == ([(SECOND_CHANCE, 1000)], [("main", 1000)])


@clause("pa-673a", "7(l)(1)", "7(l)(2)", "7(l)(3)")
def test_after_the_chance_card_over_21_is_lost_21_is_paid_and_less_waits() -> None:
    for card, settled, main, chance in (("2h", True, -1000, -1000), ("3h", True, 0, 1000), ("4h", False, 0, 1000)):
        table = scene(f"9s Ts 7h 7d 9d Tc 8c {card}", {1: 1000, 2: 1000}).say("hit", "second-chance")  # from 24
        assert getattr(table.question, "seat", 0) == 2, "no further card for box 1 (B6)"
        assert (table.hand(1).over, table.hand(1).removed) == (True, settled)
        assert bool(table.told(What.PAID, What.COLLECTED)) is settled
        table.say("stand")
        assert (table.net(1), table.net(1, SECOND_CHANCE)) == (main, chance)


@clause("pa-673a", "7(l)")
def test_an_ace_drawn_for_a_second_chance_counts_1_and_the_busted_hand_is_hard() -> None:
    assert scene("Ts 7h 5d Tc 7c Ah").say("hit", "second-chance").net(wager=SECOND_CHANCE) == 1000, "22 less 1"
    twice = scene("As 8h 5d Tc Ac 9c 6d 5h").say("hit", "hit", "hit", "second-chance")
    assert twice.hand().points.total == 17, "A-5-A-9-6 is 22, every ace 1; less 5"
    assert not twice.hand().points.soft
    assert twice.net() == -1000


@clause("pa-673a", "7(l)", "10(a)")
def test_a_doubled_busts_chance_costs_the_doubled_wager_and_all_of_it_comes_back() -> None:
    for double, stake in (("double", 2000), ("double 4.00", 1400)):
        table = scene("9s 5h 7d 9c 9h 6d 4c").say(double)
        assert table.refuses("second-chance 10.00").cite.clause == "7(l)"
        table.say("second-chance")
        assert table.net(wager=SECOND_CHANCE) == stake
        assert [table.net(part=part) for part in (Part.ORIGINAL, Part.DOUBLE)] == [0, 0]


@clause("pa-673a", "9(a)", "10(c)", "11(a)", "11(c)")
def test_two_hands_at_most_aces_play_on_and_a_split_hand_is_never_surrendered() -> None:
    table = scene("As 7h Ad Tc Ac 5d 6d 4s").say("split")
    assert table.choices() == ["hit", "stand", "double"]
    assert table.refuses("split").cite.clause == "11(a)"
    assert table.refuses("surrender").cite.clause == "9(a)"
    table.say("hit", "stand", "double")
    assert [repr(table.hand(number=number).cards) for number in (1, 2)] == ["(As, Ac, 5d)", "(Ad, 6d, 4s)"]
    assert table.net() == 2000, "17 ties, the doubled 21 is paid"


@clause("pa-673a", "9(a)(2)", "9(b)")
def test_surrender_and_insurance_part_ways_on_a_dealer_blackjack() -> None:
    table = scene("Ts Ah 6d Kc").say("insurance", "surrender")
    assert (table.net(), table.net(wager=INSURANCE)) == (-1000, 1000)


@clause("pa-673a", "9(a)", "9(a)(1)")
def test_with_two_to_nine_up_surrender_waits_for_the_players_own_turn() -> None:
    table = scene("Ts 9s 6h 6d 7d 9c", {1: 1000, 2: 1000})
    assert isinstance(table.question, Decide), "no declaration before the turns (B12)"
    table.say("surrender")
    assert [fact.seat for fact in table.told(What.COLLECTED)] == [1]
    assert getattr(table.question, "seat", 0) == 2


@clause("pa-673a", "7(q)(1)", "7(r)(1)(i)")
def test_22_returns_second_chance_too_and_23_has_no_line_in_q_but_pays() -> None:
    for drawn, chance in (("6s", 0), ("7s", 1000)):
        table = scene(f"Ts 6h 4d Tc Jc 4h {drawn}").say("hit", "second-chance")
        assert (table.net(), table.net(wager=SECOND_CHANCE)) == (0, chance)


@clause("pa-673a", "7(n)", "7(p)")
def test_with_every_hand_paid_or_taken_the_hole_card_is_turned_and_the_dealer_stops() -> None:
    table = scene("As 9s Ts 6h Kd 8d 6c 5c 4d", {1: 1000, 2: 1000, 3: 1000})
    table.say("hit", "surrender")
    assert (table.dealer, table.table.dealer.points.total) == ("6h 5c", 11)
    assert any(isinstance(question, Turn) for question in table.asked)


@clause("pa-673a", "7(o)", "7(r)(3)(i)")
def test_a_literal_declined_bust_keeps_the_dealer_drawing() -> None:
    table = scene("9s 6h 7d Tc 8h 2c", declined_bust="literal").say("hit", "decline")
    assert (table.dealer, table.net()) == ("6h Tc 2c", -1000)


@clause("pa-673a", "3(a)", "5(d)", "7(a)")
def test_a_single_deck_is_dealt_from_a_shoe_with_its_cut_and_cover_card() -> None:
    table = new_table((1, "Ann"), game=GAME, decks=1)
    table.until("cut")
    assert table.refuses(Act("cut", 9)).legal == ("10 to 42 cards from the top",)
    assert [step for step, _, _ in table.ready()][-3:] == ["cover-card", "load-shoe", "burn"]
    assert isinstance(table.question, PlaceWagers)
    assert table.table.stock.size == 51
    with pytest.raises(Refused):
        find(GAME).configure(decks=0)


@clause("pa-673a", "7(l)", "7(m)")
def test_second_chance_is_asked_hand_by_hand_and_before_the_next_hand_gets_a_card() -> None:
    table = scene("8s 9h 8d 9c 5c Qh 3d 3h Tc").say("split", "hit")
    assert (getattr(table.question, "subject", ""), getattr(table.question, "hand", 0)) == (SECOND_CHANCE, 1)
    assert len(table.hand(number=2).cards) == 1
    table.say("second-chance", "hit")
    assert [fact.amount for fact in table.carrying("7(m)") if fact.what is What.PAID] == [1000], "the other hand's 21"
    assert (table.net(), table.net(wager=SECOND_CHANCE)) == (1000, 1000)
