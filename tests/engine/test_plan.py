"""What is asked after an answer: in an ordinary round only the steps that can be due there, otherwise all of them."""

from __future__ import annotations

from dataclasses import replace

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.plan import Plan, irregular
from holecard.engine.questions import (
    COLLECT,
    STAND,
    Answer,
    Bet,
    Bets,
    Draw,
    Drawn,
    Irregularity,
    Light,
    Offer,
    Question,
    Read,
    RoundOver,
    Turned,
)
from holecard.engine.rules import Rules, Step
from holecard.engine.table import Table
from holecard.games import find
from holecard.values.cards import HIDDEN, parse_card, parse_cards

RULES = find("pa-down-under").configure()
BETS = Bets((Bet(1, "Ann", 1000),), last=True)


class Asked:
    """A step that is never due and counts how often it is asked."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, rules: Rules, table: Table) -> None:
        self.times += 1


def with_first_step(step: Step) -> Rules:
    return replace(RULES, steps=(step, *RULES.steps))


def play(rules: Rules, table: Table, *values: Answer) -> Table:
    for value in values:
        table, _ = answer(rules, table, ask(rules, table), value)
    return table


def deal(up: str) -> Drawn:
    return Drawn((parse_card("9s"), parse_card(up), parse_card("9d"), HIDDEN))


def test_a_plan_keeps_the_places_of_the_steps() -> None:
    steps: tuple[Step, ...] = (Asked(), irregular(Asked()), Asked())
    ordinary, whole = Plan(steps, is_ordinary=True), Plan(steps, is_ordinary=False)
    assert ordinary.steps_from == (((0, steps[0]), (2, steps[2])), ((2, steps[2]),), ((2, steps[2]),))
    assert whole.steps_from[1] == ((1, steps[1]), (2, steps[2]))


def test_an_irregular_step_is_asked_only_after_something_went_wrong() -> None:
    step = Asked()
    rules = with_first_step(irregular(step))
    table = play(rules, open_table(rules), BETS, deal("6h"), Light("large"), STAND, Turned(parse_card("Th")))
    table = play(rules, table, Drawn(parse_cards("5c")))
    assert isinstance(ask(rules, table), RoundOver)
    table = play(rules, table, COLLECT, BETS)
    assert step.times == 0
    table = play(rules, table, Irregularity("drawn-unexposed"))
    assert step.times == 1
    table = play(rules, table, deal("6d"), Light("large"), STAND, Turned(parse_card("Td")), Drawn(parse_cards("5d")))
    asked = step.times
    table = play(rules, table, COLLECT, BETS, deal("6s"))
    assert step.times == asked, "the next round is ordinary again"


def test_a_table_without_memory_is_asked_everything() -> None:
    step = Asked()
    rules = with_first_step(irregular(step))
    table = play(rules, open_table(rules), BETS)
    assert isinstance(ask(rules, table.bare()), Draw)
    assert step.times == 1
    play(rules, table.bare(), deal("6h"))
    assert step.times > 1


def test_a_wrong_mark_shows_in_the_question() -> None:
    """What the property tests compare after every answer."""
    marked = tuple(irregular(once(step)) if asks_insurance(step) else step for step in RULES.steps)
    rules = replace(RULES, steps=marked)
    table = play(rules, open_table(rules), BETS, deal("Ah"))
    found: tuple[Question, Question] = ask(rules, table), ask(rules, table.bare())
    assert isinstance(found[0], Read)
    assert isinstance(found[1], Offer)


def once(step: Step) -> Step:
    """The same step under another name, so that the mark stays here."""
    return lambda rules, table: step(rules, table)


def asks_insurance(step: Step) -> bool:
    table = play(RULES, open_table(RULES), BETS, deal("Ah"))
    return isinstance(step(RULES, table), Offer)
