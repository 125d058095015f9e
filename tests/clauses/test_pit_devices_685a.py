"""What section 12 of chapter 685a asks of the pit: a reader to mend, a shuffler to cover, discards to shuffle.

The irregularities that bring these tasks have tests of their own.
"""

from __future__ import annotations

from holecard.engine.pit import Task
from holecard.engine.questions import DONE, PlaceWagers
from holecard.law.clauses import Cite
from holecard.pit.pennsylvania import chapter_685a
from holecard.pit.pennsylvania.devices import shuffle_discards
from holecard.pit.pennsylvania.pit import pennsylvania
from tests.kit.clauses import clause
from tests.kit.pit import PitTable, cards_at, new_table

ANN, BOB = (2, "Ann"), (4, "Bob")


def law(table: PitTable, clause_id: str) -> Cite:
    held = table.rules.register
    assert held is not None
    return held.cite(clause_id)


def with_task(table: PitTable, *tasks: Task) -> PitTable:
    """The table with tasks such as an irregularity puts there."""
    pit = table.table.pit
    table.table = table.table.with_pit(pit._replace(todo=(*tasks, *pit.todo)))
    return table


@clause("pa-685a", "12(i)")
def test_12i_no_dealing_until_the_reader_is_repaired_or_replaced() -> None:
    table = new_table(ANN)
    table.ready()
    with_task(table, Task("repair-reader", law(table, "12(i)")))
    assert table.asked == ("repair-reader", "floorperson", "12(i)")
    assert table.refuses(DONE).legal == ("repaired", "replaced")
    table.act("replaced")
    assert isinstance(table.question, PlaceWagers)


@clause("pa-685a", "12(k)", "5(f)", "5(a)")
def test_12k_once_the_shuffler_is_covered_the_cards_are_shuffled_by_hand() -> None:
    for shuffler in ("batch", "continuous"):
        table = new_table(ANN, shuffler=shuffler)
        table.ready()
        with_task(table, Task("cover-shuffler", law(table, "12(k)")))
        assert table.asked == ("cover-shuffler", "floorperson", "12(k)")
        table.act("sign")
        assert table.table.pit.shuffler == "manual"
        if shuffler == "batch":
            assert isinstance(table.question, PlaceWagers)  # the shoe in play is good
            table.tell("reshuffle")
        asked = [step for step, _, _ in table.ready()]
        assert asked == ["gather", "shuffle", "offer-cut", "cut", "cut", "cover-card", "load-shoe", "burn"]
        table.round(ANN)
        assert table.rack
        assert cards_at(table.table) == 312


@clause("pa-685a", "12(k)", "5(a)", "5(b)")
def test_12k_a_shuffler_that_fails_in_mid_procedure_leaves_the_rest_to_hands() -> None:
    for shuffler, at in (("batch", "exchange"), ("continuous", "load-shuffler")):
        table = new_table(ANN, shuffler=shuffler)
        table.ready()
        table.tell("reshuffle")
        table.until(at)
        with_task(table, Task("cover-shuffler", law(table, "12(k)")))
        table.act("cover")
        asked = [step for step, _, _ in table.ready()]
        assert asked[-6:] == ["offer-cut", "cut", "cut", "cover-card", "load-shoe", "burn"]
        assert "exchange" not in asked


@clause("pa-685a", "12(j)")
def test_12j_cards_in_a_jammed_device_are_shuffled_again_where_they_are() -> None:
    table = new_table(ANN, shuffler="continuous")
    table.ready()
    with_task(table, Task("shuffle-again", law(table, "12(j)")))
    before = table.table.stock, table.rack
    assert table.asked == ("shuffle-again", "dealer", "12(j)")
    table.act("done")
    assert (table.table.stock, table.rack) == before


@clause("pa-685a", "12(e)", "5(b)", "5(d)", "7(a)")
def test_12e_discards_are_shuffled_cut_and_burned_before_the_round_goes_on() -> None:
    table = new_table(ANN, BOB)
    table.ready()
    for _ in range(6):
        table.round(ANN, BOB)
    table.bet(ANN, BOB)
    table.go_on()
    held = table.rules.register
    assert held is not None
    procedures = pennsylvania(held.cite, table.rules.options, chapter_685a.chapter(held.cite)).procedures
    table.table = table.table.with_pit(shuffle_discards(procedures, table.table.pit, law(table, "12(e)")))
    lying = tuple(table.table.cards_on_layout())
    assert table.asked == ("shuffle", "dealer", "12(e)")
    table.act("done")
    assert table.rack == ()
    assert table.table.stock.size == 312 - len(lying)
    table.until("burn")
    assert table.asked == ("burn", "shoe", "12(e)")
    table.go_on()
    assert tuple(table.table.cards_on_layout()) == lying
    table.play_out()
    assert cards_at(table.table) == 312
