"""Rounds recorded when the first to bet decided on a shared box still replay, and so do those recorded since."""

from __future__ import annotations

import pytest

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.questions import (
    COLLECT,
    NO_MORE_BETS,
    Act,
    Answer,
    Bet,
    Bets,
    Decide,
    Drawn,
    Followed,
    Notice,
    TakeBack,
)
from holecard.engine.rules import Sharing
from holecard.engine.table import Table
from holecard.games import find
from holecard.record.notation import parse_round, print_round
from holecard.record.transcript import Contradiction, Round, Step, record, replay
from holecard.values.cards import parse_cards

SITS = Notice("sit", 1, "Ann")
ANN, BOB, CYD = (Bets((Bet(1, name, 1000),)) for name in ("Ann", "Bob", "Cyd"))
OPENINGS: dict[str, list[Answer]] = {
    "backers bet first": [SITS, BOB, CYD, ANN],
    "placed again": [SITS, ANN, BOB, TakeBack(1, "Ann"), ANN],
    "all at once": [SITS, Bets((*BOB.bets, *ANN.bets))],
}


def recorded(opening: list[Answer]) -> Round:
    rules = find("nz-blackjack").configure()
    table, steps = open_table(rules), []
    for value in (*opening, NO_MORE_BETS, Drawn(parse_cards("5s 7h 6d"))):
        table, step = after(table, value)
        steps.append(step)
    table, step = after(table, Act("double"))
    steps.append(step)
    while not isinstance(ask(rules, table), Decide) and getattr(ask(rules, table), "subject", "") == "double-too":
        table, step = after(table, Act("decline"))
        steps.append(step)
    for value in (Drawn(parse_cards("9c")), Drawn(parse_cards("Tc")), COLLECT):
        table, step = after(table, value)
        steps.append(step)
    return parse_round(print_round(record(rules, steps)))


def after(table: Table, value: Answer) -> tuple[Table, Step]:
    rules = find("nz-blackjack").configure()
    question = ask(rules, table)
    following, facts = answer(rules, table, question, value)
    return following, Step(table, question, value, facts, following)


def by_order(self: Sharing, table: Table, at: int, bettor: str) -> Followed:
    """Control as it was given before: never to anybody but the first to bet."""
    return table, ()


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_round_from_before_is_played_by_the_order_of_wagers(opening: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as then:
        then.setattr(Sharing, "give_control", by_order)
        written = recorded(OPENINGS[opening])
    decided = [step.question.bettor for step in replay(written) if isinstance(step.question, Decide)]
    assert decided == ["Bob"]


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_round_from_now_is_played_by_the_seat(opening: str) -> None:
    written = recorded(OPENINGS[opening])
    decided = [step.question.bettor for step in replay(written) if isinstance(step.question, Decide)]
    assert decided == ["Ann"]


def test_a_round_that_leaves_the_announcement_out_does_not_replay() -> None:
    text = print_round(recorded(OPENINGS["backers bet first"]))
    left_out = "\n".join(line for line in text.splitlines() if "sits here and decides" not in line)
    with pytest.raises(Contradiction, match=r"the facts differ: recorded 'placed 10\.00 box 1 hand 1 bettor Ann"):
        list(replay(parse_round(left_out + "\n")))
