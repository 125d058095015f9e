"""A line says who answered: the person asked, or the house in that person's place."""

from __future__ import annotations

import pytest

from holecard.engine.ask_and_answer import open_table
from holecard.engine.questions import Role
from holecard.games import find
from holecard.record.notation import parse_line, print_line
from holecard.record.transcript import Contradiction, line_of, play_line

RULES = find("pa-down-under").configure({})
OPENED = open_table(RULES, pit=RULES.play.around.opening(RULES))


@pytest.mark.parametrize(("said", "role"), [("@floorperson", Role.FLOOR), ("@house", Role.HOUSE)])
def test_the_floorperson_or_the_house_in_their_place(said: str, role: Role) -> None:
    line = f"pit equipment {said} done"
    step = play_line(RULES, OPENED, parse_line(line), all_facts=False)
    assert step.question.who is role
    assert print_line(line_of(step.table, step.question, step.answer, ())) == line


@pytest.mark.parametrize("said", ["@dealer", "Ann", "@house:Ann"])
def test_nobody_else(said: str) -> None:
    with pytest.raises(Contradiction):
        play_line(RULES, OPENED, parse_line(f"pit equipment {said} done"), all_facts=False)


def test_the_house_stands_in_for_no_dealer() -> None:
    table = OPENED
    for line in ("pit equipment @house done", "pit inspect-reader @house done"):
        table = play_line(RULES, table, parse_line(line), all_facts=False).after
    with pytest.raises(Contradiction):
        play_line(RULES, table, parse_line("pit inspect-cards @house done"), all_facts=False)
