"""A wager without an Ante: its bettor is out with money, and strangers on a hand that goes are paid back (18.7)."""

from __future__ import annotations

import pytest

from holecard.engine.ask_and_answer import answer
from holecard.engine.questions import Act, Bet, Bets, Decide, Draw, Offer, What
from holecard.law.errors import Refused
from tests.kit.clauses import clause
from tests.kit.rounds import Round


def shared(*bets: Bet, cards: str, **options: object) -> Round:
    """A box that P1 controls, without P1's Ante; the other bets follow."""
    first = Bet(1, "P1", 1000, without_ante=True)
    return Round("nz-ante-up", "", ante="0.10", **options).answer(Bets((first, *bets), last=True)).cards(cards)


def refused(table: Round, do: str) -> str:
    with pytest.raises(Refused) as found:
        answer(table.rules, table.table, table.question, Act(do))
    return found.value.cite.clause


def choices(table: Round) -> tuple[str, list[str]]:
    question = table.question
    assert isinstance(question, Decide | Offer)
    return question.bettor, [legal.do for legal in question.choices]


# Out with money


@clause("nz-blackjack", "18.7")
def test_18_7_the_seated_player_without_an_ante_decides_for_the_others_and_stakes_nothing() -> None:
    table = shared(Bet(1, "P2", 2000), cards="6s 6h 6d")
    assert (table.purse(1), choices(table)) == (0, ("P1", ["hit", "stand"]))
    assert (refused(table, "double"), refused(table, "split")) == ("18.7", "18.7")
    why = table.rules.play.sharing.others(table.table, "P2", "double")
    assert why is not None
    assert why[0].clause == "14.3(e)"  # the others abide by it
    table.act("hit").cards("7c").act("stand").cards("Kd Qc")
    assert (table.purse(1), table.purse(2)) == (0, 1990)
    table.replays()


@clause("nz-blackjack", "18.7")
def test_18_7_a_bettor_found_out_in_turn_doubles_and_splits_no_more() -> None:
    table = Round("nz-ante-up", ante="0.10").answer(Bets((Bet(1, "P1", 1000), Bet(1, "P2", 2000)), last=True))
    table.cards("8s 6h 8d")
    assert choices(table) == ("P1", ["hit", "stand", "double", "split"])
    table.wrong("no-ante", seat=1)
    assert choices(table) == ("P1", ["hit", "stand"])
    table.act("stand").cards("Kd Qc")
    assert (table.purse(1), table.purse(2)) == (0, 1990)
    table.replays()


@clause("nz-blackjack", "18.7")
def test_18_7_found_after_the_split_the_hand_that_the_others_are_not_on_goes() -> None:
    table = Round("nz-ante-up", ante="0.10").answer(Bets((Bet(1, "P1", 1000), Bet(1, "P2", 2000)), last=True))
    table.cards("8s 6h 8d").act("split", "decline").cards("3c").wrong("no-ante", seat=1)
    assert (table.rack, table.hand(1, 2).over) == ("8d", True)
    assert choices(table) == ("P1", ["hit"])  # 11 must draw, and P1 may not double
    table.act("hit").cards("9c").act("stand").cards("Kd Qc")
    assert (table.purse(1), table.purse(2)) == (0, 1990)
    table.replays()


@clause("nz-blackjack", "18.7", "16.4")
def test_18_7_about_an_exposed_card_the_seated_player_decides_without_money_too() -> None:
    table = shared(Bet(1, "P2", 2000), cards="6s 7h 5d").wrong("drawn-exposed", card="Tc")
    assert choices(table) == ("P1", ["accept", "refuse"])
    assert refused(table, "double") == "18.7"
    table.act("accept").cards("Kd")
    assert (table.purse(1), table.purse(2)) == (0, 1990)
    table.replays()


@clause("nz-blackjack", "18.7", "9.1")
def test_18_7_a_bettor_without_an_ante_insures_nothing() -> None:
    table = shared(Bet(1, "P2", 2000), cards="9s Ah Ts")
    assert choices(table) == ("P2", ["insurance", "decline"])
    table.act("insurance").act("stand").cards("Kd")
    assert (table.purse(1), table.purse(2)) == (0, -10)
    table.replays()


@clause("nz-blackjack", "18.7", "15D.6")
def test_18_7_nothing_of_a_bettor_without_an_ante_rides() -> None:
    rides = (Bet(1, "P1", 500, "house-money"), Bet(1, "P2", 2000), Bet(1, "P2", 500, "house-money"))
    table = shared(*rides, cards="9s 6h 9d", house_money=True)
    assert (table.purse(1), choices(table)) == (0, ("P2", ["ride", "decline"]))
    table.act("ride")
    assert choices(table) == ("P1", ["hit", "stand"])
    table.act("stand").cards("Kd Qc")
    assert (table.purse(1), table.purse(2)) == (0, 2000 + 1500 + 2000 - 10)
    table.replays()


