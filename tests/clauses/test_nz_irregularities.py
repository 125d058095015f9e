"""Cards in error, void hands and absent players: New Zealand 16.1 to 16.6, 16.13 and 18.7.

Each test sees cards, discard rack and money before and after.
"""

from __future__ import annotations

import pytest

from holecard.engine.questions import Bet, Bets, Decide, PlaceWagers, Role, What
from holecard.law.errors import Malformed
from holecard.values.cards import HIDDEN
from tests.kit.clauses import clause
from tests.kit.rounds import Round

NO_HAND = "there is no hand there that the floor can still rule on"


def nz(game: str = "nz-blackjack", shoe: str = "", **options: object) -> Round:
    return Round(game, shoe, **options)


def at_the_first_decision(*stakes: int, up: str = "6h", **options: object) -> Round:
    """Up to three boxes, each with 12, under this up card; box 1 is to decide."""
    tens, twos = ["Ts", "Th", "Td"][: len(stakes)], ["2s", "2h", "2d"][: len(stakes)]
    return nz(**options).bets(*stakes).cards(f"{' '.join(tens)} {up} {' '.join(twos)}")  # type: ignore[arg-type]


# 16.1 to 16.4: cards in error


@clause("nz-blackjack", "16.1")
def test_16_1_a_card_face_up_in_the_shoe_is_discarded_and_the_same_card_is_due() -> None:
    table = nz().bets(1000).cards("9s")
    due = table.question
    assert (table.rack, table.purse(), table.table.stock.size) == ("", -1000, 311)
    with pytest.raises(Malformed):
        table.wrong("face-up-in-shoe")
    table.wrong("face-up-in-shoe", card="Kd")
    assert (table.rack, table.purse(), table.table.stock.size) == ("Kd", -1000, 310)
    assert table.question == due
    table.cards("6h 9d").wrong("face-up-in-shoe", card="Qd")  # seen while a player decides
    table.act("stand").cards("9c 2c")
    assert (table.shows(), table.dealer, table.rack, table.purse()) == ("9s 9d", "6h 9c 2c", "Kd Qd", 1000)
    table.wrong("face-up-in-shoe", card="Jd").collect()  # seen before the cards are collected
    assert table.refuses("face-up-in-shoe", card="Kd") == "16.1: no round is being played"
    table.replays()


@clause("nz-blackjack", "16.2")
def test_16_2_a_card_drawn_unseen_is_the_next_card() -> None:
    table = at_the_first_decision(1000).wrong("drawn-unexposed")
    assert (table.table.loose, table.rack, table.purse(), table.table.stock.size) == (HIDDEN, "", -1000, 309)
    assert table.refuses("drawn-unexposed") == "16.2: another card drawn in error is still waiting"
    table.act("hit").cards("5h").act("stand").cards("Tc 9d")
    assert (table.shows(), table.dealer, table.rack, table.purse()) == ("Ts 2s 5h", "6h Tc 9d", "", 1000)
    table.replays()


@clause("nz-blackjack", "16.3", "13.4")
def test_16_3_a_card_too_many_on_the_dealers_finished_hand_is_discarded() -> None:
    table = at_the_first_decision(1000).act("hit").cards("Kc")  # bust: the dealer's second card is his last
    not_yet = "16.3: the dealer's hand is not finished"
    assert table.refuses("dealer-overdraw", card="Kd") == not_yet
    table.cards("4c")
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, "6h 4c", "Ts 2s Kc", -1000)
    table.wrong("dealer-overdraw", card="Kd")
    assert (table.over, table.dealer, table.rack, table.purse()) == (True, "6h 4c", "Ts 2s Kc Kd", -1000)
    table.collect()
    assert table.refuses("dealer-overdraw", card="Kd") == not_yet
    table.replays()


@clause("nz-blackjack", "16.4", "8.4")
def test_16_4_who_refuses_an_exposed_card_draws_no_more_and_the_next_may_take_it() -> None:
    table = at_the_first_decision(1000, 2000).wrong("drawn-exposed", card="5c")
    assert table.offered() == ("exposed-card", 1, 1, ["accept", "double", "refuse"])
    assert table.refuses("drawn-exposed", card="6c") == "16.4: another card drawn in error is still waiting"
    table.act("refuse")
    assert (table.hand(1).over, table.shows(1), table.rack) == (True, "Ts 2s", "")
    table.act("accept")
    assert (table.shows(2), table.table.loose, table.rack) == ("Th 2h 5c", None, "")
    table.act("stand").cards("Tc Kd")
    assert (table.dealer, table.rack, table.purse(1), table.purse(2)) == ("6h Tc Kd", "", 1000, 2000)
    table.replays()


