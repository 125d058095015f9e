"""The manufacturer's rules of play, ROP06122019: every item of play and every option."""

from __future__ import annotations

import pytest

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import Bet, Bets, Decide, Draw, Offer, What
from holecard.engine.table import Part
from holecard.games import find
from holecard.law.errors import Refused
from holecard.values.cards import HIDDEN
from tests.kit.clauses import clause
from tests.kit.rounds import Round
from tests.kit.scene import Scene

GAME = "masque-down-under"
MATCH = "match-the-dealer"


def scene(cards: str, *deeds: str, boxes: dict[int, int] | None = None, **options: object) -> Scene:
    return Scene(cards, GAME, boxes, **options).say(*deeds)  # type: ignore[arg-type]


def matched(cards: str, stake: int = 100, **options: object) -> Scene:
    return Scene(cards, GAME, match={1: stake}, **options)  # type: ignore[arg-type]


def refused(**options: object) -> Refused:
    with pytest.raises(Refused) as found:
        find(GAME).configure(options)
    return found.value


@clause("down-under-rop", "0", "2", "4(1)", "8", "10", "12")
def test_what_the_house_chooses_has_its_item_and_no_other_value() -> None:
    items = {
        "decks": ("3", "0"),
        "device": ("mirror", "2"),
        "blackjack_pays": ("1:1", "4(1)"),
        "resplit_aces": ("perhaps", "8"),
        "soft17": ("sometimes", "10"),
        "push22": ("d", "12"),
    }
    for option, (value, item) in items.items():
        assert refused(**{option: value}).cite.clause == item
    assert scene("As 9h Kd 8c", blackjack_pays="6:5").net() == 1200


@clause("down-under-rop", "1", "1(1)", "3", "3(1)", "3(3)", "3(small)", "3(medium)", "3(large)")
@pytest.mark.parametrize("device", ["reader", "peeker"])
def test_1_to_3_bets_deal_and_range_by_either_device(device: str) -> None:
    rules = find(GAME).configure(device=device)
    table = open_table(rules)
    table, _ = answer(rules, table, ask(rules, table), Bets((Bet(1, "Ann", 1000),), last=True))
    question = ask(rules, table)
    assert isinstance(question, Draw)
    assert [(repr(due.to), due.face_down) for due in question.dues] == [
        ("box 1", False),
        ("dealer", False),
        ("box 1", False),
        ("dealer", True),
    ]
    sign = "light" if device == "reader" else "mark on the card"
    lights = {"2c": f"blue {sign}: small", "9c": f"red {sign}: medium", "Tc": f"gold {sign}: large"}
    for hole, light in lights.items():
        played = scene(f"9s 7h 5d {hole}", device=device)
        assert [fact.note for fact in played.carrying("3(1)")] == [light]
        assert isinstance(played.question, Decide), "only then does action begin"


@clause("down-under-rop", "3(small)", "3(medium)", "3(large)")
def test_3_a_hole_card_of_another_range_is_not_turned() -> None:
    for light, hole in (("small", "6c"), ("medium", "Tc"), ("large", "5c")):
        table = Round(GAME).bets(1000).cards("9s 7h 7d --").light(light).act("stand")
        with pytest.raises(Refused) as refused:
            table.turn(hole)
        assert refused.value.cite.clause == f"3({light})"


@clause("down-under-rop", "4", "4(1)", "13")
def test_4_played_like_blackjack() -> None:
    assert scene("9s 7h 5d Tc 4d", "hit", "stand").net() == 1000
    assert scene("9s 7h 8d Tc", "stand").net() == 0
    assert scene("9s 8h 8d Tc", "stand").net() == -1000
    assert scene("Ts 7h 6d Tc 9d", "hit").case() == "bust"
    assert scene("As 7h Kd Tc").net() == 1500
    tie = scene("As Kh Kd Ac")
    assert (tie.case(), tie.net()) == ("both-blackjack", 0)


@clause("down-under-rop", "5")
def test_5_nobody_surrenders() -> None:
    assert scene("9s 7h 7d Tc").refuses("surrender").cite.clause == "5"


@clause("down-under-rop", "6")
def test_6_insurance_with_an_ace_up_for_half_at_most_and_before_the_range_is_shown() -> None:
    played = scene("9s Ah 7d Kc")
    assert isinstance(played.question, Offer)
    assert [str(legal) for legal in played.question.choices] == ["insurance 0.50 to 5.00", "decline"]
    assert not played.carrying("3(1)")
    assert played.refuses("insurance 5.50").cite.clause == "6"
    played.say("insurance")
    assert (played.net(wager="insurance"), played.net()) == (1000, -1000)
    lost = scene("9s Ah 7d 5c", "insurance 2.00")
    assert [(fact.what, fact.amount) for fact in lost.carrying("6")] == [(What.PLACED, 200), (What.COLLECTED, 200)]


@clause("down-under-rop", "7", "4", "9")
def test_7_cards_of_equal_value_split_to_four_hands_and_no_further() -> None:
    """A re-split of the first hand makes the second; the hands that were there move up (reading RP-7)."""
    played = scene("8s 7h 8d Tc 8h 8c 8h 2d 9d Td Ks", "split", "split", "split")
    assert [len(hand.cards) for hand in played.table.boxes[0].hands] == [2, 1, 1, 1]
    again = played.refuses("split")
    assert (again.cite.clause, "4 hands" in again.why) == ("7", True)
    played.say("stand", "double 3.00", "stand", "stand")
    assert [hand.points.total for hand in played.table.boxes[0].hands] == [16, 19, 18, 18]
    assert played.net() == -1000 + 1000 + 300 + 1000 + 1000


