"""Cards dealt or placed wrongly: the Round is rebuilt, and everyone abides by it (New Zealand 16.5 and 16.3)."""

from __future__ import annotations

from holecard.engine.questions import Bet, Bets, Decide, Draw, What
from holecard.values.cards import HIDDEN
from tests.kit.clauses import clause
from tests.kit.rounds import Round


def nz(*stakes: int) -> Round:
    return Round("nz-blackjack").bets(*stakes)


def due(table: Round) -> str:
    question = table.question
    assert isinstance(question, Draw)
    return str(question.dues[0].to)


def hands(table: Round) -> list[str]:
    return [table.shows(box.seat, number + 1) for box in table.table.boxes for number in range(len(box.hands))]


# The initial deal


@clause("nz-blackjack", "16.5", "8.2(a)")
def test_16_5_a_box_passed_over_gets_its_cards_and_every_later_card_moves_on_by_one() -> None:
    table = nz(1000, 1000, 1000).cards("Ts")
    assert table.refuses("box-passed-over", seat=3) == "16.5: box 3 is not due a card of the deal now"
    table.wrong("box-passed-over", seat=2)
    assert due(table) == "box 3"  # unnoticed: the dealer goes on
    table.cards("9h 6h 8d 7c 5d")
    assert (hands(table), table.dealer) == (["Ts 8d", "7c", "9h 5d"], "6h")
    table.wrong("wrong-card", seat=2)
    assert table.offered() == ("wrong-card", 2, 1, ["reconstructed", "void"])
    table.act("reconstructed")
    assert (hands(table), table.dealer, due(table)) == (["Ts 7c", "9h 5d", "6h"], "8d", "box 3")
    moved = [(fact.seat, fact.cards) for fact in table.told(What.RULED, "16.5") if fact.cards]
    assert [seat for seat, _ in moved] == [1, 2, 3, 0]
    assert table.told(What.RULED, "16.5")[-1].note == "the dealer now has 8♦"
    table.cards("Kd").act("stand", "hit").cards("5h").act("stand", "stand").cards("9d")
    assert (table.over, [table.purse(seat) for seat in (1, 2, 3)]) == (True, [0, 1000, -1000])
    table.replays()


@clause("nz-blackjack", "16.5", "8.2(b)")
def test_16_5_the_dealers_own_first_card_may_be_left_out_and_is_missed_at_the_first_turn() -> None:
    table = nz(1000, 1000).cards("Ts 9h").wrong("box-passed-over").cards("6h 8d")
    assert table.offered() == ("wrong-card", 1, 1, ["reconstructed", "void"])
    table.act("reconstructed")
    assert (hands(table), table.dealer, due(table)) == (["Ts 8d", "9h"], "6h", "box 2")
    table.cards("7c").act("stand", "stand").cards("Kd Qc")
    assert [table.purse(seat) for seat in (1, 2)] == [1000, 1000]
    table.replays()


@clause("nz-blackjack", "16.5", "15B.6")
def test_16_5_two_cards_on_one_box_are_parted_and_the_side_wagers_judged_anew() -> None:
    table = Round("nz-blackjack", perfect_pair=True)
    laid = (
        Bet(1, "P1", 1000),
        Bet(1, "P1", 500, "perfect-pair"),
        Bet(2, "P2", 1000),
        Bet(2, "P2", 500, "perfect-pair"),
    )
    table.answer(Bets(laid, last=True)).cards("Ts").wrong("misplaced-card", seat=1, card="9h")
    assert (hands(table), due(table)) == (["Ts 9h", ""], "dealer")
    table.cards("6h Th 7c")
    assert (hands(table), table.purse(1)) == (["Ts 9h Th", "7c"], -1500)  # no pair, and lost
    table.wrong("wrong-card", seat=1).act("reconstructed")
    assert (hands(table), table.dealer) == (["Ts Th", "9h 7c"], "6h")
    assert (table.purse(1), table.purse(2)) == (-1000 + 2500, -1500)  # a mixed pair after all
    table.act("stand", "stand").cards("Kd Qc")
    assert (table.purse(1), table.purse(2)) == (3500, 500)
    table.replays()


@clause("nz-blackjack", "16.5", "10.1")
def test_16_5_a_blackjack_that_the_right_sequence_makes_is_paid() -> None:
    table = nz(1000, 1000).cards("As").wrong("misplaced-card", seat=1, card="9h").cards("6h Kh 7c")
    table.wrong("wrong-card", seat=1).act("reconstructed")
    assert (hands(table), table.rack) == (["As Kh", "9h 7c"], "As Kh")
    table.act("stand").cards("Kd Qc")
    assert [table.purse(seat) for seat in (1, 2)] == [1500, 1000]
    table.replays()