@clause("nz-blackjack", "16.4", "8.5")
def test_16_4_refused_by_all_it_is_the_dealers_second_card_whatever_it_is() -> None:
    table = at_the_first_decision(1000, 1000, up="Kh").wrong("drawn-exposed", card="Ac").act("refuse")
    assert (table.dealer, table.rack, table.purse(1)) == ("Kh", "", -1000)
    table.act("refuse")
    assert (table.over, table.dealer, table.rack) == (True, "Kh Ac", "")
    assert (table.purse(1), table.purse(2)) == (-1000, -1000)
    table.replays()


@clause("nz-blackjack", "16.4", "9.4")
def test_16_4_such_a_second_card_decides_insurance_too() -> None:
    table = at_the_first_decision(1000, up="Ah").act("insurance").wrong("drawn-exposed", card="Kc")
    assert table.purse() == -1500
    table.act("refuse")
    assert (table.over, table.dealer, table.purse()) == (True, "Ah Kc", 0)
    table.replays()


@clause("nz-blackjack", "16.4")
def test_16_4_even_a_compulsory_card_may_be_refused() -> None:
    table = nz().bets(1000).cards("2s 6h 3s").act("hit").cards("4s").wrong("drawn-exposed", card="9c")
    assert table.offered()[3] == ["accept", "refuse"]
    table.act("refuse")  # the hand stands on 9 (N25)
    assert (table.dealer, table.shows()) == ("6h 9c", "2s 3s 4s")
    table.cards("Td")
    assert (table.over, table.rack, table.purse()) == (True, "", 1000)
    table.replays()


@clause("nz-blackjack", "16.4")
def test_16_4_needs_the_initial_deal() -> None:
    missing = "16.4: each player must have two cards first"
    table = nz()
    assert table.refuses("drawn-exposed", card="5c") == missing
    table.bets(1000).cards("Ts 6h")
    assert table.refuses("drawn-exposed", card="5c") == missing
    table.cards("2s").wrong("drawn-exposed", card="5c").replays()


# 16.5: reconstruct, or void


@clause("nz-blackjack", "16.5", "16.3")
def test_16_5_a_round_put_in_its_right_order_goes_on_and_what_is_left_over_is_discarded() -> None:
    table = at_the_first_decision(1000, 1000)
    assert table.refuses("left-over-card", card="9c") == "16.3: no hand was reconstructed in this Round"
    assert table.refuses("wrong-card", seat=3) == f"16.5: {NO_HAND}"
    table.wrong("wrong-card", seat=1)
    assert table.offered() == ("wrong-card", 1, 1, ["reconstructed", "void"])
    assert (table.question.who, table.rack, table.purse(1)) == (Role.FLOOR, "", -1000)
    assert table.refuses("wrong-card", seat=2) == "16.5: another step or ruling must come first"
    table.act("reconstructed").wrong("left-over-card", card="9c")
    assert (table.shows(1), table.rack, table.purse(1), table.table.stock.size) == ("Ts 2s", "9c", -1000, 306)
    table.act("stand", "stand").cards("Tc Kd")
    assert (table.rack, table.purse(1), table.purse(2)) == ("9c", 1000, 1000)
    table.replays()


@clause("nz-blackjack", "16.5(a)", "16.5(b)")
def test_16_5_a_hand_that_cannot_be_rebuilt_is_void_and_the_others_stand() -> None:
    table = at_the_first_decision(1000, 2000).act("double").wrong("wrong-card", seat=1)
    assert (table.rack, table.purse(1)) == ("", -2000)
    table.act("void")
    assert (table.hand(1).decision, table.rack, table.purse(1), table.purse(2)) == ("dead", "Ts 2s", 0, -2000)
    assert [fact.amount for fact in table.told(What.RETURNED, "16.5(a)")] == [1000, 1000]
    table.act("stand").cards("Tc Kd")
    assert (table.dealer, table.rack, table.purse(1), table.purse(2)) == ("6h Tc Kd", "Ts 2s", 0, 2000)
    assert table.refuses("wrong-card", seat=1) == f"16.5: {NO_HAND}"
    table.replays()


