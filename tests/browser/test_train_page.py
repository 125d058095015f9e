"""The page Train: every school by the keyboard alone, at a desk and on a phone; a test from its start to its record."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Connection, select

from holecard.live.people import accounts
from holecard.live.people.passwords import Hashed
from holecard.live.people.people import AccountRole
from holecard.live.store import schema
from holecard.school.exam import Exam
from holecard.school.levels import Level
from tests.browser.conftest import Visit
from tests.browser.holding import hold
from tests.browser.served import Served

TABLE = "Down Under"


@pytest.fixture
def served(served_to_read: Served) -> Served:
    return served_to_read


def _train(served: Served, school: str, name: str = TABLE) -> str:
    return f"{served.url}/#/train?school={school}&table={served.room(name).desk.table_id}"


def _tab_to(page: Page, selector: str) -> None:
    """The keyboard's way to something: the Tab key, as often as it takes."""
    for _ in range(60):
        if page.evaluate("(wanted) => document.activeElement?.matches(wanted) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not come to {selector}")


def _answer(page: Page, amount: str = "1") -> str:
    """Give the first answer by its key, with money where it takes some; what the page says of it."""
    option = page.locator(".drill-option:not([disabled])").first
    option.wait_for()
    page.keyboard.press(str(option.get_attribute("data-key")))
    if page.locator("#drill-amount").is_visible():
        expect(page.locator("#drill-amount")).to_be_focused()
        page.keyboard.type(amount)
        page.keyboard.press("Enter")
    verdict = page.locator(".drill-verdict")
    expect(verdict).to_contain_text(re.compile("Right|Wrong"))
    expect(page.locator(".drill-next")).to_be_focused()
    return verdict.inner_text()


def _next(page: Page) -> None:
    page.keyboard.press("Enter")
    expect(page.locator(".drill-verdict")).to_have_text("")
    expect(page.locator(".drill-title")).to_be_focused()


def test_a_player_by_keyboard_from_the_first_payout_to_the_weak_spots(visit: Visit, served: Served) -> None:
    """The solver's process is not started before somebody asks: the first drill does not wait for it."""
    page = visit(_train(served, "player", "Practice"))
    expect(page.locator(".train-status")).to_contain_text("Solving this game")
    expect(page.locator(".train-status progress")).to_be_visible()
    assert "Right" in _answer(page) or "The answer is" in page.locator(".drill-verdict").inner_text()
    expect(page.locator(".train-status")).to_contain_text("Solved", timeout=300_000)
    _next(page)
    expect(page.locator(".train-status")).to_be_hidden()
    said = _answer(page)
    assert "Worth, as a share of" in said
    expect(page.locator(".train-score")).to_contain_text("of 2 right")
    _tab_to(page, ".train-side button.quiet")
    page.keyboard.press("Enter")
    expect(page.locator(".weak-grid").first).to_be_visible(timeout=300_000)
    expect(page.locator(".weak")).to_contain_text("1 answer")
    hold(page)


def test_a_dealer_by_keyboard_through_every_level(visit: Visit, served: Served) -> None:
    page = visit(_train(served, "dealer"))
    assert "685a" in _answer(page) or "house rule" in page.locator(".drill-verdict").inner_text()
    hold(page)
    for level in ("Procedure", "Irregularities", "A whole shoe"):
        page.get_by_role("button", name=level).focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=level)).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".train-score")).to_have_text("Answer with a key or a tap.")
        _answer(page)
        _next(page)


def test_the_floor_rules_and_a_game_without_irregularities_says_so(visit: Visit, served: Served) -> None:
    page = visit(_train(served, "floor"), who=("Flo", AccountRole.FLOOR))
    _answer(page)
    hold(page)
    page.get_by_role("button", name="Recorded rounds").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".train-main")).to_contain_text("No irregularity has been recorded at this table.")
    page.get_by_label("Train for").select_option(label="Practice")
    expect(page.locator(".train-place")).to_contain_text("has no clause about irregularities")


def test_a_counter_types_the_running_count(visit: Visit, served: Served) -> None:
    page = visit(_train(served, "counting", "Practice"))
    expect(page.locator("#count-now")).to_be_focused(timeout=300_000)
    expect(page.locator(".drill-title")).to_contain_text("Fresh shoe")
    hold(page)
    page.keyboard.type("nothing")
    page.keyboard.press("Enter")
    expect(page.locator(".drill-verdict")).to_contain_text("Type a number")
    page.locator("#count-now").fill("99")
    page.keyboard.press("Enter")
    expect(page.locator(".drill-verdict")).to_contain_text("Wrong. You typed +99. The count is")
    expect(page.locator(".train-side .clause")).to_have_text("Tags: +1: 2, 3, 4, 5, 6 · 0: 7, 8, 9 · \u22121: A, 10")
    box, main = (page.locator(one).bounding_box() for one in (".drill-next", ".train-main"))
    assert box is not None
    assert main is not None
    assert box["width"] < main["width"] / 2, "a button is as wide as its word"
    page.keyboard.press("Enter")
    expect(page.locator(".drill-title")).to_contain_text("The next round")


def _with_password(served: Served, name: str) -> None:
    now = served.house.store.now()
    served.house.store.write_now(
        lambda connection: accounts.add_account(connection, name, Hashed("x"), AccountRole.PLAYER, now)
    )


def _open_test(served: Served) -> Exam:
    def read(connection: Connection) -> Exam:
        row = connection.execute(select(schema.table_tests)).one()
        return Exam(rules=served.room(TABLE).desk.rules, level=Level(row.level), seed=row.seed)

    return served.house.store.read(read)


def test_a_test_is_passed_by_keyboard_and_its_record_is_a_page_for_the_file(visit: Visit, served: Served) -> None:
    _with_password(served, "Dana")
    page = visit(_train(served, "dealer"), who=("Dana", AccountRole.PLAYER))
    page.get_by_role("button", name="Procedure").click()
    page.get_by_role("button", name="Take the test").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".train-score")).to_have_text("Test: question 1 of 20.")
    for number, drill in enumerate(_open_test(served).drills(), start=1):
        expect(page.locator(".train-score")).to_have_text(f"Test: question {number} of 20.")
        page.keyboard.press(drill.right_reply.key)
    expect(page.get_by_role("heading", name="Passed")).to_be_focused()
    page.get_by_role("link", name="Open the record").press("Enter")
    expect(page.get_by_role("heading", name="Table test: procedure")).to_be_visible()
    expect(page.locator(".record-answers li")).to_have_count(20)
    expect(page.locator("record-page")).to_contain_text("20 of 20, 90")
    hold(page)
    page.emulate_media(media="print")
    expect(page.locator("app-bar")).to_be_hidden()
    floor = visit(_train(served, "records"), who=("Flo", AccountRole.FLOOR))
    expect(floor.locator(".certificates")).to_contain_text("Dana: Procedure")
    expect(floor.locator(".train-records table")).to_contain_text("Dana")
    hold(floor)


def test_a_guest_is_told_that_a_test_needs_an_account(visit: Visit, served: Served) -> None:
    page = visit(_train(served, "dealer"))
    page.get_by_role("button", name="Take the test").click()
    expect(page.locator("inline-error")).to_contain_text("is not for guests")
