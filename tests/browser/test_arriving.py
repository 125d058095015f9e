"""Arriving and coming back: an account with chips, a guest who keeps everything, and the page one came from."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.holding import findings
from tests.browser.player import Player
from tests.browser.served import Served

TABLE = "Ante Up"
PASSWORD = "a long password"


@pytest.fixture
def served(served_to_read: Served) -> Served:
    return served_to_read


def test_a_new_account_leads_back_to_the_table_with_chips(visit: Visit, served: Served) -> None:
    page = visit(served.table(TABLE))
    page.get_by_role("link", name="Log in").last.click()
    page.get_by_label("Name").fill("Newcomer")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    guest = Player(page, served, TABLE)
    guest.wait_for("standing")
    guest.has("1000.00")


def test_who_is_logged_in_is_not_asked_to_log_in(visit: Visit, served: Served) -> None:
    page = visit(served.url)
    page.get_by_role("button", name=f"Play as a guest at {TABLE}", exact=True).click()
    Player(page, served, TABLE).wait_for("bets", "question", "waiting")
    page.goto(f"{served.url}/#/login")
    page.reload()  # opened by its address, as from a bookmark
    expect(page.get_by_role("heading", name="Keep this account")).to_be_visible()


def test_who_comes_back_reads_how_the_last_round_ended(visit: Visit, served: Served) -> None:
    guest = Player(visit(served.table(TABLE)), served, TABLE)
    guest.sit()
    guest.prepare()
    own = guest.page.locator(".box.seated").get_attribute("data-box")
    guest.dealt("8s 6d Kh 9c 9d", f"{own} main")
    again = guest.page.context.new_page()
    guest.act("stand")
    guest.wait_for("bets")
    guest.page.close()
    again.goto(served.table(TABLE))
    expect(again.locator(".log-lines")).to_contain_text("Your last round here was round 1: +4.90")


def test_the_way_to_the_account_can_be_hit_on_a_phone(visit: Visit, served: Served) -> None:
    page = visit(width=390, height=844)
    page.get_by_role("button", name=f"Play as a guest at {TABLE}", exact=True).click()
    page.locator(".person").wait_for()
    for width, height in ((390, 844), (1280, 900)):
        page.set_viewport_size({"width": width, "height": height})
        found = page.locator(".person").bounding_box()
        assert found is not None
        assert min(found["width"], found["height"]) >= 44


@pytest.mark.parametrize("width", [390, 720])
def test_every_setting_can_be_read_in_full(visit: Visit, served: Served, width: int) -> None:
    page = visit(width=width, height=844)
    page.get_by_role("button", name=f"Play as a guest at {TABLE}", exact=True).click()
    page.locator(".controls").wait_for()
    page.goto(f"{served.url}/#/account")
    page.locator(".preferences").wait_for()
    cut = page.evaluate("""() => [...document.querySelectorAll('.preferences label')].filter(({ children }) => {
        const [title, select] = children;
        const pen = document.createElement('canvas').getContext('2d');
        pen.font = getComputedStyle(select).font;
        const end = document.createRange();
        end.selectNodeContents(title);
        return end.getBoundingClientRect().right > select.getBoundingClientRect().left - 4
            || pen.measureText(select.selectedOptions[0].text).width > select.clientWidth - 40;
    }).map((label) => label.firstChild.textContent)""")
    assert cut == []
    assert findings(page) == []


def test_the_lobby_uses_the_width_that_there_is(visit: Visit, served: Served) -> None:
    page = visit(width=720, height=450)
    page.locator(".table-card").first.wait_for()
    tops = page.locator(".table-card").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
    assert tops[0] == tops[1], "two tables beside each other"
    assert page.evaluate("""() => {
        const said = [...document.querySelectorAll('.hero p')].map((one) => one.getBoundingClientRect().right);
        return Math.max(...said) < document.querySelector('.fan card-face').getBoundingClientRect().left;
    }"""), "the cards cover no word"