@clause("nz-blackjack", "16.5(a)", "10.1", "13.2")
@pytest.mark.parametrize("settled", [False, True])
def test_16_5_found_late_a_paid_hand_and_a_lost_hand_are_void_alike(settled: bool) -> None:
    """A Blackjack was paid and the next hand has bust: both wagers are as if they had never been made."""
    table = nz().bets(1000, 1000, 1000).cards("As Th Td 6h Ks 2h 9d").act("hit").cards("Kc")
    assert (table.purse(1), table.purse(2)) == (1500, -1000)
    if settled:
        table.act("stand").cards("Tc Kd")
        assert (table.over, table.purse(3)) == (True, 1000)
    table.wrong("wrong-card", seat=1).act("void").wrong("wrong-card", seat=2).act("void")
    assert (table.purse(1), table.purse(2)) == (0, 0)
    back = [
        (fact.what, fact.bettor, fact.amount) for fact in table.facts if fact.cite.clause == "16.5(a)" and fact.amount
    ]
    assert back == [
        (What.PLACED, "P1", 1500),
        (What.COLLECTED, "P1", 1500),
        (What.RESTORED, "P2", 1000),
        (What.RETURNED, "P2", 1000),
    ]
    if settled:
        table.wrong("wrong-card", seat=3).act("void")
        assert table.purse(3) == 0
    table.replays()


@clause("nz-blackjack", "16.5(a)", "8.6")
def test_16_5_with_every_hand_void_the_round_is_over() -> None:
    table = nz().bets(1000, 1000).cards("9s 8s 6h 9d")
    table.wrong("wrong-card", seat=1).act("void").wrong("wrong-card", seat=2).act("void")
    assert (table.over, table.dealer, table.rack) == (True, "6h", "9s 9d 8s")
    assert (table.purse(1), table.purse(2)) == (0, 0)
    table.collect()
    assert isinstance(table.question, PlaceWagers)
    table.replays()


@clause("nz-blackjack", "16.5(a)", "13.2")
def test_16_5_a_busted_hand_may_be_void_still_and_gets_its_wager_back() -> None:
    table = at_the_first_decision(1000, 1000).act("hit").cards("Kc")
    assert (table.rack, table.purse(1)) == ("Ts 2s Kc", -1000)
    table.wrong("wrong-card", seat=1).act("void")
    assert (table.rack, table.purse(1), len(table.told(What.RESTORED, "16.5(a)"))) == ("Ts 2s Kc", 0, 1)
    table.act("stand").cards("Tc Kd")
    assert (table.purse(1), table.purse(2)) == (0, 1000)
    table.replays()


@clause("nz-blackjack", "9.6", "16.5(a)")
def test_9_6_insurance_is_void_with_the_hand() -> None:
    table = at_the_first_decision(1000, 1000, up="Ah").act("insurance", "decline").wrong("wrong-card", seat=1)
    assert table.purse(1) == -1500
    table.act("void")
    assert (table.rack, table.purse(1)) == ("Ts 2s", 0)
    assert [fact.amount for fact in table.told(What.RETURNED, "9.6")] == [500]
    table.act("stand").cards("Kd")
    assert (table.over, table.purse(1), table.purse(2)) == (True, 0, -1000)
    table.replays()


def with_super_sevens(first: str) -> Round:
    """Two boxes with Super Sevens, each settled after the deal; the first card of box 1 decides what happened to it."""
    table = nz(super_sevens=True)
    bets = [
        Bet(1, "P1", 1000),
        Bet(1, "P1", 200, "super-sevens"),
        Bet(2, "P2", 1000),
        Bet(2, "P2", 200, "super-sevens"),
    ]
    table.answer(Bets(tuple(bets), last=True))
    return table.cards(f"{first} 9h 6h 9d 9c")


@clause("nz-blackjack", "15.7", "15.7(a)", "15.7(b)", "16.5(a)")
@pytest.mark.parametrize(("first", "after_deal"), [("7s", -400), ("Ts", -1200)])
def test_15_7_super_sevens_is_void_with_the_hand_won_or_lost(first: str, after_deal: int) -> None:
    table = with_super_sevens(first)
    assert table.purse(1) == after_deal  # 3 to 1 was paid on the seven, or the wager lost
    table.wrong("wrong-card", seat=1).act("void")
    assert (table.rack, table.purse(1)) == (f"{first} 9d", 0)
    table.act("stand").cards("Tc Kd")
    assert (table.purse(1), table.purse(2)) == (0, 800)
    table.replays()


