"""The floor's console: every table at a glance, a table stopped and resumed, and a ruling on an irregularity."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, expect

from holecard.live.people.people import AccountRole
from tests.browser.conftest import Visit
from tests.browser.holding import hidden_by, hold
from tests.browser.people import Beside
from tests.browser.player import Player
from tests.browser.served import Served


def _floor(visit: Visit, served: Served, role: AccountRole = AccountRole.FLOOR) -> Page:
    page = visit(f"{served.url}/#/floor", who=("Flo", role))
    page.locator(".glance").first.wait_for()
    return page


def test_every_table_at_a_glance(visit: Visit, served: Served) -> None:
    with Beside(served, "Practice", "Ann", 2) as beside:
        beside.play(until="decide")
        page = _floor(visit, served)
        expect(page.locator(".glance")).to_have_count(len(served.house.rooms))
        table = page.locator(".glance", has_text="Practice")
        expect(table).to_contain_text("Waiting for Ann")
        expect(table.locator(".seat.taken")).to_have_text("2: Ann")
        expect(table).to_contain_text("10.00")
        expect(page.locator(".status")).to_contain_text(f"Tables: {len(served.house.rooms)} open")
        expect(page.locator(".status")).to_contain_text("Connections to tables")
        hold(page)
        beside.close()
        page.reload()
        expect(table.locator(".seat.away")).to_have_count(1)
        expect(page.get_by_role("alert")).to_have_count(0)
        served.house._ailment = "12,345 of 20,000 bits are ones"
        expect(page.get_by_role("alert")).to_contain_text(
            "The random number generator failed its health test: 12,345 of 20,000 bits are ones. Tables are closed."
        )
        expect(page.locator(".floor-sums")).to_contain_text("Tables open1 of 11")  # its round is under way
        hold(page)


def test_the_floor_rules_on_a_wrong_spot(visit: Visit, served: Served) -> None:
    served.stack("Down Under", "Ts 9h 6d 7c 5h 5s 5d 5c 4h")
    with Beside(served, "Down Under", "Ann", 1) as beside:
        beside.play(until="decide")
        page = _floor(visit, served)
        page.get_by_role("button", name="Down Under", exact=True).click()
        desk = page.locator(".desk")
        row = desk.locator(".desk-row", has_text="Dealer's hand in the wrong area")
        expect(row).to_contain_text("58 Pa. Code § 685a.12")
        expect(row).to_contain_text("You then choose: let the hand play on or call the hand dead.")
        row.get_by_role("button", name="Report").click()
        ruling = desk.locator(".desk-ruling")
        expect(ruling).to_contain_text("Your ruling: The dealer's hand was in the wrong area.")
        expect(page.locator(".floor-waiting")).to_contain_text("Ruling needed at Down Under")
        hold(page)
        ruling.get_by_role("button", name="Call the hand dead").click()
        expect(ruling).to_be_empty()
        expect(desk.locator(".desk-done")).to_contain_text("Done")
        state = served.room("Down Under").state
        assert not any(box.hands for box in state.table.boxes if box.seat == 1 and not box.hands[0].over)


def test_the_place_that_a_floorperson_chose_stays_chosen_while_play_goes_on(visit: Visit, served: Served) -> None:
    served.stack("Blackjack", "Ts 9h 6d 7c 5h 5s 5d 5c 4h")
    with ExitStack() as opened:
        ann = opened.enter_context(Beside(served, "Blackjack", "Ann", 1))
        ann.play(until="bets")
        ben = opened.enter_context(Beside(served, "Blackjack", "Ben", 2))
        for box, one in enumerate((ann, ben), start=1):
            assert one.say(do="bet", bets=[{"box": box, "amount": 1000, "wager": "main"}])["ok"]
        for one in (ann, ben):
            assert one.say(do="ready")["ok"]
        page = _floor(visit, served)
        page.get_by_role("button", name="Blackjack", exact=True).click()
        where = page.get_by_label("Where: Card dealt in error")
        where.select_option("box 2, hand 1")
        where.evaluate("(select) => select.classList.add('before')")
        assert ann.say(do="act", asked=ben.view["asked"], action="stand")["ok"]
        expect(page.locator("select.before")).to_have_count(0)
        expect(where.locator("option:checked")).to_have_text("box 2, hand 1")


SEEN = """() => {
    window.seen = new Set();
    new MutationObserver(() => document.querySelectorAll('.plaque:not([hidden]), .stamp:not([hidden])')
        .forEach((node) => window.seen.add(node.innerText)))
        .observe(document.querySelector('.felt'), { subtree: true, childList: true, attributes: true });
}"""


def test_a_player_sees_on_the_layout_what_goes_wrong_and_how_it_is_ruled(
    visit: Visit, served: Served, player: Callable[..., Player]
) -> None:
    guest = player("Blackjack")
    guest.dealt("Ts 9h 6d 7c 5h 5s 5d", "3 main")
    guest.page.evaluate(SEEN)
    floor = _floor(visit, served)
    floor.get_by_role("button", name="Blackjack", exact=True).click()
    row = floor.locator(".desk-row:has(b:text-is('Card dealt in error'))")
    row.get_by_role("button", name="Report").click()
    plaque = guest.page.locator(".plaque")
    expect(plaque).to_contain_text("The floorperson decides about the hand")
    expect(plaque).to_contain_text("NZ Blackjack rule 16.5")
    assert guest.prompt() == "The floorperson decides about the hand"
    assert hidden_by(guest.page, ".plaque") == []
    hold(guest.page)
    guest.page.set_viewport_size({"width": 1440, "height": 900})  # a phone's plaque has its title only
    floor.get_by_role("button", name="Stop play").click()
    expect(plaque).to_contain_text("Play is stopped")
    floor.get_by_role("button", name="Resume play").click()
    expect(plaque).not_to_contain_text("Play is stopped")
    floor.locator(".desk-ruling").get_by_role("button", name="Void the hand").click()
    guest.says("5.00 returned (the hand is void)")
    guest.wait_for("bets")
    guest.has("1000.00")
    seen: list[str] = guest.page.evaluate("[...window.seen]")
    assert "VOID" in [text.upper() for text in seen]
    assert any("Box 3: the hand is void; 5.00 returned" in text for text in seen)


def test_a_card_drawn_in_error_lies_before_the_player_who_may_take_it(
    visit: Visit, served: Served, player: Callable[..., Player]
) -> None:
    guest = player("Down Under")
    guest.dealt("Ts 9h 6d 7c 5h 5s 5d", "3 main")
    floor = _floor(visit, served)
    floor.get_by_role("button", name="Down Under", exact=True).click()
    floor.locator(".desk-row:has(b:text-is('Card drawn too early, seen'))").get_by_role("button", name="Report").click()
    for _ in range(2):  # also for whoever comes in again
        card = guest.page.locator(".plaque card-face")
        expect(card).to_have_count(1)
        expect(guest.page.locator(".prompt")).to_have_text(re.compile("Take the .+ to your 16"))
        assert hidden_by(guest.page, ".plaque") == []
        guest.page.reload()
        guest.wait_for("question")
    guest.act("refuse")
    guest.says("no more cards")


def test_play_is_stopped_and_resumed(visit: Visit, served: Served) -> None:
    page = _floor(visit, served)
    page.get_by_role("button", name="Practice").click()
    desk, table = page.locator(".desk"), page.locator(".glance", has_text="Practice")
    desk.get_by_role("button", name="Stop play").click()
    expect(table).to_contain_text("stopped")
    assert served.room("Practice").state.is_stopped
    desk.get_by_role("button", name="Resume play").click()
    expect(table).not_to_contain_text("stopped")
    desk.get_by_role("button", name="Close table").click()
    expect(table).not_to_contain_text("closed")  # without a reason nothing is done
    desk.get_by_label("Reason to open or close").fill("broken chair")
    desk.get_by_role("button", name="Close table").click()
    expect(table).to_contain_text("closed")
    desk.get_by_label("Reason to open or close").fill("new chair")
    desk.get_by_role("button", name="Open table").click()
    expect(table).not_to_contain_text("closed")


def test_what_is_told_to_a_table_is_done(visit: Visit, served: Served) -> None:
    with Beside(served, "Blackjack", "Ann", 1) as beside:
        beside.play(rounds=1)
        page = _floor(visit, served)
        page.get_by_role("button", name="Blackjack", exact=True).click()
        shoe = served.room("Blackjack").state.shoe
        page.locator(".desk-row", has_text="Order a shuffle").get_by_role("button", name="Notify").click()
        expect(page.locator(".desk-done")).to_contain_text("Done: order a shuffle")
        expect(page.locator(".desk-question")).to_contain_text("cut")
        assert served.room("Blackjack").state.shoe > shoe


def test_an_auditor_sees_and_directs_nothing(visit: Visit, served: Served) -> None:
    page = _floor(visit, served, AccountRole.AUDITOR)
    page.get_by_role("button", name="Practice").click()
    expect(page.locator(".desk").get_by_role("button", name="Stop play")).to_be_disabled()
    expect(page.locator(".permissions")).to_contain_text("Who can do what")


@pytest.mark.parametrize("name", ["", "Ann"])
def test_a_player_is_told_that_the_floor_is_not_his(visit: Visit, served: Served, name: str) -> None:
    page = visit(f"{served.url}/#/floor", who=(name, AccountRole.PLAYER) if name else None)
    expect(page.locator(".notice:visible")).to_contain_text("Only floorpersons and auditors")
    hold(page)