@clause("nz-blackjack", "16.5")
def test_16_5_a_hand_of_one_card_is_noticed_at_its_turn() -> None:
    table = nz(1000, 1000).cards("Ts 9h 6h 9d").wrong("box-passed-over", seat=2).act("stand")
    assert table.offered() == ("wrong-card", 2, 1, ["reconstructed", "void"])
    table.act("reconstructed")
    assert due(table) == "box 2"
    table.cards("8d")  # which comes before any decision: box 1 decides again, knowing it
    assert (table.hand(1).over, table.offered()[1]) == (False, 1)
    table.act("stand", "stand").cards("Kd 2c")
    assert [table.purse(seat) for seat in (1, 2)] == [1000, -1000]
    table.replays()


# The turns


@clause("nz-blackjack", "16.5", "8.4")
def test_16_5_a_card_on_the_wrong_box_goes_to_the_hand_that_asked_for_it() -> None:
    table = nz(1000, 1000).cards("5s 9h 6h 6d 9d").act("double")
    assert table.refuses("misplaced-card", seat=1, card="Tc") == "16.5: the next card belongs there"
    assert table.refuses("misplaced-card", seat=1, hand=2, card="Tc") == "16.5: that box has no such hand"
    table.wrong("misplaced-card", seat=2, card="Tc").wrong("wrong-card", seat=2).act("reconstructed")
    assert hands(table) == ["5s 6d Tc", "9h 9d"]
    table.act("stand").cards("Kd Qc")
    assert [table.purse(seat) for seat in (1, 2)] == [2000, 1000]
    table.replays()


@clause("nz-blackjack", "16.5", "13.2")
def test_16_5_a_busted_hand_revives_and_its_card_is_the_dealers_second() -> None:
    """Box 1 stood and got a card that was not asked for. Box 2's next card should have been that one."""
    table = nz(1000, 1000).cards("Ts 9h 6h 8d 7c").act("stand").wrong("misplaced-card", seat=1, card="5c")
    assert (hands(table)[0], table.hand(1).over) == ("Ts 8d 5c", True)
    table.act("hit").cards("Kc")
    assert (table.rack, table.purse(2)) == ("9h 7c Kc", -1000)
    table.wrong("wrong-card", seat=1).act("reconstructed")
    assert (hands(table), table.dealer, table.rack) == (["Ts 8d", "9h 7c 5c"], "6h Kc", "")
    restored = [
        (fact.what, fact.bettor, fact.amount) for fact in table.facts if fact.note == "put right" and fact.amount
    ]
    assert restored == [(What.RESTORED, "P2", 1000)]  # the lost wager lies there again
    table.cards("4h")
    assert [table.purse(seat) for seat in (1, 2)] == [-1000, 1000]
    table.replays()


@clause("nz-blackjack", "16.5", "13.2")
def test_16_5_and_a_standing_hand_may_turn_out_to_have_bust() -> None:
    table = nz(1000, 1000).cards("Ts 9h 6h 8d 7c").act("stand").wrong("misplaced-card", seat=1, card="Kc")
    table.act("hit").cards("5c").wrong("wrong-card", seat=1).act("reconstructed")
    assert (table.shows(2), table.dealer, table.purse(2)) == ("9h 7c Kc", "6h 5c", -1000)
    table.cards("9c")
    assert [table.purse(seat) for seat in (1, 2)] == [-1000, -1000]
    table.replays()


@clause("nz-blackjack", "16.3", "16.5")
def test_16_3_a_card_left_over_from_the_reconstruction_is_discarded() -> None:
    """The hand that now has 17 is asked again, so the card after it belongs to nobody."""
    table = nz(1000, 1000).cards("Ts 9h 6h 8d 3c").act("stand").wrong("misplaced-card", seat=1, card="5c")
    table.act("hit").cards("9d").wrong("wrong-card", seat=2).act("reconstructed")
    assert (hands(table), table.rack) == (["Ts 8d", "9h 3c 5c"], "9d")
    assert [fact.cards for fact in table.told(What.REMOVED, "16.3")] == [table.table.rack]
    assert isinstance(table.question, Decide)
    table.act("stand").cards("Kd 4h")
    assert [table.purse(seat) for seat in (1, 2)] == [-1000, -1000]
    table.replays()


@clause("nz-blackjack", "16.5", "12.3")
def test_16_5_the_second_card_of_a_split_goes_to_its_own_hand() -> None:
    table = nz(1000).cards("8s 6h 8d").act("split").cards("Tc").act("stand")
    table.wrong("misplaced-card", seat=1, hand=1, card="9c").wrong("wrong-card", seat=1).act("reconstructed")
    assert hands(table) == ["8s Tc", "8d 9c"]
    table.act("stand").cards("Kd Qc")
    assert table.purse() == 2000
    table.replays()