@clause("nz-blackjack", "16.5(a)", "15B.2")
def test_16_5_what_is_settled_beside_the_hand_stands_and_what_is_open_goes_back_to_strangers_too() -> None:
    table = nz(perfect_pair=True)
    bets = [Bet(1, "P1", 1000), Bet(2, "P2", 1000), Bet(1, "P2", 300, "perfect-pair")]
    table.answer(Bets(tuple(bets), last=True)).cards("Ts Th 6h").wrong("wrong-card", seat=1).act("void")
    assert (table.rack, table.purse(1), table.purse(2)) == ("Ts", 0, -1000)
    table.cards("9c").act("stand").cards("Tc Kd")
    assert table.purse(2) == 1000
    table.replays()


# 16.6: nobody there to play


@clause("nz-blackjack", "16.6")
def test_16_6_an_absent_players_hand_draws_to_12_and_stands() -> None:
    table = nz().bets(1000, 1000).cards("2s Th 6h 3s 9h")
    assert table.refuses("absent-player", seat=2) == "16.6: no decision is due on box 2 now"
    table.wrong("absent-player", seat=1)
    assert (table.question.cite.clause, table.rack, table.purse(1)) == ("16.6", "", -1000)
    table.cards("4s 3d")
    assert (table.shows(1), table.hand(1).over) == ("2s 3s 4s 3d", True)
    table.act("stand").cards("Tc Kd")
    assert (table.rack, table.purse(1), table.purse(2)) == ("", 1000, 1000)
    table.replays()


@clause("nz-blackjack", "16.6")
def test_16_6_without_a_direction_the_hand_stays_as_it_is() -> None:
    table = nz().bets(1000).cards("5s 6h 4d").wrong("absent-player", seat=1, detail="leave")
    assert (table.shows(1), table.hand(1).over) == ("5s 4d", True)
    table.cards("Kd 2c")
    assert (table.dealer, table.purse(1)) == ("6h Kd 2c", -1000)
    table.replays()


# 16.13: the continuous shuffler fails


@clause("nz-blackjack", "16.13", "10.1")
def test_16_13_a_void_round_returns_what_is_open_and_leaves_what_is_settled() -> None:
    table = nz(shuffler="continuous").bets(1000, 1000, 1000)
    nothing = "16.13: no Round is in progress"
    assert table.refuses("shuffler-failed") == nothing
    table.cards("As Th Td 6h Ks 2h 2d").act("hit").cards("Kc")  # a Blackjack is paid, the next hand busts
    assert (table.rack, table.purse(1), table.purse(2), table.purse(3)) == ("As Ks Th 2h Kc", 1500, -1000, -1000)
    table.wrong("shuffler-failed")
    assert (table.over, table.rack) == (True, "As Ks Th 2h Kc Td 2d")
    assert (table.purse(1), table.purse(2), table.purse(3)) == (1500, -1000, 0)  # NZ-19
    table.collect()
    assert table.refuses("shuffler-failed") == nothing
    table.replays()


@clause("nz-blackjack", "16.13")
def test_16_13_or_only_the_hands_it_touched_are_void() -> None:
    table = at_the_first_decision(1000, 1000, shuffler="continuous").wrong("shuffler-failed", seat=2)
    assert (table.rack, table.purse(2)) == ("Th 2h", 0)
    assert table.refuses("shuffler-failed", seat=2) == f"16.13: {NO_HAND}"
    table.act("stand").cards("Tc Kd")
    assert (table.purse(1), table.purse(2)) == (1000, 0)
    by_hand = at_the_first_decision(1000)
    assert by_hand.refuses("shuffler-failed") == "16.13: no continuous shuffler is in use"
    table.replays()


@clause("nz-blackjack", "16.13")
def test_16_13_noticed_after_the_dealers_last_card_what_it_settled_is_void_and_what_was_settled_before_stands() -> None:
    """A Blackjack paid in the deal and a bust stand; a win, a loss and Push 22 go back (N48)."""
    table = nz(shuffler="continuous", push_22=True)
    bets = [Bet(seat, f"P{seat}", 1000) for seat in (1, 2, 3, 4)]
    table.answer(Bets((*bets, Bet(3, "P3", 500, "push-22")), last=True))
    table.cards("As Th Td 9s 6h Ks 2h 9d 7s").act("hit").cards("Kc").act("stand", "stand").cards("Tc 2c")
    assert (table.over, table.dealer) == (True, "6h Tc 2c")
    assert [table.purse(seat) for seat in (1, 2, 3, 4)] == [1500, -1000, 500, -1000]
    table.wrong("shuffler-failed")
    assert [table.purse(seat) for seat in (1, 2, 3, 4)] == [1500, -1000, 0, 0]
    table.collect().replays()


