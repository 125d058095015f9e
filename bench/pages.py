"""How soon a table can be seen: milliseconds from the request to the first paint and to the layout with its chips.

Real Chromium, a served house on this machine, an empty cache each time; medians of five. Then a walk over every page,
counting what was asked of another machine. Prints, asserts nothing.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from holecard.live.web.page_files import as_sent
from holecard.live.web.server import PAGES

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.browser.served import serve

TIMES = 5
WALK = ("#/", "#/table/1", "#/rules", "#/rules/nz-blackjack", "#/lab", "#/history", "#/floor", "#/login", "#/account")
READ = """() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    table: performance.getEntriesByName('table')[0]?.startTime ?? 0,
    bytes: performance.getEntriesByType('resource').reduce((sum, one) => sum + one.transferSize, 0),
    files: performance.getEntriesByType('resource').length,
})"""


def measured(browser: Browser, url: str) -> dict[str, float]:
    """One visit with nothing kept from an earlier one."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.add_init_script(
        """new MutationObserver((_, watch) => {
            if (!document.querySelector('.felt .says')) return;
            watch.disconnect();
            requestAnimationFrame(() => setTimeout(() => performance.mark('table')));
        }).observe(document, { childList: true, subtree: true });"""
    )
    page.goto(url)
    page.wait_for_function("() => performance.getEntriesByName('table').length > 0")
    found: dict[str, float] = page.evaluate(READ)
    context.close()
    return found


def asked_elsewhere(browser: Browser, url: str) -> tuple[int, int]:
    """A walk over every page: how many requests there were, and how many of them left this machine."""
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    for path in WALK:
        page.goto(f"{url}/{path}")
        page.wait_for_load_state("networkidle")
    context.close()
    own = (url, url.replace("http", "ws", 1), "data:", "blob:")
    return len(asked), sum(not one.startswith(own) for one in asked)


def main() -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        print("chromium is not installed: nothing measured")
        return
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        measured(browser, served.table("Down Under"))  # the first visit also starts the browser
        visits = [measured(browser, served.table("Down Under")) for _ in range(TIMES)]
        walked, elsewhere = asked_elsewhere(browser, served.url)
        browser.close()
    for name, what in (("paint", "first paint"), ("table", "the layout is drawn")):
        print(f"{what:<22} {median(visit[name] for visit in visits):7.0f} ms")
    print(f"{'sent for a table':<22} {median(visit['bytes'] for visit in visits) / 1000:7.0f} kB")
    print(f"{'in requests':<22} {median(visit['files'] for visit in visits):7.0f}")
    size = sum(len(as_sent(file)) for file in PAGES.rglob("*") if file.is_file() and file.suffix != ".txt")
    print(f"{'all pages together':<22} {size / 1000:7.0f} kB")
    print(f"{'asked of other machines':<22} {elsewhere:6} of {walked} requests over every page")


if __name__ == "__main__":
    main()
