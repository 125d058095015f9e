"""`import holecard as hc`: what it exports, how light it is, and that its results are those of the command."""

from __future__ import annotations

import inspect
import subprocess
import sys
import types
from typing import Any

import pytest

import holecard as hc
import holecard.rl as rl
from holecard.games import GAMES
from tests.cli.kit import here

SMALL = {"decks": 1, "max_hands": 1}
AS_PAIRS = ("--set", "decks=1", "--set", "max_hands=1")
TIMES = ("seconds", "distribution_seconds", "compile_seconds")  # they differ from run to run


def fresh_python(program: str) -> str:
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def untimed(document: Any) -> Any:
    return {name: value for name, value in document.items() if name not in TIMES}


def test_every_name_is_there_and_explains_itself() -> None:
    assert list(hc.__all__) == sorted(hc.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    assert set(hc.__all__) <= set(dir(hc))
    for name in hc.__all__:
        found = getattr(hc, name)
        if callable(found) and not isinstance(found, type(hc.HIDDEN)):
            assert inspect.getdoc(found), name


def test_every_public_object_has_an_example() -> None:
    """The doctests are collected with those of every module."""
    public = {name: getattr(hc, name) for name in hc.__all__}
    documented = {
        name: hc._public(name) if isinstance(found, types.ModuleType) else found for name, found in public.items()
    }
    assert [name for name, found in documented.items() if ">>>" not in (inspect.getdoc(found) or "")] == []


def test_importing_loads_nothing_heavy() -> None:
    program = (
        "import sys, holecard as hc\n"
        "at_first = sorted(name for name in sys.modules if name.startswith('holecard'))\n"
        "for name in hc.__all__: getattr(hc, name)\n"
        "hc.play_round(hc.game('pa-down-under'), lambda seen: 'stand', cards='9s 6h 9d')\n"
        "print(at_first, sorted({'numpy', 'numba', 'rich', 'typer'} & set(sys.modules)))\n"
    )
    assert fresh_python(program) == "['holecard'] []"


def test_a_name_that_is_also_a_package_works_as_both() -> None:
    for program in (
        "import holecard as hc; print(len(hc.games())); import holecard.games as g; print(g.find('reference').key)",
        "import holecard.games as g; import holecard as hc; print(len(hc.games())); print(g.find('reference').key)",
        "from holecard.games import find; import holecard; print(len(holecard.games())); print(find('reference').key)",
    ):
        assert fresh_python(program).split() == [str(len(GAMES)), "reference"]


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        hc.nothing  # noqa: B018


def test_a_refusal_has_its_clause() -> None:
    with pytest.raises(hc.Refused) as refused:
        hc.game("pa-down-under", decks=5, match_the_dealer=True)
    assert refused.value.clause == "6(e)"
    assert isinstance(refused.value, hc.HolecardError)
    with pytest.raises(hc.Malformed, match="unknown option 'deck'"):
        hc.game("pa-down-under", deck=6)


def test_a_table_step_by_step() -> None:
    rules = hc.game("pa-down-under")
    table = hc.open_table(rules)
    question = hc.ask(rules, table)
    assert isinstance(question, hc.PlaceWagers)
    table, facts = hc.answer(rules, table, question, hc.Bets((hc.Bet(1, "Ann", 1000),), last=True))
    assert [(fact.what, fact.amount, fact.cite.clause) for fact in facts if fact.amount] == [("placed", 1000, "6(d)")]
    nine, six, other_nine = hc.cards("9s 6h 9d")
    dealt = hc.Drawn((nine, six, other_nine, hc.HIDDEN))
    table, _ = hc.answer(rules, table, hc.ask(rules, table), dealt)
    table, _ = hc.answer(rules, table, hc.ask(rules, table), hc.Light("large"))
    question = hc.ask(rules, table)
    assert isinstance(question, hc.Decide)
    assert str(table).splitlines()[1].split() == ["box", "1", "Ann", "9s", "9d", "18", "main", "10.00"]
    assert "9♦" in table._repr_html_()
    assert "light large" in str(table)


def test_a_player_that_answers_with_what_is_not_allowed_is_refused() -> None:
    with pytest.raises(hc.Refused):
        hc.play_round(hc.game("reference"), lambda seen: "split", cards="Ts 9h 6d 9c")
    with pytest.raises(hc.Malformed, match="must decide"):
        hc.play_round(hc.game("reference"), lambda seen: None, cards="Ts 9h 6d 9c")
    with pytest.raises(hc.Malformed, match="no player answers for Bob"):
        hc.play_round(hc.game("reference"), {"Ann": lambda seen: "stand"}, bets=[hc.Bet(1, "Bob", 1000)])


def test_a_shoe_of_ones_own() -> None:
    played = hc.play_round(hc.game("reference"), lambda seen: "stand", shoe="Ts 9h 9d 9c", bets="10.00")
    assert played.won("You") == 1000
    with pytest.raises(hc.Malformed, match="shoe is empty"):
        hc.play_round(hc.game("reference"), lambda seen: "hit", shoe="Ts 9h 2d 9c")


@pytest.mark.parametrize("key", list(GAMES))
def test_every_game_is_played_told_and_replayed(key: str) -> None:
    played = hc.play_round(hc.game(key), lambda seen: seen.choices[-1], seed=5)
    again = hc.replay(played.notation)
    assert isinstance(again, hc.Round)
    assert (again.net, again.facts) == (played.net, played.facts)
    assert played.to_dict()["over"]
    assert played.rules.name in str(played)
    assert "<table" in played._repr_html_()


def test_analyze_is_the_command() -> None:
    command = here("analyze", "reference", *AS_PAIRS, "--without", "A 5", "--json").document
    found = hc.analyze(hc.game("reference", **SMALL), without="A 5").to_dict()
    assert untimed(found) == untimed(command)
    assert found["shoe"] == {"decks": 1, "without": ["A", "5"]}


def test_hand_is_the_command() -> None:
    command = here("hand", "reference", *AS_PAIRS, "--hand", "6 5", "--up", "A", "--json").document
    found = hc.hand(hc.game("reference", **SMALL), "65", up="A")
    assert found.to_dict() == command
    assert (command[0]["hand"], command[0]["up"], command[0]["strategy"]) == ("6 5", "A", "composition")


def test_strategy_is_the_command() -> None:
    command = here("strategy", "reference", *AS_PAIRS, "--json").document
    card = hc.strategy(hc.game("reference", **SMALL))
    assert card.to_dict() == command
    assert card._repr_html_().startswith("<div")
    assert "<svg" in card._repr_html_()
    with pytest.raises(hc.Malformed, match="no cell 'hard 99 2'"):
        card.cell("hard 99", "2")


def test_three_shoes_have_three_headings() -> None:
    texts = [
        here("analyze", "reference", *AS_PAIRS, *more).out.splitlines()[0]
        for more in ((), ("--without", "5 5"), ("--shoe", "infinite"))
    ]
    assert [text.split("house rules")[1].strip() for text in texts] == ["1 deck", "1 deck without 5 5", "infinite shoe"]


def test_a_claim_has_a_verdict() -> None:
    said = here("analyze", "reference", *AS_PAIRS, "--claim", "0.33:0.34")
    assert "0.33% to 0.34%: the exact figure is within" in said.out
    found = here("analyze", "reference", *AS_PAIRS, "--claim", "0.30", "--json").document["claim"]
    assert (found["low"], found["high"], found["within"]) == (0.003, 0.003, False)
    assert here("analyze", "reference", "--claim", "a lot").code == 2
    assert here("analyze", "reference", "--claim", "0.5:0.4").code == 2


def test_the_ante_is_stated_with_the_wager_behind_the_figure() -> None:
    said = here("analyze", "nz-ante-up", "--set", "minimum=10.00", "--set", "ante=1.00").out
    assert "Including the Ante of 1.00 on a main wager of 10.00" in said
    found = hc.analyze(hc.game("nz-ante-up", minimum="10.00", ante="1.00"))
    assert found.to_dict()["ante"] == {"amount": "1.00", "wager": "10.00"}


def test_clauses_are_found() -> None:
    assert hc.clause("pa-685a", "7(n)(1)").to_dict() in here("law", "show", "pa-685a", "--json").document
    with pytest.raises(hc.Malformed, match="has no clause 99"):
        hc.clause("pa-685a", "99")


def test_a_side_wager_has_no_ante_and_a_session_has_that_of_its_own_wager() -> None:
    rules = hc.game("nz-ante-up", minimum="10.00", ante="1.00", ante_waived_at="50.00")
    about = hc.wagers(hc.game("pa-down-under")).about
    assert about.fee is None
    found = hc.bankroll(rules, wager="20", sessions=100, hours=1, from_rounds=10_000)
    assert found.to_dict()["ante"] == {"amount": "1.00", "wager": "20.00"}
    assert "Including the Ante of 1.00 on a main wager of 20.00" in str(found)


def test_a_player_for_a_table_sees_what_one_for_learning_sees() -> None:
    """One type, so that one function is a player for both. A policy is told no table where none is played at."""
    assert rl.Seen is hc.Seen
    seen = rl.Seen(cards=(10, 6), total=16, soft=False, up=9, choices=("hit", "stand"))
    told: list[hc.Seen] = []

    def stands(one: hc.Seen) -> str:
        told.append(one)
        return "stand"

    hc.play_round(hc.game("reference"), stands, cards="Ts 9h 6d 9c 5s")
    (found,) = told
    assert found.table is not None
    assert (found.bettor, found.box, found.table.box(1) is not None) == ("You", 1, True)
    for name in ("cards", "total", "soft", "up", "light", "hole", "hands", "split", "subject", "added", "taken"):
        assert getattr(found, name) == getattr(seen, name), name


def test_a_player_sees_what_is_offered() -> None:
    told: list[tuple[str, str, tuple[str, ...]]] = []

    def insures(seen: hc.Seen) -> str | None:
        told.append((seen.bettor, seen.subject, seen.choices[:2]))
        return "insurance" if seen.subject == "insurance" else "stand"

    played = hc.play_round(hc.game("reference"), insures, bets="10.00", cards="Ts Ah 9d 6c 8s")
    assert told == [("You", "insurance", ("insurance", "decline")), ("You", "", ("hit", "stand"))]
    assert played.net["1"]["You"]["insurance"] == "-5.00"
