"""What the clauses give to a floorperson is asked of one, and no fact names a person who may not be there."""

from __future__ import annotations

import pytest

from holecard.engine.questions import Irregularity, PitStep, PlaceWagers, Role, answered_by_house
from holecard.record.notation import print_line
from holecard.record.transcript import line_of
from tests.kit.clauses import clause
from tests.kit.pit import PitTable, new_table

ANN = (2, "Ann")
PERSONS = ("floorperson", "supervisor", "pit boss")


def stopped_reader(game: str) -> PitTable:
    table = new_table(ANN, game=game)
    table.ready()
    table.answer(Irregularity("reader-malfunction"))
    return table


def check_stopped(table: PitTable, repair: str) -> None:
    """The table asks a floorperson, takes no bet, and records the house by its own name if the house answers."""
    assert table.asked == ("repair-reader", "floorperson", repair)
    before, question = table.table, table.question
    for do in ("repaired", "replaced"):
        table.table = before
        facts = table.act(do)
        line = print_line(line_of(before, answered_by_house(question), table.answers[-1][1], ()))
        assert line == f"pit repair-reader @house {do}"
        assert not [fact for fact in facts if any(person in fact.note for person in PERSONS)]
        assert isinstance(table.question, PlaceWagers)


@clause("pa-685a", "12(i)")
def test_685a_12_i_a_failed_reader_is_a_floorpersons_to_declare_repaired() -> None:
    check_stopped(stopped_reader("pa-down-under"), "12(i)")


@clause("pa-673a", "13(j)")
def test_673a_13_j_a_failed_reader_is_a_floorpersons_to_declare_repaired() -> None:
    check_stopped(stopped_reader("pa-double-back-jack"), "13(j)")


@pytest.mark.parametrize("game", ["pa-down-under", "pa-double-back-jack", "masque-down-under", "nz-blackjack"])
@pytest.mark.parametrize("preinspected", [False, True])
def test_no_step_of_a_floorperson_says_who_did_it(game: str, preinspected: bool) -> None:
    table = new_table(ANN, game=game, preinspected=preinspected)
    asked = 0
    while not isinstance(table.question, PlaceWagers):
        floors = isinstance(table.question, PitStep) and table.question.who is Role.FLOOR
        facts = table.go_on()
        if floors:
            asked += 1
            assert not [fact.note for fact in facts if any(person in fact.note for person in PERSONS)]
    assert asked


@clause("pa-685a", "5(g)")
def test_685a_5_g_a_table_without_a_round_since_the_shuffle_is_idle_too() -> None:
    check_idle("pa-down-under")


@clause("pa-673a", "5(g)")
def test_673a_5_g_a_table_without_a_round_since_the_shuffle_is_idle_too() -> None:
    check_idle("pa-double-back-jack")


def check_idle(game: str) -> None:
    """The cards come out of the shoe, wait for the next player, and are mixed again."""
    table = new_table(ANN, game=game)
    table.ready()
    table.tell("leave", name="Ann")
    shuffles = table.table.pit.shuffles
    table.tell("idle")
    table.until("next-player-looks")
    assert table.croupier.reply(table.table, table.question) is None, "it waits for the next player"
    table.tell("sit", 4, "Bob")
    assert ("wash", "dealer") in [step[:2] for step in table.ready()]
    assert table.table.pit.shuffles > shuffles
