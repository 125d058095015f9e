"""The house file: what is read, what is malformed, and what the law says of a table and of all tables together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from holecard.engine.game import HouseWide
from holecard.engine.options import YES_NO, Choice, Options, Sum
from holecard.games import GAMES, find
from holecard.house.croupier import LiveCroupier
from holecard.house.house_file import Checked, check_house, read_house
from holecard.law.clauses import UnknownClause, house, instrument
from holecard.law.errors import Malformed, Refused
from holecard.values.shoe import SystemShuffler

EXAMPLE = Path(__file__).parents[2] / "docs/examples/house.toml"
HEAD = '[house]\nname = "Corner House"\n'


def table(options: str = "", *, name: str = "Pit 1", game: str = "pa-down-under", more: str = "") -> str:
    return f'[[table]]\nname = "{name}"\ngame = "{game}"\n{more}\n[table.options]\n{options}\n'


def checked(*tables: str) -> tuple[Checked, ...]:
    return check_house(read_house(HEAD + "".join(tables)))


def findings(one: Checked) -> list[tuple[str, str]]:
    return [(refusal.what, refusal.cite.clause) for refusal in one.findings]


def offers_pairs(chosen: Options) -> bool:
    return chosen.flag("perfect_pair")


ONE_SCALE = HouseWide(option="perfect_pair_scale", when=offers_pairs, clause="6(e)")


@pytest.fixture
def pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games of one instrument with a side wager whose pay scale is one for the house, and maximums of their own."""
    law, base = instrument("pa-685a"), find("pa-down-under")
    options = (
        *base.options,
        Choice("perfect_pair", "Perfect Pair", YES_NO, False, law("6(e)")),
        Choice("perfect_pair_scale", "Perfect Pair: pay scale", ("one", "two", "three"), "one", law("6(e)")),
        Sum("box_maximum", "Maximum per box", 100_000, house("box maximum")),
        Sum("player_maximum", "Maximum per player", 100_000, house("player maximum")),
    )
    for key in ("pairs", "more-pairs"):
        game = replace(base, key=key, options=options, house_wide=(ONE_SCALE,))
        monkeypatch.setitem(GAMES, key, game)


# Lawful


def test_the_example_in_the_documentation_is_lawful() -> None:
    found = check_house(read_house(EXAMPLE.read_text("utf-8")))
    assert [one.table.name for one in found] == ["Down Under 1", "Down Under 2", "Masque"]
    assert all(one.is_lawful for one in found)


def test_a_lawful_table_comes_with_its_rules() -> None:
    (one,) = checked(
        table('decks = 8\nmatch_the_dealer = true\nminimum = "25"\nmid_shoe_entry = "no"', more="boxes = 3")
    )
    assert one.is_lawful
    expected = find("pa-down-under").configure(decks=8, match_the_dealer=True, minimum="25.00", mid_shoe_entry=False)
    assert one.rules is not None
    assert one.rules.hash == expected.hash
    assert one.options == expected.options.shown()
    assert (one.table.boxes, one.edition) == (3, "2020")


def test_what_is_left_out_is_as_the_game_has_it() -> None:
    bare, reference = checked(
        '[[table]]\nname = "Pit 1"\ngame = "pa-down-under"\n', table(name="Pit 2", game="reference")
    )
    assert bare.options == find("pa-down-under").configure().options.shown()
    assert (bare.table.boxes, reference.table.boxes) == (6, 7)
    assert reference.edition is None


def test_a_house_is_a_frozen_value() -> None:
    (one,) = read_house(HEAD + table("decks = 8")).tables
    with pytest.raises(TypeError):
        one.options["decks"] = "6"  # type: ignore[index]


@pytest.mark.usefixtures("pairs")
def test_maximums_stand_beside_the_game_or_among_its_options() -> None:
    beside, among = checked(
        table(name="A", game="pairs", more='box_maximum = "500.00"\nplayer_maximum = "900.00"'),
        table('box_maximum = "500.00"\nplayer_maximum = "900.00"', name="B", game="pairs"),
    )
    assert beside.options == among.options
    assert (beside.options["box_maximum"], beside.options["player_maximum"]) == ("500.00", "900.00")


# Not lawful


