"""The table: what holds in every state of it, and that an error is said where it happened, with the way out."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from sqlalchemy import delete

from holecard.live.store import schema
from tests.browser import rounds
from tests.browser.conftest import open_context
from tests.browser.holding import VIEWS, hidden_by, hold
from tests.browser.people import Beside
from tests.browser.player import Player
from tests.browser.served import PATIENT, Served, serve
from tests.kit.patience import PATIENCE

Seated = Callable[..., Player]


def test_the_table_in_every_state(player: Seated, served: Served) -> None:
    guest = player("Blackjack with House Money")
    hold(guest.page, VIEWS[:1])
    served.stack("Blackjack with House Money", "8s Ad 8h 8d 3c Th 2s Kd")
    for wager in ("main", "main", "house-money", "perfect-pair"):
        guest.spot(3, wager)
    hold(guest.page, VIEWS[1:])
    guest.deal()
    for at, action in enumerate(("decline", "insurance", "split", "hit", "stand")):
        assert guest.can(action), guest.prompt()
        hold(guest.page, (VIEWS[at % 2],))
        guest.act(action)
    hold(guest.page)


def test_five_boxes_with_the_light(player: Seated) -> None:
    guest = player("Down Under")
    rounds.five_boxes(guest)
    expect(guest.page.locator(".area.medium.lit")).to_have_count(1)
    assert [len(guest.cards(box)[0]) for box in (1, 2, 3, 4, 5)] == [2, 2, 2, 2, 2]
    hold(guest.page)


def test_the_account(player: Seated, served: Served) -> None:
    guest = player("Practice")
    guest.page.goto(f"{served.url}/#/account")
    guest.page.get_by_role("heading", name="Cashier").wait_for()
    hold(guest.page)
    guest.page.get_by_role("button", name="Buy chips").click()
    expect(guest.page.locator(".balance")).to_have_text(re.compile("1.500.00"))
    guest.page.get_by_label("Amount").fill("nothing")
    guest.page.get_by_role("button", name="Cash out").click()
    expect(guest.page.get_by_role("alert").first).to_contain_text("That is not an amount")


def test_a_refused_wager_says_why_and_puts_the_chips_back(player: Seated) -> None:
    guest = player("Down Under")
    guest.spot(3, "main")
    guest.spot(5, "main")
    error = guest.page.locator(".controls inline-error")
    expect(error).to_contain_text("a player's boxes must be next to each other")
    expect(error).to_contain_text("§ 685a.6(f)")
    expect(guest.page.locator(".spot.main[data-box='5'] .wager")).to_have_count(0)


def _at_once(guest: Player, *areas: str) -> None:
    """A chip on each of these areas, such as `3 main`, before any of them is told to the house."""
    selectors = [f".spot.{wager}[data-box='{box}']" for box, wager in (area.split() for area in areas)]
    guest.page.evaluate("(all) => all.forEach((one) => document.querySelector(one).click())", selectors)


def _lies(guest: Player, area: str, cents: int | None) -> None:
    box, wager = area.split()
    chips = guest.page.locator(f".spot.{wager}[data-box='{box}'] .wager:not(.draft) chip-stack")
    if cents is None:
        expect(chips).to_have_count(0)
    else:
        expect(chips).to_have_attribute("cents", str(cents))


def test_a_chip_that_is_pressed_while_the_bets_are_redrawn_counts(player: Seated) -> None:
    """The house confirms the first chip, which redraws the pile, between press and release of the second."""
    guest = player("Down Under")
    spot = guest.page.locator(".spot.main[data-box='3']")
    spot.click()
    spot.hover()
    guest.page.mouse.down()
    _lies(guest, "3 main", 500)
    guest.page.mouse.up()
    _lies(guest, "3 main", 1000)


@pytest.mark.parametrize(("do", "done"), [("chip 2500", "[aria-checked=true]"), ("deal", ":disabled")])
def test_a_button_that_is_pressed_while_the_bets_are_redrawn_counts(
    player: Seated, served: Served, do: str, done: str
) -> None:
    """Somebody sits down, which redraws the panel, between press and release."""
    guest = player("Down Under")
    guest.spot(3, "main")
    _lies(guest, "3 main", 500)
    guest.page.locator(f"[data-do='{do}']").hover()
    guest.page.mouse.down()
    with Beside(served, "Down Under", "Ann", 1):
        expect(guest.page.locator(".box[data-box='1'] .plate-name")).to_have_text("Ann")
        guest.page.mouse.up()
        expect(guest.page.locator(f"[data-do='{do}']{done}")).to_have_count(1)


def test_of_many_chips_only_the_refused_one_comes_back(player: Seated) -> None:
    guest = player("Down Under")
    _at_once(guest, "3 main", "3 match-the-dealer", "5 main", "4 main")
    said = guest.page.locator(".why-not")
    expect(said).to_have_text("A player's boxes must be next to each other")
    place, refused = said.bounding_box(), guest.page.locator(".spot.main[data-box='5']").bounding_box()
    assert place is not None
    assert refused is not None
    assert place["x"] <= refused["x"] + refused["width"] / 2 <= place["x"] + place["width"]
    assert place["y"] + place["height"] <= refused["y"] + 1
    expect(guest.page.locator(".spot.refused")).to_have_count(1)
    _lies(guest, "3 main", 500)
    _lies(guest, "3 match-the-dealer", 500)
    _lies(guest, "4 main", 500)
    _lies(guest, "5 main", None)
    hold(guest.page)
    guest.page.locator("[data-do=undo]").click()
    _lies(guest, "4 main", None)
    _lies(guest, "3 match-the-dealer", 500)
    guest.dealt("8s 6d Kh 9c 9d")
    assert [len(guest.cards(box)[0]) for box in (3, 4, 5)] == [2, 0, 0]


def test_a_side_wager_alone_is_not_dealt_to(player: Seated) -> None:
    guest = player("Down Under")
    guest.spot(3, "match-the-dealer")
    expect(guest.page.locator(".prompt")).to_have_text("Your side wager needs a bet")
    expect(guest.page.locator("[data-do=deal]")).to_be_disabled()
    hold(guest.page)
    guest.dealt("8s 6d Kh 9c 9d", "3 main")
    guest.says("You bet 5.00 on Match-the-Dealer")


def test_a_side_wager_that_may_not_be_raised_stays_as_it_lay(player: Seated) -> None:
    guest = player("Down Under")
    _at_once(guest, "3 main", "3 match-the-dealer", "4 main")
    _lies(guest, "4 main", 500)
    guest.chip(50000)
    guest.spot(3, "main")
    _lies(guest, "3 main", 50000)
    guest.spot(3, "match-the-dealer")
    expect(guest.page.locator(".why-not")).to_be_visible()
    expect(guest.page.locator(".hint")).to_have_text("You have 490.00 left.")
    _lies(guest, "3 match-the-dealer", 500)
    _lies(guest, "3 main", 50000)


FINAL_BETS = """[house]
name = "House"
staff = "automatic"

