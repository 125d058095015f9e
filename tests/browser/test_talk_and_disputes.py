"""A word to the others at the table, and a round that a player questions: both ways, from the table to the floor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from holecard.live.people.people import AccountRole
from holecard.live.table.house import OUR_HOUSE
from tests.browser.conftest import Visit
from tests.browser.holding import findings
from tests.browser.player import Player
from tests.browser.served import Served, serve

TABLE = "Practice"
FLO = ("Flo", AccountRole.FLOOR)


@pytest.fixture(scope="module")
def served_freely(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose players may talk in their own words."""
    folder: Path = tmp_path_factory.mktemp("free")
    file = folder / "house.toml"
    file.write_text(OUR_HOUSE.read_text().replace("[house]", '[house]\ntalk = "free"', 1))
    with serve(folder, house_file=file) as house:
        yield house


@pytest.fixture
def served(served_freely: Served) -> Served:
    return served_freely


def _seated(visit: Visit, served: Served, table: str) -> Player:
    guest = Player(visit(served.table(table)), served, table)
    guest.sit()
    guest.prepare()
    return guest


def _name(page: Page) -> str:
    return page.locator(".person-name").inner_text()


def test_a_word_is_heard_escaped_limited_and_muted_by_the_floor(visit: Visit, served: Served) -> None:
    guest = _seated(visit, served, TABLE)
    watching, floor = visit(served.table(TABLE)), visit(f"{served.url}/#/floor", who=FLO)
    expect(floor.locator(".heard")).to_contain_text("Nobody has said anything")
    watching.locator("table-page[data-state=open]").wait_for()
    guest.page.keyboard.press("w")
    talk = guest.page.locator("dialog.drawer[open]")
    assert findings(guest.page) == []
    talk.get_by_role("button", name="Good luck!").click()
    name = _name(guest.page)
    expect(watching.locator(".log-lines")).to_contain_text(f"{name}: Good luck!")
    expect(watching.locator(".bubble")).to_have_text("Good luck!")
    guest.page.keyboard.press("w")
    own = "<img src=x onerror=alert(1)> hello"
    talk.get_by_label("In your own words").fill(own)
    talk.get_by_role("button", name="Say it").click()
    expect(watching.locator(".log-lines")).to_contain_text(own)
    expect(floor.locator(".heard-line").first).to_contain_text(own)
    assert watching.locator(".log-lines img, .bubble img").count() == 0
    floor.locator(".heard-line").first.get_by_role("button", name="Mute").click()
    expect(floor.locator(".toast")).to_contain_text(f"{name} can't talk at any table")
    guest.page.keyboard.press("w")
    talk.get_by_role("button", name="Hello!").click()
    expect(talk.get_by_role("alert")).to_contain_text("the floor has muted you")


def test_a_dispute_goes_to_the_floor_and_its_answer_comes_back_with_the_clause(visit: Visit, served: Served) -> None:
    guest = _seated(visit, served, "Down Under")
    guest.dealt("8s 6d Kh 9c 9d", "3 main")
    guest.act("stand")
    guest.page.keyboard.press("v")
    sheet = guest.page.locator("dialog.drawer[open]")
    sheet.get_by_text("Question this round").click()
    sheet.get_by_label("What is wrong with it?").fill("The light was wrong.\nIt should be Small.")
    sheet.get_by_role("button", name="Send to the floor").click()
    expect(sheet.locator(".dispute")).to_contain_text("Open")
    floor = visit(f"{served.url}/#/floor", who=FLO)
    dispute = floor.locator(".dispute", has_text="The light was wrong. It should be Small.")
    expect(dispute.get_by_role("link", name="Down Under, round 1")).to_have_attribute("href", "#/round/1/1")
    dispute.locator("summary").click()
    dispute.get_by_label("Your answer").fill("9 is Medium.")
    dispute.get_by_label("The clause that decides it").fill("no clause")
    dispute.get_by_role("button", name="Send the answer").click()
    expect(dispute.get_by_role("alert")).to_contain_text("is no clause of this game")
    dispute.get_by_label("The clause that decides it").fill("58 Pa. Code § 685a.3(e)(2)")
    dispute.get_by_role("button", name="Send the answer").click()
    expect(dispute).to_contain_text("Answered")
    assert findings(floor) == []
    guest.page.reload()
    expect(guest.page.locator(".toast")).to_contain_text("The floor has answered your question about round 1")
    expect(guest.page.locator(".log-lines")).to_contain_text("9 is Medium. (58 Pa. Code § 685a.3(e)(2))")
    guest.page.goto(f"{served.url}/#/round/1/1")
    expect(guest.page.locator(".dispute-answer")).to_contain_text("Flo: 9 is Medium. 58 Pa. Code § 685a.3(e)(2)")
    guest.page.goto(f"{served.url}/#/history")
    expect(guest.page.locator(".dispute")).to_have_count(1)
    assert findings(guest.page) == []


def test_without_leave_of_the_house_there_are_phrases_only(browser: Browser, tmp_path: Path) -> None:
    """As in the house that is opened where no file is named."""
    with serve(tmp_path) as house:
        page = browser.new_page()
        page.goto(house.table(TABLE))
        page.locator("table-page[data-state=open]").wait_for()
        page.keyboard.press("w")
        expect(page.locator("dialog.drawer[open] .phrases button")).to_have_count(9)
        expect(page.locator("dialog.drawer[open] input")).to_have_count(0)
        page.close()