@clause("nz-blackjack", "16.5")
def test_16_5_a_round_is_rebuilt_after_settlement_too_until_the_cards_are_collected() -> None:
    table = nz(1000, 1000).cards("Ts 9h 6h 8d 7c").act("stand").wrong("misplaced-card", seat=1, card="5c")
    table.act("hit").cards("Kc Kd Qh")
    assert (table.over, [table.purse(seat) for seat in (1, 2)]) == (True, [-1000, -1000])  # 23 and 26
    table.wrong("wrong-card", seat=1).act("reconstructed")
    assert (hands(table), table.dealer) == (["Ts 8d", "9h 7c 5c"], "6h Kc Kd")
    assert (table.over, table.rack) == (True, "Qh")
    assert [table.purse(seat) for seat in (1, 2)] == [1000, 1000]
    table.collect().replays()
    assert table.table.pit.misdeal is None


@clause("nz-blackjack", "16.5", "14.3(c)")
def test_16_5_backers_and_doubles_count_again() -> None:
    table = Round("nz-blackjack").answer(Bets((Bet(1, "P1", 1000), Bet(1, "P2", 2000), Bet(2, "P3", 1000)), last=True))
    table.cards("6s 9h 6h 5d 7c").act("double", "double").wrong("misplaced-card", seat=2, card="Tc").cards("2c")
    assert (hands(table), [table.purse(n) for n in (1, 2)]) == (["6s 5d 2c", "9h 7c Tc"], [-2000, -4000])
    table.wrong("wrong-card", seat=2).act("reconstructed")
    assert (hands(table), table.rack) == (["6s 5d Tc", "9h 7c"], "2c")
    table.act("stand").cards("Kd 4h")
    assert [table.purse(n) for n in (1, 2, 3)] == [2000, 4000, -1000]
    table.replays()


# Which decisions count again (reading N50)


@clause("nz-blackjack", "16.5")
def test_16_5_a_decision_counts_for_its_hand_though_it_was_made_on_other_cards() -> None:
    """Box 2 stood on 17, with box 1's card. It abides by that: it stands on 12 and is not asked."""
    table = nz(1000, 1000).cards("5s 9h 6h 6d 3d").act("double").wrong("misplaced-card", seat=2, card="5c").cards("2c")
    assert hands(table) == ["5s 6d 2c", "9h 3d 5c"]
    table.act("stand").wrong("wrong-card", seat=2).act("reconstructed")
    assert (hands(table), table.dealer, due(table)) == (["5s 6d 5c", "9h 3d"], "6h 2c", "dealer")
    table.cards("Tc")
    assert (table.over, [table.purse(seat) for seat in (1, 2)]) == (True, [-2000, -1000])
    table.replays()


@clause("nz-blackjack", "16.5", "16.3")
def test_16_5_from_a_decision_that_was_never_made_everyone_decides_anew() -> None:
    """Box 2 was bust by box 1's card and never decided. Box 3, who comes after it, decides again with other cards."""
    table = nz(1000, 1000, 1000).cards("Ts 9h 8c 6h 2d 3d 4d").act("hit").wrong("misplaced-card", seat=2, card="Kc")
    table.cards("5c").act("stand", "hit").cards("4s").act("stand")
    assert hands(table) == ["Ts 2d 5c", "9h 3d Kc", "8c 4d 4s"]
    table.wrong("wrong-card", seat=2).act("reconstructed")
    assert (hands(table), table.purse(1)) == (["Ts 2d Kc", "9h 3d", "8c 4d"], -1000)
    assert table.rack == "Ts 2d Kc 5c 4s"  # nobody knows the card that comes next
    assert isinstance(table.question, Decide)
    assert table.question.bettor == "P2"
    table.act("stand")
    assert table.question.bettor == "P3"
    table.act("stand").cards("Kd Qc")
    assert [table.purse(seat) for seat in (1, 2, 3)] == [-1000, 1000, 1000]
    table.replays()


@clause("nz-blackjack", "16.5", "9.2")
def test_16_5_insurance_against_an_ace_that_was_another_boxs_card_goes_back() -> None:
    table = nz(1000, 1000).cards("Ts").wrong("box-passed-over", seat=2).cards("As Kd 7c").act("insurance", "decline")
    assert table.purse(1) == -1500
    table.wrong("wrong-card", seat=2).act("reconstructed")
    assert (hands(table), table.dealer, table.purse(1)) == (["Ts 7c", "As"], "Kd", -1000)
    table.replays()


# Where it is impossible


