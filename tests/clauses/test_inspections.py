"""Inspections that may fail, equipment that only some tables have, and the signs that hang at a table."""

from __future__ import annotations

import re

import pytest

from holecard.engine.questions import What
from holecard.record.notation import parse_round, print_round
from holecard.record.transcript import Step, record, replay
from tests.kit.clauses import clause
from tests.kit.pit import PitTable, clauses, new_table

ANN = (2, "Ann")


def nz(*ids: str) -> pytest.MarkDecorator:
    return clause("nz-blackjack", *ids)


# Equipment of this table, and no other


@clause("pa-685a", "2(b)(5)")
def test_2b5_the_area_for_match_the_dealer_is_there_only_where_it_is_offered() -> None:
    assert "2(b)(5)" in clauses(new_table(match_the_dealer=True).act("done"))
    assert "2(b)(5)" not in clauses(new_table().act("done"))


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("pa-down-under", marks=clause("pa-685a", "2(e)(1)", "2(e)(2)")),
        pytest.param("pa-double-back-jack", marks=clause("pa-673a", "2(e)(1)", "2(e)(2)")),
    ],
)
def test_2e_a_rack_is_as_high_as_the_decks_or_taller_and_marked(game: str) -> None:
    for said, holds, other in (("done", "2(e)(1)", "2(e)(2)"), ("marked-rack", "2(e)(2)", "2(e)(1)")):
        told = clauses(new_table(game=game).act(said))
        assert holds in told
        assert other not in told


@nz("3.3")
def test_3_6_no_display_is_announced_where_there_is_none() -> None:
    assert "3.6" not in clauses(new_table(game="nz-blackjack").act("done"))


@nz("15B.8", "14.2", "18.3", "18.4")
def test_the_signs_of_this_table() -> None:
    def signs(game: str = "nz-blackjack", **options: object) -> dict[str, str]:
        facts = new_table(game=game, **options).act("done")  # type: ignore[arg-type]
        return {fact.cite.clause: fact.note for fact in facts if fact.note.startswith("a sign")}

    assert signs() == {}
    assert signs(perfect_pair=True, perfect_pair_scale="two") == {"15B.8": "a sign shows pay scale two"}
    assert signs(box_maximum="500.00") == {"14.2": "a sign shows the Box maximum, 500.00"}
    assert signs(player_maximum="200.00") == {"14.2": "a sign shows the player maximum, 200.00"}
    assert signs("nz-ante-up") == {"18.3": "a sign shows the Ante, 0.10"}
    assert signs("nz-ante-up", ante_waived_at="50.00") == {
        "18.3": "a sign shows the Ante, 0.10",
        "18.4": "a sign shows that the Ante is waived from 50.00",
    }


# An inspection that finds something wrong


def failing(table: PitTable, said: str) -> tuple[str, str, str]:
    """Answer an inspection with no; what is asked next."""
    (ruled,) = [fact for fact in table.act(said) if fact.what is What.RULED]
    assert ruled.cite == table.answers[-1][0].cite
    return table.asked


@pytest.mark.parametrize(
    ("game", "cite"),
    [
        pytest.param("pa-down-under", "2(b)", marks=clause("pa-685a", "2(b)")),
        pytest.param("nz-blackjack", "3.3", marks=nz("3.3")),
    ],
)
def test_a_table_that_is_not_in_order_stays_closed(game: str, cite: str) -> None:
    table = new_table(ANN, game=game)
    assert failing(table, "not-in-order") == ("equipment", "floorperson", cite)
    table.act("done")
    assert table.asked[0] != "equipment"


@pytest.mark.parametrize(
    ("game", "repair"),
    [
        pytest.param("pa-down-under", "12(i)", marks=clause("pa-685a", "2(d)", "12(i)")),
        pytest.param("pa-double-back-jack", "13(j)", marks=clause("pa-673a", "2(d)", "13(j)")),
    ],
)
def test_2d_a_reader_that_was_tampered_with_is_replaced_and_inspected_again(game: str, repair: str) -> None:
    table = new_table(ANN, game=game)
    table.until("inspect-reader")
    assert failing(table, "not-in-order") == ("repair-reader", "floorperson", repair)
    table.act("replaced")
    assert table.asked == ("inspect-reader", "floorperson", "2(d)")
    table.act("done")
    assert table.asked[0] == "inspect-cards"


@clause("pa-685a", "4(a)")
def test_4a_cards_with_a_defect_are_replaced_and_an_inspection_in_doubt_is_repeated() -> None:
    table = new_table(ANN)
    table.until("inspect-cards")
    before = table.table.pit.shuffles
    assert failing(table, "defect") == ("inspect-cards", "dealer", "4(a)")
    assert table.table.pit.shuffles > before, "other cards, of which nobody has seen one"
    table.act("done")
    assert failing(table, "not-confirmed") == ("inspect-cards", "dealer", "4(a)")
    table.act("done")
    table.act("done")
    assert table.asked[0] == "spread"
    table.ready()


@nz("6.1")
def test_6_1_either_inspection_may_find_a_defect_and_both_are_done_again() -> None:
    table = new_table(ANN, game="nz-blackjack")
    table.until("inspect-cards")
    assert failing(table, "defect") == ("inspect-cards", "dealer", "6.1")
    table.act("done")
    assert failing(table, "defect") == ("inspect-cards", "dealer", "6.1")
    table.act("done")
    assert table.asked == ("inspect-again", "floorperson", "6.1")
    table.ready()


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("pa-down-under", {}, "announced [pa-685a@2020 2(e)(2)] a taller rack"),
        ("nz-blackjack", {"perfect_pair": True}, "announced [nz-blackjack@undated 3.6] a display"),
    ],
)
def test_an_opening_recorded_before_still_replays(game: str, options: dict[str, object], said: str) -> None:
    """It announced what the table has not, and had no sign of 15B.8."""
    table = new_table(ANN, game=game, **options)  # type: ignore[arg-type]
    first, question = table.table, table.question
    facts = table.act("done")
    text = print_round(record(table.rules, [Step(first, question, table.answers[-1][1], facts, table.table)]))
    before = re.sub(r".*15B\.8.*\n", "", text) + f"  > {said}\n"
    assert len(list(replay(parse_round(before)))) == 1
