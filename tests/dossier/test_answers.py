"""Every clause that a filing answers is in the dossier, and what is not stated is an open point."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from holecard.dossier._answers import ASKED, Row, Source, clause_rows
from holecard.dossier._walk import Walk, walk
from holecard.engine.questions import Role
from holecard.games import GAMES, find
from holecard.house.house_file import check_house, read_house
from holecard.law.clauses import editions, register, registers
from holecard.law.errors import Malformed
from holecard.law.filing import CLAUSES, Kind, filing_of

ROOT = Path(__file__).parents[2]
EXAMPLE = (ROOT / "docs/examples/filing.toml").read_text("utf-8")
HEAD = '[house]\nname = "Corner House"\n'


def rows(text: str, table: int = 0, rounds: int = 0) -> dict[str, Row]:
    checked = check_house(read_house(text))[table]
    assert checked.rules is not None
    walked = walk(checked.rules, rounds) if rounds else Walk(checked.rules)
    return {row.clause.id: row for row in clause_rows(checked, walked, {})}


def one_table(game: str, options: str = "", filing: str = "") -> str:
    head = f'{HEAD}[[table]]\nname = "Pit 1"\ngame = "{game}"\n'
    return f"{head}[table.options]\n{options}\n[table.filing]\n{filing}\n"


@pytest.mark.parametrize(
    ("game", "edition"),
    [(key, held.edition) for held in registers() for key, game in GAMES.items() if game.instrument == held.key],
)
def test_every_clause_that_asks_is_answered_or_open(game: str, edition: str) -> None:
    held = register(str(find(game).instrument), edition)
    chosen = f'edition = "{edition}"' if len(editions(held.key)) > 1 else ""
    found = rows(one_table(game, chosen), rounds=40)
    assert set(found) == {clause.id for clause in held.clauses.values() if clause.status in ASKED}
    for row in found.values():
        assert row.answers or row.open, row.clause.id
        assert row.approves


def test_the_data_name_clauses_and_options_that_exist() -> None:
    for held in registers():
        asked = filing_of(held.key)
        known = {option.name for game in GAMES.values() if game.instrument == held.key for option in game.options}
        named = {*asked.stated, *asked.approves, *asked.only, *asked.people_by_clause}
        named |= {clause for field in asked.fields.values() for clause in field.clauses}
        for clause in named - {"7.1A"}:  # which only has parts
            held.cite(clause)
        for only in (*asked.only.values(), *(field.only for field in asked.fields.values())):
            for name in only:
                assert name == "game" or name in known or name.removeprefix("field.") in asked.fields, name


def test_the_example_has_no_open_points() -> None:
    for table in range(2):
        assert [row.clause.id for row in rows(EXAMPLE, table, rounds=40).values() if row.open] == []


def test_a_choice_that_has_to_be_stated_is_not_taken_from_a_default() -> None:
    found = rows(one_table("pa-down-under"))
    assert [point.what for point in found["7(r)"].open] == ["Order of settlement: the choice has to be stated"]
    assert not any(answer.source is Source.DEFAULT for answer in found["6(f)"].answers)
    stated = rows(one_table("pa-down-under", 'settlement = "box-by-box"\nboxes_per_player = 2'))
    assert not stated["7(r)"].open
    assert [answer.value for answer in stated["6(f)"].answers] == ["2"]


def test_a_pay_scale_has_to_be_stated_once_the_wager_is_offered() -> None:
    off, on = rows(one_table("nz-blackjack")), rows(one_table("nz-blackjack", "perfect_pair = true"))
    assert off["15B.7"].answers[0].source is Source.NOT_HERE
    assert [point.write for point in on["15B.7"].open] == ["[table.options] perfect_pair_scale"]


def test_what_the_shuffler_changes() -> None:
    by_hand, batch = (
        rows(one_table("pa-down-under", f'shuffler = "{shuffler}"'))["3(b)(2)"] for shuffler in ("manual", "batch")
    )
    assert by_hand.answers[0].value == "How cards are shuffled: by hand"
    assert not any(answer.source is Source.NOT_HERE for answer in batch.answers)


@pytest.mark.parametrize(("game", "boxes"), [("pa-down-under", 1), ("nz-blackjack", 2)])
def test_a_continuous_shuffler_and_few_boxes_can_be_walked(game: str, boxes: int) -> None:
    rules = find(game).configure({"shuffler": "continuous"})
    walked = walk(replace(rules, boxes=replace(rules.boxes, most=boxes)), 3)
    assert "A round: settlement" in walked.occasions


def test_a_clause_answered_in_the_houses_own_words() -> None:
    asked = rows(one_table("masque-down-under", 'device = "peeker"'))["2(1)"]
    assert asked.open or asked.answers
    told = rows(one_table("pa-down-under", filing='clauses = {"2(a)" = "six places, numbered from the left"}'))["2(a)"]
    assert "six places, numbered from the left" in [answer.value for answer in told.answers]


@pytest.mark.parametrize(
    ("filing", "clause"),
    [
        ("deck_changes = 25", "3(c)"),
        ("cover_card_depth = 77", "5(d)"),  # a quarter of six decks is 78 cards
        ('inscription_blackjack = {text = "Pays three to two", approved = "nobody"}', "2(b)(4)(i)"),
    ],
)
def test_a_filing_that_a_clause_forbids(filing: str, clause: str) -> None:
    (checked,) = check_house(read_house(one_table("pa-down-under", filing=filing)))
    assert [refusal.cite.clause for refusal in checked.findings] == [clause]


@pytest.mark.parametrize(
    ("filing", "words"),
    [
        ('colour = "red"', "'colour' is unknown. Known: layout_approval"),
        ('drop_box = "in front"', 'drop_box must be "dealer\'s left"'),
        ("logo = 3", "logo must be text in quotes"),
        ('logo = ""', "logo must be one line"),
        ('deck_changes = "24"', "deck_changes must be a whole number of at most 24"),
        ("deck_changes = true", "deck_changes must be a whole number"),
        ('inscription_dealer_draws = "other"', 'inscription_dealer_draws must be "exact" or'),
        ('clauses = {"99" = "x"}', "there is no clause '99'"),
    ],
)
def test_a_filing_that_cannot_be_read(filing: str, words: str) -> None:
    with pytest.raises(Malformed, match=re.escape(words)):
        read_house(one_table("pa-down-under", filing=filing))


def test_the_filing_of_all_tables() -> None:
    house = read_house(HEAD + '[filing]\ndate = "2026-03-01"\nlogo = "L"\n' + one_table("pa-down-under")[len(HEAD) :])
    assert (house.filed, dict(house.tables[0].filing)) == ("2026-03-01", {"logo": "L"})
    with pytest.raises(Malformed, match="such as 2026-03-01"):
        read_house(HEAD + "[filing]\ndate = 3\n" + one_table("pa-down-under")[len(HEAD) :])


def test_the_walk_is_the_same_every_time_and_names_the_people() -> None:
    rules = find("pa-down-under").configure()
    first, second = walk(rules, 60), walk(rules, 60)
    assert (first.occasions, first.irregularities) == (second.occasions, second.irregularities)
    opening = {(step.cite.clause, step.who) for step in first.occasions["Opening the table"]}
    assert {("4(a)", Role.DEALER), ("4(a)", Role.FLOOR), ("4(b)", Role.BETTOR), ("5(d)", Role.DEALER)} <= opening
    order = [step.cite.clause for step in first.occasions["Opening the table"]]
    assert order.index("4(a)") < order.index("4(c)") < order.index("5(d)") < order.index("7(a)")
    assert "Nobody plays" in first.occasions
    told = [(step.cite.clause, step.who.value, step.what) for step in first.irregularities["Requested card not dealt"]]
    assert ("12(g)", "bettor", "Chooses: Take the card last, Call the hand dead") in told
    assert "12(c)" in {step.cite.clause for step in first.irregularities["Card drawn too early, seen"]}


def test_the_reference_lists_every_field() -> None:
    page = (ROOT / "docs/house-file.md").read_text("utf-8")
    for held in registers():
        for field in filing_of(held.key).fields.values():
            assert f"`{field.key}`" in page, field.key
            assert all(register(held.key, held.edition).cite(clause) for clause in field.clauses)
    assert f"`{CLAUSES}`" in page
    assert {kind.value for kind in Kind} >= {"choice", "position", "device"}


def test_an_irregularity_shows_what_each_choice_leads_to() -> None:
    """A shoe without a cutting card is shuffled again, and who may cut depends on what a player chooses."""
    found = walk(find("nz-blackjack").configure(), rounds=3).irregularities
    steps = [(step.cite.clause, step.who.value, step.what) for step in found["No cutting card in the shoe"]]
    assert [clause for clause, _, _ in steps].index("7.2") < [what for _, _, what in steps].index("Cut the cards")
    assert any(clause == "7.4" and what.startswith("Let someone else cut: ") for clause, _, what in steps)
    assert ("7.6(a)", "dealer", "Put the cutting card in") in steps
    dealt = [step.what for step in found["Card dealt in error"] if step.cite.clause == "16.5(a)"]
    assert dealt[0].startswith("Void the hand: ")


def test_an_offer_is_one_step_whatever_the_hand_is_worth() -> None:
    """The question itself names the total of the hand, which would give a step for every total."""
    turns = walk(find("pa-double-back-jack").configure(), rounds=60).occasions["A round: the players' turns"]
    offered = [step.what for step in turns if step.who is Role.BETTOR and "Second Chance, " in step.what]
    assert len(offered) == 1
    assert offered[0].startswith("Chooses: ")
    assert not any("Bust with" in step.what for step in turns)
