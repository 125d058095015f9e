"""`games` and `law`: what scripts rely on, and what people see."""

from __future__ import annotations

import pytest

from holecard import __version__
from holecard.games import GAMES
from holecard.law.clauses import registers
from tests.cli.kit import here, holecard


def test_version() -> None:
    assert here("--version").out == f"holecard {__version__}\n"


def test_games_as_json() -> None:
    listed = {entry["game"]: entry for entry in here("games", "--json").document}
    assert list(listed) == list(GAMES)
    for entry in listed.values():
        assert set(entry) == {"game", "name", "instrument", "edition", "options", "wagers"}
        assert all(
            set(option) == {"name", "title", "values", "value_names", "default", "clause"}
            for option in entry["options"]
        )
        assert all(set(wager) == {"wager", "pay_scales", "clause"} for wager in entry["wagers"])
    down_under = listed["pa-down-under"]
    options = {option["name"]: option for option in down_under["options"]}
    assert (down_under["instrument"], down_under["edition"]) == ("pa-685a", "2020")
    decks = {"name": "decks", "values": ["4", "5", "6", "8"], "default": "6", "clause": "3(a)"}
    assert options["decks"] == {**decks, "title": "Decks", "value_names": {}}
    assert options["dealer_ace"]["value_names"]["conventional"] == "11 up to 21"
    assert options["minimum"]["default"] == "1.00"
    assert options["minimum"]["clause"] is None
    assert {"wager": "match-the-dealer", "pay_scales": [], "clause": "6(e)"} in down_under["wagers"]
    assert (listed["reference"]["instrument"], listed["reference"]["edition"]) == (None, None)


def test_every_side_wager_of_new_zealand_lists_its_posted_limits() -> None:
    for entry in here("games", "--json").document:
        if entry["instrument"] != "nz-blackjack":
            continue
        options = {option["name"]: option for option in entry["options"]}
        assert len(entry["wagers"]) == 8
        for wager in entry["wagers"]:
            name, section = wager["wager"].replace("-", "_"), wager["clause"].partition(".")[0]
            for limit in (options[f"{name}_minimum"], options[f"{name}_maximum"]):
                assert (limit["default"], limit["clause"].partition(".")[0]) == ("none", section)


def test_every_default_can_be_set() -> None:
    """What the list says of an option is what `--set` takes."""
    for entry in here("games", "--json").document:
        GAMES[entry["game"]].configure({option["name"]: option["default"] for option in entry["options"]})


def test_law_show_as_json() -> None:
    clauses = here("law", "show", "pa-685a", "--json").document
    assert {"instrument", "edition", "clause", "status", "summary"} <= set(clauses[0])
    assert {entry["edition"] for entry in clauses} == {"2020"}
    found = here("law", "show", "pa-685a@2018", "7(h)", "--json").document
    assert [entry["clause"] for entry in found] == ["7(h)", "7(h)(1)", "7(h)(2)"]
    assert found[0]["standing"] == "proposed"


def test_a_clause_is_found_by_the_number_it_has_in_the_other_edition() -> None:
    (found, *_) = here("law", "show", "pa-685a@2018", "3(e)", "--json").document
    assert found["clause"] == "3(d)[2]"


def test_law_diff_as_json_in_both_directions() -> None:
    forth = here("law", "diff", "pa-685a@2018", "pa-685a@2020", "--json").document
    back = here("law", "diff", "pa-685a@2020", "pa-685a@2018", "--json").document
    assert forth
    assert all(set(entry) == {"clause", "kind", "from", "to"} for entry in forth)
    assert [(one["from"], one["to"]) for one in forth] == [(one["to"], one["from"]) for one in back]
    assert here("law", "diff", "pa-685a@2020", "pa-685a", "--json").document == []


def test_law_matrix_as_json() -> None:
    rows = here("law", "matrix", "--json").document
    fields = {"instrument", "edition", "clause", "status", "summary", "code", "tests"}
    fields |= {"effects", "announced_only", "stands", "said"}
    assert all(set(row) == fields for row in rows)
    keys = [(row["instrument"], row["edition"], row["clause"]) for row in rows]
    assert keys == [(held.key, held.edition, clause) for held in registers() for clause in held.clauses]


@pytest.mark.parametrize(
    "arguments",
    [
        ("games",),
        ("law", "show", "pa-685a"),
        ("law", "show", "down-under-rop"),
        ("law", "diff", "pa-685a@2018", "pa-685a@2020"),
        ("law", "matrix"),
        ("--help",),
    ],
)
def test_for_people_at_80_columns(arguments: tuple[str, ...]) -> None:
    ran = holecard(*arguments, NO_COLOR="1")
    assert ran.code == 0
    assert not ran.err
    assert "\x1b" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_the_proposed_edition_is_labelled() -> None:
    assert "(proposed)" in here("law", "show", "pa-685a@2018", "0").out
