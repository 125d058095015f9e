"""Take the README's pictures of the pages: a served house, stacked cards, a real Chromium."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
sys.path.insert(0, str(ROOT))
from holecard.live.people.people import AccountRole  # noqa: E402
from tests.browser import rounds  # noqa: E402
from tests.browser.people import Beside, log_in  # noqa: E402
from tests.browser.player import Player  # noqa: E402
from tests.browser.served import Served, serve  # noqa: E402

DESK, PHONE = (1360, 850), (360, 740)
SOLVED = 600_000.0  # milliseconds
Scheme = Literal["light", "dark"]


class Studio:
    """A browser in a house, and what is kept of it."""

    def __init__(self, browser: Browser, served: Served) -> None:
        self._browser, self.served = browser, served

    def opened(
        self,
        path: str,
        size: tuple[int, int] = DESK,
        scheme: Scheme = "light",
        who: tuple[str, AccountRole] | None = None,
    ) -> Page:
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion="reduce"
        )
        if who is not None:
            log_in(context, self.served, *who)
        page = context.new_page()
        page.goto(f"{self.served.url}/{path}")
        return page

    def seated(self, table: str, size: tuple[int, int] = DESK, scheme: Scheme = "light") -> Player:
        """A guest who bets 25.00."""
        path = self.served.table(table).removeprefix(f"{self.served.url}/")
        guest = Player(self.opened(path, size, scheme), self.served, table)
        guest.sit()
        guest.prepare()
        guest.chip(2500)
        return guest

    def keep(self, page: Page, name: str, is_scrolled: bool = False) -> None:
        """What a visitor sees first, unless the picture is of something further down."""
        page.mouse.move(0, 0)
        page.evaluate("document.fonts.ready")
        page.evaluate("document.activeElement?.blur()")
        page.locator(".call").evaluate_all("(calls) => calls.forEach((call) => call.classList.remove('on'))")
        page.locator(".float").evaluate_all("(floats) => floats.forEach((one) => one.remove())")
        if not is_scrolled:
            page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=IMAGES / f"page-{name}.jpg", type="jpeg", quality=80)
        print(IMAGES / f"page-{name}.jpg")
        page.context.close()


def lobby(studio: Studio) -> None:
    page = studio.opened("#/")
    page.wait_for_function(
        "() => document.querySelector('.edge') && ![...document.querySelectorAll('.edge')].some((one) => "
        "one.textContent.startsWith('calculating'))",
        timeout=SOLVED,
    )
    studio.keep(page, "lobby")


def down_under(studio: Studio) -> None:
    guest = studio.seated("Down Under")
    rounds.five_boxes(guest)
    studio.keep(guest.page, "down-under")


def session(studio: Studio) -> None:
    """A few rounds, won and lost, and the session in full."""
    guest = studio.seated("Down Under, the maker's rules")
    for cards in ("8s 6d Kh 9c 9d", "8s 7d Kh Kc", "9s Td Kh 8c", "Ts 6d Kh 9c 9d", "8s 9d Kh Kc", "Ts 5d Kh 9c Td"):
        guest.dealt(cards, "3 main")
        guest.act("stand")
    guest.page.keyboard.press("z")
    guest.page.locator(".session").wait_for()
    studio.keep(guest.page, "session")


def new_zealand(studio: Studio) -> None:
    guest = studio.seated("Blackjack", scheme="dark")
    rounds.insured_and_split(guest)
    studio.keep(guest.page, "new-zealand")


def free_bet(studio: Studio) -> None:
    guest = studio.seated("Free Bet", scheme="dark")
    rounds.a_free_split_and_a_free_double(guest)
    studio.keep(guest.page, "free-bet")


def on_a_phone(studio: Studio) -> None:
    guest = studio.seated("Double Back Jack", PHONE, "dark")
    rounds.a_bust(guest)
    studio.keep(guest.page, "phone")
    guest = studio.seated("Blackjack with House Money", PHONE)
    rounds.house_money_has_won(guest)
    guest.act("ride")
    studio.keep(guest.page, "phone-light")


def floor(studio: Studio) -> None:
    """A card dealt in error: the floorperson is asked, and the player sees it."""
    guest = studio.seated("Blackjack, Style A, with Let it Ride")
    guest.dealt("Ts 9h 6d 7c 5h 5s 5d", "3 main")
    with Beside(studio.served, "Ante Up", "Ann", 2) as ann, Beside(studio.served, "Practice", "Bob", 4) as bob:
        ann.play(until="decide")
        bob.play(until="decide")
        page = studio.opened("#/floor", who=("Flo", AccountRole.FLOOR))
        page.get_by_role("button", name="Blackjack, Style A, with Let it Ride").click()
        page.locator(".desk-row:has(b:text-is('Card dealt in error'))").get_by_role("button", name="Report").click()
        page.locator(".desk-ruling h3").wait_for()
        guest.page.locator(".plaque", has_text="The floorperson").wait_for()
        page.locator(".floor-desk, .desk").evaluate_all("(parts) => parts.forEach((one) => (one.scrollTop = 0))")
        studio.keep(page, "floor")
        studio.keep(guest.page, "irregularity")


def dispute(studio: Studio) -> None:
    table = "Down Under, shuffled continuously"
    with Beside(studio.served, table, "Cid", 3) as cid:
        cid.play(rounds=3)
    table_id = studio.served.room(table).desk.table_id
    page = studio.opened(f"#/round/{table_id}/2", (1360, 1240), who=("Aud", AccountRole.AUDITOR))
    page.locator(".event:has(.money)").last.click()
    page.get_by_role("button", name="Verify in this browser").click()
    page.locator(".checks .check.holds").nth(6).wait_for()
    studio.keep(page, "dispute")


def rules(studio: Studio) -> None:
    page = studio.opened("#/rules/pa-down-under")
    page.wait_for_function(
        "() => { const found = document.querySelector('.effects:has(.effect)');"
        " return found && !found.textContent.includes('…'); }",
        timeout=SOLVED,
    )
    page.evaluate("document.querySelector('#readings').scrollIntoView()")
    page.evaluate("scrollBy(0, -20)")
    studio.keep(page, "rules", is_scrolled=True)


def lab(studio: Studio) -> None:
    page = studio.opened("#/lab", (1360, 1240), "dark")
    page.locator(".chosen-option").first.wait_for()
    page.get_by_role("button", name="Analyse").click()
    page.locator(".hero-edge").wait_for(timeout=SOLVED)
    page.get_by_role("button", name="Hard totals, 16 against 10").first.click()
    page.evaluate("scrollTo(0, 100)")
    studio.keep(page, "lab", is_scrolled=True)


PICTURES: tuple[Callable[[Studio], None], ...] = (
    down_under,
    session,
    new_zealand,
    free_bet,
    on_a_phone,
    floor,
    dispute,
    rules,
    lab,
    lobby,
)


def main() -> None:
    """All of them, or those that are named."""
    wanted = [picture for picture in PICTURES if not sys.argv[1:] or picture.__name__ in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for picture in wanted:
            picture(Studio(browser, served))
        browser.close()


if __name__ == "__main__":
    main()
