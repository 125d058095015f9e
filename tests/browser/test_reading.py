"""Pages that are read hold at every size; the files of all pages are small, ours, and keep to themselves."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from holecard.layout import felt_svg
from holecard.live.people.people import AccountRole
from holecard.live.web.page_files import as_sent
from holecard.live.web.server import PAGES
from tests.browser.conftest import Visit
from tests.browser.holding import hold
from tests.browser.served import Served

TEXT = "{http://www.w3.org/2000/svg}textPath"
READ = {"lobby": "#/", "login": "#/login", "invited": "#/invited/nothing", "nowhere": "#/nowhere"}


@pytest.fixture
def served(served_to_read: Served) -> Served:
    return served_to_read


@pytest.mark.parametrize("name", READ)
def test_a_page_that_is_read(visit: Visit, served: Served, name: str) -> None:
    page = visit(f"{served.url}/{READ[name]}")
    page.locator("h1").wait_for()
    if name == "lobby":
        page.locator(".table-card").first.wait_for()
    hold(page)


@pytest.mark.parametrize(("edge", "words"), [(0.0012345, "0.123\u202f%"), (-0.0004, "−0.040\u202f% (player's favour)")])
def test_the_lobby_says_whose_the_edge_is(visit: Visit, served: Served, edge: float, words: str) -> None:
    page = visit("about:blank")
    page.route("**/edge", lambda route: route.fulfill(json={"house_edge": edge, "warming": False}))
    page.goto(served.url)
    expect(page.locator(".table-card .edge").first).to_have_text(words)
    hold(page)


@pytest.mark.usefixtures("edges_are_solved")
def test_the_lobby_has_the_edge_from_the_solver(visit: Visit, served: Served) -> None:
    """Of one table; the others stay warming, as they are at first."""
    page = visit("about:blank")
    page.route("**/edge", lambda route: route.fulfill(status=202, json={"house_edge": None, "warming": True}))
    table = served.room("Down Under").desk.table_id
    page.route(f"**/tables/{table}/edge", lambda route: route.continue_())
    page.goto(served.url)
    expect(page.locator(f"[data-edge='{table}']")).to_contain_text("0.027\u202f%", timeout=300_000)


ON_THE_PAGE = """() => ({
    said: [...document.querySelectorAll('.cloth .says textPath')].map((one) => one.textContent).join(' '),
    areas: [...document.querySelectorAll('.dealer .area')].map((area) =>
        [...area.querySelectorAll('b, span:not(.unseen)')].map((one) => one.textContent).join(', ')),
    spots: [...document.querySelectorAll('.box[data-box="1"] .spot:not(.behind)')].map((spot) =>
        [spot.dataset.wager, spot.querySelector('.spot-label').textContent]).sort(),
})"""


@pytest.mark.parametrize("table", ["Down Under", "Double Back Jack", "Blackjack with House Money", "Ante Up"])
def test_the_table_has_on_it_what_the_drawing_to_scale_has(visit: Visit, served: Served, table: str) -> None:
    drawn = ElementTree.fromstring(felt_svg(served.room(table).desk.rules))
    texts = [node for node in drawn.iter() if "data-inscription" in node.attrib]
    inside = [node for area in drawn.iter() if "data-area" in area.attrib for node in area]
    box = next(node for node in drawn.iter() if node.attrib.get("data-box") == "1")
    spots = [node.attrib for node in box if "data-wager" in node.attrib]
    page = visit(served.table(table))
    page.locator(".cloth .says").first.wait_for()
    page.locator(".box[data-box='1'] .spot[data-wager='main']").wait_for()  # the felt comes before the table
    assert page.evaluate(ON_THE_PAGE) == {
        "said": " ".join("".join(part.itertext()) for one in texts if one not in inside for part in one.iter(TEXT)),
        "areas": ["".join(one.itertext()) for one in texts if one in inside],
        "spots": sorted([one["data-wager"], one.get("data-name", "Bet")] for one in spots),
    }


def test_what_a_table_of_the_lobby_offers_is_one_row(visit: Visit) -> None:
    row = visit(width=1440).locator(".table-card .row").first
    middles = row.evaluate("(row) => [...row.children].map((one) => one.offsetTop + one.offsetHeight / 2)")
    assert max(middles) - min(middles) < 6


def test_a_visitor_finds_nothing_amiss(visit: Visit, served: Served) -> None:
    """Whoever is not logged in has done nothing wrong: no page of his asks for what is refused."""
    page = visit()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("response", lambda answer: said.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None)
    for path in ("#/", "#/login", "#/rules/nz-blackjack", "#/lab", "#/history", "#/floor", "#/account", "#/table/1"):
        page.goto(f"{served.url}/{path}")
        page.reload()
        page.locator("main h1").first.wait_for()
        expect(page.locator("app-bar").get_by_role("link", name="Log in")).to_be_visible()
        page.wait_for_load_state("networkidle")
    assert said == []


@pytest.mark.parametrize("width", [360, 720])
def test_the_bar_shows_the_page_that_is_open(visit: Visit, served: Served, width: int) -> None:
    page = visit(f"{served.url}/#/staff", width=width, height=740, who=("Flo", AccountRole.FLOOR))
    nav, here = page.locator("app-bar nav"), page.locator("app-bar nav [aria-current]")
    expect(here).to_have_text("Staff")
    expect(here).to_be_in_viewport(ratio=1)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    around, inside = nav.bounding_box(), here.bounding_box()
    assert around is not None
    assert inside is not None
    assert inside["x"] >= around["x"] - 1
    assert inside["x"] + inside["width"] <= around["x"] + around["width"] + 1


@pytest.fixture
def files() -> list[Path]:
    return [file for file in PAGES.rglob("*") if file.is_file()]


def test_the_pages_are_small_and_ours(files: list[Path]) -> None:
    assert sum(len(as_sent(file)) for file in files if file.suffix != ".txt") < 400_000  # no page asks for a licence
    named = re.compile(r"https?://[\w.]+")
    allowed = {"http://www.w3.org", "http://scripts.sil.org"}  # the second stands in the licence of the typeface
    texts = [file.read_text(encoding="utf-8") for file in files if file.suffix != ".woff2"]
    foreign = {url for text in texts for url in named.findall(text)} - allowed
    assert foreign == set()


def test_a_browser_reads_the_same_style_from_what_is_sent(visit: Visit, files: list[Path]) -> None:
    page = visit()
    for sheet in (file for file in files if file.suffix == ".css"):
        written, sent = page.evaluate(
            """(texts) => texts.map((text) => {
                const sheet = new CSSStyleSheet();
                sheet.replaceSync(text);
                return [...sheet.cssRules].map((rule) => rule.cssText.replaceAll(/ ?([,/]) /g, '$1'));
            })""",
            [sheet.read_text(encoding="utf-8"), as_sent(sheet).decode()],
        )
        assert written == sent
        assert len("".join(written)) > 0.8 * len(as_sent(sheet)), f"{sheet.name} was not read to its end"


def test_no_script_or_style_stands_in_the_html(files: list[Path]) -> None:
    for file in files:
        if file.suffix == ".html":
            assert not re.search(r"\sstyle=|<style|\son\w+=|<script(?![^>]*src=)", file.read_text(encoding="utf-8"))


def test_a_pages_style_reaches_no_other_page(files: list[Path]) -> None:
    """Every style sheet stays loaded: only what stands below a page's own element cannot spoil the others."""
    shared = {"style.css", "plan.css"}
    sheets = [file for file in files if file.suffix == ".css" and file.name not in shared]
    assert len(sheets) >= 5
    own = re.compile(r"(:is\()?[a-z]+-page(, [a-z]+-page\))?|@keyframes \w+")
    for sheet in sheets:
        assert all(own.fullmatch(one) for one in _outermost(sheet.read_text(encoding="utf-8"))), sheet


def _outermost(css: str) -> list[str]:
    """The selectors that stand in no other rule."""
    found, depth, start = [], 0, 0
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    for at, letter in enumerate(css):
        if letter == "{":
            if not depth:
                found.append(css[start:at].strip())
            depth += 1
        elif letter == "}":
            depth -= 1
            start = at + 1
    return found
