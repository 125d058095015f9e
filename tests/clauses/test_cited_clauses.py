"""Where a neighbouring clause is easily named instead: which one really decides."""

from __future__ import annotations

import pytest

from holecard.engine.questions import What
from tests.kit.clauses import clause
from tests.kit.nz import facts, net, play, refusal
from tests.kit.scene import Scene

NZ = "nz-blackjack"
A10 = "bet 1 A main 10.00; "
WITH_B = A10 + "bet 2 B main 10.00; "


def nz(*ids: str) -> pytest.MarkDecorator:
    return clause("nz-blackjack", *ids)


# A Blackjack that waited for the dealer's hand


@pytest.mark.parametrize(
    ("game", "drawn", "cites"),
    [
        pytest.param(NZ, "6c Tc", ("5.1(a)",), marks=nz("5.1(a)")),
        pytest.param(NZ, "9c", ("5.1(b)",), marks=nz("5.1(b)")),
        pytest.param(NZ, "6c 5c", ("5.1(c)",), marks=nz("5.1(c)")),
        pytest.param("nz-free-bet", "6c 6d", ("5.1(a)", "20.7"), marks=nz("5.1(a)", "20.7")),
        pytest.param("nz-free-bet", "6c Tc", ("5.1(a)",), marks=nz("5.1(a)")),
    ],
)
def test_a_waiting_blackjack_wins_by_what_the_dealer_ends_with(game: str, drawn: str, cites: tuple[str, ...]) -> None:
    played = play(game, WITH_B + f"cards As 9s Th Kd 9d {drawn}; 2 B stand")
    assert net(played) == "15.00"
    (paid,) = [fact for fact in played["facts"] if fact["what"] == "paid" and fact["box"] == 1]
    assert paid["clause"] == cites[0]
    also = {one["clause"] for one in paid["also"]}
    assert also >= set(cites[1:])
    assert ("20.7" in also) is ("20.7" in cites)


@nz("10.2", "13.1(a)", "10.3(b)")
def test_a_blackjack_that_waits_is_told_of_who_still_has_money_on_it() -> None:
    both = A10 + "bet 1 B main 5.00; cards As Ah Kd 5c"
    (waits,) = [fact for fact in facts(play(NZ, both + "; 1 A early-settlement"), "10.2") if "waits" in fact["note"]]
    assert (waits["clause"], waits["bettor"]) == ("10.2", "B")
    assert [one["clause"] for one in waits["also"]] == ["13.1(a)"]
    (waits,) = [fact for fact in facts(play(NZ, both), "10.2") if "waits" in fact["note"]]
    assert not waits.get("bettor")


# Amounts


@nz("12.2", "15D.8", "15E.7")
def test_a_split_for_another_amount() -> None:
    pair = "cards Ts 7h Ts Tc Td Jc; "
    assert refusal(NZ, A10 + pair + "1 A split amount 9.00") == ("split", "12.2")
    assert refusal(NZ, A10 + pair + "1 A split amount 11.00") == ("split", "12.2")
    for wager, cite in (("house-money", "15D.8"), ("let-it-ride", "15E.7")):
        rides = A10 + f"bet 1 A {wager} 1.00; {pair} 1 A ride wager {wager}; 1 A split amount 10.00"
        assert refusal(f"{NZ} {wager.replace('-', '_')}=yes", rides) == ("split", cite)


@pytest.mark.parametrize(
    ("wager", "pair", "double", "split"),
    [
        pytest.param("house-money", "4s 7h 4s", "15D.7", "15D.8", marks=nz("15D.7", "15D.8")),
        pytest.param("let-it-ride", "4s 7h 4s", "15E.6", "15E.7", marks=nz("15E.6", "15E.7")),
    ],
)
def test_with_riding_money_a_double_and_a_split_are_placed_under_its_clause(
    wager: str, pair: str, double: str, split: str
) -> None:
    game = f"{NZ} {wager.replace('-', '_')}=yes"
    rides = A10 + f"bet 1 A {wager} 1.00; cards {pair} {{}}; 1 A ride wager {wager}; {{}}"
    both = ("Tc Td Jc", "1 A split; 1 A stand hand 1; 1 A stand hand 2")
    for drawn, cite in ((("Tc Td", "1 A double"), double), (both, split)):
        placed = [fact for fact in facts(play(game, rides.format(*drawn)), cite) if fact["what"] == "placed"]
        assert [fact["clause"] for fact in placed] == [cite]


@pytest.mark.parametrize("game", ["nz-blackjack", "masque-down-under"])
def test_half_a_wager_that_no_chips_make_up_is_a_matter_of_chips(game: str) -> None:
    scene = Scene("Ts Ah 9d 5c", game, {1: 750})
    assert str(scene.refuses("insurance 3.75").cite) == "house rule: smallest playable chip"
    assert scene.refuses("insurance 4.00").cite.is_law


# Splits


@clause("pa-685a", "10(a)")
def test_a_pair_that_has_drawn_is_no_longer_split() -> None:
    refused = Scene("4s 6h 4d Tc 2c").say("hit").refuses("split")
    assert (refused.cite.clause, refused.why) == (
        "10(a)",
        "splitting is allowed only on the first two cards",
    )


def test_aces_that_may_be_drawn_to_are_still_split_only_once() -> None:
    refused = Scene("As 6h Ad Tc Ah", "reference", hit_split_aces=True).say("split").refuses("split")
    assert (str(refused.cite), refused.why) == ("house rule: re-splitting aces", "aces may be split only once")


def test_a_game_without_splits() -> None:
    assert Scene("8s 6h 8d Tc", "reference", max_hands=1).refuses("split").why == "no hand may be split"


