"""What hid, surprised or misled at the table, and must not again."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.holding import findings
from tests.browser.player import Player
from tests.browser.served import Served

Seated = Callable[..., Player]
DECISION = "8s 6d Kh 9c 9d"


@pytest.fixture
def served(served_to_read: Served) -> Served:
    return served_to_read


def _place(guest: Player, selector: str) -> dict[str, float]:
    found = guest.page.locator(selector).first.bounding_box()
    assert found is not None
    return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}


# Keys


def test_no_key_of_the_bets_decides_and_the_first_moment_of_a_question_is_guarded(player: Seated) -> None:
    guest = player("Practice")
    guest.page.keyboard.press("b")
    guest.page.evaluate("""() => new MutationObserver(() => {
        const controls = document.querySelector('.controls');
        if (controls.dataset.kind === 'question' && !window.tried) {
            window.tried = true;
            document.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }));
            document.querySelector('[data-do=stand]').click();
        }
    }).observe(document.querySelector('.controls'), { attributes: true, childList: true, subtree: true })""")
    guest.dealt("8s 6d Kh 9c 9d 2h")
    guest.is_heard()
    assert guest.page.evaluate("window.tried")
    assert guest.kind() == "question", "neither the key nor the click counted"
    assert guest.cards(3) == [["8s", "Kh"]]
    for key in ("Enter", "a", "m", "u", "x", "b", "j", "1"):
        guest.page.keyboard.press(key)
    assert guest.cards(3) == [["8s", "Kh"]]
    guest.page.keyboard.press("s")
    guest.wait_for("bets")


def test_shortcuts_can_be_turned_off(player: Seated) -> None:
    guest = player("Practice")
    guest.page.locator(".menu summary").click()
    guest.page.get_by_label("Shortcuts").select_option("off")
    guest.page.keyboard.press("Escape")
    expect(guest.page.locator(".menu-sheet")).to_be_hidden()
    guest.page.locator(".menu summary").click()
    guest.page.locator(".felt").click(position={"x": 300, "y": 120})
    expect(guest.page.locator(".menu-sheet")).to_be_hidden()
    guest.page.keyboard.press("b")
    expect(guest.page.locator(".controls kbd")).to_have_count(0)
    expect(guest.page.locator(".spot.filled")).to_have_count(0)
    assert _keys_shown(guest.page) == []
    guest.page.locator(".menu summary").click()
    guest.page.get_by_label("Shortcuts").select_option("on")
    guest.page.keyboard.press("Escape")
    own = guest.page.locator(".box.mine").get_attribute("data-box")  # the third, unless another test's guest has it
    guest.spot(1, "main")
    assert set(_keys_shown(guest.page)) == {"?", own}, "keys bet on your own box alone"
    guest.page.locator("[data-do=clear]").click()


def _keys_shown(page: Page) -> list[str]:
    """What is written on keys beside the table, and on which boxes."""
    shown: list[str] = page.evaluate(
        """() => [
            ...[...document.querySelectorAll('.log kbd')]
                .filter((one) => one.checkVisibility()).map((one) => one.textContent),
            ...[...document.querySelectorAll('.spot[data-key]')]
                .filter((one) => getComputedStyle(one, '::after').display !== 'none').map((one) => one.dataset.box),
        ]"""
    )
    return shown


# Money


def test_limits_explain_themselves_where_they_apply(player: Seated) -> None:
    guest = player("Free Bet")
    guest.chip(100)
    guest.spot(3, "main")
    expect(guest.page.locator(".why-not")).to_have_text("The least here is 5.00, so your bet is 5.00")
    guest.chip(50000)
    guest.spot(3, "main")
    expect(guest.page.locator(".why-not")).to_have_text("The most here is 500.00, so your bet is 500.00")
    guest.spot(3, "main")
    expect(guest.page.locator(".hint")).to_have_text("500.00 is the most here.")
    undo = guest.page.locator("[data-do=undo]")
    undo.click()
    expect(guest.page.locator("[data-do=deal]")).to_contain_text("5.00")
    undo.click()
    expect(undo).to_be_disabled()
    guest.chip(500)
    for chips in ("995.00", "990.00", "985.00"):
        guest.spot(3, "main")
        guest.has(chips)
    expect(guest.page.locator(".log-lines li", has_text=re.compile("You (bet|raise|take)"))).to_have_text(
        re.compile("You raise the bet to 15.00")
    )


def test_chips_that_were_bet_and_taken_back_are_not_gone(player: Seated, served: Served) -> None:
    guest = player("Blackjack, Style A, with Let it Ride")
    guest.chip(50000)
    for box in (3, 4):
        guest.spot(box, "main")
    guest.has("0.00")
    guest.page.locator("[data-do=clear]").click()
    guest.has("1000.00")
    assert guest.kind() == "bets"
    guest.spot(3, "main")
    guest.has("500.00")
    guest.page.goto(f"{served.url}/#/account")
    expect(guest.page.locator(".balance")).to_have_text("500.00")


def test_the_button_says_what_the_deal_takes(player: Seated) -> None:
    guest = player("Ante Up")
    guest.spot(3, "main")
    guest.spot(3, "lucky-match")
    expect(guest.page.locator("[data-do=deal]")).to_contain_text("10.10")
    guest.has("989.90")


# The bar


def test_the_bar_and_its_buttons_stay_where_they_are(player: Seated) -> None:
    guest = player("Double Back Jack")
    bars, deals, hits = [], [], []
    bars.append(_place(guest, ".controls"))
    deals.append(_place(guest, "[data-do=deal]"))
    guest.spot(3, "main")
    bars.append(_place(guest, ".controls"))
    deals.append(_place(guest, "[data-do=deal]"))
    guest.dealt("8s 6d 2h 9c 3c 9d 5c Tc")
    for _ in range(2):  # with a double, and without
        bars.append(_place(guest, ".controls"))
        hits.append(_place(guest, "[data-do=hit]"))
        guest.act("hit")
    for places in (bars, deals, hits):
        first, *others = places
        assert all(abs(one[side] - first[side]) <= 1 for one in others for side in first), places


def test_a_hint_is_one_sentence_beside_the_buttons_for_offers_too(player: Seated) -> None:
    guest = player("Down Under")
    worth = {"actions": [{"action": "insurance", "ev": -0.31}, {"action": "decline", "ev": -0.21}]}
    guest.page.route("**/hint?*", lambda route: route.fulfill(json=worth))
    guest.dealt("Ah As 7d 9c", "3 main")
    bar = _place(guest, ".controls")
    guest.is_heard()
    guest.page.keyboard.press("t")
    expect(guest.page.locator(".hint")).to_contain_text("No Insurance: 0.10 better than Insurance")
    expect(guest.page.locator(".hint-figures")).to_contain_text("No Insurance \u22120.21, Insurance \u22120.31")
    assert _place(guest, ".controls") == bar
    guest.act("decline")
    expect(guest.page.locator(".hint")).to_have_text("")
    guest.act("stand")


# The end of a round


def test_the_last_cards_stay_with_the_result_item_by_item_until_the_next_bet(player: Seated) -> None:
    guest = player("Blackjack with House Money")
    guest.dealt("8s 6d Kh 9c 9d", "3 main", "3 house-money")
    expect(guest.page.locator(".call")).not_to_have_class(re.compile("on"))
    guest.act("stand")
    guest.wait_for("bets")
    assert guest.cards(3) == [["8s", "Kh"]]
    result = guest.page.locator(".box[data-box='3'] .result")
    expect(result).to_have_text("Wins 5.00; House Money \u22125.00")
    expect(guest.page.locator("[data-do=deal]")).to_contain_text("Again & deal 10.00")
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_function("document.querySelector('.table-head p').textContent.includes('round 2')")
    assert findings(guest.page) == []


# The rules


def test_the_rules_open_over_the_table_and_begin_with_how_the_game_differs(player: Seated) -> None:
    guest = player("Free Bet")
    guest.page.locator("[data-do=rules]").click()
    drawer = guest.page.locator(".drawer")
    expect(drawer.locator(".differs li")).to_have_count(6)
    expect(drawer).to_contain_text("without paying")
    expect(drawer.locator(".differs-picture")).to_be_visible()
    drawer.locator("summary").first.click()
    expect(drawer.locator(".clause").first).to_contain_text("NZ Blackjack rule 20.3")
    assert findings(guest.page) == []
    top = _place(guest, ".controls")["y"]
    assert _place(guest, ".drawer")["y"] + _place(guest, ".drawer")["height"] <= top, "the clock stays in view"
    guest.page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()


def test_the_first_visit_to_a_game_offers_a_guided_hand(player: Seated) -> None:
    guest = player("Blackjack +")
    worth = {"actions": [{"action": "hit", "ev": -0.51}, {"action": "stand", "ev": 0.21}]}
    guest.page.route("**/hint?*", lambda route: route.fulfill(json=worth))
    for width, height in ((390, 844), (844, 390), (1280, 900)):
        guest.page.set_viewport_size({"width": width, "height": height})
        expect(guest.page.locator("[data-do=guide]")).to_be_in_viewport(ratio=1)
    guest.page.locator("[data-do=guide]").click()
    expect(guest.page.locator(".hint")).to_contain_text("Choose a chip")
    guest.dealt("8s 6d Kh 9c 9d", "3 main")
    expect(guest.page.locator(".hint")).to_contain_text("Stand: 0.72 better than Hit")
    guest.act("stand")
    guest.wait_for("bets")
    guest.page.reload()
    guest.wait_for("bets")
    expect(guest.page.locator("[data-do=guide]")).to_have_count(0)


# Arriving


def test_the_lobby_leads_back_to_the_seat_and_filters(player: Seated, served: Served) -> None:
    guest = player("Practice")
    page = guest.page
    page.goto(f"{served.url}/#/")
    back = page.get_by_role("button", name="Back to your seat")
    expect(back).to_have_count(1)
    expect(page.locator(".table-card").first).to_contain_text("Ordinary blackjack")
    page.get_by_label("Game").select_option("Double Back Jack")
    expect(page.locator(".table-card")).to_have_count(2)
    assert findings(page) == []
    back.click()
    guest.wait_for("bets", "question", "waiting")
    page.goto(f"{served.url}/#/account")
    page.get_by_label("Password").fill("a long password")
    page.get_by_role("button", name="Keep account").click()
    expect(page.locator(".notice")).to_contain_text("from now on")
    page.goto(served.table("Practice"))
    guest.wait_for("bets", "question", "waiting")
    guest.has("1000.00")


def test_an_address_that_does_not_exist_has_a_page(visit: Visit, served: Served) -> None:
    for path in ("/#/nowhere", "/nowhere"):
        page = visit(f"{served.url}{path}")
        expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
        page.get_by_role("link", name="Go to lobby").click()
        expect(page.locator(".table-card").first).to_be_visible()
