"""At every size and in every game nothing is hidden: dealer, light, hands, bets, names and buttons."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.holding import AT_A_DECISION, AT_THE_BETS, WHEN_SETTLED, all_seen
from tests.browser.player import Player
from tests.browser.served import Served

Seated = Callable[..., Player]

TABLES = (
    "Down Under",
    "Down Under, shuffled continuously",
    "Down Under, the maker's rules",
    "Double Back Jack",
    "Blackjack with House Money",
    "Blackjack, Style A, with Let it Ride",
    "Ante Up",
    "Blackjack +",
    "Free Bet",
    "Practice",
)
FULL = "9s 8c 5s 7h Td 6h 5c 8h Kc 4s 9d 7d 2c 3d"  # five boxes, each with something to decide


@pytest.fixture
def served(served_to_read: Served) -> Served:
    return served_to_read


@pytest.mark.parametrize("table", TABLES)
def test_nothing_is_hidden_at_an_empty_and_at_a_full_table(player: Seated, table: str) -> None:
    guest = player(table)
    assert all_seen(guest.page, AT_THE_BETS) == []
    guest.page.set_viewport_size({"width": 1440, "height": 900})
    for box in (3, 2, 4, 1, 5):
        guest.spot(box, "main")
    for spot in guest.page.locator(".box.mine .sides button.spot").all():
        spot.click()
    assert all_seen(guest.page, AT_THE_BETS) == []
    guest.page.set_viewport_size({"width": 1440, "height": 900})
    guest.dealt(FULL)
    assert guest.kind() == "question"
    assert all_seen(guest.page, AT_A_DECISION) == []
    guest.page.set_viewport_size({"width": 1440, "height": 900})
    while guest.kind() == "question":
        guest.act(next(action for action in ("stand", "decline", "hit") if guest.can(action)))
    assert all_seen(guest.page, WHEN_SETTLED) == []


def test_nothing_is_hidden_with_three_bettors_on_a_box(player: Seated, served: Served) -> None:
    first, second, third = (player("Blackjack") for _ in range(3))
    first.spot(3, "main")
    for guest in (second, third):
        guest.page.locator("button.spot.behind[data-box='3']:not([disabled])").click()
    for guest in (first, second):
        expect(guest.page.locator(".box[data-box='3'] .spot.behind .wager")).to_have_count(2)
        assert all_seen(guest.page, AT_THE_BETS | {"bet": ".spot.filled"}) == []
    served.stack("Blackjack", "8s 6d Kh 9c 9d")  # a hand that is asked: a Blackjack would not be
    for guest in (first, second, third):
        guest.page.set_viewport_size({"width": 1440, "height": 900})
        guest.page.locator("[data-do=deal]").click()
    first.wait_for("question")
    for guest in (first, second):
        parts = AT_A_DECISION if guest is first else {**AT_A_DECISION, "button": ".table-head button"}
        assert all_seen(guest.page, parts) == []


def test_the_newest_line_of_the_log_stays_in_view_when_the_window_changes(player: Seated) -> None:
    guest = player("Practice")
    guest.page.set_viewport_size({"width": 720, "height": 450})
    guest.page.set_viewport_size({"width": 1440, "height": 900})
    box = guest.page.locator(".box.mine").get_attribute("data-box")  # the third may be somebody's from another test
    guest.dealt("8s 6d Kh 9c 9d", f"{box} main")
    guest.act("stand")
    guest.page.set_viewport_size({"width": 1280, "height": 720})
    for _ in range(2):
        guest.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    last = guest.page.locator(".log-lines li").last
    assert (
        guest.page.evaluate(
            "() => { const box = document.querySelector('.log-lines'); "
            "return box.scrollHeight - box.clientHeight - box.scrollTop; }"
        )
        < 5
    )
    expect(last).to_contain_text("You")
