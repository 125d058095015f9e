"""The rules page: every game, its options and clauses, and what readings are worth."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from holecard.games import GAMES, find
from tests.browser.conftest import Visit
from tests.browser.holding import hold
from tests.browser.served import Served


@pytest.fixture
def served(served_to_read: Served) -> Served:
    return served_to_read


def test_every_game_is_listed_and_opened(visit: Visit, served: Served) -> None:
    page = visit(f"{served.url}/#/rules")
    expect(page.locator(".game-card")).to_have_count(len(GAMES))
    hold(page)
    page.get_by_role("link", name="Double Back Jack").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Double Back Jack")
    held = find("pa-double-back-jack").configure().register
    assert held is not None
    expect(page.locator(".clause-row")).to_have_count(len(held.clauses))


@pytest.mark.parametrize("game", ["pa-down-under", "nz-blackjack", "reference"])
def test_a_games_rules_hold_at_every_size(visit: Visit, served: Served, game: str) -> None:
    page = visit(f"{served.url}/#/rules/{game}")
    page.locator(".option").first.wait_for()
    expect(page.locator(".option")).to_have_count(len(GAMES[game].options))
    hold(page)


def test_clauses_are_found_by_word_and_kind(visit: Visit, served: Served) -> None:
    page = visit(f"{served.url}/#/rules/pa-down-under")
    page.get_by_label("Find a clause").fill("7(h)")
    shown = page.locator(".clause-row:visible")
    expect(shown.first).to_contain_text("7(h)")
    few = shown.count()
    page.get_by_label("Find a clause").fill("")
    page.get_by_label("Kind").select_option("irregularity")
    expect(shown).not_to_have_count(few)
    assert all("irregularity" in text for text in shown.locator(".badge").all_inner_texts())


@pytest.mark.usefixtures("edges_are_solved")
def test_a_reading_shows_the_edge_under_each_value(visit: Visit, served: Served) -> None:
    page = visit(f"{served.url}/#/rules/pa-down-under")
    reading = page.locator(".reading", has_text="DU-1")
    expect(reading.locator(".effect").first).to_contain_text("%", timeout=300_000)
    expect(reading.locator(".effect", has_text="11 up to 21")).to_contain_text("0.3824", timeout=300_000)
    expect(page.locator(".rules-edge")).to_contain_text("of the initial bet", timeout=300_000)


def test_editions_are_compared(visit: Visit, served: Served) -> None:
    page = visit(f"{served.url}/#/rules/pa-down-under")
    rows = page.locator(".differences tbody tr")
    expect(rows.first).to_be_visible()
    assert rows.count() > 10


def test_a_game_that_is_not_there_says_so(visit: Visit, served: Served) -> None:
    page = visit(f"{served.url}/#/rules/chess")
    expect(page.get_by_role("alert")).to_contain_text("Game not found. Choose another one.")
    expect(page.get_by_role("alert")).not_to_contain_text("pa-")
    page.get_by_role("button", name="All games").click()
    expect(page.locator(".game-card").first).to_be_visible()
