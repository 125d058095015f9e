"""Who cuts the cards when a game begins: the first player, and the stack waits for them, whatever the device."""

from __future__ import annotations

import pytest

from holecard.engine.ask_and_answer import ask
from holecard.engine.questions import PitStep
from holecard.pit.shuffle_and_cut import FOR_THE_CUT
from holecard.telling.prompts import prompt_of
from tests.kit.clauses import clause
from tests.kit.pit import PitTable, new_table

ANN = (5, "Ann")


def first_cut(table: PitTable) -> tuple[str, str, str]:
    """What is asked once the first player has come; before, the house does all it can and then waits."""
    while (value := table.croupier.reply(table.table, table.question)) is not None:
        table.answer(value)
    assert table.asked[0] == "offer-cut"
    assert prompt_of(table.rules, table.table, table.question).waiting == FOR_THE_CUT
    table.tell("sit", *ANN)
    table.until("cut")
    return table.asked


@clause("nz-blackjack", "7.2", "7.3(a)")
@pytest.mark.parametrize("shuffler", ["automatic", "continuous"])
def test_nz_7_3_a_the_first_player_cuts_where_a_device_shuffles(shuffler: str) -> None:
    """6.4 shows the cards to no player, so nothing else waits for one."""
    table = new_table(game="nz-blackjack", shuffler=shuffler)
    assert first_cut(table) == ("cut", "Ann", "7.3(a)")


@clause("nz-blackjack", "7.2", "7.3(a)")
def test_nz_7_3_a_pre_shuffled_cards_too() -> None:
    assert first_cut(new_table(game="nz-blackjack", preinspected=True)) == ("cut", "Ann", "7.3(a)")


@clause("pa-673a", "4(e)", "5(c)(1)")
@pytest.mark.parametrize("shuffler", ["manual", "batch"])
def test_673a_5_c_1_the_first_player_cuts_preinspected_cards(shuffler: str) -> None:
    """4(e) spares the spread, so no player was waited for yet."""
    table = new_table(game="pa-double-back-jack", preinspected=True, shuffler=shuffler)
    assert first_cut(table) == ("cut", "Ann", "5(c)(1)")


@clause("pa-685a", "5(b)", "5(f)")
def test_685a_5_b_a_later_shuffle_waits_for_nobody() -> None:
    table = new_table(ANN)
    table.ready()
    table.tell("leave", name="Ann")
    table.tell("reshuffle")
    while isinstance(ask(table.rules, table.table), PitStep):
        value = table.croupier.reply(table.table, table.question)
        assert value is not None
        table.answer(value)
    assert table.table.pit.cuts, "the dealer has cut"
