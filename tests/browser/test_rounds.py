"""Whole rounds in a real browser, as a newcomer plays them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.player import Player
from tests.browser.served import Served

Seated = Callable[..., Player]


def test_a_newcomer_plays_down_under_with_match_the_dealer_and_insurance(page: Page, served: Served) -> None:
    card = page.locator(".table-card", has=page.get_by_role("heading", name="Down Under", exact=True))
    card.get_by_role("button").click()
    guest = Player(page)
    guest.wait_for("question")
    assert "look at the cards" in guest.prompt()
    guest.prepare()
    served.stack("Down Under", "Ah As 7d 9c")
    guest.spot(3, "main")
    guest.spot(3, "main")
    guest.spot(3, "match-the-dealer")
    guest.deal()
    assert guest.cards(3) == [["Ah", "7d"]]
    assert guest.dealer() == ["As", "--"]
    guest.says("Match-the-Dealer wins 20.00, unsuited match")
    assert "Insurance" in guest.prompt()
    guest.act("insurance")
    expect(page.locator(".area.medium")).to_have_class(re.compile("lit"))
    expect(page.locator(".area.medium")).to_contain_text("Medium", ignore_case=True)
    guest.says("Insurance loses 5.00")
    assert "Soft 18 against an ace" in guest.prompt()
    guest.act("stand")
    guest.says("bet loses 10.00, less than the dealer")
    guest.says("You won 5.00")
    assert guest.balance() == "1005.00"


def test_double_back_jack_with_a_second_chance(player: Seated, served: Served) -> None:
    guest = player("Double Back Jack")
    served.stack("Double Back Jack", "Ts 9c 6h 8d Kd 7c")
    guest.spot(3, "main")
    guest.deal()
    guest.act("hit")
    assert guest.prompt() == "26, bust. A Second Chance?"
    guest.act("second-chance")
    guest.says("sideways: 26 less 7 is 19")
    guest.says("Second chance wins 5.00")
    assert guest.balance() == "1005.00"


def test_the_second_chance_card_lies_sideways_while_others_play(player: Seated, served: Served) -> None:
    guest = player("Double Back Jack")
    served.stack("Double Back Jack", "Ts 5s 9c 6h 5h 8d Kd 7c")
    guest.spot(3, "main")
    guest.page.wait_for_timeout(0)
    guest.spot(4, "main")
    guest.deal()
    guest.act("hit")
    guest.act("second-chance")
    expect(guest.page.locator(".box[data-box='3'] .slot.sideways card-face")).to_have_attribute("card", "7c")
    expect(guest.page.locator(".box[data-box='3'] .total")).to_have_text("19")


def test_free_bet_with_a_free_split(player: Seated, served: Served) -> None:
    guest = player("Free Bet")
    served.stack("Free Bet", "8s 6s 8h 3d Tc Kd Kh 9h")
    guest.spot(3, "main")
    guest.deal()
    guest.act("free-split")
    assert guest.cards(3) == [["8s", "3d"], ["8h"]]
    expect(guest.page.locator(".box[data-box='3'] .lammer")).to_have_count(1)
    guest.act("free-double")
    expect(guest.page.locator(".box[data-box='3'] .slot.sideways card-face")).to_have_attribute("card", "Tc")
    guest.act("stand")
    guest.says("You won 15.00")
    assert guest.balance() == "1015.00"


def test_house_money_rides(player: Seated, served: Served) -> None:
    guest = player("Blackjack with House Money")
    served.stack("Blackjack with House Money", "9s 6d 8s Kd 9h")
    guest.spot(3, "main")
    guest.spot(3, "house-money")
    guest.deal()
    assert guest.prompt() == "House Money has won: let it ride?"
    guest.act("ride")
    expect(guest.page.locator(".box[data-box='3'] .wager.riding .tag")).to_have_text("rides")
    guest.act("stand")
    guest.says(re.compile("House Money wins 25.00"))
    assert guest.balance() == "1050.00"  # 20 on the wager, 25 that rode, 5 on the bet


@pytest.mark.parametrize("covers", [True, False])
def test_two_browsers_share_a_new_zealand_box(player: Seated, served: Served, covers: bool) -> None:
    first, second = player("Blackjack"), player("Blackjack")
    served.stack("Blackjack", "8s 6s 8h 3d Tc Kd Kh 9h")
    first.spot(3, "main")
    second.page.locator("button.spot.behind[data-box='3']:not([disabled])").click()
    expect(first.page.locator(".box[data-box='3'] .spot.behind .wager")).to_have_count(1)
    first.page.locator("[data-do=deal]").click()
    second.page.locator("[data-do=deal]").click()
    first.wait_for("question")
    first.act("split")
    assert first.kind() == "waiting"
    second.wait_for("question")
    assert "splits. What becomes of your bet?" in second.prompt()
    second.act("cover" if covers else "decline")
    first.wait_for("question")
    assert first.cards(3) == [["8s", "3d"], ["8h"]]
    assert [hand.count() for hand in _wagers(first.page)] == ([2, 2] if covers else [2, 1])
    first.act("double")
    second.wait_for("question")
    second.act("decline")
    first.wait_for("question")
    first.act("stand")
    first.says("You won 15.00")
    second.says("You won 10.00" if covers else "You won 5.00")


def _wagers(page: Page) -> list[Locator]:
    hands = page.locator(".box[data-box='3'] .hand")
    return [hands.nth(at).locator(".wager") for at in range(hands.count())]


def test_who_was_ready_for_a_round_is_not_ready_for_the_next(player: Seated, served: Served) -> None:
    """A Blackjack against nothing: from "no more bets" to the next bets without a question."""
    guest = player("Double Back Jack")
    served.stack("Double Back Jack", "As 9c Kh 8d")
    guest.spot(3, "main")
    guest.page.locator("[data-do=deal]").click()
    guest.says("You won 10.00")
    guest.wait_for("bets")
    assert guest.prompt() == "You won 10.00"
    expect(guest.page.locator(".plate[data-state=ready]")).to_have_count(0)
    guest.page.locator("[data-do=rebet]").click()
    expect(guest.page.locator("[data-do=deal]")).to_be_enabled()


def test_a_reload_in_mid_hand_resumes(player: Seated, served: Served) -> None:
    guest = player("Down Under")
    served.stack("Down Under", "8s 6d 3h 9c Kd Ts")
    guest.spot(3, "main")
    guest.deal()
    guest.page.reload()
    guest.wait_for("question")
    assert guest.prompt() == "11 against a 6, Medium below"
    assert guest.cards(3) == [["8s", "3h"]]
    assert guest.dealer() == ["6d", "--"]
    guest.says("No more bets")
    guest.act("double")
    guest.says("You won 10.00")
    assert guest.balance() == "1010.00"


def test_a_round_by_keyboard_alone(visit: Visit, served: Served) -> None:
    page = visit()
    page.locator(".table-card").first.wait_for()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.table") == "1":
            break
    page.keyboard.press("Enter")
    guest = Player(page)
    guest.wait_for("question")
    page.keyboard.press("y")
    page.locator(".cut").wait_for()
    page.keyboard.press("n")
    guest.wait_for("bets")
    served.stack("Down Under", "8s 6d Kh 9c 9d")
    for key in ("3", "b", "1", "q", "u", "d"):
        page.keyboard.press(key)
    guest.wait_for("question")
    assert guest.prompt() == "18 against a 6, Medium below"
    page.keyboard.press("s")
    guest.says("You won 25.00")
    guest.wait_for("bets")
    assert guest.balance() == "1025.00"
    page.keyboard.press("r")
    expect(page.locator("[data-do=deal]")).to_contain_text("25.00")


def test_a_hint_has_what_each_action_is_worth_and_the_coach_says_what_a_mistake_cost(
    player: Seated, served: Served
) -> None:
    guest = player("Down Under")
    worth = {"actions": [{"action": "hit", "ev": -0.51}, {"action": "stand", "ev": 0.21}]}
    guest.page.route("**/hint?*", lambda route: route.fulfill(json=worth))
    guest.page.locator(".menu summary").click()
    guest.page.get_by_label("Coach").select_option("on")
    guest.page.locator(".menu summary").click()
    served.stack("Down Under", "8s 6d Kh 9c 2d 9d")
    guest.chip(2500)
    guest.spot(3, "main")
    guest.deal()
    guest.page.keyboard.press("?")
    lines = guest.page.locator(".hint li")
    expect(lines).to_have_text([re.compile("Stand.*0.2100"), re.compile("Hit.*-0.5100")])
    guest.act("hit")
    guest.says("Stand would have been better: hit costs 18.00 on average (72.0 % of the bet).")


def test_a_table_without_a_solver_says_so(player: Seated, served: Served) -> None:
    guest = player("Down Under")
    guest.page.route("**/hint?*", lambda route: route.fulfill(status=404, json={"error": "there is no such thing"}))
    served.stack("Down Under", "8s 6d Kh 9c 2d 9d")
    guest.spot(3, "main")
    guest.deal()
    guest.page.locator("[data-do=hint]").click()
    expect(guest.page.locator(".hint")).to_have_text("No hints at this table: the house has no solver for it.")
