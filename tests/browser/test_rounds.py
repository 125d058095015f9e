"""Whole rounds in a real browser, as a newcomer plays them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser import rounds
from tests.browser.conftest import Visit, open_context
from tests.browser.holding import cut_off, hold, overlapping
from tests.browser.player import Player
from tests.browser.served import Served, serve

Seated = Callable[..., Player]
SOLVED = 600_000.0  # milliseconds, on a machine that is busy


def test_a_newcomer_plays_down_under_with_match_the_dealer_and_insurance(page: Page, served: Served) -> None:
    card = page.locator(".table-card", has=page.get_by_role("heading", name="Down Under", exact=True))
    card.get_by_role("button").click()
    guest = Player(page, served, "Down Under")
    guest.wait_for("bets")  # a guest is not asked to inspect or cut
    guest.says(re.compile("need not be asked to inspect or cut the cards"))
    rounds.insurance_is_offered(guest)
    assert guest.cards(3) == [["Ah", "7d"]]
    assert guest.dealer() == ["As", "--"]
    guest.says("Your Match-the-Dealer wins 20.00 (unsuited match)")
    assert "Insurance" in guest.prompt()
    guest.act("insurance")
    expect(page.locator(".area.medium")).to_have_class(re.compile("lit"))
    expect(page.locator(".area.medium")).to_contain_text("Medium", ignore_case=True)
    guest.says("Insurance loses 5.00")
    assert "Soft 18 against an ace" in guest.prompt()
    guest.act("stand")
    guest.says("Your bet loses 10.00 (lower total than the dealer)")
    guest.says("You won 5.00")
    guest.has("1005.00")


def test_double_back_jack_with_a_second_chance(player: Seated) -> None:
    guest = player("Double Back Jack")
    rounds.a_bust(guest)
    guest.page.set_viewport_size({"width": 390, "height": 844})  # a phone has three lines for what it is
    assert guest.page.locator(".prompt-more").evaluate("(more) => more.offsetHeight") == 48
    assert guest.prompt() == "Bust with 26. Second Chance?"
    guest.act("second-chance")
    guest.says("sideways: 26 less 7 is 19")
    guest.says("Second Chance wins 5.00")
    guest.has("1005.00")


def test_the_second_chance_card_lies_sideways_while_others_play(player: Seated) -> None:
    guest = player("Double Back Jack")
    guest.dealt("Ts 5s 9c 6h 5h 8d Kd 7c", "3 main", "4 main")
    guest.act("hit")
    guest.act("second-chance")
    expect(guest.page.locator(".box[data-box='3'] .slot.sideways card-face")).to_have_attribute("card", "7c")
    expect(guest.page.locator(".box[data-box='3'] .total")).to_have_text("19")


def test_free_bet_with_a_free_split(player: Seated) -> None:
    guest = player("Free Bet")
    rounds.a_free_split_and_a_free_double(guest)
    assert guest.cards(3) == [["8s", "3d", "Tc"], ["8h", "Kd"]]
    expect(guest.page.locator(".box[data-box='3'] .lammer")).to_have_count(2)
    expect(guest.page.locator(".box[data-box='3'] .slot.sideways card-face")).to_have_attribute("card", "Tc")
    guest.act("stand")
    guest.says("You won 15.00")
    guest.has("1015.00")


def test_house_money_rides(player: Seated) -> None:
    guest = player("Blackjack with House Money")
    rounds.house_money_has_won(guest)
    assert guest.prompt() == "House Money wins. Let it ride?"
    guest.act("ride")
    expect(guest.page.locator(".box[data-box='3'] .wager.riding .tag")).to_have_text("rides")
    guest.act("stand")
    guest.says(re.compile("House Money wins 25.00"))
    guest.has("1050.00")  # 20 on the wager, 25 that rode, 5 on the bet


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
    assert second.prompt().endswith("splits. Cover both hands?")
    second.act("cover" if covers else "designate 1")
    first.wait_for("question")
    assert first.cards(3) == [["8s", "3d"], ["8h"]]
    assert [hand.count() for hand in _wagers(first.page)] == ([2, 2] if covers else [2, 1])
    first.act("double")
    second.wait_for("question")
    second.act("decline")
    first.wait_for("question")
    first.act("stand")
    first.says("Hand 1: your bet wins 10.00 (")
    first.says("Hand 2: your bet wins 5.00 (")
    first.says("You won 15.00")
    second.says("You won 10.00" if covers else "You won 5.00")


def test_on_a_phone_who_bets_behind_has_his_money_in_sight(player: Seated) -> None:
    first, second = (player("Blackjack", width=360, height=740) for _ in range(2))
    first.spot(3, "main")
    second.page.locator("button.spot.behind[data-box='3']:not([disabled])").click()
    for guest in (first, second):
        behind = guest.page.locator(".box.large .spot.behind")
        expect(behind.locator(".wager")).to_have_count(1)
        guest.page.wait_for_function(
            """() => document.querySelector('.box.large .spot.behind').getBoundingClientRect().bottom
                < document.querySelector('.controls').getBoundingClientRect().top"""
        )
        assert [*overlapping(guest.page), *cut_off(guest.page)] == []


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


def test_a_reload_in_mid_hand_resumes(player: Seated) -> None:
    guest = player("Down Under")
    guest.dealt("8s 6d 3h 9c Kd Ts", "3 main")
    guest.page.reload()
    guest.wait_for("question")
    assert guest.prompt() == "11 against a 6, hole card Medium"
    assert guest.cards(3) == [["8s", "3h"]]
    assert guest.dealer() == ["6d", "--"]
    guest.says("No more bets")
    guest.act("double")
    guest.says("You won 10.00")
    guest.has("1010.00")


def test_a_round_by_keyboard_alone(visit: Visit, served: Served) -> None:
    page = visit()
    page.evaluate("localStorage.setItem('holecard.settings', JSON.stringify({ pit: 'ask' }))")
    page.reload()
    page.locator(".table-card").first.wait_for()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.table") == "1":
            break
    page.keyboard.press("Enter")
    guest = Player(page, served, "Down Under")
    guest.wait_for("question")
    expect(page.locator(".spread card-face")).to_have_count(52)
    guest.is_heard()
    page.keyboard.press("y")
    page.locator(".cut").wait_for()
    guest.is_heard()
    page.keyboard.press("n")
    guest.wait_for("bets")
    served.stack("Down Under", "8s 6d Kh 9c 9d")
    for key in ("3", "b", "1", "j", "u", "Enter"):
        page.keyboard.press(key)
    guest.wait_for("question")
    assert guest.prompt() == "18 against a 6, hole card Medium"
    assert page.get_by_role("status").filter(has_text="18 against a 6").count() == 1, "a screen reader hears it"
    guest.is_heard()
    page.keyboard.press("s")
    guest.says("You won 25.00")
    guest.wait_for("bets")
    guest.has("1025.00")
    page.keyboard.press("a")
    expect(page.locator("[data-do=deal]")).to_contain_text("25.00")


def test_insurance_lies_on_the_insurance_line(player: Seated) -> None:
    guest = player("Blackjack")
    rounds.insured_and_split(guest)
    for width, line in ((1280, ".cloth .middle"), (360, ".cloth .band")):
        guest.page.set_viewport_size({"width": width, "height": 800})
        guest.page.wait_for_function(ON_THE_LINE, arg=line)


ON_THE_LINE = """(line) => {
  const chips = document.querySelector(".insurance-line .spot[data-box='3'] .pile")?.getBoundingClientRect();
  const printed = document.querySelector(line)?.getBoundingClientRect();
  if (!chips || !printed) return false; // the felt is being drawn for the new width
  const middle = chips.top + chips.height / 2;
  return printed.top - 12 <= middle && middle <= printed.bottom + 12;
}"""  # looked at in one go, because the felt may be drawn again between two looks


NINE = """
[house]
name = "Nine"

