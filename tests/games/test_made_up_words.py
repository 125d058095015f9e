"""A game and a wager made up outside the package are found named in the terminal, on the wire, in the lab, on its
strategy card and in its report: their words come from these files alone. `tests/browser` has them in a browser."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holecard.cli.analyze import analyze_command
from holecard.cli.listing import games_command
from holecard.cli.strategy import strategy_command
from holecard.cli.wagers import wagers_command
from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.game import Offered
from holecard.engine.options import YES_NO, Choice, Options
from holecard.engine.questions import Bets, Drawn
from holecard.engine.rules import Play
from holecard.engine.side_wager import Settled, SideWager, first_two
from holecard.games import GAMES
from holecard.lab.card.cells import Cell, Column, Row
from holecard.lab.card.codes import code_of
from holecard.law.clauses import Citing, house
from holecard.live.table.felt import felt_of
from holecard.live.table.views import question_view, told_of
from holecard.round.side_wagers import settle_side_wagers
from holecard.values.cards import HIDDEN, Card, parse_cards
from holecard.values.money import Odds
from tests.cli.practice import play as play_in_terminal
from tests.games.test_made_up_game import BET, SWEET, SWEETENER
from tests.games.test_made_up_game import play as sweet_play
from tests.lab.report.test_report import gathered, printed

RED = "two-red-cards"


@first_two
def both_red(one: Card, other: Card) -> str | None:
    return "two red cards" if one.is_red and other.is_red else None


def red_wager(law: Citing) -> SideWager:
    cite = house("two red cards")
    pays = {"two red cards": Odds(2)}
    return SideWager(key=RED, name="Rouge Wager", cite=cite, judge=both_red, pays=pays, win=cite, lose=cite)


def play(law: Citing, chosen: Options) -> Play:
    sweet = sweet_play(law, chosen)
    placed, dealt, *rest = sweet.steps
    wagers = {RED: red_wager(law)} if chosen.flag("two_red_cards") else {}
    return replace(sweet, steps=(placed, dealt, settle_side_wagers(Settled.AFTER_DEAL), *rest), side_wagers=wagers)


FEW = (  # so that the lab is quick
    Choice("decks", "Decks", (1,), 1, house("decks")),
    Choice("max_hands", "Most hands after splits", (1,), 1, house("splitting")),
)
ROUGE = replace(
    SWEET,
    key="rouge-blackjack",
    name="Rouge et Sucre",
    play=play,
    options=(
        *FEW,
        *(option for option in SWEET.options if option.name not in {few.name for few in FEW}),
        Choice("two_red_cards", "Bets on two red cards", YES_NO, False, house("two red cards")),
    ),
    wagers=(Offered(key=RED, cite=house("two red cards")),),
)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, ROUGE.key, ROUGE)


def test_the_terminal_names_them() -> None:
    cards = "7h 6s 7d Ts 7c 9s"
    told = play_in_terminal(ROUGE.key, cards, "10+2", "t", "?", "h", "?", two_red_cards="yes").text
    for words in (
        "Rouge et Sucre",
        "10+2 adds Rouge, 0.50 to 10000.00",
        "Box 1: A chip of sugar? ▸",
        "[T]ake sugar 0.50 [N]o sugar or Enter",
        "You take sugar for 0.50",
        "Your bet wins 30.00 (three sevens)",
        "Your Sugar wins 2.50 (the dealer busts)",
        "Rouge 2.00 won 4.00",
    ):
        assert words in told, words


def test_the_wire_names_them() -> None:
    rules = ROUGE.configure(two_red_cards="yes")
    table = open_table(rules)
    bets = Bets((*BET.bets, BET.bets[0]._replace(amount=200, wager=RED)), last=True)
    lines = []
    for value in (bets, Drawn((*parse_cards("7h 6s 7d"), HIDDEN))):
        question = ask(rules, table)
        after, facts = answer(rules, table, question, value)
        lines += told_of(rules, table, question, value, facts)["lines"]
        table = after
    texts = [line["text"] for line in lines]
    assert "Box 1: Ann bets 2.00 on Rouge" in texts
    assert "Box 1: Ann's Rouge wins 4.00 (two red cards)" in texts
    assert "You bet 2.00 on Rouge" in [line.get("to_you") for line in lines]
    asked = question_view(rules, table, ask(rules, table))
    assert (asked["title"], asked["waiting"]) == ("A chip of sugar?", "Ann decides about sugar")
    assert [(one["name"], one["key"]) for one in asked["choices"]] == [("Take sugar", "t"), ("No sugar", "n")]
    assert felt_of(rules)["pay_tables"][0]["name"] == "Rouge"


def test_the_lab_names_them(capsys: pytest.CaptureFixture[str]) -> None:
    rules = ROUGE.configure(two_red_cards="yes")
    cell = Cell(Row("hard 16"), Column("6"), SWEETENER, 0.1, 0.05, ((SWEETENER, 0.1), ("decline", 0.05)))
    assert code_of(rules, cell).meaning == "take sugar"
    assert code_of(rules, replace(cell, action="decline")).meaning == "no sugar"
    wagers_command(ROUGE.key, [], as_json=False, classes=True)
    told = capsys.readouterr().out
    assert "Rouge et Sucre" in told
    assert "Rouge  " in told
    assert "two red cards" in told


def test_the_commands_name_them(capsys: pytest.CaptureFixture[str]) -> None:
    games_command(None, as_json=False)
    listed = capsys.readouterr().out
    assert "Rouge et Sucre" in listed
    assert "Bets on two red cards: yes, no" in listed
    analyze_command(ROUGE.key, [], strategy="total", repeat=1, shoe="", without="", claim="", xlsx=None, as_json=False)
    assert "Rouge et Sucre" in capsys.readouterr().out
    no_file = {"csv": None, "svg": None, "pdf": None, "xlsx": None}
    strategy_command(ROUGE.key, [], strategy="total", **no_file, exceptions=False, as_json=False)
    card = capsys.readouterr().out
    assert "Rouge et Sucre: basic strategy" in card
    assert "Sugar: always accept" in card


def test_the_report_names_them() -> None:
    found, _ = gathered(ROUGE.key, two_red_cards="yes")
    headings, tables = (printed(found, selector) for selector in ("heading", "table"))
    assert "Rouge Wager" in headings
    assert "Bets on two red cards yes" in tables
    assert "two red cards" in tables
