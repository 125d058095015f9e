"""Take the README's pictures of the pages: a served house, stacked cards, a real Chromium."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
sys.path.insert(0, str(ROOT))
from tests.browser.player import Player  # noqa: E402
from tests.browser.served import Served, serve  # noqa: E402

DESK, PHONE = (1360, 850), (360, 740)


def opened(browser: Browser, url: str, size: tuple[int, int], scheme: str) -> Page:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(url)
    return page


def keep(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    page.evaluate("document.fonts.ready")
    page.locator(".call").evaluate_all("(calls) => calls.forEach((call) => call.classList.remove('on'))")
    page.screenshot(path=IMAGES / f"{name}.jpg", type="jpeg", quality=88)
    print(IMAGES / f"{name}.jpg")


def seated(browser: Browser, served: Served, table: str, size: tuple[int, int], scheme: str) -> Player:
    guest = Player(opened(browser, served.table(table), size, scheme))
    guest.sit()
    guest.prepare()
    return guest


def down_under(browser: Browser, served: Served) -> None:
    guest = seated(browser, served, "Down Under", DESK, "light")
    served.stack("Down Under", "9s 8c As 7h Td 6h 5c 8h Kc 4s 9d 7d")
    for box in (3, 2, 4, 1, 5):
        guest.spot(box, "main")
        guest.chip(2500)
        guest.spot(box, "main")
        guest.chip(500)
    guest.spot(3, "match-the-dealer")
    guest.deal()
    keep(guest.page, "page-down-under")


def free_bet(browser: Browser, served: Served) -> None:
    guest = seated(browser, served, "Free Bet", DESK, "dark")
    served.stack("Free Bet", "8s 6s 8h 3d Tc Kd Kh 9h")
    guest.chip(2500)
    guest.spot(3, "main")
    guest.deal()
    guest.act("free-split")
    guest.act("free-double")
    keep(guest.page, "page-free-bet")


def on_a_phone(browser: Browser, served: Served) -> None:
    guest = seated(browser, served, "Double Back Jack", PHONE, "dark")
    served.stack("Double Back Jack", "Ts 9c 6h 8d Kd 7c")
    guest.chip(2500)
    guest.spot(3, "main")
    guest.deal()
    guest.act("hit")
    keep(guest.page, "page-phone")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        lobby = opened(browser, served.url, DESK, "light")
        lobby.locator(".table-card").first.wait_for()
        keep(lobby, "page-lobby")
        for picture in (down_under, free_bet, on_a_phone):
            picture(browser, served)
        browser.close()


if __name__ == "__main__":
    main()