@clause("nz-blackjack", "16.5(a)", "16.5(b)")
def test_16_5_after_a_hand_was_void_all_others_stand_as_dealt() -> None:
    table = nz(1000, 1000, 1000).cards("Ts").wrong("box-passed-over", seat=2).cards("9h 6h 8d 7c 5d")
    table.wrong("wrong-card", seat=2).act("void")
    assert (table.rack, table.purse(2)) == ("7c", 0)
    table.wrong("wrong-card", seat=3)
    assert table.offered() == ("wrong-card", 3, 1, ["void"])
    table.act("void").act("stand").cards("Kd Qc")
    assert [table.purse(seat) for seat in (1, 2, 3)] == [1000, 0, 0]
    table.replays()


@clause("nz-blackjack", "16.5", "16.4")
def test_16_5_what_cannot_be_played_again_leaves_only_the_void() -> None:
    """An exposed card was offered down the table since: nobody can say who would have taken what."""
    table = nz(1000, 1000).cards("Ts 9h 6h 8d 7c").act("stand").wrong("misplaced-card", seat=1, card="5c")
    table.wrong("drawn-exposed", card="4c").act("refuse")
    table.wrong("wrong-card", seat=1)
    assert table.offered() == ("wrong-card", 1, 1, ["void"])
    table.act("void").replays()


@clause("nz-blackjack", "16.5", "18.7")
def test_16_5_a_bettor_without_an_ante_stays_out_of_the_rebuilt_round() -> None:
    bets = (Bet(1, "P1", 1000), Bet(2, "P2", 1000, without_ante=True), Bet(3, "P3", 1000))
    table = Round("nz-ante-up", ante="0.10").answer(Bets(bets, last=True)).cards("Ts").wrong("box-passed-over", seat=2)
    table.cards("9h 6h 8d 7c 5d").wrong("wrong-card", seat=1).act("reconstructed").cards("Kd")
    assert (hands(table), table.dealer) == (["Ts 7c", "9h 5d", "6h Kd"], "8d")
    table.act("stand", "stand").cards("9d")
    assert [table.purse(seat) for seat in (1, 2, 3)] == [-10, 0, -1010]
    table.replays()


@clause("nz-blackjack", "16.5(b)", "8.2(c)")
def test_16_5_b_a_dealer_who_was_passed_over_gets_the_first_card_once_a_hand_is_void() -> None:
    table = nz(1000, 1000).cards("Ts 9h").wrong("box-passed-over").wrong("wrong-card", seat=2).act("void")
    assert due(table) == "dealer"
    table.cards("6h 8d").act("stand").cards("Kd Qc")
    assert [table.purse(seat) for seat in (1, 2)] == [1000, 0]
    table.replays()


@clause("nz-blackjack", "16.1", "16.2", "16.5")
def test_16_5_cards_put_aside_and_cards_drawn_unseen_do_not_hinder_it() -> None:
    table = nz(1000, 1000).cards("Ts").wrong("box-passed-over", seat=2).wrong("face-up-in-shoe", card="4c").cards("6h")
    table.wrong("drawn-unexposed").wrong("wrong-card", seat=2).act("reconstructed")
    assert (hands(table), table.rack, table.table.loose, due(table)) == (["Ts", "6h"], "4c", HIDDEN, "dealer")
    table.cards("7h 9d Kd").act("stand", "stand").cards("Td")
    assert [table.purse(seat) for seat in (1, 2)] == [1000, -1000]
    table.replays()


@clause("nz-blackjack", "16.5", "15A.6")
def test_16_5_wagers_on_a_hand_without_two_cards_wait() -> None:
    table = Round("nz-blackjack", madness_21=True, super_sevens=True)
    beside = [Bet(seat, f"P{seat}", 100, kind) for seat in (1, 2) for kind in ("madness-21", "super-sevens")]
    table.answer(Bets((Bet(1, "P1", 1000), Bet(2, "P2", 1000), *beside), last=True)).cards("As 9h 6h")
    table.wrong("box-passed-over", seat=1).cards("Kd")
    assert (hands(table), table.purse(1), table.purse(2)) == (["As", "9h Kd"], -1200, -1200)
    table.wrong("wrong-card", seat=1).act("reconstructed")
    assert (hands(table), due(table), table.purse(2)) == (["As Kd", "9h"], "box 2", -1200)
    table.cards("9d").act("press")
    assert table.offered()[0] == "prize"
    table.replays()


@clause("nz-blackjack", "16.5", "15E.5")
def test_16_5_a_card_laid_early_on_the_dealers_hand_forgets_no_win_that_may_ride() -> None:
    table = Round("nz-blackjack", let_it_ride=True)
    table.answer(Bets((Bet(1, "P1", 1000), Bet(1, "P1", 500, "let-it-ride")), last=True)).cards("9h 6s Th")
    assert table.offered()[0] == "let-it-ride"
    table.wrong("misplaced-card", card="Kd")
    assert (table.dealer, table.offered()[0]) == ("6s Kd", "let-it-ride")
    table.act("decline", "stand").cards("2c")
    assert (table.over, table.purse(1)) == (True, 2000)
    table.replays()
