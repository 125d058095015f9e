"""An hour at the table: the pace, the session strip, the last round, the strategy card, the pause and the limits."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.holding import findings
from tests.browser.player import Player
from tests.browser.served import Served

Seated = Callable[..., Player]
WON = "8s 6d Kh 9c 9d"  # 18 against a dealer who busts
LOST = "8s 7d 8h Kc Ts"  # 16 against 17; a hit busts


@pytest.fixture
def served(served_to_read: Served) -> Served:
    return served_to_read


def _tally(page: Page) -> dict[str, object]:
    found: dict[str, object] = page.evaluate("document.querySelector('table-page').company.tally.figures")
    return found


def test_the_strip_counts_the_session_beside_what_was_expected(player: Seated) -> None:
    guest = player("Down Under")
    guest.page.route("**/edge?*", lambda route: route.fulfill(json={"house_edge": 0.02}))
    worth = {"unit": "wager", "actions": [{"action": "stand", "ev": 0.21}, {"action": "hit", "ev": -0.51}]}
    guest.page.route("**/hint?*", lambda route: route.fulfill(json=worth))
    strip = guest.page.locator(".strip")
    expect(strip).to_contain_text(re.compile(r"\d\d:\d\d.*0 min.*0 rounds"))
    guest.chip(2500)
    guest.dealt(WON, "3 main", "3 match-the-dealer")
    guest.page.reload()  # what was counted before is not counted again, and nothing is forgotten
    guest.wait_for("question")
    guest.act("stand")
    guest.chip(2500)
    guest.dealt(LOST, "3 main")
    guest.is_heard()
    guest.act("hit")
    figures = _tally(guest.page)
    assert (figures["rounds"], figures["won"], figures["lost"]) == (2, 0, 2500)
    assert (figures["sides"], figures["staked"]) == (-2500, 7500)
    assert (figures["mistakes"], figures["judged"]) == (1, 2)
    guest.page.keyboard.press("z")
    sheet = guest.page.locator("dialog.drawer[open]")
    expect(sheet).to_contain_text("Expected on the main game")
    expect(sheet.locator(".session")).to_contain_text("\u22121.00")  # 2 % of two bets of 25.00
    expect(sheet.locator(".session")).to_contain_text("1 of 2, worth 18.00")
    assert findings(guest.page) == []


def test_a_limit_is_two_taps_away_and_holds(player: Seated) -> None:
    guest = player("Practice")
    guest.page.locator(".strip").click()
    guest.page.get_by_label("Daily loss limit").fill("5.00")
    guest.page.get_by_role("button", name="Save limits").click()
    expect(guest.page.locator(".toast")).to_contain_text("Limits saved")
    guest.page.keyboard.press("Escape")
    guest.chip(2500)
    guest.spot(3, "main")
    expect(guest.page.locator(".controls inline-error")).to_contain_text("your daily loss limit is 5.00")


def test_every_hour_is_a_pause_with_what_was_wagered_and_won(player: Seated) -> None:
    guest = player("Ante Up")
    guest.dealt(WON, "3 main")
    guest.page.evaluate("() => { const { now } = Date; Date.now = () => now() + 61 * 60 * 1000; }")
    guest.act("stand")
    pause = guest.page.get_by_role("dialog", name=re.compile("You have been here for"))
    expect(pause).to_contain_text("Wagered5.10Won4.90")
    assert findings(guest.page) == []
    guest.page.keyboard.press("Escape")
    guest.page.keyboard.press("Enter")  # on Keep playing, which has the focus
    expect(pause).to_have_count(0)
    assert guest.kind() == "bets"


def test_one_key_recalls_the_last_round(player: Seated) -> None:
    guest = player("Free Bet")
    guest.page.keyboard.press("v")
    sheet = guest.page.locator("dialog.drawer[open]")
    expect(sheet).to_contain_text("You have not played a round at this table yet")
    guest.page.keyboard.press("v")
    guest.dealt(WON, "3 main")
    guest.act("stand")
    guest.page.keyboard.press("v")
    expect(sheet.locator(".lead")).to_have_text("Round 1: +5.00")
    expect(sheet.locator(".recalled")).to_contain_text("8♠ to box 3")
    expect(sheet.locator(".plan card-face").first).to_be_visible()
    assert findings(guest.page) == []
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)


def test_the_strategy_card_marks_the_cell_in_question(player: Seated) -> None:
    guest = player("Blackjack +")
    cell = {"kind": "S", "text": "S", "meaning": "Stand", "worth": [["Stand", 0.2], ["Hit", -0.5]]}
    rows = [{"label": label, "cells": [cell, cell]} for label in ("17–20", "16")]
    panels = [{"heading": "", "light": "", "columns": ["6", "7"], "groups": [{"name": "Hard totals", "rows": rows}]}]
    card = {"legend": [["S", "S", "Stand"]], "notes": [], "panels": panels}
    asked: list[str] = []

    def told(here: list[int] | None) -> None:
        def answer(route: object, request: object) -> None:
            asked.append(request.url)  # type: ignore[attr-defined]
            is_whole = "whole=true" in asked[-1]
            route.fulfill(json={"card": card if is_whole else None, "here": here})  # type: ignore[attr-defined]

        guest.page.unroute("**/card?*")
        guest.page.route("**/card?*", answer)

    told([0, 0, 0])
    guest.dealt("8s 6d Kh 9c 9d", "3 main")
    guest.is_heard()
    guest.page.keyboard.press("g")
    here = guest.page.locator(".cell.here")
    expect(here).to_have_attribute("aria-label", "S: Hard totals, 17–20 against 6: Stand")
    told(None)
    guest.page.keyboard.press("s")  # the keys of the table go on
    guest.wait_for("bets")
    expect(here).to_have_count(0)
    assert ["whole=true" in url for url in asked] == [True, *[False] * (len(asked) - 1)]


def test_twice_the_bets_says_what_is_left(player: Seated) -> None:
    guest = player("Double Back Jack")
    guest.chip(10000)
    for box in (3, 4, 5, 3, 4, 5):
        guest.spot(box, "main")
    guest.has("400.00")
    guest.page.keyboard.press("m")
    expect(guest.page.locator(".hint")).to_have_text("You have 400.00 left.")
    guest.page.keyboard.press("x")
    guest.has("1000.00")


def test_again_and_deal_is_one_key_and_goes_on_by_itself_until_stopped(player: Seated) -> None:
    guest = player("Down Under, shuffled continuously")
    page = guest.page
    page.locator(".menu summary").click()
    page.get_by_label("Pace").select_option("instant")
    page.get_by_label("Rebet").select_option("on")
    page.keyboard.press("Escape")
    guest.dealt(WON, "3 main")
    guest.is_heard()
    guest.act("stand")  # and the next round is dealt without another key
    page.wait_for_function("/round [2-9]/.test(document.querySelector('.table-head p').textContent)")
    page.wait_for_function("['question', 'bets'].includes(document.querySelector('.controls').dataset.kind)")
    while guest.kind() == "question":
        guest.is_heard()
        page.keyboard.press("n" if guest.can("decline") else "s")
        page.wait_for_function("document.querySelector('.controls').dataset.kind !== 'dealing'")
    page.keyboard.press("o")
    expect(page.locator("[data-do=sit-out]")).to_be_visible()