@pytest.mark.parametrize(
    ("options", "more", "what", "clause", "remedy"),
    [
        ("decks = 7", "", "decks=7", "3(a)", ("4", "5", "6", "8")),
        ('shuffler = "robot"', "", "shuffler=robot", "5(h)", ("manual", "batch", "continuous")),
        ('minimum = "0.00"', "", "minimum=0.00", "table minimum", ()),
        ('edition = "1999"', "", "edition=1999", "0", ("2020", "2018")),
        ("edition = 2018", "", "edition=2018", "law in force", ("edition=2020",)),
        ("", "boxes = 7", "7 boxes", "2(a)", ("1 to 6",)),
        (
            "decks = 5\nmatch_the_dealer = true",
            "",
            "Match-the-Dealer",
            "6(e)",
            ("decks=6", "decks=8", "match_the_dealer=no"),
        ),
        ('minimum = "50.00"\nmaximum = "25.00"', "", "a minimum above the maximum", "table limits", ()),
        ('minimum = "1.25"', "", "table limits", "table limits", ()),
    ],
)
def test_each_finding_has_its_clause_and_its_remedy(
    options: str, more: str, what: str, clause: str, remedy: tuple[str, ...]
) -> None:
    (one,) = checked(table(options, more=more))
    assert not one.is_lawful
    assert findings(one) == [(what, clause)]
    assert one.findings[0].legal == remedy
    assert one.findings[0].why


def test_all_that_is_wrong_with_a_table_is_told() -> None:
    (one,) = checked(
        table(
            'decks = 7\nedition = "2018"\nshuffler = "robot"\nminimum = "50.00"\nmaximum = "25.00"',
            more="boxes = 9",
        )
    )
    assert findings(one) == [
        ("edition=2018", "law in force"),
        ("decks=7", "3(a)"),
        ("shuffler=robot", "5(h)"),
        ("9 boxes", "2(a)"),
        ("a minimum above the maximum", "table limits"),
    ]
    assert {refusal.cite.edition for refusal in one.findings if refusal.cite.is_law} == {"2018"}
    assert one.rules is None
    assert (one.options["decks"], one.options["chip"]) == ("7", "0.50")


def test_a_refused_option_counts_as_left_out_of_combinations() -> None:
    (one,) = checked(table("decks = 7\nmatch_the_dealer = true"))
    assert findings(one) == [("decks=7", "3(a)")]


def test_one_bad_table_does_not_spoil_another() -> None:
    bad, good = checked(table("decks = 7", name="A"), table(name="B"))
    assert (bad.is_lawful, good.is_lawful) == (False, True)


def test_a_proposed_edition_is_refused_as_a_live_table_refuses_it() -> None:
    (one,) = checked(table('edition = "2018"'))
    assert one.rules is not None
    with pytest.raises(Refused) as live:
        LiveCroupier(one.rules, SystemShuffler())
    (found,) = one.findings
    assert (found.what, found.cite, found.why) == (live.value.what, live.value.cite, live.value.why)


# Across tables


def scales(*chosen: tuple[str, str, str]) -> Mapping[str, list[tuple[str, str]]]:
    tables = (table(options, name=name, game=game) for name, game, options in chosen)
    return {one.table.name: findings(one) for one in checked(*tables)}


ON = "perfect_pair = true\n"


@pytest.mark.usefixtures("pairs")
def test_one_scale_for_the_house() -> None:
    same = scales(
        ("A", "pairs", f'{ON}perfect_pair_scale = "two"'), ("B", "more-pairs", f'{ON}perfect_pair_scale = "two"')
    )
    assert same == {"A": [], "B": []}


@pytest.mark.usefixtures("pairs")
def test_two_scales_are_a_finding_at_every_table_concerned() -> None:
    found = scales(
        ("A", "pairs", ON),
        ("B", "more-pairs", f'{ON}perfect_pair_scale = "two"'),
        ("C", "pairs", ON),
        ("off", "pairs", 'perfect_pair_scale = "three"'),
        ("other", "pa-down-under", ""),
    )
    one, two = [("perfect_pair_scale=one", "6(e)")], [("perfect_pair_scale=two", "6(e)")]
    assert found == {"A": one, "B": two, "C": one, "off": [], "other": []}


@pytest.mark.usefixtures("pairs")
def test_the_finding_names_the_other_table_and_the_remedy() -> None:
    _, other = checked(
        table(ON, name="A", game="pairs"), table(f'{ON}perfect_pair_scale = "two"', name="B", game="pairs")
    )
    (found,) = other.findings
    assert found.why == "every table of the house needs the same value; other tables have one at 'A'"
    assert found.legal == ("perfect_pair_scale=one at every table", "perfect_pair_scale=two at every table")
    assert found.cite == instrument("pa-685a")("6(e)")


