"""At every size and in every game nothing is hidden: dealer, light, hands, bets, names and buttons."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.holding import (
    AT_A_DECISION,
    AT_THE_BETS,
    SIZES,
    WHEN_SETTLED,
    all_seen,
    overlapping_at_each_size,
)
from tests.browser.player import Player
from tests.browser.served import Served

Seated = Callable[..., Player]

CUT_LABELS = """() => [...document.querySelectorAll('.insurance-line .spot.filled .spot-label')]
    .filter((label) => label.scrollWidth > label.offsetWidth).map((label) => label.textContent)"""

TIGHT_BUTTONS = """() => [...document.querySelectorAll('.actions button > span')].filter((name) => {
    const [one, button] = [name.getBoundingClientRect(), name.parentElement.getBoundingClientRect()];
    return one.left < button.left + 2 || one.right > button.right - 2;
}).map((name) => name.textContent)"""

NARROWEST_CARD = """() => Math.min(...[...document.querySelectorAll('.box.mine card-face')]
    .map((card) => card.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)))"""

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


def _finish(guest: Player) -> None:
    while guest.kind() == "question":
        guest.act(next(action for action in ("stand", "decline", "hit") if guest.can(action)))


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
    _finish(guest)
    assert all_seen(guest.page, WHEN_SETTLED) == []


@pytest.mark.parametrize("table", ["Down Under", "Blackjack +", "Free Bet", "Double Back Jack"])
def test_after_a_split_the_areas_are_free_for_the_next_bets(player: Seated, table: str) -> None:
    """What the hands have come to hides no card, and no area of the player's own box."""
    guest = player(table)
    areas = guest.page.locator(".box.mine .sides button.spot")
    for spot in (guest.page.locator(".box.mine .spot.main"), *areas.all()):
        spot.click()
    guest.dealt("8s Ad 8h 9c 3d Tc Kd 5h 9h 4c 7d 2s")
    guest.page.set_viewport_size({"width": 1024, "height": 768})
    assert guest.page.evaluate(TIGHT_BUTTONS) == []
    guest.act("insurance")
    if guest.can("decline"):
        guest.act("decline")
    assert guest.page.evaluate(TIGHT_BUTTONS) == []
    guest.act("free-split" if guest.can("free-split") else "split")
    # the insurance is seen above the hands
    assert all_seen(guest.page, {"insurance?": ".insurance-line chip-stack .sum"}) == []
    assert guest.page.evaluate(CUT_LABELS) == []
    guest.page.set_viewport_size({"width": 1440, "height": 900})
    guest.act("double")
    guest.act("stand")
    guest.wait_for("bets")
    assert all_seen(guest.page, WHEN_SETTLED) == []
    expect(guest.page.locator(".prompt-more")).to_contain_text("Insurance")  # item by item, also where cards are small
    guest.page.set_viewport_size({"width": 390, "height": 844})
    for spot in areas.all():
        spot.click()
    expect(guest.page.locator(".box.mine .sides .spot.filled")).to_have_count(areas.count())


@pytest.mark.parametrize("table", ["Down Under", "Practice"])
def test_split_hands_can_be_read_at_every_size(player: Seated, table: str) -> None:
    """With a side wager beside the bet, and with none."""
    guest = player(table)
    guest.page.locator(".box.mine .spot.main").click()
    guest.dealt("8s Ad 8h 9c 3d Tc Kd 5h 9h 4c 7d 2s")
    for action in ("insurance", "split", "double"):
        guest.act(action)
    for width, height in SIZES:
        guest.page.set_viewport_size({"width": width, "height": height})
        guest.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert guest.page.evaluate(NARROWEST_CARD) >= 20, (width, height)
    _finish(guest)  # the next test at this table would wait for it


def test_nothing_is_hidden_with_three_bettors_on_a_box(player: Seated, served: Served) -> None:
    first, second, third = (player("Blackjack") for _ in range(3))
    for wager in ("main", "super-sevens", "perfect-pair"):
        first.spot(3, wager)
    for guest in (second, third):
        guest.page.locator(".box.mine button.spot.main").click()
        guest.page.locator("button.spot.behind[data-box='3']:not([disabled])").click()
    for guest in (first, second):
        expect(guest.page.locator(".box[data-box='3'] .spot.behind .wager")).to_have_count(2)
        assert all_seen(guest.page, AT_THE_BETS | {"bet": ".spot.filled"}) == []
        assert overlapping_at_each_size(guest.page) == []
    served.stack("Blackjack", "9h 8s 5s 6d 9s Kh 6h 9c 9d")  # hands that are asked: a Blackjack would not be
    for guest in (first, second, third):
        guest.page.set_viewport_size({"width": 1440, "height": 900})
        guest.page.locator("[data-do=deal]").click()
    second.wait_for("question")  # box 2 is before box 3
    second.act("stand")
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