[[table]]
name = "Final"
game = "pa-down-under"
[table.options]
wagers_final = "as-placed"

[[table]]
name = "Signs"
game = "nz-ante-up"
[table.options]
perfect_pair = true
box_maximum = "500.00"
ante_waived_at = "50.00"
"""


def test_where_bets_are_final_nothing_offers_to_take_them_back(browser: Browser, tmp_path: Path) -> None:
    """685a.6(c) read literally; and what the signs of a New Zealand table say is beside its layout."""
    file = tmp_path / "house.toml"
    file.write_text(FINAL_BETS)
    with serve(tmp_path, house_file=file) as served:
        guest = Player(open_context(browser).new_page(), served, "Final")
        guest.page.goto(served.table("Final"))
        guest.sit()
        guest.prepare()
        guest.spot(3, "main")
        expect(guest.page.locator("[data-do=deal]")).to_be_enabled()
        assert guest.page.locator("[data-do=undo]:enabled, [data-do=clear]:enabled").count() == 0
        guest.page.keyboard.press("x")
        served.stack("Final", "9s 6h 7d 9h")  # a hand that is asked to decide
        guest.deal()
        guest.page.goto(served.table("Signs"))
        signs = guest.page.locator(".signs li")
        expect(signs).to_have_count(4)
        assert [text.split("\n")[0] for text in signs.all_inner_texts()] == [
            "Perfect Pair: pay scale one",
            "At most 500.00 per Box",
            "Ante 0.10",
            "No Ante for a bet of 50.00 or more",
        ]


def test_clauses_are_shown_on_demand(player: Seated) -> None:
    guest = player("Down Under")
    guest.dealt("8s 6d Kh 9c 9d", "3 main")
    clause = guest.page.locator(".log-lines li", has_text="Red light: medium").locator(".clause").first
    expect(clause).to_be_hidden()
    guest.page.keyboard.press("?")
    expect(clause).to_be_visible()
    expect(clause).to_contain_text("58 Pa. Code § 685a.3(e)(2)")
    clause.get_by_role("button").click()
    expect(clause.locator(".clause-summary")).to_contain_text("6 to 9 is Medium")


def test_a_seat_that_was_given_up_is_said_with_the_way_out(browser: Browser, tmp_path: Path) -> None:
    with serve(tmp_path, clocks=PATIENT._replace(away=0.2)) as served:
        context = open_context(browser)
        guest = Player(context.new_page(), served, "Practice")
        guest.page.goto(served.table("Practice"))
        guest.sit()
        assert served.room("Practice").state.seats
        guest.page.goto("about:blank")
        _wait_until(lambda: not served.room("Practice").state.seats)
        guest.page.goto(served.table("Practice"))
        guest.wait_for("standing")
        assert guest.prompt() == "You lost your seat"
        expect(guest.page.locator(".prompt-more")).to_contain_text("Take any free box")
        guest.page.locator("[data-do='Box 2']").click()
        guest.wait_for("bets")
        context.close()


def _wait_until(happened: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < limit
        time.sleep(0.02)


def test_whoever_is_no_longer_logged_in_is_told_so_where_he_bets(player: Seated, served: Served) -> None:
    guest = player("Practice")
    guest.page.context.clear_cookies()
    served.house.store.write_now(lambda connection: connection.execute(delete(schema.sessions)))
    guest.page.evaluate("document.querySelector('table-page').socket.again()")
    guest.page.locator("table-page[data-state=open]").wait_for()
    guest.spot(3, "main")
    error = guest.page.locator(".controls inline-error")
    expect(error).to_contain_text("log in", ignore_case=True)
    error.get_by_role("button", name="Log in").click()
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Welcome")


def test_a_lost_server_is_said_and_the_place_is_kept(browser: Browser, tmp_path: Path) -> None:
    with serve(tmp_path) as served:
        context = open_context(browser)
        page = context.new_page()
        page.goto(served.table("Practice"))
        guest = Player(page, served, "Practice")
        guest.sit()
        guest.dealt("8s 6d Kh 9c 9d", "3 main")
        port = int(served.url.rpartition(":")[2])
    guest.wait_for("lost")
    assert guest.prompt() == "Reconnecting…"
    expect(page.get_by_role("button", name="Reconnect now")).to_be_visible()
    with serve(tmp_path, port=port):  # it comes back by itself
        guest.wait_for("question")
        assert guest.cards(3) == [["8s", "Kh"]]
        guest.act("stand")
        context.close()


UNHEARD = """() => {
    const [send, later] = [WebSocket.prototype.send, window.setTimeout];
    let unheard = null;
    WebSocket.prototype.send = function (text) {
        unheard ??= this;
        if (this !== unheard) send.call(this, text);
    };
    window.setTimeout = (what, wait, ...more) => later(what, wait === 10000 ? 50 : wait, ...more);
}"""


def test_a_server_that_hears_nothing_more_is_left_for_another(player: Seated) -> None:
    """As if its process was paused: the connection stays open, and no answer comes."""
    guest = player("Practice")
    guest.page.evaluate(UNHEARD)
    guest.dealt("8s 6d Kh 9c 9d", "3 main")
    guest.act("stand")
    guest.wait_for("bets")


STAYS = """() => {
    const later = window.setTimeout;
    window.setTimeout = (what, wait, ...more) => later(what, wait === 3200 ? 2 ** 30 : wait, ...more);
}"""


def test_a_rare_win_hides_no_card_and_no_bet(player: Seated) -> None:
    guest = player("Blackjack")
    guest.page.evaluate(STAYS)
    guest.dealt("8s 6d 8s 9c 9d", "3 main", "3 perfect-pair")  # the same suit: 30 to 1
    expect(guest.page.locator(".rare")).to_contain_text("Perfect Pair")
    assert hidden_by(guest.page, ".rare") == []
    guest.act("stand")


def test_many_chips_are_one_line_boxes_have_numbers_and_the_cashier_knows_the_balance(player: Seated) -> None:
    guest = player("Practice")
    page = guest.page
    for _ in range(3):
        guest.spot(3, "main")
    expect(page.locator(".log-lines li.money")).to_have_count(1)
    expect(page.locator(".log-lines li.money")).to_contain_text("You bet 15.00")
    assert page.locator(".plate-number").all_inner_texts() == ["1", "2", "3", "4", "5"]
    guest.dealt("8s 9d 9h Kc 9c")
    guest.act("stand")
    guest.says("You lost 15.00")
    page.evaluate("() => { location.hash = '#/account'; }")  # without loading the page again
    expect(page.locator(".balance")).to_have_text("985.00")


def test_a_paid_blackjack_stays_in_the_replay(player: Seated, served: Served) -> None:
    guest = player("Practice")
    guest.dealt("8s As 9d Td Kh 8c", "2 main", "3 main")
    guest.act("stand")
    guest.says("You won 12.50")
    page = guest.page
    page.goto(f"{served.url}/#/round/{served.room('Practice').desk.table_id}/1")
    page.locator(".event:has(.money)").last.click()
    for card in ("As", "Kh"):
        expect(page.locator(f".plan card-face[card='{card}']")).to_be_visible()