@clause("nz-blackjack", "16.13", "10.3(a)")
def test_16_13_what_a_bettor_was_paid_early_stands_and_the_others_blackjack_is_void() -> None:
    table = nz(shuffler="continuous")
    table.answer(Bets((Bet(1, "P1", 1000), Bet(1, "P2", 1000)), last=True)).cards("As Ah Ks")
    table.act("decline", "decline", "early-settlement", "decline").cards("7c")
    assert (table.over, table.purse(1), table.purse(2)) == (True, 1000, 1500)
    table.wrong("shuffler-failed")
    assert (table.purse(1), table.purse(2)) == (1000, 0)
    table.collect().replays()


@clause("nz-blackjack", "16.5", "16.5(a)", "14.3(d)")
def test_16_5_a_void_hand_leaves_nothing_to_choose_for_those_behind() -> None:
    """Noticed while the backer is asked whether to cover both hands of a split."""
    for void, left in ((1, "Th 9d"), (2, "Th 9d")):
        table = nz()
        table.answer(Bets((Bet(1, "P1", 1000), Bet(1, "P2", 1000), Bet(2, "P3", 1000)), last=True))
        table.cards("8s Th 6h 8d 9d").act("split")
        assert table.offered()[0] == "split-too"
        table.wrong("wrong-card", seat=1, hand=void)
        assert table.offered()[:3] == ("wrong-card", 1, void)
        table.act("void")
        assert table.offered()[0] == "", "no choice is left about a void hand"
        if void == 2:
            table.cards("Tc").act("stand")
        assert (table.shows(2), table.hand(1, void).decision) == (left, "dead")
        while not table.over:
            table.act("stand") if isinstance(table.question, Decide) else table.cards("Tc")
        table.collect().replays()


@clause("nz-blackjack", "16.3")
def test_16_3_a_card_for_the_dealer_after_every_hand_was_void_is_discarded() -> None:
    table = at_the_first_decision(1000).wrong("wrong-card", seat=1).act("void")
    assert (table.over, table.dealer) == (True, "6h")
    table.wrong("dealer-overdraw", card="Kd")
    assert table.rack.endswith("Kd")
    table.collect().replays()


# 18.7: an Ante that was never laid


NO_ANTE = "18.7: this bettor owes no Ante now"


@clause("nz-blackjack", "18.7", "10.1")
def test_18_7_a_missing_ante_found_after_the_payment_takes_it_back() -> None:
    table = nz("nz-ante-up", ante="0.10").bets(1000, 1000)
    assert table.refuses("no-ante", seat=1) == NO_ANTE
    table.cards("As Th 6h Ks 9h")
    assert (table.rack, table.purse(1)) == ("As Ks", 1490)
    table.wrong("no-ante", seat=1)
    assert (table.rack, table.purse(1)) == ("As Ks", 0)
    table.act("stand").cards("Tc Kd")
    assert (table.purse(1), table.purse(2)) == (0, 990)
    assert table.refuses("no-ante", seat=1) == NO_ANTE
    table.collect()
    assert table.refuses("no-ante", seat=2) == NO_ANTE  # the Round is over: it stands (NZ-20)
    table.replays()


@clause("nz-blackjack", "18.7", "9.6")
def test_18_7_the_cards_are_discarded_and_insurance_goes_back() -> None:
    table = nz("nz-ante-up", ante="0.10").bets(1000, 1000).cards("Ts Th Ah 9s 9h").act("insurance", "decline")
    table.wrong("no-ante", seat=1)
    assert (table.rack, table.purse(1), table.hand(1).over) == ("Ts 9s", 0, True)
    table.act("stand").cards("Kd")
    assert (table.over, table.purse(1), table.purse(2)) == (True, 0, -1010)
    table.replays()


@clause("nz-blackjack", "18.7")
def test_18_7_with_another_bettor_on_the_box_its_cards_stay() -> None:
    table = nz("nz-ante-up", ante="0.10").answer(Bets((Bet(1, "P1", 1000), Bet(1, "P2", 2000)), last=True))
    table.cards("Ts 6h 9s").wrong("no-ante", seat=1, detail="P2")
    assert (table.shows(), table.rack, table.purse(1), table.purse(2)) == ("Ts 9s", "", -1010, 0)
    table.act("stand").cards("Tc Kd")
    assert (table.purse(1), table.purse(2)) == (990, 0)
    table.replays()