[[table]]
name = "Nine"
game = "nz-blackjack"
boxes = 9
options = { perfect_pair = true, super_sevens = true, minimum = "5.00", maximum = "500.00" }
"""


NINE_SIZES = ((360, 740), (768, 1024), (1440, 900))


@pytest.fixture
def nine(browser: Browser, tmp_path: Path) -> Iterator[Player]:
    """Somebody at the middle box of nine."""
    file = tmp_path / "nine.toml"
    file.write_text(NINE, encoding="utf-8")
    with serve(tmp_path, house_file=file) as served:
        context = open_context(browser, viewport={"width": 1440, "height": 900})
        guest = Player(context.new_page(), served, "Nine")
        guest.page.goto(served.table("Nine"))
        guest.sit()
        guest.prepare()
        yield guest
        context.close()


def _nothing_overlaps(page: Page) -> None:
    for width, height in NINE_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert overlapping(page) == [], width


def test_all_nine_boxes_of_a_table_fit(nine: Player) -> None:
    boxes = (5, 4, 6, 3, 7, 2, 8, 1, 9)
    _nothing_overlaps(nine.page)
    nine.page.set_viewport_size({"width": 1440, "height": 900})
    for box in boxes:
        for wager in ("main", "super-sevens", "perfect-pair"):
            nine.spot(box, wager)
    _nothing_overlaps(nine.page)
    nine.dealt("8s 9c Td 5s 8h Kh 7d 6c 2c 6d 8d 9d Tc 5h 8c Kd 7s 6s 3c 9h 4c")
    assert [len(nine.cards(box)[0]) for box in range(1, 10)] == [2] * 9
    hold(nine.page)
    _nothing_overlaps(nine.page)
    nine.act("split")
    assert [len(nine.cards(box)) for box in range(1, 10)] == [2, *[1] * 8]
    _nothing_overlaps(nine.page)


def test_hands_of_a_split_cover_no_other_box(player: Seated) -> None:
    guest = player("Blackjack")
    guest.dealt(
        "8s 8d Td 9d Ts 6d 8h 8c Th 9h Tc 8c 8d 8h 3d 2d Kd Kh",
        *("3 main", "2 main", "4 main", "1 main", "5 main", "1 perfect-pair", "2 super-sevens"),
    )
    guest.act("split")
    guest.act("split")
    assert [len(guest.cards(box)) for box in range(1, 6)] == [3, 1, 1, 1, 1]
    _nothing_overlaps(guest.page)
    hold(guest.page)


def test_on_a_phone_boxes_that_nobody_plays_take_no_room_for_cards(player: Seated) -> None:
    guest = player("Blackjack", width=360, height=740)
    guest.dealt("8s 6d 9h", "3 main")
    wide = "document.querySelector('.box.large card-face').getBoundingClientRect().width"
    alone = guest.page.evaluate(wide)
    guest.act("stand")
    guest.wait_for("bets")
    guest.dealt("8s Td 6d 9h 9c 8c", "3 main", "4 main")
    assert guest.page.evaluate(wide) <= alone
    _nothing_overlaps(guest.page)


def test_on_a_phone_every_one_of_nine_hands_can_be_read(nine: Player) -> None:
    nine.page.set_viewport_size({"width": 360, "height": 740})
    boxes = (5, 4, 6, 3, 7, 2, 8, 1, 9)
    nine.dealt("8s 9c Td 5s 8h Kh 7d 6c 2c 6d 8d 9d Tc 5h 8c Kd 7s 6s 3c", *(f"{box} main" for box in boxes))
    measured = """(box) => {
        const card = document.querySelector(`.box[data-box="${box}"] card-face`);
        const { top, bottom, width } = card.getBoundingClientRect();
        return [width, card.querySelector('text').getBoundingClientRect().height, top, bottom];
    }"""
    own, *others = (nine.page.evaluate(measured, box) for box in range(1, 10))
    controls = nine.page.locator(".controls").bounding_box()
    assert controls is not None
    assert own[0] >= 50, "the box that is asked lies large"
    assert all(letter >= 14 for _, letter, _, _ in (own, *others)), others
    assert all(top >= 0 and bottom <= controls["y"] for _, _, top, bottom in (own, *others)), (
        "all of it without scrolling"
    )


FLOWN = """() => {
    window.flown = { cards: 0, chips: 0 };
    new MutationObserver((changes) => changes.flatMap(({ addedNodes }) => [...addedNodes]).forEach((node) => {
        window.flown[node.localName === 'card-face' ? 'cards' : 'chips'] += 1;
    })).observe(document.querySelector('.air'), { childList: true });
}"""


def test_what_moves_over_the_layout_leaves_nothing_behind(player: Seated) -> None:
    guest = player("Free Bet", reduced_motion="no-preference")
    guest.page.evaluate(FLOWN)
    rounds.a_free_split_and_a_free_double(guest)
    guest.act("stand")
    guest.wait_for("bets")
    guest.says("You won 15.00")
    assert guest.dealer(), "the last cards stay until the next bet"
    guest.spot(3, "main")
    expect(guest.page.locator(".box[data-box='3'] card-face")).to_have_count(0)
    expect(guest.page.locator(".air > *")).to_have_count(0)
    assert all(many > 1 for many in guest.page.evaluate("Object.values(window.flown)"))


HEARD = """for (const kind of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
    const { start } = kind.prototype;
    kind.prototype.start = function (...at) {
        window.heard = (window.heard ?? 0) + 1;
        return start.apply(this, at);
    };
}"""


@pytest.mark.parametrize("chosen", ["on", "off"])
def test_cards_and_chips_are_heard_by_whoever_wants_it(player: Seated, chosen: str) -> None:
    guest = player("Practice")
    guest.page.add_init_script(HEARD)
    guest.page.evaluate("(sound) => localStorage.setItem('holecard.settings', JSON.stringify({ sound }))", chosen)
    guest.page.reload()
    guest.wait_for("bets")
    guest.dealt("8s 6d Kh 9c 9d", "3 main")
    if chosen == "on":
        guest.page.wait_for_function("window.heard > 3")
    else:
        assert guest.page.evaluate("window.heard ?? 0") == 0


def test_the_real_solver_gives_the_hint_and_the_coach_his_words(player: Seated) -> None:
    guest = player("Practice")
    guest.page.locator(".menu summary").click()
    guest.page.get_by_label("Coach").select_option("on")
    guest.page.locator(".menu summary").click()
    guest.chip(2500)
    guest.dealt("8s 6d Kh 9c 2d 9d", "3 main")
    with guest.page.expect_response(lambda one: "/hint?" in one.url and one.status == 200, timeout=SOLVED) as waiting:
        guest.is_heard()
        guest.page.keyboard.press("t")
    worth = {one["action"]: one["ev"] for one in waiting.value.json()["actions"]}
    expect(guest.page.locator(".hint")).to_contain_text(f"Stand: {worth['stand'] - worth['hit']:.2f} better than Hit")
    for name, action in (("Stand", "stand"), ("Hit", "hit"), ("Double", "double")):
        figure = f"{worth[action]:+.2f}".replace("-", "\u2212")
        expect(guest.page.locator(".hint-figures")).to_contain_text(f"{name} {figure}")
    guest.act("hit")
    cost = worth["stand"] - worth["hit"]
    guest.says(f"Stand would have been better: hit costs {cost * 25:.2f} on average ({cost * 100:.1f} % of the bet).")


def test_a_hint_has_what_each_action_is_worth_and_the_coach_says_what_a_mistake_cost(player: Seated) -> None:
    guest = player("Down Under")
    worth = {"actions": [{"action": "hit", "ev": -0.51}, {"action": "stand", "ev": 0.21}]}
    guest.page.route("**/hint?*", lambda route: route.fulfill(json=worth))
    guest.page.locator(".menu summary").click()
    guest.page.get_by_label("Coach").select_option("on")
    guest.page.locator(".menu summary").click()
    guest.chip(2500)
    guest.dealt("8s 6d Kh 9c 2d 9d", "3 main")
    guest.is_heard()
    guest.page.keyboard.press("t")
    expect(guest.page.locator(".hint")).to_have_text(
        "Stand: 0.72 better than HitPer 1.00 bet: Stand +0.21, Hit \u22120.51"
    )
    guest.act("hit")
    guest.says("Stand would have been better: hit costs 18.00 on average (72.0 % of the bet).")


def test_a_table_without_a_solver_says_so(player: Seated) -> None:
    guest = player("Down Under")
    guest.page.route("**/hint?*", lambda route: route.fulfill(status=404, json={"error": "not found"}))
    guest.dealt("8s 6d Kh 9c 2d 9d", "3 main")
    guest.page.locator("[data-do=hint]").click()
    expect(guest.page.locator(".hint")).to_have_text(
        "No hints at this table: the solver can't solve this game, or is not installed."
    )
