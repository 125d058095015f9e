"""A reader that was wrong about a dealer Blackjack: 673a.7(h), 13(j)."""

from __future__ import annotations

import pytest

from holecard.engine.questions import Decide, PitStep, What
from holecard.law.errors import Refused
from tests.kit.clauses import clause
from tests.kit.rounds import Round


def dealt(cards: str, *stakes: int, light: str = "no-blackjack", **options: object) -> Round:
    """The first cards; nobody insures or surrenders before the reader."""
    table = Round("pa-double-back-jack", **options).bets(*(stakes or (1000,))).cards(cards)  # type: ignore[arg-type]
    while table.offered()[0]:
        table.act("decline")
    return table.light(light)


def found_at_the_turn(table: Round, hole: str) -> Round:
    """The hole card is turned and contradicts the reading."""
    with pytest.raises(Refused, match="wrong-light"):
        table.turn(hole)
    return table.wrong("wrong-light", card=hole)


def stopped(table: Round) -> bool:
    """Whether no further round begins until the reader works."""
    table.replays().collect()
    return isinstance(table.question, PitStep) and table.question.step == "repair-reader"


@clause("pa-673a", "7(h)", "13(j)")
def test_7h_a_blackjack_found_late_collects_the_blackjack_wager_and_the_table_stops() -> None:
    table = found_at_the_turn(dealt("Ts Ah 9d --").act("stand"), "Kd")
    assert (table.over, table.dealer, table.purse()) == (True, "Ah Kd", -1000)
    assert stopped(table)


@clause("pa-673a", "7(h)", "13(j)")
def test_7h_a_double_goes_back() -> None:
    table = found_at_the_turn(dealt("5s Ah 6d --").act("double").cards("9c"), "Kd")
    assert (table.over, table.purse()) == (True, -1000)
    assert [(fact.amount, fact.note) for fact in table.told(What.RETURNED, "7(h)")] == [(1000, "double-back")]
    assert stopped(table)


@clause("pa-673a", "7(h)")
@pytest.mark.parametrize("bust", [False, True])
def test_7h_a_split_wager_goes_back_busted_or_not(bust: bool) -> None:
    table = dealt("8s Th 8d --").act("split").cards("6c")
    if bust:
        table.act("hit").cards("Tc").act("decline")
    else:
        table.act("stand")
    table.cards("5c").act("hit").cards("Kc").act("decline")
    assert table.purse() == -2000
    table = found_at_the_turn(table, "Ad")
    assert (table.over, table.purse()) == (True, -1000)
    assert stopped(table)


@clause("pa-673a", "7(h)", "8(c)")
def test_8c_insurance_that_was_collected_is_paid() -> None:
    table = Round("pa-double-back-jack").bets(1000).cards("Ts Ah 9d --").act("insurance", "decline")
    table.light("no-blackjack")
    assert table.purse() == -1500
    table = found_at_the_turn(table.act("stand"), "Kd")
    assert (table.over, table.purse()) == (True, 0)
    assert stopped(table)


@clause("pa-673a", "7(h)", "7(m)")
def test_7h_a_21_that_was_paid_stays_paid() -> None:
    table = dealt("5s 9s Ah 6d 9d --", 1000, 1000).act("hit").cards("Tc").act("stand")
    table = found_at_the_turn(table, "Kd")
    assert (table.purse(1), table.purse(2)) == (1000, -1000)
    assert stopped(table)


@clause("pa-673a", "7(h)", "7(l)")
@pytest.mark.parametrize("chance", ["7d", "Ac"])
def test_7h_a_second_chance_goes_back_also_when_it_was_collected(chance: str) -> None:
    table = dealt("8s Th 5d --").act("double").cards("Kc").act("second-chance").cards(chance)
    assert table.purse() == -4000
    table = found_at_the_turn(table, "Ad")
    assert (table.over, table.purse()) == (True, -1000)
    assert stopped(table)


@clause("pa-673a", "7(h)", "9(a)(2)")
def test_7h_a_surrender_that_was_settled_stays_settled() -> None:
    table = found_at_the_turn(dealt("Ts 9s Th 6d 9d --", 1000, 1000).act("surrender", "stand"), "Ad")
    assert (table.purse(1), table.purse(2)) == (-500, -1000)
    assert stopped(table)


@clause("pa-673a", "7(h)", "13(j)")
def test_7h_found_during_decisions_no_more_cards_are_dealt() -> None:
    table = dealt("5s 9s Ah 6d 9d --", 1000, 1000).act("hit").cards("9c").wrong("wrong-light", card="Kd")
    assert (table.over, table.shows(1), table.dealer) == (True, "5s 6d 9c", "Ah Kd")
    assert (table.purse(1), table.purse(2)) == (-1000, -1000)
    assert stopped(table)


@clause("pa-673a", "7(h)", "7(i)", "8(d)", "13(j)")
def test_7h_a_blackjack_that_is_none_leaves_the_turns_to_the_players() -> None:
    table = Round("pa-double-back-jack").bets(1000).cards("Ts Ah 9d --").act("insurance", "decline").light("blackjack")
    table = found_at_the_turn(table, "7d")
    assert isinstance(table.question, Decide)
    table.act("stand")
    assert (table.over, table.dealer, table.purse()) == (True, "Ah 7d", 500)
    assert stopped(table)


@clause("pa-673a", "13(j)")
def test_13j_a_reading_is_wrong_only_if_the_hole_card_says_so() -> None:
    table = dealt("Ts Ah 9d --")
    assert table.refuses("wrong-light", card="7d") == "13(j): the reader already shows no Blackjack"
    needs = "13(j): the hole card must be named, because it alone shows the error"
    assert table.refuses("wrong-light") == needs
    assert table.refuses("wrong-light", detail="blackjack") == needs
    low = Round("pa-double-back-jack").bets(1000).cards("Ts 6h 9d --")
    assert low.refuses("wrong-light", card="7d") == "13(j): the reader has not been used in this round"
