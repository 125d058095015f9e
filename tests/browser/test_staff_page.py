"""The Staff page: an adjustment that two people make, an invitation, and nothing for players."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from holecard.live.people.people import AccountRole
from holecard.live.table.house import OUR_HOUSE
from tests.browser.conftest import Visit
from tests.browser.holding import hold
from tests.browser.served import Served
from tests.live.kit import add_person

ADMINISTRATOR, FLOOR = AccountRole.ADMINISTRATOR, AccountRole.FLOOR


def _open(visit: Visit, served: Served, name: str, role: AccountRole) -> Page:
    page = visit(f"{served.url}/#/staff", who=(name, role))
    expect(page.get_by_role("heading", level=1)).to_have_text("Staff")
    return page


def _reason(page: Page, why: str) -> None:
    page.get_by_label("Reason for what you do next").fill(why)


def test_two_people_adjust_and_an_administrator_invites(visit: Visit, served: Served) -> None:
    add_person(served.house.store, "Ann", purse=10_000)
    flo = _open(visit, served, "Flo", FLOOR)
    expect(flo.get_by_role("heading", name="Invitations")).to_have_count(0)
    _reason(flo, "paid twice in round 7")
    flo.get_by_label("Player").fill("Ann")
    flo.get_by_label("Amount").fill("-25")
    flo.keyboard.press("Enter")
    open_ones = flo.locator("#adjustments li")
    expect(open_ones).to_contain_text("\u221225.00 for Ann")
    expect(open_ones.get_by_role("button")).to_have_text(["Withdraw"])

    ada = _open(visit, served, "Ada", ADMINISTRATOR)
    _reason(ada, "seen on the film")
    ada.get_by_role("button", name="Approve \u221225.00 for Ann").press("Enter")
    expect(ada.locator("#adjustments li")).to_contain_text("Approved by Ada: seen on the film")
    expect(ada.locator("#accounts")).to_contain_text("Ann · guest · 75.00")
    expect(ada.locator("#acts li").first).to_contain_text("Adjustment approved · Ada: seen on the film")

    ada.get_by_role("button", name="Make invitation").press("Enter")
    expect(ada.locator("#invitations li")).to_have_text("No open invitations.")  # a reason is missing
    _reason(ada, "the night shift")
    ada.get_by_role("button", name="Make invitation").press("Enter")
    expect(ada.locator("#invitations [role=status]")).to_contain_text("/#/invited/")
    expect(ada.locator("#invitations li")).to_contain_text("Floorperson · Ada: the night shift")
    ada.locator("#accounts summary").first.press("Enter")
    hold(ada)


def test_an_administrator_changes_the_house_file(visit: Visit, served: Served, tmp_path: Path) -> None:
    served.house.file = tmp_path / "house.toml"
    served.house.file.write_text(OUR_HOUSE.read_text(encoding="utf-8"), encoding="utf-8")
    ada = _open(visit, served, "Ada", ADMINISTRATOR)
    text, told = ada.locator("#house textarea"), ada.locator("#house [role=status]")
    expect(text).to_have_value(re.compile('name = "Practice"'))
    written = text.input_value()
    ada.get_by_role("button", name="Check and preview").click()
    expect(told).to_have_text("Nothing changes.")
    text.fill(written.replace('game = "pa-down-under"', 'game = "pa-down-over"', 1))
    ada.get_by_role("button", name="Check and preview").click()
    expect(told.locator(".error")).to_contain_text("pa-down-over")
    text.fill(written.replace('maximum = "500.00"', 'maximum = "400.00"', 1))
    ada.get_by_role("button", name="Check and preview").click()
    expect(told).to_contain_text("Down Under")
    hold(ada)
    _reason(ada, "a quiet week")
    ada.get_by_role("button", name="Put in force").click()
    expect(ada.locator("#acts li").first).to_contain_text("House file changed · Ada: a quiet week")
    assert served.room("Down Under").desk.rules.maximum == 40_000


def test_nothing_can_be_put_in_force_in_a_house_on_its_built_in_file(visit: Visit, served: Served) -> None:
    ada = _open(visit, served, "Ada", ADMINISTRATOR)
    expect(ada.locator("#house")).to_contain_text("start the house with --house FILE")
    expect(ada.get_by_role("button", name="Check and preview")).to_be_visible()
    expect(ada.get_by_role("button", name="Put in force")).to_have_count(0)


def test_players_see_nothing_of_it(visit: Visit, served: Served) -> None:
    page = _open(visit, served, "Ann", AccountRole.PLAYER)
    expect(page.locator(".notice")).to_contain_text("Only staff can open this page.")