@clause("nz-blackjack", "18.7")
def test_18_7_a_missing_ante_may_be_found_before_they_are_collected() -> None:
    bets = (Bet(1, "P1", 1000, without_ante=True), Bet(2, "P2", 1000))
    table = Round("nz-ante-up", ante="0.10").answer(Bets(bets, last=True)).cards("Ts")
    assert table.refuses("no-ante", seat=2).startswith("18.7: ")
    table.wrong("no-ante", seat=1)
    assert (table.rack, table.purse(1)) == ("Ts", 0)
    due = table.question
    assert isinstance(due, Draw)
    assert [str(each.to) for each in due.dues] == ["box 2", "dealer", "box 2"]
    table.cards("9s 6h 9d").act("stand").cards("Kd Qc")
    assert (table.purse(1), table.purse(2)) == (0, 990)
    table.replays()


# Strangers on a hand that goes


@clause("nz-blackjack", "18.7", "15B.2")
def test_18_7_strangers_on_a_hand_that_goes_get_their_open_wagers_back() -> None:
    """A Perfect Pair of kings would have paid 30 to 1: it is not judged, because the hand is void."""
    table = shared(Bet(2, "P2", 1000), Bet(1, "P2", 500, "perfect-pair"), cards="Ks 9s 6h Ks 9d", perfect_pair=True)
    assert (table.rack, table.purse(1), table.purse(2)) == ("Ks Ks", 0, -1010)
    back = [(fact.bettor, fact.wager) for fact in table.told(What.RETURNED, "18.7")]
    assert back == [("P2", "perfect-pair"), ("P1", "main")]
    table.act("stand").cards("Kd Qc")
    assert table.purse(2) == 990
    table.replays()


@clause("nz-blackjack", "18.7", "15F.3")
@pytest.mark.parametrize("found_late", [False, True])
def test_18_7_a_strangers_lucky_match_that_waits_for_its_third_card_goes_back(found_late: bool) -> None:
    bets = (
        Bet(1, "P1", 1000, without_ante=not found_late),
        Bet(2, "P2", 1000),
        Bet(1, "P2", 500, "lucky-match"),
    )
    table = Round("nz-ante-up", ante="0.10", lucky_match=True).answer(Bets(bets, last=True)).cards("9s 9h 6h 9s 8d")
    if found_late:
        assert table.purse(2) == -1510  # the pair of spades waits
        table.wrong("no-ante", seat=1)
    assert (table.rack, table.purse(1), table.purse(2)) == ("9s 9s", 0, -1010)
    table.act("stand").cards("Kd Qc")
    assert table.purse(2) == 990
    table.replays()


@clause("nz-blackjack", "18.7", "15B.6")
def test_18_7_a_strangers_wager_runs_while_another_bettor_keeps_the_hand() -> None:
    others = (Bet(1, "P2", 2000), Bet(2, "P3", 1000), Bet(1, "P3", 500, "perfect-pair"))
    table = shared(*others, cards="Ks 9s 6h Ks 9d", perfect_pair=True)
    assert (table.shows(1), table.purse(3)) == ("Ks Ks", -1010 + 30 * 500)
    table.replays()


@clause("nz-blackjack", "18.4", "18.5")
def test_18_4_a_wager_raised_to_where_the_ante_is_waived_takes_it_back() -> None:
    table = Round("nz-ante-up", ante="0.10", ante_waived_at="20.00").answer(Bets((Bet(1, "P1", 1000),)))
    assert table.purse(1) == -1010
    table.answer(Bets((Bet(1, "P1", 1000),), last=True))
    assert (table.purse(1), [fact.amount for fact in table.told(What.TAKEN_BACK, "18.4")]) == (-2000, [10])
    table.cards("9s 6h 9d").act("stand").cards("Td Kd").replays()
    assert table.purse(1) == 2000


@clause("nz-blackjack", "18.7", "16.5")
def test_18_7_a_hand_that_is_void_for_a_missing_ante_is_not_ruled_on_again() -> None:
    table = Round("nz-ante-up", ante="0.10")
    table.answer(Bets((Bet(1, "P1", 1000, without_ante=True), Bet(2, "P2", 1000)), last=True)).cards("9s Ts 6h 9d 9h")
    assert (table.hand(1).decision, table.purse(1)) == ("void", 0)
    assert table.refuses("wrong-card", seat=1) == "16.5: there is no hand there that the floor can still rule on"
    table.act("stand").cards("Td Kd").replays()


@clause("nz-blackjack", "16.5(a)", "18.6")
def test_18_7_says_nothing_of_a_hand_that_a_misdeal_made_void() -> None:
    table = (
        Round("nz-ante-up", ante="0.10").bets(1000, 1000).cards("Ts").wrong("box-passed-over", seat=2).cards("6h 9d")
    )
    table.wrong("wrong-card", seat=2).act("void")
    assert (table.hand(2).decision, table.told(What.REMOVED, "18.7")) == ("dead", [])
    table.act("stand").cards("Kd Qc").replays()
    assert (table.purse(1), table.purse(2)) == (990, 0)