@clause("down-under-rop", "7", "7(1)")
def test_rop_equal_values_are_item_7_and_a_house_without_re_splitting_its_exception() -> None:
    game = "masque-down-under"
    pair = Scene("8s 7h 8d Tc 8h", game)
    (split,) = [legal for legal in getattr(pair.question, "choices", ()) if legal.do == "split"]
    assert split.cite.clause == "7"
    assert Scene("8s 7h 9d Tc", game).refuses("split").cite.clause == "7"
    assert Scene("8s 7h 8d Tc 8h", game, max_hands=2).say("split").refuses("split").cite.clause == "7(1)"


# A bust that declines its Second Chance (reading DB-3a)


@clause("pa-673a", "7(l)")
def test_a_declined_bust_is_taken_by_the_reading_and_not_by_a_comparison_with_the_dealer() -> None:
    scene = Scene("Ts 7h 6d Th Kh", "pa-double-back-jack").say("hit", "decline")
    (lost,) = scene.told(What.COLLECTED)
    assert (lost.cite.clause, [str(cite) for cite in lost.also]) == ("7(l)", ["house rule: declined bust"])


@clause("pa-673a", "7(r)(3)(i)", "7(s)(3)")
def test_literally_it_loses_to_a_dealer_within_21() -> None:
    scene = Scene("Ts 7h 6d Th Kh", "pa-double-back-jack", declined_bust="literal").say("hit", "decline")
    (lost,) = scene.told(What.COLLECTED)
    assert (lost.cite.clause, [cite.clause for cite in lost.also]) == ("7(r)(3)(i)", ["7(s)(3)"])


# New Zealand: what is said


@nz("13.4")
def test_a_dealer_who_stops_because_nothing_depends_on_it_says_so() -> None:
    played = play(NZ, A10 + "cards Ts 5h 5d Tc 4c; 1 A hit")
    assert [fact["note"] for fact in played["facts"] if fact["clause"] == "13.4"] == [
        "no further card: it would change nothing"
    ]


@nz("15A.6", "15A.8", "15A.9")
def test_the_button_is_offered_under_15a6_or_for_a_shared_box_15a9() -> None:
    game, bets = f"{NZ} madness_21=yes", A10 + "bet 1 A madness-21 1.00; "
    scene = play(game, bets + "cards As 6h Kd Tc; 1 A press prize 25")
    assert facts(scene, "15A.6") == []  # the offer alone rests on it
    assert not facts(scene, "15A.8"), "against a 6 the dealer can have no Blackjack"
    both = play(game, bets + "cards As Kh Kd Ac; 1 A press prize 25")
    assert facts(both, "15A.8"), "a Blackjack of the dealer's would not make it void"
    play(game, bets + "bet 1 B main 5.00; cards As 6h Kd Tc; 1 A press prize 25")


@nz("12.4(b)")
def test_the_card_to_a_split_ace_is_laid_sideways() -> None:
    said = [fact["note"] for fact in facts(play(NZ, A10 + "cards As 9h Ad Kc 5c Tc; 1 A split"), "12.4(b)")]
    assert said == ["one card to a split ace, laid sideways"] * 2


@nz("18.4")
def test_the_ante_that_is_waived_is_named() -> None:
    played = play("nz-ante-up ante_waived_at=10.00", A10 + "cards Ts 9h Td Tc; 1 A stand")
    assert [fact["note"] for fact in facts(played, "18.4")] == ["the Ante is waived for a wager of this size"]


# The order of settlement within a box (reading A30)


@clause("pa-685a", "7(r)(1)", "7(r)(2)")
def test_the_hands_of_a_box_are_settled_right_to_left_like_the_boxes() -> None:
    cards = "Ts 8s 6h 9d 8d Td Tc Tc 2d"
    for order in ("collect-first", "box-by-box"):
        scene = Scene(cards, boxes={1: 1000, 2: 1000}, settlement=order).say("stand", "split", "stand", "stand")
        settled = [(fact.seat, fact.hand) for fact in scene.told(What.PAID, What.COLLECTED, What.RETURNED)]
        assert settled == [(2, 2), (2, 1), (1, 1)]


@nz("12.5")
def test_in_new_zealand_too() -> None:
    played = play(NZ, A10 + "cards 8s 9h 8d Tc 9c Td; 1 A split; 1 A stand hand 1; 1 A stand hand 2")
    assert [fact["hand"] for fact in facts(played, "12.5") if fact["what"] in ("collected", "paid", "returned")] == [
        2,
        1,
    ]


# Blackjack +, where a dealer's Blackjack meets a box whose original is paid already (reading N43)


@nz("19.5", "12.6")
@pytest.mark.parametrize("takes", ["original-and-busted", "busted-plus-one", "original-only"])
def test_an_original_paid_as_21_leaves_the_dealers_blackjack_nothing_to_take(takes: str) -> None:
    words = A10 + "cards Ts Ah Td As 8d Kc; 1 A split; 1 A stand hand 2"
    played = play(f"nz-blackjack-plus dealer_blackjack_takes={takes}", words)
    assert net(played) == "10.00"  # 21 on the first hand is paid at once, the live addition goes back


@nz("12.6")
def test_an_addition_paid_as_21_does_not_spare_the_live_one() -> None:
    split = "1 A split; 1 A split hand 1; 1 A hit hand 1; 1 A hit hand 2; 1 A stand hand 3"
    words = A10 + f"cards 8s Ah 8d 8c 5d Kd 3c Tc Th Kc; {split}"
    played = play("nz-blackjack-plus dealer_blackjack_takes=busted-plus-one", words)
    assert [fact["hand"] for fact in facts(played, "12.6") if fact["what"] == "collected"] == [3]
    assert net(played) == "-10.00"  # hand 1 is bust, hand 2 is paid at once, hand 3 loses one original amount
