"""By the keyboard alone, away from the layout: the focus stays, and shortcuts can be turned off."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from holecard.live.people.people import AccountRole
from tests.browser.conftest import Visit
from tests.browser.people import Beside
from tests.browser.player import Player
from tests.browser.served import Served

Seated = Callable[..., Player]
TABLE = "Practice"
FLO = ("Flo", AccountRole.FLOOR)


@pytest.fixture
def served(served_to_read: Served) -> Served:
    return served_to_read


def test_shortcuts_that_are_off_answer_no_drill(visit: Visit, served: Served) -> None:
    page = visit(f"{served.url}/#/train?school=dealer&game=pa-down-under")
    option = page.locator(".drill-option").first
    expect(option.locator("kbd")).to_be_visible()
    page.evaluate("localStorage.setItem('holecard.settings', JSON.stringify({ keys: 'off' }))")
    page.reload()
    option.wait_for()
    expect(option.locator("kbd")).to_be_hidden()
    for key in "abcdefghijklmnopqrstuvwxyz123456789":
        page.keyboard.press(key)
    expect(page.locator(".drill-option.chosen")).to_have_count(0)
    expect(page.locator(".drill-pay")).to_be_hidden()
    option.focus()
    page.keyboard.press("Enter")  # a button is still a button
    expect(page.locator(".drill-option.chosen, .drill-pay:not([hidden])")).to_have_count(1)


def test_what_a_floorperson_types_and_chooses_stays_while_play_goes_on(visit: Visit, served: Served) -> None:
    with Beside(served, TABLE, "Ann", 2) as ann:
        ann.play(until="bets")
        page = visit(f"{served.url}/#/floor", who=FLO)
        page.get_by_role("button", name=TABLE, exact=True).click()
        page.locator(".desk-list").first.wait_for()
        why = page.get_by_label("Reason to open or close")
        why.focus()
        page.keyboard.type("Nobody")
        ann.play(until="decide")
        expect(page.locator(".desk-question")).to_contain_text("Waiting for Ann")
        expect(why).to_be_focused()
        page.keyboard.type(" plays")
        expect(why).to_have_value("Nobody plays")
        page.get_by_role("button", name="Stop play").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Resume play")).to_be_enabled()
        page.wait_for_function("document.activeElement.closest('.desk') !== null")
        page.get_by_role("button", name="Resume play").click()
        ann.play(until="bets")


def test_esc_closes_a_drawer_that_leaves_the_focus_at_the_table(player: Seated) -> None:
    guest = player(TABLE)
    guest.page.route("**/card?*", lambda route: route.fulfill(json={"card": None, "here": None, "cannot": "No card."}))
    guest.page.keyboard.press("g")
    drawer = guest.page.locator("dialog.drawer[open]")
    expect(drawer).to_contain_text("No card.")
    assert guest.page.evaluate("document.activeElement.closest('dialog')") is None
    guest.page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)


def test_tab_reaches_one_chip_and_the_arrow_keys_the_others(player: Seated) -> None:
    guest = player("Free Bet")
    chips = guest.page.get_by_role("radio")
    guest.page.locator(".tray-chip[aria-checked=true]").focus()
    guest.page.keyboard.press("ArrowRight")
    expect(chips.nth(2)).to_be_focused()
    expect(chips.nth(2)).to_be_checked()
    guest.page.keyboard.press("b")
    expect(guest.page.locator("[data-do=deal]")).to_contain_text("25.00")
    guest.page.keyboard.press("x")
    expect(chips.nth(2)).to_have_attribute("tabindex", "0")
    guest.page.locator(".tray-chip[aria-checked=true]").focus()
    guest.page.keyboard.press("Tab")
    assert guest.page.evaluate("document.activeElement.closest('.tray')") is None


def test_a_screen_reader_hears_which_hand_is_asked_for_and_no_bare_totals(player: Seated) -> None:
    guest = player("Blackjack")
    guest.dealt("8s 6d 8h Tc 9d Kh", "3 main")
    assert [one.get_attribute("aria-live") for one in guest.page.locator("output.total").all()] == ["off"] * 6
    guest.is_heard()
    guest.page.keyboard.press("p")
    expect(guest.page.get_by_role("status").filter(has_text="18 against a 6, Hand 1")).to_have_count(1)
    guest.is_heard()
    guest.page.locator("[data-do=stand]").focus()
    guest.page.keyboard.press("Enter")
    expect(guest.page.get_by_role("status").filter(has_text="17 against a 6, Hand 2")).to_have_count(1)
    prompt = guest.page.locator(".prompt")
    expect(prompt).to_be_focused()
    assert prompt.evaluate("(node) => getComputedStyle(node).boxShadow") != "none", "the focus can be seen"
    guest.is_heard()
    guest.page.keyboard.press("s")
    guest.wait_for("bets")


def test_the_focus_is_not_hidden_behind_the_buttons_of_the_lab(visit: Visit, served: Served) -> None:
    page = visit(f"{served.url}/#/lab", height=720)
    page.locator(".chosen-option").first.wait_for()
    page.locator("#lab-game").focus()
    for _ in range(24):
        page.keyboard.press("Tab")
        hidden = page.evaluate("""() => {
            const node = document.activeElement;
            const { left, top, width, height } = node.getBoundingClientRect();
            const hit = document.elementFromPoint(left + Math.min(width / 2, 60), top + height / 2);
            return node.closest('.lab-form') && !node.contains(hit) && !hit?.contains(node) ? node.outerHTML : '';
        }""")
        assert not hidden
