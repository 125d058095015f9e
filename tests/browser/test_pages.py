"""What holds for every page: nothing overflows, no serious finding of axe, and an error says the way out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from holecard.live.server import PAGES
from tests.browser.conftest import Visit
from tests.browser.holding import findings
from tests.browser.player import Player
from tests.browser.served import Served, serve

Seated = Callable[..., Player]

View = tuple[int, int, Literal["light", "dark"]]
VIEWS: tuple[View, ...] = ((360, 740, "light"), (1440, 900, "dark"))
READ = {"lobby": "#/", "login": "#/login", "invited": "#/invited/nothing", "nowhere": "#/nowhere"}


def assert_nothing_overflows(page: Page) -> None:
    width = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert width[0] <= width[1]
    beyond = page.evaluate(
        """() => [...document.querySelectorAll('main *')].filter((node) => {
            const { left, right, width } = node.getBoundingClientRect();
            const clipped = node.closest('.felt, .log-lines, svg');
            const seen = width && node.checkVisibility() && !clipped && !node.closest('.unseen');
            return seen && (left < -1 || right > innerWidth + 1);
        }).map((node) => node.outerHTML.slice(0, 120))"""
    )
    assert beyond == []
    cut = page.evaluate(
        """() => {
            const felt = document.querySelector('.felt')?.getBoundingClientRect();
            const parts = document.querySelectorAll('.felt .spot, .felt card-face, .felt .plate, .area, .shoe, .rack');
            return felt ? [...parts].filter((node) => {
                const { left, right, bottom, width } = node.getBoundingClientRect();
                return width && (left < felt.left - 2 || right > felt.right + 2 || bottom > felt.bottom + 2);
            }).map((node) => node.outerHTML.slice(0, 120)) : [];
        }"""
    )
    assert cut == []


@pytest.mark.parametrize("name", READ)
def test_a_page_that_is_read(visit: Visit, served: Served, name: str) -> None:
    page = visit(f"{served.url}/{READ[name]}")
    page.locator("h1").wait_for()
    if name == "lobby":
        page.locator(".table-card").first.wait_for()
    _hold(page)


def test_the_table_in_every_state(player: Seated, served: Served) -> None:
    guest = player("Blackjack with House Money")
    _hold(guest.page)
    served.stack("Blackjack with House Money", "8s Ad 8h 8d 3c Th 2s Kd")
    for wager in ("main", "main", "house-money", "perfect-pair"):
        guest.spot(3, wager)
    _hold(guest.page)
    guest.deal()
    for at, action in enumerate(("decline", "insurance", "split", "hit", "stand")):
        assert guest.can(action), guest.prompt()
        _hold(guest.page, (VIEWS[at % 2],))
        guest.act(action)
    _hold(guest.page)


def test_five_boxes_with_the_light(player: Seated, served: Served) -> None:
    guest = player("Down Under")
    served.stack("Down Under", "Ts 8c 9s 7h 9d Kh 5c 8h 4c 7s 2d Qd")
    for box in (3, 2, 1, 4, 5):
        guest.spot(box, "main")
    guest.deal()
    expect(guest.page.locator(".area.large.lit")).to_have_count(1)
    assert [len(guest.cards(box)[0]) for box in (1, 2, 3, 4, 5)] == [2, 2, 2, 2, 2]
    _hold(guest.page)


def _hold(page: Page, seen: tuple[View, ...] = VIEWS) -> None:
    """Nothing overflows on a phone and on a wide screen; axe finds nothing serious in the views that are named."""
    for width, height, scheme in VIEWS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert_nothing_overflows(page)
        if (width, height, scheme) in seen:
            assert findings(page) == []


def test_the_account(player: Seated, served: Served) -> None:
    guest = player("Practice")
    guest.page.goto(f"{served.url}/#/account")
    guest.page.get_by_role("heading", name="Cashier").wait_for()
    _hold(guest.page)
    guest.page.get_by_role("button", name="Buy in").click()
    expect(guest.page.locator(".balance")).to_have_text(re.compile("1.500.00"))
    guest.page.get_by_label("Amount").fill("nothing")
    guest.page.get_by_role("button", name="Cash out").click()
    expect(guest.page.get_by_role("alert").first).to_contain_text("Write an amount")


def test_a_refused_wager_says_why_and_puts_the_chips_back(player: Seated) -> None:
    guest = player("Down Under")
    guest.spot(3, "main")
    guest.spot(5, "main")
    error = guest.page.locator(".controls inline-error")
    expect(error).to_contain_text("a player's boxes must lie side by side")
    expect(error).to_contain_text("§ 685a.6(f)")
    expect(guest.page.locator(".spot.main[data-box='5'] .wager")).to_have_count(0)


def test_clauses_are_shown_on_demand(player: Seated, served: Served) -> None:
    guest = player("Down Under")
    served.stack("Down Under", "8s 6d Kh 9c 9d")
    guest.spot(3, "main")
    guest.deal()
    clause = guest.page.locator(".log-lines li", has_text="Red light: medium").locator(".clause")
    expect(clause).to_be_hidden()
    guest.page.keyboard.press("w")
    expect(clause).to_be_visible()
    expect(clause).to_contain_text("58 Pa. Code § 685a.3(e)(2)")


def test_a_lost_server_is_said_and_the_place_is_kept(browser: Browser, tmp_path: Path) -> None:
    with serve(tmp_path) as served:
        context = browser.new_context(reduced_motion="reduce")
        page = context.new_page()
        page.goto(served.table("Practice"))
        guest = Player(page)
        guest.sit()
        served.stack("Practice", "8s 6d Kh 9c 9d")
        guest.spot(3, "main")
        guest.deal()
        port = int(served.url.rpartition(":")[2])
    guest.wait_for("lost")
    assert guest.prompt() == "The connection is lost"
    expect(page.get_by_role("button", name="Try now")).to_be_visible()
    with serve(tmp_path, port=port):  # it comes back by itself
        guest.wait_for("question")
        assert guest.cards(3) == [["8s", "Kh"]]
        guest.act("stand")
        context.close()


@pytest.fixture
def files() -> list[Path]:
    return [file for file in PAGES.rglob("*") if file.is_file()]


def test_the_pages_are_small_and_ours(files: list[Path]) -> None:
    assert sum(file.stat().st_size for file in files) < 500_000
    named = re.compile(r"https?://[\w.]+")
    allowed = {"http://www.w3.org"}
    foreign = {url for file in files for url in named.findall(file.read_text(encoding="utf-8"))} - allowed
    assert foreign == set()


def test_no_script_or_style_stands_in_the_html(files: list[Path]) -> None:
    for file in files:
        if file.suffix == ".html":
            assert not re.search(r"\sstyle=|<style|\son\w+=|<script(?![^>]*src=)", file.read_text(encoding="utf-8"))


def test_pictures_between_are_what_the_table_became(player: Seated, served: Served) -> None:
    """The pages draw the tables in between by themselves: the last of them is always what the house says."""
    guest = player("Free Bet")
    served.stack("Free Bet", "8s 6s 8h 3d Tc 8d 5c Kd Kh 9h")
    told: list[dict[str, Any]] = []
    guest.page.on("websocket", lambda socket: socket.on("framereceived", lambda text: told.append(json.loads(text))))
    guest.page.reload()
    guest.wait_for("bets")
    guest.spot(3, "main")
    guest.spot(3, "push-22")
    guest.deal()
    for action in ("free-split", "free-double", "free-split", "stand", "stand"):
        guest.act(action)
    tables = [message for message in told if message["type"] == "table"]
    different = guest.page.evaluate(
        """async (tables) => {
            const { frames } = await import('/table/frames.js');
            const wager = ({ bettor, wager, part, amount, net, free }) => [bettor, wager, part, amount, net, free];
            const plain = ({ boxes, dealer, closed }) => JSON.stringify([closed, dealer, boxes.map((box) =>
                [box.box, box.bettors, box.wagers.map(wager), box.hands.map((hand) =>
                    [hand.cards, hand.text, hand.blackjack, hand.removed, hand.wagers.map(wager)])])]);
            return tables.slice(1).flatMap((after, at) => {
                const made = frames(tables[at].table, after.events, after.table).at(-2)?.table;
                return made && plain(made) !== plain(after.table) ? [[plain(made), plain(after.table)]] : [];
            });
        }""",
        tables,
    )
    assert len(tables) > 6
    assert different == []