@pytest.mark.usefixtures("pairs")
def test_a_table_refused_for_its_own_options_is_not_compared() -> None:
    found = scales(("A", "pairs", f"{ON}decks = 7"), ("B", "pairs", f'{ON}perfect_pair_scale = "two"'))
    assert found == {"A": [("decks=7", "3(a)")], "B": []}


def test_a_rule_for_the_house_cites_a_clause_that_exists() -> None:
    with pytest.raises(UnknownClause):
        replace(find("pa-down-under"), house_wide=(replace(ONE_SCALE, clause="99(z)"),))


# Malformed


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[house", ("not valid TOML",)),
        ("a = " + "[" * 100_000, ("not valid TOML",)),
        ("", ("'house' is missing",)),
        (table(), ("'house' is missing",)),
        ("[house]\n" + table(), ("[house]", "'name' is missing")),
        ("house = 1\n" + table(), ("[house]", "not 1")),
        ('[house]\nname = ""\n' + table(), ("[house]", "name")),
        ('[house]\nname = "two\\nlines"\n' + table(), ("[house]", "one line")),
        (HEAD, ("no tables", "[[table]]")),
        (f"table = []\n{HEAD}", ("no tables",)),
        (HEAD + '[table]\nname = "Pit 1"', ("[[table]]", "two brackets")),
        ("table = [1]\n" + HEAD, ("table 1", "not 1")),
        (HEAD + "chips = 3\n" + table(), ("[house]", "'chips' is unknown", "name")),
        (HEAD + table() + "[pit]\n", ("'pit' is unknown", "house, filing, table")),
        (HEAD + table(more="seats = 3"), ("'Pit 1'", "'seats' is unknown", "boxes")),
        (HEAD + table("deck = 6"), ("'Pit 1'", "'deck' is unknown", "decks", "mid_shoe_entry")),
        (HEAD + '[[table]]\ngame = "reference"', ("table 1", "'name' is missing")),
        (HEAD + '[[table]]\nname = "Pit 1"', ("'Pit 1'", "'game' is missing")),
        (HEAD + '[[table]]\nname = 1\ngame = "reference"', ("table 1", "name", "not 1")),
        (HEAD + '[[table]]\nname = "Pit 1"\ngame = 21', ("'Pit 1'", "game", "not 21")),
        (HEAD + table(game="poker"), ("'Pit 1'", "'poker'", "pa-down-under")),
        (HEAD + table() + table(), ("two tables", "'Pit 1'")),
        (HEAD + table() + table(name=" Pit 1 "), ("two tables", "'Pit 1'")),
        (HEAD + table(more='boxes = "six"'), ("'Pit 1'", "boxes", '"six"')),
        (HEAD + table(more="boxes = true"), ("boxes", "true")),
        (HEAD + table(more="boxes = 0"), ("boxes", "1 or more")),
        (HEAD + '[[table]]\nname = "Pit 1"\ngame = "reference"\noptions = 6', ("'Pit 1'", "options", "not 6")),
        (HEAD + table('minimum = "0.005"'), ("'Pit 1'", "minimum", "'0.005'", "whole cents")),
        (HEAD + table("minimum = 10"), ("'Pit 1'", "minimum", "10", "in quotes")),
        (HEAD + table("minimum = 10.5"), ("minimum", "10.5", "in quotes")),
        (HEAD + table("decks = 6.0"), ("decks", "6.0", "4, 5, 6, 8")),
        (HEAD + table("decks = true"), ("decks", "true")),
        (HEAD + table("match_the_dealer = [true]"), ("match_the_dealer", "[true]", "yes, no")),
        (HEAD + table("edition = 2020-01-01"), ("edition", "2020-01-01")),
        (HEAD + table('match_suited = "lots"', game="masque-down-under"), ("match_suited", "'lots'")),
        (HEAD + table("match_suited = 11", game="masque-down-under"), ("match_suited", "11:1")),
        (HEAD + table(more='box_maximum = "100.00"'), ("'Pit 1'", "pa-down-under has no box_maximum")),
    ],
)
def test_malformed(text: str, words: tuple[str, ...]) -> None:
    with pytest.raises(Malformed) as error:
        read_house(text)
    for word in words:
        assert word in str(error.value)


@pytest.mark.usefixtures("pairs")
def test_a_maximum_given_twice() -> None:
    twice = table('box_maximum = "100.00"', game="pairs", more='box_maximum = "200.00"')
    with pytest.raises(Malformed, match="box_maximum appears twice"):
        checked(twice)
