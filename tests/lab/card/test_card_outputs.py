"""The outputs of a strategy card: each says what the cells say, on one page, and reads without colour."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from functools import cache
from xml.etree import ElementTree

import pytest

from holecard.games import GAMES, find
from holecard.lab.card.cells import Card, Cell, strategy_card
from holecard.lab.card.codes import TINTS, code_of
from holecard.lab.card.csv_file import card_csv, composition_csv, compositions
from holecard.lab.card.pdf_file import card_pdf, card_png
from holecard.lab.card.svg_file import HEIGHT, MARGIN, WIDTH, card_svg
from holecard.lab.card.text import Line, Shown, lines, offers, sheet
from holecard.lab.solver.analysis import Analysis, analyse
from holecard.lab.solver.shoes import Strategy

SVG = "{http://www.w3.org/2000/svg}"
SOME = ("reference", "pa-down-under", "pa-double-back-jack", "nz-blackjack-plus", "nz-free-bet")
SURRENDER = {"decks": "2", "soft17": "hit", "surrender": "late", "das": "no"}


@cache
def solved(game: str, options: tuple[tuple[str, str], ...] = ()) -> tuple[Analysis, Card]:
    analysis = analyse(find(game).configure(dict(options)), strategy=Strategy.TOTAL)
    return analysis, strategy_card(analysis)


def solved_with(game: str, options: Mapping[str, str]) -> tuple[Analysis, Card]:
    return solved(game, tuple(options.items()))


def find_line(found: tuple[Line, ...], section: str, label: str) -> list[str]:
    (line,) = (line for line in found if (line.section, line.label) == (section, label))
    return [str(shown) for shown in line.shown]


# What is read


@pytest.mark.parametrize("game", SOME)
def test_every_cell_is_on_the_card_under_a_code_that_says_what_it_does(game: str) -> None:
    _, card = solved(game)
    standing = [(shown, cell) for line in lines(card, card.columns) for shown in line.shown for cell in shown.cells]
    assert {(cell.row, cell.column) for _, cell in standing} == set(card.cells)
    assert len(standing) == len(card.cells)
    for shown, cell in standing:
        assert says(shown, cell), (shown, cell)


def says(shown: Shown, cell: Cell) -> bool:
    """Whether somebody who reads the legend does with this hand what its cell says."""
    meaning = shown.code.meaning
    if cell.row.cards:
        meaning = meaning.rpartition(", else ")[2]
        if " with more" in meaning:
            meaning = meaning.partition(", ")[2].removesuffix(" with more")
    else:
        meaning = meaning.partition(", else ")[0].partition(" with two cards")[0]
    return meaning == cell.action.replace("-", " ") or (meaning.startswith("no ") and cell.action == "decline")


def test_the_lines_of_the_reference_game() -> None:
    _, card = solved("reference")
    found = lines(card, card.columns)
    assert find_line(found, "hard", "17–20") == ["S"] * 10
    assert find_line(found, "hard", "16") == [*"SSSSSHHH", "Hs*", "H"]
    assert find_line(found, "soft", "18") == ["S", "Ds", "Ds", "Ds", "Ds", "S", "S", "H", "H", "H*"]
    assert find_line(found, "pair", "2,2–3,3") == [*"PPPPPPHHHH"]


def test_surrender_says_what_else() -> None:
    _, card = solved_with("reference", SURRENDER)
    assert code_of(card.rules, card.cell("hard 17", "A")).text == "Rs"
    assert code_of(card.rules, card.cell("8,8", "A")).text == "Rp"
    sixteen = code_of(card.rules, card.cell("hard 16", "10"))
    assert sixteen[:2] == ("Rhs", "surrender, else hit with two cards, stand with more")


def test_busted_hands_have_a_section_of_their_own() -> None:
    _, card = solved("pa-double-back-jack")
    found = lines(card, card.columns)
    assert find_line(found, "bust", "22") == [*"CCCCCCCCC", "C*"]
    assert {"C": "second chance", "N": "no second chance"}.items() <= dict(
        code[:2] for code in sheet(*solved("pa-double-back-jack"), "").legend
    ).items()


def test_where_the_number_of_cards_counts_only_what_differs_is_said() -> None:
    _, card = solved("nz-blackjack-plus")
    found = lines(card, card.columns)
    assert find_line(found, "soft", "18")[:7] == ["Sh"] * 7
    assert next(line.label for line in found if line.section == "4 cards") == "hard 17"
    assert not [line for line in found if line.section in ("3 cards", "5 cards")]


def test_down_under_has_a_card_for_each_light_and_one_for_a_hole_card_that_is_seen() -> None:
    page = sheet(*solved("pa-down-under"), "")
    assert [panel.heading for panel in page.panels] == [
        "Blue light: small (2 to 5)",
        "Red light: medium (6 to 9)",
        "Yellow light: large (10 or A)",
        "exposed",
    ]
    assert [len(panel.columns) for panel in page.panels] == [10, 10, 8, 2]


@pytest.mark.parametrize("game", SOME)
def test_the_legend_has_every_code_once_and_each_is_another(game: str) -> None:
    page = sheet(*solved(game), "")
    used = {shown.code.text for line in page.lines for shown in line.shown}
    assert sorted(code.text for code in page.legend) == sorted(used)
    assert len({code.meaning for code in page.legend}) == len(page.legend)


def test_letters_are_no_two_alike_and_readable_on_every_tint() -> None:
    for game in GAMES.values():
        letters = [action.word.card for action in game.configure().play.actions]
        assert len(set(letters)) == len(letters)
    for tint in TINTS.values():
        red, green, blue = (int(tint[at : at + 2], 16) / 255 for at in (1, 3, 5))
        assert 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.65  # grey enough for black letters


def test_insurance_is_answered_on_the_card() -> None:
    analysis, card = solved("reference")
    assert offers(analysis.solution, card) == {"insurance": "decline"}
    assert "Insurance: always decline" in sheet(analysis, card, "").notes


def test_an_edition_that_is_only_proposed_is_marked() -> None:
    proposed = sheet(*solved_with("pa-down-under", {"edition": "2018"}), "")
    assert "not in force" in proposed.warning
    assert "edition=2018" in proposed.about[1]
    assert not sheet(*solved("pa-down-under"), "").warning


# What is drawn


@pytest.mark.parametrize("game", SOME)
def test_svg_is_one_page_with_every_letter_and_nothing_from_elsewhere(game: str) -> None:
    analysis, card = solved(game)
    page = sheet(analysis, card, "1.2.3")
    drawn = card_svg(page)
    root = ElementTree.fromstring(drawn)
    texts = [element.text or "" for element in root.iter(f"{SVG}text")]
    for shown in (shown for line in page.lines for shown in line.shown):
        assert str(shown) in texts
    assert {code.meaning for code in page.legend} <= set(texts)
    assert any(analysis.rules.hash in text and "1.2.3" in text for text in texts)
    assert not re.search(r"href|url\(|@import|<image|<style", drawn)
    for element in root.iter(f"{SVG}rect"):
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        assert x + float(element.get("width", 0)) <= WIDTH + 0.01
        assert y + float(element.get("height", 0)) <= HEIGHT + 0.01
    for element in root.iter(f"{SVG}text"):
        assert MARGIN <= float(element.get("x", 0)) <= WIDTH - MARGIN
        assert MARGIN <= float(element.get("y", 0)) <= HEIGHT - MARGIN


@pytest.mark.parametrize("game", SOME)
def test_the_grid_ends_above_the_legend(game: str) -> None:
    page = sheet(*solved(game), "")
    boxes = [
        float(one.get("y", 0)) for one in ElementTree.fromstring(card_svg(page)).iter(f"{SVG}rect") if one.get("y")
    ]
    legend, cells = boxes[-len(page.legend) :], boxes[: -len(page.legend)]
    assert len(cells) == len(page.lines) * sum(len(panel.columns) for panel in page.panels)
    assert max(cells) + 4 < min(legend)


@pytest.mark.parametrize("game", SOME)
def test_pdf_is_one_page_and_the_same_again(game: str) -> None:
    page = sheet(*solved(game), "")
    made = card_pdf(page)
    assert made.startswith(b"%PDF-")
    assert made.rstrip().endswith(b"%%EOF")
    assert len(re.findall(rb"/Type\s*/Page\b", made)) == 1
    assert card_pdf(page) == made
    assert card_png(page, ppi=36).startswith(b"\x89PNG")


# What is data


@pytest.mark.parametrize("game", SOME)
def test_csv_gives_every_cell_back(game: str) -> None:
    _, card = solved(game)
    rows = list(csv.DictReader(io.StringIO(card_csv(card))))
    assert len(rows) == len(card.cells)
    for row in rows:
        cell = card.cell(row["hand"], row["up"], row["light"], row["hole"], row["cards"])
        assert (row["action"], row["otherwise"]) == (cell.action, cell.otherwise)
        assert (float(row["ev"]), float(row["margin"])) == (cell.ev, cell.margin)
        worth = {name[3:]: float(value) for name, value in row.items() if name.startswith("ev ") and value}
        assert worth == dict(cell.actions)
        listed = [tuple(part.split(": ")) for part in row["exceptions"].split("; ") if part]
        assert listed == list(cell.exceptions)


def test_compositions_agree_with_the_exceptions_of_the_card() -> None:
    analysis = analyse(find("reference").configure({}), strategy=Strategy.COMPOSITION)
    _, card = solved("reference")
    cells = list(compositions(analysis))
    assert {(cell.row, cell.column) for cell in cells} == set(card.cells)
    for found in cells:
        cell = card.cells[found.row, found.column]
        acts = {hand.cards: hand.action for hand in found.hands}
        assert all(hand.margin >= 0 for hand in found.hands)
        for cards, action in cell.exceptions:
            assert acts[cards] == action
        if not cell.row.cards and "," not in cell.row.hand:
            others = {act for cards, act in acts.items() if cards not in dict(cell.exceptions)}
            assert others <= {cell.action}
    assert len(list(csv.DictReader(io.StringIO(composition_csv(cells))))) == sum(len(cell.hands) for cell in cells)


def test_a_hand_that_the_shoe_cannot_hold_is_not_listed() -> None:
    analysis = analyse(find("reference").configure({"decks": "1"}), strategy=Strategy.COMPOSITION)
    aces = {
        cell.column.up: max(hand.cards.split().count("A") for hand in cell.hands)
        for cell in compositions(analysis)
        if cell.row == ("soft 18", "more")
    }
    assert aces["2"] == 4
    assert aces["A"] == 3


def test_every_game_has_a_card() -> None:
    for game in GAMES:
        assert card_svg(sheet(*solved(game), ""))
