"""How many rounds a minute somebody alone at a table can play by keyboard, at the instant pace.

Real Chromium, a served house on this machine, keys pressed as soon as they count: stand, or hit where the rules do not
let you stand, decline every offer, the last bets again with Enter. The clock is the machine's, so a busy one prints
less. Prints, asserts nothing.

    .venv/bin/python bench/pace.py
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.browser.player import Player
from tests.browser.served import serve

TABLES = ("Down Under", "Blackjack", "Free Bet")
SECONDS = 20.0
KEYS = """() => {
    const step = () => {
        const { kind, guard } = document.querySelector('.controls').dataset;
        const offer = document.querySelector('.actions [data-do=decline], .actions [data-do=done]');
        const mayStand = document.querySelector('.actions [data-do=stand]');
        const answer = offer ? 'n' : mayStand ? 's' : 'h';
        const key = kind === 'bets' ? 'Enter' : kind === 'question' && guard === undefined ? answer : '';
        if (key) document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    };
    window.playing = setInterval(step, 20);
}"""


def round_of(page: Page) -> int:
    return int(page.locator(".table-head p").inner_text().rpartition(" ")[2])


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder)) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for table in TABLES:
            context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
            page = context.new_page()
            page.goto(house.table(table))
            guest = Player(page, house, table)
            guest.sit()
            guest.prepare()
            page.locator(".menu summary").click()
            page.get_by_label("Pace").select_option("instant")
            page.keyboard.press("Escape")
            page.evaluate("document.activeElement.blur()")
            page.keyboard.press("b")
            began, first = time.monotonic(), round_of(page)
            page.evaluate(KEYS)
            page.wait_for_timeout(1000 * SECONDS)
            played, took = round_of(page) - first, time.monotonic() - began
            print(f"{table}: {played} rounds in {took:.0f} s, {60 * played / took:.0f} a minute")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
