"""The lab page: a game is analysed and simulated, a cell is asked what it is worth, files are taken home."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from holecard.games import find
from holecard.lab.analysis import analyse
from tests.browser.conftest import Visit
from tests.browser.holding import hold
from tests.browser.served import Served

LONG = 600_000.0


@pytest.fixture
def served(served_to_read: Served) -> Served:
    return served_to_read


def _choose(page: Page, game: str, **options: str) -> None:
    page.get_by_label("Game", exact=True).select_option(game)
    for name, value in options.items():
        page.locator(f"#option-{name}").select_option(value)


def test_a_game_is_analysed_and_its_figures_are_the_labs(visit: Visit, served: Served) -> None:
    page = visit(f"{served.url}/#/lab")
    page.locator(".chosen-option").first.wait_for()
    hold(page)
    _choose(page, "reference", decks="1", max_hands="2")
    page.get_by_role("button", name="Analyse").click()
    edge = analyse(find("reference").configure({"decks": "1", "max_hands": "2"})).house_edge
    expect(page.locator(".hero-edge")).to_have_text(f"{abs(edge) * 100:.4f}\u202f%", timeout=LONG)
    expect(page.locator(".hero-what")).to_contain_text("player's" if edge < 0 else "house")
    hold(page)
    page.get_by_role("button", name="Hard totals, 16 against 10").first.click()
    expect(page.locator(".cell-detail")).to_have_text(re.compile(r"16 against 10: .*Hit [+−]\d\.\d{4}, "))
    page.keyboard.press("ArrowUp")
    expect(page.locator(".cell-detail")).to_contain_text("17")
    expect(page.locator(".chart")).to_have_count(1)
    for name, suffix in (("Card (CSV)", "card.csv"), ("Report (PDF)", "report.pdf")):
        with page.expect_download(timeout=LONG) as waiting:
            page.get_by_role("link", name=name).click()
        assert waiting.value.suggested_filename.endswith(suffix)
        assert waiting.value.path().stat().st_size > 1000


def test_a_forbidden_choice_is_refused_where_it_was_made(visit: Visit, served: Served) -> None:
    page = visit(f"{served.url}/#/lab")
    page.locator("#option-decks").select_option("5")
    page.locator("summary", has_text="Side wagers").click()
    page.locator("#option-match_the_dealer").select_option("yes")
    page.get_by_role("button", name="Analyse").click()
    alert = page.locator(".lab-analysis inline-error")
    expect(alert).to_contain_text("58 Pa. Code § 685a.6(e)")
    expect(alert).to_contain_text("Possible:")


def test_a_simulation_converges_and_another_is_cancelled(visit: Visit, served: Served) -> None:
    page = visit(f"{served.url}/#/lab")
    page.locator(".chosen-option").first.wait_for()
    _choose(page, "reference", decks="1", max_hands="2")
    page.get_by_label("Rounds to simulate").select_option("1 million")
    page.get_by_role("button", name="Simulate").click()
    tiles = page.locator(".lab-simulation .tiles")
    expect(tiles).to_contain_text("1\u2009000\u2009000", timeout=LONG)
    expect(tiles).to_contain_text("standard errors away")
    hold(page)
    page.get_by_label("Rounds to simulate").select_option("100 million")
    page.get_by_role("button", name="Simulate").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".lab-simulation inline-error")).to_contain_text("Cancelled")
