"""The JSON of every command is as its schema says, and the reference page shows the schemas."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

import holecard as hc
from holecard.cli.count.shown import described
from holecard.lab.counting.operator import operator_page
from holecard.testing import PROPERTIES
from tests.cli.kit import here

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
SMALL = ("--set", "decks=1", "--set", "max_hands=1")
SCRIPT = {
    "game": "pa-down-under",
    "options": {"decks": 6},
    "boxes": [{"box": 1, "bettors": [{"name": "Ann", "wagers": {"main": "10.00"}}]}],
    "cards": ["8s", "6h", "8d", "Ts", "3c", "Th", "9d", "7c"],
    "answers": [
        {"box": 1, "bettor": "Ann", "do": "split"},
        {"box": 1, "bettor": "Ann", "hand": 1, "do": "double"},
        {"box": 1, "bettor": "Ann", "hand": 2, "do": "stand"},
    ],
}
COMMANDS: dict[str, list[str]] = {
    "games": ["games"],
    "analyze": ["analyze reference", "analyze nz-ante-up", "analyze reference --shoe infinite --claim 0.4:0.6"],
    "hand": ["hand reference --hand T6 --up 9", "hand pa-down-under --hand T6 --up T --hole T"],
    "strategy": ["strategy reference", "strategy reference --strategy composition"],
    "wagers": ["wagers pa-down-under"],
    "simulate": ["simulate reference --rounds 1", "simulate nz-blackjack --rounds 100 --wager perfect-pair=1.00"],
    "sweep": ["sweep reference --over decks=1,2", "sweep reference --over decks=1 --baseline default"],
    "law-show": ["law show", "law show pa-685a", "law show down-under-rop"],
    "law-diff": ["law diff pa-685a@2018 pa-685a@2020"],
    "law-matrix": ["law matrix", "law matrix pa-685a 7(n)"],
    "house-check": [f"house check {EXAMPLES / 'house.toml'}"],
    "rng-test": ["rng test --count 20000", "rng test --what shoes --count 250"],
    "count-removals": ["count removals reference", "count removals pa-down-under --wager match-the-dealer"],
    "count-systems": ["count systems reference", "count systems reference --wager insurance"],
    "count-simulate": ["count simulate nz-blackjack --system hi-lo --rounds 2000 --wager perfect-pair=1.00"],
    "count-indices": ["count indices reference --system hi-lo"],
    "count-ramp": ["count ramp reference --system hi-lo --rounds 2000 --spread 1-12"],
    "replay": [f"replay {EXAMPLES / 'dealer-22.round'}"],
}
OTHERS = {  # tested one by one
    *("script", "script-file", "bankroll", "house-diff", "account-list", "account-log", "audit-verify", "test-game"),
    *("count-report", "dossier", "dossier-verify", "dossier-diff", "house-archive", "audit-archive"),
}


def check(name: str, document: Any) -> None:
    jsonschema_rs.validator_for(hc.schema(name)).validate(document)


def test_every_schema_is_tested() -> None:
    assert set(hc.schemas()) == set(COMMANDS) | OTHERS
    with pytest.raises(hc.Malformed, match="unknown schema 'nothing'"):
        hc.schema("nothing")


@pytest.mark.parametrize(("name", "command"), [(name, one) for name, lines in COMMANDS.items() for one in lines])
def test_what_a_command_prints(name: str, command: str) -> None:
    small = [] if " reference" not in command else list(SMALL[2:] if name == "sweep" else SMALL)
    check(name, here(*command.split(), *small, "--json").document)


def test_a_schema_refuses_what_is_not_so() -> None:
    document = here("hand", "reference", *SMALL, "--hand", "T6", "--up", "9", "--json").document
    for spoiled in ({"ev": "0.5"}, {"up": "K"}, {"more": 1}, {"shoe": {"decks": "many", "without": []}}):
        with pytest.raises(jsonschema_rs.ValidationError):
            check("hand", [{**document[0], **spoiled}])


def test_scripts_and_their_results(tmp_path: Path) -> None:
    refused = {**SCRIPT, "answers": [{"box": 1, "bettor": "Ann", "do": "surrender"}]}
    unlawful = {**SCRIPT, "options": {"decks": 5, "match_the_dealer": True}}
    for document, code in ((SCRIPT, 0), (refused, 3), (unlawful, 3)):
        check("script-file", document)
        file = tmp_path / "script.json"
        file.write_text(json.dumps(document))
        ran = here("script", str(file), "--json")
        assert ran.code == code
        check("script", ran.document)


def test_sessions() -> None:
    found = hc.bankroll(hc.game("reference", decks=1, max_hands=1), sessions=200, hours=1, from_rounds=20_000)
    check("bankroll", json.loads(json.dumps(found.to_dict())))


def test_differences_between_houses(tmp_path: Path) -> None:
    old = EXAMPLES / "house.toml"
    new = tmp_path / "house.toml"
    new.write_text(old.read_text().replace("decks = 6", "decks = 8").replace('name = "Down Under 2"', 'name = "New"'))
    ran = here("house", "diff", str(old), str(new), "--json")
    check("house-diff", ran.document)
    kinds = {(change["what"], change["from"] is None, change["to"] is None) for change in ran.document}
    assert kinds >= {("decks", False, False), ("table", True, False), ("table", False, True)}
    assert "Down Under 1: decks 6 to 8 (58 Pa. Code § 685a.3(a))" in here("house", "diff", str(old), str(new)).out
    assert here("house", "diff", str(old), str(old)).out == "The two houses are the same.\n"


def test_the_records_of_a_house(tmp_path: Path) -> None:
    database = ("--database", f"sqlite:///{tmp_path / 'house.db'}")
    assert here("account", "add", "pat", *database, typed="correct horse battery\n").code == 0
    assert here("account", "disable", "pat", "--why", "on leave", *database).code == 0
    for name in ("account-list", "account-log", "audit-verify"):
        ran = here(*name.split("-"), *database, "--json")
        assert ran.code == 0
        check(name, ran.document)
    with sqlite3.connect(tmp_path / "house.db") as records:
        records.execute("UPDATE accounts SET role = 'admin'")
    broken = here("audit", "verify", *database, "--json")
    assert (broken.code, broken.document["ok"]) == (1, False)
    check("audit-verify", broken.document)


def test_the_properties_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holecard.cli.properties.PROPERTIES", PROPERTIES[:1])
    check("test-game", here("test-game", "reference", "--json").document)


def test_an_observer() -> None:
    """As the command prints it, from fewer samples."""
    rules = hc.game("reference", decks=1, max_hands=1)
    check(
        "count-report", json.loads(json.dumps(described(rules, operator_page(rules, samples=20, solved=1).to_dict())))
    )


def test_the_reference_page_is_current() -> None:
    done = subprocess.run(
        [sys.executable, "scripts/json_reference.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
