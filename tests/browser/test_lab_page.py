"""The lab page: a game is analysed and simulated, a cell is asked what it is worth, files are taken home."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from holecard.games import find
from holecard.lab.solver.analysis import analyse
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
    page.route("**/api/lab/analyses/*", _with_a_claim)
    page.get_by_role("button", name="Analyse").click()
    edge = analyse(find("reference").configure({"decks": "1", "max_hands": "2"})).house_edge
    expect(page.locator(".hero-edge")).to_have_text(f"{abs(edge) * 100:.4f}\u202f%", timeout=LONG)
    expect(page.locator(".hero-what")).to_contain_text("Player edge" if edge < 0 else "House edge")
    hold(page)
    page.get_by_role("button", name="Hard totals, 16 against 10").first.click()
    expect(page.locator(".cell-detail")).to_have_text(re.compile(r"16 against 10: .*Hit [+−]\d\.\d{4}, "))
    page.keyboard.press("ArrowUp")
    expect(page.locator(".cell-detail")).to_contain_text("17")
    expect(page.locator(".chart").first).to_be_visible()
    _holds_at_every_width(page)
    card, report = (page.get_by_role("link", name=name) for name in ("Strategy card (CSV)", "Report (PDF)"))
    with page.expect_download(timeout=LONG) as waiting:
        card.click()
    assert waiting.value.suggested_filename.endswith("card.csv")
    assert waiting.value.path().stat().st_size > 1000
    # The report takes long to print. It lies beside the card, where tests/live/web/test_http_lab.py fetches it.
    assert report.get_attribute("href") == str(card.get_attribute("href")).replace("card.csv", "report.pdf")


def _with_a_claim(route: Route) -> None:
    """As if somebody had filed a figure for this game, and with figures as wide as those of many decks."""
    answer = route.fetch()
    told = answer.json()
    if told["result"] is not None:
        for row in told["result"]["exposure"]["rows"]:
            row["gains"] = ["12,345.67" for _ in row["gains"]]
        told["result"]["claims"] = [
            {
                "what": "Hold of the Bet Wager, over the permitted numbers of decks",
                "claimed": "0.43\u202f% to 0.49\u202f%",
                "here": "0.026909\u202f%",
                "verdict": "outside",
                "range": "\u22120.033408\u202f% to 0.056547\u202f%",
                "range_verdict": "outside",
            }
        ]
    route.fulfill(response=answer, json=told)


def _holds_at_every_width(page: Page) -> None:
    """A chart is as wide as its frame, its letters as large as before; on a phone no table is wider than the page."""
    page.locator("details:has(.grid)").evaluate_all("(all) => all.forEach((one) => { one.open = true; })")
    for width in (1440, 1024, 768, 720, 360, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function(
            """() => [...document.querySelectorAll('.chart-picture')].every((place) => {
                const drawn = place.querySelector('svg');
                const reach = Math.max(...[...drawn.querySelectorAll('.axis')].map((line) => line.x2.baseVal.value));
                const tall = drawn.querySelector('.tick').getBoundingClientRect().height;
                return drawn.clientWidth === place.clientWidth && reach > place.clientWidth * 0.9
                    && reach < place.clientWidth && tall > 11 && tall < 20;
            })"""
        )
        tables = page.locator(".lab-results .grid")
        assert tables.count() > 1
        assert tables.evaluate_all("(all) => all.every((one) => one.scrollWidth <= one.parentNode.clientWidth)"), width


def test_a_forbidden_choice_is_refused_where_it_was_made(visit: Visit, served: Served) -> None:
    page = visit(f"{served.url}/#/lab")
    page.locator("#option-decks").select_option("5")
    page.locator("summary", has_text="Side wagers").click()
    page.locator("#option-match_the_dealer").select_option("yes")
    page.get_by_role("button", name="Analyse").click()
    alert = page.locator(".lab-analysis inline-error")
    expect(alert).to_contain_text("58 Pa. Code § 685a.6(e)")
    expect(alert).to_contain_text("Accepted:")


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
    expect(page.locator(".lab-simulation inline-error")).to_contain_text("Cancelled", timeout=LONG)