@clause("down-under-rop", "7(1)", "7")
def test_7_a_house_that_stands_on_17_may_rule_out_re_splitting() -> None:
    played = scene("8s 7h 8d Tc 8h", "split", max_hands=2)
    assert "2 hands" in played.refuses("split").why
    assert refused(max_hands=2, soft17="hit").cite.clause == "7(1)"
    assert refused(max_hands=2, resplit_aces=True).cite.clause == "7(1)"


@clause("down-under-rop", "8(1)")
def test_8_a_split_ace_takes_one_card_and_splits_again_only_where_the_house_lets_it() -> None:
    once = scene("As 7h Ad Tc Ac 9d", "split")
    assert once.over, "soft 12 stands"
    assert [fact.note for fact in once.carrying("8(1)")] == ["one card to a split ace"] * 2
    again = scene("As 7h Ad Tc Ac 9d 8d 7d", "split", resplit_aces=True)
    assert again.choices() == ["stand", "split"], "neither a card nor a double"
    assert again.refuses("hit").cite.clause == again.refuses("double").cite.clause == "8(1)"
    again.say("split")
    assert [hand.points.total for hand in again.table.boxes[0].hands] == [20, 19, 18]
    assert again.net() == 3000


@clause("down-under-rop", "9", "9(1)")
def test_9_any_two_cards_double_also_for_less_and_after_a_split() -> None:
    less = scene("As 7h 7d Tc 2d", "double 4.00")
    assert (less.net(part=Part.ORIGINAL), less.net(part=Part.DOUBLE)) == (1000, 400)
    assert [fact.note for fact in less.carrying("9")] == ["one card to a double"]
    assert scene("As 7h 7d Tc").refuses("double 10.50").cite.clause == "9(1)"
    split = scene("8s 7h 8d Tc 3d Kd 9d", "split", "double", "stand")
    assert split.net() == 2000 + 0


@clause("down-under-rop", "10(a)", "10(b)")
def test_10_soft_17_is_drawn_to_or_stood_on() -> None:
    stands = scene("Ts 2h 8d 4c Ac", "stand", soft17="stand")
    assert (stands.dealer, stands.net()) == ("2h 4c Ac", 1000)
    hits = scene("Ts 6h 8d Ac 3c", "stand", soft17="hit")
    assert (hits.dealer, hits.net()) == ("6h Ac 3c", -1000)
    hard = scene("Ts 7h 8d Tc", "stand", soft17="hit")
    assert hard.dealer == "7h Tc"


@clause("down-under-rop", "11", "13")
def test_11_two_gold_cards_are_opened_before_action_and_others_after_it() -> None:
    assert scene("9s Kh 7d Qc").dealer == "Kh Qc"
    closed = scene("9s Kh 7d 9c")
    assert closed.table.dealer.cards[1] is HIDDEN
    assert closed.say("stand").dealer == "Kh 9c"


@clause("down-under-rop", "12(a)", "12(b)", "12(c)")
def test_12_the_same_twenty_against_22() -> None:
    nets = {push22: scene("Ks 6h Qd 6c Tc", "stand", push22=push22).net() for push22 in "abc"}
    assert nets == {"a": 1000, "b": 0, "c": 1000}
    blackjack = {push22: scene("Ks 6h Ad 6c Tc", push22=push22).net() for push22 in "abc"}
    assert set(blackjack.values()) == {1500}, "a Blackjack wins under each (reading RP-6)"


@clause("down-under-rop", "14", "14(1)", "14(2)", "14(3)", "14(5)", "14(6)", "14(7)", "14(8)")
def test_14_match_the_dealer_pays_each_card_of_the_up_cards_rank() -> None:
    rules = find(GAME).configure(match_the_dealer=True)
    with pytest.raises(Refused, match="no main wager"):
        answer(rules, open_table(rules), ask(rules, open_table(rules)), Bets((Bet(1, "Ann", 100, MATCH),)))
    plain = find(GAME).configure()
    bets = Bets((Bet(1, "Ann", 1000), Bet(1, "Ann", 100, MATCH)))
    with pytest.raises(Refused, match="not offered at this table"):
        answer(plain, open_table(plain), ask(plain, open_table(plain)), bets)
    both = matched("9h 9h 9d 7c")
    assert [(fact.note, fact.amount) for fact in both.told(What.PAID)] == [
        ("suited match", 1100),
        ("unsuited match", 400),
    ]
    lost = matched("Ts 9h 8d 7c")
    assert [(fact.cite.clause, fact.amount) for fact in lost.told(What.COLLECTED)] == [("14(6)", 100)]


@clause("down-under-rop", "14(4)", "14(8)")
def test_14_the_house_sets_limits_and_odds_of_its_own() -> None:
    rules = find(GAME).configure(match_the_dealer=True, match_minimum="2.00", match_maximum="5.00")
    for stake in (100, 600):
        bets = Bets((Bet(1, "Ann", 1000), Bet(1, "Ann", stake, MATCH)))
        with pytest.raises(Refused) as found:
            answer(rules, open_table(rules), ask(rules, open_table(rules)), bets)
        assert found.value.cite.clause == "14(4)"
        assert found.value.legal == ("2.00 to 5.00",)
    assert refused(match_the_dealer=True, decks=4).cite.clause == "14(8)"
    played = matched("9h 9h 8d 2c", decks=4, match_suited="13:1", match_unsuited="3:1")
    assert [fact.amount for fact in played.told(What.PAID)] == [1300]
